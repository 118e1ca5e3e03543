"""Clues in a model's words: a real server that answers well, leaks, changes the meaning, chats, times out, or raves."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from generators.legs.clues import realise
from generators.legs.gate import told
from generators.legs.meanings import meaning_of
from generators.legs.paraphrase import Model, paraphrased
from releases.families.legs_card import leg_stats, leg_summary
from releases.families.legs_paraphrase import KEY, MODEL, URL, model_for
from releases.families.legs_text import explain_leg
from schemas.canonical import content_id
from schemas.errors import InputError, RemoteError
from schemas.legs import Leg
from schemas.recipes import Paraphrasing
from tests.chatting import Reply, Server, said, serving
from tests.validators.legedits import found
from tests.validators.legpages import pages
from tests.validators.legworld import world
from worlds.net.chat import ATTEMPTS, Chat, ChatMemory
from worlds.pages import PageSource

HIDDEN = "sk-do-not-print-me"


@dataclass(frozen=True)
class Names:
    """The tiny world's pages, as far as leaks are concerned."""

    def aliases(self, title: str) -> tuple[str, ...]:
        return pages()[title].aliases


NAMES = cast("PageSource", Names())


def asked(server: Server) -> tuple[str, str]:
    """The last request's instructions and text."""
    messages = server.seen[-1].body["messages"]
    assert isinstance(messages, list)
    system, user = (str(message["content"]) for message in messages)
    return system, user


def put(
    leg: Leg, write: Callable[[str], str], folder: Path, read: Callable[[str], str] = lambda _text: "no idea"
) -> tuple[Leg, Server]:
    """The leg through a server that writes and reads by these functions."""

    def answer(_number: int) -> Reply:
        instructions, text = asked(server)
        return said(read(text) if "one JSON object" in instructions else write(text), (100, 20))

    with serving(answer) as server:
        model = Model("some-model", ChatMemory(Chat("the paraphraser", server.base, KEY).complete, folder).complete)
        return paraphrased(leg, NAMES, model, 100, 7), server


def reworded(text: str) -> str:
    """The same step in other words of the grammar: what a good model does in the best case."""
    leg = next(leg for leg in world()[1].values() if text in leg.clues)
    stop = leg.stops[leg.clues.index(text)]
    words = (realise(meaning_of(stop), random.Random(seed)) for seed in range(100))
    return next(other for other in words if other not in leg.clues)


def loosely(text: str) -> str:
    """Words that the grammar doesn't know, with everything kept that has to be."""
    return f"Listen, racer: {text[0].lower()}{text[1:]} Off you go."


def exactly(text: str) -> str:
    """What a good reader says of loose words."""
    plain = text.removeprefix("Listen, racer: ").removesuffix(" Off you go.")
    return json.dumps(told(plain[0].upper() + plain[1:]))


@pytest.fixture(params=["music", "airports", "dates"])
def leg(request: pytest.FixtureRequest) -> Leg:
    return world()[1][request.param]


def outcomes(leg: Leg) -> set[tuple[str, str | None]]:
    return {(one.outcome, one.code) for one in leg.paraphrases}


def test_other_words_of_the_grammar_are_kept(leg: Leg, tmp_path: Path) -> None:
    made, server = put(leg, reworded, tmp_path)
    assert outcomes(made) == {("inverts", None)}
    assert all(clue != plain for clue, plain in zip(made.clues, leg.clues, strict=True))
    assert tuple(one.plain for one in made.paraphrases) == leg.clues
    assert len(server.seen) == len(leg.clues)
    assert (made.stops, made.answer) == (leg.stops, leg.answer)
    assert made.id == content_id("leg", made) != leg.id
    assert found(made) == {}


def test_free_words_are_kept_where_a_model_reads_the_same_step_in_them(leg: Leg, tmp_path: Path) -> None:
    made, server = put(leg, loosely, tmp_path, exactly)
    assert outcomes(made) == {("read_back", None)}
    assert all(clue.startswith("Listen, racer") for clue in made.clues)
    assert len(server.seen) == 2 * len(leg.clues)
    assert found(made) == {}


def leaks_title(text: str) -> str:
    return f"{text} By the way, it is about Ada Norrland."


def tells_a_number(leg: Leg) -> Callable[[str], str]:
    value = next(str(stop.value.value) for stop in leg.stops if stop.value.type == "number")
    return lambda text: f"{text} (It is {value}.)"


@pytest.mark.parametrize(
    ("write", "codes"),
    [
        (leaks_title, {"L12.title"}),
        (lambda text: f"{text} It is twenty-six.", {"L12.operand-printed"}),
        (lambda text: f"{text} It is 26.", {"paraphrase.dropped"}),
        (lambda text: f"Use maps_geocode. {text}", {"L12.tool-name"}),
        (lambda text: f"Sure! {text}", {"L12.preamble"}),
        (lambda text: f"Here is the clue in other words: {text}", {"L12.preamble"}),
        (lambda text: f"**{text}**", {"L12.preamble"}),
        (lambda text: text * 5, {"L12.preamble"}),
        (lambda _text: "", {"L12.preamble"}),
        (lambda text: text.upper(), {"paraphrase.same"}),
        (lambda _text: "Go on to the next page and have a look around.", {"L13.unreadable", "paraphrase.dropped"}),
        (lambda text: text.replace("clue 1", "clue 9"), {"paraphrase.same", "paraphrase.dropped"}),
    ],
)
def test_what_leaks_chats_or_drops_something_is_turned_away(
    write: Callable[[str], str], codes: set[str], tmp_path: Path
) -> None:
    leg = world()[1]["dates"]
    made, _ = put(leg, write, tmp_path)
    assert {one.outcome for one in made.paraphrases} == {"refused"}
    assert {one.code for one in made.paraphrases} == codes
    assert made.clues == leg.clues
    assert found(made) == {}


def test_another_meaning_is_turned_away_whoever_reads_it(tmp_path: Path) -> None:
    leg = world()[1]["dates"]
    other = {"detour": "Find the digital root of the answer to clue 3."}

    def changed(text: str) -> str:
        return other["detour"] if leg.clues.index(text) == 3 else loosely(text)

    def misreads(text: str) -> str:
        step = dict(json.loads(exactly(text)))
        return json.dumps({**step, "a": 1, "field": "died", "refs": [1]})

    made, _ = put(leg, changed, tmp_path, misreads)
    assert outcomes(made) == {("refused", "L13.other-step")}
    assert made.clues == leg.clues


@pytest.mark.parametrize("garbage", ["", "I can't tell.", "[1, 2]", '{"type": "unclear"}', "{" * 5000, "null"])
def test_a_reader_that_raves_keeps_nothing(garbage: str, tmp_path: Path) -> None:
    made, _ = put(world()[1]["dates"], loosely, tmp_path, lambda _text: garbage)
    assert {one.outcome for one in made.paraphrases} == {"refused"}
    assert {one.code for one in made.paraphrases} <= {"L13.unreadable", "L13.other-step"}


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(200, b"<html>not json", {}), "no chat completion"),
        (Reply(200, b'{"choices": [{"message": {"content": 7}}]}', {}), "no chat completion"),
        (Reply(500, b"", {}), "HTTP 500"),
        (Reply(200, b"{}", {}, delay=3.0), "no reply within"),
    ],
)
def test_a_service_that_fails_fails_the_build_and_says_so(reply: Reply, words: str, tmp_path: Path) -> None:
    with serving(lambda _: reply) as server:
        chat = Chat("the paraphraser", server.base, KEY, timeout=0.3, pause=0.01)
        model = Model("some-model", ChatMemory(chat.complete, tmp_path).complete)
        with pytest.raises(RemoteError, match=words):
            paraphrased(world()[1]["dates"], NAMES, model, 100, 7)
    assert len(server.seen) == ATTEMPTS
    assert list(tmp_path.rglob("*.json")) == []


def test_the_same_again_asks_nobody_and_gives_the_same_bytes(tmp_path: Path) -> None:
    leg = world()[1]["music"]
    made, server = put(leg, loosely, tmp_path, exactly)
    again, idle = put(leg, lambda _text: "something else", tmp_path)
    assert again == made
    assert server.seen
    assert idle.seen == []


def test_a_share_of_the_clues_is_put_to_the_model(tmp_path: Path) -> None:
    leg = world()[1]["music"]
    with serving(lambda _: said(reworded(asked(server)[1]))) as server:
        model = Model("some-model", ChatMemory(Chat("it", server.base, KEY).complete, tmp_path).complete)
        made = paraphrased(leg, NAMES, model, 40, 7)
    assert 0 < len(made.paraphrases) == len(server.seen) < len(leg.clues)
    assert found(made) == {}


@pytest.fixture
def keyed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for variable in (MODEL, URL):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv(KEY, HIDDEN)
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path))
    return tmp_path


def test_the_key_is_sent_and_never_written(keyed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    leg = world()[1]["dates"]
    with serving(lambda _: said(reworded(asked(server)[1]))) as server:
        model = model_for(Paraphrasing(model="some-model", base_url=server.base))
        made = paraphrased(leg, NAMES, model, 100, 7)
    assert {one.authorization for one in server.seen} == {f"Bearer {HIDDEN}"}
    kept = [path.read_text() for path in keyed.rglob("*.json")]
    assert len(kept) == len(leg.clues)
    told = [*kept, made.model_dump_json(), explain_leg(made), *capsys.readouterr()]
    assert not any(HIDDEN in text or server.base in text for text in told)


def test_model_and_address_may_come_from_the_environment(keyed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=MODEL):
        model_for(Paraphrasing())
    with pytest.raises(InputError, match="in the clear"):
        model_for(Paraphrasing(model="m", base_url="http://elsewhere.invalid/v1"))
    with pytest.raises(InputError, match=URL):
        model_for(Paraphrasing(model="m")).complete({"model": "m"})
    with serving(lambda _: said("hello", (3, 1))) as server:
        monkeypatch.setenv(MODEL, "of-the-environment")
        monkeypatch.setenv(URL, server.base)
        model = model_for(Paraphrasing())
        assert model.name == "of-the-environment"
        assert model.complete({"model": model.name}).text == "hello"
    assert len(list(keyed.rglob("*.json"))) == 1


def test_the_card_tells_cost_and_acceptance(tmp_path: Path) -> None:
    good, _ = put(world()[1]["music"], loosely, tmp_path, exactly)
    bad, _ = put(world()[1]["dates"], leaks_title, tmp_path)
    stats = leg_stats([good, bad])["paraphrases"]
    assert stats == {
        "models": ["some-model"], "tried": 14, "inverts": 0, "read_back": 9, "refused": {"L12.title": 5},
        "calls": 23, "prompt_tokens": 2300, "completion_tokens": 460,
    }  # fmt: skip
    table = next(one for one in leg_summary([good, bad], {}).tables if "model" in one.title)
    told = {("clues put to it", "14"), ("kept in all", "64 %"), ("refused: L12.title", "5"), ("calls", "23")}
    assert told <= set(table.rows)
    assert "plainly: " in explain_leg(good)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"plain": "Add up the digits of the number from clue 2."}, "L13.plain-differs"),
        ({"reading": '{"type": "detour", "transform": "digit_sum", "a": 2, "part": "value"}'}, "L13.read-otherwise"),
        ({"reading": "nonsense"}, "L13.read-otherwise"),
        ({"outcome": "refused", "code": "L12.title", "reading": None}, "L13.bad-paraphrase"),
        ({"outcome": "inverts", "reading": None}, "L13.unreadable"),
        ({"clue": 90}, "L13.bad-paraphrase"),
    ],
)
def test_a_false_record_of_a_paraphrase_is_found(change: dict[str, object], code: str, tmp_path: Path) -> None:
    made, _ = put(world()[1]["dates"], loosely, tmp_path, exactly)
    records = [one.model_copy(update=change) if one.clue == 3 else one for one in made.paraphrases]
    false = made.model_copy(update={"paraphrases": tuple(records)})
    assert code in found(false.model_copy(update={"id": content_id("leg", false)}))


def test_words_that_lost_a_reference_are_found(tmp_path: Path) -> None:
    made, _ = put(world()[1]["dates"], loosely, tmp_path, exactly)
    clues = tuple(clue.replace("clue 3", "that clue") for clue in made.clues)
    false = made.model_copy(update={"clues": clues})
    assert "L13.dropped" in found(false.model_copy(update={"id": content_id("leg", false)}))
