"""A triplet for a person to read: its questions, each option with its verdict, and the algebra."""

from __future__ import annotations

from collections.abc import Iterator

from releases.markdown import plain, table
from schemas.triplets import Amount, Option, Triplet

__all__ = ["example_triplet", "explain_triplet"]

SIGNS = {"addition": "+", "subtraction": "−", "multiplication": "×", "division": "÷"}


def explain_triplet(item: Triplet) -> str:
    """The whole explanation, as lines."""
    return "\n".join(_lines(item))


def example_triplet(item: Triplet) -> str:
    """The three questions with their answers, as the card shows them."""
    rows = (
        ("composed", plain(item.question_composition), _composed(item)),
        ("commonsense", plain(item.question_commonsense), plain(item.answers_commonsense[0])),
        ("maths", plain(item.question_math), f"{item.answer_math} {item.answer_unit}"),
    )
    return table(("asked", "question", "answer"), rows)


def _lines(item: Triplet) -> Iterator[str]:
    yield f"{item.id}  ({item.split}, {item.status})"
    yield f"{item.scenario} / {item.operation}, {item.structure}, {item.order}"
    yield f"template {item.template}: {item.source}"
    for name, question, answer in (
        ("composed", item.question_composition, _composed(item)),
        ("commonsense", item.question_commonsense, " | ".join(item.answers_commonsense)),
        ("maths", item.question_math, f"{item.answer_math} {item.answer_unit}"),
    ):
        yield ""
        yield f"{name}: {question}"
        yield f"  answer: {answer}"
    yield ""
    yield "options:"
    for option in item.options:
        yield from _option(option, option.name in item.choice)
    yield ""
    decimals = f"{item.precision} decimal{'' if item.precision == 1 else 's'}"
    yield f"algebra: {_algebra(item)} = {item.number} ({decimals})"
    luck = item.luck
    if item.order == "maths-first":
        told = f"of {luck.choices - 1} slips, {luck.lucky} choose the right option and {luck.plausible} another"
    else:
        told = (
            f"of {luck.choices - 1} wrong choices, {luck.lucky} give the right number and {luck.plausible} another "
            "that is plausible"
        )
    yield f"luck: {told}"


def _composed(item: Triplet) -> str:
    """The composed answer: a number with its unit, or a choice."""
    return item.answer_composition + ("" if item.order == "maths-first" else f" {item.answer_unit}")


def _option(option: Option, chosen: bool) -> Iterator[str]:
    mark = "→" if chosen else " "
    verdict = f"rank {option.rank}" if option.fits is None else "fits" if option.fits else "does not fit"
    told = verdict if option.amount is None else f"{_amount(option.amount)}; {verdict}"
    if option.sensible is not None:
        told = f"sensible from {option.sensible.low} to {option.sensible.high}; {verdict}"
    yield f"  {mark} {option.name}: {told}: {option.why}"
    for member in option.members:
        yield f"      {member.name}: {'fits' if member.fits else 'does not fit'}: {member.why}"


def _algebra(item: Triplet) -> str:
    by_name = {option.name: option.amount for option in item.options if option.amount is not None}
    chosen = [by_name[name] for name in item.choice if name in by_name]
    shown: list[str] = []
    for role in item.operands:
        match role:
            case "chosen":
                shown += [_amount(amount) for amount in chosen]
            case "first":
                shown.append(_amount(chosen[0]))
            case "last":
                shown.append(_amount(chosen[-1]))
            case "given":
                shown += [_amount(amount) for amount in item.stated] or ["?"]
    return f" {SIGNS[item.operation]} ".join(shown)


def _amount(amount: Amount) -> str:
    return f"{amount.value} {amount.unit}" + (f" per {_singular(amount.per)}" if amount.per else "")


def _singular(unit: str) -> str:
    """A unit of the records, which are plurals, as it stands after "per"."""
    return {"count": "piece", "degrees Celsius": "degree Celsius"}.get(unit, unit.removesuffix("s"))
