"""/hide and /unhide, for those named in ADMIN_IDS; for all others there are no such commands."""

import re

from telegram import Update

from bot.handlers.context import Context, Services, person_of, say
from bot.handlers.pages.guide import unknown_command
from bot.screen.tables import Show
from bot.texts import privacy as texts
from storage import Player

_ID = re.compile(r"-?\d{1,19}", re.ASCII)


async def hide(update: Update, context: Context) -> None:
    """/hide: others see «Аноним» in place of a person's name."""
    await _command(update, context, hidden=True)


async def unhide(update: Update, context: Context) -> None:
    """/unhide: the name is shown again."""
    await _command(update, context, hidden=False)


async def _command(update: Update, context: Context, *, hidden: bool) -> None:
    services = context.services
    chat = await services.chat(update)
    if person_of(update).id not in services.settings.admins:
        if chat.kind == "private":
            await unknown_command(update, context)
        return
    asked = " ".join(context.args or ())
    if _ID.fullmatch(asked) and int(asked) < 0:
        await _hide_title(update, context, int(asked), hidden=hidden)
        return
    found = await _found(services, update, asked)
    if len(found) == 1:
        await services.storage.players.change(found[0].id, hidden=hidden)
        await say(update, context, texts.set_hidden(found[0].id, hidden=hidden))
        await _redraw(services, chat.id)
    elif found and chat.kind == "private":
        await say(update, context, texts.candidates(found))
    else:
        known = asked or _author(update) is not None
        await say(update, context, texts.NO_SUCH_PERSON if known else texts.USAGE)


async def _found(services: Services, update: Update, asked: str) -> list[Player]:
    """Who is meant: a number, a name, or whoever wrote the message that is replied to."""
    players = services.storage.players
    author = _author(update)
    if _ID.fullmatch(asked) or (not asked and author is not None):
        player = await players.get(int(asked) if asked else author or 0)
        return [] if player is None else [player]
    return await players.find(asked.removeprefix("@")) if asked else []


async def _hide_title(update: Update, context: Context, chat_id: int, *, hidden: bool) -> None:
    """Others see how many play in a chat in place of its title; or its admins decide again."""
    chat = await context.services.storage.chats.hide_title(chat_id, hidden)
    told = texts.NO_SUCH_CHAT if chat is None else texts.hidden_chat(chat_id, hidden=hidden)
    await say(update, context, told)


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
