"""The keyboards under tables and questions: only legal moves, and all of them."""

from collections.abc import Iterable, Iterator, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.games.patience import DRAW, REDEAL, RuleSection
from bot.games.play import AnyPatience, shorthands
from bot.games.registry import PATIENCES
from bot.play.loaded_game import LoadedGame
from bot.texts import buttons as words
from bot.texts.challenge import CHALLENGE
from bot.texts.table import lay_label, lay_label_short, until_label
from bot.transport.callbacks import (
    Action,
    Callback,
    Cover,
    Day,
    Drop,
    GameAction,
    Move,
    NewGame,
    Open,
    Start,
    TakeUp,
    Top,
    pack,
)

Row = Sequence[InlineKeyboardButton]
LONG_LABELS = 3


def button(label: str, callback: Callback, style: str | None = None) -> InlineKeyboardButton:
    """A button that sends ``callback``."""
    return InlineKeyboardButton(label, callback_data=pack(callback), style=style)


def markup(rows: Iterable[Row]) -> InlineKeyboardMarkup:
    """A keyboard of the rows that hold any button."""
    return InlineKeyboardMarkup([row for row in rows if row])


def table_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """The keyboard of a table message: three fixed rows while the game goes on."""
    game = loaded.game
    if game.state == "aside":
        return markup([[button(words.GO_ON, Start(game.kind, date=game.label))]])
    if game.state == "dropped":
        return markup([[_action(loaded, words.AGAIN, Action.AGAIN)]])
    if game.over:
        return _over_keyboard(loaded)
    moves = _Moves(loaded)
    return markup((moves.first_row(), moves.second_row(), _third_row(loaded)))


def choice_keyboard(patiences: Iterable[AnyPatience], number: int | None) -> InlineKeyboardMarkup:
    """The ways to play; a deal ``number`` can also be passed on."""
    ways = [[button(patience.full_title, Start(patience.kind, number))] for patience in patiences]
    call = [] if number is None else [button(CHALLENGE, Cover(str(number)))]
    return markup([*ways, call])


def confirm_new_keyboard(wish: Start | TakeUp, standing: LoadedGame) -> InlineKeyboardMarkup:
    """Shall the game on the table go for a new one?"""
    return markup(
        (
            [
                button(words.SET_ASIDE, wish)
                if standing.game.ranked
                else button(words.REPLACE, wish, KeyboardButtonStyle.DANGER)
            ],
            [_action(standing, words.STAY, Action.STAY)],
        )
    )


def confirm_drop_keyboard(wish: Drop) -> InlineKeyboardMarkup:
    """Shall the game be ended?"""
    return markup(
        (
            [button(words.FINISH, wish, KeyboardButtonStyle.DANGER)],
            [button(words.STAY, GameAction(wish.game, 0, Action.STAY))],
        )
    )


class _Moves:
    """The buttons for the legal moves and shorthands of a position."""

    def __init__(self, loaded: LoadedGame) -> None:
        self._position = loaded
        self._patience = loaded.patience
        self._table = loaded.table
        self._legal = self._patience.legal(self._table)
        self._short = shorthands(self._patience, self._table)
        self._lays = [spot for spot in self._patience.spots(self._table) if spot.lay]

    def first_row(self) -> Row:
        """What can be laid now; where nothing can, the way on."""
        if self._lays:
            return [
                self._button(label, spot.lay, KeyboardButtonStyle.PRIMARY)
                for spot, label in zip(self._lays, self._labels(), strict=True)
            ]
        if REDEAL in self._legal:
            return [self._button(words.REDEAL, REDEAL, KeyboardButtonStyle.PRIMARY)]
        need = self._patience.facts(self._table).need
        row = [] if need is None else [(until_label(need), ">")]
        if self._patience.by_book:
            # The second row belongs to the book's own two ways on.
            row += [(words.DRAW, DRAW), (words.DRAW_FEW, "+")]
        return [
            self._button(label, code, KeyboardButtonStyle.PRIMARY if code == ">" else None)
            for label, code in self._possible(row)
        ]

    def second_row(self) -> Row:
        """Opening and the shorthands, each always in its own column."""
        if self._patience.by_book:
            end = words.TO_THE_END if self._patience.passes > 1 else words.TO_THE_VERY_END
            row = [(words.ON, "^"), (end, "!")]
        elif DRAW in self._legal:
            lay_on = words.LAY_AND_ON if self._lays else words.ON
            row = [(words.DRAW, DRAW), (words.DRAW_FEW, "+"), (lay_on, "^")]
        else:
            row = [(words.REDEAL, REDEAL)] if self._lays else []
            row += [(words.LAY_ALL, "*")]
        buttons = [self._button(label, code) for label, code in self._possible(row)]
        if not buttons and self._patience.redeal_hint:
            return [_action(self._position, words.ABOUT_REDEAL, Action.ABOUT_REDEAL)]
        return buttons

    def _possible(self, row: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """The labels and codes of what can be done now."""
        return ((label, code) for label, code in row if code in self._legal + self._short)

    def _labels(self) -> list[str]:
        long = [lay_label(self._patience, spot) for spot in self._lays]
        if len(long) <= LONG_LABELS and len(set(long)) == len(long):
            return long
        return [lay_label_short(spot) for spot in self._lays]

    def _button(self, label: str, code: str, style: str | None = None) -> InlineKeyboardButton:
        game = self._position.game
        return button(label, Move(game.id, game.revision, code), style)


def _third_row(loaded: LoadedGame) -> Row:
    hint = [_action(loaded, words.HINT, Action.HINT)] if loaded.patience.advised else []
    return [
        _action(loaded, words.UNDO, Action.UNDO),
        *hint,
        _action(loaded, words.MENU, Action.MENU),
    ]


def menu_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """☰: everything else that can be done at a table."""
    left = [_action(loaded, words.LEFT, Action.CARDS_LEFT)] if loaded.hides else []
    return markup(
        (
            [_action(loaded, words.DOWN, Action.BELOW), *left],
            [
                _action(loaded, words.RULES, Action.RULES),
                _action(loaded, words.SETTINGS, Action.SETTINGS),
            ],
            [_action(loaded, words.FINISH, Action.FINISH), button(words.NEW, NewGame())],
            [_action(loaded, words.BACK, Action.BACK)],
        )
    )


def _over_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """What can be done with a finished game."""
    review = [_action(loaded, words.REVIEW, Action.REVIEW)] if loaded.patience.advised else []
    return markup(
        (
            [_action(loaded, words.SHARE, Action.SHARE, KeyboardButtonStyle.PRIMARY)],
            [_action(loaded, words.AGAIN, Action.AGAIN), button(words.NEW, NewGame())],
            [button(words.TOP, Top(kind=loaded.game.kind)), button(words.DAILY, Day())],
            [
                _action(loaded, words.REPLAY, Action.REPLAY),
                *review,
                _action(loaded, words.RECORD, Action.RECORD),
            ],
        )
    )


def _action(
    loaded: LoadedGame, label: str, action: Action, style: str | None = None
) -> InlineKeyboardButton:
    return button(label, GameAction(loaded.game.id, loaded.game.revision, action), style)


def start_keyboard(
    patiences: Iterable[AnyPatience], to_group: str | None = None
) -> InlineKeyboardMarkup:
    """What can be begun from /start; ``to_group`` is the link that brings the bot into a group."""
    ways = [button(patience.full_title, Start(patience.kind)) for patience in patiences]
    group = [] if to_group is None else [InlineKeyboardButton(words.IN_GROUP, url=to_group)]
    return markup([*([way] for way in ways), [button(words.DAILY, Day())], group])


def rules_keyboard(patience: AnyPatience, shown: RuleSection) -> InlineKeyboardMarkup:
    """The sections of the rules, two a row, and the other patiences' rules."""
    sections = [
        button(
            f"· {section.title} ·" if section is shown else section.title,
            Open(patience.kind, section.key),
        )
        for section in patience.rules
    ]
    others = {
        other.title: button(other.title, Open(other.kind, other.rules[0].key))
        for other in PATIENCES.values()
        if other.title != patience.title
    }
    return markup([*pairs(sections), *([other] for other in others.values())])


def hopeless_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """A game that can no more come out: to be ended, or played on."""
    return markup(
        ([_action(loaded, words.FINISH, Action.FINISH)], [_action(loaded, words.STAY, Action.STAY)])
    )


def certain_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """A game that will come out by itself: in one tap, or card by card."""
    return markup(
        (
            [_action(loaded, words.COMPLETE, Action.COMPLETE, KeyboardButtonStyle.SUCCESS)],
            [_action(loaded, words.BY_HAND, Action.STAY)],
        )
    )


def close_keyboard(loaded: LoadedGame) -> InlineKeyboardMarkup:
    """Takes a message away that was asked for at a table."""
    return markup([[_action(loaded, words.CLOSE, Action.CLOSE)]])


def settings_keyboard(settings: Iterable[tuple[str, Callback]]) -> InlineKeyboardMarkup:
    """One row for each setting: its name with its value, and what a tap makes of it."""
    return markup([button(label, setting)] for label, setting in settings)


def greeting_keyboard() -> InlineKeyboardMarkup:
    """What a group can begin with."""
    return markup([[button(words.COMMON_TABLE, NewGame())], [button(words.DAILY, Day())]])


def pairs(buttons: Sequence[InlineKeyboardButton]) -> list[Row]:
    """Two buttons a row."""
    return [buttons[at : at + 2] for at in range(0, len(buttons), 2)]
