"""A new game: the choice of a way to play, and a deal laid out, whichever way the wish came."""

from dataclasses import replace

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER
from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.game import tour
from bot.handlers.game.leaving import agreed
from bot.handlers.pages.daily import show_day
from bot.play.deal_names import parse_number
from bot.play.loaded_game import LoadedGame
from bot.play.session import Started
from bot.screen.desk import Show
from bot.screen.keyboards.table import choice_keyboard, confirm_new_keyboard
from bot.texts import chat as texts
from bot.texts import daily as daily_texts
from bot.transport.callbacks import GameAction, Start, TakeUp
from storage import Chat, Game


async def new(exchange: Exchange) -> None:
    """/new, «Новая игра» and «Начать общий стол»: the choice of a way to play."""
    await _offer(exchange, None)


async def deal(exchange: Exchange) -> None:
    """/deal N: the choice of a way to play one numbered deal; /deal ДД.ММ: the deals of a day."""
    day = await exchange.services.daily.meant(exchange.args)
    number = parse_number(exchange.args)
    if day is not None:
        await show_day(exchange, day)
    elif number is None:
        await exchange.say(texts.BAD_DEAL)
    else:
        await _offer(exchange, number)


async def start(tap: Tap[Start]) -> None:
    """A deal was chosen: lay it out, or ask what becomes of the game on the table."""
    wish, chat = tap.button, await tap.chat()
    if wish.replacing is not None and not await agreed(tap, chat, wish.replacing, wish.asker):
        await tap.answer(texts.NEED_SECOND, alert=True)
        return
    started = await lay_out(tap, chat, wish)
    over = started is None and tap.services.days.is_over(wish.date)
    await _answer_and_present(tap, wish, started, daily_texts.OVER if over else texts.OLD_BUTTON)


async def again(tap: Tap[GameAction]) -> None:
    """«Тот же расклад»: the same deal in the same way."""
    chat, loaded = await tap.chat(), await tap.game()
    if loaded is None or not loaded.game.over:
        await tap.answer(texts.OLD_BUTTON)
        return
    kind, label = loaded.game.kind, loaded.game.label
    wish = Start(kind, date=label) if loaded.game.audience else Start(kind, int(label))
    started = await lay_out(tap, chat, wish)
    await _answer_and_present(tap, wish, started, texts.OLD_BUTTON)


async def lay_out(
    exchange: Exchange, chat: Chat, wish: Start, challenge: str | None = None
) -> Started | None:
    """Lays out what is wished for, if it may be played here and now; ``challenge`` is the token of
    one that is taken up with it."""
    services, starter = exchange.services, exchange.person.id
    if wish.kind not in PATIENCES or not _may_be_number(wish.number):
        return None
    if not wish.date:
        return await services.session.start(
            *(chat.id, wish.kind, starter),
            number=wish.number,
            replacing=wish.replacing,
            challenge=challenge,
        )
    await services.storage.reminders.answered(chat.id)
    dated = await services.daily.playable(chat, wish.date, wish.kind)
    if dated is None:
        return None
    return await services.session.start_dated(
        chat.id, dated, starter, replacing=wish.replacing, challenge=challenge
    )


async def present(
    exchange: Exchange, wish: Start, started: Started, challenge: str | None = None
) -> None:
    """Shows the table of a game that was laid out, or asks about the one in its place, be it of
    the same deal where a ``challenge`` is to be taken up."""
    services, game = exchange.services, started.loaded.game
    if not started.placed and (challenge is not None or not _is_wished(wish, game)):
        await _ask_about_new(exchange, wish, started.loaded, challenge)
        return
    chat = await exchange.chat()
    await exchange.bring_table_here(chat)
    if isinstance(exchange, Tap):
        await exchange.remove()
    if started.left is not None:
        services.tables.show(chat.id, started.left)
        services.outlook_notices.look(chat.id, started.left)
    if await tour.begun(exchange, chat, started):
        return
    await exchange.show_table(game.id, Show.BELOW if game.message else Show.TABLE)


async def _answer_and_present(
    tap: Tap[Start] | Tap[GameAction], wish: Start, started: Started | None, otherwise: str
) -> None:
    """Mostly the table says it all."""
    if started is None:
        await tap.answer(otherwise)
        return
    game = started.loaded.game
    if started.placed and game.audience and not game.ranked:
        await tap.answer(daily_texts.OUT_OF_RANKING)
    await present(tap, wish, started)


def _may_be_number(number: int | None) -> bool:
    """Whether there is a deal of this number; any may come if none is named."""
    return number is None or FIRST_NUMBER <= number <= LAST_NUMBER


async def _offer(exchange: Exchange, number: int | None) -> None:
    patiences = PATIENCES.values()
    await exchange.say(texts.choice(patiences, number), choice_keyboard(patiences, number))


async def _ask_about_new(
    exchange: Exchange, wish: Start, standing: LoadedGame, challenge: str | None
) -> None:
    """An unfinished game lies on the table: may it go?"""
    facts = standing.patience.facts(standing.table)
    told = (standing.patience.full_title, facts.laid, facts.cards)
    if standing.game.ranked:
        text = texts.confirm_aside(*told)
    else:
        text = texts.confirm_new(*told, challenged=standing.game.challenged)
    asked: Start | TakeUp = replace(wish, replacing=standing.game.id, asker=exchange.person.id)
    if challenge is not None:
        asked = TakeUp(challenge, standing.game.id)
    keyboard = confirm_new_keyboard(asked, standing)
    if isinstance(exchange, Tap) and exchange.message and exchange.message.text is not None:
        await exchange.show_page(text, keyboard)
    else:
        await exchange.say(text, keyboard)


def _is_wished(wish: Start, game: Game) -> bool:
    """Whether the game on the table is the very deal that was wished for: it goes on."""
    label = wish.date or str(wish.number)
    return wish.replacing is None and (game.kind, game.label) == (wish.kind, label)
