"""What the Virus Game promises: agreement with slow and obvious rules, who is out, how it ends, and where players begin."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from long_runs import few, lawful_backends

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.virus import Virus
from zermelo.search.perft import perft

NEXT_TO = [(0, 1), (1, 0), (0, -1), (-1, 0)]
PATTERNS = {"none": [], "plus": NEXT_TO, "square": [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]}
KNIGHT = ((1, 2), (2, -1))
GAMES = [
    (Virus(), "square"),
    (Virus(players=2, rows=4, cols=5), "square"),
    (Virus(players=3, rows=5, cols=4, pattern="plus", evaluation="own"), "plus"),
    (Virus(players=6, rows=5, cols=7, starts=3, limit=60), "square"),
    (Virus(players=5, rows=3, cols=9, pattern="none"), "none"),
    (Virus(players=3, rows=4, cols=4, pattern=KNIGHT, starts=2, majority=True, limit=20), KNIGHT),
]


def random_states(game, games, seed=1, plies=80):
    """Every state of some random games, or of their beginnings."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while s.plies < plies and (choices := game.rules.choices(s)):
            s = game.rules.play(s, chance.choice(choices))
            yield s


# Agreement with slow and obvious rules


def board(game, s):
    """The board as a dict from (column, row) to signs."""
    rows = game.show(s).splitlines()[1:-2]
    return {(x, game.rows - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}


def signs(game):
    return [name[0] for name in game.players]


def named(place):
    return f"{'abcdefghijklmnop'[place[0]]}{place[1] + 1}"


def shifted(place, step):
    return place[0] + step[0], place[1] + step[1]


def obvious_moves(cells, mine, pattern):
    """Every move by its name, with the board after it."""
    steps = PATTERNS.get(pattern, pattern)
    found = {}
    for place, sign in cells.items():
        if sign != mine and any(cells.get(shifted(place, step)) == mine for step in NEXT_TO):
            claimed = {place, *(shifted(place, step) for step in steps)} & cells.keys()
            found[named(place)] = cells | dict.fromkeys(claimed, mine)
    return found


def obvious_next(game, cells, player):
    """The next player who has a square."""
    order = signs(game)[player + 1 :] + signs(game)[: player + 1]
    return signs(game).index(next(sign for sign in order if sign in cells.values()))


def obvious_winner(game, cells, plies):
    left = [player for player, sign in enumerate(signs(game)) if sign in cells.values()]
    if len(left) == 1:
        return left[0]
    if plies < game.limit:
        return ONGOING
    counts = [list(cells.values()).count(sign) for sign in signs(game)]
    return counts.index(max(counts)) if game.majority and counts.count(max(counts)) == 1 else DRAW


def check_moves(game, s, pattern):
    """What the player on turn may do, and what comes of it, whether or not it is really that player's turn."""
    cells, mine = board(game, s), signs(game)[s.turn]
    expected = obvious_moves(cells, mine, pattern)
    moves = list(game.moves(s))
    assert [game.name(s, move) for move in moves] == sorted(expected, key=lambda name: (int(name[1:]), name[0]))
    for move in moves:
        after = game.rules.play(s, move)
        wanted = expected[game.name(s, move)]
        assert board(game, after) == wanted
        assert (after.turn, after.plies) == (obvious_next(game, wanted, s.turn), s.plies + 1)
        assert game.winner(after) == obvious_winner(game, wanted, after.plies)
        turned = [cells[place] for place in cells if wanted[place] != cells[place]]
        free = turned.count(".")
        assert game.order(s, move) == game.seats * len(turned) - free
        assert game.noisy(s, move) == (len(turned) - free >= 2)


@pytest.mark.parametrize(("game", "pattern"), GAMES, ids=str)
def test_rules_agree_with_obvious_ones(game, pattern):
    out = 0
    for s in list(random_states(game, games=6))[::4]:
        if game.winner(s) == ONGOING:
            for turn in range(game.seats):  # best-reply search asks for moves out of turn
                other = s.copy()
                other.turn = turn
                check_moves(game, other, pattern)
                out += s.taken[turn] == 0
    assert out > 0 or game.seats == 2 or pattern == "none", "nobody was ever put out"


def obvious_perft(game, cells, turn, plies, depth, pattern):
    if depth == 0:
        return 1
    if obvious_winner(game, cells, plies) != ONGOING:
        return 0
    boards = obvious_moves(cells, signs(game)[turn], pattern).values()
    return sum(obvious_perft(game, after, obvious_next(game, after, turn), plies + 1, depth - 1, pattern) for after in boards)


@pytest.mark.parametrize(("game", "pattern"), few([GAMES[0], GAMES[1], GAMES[3]], 1), ids=str)
def test_perft_in_every_backend(game, pattern):
    chance = random.Random(2)
    for s in (game.fresh(), *chance.sample(list(random_states(game, games=2, plies=30)), 3)):
        if game.winner(s) == ONGOING:
            counts = [obvious_perft(game, board(game, s), s.turn, s.plies, depth, pattern) for depth in (1, 2, 3)]
            for backend in ("compiled", "interpreted"):
                core = open_backend(game, backend).core
                assert [core.perft(s.pack(), depth) for depth in (1, 2, 3)] == counts
            assert perft(game.rules, s, 2) == counts[1]


@pytest.mark.parametrize(("rows", "cols", "limit"), [(2, 3, 12), (3, 3, 8), (2, 5, 8)])
def test_search_finds_the_value_that_obvious_rules_have(rows, cols, limit):
    game = Virus(players=2, rows=rows, cols=cols, limit=limit)

    @cache
    def value(state, turn, plies):
        """What a position is worth to blue."""
        cells = dict(state)
        winner = obvious_winner(game, cells, plies)
        if winner != ONGOING:
            return {0: 1, 1: -1, DRAW: 0}[winner]
        boards = obvious_moves(cells, "br"[turn], "square").values()
        found = [value(tuple(after.items()), 1 - turn, plies + 1) for after in boards]
        return min(found) if turn else max(found)

    wanted = value(tuple(board(game, game.fresh()).items()), 0, 0)
    report = zermelo.alphabeta(table=True, backend="interpreted")(game.start())
    assert (report.values[0], report.exact) == (wanted, True)


@pytest.mark.parametrize(("pattern", "decided"), [("none", False), ("plus", False), ("square", True)])
def test_two_players_can_put_each_other_out_with_square_alone(pattern, decided):
    game = Virus(players=2, rows=3, cols=3, pattern=pattern)
    start = tuple(board(game, game.fresh()).items())
    seen, waiting, ends = {(start, "b", False)}, [(start, "b", False)], 0
    while waiting:
        state, mine, both_moved = waiting.pop()
        for after in obvious_moves(dict(state), mine, pattern).values():
            ends += both_moved and len({*after.values()} - {"."}) == 1
            yours = "r" if mine == "b" else "b"
            further = (tuple(after.items()), yours, mine == "r" or both_moved)
            if yours in after.values() and further not in seen:
                seen.add(further)
                waiting.append(further)
    assert len(seen) > 50
    assert (ends > 0) == decided


# Who is out, and how it ends


def test_who_has_no_squares_is_out_and_passed_over():
    position = Virus(players=3, rows=3, cols=3, pattern="plus").position("g../br./b../blue to move")
    after = position.play("b2")
    assert str(after).splitlines()[1:4] == ["3 g b . 3", "2 b b b 2", "1 b b . 1"]
    assert (after.turn, after.state.taken) == ("green", [6, 0, 1])
    assert after.play("a2").turn == "blue"


def test_the_last_one_left_wins_all_that_others_lose():
    position = Virus(players=3, rows=3, cols=3).position("..g/b../b../blue to move").play("b2")
    assert (position.result, position.values) == ("blue won", (2, -1, -1))


def test_it_is_a_draw_by_length_unless_the_last_move_wins():
    game = Virus(players=2, rows=3, cols=3, limit=6)
    assert game.position("..r/.../b../blue to move after 5 plies").play("a2").result == "draw"
    assert game.position("..r/b../b../blue to move after 5 plies").play("b2").result == "blue won"
    assert game.position("..r/b../b../blue to move after 6 plies").result == "draw"
    assert game.position(".../b../b../blue to move after 6 plies").result == "blue won"
    ends = {(s.plies == 6, game.winner(s)) for s in random_states(game, games=30) if game.winner(s) != ONGOING}
    assert ends >= {(False, 0), (False, 1), (True, DRAW)}
    assert (False, DRAW) not in ends


def test_with_majority_most_squares_win_at_the_limit():
    game = Virus(players=3, rows=3, cols=3, limit=6, majority=True)
    assert game.position("..r/.../bgg/blue to move after 5 plies").play("a2").result == "blue won"
    assert game.position("grr/ggr/bb./blue to move after 6 plies").result == "draw"
    assert game.position("grr/g.r/bb./blue to move after 6 plies").result == "red won"


# Where everybody begins


def test_two_and_four_players_begin_in_the_corners_of_a_square_board():
    assert str(Virus().start()).splitlines()[1] == "8 r . . . . . . g 8"
    assert str(Virus().start()).splitlines()[8] == "1 b . . . . . . p 1"
    assert [line for line in str(Virus(players=2).start()).splitlines() if "r" in line] == ["8 . . . . . . . r 8"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("starts", [1, 2, 3])
@pytest.mark.parametrize("size", [4, 5, 8])
def test_on_square_boards_two_and_four_players_begin_alike(players, starts, size):
    game = Virus(players=players, rows=size, cols=size, starts=starts)
    cells = board(game, game.fresh())
    for _ in range(4 // players):
        cells = {(y, size - 1 - x): sign for (x, y), sign in cells.items()}
    order = signs(game)
    following = dict(zip(order, order[1:] + order[:1], strict=True)) | {".": "."}
    assert {place: following[sign] for place, sign in cells.items()} == board(game, game.fresh())


@pytest.mark.parametrize("players", range(2, 7))
def test_players_begin_on_the_edge_with_equally_many_squares_at_equal_distances(players):
    for rows, cols, starts in product((2, 3, 5, 8, 16), (2, 4, 7, 16), (1, 2, 3)):
        if players * starts <= 2 * (rows + cols) - 4:
            game = Virus(players=players, rows=rows, cols=cols, starts=starts)
            cells = board(game, game.fresh())
            taken = {place: sign for place, sign in cells.items() if sign != "."}
            assert sorted(taken.values()) == sorted(signs(game) * starts)
            assert all(x in (0, cols - 1) or y in (0, rows - 1) for x, y in taken)
            edge = [(0, y) for y in range(rows)] + [(x, rows - 1) for x in range(1, cols)]
            edge += [(cols - 1, y) for y in range(rows - 2, -1, -1)] + [(x, 0) for x in range(cols - 2, 0, -1)]
            places = [number for number, place in enumerate(edge) if place in taken]
            gaps = {later - earlier for earlier, later in pairwise([*places, len(edge)])}
            assert max(gaps) - min(gaps) <= 1


# Taste


@pytest.mark.parametrize(("game", "pattern"), GAMES, ids=str)
def test_evaluations_add_up_to_zero_within_bounds(game, pattern):
    del pattern
    for s in random_states(game, games=3):
        cells = list(board(game, s).values())
        counts = [cells.count(sign) for sign in signs(game)]
        values = [game.rules.evaluate(s, player) for player in range(game.seats)]
        assert s.taken == counts
        if game.bounded_evaluation:
            assert sum(values) == 0
            assert all(-1 < value < game.seats - 1 for value in values)
            assert [value / game.scale for value in values] == [game.seats * count - sum(counts) for count in counts]
        else:
            assert values == counts


# Faces


def test_a_position_looks_like_this():
    position = Virus(players=2, rows=3, cols=4).start().play("a2", "c3")
    assert str(position).splitlines() == [
        "  a b c d",
        "3 b r r r 3",
        "2 b r r r 2",
        "1 b b . . 1",
        "  a b c d",
        "blue to move after 2 plies",
    ]


BAD_TEXTS = [
    ("", "does not say who is to move"),
    ("..r/.../b..", "does not say who is to move"),
    ("..r/.../b../pink to move", "`pink` is not a player of virus.*; the players are blue, red"),
    ("..r/.../b../blue to move/red to move", "`red to move` is the second line that says who is to move"),
    ("..r/.../b../blue to move after many plies", "does not say who is to move"),
    ("..r/.../b../blue to move after 501 plies", "501 plies are impossible: virus.* is drawn after 500"),
    ("..r/b../blue to move", "3 rows, but the text has 2"),
    ("..r/..../b../blue to move", "instead of 3"),
    ("..g/.../b../blue to move", "`g` is not a piece"),
    ("1 ..r/2 .../3 b../blue to move", "must have the number 3"),
    ("..r/.../.../blue to move", "blue has no squares, so blue cannot be to move"),
    (".../.../.../blue to move", "blue has no squares, so blue cannot be to move"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Virus(players=2, rows=3, cols=3).position(text)


def test_steps_may_be_repeated_and_stay():
    plus, steps = (Virus(pattern=pattern) for pattern in ("plus", [[1, 0], [0, 1], [0, 0], [-1, 0], [0, -1], [0, 1]]))
    assert [sorted(row) for row in plus.claimed] == [sorted(row) for row in steps.claimed]


def test_picture_shows_every_square_in_its_players_colour():
    picture = ElementTree.fromstring(Virus().svg(Virus().start().play("a2", "b8").state))
    fills = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert [fills.count(fill) for fill in ("#0072b2", "#d55e00", "#009e73", "#cc79a7")] == [6, 6, 1, 1]


@pytest.mark.parametrize("game", [GAMES[5][0], GAMES[2][0], GAMES[3][0]], ids=str)
def test_other_games_keep_every_law(game):
    verdict = laws.check(game, examples=10, backends=lawful_backends(game) if game is GAMES[5][0] else [])
    assert verdict.ok, str(verdict)
