"""What Pig promises: the published chance of winning, agreement with the equations of the game, and evaluations that add up to zero.

The equations are those of T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, 2004: what a roll and what holding
is worth, in terms of what other positions are worth. The published value is that whoever begins wins 53.06 % of all games.
"""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest
from long_runs import few, lawful_backends

from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.games.pig import HOLD, ROLL, Pig
from zermelo.search.perft import perft

GAMES = [Pig(), Pig(20), Pig(goal=30, players=3), Pig(goal=2, sides=2), Pig(players=10, sides=12), Pig(60, players=5, sides=4)]


def random_states(game, games, seed=1):
    """Every state of some random games, whose players roll more often than they hold."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := game.rules.choices(s):
            s = game.rules.play(s, chance.choice([*choices, choices[0]] if s.rolling == 0 else choices))
            yield s


# The equations


@numba.njit
def solve(goal, sides, precision):
    """wins[mine, yours, pot]: the chance of the player who decides, in best play; solved from the richest banks down."""
    wins = np.full((goal, goal, goal), 0.5)
    for total in range(2 * goal - 2, -1, -1):
        for first in range(max(0, total - goal + 1), total // 2 + 1):
            change = 1.0
            while change > precision:
                change = 0.0
                for mine, yours in ((first, total - first), (total - first, first)):
                    for pot in range(goal - mine - 1, -1, -1):
                        best = 1 - wins[yours, mine, 0]
                        for face in range(2, sides + 1):
                            best += 1.0 if mine + pot + face >= goal else wins[mine, yours, pot + face]
                        best /= sides
                        if pot > 0:
                            best = max(best, 1 - wins[yours, mine + pot, 0])
                        change = max(change, abs(best - wins[mine, yours, pot]))
                        wins[mine, yours, pot] = best
    return wins


@pytest.fixture(scope="module")
def usual():
    """The chances of the usual game."""
    return solve(100, 6, 1e-12)


def test_the_first_player_wins_as_often_as_published(usual):
    assert round(100 * usual[0, 0, 0], 2) == 53.06


def chance_of_winning(game, s, wins):
    """What the equations say about a position where a player decides, or where the game is over."""
    if game.winner(s) != ONGOING:
        return 1.0  # the winner stays on turn
    return wins[s.banks[s.turn], s.banks[1 - s.turn], s.pot]


def looked_up(game, s, wins):
    """The same by our rules: the best move of the player on turn, each worth what comes of it on average."""
    found = []
    for move in game.rules.moves(s):
        after = game.rules.play(s, move)
        ends = [(1.0, after)]
        if game.to_move(after) == CHANCE:
            ends = [(odds, game.rules.play(after, face)) for face, odds in game.rules.chances(after)]
        values = [(odds, chance_of_winning(game, end, wins), end.turn) for odds, end in ends]
        found.append(sum(odds * (value if turn == s.turn else 1 - value) for odds, value, turn in values))
    return max(found)


def test_the_equations_hold_for_our_rules(usual):
    """The solution of the usual game solves our rules as well, wherever one looks."""
    game, chance = Pig(), random.Random(1)
    for _ in range(1000):
        s = game.fresh()
        s.banks, s.turn = [chance.choice([chance.randrange(100), chance.randrange(90, 100)]) for _ in "ab"], chance.randrange(2)
        s.pot = chance.choice([0, *range(2, 100 - s.banks[s.turn])])
        assert abs(looked_up(game, s, usual) - chance_of_winning(game, s, usual)) < 1e-9


@pytest.mark.parametrize(("goal", "sides"), few([(12, 6), (12, 4)], 1))
def test_iterating_over_our_own_rules_gives_the_same_chances(goal, sides):
    """All states that can be reached, each improved by its successors until nothing changes."""
    game = Pig(goal, sides=sides)
    start = game.fresh().pack()
    steps, waiting = {}, [start]
    while waiting:
        packed = waiting.pop()
        s = game.layout.unpack(packed)
        if game.rules.utilities(s) is not None:
            continue
        odds = dict(game.rules.chances(s)) if s.rolling else dict.fromkeys(game.rules.moves(s), None)
        steps[packed] = [(weight, game.rules.play(s, choice).pack()) for choice, weight in odds.items()]
        waiting += [after for _, after in steps[packed] if after not in steps]
    values = dict.fromkeys(steps, 0.0)  # to the first player
    for packed in {after for row in steps.values() for _, after in row} - steps.keys():
        values[packed] = game.rules.utilities(game.layout.unpack(packed))[0]
    turns = {packed: game.rules.to_move(game.layout.unpack(packed)) for packed in steps}
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for packed, row in steps.items():
            best = {CHANCE: lambda found, row=row: sum(w * v for (w, _), v in zip(row, found, strict=True)), 0: max, 1: min}
            value = best[turns[packed]]([values[after] for _, after in row])
            change = max(change, abs(value - values[packed]))
            values[packed] = value
    wins = solve(goal, sides, 1e-13)
    for packed, value in values.items():
        s = game.layout.unpack(packed)
        if not s.rolling:
            expected = 2 * chance_of_winning(game, s, wins) - 1
            assert abs((value if s.turn == 0 else -value) - expected) < 1e-9
    assert len(values) > 1000


# Turns


def test_a_turn():
    position = Pig().start()
    assert position.moves == ("roll",), "nobody holds an empty pot"
    position = position.play("roll")
    assert (position.turn, position.moves) == ("chance", tuple("123456"))
    assert [odds for _, odds in position.rules.chances(position.state)] == [1 / 6] * 6
    position = position.play("5 roll 6")
    assert (position.turn, position.moves, position.state.pot) == ("ann", ("roll", "hold"), 11)
    lost, held = position.play("roll 1"), position.play("hold")
    assert (lost.turn, lost.state.banks, lost.state.pot) == ("bob", [0, 0], 0)
    assert (held.turn, held.state.banks, held.state.pot) == ("bob", [11, 0], 0)


def test_the_goal_in_bank_and_pot_wins_at_once():
    position = Pig().position("ann 90/bob 99/ann to move, 6 in the pot").play("roll")
    assert [position.play(face).over for face in "123456"] == [False, False, False, True, True, True]
    assert position.play("6").values == (1, -1)
    assert position.play("6").state.banks == [102, 99]
    assert Pig(players=4).position("ann 3/bob 99/cleo 3/dan 0/bob rolls").play("2").values == (-1, 3, -1, -1)


def test_the_turn_goes_round():
    position = Pig(players=3).start()
    turns = []
    for _ in range(4):
        turns.append(position.turn)
        position = position.play("roll 1")
    assert turns == ["ann", "bob", "cleo", "ann"]
    assert position == Pig(players=3).start().play("roll 1")


def test_counts_in_every_backend():
    """After a roll, five faces leave two moves and one leaves one: 1, 6, 11, and so on."""
    game = Pig()
    for backend in ("compiled", "interpreted"):
        core = open_backend(game, backend).core
        assert [core.perft(game.fresh().pack(), depth) for depth in (1, 2, 3, 4)] == [1, 6, 11, 5 * (6 + 1) + 6]
    assert perft(game.rules, game.fresh(), 4) == 41


# Heuristics


def test_holding_at_twenty_gains_most_and_as_much_as_it_says():
    """By brute force: what a turn gains on average that holds at some number."""

    def gain(enough, pot=0):
        return pot if pot >= enough else sum(gain(enough, pot + face) for face in range(2, 7)) / 6

    gains = {enough: gain(enough) for enough in range(2, 27)}
    assert max(gains, key=gains.get) in (20, 21)
    assert abs(gains[20] - gains[21]) < 1e-12, "at 20 it makes no difference"
    assert round(gains[20], 2) == 8.14
    assert Pig().enough == 20
    assert Pig().gains[0] == round(16 * gains[20])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluations_add_up_to_zero_within_bounds(game):
    for s in random_states(game, games=2):
        if game.winner(s) == ONGOING:
            values = [game.rules.evaluate(s, player) for player in range(game.seats)]
            assert sum(values) == 0
            assert all(-1 < value < game.seats - 1 for value in values)


def test_evaluations_come_near_the_true_chances(usual):
    game, chance = Pig(), random.Random(3)
    errors = []
    for s in random_states_of_good_games(game, chance, 100):
        guess = (1 + game.evaluate(s, s.turn)) / 2
        errors.append(guess - usual[s.banks[s.turn], s.banks[1 - s.turn], s.pot])
    assert len(errors) > 2000
    assert np.sqrt(np.mean(np.square(errors))) < 0.03


def random_states_of_good_games(game, chance, games):
    """Where players decide who hold at 20, but now and then do not."""
    for _ in range(games):
        s = game.fresh()
        while game.winner(s) == ONGOING:
            if s.rolling:
                s = game.rules.play(s, chance.randint(1, 6))
            else:
                yield s
                move = game.playout(s, 0) if chance.random() < 0.9 else chance.choice(game.rules.moves(s))
                s = game.rules.play(s, move)


def test_more_points_are_better_and_so_is_the_turn():
    game = Pig()
    even = game.read("ann 40/bob 40/ann to move")
    assert game.evaluate(even, 0) > 0
    for better in ("ann 41/bob 40/ann to move", "ann 40/bob 39/ann to move", "ann 40/bob 40/ann to move, 15 in the pot"):
        assert game.evaluate(game.read(better), 0) > game.evaluate(even, 0)
    risky, safe = (game.read(f"ann 40/bob 40/ann {what}, 30 in the pot") for what in ("rolls", "to move"))
    assert game.evaluate(risky, 0) < game.evaluate(safe, 0)


def one_move_ahead(game, s):
    """The move after which the game looks best to the player on turn, on average over the die."""

    def worth(after):
        if game.winner(after) != ONGOING:
            return game.rules.utilities(after)[s.turn]
        if after.rolling:
            return sum(odds * worth(game.rules.play(after, face)) for face, odds in game.rules.chances(after))
        return game.rules.evaluate(after, s.turn)

    return max(game.rules.moves(s), key=lambda move: worth(game.rules.play(s, move)))


def test_one_move_ahead_beats_holding_and_nearly_equals_best_play():
    """Exactly, by the equations for two given ways to play, who begin by turns."""
    goal, sides = 24, 4
    game = Pig(goal, sides=sides)
    wins = solve(goal, sides, 1e-12)
    ours, best, usual = (np.zeros((goal, goal, goal), dtype=np.bool_) for _ in range(3))
    usual[:, :, game.enough :] = True
    for mine, yours in np.ndindex(goal, goal):
        for pot in range(2, goal - mine):
            s = game.fresh()
            s.banks, s.pot = [mine, yours], pot
            ours[mine, yours, pot] = one_move_ahead(game, s) == HOLD
            best[mine, yours, pot] = 1 - wins[yours, mine + pot, 0] >= wins[mine, yours, pot]
    assert abs(duel(best, best, sides) - 0.5) < 1e-9
    assert 0.48 < duel(ours, best, sides) < 0.5
    assert duel(ours, usual, sides) > 0.55


@numba.njit
def duel(holds, others, sides):
    """How often one way to play beats another when they begin by turns; `holds[mine, yours, pot]` says when one does."""
    goal = len(holds)
    wins = np.full((2, goal, goal, goal), 0.5)
    for total in range(2 * goal - 2, -1, -1):
        for first in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            change = 1.0
            while change > 1e-12:
                change = 0.0
                for who in range(2):
                    mine, yours = (first, total - first) if who == 0 else (total - first, first)
                    for pot in range(goal - mine - 1, -1, -1):
                        if pot > 0 and (holds if who == 0 else others)[mine, yours, pot]:
                            value = 1 - wins[1 - who, yours, mine + pot, 0]
                        else:
                            value = 1 - wins[1 - who, yours, mine, 0]
                            for face in range(2, sides + 1):
                                value += 1.0 if mine + pot + face >= goal else wins[who, mine, yours, pot + face]
                            value /= sides
                        change = max(change, abs(value - wins[who, mine, yours, pot]))
                        wins[who, mine, yours, pot] = value
    return (wins[0, 0, 0, 0] + 1 - wins[1, 0, 0, 0]) / 2


def test_random_games_hold_at_twenty():
    game = Pig()
    pots = {0: ROLL, 19: ROLL, 20: HOLD, 60: HOLD}
    for pot, move in pots.items():
        assert game.rules.playout(game.read(f"ann 20/bob 0/ann to move, {pot} in the pot"), 12345) == move


# Faces and laws


def test_a_position_looks_like_this():
    position = Pig().position("ann 47/bob 60/ann to move, 12 in the pot")
    assert str(position).splitlines() == [
        "ann    47  ###########+++...........",
        "bob    60  ###############..........",
        "ann to move, 12 in the pot",
    ]
    assert str(position.play("roll")).endswith("ann rolls, 12 in the pot")
    assert str(position.play("hold")).endswith("bob to move")


BAD_TEXTS = [
    ("", "last line must say who is to move"),
    ("ann 3/bob 4", "last line must say who is to move"),
    ("ann 3/bob 4/cleo to move", "last line must say who is to move"),
    ("ann 3/bob 4/ann holds", "last line must say who is to move"),
    ("ann 3/ann to move", "the line for bob is missing"),
    ("ann to move", "the line for ann and bob is missing"),
    ("ann 3/ann 4/ann to move", "`ann 4` must be a player of pig and the points in the bank, once for each player: ann 47"),
    ("ann 3/bob many/ann to move", "`bob many` must be a player of pig and the points in the bank, once for each player: ann 47"),
    ("ann 3/cleo 4/ann to move", "`cleo 4` must be a player of pig and the points in the bank, once for each player: ann 47"),
    ("ann 103/bob 4/bob to move", "ann has 103 points and has won, so the last line must be `ann won`"),
    ("ann 103/bob 104/ann won", "bob has 104 points and has won"),
    ("ann 93/bob 4/ann won", "ann has not won: a win needs 100 points in the bank and an empty pot"),
    ("ann 103/bob 4/ann won, 5 in the pot", "ann has not won: a win needs 100 points in the bank and an empty pot"),
    ("ann 93/bob 4/ann to move, 9 in the pot", "ann has 102 points in bank and pot and has won: bank them, and write `ann won`"),
    ("ann 93/bob 4/ann rolls, 7 in the pot", "ann has 100 points in bank and pot"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Pig().position(text)


@pytest.mark.parametrize("game", [Pig(30, players=3), Pig(10, sides=3)], ids=str)
def test_laws(game):
    verdict = laws.check(game, examples=20, backends=lawful_backends(game))
    assert verdict.ok, str(verdict)
