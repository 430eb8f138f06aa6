"""What the solver's process does by itself: it answers, ends unasked, leaves nothing behind."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from bot.advice import machine_code, process
from bot.advice.protocol import Urgency
from bot.games.deals import Deal
from bot.games.solver.code_folder import code_folder

DEAL = Deal.named("1")


@contextmanager
def served(idle_seconds: float = 60.0) -> Iterator[Connection]:
    """A client's end of the pipe, and somebody at the other."""
    ours, theirs = Pipe()

    def serve() -> None:
        with theirs:
            process.serve(theirs, idle_seconds)

    server = threading.Thread(target=serve)
    server.start()
    with ours:
        yield ours
    server.join()


def test_a_question_that_fails_is_told_and_the_next_is_answered() -> None:
    with served() as client:
        client.send((1, Urgency.PEOPLE, ("solve", "klondike", DEAL)))
        client.send((2, Urgency.PEOPLE, ("solve", "first-last", DEAL)))
        number, nothing, refused = client.recv()
        assert (number, nothing) == (1, None)
        assert isinstance(refused, KeyError)
        number, solution, error = client.recv()
    assert (number, error) == (2, None)
    assert solution.proved


def test_it_ends_when_nobody_asks_for_long() -> None:
    with served(idle_seconds=0.01) as client:
        assert client.poll(20)
        with pytest.raises(EOFError):
            client.recv()


@pytest.mark.parametrize("cut", [0, 2, 9])
def test_it_ends_without_a_word_when_the_bot_is_killed(cut: int) -> None:
    ours, theirs = Pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "bot.advice.process"], stdin=theirs.fileno(), stderr=subprocess.PIPE
    ) as server:
        theirs.close()
        ours.send((1, Urgency.PEOPLE, ("no such question", "devils", DEAL)))
        with open(ours.fileno(), "wb", closefd=False) as raw:
            raw.write(b"\0\0\0\x20more"[:cut])  # it was about to say something
        ours.close()
        assert server.stderr is not None
        assert server.stderr.read() == b""
    assert server.returncode == 0


USED = """
import numba
from bot.advice import machine_code
from bot.advice.process import answer
from bot.games.deals import Deal
from numba.core.dispatcher import Dispatcher
import gc

def used():
    return {
        (each.__name__, str(types))
        for each in gc.get_objects() if isinstance(each, Dispatcher)
        for types in each.overloads
    }

machine_code.load()
known = used()
assert known
for kind, number in (("devils", "3"), ("first-last-hold", "4"), ("first-last", "5")):
    deal = Deal.named(number)
    moves = answer(("solve", kind, deal)).moves
    for part in moves[:40], moves[: len(moves) // 2], moves[:-1]:
        answer(("advise", kind, deal, part))
        answer(("outlook", kind, deal, part))
    answer(("review", kind, deal, moves[:45], 3))
print(used() - known)
"""


@pytest.mark.timeout(600)
def test_whatever_is_asked_has_its_machine_code_made_before() -> None:
    done = subprocess.run([sys.executable, "-c", USED], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.timeout(600)
def test_machine_code_is_used_where_nothing_can_be_written() -> None:
    machine_code.ensure()
    code = """
import builtins, os, tempfile
from pathlib import Path
from bot.games.solver.code_folder import code_folder

def refused(*_, **__): raise OSError("read-only")
code_folder()
os.access = lambda path, mode: mode != os.W_OK
code_folder.cache_clear()
tempfile.TemporaryFile = tempfile.mkdtemp = refused
really_open = builtins.open
def open_(file, mode="r", *more, **named):
    return refused() if "w" in mode else really_open(file, mode, *more, **named)
builtins.open = open_
from bot.advice import machine_code
machine_code.load()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_others_have_laid_there_is_not_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    base = tmp_path / "pasyans"
    assert code_folder.__wrapped__().parent == base
    if os.getuid() == 0:
        os.chown(base, 4711, -1)
    else:
        monkeypatch.setattr("os.getuid", lambda: 4711)
    assert base not in code_folder.__wrapped__().parents
