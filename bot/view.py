"""From a position to the scene that is drawn, the caption and the text board."""

from html import escape

from bot.games.cards import Card
from bot.games.patience import DRAW, REDEAL, Motion, Spot, SpotMark
from bot.session import Position
from bot.texts import table as words
from bot.texts.words import ANONYMOUS, NAMELESS, person
from render import scene as picture
from storage import Chat, Player

__all__ = ["caption", "mover_name", "scene", "text_board"]

_MARKS = {
    SpotMark.NONE: picture.Mark.NONE,
    SpotMark.FREE: picture.Mark.FREE,
    SpotMark.CURRENT: picture.Mark.CURRENT,
    SpotMark.CLOSED: picture.Mark.CLOSED,
}
_RESULTS = {
    "won": picture.Result.WON,
    "lost": picture.Result.LOST,
    "stopped": picture.Result.STOPPED,
    "dropped": picture.Result.STOPPED,
}


def scene(position: Position, chat: Chat) -> picture.Scene:
    """The picture of the table as the chat wants to see it."""
    patience, table, game = position.patience, position.table, position.game
    facts = patience.facts(table)
    need, need_word = words.panel_need(facts)
    return picture.Scene(
        layout=picture.Layout(patience.grid.width, patience.grid.height, patience.grid.panel),
        spots=tuple(_spot(spot, lit=not game.over) for spot in patience.spots(table)),
        panel=picture.Panel(
            need="" if game.over else need,
            need_word="" if game.over else need_word,
            lines=words.panel_lines(facts),
            rounds=facts.rounds,
            passes=facts.passes,
            passes_word=words.panel_passes(facts),
        ),
        last=() if game.over else _trail(position),
        result=_RESULTS.get(game.state),
        headline=words.headline(game.state) if game.over else "",
        theme=_theme(chat.theme),
        four_colours=chat.four_colours,
    )


def caption(position: Position, chat: Chat, mover: str | None) -> str:
    """The caption in HTML, what changed first; ``mover`` is who made the last tap, in a group."""
    patience, game = position.patience, position.game
    facts = patience.facts(position.table)
    lines = [_what_changed(position, chat, mover)]
    if game.over:
        lines += [f"<b>{words.ending(game.state)}</b>"]
        lines += [words.ending_line(facts, game.moves.count(DRAW))]
    else:
        lines += words.facts_lines(facts)
    lines.append(words.title_line(patience, game.label))
    if chat.detailed_caption:
        lines.append(escape(words.places_in_words(patience.spots(position.table))))
    return "\n".join(lines)


def mover_name(player: Player | None) -> str:
    """The name under which a player is shown to others."""
    if player is None:
        return NAMELESS
    return ANONYMOUS if player.anonymous or player.hidden else player.name


def text_board(position: Position, chat: Chat, mover: str | None) -> str:
    """The table as a text message in HTML, where no picture may be sent."""
    spots = position.patience.spots(position.table)
    board = words.board(spots)
    return f"{caption(position, chat, mover)}\n\n<pre>{escape(board)}</pre>"


def _what_changed(position: Position, chat: Chat, mover: str | None) -> str:
    steps = position.last_steps
    if not steps:
        return words.DEALT
    told = words.turn(position.patience, steps, in_words=chat.detailed_caption)
    if mover is not None:
        return f"{person(mover)}: {escape(told)}"
    return escape(told[0].upper() + told[1:])


def _spot(spot: Spot, *, lit: bool) -> picture.Spot:
    return picture.Spot(
        key=spot.key,
        x=spot.x,
        y=spot.y,
        cards=tuple(map(str, spot.cards)),
        backs=spot.backs,
        grow=picture.Grow.DOWN if spot.fanned else picture.Grow.NONE,
        lit=lit and bool(spot.lay),
        mark=_MARKS[spot.mark],
        count=spot.count,
        title=spot.name,
        tally=spot.tally,
        progress=spot.progress,
    )


def _trail(position: Position) -> tuple[picture.Motion, ...]:
    """What the last lay and the last opening of the last tap carried."""
    steps = position.last_steps
    lays = [step for step in steps if step.move not in (DRAW, REDEAL)]
    others = [step for step in steps if step.move in (DRAW, REDEAL)]
    return tuple(_motion(motion) for step in (*lays[-1:], *others[-1:]) for motion in step.motions)


def _motion(motion: Motion) -> picture.Motion:
    return picture.Motion(_face(motion.card), motion.source, motion.target)


def _face(card: Card | None) -> str:
    return "" if card is None else str(card)


def _theme(name: str) -> picture.Theme:
    return (
        picture.Theme(name)
        if name in {theme.value for theme in picture.Theme}
        else picture.Theme.GREEN
    )
