"""Statistics as pictures: how results are spread, and the calendar of a streak."""

from dataclasses import dataclass
from enum import Enum

from PIL import Image

from render import poster
from render.felt import plate
from render.fonts import Face, fitting_size
from render.pen import pill, write
from render.scene import Theme
from render.shapes import CHECK, ring_mask, rounded_mask, shape_mask
from render.themes import Palette


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it counts, how many, and whether it is the one just reached."""

    label: str
    value: int
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each result was reached. ``lines`` are facts in words under the title."""

    title: str
    under: str
    bars: tuple[Bar, ...]
    lines: tuple[str, ...] = ()
    theme: Theme = Theme.GREEN


class DayState(Enum):
    """What a day of the calendar saw."""

    NONE = "none"  # nothing, or it is still to come
    PLAYED = "played"
    WON = "won"
    SPARE = "spare"  # missed, and a spare day has stood for it


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar: its number, what it saw, whether it is today."""

    label: str
    state: DayState = DayState.NONE
    today: bool = False


@dataclass(frozen=True, slots=True)
class Calendar:
    """Days in rows of one week; ``None`` leaves a field empty. ``lines`` stand beside them."""

    title: str
    under: str
    weekdays: tuple[str, ...]
    days: tuple[Day | None, ...]
    lines: tuple[str, ...] = ()
    theme: Theme = Theme.GREEN


_LOZENGE = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]


def draw_distribution(chart: Distribution) -> Image.Image:
    """Upright bars with counts above and labels below, one's own count ringed; RGB, 960 × 640."""
    image, colours = poster.ground(chart.theme)
    width, height = image.size
    left, right = poster.MARGIN, width - poster.MARGIN
    top = poster.title(image, chart.title, chart.under, colours, right - left)
    bottom = height - 30
    if chart.lines:
        bottom -= 48 * len(chart.lines) + 14
        box = (left, bottom + 20, right, height - 18)
        poster.facts(image, chart.lines, box, colours)
    plate(image, (left - 18, top, right + 18, bottom), colours)
    _bars(image, chart.bars, (left + 6, top + 62, right - 6, bottom - 56), colours)
    return image


def _bars(
    image: Image.Image, bars: tuple[Bar, ...], box: tuple[int, int, int, int], colours: Palette
) -> None:
    if not bars:
        return
    left, top, right, bottom = box
    most = max(1, *(bar.value for bar in bars))
    pitch = (right - left) / len(bars)
    room = round(pitch * 0.88)
    size = min(fitting_size(bar.label, Face.TEXT, 32, room) for bar in bars)
    image.paste(colours.plate_line, (left, bottom, right, bottom + 2))
    for number, bar in enumerate(bars):
        start, end = left + (number + 0.14) * pitch, left + (number + 0.86) * pitch
        middle = round((start + end) / 2)
        tall = round((bottom - top) * bar.value / most)
        ink = colours.accent if bar.mine else colours.text
        if tall:
            shape = (round(end - start), tall)
            radius = min(12, tall / 2)
            fill = colours.accent if bar.mine else colours.quiet
            image.paste(fill, (round(start), bottom - tall), rounded_mask(shape, radius))
            foot = min(12, tall)
            image.paste(fill, (round(start), bottom - foot, round(start) + shape[0], bottom))
        count = (middle, bottom - tall - 12)
        if bar.mine:
            above = (middle, count[1] - 14)
            pill(image, above, str(bar.value), 34, None, ink, ink, round(pitch))
        else:
            write(image, str(bar.value), count, ink, 34, anchor="m", room=room)
        write(image, bar.label, (middle, bottom + 40), ink, size, anchor="m")


def draw_calendar(calendar: Calendar) -> Image.Image:
    """A field a day: won days filled with a tick, played days ringed, spare days in a lozenge; RGB,
    960 × 640."""
    image, colours = poster.ground(calendar.theme)
    width, height = image.size
    left, right = poster.MARGIN, width - poster.MARGIN
    top = poster.title(image, calendar.title, calendar.under, colours, right - left)
    middle = left + 590
    plate(image, (left - 18, top, middle, height - 26), colours)
    columns = len(calendar.weekdays)
    rows = -(-len(calendar.days) // columns)
    pitch_x = (middle - left - 6) / columns
    pitch_y = (height - 36 - top - 52) / max(1, rows)
    for column, word in enumerate(calendar.weekdays):
        x = left + round((column + 0.5) * pitch_x)
        write(image, word, (x, top + 40), colours.quiet, 28, anchor="m")
    for number, day in enumerate(calendar.days):
        if day:
            x = left + round((number % columns + 0.5) * pitch_x)
            y = top + 52 + round((number // columns + 0.5) * pitch_y)
            _day(image, day, (x, y), round(min(pitch_x, pitch_y) * 0.86), colours)
    box = (middle + 32, top + 6, right + 18, height - 40)
    poster.facts(image, calendar.lines, box, colours)
    return image


def _day(image: Image.Image, day: Day, at: tuple[int, int], side: int, colours: Palette) -> None:
    corner = (at[0] - side // 2, at[1] - side // 2)
    radius = side * 0.24
    size = round(side * 0.44)
    ink, lower = colours.quiet, 0.36
    if day.state is DayState.WON:
        image.paste(colours.accent, corner, rounded_mask((side, side), radius))
        ink = colours.accent_ink
        tick, lower = round(side * 0.28), 0.46
        cell = (corner[0] + side - tick - 3, corner[1] + 3)
        image.paste(ink, cell, shape_mask([CHECK], (tick, tick)))
    elif day.state is DayState.PLAYED:
        image.paste(colours.accent, corner, ring_mask((side, side), radius, 4))
        ink = colours.text
    elif day.state is DayState.SPARE:
        image.paste(colours.accent, corner, _lozenge(side))
        ink = colours.text
    if day.today:
        bar = (at[0] - side // 4, corner[1] + side - 8, at[0] + side // 4, corner[1] + side - 5)
        image.paste(ink, bar)
    write(image, day.label, (at[0], at[1] + round(size * lower)), ink, size, anchor="m")


def _lozenge(side: int) -> Image.Image:
    """The outline of a square that stands on its corner: nobody was there, yet nothing broke."""
    inner = side - 12
    mask = shape_mask([_LOZENGE], (side, side))
    mask.paste(0, (6, 6), shape_mask([_LOZENGE], (inner, inner)))
    return mask
