"""Which moves people may be told who see only a part of a game: those that follow from what was shown, and no others.

An onlooker is a player or a spectator. It sees a view after each move: a player what `hide` leaves, a spectator what all players see
(`hiding.seen_from`). A player also knows the own moves. A move of others that changes nothing in the view is not noticed, as in information sets (`game/information.py`).
A *world* is a state that fits all that was seen and done, from the first known position on. A move is told if the worlds agree on it:

    whatever world it was, and whatever could be played there, only this move leads to what is seen now

Then nothing is told that was not shown. Take two games that look the same to an onlooker up to now. They have the same worlds, for these
follow from what was seen and done. If a move is told in the first game, all worlds agree on it. The second game is one of them, so the same
move was made there, and is told as well. A single choice is no exception, because it may be another one in another world. Nor is the name of a move,
which may say what is hidden: worlds must agree on the number, the name and the squares.

There are three ways to find the worlds, as for the beliefs of searches (`search/hidden/belief.py`):

1. All of them are carried along, move by move, while they are few. This is exact, and needs no law but that `hide` is what a player sees.
2. If they are too many and the game has a `guess`, it makes some of them. The move is told if some guessed world leads to what is seen, and
   neither a guessed world nor the true one does so by another move. What may be missed is what hardly any guess has: a move is told
   wrongly only if it was nearly certain for who sees it.
3. Without a `guess`, a part of the worlds is carried along. If none is left, nothing is told any more.

`guess` is for players. A world of a spectator is made by letting each player in turn guess what the others have.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import pairwise
from zlib import crc32

from zermelo.errors import RuleError
from zermelo.game import Game, Position, Random, State
from zermelo.play.hiding import seen_from

MOST = 500
"""Worlds that are carried along."""
PLAYS = 10_000
"""Moves that are tried in all worlds, for one move of the game."""
GUESSES, TRIED, ENOUGH = 200, 3000, 8
"""Guesses for one move, moves that are tried in the guessed worlds, and worlds that lead to what is seen, after which no more are made."""
Told = tuple[int, str, tuple[str, ...]]
"""What is told of a move: its number, its name and its squares."""


class Onlooker:
    """A player with its seat, or a spectator with `seat` None; may be asked from several threads."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.rules, self.seat = game, game.rules, seat
        self._told: dict[int, tuple[Position, bool]] = {}
        """Whether the move that led to a position is told, by the identity of the position."""
        self._at: Position | None = None
        self._worlds: list[State] | None = None
        """The worlds at `_at`; None if they are guessed."""
        self._lock = threading.Lock()

    def knows(self, position: Position) -> bool:
        """Whether the move that led to a position may be told to this onlooker; when a game is over, all may be told."""
        if not self.game.hides or position.over or position.parent is None:
            return True
        with self._lock:
            if id(position) not in self._told:
                self._follow(position)
            return self._told[id(position)][1]

    def notices(self, position: Position) -> bool:
        """Whether the onlooker sees that a move led to a position, whichever it was."""
        before = position.parent
        if not self.game.hides or position.over or before is None or before.player == self.seat:
            return True
        return self._look(before.state) != self._look(position.state)

    def _follow(self, position: Position) -> None:
        """Look at all moves up to a position, from where the onlooker is if that is on the way."""
        line = position.line()
        at = next((number for number, each in enumerate(line) if each is self._at), None)
        if at is None:
            at, self._worlds = 0, self._first(line[0])
        for before, after in pairwise(line[at:]):
            told, worlds = self._step(before, after)
            self._told[id(after)], self._at, self._worlds = (after, told), after, worlds

    def _first(self, start: Position) -> list[State] | None:
        """The worlds at the first position: all onlookers know how a game begins, and see a position in which nothing is hidden yet."""
        if start == start.game.start() or self._look(start.state) == start.state.pack():
            return [start.state]
        return None if self.game.defines("guess") else []

    def _look(self, s: State) -> bytes:
        return seen_from(self.game, s, self.seat).pack()

    def _step(self, before: Position, after: Position) -> tuple[bool, list[State] | None]:
        """Whether one move is told, and the worlds after it."""
        assert after.move is not None
        own, shown, seen = after.move if before.player == self.seat else None, self._look(before.state), self._look(after.state)
        if own is None and shown == seen:
            return False, self._worlds
        worlds, guesses = self._few(self._worlds, own, shown), self.game.defines("guess")
        if worlds is None:
            return own is not None or self._guesses_agree(before, after.move, shown, seen), None
        told, following = self._reached(worlds, own, shown, seen)
        sure = own is not None or told == {self._called(before.state, after.move)}
        if 0 < len(following) <= MOST:
            return sure, list(following.values())
        return sure, None if guesses else _part(list(following.values()), MOST, seen)

    def _few(self, worlds: list[State] | None, own: int | None, shown: bytes) -> list[State] | None:
        """Worlds in which not too much can be played: all, or a part of them; None if they have to be guessed."""
        plays = len(self._choices(worlds[0], own)) if worlds else 0
        if not worlds or len(worlds) * plays <= PLAYS:
            return worlds
        return None if self.game.defines("guess") else _part(worlds, PLAYS // plays, shown)

    def _reached(
        self, worlds: Iterable[State], own: int | None, shown: bytes, seen: bytes
    ) -> tuple[set[Told], dict[bytes, State]]:
        """The moves that lead from worlds to what is seen, and the worlds there; others may have moved unnoticed before.

        `own` is the onlooker's move; `shown` is what the onlooker saw before the move, `seen` afterwards.
        """
        told, following = set[Told](), dict[bytes, State]()
        waiting = {s.pack(): s for s in worlds}
        met, plays = set(waiting), 0
        while waiting and plays <= 2 * PLAYS:
            s = waiting.pop(next(iter(waiting)))
            for move in self._choices(s, own):
                child, plays = self.rules.play(s, move), plays + 1
                view, packed = self._look(child), child.pack()
                if view == seen:
                    told.add(self._called(s, move))
                    following[packed] = child
                elif view == shown and own is None and packed not in met:
                    met.add(packed)
                    waiting[packed] = child
        return (set[Told](), {}) if waiting else (told, following)

    def _choices(self, s: State, own: int | None) -> list[int]:
        """What could be played in a world, by others or by the onlooker: the onlooker knows who."""
        choices = self.rules.choices(s)
        if not choices or (self.seat is not None and (self.rules.to_move(s) == self.seat) != (own is not None)):
            return []
        return choices if own is None else [own] if own in choices else []

    def _called(self, s: State, move: int) -> Told:
        name = self.rules.call("name", self.game.name, s, move, state=s)
        squares = self.rules.call("squares_of", self.game.squares_of, s, move, state=s)
        return move, str(name), tuple(squares or ())

    # Guessed worlds

    def _guesses_agree(self, before: Position, move: int, shown: bytes, seen: bytes) -> bool:
        """Whether guessed worlds, and the true one, lead to what is seen by this move only."""
        wanted = {self._called(before.state, move)}
        if self._reached([before.state], None, shown, seen)[0] != wanted:
            return False
        fitting = plays = 0
        for s in self._guessed(before, shown):
            try:
                choices = self._choices(s, None)
                if plays > TRIED:  # enough to look for other moves; is there a world at all that fits?
                    told = wanted if move in choices and self._look(self.rules.play(s, move)) == seen else set()
                else:
                    told, _ = self._reached([s], None, shown, seen)
            except RuleError:  # `guess` has made a state that the rules cannot play; `zermelo check` says so
                continue
            if told and told != wanted:
                return False
            fitting, plays = fitting + bool(told), plays + len(choices)
            if fitting == ENOUGH or (fitting and plays > TRIED):
                break
        return fitting > 0

    def _guessed(self, before: Position, shown: bytes) -> Iterator[State]:
        """Worlds that fit what the onlooker sees."""
        random, s = Random(crc32(shown)), before.state
        for _ in range(GUESSES):
            found = self._guess(s, random)
            if found is not None and self._look(found) == shown:
                yield found
                s = found

    def _guess(self, s: State, random: Random) -> State | None:
        """A world for a player; for a spectator, one in which nothing is left of what players know alone. None if it did not work out."""
        for player in range(self.rules.players) if self.seat is None else (self.seat,):
            found = self.rules.guess(self.rules.hide(s, player), player, random.dice())
            if found is None:
                return None
            s = found
        return s


def _part(worlds: list[State], number: int, seen: bytes) -> list[State]:
    """A random part of the worlds, the same for all positions that look the same."""
    random, left = Random(crc32(seen)), list(worlds)
    for at in range(min(number, len(left))):
        other = at + random.below(len(left) - at)
        left[at], left[other] = left[other], left[at]
    return left[:number]
