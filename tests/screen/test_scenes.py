"""The scene tells what a decision rests on, and nothing that a perfect memory would not know."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.deals import Deal
from bot.games.patience import DRAW, Unknown
from bot.games.play import AnyPatience, expand, shorthands
from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsTable
from bot.play.loaded_game import LoadedGame
from bot.screen.beyond import AHEAD, BENEATH
from bot.screen.scenes import film, scene
from bot.texts import table as words
from bot.texts.moves import passed
from render import UNKNOWN, Scene, draw
from render.geometry import frame
from render.trails import plan
from tests.render.test_geometry import inside, labels, overlap, plates, raised, ranks
from tests.staging.loaded import CHAT, positions, stored

EACH = pytest.mark.parametrize("kind", PATIENCES)


def chips(shown: Scene, title: str) -> tuple[str, ...]:
    """The faces under a title of the tray."""
    return next((group.faces for group in shown.tray if group.title == title), ())


def with_other_hidden_cards(loaded: LoadedGame, seed: int) -> LoadedGame:
    """The same game with what nobody can know shuffled."""
    table, patience = loaded.table, loaded.patience
    assert isinstance(table, RoundsTable)
    pool = list(patience.unknown(table))
    Random(seed).shuffle(pool)
    in_heap = len(pool) - (0 if patience.foreseen(table) else len(patience.stock(table)))
    heap, stock = tuple(pool[:in_heap]), tuple(pool[in_heap:]) or table.stock
    other = LoadedGame(loaded.game)
    shown = len(table.closers) - in_heap
    vars(other)["table"] = table._replace(closers=(*table.closers[:shown], *heap), stock=stock)
    vars(other)["last_steps"] = loaded.last_steps
    return other


@settings(max_examples=200, deadline=None)
@given(positions(), st.integers(0, 10**6))
def test_hidden_cards_change_no_picture(loaded: LoadedGame, seed: int) -> None:
    if isinstance(loaded.table, RoundsTable):
        assert scene(with_other_hidden_cards(loaded, seed), CHAT) == scene(loaded, CHAT)


@settings(max_examples=150, deadline=None)
@given(positions())
def test_the_tray_tells_what_lies_beneath_and_ahead(loaded: LoadedGame) -> None:
    shown, patience, table = scene(loaded, CHAT), loaded.patience, loaded.table
    if loaded.game.state == "won":
        return
    beneath, ahead = patience.beneath(table), patience.foreseen(table)
    assert chips(shown, words.CHIPS_BENEATH) == tuple(map(str, beneath[:BENEATH]))
    assert chips(shown, words.CHIPS_AHEAD) == tuple(map(str, ahead[:AHEAD]))


@EACH
def test_all_that_went_past_is_told(kind: str) -> None:
    """What a tap has opened lies on the waste, and the tray goes on as far as it reaches."""
    patience = PATIENCES[kind]
    if ">" not in patience.shorthands:
        return
    longest = 0
    for deal in map(str, range(1, 40)):
        opening = patience.deal(Deal.named(deal, patience.pack))
        if ">" not in shorthands(patience, opening):
            continue
        moves = expand(patience, opening, ">")
        loaded = stored(kind, moves, deal=deal)
        opened = [step.motions[0].card for step in loaded.last_steps]
        (group,) = scene(loaded, CHAT).tray or ((),)
        told = (*group.faces, *group.more) if group else ()
        assert told == tuple(map(str, opened[-2::-1]))
        said = passed(loaded.last_steps)
        assert said.split()[1:] == ([str(card)[:-1] for card in opened] if opened[1:] else [])
        longest = max(longest, len(opened))
    assert longest > BENEATH + 1


@EACH
def test_no_more_is_told_of_the_waste_than_the_last_tap_has_opened(kind: str) -> None:
    patience = PATIENCES[kind]
    if patience.by_book or DRAW not in patience.codes:
        return
    loaded = stored(kind, DRAW * 9, DRAW * 7)
    beneath = tuple(map(str, patience.beneath(loaded.table)))
    (group,) = scene(loaded, CHAT).tray
    assert len(beneath) == 15
    assert (group.faces, group.more) == (beneath[:5], beneath[5:6])


@EACH
def test_a_whole_deck_fits_into_a_toast(kind: str) -> None:
    patience = PATIENCES[kind]
    if DRAW not in patience.codes:
        return
    table, moves = patience.deal(Deal.named("3", patience.pack)), ""
    while DRAW in patience.legal(table):
        table, moves = patience.apply(table, DRAW), moves + DRAW
    assert len(passed(stored(kind, moves, deal="3").last_steps)) <= 200


@settings(max_examples=150, deadline=None)
@given(positions())
def test_every_card_that_may_be_laid_tells_what_will_fill_its_place(loaded: LoadedGame) -> None:
    shown = {cell.key: cell.fill for cell in scene(loaded, CHAT).cells}
    patience, table = loaded.patience, loaded.table
    for spot in patience.spots(table):
        filling = patience.fills(table, spot.lay) if spot.lay else None
        told = UNKNOWN if filling is Unknown.UNKNOWN else "" if filling is None else str(filling)
        assert shown[spot.key] == told


def won(kind: str, deal: str, *moves: str) -> Scene:
    """The picture of a game of this deal that has been won."""
    return scene(stored(kind, *moves, deal=deal, state="won"), CHAT, ("серия 5 дней",))


@EACH
def test_a_won_game_shows_its_pack_and_tells_nothing_of_the_deal(kind: str) -> None:
    first, second = won(kind, "1"), won(kind, "2")
    assert first.finale is not None
    assert second.finale is not None
    shown = sorted(token for fan in first.finale.fans for token in fan)
    assert shown == sorted(map(str, PATIENCES[kind].pack))
    assert first.finale.fans == second.finale.fans
    assert first.finale.told[-1] == "серия 5 дней"
    assert draw(first).tobytes() != draw(second).tobytes()  # the number of the deal


@EACH
def test_the_table_does_not_change_its_size(kind: str) -> None:
    deal = stored(kind)
    layouts = {shown.layout for shown in film(deal, CHAT)}
    layouts |= {scene(stored(kind, state=state), CHAT).layout for state in ("won", "lost")}
    assert len(layouts) == 1


def tables(patience: AnyPatience, number: int) -> Iterator[Scene]:
    """The tables of a game in which chance taps."""
    chance = Random(number)
    table = patience.deal(Deal.named(str(number), patience.pack))
    taps: list[str] = []
    while codes := patience.legal(table) + shorthands(patience, table):
        moves = expand(patience, table, chance.choice(codes))
        taps.append(moves)
        for move in moves:
            table = patience.apply(table, move)
        yield scene(stored(patience.kind, *taps, deal=str(number)), CHAT)


@EACH
@pytest.mark.parametrize("number", range(3))
def test_in_real_games_nothing_lies_on_what_is_to_be_read(kind: str, number: int) -> None:
    for shown in list(tables(PATIENCES[kind], number))[::5]:
        scale, words_ = frame(shown.layout), labels(shown)
        solid = [*(raised(cell, scale) for cell in shown.cells), *plates(shown.layout)]
        for box in words_.values():
            assert inside(box, (scale.width, scale.height))
            assert not any(overlap(box, other) for other in solid)
        for first, second in combinations(words_.values(), 2):
            assert not overlap(first, second)
        printed = [box for cell in shown.cells for box in ranks(cell, scale)]
        covered = [*printed, *words_.values(), *plates(shown.layout)]
        for mark, other in product(plan(shown, scale, words_), covered):
            assert not any(overlap(box, other) for box in mark.boxes)
