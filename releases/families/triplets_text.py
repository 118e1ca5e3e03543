"""A triplet for a person to read: its questions, each option with its verdict, and the algebra."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.triplets import Amount, Option, Triplet

__all__ = ["explain_triplet"]

SIGNS = {"addition": "+", "subtraction": "−", "multiplication": "×", "division": "÷"}


def explain_triplet(item: Triplet) -> str:
    """The whole explanation, as lines."""
    return "\n".join(_lines(item))


def _lines(item: Triplet) -> Iterator[str]:
    yield f"{item.id}  ({item.split}, {item.status})"
    yield f"{item.scenario} / {item.operation}, {item.structure}, {item.order}"
    yield f"template {item.template}: {item.source}"
    for name, question, answer in (
        ("composed", item.question_composition, f"{item.answer_composition} {item.answer_unit}"),
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
    yield f"algebra: {_algebra(item)} = {item.answer_composition} ({item.precision} decimals)"
    luck = item.luck
    yield (
        f"luck: of {luck.choices - 1} wrong choices, {luck.lucky} give the right number and {luck.plausible} another "
        "that is plausible"
    )


def _option(option: Option, chosen: bool) -> Iterator[str]:
    mark = "→" if chosen else " "
    verdict = f"rank {option.rank}" if option.fits is None else "fits" if option.fits else "does not fit"
    yield f"  {mark} {option.name}: {_amount(option.amount)}; {verdict}: {option.why}"
    for member in option.members:
        yield f"      {member.name}: {'fits' if member.fits else 'does not fit'}: {member.why}"


def _algebra(item: Triplet) -> str:
    by_name = {option.name: option.amount for option in item.options}
    chosen = [by_name[name] for name in item.choice]
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
                shown.append(_amount(item.given) if item.given else "?")
    return f" {SIGNS[item.operation]} ".join(shown)


def _amount(amount: Amount) -> str:
    return f"{amount.value} {amount.unit}" + (f" per {_singular(amount.per)}" if amount.per else "")


def _singular(unit: str) -> str:
    """A unit of the records, which are plurals, as it stands after "per"."""
    return {"count": "piece", "degrees Celsius": "degree Celsius"}.get(unit, unit.removesuffix("s"))
