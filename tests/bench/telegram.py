"""A Telegram that says yes at once, in a process of its own: what is measured is the bot.

``/feed`` takes updates for a bot that polls, and tells how many taps it has answered so far.
"""

import asyncio
import itertools
import json
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from aiohttp import web

BOT_ID = 7000000002
TOKEN = f"{BOT_ID}:AAHbench-token-of-no-use-to-anybody"

_ME = {
    "id": BOT_ID,
    "is_bot": True,
    "first_name": "Bench",
    "username": "bench_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": False,
}


@contextmanager
def agreeable() -> Iterator[str]:
    """The address of the server, while the context lasts."""
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    asyncio.run(_run(pipe))


async def _run(pipe: Connection) -> None:
    numbers = itertools.count(1000)
    updates: list[Any] = []
    answered = 0

    async def feed(request: web.Request) -> web.Response:
        updates.extend(await request.json())
        return web.json_response(answered)

    async def handle(request: web.Request) -> web.Response:
        nonlocal answered
        method = request.match_info["method"]
        given = await request.post()
        result: Any
        if method == "getMe":
            result = _ME
        elif method == "getUpdates":
            await asyncio.sleep(0.05 if updates else 1)
            result, updates[:] = updates[:100], updates[100:]
        elif method == "answerCallbackQuery":
            answered += 1
            result = True
        elif method.startswith(("send", "editMessageMedia", "editMessageText")):
            result = _message(int(str(given["chat_id"])), given.get("message_id"), numbers)
        elif method == "getChatMember":
            result = {"status": "member", "user": {**_ME, "id": int(str(given["user_id"]))}}
        else:
            result = True
        return web.Response(
            text=json.dumps({"ok": True, "result": result}), content_type="application/json"
        )

    app = web.Application(client_max_size=10**7)
    app.router.add_post("/bot{token}/{method}", handle)
    app.router.add_post("/feed", feed)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    pipe.send(runner.addresses[0][1])
    await asyncio.Event().wait()


def _message(chat_id: int, message_id: Any, numbers: Iterator[int]) -> dict[str, Any]:
    number = int(str(message_id)) if message_id is not None else next(numbers)
    return {
        "message_id": number,
        "date": int(time.time()),
        "chat": {"id": chat_id, "type": "private", "first_name": "Bench"},
        "photo": [
            {"file_id": f"f{number}", "file_unique_id": f"u{number}", "width": 9, "height": 9}
        ],
    }
