"""What the buttons that stand for several moves are expanded to."""

import pytest

from bot.games.deals import Deal
from bot.games.devils import DEVILS
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.patience import IllegalMove, UnknownMove
from bot.games.play import AnyPatience, WrongMove, expand, replay, shorthands, steps
from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsPatience, RoundsTable
from tests.games.positions import cards, lay_out

OF_ROUNDS = {kind: one for kind, one in PATIENCES.items() if isinstance(one, RoundsPatience)}
ALL = pytest.mark.parametrize("patience", OF_ROUNDS.values(), ids=OF_ROUNDS)
FREELY = pytest.mark.parametrize("patience", [HOLDING, DEVILS], ids=lambda p: p.kind)
FREE_SIX = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 6♦"


# > draws until the card just opened has the needed rank


@ALL
def test_draws_stop_at_the_needed_rank(patience: AnyPatience) -> None:
    assert expand(patience, lay_out(stock="3♠ К♠ 6♥ 9♠ 6♦"), ">") == "ddd"


@ALL
def test_draws_stop_where_the_stock_ends(patience: AnyPatience) -> None:
    table = lay_out(stock="3♠ К♠ 9♠ 9♦ 2♠ 2♥ 2♣", waste="4♠")
    assert expand(patience, table, ">") == "ddddddd"


@FREELY
def test_draws_go_on_over_a_fitting_card_held_back(patience: AnyPatience) -> None:
    table = lay_out(reserve="6♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="6♣", stock="3♠ 6♥ 9♠")
    assert expand(patience, table, ">") == "dd"


def test_draws_stop_at_the_needed_rank_even_where_only_the_free_card_may_be_laid() -> None:
    assert expand(HOLDING, lay_out(closers=FREE_SIX, stock="3♠ 6♥ 9♠"), ">") == "dd"


@ALL
def test_draws_need_a_stock(patience: AnyPatience) -> None:
    for code in ">+":
        with pytest.raises(IllegalMove):
            expand(patience, lay_out(waste="3♠"), code)


@pytest.mark.parametrize("code", list(">+"))
def test_by_the_book_draws_wait_for_a_fitting_card(code: str) -> None:
    with pytest.raises(IllegalMove):
        expand(BY_THE_BOOK, lay_out(waste="6♠", stock="3♠"), code)


# + draws five cards at most


@ALL
def test_five_draws_at_most(patience: AnyPatience) -> None:
    assert expand(patience, lay_out(stock="3♠ К♠ 9♠ 9♦ 2♠ 2♥ 2♣"), "+") == "ddddd"
    assert expand(patience, lay_out(stock="3♠ К♠ 9♠ 9♦ 6♠ 2♥ 2♣"), "+") == "ddddd"
    assert expand(patience, lay_out(stock="3♠ К♠ 6♠ 9♦ 2♠ 2♥ 2♣"), "+") == "ddd"
    assert expand(patience, lay_out(stock="3♠ К♠"), "+") == "dd"


# * lays all that can be laid


@ALL
def test_lays_the_lowest_place_first_and_the_waste_last(patience: AnyPatience) -> None:
    table = lay_out(reserve="К♠ 6♥ Д♠ 6♦ 7♥ Д♥ Д♦ Д♦", waste="2♣ 4♣ 7♣ 6♣", stock="3♠")
    # 6♥ (its place gets 6♣), 7♥ of place 5 (its place gets 7♣) before the waste's own seven.
    assert expand(patience, table, "*") == "25"
    table = lay_out(reserve="К♠ 6♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 8♣ 7♣ 9♣", stock="3♠")
    # 6♥ (its place gets 9♣), then 7♣ and 8♣ from the waste, then 9♣.
    assert expand(patience, table, "*") == "2ww2"


@pytest.mark.parametrize("patience", [BY_THE_BOOK, HOLDING], ids=lambda p: p.kind)
def test_lays_the_free_card_first(patience: AnyPatience) -> None:
    table = lay_out(
        closers=FREE_SIX, reserve="6♥ 8♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 9♣ 7♣", stock="3♠"
    )
    # 6♦, its place gets 7♣; that is laid too, its place gets 9♣; 8♥, its place gets 2♣; 9♣ alone
    # would be filled from the stock.
    assert expand(patience, table, "*") == "ll2"


@ALL
def test_lays_stop_when_a_round_has_closed(patience: AnyPatience) -> None:
    table = lay_out(built=10, reserve="3♥ 4♥ 2♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣ 9♦ 9♥ 9♠", stock="3♠")
    assert expand(patience, table, "*") == "12"


@ALL
def test_lays_stop_before_a_gap_would_be_filled_from_the_stock(patience: AnyPatience) -> None:
    table = lay_out(reserve="6♥ 7♥ 8♥ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣ 9♦", stock="3♠")
    assert expand(patience, table, "*") == "12"


@ALL
def test_the_first_lay_is_made_alone_where_its_gap_is_filled_from_the_stock(
    patience: AnyPatience,
) -> None:
    table = lay_out(reserve="6♥ 7♥ 8♥ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠ 7♠")
    assert expand(patience, table, "*") == "1"
    # Alone also where the stock ends with it, so that the next gap would stay empty.
    table = lay_out(built=7 * 13, reserve="6♥ 7♥ 8♥ · · · · ·", stock="3♠")
    assert expand(patience, table, "*") == "1"


def test_the_free_cards_gap_counts_too() -> None:
    table = lay_out(closers=FREE_SIX, reserve="7♥ 8♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠ 7♠")
    assert expand(BY_THE_BOOK, table, "*") == "l"
    table = lay_out(closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 7♦", waste="6♥", stock="3♠ 7♠")
    assert expand(BY_THE_BOOK, table, "*") == "w"


@ALL
def test_lays_go_on_where_gaps_stay_empty(patience: AnyPatience) -> None:
    table = lay_out(built=7 * 13, reserve="8♥ 7♥ 6♥ 9♥ В♥ · · ·")
    assert expand(patience, table, "*") == "3214"


@ALL
def test_lays_need_a_fitting_card(patience: AnyPatience) -> None:
    with pytest.raises(IllegalMove):
        expand(patience, lay_out(waste="3♠", stock="6♠"), "*")


# ^ lays, then draws


@FREELY
def test_lays_and_draws(patience: AnyPatience) -> None:
    table = lay_out(reserve="К♠ 6♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 7♣ 9♣", stock="3♠ 8♠ 4♠")
    assert expand(patience, table, "^") == "2wdd"


@FREELY
def test_draws_on_after_a_closed_round_and_before_a_blind_gap(patience: AnyPatience) -> None:
    table = lay_out(built=11, reserve="4♥ 2♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣ 9♦", stock="3♠ 2♠ 4♠")
    assert expand(patience, table, "^") == "1dd"
    table = lay_out(reserve="6♥ 7♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣", stock="3♠ 7♠ 4♠")
    assert expand(patience, table, "^") == "1dd"


def test_by_the_book_only_draws_where_nothing_fits_any_more() -> None:
    table = lay_out(built=11, reserve="4♥ 2♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣ 9♦", stock="3♠ 2♠")
    assert expand(BY_THE_BOOK, table, "^") == "1"
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣", stock="3♠ 7♠ 4♠")
    assert expand(BY_THE_BOOK, table, "^") == "1dd"


@ALL
def test_lays_alone_or_draws_alone(patience: AnyPatience) -> None:
    assert expand(patience, lay_out(waste="9♣ 7♣ 6♣"), "^") == "ww"
    assert expand(patience, lay_out(stock="3♠ 6♥ 9♠"), "^") == "dd"
    with pytest.raises(IllegalMove):
        expand(patience, lay_out(waste="9♣"), "^")


# ! plays by the book to the end of the pass


def test_plays_by_the_book_until_the_stock_is_empty_and_nothing_fits() -> None:
    table = lay_out(reserve="6♥ 7♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠ 9♠ 8♠ 2♠", deal=Deal.named("1"))
    # 6♥ gets 3♠ in its place, 7♥ gets 9♠; 8♠ is opened and laid, 9♠ gets 2♠.
    assert expand(BY_THE_BOOK, table, "!") == "12dw2"
    *_, last = steps(BY_THE_BOOK, table, "12dw2")
    assert isinstance(last.table, RoundsTable)
    assert last.table.stock == ()


def test_plays_over_closed_rounds_to_the_end_of_the_game() -> None:
    table = lay_out(built=6 * 13 + 11, reserve="6♥ Д♥ 7♥ 8♥ 9♥ 10♥ В♥ Д♥", waste="К♥")
    assert expand(BY_THE_BOOK, table, "!") == "213456782"
    won = lay_out(built=7 * 13 + 10, reserve="3♥ 4♥ · · · · · ·")
    assert expand(BY_THE_BOOK, won, "!") == "12"


def test_a_whole_pass_never_redeals() -> None:
    table = lay_out(waste="9♣")
    assert BY_THE_BOOK.legal(table) == "r"
    with pytest.raises(IllegalMove):
        expand(BY_THE_BOOK, table, "!")


@FREELY
def test_a_whole_pass_is_for_playing_by_the_book(patience: AnyPatience) -> None:
    with pytest.raises(UnknownMove):
        expand(patience, lay_out(stock="9♣"), "!")


# All codes


@ALL
def test_a_move_stands_for_itself(patience: AnyPatience) -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="9♣")
    assert expand(patience, table, "1") == "1"
    with pytest.raises(IllegalMove):
        expand(patience, table, "2")
    for code in ("", "dd", "?", "9", ">>", "**"):
        with pytest.raises(UnknownMove):
            expand(patience, table, code)


@pytest.mark.parametrize(
    ("patience", "fitting", "stock", "expected"),
    [
        (HOLDING, True, True, ">+*^"),
        (HOLDING, True, False, "*^"),
        (HOLDING, False, True, ">+^"),
        (HOLDING, False, False, ""),
        (DEVILS, True, True, ">+*^"),
        (DEVILS, True, False, "*^"),
        (DEVILS, False, True, ">+^"),
        (DEVILS, False, False, ""),
        (BY_THE_BOOK, True, True, "*^!"),
        (BY_THE_BOOK, True, False, "*^!"),
        (BY_THE_BOOK, False, True, ">+^!"),
        (BY_THE_BOOK, False, False, ""),
    ],
)
def test_the_shorthands_that_are_legal(
    patience: AnyPatience, fitting: bool, stock: bool, expected: str
) -> None:
    table = lay_out(waste="9♣ 6♥" if fitting else "9♣", stock="3♠" if stock else "")
    assert shorthands(patience, table) == expected


# Replay


def test_a_replay_names_the_first_wrong_move() -> None:
    deal = Deal.named("481516")
    with pytest.raises(WrongMove, match="illegal move: 'w'") as caught:
        replay(DEVILS, deal, "dw")
    assert caught.value.number == 2
    with pytest.raises(WrongMove, match="no such move: '>'") as caught:
        replay(DEVILS, deal, ">")
    assert caught.value.number == 1
    with pytest.raises(WrongMove, match="redeal 1: missing") as caught:
        replay(HOLDING, Deal(deal.deck), "d" * 88 + "r")
    assert caught.value.number == 89


def test_steps_tell_what_each_move_carried() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="7♣ 8♣")
    told = [
        (step.move, [(m.card, m.source, m.target) for m in step.motions])
        for step in steps(DEVILS, table, "d1")
    ]
    (six, seven) = cards("6♥ 7♣")
    assert told == [
        ("d", [(seven, "stock", "waste")]),
        ("1", [(six, "reserve:1", "foundation"), (seven, "waste", "reserve:1")]),
    ]
