"""`at_most` and `table_depth`: searches to the end leave out what cannot matter, and find what they find without."""

from __future__ import annotations

import random

import pytest
from sampling import SPECIFICATION, reports

import zermelo
from zermelo import Game, i8
from zermelo.engine.backends import open_backend
from zermelo.errors import AgentError
from zermelo.games.othello import Othello
from zermelo.laws import check
from zermelo.search.alphabeta.at_most import ceiling
from zermelo.search.score import WIN

GAMES = [Othello(4), Othello(4, discs=True), Othello(6, discs=True), Othello(), Othello(discs=True)]
SOLVERS = [
    dict(at_most=True),
    dict(at_most=True, table=True, table_depth=4, ordering="all", pvs=True),
    dict(at_most=True, table=True, table_depth=4, ordering="all", pvs=True, windows=True),
    dict(at_most=True, table=True, table_depth=3, mtdf=True),
    dict(table=True, table_depth=100, windows=True),
]
LIMITED = [
    dict(depth=4, at_most=True, table=True, table_depth=2, deepening=True, ordering="all"),
    dict(depth=9, at_most=True, table=True, table_depth=3, deepening=True, inner_deepening=True, aspiration=True),
]


def late(game, left, seed):
    """A position of a random game with so many free squares."""
    chance = random.Random(seed)
    while True:
        position = game.start()
        while not position.over and game.plies_left(position.state) > left:
            position = position.advance(chance.choice(position.choices))
        if not position.over:
            return position


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_value_and_distance_are_those_of_plain_search(game):
    for seed in range(6):
        position = late(game, 7, seed)
        plain = zermelo.alphabeta()(position)
        for options in SOLVERS:
            found = zermelo.alphabeta(**options)(position)
            assert (found.value, found.plies, found.exact) == (plain.value, plain.plies, True), options
            if "mtdf" not in options:  # its lines end where a bound was enough
                assert position.play(*found.line).values[position.player] == plain.value, options


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_limited_searches_keep_their_value(game):
    for seed in range(4):
        position = late(game, 8, seed)
        for options in LIMITED:
            plain = zermelo.alphabeta(depth=options["depth"], deepening=True)(position)
            found = zermelo.alphabeta(**options)(position)
            assert (found.value, found.plies) == (plain.value, plain.plies), options


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_parity(game):
    for left in (3, 5):
        position = late(game, left, seed=left)
        for options in (*SOLVERS, *LIMITED):
            agent = zermelo.alphabeta(**options)
            expected = reports(agent, position, SPECIFICATION, 200)
            for backend in ("native", "interpreted"):
                assert reports(agent, position, backend, 200) == expected, (options, backend)


def test_at_most_saves_nodes():
    position = late(Othello(discs=True), 10, seed=1)
    plain, cut = (zermelo.alphabeta(at_most=on, ordering="all")(position) for on in (False, True))
    assert cut.nodes < plain.nodes
    assert cut.value == plain.value


def reachable(core, packed, seen):
    """The least and greatest result for the first player among all ends of the game."""
    if packed not in seen:
        values = core.utilities(packed)
        if values is not None:
            seen[packed] = values[0], values[0]
        else:
            ends = [reachable(core, core.play(packed, move), seen) for move in core.moves(packed)]
            seen[packed] = min(low for low, _ in ends), max(high for _, high in ends)
    return seen[packed]


@pytest.mark.parametrize(("game", "left"), [(GAMES[1], 8), (GAMES[2], 7), (GAMES[4], 6)], ids=str)
def test_no_end_of_a_game_is_better_than_at_most(game, left):
    core, less = open_backend(game, "native", ("at_most",)).core, 0
    for seed in range(12):
        seen = {}
        reachable(core, late(game, left, seed).state.pack(), seen)
        for packed, (low, high) in seen.items():
            if core.utilities(packed) is None:
                most = [core.at_most(packed, player) for player in (0, 1)]
                assert high <= most[0]
                assert -low <= most[1]
                less += min(most) < game.bounds[1]
    assert less > 100, "the limits must say something"


def test_scores_of_limits():
    assert ceiling(64, 64, to_end=True) == float("inf")
    assert ceiling(62, 64, to_end=True) == 62
    assert ceiling(-64, 64, to_end=True) == 4096 - WIN
    assert ceiling(62, 64, to_end=False) == 1e8


class Countdown(Game):
    """Take one or two; whoever takes the last gets as many points as it took. Its limits are wrong if `wrong`."""

    bounds = (-2, 2)

    def __init__(self, count: int = 7, wrong: bool = False, left: int = 0) -> None:
        self.count, self.wrong, self.left = count, wrong, left

    def state(self):
        return dict(count=i8(self.count), last=i8, turn=i8)

    def moves(self, s):
        yield from range(1, min(2, s.count) + 1)

    def play(self, s, move):
        s.count -= move
        s.last = move
        s.turn = 1 - s.turn

    def over(self, s):
        return s.count == 0

    def utility(self, s, player):
        return s.last if player != s.turn else -s.last

    def at_most(self, s, player):
        return -1 if self.wrong else 1 if s.count == 1 else 2

    def plies_left(self, s):
        return self.left or s.count


def test_other_games_may_define_them():
    for count in range(1, 9):
        position = Countdown(count).start()
        plain = zermelo.alphabeta()(position)
        for options in SOLVERS:
            agent = zermelo.alphabeta(**options)
            found = [reports(agent, position, backend, 100) for backend in (SPECIFICATION, "compiled", "interpreted")]
            assert found[0] == found[1] == found[2]
            assert found[0][-1]["value"] == plain.value
        assert zermelo.solve(position).value == plain.value


def test_laws_find_wrong_limits():
    assert check(Countdown(), examples=20).ok
    assert "says -1 for x, who can get more with best play" in str(check(Countdown(wrong=True), examples=20))
    assert "rule `plies_left`" in str(check(Countdown(left=-1), examples=20))
    with pytest.raises(zermelo.RuleError, match="answered -1; it must be a whole number of at least 0"):
        zermelo.solve(Countdown(left=-1).start())


def test_what_does_not_fit_is_refused():
    with pytest.raises(
        AgentError, match="at_most needs a method `at_most` that says how much a player can still get; connect4 has none"
    ):
        zermelo.alphabeta(at_most=True)(zermelo.find("connect4").start())
    with pytest.raises(AgentError, match="table_depth=3 is about the transposition table; add table=True"):
        zermelo.alphabeta(table_depth=3, depth=2)(zermelo.find("othello").start())
    with pytest.raises(AgentError, match="table_depth=-1 must be a whole number of at least 0"):
        zermelo.alphabeta(table_depth=-1)
