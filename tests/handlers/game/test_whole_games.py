"""Whole games, played by tapping."""

import pytest

from bot.games.record import check_record, parse_record
from bot.games.registry import PATIENCES
from tests.staging.stage import Stage

FORWARD = ("Выложить и дальше", "Дальше", "Выложить всё", "Переложить талон", "⏩", "До конца")


@pytest.mark.parametrize("kind", PATIENCES)
async def test_a_game_is_played_to_its_end_and_its_record_passes(kind: str, stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap(PATIENCES[kind].full_title)
    await anya.settled()
    assert anya.last_table.caption.startswith("Карты разложены")

    for _ in range(200):
        labels = [label for row in anya.last_table.rows for label in row]
        if "Протокол" in labels:
            break
        await anya.tap(next(label for label in labels if label.startswith(FORWARD)))
        await anya.settled()

    await anya.tap("Протокол")
    await anya.settled()
    document = anya.last.document
    assert document is not None
    record = parse_record(document.decode())
    assert (record.kind, record.label) == (kind, "481516")
    laid = len(check_record(record).laid)
    assert f"Уложено\u00a0{laid}\u00a0из\u00a0{PATIENCES[kind].cards}" in anya.last_table.caption
