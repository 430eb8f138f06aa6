"""Pictures of tables: told a scene, knowing no rules."""

from render.scene import (
    Grow,
    Layout,
    Mark,
    Motion,
    Panel,
    Result,
    Scene,
    Spot,
    Theme,
)
from render.table import draw, encode, picture

__all__ = [
    "DRAWING_VERSION",
    "Grow",
    "Layout",
    "Mark",
    "Motion",
    "Panel",
    "Result",
    "Scene",
    "Spot",
    "Theme",
    "draw",
    "encode",
    "picture",
]

DRAWING_VERSION = 1
"""Rises whenever the same scene gives other pixels; stored pictures of older versions are stale."""
