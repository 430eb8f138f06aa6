"""``Deal``: decks that are the same on every machine and for ever, by the project's own shuffle.

Patiences are dealt from it; what is dealt as deal of the day gets its name here too. Golden tests
pin these functions: changing what they return would change every numbered deal.
"""

import hashlib
import hmac
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.games.cards import TWO_DECKS, Card

FIRST_NUMBER = 1
LAST_NUMBER = 999_999_999


class BadRedeal(ValueError):
    """A recorded redeal, the ``k``-th, that is missing or is not made of the waste's cards."""

    def __init__(self, k: int, fault: str) -> None:
        super().__init__(f"redeal {k}: {fault}")
        self.k = k
        self.fault = fault


def deck(name: str, pack: tuple[Card, ...] = TWO_DECKS) -> tuple[Card, ...]:
    """The deck called ``name``: the cards of ``pack`` in the order in which they are dealt."""
    return _shuffled(pack, name)


def redealt(waste: Iterable[Card], name: str, k: int) -> tuple[Card, ...]:
    """The waste shuffled for redeal ``k`` (1, 2, …) of the deal ``name``, next card first.

    The waste is sorted beforehand, so the new order depends on which cards lie in it alone.
    """
    return _shuffled(sorted(waste), _redeal_name(name, k))


def redeal_draws(name: str, k: int, count: int) -> tuple[float, ...]:
    """The first random numbers of redeal ``k`` of the deal ``name``.

    For the solver, which shuffles by itself: they do not depend on what lies in the waste, so one
    row of them serves every such redeal.
    """
    chance = _chance(_redeal_name(name, k))
    return tuple(chance() for _ in range(count))


def dated_name(secret: bytes, date: str, kind: str, audience: str, attempt: int) -> str:
    """The name of a dated deal: an HMAC that nobody without the secret can search for.

    ``date`` is ISO, ``audience`` "person" or "team"; ``attempt`` counts from 0.
    """
    message = f"{date}|{kind}|{audience}|{attempt}".encode()
    return hmac.new(secret, message, hashlib.sha256).hexdigest()


def _redeal_name(name: str, k: int) -> str:
    return f"{name}:redeal:{k}"


def _shuffled(cards: Iterable[Card], name: str) -> tuple[Card, ...]:
    """Fisher–Yates from the top index down, on floats of Python's seeded Mersenne Twister."""
    shuffled = list(cards)
    chance = _chance(name)
    for i in range(len(shuffled) - 1, 0, -1):
        j = int(chance() * (i + 1))
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


def _chance(name: str) -> Callable[[], float]:
    rng = random.Random()  # noqa: S311 - reproducible for ever, not secret
    rng.seed(f"pasyans:1:{name}", version=2)
    return rng.random


@dataclass(frozen=True, slots=True)
class Deal:
    """A deck, and the redeals that go with it: by its name, or else as a record wrote them down."""

    deck: tuple[Card, ...]
    name: str | None = None
    redeals: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def named(cls, name: str, pack: tuple[Card, ...] = TWO_DECKS) -> "Deal":
        """The deal whose deck and redeals follow from ``name``."""
        return cls(deck(name, pack), name)

    def redeal(self, waste: tuple[Card, ...], k: int) -> tuple[Card, ...]:
        """The new stock, next card first, when ``waste`` is shuffled for the ``k``-th time.

        Raises ``BadRedeal`` if the deal has no name and no such redeal of just these cards.
        """
        if self.name is not None:
            return redealt(waste, self.name, k)
        if k > len(self.redeals):
            raise BadRedeal(k, "missing")
        if sorted(self.redeals[k - 1]) != sorted(waste):
            raise BadRedeal(k, "not the waste's cards")
        return self.redeals[k - 1]
