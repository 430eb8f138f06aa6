"""Pictures that Telegram is said to hold, and refuses, in all the words it has for it."""

import pytest

from bot.screen.desk import Show
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, errors

WORDS = [
    "wrong file identifier/HTTP URL specified",
    "wrong file_id or the file is temporarily unavailable",
    "MEDIA_EMPTY",
    "DOCUMENT_INVALID",
    "PHOTO_INVALID",
    "can't use file of type Photo as Document",
    "what nobody has heard of",
]


@pytest.fixture
def anya(stage: Stage) -> Seat:
    return stage.town.private("Аня")


def uploads(stage: Stage, method: str) -> list[bool]:
    """Of each call, whether it brought a picture along."""
    if method == "editMessageMedia":
        return ["attach://" in str(call["media"]) for call in stage.town.calls(method)]
    return ["photo" not in call for call in stage.town.calls(method)]


@pytest.mark.parametrize("words", WORDS)
async def test_a_table_is_drawn_and_uploaded_once(stage: Stage, anya: Seat, words: str) -> None:
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    stage.town.faults.refuse(400, f"Bad Request: {words}", "editMessageMedia")
    await anya.tap("↩️")
    await anya.settled()
    assert "в колоде\u00a088" in anya.last_table.caption
    await anya.tap("Открыть")
    await anya.settled()
    await anya.tap("↩️")
    await anya.settled()
    # Held and refused, uploaded; then both are held again.
    assert uploads(stage, "editMessageMedia") == [True, False, True, False, False]
    assert len([each for each in anya.from_bot if each.button("m:")]) == 1


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("command", ["/start", "/rules", "/settings", "/table"])
async def test_a_page_is_drawn_and_uploaded_once(
    stage: Stage, anya: Seat, command: str, words: str
) -> None:
    if command == "/table":
        await begin(anya)
    await anya.send(command)
    before = len(uploads(stage, "sendPhoto"))
    stage.town.faults.refuse(400, f"Bad Request: {words}", "sendPhoto")
    await anya.send(command)
    await anya.send(command)
    assert uploads(stage, "sendPhoto")[before:] == [False, True, False]
    assert anya.last.has_photo


@pytest.mark.parametrize("command", ["/start", "/rules", "/settings"])
async def test_a_page_whose_picture_is_never_taken_comes_as_text(
    stage: Stage, anya: Seat, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    stage.town.faults.refuse(400, "Bad Request: PHOTO_INVALID", "sendPhoto", times=None)
    await anya.send(command)
    assert anya.last.text
    assert anya.last.buttons
    assert errors(caplog) == []


async def test_a_picture_that_is_refused_again_is_not_uploaded_for_ever(
    stage: Stage, anya: Seat
) -> None:
    await begin(anya)
    stage.services.tables.show(anya.id, 1, Show.BELOW)
    await anya.settled()
    before = len(uploads(stage, "sendPhoto"))
    stage.town.faults.refuse(400, "Bad Request: PHOTO_INVALID", "sendPhoto", times=None)
    stage.services.tables.show(anya.id, 1, Show.BELOW)
    await anya.settled()
    assert uploads(stage, "sendPhoto")[before:] == [False, True]
    assert not anya.last.has_photo
    assert anya.last.button("m:")
