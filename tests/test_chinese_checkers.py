"""What Chinese Checkers promises: counts by another program, agreement with slow and obvious rules, an exact evaluation."""

from __future__ import annotations

import random

import pytest
from long_runs import LONG
from star_pruning_for_tests import apart, arranged, board, game, named, obvious_moves, obvious_winner, signs_of, states

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import MoveError, PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.chinesecheckers import ChineseCheckers
from zermelo.games.shared.star_board import FINE
from zermelo.search.perft import perft

PERFT = {2: [14, 196, 4760, 115600], 3: [14, 196, 2744, 66640], 4: [14, 199, 2786, 39601], 6: [14, 199, 2828, 40189]}
"""Sequences of 1, 2, 3 and 4 moves on 121 holes, counted with the rules of OpenSpiel 2.0, whose moves are single jumps."""


VARIANTS = [(players, holes) for holes in (121, 73) for players in (2, 3, 4, 6)]
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


# Agreement with slow and obvious rules


@every_variant
def test_moves_and_winners_agree_with_obvious_ones(variant):
    some_game = game(*variant)
    start, signs = board(some_game, some_game.fresh()), signs_of(some_game)
    for s in states(some_game):
        cells = board(some_game, s)
        for s.turn, sign in enumerate(signs):  # out of turn too
            expected = {f"{named(cells, source)}-{named(cells, target)}" for source, target in obvious_moves(cells, sign)}
            moves = list(some_game.moves(s))
            assert moves == sorted(set(moves))
            assert {some_game.name(s, move) for move in moves} == (expected or {"pass"})
            assert len(moves) <= some_game.max_moves
        assert some_game.winner(s) == obvious_winner(start, cells, signs)


@every_variant
def test_play_moves_one_piece_and_keeps_the_distances(variant):
    some_game = game(*variant)
    for s in list(states(some_game))[::7]:
        if some_game.winner(s) != ONGOING:
            continue
        for move in some_game.moves(s):
            after = some_game.rules.play(s, move)
            source, target = divmod(move, some_game.holes)
            expected = s.cells[:]
            expected[target], expected[source] = s.cells[source], 0
            assert after.cells == expected
            assert (after.turn, after.plies) == ((s.turn + 1) % len(some_game.players), s.plies + 1)
            assert some_game.order(s, move) == s.distance[s.turn] - after.distance[s.turn]
            assert some_game.read(some_game.show(after)) == after


# Counts


@pytest.mark.parametrize("players", PERFT)
def test_perft_as_another_program_counts(players):
    some_game, known = game(players), PERFT[players]
    start = some_game.fresh()
    assert [perft(some_game.rules, start, depth) for depth in (1, 2, 3)] == known[:3]
    for backend in ("interpreted", "compiled") if players == 2 or LONG else ("interpreted",):  # to compile each takes its time
        core = open_backend(some_game, backend).core
        depths = range(1, 5 if backend == "compiled" else 4)
        assert [core.perft(start.pack(), depth) for depth in depths] == known[: len(depths)]


def obvious_perft(cells, signs, depth):
    """Sequences of moves near the start, where no player wins or has to pass."""
    moves = obvious_moves(cells, signs[0])
    if depth == 1:
        return len(moves)
    turned = signs[1:] + signs[:1]
    return sum(obvious_perft(cells | {source: ".", target: signs[0]}, turned, depth - 1) for source, target in moves)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_perft_of_the_small_board(players):
    some_game = game(players, 73)
    start, rules = some_game.fresh(), some_game.rules
    expected = [obvious_perft(board(some_game, start), signs_of(some_game), depth) for depth in (1, 2, 3)]
    assert expected[0] == 10
    assert [perft(rules, start, depth) for depth in (1, 2, 3)] == expected
    if players == 6 and LONG:
        core = open_backend(some_game, "compiled").core
        assert [core.perft(start.pack(), depth) for depth in (1, 2, 3)] == expected


@every_variant
def test_the_start_is_the_same_for_all_players(variant):
    some_game = game(*variant)
    s, players = some_game.fresh(), len(some_game.players)
    cells = board(some_game, s)
    assert len(cells) == variant[1] == some_game.holes
    assert s.distance == [s.distance[0]] * players
    assert len(obvious_moves(cells, "b")) == (14 if variant[1] == 121 else 10)
    sixths, seats = {2: (3, 1), 3: (2, 1), 4: (3, 2), 6: (1, 1)}[players]
    turned, signs = cells, signs_of(some_game)
    for _ in range(sixths):  # clockwise, as the turn goes round
        turned = {(q + r, -q): sign for (q, r), sign in turned.items()}
    later = {sign: signs[(seat + seats) % players] for seat, sign in enumerate(signs)} | {".": "."}
    assert {place: later[sign] for place, sign in turned.items()} == cells


# Rules one by one


def test_a_chain_of_jumps_is_one_move():
    position = arranged(game(2), blue="m9 l10", red="l12 i11 k13")
    assert {move for move in position.moves if move.startswith("m9-")} >= {"m9-k11", "m9-g11", "m9-m13", "m9-i13"}
    whole = position.play("m9-i13").state
    assert position.play("m9-k11-m13-i13").state == position.play("M9I13").state == whole


TOP = "m17 l16 n16 k15 m15 o15 j14 l14 n14"


@pytest.mark.parametrize(
    ("blue", "red", "move", "result"),
    [
        (TOP + " o13", "", "o13-p14", "blue won"),
        (TOP + " o13", "", "o13-q13", "red to move"),
        ("m17 o13", TOP.removeprefix("m17 "), "o13-p14", "blue won"),
        ("o13", TOP, "o13-p14", "blue won"),
        ("q13", TOP + " p14", "q13-s13", "red to move"),
    ],
)
def test_a_goal_may_be_filled_by_any_player(blue, red, move, result):
    position = arranged(game(2), blue=blue, red=red)
    assert position.result == "blue to move"
    assert position.play(move).result == result


def test_another_player_may_fill_the_goal():
    position = arranged(game(2), turn="red", blue="m17", red=TOP.removeprefix("m17 ") + " o13")
    after = position.play("o13-p14")
    assert after.result == "blue won"
    assert after.values == (1, -1)
    with pytest.raises(MoveError, match="the game is over"):
        after.play("pass")


def test_the_winner_takes_one_from_each_other_player():
    position = arranged(game(6), blue=TOP + " o13")
    assert position.play("o13-p14").values == (5, -1, -1, -1, -1, -1)


def test_pieces_may_stop_in_any_arm_and_leave_their_goal():
    position = arranged(game(3), blue="j14 h12 r12")
    assert {"h12-f12", "j14-i13", "j14-k15", "r12-t12"} <= set(position.moves)


def test_who_cannot_move_passes_and_only_then():
    some_game = game(3, 73)
    home = "j1 i2 k2 h3 j3 l3"
    position = arranged(some_game, blue=home, red="g4 i4 k4 m4", green="f5 h5 j5 l5 n5")
    assert position.moves == ("pass",)
    after = position.play("pass")
    assert (after.turn, after.state.plies, after.state.cells) == ("red", 1, position.state.cells)
    assert some_game.order(position.state, position.choices[0]) == 0
    assert "pass" not in after.moves


def test_drawn_when_all_players_have_had_their_turns():
    some_game = ChineseCheckers(3, 73, turns=2)
    position = some_game.start()
    for plies in range(6):
        assert position.state.plies == plies
        assert not position.over
        position = position.advance(position.choices[0])
    assert (position.result, some_game.winner(position.state)) == ("draw", DRAW)
    assert some_game.read(str(position)) == position.state


def test_a_win_with_the_last_ply_is_a_win():
    some_game = ChineseCheckers(2, turns=5)
    position = arranged(some_game, plies=9, blue=TOP + " o13")
    assert position.play("o13-p14").result == "blue won"
    assert position.play("o13-q13").result == "draw"


# Evaluation


@every_variant
def test_relative_evaluations_add_up_to_exactly_zero_within_bounds(variant):
    some_game = game(*variant)
    assert some_game.bounded_evaluation
    low, high = some_game.rules.bounds
    for s in states(some_game, anywhere=60):
        values = [some_game.evaluate(s, player) for player in range(len(some_game.players))]
        assert sum(values) == sum(reversed(values)) == 0
        assert low < min(values) <= max(values) < high
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        assert [s.distance[player] for player in order] == sorted(s.distance)


def test_own_evaluation_is_the_steps_still_to_go():
    some_game = game(3, 121, evaluation="own")
    assert not some_game.bounded_evaluation
    start = some_game.fresh()
    cells = board(some_game, start)
    homes = [[place for place, sign in cells.items() if sign == colour[0]] for colour in some_game.players]
    for player, home in enumerate(homes):
        tip = min(((-q, -r) for q, r in home), key=lambda place: -apart(place, (0, 0)))
        steps = sum(apart(place, tip) for place in home) - sum(apart((-q, -r), tip) for q, r in home)
        assert steps == 120
        assert steps <= -some_game.evaluate(start, player) < steps + 2
        for place in cells:
            far = some_game.far[player][some_game.star.hole(named(cells, place))]
            inside = (-place[0], -place[1]) in home
            assert (-(-far // FINE) if inside else far // FINE) == apart(place, tip)
    done = arranged(some_game, blue=TOP + " p14")
    assert some_game.evaluate(done.state, 0) == 0


@pytest.mark.parametrize("holes", [121, 73])
def test_alone_a_player_never_has_to_lose_ground(holes):
    some_game, chance = game(2, holes), random.Random(5)
    near = sorted(range(holes), key=some_game.far[0].__getitem__)
    for count in [some_game.pieces + 1, some_game.pieces + 3, 2 * some_game.pieces, holes] * 50:
        s = some_game.fresh()
        s.cells = [0] * holes
        for hole in chance.sample(near[:count], some_game.pieces):
            s.cells[hole] = 1
        full = all(s.cells[hole] for hole in some_game.goals[0])
        assert full or max(some_game.order(s, move) for move in some_game.moves(s)) > 0


@pytest.mark.parametrize("players", [2, 6])
def test_going_by_order_alone_beats_random_players(players):
    some_game, chance = game(players, 73), random.Random(2)
    position = some_game.start()
    while not position.over:
        state = position.state
        best = max(position.choices, key=lambda move: some_game.order(state, move))
        position = position.advance(best if position.player == 0 else chance.choice(position.choices))
    assert position.result == "blue won"


def test_a_shallow_search_reaches_its_goal_against_a_random_player():
    agent, chance = zermelo.alphabeta(depth=2), random.Random(4)
    position = game(2).start()
    while not position.over:
        position = position.play(agent(position).move if position.player == 0 else chance.choice(position.moves))
    assert position.result == "blue won"


# Laws


@pytest.mark.parametrize(
    ("parameters", "backends", "examples"),
    [
        (dict(players=2), ("compiled",) if LONG else (), 6),
        (dict(players=3, evaluation="own"), ("compiled", "interpreted") if LONG else ("interpreted",), 6),
        (dict(players=4, turns=20), (), 6),
        (dict(players=2, holes=73), (), 6),
        (dict(players=3, holes=73, turns=20), (), 6),
        (dict(players=4, holes=73, evaluation="own", turns=20), (), 6),
        (dict(players=6, holes=73, turns=20), ("interpreted",), 6),
    ],
    ids=str,
)
def test_laws(parameters, backends, examples):
    some_game = ChineseCheckers(**parameters)
    opened = [open_backend(some_game, name, ("evaluate", "order")) for name in backends]
    verdict = laws.check(some_game, examples=examples, backends=opened)
    assert verdict.ok, str(verdict)


# Faces


def test_start():
    lines = str(game().start()).splitlines()
    assert lines[0] == lines[-2] == "   abcdefghijklmnopqrstuvwxy"
    assert lines[1] == "17             p             17"
    assert lines[5] == "13 g g g g . . . . . o o o o 13"
    assert lines[-1] == "blue to move"
    assert game().position("/".join(line.strip() for line in lines)) == game().start()
    bare = "/".join(line[3:-2].replace(" ", "") for line in lines[1:-2])
    assert game().position(bare + "/sky to move after 5 plies").state.turn == 5
    assert game().start().play("j4-i5 g5-h6").state.plies == 2
    assert game().svg(game().fresh()).count("<circle") == 121


@pytest.mark.parametrize("text", ["", "m1", "j4-i6", "z4-i5", "j4-i5-", "j4xi5", "j99-i5", "pass", "14-15"])
def test_bad_moves(text):
    with pytest.raises(MoveError, match="legal"):
        game().start().parse(text)


GOOD = str(ChineseCheckers(2).start())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "who is to move"),
        ("hello", "who is to move"),
        ("blue to move", "17 rows, but the text has 0"),
        (GOOD.replace("blue to move", "green to move"), "`green` is not a player of chinesecheckers"),
        (GOOD + "\nred to move", "`red to move` is the second line that says who is to move"),
        (GOOD + " after 201 plies", "drawn after 200"),
        (GOOD.replace("b b b b", "b b b"), "row `b b b` has 3 squares instead of 4"),
        (GOOD.replace("b b b b", "b b b ."), "blue has 9 pieces"),
        (GOOD.replace("b b b b", "b b b g"), "`g` is not a piece"),
        (GOOD.replace("17  ", "18  "), "number 17"),
        ("/".join([*GOOD.splitlines()[-3:0:-1], "red to move"]), "number 17"),
        ("/".join(line.strip(" 1234567890") for line in [*GOOD.splitlines()[-3:0:-1], "red to move"]), "goals of blue and red"),
    ],
)
def test_bad_positions(text, reason):
    with pytest.raises(PositionError, match=reason):
        game(2).position(text)
