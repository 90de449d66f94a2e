"""What Breakthrough promises: known numbers, agreement with slow and obvious rules, positions that can be read and written."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from long_runs import few, lawful_backends

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import PositionError
from zermelo.game.constants import ONGOING
from zermelo.games import breakthrough
from zermelo.games.breakthrough import Breakthrough
from zermelo.search.perft import perft

KNOWN = json.loads((Path(__file__).parent / "data" / "breakthrough.json").read_text())
GAME = Breakthrough()
BOARDS = [GAME, Breakthrough(4, 2), Breakthrough(5, 3), Breakthrough(6, 10), Breakthrough(10, 4)]
SMALL = [(4, 2), (6, 2), (4, 3)]


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


def counted(depth, backend="compiled"):
    return open_backend(GAME, backend).core.perft(GAME.fresh().pack(), depth)


def test_perft():
    assert [counted(depth) for depth in range(1, 6)] == KNOWN["perft"]
    assert [counted(depth, "interpreted") for depth in range(1, 5)] == KNOWN["perft"][:4]
    assert [perft(GAME.rules, GAME.fresh(), depth) for depth in range(1, 4)] == KNOWN["perft"][:3]


# Agreement with slow and obvious rules


def board(game, s):
    """The board as a dict from (column, row) to signs, White's home row being 0."""
    rows = game.show(s).splitlines()[1:-2]
    return {(x, game.rows - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split()[1:-1])}


def named(place):
    return f"{'abcdefghij'[place[0]]}{place[1] + 1}"


def obvious_moves(cells, mine):
    """Every move by its name, with the board after it and whether it takes."""
    up = 1 if mine == "x" else -1
    found = {}
    for (x, y), sign in cells.items():
        for right in (-1, 0, 1) if sign == mine else ():
            target = (x + right, y + up)
            if cells.get(target) == "." or (right and cells.get(target) not in (mine, None)):
                after = cells | {(x, y): ".", target: mine}
                found[named((x, y)) + named(target)] = after, cells[target] != "."
    return found


def obvious_winner(game, cells):
    signs = list(cells.values())
    if "o" not in signs or any(cells[x, game.rows - 1] == "x" for x in range(game.cols)):
        return 0
    if "x" not in signs or any(cells[x, 0] == "o" for x in range(game.cols)):
        return 1
    return ONGOING


def obvious_worth(game, cells, mine):
    """What a player's pawns are worth, one by one."""
    ranks = [y if mine == "x" else game.rows - 1 - y for (_, y), sign in cells.items() if sign == mine]
    return sum(breakthrough.PAWN + (rank**3 // 2 if rank else breakthrough.GUARD) for rank in ranks)


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_rules_agree_with_obvious_ones(game):
    results = set()
    for s in random_states(game, games=10):
        cells, mine = board(game, s), "xo"[s.turn]
        balance = obvious_worth(game, cells, "x") - obvious_worth(game, cells, "o")
        assert game.evaluate(s, 0) == balance == -game.evaluate(s, 1)
        assert s.pawns == [list(cells.values()).count(sign) for sign in "xo"]
        assert game.winner(s) == obvious_winner(game, cells)
        results.add(game.winner(s))
        if game.winner(s) != ONGOING:
            continue
        moves = obvious_moves(cells, mine)
        assert {game.name(s, move) for move in game.moves(s)} == moves.keys()
        for name, (after, takes) in moves.items():
            move = game.parse(s, name)
            played = game.rules.play(s, move)
            assert (board(game, played), played.turn) == (after, 1 - s.turn)
            gets_through = name.endswith(str(game.rows if mine == "x" else 1)) and obvious_winner(game, after) == s.turn
            assert game.noisy(s, move) == (takes or gets_through)
    assert results >= {0, 1, ONGOING}


@pytest.mark.parametrize(("rows", "cols"), few(SMALL, 2))
def test_every_search_finds_the_value_that_obvious_rules_have(rows, cols):
    game = Breakthrough(rows, cols)

    @cache
    def loses(state, mine):
        cells = dict(state)
        if obvious_winner(game, cells) != ONGOING:
            return True
        yours = "o" if mine == "x" else "x"
        return not any(loses(tuple(after.items()), yours) for after, _ in obvious_moves(cells, mine).values())

    value = -1 if loses(tuple(board(game, game.fresh()).items()), "x") else 1
    agents = [zermelo.alphabeta(table=True)]
    agents += [zermelo.alphabeta()] if game.squares <= 12 else []
    agents += [zermelo.alphabeta(backend="python", table=True)] if game.squares <= 10 else []
    agents += [zermelo.minimax()] if game.squares <= 8 else []
    reports = [agent(game.start()) for agent in agents]
    assert {(report.value, report.exact) for report in reports} == {(value, True)}
    assert len({report.plies for report in reports}) == 1


def mirrored(game, s):
    text = game.show(s).splitlines()
    return game.read("\n".join([*("".join(reversed(row[2:-2])) for row in text[1:-2]), text[-1]]))


def test_mirror_images_are_worth_the_same():
    game = Breakthrough(5, 4)
    for s in list(random_states(game, games=3))[::4]:
        position, image = zermelo.Position(game, s), zermelo.Position(game, mirrored(game, s))
        assert position.over == image.over
        if not position.over:
            values = [zermelo.minimax(depth=4)(each).value for each in (position, image)]
            assert values[0] == values[1]


# Heuristics


def test_order_is_getting_through_then_taking_then_advancing():
    position = GAME.position("......../...x..../o....o../..x.x.../......../...o..../......../......../x to move")
    moves = sorted(position.choices, key=lambda move: -GAME.order(position.state, move))
    assert [position.name(move)[2:] for move in moves] == ["c8", "d8", "e8", "f6", "b6", "c6", "d6", "d6", "e6"]


# Faces


def test_start_is_drawn_as_usual():
    lines = str(GAME.start()).splitlines()
    assert [lines[1], lines[3], lines[8], lines[-1]] == [
        "8 o o o o o o o o 8",
        "6 . . . . . . . . 6",
        "1 x x x x x x x x 1",
        "x to move",
    ]


def test_captures_may_be_written_with_an_x():
    position = Breakthrough(5, 3).start().play("a2b3")
    assert position.moves == ("a4a3", "a4b3", "b4a3", "b4c3", "c4b3", "c4c3")
    assert position.play("a4xb3") == position.play("A4B3") == Breakthrough(5, 3).position("ooo/.oo/.o./.xx/xxx/x to move")


def test_the_last_pawn_taken_wins():
    position = Breakthrough(4, 2).position("../.o/x./../x to move")
    assert position.play("a2b3").result == "x won"


BAD_TEXTS = [
    ("", "the text does not say who is to move"),
    ("ooo/ooo/.../xxx/xxx", "the text does not say who is to move"),
    ("ooo/ooo/.../xxx/xxx/z to move", "`z` is not a player of breakthrough\\(5, 3\\)"),
    ("ooo/ooo/.../xxx/xxx/x to move/o to move", "`o to move` is the second line that says who is to move"),
    ("ooo/ooo/xxx/xxx/x to move", "5 rows, but the text has 4"),
    ("ooo/ooo/..../xxx/xxx/x to move", "instead of 3"),
    ("ooo/ooo/.q./xxx/xxx/x to move", "`q` is not a piece"),
    ("1 ooo/2 ooo/3 .../4 xxx/5 xxx/x to move", "must have the number 5"),
    ("ooo/ooo/x../xxx/xxx/x to move", "x has 7 pawns, but starts with 6"),
    (".../.../.../.../.../x to move", "at least one pawn"),
    ("x.x/.o./.../.../.../o to move", "several pawns are on the far side, but the game ends with the first"),
    ("x../.o./.../.../o../o to move", "several pawns are on the far side, but the game ends with the first"),
    ("x../.o./.../.../.../x to move", "x has won"),
    (".../.o./.../.../.../o to move", "o has won"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TEXTS)
def test_impossible_positions_are_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError, match=reason):
        Breakthrough(5, 3).position(text)


def test_picture_is_chequered_and_shows_every_pawn():
    picture = ElementTree.fromstring(GAME.svg(GAME.start().play("b2a3").state))
    fills = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}rect")]
    assert [fills.count(fill) for fill in ("#b58a5a", "#e3c9a0", "#fafafa", "#222222")] == [32, 32, 16, 16]


@pytest.mark.parametrize("game", BOARDS[1:3], ids=str)
def test_small_boards_keep_every_law(game):
    verdict = laws.check(game, examples=30, backends=lawful_backends(game))
    assert verdict.ok, str(verdict)
