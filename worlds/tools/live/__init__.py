"""Live tools: one provider for every backend, all behind the one registry."""

from __future__ import annotations

from worlds.tools.live.box import LiveToolBox, ToolOutage
from worlds.tools.live.config import LiveConfig

__all__ = ["LiveConfig", "LiveToolBox", "ToolOutage"]
