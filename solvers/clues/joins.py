"""The sentences that bring values together: merges of a diamond's branches, and the finish line."""

from __future__ import annotations

from solvers.clues.grammar import Wording

__all__ = ["FINISHES", "FINISH_FRAMES", "MERGES"]

MERGES: dict[str, Wording] = {
    "sum": Wording(
        things=(
            "the sum of {ref:a} and {ref:b}, units ignored",
            "the total of {ref:a} and {ref:b} as bare numbers",
        ),
        hows=("what {ref:a} and {ref:b} add up to when units are ignored",),
        sentences=(
            "Ignore the units and add {ref:a} to {ref:b}.",
            "Add {ref:a} and {ref:b} as bare numbers, ignoring units.",
            "Bring both branches together: ignoring units, add {ref:a} and {ref:b}.",
            "Never mind the units: put {ref:a} and {ref:b} on a single heap and say how large it is.",
        ),
    ),
    "absolute_difference": Wording(
        things=(
            "the difference between {ref:a} and {ref:b}, units and sign ignored",
            "the gap between {ref:a} and {ref:b} as bare numbers",
        ),
        hows=("by how much the larger of {ref:a} and {ref:b} exceeds the smaller, units ignored",),
        sentences=(
            "Ignore the units and subtract the smaller of {ref:a} and {ref:b} from the larger.",
            "Find how far apart {ref:a} and {ref:b} are as bare numbers, ignoring units.",
            "Bring both branches together: ignoring units, take the smaller of {ref:a} and {ref:b} from the larger.",
            "Never mind the units: how much must be taken from the larger of {ref:a} and {ref:b} to reach the smaller?",
        ),
    ),
    "product": Wording(
        things=(
            "the product of {ref:a} and {ref:b}, units ignored",
            "{ref:a} times {ref:b} as bare numbers",
        ),
        hows=("what {ref:a} multiplied by {ref:b} comes to when units are ignored",),
        sentences=(
            "Ignore the units and multiply {ref:a} by {ref:b}.",
            "Multiply {ref:a} and {ref:b} as bare numbers, ignoring units.",
            "Bring both branches together: ignoring units, multiply {ref:a} by {ref:b}.",
            "Never mind the units: lay out a field of {ref:a} by {ref:b} tiles and say how many tiles that takes.",
        ),
    ),
    "quotient": Wording(
        things=(
            "the whole part of the larger of {ref:a} and {ref:b} divided by the smaller, units ignored",
            "the number of times that the smaller of {ref:a} and {ref:b} goes into the larger in full, units ignored",
        ),
        hows=("how often the smaller of {ref:a} and {ref:b} fits into the larger in full, units ignored",),
        sentences=(
            "Ignore the units, divide the larger of {ref:a} and {ref:b} by the smaller, and drop any fraction.",
            "How often does the smaller of {ref:a} and {ref:b} go into the larger in full, ignoring units?",
            "Bring both branches together: ignoring units, divide the larger of {ref:a} and {ref:b} by the smaller"
            " and keep only the whole part.",
            "Never mind the units: take the smaller of {ref:a} and {ref:b} away from the larger for as long as you can,"
            " and count how often that works.",
        ),
    ),
    "remainder": Wording(
        things=(
            "the remainder when the larger of {ref:a} and {ref:b} is divided by the smaller, units ignored",
            "the rest that the larger of {ref:a} and {ref:b} leaves when divided by the smaller, units ignored",
        ),
        hows=("what remains of the larger of {ref:a} and {ref:b} after division by the smaller, units ignored",),
        sentences=(
            "Ignore the units, divide the larger of {ref:a} and {ref:b} by the smaller, and keep the remainder.",
            "Divide the larger of {ref:a} and {ref:b} by the smaller as bare numbers: what remainder is left?",
            "Bring both branches together: ignoring units, find the remainder of the larger of {ref:a} and {ref:b}"
            " divided by the smaller.",
            "Never mind the units: take the smaller of {ref:a} and {ref:b} away from the larger for as long as you can,"
            " and say what is left over.",
        ),
    ),
}
"""By the operation's name; merges say that units are ignored, for their branches have different ones."""

FINISH_FRAMES = (
    "Finish line: {last}.",
    "To cross the finish line, hand in {last}.",
    "Your code is {last}.",
    "The race ends here: your code is {last}.",
    "Race to the finish and hand in {last}.",
    "Write {last} on your card and step onto the mat.",
    "The finish line opens for {last}.",
    "All that is left is your code: {last}.",
)
"""Ways to hand in the answer; `{last}` is a noun phrase for a digit."""

FINISHES: dict[str, Wording] = {
    "sum_mod_10": Wording(
        things=(
            "the last digit of the sum, ignoring units, of the answers to {CLUES:refs}",
            "the last digit of what the answers to {CLUES:refs} add up to when units are ignored",
            "the last digit of the answer to {CLUE:refs}",
            "the final digit of the answer to {CLUE:refs}",
        ),
        sentences=(
            "Finish line: add the answers to {CLUES:refs}, ignoring units. The last digit of the sum is your code.",
            "Add up the answers to {CLUES:refs}, ignoring units. Your code is the last digit of the sum.",
            "To cross the finish line, add the answers to {CLUES:refs}, ignoring units, and hand in the last digit.",
            "Ignore the units and add the answers to {CLUES:refs} together; the last digit is the code.",
            "Take the answer to {CLUE:refs} and hand in its last digit.",
            "Strike out everything but the last digit of the answer to {CLUE:refs}. That digit is your code.",
        ),
    ),
    "absolute_difference_mod_10": Wording(
        things=(
            "the last digit of the difference, ignoring units and sign, between the answers to {CLUES:refs}",
            "the last digit of the gap between the answers to {CLUES:refs} as bare numbers",
        ),
        sentences=(
            "Finish line: ignoring units, subtract the smaller of the answers to {CLUES:refs} from the larger."
            " The last digit is your code.",
            "Ignoring units, subtract the smaller of the answers to {CLUES:refs} from the larger."
            " Your code is the last digit of what is left.",
            "To cross the finish line, ignore the units, subtract the smaller of the answers to {CLUES:refs} from the"
            " larger and hand in the last digit.",
            "Ignore the units: by how much does the larger of the answers to {CLUES:refs} exceed the smaller?"
            " The last digit is the code.",
        ),
    ),
    "product_mod_10": Wording(
        things=(
            "the last digit of the product, ignoring units, of the answers to {CLUES:refs}",
            "the last digit of what comes out when the answers to {CLUES:refs} are multiplied as bare numbers",
        ),
        sentences=(
            "Finish line: multiply the answers to {CLUES:refs}, ignoring units. The last digit of the product is"
            " your code.",
            "Multiply the answers to {CLUES:refs} together, units ignored. Your code is the last digit of the product.",
            "To cross the finish line, multiply the answers to {CLUES:refs}, ignoring units, and keep the last digit.",
            "Ignore the units and work out the product of the answers to {CLUES:refs}; its last digit is the code.",
        ),
    ),
    "sum_complement_mod_10": Wording(
        things=(
            "what the sum of the answers to {CLUES:refs}, units ignored, falls short of full tens",
            "what the answer to {CLUE:refs} falls short of full tens",
        ),
        sentences=(
            "Finish line: add the answers to {CLUES:refs}, ignoring units, and round the sum up to full tens."
            " What the rounding added is your code.",
            "Add up the answers to {CLUES:refs}, ignoring units. Your code is what must be added to reach full tens.",
            "To cross the finish line, add the answers to {CLUES:refs}, ignoring units, and hand in what is missing"
            " to full tens.",
            "Round the answer to {CLUE:refs} up to full tens. What the rounding added is your code.",
            "How much must be added to the answer to {CLUE:refs} to reach full tens? That is your code.",
        ),
    ),
    "digit_sum_mod_10": Wording(
        things=(
            "the last digit of the digit sum of what the answers to {CLUES:refs} add up to when units are ignored",
            "the last digit of the digit sum of the answer to {CLUE:refs}",
        ),
        sentences=(
            "Finish line: add the answers to {CLUES:refs}, ignoring units, then add up the digits of that sum."
            " Your code is the last digit of what comes out.",
            "Add up the answers to {CLUES:refs}, ignoring units. Take the digit sum of the total and hand in its last"
            " digit.",
            "To cross the finish line, add the answers to {CLUES:refs}, ignoring units; the digits of the sum, added up"
            " in their turn, end in your code.",
            "Add up the digits of the answer to {CLUE:refs}. Your code is the last digit of their sum.",
            "Take the digit sum of the answer to {CLUE:refs} and hand in its last digit.",
        ),
    ),
    "triple_first_mod_10": Wording(
        things=(
            "the last digit of the sum, ignoring units, of the answers to {CLUES:refs}, the first of them taken thrice",
            "the last digit of thrice the answer to {CLUE:refs}",
        ),
        sentences=(
            "Finish line: add the answers to {CLUES:refs}, ignoring units, but count the first of these thrice."
            " The last digit of the sum is your code.",
            "Add up the answers to {CLUES:refs}, ignoring units and taking the first of them thrice. Your code is the"
            " last digit of the sum.",
            "To cross the finish line, triple the first of the answers to {CLUES:refs}, add the rest as they are,"
            " ignoring units, and hand in the last digit.",
            "Triple the answer to {CLUE:refs} and hand in the last digit.",
            "Your code is how thrice the answer to {CLUE:refs} ends: its last digit.",
        ),
    ),
}
"""By the operation's name. A single clue's answer is cited by `{CLUE:refs}`."""
