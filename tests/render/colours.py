"""Contrast as WCAG 2.2 defines it."""

from render.themes import Colour


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0 (black) … 1 (white)."""

    def linear(level: int) -> float:
        share = level / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = colour
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio as WCAG 2.2 defines it, 1 … 21."""
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
