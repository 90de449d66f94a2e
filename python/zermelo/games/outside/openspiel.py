"""Games of OpenSpiel: `openspiel(hearts)`, `openspiel(go, board_size=5)`, and in Python `zermelo.from_openspiel(game)`.

A state is the history of the game as OpenSpiel's action numbers. So states are values, as in every game: they can be compared, packed, and sent
to another process. `openspiel_library.py` keeps OpenSpiel's own states for the last histories. Moves are OpenSpiel's actions.

* Two states are equal only if their histories are. With `key=True` searches take positions with equal texts for one. Use that only where
  the text of a position says all that matters.
* Players who move at the same time move one after the other, by OpenSpiel's own wrapper. They do not see each other's moves in the real
  game, but a search here does. The same holds for hidden cards: all players see everything. An equilibrium of such a game would be that of another
  game, so solvers refuse it (`seen_elsewhere`).
* `length` is the longest game, counted in moves and random events; a game that goes on for longer is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from zermelo.errors import GameError, MoveError, PositionError
from zermelo.game import Game
from zermelo.game.constants import CHANCE
from zermelo.game.declarations import MOST_MOVES, MOST_NUMBERS
from zermelo.game.record import Field, State, i8, i16, i32
from zermelo.games.outside.openspiel_library import History, Outside, check, give, outside, pyspiel

_OURS = {
    "battleship": "battleship",
    "goofspiel": "goofspiel",
    "kuhn_poker": "kuhn",
    "leduc_poker": "leduc",
    "liars_dice": "liarsdice",
    "phantom_ttt": "phantomtictactoe",
}
"""Games in which players do not see everything, there and here."""
_USUAL_LENGTH, _MOST_LENGTH = 1024, 65536


class OpenSpiel(Game):
    """A game of OpenSpiel, with its name and its parameters there."""

    interpreted = True
    out_of_turn = False

    def __init__(self, game: str | int, *, length: int | None = None, key: bool = False, **parameters: Any) -> None:
        name = str(game).strip()  # 2048 is a name
        if not isinstance(game, str | int) or isinstance(game, bool):
            raise GameError("openspiel(...) takes the name of a game, such as openspiel(hearts); from_openspiel takes objects")
        if not isinstance(key, bool):
            raise GameError(f"`key` of openspiel must be True or False, not {key!r:.40}")
        for parameter, value in parameters.items():
            if not isinstance(value, str | int | float):
                raise GameError(f"`{parameter}` of openspiel({name}) must be a number, a text, True or False, not {value!r:.40}")
        self.outside_name, self.outside_parameters = name, tuple(sorted(parameters.items()))
        check(name, self.outside_parameters)
        self.by_text = key
        theirs = self._outside.game
        kind, types = theirs.get_type(), pyspiel().GameType
        self.players = tuple(f"p{number}" for number in range(theirs.num_players()))
        self.piece_symbols = ("",) * len(self.players)  # letters in OpenSpiel's texts mean other things in each game
        low, high = theirs.min_utility(), theirs.max_utility()
        self.bounds = (low, high if high > low else low + 1)
        self.zero_sum = kind.utility == types.Utility.ZERO_SUM
        self.has_chance = kind.chance_mode != types.ChanceMode.DETERMINISTIC
        self.largest = max(theirs.num_distinct_actions(), theirs.max_chance_outcomes(), 1)
        self.move_numbers = theirs.num_distinct_actions() if 1 <= theirs.num_distinct_actions() <= MOST_NUMBERS else None
        self.max_moves = min(self.largest, MOST_MOVES)
        self.length = _length(theirs) if length is None else _checked_length(length)

    @property
    def seen_elsewhere(self) -> str:
        """Why the game here is another one than OpenSpiel's, in which players do not see everything; empty if they do."""
        types = pyspiel().GameType
        if self._outside.game.get_type().information != types.Information.IMPERFECT_INFORMATION:
            return ""
        ours = _OURS.get(self.outside_name.partition("(")[0])
        told = f"players of {self} do not see everything in OpenSpiel, but here they do"
        return f"{told}; our own `{ours}` hides what they hide" if ours else told

    @property
    def _outside(self) -> Outside:
        return outside(self.outside_name, self.outside_parameters)

    def defines(self, rule: str) -> bool:
        """A game without chance has no rule about it, and `key` is there if it was asked for."""
        return super().defines(rule) and (self.has_chance or rule != "chances") and (self.by_text or rule != "key")

    # Rules

    def state(self) -> Mapping[str, Field]:
        number = i16 if self.largest < 1 << 15 else i32
        return dict(
            history=number[self.length](-1),
            plies=i32,
            turn=(i8 if len(self.players) < 100 else i16)(self._turn(self._outside.root)),
        )

    def moves(self, s: State) -> Iterable[int]:
        return sorted(self._at(s).legal_actions())

    def chances(self, s: State) -> Iterable[tuple[int, float]]:
        pairs = [(outcome, chance) for outcome, chance in sorted(self._at(s).chance_outcomes()) if chance > 0]
        total = sum(chance for _, chance in pairs)
        if abs(total - 1) > 1e-4:  # theirs are rounded now and then, and are allowed to be
            raise GameError(f"OpenSpiel gives {self} probabilities that add up to {total:g}, not to 1")
        return [(outcome, chance / total) for outcome, chance in pairs]

    def play(self, s: State, move: int) -> None:
        if s.plies >= self.length:
            raise GameError(
                f"the game is longer than {self.length} moves and random events; give more with `length`, as in "
                f"openspiel({self.outside_name}, length={2 * self.length})"
            )
        after = self._outside.after(_history(s), move)
        s.history[s.plies] = move
        s.plies += 1
        s.turn = self._turn(after)

    def over(self, s: State) -> bool:
        return bool(self._at(s).is_terminal())

    def utility(self, s: State, player: int) -> float:
        return float(self._at(s).returns()[player])

    # Heuristics

    def key(self, s: State) -> int:
        """A number of the text of the position and the player to move."""
        return int.from_bytes(blake2b(f"{s.turn} {self._at(s)}".encode(), digest_size=8).digest(), "little")

    # Display

    def show(self, s: State) -> str:
        """OpenSpiel's text, and the history, by which `read` finds the state."""
        text = str(self._at(s)).rstrip()
        line = " ".join(["history:", *map(str, _history(s))])
        return f"{text}\n{line}" if text else line

    def read(self, text: str) -> State:
        """The state after the actions that the line `history:` lists. What stands above it may be left out, but must not be wrong."""
        above, line = _split(self, text)
        s = self.fresh()
        for action in map(int, line.split()):
            state = self._at(s)
            legal = [] if state.is_terminal() else state.legal_actions()
            if action not in legal:
                raise PositionError(f"action {action} in the line `history:` is not legal after {s.plies} actions of {self}")
            self.play(s, action)
        if above and above != _words(str(self._at(s))):
            raise PositionError(
                "the text above `history:` is not the position after these actions; correct the line, or give only this line"
            )
        return s

    def name(self, s: State, move: int) -> str:
        return self._outside.names(_history(s)).get(move, str(move))

    def parse(self, s: State, text: str) -> int:
        wanted = text.strip().lower()
        for action, name in self._outside.names(_history(s)).items():
            if name.lower() == wanted:
                return action
        raise MoveError(f"`{text}` is not the name of a legal move here")

    # Help

    def _at(self, s: State) -> Any:
        return self._outside.at(_history(s))

    def _turn(self, state: Any) -> int:
        player: int = state.current_player()
        return CHANCE if state.is_chance_node() else max(0, player)


def from_openspiel(game: Any, *, length: int | None = None, key: bool = False) -> OpenSpiel:
    """A game of OpenSpiel, as `pyspiel.load_game` returns it, as a game of Zermelo; a text is a name there.

    A game that OpenSpiel cannot load by its name, such as a matrix game of your own, stays in this process.
    """
    options = dict(length=length) if length is not None else {}
    options |= dict(key=key) if key is not False else {}
    if isinstance(game, str):
        return OpenSpiel(game, **options)  # type: ignore[arg-type]
    if not isinstance(game, pyspiel().Game):
        raise GameError(f"from_openspiel needs a game of OpenSpiel, as from pyspiel.load_game, not {type(game).__name__}")
    return OpenSpiel(give(game), **options)  # type: ignore[arg-type]


def _history(s: State) -> History:
    return tuple(s.history[: s.plies])


def _words(text: str) -> list[str]:
    """What a text says; slashes may separate lines, so they say nothing."""
    return text.replace("/", " ").split()


def _split(game: OpenSpiel, text: str) -> tuple[list[str], str]:
    """The words above the line `history:`, and what that line lists."""
    above, found, line = text.rpartition("history:")
    if not found or not re.fullmatch(r"(\s*\d{1,10}\b)*\s*", line):
        raise PositionError(
            f"a position of {game} ends with the actions that led to it, such as `history: 4 0`; `history:` is the start"
        )
    return _words(above), line


def _length(theirs: Any) -> int:
    """Room for the longest game that OpenSpiel announces, within reason."""
    try:
        most: int = theirs.max_game_length() + theirs.max_chance_nodes_in_history()
    except (pyspiel().SpielError, RuntimeError):  # not every game says it
        most = _USUAL_LENGTH
    if theirs.get_type().short_name == "turn_based_simultaneous_game" and theirs.max_chance_outcomes():
        most *= 4  # they count one random event a turn, but some games have one for each player and more
    return max(1, min(most, _USUAL_LENGTH))


def _checked_length(length: Any) -> int:
    if not isinstance(length, int) or isinstance(length, bool) or not 1 <= length <= _MOST_LENGTH:
        raise GameError(f"`length` of openspiel must be a whole number from 1 to {_MOST_LENGTH}, not {length!r:.40}")
    return length
