"""The embedded atlas: a closed wiki made from open tables, so that everything runs with no network and no key."""

from __future__ import annotations

from worlds.atlas.source import AtlasSource

__all__ = ["AtlasSource"]
