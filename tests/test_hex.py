"""What Hex promises: published openings, agreement with slow and obvious rules and with another program, fair random games, and
positions that can be read and written.
"""

from __future__ import annotations

import random
from collections import Counter
from heapq import heappop, heappush
from itertools import combinations
from xml.etree import ElementTree

import pytest
from long_runs import LONG

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game import display
from zermelo.game.constants import ONGOING
from zermelo.games.hex import Hex

GAME = Hex()
BOARDS = [Hex(1), Hex(2), Hex(3), Hex(5), Hex(6, True), Hex(11)]
THREE, FOUR = Hex(3, swap=True), Hex(4)


def walk(game, chance):
    """The states of a random game."""
    s = game.fresh()
    yield s
    while choices := game.rules.choices(s):
        s = game.rules.play(s, chance.choice(choices))
        yield s


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        yield from walk(game, chance)


# Published openings


def winning_openings(game, agent):
    start = game.start()
    return [name for name in start.moves if (after := start.play(name)).over or agent(after).value == -1]


def test_openings_that_win_on_small_boards():
    """On 2 by 2 the short diagonal; on 3 by 3 it and the middle row: ..X/XXX/X.."""
    agents = [zermelo.alphabeta(table=True, backend="python"), zermelo.proof(backend="python")]
    for agent in agents:
        assert winning_openings(Hex(1), agent) == ["a1"]
        assert winning_openings(Hex(2), agent) == ["b1", "a2"]
    assert winning_openings(Hex(3), agents[1]) == ["c1", "a2", "b2", "c2", "a3"]


@pytest.mark.long
def test_openings_that_win_on_four_by_four_are_the_short_diagonal():
    assert winning_openings(FOUR, zermelo.proof(memory="64MB").remembering()) == ["d1", "c2", "b3", "a4"]


def test_with_swap_the_second_player_wins():
    game = Hex(3, swap=True)
    report = zermelo.alphabeta(table=True, backend="python")(game.start())
    assert (report.value, report.exact) == (-1, True)
    assert zermelo.alphabeta(table=True, backend="python")(game.start().play("b2")).move == "swap"


# Agreement with slow and obvious rules


def around(place):
    """The six places around one; a step down a column goes half a cell to the right."""
    x, y = place
    return [(x, y - 1), (x + 1, y - 1), (x - 1, y), (x + 1, y), (x - 1, y + 1), (x, y + 1)]


def board(game, s):
    """The board as a dict from (column, row) to signs, the top row being 0."""
    rows = [line.split()[1:-1] for line in game.show(s).splitlines()[1 : game.size + 1]]
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}


def ends(game, sign):
    """The places at the two edges of a player."""
    line, last = range(game.size), game.size - 1
    first, second = ([(x, 0) for x in line], [(x, last) for x in line])
    return (first, second) if sign == "x" else ([place[::-1] for place in first], [place[::-1] for place in second])


def cheapest(game, cells, sign):
    """The fewest stones that a player has to add to join the edges, by Dijkstra's algorithm."""
    first, second = ends(game, sign)
    costs = {place: {sign: 0, ".": 1}.get(cells[place]) for place in cells}
    queue = [(costs[place], place) for place in first if costs[place] is not None]
    queue.sort()
    known = {}
    while queue:
        cost, place = heappop(queue)
        if place not in known:
            known[place] = cost
            for other in around(place):
                if costs.get(other) is not None:
                    heappush(queue, (cost + costs[other], other))
    return min((known[place] for place in second if place in known), default=None)


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_rules_agree_with_obvious_ones(game):
    winners = set()
    for s in random_states(game, games=12 if game.size < 8 else 2):
        cells = board(game, s)
        joined = [player for player, sign in enumerate("xo") if cheapest(game, cells, sign) == 0]
        assert [game.winner(s)] == (joined or [ONGOING])
        winners.add(game.winner(s))
        if not joined:
            names = {f"{'abcdefghijk'[x]}{y + 1}" for (x, y), sign in cells.items() if sign == "."}
            swaps = game.swap and list(cells.values()).count("x") == 1 and "o" not in cells.values()
            assert {game.name(s, move) for move in game.moves(s)} == names | ({"swap"} if swaps else set())
            for move in game.moves(s):
                if move < game.area:
                    after = board(game, game.rules.play(s, move))
                    assert after == cells | {(move % game.size, move // game.size): "xo"[s.turn]}
    assert winners == {0, 1, ONGOING} or game.size in (1, 11)


def test_there_are_no_draws():
    """On a full board exactly one player has joined the edges, for any order of the moves."""
    chance = random.Random(1)
    for size in (1, 2, 5, 8):
        for _ in range(50):
            game = Hex(size)
            signs = ["xo"[number % 2] for number in range(game.area)]
            chance.shuffle(signs)
            cells = {(number % size, number // size): sign for number, sign in enumerate(signs)}
            assert [cheapest(game, cells, sign) == 0 for sign in "xo"].count(True) == 1


def test_openspiel_allows_the_same_moves_and_agrees_who_won():
    pyspiel = pytest.importorskip("pyspiel", reason="skipped: OpenSpiel is not installed")
    chance = random.Random(1)
    for size in (2, 3, 5, 8, 11):
        game, theirs = Hex(size), pyspiel.load_game("hex", {"board_size": size})
        for _ in range(20):
            state, s = theirs.new_initial_state(), game.fresh()
            while game.winner(s) == ONGOING:
                assert not state.is_terminal()
                assert list(game.moves(s)) == state.legal_actions()
                move = chance.choice(state.legal_actions())
                state.apply_action(move)
                s = game.rules.play(s, move)
            assert state.returns() == list(game.rules.utilities(s))


def test_swapping_makes_the_first_stone_the_second_players_in_the_mirror():
    game = Hex(4, swap=True)
    after = game.start().play("d2 swap")
    assert after == game.position("..../..../..../.o../x to move")
    assert "swap" not in after.play("a1").moves
    assert "swap" not in Hex(4).start().play("d2").moves
    first, second = (zermelo.proof(backend="python")(Hex(3, True).position(text)) for text in ("x../.../...", ".../.../.../"))
    assert (first.value, second.value) == (1, -1)


# Heuristics


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_evaluation_compares_the_stones_that_are_needed(game):
    for s in list(random_states(game, games=2))[:: max(1, game.size // 3)]:
        if game.winner(s) == ONGOING:
            cells = board(game, s)
            needed = [cheapest(game, cells, sign) for sign in "xo"]
            assert [game.needed(s, player) for player in (0, 1)] == needed
            lead = needed[1] - needed[0] + (0.5 if s.turn == 0 else -0.5)
            assert game.evaluate(s, 0) == lead / (abs(lead) + 2) == -game.evaluate(s, 1)


def test_order_is_from_the_middle_outwards():
    s = GAME.fresh()
    moves = sorted(GAME.moves(s), key=lambda move: -GAME.order(s, move))
    assert [GAME.name(s, moves[index]) for index in (0, -2, -1)] == ["f6", "a1", "k11"]


def test_random_games_are_fair():
    """Of ten empty cells among 25 and 2500 draws each gets 250, give or take four standard deviations."""
    game, chance = Hex(5), random.Random(1)
    s = next(s for s in walk(game, chance) if s.stones == 15 and game.winner(s) == ONGOING)
    counts = Counter(game.playout(s, chance.getrandbits(62)) for _ in range(2500))
    assert sorted(counts) == list(game.moves(s))
    assert all(abs(count - 250) < 4 * 250**0.5 for count in counts.values())


def test_random_games_are_won_as_often_as_full_boards():
    """A random game may as well be played on to a full board, all of which are as likely: here x has five cells of nine."""
    places = [(x, y) for y in range(3) for x in range(3)]
    boards = [{place: "x" if place in chosen else "o" for place in places} for chosen in combinations(places, 5)]
    share = sum(cheapest(THREE, cells, "x") == 0 for cells in boards) / len(boards)
    core, games = open_backend(THREE, "compiled", ("playout",)).core, 20000
    totals, plies = core.playouts(THREE.fresh().pack(), games, 1)
    assert totals[0] == -totals[1]
    assert abs((totals[0] / games + 1) / 2 - share) < 4 * (share * (1 - share) / games) ** 0.5
    assert 5 * games < plies < 9 * games


# Faces


def test_the_order_of_moves_leaves_no_trace():
    assert Hex(3).start().play("a1 c3 a2 b1") == Hex(3).start().play("a2 b1 a1 c3")
    assert Hex(3).start().play("c1 a1 b2 a2 b3") == Hex(3).start().play("b3 a1 c1 a2 b2")


def test_rows_are_shifted_to_the_right():
    assert str(Hex(3).start().play("b2 c1")).splitlines() == [
        "  a b c",
        "1 . . o 1",
        " 2 . x . 2",
        "  3 . . . 3",
        "     a b c",
        "x to move",
    ]
    lines = str(GAME.start()).splitlines()
    assert [line.index(".") for line in lines[1:12]] == list(range(3, 14))


BAD_TEXTS = [
    ("", "3 rows, but the text has 0"),
    (".../...", "3 rows, but the text has 2"),
    (".../..../...", "instead of 3"),
    (".../.b./...", "`b` is not a piece"),
    ("3 .../2 .../1 ...", "must have the number 1"),
    (".../.o./...", "0 x and 1 o with x to move are impossible: x begins, then both take turns"),
    (".../.x./.../x to move", "1 x and 0 o with x to move are impossible: x begins, then both take turns"),
    (".../.../.../o to move", "0 x and 0 o with o to move are impossible: x begins, then both take turns"),
    (".../.x./.../red to move", "`red` is not a player of hex\\(3\\)"),
    (".../.x./.../x to move/o to move", "`o to move` is the second line that says who is to move"),
    (".x./.x./.x./oo./o to move", "3 rows, but the text has 4"),
    (".xo/.xo/.xo/x to move", "x has joined the edges"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Hex(3).position(text)


def test_after_a_swap_the_second_player_may_be_ahead():
    game = Hex(3, swap=True)
    assert game.position(".../.o./...").turn == "x"
    assert game.position("x../.o./.../o to move").turn == "o"
    assert game.position("x../.o./...").turn == "x"
    with pytest.raises(PositionError, match="0 x and 2 o"):
        game.position("o../.o./...")


def test_picture_has_hexagons_stones_and_edges_in_the_players_colours():
    picture = ElementTree.fromstring(Hex(4).svg(Hex(4).start().play("b2 c3 a1").state))
    space = "{http://www.w3.org/2000/svg}"
    stones = Counter(element.get("fill") for element in picture.iter(f"{space}circle"))
    shapes = Counter(element.get("fill") for element in picture.iter(f"{space}polygon"))
    assert stones == {display.COLOURS[0]: 2, display.COLOURS[1]: 1}
    assert shapes == {display.SQUARES[0]: 16, display.COLOURS[0]: 16, display.COLOURS[1]: 14}


def test_a_small_board_with_swap_keeps_every_law():
    verdict = laws.check(THREE, examples=30 if LONG else 10)
    assert verdict.ok, str(verdict)
