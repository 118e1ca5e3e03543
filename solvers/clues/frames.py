"""The sentences that ask for a quantity, whatever it is: `{thing}` is a noun phrase, `{how}` an inner question."""

from __future__ import annotations

__all__ = ["ASKED", "DETOUR_FRAMES", "MEASURE_FRAMES", "MERGE_FRAMES"]

ASKED = (
    "What is {thing}?",
    "Find {thing}.",
    "Work out {thing}.",
    "Write down {thing}.",
    "To go on, you need {thing}.",
    "Next you need {thing}.",
    "The judges want to see {thing}.",
    "Nobody gets past here without {thing}.",
    "Work out {how}.",
    "Find out {how}.",
    "The judges ask {how}.",
    "Before you race on, find out {how}.",
)
"""Ways to ask for any quantity."""

DETOUR_FRAMES = (
    *ASKED,
    "Detour: find {thing}.",
    "Detour: work out {how}.",
    "A detour takes you to {thing}.",
    "On this detour, find out {how}.",
)

MEASURE_FRAMES = (
    "What is {thing}{rounded}?",
    "Find {thing}{rounded}.",
    "What you need next is {thing}{rounded}.",
    "Bring the judges {thing}.{then_round}",
    "To go on, you need {thing}{rounded}.",
    "Get hold of {thing}.{then_round}",
    "The judges want to see {thing}.{then_round}",
    "Roadblock: find {thing}{rounded}.",
    "Roadblock: find out {how}{rounded}.",
    "Find out {how}.{then_round}",
    "The judges ask {how}{rounded}.",
    "Before you race on, find out {how}{rounded}.",
    "Nobody gets past here without {thing}.{then_round}",
)
"""Ways to ask for a measured quantity, with room for how it is to be rounded."""

MERGE_FRAMES = (
    *ASKED,
    "Bring both branches together: find {thing}.",
    "Both branches end here. Work out {how}.",
    "The paths meet again at {thing}.",
    "Let both paths meet: what is {thing}?",
)
