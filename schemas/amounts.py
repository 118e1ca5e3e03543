"""What the amounts of triplets are written in, what a person works out by hand, and the words that hide a step."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

__all__ = [
    "BOUNDS", "CURRENCIES", "CURRENCY_CODES", "HIDDEN_STEPS", "OPERATIONS", "OTHER_CODES", "OTHER_UNITS", "SPELLINGS",
    "AmountUnit", "Bounds", "Operation",
]  # fmt: skip

Operation: TypeAlias = Literal["addition", "subtraction", "multiplication", "division"]

OPERATIONS: Final[tuple[Operation, ...]] = get_args(Operation)

AmountUnit: TypeAlias = Literal[
    "count", "US dollars", "pounds sterling", "euros", "percent", "minutes", "hours", "days", "nights", "weeks",
    "grams", "kilograms", "millilitres", "litres", "cups", "centimetres", "metres", "kilometres", "miles",
    "degrees Celsius",
]  # fmt: skip
"""Units of amounts. `count` is a bare number of things, people or pages."""

CURRENCIES: Final[dict[str, AmountUnit]] = {"$": "US dollars", "£": "pounds sterling", "€": "euros"}
"""Currency by the sign written before the number."""

CURRENCY_CODES: Final[dict[str, AmountUnit]] = {"USD": "US dollars", "GBP": "pounds sterling", "EUR": "euros"}
"""Currency by the code that may stand before the number or behind it."""

SPELLINGS: Final[dict[AmountUnit, tuple[str, ...]]] = {
    "percent": ("%", "percent", "per cent"),
    "US dollars": ("dollars", "dollar", "US dollars", "US dollar", "USD", "$", "US$"),
    "pounds sterling": ("pounds sterling", "GBP", "£"),
    "euros": ("euros", "euro", "EUR", "€"),
    "minutes": ("minutes", "minute", "min", "mins"),
    "hours": ("hours", "hour", "h", "hr", "hrs"),
    "days": ("days", "day"),
    "nights": ("nights", "night"),
    "weeks": ("weeks", "week"),
    "grams": ("g", "grams", "gram"),
    "kilograms": ("kg", "kilograms", "kilogram", "kilos", "kilo"),
    "millilitres": ("ml", "millilitres", "millilitre", "milliliters", "milliliter"),
    "litres": ("litres", "litre", "l", "liters", "liter"),
    "cups": ("cups", "cup"),
    "centimetres": ("cm", "centimetres", "centimetre", "centimeters", "centimeter"),
    "metres": ("m", "metres", "metre", "meters", "meter"),
    "kilometres": ("km", "kilometres", "kilometre", "kilometers", "kilometer"),
    "miles": ("miles", "mile"),
    "degrees Celsius": ("°C", "degrees Celsius"),
}
"""How a unit is written after its number; the first is the form that generated text uses."""

OTHER_CODES: Final = (
    "¥", "₹", "₩", "₽", "₺", "₪", "c$", "a$", "nz$", "hk$", "kr", "rs", "zł", "aud", "brl", "cad", "chf", "cny", "czk",
    "dkk", "hkd", "huf", "ils", "inr", "jpy", "krw", "mxn", "nok", "nzd", "pln", "sek", "sgd", "zar",
    "x", "×", "*", "÷", "=", "+",
)  # fmt: skip
"""Money that amounts are not in, and signs of arithmetic: a number with one of them before it or behind it is not read,
nor is one with a unit of OTHER_UNITS behind it. In lower case."""

OTHER_UNITS: Final = (
    "¢", "c", "cent", "cents", "p", "penny", "pennies", "pence", "pound", "pounds", "quid", "bucks", "grand", "k",
    "yen", "yuan", "rupee", "rupees", "rouble", "roubles", "franc", "francs", "peso", "pesos", "krona", "kronor",
    "krone", "kroner", "zloty", "lira", "rand", "australian dollars", "canadian dollars", "hong kong dollars",
    "new zealand dollars", "singapore dollars", "swiss francs", "american dollars",
    "foot", "feet", "ft", "inch", "inches", "yard", "yards", "yd", "mm", "millimetres", "millimeters", "nautical miles",
    "acre", "acres", "hectare", "hectares", "sq", "square metres", "square meters", "square feet", "square miles",
    "square kilometres", "cubic metres", "cubic meters", "cubic centimetres", "m²", "m³", "cm²", "cm³", "km²",
    "ounce", "ounces", "oz", "fl oz", "lb", "lbs", "pint", "pints", "quart", "quarts", "gallon", "gallons", "tsp",
    "tbsp", "cl", "centilitre", "centilitres", "dl", "decilitre", "decilitres", "mg", "milligrams", "t", "ton", "tons",
    "tonne", "tonnes", "mph", "kph", "km/h", "m/s", "knots", "kwh", "kw", "degrees", "°", "°f", "percentage points",
    "‰",
)  # fmt: skip
"""Units that amounts don't have, as they would bring a conversion (50 cents, 5 ft). In lower case."""


class Bounds(NamedTuple):
    """What a person does by hand without noticing: largest operand, largest result, most operands, and the most
    significant digits of an operand (for × and ÷: of the smaller factor, of the divisor).
    """

    operand: int
    result: int
    operands: int
    digits: int


BOUNDS: Final[dict[Operation, Bounds]] = {
    "addition": Bounds(operand=1000, result=2000, operands=4, digits=4),
    "subtraction": Bounds(operand=2000, result=2000, operands=2, digits=4),
    "multiplication": Bounds(operand=500, result=3000, operands=2, digits=1),
    "division": Bounds(operand=1000, result=200, operands=2, digits=2),
}

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

HIDDEN_STEPS: Final = (
    "twice", "thrice", "double", "doubled", "doubling", "triple", "tripled", "tripling", "quadruple", "quadrupled",
    "twofold", "threefold", "fourfold", "fivefold", "tenfold", "halve", "halved", "halves", "halving",
    "squared", "cubed", "perimeter",
    "as much again", "as many again", "as long again", "half again", "half price", "half-price", "half off",
    "third off", "quarter off", "fifth off", "tenth off", "per cent off", "percent off", "% off", "off the price",
    "% more", "% less", "% extra", "% cheaper", "per cent more", "per cent less", "percent more", "percent less",
    "discount", "discounts", "discounted", "discounting", "plus tax", "plus VAT", "sales tax", "service charge",
    "half-hour", "half-day", "half-dozen", "quarter-hour", "quarter-mile", "quarter-pound", "quarter-litre",
    "fortnight", "fortnights", "fortnightly", "biweekly", "bi-weekly", "both", "a couple", "couple of", "couples of",
    "a score", "scores of", "threescore", "a tenner", "tenners", "a fiver", "fivers", "a pair of", "pairs of",
    "a trio", "nought", "naught", "nil",
    "every other", "every second", "alternate", "for nothing", "on the house", "night free", "nights free",
    "night is free", "nights are free", "free night", "free nights", "day free", "days free", "day is free",
    "days are free", "first … free", "last … free", "second … free", "every … free", "get … free", "costs nothing",
    "cost nothing", "for the price of",
    "return trip", "return journey", "return ticket", "return tickets", "return flight", "round trip", "round-trip",
    "there and back", "and back again", "both ways", "each way",
    "and I share", "and I split", "including me", "including myself", "counting me", "counting myself", "plus me",
    "plus myself", "besides me", "besides myself", "apart from me", "another", "remaining total", "on average",
    "the average", "the mean", "rounded", "round up", "round down", "rounding",
    "to the nearest", "VAT", "a tip", "plus tip", "plus the tip", "including tip", "with tip", "% tip",
    "with a coupon", "with my coupon", "with the coupon", "use a coupon", "a coupon for", "reduction", "reductions",
    "surcharge", "surcharges", "usual fee", "usual price", "weekday", "weekdays", "every day of", "second time",
    "third time", "split it with", "split the bill with", "equal parts", "my share", "our share",
    "buy one get one", "buy one, get one",
    "buy-one-get-one", "two-for-one", "twin pack", "twin packs", "twin-pack", "twin-packs", "my twins", "our twins",
    "for the twins", "twins and", "and the twins", "twins each", "each twin", "triplets", "quadruplets", "quintuplets",
    *(f"{day} and {other}" for day in _DAYS for other in _DAYS if day != other),
)  # fmt: skip
"""Words that bring an arithmetic step or a number without writing it; no question holds them, in whatever case. `…`
stands for one to four words of the same sentence. No list of words is complete: the first round
of a review asks people whether an item is one step."""
