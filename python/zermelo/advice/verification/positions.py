"""The positions that a table is about, and what it promises there.

A knowledge class may declare them: `ending = "KRK"` means every legal chess position with these pieces and White to move; a method
`positions` yields states with us to move. Otherwise the table is about every position that can occur from the start, for either
player.

Fields that only count (`Game.counters`) are reset, because otherwise no position would ever occur twice. So the fifty-move rule
of chess, which counts, never ends a game here; the lengths in the result show whether it would have.
"""

from dataclasses import dataclass
from random import Random

from zermelo.advice.errors import AdviceError
from zermelo.advice.expert import Expert
from zermelo.game import Game, Position


@dataclass(frozen=True)
class Domain:
    """A set of positions, as packed states in one bytes object."""

    about: str
    """What the positions are, as text."""
    seeds: bytes
    """Positions with us to move; with `everything`, the positions to start from."""
    replies: bytes = b""
    """Positions with them to move, whose value the table is checked on as well."""
    everything: bool = False
    """Whether all positions that can occur are included."""


def domain(expert: Expert) -> Domain:
    knowledge, game = expert.knowledge, expert.game
    ending = getattr(knowledge, "ending", "")
    if ending:
        from zermelo.advice.verification.chess_endings import records
        from zermelo.games.chess.rules import Chess

        if not isinstance(game, Chess):
            raise AdviceError(f"`ending` of {knowledge} works only for chess; define a method `positions` instead")
        return Domain(f"legal positions of {ending} with white to move", records(game, ending, 0), records(game, ending, 1))
    given = [] if knowledge is None else list(getattr(knowledge, "positions", tuple)())
    for state in given:
        if game.rules.utilities(state) is not None:
            raise AdviceError(f"`positions` of {knowledge} yields a finished game; yield only positions in which we are to move")
    if given:
        return Domain("positions of the table", b"".join(state.pack() for state in given))
    return Domain("unfinished positions, for either player", game.layout.start().pack(), everything=True)


def from_start(expert: Expert) -> Domain:
    """The positions of our first move: the start, and the positions after their first move."""
    start = expert.game.start()
    firsts = [start, *(after for move in start.choices if not (after := start.advance(move)).over)]
    return Domain("first positions, for either player", b"".join(each.state.pack() for each in firsts))


def example(expert: Expert, chance: Random) -> Position:
    """A random position that the table is about; if that is every position, one after a few random moves."""
    game, found = expert.game, domain(expert)
    if not found.everything:
        place = chance.randrange(len(found.seeds) // game.layout.size) * game.layout.size
        return Position(game, game.layout.unpack(found.seeds[place : place + game.layout.size]))
    here = game.start()
    for _ in range(chance.randrange(8)):
        after = here.advance(chance.choice(here.choices))
        if after.over:
            break
        here = after
    return here


def aim_of(expert: Expert, wanted: str | None) -> str:
    """What a table promises: the given aim, or else the one of its knowledge."""
    aim = wanted or getattr(expert.knowledge, "aim", "win")
    if aim not in ("win", "draw"):
        raise AdviceError(f'unknown aim {aim!r}; use "win" or "draw"')
    return aim


def forgotten(game: Game) -> list[tuple[int, bytes]]:
    """(offset, bytes) of each field that only counts, with its bytes at the start of the game."""
    layout, start = game.layout, game.layout.start().pack()
    found = []
    for name in game.counters:
        offset, field = layout.offsets[name], layout.fields[name]
        found.append((offset, start[offset : offset + field.size * (field.length or 1)]))
    return found
