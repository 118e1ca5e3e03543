"""No text hides a number or a step: it is read exactly, or said to hold one, by both readers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.triplets import load_library
from generators.triplets.faults import SENTENCES
from schemas.amounts import HIDDEN_STEPS
from solvers.triplets.hidden import hidden_steps
from solvers.triplets.quantities import read_quantities
from tests.triplets.making import edited, item_of
from validators.triplets import check_triplet
from validators.triplets.amounts import figures
from validators.triplets.hidden import hidden_in

HIDING = [
    "I get a third off.", "It takes two-thirds of it.", "Cut three quarters away.", "Bring a couple of chairs.",
    "There's room for a score of guests.", "Grandpa adds a tenner.", "He pays with a fiver.",
    "Every other night is free.", "The first night is free.", "The second guest stays for free.",
    "You may have it for nothing.",
    "Both his brothers come along.", "I go there twice.", "It costs half as much again.", "I pay 5 € more.",
    "The tip is USD 20.", "A locker costs 50 cents.", "The tax is €5.", "Breakfast is £3.50.", "The bed is 5 ft long.",
    "The bed is 5' long.", "There's 20% off.", "Prices are up by 10 per cent more.", "We go there and back.",
    "It's a three-course meal.", "The half-price sale is on.", "Halve the amount.", "Round up what comes out.",
    "Two friends and I share it.", "Everybody pays, including me.", "Every second one goes.", "We stay a fortnight.",
    "It's paid by the dozen.", "Take the third from the left.", "Stay ⅛ longer.", "Add 1 299 to it.",
    "It'll be ten times that.", "A gross is a dozen dozens.", "Children get in at half price.",
    "Buy three, get one free.",
    "We leave a tip.", "Prices are without VAT.", "There's a reduction for children.", "Mind the surcharge.",
    "We go on weekdays.", "We train every day of the week.", "It's our second time.", "I split the bill with Ann.",
    "How much is my share?", "Give it to the nearest euro.", "It's buy one, get one.", "I take the twin pack.",
    "It's for the twins.", "The triplets come along.", "I work on Monday and Thursday.", "I pay with a coupon.",
    "They want the usual fee.", "Put a quarter back.",
    "Nought comes of it.", "On average it's so.", "It's threefold.", "I'd pay double.",
]  # fmt: skip


@pytest.mark.parametrize("sentence", HIDING)
def test_a_hidden_number_or_step_is_never_skipped(sentence: str) -> None:
    first, second = read_quantities(sentence), figures(sentence)
    assert first.quantities or first.unread or list(hidden_steps(sentence))
    assert second.known or second.unread or hidden_in(sentence)
    item = item_of("swim-before-breakfast")
    for place in ("question_composition", "question_math"):
        broken = edited(item, (place, f"{sentence} {getattr(item, place)}"))
        codes = {finding.code for finding in check_triplet(broken) if finding.place == place}
        assert codes & {"T1.hidden-step", "T1.unread-number", "T1.undeclared-number"}


@pytest.mark.parametrize("phrase", HIDDEN_STEPS)
def test_every_phrase_is_found_however_it_stands(phrase: str) -> None:
    words = phrase.replace("…", "one or two")
    for text in (
        f"So {words}, then.",
        words.upper(),
        f"({words})",
        "it is  \n".join(["", *[words.replace(" ", "\n ")]]),
    ):
        assert phrase in list(hidden_steps(text))
        assert phrase in hidden_in(text)
    assert phrase not in [*hidden_steps(f"x{words}x"), *hidden_in(f"x{words}x")]


@given(
    st.lists(
        st.sampled_from(
            sorted({word for phrase in HIDDEN_STEPS for word in phrase.split() if word != "…"} | {"20", "so.", "in"})
        ),
        max_size=12,
    ).map(" ".join)
)
def test_two_searches_find_the_same_phrases(text: str) -> None:
    assert tuple(hidden_steps(text)) == hidden_in(text)


def test_what_only_looks_like_one_is_left_alone() -> None:
    text = (
        "The bothy's couple-free scoreboard shows quarter-final and semi-final; for once it rains again. The other "
        "rest is left over by now, every time. Dogs are free of charge, says the receptionist on the third-floor."
    )
    assert read_quantities(text) == ((), ())
    assert figures(text) == ((), (), ())
    assert [*hidden_steps(text), *hidden_in(text)] == []


def test_no_packaged_template_hides_anything() -> None:
    """Of the second reader too: loading the library asks the first."""
    for template in load_library():
        for key in SENTENCES:
            text = getattr(template.text, key)
            for name in ("options", "chosen", "first", "last", "given"):
                text = text.replace("{" + name + "}", "so")
            assert figures(text) == ((), (), ()), template.name
            assert hidden_in(text) == (), template.name
        for option in template.options:
            assert figures(option.name) == ((), (), ()), option.name
            assert hidden_in(option.name) == (), option.name
