"""Knowledge of chess endings: words compared with their definitions, the pawn with a bitbase that is computed here, and plans of the advice tables."""

from __future__ import annotations

import ctypes
import random
from itertools import pairwise, product

import numpy as np
import pytest

import zermelo
from zermelo.advice import Expert, consult, find_table
from zermelo.advice.knowledge import own_vocabulary
from zermelo.advice.library import kpk_rules
from zermelo.advice.library.kings import apart, distance, room
from zermelo.advice.library.kpk import KingAndPawn, wins_on_move, wins_on_reply
from zermelo.advice.library.kpk_rules import to_key_square
from zermelo.advice.library.mates import KingAndQueen, KingAndRook
from zermelo.advice.verification import verify
from zermelo.advice.verification.chess_endings import men, records
from zermelo.compile.native import compiled_words
from zermelo.game.constants import ONGOING

CHESS = zermelo.find("chess")
KNOWLEDGE = {"KRK": KingAndRook, "KQK": KingAndQueen, "KPK": KingAndPawn}
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def number_of(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def state(men_and_squares, turn=0):
    """A position from words such as "Kd5 Rd3 kg2"."""
    s = CHESS.fresh()
    s.board = [0] * 64
    for word in men_and_squares.split():
        man = 1 + "PNBRQK".index(word[0].upper())
        s.board[number_of(word[1:])] = man if word[0].isupper() else -man
    s.castling, s.turn = 0, turn
    return s


def sample(ending, turn, number, seed=1):
    """Some legal positions of an ending."""
    data, size = records(CHESS, ending, turn), CHESS.layout.size
    chosen = random.Random(seed).sample(range(len(data) // size), number)
    return [CHESS.layout.unpack(data[size * index : size * (index + 1)]) for index in chosen]


def turned(s, squares, colours):
    """The same position on a board whose squares are numbered otherwise, with the colours exchanged or not."""
    other = CHESS.fresh()
    other.board = [(-1 if colours else 1) * s.board[square ^ squares] for square in range(64)]
    other.castling, other.turn = 0, 1 - s.turn if colours else s.turn
    return other


# Words


def test_room_is_what_can_be_counted():
    for rook, king in product(range(64), repeat=2):
        width, height = king % 8 - rook % 8, king // 8 - rook // 8
        quarter = [s for s in range(64) if (s % 8 - rook % 8) * width > 0 and (s // 8 - rook // 8) * height > 0]
        assert room(rook, king) == (len(quarter) if width and height else 64)


def test_kings_walk():
    for start in (0, 28, 47):
        reached, waiting = {start: 0}, [start]
        for square in waiting:
            for up, right in STEPS:
                rank, file = square // 8 + up, square % 8 + right
                if 0 <= rank < 8 and 0 <= file < 8 and rank * 8 + file not in reached:
                    reached[rank * 8 + file] = reached[square] + 1
                    waiting.append(rank * 8 + file)
        assert all(distance(start, square) == steps for square, steps in reached.items())
    assert apart(number_of("c3"), number_of("c1")) < apart(number_of("c3"), number_of("e1"))


@pytest.mark.parametrize("turn", [0, 1])
def test_words_about_the_rook(turn):
    knowledge = KingAndRook()
    for s in sample("KRK", turn, 400):
        king, rook, other = (s.board.index(man) for man in men("KRK"))
        targets = [move >> 3 & 63 for move in CHESS.moves(s)] if CHESS.winner(s) == ONGOING else []
        assert knowledge.rook_lost(s) == (turn == 1 and rook in targets)
        ours, theirs = distance(king, rook), distance(other, rook)
        assert knowledge.rook_exposed(s) == (theirs < ours if turn == 1 else theirs + 1 < ours)
        lines = [(square // 8, square % 8) for square in (king, rook, other)]
        divided = [(a - b) * (c - b) < 0 for a, b, c in zip(*lines, strict=True)]
        assert knowledge.rook_divides(s) == any(divided)
        assert knowledge.their_king_on_edge(s) == (len({other // 8, other % 8} & {0, 7}) > 0)
        assert knowledge.kings_close(s) == (distance(king, other) <= 3)


def test_the_critical_square_and_the_l_pattern():
    knowledge, before = KingAndRook(), state("Kd5 Rd3 kg2")
    assert knowledge.king_nearer_critical_square(state("Kd4 Rd3 kg2", 1), before)
    assert not knowledge.king_nearer_critical_square(state("Kc5 Rd3 kg2", 1), before)
    assert not knowledge.king_nearer_critical_square(before, before)
    assert knowledge.l_pattern(state("Kc3 Rb3 kc1"))
    assert not knowledge.l_pattern(state("Kc3 Rb1 ke1"))


def test_a_man_that_is_gone():
    bare, root = state("Kd5 kg2"), state("Kd5 Rd3 kg2")
    assert KingAndRook().rook_lost(bare)
    assert not KingAndRook().rook_divides(bare)
    assert not KingAndRook().room_smaller(bare, root)
    assert not KingAndRook().king_no_farther_from_rook(bare, root)
    assert KingAndQueen().queen_lost(bare)
    assert not KingAndPawn().pawn_wins(bare)
    assert not KingAndPawn().promoted_safely(bare)


@pytest.mark.parametrize("ending", list(KNOWLEDGE))
@pytest.mark.parametrize("turn", [0, 1])
def test_colours_and_sides_do_not_matter(ending, turn):
    knowledge = KNOWLEDGE[ending]()
    facts = [word for word in own_vocabulary(type(knowledge)).values() if word.role == "fact"]
    for s, root in pairwise(sample(ending, turn, 60, seed=2)):
        for word in facts:
            answers = set()
            for squares, colours in ((0, False), (7, False), (56, True), (63, True)):
                states = (turned(s, squares, colours), turned(root, squares, colours))
                answers.add(getattr(knowledge, word.name)(*states[: 1 + word.needs_root]))
            assert len(answers) == 1, (word.name, CHESS.fen(s))


# The pawn, against everything that there is


@pytest.fixture(scope="module")
def bitbase():
    """(legal, won), each with White and with Black to move: arrays by king, pawn on the files a to d, and other king.

    Nothing of the library is used: from promotions that are neither taken nor stalemate, backwards until nothing changes.
    """
    king, pawn, other = np.meshgrid(np.arange(64), np.arange(64), np.arange(64), indexing="ij")

    def far(one, two):
        return np.maximum(abs(one // 8 - two // 8), abs(one % 8 - two % 8))

    def neighbours(square):
        for up, right in STEPS:
            rank, file = square // 8 + up, square % 8 + right
            yield np.clip(rank, 0, 7) * 8 + np.clip(file, 0, 7), (rank >= 0) & (rank < 8) & (file >= 0) & (file < 8)

    def guarded(square):
        return (square // 8 == pawn // 8 + 1) & (abs(square % 8 - pawn % 8) == 1)

    placed = (king != pawn) & (other != pawn) & (far(king, other) > 1) & (pawn // 8 > 0) & (pawn // 8 < 7) & (pawn % 8 < 4)
    legal = placed & ~guarded(other), placed
    won = [promotions(legal[0]), np.zeros_like(placed)]
    ahead, farther = np.minimum(pawn + 8, 63), np.minimum(pawn + 16, 63)
    free = (ahead != king) & (ahead != other) & (pawn // 8 < 6)
    free_twice = free & (pawn // 8 == 1) & (farther != king) & (farther != other)
    while True:
        replies, escapes = np.zeros_like(placed), np.zeros_like(placed)
        for square, on_board in neighbours(other):
            may = on_board & (far(square, king) > 1) & ~guarded(square)
            replies |= may
            escapes |= may & ((square == pawn) | ~won[0][king, pawn, square])
        won[1] = legal[1] & replies & ~escapes
        now = won[0] | (free & won[1][king, ahead, other]) | (free_twice & won[1][king, farther, other])
        for square, on_board in neighbours(king):
            now |= on_board & (square != pawn) & (far(square, other) > 1) & won[1][square, pawn, other]
        now &= legal[0]
        if (now == won[0]).all():
            return legal, won
        won[0] = now


def promotions(legal):
    """Where the pawn becomes a queen or a rook that cannot be taken and gives no stalemate."""
    found = np.zeros_like(legal)
    for king, file, other in np.argwhere(legal[:, 48:52]).tolist():
        target = 56 + file
        around = ((other // 8 + up, other % 8 + right) for up, right in STEPS)
        flights = [
            8 * rank + file for rank, file in around if 0 <= rank < 8 and 0 <= file < 8 and distance(8 * rank + file, king) > 1
        ]
        if target in (king, other, *flights):
            continue
        for is_queen in (True, False):
            escapes = [flight for flight in flights if not attacks(target, flight, king, is_queen)]
            found[king, 48 + file, other] |= bool(escapes) or attacks(target, other, king, is_queen)
    return found


def attacks(start, target, king, is_queen):
    up, right = target // 8 - start // 8, target % 8 - start % 8
    steps = max(abs(up), abs(right))
    if up != 0 and right != 0 and not (is_queen and abs(up) == abs(right)):
        return False
    return all(start + (8 * up + right) // steps * step != king for step in range(1, steps))


def test_the_bitbase_has_the_known_numbers(bitbase):
    assert [int(array.sum()) for arrays in bitbase for array in arrays] == [81_664, 84_012, 62_480, 48_802]


@pytest.mark.long
def test_the_verdict_is_right_everywhere(bitbase):
    """In all legal positions, on all files, as compiled."""
    address = compiled_words(KingAndPawn(), {"pawn_wins": "fact"})["pawn_wins"]
    ask = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p)(address)
    size, start = CHESS.layout.size, CHESS.layout.offsets["board"]
    for turn in (0, 1):
        data = records(CHESS, "KPK", turn)
        boards = np.frombuffer(data, np.int8).reshape(-1, size)[:, start : start + 64]
        squares = [np.argmax(boards == man, axis=1) for man in men("KPK")]
        mirror = np.where(squares[1] % 8 > 3, 7, 0)
        told = np.array([ask(data[each : each + size]) for each in range(0, len(data), size)])
        assert len(told) == (2 * 81_664, 2 * 84_012)[turn]
        assert (told == bitbase[1][turn][tuple(square ^ mirror for square in squares)]).all()


def test_the_verdict_in_plain_python(bitbase):
    for turn, ask in ((0, wins_on_move), (1, wins_on_reply)):
        legal, won = (arrays[turn] for arrays in bitbase)
        for place in random.Random(3).sample(np.argwhere(legal).tolist(), 700):
            assert ask(*place) == won[tuple(place)], (turn, place)


EVERY_PAWN = ("outruns", "is_escorted", "is_shouldered")
ROOK_PAWN = ("cuts_off", "holds_corner")
OTHER_PAWNS = ("wins_race", "is_aside", "supports_sixth", "has_spare_move", "may_choose_step")


@pytest.mark.parametrize("name", [*EVERY_PAWN, *ROOK_PAWN, *OTHER_PAWNS, "has_opposition", "is_zugzwang"])
def test_a_rule_is_right_wherever_it_applies(name, bitbase):
    rule, turn = getattr(kpk_rules, name), int(name in ("has_opposition", "is_zugzwang"))
    legal, won = (arrays[turn] for arrays in bitbase)
    applied = 0
    for king, pawn, other in np.argwhere(legal).tolist():
        meant = name not in ROOK_PAWN if pawn % 8 else name not in OTHER_PAWNS
        if meant and rule(king, pawn, other):
            assert won[king, pawn, other], (king, pawn, other)
            applied += 1
    assert applied > 0


def test_the_rules_that_have_been_counted(bitbase):
    """The rule of the square and key squares, as counted by others."""
    legal, won = (arrays[0] for arrays in bitbase)
    places = np.argwhere(legal).tolist()
    assert all(won[king, pawn, other] for king, pawn, other in places if kpk_rules.is_past(pawn, other))
    running = [
        place for place in places if not (place[0] % 8 == place[1] % 8 and place[0] > place[1]) and kpk_rules.outruns(*place)
    ]
    assert len(running) == 47_223
    standing = [place for place in places if place[1] % 8 and place[1] < 48 and to_key_square(*place[:2]) == 0]
    assert len(standing) == 3_425
    assert all(won[tuple(place)] for place in running + standing)


# Plans


@pytest.fixture(scope="module", params=["white", "black"])
def pawn_expert(request):
    return Expert(find_table("kpk"), CHESS), request.param == "black"


def test_plans_for_the_pawn_lead_on(pawn_expert, bitbase):
    """Where it is won there is a plan, at whose end it is still won and something is gained; where it is not, there is none."""
    expert, colours = pawn_expert
    hard = [state(text) for text in ("Ka6 Pc6 ka8", "Kd6 Pd7 kd8", "Kh4 Pb3 kg6", "Kb6 Pb7 kb8", "Ke4 Pd4 kf7", "Kc7 Pb5 ka8")]
    for s in (*hard, *sample("KPK", 0, 60, seed=4)):
        king, pawn, other = (s.board.index(man) for man in men("KPK"))
        mirror = 7 if pawn % 8 > 3 else 0
        position = zermelo.Position(CHESS, turned(s, 56 if colours else 0, colours))
        tree = consult(expert, position).tree
        assert (tree is not None) == bitbase[1][0][king ^ mirror, pawn ^ mirror, other ^ mirror], CHESS.fen(position.state)
        for end in [] if tree is None else leaves(position, tree.root):
            men_left = turned(end.state, 56 if colours else 0, colours).board
            if 1 in men_left:
                after = [men_left.index(man) ^ mirror for man in men("KPK")]
                assert bitbase[1][1][tuple(after)]
                assert after[1] > pawn ^ mirror or gains(after, king ^ mirror, pawn ^ mirror)
            else:
                assert {4, 5} & set(men_left)
                assert end.result != "draw"


def leaves(position, branch):
    if not branch.children:
        yield position
    for child in branch.children:
        yield from leaves(position.advance(child.move), child)


def gains(after, king, pawn):
    new, old = to_key_square(after[0], pawn), to_key_square(king, pawn)
    return new < old or (new == old and abs(after[0] % 8 - pawn % 8) < abs(king % 8 - pawn % 8))


@pytest.mark.parametrize(
    ("table", "fen", "move"),
    [
        ("krk-published", "8/8/8/8/8/K7/1R6/k7 w - - 0 1", "Kb3"),
        ("kpk", "8/1P6/8/8/8/8/8/5K1k w - - 0 1", "b8=R"),
        ("kpk", "8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "c8=R"),
        ("kpk", "5k1K/8/8/8/8/8/1p6/8 b - - 0 1", "b1=R"),
        ("kpk", "8/8/8/8/7k/8/8/KQ6 w - - 0 1", None),
        ("kpk", "8/8/8/8/8/8/5k2/K5R1 w - - 0 1", None),
    ],
)
def test_known_moves(table, fen, move):
    position = CHESS.position(fen)
    tree = consult(Expert(find_table(table), CHESS), position).tree
    assert tree is not None
    assert move is None or position.name(tree.move) == move


def test_the_slip_of_the_published_table_is_mended():
    position = CHESS.position("8/8/8/8/8/K7/1R6/k7 w - - 0 1")
    assert position.play("Kb3").result == "draw"
    for table in ("krk-corrected", "krk"):
        tree = consult(Expert(find_table(table), CHESS), position).tree
        assert not position.advance(tree.move).over


@pytest.mark.long
def test_the_corrected_table_always_wins():
    found = verify("krk-corrected", exact=False)
    assert (found.positions, found.secured, found.worst.worst) == (175_168, 175_168, 34)
