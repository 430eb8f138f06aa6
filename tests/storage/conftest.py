"""A fresh database for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Storage
from storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "pasyans.db"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Storage]:
    """The open database."""
    opened = await Storage.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def db(storage: Storage) -> Database:
    """Its connections, for what the subjects do not offer."""
    return storage._db
