"""A view: a game of many players as a game of two sides, us against all others.

Alpha-beta needs two sides with opposed interests. A view says which side is to move, what its moves are, and what a position is
worth to us; the other side is assumed to want the opposite. Views differ in what the others may do: see `paranoid` and
`best_reply`.
"""

from math import inf

from zermelo.errors import AgentError
from zermelo.game import Game, Position, Rules, State
from zermelo.search.options import Options

US, THEM = 0, 1
STRIDE = 1 << 24
"""The number of an opponent's move is this times the player, plus the move."""
NOTHING = STRIDE - 1
"""The move of a player who has none; the game's moves must be below it."""
MOST_SEATS = 128
"""The most players: the twin's numbers have 31 bits, 24 of which are the move's."""
TOO_LARGE = -20
"""The twin's error code for a move that is too large."""


class View(Rules):
    """The rules as player `us` sees them; states are those of the game."""

    def __init__(self, rules: Rules, us: int, options: Options) -> None:
        self.inner, self.us, self.options = rules, us, options
        self.game, self.layout = rules.game, rules.layout
        self.players, self.zero_sum, self.has_winner = 2, True, rules.has_winner
        self.low, self.high = rules.bounds
        bound = max(-self.low, self.high)
        self.bounds = (-bound, bound)
        teams = rules.game.teams
        self.ours = [us] if not teams else [player for player, team in enumerate(teams) if team == teams[us]]

    @classmethod
    def check(cls, position: Position, who: str) -> None:
        """Raise AgentError if the view does not fit a position."""

    def to_move(self, s: State) -> int:
        """The side on turn."""
        return US if self.inner.to_move(s) in self.ours else THEM

    def utilities(self, s: State) -> tuple[float, ...] | None:
        """What the finished game is worth to each side; our highest and lowest utilities are a win and a loss."""
        utilities = self.inner.utilities(s)
        if utilities is None:
            return None
        worth = self.stretched(utilities[self.us])
        return worth, -worth

    def stretched(self, worth: float) -> float:
        """A utility of ours on the scale of the view, where our highest and lowest are a win and a loss."""
        return self.bounds[1] if worth >= self.high else self.bounds[0] if worth <= self.low else worth

    def evaluate(self, s: State, player: int) -> float:
        worth = self.inner.evaluate(s, self.us)
        return worth if player == US else -worth

    def moves(self, s: State) -> list[int]:
        return self.inner.moves(s)

    def play(self, s: State, move: int) -> State:
        for before, played in self.unfold(s, move):
            s = self.inner.play(before, played)
        return s

    def unfold(self, s: State, move: int) -> list[tuple[State, int]]:
        """The game's moves behind a move of the view, each with the position before it."""
        return [(s, move)]

    def numbered(self, player: int, moves: list[int]) -> list[int]:
        """A player's moves, numbered for the view."""
        if moves and moves[-1] >= NOTHING:
            raise too_large(self.game, moves[-1])
        return [STRIDE * player + move for move in moves]

    def noisy(self, s: State, move: int) -> bool:
        return any(self.inner.noisy(before, played) for before, played in self.unfold(s, move))

    def order(self, s: State, move: int) -> float:
        return max((self.inner.order(before, played) for before, played in self.unfold(s, move)), default=0.0)

    def exchange(self, s: State, move: int) -> float:  # noqa: ARG002
        return 0.0

    def forced(self, s: State) -> list[int]:
        return self.moves(s)

    def threatened(self, s: State) -> bool:  # noqa: ARG002
        return False

    def key(self, s: State) -> tuple[int, int, int | bytes]:  # type: ignore[override]
        return self.us, self.inner.to_move(s), self.inner.key(s)

    def at_most(self, s: State, player: int) -> float:  # noqa: ARG002
        """The most that a side can still get; without a limit if the view changes what the game says."""
        return inf

    def credit(self, s: State, move: int) -> None:
        """A move was best or made a cutoff."""

    def keep(self, threats: list[int]) -> None:
        """Go on with a list of Threat-ADS, and change it as it changes here; an empty one begins in the order of turns."""

    def name_line(self, s: State, line: tuple[int, ...]) -> tuple[str, ...]:
        """The names of a line's moves; opponents' moves with the player's name."""
        names: list[str] = []
        for move in line:
            for before, played in self.unfold(s, move):
                player = self.game.players[self.inner.to_move(before)]
                name = self.game.name(before, played)
                names.append(name if self.to_move(s) == US else f"{player}:{name}")
            s = self.play(s, move)
        return tuple(names)


def check_numbering(position: Position, who: str) -> None:
    """Raise AgentError if the moves of a position cannot be numbered by player."""
    if (largest := max(position.choices)) >= NOTHING:
        raise too_large(position.game, largest)
    check_players(position, who, MOST_SEATS, "use paranoid instead")


def check_players(position: Position, who: str, most: int, instead: str = "") -> None:
    if position.rules.players > most:
        hint = f"; {instead}" if instead else ""
        raise AgentError(f"{who} is for at most {most} players, but {position.game} has {position.rules.players}{hint}")


def too_large(game: Game, move: int) -> AgentError:
    return AgentError(f"best-reply search needs moves below {NOTHING}, but {game} has {move}; use paranoid instead")


class Scene:
    """A position of a view, with the interface of `Position` that trees need."""

    def __init__(self, view: View, state: State) -> None:
        self.rules, self.state, self.game = view, state, view.game
        self.sides = (view.game.players[view.us], "others")

    @property
    def player(self) -> int:
        """The side on turn."""
        return self.rules.to_move(self.state)

    @property
    def turn(self) -> str:
        return self.sides[self.player]

    @property
    def choices(self) -> tuple[int, ...]:
        return tuple(self.rules.moves(self.state))

    def name(self, move: int) -> str:
        """The names of the game's moves behind a move of the view."""
        return " ".join(self.rules.name_line(self.state, (move,))) or "nothing"

    def advance(self, move: int) -> "Scene":
        return Scene(self.rules, self.rules.play(self.state, move))
