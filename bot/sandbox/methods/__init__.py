"""The methods of the Bot API, by area. Each handler takes a checked call and returns its result."""

from bot.sandbox.methods import chats, editing, inline, profile, queries, receiving, sending
from bot.sandbox.methods.call import Handler

HANDLERS: dict[str, Handler] = {
    **receiving.METHODS,
    **sending.METHODS,
    **editing.METHODS,
    **queries.METHODS,
    **inline.METHODS,
    **chats.METHODS,
    **profile.METHODS,
}
"""Every method that the sandbox answers, by name."""
