"""What Rolit promises: agreement with slow and obvious rules and with Othello's, results that are shared out to the last
bit, evaluations that add up to zero, and positions that can be read and written.
"""

from __future__ import annotations

import random
from itertools import product
from xml.etree import ElementTree

import pytest
from long_runs import LONG

from zermelo import find, laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.games import rolit
from zermelo.games.othello import PASS, Othello
from zermelo.games.rolit import Rolit
from zermelo.search.perft import perft

LARGE = [Rolit(2), Rolit(3), Rolit(4)]
GAMES = [*LARGE, Rolit(4, size=4)]
OTHELLO = Othello()


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := game.rules.choices(s):
            s = game.rules.play(s, chance.choice(choices))
            yield s


def turned_to(s, player):
    """The same board with another player to move."""
    s = s.copy()
    s.turn = player
    return s


# Slow and obvious rules, on a dict from (column, row) to the first letter of a colour, * for nobody's and . for none


def board(game, s):
    rows = game.show(s).splitlines()[1:-2]
    return {(x, game.size - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}


def named(place):
    return f"{'abcdefgh'[place[0]]}{place[1] + 1}"


def around(place):
    return [(place[0] + right, place[1] + up) for right, up in product((-1, 0, 1), repeat=2) if (right, up) != (0, 0)]


def obvious_captures(cells, mine):
    """Every free square from which balls can be rolled over, with those balls."""
    found = {}
    for place in (place for place, sign in cells.items() if sign == "."):
        rolled = []
        for right, up in product((-1, 0, 1), repeat=2):
            run, end = [], (place[0] + right, place[1] + up)
            while cells.get(end, ".") not in (".", mine):
                run.append(end)
                end = end[0] + right, end[1] + up
            rolled += run if cells.get(end) == mine else []
        if rolled:
            found[place] = rolled
    return found


def obvious_moves(cells, mine):
    touching = [place for place, sign in cells.items() if sign == "." and any(cells.get(at, ".") != "." for at in around(place))]
    return obvious_captures(cells, mine) or {place: [] for place in touching}


def obvious_play(cells, mine, place, rolled):
    return cells | dict.fromkeys([place, *rolled], mine)


def obvious_perft(cells, signs, turn, depth):
    """Sequences of moves of one length; a full board has none."""
    if depth == 0:
        return 1
    moves = obvious_moves(cells, signs[turn])
    after = (turn + 1) % len(signs)
    return sum(obvious_perft(obvious_play(cells, signs[turn], *move), signs, after, depth - 1) for move in moves.items())


def obvious_worth(cells, mine, size):
    worth = 0
    for place, sign in cells.items():
        sides = sum(number in (0, size - 1) for number in place)
        worth += (sign == mine) * (1 + rolit.EDGE * (sides > 0) + rolit.CORNER * (sides == 2))
    return worth


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    signs = [name[0] for name in game.players]
    seen = set()
    for s in random_states(game, games=4 if game.size == 8 else 25):
        cells = board(game, s)
        assert game.over(s) == ("." not in cells.values())
        if game.over(s):
            seen.add("end")
            continue
        for player, mine in enumerate(signs):  # those who are not on turn, too
            here, moves = turned_to(s, player), obvious_moves(cells, mine)
            seen.add("roll" if any(moves.values()) else "free")
            assert {game.name(here, move) for move in game.rules.moves(here)} == set(map(named, moves))
            place = random.Random(player).choice(sorted(moves))
            after = game.rules.play(here, game.parse(here, named(place)))
            assert board(game, after) == obvious_play(cells, mine, place, moves[place])
            assert after.turn == (player + 1) % game.seats
    assert seen == {"roll", "free", "end"}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_perft(game):
    """From the start, and where the board fills up."""
    signs = [name[0] for name in game.players]
    late = next(s for s in random_states(game, games=1) if count(s.taken) == game.squares - 5)
    for s, depths in ((game.fresh(), (1, 2, 3)), (late, (4, 5, 6))):
        counts = [obvious_perft(board(game, s), signs, s.turn, depth) for depth in depths]
        assert [perft(game.rules, s, depth) for depth in depths] == counts
        for name in ("compiled", "interpreted") if LONG or game in GAMES[1:3] else ("interpreted",):
            core = open_backend(game, name).core
            assert [core.perft(s.pack(), depth) for depth in depths] == counts


@pytest.mark.parametrize("game", LARGE, ids=str)
def test_captures_are_those_of_othello(game):
    """To one player, all other balls are like an opponent's discs."""
    captures = 0
    for s in random_states(game, games=6):
        for player in range(game.seats) if not game.over(s) else ():
            here, discs = turned_to(s, player), OTHELLO.fresh()
            discs.discs = [s.balls[player], s.taken & ~s.balls[player]]
            moves = list(OTHELLO.moves(discs))
            if moves == [PASS]:
                continue
            captures += 1
            assert game.rules.moves(here) == moves
            for move in moves:
                after, turned = game.rules.play(here, move), OTHELLO.rules.play(discs, move)
                assert [after.balls[player], after.taken & ~after.balls[player]] == turned.discs
    assert captures > 300


@pytest.mark.parametrize("game", LARGE, ids=str)
def test_compiled_rules_agree_where_the_highest_bit_is_in_play(game):
    core = open_backend(game, "compiled").core
    found = [s for s in random_states(game, games=10) if s.taken >> 63 or 63 in game.rules.choices(s)]
    assert len(found) > 100
    for s in found:
        choices, packed = game.rules.choices(s), s.pack()
        assert not choices or core.moves(packed) == choices
        for move in choices:
            assert core.play(packed, move) == game.rules.play(s, move).pack()


def test_balls_in_corners_are_touched_by_their_neighbours_only():
    game = LARGE[-1]
    for corner in (0, 7, 56, 63):
        s = game.fresh()
        s.balls = [0, s.taken, 0, 0]
        s.balls[1] = s.taken = s.taken + (1 << corner)
        expected = sorted(map(named, obvious_moves(board(game, s), "r")))
        assert len(expected) == 12 + 3
        assert sorted(game.name(s, move) for move in game.rules.moves(s)) == expected
        assert open_backend(game, "compiled").core.moves(s.pack()) == game.rules.moves(s)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_balls_stay_and_only_change_to_the_colour_of_the_mover(game):
    previous = None
    for s in random_states(game, games=3):
        owned = [place for balls in s.balls for place in range(64) if balls >> place & 1]
        assert len(owned) == len(set(owned))
        assert all(s.taken >> place & 1 for place in owned)
        if previous is not None and not game.over(previous):
            assert count(s.taken) == count(previous.taken) + 1
            for player, (before, after) in enumerate(zip(previous.balls, s.balls, strict=True)):
                grown, shrunk = after & ~before, before & ~after
                assert (grown == 0) == (player != previous.turn)
                assert shrunk == 0 or player != previous.turn
        previous = s


def count(squares):
    return (squares & 2**64 - 1).bit_count()


# How it ends


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_most_balls_win(game):
    core = open_backend(game, "compiled").core
    for s in random_states(game, games=6 if game.size == 8 else 60):
        values = game.rules.utilities(s)
        assert tuple(core.utilities(s.pack()) or ()) == (values or ())
        if values is not None:
            counts = [list(board(game, s).values()).count(name[0]) for name in game.players]
            assert sum(counts) == game.squares - list(board(game, s).values()).count("*")
            assert sum(values) == 0
            assert [value == max(values) for value in values] == [number == max(counts) for number in counts]


THIRD = 4 / 3 - 1
"""What each of three winners among four gets, but for the last bit; the loser pays just that, or the sum would not be 0."""


@pytest.mark.parametrize(
    ("players", "text", "values"),
    [
        (2, "rrrr/rrrr/rggr/gggg", (1, -1)),
        (2, "rrrr/rrrr/gggg/gggg", (0, 0)),
        (2, "rrrr/rr*r/g*gg/gggg", (0, 0)),
        (3, "rrrr/rryy/yyyy/gggg", (0.5, 0.5, -1)),
        (3, "rrrr/ryyy/y*gg/gggg", (-1, -1, 2)),
        (4, "rrrr/yyyy/gggg/bbbb", (0, 0, 0, 0)),
        (4, "rrrr/rryy/yyyy/ggbb", (1, 1, -1, -1)),
        (4, "rrrr/ryyy/yyyg/gggb", (-1, 3, -1, -1)),
        (4, "rrrr/rbyy/yyyg/gggg", (THIRD, THIRD, THIRD, -3 * THIRD)),
    ],
)
def test_a_shared_win_is_shared_out_exactly(players, text, values):
    game = Rolit(players, size=4)
    position = game.position(text)
    assert position.values == values
    assert sum(values) == 0
    assert game.bounds == (-1, players - 1)
    assert min(values) >= -1
    if max(values) == 0:
        assert position.result == "draw"
    if game.seats == 4:
        assert tuple(open_backend(GAMES[-1], "compiled").core.utilities(game.read(text).pack())) == values


# Heuristics


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluations_add_up_to_nothing_and_stay_within_bounds(game):
    core = open_backend(game, "compiled", ("evaluate",)).core
    assert game.bounded_evaluation == (game.seats > 2)
    for s in random_states(game, games=4):
        cells, players = board(game, s), range(game.seats)
        worth = [obvious_worth(cells, name[0], game.size) for name in game.players]
        values = [game.rules.evaluate(s, player) for player in players]
        assert sum(values) == 0
        assert values == [(game.seats * mine - sum(worth)) * game.scale for mine in worth]
        assert values == [core.evaluate(s.pack(), player) for player in players]
        if game.bounded_evaluation:
            assert all(game.bounds[0] < value < game.bounds[1] for value in values)


def test_scale_is_a_power_of_two():
    for players, size in product((3, 4), (4, 6, 8)):
        numerator, denominator = Rolit(players, size).scale.as_integer_ratio()
        most = size * size + rolit.EDGE * 4 * (size - 1) + rolit.CORNER * 4
        assert numerator == 1
        assert denominator & denominator - 1 == 0
        assert denominator / 2 <= most < denominator
    assert Rolit(2).scale == 1


def test_own_evaluation_ignores_other_players():
    game = Rolit(3, evaluation="own")
    assert not game.bounded_evaluation
    for s in random_states(game, games=2):
        for player, name in enumerate(game.players):
            worth = obvious_worth(board(game, s), name[0], 8)
            assert game.rules.evaluate(s, player) == worth * game.scale < 1


def test_order_is_corners_then_edges_then_balls_that_are_rolled_over():
    game = GAMES[-1]
    for s in random_states(game, games=4):
        cells = board(game, s)
        for (x, y), rolled in obvious_moves(cells, game.players[s.turn][0]).items() if not game.over(s) else ():
            place = 100 * ((x in (0, 3)) + (y in (0, 3)))
            assert game.order(s, game.parse(s, named((x, y)))) == place + len(rolled)


def test_laws():
    game = LARGE[1]
    backends = [open_backend(game, name, ("evaluate", "order")) for name in ("compiled", "interpreted")]
    verdict = laws.check(game, examples=40 if LONG else 10, backends=backends)
    assert verdict.ok, str(verdict)


@pytest.mark.parametrize("game", ["rolit(2)", "rolit(3, size=6)", "rolit(4, size=4)", "rolit(4, evaluation=own)"])
def test_laws_of_the_other_variants(game):
    verdict = laws.check(find(game), examples=15 if LONG else 6, backends=[])
    assert verdict.ok, str(verdict)


# Faces


def test_four_balls_lie_in_the_middle_for_any_number_of_players():
    for players, rows in ((2, ["r *", "* g"]), (3, ["r y", "* g"]), (4, ["r y", "b g"])):
        start = Rolit(players).start()
        assert [row[8:11] for row in str(start).splitlines()[4:6]] == rows
        assert str(start).splitlines()[-1] == "red to move"
        assert start.moves == ("d3", "f3", "f5")
    assert Rolit().players == ("red", "yellow", "green", "blue")


def test_who_cannot_roll_over_may_put_a_ball_next_to_any():
    position = Rolit(4, size=4).position("..../.yy./.yy./.yy./red to move")
    assert " ".join(position.moves) == "a1 d1 a2 d2 a3 d3 a4 b4 c4 d4"
    after = position.play("a4")
    assert str(after).splitlines()[1] == "4 r . . . 4"
    assert after.turn == "yellow"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_show_and_read_name_and_parse_are_inverse(game):
    for s in random_states(game, games=2):
        text = game.show(s)
        assert game.read(text) == game.read(text.upper()) == game.read("/".join(text.splitlines())) == s
        assert game.read("\n".join(text.splitlines()[:-1])) == s  # the balls tell whose turn it is
        for player in range(game.seats):  # unless somebody was skipped
            assert game.read(game.show(turned_to(s, player))) == turned_to(s, player)
        moves = game.rules.choices(s)
        assert [game.parse(s, game.name(s, move)) for move in moves] == moves


START = str(Rolit(3).start())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "8 rows, but the text has 0"),
        ("hello", "8 rows, but the text has 1"),
        ("red to move", "8 rows, but the text has 0"),
        (START.replace("r y", "r ."), "a square in the middle is free, but these four squares have balls from the start"),
        (START.replace("1 .", "1 *"), "a ball that belongs to no player, \\*, can only be on its start square, d4"),
        (START.replace("1 .", "1 b"), "`b` is not a piece"),
        (START.replace("1 . .", "1 ."), "has 7 squares"),
        (START.replace("3 .", "2 ."), "must have the number 3"),
        (START.replace("red to", "blue to"), "`blue` is not a player of rolit.*; the players are red, yellow, green"),
        (START + "\nred to move", "`red to move` is the second line that says who is to move"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Rolit(3).position(text)


def test_picture_shows_every_ball_and_the_score():
    game = Rolit(2)
    picture = ElementTree.fromstring(game.svg(game.start().play("d3").state))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert (words.count("r"), words.count("g"), words.count("*")) == (3, 2, 1)  # with the letter of the seventh column
    assert "green to move, 3 : 1" in words
    for text, told in (
        ("rrrr/rryy/yyyy/ggbb", "red and yellow won, 6 : 6 : 2 : 2"),
        ("rrrr/yyyy/gggg/bbbb", "draw, 4 : 4 : 4 : 4"),
    ):
        assert f">{told}<" in GAMES[-1].svg(GAMES[-1].read(text))
