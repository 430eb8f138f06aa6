"""From an update to its handler: ``Context``, ``Taps`` and ``command``.

A tap is parsed once, when its ``Context`` is made, and goes by what its button means to the handler
that ``app.TAPS`` names for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Self, TypeAlias, cast, get_args

from telegram import Update
from telegram.ext import Application, BaseHandler, CallbackContext, CommandHandler, ExtBot

from bot.handlers.exchange import Exchange, Tap
from bot.handlers.filters import WRITTEN
from bot.handlers.services import Services
from bot.transport.callbacks import Action, Callback, Challengers, GameAction, Move, parse

SERVICES = "services"

PROMISE_SECONDS = 0.8
"""After so long a tap is answered whatever has become of it: that it takes longer."""

ExchangeHandler: TypeAlias = Callable[[Any], Awaitable[None]]
"""Takes an ``Exchange``, or the ``Tap`` on one kind of button."""

_BOUND_TO_A_GAME = (Move, GameAction)
_INLINE = (Challengers,)


class Context(CallbackContext[ExtBot[object], dict[Any, Any], dict[Any, Any], dict[Any, Any]]):
    """The library's context of an update, with the exchange that a handler answers."""

    exchange: Exchange | None = None

    @classmethod
    def from_update(
        cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]
    ) -> Self:
        """The context of an update, whose button is parsed here and nowhere else."""
        context = super().from_update(update, application)
        if isinstance(update, Update):
            services = cast(Services, application.bot_data[SERVICES])
            query = update.callback_query
            if query is None:
                context.exchange = Exchange(update, services)
            else:
                context.exchange = Tap(update, services, query, parse(query.data or ""))
        return context


def exchange_of(context: Context) -> Exchange:
    """The exchange to answer, with what was written after a command."""
    if context.exchange is None:
        raise LookupError("no update of Telegram's")
    context.exchange.args = " ".join(context.args or ())
    return context.exchange


class Taps(BaseHandler[Update, Context, None]):
    """Takes all taps. ``routes`` must name a handler for each kind of button and each action; to
    ``otherwise`` goes what no button of ours can have sent.

    Taps on buttons that do not stand under their message are made up. Those on a game are let
    through, as their table may just have been redrawn: they carry its revision, by which the
    session tells what they are worth.
    """

    def __init__(
        self,
        routes: Mapping[type[Callback] | Action, ExchangeHandler],
        otherwise: ExchangeHandler,
    ) -> None:
        wanted = {*get_args(Callback), *Action} - {GameAction}
        if routes.keys() != wanted:
            raise ValueError(f"without a handler, or without a button: {routes.keys() ^ wanted}")
        super().__init__(handled)
        self._routes = routes
        self._otherwise = otherwise

    def check_update(self, update: object) -> bool:
        """Whether it is a tap."""
        return isinstance(update, Update) and update.callback_query is not None

    def route(self, tap: Tap[Callback | None]) -> ExchangeHandler:
        """The handler that answers a tap."""
        button, query = tap.button, tap.query
        # A message sent through the bot stands in no chat that we know of, so its buttons are
        # others, and nobody can tell whether they stand there.
        if (query.message is None) != isinstance(button, _INLINE) or button is None:
            return self._otherwise
        if not isinstance(button, (*_BOUND_TO_A_GAME, *_INLINE)) and not tap.is_carried:
            return self._otherwise
        return self._routes[button.action if isinstance(button, GameAction) else type(button)]

    async def handle_update(
        self,
        update: Update,
        application: Application[Any, Context, Any, Any, Any, Any],
        check_result: object,
        context: Context,
    ) -> None:
        """Hands the tap to its handler, and sees that it is answered soon, and once."""
        tap = exchange_of(context)
        if isinstance(tap, Tap):
            late = asyncio.get_running_loop().call_later(PROMISE_SECONDS, tap.promise)
            try:
                await self.route(tap)(tap)
            finally:
                late.cancel()
            await tap.finish()


async def handled(_: Update, context: Context) -> None:
    """Stands where the library wants one handler for all taps."""


def command(
    name: str, handler: ExchangeHandler, *, has_args: bool | None = None
) -> CommandHandler[Context, None]:
    """The library's handler of a command that somebody has written."""
    return CommandHandler(name, plain(handler), filters=WRITTEN, has_args=has_args)


def plain(handler: ExchangeHandler) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    """The handler as the library calls it."""

    async def call(_: Update, context: Context) -> None:
        await handler(exchange_of(context))

    return call
