"""N8 and N9: a verification question keeps the right plans, states what it should, and comes with its other half."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from schemas.canonical import content_id
from schemas.findings import Finding
from schemas.tandem import TandemVerification
from validators.registry import rule
from validators.tandem.context import Context

__all__ = ["check_half", "check_halves", "check_statement"]

FAMILY = "tandem_verification"
STATEMENT = "There is a feasible team plan that reaches the goal in fewer joint steps than each of these three."


def _finding(code: str, item: TandemVerification, place: str, message: str) -> Finding:
    return Finding(code=code, severity="critical", item=item.id, place=place, message=message[:1000])


@rule("N8", FAMILY)
def check_half(item: TandemVerification, _context: Context) -> Iterator[Finding]:
    """The id is the digest of the content, split and canary are the base question's, and the right plan is out."""
    if item.id != content_id(FAMILY, item.content()):
        yield _finding("N8.id", item, "id", f"the content's id is {content_id(FAMILY, item.content())}")
    for key in ("split", "canary"):
        if getattr(item, key) != getattr(item.base, key):
            yield _finding("N8.other-half", item, key, f"the base question has another {key}")
    wanted = item.base.gold if item.variant == "removed" else item.base.pair.removed_when_retained
    if item.removed != wanted:
        yield _finding("N8.removed", item, "removed", f"option {item.removed} is out; by the variant it is {wanted}")


@rule("N8", FAMILY)
def check_statement(item: TandemVerification, _context: Context) -> Iterator[Finding]:
    """The statement is the fixed sentence, and it is true exactly where all plans left cost more than the optimum."""
    if item.statement != STATEMENT:
        yield _finding("N8.statement", item, "statement", "it is not the sentence of all verification questions")
    left = [option.cost for n, option in enumerate(item.base.options) if n != item.removed]
    beaten = all(cost is None or cost > item.base.optimum.cost for cost in left)
    if beaten != item.better_exists:
        yield _finding("N8.truth", item, "better_exists", f"by the costs of the plans left it is {beaten}")


@rule("N9", FAMILY, "release")
def check_halves(items: Sequence[TandemVerification], _context: Context) -> Iterator[Finding]:
    """Every base question has both halves, each once."""
    of: dict[str, list[TandemVerification]] = defaultdict(list)
    for item in items:
        of[item.base.id].append(item)
    for base, halves in sorted(of.items()):
        variants = sorted(item.variant for item in halves)
        if variants != ["removed", "retained"]:
            yield _finding("N9.halves", halves[0], "variant", f"of {base} there are: {', '.join(variants)}")
