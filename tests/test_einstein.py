"""What EinStein würfelt nicht! promises: agreement with slow and obvious rules and with OpenSpiel, ends, set-ups and evaluations."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations

import pytest
from long_runs import lawful_backends

from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import GameError, PositionError
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.games.einstein import Einstein
from zermelo.search.perft import perft

GAMES = [Einstein(), Einstein(614253), Einstein("random"), Einstein("free")]


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := game.rules.choices(s):
            s = game.rules.play(s, chance.choice(choices))
            yield s


# Agreement with slow and obvious rules


def board(game, s):
    """The stones as a dict from (column, row) to signs such as x3."""
    rows = game.show(s).splitlines()[1:6]
    cells = {(x, 4 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}
    return {place: sign for place, sign in cells.items() if sign != "."}


def obvious_stones(stones, mine, die):
    """The signs that a die lets a player move."""
    left = sorted(int(sign[1]) for sign in stones.values() if sign[0] == mine)
    if die in left:
        return [f"{mine}{die}"]
    below, above = [number for number in left if number < die], [number for number in left if number > die]
    return [f"{mine}{number}" for number in below[-1:] + above[:1]]


def obvious_moves(stones, mine, die):
    """Every move by its name, with the stones after it."""
    step = 1 if mine == "x" else -1
    found = {}
    for sign in obvious_stones(stones, mine, die):
        ((x, y),) = (place for place, other in stones.items() if other == sign)
        for target in ((x + step, y), (x, y + step), (x + step, y + step)):
            if target[0] in range(5) and target[1] in range(5):
                after = {place: other for place, other in stones.items() if place != (x, y)} | {target: sign}
                found[f"{'abcde'[x]}{y + 1}{'abcde'[target[0]]}{target[1] + 1}"] = after
    return found


def obvious_winner(stones):
    colours = {sign[0] for sign in stones.values()}
    if "o" not in colours or stones.get((4, 4), "o")[0] == "x":
        return 0
    if "x" not in colours or stones.get((0, 0), "x")[0] == "o":
        return 1
    return ONGOING


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    seen = Counter()
    for s in random_states(game, games=40):
        if s.placed < 12 or s.die == 0 or game.winner(s) != ONGOING:
            continue
        for turn in (0, 1):  # moves can be asked for out of turn
            other = s.copy()
            other.turn = turn
            stones = board(game, s)
            expected = obvious_moves(stones, "xo"[turn], s.die)
            moves = game.rules.moves(other)
            assert {game.name(other, move) for move in moves} == expected.keys()
            for move in moves:
                after, wanted = game.rules.play(other, move), expected[game.name(other, move)]
                assert board(game, after) == wanted
                assert (after.turn, after.die, game.winner(after)) == (1 - turn, 0, obvious_winner(wanted))
                assert after.stones == [sum(sign[0] == mine for sign in wanted.values()) for mine in "xo"]
                lost = [sign[0] for sign in stones.values() if sign not in wanted.values()]
                assert game.noisy(other, move) == (
                    lost == ["ox"[turn]] or wanted.get([(4, 4), (0, 0)][turn], "-")[0] == "xo"[turn]
                )
                seen["own" if lost == ["xo"[turn]] else "theirs" if lost else "none"] += 1
            seen["two stones"] += len(obvious_stones(stones, "xo"[turn], s.die)) == 2
    assert min(seen[what] for what in ("own", "theirs", "none", "two stones")) > 50


def test_counts_in_every_backend():
    """Each turn is two plies, the throw and the move."""
    game = Einstein()

    def count(stones, mine, depth):
        if obvious_winner(stones) != ONGOING:
            return 0
        boards = [after for die in range(1, 7) for after in obvious_moves(stones, mine, die).values()]
        return len(boards) if depth == 1 else sum(count(after, "ox"[mine == "o"], depth - 1) for after in boards)

    counts = [count(board(game, game.fresh()), "x", depth) for depth in (1, 2)]
    for backend in ("compiled", "interpreted"):
        core = open_backend(game, backend).core
        assert [core.perft(game.fresh().pack(), depth) for depth in (2, 4)] == counts
    assert perft(game.rules, game.fresh(), 4) == counts[1]


# Agreement with OpenSpiel, whose black is our x with the board upside down


def cells_of(state):
    signs = re.findall(r"\|(..)\|", str(state))
    return [0 if sign == "__" else int(sign[1]) + 6 * (sign[0] == "w") for sign in signs]


def test_agrees_with_openspiel():
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    theirs, game, chance, positions = pyspiel.load_game("einstein_wurfelt_nicht"), Einstein(), random.Random(1), 0
    for _ in range(100):
        state, s = theirs.new_initial_state(), game.fresh()
        for _ in range(2):
            state.apply_action(chance.choice(state.legal_actions()))
        s.cells = cells_of(state)
        s.places = [s.cells.index(stone) for stone in range(1, 13)]
        while not state.is_terminal():
            face = chance.randrange(6)
            state.apply_action(face)
            s = game.rules.play(s, face + 1)
            s.turn = state.current_player()
            children = {tuple(cells_of(child)): child for child in map(state.child, state.legal_actions())}
            ours = {tuple(after.cells): after for after in (game.rules.play(s, move) for move in game.rules.moves(s))}
            assert ours.keys() == children.keys()
            for cells, child in children.items():
                utilities = game.rules.utilities(ours[cells])
                assert child.is_terminal() == (utilities is not None)
                assert utilities is None or list(utilities) == child.returns()
            positions += len(children)
            picked = chance.choice(list(children))
            state, s = children[picked], ours[picked]
    assert positions > 3000


# How it ends


def test_a_stone_in_the_far_corner_wins():
    game = Einstein()
    position = game.position("....o1/...x3./...../o2..../...../x to move with a 3")
    assert position.moves == ("d4e4", "d4e5", "d4d5")
    won = position.play("d4xe5")
    assert (won.result, won.values, won.turn) == ("x won", (1, -1), "chance")
    assert game.position("...../...../...../o2..../....x6/o to move with a 5").play("a2a1").values == (-1, 1)


def test_taking_the_last_stone_wins_and_one_may_take_ones_own():
    game = Einstein()
    position = game.position("...../...../.o6.../x1x2.../...../x to move with a 2")
    assert position.play("b2b3").result == "x won"
    position = game.position("...../...../.o6.../x1x2.../...../x to move with a 1").play("a2b2")
    assert (position.turn, position.state.stones) == ("chance", [1, 1])
    assert position.play("4").moves == ("b3a3", "b3a2", "b3b2"), "any face moves the only stone"


def test_the_next_lower_or_higher_stone_moves_for_one_that_is_gone():
    game = Einstein()
    text = "....o5/...../...../x2..../x5..../x to move with a "
    movers = {die: {name[:2] for name in game.position(text + str(die)).moves} for die in range(1, 7)}
    assert movers == {1: {"a2"}, 2: {"a2"}, 3: {"a2", "a1"}, 4: {"a2", "a1"}, 5: {"a1"}, 6: {"a1"}}


# Set-ups


def test_o_has_the_same_set_up_from_the_other_side():
    for setup in ("123456", "614253"):
        game = Einstein(setup)
        stones = board(game, game.fresh())
        assert [stones[place] for place in ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2))] == [f"x{number}" for number in setup]
        assert {(4 - x, 4 - y): sign.translate(str.maketrans("xo", "ox")) for (x, y), sign in stones.items()} == stones
    assert Einstein(123456).fresh() == Einstein().fresh()


def test_by_chance_every_arrangement_is_equally_likely():
    game = Einstein("random")
    found = Counter()
    waiting = [(game.fresh(), 1.0)]
    while waiting:
        s, weight = waiting.pop()
        assert game.to_move(s) == CHANCE
        if s.placed == 6:
            found[tuple(s.cells[:3] + s.cells[5:7] + s.cells[10:11])] += weight
            assert s.turn == 1
        else:
            waiting += [(game.rules.play(s, number), weight * odds) for number, odds in game.rules.chances(s)]
    assert found.keys() == set(permutations(range(1, 7)))
    assert all(abs(weight - 1 / 720) < 1e-12 for weight in found.values())


def test_players_may_arrange_their_stones():
    position = Einstein("free").start()
    for turn, number in zip("xxxxxxoooooo", "614253123456", strict=True):
        assert (position.turn, number in position.moves) == (turn, True)
        position = position.play(number)
    assert position.turn == "chance"
    assert str(position).splitlines()[1:6] == [
        "5  .  . o3 o2 o1  5",
        "4  .  .  . o5 o4  4",
        "3 x3  .  .  . o6  3",
        "2 x2 x5  .  .  .  2",
        "1 x6 x1 x4  .  .  1",
    ]
    assert str(position).endswith("x rolls")


# Heuristics


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluations_are_opposite_and_within_bounds(game):
    for s in random_states(game, games=5):
        if game.winner(s) == ONGOING:
            mine, yours = (game.rules.evaluate(s, player) for player in (0, 1))
            assert mine == -yours
            assert -1 < mine < 1


def test_what_is_good():
    game = Einstein()

    def value(text):
        return game.evaluate(game.read(text), 0)

    even = "o1..../...../...../...../....x1/"  # both are four steps away, and every face moves them
    assert value(even + "x rolls") == value(even + "o rolls") == 0
    nearer = "o1..../...../..x1../...../...../"
    assert value(nearer + "x rolls") > value(nearer + "o rolls") > 0
    two = "o1..../...x1./...../...../x6..../"
    assert value(two + "x to move with a 1") > value(two + "x rolls") > value(two + "x to move with a 6")


def test_one_move_ahead_beats_chance():
    game, chance = Einstein("random"), random.Random(5)
    wins = 0
    for number in range(200):
        s = game.fresh()
        while (choices := game.rules.choices(s)) and game.winner(s) == ONGOING:
            if game.to_move(s) == number % 2:
                s = max((game.rules.play(s, move) for move in choices), key=lambda after: outlook(game, after, number % 2))
            else:
                s = game.rules.play(s, chance.choice(choices))
        wins += game.winner(s) == number % 2
    assert wins > 150


def outlook(game, s, player):
    utilities = game.rules.utilities(s)
    return game.rules.evaluate(s, player) if utilities is None else utilities[player]


# Faces and laws


def test_a_position_looks_like_this():
    position = Einstein().start().play("4", "a2b3", "5", "d4xc3", "6")
    assert str(position).splitlines() == [
        "   a  b  c  d  e",
        "5  .  . o3 o2 o1  5",
        "4  .  .  .  . o4  4",
        "3 x6 x4 o5  . o6  3",
        "2  . x5  .  .  .  2",
        "1 x1 x2 x3  .  .  1",
        "   a  b  c  d  e",
        "x to move with a 6",
    ]


EMPTY = ["....."] * 5
BAD_TEXTS = [
    ("", "last line must say who is to move"),
    ("/".join(EMPTY), "last line must say who is to move"),
    ("/".join([*EMPTY, "x to move"]), "last line must say who is to move"),
    ("/".join([*EMPTY, "x to move with a 7"]), "last line must say who is to move"),
    ("/".join([*EMPTY[1:], "x rolls"]), "5 rows, but the text has 4"),
    (
        "x1.../...../...../...../...../x rolls",
        "row `x1\\.\\.\\.` must have 5 squares: \\. for a free one, or a stone such as x3 or o1",
    ),
    (
        "x7..../...../...../...../...../x rolls",
        "row `x7\\.\\.\\.\\.` must have 5 squares: \\. for a free one, or a stone such as x3 or o1",
    ),
    ("x1...o1/x1..../...../...../...../x rolls", "x1 stands on 2 squares"),
    ("/".join([*EMPTY, "x rolls"]), "both players have won, but the game ends with the first win"),
    ("....x1/...../...../...../o1..../x won", "both players have won, but the game ends with the first win"),
    ("....x1/o1..../...../...../...../o rolls", "x has won, so the last line must be `x won`"),
    ("x1..../...../...../...../...../o won", "x has won, so the last line must be `x won`"),
    (
        "x1..../o1..../...../...../...../x won",
        "x has not won: x has no stone in the far corner, and the opponent has stones left",
    ),
    ("...../...../...../...../x1x2.../x sets up", "x does not set up stones in this position"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Einstein().position(text)


@pytest.mark.parametrize(
    ("rows", "who", "reason"),
    [
        (["....."] * 4 + ["x1x2..."], "o", "o does not set up stones in this position"),
        (["....."] * 4 + ["x1.x2.."], "x", "stones are set up along the rows"),
        (
            ["....o1"] + ["....."] * 3 + ["x1x2..."],
            "x",
            "stones are set up along the rows from the corner, first those of x: a1 b1 c1 a2 b2 a3",
        ),
    ],
)
def test_impossible_set_ups_are_refused_with_the_reason(rows, who, reason):
    with pytest.raises(PositionError, match=reason):
        Einstein("free").position("/".join([*rows, f"{who} sets up"]))


@pytest.mark.parametrize("setup", ["", "12345", "1234567", "123455", 123450, "chance", None, 1.5, [1, 2, 3, 4, 5, 6]])
def test_bad_set_ups_are_refused_with_the_reason(setup):
    with pytest.raises(GameError, match="einstein takes setup as random, free, or the numbers 1 to 6 in some order"):
        Einstein(setup)


@pytest.mark.parametrize("game", GAMES[2:], ids=str)
def test_laws(game):
    verdict = laws.check(game, examples=20, backends=lawful_backends(game))
    assert verdict.ok, str(verdict)
