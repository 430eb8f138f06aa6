"""Updates by polling: each is taken in order, and confirmed when it was taken and not before."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from telegram.error import TelegramError
from telegram.ext import ExtBot
from telegram.request import BaseRequest, RequestData

from bot.process.polling import Polling
from bot.transport.parsing import number_of
from bot.transport.request import Request
from tests.staging.driver import Town

MISTAKE = {"update_id": 7}


class Poll:
    """A polling, and what it has brought."""

    def __init__(self, bot: ExtBot[None], request: BaseRequest) -> None:
        self.taken: list[object] = []
        self.errors: list[str] = []
        self.polling = Polling(bot, request, ["message"], self._take, self._failed)

    async def _take(self, sent: object) -> None:
        self.taken.append(number_of(sent) or sent)
        if sent == MISTAKE:
            raise LookupError("a mistake of ours")

    def _failed(self, error: TelegramError) -> None:
        self.errors.append(error.message)


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        yield town


@pytest.fixture
async def request_() -> AsyncIterator[Request]:
    async with Request(1) as request:
        yield request


@pytest.fixture
async def bot(town: Town) -> AsyncIterator[ExtBot[None]]:
    bot: ExtBot[None] = ExtBot(town.world.token, base_url=f"{town.url}/bot")
    async with bot:
        yield bot


async def test_what_was_taken_is_confirmed_at_the_end(
    town: Town, bot: ExtBot[None], request_: Request
) -> None:
    poll = Poll(bot, request_)
    await poll.polling.start()
    town.private("Аня").say("раз")
    await town.until(lambda: town.world.updates.history and poll.taken, "an update")
    await poll.polling.stop()
    await poll.polling.confirm()
    assert not town.world.updates


async def test_what_was_not_taken_comes_again(
    town: Town, bot: ExtBot[None], request_: Request
) -> None:
    poll, next_one = Poll(bot, request_), Poll(bot, request_)
    town.faults.delay(0.3, "getUpdates")
    town.private("Аня").say("раз")
    await poll.polling.start()
    await poll.polling.stop()
    await poll.polling.confirm()
    assert poll.taken == []
    await next_one.polling.start()
    await town.until(lambda: not town.world.updates, "the update to be confirmed")
    assert len(next_one.taken) == 1
    await next_one.polling.stop()


async def test_updates_are_taken_in_their_order(
    town: Town, bot: ExtBot[None], request_: Request
) -> None:
    poll = Poll(bot, request_)
    town.world.updates.reverse_batches = 1
    for text in ("раз", "два", "три"):
        town.private("Аня").say(text)
    await poll.polling.start()
    await town.until(lambda: not town.world.updates, "the updates to be confirmed")
    await poll.polling.stop()
    assert poll.taken == sorted(set(poll.taken), key=str)
    assert len(poll.taken) == 3


async def test_errors_are_told_and_outlasted(
    town: Town, bot: ExtBot[None], request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.process.polling.FIRST_PAUSE", 0.01)
    poll = Poll(bot, request_)
    town.faults.html(502, "deleteWebhook")
    town.faults.html(502, "getUpdates")
    town.faults.refuse(409, "Conflict: terminated by other getUpdates request", "getUpdates")
    await poll.polling.start()
    town.private("Аня").say("раз")
    await town.until(lambda: not town.world.updates, "the update to be confirmed")
    await poll.polling.stop()
    assert len(poll.taken) == 1
    assert len(poll.errors) == 3
    assert "terminated by other" in poll.errors[2]


async def test_a_polling_that_has_not_begun_ends(bot: ExtBot[None], request_: Request) -> None:
    poll = Poll(bot, request_)
    async with asyncio.timeout(10):
        await poll.polling.stop()
        await poll.polling.confirm()


class Canned(BaseRequest):
    """Answers what it was given, one body a call and the last for ever; notes what was asked."""

    def __init__(self, *bodies: object) -> None:
        self._bodies = list(bodies)
        self.asked: list[dict[str, str]] = []
        self.enough = asyncio.Event()

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        query = parse_qs(urlsplit(url).query)
        self.asked.append({name: values[0] for name, values in query.items()})
        body = self._bodies.pop(0) if self._bodies else {"ok": True, "result": []}
        if not self._bodies:
            self.enough.set()
        await asyncio.sleep(0)
        text = body if isinstance(body, str) else json.dumps(body)
        return 200, text.encode()


async def polled(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch, *bodies: object
) -> tuple[Poll, Canned]:
    """What a polling makes of these answers, and what it asked for."""
    monkeypatch.setattr("bot.process.polling.FIRST_PAUSE", 0.0)
    request = Canned(*bodies, {"ok": True, "result": []})
    poll = Poll(bot, request)
    await poll.polling.start()
    async with asyncio.timeout(10):
        await request.enough.wait()
    await poll.polling.stop()
    return poll, request


def answer(*updates: object) -> dict[str, object]:
    return {"ok": True, "result": list(updates)}


NO_MESSAGE = {"update_id": 8, "message": []}


async def test_what_cannot_be_parsed_is_taken_like_all_else(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    poll, request = await polled(bot, monkeypatch, answer(NO_MESSAGE, {"update_id": 9}))
    assert poll.taken == [8, 9]
    assert request.asked[-1]["offset"] == "10"


@pytest.mark.parametrize("number", [None, "8", True, 8.0, 1e300, 10**20, {}])
async def test_what_has_no_number_is_confirmed_with_what_follows(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch, number: object
) -> None:
    odd = {"update_id": number, "message": {}}
    poll, request = await polled(bot, monkeypatch, answer(odd), answer(odd, {"update_id": 9}))
    assert [sent for sent in poll.taken if sent != odd] == [9]
    assert [asked.get("offset") for asked in request.asked] == [None, None, "10"]


async def test_a_mistake_with_one_update_keeps_no_other_waiting(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    poll, request = await polled(bot, monkeypatch, answer(MISTAKE, {"update_id": 8}))
    assert poll.taken == [7, 8]
    assert request.asked[-1]["offset"] == "9"
    assert sum("update not taken" in str(record.msg) for record in caplog.records) == 1


def text_of(*updates: str) -> str:
    """The same of updates in JSON."""
    return '{"ok": true, "result": [' + ", ".join(updates) + "]}"


DEEP = '{"update_id": 8, "message": ' + "[" * 100_000 + "]" * 100_000 + "}"


async def test_what_is_nested_without_end_is_taken_as_a_text(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    poll, request = await polled(
        *(bot, monkeypatch),
        *(text_of('{"update_id": 7}', DEEP, '{"update_id": 9}'), answer({"update_id": 7})),
        *(text_of(DEEP, '{"update_id": 9}'), text_of(DEEP)),
        answer({"update_id": 9}),
    )
    first, text, last = poll.taken
    assert (first, last) == (7, 9)
    assert DEEP in str(text)
    assert [asked.get("offset") for asked in request.asked] == [None, None, "8", "8", "9", "10"]
    assert [asked["limit"] for asked in request.asked[:4]] == ["100", "1", "100", "1"]


async def test_a_number_of_thousands_of_digits_hides_nothing(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    long = '{"update_id": 8, "date": ' + "9" * 5000 + "}"
    poll, _ = await polled(bot, monkeypatch, text_of(long, '{"update_id": 9}'))
    assert poll.taken == [8, 9]


@pytest.mark.parametrize("body", ["<html>", "", "5", {"ok": True, "result": {}}, [], '"x', '"x"'])
async def test_an_answer_that_is_none_is_asked_for_again(
    bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch, body: object
) -> None:
    poll, _ = await polled(bot, monkeypatch, body, answer({"update_id": 9}))
    assert poll.taken == [9]
    assert len(poll.errors) == 1
