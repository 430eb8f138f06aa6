"""Which of two copies on one token goes on."""

from bot.process.conflicts import (
    LEAVES_SECONDS,
    NEWCOMER_LEAVES_SECONDS,
    QUIET_SECONDS,
    SETTLED_SECONDS,
    Conflicts,
)
from bot.process.polling import LONGEST_PAUSE


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_copy_that_has_just_started_leaves_when_the_conflict_lasts() -> None:
    clock = Clock()
    conflicts = Conflicts(clock)
    assert not conflicts.is_too_long()
    clock.now += NEWCOMER_LEAVES_SECONDS - 0.1
    assert not conflicts.is_too_long()
    clock.now += 0.1
    assert conflicts.is_too_long()


def test_a_copy_that_was_there_before_is_more_patient() -> None:
    clock = Clock()
    conflicts = Conflicts(clock)
    clock.now = SETTLED_SECONDS
    assert not conflicts.is_too_long()
    clock.now += LEAVES_SECONDS - 0.1
    assert not conflicts.is_too_long()
    clock.now += 0.1
    assert conflicts.is_too_long()
    assert LEAVES_SECONDS > 2 * NEWCOMER_LEAVES_SECONDS


def test_a_conflict_that_is_over_is_forgotten() -> None:
    clock = Clock()
    conflicts = Conflicts(clock)
    clock.now = SETTLED_SECONDS
    for _ in range(3):
        assert not conflicts.is_too_long()
        clock.now += QUIET_SECONDS + 0.1
    assert QUIET_SECONDS > LONGEST_PAUSE  # else nobody would ever leave
