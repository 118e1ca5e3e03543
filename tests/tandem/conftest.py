"""What the kitchen's tests share: the packaged kitchen and the simulator of an order."""

from __future__ import annotations

import pytest

from worlds.kitchen.rules import Kitchen, packaged_kitchen


@pytest.fixture(scope="session")
def kitchen() -> Kitchen:
    return packaged_kitchen()
