"""Ways to break a sound maths-first triplet, each under the code that must find it."""

from __future__ import annotations

from tests.triplets.breaking import Break, add, put, reword
from tests.triplets.making import edited

__all__ = ["REVERSED_BREAKS"]

RIDE, SOUP, STAGE = "hiking-club-ride", "soup-for-the-fridge", "open-stage-turn"
FAR = [(f"options.{place}.sensible.{end}", str(9000 + place)) for place in (0, 1, 3) for end in ("low", "high")]

REVERSED_BREAKS = [
    Break("T1.undeclared-number", RIDE, reword("to the lake", "to the 2 lakes")),
    Break("T1.missing-number", SOUP, put(("amounts.0.value", "1400"))),
    Break("T1.wrong-answer", RIDE, put(("answer_math", "43"))),
    Break("T1.wrong-answer", SOUP, lambda item: edited(item, ("amounts", [
        one.model_dump(mode="json") for one in item.amounts[::-1]]))),
    Break("T1.wrong-operation", STAGE, put(("operation", "subtraction"))),
    Break("T1.not-by-hand", RIDE, put(("amounts.0.value", "60000"))),
    Break("T1.units", SOUP, put(("answer_unit", "grams"))),
    Break("T1.hidden-step", STAGE, reword("which are shared", "on average shared")),
    Break("T2.range-empty", RIDE, put(("options.0.sensible.low", "5"))),
    Break("T2.range-empty", SOUP, put(("options.3.sensible.high", "11000"))),
    Break("T2.range-empty", STAGE, put(("options.0.sensible.low", "0.6"))),
    Break("T2.not-one-range", RIDE, put(("options.1.sensible.high", "42"))),
    Break("T2.not-one-range", SOUP, put(("options.1.sensible.high", "349"))),
    Break("T2.not-one-range", STAGE, put(("options.2.sensible.low", "4"))),
    Break("T2.verdicts", RIDE, put(("options.0.fits", True))),
    Break("T2.verdicts", SOUP, put(("choice", ["an eggcup"]))),
    Break("T2.lucky-slip", RIDE, put(("options.2.sensible.low", "13"))),
    Break("T2.lucky-slip", SOUP, put(("options.1.sensible.high", "1200"))),
    Break("T2.lucky-slip", STAGE, put(("options.1.sensible.low", "0.25"))),
    Break("T2.tell-tale", RIDE, put(*FAR)),
    Break("T2.luck-count", RIDE, put(("luck.choices", 9))),
    Break("T2.luck-count", STAGE, put(("luck.plausible", 0))),
    Break("T3.not-its-parts", RIDE, add("question_composition", "Please.")),
    Break("T3.not-its-parts", SOUP, add("question_commonsense", "Please.")),
    Break("T3.not-its-parts", STAGE, add("question_math", "Please.")),
    Break("T3.maths-in-commonsense", SOUP, add("question_commonsense", "{maths_ask}")),
    Break("T3.maths-in-commonsense", STAGE, add("question_commonsense", "{maths_step}")),
    Break("T3.commonsense-in-maths", RIDE, add("question_math", "{commonsense_step}")),
    Break("T3.mention-missing", RIDE, put(("options.0.mention", "a taxi  cab"))),
    Break("T3.mention-name", RIDE, put(("options.0.mention", "the company"))),
    Break("T3.contexts-differ", SOUP, put(("parts.plain_context", "Take what you like."))),
    Break("T3.contexts-differ", STAGE, put(("options.0.plain_mention", "a drum roll"))),
    Break("T3.given-missing", SOUP, put(("amounts.0.text", "1500 millilitres"))),
    Break("T3.result-not-stated", RIDE, reword("42 people", "43 people")),
    Break("T3.result-not-stated", SOUP, put(("parts.statement", "Some of the soup is left."))),
    Break("T3.result-not-stated", STAGE, reword("gets 4 minutes", "gets 4 hours")),
    Break("T3.quantity-in-commonsense", RIDE, reword("What should I hire", "What of the 3 should I hire")),
    Break("T3.quantity-in-commonsense", SOUP, lambda item: edited(
        item, ("question_commonsense", item.question_composition))),
    Break("T3.entities", STAGE, add("question_math", "I like the pop song.")),
    Break("T3.entities", RIDE, reword("a minibus", "a van", "question_commonsense")),
    Break("T4.choice-named", RIDE, add("parts.statement", "They like the coach.")),
    Break("T4.choice-named", STAGE, add("parts.maths_ask", "Is it enough for a pop song?")),
    Break("T4.choice-stated", SOUP, add("question_composition", "{statement}")),
    Break("T4.choice-stated", RIDE, add("question_math", "{statement}")),
    Break("T4.reason-printed", RIDE, add("question_composition", "{why}")),
    Break("T4.answer-printed", RIDE, add("question_composition", "I think there are 42.")),
    Break("T4.answer-printed", SOUP, add("question_math", "Is it 350 ml?")),
    Break("T5.answer-not-choice", RIDE, put(("answer_composition", "minibus"))),
    Break("T5.answer-not-choice", SOUP, put(("answer_composition", "a cereal bowl"))),
    Break("T5.answer-not-choice", STAGE, put(("answer_composition", "4"))),
    Break("T5.choice-not-accepted", RIDE, put(("answers_commonsense", ["bus"]))),
    Break("T5.wrong-choice-accepted", RIDE, put(("answers_commonsense", ["coach", "taxi"]))),
    Break("T5.precision", STAGE, put(("answer_math", "4.5"))),
    Break("T5.amount-text", SOUP, put(("amounts.0.value", "1400"))),
    Break("T6.id", RIDE, lambda item: edited(item, ("options.0.sensible.high", "3"), keep_id=True)),
]  # fmt: skip
