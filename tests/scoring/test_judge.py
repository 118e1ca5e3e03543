"""The judge against a real server on loopback: verdicts, refusals, delays, garbage, and what is kept of them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from releases.scoring.base import Options
from releases.scoring.humans import Agreement, agreement
from releases.scoring.judge import KEY, Judge, read_verdicts
from releases.scoring.score import score
from schemas.canonical import canonical_bytes
from schemas.errors import InputError, RemoteError
from tests.chatting import Reply, said, serving
from tests.scoring.items import made
from worlds.net.chat import ATTEMPTS

ITEMS = made(5)


def ask(judge: Judge, answer: str = "the drill, I suppose") -> str:
    return judge.ask(ITEMS[0].id, "Which of them?", ("power drill",), answer).verdict


def quick(base: str, verdicts: Path | None = None, timeout: float = 5.0) -> Judge:
    return Judge(base, "some-model", verdicts, timeout=timeout, pause=0.01)


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ('{"verdict": "right"}', "right"),
        ('{"verdict":"wrong"}', "wrong"),
        ('```json\n{"verdict": "right"}\n```', "right"),
        ("right", "unusable"),
        ("", "unusable"),
        ('{"verdict": "maybe"}', "unusable"),
        ('{"verdict": "right"} {"verdict": "wrong"}', "unusable"),
    ],
)
def test_a_verdict_is_read_only_where_there_is_exactly_one(reply: str, word: str) -> None:
    with serving(lambda _: said(reply)) as server:
        assert ask(quick(server.base)) == word
    (seen,) = server.seen
    assert seen.path == "/v1/chat/completions"
    assert seen.body["temperature"] == 0
    assert seen.body["model"] == "some-model"


def test_verdicts_are_recorded_and_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    with serving(lambda _: said('{"verdict": "right"}')) as server:
        assert ask(quick(server.base, path)) == "right"
        before = path.read_bytes()
        assert ask(quick(server.base, path)) == "right"
        assert ask(quick(server.base, path), "another answer") == "right"
    assert len(server.seen) == 2
    assert path.read_bytes().startswith(before)
    assert [verdict.verdict for verdict in read_verdicts(path)] == ["right", "right"]


def test_recorded_verdicts_need_no_server(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    with serving(lambda _: said('{"verdict": "wrong"}')) as server:
        ask(quick(server.base, path))
    assert ask(quick("http://127.0.0.1:9/v1", path)) == "wrong"


def test_too_many_requests_are_waited_for_as_the_service_asks() -> None:
    busy = Reply(429, b"slow down", {"Retry-After": "0.2"})
    with serving(lambda n: said('{"verdict": "right"}') if n else busy) as server:
        begin = time.monotonic()
        assert ask(quick(server.base)) == "right"
        assert time.monotonic() - begin >= 0.2
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(429, b"", {}), "HTTP 429"),
        (Reply(503, b"", {}), "HTTP 503"),
        (Reply(200, b"<html>not json", {}), "no chat completion"),
        (Reply(200, b"[" * 100_000, {}), "no chat completion"),
        (Reply(200, b'{"choices": []}', {}), "no chat completion"),
        (Reply(200, b'{"choices": [{"message": {"content": null}}]}', {}), "no chat completion"),
        (Reply(200, b"x" * 1_500_000, {}), "more than"),
        (Reply(200, b"not gzip", {"Content-Encoding": "gzip"}), "DecodingError"),
        (Reply(200, b"", {}, delay=0.6), "no reply within 0.2 s"),
    ],
)
def test_a_service_that_keeps_failing_is_named_after_bounded_attempts(reply: Reply, told: str) -> None:
    with serving(lambda _: reply) as server, pytest.raises(RemoteError, match="gave up after 4 attempts") as caught:
        ask(quick(server.base, timeout=0.2 if reply.delay else 5.0))
    assert told in str(caught.value)
    assert server.base in str(caught.value)
    assert len(server.seen) == ATTEMPTS


def test_one_failure_is_forgiven() -> None:
    with serving(lambda n: said('{"verdict": "right"}') if n else Reply(200, b"garbage", {})) as server:
        assert ask(quick(server.base)) == "right"


def test_a_refusal_is_final_and_tells_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-secret")
    refusal = Reply(401, b"wrong key: sk-secret", {})
    with serving(lambda _: refusal) as server, pytest.raises(RemoteError, match="HTTP 401") as caught:
        ask(quick(server.base))
    assert "secret" not in str(caught.value)
    assert KEY in str(caught.value)
    (seen,) = server.seen
    assert seen.authorization == "Bearer sk-secret"


def test_a_redirect_is_not_followed_with_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-secret")
    with serving(lambda _: said("")) as other:
        moved = Reply(307, b"", {"Location": f"{other.base}/chat/completions"})
        with serving(lambda _: moved) as server, pytest.raises(RemoteError, match="HTTP 307"):
            ask(quick(server.base))
    assert other.seen == []


@pytest.mark.parametrize("base", ["ftp://x/v1", "127.0.0.1:80", "http://", "http://u:p@host/v1", "http://host/?x=1"])
def test_an_address_that_is_none_is_refused(base: str) -> None:
    with pytest.raises(InputError):
        Judge(base, "m", None)


def test_a_key_is_not_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-secret")
    with pytest.raises(InputError, match="in the clear"):
        Judge("http://example.test/v1", "m", None)
    Judge("https://example.test/v1", "m", None)
    monkeypatch.delenv(KEY)
    Judge("http://example.test/v1", "m", None)


def test_scoring_asks_only_where_no_match_says_right_and_records_the_verdicts(tmp_path: Path) -> None:
    release, predictions, verdicts = (tmp_path / name for name in ("items.jsonl", "p.jsonl", "v.jsonl"))
    release.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in ITEMS))
    lines = []
    for place, item in enumerate(ITEMS):
        chosen = ", ".join(item.choice) if place >= 3 else ("no idea", "the usual one", "what you'd think")[place]
        lines.append({"id": item.id, "commonsense": chosen, "math": item.answer_math, "composition": "1000000"})
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    words = ("right", "wrong", "unusable")
    human = tmp_path / "human.jsonl"
    human.write_text("".join(json.dumps({"id": item.id, "right": True}) + "\n" for item in ITEMS[:5]))
    options = Options(None, 0, 100, "", "some-model", verdicts, human)
    with serving(lambda n: said(json.dumps({"verdict": words[n]}))) as server:
        (part,) = score(release, predictions, options._replace(judge=server.base)).parts
    told = part.report
    assert len(server.seen) == 3
    assert told["judge"] == {"model": "some-model", "asked": 3, "right": 1, "wrong": 1, "unusable": 1}
    commonsense = told["commonsense"]
    assert isinstance(commonsense, dict)
    assert (commonsense["count"], commonsense["wrong"], commonsense["unread"]) == (18, 1, 1)
    assert isinstance(told["agreement"], dict)
    assert (told["agreement"]["sample"], told["agreement"]["agree"]) == (4, 3)
    assert told["agreement"]["right_only_by_people"] == 1
    again = score(release, predictions, options._replace(judge="http://127.0.0.1:9/v1"))
    assert again.parts[0].report == told


def test_a_judge_without_a_model_is_refused(tmp_path: Path) -> None:
    release, predictions = tmp_path / "i.jsonl", tmp_path / "p.jsonl"
    release.write_bytes(canonical_bytes(ITEMS[0]) + b"\n")
    predictions.write_text(
        json.dumps({"id": ITEMS[0].id, "commonsense": "x", "math": None, "composition": None}) + "\n"
    )
    with pytest.raises(InputError, match="--judge-model"):
        score(release, predictions, Options(judge="http://127.0.0.1:9/v1"))


def test_agreement_is_that_of_the_textbook_example() -> None:
    """Cohen's kappa of 20, 5, 10 and 15 of 50: observed 0.7, by chance 0.5, kappa 0.4."""
    ours = {f"{n}": n < 25 for n in range(50)}
    people = {f"{n}": n < 20 or 25 <= n < 35 for n in range(50)}
    found = agreement(ours, people)
    assert found == Agreement(50, 35, 5, 10, 15)
    assert found.kappa() == pytest.approx(0.4)
    assert found.interval() == pytest.approx((0.562, 0.809), abs=0.001)
