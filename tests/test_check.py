"""``python -m bot check FILE``: exit status and the one line that it prints."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.check import FALSE, KEPT, NO_RECORD, main
from tests.games.samples import load, record_of, unnamed

Edit = Callable[[str], str]


def field(name: str, value: str) -> Edit:
    """Gives the field another value."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        (at,) = (k for k, line in enumerate(lines) if line.startswith(f"{name}:"))
        return "\n".join([*lines[:at], f"{name}: {value}", *lines[at + 1 :]])

    return edit


def without(name: str) -> Edit:
    """Drops the line of the field."""
    return lambda text: "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(name)
    )


def replaced(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[bytes], tuple[int, str]]:
    """Checks a file with these bytes: the status and the one line printed."""

    def run(data: bytes) -> tuple[int, str]:
        path = tmp_path / "record.txt"
        path.write_bytes(data)
        status = main(str(path))
        out, err = capsys.readouterr()
        assert (out == "") == (status != KEPT)
        assert (err == "") == (status == KEPT)
        printed: str = out + err
        assert printed.count("\n") == 1
        assert printed.endswith("\n")
        return status, printed.removesuffix("\n").removeprefix(f"{path}: ")

    return run


Check = Callable[[bytes], tuple[int, str]]


@pytest.mark.parametrize(
    ("case", "moves", "line"),
    [
        ("devils-won", None, "сошёлся (Чёртов пасьянс, уложено 104 из 104)"),
        ("devils-lost", None, "не сошёлся (Чёртов пасьянс, уложено 28 из 104)"),
        ("devils-won", 0, "прекращён (Чёртов пасьянс, уложено 0 из 104)"),
        (
            "first-last-hold-won",
            None,
            "сошёлся (Первые и последние, с выбором, уложено 104 из 104)",
        ),
        ("first-last-lost", None, "не сошёлся (Первые и последние, по книге, уложено 69 из 104)"),
    ],
)
def test_a_true_record(check: Check, case: str, moves: int | None, line: str) -> None:
    text = record_of(case, moves)
    assert check(text.encode()) == (KEPT, line)
    assert check(text.replace("\n", "\r\n").encode()) == (KEPT, line)


DEVILS, HOLD = "devils-won", "first-last-hold-won"
MOVES = load(DEVILS)["moves"]
ORDERS = [" ".join(order) for order in load(HOLD)["redeals"]]
DECK = " ".join(load(DEVILS)["deck"])


@pytest.mark.parametrize(
    ("case", "edit", "line"),
    [
        (DEVILS, field("ходы", "w" + MOVES[1:]), "ходы: move 1: illegal move: 'w'"),
        (DEVILS, field("ходы", MOVES[:99] + "r" + MOVES[99:]), "ходы: move 100: illegal move: 'r'"),
        (DEVILS, field("ходы", "l" + MOVES), "ходы: move 1: illegal move: 'l'"),
        (DEVILS, field("ходы", MOVES + "d"), f"ходы: move {len(MOVES) + 1} comes after the end"),
        ("devils-lost", replaced("\nитог", "d\nитог"), "ходы: move 260 comes after the end"),
        (DEVILS, field("колода", DECK.replace("10♦", "9♦")), "колода: not two full decks"),
        (DEVILS, field("колода", DECK.removesuffix(" К♥")), "колода: not two full decks"),
        (DEVILS, field("колода", DECK + " К♥"), "колода: not two full decks"),
        (DEVILS, field("колода", ""), "колода: not two full decks"),
        (DEVILS, replaced("10♦ Д♣", "Д♣ 10♦"), "колода: not that of deal 6043"),
        (DEVILS, field("расклад", "6044"), "колода: not that of deal 6044"),
        (DEVILS, field("игра", "Первые и последние"), "игра: devils is called Чёртов пасьянс"),
        (DEVILS, field("вид", "first-last"), "игра: first-last is called Первые и последние"),
        (DEVILS, field("итог", "не сошёлся"), "итог: сошёлся, not не сошёлся"),
        (DEVILS, field("итог", "прекращён"), "итог: сошёлся, not прекращён"),
        ("devils-lost", field("итог", "прекращён"), "итог: не сошёлся, not прекращён"),
        (DEVILS, field("ходы", MOVES[:-1]), "итог: прекращён, not сошёлся"),
        (
            DEVILS,
            replaced("\nходы", "\nперекладка 1: Т♠\nходы"),
            "перекладка 1: no such redeal was made",
        ),
        (HOLD, without("перекладка 1"), "перекладка 1: missing"),
        (HOLD, without("перекладка 2"), "перекладка 2: missing"),
        (HOLD, without("перекладка 3"), "перекладка 3: missing (move 245)"),
        (HOLD, without("перекладка"), "перекладка 1: missing (move 126)"),
        (
            HOLD,
            replaced("\nходы", "\nперекладка 4: Т♠\nходы"),
            "перекладка 4: no such redeal was made",
        ),
        (
            HOLD,
            field("перекладка 2", ORDERS[1].removesuffix(" 4♠")),
            "перекладка 2: not the waste's cards (move 186)",
        ),
        (
            HOLD,
            field("перекладка 1", ORDERS[0].replace("К♦", "К♥", 1)),
            "перекладка 1: not the waste's cards (move 126)",
        ),
        (HOLD, field("перекладка 1", ""), "перекладка 1: not the waste's cards (move 126)"),
        (
            HOLD,
            field("перекладка 3", " ".join(ORDERS[2].split()[::-1])),
            "перекладка 3: not that of deal 4014",
        ),
    ],
)
def test_a_false_record(check: Check, case: str, edit: Edit, line: str) -> None:
    assert check(edit(record_of(case)).encode()) == (FALSE, line)


def test_another_order_of_an_unnamed_redeal_is_another_game(check: Check) -> None:
    reversed_ = " ".join(ORDERS[2].split()[::-1])
    text = field("перекладка 3", reversed_)(unnamed(record_of(HOLD)))
    status, line = check(text.encode())
    assert status == FALSE
    assert line.startswith("ходы: move ")


FIELDS = ["игра", "вид", "расклад", "колода", "ходы", "итог"]


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        *((without(name), f"field '{name}' is missing") for name in FIELDS),
        (replaced("Протокол партии v1", "Протокол партии v2"), "line 1: not"),
        (replaced("Протокол", "\ufeffПротокол"), "line 1: not"),
        (lambda text: "\n" + text, "line 1: not"),
        (lambda _text: "", "line 1: not"),
        (lambda text: text + "\n", "line 8: nothing may follow"),
        (lambda text: text + "итог: сошёлся\n", "line 8: nothing may follow"),
        (replaced("игра: Чёртов пасьянс\nвид: devils", "вид: devils\nигра: x"), "line 2: field"),
        (replaced("Д♣", "Q♣"), "колода: not a card: 'Q♣'"),
        (replaced("Д♣", "Д♣\ufe0f"), "колода: not a card"),
        (replaced("Д♣", "Д♣ "), "колода: not a card: ''"),
        (replaced("Д♣", "Д" * 10_000), "колода: not a card"),
        (field("вид", "kosynka"), "вид: unknown kind 'kosynka'"),
        (field("вид", ""), "вид: unknown kind ''"),
        (field("ходы", MOVES + "x"), "ходы: no move is written 'x'"),
        (field("ходы", MOVES + " "), "ходы: no move is written ' '"),
        (field("ходы", ">"), "ходы: no move is written '>'"),
        (field("ходы", "9"), "ходы: no move is written '9'"),
        (field("итог", "выигран"), "итог: unknown ending 'выигран'"),
        *(
            (field("расклад", label), "расклад: neither a number")
            for label in [
                "",
                "0",
                "-1",
                "01",
                "1000000000",
                "²",
                "2026-02-30",
                "2026-W48-1",
                "слон",
            ]
        ),
        (field("расклад", "1" * 5_000), "расклад: neither a number"),
        (replaced("\nходы", "\nперекладка 1: Т\nходы"), "перекладка 1: not a card: 'Т'"),
        (replaced("\nходы", "\nперекладка 0: Т♠\nходы"), "field 'ходы' is missing"),
        (replaced("\nходы", f"\nперекладка {'9' * 5_000}: Т♠\nходы"), "field 'ходы' is missing"),
    ],
)
def test_what_is_no_record(check: Check, edit: Edit, line: str) -> None:
    status, printed = check(edit(record_of(DEVILS)).encode())
    assert status == NO_RECORD
    assert printed.startswith("not a record: ")
    assert line in printed
    assert len(printed) < 200


@pytest.mark.parametrize("data", ["Протокол партии v1".encode("cp1251"), b"\xff\xfe", b"\x00"])
def test_other_bytes_are_no_record(check: Check, data: bytes) -> None:
    assert check(data)[0] == NO_RECORD


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.txt"
    assert main(str(path)) == NO_RECORD
    assert capsys.readouterr() == ("", f"{path}: No such file or directory\n")


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(str(tmp_path)) == NO_RECORD
    assert capsys.readouterr().err.startswith(f"{tmp_path}: ")
