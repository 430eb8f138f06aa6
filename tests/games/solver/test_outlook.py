"""What is called lost or certain is so, whatever is hidden."""

from itertools import islice

from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.rounds import RoundsTable
from bot.games.solver import Verdict
from bot.games.solver.outlook import outlook
from bot.games.solver.positions import Rules, moves_of, row_of, world_of
from bot.games.solver.solving import win_from
from tests.games.solver.positions import DEVILS, HOLDING, game, wins


def won_game(rules: Rules, number: int) -> list[RoundsTable]:
    """The tables of a game won by all knowledge."""
    table = rules.patience.deal(Deal.named(str(number)))
    line = win_from(row_of(table, rules), world_of(table, rules), 300)
    assert line is not None
    tables = [table]
    for move in moves_of(line, table, rules.patience)[0]:
        table = rules.patience.apply(table, move)
        tables.append(table)
    return tables


def test_a_game_that_can_be_won_is_never_called_lost() -> None:
    for rules in (DEVILS, HOLDING):
        for table in won_game(rules, 1)[::9]:
            assert outlook(table, rules).verdict is not Verdict.LOST


def test_a_certain_game_is_finished_by_the_line_given() -> None:
    for rules in (DEVILS, HOLDING):
        certain = 0
        for table in won_game(rules, 1)[-24:-1:3]:
            judged = outlook(table, rules)
            if judged.verdict is Verdict.CERTAIN:
                certain += 1
                for move in judged.moves:
                    table = rules.patience.apply(table, move)
                assert rules.patience.outcome(table) is Outcome.WON
        assert certain >= 2


def test_what_is_called_lost_is_lost() -> None:
    lost = 0
    for number in range(1, 21):
        last = (table for table, _ in game(DEVILS, number, 0.9) if table.redeals == 2)
        for table in islice(last, 40, 41):
            if outlook(table, DEVILS).verdict is Verdict.LOST:
                lost += 1
                assert len(table.stock) > 12 or not wins(DEVILS, table)
    assert lost > 5


def test_a_finished_game_has_no_outlook() -> None:
    assert outlook(won_game(DEVILS, 1)[-1], DEVILS).verdict is Verdict.OPEN


def test_closers_to_come_do_not_change_the_verdict() -> None:
    for table in won_game(DEVILS, 3)[-70:-20:10]:
        hidden = table.closers[table.round + 1 :]
        other = table._replace(closers=(*table.closers[: table.round + 1], *hidden[::-1]))
        if table.redeals:
            assert outlook(table, DEVILS).verdict is outlook(other, DEVILS).verdict
