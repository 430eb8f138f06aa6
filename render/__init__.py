"""Pictures of tables: told a scene, knowing no rules.

``draw`` shows a table; ``replay`` a whole game in motion and ``replay_ending`` how it ended;
``draw_cover`` a deal without a card of it; ``draw_share``, ``draw_distribution`` and
``draw_calendar`` results. Everything may be called from several threads.
"""

from render.charts import (
    Bar,
    Calendar,
    Day,
    DayState,
    Distribution,
    draw_calendar,
    draw_distribution,
)
from render.cover import Cover, draw_cover
from render.replay import replay, replay_ending
from render.scene import (
    UNKNOWN,
    Cell,
    Chips,
    Extent,
    Finale,
    Grow,
    Layout,
    Mark,
    Panel,
    Result,
    Scene,
    Theme,
    Trail,
)
from render.share import ShareCard, draw_share
from render.table import draw, encode

__all__ = [
    "DRAWING_VERSION",
    "UNKNOWN",
    "Bar",
    "Calendar",
    "Cell",
    "Chips",
    "Cover",
    "Day",
    "DayState",
    "Distribution",
    "Extent",
    "Finale",
    "Grow",
    "Layout",
    "Mark",
    "Panel",
    "Result",
    "Scene",
    "ShareCard",
    "Theme",
    "Trail",
    "draw",
    "draw_calendar",
    "draw_cover",
    "draw_distribution",
    "draw_share",
    "encode",
    "replay",
    "replay_ending",
]

DRAWING_VERSION = 4
"""Rises whenever the same scene gives other pixels; stored pictures of older versions are stale."""
