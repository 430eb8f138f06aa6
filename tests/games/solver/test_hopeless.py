"""What is called hopeless is lost."""

from bot.games.deals import Deal
from bot.games.solver.hopeless import is_hopeless
from bot.games.solver.positions import LAY, row_of, world_of
from bot.games.solver.rows import PASS, lay, turn
from bot.games.solver.solving import win_from
from tests.games.solver.positions import DEVILS, HOLDING, game, wins


def test_no_position_of_a_won_last_pass_is_hopeless() -> None:
    for rules in (DEVILS, HOLDING):
        for number in range(1, 21):
            table = rules.patience.deal(Deal.named(str(number)))
            row, world = row_of(table, rules), world_of(table, rules)
            line = win_from(row, world, 300)
            if line is None:
                continue
            redeals = 0
            played = row.copy()
            for step in line:
                (lay(played, world.needs) if step == LAY else turn(played, world.shuffles, 3))
            redeals = int(played[PASS])
            for step in line:
                if row[PASS] == redeals:
                    assert not is_hopeless(row, world.needs)
                if step == LAY:
                    lay(row, world.needs)
                else:
                    turn(row, world.shuffles, 3)


def test_most_lost_endgames_are_seen_to_be_hopeless() -> None:
    hopeless = lost = 0
    for number in range(1, 31):
        for table, _ in game(DEVILS, number, 0.9):
            if table.redeals == DEVILS.redeals and len(table.stock) == 8:
                told = is_hopeless(row_of(table, DEVILS), world_of(table, DEVILS).needs)
                won = wins(DEVILS, table)
                assert not (told and won)
                hopeless, lost = hopeless + told, lost + (not won)
                break
    assert lost > 20
    assert hopeless > lost / 2
