"""«Поделиться» and the inline mode."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.games.cards import tokens
from bot.games.deals import Deal
from bot.games.devils import DEVILS as DEVILS_RULES
from bot.games.registry import PATIENCES
from bot.games.scoring import rounds_closed
from bot.texts import chat as chat_texts
from bot.texts.share import figures, squares
from tests.handlers.pages.test_daily import DEVILS, begin, finish
from tests.staging.calendar_stage import TODAY, on_day, play_on, table_of
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage
from tests.staging.wins import WINS


async def finished(stage: Stage, seat: Seat, moves: int = 150) -> None:
    """A deal of the day, played as far as that and ended."""
    await begin(seat)
    line = WINS[(await table_of(stage, seat)).deal]
    await play_on(stage, seat, seat.user_id, line[:moves])
    await finish(seat)


def passed_on(seat: Seat) -> str:
    """The link that the share button passes on."""
    url: str = next(button["url"] for button in seat.last.buttons if "url" in button)
    return parse_qs(urlsplit(url).query)["url"][0]


@pytest.mark.parametrize("kind", ["first-last-hold", "devils"])
def test_each_round_is_closed_in_some_pass(kind: str) -> None:
    patience, lines = PATIENCES[kind], 0
    for name, line in WINS.items():
        try:
            closed = rounds_closed(patience, Deal.named(name), line)
        except ValueError:
            continue  # a line of the other patience
        lines += 1
        passes = [pass_ for pass_ in closed if pass_ is not None]
        assert len(passes) == len(closed) == 8
        assert passes == sorted(passes)
        assert passes[-1] == line.count("r") + 1
    assert lines == len(WINS) // 2


def test_what_is_not_closed_is_told_as_such() -> None:
    assert rounds_closed(DEVILS_RULES, Deal.named("1"), "d" * 88 + "rd") == (None,) * 8


def test_squares_and_the_figures_that_say_the_same() -> None:
    closed = (1, 1, 2, 3, 4, 4, None, None)
    assert squares(closed) == "🟩🟩🟨🟧🟥🟥⬛⬛"
    assert figures(closed, 4) == "1 1 2 3 4 4 – –"


async def test_a_result_is_passed_on_without_spoiling_the_deal(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya)
    game = await today.services.storage.games.last(anya.id)
    assert game is not None
    await anya.tap("Поделиться")
    await anya.settled()

    card = anya.last
    username = today.town.world.bot["username"]
    assert card.photo.size == (960, 640)
    assert card.caption.startswith("Чёртов пасьянс, расклад дня 15\u00a0января\n")
    assert "уложено" in card.caption.lower()
    *_, row, told, way = card.caption.splitlines()
    passes = dict(zip("🟩🟨🟧🟥⬛", "1234–", strict=True))
    assert [passes[square] for square in row] == told.split()
    assert len(row) == 8
    assert way == f"Тот же расклад: /deal 15.01.2027 в @{username}"
    for card_name in tokens(Deal.named(game.deal).deck).split():
        assert card_name not in card.caption

    url = next(button["url"] for button in card.buttons if "url" in button)
    asked = parse_qs(urlsplit(url).query)
    assert asked["url"] == [f"https://t.me/{username}?start=d_{TODAY}_devils"]
    assert asked["text"] == [card.caption]


async def test_the_link_and_the_command_open_the_same_deal(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await finished(today, anya)
    await anya.tap("Поделиться")
    await anya.settled()
    await boris.start(parse_qs(urlsplit(passed_on(anya)).query)["start"][0])
    first, second = await today.services.storage.games.last(anya.id), await table_of(today, boris)
    assert first is not None
    assert second.deal == first.deal
    assert second.ranked
    await boris.send("/deal 15.01.2027")
    assert f"Продолжить: {DEVILS}" in [label for row in boris.last.rows for label in row]


async def test_a_teams_result_leads_into_a_group(today: Stage) -> None:
    anya = today.town.group().seat("Аня")
    await finished(today, anya)
    await anya.tap("Поделиться")
    await anya.settled()
    assert passed_on(anya).endswith(f"?startgroup=d_{TODAY}_devils")


async def test_a_numbered_deal_is_shared_by_its_number(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.start("n_481516_devils")
    await finish(anya)
    await anya.tap("Поделиться")
    await anya.settled()
    assert "расклад № 481 516" in anya.last.caption.replace("\u00a0", " ")
    assert "/deal 481516" in anya.last.caption
    assert passed_on(anya).endswith("?start=n_481516_devils")


async def test_an_unfinished_or_foreign_game_is_not_shared(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await begin(anya)
    game = await table_of(today, anya)
    await anya.forge(anya.last_table, f"g:{game.id:x}:1:share")
    assert anya.toast == "Поделиться можно, когда партия закончится."
    await boris.send("/daily")
    await boris.forge(boris.last, f"g:{game.id:x}:1:share")
    assert boris.toast == chat_texts.OLD_BUTTON


async def test_a_bot_without_inline_mode_offers_the_share_link_only(tmp_path: Path) -> None:
    """And the card, once forwarded, still leads to the deal."""
    async with Town(supports_inline=False) as town, on_day(town, tmp_path / "bot.db") as stage:
        anya = town.private("Аня")
        await finished(stage, anya)
        await anya.tap("Поделиться")
        await anya.settled()
        assert [list(button) for button in anya.last.buttons] == [["text", "url"]]
        assert anya.last.caption.splitlines()[-1] == passed_on(anya)
