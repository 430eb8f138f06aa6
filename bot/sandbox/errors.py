"""Refusals, worded as Telegram words them."""

from typing import Any


class ApiError(Exception):
    """A call is refused: with an HTTP status, a description and sometimes ``parameters``."""

    def __init__(
        self, code: int, description: str, parameters: dict[str, Any] | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        """The JSON object that Telegram answers with."""
        body: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(reason: str, **parameters: Any) -> ApiError:
    """Status 400: the call is wrong, or cannot be done here."""
    return ApiError(400, f"Bad Request: {reason}", parameters or None)


def forbidden(reason: str) -> ApiError:
    """Status 403: the chat does not want the bot."""
    return ApiError(403, f"Forbidden: {reason}")


def too_many_requests(seconds: int) -> ApiError:
    """Status 429: come back after ``seconds``."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
