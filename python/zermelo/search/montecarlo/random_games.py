"""Random games by number: game i of a seed is the same game on every backend, and on a GPU.

The random numbers of a game follow from the seed and its number, not from the games before it. So games can be played in any order, by any
number of threads, and a single one of them can be played again.

Results are counted in a table of whole numbers. It has a head about all games, then how many games had each length, then a row for each
first move or, where games begin in several positions, for each position; then the head has only the games that were given up.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zermelo.errors import RuleError
from zermelo.game import CHANCE, Random, Rules, State, draw
from zermelo.game.hashing import mix

POLICIES = ("moves", "forced", "playout")
"""How moves are chosen: any legal one, one that `forced` keeps, or by the game's own `playout`."""
POINT = 840
"""A won game in a table; it can be divided among up to 8 players."""
HEAD = ("decisions", "choices", "single", "most", "given_up")
"""Decisions, their legal moves, decisions with one legal move, the most legal moves of one, games given up. Moves of each player follow."""
ROW = ("games", "draws", "plies", "given_up")
"""What a row begins with. The wins of each player follow, then points, then sums of utilities, which are floating-point numbers."""
_ODD, _MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
_GIVEN_UP = -2


@dataclass(frozen=True)
class Plan:
    """Games to be played."""

    states: bytes
    """Packed states, one after another."""
    per: int
    """Games from each of them."""
    firsts: tuple[int, ...] | None
    """First moves that are told apart, ascending, and all others together; None if positions are told apart instead."""
    begin: int
    """The number of the first game."""
    count: int
    seed: int
    cap: int
    """Moves and outcomes of chance after which a game is given up."""
    bins: int = 0
    """Lengths that are told apart, or 0; longer games count to the last."""
    policy: str = "moves"
    details: bool = False
    """Whether each game is told."""

    @property
    def rows(self) -> int:
        return -(-self.count // self.per) if self.firsts is None else len(self.firsts) + 1

    def words(self, players: int) -> int:
        """Numbers in the table."""
        return len(HEAD) + players + self.bins + self.rows * (len(ROW) + 3 * players)


@dataclass(frozen=True)
class RandomGame:
    """One game."""

    first: int | None
    """The first move of a player."""
    plies: int
    """Moves of players; what chance decides is not counted."""
    utilities: tuple[float, ...] | None
    """None if it was given up."""
    trace: int
    """A hash of all moves and outcomes of chance, in order."""
    choices: tuple[int, ...]
    """The numbers of legal moves where they were counted: always, or in some games if the game's own `playout` chooses."""
    movers: tuple[int, ...]


def is_careful(number: int) -> bool:
    """Whether legal moves are counted, and checked, even if the game's own `playout` chooses: in 32 games out of 16384."""
    return (number >> 5) % 512 == 0


def stream(seed: int, number: int) -> Random:
    """The random numbers of one game."""
    return Random(mix((mix(seed & _MASK) + number) & _MASK))


def random_game(rules: Rules, start: State, seed: int, number: int, cap: int, policy: str = "moves") -> RandomGame:
    """Game `number` of a seed, given up after `cap` moves and outcomes of chance."""
    random, s, trace, utilities = stream(seed, number), start, 0, rules.utilities(start)
    made, choices, movers = list[int](), list[int](), list[int]()
    for _ in range(cap):
        if utilities is not None:
            break
        player = rules.to_move(s)
        if player == CHANCE:
            move = draw(rules.chances(s), random)
        else:
            move = _move(rules, s, random, policy, choices, is_careful(number))
            made.append(move)
            movers.append(player)
        trace = ((trace ^ (move + 1)) * _ODD) & _MASK
        s = rules.play(s, move)
        utilities = rules.utilities(s)
    return RandomGame(made[0] if made else None, len(made), utilities, trace, tuple(choices), tuple(movers))


def _move(rules: Rules, s: State, random: Random, policy: str, choices: list[int], careful: bool) -> int:
    if policy != "playout":
        moves = rules.forced(s) if policy == "forced" else rules.moves(s)
        choices.append(len(moves))
        return moves[random.below(len(moves))]
    move = rules.playout(s, random.dice())
    if careful:
        moves = rules.moves(s)
        choices.append(len(moves))
        if move not in moves:
            raise RuleError("playout", f"returned {move}, which is not a legal move")
    return move


def play_games(rules: Rules, plan: Plan, check: Callable[[], object] = lambda: None) -> tuple[bytes, bytes]:
    """Play the games: their table, and each game if the plan wants them told. The form of both is that of the twin. `check` is called before each game."""
    players, size = rules.players, rules.game.layout.size
    table, details = GameCounts([0] * plan.words(players), [0.0] * plan.rows * players), bytearray()
    for n in range(plan.count):
        check()
        at = n // plan.per
        start = rules.game.layout.unpack(plan.states[at * size : (at + 1) * size])
        game = random_game(rules, start, plan.seed, plan.begin + n, plan.cap, plan.policy)
        table.add(game, plan, at, players)
        if plan.details:
            details += told(game, rules)
    return table.packed(plan, players), bytes(details)


@dataclass(frozen=True)
class Mean:
    """What the games from one position came to."""

    utilities: tuple[float, ...]
    """The mean for each player; a game that was given up counts as a draw."""
    plies: int
    """Of finished games, together."""
    given_up: int


def means(table: bytes, plan: Plan, rules: Rules) -> Iterator[Mean]:
    """The means of a table in which positions are told apart, one for each position."""
    players, (low, high) = rules.players, rules.bounds
    even = min(max(0.0, low), high)
    row = struct.Struct(f"<{len(ROW) + 2 * players}q{players}d")
    for at in range(8 * (len(HEAD) + players + plan.bins), len(table), row.size):
        words = row.unpack_from(table, at)
        given_up = words[ROW.index("given_up")]
        utilities = tuple((value + given_up * even) / plan.per for value in words[-players:])
        yield Mean(utilities, words[ROW.index("plies")], given_up)


def told(game: RandomGame, rules: Rules) -> bytes:
    """One game as bytes: trace, first move, plies, how it ended (the winner, -1 for a draw or points, -2 if given up), utilities."""
    utilities = game.utilities or (0.0,) * rules.players
    won = rules.has_winner and max(utilities) > min(utilities)
    ending = _GIVEN_UP if game.utilities is None else utilities.index(max(utilities)) if won else -1
    first = -1 if game.first is None else game.first
    return struct.pack(f"<Qqqq{rules.players}d", game.trace, first, game.plies, ending, *utilities)


@dataclass
class GameCounts:
    """Counts of games, as they are added."""

    numbers: list[int]
    values: list[float]

    def add(self, game: RandomGame, plan: Plan, position: int, players: int) -> None:
        head, numbers = len(HEAD) + players, self.numbers
        row = position if plan.firsts is None else _place(plan.firsts, game.first)
        at = head + plan.bins + row * (len(ROW) + 3 * players)
        if game.utilities is None:
            numbers[at + ROW.index("given_up")] += 1
            numbers[HEAD.index("given_up")] += 1
            return
        best = max(game.utilities)
        winners = game.utilities.count(best)
        for place, number in enumerate((1, winners == players, game.plies)):
            numbers[at + place] += number
        for player, utility in enumerate(game.utilities):
            if utility == best:
                numbers[at + len(ROW) + player] += winners < players
                numbers[at + len(ROW) + players + player] += POINT // winners
            self.values[row * players + player] += utility
        if plan.bins:
            numbers[head + min(game.plies, plan.bins - 1)] += 1
        if plan.firsts is None:
            return
        for player in range(players):
            numbers[len(HEAD) + player] += game.movers.count(player)
        for place, number in enumerate((len(game.choices), sum(game.choices), game.choices.count(1))):
            numbers[place] += number
        numbers[HEAD.index("most")] = max(numbers[HEAD.index("most")], *game.choices, 0)

    def packed(self, plan: Plan, players: int) -> bytes:
        width = len(ROW) + 3 * players
        for index, value in enumerate(self.values):
            row, player = divmod(index, players)
            at = len(HEAD) + players + plan.bins + row * width + len(ROW) + 2 * players + player
            (self.numbers[at],) = struct.unpack("<q", struct.pack("<d", value))
        return struct.pack(f"<{len(self.numbers)}q", *self.numbers)


def _place(firsts: tuple[int, ...], first: int | None) -> int:
    at = bisect_left(firsts, -1 if first is None else first)
    return at if at < len(firsts) and firsts[at] == first else len(firsts)
