"""Ways to break a sound triplet, each under the code that must find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

from schemas.canonical import JSON, dump
from schemas.triplets import Triplet
from tests.triplets.making import edited, remade

__all__ = ["BREAKS", "Break", "add", "put", "reword"]

Edit = Callable[[Triplet], Triplet]
FRIDGE, SWIM, JOBS, CRATES = "fridge-unpacking", "swim-before-breakfast", "redecorating-jobs", "moving-crates"
TEXTS = ("question_composition", "question_commonsense", "question_math", "parts", "options", "given")


class Break(NamedTuple):
    """A finding's code, the template whose item is broken, and how."""

    code: str
    template: str
    edit: Edit


def put(*edits: tuple[str, JSON]) -> Edit:
    return lambda item: edited(item, *edits)


def reword(old: str, new: str, *keys: str) -> Edit:
    """Replace words in the texts, or only in some of them."""

    def edit(item: Triplet) -> Triplet:
        values = dump(item)
        assert old in str(values), old
        for key in keys or TEXTS:
            values[key] = _replaced(values[key], old, new)
        return remade(values)

    return edit


def renumber(old: str, new: str, mention: str) -> Edit:
    """Replace an option's number in its mention (written with `{}` for the number), in all texts and in its record."""

    def edit(item: Triplet) -> Triplet:
        changed = reword(mention.format(old), mention.format(new))(item)
        values = dump(changed)
        for option in cast("list[dict[str, dict[str, JSON]]]", values["options"]):
            if option["amount"]["value"] == old:
                option["amount"]["value"] = new
                option["amount"]["text"] = str(option["amount"]["text"]).replace(old, new)
        return remade(values)

    return edit


def reorder(key: Callable[[dict[str, JSON]], object]) -> Edit:
    def edit(item: Triplet) -> Triplet:
        values = dump(item)
        values["options"] = sorted(cast("list[dict[str, JSON]]", values["options"]), key=key)  # type: ignore[arg-type]
        return remade(values)

    return edit


def add(field: str, words: str) -> Edit:
    """Add words behind a text, which may name other texts of the item in braces."""

    def edit(item: Triplet) -> Triplet:
        named = {**dump(item.parts), "why": item.options[0].why, "answer": item.answer_composition}
        above, _, last = field.rpartition(".")
        text = str(cast("dict[str, JSON]", dump(item)[above])[last] if above else dump(item)[field])
        return edited(item, (field, f"{text} {words.format(**named)}"))

    return edit


def then(*edits: Edit) -> Edit:
    def edit(item: Triplet) -> Triplet:
        for one in edits:
            item = one(item)
        return item

    return edit


def _replaced(value: JSON, old: str, new: str) -> JSON:
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_replaced(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, old, new) for key, one in value.items()}
    return value


def _answer(text: str) -> Edit:
    return put(("answer_composition", text), ("answer_math", text))


def _with_members(item: Triplet) -> Triplet:
    member: JSON = {"name": "salt", "fits": True, "why": "No reason."}
    return edited(item, ("options.0.members", [member]))


def _twice(item: Triplet) -> Triplet:
    return edited(item, ("answers_commonsense", [item.answers_commonsense[0], *item.answers_commonsense]))


MANY = "They are " + ", ".join(str(number) for number in range(30, 46)) + "."

BREAKS = [
    Break("T1.unread-number", FRIDGE, reword("I've just", "At 9:30 I've just")),
    Break("T1.unread-number", FRIDGE, reword("the supermarket", "the supermarket on the 3rd")),
    Break("T1.unread-number", SWIM, reword("For next month", "For room A4")),
    Break("T1.undeclared-number", FRIDGE, reword("the supermarket", "the two supermarkets")),
    Break("T1.undeclared-number", SWIM, reword("every morning", "on 3 mornings")),
    Break("T1.undeclared-number", JOBS, reword("the spare room", "the spare room of 14 m", "question_math")),
    Break("T1.missing-number", FRIDGE, put(("options.0.amount.value", "10"))),
    Break("T1.missing-number", SWIM, put(("given.value", "6"))),
    Break("T1.missing-number", SWIM, reword("5 nights", "some nights", "question_math")),
    Break("T1.answers-differ", FRIDGE, put(("answer_math", "23"))),
    Break("T1.answers-differ", SWIM, put(("answer_composition", "850.5"))),
    Break("T1.answers-differ", JOBS, put(("answer_math", "-10"))),
    Break("T1.hidden-step", FRIDGE, reword("How many items", "Doubled, how many items")),
    Break("T1.hidden-step", SWIM, reword("walk out", "walk out twice and")),
    Break("T1.hidden-step", JOBS, reword("the last job", "the last job both ways", "question_math")),
    Break("T1.wrong-answer", FRIDGE, _answer("24")),
    Break("T1.wrong-answer", SWIM, _answer("700")),
    Break("T1.wrong-answer", JOBS, put(("operands", ["last", "first"]))),
    Break("T1.wrong-answer", SWIM, put(("operands", ["chosen", "given", "first"]))),
    Break("T1.too-many-numbers", FRIDGE, add("question_composition", MANY)),
    Break("T1.too-many-numbers", SWIM, add("question_math", MANY)),
    Break("T1.too-many-numbers", JOBS, add("question_composition", MANY)),
    Break("T1.no-reading", FRIDGE, _answer("99")),
    Break("T1.no-reading", SWIM, _answer("850.01")),
    Break("T1.no-reading", JOBS, reword("110 minutes", "111 minutes", "question_math")),
    Break("T1.two-readings", FRIDGE, renumber("8", "13", "{} bags of rice")),
    Break("T1.two-readings", FRIDGE, renumber("2", "16", "{} boxes of cornflakes")),
    Break("T1.two-readings", JOBS, renumber("80", "35", "{} minutes for rolling")),
    Break("T1.wrong-operation", SWIM, put(("operation", "addition"))),
    Break("T1.wrong-operation", SWIM, put(("operation", "division"))),
    Break("T1.wrong-operation", JOBS, put(("operation", "addition"))),
    Break("T1.wrong-operands", FRIDGE, put(("choice", ["packs of raw chicken", "pots of yoghurt"]))),
    Break("T1.wrong-operands", SWIM, put(("choice", ["a ranch on the prairie"]))),
    Break("T1.wrong-operands", JOBS, put(("operands", ["last", "first"]))),
    Break("T1.not-by-hand", FRIDGE, renumber("9", "9001", "{} packs of raw chicken")),
    Break("T1.not-by-hand", SWIM, then(reword("5 nights", "11 nights"), put(("given.value", "11")))),
    Break("T1.not-by-hand", JOBS, _answer("-10")),
    Break("T1.not-by-hand", CRATES, then(reword("takes 4", "takes 0.123"), put(("given.value", "0.123")))),
    Break("T1.units", FRIDGE, put(("answer_unit", "grams"))),
    Break("T1.units", SWIM, put(("answer_unit", "nights"))),
    Break("T1.units", SWIM, reword(" a night", " a week")),
    Break("T1.units", JOBS, put(("answer_unit", "hours"))),
    Break("T2.no-verdict", FRIDGE, put(("options.0.fits", None))),
    Break("T2.no-verdict", FRIDGE, _with_members),
    Break("T2.no-verdict", JOBS, put(("options.2.rank", None))),
    Break("T2.no-verdict", CRATES, put(("options.0.members", []))),
    Break("T2.verdicts", FRIDGE, put(("options.0.fits", False))),
    Break("T2.verdicts", FRIDGE, put(("options.1.fits", True))),
    Break("T2.verdicts", SWIM, put(("options.0.fits", True))),
    Break("T2.verdicts", JOBS, put(("options.2.rank", 9))),
    Break("T2.verdicts", JOBS, put(("options.2.rank", 8))),
    Break("T2.verdicts", CRATES, put(("options.2.members.0.fits", False))),
    Break("T2.unknown-option", FRIDGE, put(("choice", ["tins of beans"]))),
    Break("T2.unknown-option", SWIM, put(("options.0.name", "a cottage in the dunes by the shore"))),
    Break("T2.unknown-option", JOBS, put(("choice", ["the furniture", "the room"]))),
    Break("T2.no-alternative", FRIDGE, lambda item: edited(item, ("choice", [o.name for o in item.options]))),
    Break("T2.no-alternative", SWIM, lambda item: edited(item, ("choice", [o.name for o in item.options]))),
    Break("T2.no-alternative", JOBS, lambda item: edited(item, ("choice", [o.name for o in item.options]))),
    Break("T2.lucky-choice", FRIDGE, renumber("8", "13", "{} bags of rice")),
    Break("T2.lucky-choice", SWIM, renumber("180", "170", "${} a night")),
    Break("T2.lucky-choice", JOBS, renumber("80", "35", "{} minutes for rolling")),
    Break("T2.tell-tale", CRATES, then(
        renumber("64", "63", "({} pieces)"), renumber("52", "51", "({} pieces)"), renumber("20", "21", "({} pieces)"))),
    Break("T2.tell-tale", SWIM, put(*((f"options.{place}.amount.value", "-5") for place in range(3)))),
    Break("T2.tell-tale", CRATES, put(*((f"options.{place}.amount.value", "0") for place in (0, 1, 3)))),
    Break("T2.luck-count", FRIDGE, put(("luck.choices", 30))),
    Break("T2.luck-count", SWIM, put(("luck.lucky", 1))),
    Break("T2.luck-count", JOBS, put(("luck.plausible", 0))),
    Break("T3.not-its-parts", FRIDGE, add("question_composition", "Please.")),
    Break("T3.not-its-parts", FRIDGE, add("question_commonsense", "Please.")),
    Break("T3.not-its-parts", FRIDGE, add("question_math", "Please.")),
    Break("T3.not-its-parts", JOBS, add("parts.statement", "Please.")),
    Break("T3.commonsense-in-maths", FRIDGE, add("question_math", "{commonsense_step}")),
    Break("T3.commonsense-in-maths", SWIM, add("question_math", "{commonsense_ask}")),
    Break("T3.commonsense-in-maths", JOBS, add("question_math", "{commonsense_step}")),
    Break("T3.maths-in-commonsense", FRIDGE, add("question_commonsense", "{maths_step}")),
    Break("T3.maths-in-commonsense", SWIM, add("question_commonsense", "{maths_step}")),
    Break("T3.maths-in-commonsense", JOBS, add("question_commonsense", "{maths_step}")),
    Break("T3.mention-amount", FRIDGE, put(("options.0.amount.value", "10"))),
    Break("T3.mention-amount", SWIM, put(("options.0.amount.per", None))),
    Break("T3.mention-amount", JOBS, put(("options.0.amount.unit", "hours"))),
    Break("T3.mention-amount", FRIDGE, reword("9 packs", "9 packs for 2 weeks")),
    Break("T3.mention-missing", FRIDGE, put(("options.0.mention", "9 packs of raw  chicken"))),
    Break("T3.mention-missing", SWIM, put(("options.1.plain_mention", "a ranch on the prairies"))),
    Break("T3.mention-missing", JOBS, add("parts.context", "And 80 minutes for rolling the top coat over the primer.")),
    Break("T3.mention-name", FRIDGE, put(("options.0.mention", "9 packs"))),
    Break("T3.mention-name", SWIM, put(("options.1.plain_mention", "a ranch"))),
    Break("T3.mention-name", JOBS, put(("options.2.name", "rolling the top coat over the prime"))),
    Break("T3.contexts-differ", FRIDGE, put(("parts.plain_context", "I'm unpacking."))),
    Break("T3.contexts-differ", SWIM, put(("parts.plain_context", "I can offer places."))),
    Break("T3.contexts-differ", JOBS, add("parts.context", "Hurry up.")),
    Break("T3.given-missing", SWIM, put(("given.text", "6 nights"))),
    Break("T3.given-missing", SWIM, add("parts.maths_step", "I mean 5 nights.")),
    Break("T3.given-missing", CRATES, reword("takes 4 pieces", "takes four pieces")),
    Break("T3.quantity-in-commonsense", FRIDGE, reword("Which of my", "Which three of my")),
    Break("T3.quantity-in-commonsense", SWIM, reword("place do", "place at 9:30 do")),
    Break("T3.quantity-in-commonsense", JOBS, lambda item: edited(
        item, ("question_commonsense", item.question_composition))),
    Break("T3.choice-not-stated", FRIDGE, reword("pots of yoghurt and", "and", "parts", "question_math")),
    Break("T3.choice-not-stated", FRIDGE, put(("parts.statement", "All but the bags of rice go in."))),
    Break("T3.choice-not-stated", JOBS, lambda item: edited(item, ("choice", list(item.choice[::-1])))),
    Break("T3.choice-not-stated", CRATES, reword("only the red crate", "only the grey crate", "parts")),
    Break("T3.entities", FRIDGE, reword("pots of yoghurt", "pots of yogurt", "question_commonsense")),
    Break("T3.entities", SWIM, reword("He will stay", "At the ranch on the prairie he will stay", "question_math")),
    Break("T3.entities", CRATES, reword("bedside lamps", "bedside tables", "question_composition")),
    Break("T4.choice-named", FRIDGE, add("parts.commonsense_step", "Mind the pots of yoghurt.")),
    Break("T4.choice-named", SWIM, add("parts.maths_step", "It is no ranch on the prairie.")),
    Break("T4.choice-named", CRATES, add("parts.commonsense_ask", "Is it the Red Crate?")),
    Break("T4.choice-stated", FRIDGE, add("question_composition", "{statement}")),
    Break("T4.choice-stated", SWIM, add("question_commonsense", "{statement}")),
    Break("T4.choice-stated", JOBS, add("question_composition", "{statement}")),
    Break("T4.reason-printed", FRIDGE, add("question_composition", "{why}")),
    Break("T4.reason-printed", JOBS, add("question_commonsense", "{why}")),
    Break("T4.reason-printed", CRATES, add("question_math", "Saucepans are for cooking.")),
    Break("T4.answer-printed", FRIDGE, add("question_composition", "I think it is {answer}.")),
    Break("T4.answer-printed", SWIM, add("question_math", "Is it ${answer}?")),
    Break("T4.answer-printed", JOBS, add("question_composition", "My guess is {answer} minutes.")),
    Break("T4.ordered-by-rank", JOBS, reorder(lambda option: cast("int", option["rank"]))),
    Break("T4.ordered-by-rank", "temperature-probes", reorder(lambda option: -cast("int", option["rank"]))),
    Break("T4.ordered-by-rank", "first-and-last-of-the-day", reorder(lambda option: cast("int", option["rank"]))),
    Break("T4.ordered-by-answer", FRIDGE, reorder(lambda option: option["fits"])),
    Break("T4.ordered-by-answer", "magnet-tray", reorder(lambda option: not option["fits"])),
    Break("T4.ordered-by-answer", "cabin-without-power", reorder(lambda option: option["fits"])),
    Break("T5.not-normalised", SWIM, put(("answers_commonsense", ["cottage in the dunes by the shore."]))),
    Break("T5.not-normalised", CRATES, put(("answers_commonsense", ["Red crate", "red crate"]))),
    Break("T5.not-normalised", CRATES, put(("answers_commonsense", ["red crate", "the red crate"]))),
    Break("T5.not-a-set", FRIDGE, lambda item: edited(
        item, ("answers_commonsense", list(item.answers_commonsense[::-1])))),
    Break("T5.not-a-set", JOBS, _twice),
    Break("T5.not-a-set", SWIM, _twice),
    Break("T5.choice-not-accepted", FRIDGE, put(("answers_commonsense", ["pots of yoghurt"]))),
    Break("T5.choice-not-accepted", SWIM, put(("answers_commonsense", ["cottage"]))),
    Break("T5.choice-not-accepted", JOBS, lambda item: edited(item, ("choice", list(item.choice[::-1])))),
    Break("T5.wrong-choice-accepted", FRIDGE, put(("answers_commonsense", ["bags of rice"]))),
    Break("T5.wrong-choice-accepted", SWIM, put(("answers_commonsense", ["ranch on the prairie"]))),
    Break("T5.wrong-choice-accepted", FRIDGE, put(("answers_commonsense", ["bags of rice, pots of yoghurt"]))),
    Break("T5.wrong-choice-accepted", SWIM, put(("options.0.aliases", ["a hut"]), ("answers_commonsense", ["hut"]))),
    Break("T5.precision", FRIDGE, _answer("22.5")),
    Break("T5.precision", SWIM, _answer("850.125")),
    Break("T5.precision", JOBS, put(("answer_math", "10.1"))),
    Break("T5.trailing-zeros", FRIDGE, _answer("22.0")),
    Break("T5.trailing-zeros", SWIM, _answer("850.00")),
    Break("T5.trailing-zeros", JOBS, put(("answer_math", "10.0"))),
    Break("T5.currency-precision", SWIM, put(("precision", 0))),
    Break("T5.currency-precision", FRIDGE, put(("answer_unit", "euros"))),
    Break("T5.currency-precision", "microwave-bowls", put(("precision", 1))),
    Break("T5.amount-text", FRIDGE, put(("options.0.amount.text", "nine or ten"))),
    Break("T5.amount-text", SWIM, put(("given.text", "5"))),
    Break("T5.amount-text", SWIM, put(("options.0.amount.text", "140 a night"))),
    Break("T6.id", FRIDGE, lambda item: edited(item, ("answer_math", "23"), keep_id=True)),
    Break("T6.id", SWIM, lambda item: edited(item, ("options.0.why", "Because."), keep_id=True)),
    Break("T6.id", JOBS, lambda item: edited(item, ("status", "accepted"), keep_id=True)),
]  # fmt: skip
