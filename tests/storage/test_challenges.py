"""Challenges: tokens, messages, whose result stands, and what makes a message lag."""

from dataclasses import replace

import pytest

from storage import Challenge, Storage, new_token
from storage.challenges import UNSENT_KEPT
from storage.database import Database
from tests.storage.samples import ANNA, BORIS, VERA, game_in, person, result, started

NOW = 1000


def drafted(**more: object) -> Challenge:
    """Anna's, of deal 481516."""
    blank = Challenge(
        *(new_token(), "devils", "481516", ANNA, None, NOW, True),
        inline_message_id=None,
        shown="",
        ended=False,
    )
    return replace(blank, **more)  # type: ignore[arg-type]


async def kept(storage: Storage, **more: object) -> Challenge:
    """A challenge that was offered."""
    for player in (ANNA, BORIS, VERA):
        await person(storage, player)
    challenge = drafted(**more)
    await storage.challenges.add(challenge)
    return challenge


async def lags(storage: Storage, now: int = NOW) -> bool:
    """Whether a message is to be looked at; then it is not any more."""
    claimed = await storage.challenges.claim(now, 10, 60)
    if claimed is not None:
        await storage.challenges.done(claimed.token, "", now + 60, None)
    return claimed is not None


async def test_a_challenge_is_found_by_its_token_alone(storage: Storage) -> None:
    challenge = await kept(storage)
    assert await storage.challenges.get(challenge.token) == challenge
    for other in ("", challenge.token.lower() + "x", challenge.token[:-1], "' OR 1"):
        assert await storage.challenges.get(other) is None


async def test_one_message_for_one_challenge(storage: Storage) -> None:
    first, second = await kept(storage), await kept(storage)
    assert await storage.challenges.sent(first.token, "message")
    assert not await storage.challenges.sent(first.token, "other")
    assert not await storage.challenges.sent(second.token, "message")
    assert not await storage.challenges.sent("nobody", "third")
    assert await storage.challenges.sent(second.token, "other")


async def test_the_first_game_stands(storage: Storage) -> None:
    challenge = await kept(storage)
    new = replace(game_in(BORIS, starter=BORIS), challenge=challenge.token)
    first = await started(storage, new)
    assert (first.challenged, first.strict, first.ranked) == (True, True, False)
    await storage.games.finish(first.id, 1, state="stopped", at=2)
    second = await started(storage, new)
    assert not second.strict
    (attempt,) = await storage.challenges.attempts(challenge.token)
    assert (attempt.player_id, attempt.game_id) == (BORIS, first.id)
    assert not await storage.challenges.stand(challenge.token, BORIS, second.id, earlier=True)


async def test_a_made_up_token_makes_no_rules(storage: Storage) -> None:
    await kept(storage)
    game = await started(storage, replace(game_in(BORIS, starter=BORIS), challenge="made up"))
    assert not game.strict


async def test_the_owners_result_comes_in_with_the_first(storage: Storage) -> None:
    await kept(storage)
    own = await started(storage, game_in(ANNA))
    challenge = await kept(storage, game_id=own.id)
    assert await storage.challenges.attempts(challenge.token) == []
    await started(storage, replace(game_in(BORIS, starter=BORIS), challenge=challenge.token))
    attempts = await storage.challenges.attempts(challenge.token)
    assert [(each.player_id, each.earlier) for each in attempts] == [(ANNA, True), (BORIS, False)]


async def test_whatever_changes_a_line_makes_it_lag(storage: Storage) -> None:
    challenge = await kept(storage)
    assert not await lags(storage)
    await storage.challenges.sent(challenge.token, "message")
    assert await lags(storage)
    assert not await lags(storage)
    game = await started(storage, replace(game_in(BORIS, starter=BORIS), challenge=challenge.token))
    assert await lags(storage)
    await storage.games.tap(game.id, 1, player_id=BORIS, at=2, moves="d")
    assert not await lags(storage)  # a move that ends nothing
    await storage.games.tap(
        *(game.id, 2), player_id=BORIS, at=3, moves="d", state="won", result=result(170, won=True)
    )
    assert await lags(storage)
    await storage.players.ensure(BORIS, "Боря", None, 4)
    assert await lags(storage)
    await storage.players.ensure(BORIS, "Боря", "borya", 4)
    assert not await lags(storage)
    for player, change in ((BORIS, True), (ANNA, True)):
        await storage.players.change(player, anonymous=change)
        assert await lags(storage)
    await storage.players.change(VERA, anonymous=True)
    assert not await lags(storage)
    for player in (BORIS, ANNA):
        await storage.players.delete(player, "2026-12-01")
        assert await lags(storage)
    left = await storage.challenges.get(challenge.token)
    assert left is not None
    assert (left.owner, left.game_id) == (None, None)
    assert await storage.challenges.attempts(challenge.token) == []


async def test_what_changes_while_it_is_edited_is_not_lost(storage: Storage) -> None:
    challenge = await kept(storage)
    await storage.challenges.sent(challenge.token, "message")
    claimed = await storage.challenges.claim(NOW, 10, 60)
    assert claimed is not None
    assert await storage.challenges.claim(NOW, 10, 60) is None
    await storage.players.change(ANNA, anonymous=True)
    await storage.challenges.done(challenge.token, "x", NOW + 60, None)
    assert await storage.challenges.claim(NOW, 10, 60) is not None


async def test_what_was_claimed_before_a_kill_comes_again(storage: Storage) -> None:
    challenge = await kept(storage)
    await storage.challenges.sent(challenge.token, "message")
    assert await storage.challenges.claim(NOW, 10, 60) is not None
    assert await storage.challenges.claim(NOW + 59, 10, 60) is None
    assert await storage.challenges.claim(NOW + 60, 10, 60) is not None


async def test_an_edited_one_rests(storage: Storage) -> None:
    challenge = await kept(storage)
    await storage.challenges.editing(challenge.token, NOW)
    await storage.challenges.sent(challenge.token, "message")
    assert await storage.challenges.claim(NOW + 9, 10, 60) is None
    assert await storage.challenges.claim(NOW + 10, 10, 60) is not None


async def test_an_ended_one_rests_for_good(storage: Storage) -> None:
    challenge = await kept(storage)
    await storage.challenges.end(challenge.token)
    await storage.challenges.sent(challenge.token, "message")
    assert await storage.challenges.claim(NOW, 10, 60) is None


async def test_offers_that_nobody_sends_do_not_pile_up(storage: Storage) -> None:
    played, sent = await kept(storage), await kept(storage)
    await started(storage, replace(game_in(BORIS, starter=BORIS), challenge=played.token))
    await storage.challenges.sent(sent.token, "message")
    for number in range(UNSENT_KEPT + 5):
        await storage.challenges.add(drafted(made_at=NOW + number))
    rows = await storage._db.read.rows("SELECT token, made_at FROM challenges")
    assert len(rows) == UNSENT_KEPT + 2
    assert {played.token, sent.token} < {row["token"] for row in rows}
    assert max(row["made_at"] for row in rows) == NOW + UNSENT_KEPT + 4


async def test_pruning_takes_the_attempts_along(storage: Storage, db: Database) -> None:
    challenge = await kept(storage)
    await started(storage, replace(game_in(BORIS, starter=BORIS), challenge=challenge.token))
    await storage.challenges.prune(NOW)
    assert await storage.challenges.get(challenge.token) is not None
    await storage.challenges.prune(NOW + 1)
    assert await storage.challenges.get(challenge.token) is None
    assert await db.read.rows("SELECT 1 FROM challenge_attempts") == []


@pytest.mark.parametrize(
    ("state", "counts"), [("won", True), ("stopped", True), ("dropped", False), ("aside", False)]
)
async def test_what_was_finished_before(storage: Storage, state: str, counts: bool) -> None:
    await kept(storage)
    game = await started(storage, game_in(BORIS, starter=BORIS))
    await storage.games.finish(game.id, 1, state=state, at=2)
    found = await storage.challenges.finished_before(BORIS, "devils", "481516")
    assert found == (game.id if counts else None)
    assert await storage.challenges.finished_before(BORIS, "first-last", "481516") is None
