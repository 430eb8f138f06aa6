"""What a patience has not: variants of «Лесенка» that lack one thing or have more of another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.games.deals import Deal
from bot.games.patience import DRAW, STOCK, Facts, Motion, Spot
from bot.games.play import AnyPatience, expand, shorthands, steps
from bot.games.registry import PATIENCES, registered
from bot.play.stats import columns
from bot.screen.keyboards.table import menu_keyboard, table_keyboard
from bot.screen.result_card import ResultCard
from bot.screen.scenes import caption, scene
from bot.texts import share, stats
from bot.texts.moves import tap_summary
from bot.texts.table import lay_label_short, panel_ending, panel_lines
from bot.transport.callbacks import Move, parse
from render import Theme
from storage import Stat
from tests.staging.loaded import CHAT, stored
from tests.staging.more_patiences import LADDER, LADDER_MODULE

Ladder: Any = LADDER_MODULE.__dict__["LadderPatience"]


class OnePass(Ladder):  # type: ignore[misc]
    """The stock is gone through once."""

    kind = "one-pass"
    passes = 1
    codes = LADDER.codes.replace("r", "")
    redeal_hint = ""


class ByTheBook(Ladder):  # type: ignore[misc]
    """Whatever fits must be laid, and more than one rank may."""

    kind = "free-book"
    by_book = True
    shorthands = ">+*^!"

    def facts(self, table: Any) -> Facts:
        facts: Facts = super().facts(table)
        return replace(facts, need=None)


class NoWaste(Ladder):  # type: ignore[misc]
    """What is drawn lies nowhere that a spot shows."""

    kind = "no-waste"

    def waste(self, table: Any) -> tuple[Any, ...]:
        return ()

    def spots(self, table: Any) -> tuple[Spot, ...]:
        return tuple(spot for spot in super().spots(table) if spot.key != "waste")

    def motions(self, before: Any, move: str, after: Any) -> Sequence[Motion]:
        if move == DRAW:
            return [Motion(before.stock[0], STOCK, "row:1")]
        carried: Sequence[Motion] = super().motions(before, move, after)
        return carried


class Open(Ladder):  # type: ignore[misc]
    """Every card lies face up from the beginning."""

    kind = "open"

    def unknown(self, table: Any) -> tuple[Any, ...]:
        return ()


class TwelvePlaces(Ladder):  # type: ignore[misc]
    """A lay's code is its own, whatever number its place has."""

    kind = "twelve"
    codes = "abcdefghijkl".replace("d", "D") + "wdr"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for patience in (OnePass(), ByTheBook(), NoWaste(), Open()):
        monkeypatch.setitem(PATIENCES, patience.kind, patience)


def labels(kind: str, *taps: str) -> list[list[str]]:
    rows = table_keyboard(stored(kind, *taps)).inline_keyboard
    return [[button.text for button in row] for row in rows]


def played(patience: AnyPatience, moves: str) -> str:
    table = patience.deal(Deal.named("481516", patience.pack))
    return tap_summary(patience, tuple(steps(patience, table, moves)))


def test_a_game_of_one_pass_does_not_speak_of_passes() -> None:
    patience = PATIENCES["one-pass"]
    going, over = stored("one-pass", "ddd"), stored("one-pass", "ddd", state="stopped")
    facts = patience.facts(going.table)
    card = ResultCard(over, "bot")
    stat = Stat("one-pass", 3, 1, 90, 1, 47, None)
    chart = columns(patience, ())
    drawn = stats.distribution(patience, stat, chart, Theme.GREEN)
    told = [
        caption(going, CHAT, None),
        caption(over, CHAT, None),
        *panel_lines(facts, short=True),
        *panel_lines(facts, short=False),
        *panel_ending(facts, short=True),
        *panel_ending(facts, short=False),
        repr(scene(going, CHAT).panel.passes_word),
        card.told,
        card.text,
        *card.picture().lines,
        card.picture().legend,
        stats.kind_page(stat),
        *drawn.lines,
        *(bar.label for bar in drawn.bars),
    ]
    assert not [one for one in told if "проход" in one.lower() or "за 1" in one]
    assert "В колоде\u00a044" in told[0]
    assert [bar.label for bar in drawn.bars][-1] == "сошёлся"
    assert "Лучшая победа: открыто 47\u00a0карт" in stats.kind_page(stat)
    assert not card.picture().numbered
    assert "\n✓ ✓" in card.text or "\n–" in card.text


def test_of_one_pass_the_figures_say_closed_or_not() -> None:
    assert share.figures((1, None), 1) == "✓ –"


def test_there_may_be_more_passes_than_colours() -> None:
    assert share.squares((1, 2, 3, 4, 5, 6, 7, 8, 30, None)) == "🟩🟨🟧🟥🟪🟦🟫🟫🟫⬛"
    assert share.figures((5, 9, 30, None), 30) == "5 9 30 –"


def test_by_the_book_without_a_needed_rank_cards_can_be_opened() -> None:
    patience = PATIENCES["free-book"]
    table = stored("free-book").table
    assert not patience.lays(table)
    assert labels("free-book")[:2] == [["Открыть", "+5"], ["Дальше", "До конца прохода"]]
    assert set(shorthands(patience, table)) == set(">+^!")
    # Opening goes on until anything can be laid.
    opened = expand(patience, table, ">")
    for short, lays in ((opened[:-1], False), (opened, True)):
        assert bool(patience.lays(stored("free-book", short).table)) == lays


def test_a_card_that_is_opened_need_not_lie_on_a_waste() -> None:
    assert played(PATIENCES["no-waste"], "d") == "из колоды — Д♥"
    assert played(PATIENCES["no-waste"], "ddd") == "открыто 3\u00a0карты"


def test_a_spot_without_words_for_it_is_left_unsaid() -> None:
    assert played(LADDER, "d") == "из колоды — Д♥"  # the recipe has no word for the stock
    patience = PATIENCES["one-pass"]
    first = expand(patience, patience.deal(Deal.named("481516", patience.pack)), ">")
    lay = patience.legal(stored("one-pass", first).table)[0]
    loaded = stored("one-pass", first, lay)
    said = tap_summary(patience, loaded.last_steps)
    silent = type("Silent", (OnePass,), {"sources": {}})()
    assert "с талона" in said
    assert tap_summary(silent, loaded.last_steps) == said  # every waste is called so


def test_what_is_left_is_asked_where_cards_were_dealt_face_down() -> None:
    def menu(kind: str) -> list[str]:
        rows = menu_keyboard(stored(kind)).inline_keyboard
        return [button.text for row in rows for button in row]

    assert "Что осталось" in menu("one-pass")
    assert "Что осталось" not in menu("open")


@pytest.mark.parametrize(
    ("tally", "name", "label"),
    [
        ("3", "", "8♥ ③"),
        ("10", "", "8♥ ⑩"),
        ("21", "", "8♥ ㉑"),
        ("36", "", "8♥ ㊱"),
        ("51", "", "8♥ №\u00a051"),
        ("К", "", "8♥ К"),
        ("", "талон", "8♥ талон"),
        ("", "", "8♥"),
    ],
)
def test_any_number_of_places_has_labels(tally: str, name: str, label: str) -> None:
    card = next(card for card in LADDER.pack if str(card) == "8♥")
    spot = Spot("place:x", 0, 0, cards=(card,), lay="a", tally=tally, name=name)
    assert lay_label_short(spot) == label


def test_any_character_that_is_not_taken_may_be_a_code() -> None:
    assert list(registered(TwelvePlaces())) == ["twelve"]
    for code in TwelvePlaces.codes:
        assert parse(f"m:1:1:{code}") == Move(1, 1, code)
