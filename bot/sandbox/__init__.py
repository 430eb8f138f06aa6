"""A small local Telegram, as strict as the real one, for trying and testing the bot."""

from bot.sandbox.faults import Fault, Faults
from bot.sandbox.flood import Flood
from bot.sandbox.server import CallRecord, Sandbox
from bot.sandbox.world import TOKEN, World

__all__ = ["TOKEN", "CallRecord", "Fault", "Faults", "Flood", "Sandbox", "World"]
