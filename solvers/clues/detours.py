"""The fourteen detours in words: as a noun phrase, as a question inside another, and as sentences of their own."""

from __future__ import annotations

from solvers.clues.grammar import Wording

__all__ = ["DETOURS"]

DETOURS: dict[str, Wording] = {
    "next_prime": Wording(
        things=(
            "the smallest prime number greater than {number}",
            "the next prime above {number}",
            "the first prime past {number}",
        ),
        hows=("which prime comes next above {number}", "which prime is the first past {number}"),
        sentences=(
            "Starting just above {number}, count upwards until you meet a prime.",
            "Go up from {number} to the next larger prime.",
            "Climb from {number} to the nearest prime above it.",
            "Leave {number} behind and stop at the first prime beyond it.",
        ),
    ),
    "divisor_count": Wording(
        things=("the number of positive divisors of {number}", "the count of all divisors that {number} has"),
        hows=("how many positive divisors {number} has", "how many positive whole numbers divide {number} evenly"),
        sentences=(
            "How many positive divisors does {number} have?",
            "Count the positive whole numbers that divide {number} without a remainder.",
            "Count all divisors of {number}, itself included.",
            "Take {number} and count its positive divisors.",
        ),
    ),
    "distinct_prime_factor_sum": Wording(
        things=(
            "the sum of the distinct prime factors of {number}",
            "the total of the different primes that divide {number}",
        ),
        hows=(
            "what the distinct prime factors of {number} add up to",
            "what the different primes that divide {number} come to in all",
        ),
        sentences=(
            "Add up the distinct prime factors of {number}.",
            "Factor {number} into primes and add up the different primes that occur.",
            "Take {number} and sum its distinct prime factors.",
            "Which primes divide {number}? Add them up, each of them once.",
        ),
    ),
    "largest_prime_factor": Wording(
        things=(
            "the largest prime factor of {number}",
            "the greatest prime that divides {number}",
            "the biggest prime in the factorisation of {number}",
        ),
        hows=("which prime is the largest that divides {number}", "which prime factor of {number} is the largest"),
        sentences=(
            "Factor {number} into primes and keep the largest.",
            "Break {number} up into its prime factors. The biggest of them is what counts.",
            "Take {number} and find its largest prime factor.",
            "Of all primes that divide {number}, hold on to the largest.",
        ),
    ),
    "roman_numeral_length": Wording(
        things=(
            "the number of letters in the Roman numeral for {number}",
            "the length, in letters, of the Roman numeral for {number}",
        ),
        hows=(
            "how many letters {number} has in Roman numerals",
            "how many letters a Roman would have needed to write {number}",
        ),
        sentences=(
            "Write {number} as a Roman numeral and count its letters.",
            "Write {number} the way the Romans did. How many letters is that?",
            "Count the letters in the Roman numeral for {number}.",
            "A Roman mason carves {number} into stone: how many letters are that?",
        ),
    ),
    "binary_ones": Wording(
        things=(
            "the number of ones in the binary form of {number}",
            "the count of ones among the binary digits of {number}",
        ),
        hows=("how many ones the binary form of {number} has", "how many ones {number} takes in binary"),
        sentences=(
            "Write {number} in binary and count the ones.",
            "Turn {number} into binary: how many ones does it take?",
            "Count the ones among the binary digits of {number}.",
            "Spell {number} in noughts and ones, and count only the ones.",
        ),
    ),
    "digit_reversal": Wording(
        things=(
            "the reversal of the digits of {number}, leading zeros dropped",
            "{number} read from back to front, without leading zeros",
        ),
        hows=(
            "what {number} becomes when its digits are reversed and leading zeros dropped",
            "what {number} reads like from back to front, leading zeros left out",
        ),
        sentences=(
            "Write the digits of {number} in reverse order, dropping any leading zeros.",
            "Read {number} from back to front and drop any leading zeros.",
            "Reverse the digits of {number}; leading zeros fall away.",
            "Turn {number} around, last digit first, and leave out leading zeros.",
            "Hold {number} up to a mirror, digit by digit, and rub out any zeros in front.",
        ),
    ),
    "digital_root": Wording(
        things=("the digital root of {number}",),
        hows=(
            "which single digit is left when the digits of {number} are added up again and again",
            "what digital root {number} has",
        ),
        sentences=(
            "Add up the digits of {number}, then the digits of that sum, until a single digit is left.",
            "Keep adding up the digits of {number} until only a single digit remains.",
            "Add the digits of {number} again and again until a single digit is left.",
            "Boil {number} down: add its digits, add the digits of what comes out, and stop at a single digit.",
        ),
    ),
    "digit_sum": Wording(
        things=("the sum of the digits of {number}", "the digit sum of {number}"),
        hows=("what the digits of {number} add up to", "what you get by adding the digits of {number} together"),
        sentences=(
            "Add up the digits of {number}.",
            "Take {number} and add its digits together.",
            "Take {number} apart into its digits and add these up.",
            "Put a plus sign between the digits of {number}. What does that come to?",
        ),
    ),
    "new_year_weekday": Wording(
        things=(
            "the ISO number, counted from Monday, of the weekday of New Year's Day in {year}",
            "the weekday on which {year} began, in ISO numbering",
            "the ISO weekday number of the first of January in {year}",
        ),
        hows=(
            "on which weekday {year} began, as an ISO number",
            "what ISO weekday number New Year's Day had in {year}",
        ),
        sentences=(
            "{year} began on some weekday. Which, by its ISO number?",
            "Had you woken up on the first of January in {year}, what ISO number would the weekday have had?",
            "On which weekday did New Year's Day fall in {year}? Give its ISO number, counting from Monday.",
            "Open a calendar for {year}: what ISO number, counted from Monday, has the weekday of New Year's Day?",
            "Go back to New Year's Day in {year}. Which weekday was it, as an ISO number counted from Monday?",
        ),
    ),
    "leap_years_to_2000": Wording(
        things=(
            "the number of leap years between {year} and the year 2000, both ends included",
            "the count of leap years from {year} to the year 2000, ends included, in whichever direction that is",
        ),
        hows=("how many leap years lie between {year} and the year 2000, both ends included",),
        sentences=(
            "Count the leap years between {year} and the year 2000, both ends included.",
            "How many leap years lie between {year} and the year 2000, counting both ends?",
            "Between {year} and the year 2000, ends included, how many years are leap years?",
            "Go through the years between {year} and the year 2000, both included, and count the leap years.",
            "How often did February get its extra day between {year} and the year 2000, both years included?",
        ),
    ),
    "vowel_count": Wording(
        things=(
            "the number of vowels (a, e, i, o, u) in {word}",
            "the count of letters in {word} that are a, e, i, o or u",
        ),
        hows=("how many vowels (a, e, i, o, u) there are in {word}",),
        sentences=(
            "Count the vowels (a, e, i, o, u) in {word}.",
            "How many vowels (a, e, i, o, u) does {word} have, repeats included?",
            "Spell out {word} and count its vowels (a, e, i, o, u).",
            "Take {word} and count every a, e, i, o and u in it.",
            "Cross out the consonants of {word}: how many vowels (a, e, i, o, u) stay behind?",
        ),
    ),
    "first_letter_position": Wording(
        things=(
            "the alphabet position, counted from A, of the first letter of {word}",
            "the place in the alphabet, counted from A, of the letter that {word} begins with",
        ),
        hows=("which letter of the alphabet, counted from A, {word} begins with",),
        sentences=(
            "Give the alphabet position, counted from A, of the first letter of {word}.",
            "Take the first letter of {word} and give its place in the alphabet, counted from A.",
            "What place in the alphabet, counted from A, does the first letter of {word} have?",
            "Find the first letter of {word}. Which letter of the alphabet is it, counted from A?",
            "Count through the alphabet from A to the letter that {word} begins with.",
        ),
    ),
    "scrabble_score": Wording(
        things=(
            "the sum of the English Scrabble letter points of {word}",
            "the worth of {word} in English Scrabble, letter points only",
        ),
        hows=("what {word} is worth in English Scrabble, letter points only",),
        sentences=(
            "Add up the English Scrabble letter points of {word}.",
            "What is {word} worth in English Scrabble, letter points only?",
            "Spell {word} in English Scrabble tiles and add up the letter points.",
            "Total the English Scrabble letter points of {word}, without bonus squares.",
            "Lay {word} on a table in English Scrabble tiles. How many letter points lie there?",
        ),
    ),
}
"""By the detour's name; `{number}` takes a number or a date's year, `{year}` a year, `{word}` a text."""
