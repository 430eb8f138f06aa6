"""/hide and /unhide, for those named in ADMIN_IDS; for all others there are no such commands."""

import re

from telegram import Update

from bot.handlers.exchange import Exchange
from bot.handlers.pages.guide import unknown_command
from bot.handlers.services import Services
from bot.screen.desk import Show
from bot.texts import privacy as texts
from storage import Player

_ID = re.compile(r"-?\d{1,19}", re.ASCII)


async def hide(exchange: Exchange) -> None:
    """/hide: others see «Аноним» in place of a person's name."""
    await _command(exchange, hidden=True)


async def unhide(exchange: Exchange) -> None:
    """/unhide: the name is shown again."""
    await _command(exchange, hidden=False)


async def _command(exchange: Exchange, *, hidden: bool) -> None:
    services, chat, asked = exchange.services, await exchange.chat(), exchange.args
    if exchange.person.id not in services.settings.admins:
        if chat.kind == "private":
            await unknown_command(exchange)
        return
    if _ID.fullmatch(asked) and int(asked) < 0:
        await _hide_title(exchange, int(asked), hidden=hidden)
        return
    author = _author(exchange.update)
    found = await _found(services, author, asked)
    if len(found) == 1:
        await services.storage.players.change(found[0].id, hidden=hidden)
        await exchange.say(texts.set_hidden(found[0].id, hidden=hidden))
        await _redraw(services, chat.id)
    elif found and chat.kind == "private":
        await exchange.say(texts.candidates(found))
    else:
        known = asked or author is not None
        await exchange.say(texts.NO_SUCH_PERSON if known else texts.USAGE)


async def _found(services: Services, author: int | None, asked: str) -> list[Player]:
    """Who is meant: a number, a name, or whoever wrote the message that is replied to."""
    players = services.storage.players
    if _ID.fullmatch(asked) or (not asked and author is not None):
        player = await players.get(int(asked) if asked else author or 0)
        return [] if player is None else [player]
    return await players.find(asked.removeprefix("@")) if asked else []


async def _hide_title(exchange: Exchange, chat_id: int, *, hidden: bool) -> None:
    """Others see how many play in a chat in place of its title; or its admins decide again."""
    chat = await exchange.services.storage.chats.hide_title(chat_id, hidden)
    told = texts.NO_SUCH_CHAT if chat is None else texts.hidden_chat(chat_id, hidden=hidden)
    await exchange.say(told)


async def _redraw(services: Services, chat_id: int) -> None:
    """The name may stand under the chat's table."""
    loaded = await services.session.current(chat_id)
    if loaded is not None:
        services.tables.show(chat_id, loaded.game.id, Show.REDRAW)


def _author(update: Update) -> int | None:
    message = update.effective_message
    replied = None if message is None else message.reply_to_message
    user = None if replied is None else replied.from_user
    return None if user is None or user.is_bot else user.id
