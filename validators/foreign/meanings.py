"""What each code of an audit of foreign legs says in a few words, in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["MEANINGS"]

MEANINGS: Mapping[str, str] = {
    "L1.no-finish": "the last stop computes no answer",
    "L1.dead-stop": "nothing on the way to the answer takes the stop's value",
    "L2.dead-diamond": "a diamond whose merge the answer doesn't need, or that joins no two branches on one source",
    "L2.variant": "a compositional leg without a diamond",
    "L3.bad-reference": "a value is taken from a stop that isn't earlier",
    "L3.literal": "values are written into code where references should stand",
    "L3.stale-transform": "a transform's value isn't that of its source",
    "L3.stale-merge": "a merge's value isn't that of its branches",
    "L3.stale-answer": "the passcode isn't what the finish gives of the values it takes",
    "L4.order-as-data": "depends_on lists stops whose values aren't taken",
    "L5.truncated-operand": "the finish cuts off a fraction",
    "L5.truncated-source": "a transform or a merge cuts off a fraction",
    "L6.volatile-answer": "the answer rests on a tool whose answers change",
    "L7.absent": "no revision, span or recorded call",
    "L8.misread-year": "a year of founding or opening that is none",
    "L8.phone-as-area": "an area that is a telephone prefix",
    "L8.feet-only": "a height in feet whose inches are lost",
    "L9.interface-languages": "the interface's list of languages is read",
    "L9.table-of-contents": "the table of contents is read",
    "L10.bare-latitude": "the place asked about is half a pair of coordinates",
    "L10.centroid": "an elevation that is that of a whole country's centre",
    "L10.wrong-territory": "a figure of another territory, or of no one country",
    "L10.market-holiday": "a stock on a day without trading",
    "L11.saturated-count": "a count at the size of a page of results",
    "L11.no-rating": "a rating of 0, which means none",
    "L12.title": "the riddle names a page to be found",
    "L12.operand-printed": "the last clue prints an operand",
    "L12.preamble": "words before the first clue",
    "L13.clue-count": "more or fewer clues than stops",
    "L13.last-clue-omits": "the last clue leaves out a clue that the finish takes",
    "L13.last-clue-extra": "the last clue cites a clue that the finish doesn't take",
    "L15.missed-digit": "a finish that can't give every digit",
    "L15.unfair-answers": "the digits aren't equally often the answer",
    "L17.same-path": "another leg visits the same pages in the same order",
    "L17.same-facts": "another leg reads the same facts of the same pages",
    "L17.crowded-page": "a page that is in too many legs",
    "L18.identity": "a transform that changes nothing",
    "L18.self-link": "a link that leads to the page it is on",
}
