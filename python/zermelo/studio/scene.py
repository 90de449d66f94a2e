"""What a page shows of a table: everything worked out at once, away from the page, so that drawing it is only putting it in place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.protocol import Game
from zermelo.play import dice
from zermelo.studio.picture import bare
from zermelo.studio.pointing import Choice, Pointing
from zermelo.studio.table import Table


@dataclass(frozen=True)
class Scene:
    """One moment of a table."""

    position: Position
    svg: str
    choices: tuple[Choice, ...]
    """What somebody may play; empty where nobody is asked."""
    contents: dict[str, str]
    """What stands on each square, for those who hear it."""
    columns: dict[str, str]
    """For games in which stones drop: to where, from any square of a column."""
    last: tuple[str, ...]
    """Squares of the last move."""
    throws: tuple[str, ...]
    """What chance has brought since the last move, the earliest first."""
    caption: str = ""
    """What the picture had to say, where the page says it instead."""
    pips: str = ""
    """The digits of the last throw where it was one of dice; those who cannot see them hear `throws`."""


def look(table: Table) -> Scene:
    """What is to be seen at a table now; the page itself says who is to move."""
    scene = seen(table.position, table.doing == "person")
    svg, caption = bare(scene.svg)
    return replace(scene, svg=svg, caption=caption)


def seen(position: Position, asked: bool) -> Scene:
    """What is to be seen of a position; `asked` is whether somebody may play."""
    svg = position.game.svg(position.state)
    pointing = Pointing(position, svg)
    throws, pips = _chance(position)
    return Scene(
        position,
        svg,
        pointing.choices if asked else (),
        pointing.contents,
        pointing.columns if asked else {},
        pointing.marks,
        throws,
        pips=pips,
    )


def front(game: Game) -> int | None:
    """Whose men are in front where a game begins, if two sides face each other; None where there is no reason to turn the board."""
    first = game.start()
    return Pointing(first, game.svg(first.state)).front


def _chance(position: Position) -> tuple[tuple[str, ...], str]:
    """What chance has brought since somebody moved, and the last of it as dice."""
    found: list[str] = []
    pips, before = "", position.parent
    while before is not None and position.move is not None and before.player == CHANCE:
        found.append(before.name(position.move))
        pips = pips or dice.numbers(found[-1], len(before.choices))
        position, before = before, before.parent
    return tuple(reversed(found)), pips
