"""Trouble on request: what a network and a busy Telegram do to a bot.

``server.py`` asks ``Faults`` about each call. A fault strikes the next ``times`` calls that fit its
method and chat, after ``skip`` others. After some the call has taken effect all the same (a reset
afterwards, a slow answer): it is from these that a bot makes duplicates.
"""

from dataclasses import dataclass, field
from typing import Literal

from bot.sandbox.errors import ApiError, forbidden, too_many_requests

Kind = Literal["error", "html", "reset_before", "reset_after", "delay_before", "delay_after"]


@dataclass
class Fault:
    """One kind of trouble. ``method`` or ``chat_id`` None is any; ``times`` None is for ever."""

    kind: Kind
    method: str | None = None
    chat_id: int | None = None
    times: int | None = 1
    skip: int = 0
    seconds: float = 0.0
    status: int = 502
    error: ApiError | None = None

    def fits(self, method: str, chat_id: object) -> bool:
        """Whether a call is one that it strikes."""
        if self.method not in (None, method):
            return False
        if self.method is None and method == "getUpdates":
            return False
        return self.chat_id is None or str(self.chat_id) == str(chat_id)


@dataclass
class Faults:
    """The faults still to come, and whether the network is down altogether."""

    waiting: list[Fault] = field(default_factory=list)
    down: bool = False

    def add(self, fault: Fault) -> Fault:
        """Add a fault."""
        self.waiting.append(fault)
        return fault

    def too_many_requests(
        self,
        seconds: int,
        method: str | None = None,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """429 with ``retry_after``. Like any fault without a method it spares getUpdates."""
        error = too_many_requests(seconds)
        return self.add(Fault("error", method, chat_id, times, error=error))

    def refuse(
        self,
        code: int,
        description: str,
        method: str | None = None,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Any refusal, such as ``(400, "Bad Request: message to edit not found")``."""
        error = ApiError(code, description)
        return self.add(Fault("error", method, chat_id, times, error=error))

    def forbid(self, chat_id: int, reason: str = "bot was blocked by the user") -> Fault:
        """403 for every call to a chat until removed."""
        return self.add(Fault("error", None, chat_id, None, error=forbidden(reason)))

    def html(self, status: int = 502, method: str | None = None, times: int | None = 1) -> Fault:
        """A gateway's HTML page instead of JSON."""
        return self.add(Fault("html", method, times=times, status=status))

    def reset(
        self,
        method: str | None = None,
        *,
        after: bool,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """The connection breaks, before the effect or after it."""
        kind: Kind = "reset_after" if after else "reset_before"
        return self.add(Fault(kind, method, chat_id, times))

    def delay(
        self,
        seconds: float,
        method: str | None = None,
        *,
        after: bool = False,
        chat_id: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """The call takes longer, before its effect or after it."""
        kind: Kind = "delay_after" if after else "delay_before"
        return self.add(Fault(kind, method, chat_id, times, seconds=seconds))

    def remove(self, fault: Fault) -> None:
        """Call a fault off."""
        if fault in self.waiting:
            self.waiting.remove(fault)

    def clear(self) -> None:
        """Call all faults off and bring the network back."""
        self.waiting.clear()
        self.down = False

    def take(self, method: str, chat_id: object) -> Fault | None:
        """The fault that strikes this call, if any; this counts as one of its ``times``."""
        for fault in self.waiting:
            if not fault.fits(method, chat_id):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
            return fault
        return None
