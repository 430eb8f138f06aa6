"""``ResultCard``: a finished game as people pass it on: text, picture, link, and no card of it."""

from dataclasses import dataclass

from bot.games.scoring import Score, rounds_closed, score
from bot.play.loaded_game import LoadedGame
from bot.texts import share as texts
from bot.texts.table import deal_name, headline, progress
from bot.texts.words import in_passes, in_points, opened
from bot.transport.deep_links import DatedLink, Link, NumberedLink, url
from render import ShareCard


@dataclass(frozen=True, slots=True)
class ResultCard:
    """What is passed on of a finished game by the bot called ``bot``."""

    loaded: LoadedGame
    bot: str

    @property
    def link(self) -> str:
        """Opens the same deal; that of a team asks for a group to play it in."""
        game = self.loaded.game
        link = link_of(game.kind, game.label)
        return url(self.bot, link, to_group=game.audience == "team")

    @property
    def text(self) -> str:
        """The result in words and squares, without the link."""
        return texts.result_text(
            self.loaded.patience, self.loaded.game.label, self.told, self.closed, self.bot
        )

    @property
    def told(self) -> str:
        """The result in one line."""
        game = self.loaded.game
        return texts.outcome(
            self.loaded.patience, self.score, dated=bool(game.audience), ranked=game.ranked
        )

    def picture(self) -> ShareCard:
        """The result as a picture."""
        patience, game, final = self.loaded.patience, self.loaded.game, self.score
        points = in_points(final.points) if game.ranked else ""
        laid = progress(patience.facts(self.loaded.table)).capitalize()
        passes = in_passes(final.passes) if patience.passes > 1 else ""
        cards = opened(final.opened) if patience.draws else ""
        if not passes:
            cards = cards.capitalize()
        lines = (" · ".join(filter(None, told)) for told in ((laid, points), (passes, cards)))
        return ShareCard(
            title=patience.full_title,
            when=deal_name(game.label).capitalize(),
            result=headline(game.state),
            lines=tuple(filter(None, lines)),
            rounds=self.closed,
            numbered=patience.passes > 1,
            legend=texts.card_legend(patience.passes) if self.closed else "",
            footer=f"@{self.bot} · {texts.command(game.label)}",
            won=final.won,
        )

    @property
    def score(self) -> Score:
        """What the game has come to."""
        game = self.loaded.game
        return score(self.loaded.patience, self.loaded.deal, game.moves, game.hints)

    @property
    def closed(self) -> tuple[int | None, ...]:
        """For each round the pass that closed it."""
        return rounds_closed(self.loaded.patience, self.loaded.deal, self.loaded.game.moves)


def link_of(kind: str, label: str, challenge: str = "") -> Link:
    """The link to the deal with this label, with the token of a challenge if it takes one up."""
    if label.isdigit():
        return NumberedLink(int(label), kind, challenge)
    return DatedLink(label, kind, challenge)
