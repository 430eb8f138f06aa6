"""A bot in a process of its own, for tests that kill it: ``python -m tests.bot.child DATABASE``.

The address and the token of its Telegram are in the environment; nobody solves deals for it.
"""

import asyncio
import os
import sys
from pathlib import Path

from bot.app import ALLOWED_UPDATES, build
from bot.process.intake import intake_of
from bot.process.logs import configure
from bot.process.polling import Polling
from bot.settings import Settings
from bot.transport.request import Request
from storage import Storage


async def live(database: Path) -> None:
    """Takes updates until it is killed."""
    settings = Settings(token=os.environ["BOT_TOKEN"], api_url=os.environ["TELEGRAM_API_URL"])
    request = Request(1)
    bot = build(settings, await Storage.open(database), updates_request=request)
    assert bot.post_init is not None
    await bot.initialize()
    await bot.post_init(bot)
    await bot.start()
    taken = intake_of(bot).take
    polling = Polling(bot.bot, request, ALLOWED_UPDATES, taken, lambda _: None)
    await polling.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    configure("ERROR")
    asyncio.run(live(Path(sys.argv[1])))
