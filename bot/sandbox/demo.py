"""A pretend bot inside the sandbox, for looking at the web page without a real one.

It answers ``/start`` with a picture and a keyboard of every kind of button, taps with toasts and
alerts, inline queries with articles; everything goes through the same checks as a real bot's calls.
"""

import asyncio
import io
import json
from typing import Any

from PIL import Image, ImageDraw

from bot.sandbox.errors import ApiError
from bot.sandbox.methods.call import Upload
from bot.sandbox.server import Sandbox
from bot.sandbox.store import Json

_COMMANDS = [
    {"command": "start", "description": "Показать стол"},
    {"command": "text", "description": "Оформленный текст"},
    {"command": "gif", "description": "Показать анимацию"},
    {"command": "file", "description": "Прислать протокол"},
]
_TEXT = (
    "<b>Чёртов пасьянс</b>, <i>расклад</i> <code>№ 481 516</code>, <s>сошёлся</s> "
    "<u>не сошёлся</u>, <tg-spoiler>дама пик</tg-spoiler>\n"
    "<blockquote expandable>Круг за кругом,\nкарта за картой,\nстрока за строкой,\n"
    'и так до конца.</blockquote>\n<a href="https://core.telegram.org/bots/api">Ссылка</a>, '
    "команда /start и @pasyans_bot\n<pre>ddd3wd^</pre>"
)


async def run_demo(sandbox: Sandbox) -> None:
    """Answer updates until cancelled."""
    demo = _Demo(sandbox)
    await demo.call("setMyCommands", commands=_COMMANDS)
    await demo.call("setMyDescription", description="Бот для показа: стол, кнопки и тексты.")
    offset = 0
    while True:
        for update in await demo.call("getUpdates", offset=offset, timeout=50) or []:
            offset = update["update_id"] + 1
            await demo.handle(update)


class _Demo:
    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._moves = 0

    async def call(self, method: str, *, file: Upload | None = None, **given: Any) -> Any:
        files = {"file": file} if file else {}
        if file is not None and method.startswith("send"):
            files = {method.removeprefix("send").lower(): file}
        try:
            return await self._sandbox.call(method, given, files)
        except ApiError:
            return None  # a person who cannot be answered is not the demo's business

    async def handle(self, update: Json) -> None:
        if "message" in update:
            await self._message(update["message"])
        elif "callback_query" in update:
            await self._tap(update["callback_query"])
        elif "inline_query" in update:
            await self._inline(update["inline_query"])

    async def _message(self, message: Json) -> None:
        place = {"chat_id": message["chat"]["id"]}
        if message.get("is_topic_message"):
            place["message_thread_id"] = message["message_thread_id"]
        command = message.get("text", "").partition("@")[0].split(" ")[0]
        if command == "/text":
            await self.call("sendMessage", text=_TEXT, parse_mode="HTML", **place)
        elif command == "/gif":
            file = Upload("replay.gif", "image/gif", _animation())
            await self.call("sendAnimation", file=file, caption="Повтор", **place)
        elif command == "/file":
            file = Upload("Протокол партии.txt", "text/plain", "ходы: ddd3wd\n".encode())
            await self.call("sendDocument", file=file, **place)
        elif command == "/start":
            await self.call(
                "sendPhoto",
                file=Upload("table.png", "image/png", _picture(self._moves)),
                caption="<b>Нужна восьмёрка</b> · круг 3 из 8\nПроход 1 из 3 · в колоде 42",
                parse_mode="HTML",
                reply_markup=_keyboard(self._sandbox.world.bot["username"]),
                **place,
            )

    async def _tap(self, query: Json) -> None:
        answer: Json = {"callback_query_id": query["id"]}
        if query["data"] == "slow":
            await asyncio.sleep(3)
            await self.call("answerCallbackQuery", text="Три секунды прошло", **answer)
        elif query["data"] == "alert":
            text = "Так выглядит окно,\nкоторое надо закрыть."
            await self.call("answerCallbackQuery", text=text, show_alert=True, **answer)
        elif query["data"] == "move" and "message" in query:
            self._moves += 1
            await self.call("answerCallbackQuery", text="7♣ из запаса", **answer)
            caption = f"Ход {self._moves}"
            await self.call(
                "editMessageMedia",
                file=Upload("table.png", "image/png", _picture(self._moves)),
                chat_id=query["message"]["chat"]["id"],
                message_id=query["message"]["message_id"],
                media={"type": "photo", "media": "attach://file", "caption": caption},
                reply_markup=_keyboard(self._sandbox.world.bot["username"]),
            )
        elif query["data"] != "silent":
            await self.call("answerCallbackQuery", **answer)

    async def _inline(self, query: Json) -> None:
        results = [
            {
                "type": "article",
                "id": str(number),
                "title": f"Результат {number}: {query['query']}",
                "description": "🟩🟩🟨🟧🟥⬛⬛⬛",
                "input_message_content": {"message_text": f"{query['query']} 🟩🟩🟨🟧🟥⬛⬛⬛"},
            }
            for number in (1, 2, 3)
        ]
        button = {"text": "Открыть бота", "start_parameter": "inline"}
        inline_query_id = query["id"]
        await self.call(
            "answerInlineQuery", inline_query_id=inline_query_id, results=results, button=button
        )


def _keyboard(username: str) -> str:
    share = "https://t.me/share/url?url=https://t.me/" + username + "?start%3Dd1&text=Сыграй"
    rows: list[list[Json]] = [
        [
            {"text": "8♥ из запаса", "callback_data": "move", "style": "primary"},
            {"text": "8♠ с талона", "callback_data": "move", "style": "primary"},
        ],
        [
            {"text": "Открыть", "callback_data": "move", "style": "success"},
            {"text": "Долго", "callback_data": "slow"},
            {"text": "Без ответа", "callback_data": "silent", "style": "danger"},
        ],
        [
            {"text": "↩️", "callback_data": "undo"},
            {"text": "💡", "callback_data": "alert"},
            {"text": "☰", "callback_data": "menu"},
        ],
        [
            {"text": "Поделиться", "url": share},
            {"text": "Скопировать", "copy_text": {"text": "🟩🟩🟨🟧"}},
            {"text": "В чат", "switch_inline_query_chosen_chat": {"allow_group_chats": True}},
        ],
        [
            {"text": "В группу", "url": f"https://t.me/{username}?startgroup=g1"},
            {"text": "Сюда", "switch_inline_query_current_chat": "итог"},
        ],
    ]
    return json.dumps({"inline_keyboard": rows})


def _picture(step: int) -> bytes:
    image = Image.new("RGB", (1280, 880), (24, 94, 60))
    draw = ImageDraw.Draw(image)
    for place in range(16):
        x, y = 40 + place % 8 * 152, 60 + place // 8 * 400
        lit = place == step % 16
        draw.rounded_rectangle((x, y, x + 136, y + 200), 14, fill=(255, 240 - 60 * lit, 220))
    return _encoded([image], "PNG")


def _animation() -> bytes:
    frames = [Image.new("RGB", (320, 220), (24, 60 + 12 * step, 60)) for step in range(12)]
    return _encoded(frames, "GIF")


def _encoded(frames: list[Image.Image], kind: str) -> bytes:
    out = io.BytesIO()
    if kind == "GIF":
        frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=150, loop=0)
    else:
        frames[0].save(out, kind)
    return out.getvalue()
