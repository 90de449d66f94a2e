"""What checkers promises: known numbers, agreement with slow and obvious rules, and PDN that can be read and written."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import pytest
from long_runs import LONG, lawful_backends

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.errors import MoveError, PositionError
from zermelo.game.constants import DRAW, ONGOING
from zermelo.games.checkers import pdn
from zermelo.games.checkers.rules import Checkers
from zermelo.search.perft import perft

KNOWN = json.loads((Path(__file__).parent / "data" / "checkers.json").read_text())
GAME, STUDY = Checkers(), Checkers(start="study")


def counted(game, depth, backend="compiled"):
    return open_backend(game, backend).core.perft(game.fresh().pack(), depth)


# Known numbers


def test_perft():
    assert [counted(GAME, depth) for depth in range(1, 12)] == KNOWN["perft"]
    assert [counted(GAME, depth, "interpreted") for depth in range(1, 7)] == KNOWN["perft"][:6]
    assert [perft(GAME.rules, GAME.fresh(), depth) for depth in range(1, 5)] == KNOWN["perft"][:4]


@pytest.mark.long
def test_perft_of_twelve_plies():
    """From here on, captures of the same pieces by different ways are more than one move: 388,617,999 if they counted as one."""
    assert counted(GAME, 12) == KNOWN["perft_12"]


def test_two_move_ballots():
    """Tournaments draw the first two moves. These are the 7 moves of each man in the front row, and nothing is captured."""
    black = ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")
    white = ("21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20")
    assert GAME.start().moves == black
    for first, second in product(black, white):
        men = set(range(1, 13)) ^ set(map(int, first.split("-"))), set(range(21, 33)) ^ set(map(int, second.split("-")))
        fen = f"B:W{','.join(map(str, men[1]))}:B{','.join(map(str, men[0]))}"
        assert GAME.start().play(first, second) == GAME.position(fen)


def test_endings_with_one_piece_each():
    """Every such position, solved backwards: a win leads to a lost position, a loss to won ones only."""
    states = {}
    for turn, signs, (one, other) in product((0, 1), product("bB", "wW"), permutations(range(32), 2)):
        cells = ["."] * 32
        cells[one], cells[other] = signs
        if "b" not in cells[28:] and "w" not in cells[:4]:
            s = GAME.read(pdn.write_fen(pdn.Diagram("".join(cells), turn)))
            states[s.pack()] = s
    after = {packed: [still(GAME.rules.play(s, move)) for move in GAME.rules.choices(s)] for packed, s in states.items()}
    plies = {packed: 0 for packed, moves in after.items() if not moves}
    plies |= {packed: 0 for moves in after.values() for packed in moves if packed not in after}  # the last piece was taken
    for ply in range(1, 40):
        for packed in [packed for packed in after if packed not in plies]:
            known = [plies[next] for next in after[packed] if plies.get(next, ply) < ply]
            if any(number % 2 == 0 for number in known) or len(known) == len(after[packed]):
                plies[packed] = ply
    black = [plies.get(packed) for packed, s in states.items() if s.turn == 0]
    white = [plies.get(packed) for packed, s in states.items() if s.turn == 1]
    assert Counter(black) == Counter(white)
    found = Counter("drawn" if number is None else "won" if number % 2 else "lost" for number in black)
    longest = max(number for number in black if number is not None and number % 2)
    assert {**found, "longest": longest} == KNOWN["two_pieces"]


def still(s):
    """A state as it would be right after something has happened."""
    s.quiet = 0
    return s.pack()


# The lecture's case study


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_case_study(algorithm, backend):
    agent = getattr(zermelo, algorithm)(depth=3, backend=backend)
    report = agent.search(STUDY.start(), tree=100).last()
    assert (report.move, report.value) == ("20-16", 1)
    assert {child.move: child.value for child in report.tree.root.children} == KNOWN["study"][algorithm]
    pruned = [
        f"{child.move} {reply.move}" for child in report.tree.root.children for reply in child.children if reply.kind == "pruned"
    ]
    assert pruned == ([] if algorithm == "minimax" else ["31-26 23x30"])


def test_case_study_is_the_lectures():
    position = STUDY.start()
    assert STUDY.fen(position.state) == "B:WK22,23:B20,21,K31"
    assert STUDY.players == ("black", "red")
    assert position.moves == ("20-16", "21-17", "31-26", "31-27")
    assert STUDY.evaluate(position.state, 0) == 7 - 6 == -STUDY.evaluate(position.state, 1)


# Agreement with slow and obvious rules


def where(number):
    row, column = divmod(number - 1, 4)
    return row, 2 * column + 1 - row % 2


SQUARES = {where(number): number for number in range(1, 33)}


def obvious_moves(cells, turn):
    """Every legal move as its squares with the position after it, on a dict from (row, column) to signs."""
    mine = {place: sign for place, sign in cells.items() if sign.lower() == "bw"[turn]}
    captures = [found for place in mine for found in obvious_captures(cells, place, [place])]
    if captures:
        return captures
    return [
        ([place, target], placed(cells, [place], target, sign))
        for place, sign in mine.items()
        for target in (moved(place, step, 1) for step in steps(sign))
        if target in SQUARES and target not in cells
    ]


def obvious_captures(cells, place, path):
    sign, found = cells[place], []
    for step in steps(sign):
        over, target = moved(place, step, 1), moved(place, step, 2)
        if target in SQUARES and target not in cells and cells.get(over, sign).lower() != sign.lower():
            after = placed(cells, [place, over], target, sign)
            crowned = after[target] != sign
            found += ([] if crowned else obvious_captures(after, target, [*path, target])) or [([*path, target], after)]
    return found


def steps(sign):
    rows = {"b": [1], "w": [-1]}.get(sign, [-1, 1])
    return product(rows, (-1, 1))


def moved(place, step, times):
    return place[0] + times * step[0], place[1] + times * step[1]


def placed(cells, gone, target, sign):
    rest = {place: other for place, other in cells.items() if place not in gone}
    return rest | {target: sign.upper() if target[0] == {"b": 7, "w": 0}.get(sign) else sign}


def check_moves(s):
    diagram = GAME.diagram(s)
    cells = {where(number): sign for number, sign in enumerate(diagram.cells, 1) if sign != "."}
    expected = sorted(
        (tuple(SQUARES[place] for place in path), "".join(after.get(where(number), ".") for number in range(1, 33)))
        for path, after in obvious_moves(cells, diagram.turn)
    )
    choices = GAME.rules.choices(s) if expected else []
    after = {move: GAME.diagram(GAME.rules.play(s, move)).cells for move in choices}
    assert sorted((GAME.squares(move), cells) for move, cells in after.items()) == expected
    for move in choices:
        assert GAME.noisy(s, move) == (after[move].count(".") > diagram.cells.count("."))
    assert GAME.winner(s) == (ONGOING if expected else 1 - diagram.turn)
    return choices


def random_position(chance):
    """Pieces thrown onto the board, many of them kings; captures of several pieces are common."""
    numbers = chance.sample(range(32), chance.randint(2, 22))
    cells = ["."] * 32
    for index, number in enumerate(numbers):
        man = "bw"[index % 2]
        far = number >= 28 if man == "b" else number < 4
        cells[number] = man.upper() if far or chance.random() < 0.6 else man
    return GAME.read(pdn.write_fen(pdn.Diagram("".join(cells), chance.randint(0, 1))))


def test_moves_agree_with_obvious_ones_in_games():
    chance = random.Random(1)
    for _ in range(25):
        position = GAME.start()
        while not position.over and position.state.quiet < 30:
            position = position.advance(chance.choice(check_moves(position.state)))


def test_moves_agree_with_obvious_ones_anywhere():
    chance = random.Random(2)
    jumps = Counter()
    for _ in range(1500):
        s = random_position(chance)
        jumps.update(move & 15 for move in check_moves(s))
        check_names(s)
        assert GAME.read(GAME.show(s)) == s == GAME.read(GAME.fen(s))
    assert max(jumps) >= 5


def check_names(s):
    choices = GAME.rules.choices(s)
    names = [GAME.name(s, move) for move in choices]
    assert len(set(names)) == len(names)
    for move, name in zip(choices, names, strict=True):
        assert GAME.parse(s, name) == move
        assert GAME.parse(s, "x".join(map(str, GAME.squares(move))) if move & 15 else name) == move


def test_no_position_has_more_captures_than_max_moves():
    """Kings on one colour of rows and men between them, which is where captures are most."""
    s = GAME.read("W:WK1,K2,K3,K4:B6,7,8,14,15,16,22,23,24")
    assert 2 * len(GAME.rules.choices(s)) == GAME.max_moves


# Rules one by one


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("W:W22,31:B18", "22x15"),  # who can capture must
        ("W:W21,24:B17,19,11", "21x14 24x8"),  # any capture, not the longest
        ("W:W22:B18,11", "22x8"),  # a capture goes on while it can
        ("W:W11:B7,6", "11x2"),  # and stops where the man is crowned
        ("W:WK11:B7,6", "11x9"),  # which a king is already
        ("W:W31:B26,27,18,19", "31x22x15 31x24x15"),  # two ways from one square to another
        ("W:WK15:B10,11,18,19", "15x6 15x8 15x22 15x24"),
        ("B:W18:B15,K14", "14x23 15x22"),
    ],
)
def test_captures(text, moves):
    assert " ".join(GAME.position(text).moves) == moves


def test_a_king_may_return_to_where_it_started():
    position = GAME.position("W:WK31:B26,27,18,19")
    assert position.moves == ("31x22x15x24x31", "31x24x15x22x31")
    assert position.play("31x22x15x24x31").result == "white won"


def test_who_cannot_move_has_lost():
    position = GAME.position("B:W10,9,14:B5")
    assert (position.over, position.result) == (True, "white won")
    assert GAME.position("W:W:B1").result == "black won"


def test_quiet_plies_are_counted_and_end_the_game():
    game = Checkers(quiet=3)
    position = game.position("B:WK32,20:BK1")
    counts = [position.play(*moves).state.quiet for moves in ([], ["1-5"], ["1-5", "32-28"], ["1-5", "20-16"])]
    assert counts == [0, 1, 2, 0]
    end = position.play("1-5 32-28 5-1")
    assert game.winner(end.state) == DRAW
    assert str(end).endswith("white to move, 3 quiet plies")
    assert game.fen(end.state) == "W:W20,K28:BK1:H3"
    assert position.play("1-5 32-28").state == game.read("B:W20,K28:BK5:H2")
    assert game.position("B:WK6:BK1:H2").play("1x10").state.quiet == 0


def test_a_loss_counts_more_than_a_quiet_game():
    assert GAME.position("B:W10,9,14:B5:H80").result == "white won"
    assert GAME.position("B:W10,9:BK5:H80").result == "draw"


def test_order_puts_captures_first_and_then_crowning():
    position = GAME.position("W:W6,22,K31:B9")
    order = {name: GAME.order(position.state, move) for name, move in zip(position.moves, position.choices, strict=True)}
    assert [name for name, value in order.items() if value > 0] == ["6-1", "6-2"]
    position = GAME.position("W:W21,24:B17,19,11")
    assert GAME.order(position.state, position.parse("24x8")) > GAME.order(position.state, position.parse("21x14")) > order["6-1"]


def test_laws():
    backends = [open_backend(GAME, name, ("evaluate", "noisy", "order")) for name in ("compiled", "interpreted")]
    verdict = laws.check(GAME, examples=60 if LONG else 10, backends=backends)
    assert verdict.ok, str(verdict)
    verdict = laws.check(STUDY, examples=20, backends=lawful_backends(STUDY))
    assert verdict.ok, str(verdict)


# Faces


def test_start():
    assert str(GAME.start()).splitlines()[:2] == ["  b   b   b   b     1-4", "b   b   b   b       5-8"]
    assert GAME.read("B:W21-32:B1-12") == GAME.fresh() == GAME.read(str(GAME.start()))
    assert GAME.read("/".join(["bbbb"] * 3 + ["...."] * 2 + ["wwww"] * 3)) == GAME.fresh()
    assert GAME.start().moves == ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")


def test_moves_may_be_written_in_several_ways():
    position = GAME.position("W:W31:B26,27,18,19")
    assert position.name(position.parse("31X24x15")) == position.name(position.parse("31-24-15")) == "31x24x15"
    with pytest.raises(MoveError, match="2 captures"):
        GAME.parse(position.state, "31x15")
    start = GAME.fresh()
    assert GAME.parse(start, "09-13") == GAME.parse(start, " 9-13 ")
    for text in ("9x13", "9-10", "13-9", "9", "", "a-b", "9-13-17", "99-13"):
        with pytest.raises(MoveError):
            GAME.parse(start, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "8 rows"),
        ("X:W1:B2", "player to move"),
        ("B:W33:B2", "from 1 to 32"),
        ("B:W0:B2", "from 1 to 32"),
        ("B:W22-21:B2", "from 1 to 32"),
        ("B:W5,Q:B6", "`Q` is not a piece"),
        ("B:W5:B5", "two pieces"),
        ("B:W5", "both players"),
        ("B:W5:B6:W7", "`W7` is the second of its kind"),
        ("B:W5:B6:Z1", "`Z1` must begin with W or B, followed by squares"),
        ("B:W5:B6:Hx", "number of plies"),
        ("B:W5:B6:H81", "81 quiet plies"),
        ("B:W21-32:B1-13", "13 pieces"),
        ("B:W1:B2", "must be a king"),
        ("W:W9:B30", "must be a king"),
        ("B:W:B1", "white has no pieces and has lost, so white must be to move"),
        ("bbbb/wwww", "8 rows"),
        ("/".join(["...."] * 7 + ["...r"]), "`r` is not a piece"),
        ("/".join(["...."] * 7 + ["...ww"]), "5 squares"),
        ("/".join([".... 1-3"] + ["...."] * 7), "1-4"),
        ("/".join(["...b"] + ["...."] * 6 + ["...w", "red to move"]), "`red` is not a player of checkers"),
        (
            "/".join(["...b"] + ["...."] * 6 + ["...w", "white to move", "black to move"]),
            "`black to move` is the second line that says who is to move",
        ),
    ],
)
def test_bad_positions(text, reason):
    with pytest.raises(PositionError, match=reason):
        GAME.position(text)


def test_the_case_study_reads_red_pieces_and_crowns_at_its_own_far_side():
    assert STUDY.read(STUDY.show(STUDY.fresh())) == STUDY.fresh()
    assert "R   r" in STUDY.show(STUDY.fresh())
    assert STUDY.position("B:W23:B5").play("5-1").state.kings == STUDY.read("W:W23:BK1").kings
    with pytest.raises(PositionError, match="must be a king"):
        STUDY.read("B:W23:B1")


def test_picture_shows_pieces_and_kings():
    picture = STUDY.svg(STUDY.fresh())
    assert picture.count("<circle") == 5
    assert picture.count(">K</text>") == 2
    assert ">32</text>" in picture
