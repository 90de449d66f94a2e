"""What Othello promises: known numbers, agreement with slow and obvious rules, and positions that can be read and written."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from long_runs import lawful_backends

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import GameError, PositionError, RuleError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games import othello
from zermelo.games.othello import Othello
from zermelo.search.perft import perft

KNOWN = json.loads((Path(__file__).parent / "data" / "othello.json").read_text())
GAME = Othello()
SIZES = [Othello(4), Othello(6), GAME]
DISCS = [Othello(4, discs=True), Othello(6, discs=True), Othello(discs=True)]


def random_states(game, games, seed=1):
    """Every state of some random games."""
    chance = random.Random(seed)
    for _ in range(games):
        s = game.fresh()
        yield s
        while choices := game.rules.choices(s):
            s = game.rules.play(s, chance.choice(choices))
            yield s


# Known numbers


def counted(depth, backend="native"):
    return open_backend(GAME, backend).core.perft(GAME.fresh().pack(), depth)


def test_perft():
    assert [counted(depth) for depth in range(1, 10)] == KNOWN["perft"]
    assert [counted(depth, "compiled") for depth in range(1, 9)] == KNOWN["perft"][:8]
    assert [counted(depth, "interpreted") for depth in range(1, 7)] == KNOWN["perft"][:6]
    assert [perft(GAME.rules, GAME.fresh(), depth) for depth in range(1, 6)] == KNOWN["perft"][:5]


def test_perft_beyond_the_first_finished_games():
    assert counted(10) + KNOWN["finished_at_9"] == KNOWN["published_at_10"]


def test_shortest_game():
    position = GAME.start().play("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert (position.result, position.state.discs[1]) == ("x won", 0)


def test_the_second_player_wins_on_the_smallest_board():
    agents = [
        zermelo.minimax(),
        zermelo.alphabeta(),
        zermelo.alphabeta(table=True),
        zermelo.alphabeta(backend="python", table=True),
    ]
    reports = [agent(Othello(4).start()) for agent in agents]
    assert {(report.value, report.exact) for report in reports} == {(KNOWN["value_of_size_4"], True)}
    assert len({report.plies for report in reports}) == 1


def test_endgames_are_read_and_solved():
    """Lines of OBF: their moves, whether they are won, drawn or lost, and by a move with that score."""
    for known in KNOWN["endgames"]:
        line, scores = f"{known['position'].upper()}; A1:+0;", known["scores"]
        position = GAME.position(line)
        assert set(position.moves) == set(scores)
        assert GAME.position(str(position)) == position
        report = zermelo.alphabeta(table=True)(position)
        assert (report.exact, report.value) == (True, sign(max(scores.values())))
        assert sign(scores[report.move]) == report.value


def sign(number):
    return (number > 0) - (number < 0)


# Points


@pytest.mark.parametrize("bad", [1, "yes", None])
def test_discs_is_true_or_false(bad):
    with pytest.raises(GameError, match=r"^othello takes discs as True or False, not "):
        Othello(discs=bad)


def test_the_winner_gets_the_free_squares():
    position = Othello(discs=True).start().play("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert (position.values, position.result) == ((64, -64), "x +64, o -64")
    for s in random_states(DISCS[2], games=20):
        if (values := DISCS[2].rules.utilities(s)) is not None:
            x, o = (bin(discs % 2**64).count("1") for discs in s.discs)
            assert values[0] == -values[1] == (x - o) + (64 - x - o) * sign(x - o)
            assert sign(values[0]) == GAME.rules.utilities(s)[0]


def test_scores_of_small_endgames():
    """The same file as above, in discs."""
    for known in KNOWN["endgames"]:
        position = DISCS[2].position(known["position"])
        report, scores = zermelo.solve(position), known["scores"]
        assert (report.value, report.exact, scores[report.move]) == (max(scores.values()), True, max(scores.values()))


def of_ffo(number, text):
    """A line of FFO: its position, the published score and the moves that have it."""
    line, *moves = text.rstrip(";").split("; ")
    scores = {move.split(":")[0].lower(): int(move.split(":")[1]) for move in moves}
    return pytest.param(line, scores, id=f"FFO {number}")


@pytest.mark.parametrize(("line", "scores"), [of_ffo(*each) for each in KNOWN["ffo"].items()])
def test_published_scores(line, scores):
    position = Othello(discs=True).position(line)
    report = zermelo.solve(position)
    best = max(scores.values())
    assert (report.value, report.exact) == (best, True)
    assert scores[report.move] == best
    end = position.play(*report.line)
    assert end.values[position.player] == best


@pytest.mark.long
@pytest.mark.parametrize(("line", "scores"), [of_ffo(*each) for each in KNOWN["ffo_long"].items()])
def test_more_published_scores(line, scores):
    report = zermelo.solve(Othello(discs=True).position(line))
    assert (report.value, scores[report.move], report.exact) == (max(scores.values()), max(scores.values()), True)


def test_all_discs_are_points_and_not_a_win_to_be_hurried():
    """FFO 39, published as +64 for nine moves: its value is enough, and the soonest way to it takes a hundred times the nodes."""
    position = Othello(discs=True).position("O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O")
    report = zermelo.solve(position)
    assert (report.score, report.plies) == (zermelo.Score.points(64), None)
    assert report.move in ["a8", "b1", "g1", "g5", "g6", "c8", "h3", "e8", "h4"]
    assert report.nodes < 10_000_000


# Agreement with slow and obvious rules


def board(game, s):
    """The board as a dict from (column, row) to signs, the top row being 0."""
    rows = game.show(s).splitlines()[1:-2]
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}


def named(place):
    return f"{'abcdefgh'[place[0]]}{place[1] + 1}"


def obvious_moves(cells, mine):
    """Every square that may be moved to, with the discs that turn."""
    yours = {"x": "o", "o": "x"}[mine]
    found = {}
    for (x, y), sign in cells.items():
        turned = []
        for right, down in product((-1, 0, 1), repeat=2):
            run = []
            while cells.get(end := (x + right * (len(run) + 1), y + down * (len(run) + 1))) == yours and sign == ".":
                run.append(end)
            turned += run if cells.get(end) == mine else []
        if turned and sign == ".":
            found[x, y] = turned
    return found


def obvious_worth(game, cells, mine, turn):
    """What a player has to show for itself, term by term; the last move is the other's if an even number of squares is free."""
    last = game.size - 1
    mobility, edge, in_corner, risk, diagonal, frontier, parity, late = game.weights.values()
    moves, free = len(obvious_moves(cells, mine)), list(cells.values()).count(".")
    worth = (
        mobility * moves + late * moves * (1 - free / game.size**2) + (parity / 2 if free % 2 == (mine == turn) else -parity / 2)
    )
    for (x, y), sign in cells.items():
        corner = (0 if 2 * x < last else last, 0 if 2 * y < last else last)
        if sign == mine:
            at_rim = (x in (0, last)) + (y in (0, last))
            worth += (0, edge, in_corner)[at_rim]
            away = (abs(x - corner[0]), abs(y - corner[1]))
            if max(away) == 1 and cells[corner] == ".":
                worth += risk + (diagonal if away == (1, 1) else 0)
            axes = [
                [cells.get((x + sign * right, y + sign * down)) for sign in (-1, 1)]
                for right, down in ((1, 0), (0, 1), (1, 1), (1, -1))
            ]
            worth += frontier * any(None not in ends and "." in ends for ends in axes)
    return worth


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_rules_agree_with_obvious_ones(game):
    seen, by_features = set(), game.with_evaluation("features").rules
    for s in random_states(game, games=12):
        cells, (mine, yours) = board(game, s), (("x", "o"), ("o", "x"))[s.turn]
        moves, replies = obvious_moves(cells, mine), obvious_moves(cells, yours)
        worth = obvious_worth(game, cells, mine, mine) - obvious_worth(game, cells, yours, mine)
        assert by_features.evaluate(s, s.turn) == pytest.approx(worth)
        assert game.evaluate(s, s.turn) == -game.evaluate(s, 1 - s.turn)
        if not moves and not replies:
            signs = list(cells.values())
            lead = signs.count("x") - signs.count("o")
            assert game.winner(s) == (DRAW if lead == 0 else 0 if lead > 0 else 1)
            seen.add("end")
            continue
        assert game.winner(s) == ONGOING
        assert sorted(game.name(s, move) for move in game.moves(s)) == (sorted(map(named, moves)) or ["pass"])
        seen.add("move" if moves else "pass")
        for place, turned in moves.items() if moves else [(None, [])]:
            after = dict(cells) | dict.fromkeys([place, *turned] if place else [], mine)
            played = game.rules.play(s, game.parse(s, named(place) if place else "pass"))
            assert (board(game, played), played.turn) == (after, 1 - s.turn)
    assert seen == {"move", "pass", "end"}


HEURISTICS = ("evaluate", "noisy", "order", "key", "at_most", "plies_left")


def assert_same_answers(game, core, s):
    """A backend answers every question about a state as the rules in Python do."""
    packed, rules = s.pack(), game.rules
    choices = rules.choices(s)
    assert tuple(core.utilities(packed) or ()) == (rules.utilities(s) or ())
    assert core.key(packed) == rules.key(s)
    if choices:
        assert (core.moves(packed), core.plies_left(packed)) == (choices, rules.plies_left(s))
    for player in (0, 1) if choices else ():
        assert core.evaluate(packed, player) == rules.evaluate(s, player)
        assert core.at_most(packed, player) == rules.at_most(s, player)
    for move in choices:
        assert core.play(packed, move) == rules.play(s, move).pack()
        assert core.order(packed, move) == rules.order(s, move)
        assert core.noisy(packed, move) == rules.noisy(s, move)


def test_compiled_rules_agree_where_the_bit_of_the_sign_is_in_play():
    core = open_backend(GAME, "compiled", HEURISTICS).core
    found = [s for s in random_states(GAME, games=20) if min(s.discs) < 0 or 63 in GAME.rules.choices(s)]
    assert len(found) > 100
    for s in found:
        assert_same_answers(GAME, core, s)


@pytest.mark.parametrize("game", [*SIZES, *DISCS], ids=str)
def test_native_rules_agree(game):
    core = open_backend(game, "native", HEURISTICS).core
    for s in random_states(game, games=8, seed=2):
        assert_same_answers(game, core, s)


def test_native_rules_take_other_weights_and_evaluations():
    position = GAME.start().play("d3 c5")
    for own in ({"corners": 1.5, "mobility": 0.1}, lambda s, player: s.discs[player] % 1001):
        found = [zermelo.alphabeta(depth=3, table=True, evaluate=own, backend=name)(position) for name in ("native", "python")]
        assert len({(report.value, report.move, report.nodes) for report in found}) == 1
    with pytest.raises(RuleError, match="between -1e8 and 1e8"):
        zermelo.alphabeta(depth=2, evaluate={"mobility": 1e8})(position)


def test_passing_is_the_only_move_where_it_is_one():
    position = Othello(4).position("xxxx/xxox/xxox/xxo./o to move")
    assert position.moves == ("pass",)
    assert position.play("pass").moves == ("d4",)
    assert position.play("pass d4").result == "x won"


# Heuristics


def test_corners_are_noisy():
    for s in random_states(GAME, games=4):
        for move in GAME.rules.choices(s):
            assert GAME.noisy(s, move) == (GAME.name(s, move) in ("a1", "h1", "a8", "h8"))


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_order_counts_replies_room_parity_and_corners(game):
    last, corners = game.size - 1, set(product((0, game.size - 1), repeat=2))
    for s in random_states(game, games=3):
        cells, (mine, yours) = board(game, s), (("x", "o"), ("o", "x"))[s.turn]
        free = {place for place, sign in cells.items() if sign == "."}
        for (x, y), turned in obvious_moves(cells, mine).items():
            corner = (0 if 2 * x < last else last, 0 if 2 * y < last else last)
            far = max(abs(x - corner[0]), abs(y - corner[1]))
            expected = 20 if far == 0 else -10 if far == 1 and cells[corner] == "." else 0
            quarter = [each for each in free if (2 * each[0] < last) == (2 * x < last) and (2 * each[1] < last) == (2 * y < last)]
            expected += 4 if len(free) <= 20 and len(quarter) % 2 == 1 else 0
            if len(free) > 5:
                after = cells | dict.fromkeys([(x, y), *turned], mine)
                replies = obvious_moves(after, yours)
                discs = [place for place, sign in after.items() if sign == mine]
                room = [each for each in free - {(x, y)} if any(max(abs(each[0] - a), abs(each[1] - b)) == 1 for a, b in discs)]
                expected -= 8 * len(replies) + 16 * len(corners & set(replies)) + 3 * len(room)
            assert game.order(s, game.parse(s, named((x, y)))) == expected


def images(cells, size):
    """The board as a tuple, in the four ways that leave the start as it is."""
    last, squares = size - 1, list(product(range(size), repeat=2))
    yield tuple(cells[x, y] for x, y in squares)
    yield tuple(cells[y, x] for x, y in squares)
    yield tuple(cells[last - x, last - y] for x, y in squares)
    yield tuple(cells[last - y, last - x] for x, y in squares)


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_key_is_shared_by_images_in_the_opening_and_by_nothing_else(game):
    folded = {}
    for s in random_states(game, games=40):
        cells = board(game, s)
        opening = len(cells) - list(cells.values()).count(".") <= othello.OPENING
        for image in images(cells, game.size):
            what = (min(images(cells, game.size)) if opening else image, s.turn)
            rows = ["".join(image[start : start + game.size]) for start in range(0, len(image), game.size)]
            key = game.key(game.read("/".join([*rows, f"{game.players[s.turn]} to move"])))
            assert 0 <= key < 2**63
            assert folded.setdefault(key, what) == what
    assert len(set(folded.values())) == len(folded)


def test_first_moves_share_a_key():
    assert len({GAME.key(GAME.start().play(move).state) for move in ("d3", "c4", "f5", "e6")}) == 1


# Faces


def test_start_is_drawn_as_usual():
    rows = ["4 . . . o x . . . 4", "5 . . . x o . . . 5"]
    assert str(GAME.start()).splitlines()[4:6] == rows
    assert str(GAME.start()).splitlines()[-1] == "x to move"
    assert GAME.start().moves == ("d3", "c4", "f5", "e6")
    assert str(GAME.start().play("d3")).splitlines()[3:5] == ["3 . . . x . . . . 3", "4 . . . x x . . . 4"]
    assert Othello(4).start().moves == ("b1", "a2", "d3", "c4")


def test_compact_texts():
    start = Othello(4).start()
    assert Othello(4).position("..../.ox./.xo./..../x to move") == start
    assert Othello(4).position("-----OX--XO----- X; B1:+0;") == start
    assert Othello(4).position("-----OX--XO----- O").turn == "o"


BAD_TEXTS = [
    ("", "the text does not say who is to move"),
    ("x" * 63 + " X", "64 squares, but the text has 63"),
    ("-" * 64 + " X", "a square in the middle is free, but these four squares have discs from the start"),
    (str(GAME.start()).replace("o x", "o ."), "a square in the middle is free, but these four squares have discs from the start"),
    (str(GAME.start()).replace("x to move", ""), "the text does not say who is to move"),
    (str(GAME.start()).replace("x to move", "z to move"), "`z` is not a player of othello"),
    (str(GAME.start()) + "\no to move", "`o to move` is the second line that says who is to move"),
    (str(GAME.start()).replace("1 .", "1 q"), "`q` is not a piece"),
    (str(GAME.start()).replace("1 . .", "1 ."), "has 7 squares"),
    (str(GAME.start()).replace("3 .", "2 ."), "must have the number 3"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        GAME.position(text)


def test_picture_is_green_and_shows_every_disc():
    s = GAME.start().play("d3 c5").state
    picture = ElementTree.fromstring(GAME.svg(s))
    discs = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert (discs.count("#111111"), discs.count("#fafafa")) == (3, 3)
    assert sum(element.get("fill") == "#2e8b57" for element in picture.iter("{http://www.w3.org/2000/svg}rect")) == 64


@pytest.mark.parametrize("game", [*SIZES[:2], *DISCS[1:]], ids=str)
def test_variants_keep_every_law(game):
    verdict = laws.check(game, examples=30, backends=lawful_backends(game))
    assert verdict.ok, str(verdict)
