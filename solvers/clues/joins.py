"""The sentences that bring values together: merges of a diamond's branches, and the finish line."""

from __future__ import annotations

from solvers.clues.grammar import Wording

__all__ = ["BARE", "END", "FINISHES", "FINISH_FRAMES", "MERGES", "SEVERAL", "SINGLE"]

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
            "Never mind the units: throw {ref:a} and {ref:b} together and say how much that makes.",
        ),
    ),
    "absolute_difference": Wording(
        things=(
            "the difference between {ref:a} and {ref:b}, signs dropped and units ignored",
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
            "the whole part of what comes out when {ref:a} and {ref:b} are divided, {bare}, the larger by the smaller",
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
            "what is left over when {ref:a} and {ref:b}, {bare}, are divided, the larger by the smaller",
        ),
        hows=(
            "what remains of the larger of {ref:a} and {ref:b} after division by the smaller, units ignored",
            "what stays behind once the smaller of {ref:a} and {ref:b}, {bare}, has gone into the larger as often as it"
            " fits",
        ),
        sentences=(
            "Ignore the units, divide the larger of {ref:a} and {ref:b} by the smaller, and keep the remainder.",
            "Divide {ref:a} and {ref:b}, {bare}, the larger by the smaller: what remainder is left?",
            "Bring both branches together: ignoring units, find the remainder of the larger of {ref:a} and {ref:b}"
            " divided by the smaller.",
            "Never mind the units: take the smaller of {ref:a} and {ref:b} away from the larger for as long as you can,"
            " and say what is left over.",
            "Deal out the larger of {ref:a} and {ref:b}, {bare}, in portions as big as the smaller. How much can't be"
            " dealt out?",
            "Cut pieces as long as the smaller of {ref:a} and {ref:b}, {bare}, off the larger. How long is the piece"
            " that is too short in the end?",
        ),
    ),
}
"""By the operation's name; merges say that units are ignored, for their branches have different ones."""

FINISH_FRAMES = (
    "Finish line: {last}.",
    "To cross the finish line, hand in {last}.",
    "Your code is {last}.",
    "The race ends here: the code is {last}.",
    "Run for the finish and call out {last}.",
    "{last}: step onto the mat with that on your card.",
    "The finish line opens for {last}.",
    "All that is left is your code: {last}.",
    "At the finish the judges ask for {last}.",
    "What is {last}? That is your code.",
    "A last effort: find {last}, and you are done.",
)
"""Ways to hand in the answer; `{last}` is a noun phrase for a digit."""

SEVERAL = (
    "the answers to {CLUES:refs}",
    "your answers to {CLUES:refs}",
    "the results of {CLUES:refs}",
    "the outcomes of {CLUES:refs}",
)
SINGLE = (
    "the answer to {CLUE:refs}",
    "your answer to {CLUE:refs}",
    "the result of {CLUE:refs}",
    "the outcome of {CLUE:refs}",
)
BARE = ("ignoring units", "units aside", "as bare numbers", "as plain numbers", "without their units")
END = ("the last digit", "the final digit", "the rightmost digit")

FINISHES: dict[str, Wording] = {
    "sum_mod_10": Wording(
        things=(
            "{end} of the sum of {several}, {bare}",
            "{end} of what {several} add up to, {bare}",
            "{end} of the total of {several}, {bare}",
            "{end} of {single}",
            "the digit that {single} ends in",
        ),
        sentences=(
            "Add {several}, {bare}. Your code is {end} of the sum.",
            "Lump {several} together, {bare}, and read off {end}. That is your code.",
            "Ignore the units and add {several} together; hand in {end}.",
            "Total {several}, {bare}, strike out everything but {end}, and you have your code.",
            "Take {single} and hand in {end}.",
            "Strike out everything but {end} of {single}. What is left is your code.",
            "Look at {single}: it ends in your code.",
            "Nothing is left to work out: {single} has your code as {end}.",
        ),
    ),
    "absolute_difference_mod_10": Wording(
        things=(
            "{end} of the difference between {several}, {bare}",
            "{end} of the gap between {several}, {bare}",
        ),
        sentences=(
            "Of {several}, subtract the smaller from the larger, {bare}. Your code is {end} of what is left.",
            "Ignore the units: by how much does the larger of {several} exceed the smaller? Hand in {end}.",
            "Take the larger of {several}, {bare}, and count down to the smaller. Your code is {end} of your count.",
            "Compare {several}, {bare}: the gap between them ends in your code.",
            "Find how far apart {several} are, {bare}. Keep {end} as your code.",
        ),
    ),
    "product_mod_10": Wording(
        things=(
            "{end} of the product of {several}, {bare}",
            "{end} of what comes out when {several} are multiplied, {bare}",
        ),
        sentences=(
            "Multiply {several}, {bare}. Your code is {end} of the product.",
            "Ignore the units and work out the product of {several}; hand in {end}.",
            "Multiply together {several}, {bare}, strike out everything but {end}, and you have your code.",
            "Times signs at the finish: put them between {several}, {bare}. Your code is {end} of what comes out.",
            "What do {several} give when multiplied, {bare}? Keep {end} as your code.",
        ),
    ),
    "sum_complement_mod_10": Wording(
        things=(
            "the amount by which the sum of {several}, {bare}, falls short of a whole number of tens",
            "what must be added to the total of {several}, {bare}, to make a whole number of tens",
            "the amount by which {single} falls short of a whole number of tens",
            "what must be added to {single} to make a whole number of tens",
        ),
        sentences=(
            "Add {several}, {bare}, and round up to a whole number of tens. What the rounding added is your code.",
            "Ignore the units and total {several}. Your code is how much more makes it a whole number of tens.",
            "Lump {several} together, {bare}. How much more makes it a whole number of tens? Hand that in.",
            "Round {single} up to a whole number of tens. What the rounding added is your code.",
            "How much must be added to {single} to reach a whole number of tens? That is your code.",
            "Count on from {single} until you reach a whole number of tens. Your code is how far that was.",
        ),
    ),
    "digit_sum_mod_10": Wording(
        things=(
            "{end} of the digit sum of what {several} add up to, {bare}",
            "{end} of the digit sum of the total of {several}, {bare}",
            "{end} of the digit sum of {single}",
            "{end} of what the digits of {single} add up to",
        ),
        sentences=(
            "Add {several}, {bare}, then add up the digits of that. Your code is {end} of what comes out.",
            "Total {several}, {bare}. Take the digit sum of the total and hand in {end}.",
            "Ignore the units and lump {several} together. The digits of the total, added up, end in your code.",
            "Add up the digits of {single}. Your code is {end} of their sum.",
            "Take the digit sum of {single} and hand in {end}.",
            "Take {single} apart into digits, add these up, and keep {end} of what comes out as your code.",
            "Between the digits of {single} go plus signs. What comes out ends in your code.",
        ),
    ),
    "triple_first_mod_10": Wording(
        things=(
            "{end} of the sum of {several}, {bare}, the first of them taken thrice",
            "{end} of what {several} add up to, {bare}, when the first counts thrice",
            "{end} of thrice {single}",
            "{end} of {single} once that is tripled",
        ),
        sentences=(
            "Add {several}, {bare}, but count the first of these thrice. Your code is {end} of the sum.",
            "Triple the first of {several}, add the rest as they are, {bare}, and hand in {end}.",
            "Ignore the units and total {several}; the first of them goes in thrice. The total ends in your code.",
            "Lump {several} together, {bare}, with the first of them thrice. Keep {end} of the total as your code.",
            "Triple {single} and hand in {end}.",
            "Write down {single} thrice and add. What comes out ends in your code.",
            "Make {single} thrice as large, strike out everything but {end}, and you have your code.",
            "Count {single} thrice: that ends in your code.",
        ),
    ),
}
"""By the operation's name. `{several}` and `{single}` cite the clues whose answers are taken, in order, `{bare}` says
that units are ignored, and `{end}` is the last digit."""
