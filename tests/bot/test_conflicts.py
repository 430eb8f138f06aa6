"""Which of two copies on one token goes on."""

from bot.conflicts import PATIENCE, SETTLED_SECONDS, Conflicts


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_copy_that_has_just_started_leaves_at_once() -> None:
    assert Conflicts(Clock()).is_too_many()


def test_a_copy_that_was_there_before_outlives_a_short_conflict() -> None:
    clock = Clock()
    conflicts = Conflicts(clock)
    clock.now = SETTLED_SECONDS
    for _ in range(PATIENCE - 1):
        assert not conflicts.is_too_many()
    clock.now += SETTLED_SECONDS
    assert not conflicts.is_too_many()  # the old ones are forgotten


def test_it_leaves_when_the_conflict_lasts() -> None:
    clock = Clock()
    conflicts = Conflicts(clock)
    clock.now = SETTLED_SECONDS
    assert [conflicts.is_too_many() for _ in range(PATIENCE)] == [False, False, True]
