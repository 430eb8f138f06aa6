"""Common to all tests: quiet logs."""

import pytest

from bot.logs import configure


@pytest.fixture(autouse=True, scope="session")
def quiet_logs() -> None:
    """Only what went wrong, one line each."""
    configure("WARNING")
