"""Long polling: offsets, limits, kinds, and two pollers."""

import asyncio

import pytest
from telegram import Bot, Update
from telegram.error import Conflict

from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Clock, Seat

_OUSTED = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)
_WEBHOOK = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


def _texts(updates: tuple[Update, ...]) -> list[str | None]:
    return [update.message.text for update in updates if update.message]


async def test_updates_stay_until_confirmed(bot: Bot, anya: Seat) -> None:
    for text in ("раз", "два", "три"):
        anya.say(text)
    first = await bot.get_updates(limit=2)
    assert _texts(first) == ["раз", "два"]
    assert _texts(await bot.get_updates()) == ["раз", "два", "три"]
    assert _texts(await bot.get_updates(offset=first[0].update_id + 1)) == ["два", "три"]
    assert _texts(await bot.get_updates()) == ["два", "три"]
    assert _texts(await bot.get_updates(offset=-1)) == ["три"]
    assert _texts(await bot.get_updates()) == ["три"]


async def test_a_long_poll_waits(bot: Bot, anya: Seat) -> None:
    polling = asyncio.create_task(bot.get_updates(timeout=30))
    await anya.until(lambda: anya.town.world.updates.polled, "a poll")
    assert not polling.done()
    anya.say("привет")
    assert _texts(await polling) == ["привет"]


async def test_a_short_poll_does_not(bot: Bot) -> None:
    assert await bot.get_updates(timeout=0) == ()


async def test_the_second_poller_wins(bot: Bot, town: Town, anya: Seat) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=30))
    await town.until(lambda: town.world.updates.polled, "a poll")
    async with town.bot() as rival:
        second = asyncio.create_task(rival.get_updates(timeout=30))
        with refused(_OUSTED, Conflict):
            await first
        anya.say("привет")
        assert _texts(await second) == ["привет"]


async def test_a_webhook_ends_polling(bot: Bot, town: Town) -> None:
    polling = asyncio.create_task(bot.get_updates(timeout=30))
    await town.until(lambda: town.world.updates.polled, "a poll")
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with refused("Conflict: terminated by setWebhook request", Conflict):
        await polling
    with refused(_WEBHOOK, Conflict):
        await bot.get_updates()
    await bot.delete_webhook()
    assert await bot.get_updates() == ()


async def test_only_the_kinds_asked_for(bot: Bot, anya: Seat) -> None:
    await bot.get_updates(allowed_updates=[Update.EDITED_MESSAGE])
    sent = anya.say("раз")
    anya.town.sandbox.people.edit(anya.user_id, anya.id, sent.id, "два")
    (update,) = await bot.get_updates()
    assert update.edited_message
    assert update.edited_message.text == "два"


async def test_chat_members_are_told_on_request(bot: Bot, town: Town) -> None:
    group, anya_id = town.group(), town.person("Аня")["id"]
    town.sandbox.groups.promote(anya_id, group.id, bot.id)
    town.sandbox.groups.remove(anya_id, group.id, town.person("Вера")["id"])
    await bot.get_updates(offset=-1, allowed_updates=Update.ALL_TYPES)
    town.world.updates.clear()
    town.sandbox.groups.remove(anya_id, group.id, town.person("Борис")["id"])
    kinds = [update.chat_member is not None for update in await bot.get_updates()]
    assert kinds == [True, False]


async def test_after_a_day_updates_are_gone() -> None:
    clock = Clock()
    async with Town(clock=clock) as town, town.bot() as bot:
        anya = town.private("Аня")
        anya.say("раз")
        clock.pass_by(86_400)
        anya.say("два")
        assert _texts(await bot.get_updates()) == ["раз", "два"]
        clock.pass_by(1)
        assert _texts(await bot.get_updates()) == ["два"]


async def test_dropping_what_waits(bot: Bot, anya: Seat) -> None:
    anya.say("раз")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()


@pytest.mark.parametrize("confirmed", [True, False])
async def test_redelivery(bot: Bot, anya: Seat, confirmed: bool) -> None:
    anya.say("раз")
    (update,) = await bot.get_updates()
    offset = update.update_id + 1 if confirmed else update.update_id
    assert len(await bot.get_updates(offset=offset)) == (0 if confirmed else 1)
    anya.town.world.updates.redeliver()
    again = await bot.get_updates(offset=offset)
    assert [each.update_id for each in again][:1] == [update.update_id]
    assert len(await bot.get_updates(offset=update.update_id + 1)) == 0


async def test_reordering(bot: Bot, anya: Seat) -> None:
    anya.town.world.updates.reverse_batches = 1
    anya.say("раз")
    anya.say("два")
    assert _texts(await bot.get_updates()) == ["два", "раз"]
    assert _texts(await bot.get_updates()) == ["раз", "два"]


async def test_a_sandbox_that_ends_lets_its_poll_end_quietly() -> None:
    async with Town() as town, town.bot() as bot:
        polling = asyncio.create_task(bot.get_updates(timeout=30))
        await town.until(lambda: town.world.updates.polled, "a poll")
        await town.sandbox.__aexit__(None, None, None)
        assert await polling == ()
        await town.sandbox.__aenter__()  # so that it can end once more


async def test_a_sandbox_that_begins_again_lets_polls_wait(town: Town, bot: Bot) -> None:
    town.world.updates.close()
    town.world.updates.open()
    polling = asyncio.create_task(bot.get_updates(timeout=30))
    await town.until(lambda: town.world.updates.polled, "a poll")
    assert not polling.done()
    town.private("Аня").say("привет")
    assert _texts(await polling) == ["привет"]
