"""The positions that a table is about: where it must do what it promises.

Knowledge may say so itself: `ending = "KRK"` is every legal position of chess with these men and White to move, and a method
`positions` yields states with us to move. Otherwise everything counts that can come up from the start, for either player.

Fields that only count (`Game.counters`) are forgotten, or else no position would come up twice: so the fifty-move rule of chess,
which counts, never ends a game here. Lengths tell whether it would have.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from zermelo.advice.errors import AdviceError
from zermelo.advice.expert import Expert
from zermelo.game.position import Position
from zermelo.game.protocol import Game

AIMS = ("win", "draw")


@dataclass(frozen=True)
class Domain:
    """A set of positions, as packed states one after another."""

    about: str
    """What it is, in words."""
    seeds: bytes
    """Positions with us to move; or where to begin, if everything counts that can come up from there."""
    replies: bytes = b""
    """Positions with them to move, to be judged as well."""
    everything: bool = False


def domain(expert: Expert) -> Domain:
    """The positions that an expert is meant for."""
    knowledge, game = expert.knowledge, expert.game
    ending = getattr(knowledge, "ending", "")
    if ending:
        from zermelo.advice.ending import records
        from zermelo.games.chess.rules import Chess

        if not isinstance(game, Chess):
            raise AdviceError(f"`ending` of {knowledge} is for chess only; yield states from a method `positions`")
        return Domain(f"legal positions of {ending} with white to move", records(game, ending, 0), records(game, ending, 1))
    given = [] if knowledge is None else list(getattr(knowledge, "positions", tuple)())
    for state in given:
        if game.rules.utilities(state) is not None:
            raise AdviceError(f"`positions` of {knowledge} yields a finished game; yield positions in which we are to move")
    if given:
        return Domain("positions that the table is about", b"".join(state.pack() for state in given))
    return Domain("unfinished positions, for either player", game.layout.start().pack(), everything=True)


def from_start(expert: Expert) -> Domain:
    """Where we are to move for the first time: at the start, or after their first move."""
    start = expert.game.start()
    firsts = [start, *(after for move in start.choices if not (after := start.advance(move)).over)]
    return Domain("beginnings, for either player", b"".join(each.state.pack() for each in firsts))


def example(expert: Expert, chance: Random) -> Position:
    """One of the positions that an expert is meant for, by chance: where everything counts, after a few moves."""
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
    """What a table promises: as asked for, or as its knowledge says."""
    aim = wanted or getattr(expert.knowledge, "aim", "win")
    if aim not in AIMS:
        raise AdviceError(f'the aim of a table is "win" or "draw", not {aim!r}')
    return aim


def forgotten(game: Game) -> list[tuple[int, bytes]]:
    """(offset, bytes) of the fields that only count, as they are at the start."""
    layout, start = game.layout, game.layout.start().pack()
    found = []
    for name in game.counters:
        offset, field = layout.offsets[name], layout.fields[name]
        found.append((offset, start[offset : offset + field.size * (field.length or 1)]))
    return found
