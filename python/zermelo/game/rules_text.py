"""The rules of a game in words, and a picture of its start, for the studio, the terminal and the pages about games.

The source is the docstring of the game's class. Its first paragraph is the game in one sentence. The others are for players; each may begin with a
label:

    Goal: Take the last counter.

    Moves: On your turn you choose one heap and take counters from it.

The docstring of the module is for programmers: how states and moves are numbered, what the evaluation is.
"""

import inspect
import re
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game

LABELS = ("Goal", "Setup", "Moves", "Hidden", "End", "Draws", "Variants")
"""What a paragraph may be about: what players want, how the game starts, what they may do, what they do not see, when it is over and
who wins, what is a draw, and what parameters change."""
SEED, MOST_OUTCOMES = 1, 200
"""What chance draws before the first move, so that the picture is always the same, and how many outcomes at most."""
_LABEL = re.compile(rf"({'|'.join(LABELS)}):\s+(?=\S)")
_DRAWN = re.compile(r"^(\s|>>>|[*-] )", re.MULTILINE)
"""A line of a drawing, of code or of a list; line breaks matter there."""
_SPOT = re.compile(r'\s*<rect data-square="[^"]*"[^>]*/>')


class Paragraph(NamedTuple):
    label: str
    """One of LABELS, or empty."""
    text: str
    """On one line, except for drawings, code and lists."""

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


@dataclass(frozen=True)
class RulesText:
    """What a game says about itself."""

    sentence: str
    paragraphs: tuple[Paragraph, ...]
    notes: str
    """For programmers."""

    @classmethod
    def of(cls, game: Game) -> "RulesText":
        module = inspect.getmodule(type(game))
        return cls.parse(type(game).__doc__, module.__doc__ if module else None)

    @classmethod
    def parse(cls, docstring: str | None, notes: str | None = None) -> "RulesText":
        r"""The text of a class with this docstring, and of a module with these notes.

        >>> text = RulesText.parse("Take counters.\n\nGoal: Take\nthe last one.\n\nHave fun.")
        >>> text.sentence, text.paragraphs
        ('Take counters.', (Paragraph(label='Goal', text='Take the last one.'), Paragraph(label='', text='Have fun.')))
        """
        whole = inspect.cleandoc(docstring or "")
        first, *others = re.split(r"\n\s*\n", whole)
        told = inspect.cleandoc(notes or "")
        return cls(" ".join(first.split()), tuple(map(_paragraph, others)), "" if told == whole else told)


def _paragraph(text: str) -> Paragraph:
    label = _LABEL.match(text)
    if label is not None:
        return Paragraph(label[1], " ".join(text[label.end() :].split()))
    return Paragraph("", text.rstrip() if _DRAWN.search(text) else " ".join(text.split()))


def picture(game: Game, moves: str = "") -> str:
    """The start of a game, or the position after some moves, as the first player sees it, as SVG.

    What chance does before the first move is drawn, and always the same.
    """
    position = game.start()
    for _ in range(MOST_OUTCOMES):
        if position.over or position.player != CHANCE:
            break
        position = position.roll(SEED)
    seen = position.play(moves).seen(0)
    return _SPOT.sub("", seen.game.svg(seen.state))
