from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from render import (
    Bar,
    Calendar,
    Day,
    DayState,
    Distribution,
    ShareCard,
    Theme,
    draw_calendar,
    draw_distribution,
    draw_share,
    encode,
)
from render.share import _tile_colours
from render.themes import palette
from tests.render.colours import contrast

SHARE = ShareCard(
    title="Первые и последние",
    when="Расклад дня · 30 ноября",
    result="71 карта из 104",
    lines=("с выбором · 4 прохода из 4",),
    rounds=(1, 1, 2, 3, 4, None, None, None),
    legend="номер на плашке — проход, закрывший круг",
    footer="t.me/pasyans_bot · /daily",
    won=False,
)
BARS = Distribution(
    title="Чёртов пасьянс",
    under="Сколько карт уложено",
    bars=(Bar("0–25", 4), Bar("26–51", 0), Bar("52–103", 9), Bar("сошёлся", 12, mine=True)),
    lines=("25 партий, сошлось 12",),
)
MONTH = Calendar(
    title="Серия",
    under="ноябрь 2026",
    weekdays=("пн", "вт", "ср", "чт", "пт", "сб", "вс"),
    days=(*(None,) * 6, *(Day(str(number)) for number in range(1, 31))),
    lines=("серия 12 дней", "лучшая — 20 дней"),
)


def differs(first: Image.Image, second: Image.Image) -> bool:
    """Whether the pictures differ so that colour-blind eyes see it too."""
    apart = ImageChops.difference(first.convert("L"), second.convert("L"))
    return ImageStat.Stat(apart.point(lambda level: 255 if level > 40 else 0)).sum[0] > 255 * 20


def with_day(number: int, **changes: object) -> Calendar:
    days = tuple(
        replace(day, **changes) if day and day.label == str(number) else day  # type: ignore[arg-type]
        for day in MONTH.days
    )
    return replace(MONTH, days=days)


@pytest.mark.parametrize("theme", Theme)
def test_pictures_are_small_and_of_one_size(theme: Theme) -> None:
    for image in (
        draw_share(replace(SHARE, theme=theme)),
        draw_distribution(replace(BARS, theme=theme)),
        draw_calendar(replace(MONTH, theme=theme)),
    ):
        assert image.size == (960, 640)
        assert len(encode(image)) <= 160 * 1024


def test_the_same_result_gives_the_same_pixels() -> None:
    assert draw_share(SHARE).tobytes() == draw_share(SHARE).tobytes()


def test_each_round_is_told_without_colour() -> None:
    one = draw_share(SHARE)
    for closed in (None, 2, 3, 4):
        assert differs(one, draw_share(replace(SHARE, rounds=(closed, *SHARE.rounds[1:]))))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("closed", [1, 2, 3, 4, 5])
def test_numbers_on_tiles_stand_out(theme: Theme, closed: int) -> None:
    fill, ink = _tile_colours(closed, palette(theme))
    assert contrast(ink, fill) >= 7


def test_a_bar_is_as_tall_as_its_value() -> None:
    def tallness(value: int) -> int:
        chart = replace(BARS, bars=(Bar("а", value), Bar("б", 100)), lines=())
        grey = draw_distribution(chart).convert("L").crop((200, 240, 320, 540))
        bright = grey.point(lambda level: 255 if level > 150 else 0)
        return round(ImageStat.Stat(bright).sum[0] / 255 / bright.width)

    assert tallness(100) > 1.8 * tallness(50) > 3 * tallness(10)


def test_ones_own_bar_is_told_without_colour() -> None:
    bars = (*BARS.bars[:3], replace(BARS.bars[3], mine=False))
    assert differs(draw_distribution(BARS), draw_distribution(replace(BARS, bars=bars)))


def test_a_chart_without_bars_and_one_of_zeros_can_be_drawn() -> None:
    empty = draw_distribution(replace(BARS, bars=()))
    zeros = draw_distribution(replace(BARS, bars=(Bar("0", 0), Bar("1", 0))))
    assert differs(empty, zeros)


@pytest.mark.parametrize("state", [DayState.PLAYED, DayState.WON, DayState.SPARE])
def test_a_day_is_told_without_colour(state: DayState) -> None:
    assert differs(draw_calendar(MONTH), draw_calendar(with_day(12, state=state)))


def test_won_played_spare_and_today_differ() -> None:
    won = draw_calendar(with_day(12, state=DayState.WON))
    assert differs(won, draw_calendar(with_day(12, state=DayState.PLAYED)))
    assert differs(won, draw_calendar(with_day(12, state=DayState.WON, today=True)))
    spare = draw_calendar(with_day(12, state=DayState.SPARE))
    assert differs(spare, won)
    assert differs(spare, draw_calendar(with_day(12, state=DayState.PLAYED)))
