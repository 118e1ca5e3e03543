"""The sentences that say what to do with what was found: detours, roadblocks, merges and the finish."""

from __future__ import annotations

__all__ = ["DETOURS", "FINISHES", "MERGES", "ROADBLOCKS"]

DETOURS: dict[str, tuple[str, ...]] = {
    "next_prime": (
        "Find the smallest prime number greater than {number}.",
        "Which prime comes next above {number}?",
        "Starting just above {number}, count upwards until you meet a prime.",
        "Go up from {number} to the next larger prime.",
    ),
    "divisor_count": (
        "How many positive divisors does {number} have?",
        "Count the positive whole numbers that divide {number} without a remainder.",
        "Count all divisors of {number}, itself included.",
        "Take {number} and count its positive divisors.",
    ),
    "distinct_prime_factor_sum": (
        "Add up the distinct prime factors of {number}.",
        "What is the sum of the distinct prime factors of {number}?",
        "Factor {number} into primes and add up the different primes that occur.",
        "Take {number} and sum its distinct prime factors.",
    ),
    "largest_prime_factor": (
        "What is the largest prime factor of {number}?",
        "Factor {number} into primes and keep the largest.",
        "Find the greatest prime that divides {number}.",
        "Take {number} and find its largest prime factor.",
    ),
    "roman_numeral_length": (
        "Write {number} as a Roman numeral and count its letters.",
        "How many letters does {number} have in Roman numerals?",
        "Write {number} the way the Romans did. How many letters is that?",
        "Count the letters in the Roman numeral for {number}.",
    ),
    "binary_ones": (
        "Write {number} in binary and count the ones.",
        "How many ones are there in the binary form of {number}?",
        "Turn {number} into binary: how many ones does it take?",
        "Count the ones among the binary digits of {number}.",
    ),
    "digit_reversal": (
        "Write the digits of {number} in reverse order, dropping any leading zeros.",
        "Read {number} from back to front and drop any leading zeros.",
        "Reverse the digits of {number}; leading zeros fall away.",
        "Turn {number} around, last digit first, and leave out leading zeros.",
    ),
    "digital_root": (
        "Add up the digits of {number}, then the digits of that sum, until a single digit is left.",
        "Find the digital root of {number}.",
        "Keep adding up the digits of {number} until only a single digit remains.",
        "Add the digits of {number} again and again until a single digit is left.",
    ),
    "digit_sum": (
        "Add up the digits of {number}.",
        "What is the sum of the digits of {number}?",
        "Take {number} and add its digits together.",
        "Find the digit sum of {number}.",
    ),
    "new_year_weekday": (
        "On which weekday did New Year's Day fall in {year}? Give its ISO number, counting from Monday.",
        "Give the ISO number of the weekday, counted from Monday, of New Year's Day in {year}.",
        "Find the weekday of New Year's Day in {year}, as an ISO number counted from Monday.",
        "Open a calendar for {year}: what ISO number, counted from Monday, has the weekday of New Year's Day?",
    ),
    "leap_years_to_2000": (
        "Count the leap years between {year} and the year 2000, both ends included.",
        "How many leap years lie between {year} and the year 2000, counting both ends?",
        "Between {year} and the year 2000, ends included, how many years are leap years?",
        "Go through the years between {year} and the year 2000, both included, and count the leap years.",
    ),
    "vowel_count": (
        "Count the vowels (a, e, i, o, u) in {word}.",
        "How many vowels (a, e, i, o, u) does {word} have, repeats included?",
        "Spell out {word} and count its vowels (a, e, i, o, u).",
        "Take {word} and count every a, e, i, o and u in it.",
    ),
    "first_letter_position": (
        "Give the alphabet position, counted from A, of the first letter of {word}.",
        "Take the first letter of {word} and give its place in the alphabet, counted from A.",
        "What place in the alphabet, counted from A, does the first letter of {word} have?",
        "Find the first letter of {word}. Which letter of the alphabet is it, counted from A?",
    ),
    "scrabble_score": (
        "Add up the English Scrabble letter points of {word}.",
        "What is {word} worth in English Scrabble, letter points only?",
        "Spell {word} in English Scrabble tiles and add up the letter points.",
        "Total the English Scrabble letter points of {word}, without bonus squares.",
    ),
}

ROADBLOCKS: dict[str, tuple[str, ...]] = {
    "days_between": (
        "How many days apart are the date from clue {INT:a} and the date from clue {INT:b}?",
        "Count the days that separate the date from clue {INT:a} from the date from clue {INT:b}.",
        "Work out the distance in days between the date from clue {INT:a} and the date from clue {INT:b}.",
        "Take the date from clue {INT:a} and the date from clue {INT:b}. How many days lie between them?",
    ),
    "unit_conversion": (
        "Convert {ref:a} to {unit}{rounded}.",
        "Express {ref:a} in {unit}{rounded}.",
        "What is {ref:a} in {unit}{rounded}?",
        "Turn {ref:a} into {unit}{rounded}.",
    ),
    "country_population": (
        "Ask the country tables how many people live in the country from clue {INT:a}.",
        "Take the country from clue {INT:a} and have its population looked up in the country tables.",
        "Have the number of inhabitants looked up for the country from clue {INT:a}.",
        "How many people do the country tables give for the country from clue {INT:a}?",
    ),
    "country_area": (
        "Ask the country tables how many square kilometres the country from clue {INT:a} covers.",
        "Take the country from clue {INT:a} and have its area in square kilometres looked up in the country tables.",
        "Have the area in square kilometres looked up for the country from clue {INT:a}.",
        "How many square kilometres do the country tables give for the country from clue {INT:a}?",
    ),
    "geocode_elevation": (
        "How many metres above sea level does the ground lie at the place from clue {INT:a}{rounded}?",
        "Have the ground's elevation in metres looked up for the place from clue {INT:a}{rounded}.",
        "Find the elevation in metres at the place from clue {INT:a}{rounded}.",
        "Look up how high the place from clue {INT:a} lies, in metres above sea level{rounded}.",
    ),
    "geocode_distance": (
        "How far is it in kilometres, as the crow flies, from the place from clue "
        "{INT:a} to the place from clue {INT:b}{rounded}?",
        "Measure the great-circle distance in kilometres between the place from clue "
        "{INT:a} and the place from clue {INT:b}{rounded}.",
        "Find the straight-line distance over the globe, in kilometres, between the place from "
        "clue {INT:a} and the place from clue {INT:b}{rounded}.",
        "Fly in a great circle from the place from clue {INT:a} to the place from clue "
        "{INT:b}. How many kilometres is that{rounded}?",
    ),
}

MERGES: dict[str, tuple[str, ...]] = {
    "sum": (
        "Ignore the units and add {ref:a} to {ref:b}.",
        "Add {ref:a} and {ref:b} as bare numbers, ignoring units.",
        "Bring both branches together: ignoring units, add {ref:a} and {ref:b}.",
        "Ignoring units, what is the sum of {ref:a} and {ref:b}?",
    ),
    "absolute_difference": (
        "Ignore the units and subtract the smaller of {ref:a} and {ref:b} from the larger.",
        "Find the difference between {ref:a} and {ref:b} as bare numbers, ignoring units and sign.",
        "Bring both branches together: ignoring units, subtract the smaller of {ref:a} and {ref:b} from the larger.",
        "Ignoring units, by how much does the larger of {ref:a} and {ref:b} exceed the smaller?",
    ),
}

FINISHES: dict[str, tuple[str, ...]] = {
    "sum_mod_10": (
        "Finish line: add the answers to {CLUES:refs}, ignoring units. The last digit of the sum is your code.",
        "Add up the answers to {CLUES:refs}, ignoring units. Your code is the last digit of the sum.",
        "Your code is the last digit of the sum of the answers to {CLUES:refs}, units ignored.",
        "To cross the finish line, add the answers to {CLUES:refs}, ignoring units, and hand in the last digit.",
        "Ignore the units and add the answers to {CLUES:refs} together; the last digit is the code.",
        "Finish line: the last digit of the answer to {CLUE:refs} is your code.",
        "Your code is the last digit of the answer to {CLUE:refs}.",
        "Take the answer to {CLUE:refs} and hand in its last digit.",
        "The race ends here: hand in the last digit of the answer to {CLUE:refs}.",
        "To cross the finish line, hand in the last digit of the answer to {CLUE:refs}.",
    ),
    "absolute_difference_mod_10": (
        "Finish line: ignoring units, subtract the smaller of the answers to {CLUES:refs} from the larger."
        " The last digit is your code.",
        "Your code is the last digit of the difference between the answers to {CLUES:refs}, ignoring units and sign.",
        "Ignoring units, subtract the smaller of the answers to {CLUES:refs} from the larger."
        " Your code is the last digit of what is left.",
        "To cross the finish line, ignore the units, subtract the smaller of the answers to {CLUES:refs} from the"
        " larger and hand in the last digit.",
        "Ignore the units: by how much does the larger of the answers to {CLUES:refs} exceed the smaller?"
        " The last digit is the code.",
    ),
}
