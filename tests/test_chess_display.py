"""Chess as people see it: FEN that is read, written and explained, moves in standard notation, and a picture."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zermelo.errors import MoveError, PositionError
from zermelo.games.chess import fen, san
from zermelo.games.chess.rules import Chess

KNOWN = json.loads((Path(__file__).parent / "data" / "chess.json").read_text())
GAME = Chess()


def walk(position, plies, chance):
    """The positions of a random game."""
    for _ in range(plies):
        yield position
        if position.over:
            return
        position = position.advance(chance.choice(position.choices))


# Positions


def test_the_start():
    assert str(GAME.start()) == (
        "  a b c d e f g h\n8 r n b q k b n r 8\n7 p p p p p p p p 7\n6 . . . . . . . . 6\n5 . . . . . . . . 5\n"
        "4 . . . . . . . . 4\n3 . . . . . . . . 3\n2 P P P P P P P P 2\n1 R N B Q K B N R 1\n  a b c d e f g h\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    )
    assert GAME.position(fen.EXAMPLE) == GAME.start()


def test_positions_are_read_as_they_are_shown():
    chance = random.Random(2)
    for _ in range(6):
        for position in walk(GAME.start(), 120, chance):
            assert GAME.position(str(position)) == position
            assert GAME.position(GAME.fen(position.state)) == position


def test_positions_are_written_as_they_are_read():
    for told in (row["fen"] for row in KNOWN["more"]):
        assert GAME.fen(GAME.position(told).state) == told


def test_the_counts_may_be_left_out():
    s = GAME.position("4k3/8/8/8/8/8/8/4K2R w K -").state
    assert (s.clock, s.number) == (0, 1)
    assert GAME.fen(s) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def test_move_number_zero_is_the_first_move():
    assert GAME.position("4k3/8/8/8/8/8/8/4K2R w K - 3 0").state.number == 1


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d3"),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "-"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", "-"),
    ],
)
def test_a_skipped_square_is_kept_where_a_pawn_can_take(told, kept):
    assert GAME.fen(GAME.position(told).state).split()[3] == kept


BAD = {
    "": "a position of chess ends with a line in FEN, such as",
    "e4 e5": "a position of chess ends with a line in FEN, such as",
    "8/8/8/8/8/8/8/8": "a FEN has 6 fields, or 4 without the counts, but `8/8/8/8/8/8/8/8` has 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0": "a FEN has 6 fields, or 4 without the counts, but `4k3/8/8/8/8/8/8/4K3 w - - 0` has 5",
    "4k3/8/8/8/8/8/4K3 w - -": "a board has 8 ranks, with slashes between them, but `4k3/8/8/8/8/8/4K3` has 7",
    "4k3/8/8/8/8/8/8/8/4K3 w - -": "a board has 8 ranks, with slashes between them, but `4k3/8/8/8/8/8/8/8/4K3` has 9",
    "4k3/8/8/8/9/8/8/4K3 w - -": "`9` is not a piece; write PNBRQK for White",
    "4k3/8/8/7/8/8/8/4K3 w - -": "rank 5, `7`, has 7 squares instead of 8",
    "4k3/8/8/8/8/8/8/4K4 w - -": "rank 1, `4K4`, has 9 squares instead of 8",
    "4k3/8/8/8/8/8/8/4K2X w - -": "`X` is not a piece",
    "4k3/8/8/8/8/8/8/4K3 white - -": "the second field must be the player to move, w or b, not `white`",
    "4k3/8/8/8/8/8/8/4K3 w KK -": "`KK` is not a field of castling rights",
    "4k3/8/8/8/8/8/8/4K3 w 0-0 -": "`0-0` is not a field of castling rights",
    "4k3/8/8/8/8/8/8/4K3 w - e9": "`e9` is not an en passant square",
    "4k3/8/8/8/8/8/8/4K3 w - - x 1": "`x` must be the plies since a capture or a pawn move, a whole number from 0 to 100",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 -1": "`-1` must be the number of the move, a whole number from 0 to 32767",
    "4k3/8/8/8/8/8/8/4K3 w - - 101 90": "`101` must be the plies since a capture or a pawn move, a whole number from 0 to 100",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 40000": "`40000` must be the number of the move, a whole number from 0 to 32767",
    "4k3/8/8/8/8/8/8/8 w - -": "White has 0 kings instead of one",
    "4k2k/8/8/8/8/8/8/4K3 w - -": "Black has 2 kings instead of one",
    "4k3/8/8/8/3kK3/8/8/8 w - -": "Black has 2 kings",
    "8/8/8/8/3kK3/8/8/8 w - -": "the kings on e4 and d4 are next to each other, which is impossible",
    "4k2P/8/8/8/8/8/8/4K3 w - -": "White has a pawn on h8, but a pawn cannot be on the first or last rank",
    "4k3/8/8/8/8/8/8/p3K3 w - -": "Black has a pawn on a1",
    "4k3/8/P7/8/8/8/PPPPPPPP/4K3 w - -": "White has 9 pawns, but at most 8 are possible",
    "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - -": "White has 8 pawns and, after promotions, 1 extra pieces",
    "qqqqkqqq/qqq5/8/8/8/8/8/4K3 b - -": "Black has 0 pawns and, after promotions, 9 extra pieces",
    "4k3/8/8/8/8/8/8/4K2R w KQ -": "`Q` lets White castle, but there is no white rook on a1",
    "4k3/8/8/8/8/8/8/3K3R w K -": "`K` lets White castle, but there is no white king on e1",
    "r4k2/8/8/8/8/8/8/4K3 b q -": "`q` lets Black castle, but there is no black king on e8",
    "4k3/8/8/8/4P3/8/8/4K3 w - e3": "the en passant square e3 is impossible: with White to move it must be on rank 6",
    "4k3/8/8/8/8/8/8/4K3 b - e3": "the en passant square e3 is impossible: White has no pawn on e4",
    "4k3/8/8/8/4P3/4N3/8/4K3 b - e3": "the en passant square e3 is impossible: e3 is not empty",
    "4k3/8/8/8/4P3/8/4N3/4K3 b - e3": "the en passant square e3 is impossible: e2 is not empty",
    "4k3/8/8/8/8/8/8/4R1K1 w - -": "black is in check, but white is to move",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_positions_are_explained(text):
    with pytest.raises(PositionError, match=re.escape(BAD[text])) as caught:
        GAME.position(text)
    assert "\n" not in str(caught.value)


def test_a_drawn_board_must_be_the_one_in_the_fen():
    drawn = str(GAME.start()).replace("R N B Q K", "R N B . K")
    with pytest.raises(PositionError, match="the drawn board differs from the FEN below it"):
        GAME.position(drawn)
    with pytest.raises(PositionError, match="ends with a line in FEN"):
        GAME.position("\n".join(str(GAME.start()).splitlines()[:-1]))


# Moves

NAMES = [
    ("start", "e2e4", "e4"),
    ("start", "g1f3", "Nf3"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O"),
    ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"),
    ("3k4/8/8/8/8/8/3r4/R2RK3 w - -", "d1d2", "Rxd2+"),
    ("6k1/8/8/8/8/8/8/R2K3R w - -", "h1e1", "Re1"),
    ("6k1/8/8/8/8/8/3K4/R6R w - -", "h1e1", "Rhe1"),
    ("6k1/8/R7/8/8/8/3K4/R7 w - -", "a1a3", "R1a3"),
    ("6k1/8/8/2Q1Q3/8/2Q5/3K4/8 w - -", "c5e3", "Qc5e3"),
    ("3n3k/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", "exd8=Q+"),
    ("7k/4P3/8/8/8/8/8/4K3 w - -", "e7e8n", "e8=N"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1 w - -", "d1d8", "Rd8#"),
    ("4k3/8/8/8/4r3/8/4N3/2N1K3 w - -", "c1d3", "Nd3"),
]


@pytest.mark.parametrize(("told", "uci", "name"), NAMES)
def test_names(told, uci, name):
    position = GAME.start() if told == "start" else GAME.position(told)
    move = position.parse(uci)
    assert san.uci(move) == uci
    assert position.name(move) == name
    assert position.parse(name) == position.parse(name.rstrip("+#")) == move


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0-0", "O-O"),
        ("o-o-o", "O-O-O"),
        ("O-O+!", "O-O"),
        ("e1g1", "O-O"),
        ("Ra1-b1", "Rb1"),
        ("R1xa8", "Rxa8+"),
        ("Ra1xa8", "Rxa8+"),
        ("Ra8", "Rxa8+"),
        ("Rxa8+!?", "Rxa8+"),
        ("gxh8=Q", "gxh8=Q+"),
        ("gxh8Q", "gxh8=Q+"),
        ("gh8(Q)", "gxh8=Q+"),
        ("g7h8Q", "gxh8=Q+"),
        ("gxh8=n", "gxh8=N"),
        ("de6e.p.", "dxe6"),
    ],
)
def test_reading_moves_is_generous(text, name):
    position = GAME.position("r3k2r/6P1/8/3Pp3/8/8/8/R3K2R w KQkq e6")
    assert position.name(position.parse(text)) == name


@pytest.mark.parametrize("text", ["", "e3", "Nf3", "Rxb1", "O-O-O-O", "gxh8", "g8=K", "e1e9", "e6", "Rh4xh8", "g8q=", "K", "+"])
def test_moves_that_are_not_legal(text):
    position = GAME.position("r3k2r/6P1/8/3Pp3/8/8/8/R3K2R w KQkq e6")
    with pytest.raises(MoveError):
        GAME.parse(position.state, text)
    with pytest.raises(MoveError, match="is not a legal move here; legal are: "):
        position.parse(text)


def test_a_name_that_fits_two_moves():
    position = GAME.position("6k1/8/8/8/8/8/3K4/R6R w - -")
    with pytest.raises(MoveError, match=re.escape("`Re1` may mean Rae1 or Rhe1")):
        GAME.parse(position.state, "Re1")


@pytest.mark.long
def test_names_are_those_of_another_program():
    """Every legal move of thousands of random positions, named and read by python-chess, too."""
    chess = pytest.importorskip("chess", reason="skipped: python-chess, with which names are compared, is not installed")
    chance, seen = random.Random(4), 0
    starts = [*(told for told, _, _ in NAMES[2:]), *[fen.EXAMPLE] * 20]
    for start in starts:
        for position in walk(GAME.position(start), 80, chance):
            board = chess.Board(GAME.fen(position.state))
            theirs = {board.san(move): move.uci() for move in board.legal_moves} if not position.over else {}
            ours = {position.name(move): san.uci(move) for move in position.choices}
            assert ours == theirs
            assert all(san.uci(GAME.parse(position.state, name)) == uci for name, uci in theirs.items())
            assert board.fen() == GAME.fen(position.state)
            seen += 1
    assert seen > 2000  # positions, each with some thirty moves


def test_ends_are_those_of_another_program():
    chess = pytest.importorskip("chess", reason="skipped: python-chess, with which ends are compared, is not installed")
    chance, mates = random.Random(9), 0
    for _ in range(50):
        for position in walk(GAME.position("4k3/3q4/8/8/8/8/3Q1Q2/4K3 b - -"), 140, chance):
            board = chess.Board(GAME.fen(position.state))
            dead = board.is_insufficient_material()
            assert position.over == (not any(board.legal_moves) or board.halfmove_clock >= 100 or dead)
            mates += board.is_checkmate()
            assert GAME._attacked(position.state.pack()) == board.is_check()
            assert (position.result == "draw") == (position.over and not board.is_checkmate())
    assert mates


def test_positions_that_are_read_have_the_moves_of_another_program():
    """Mutilated positions are refused with a reason, or they have the moves that another program finds in them."""
    chess = pytest.importorskip("chess", reason="skipped: python-chess, with which moves are compared, is not installed")
    chance, read, refused = random.Random(12), 0, set()
    starts = [GAME.position(told).state for told in (fen.EXAMPLE, *(told for told, _, _ in NAMES[2:]))]
    for _ in range(3000):
        s = chance.choice(starts).copy()
        for _ in range(chance.randrange(4)):
            s.board[chance.randrange(64)] = chance.choice((0, 0, *range(-6, 7)))
        s.castling, s.turn = chance.choice((0, s.castling, chance.randrange(16))), chance.randrange(2)
        s.passant = chance.choice((-1, chance.randrange(16, 24), chance.randrange(40, 48)))
        try:
            position = GAME.position(fen.write(s))
        except PositionError as error:
            refused.add(str(error).split()[0])
            continue
        board = chess.Board(GAME.fen(position.state))
        legal = {move.uci() for move in board.legal_moves}
        dead = board.is_insufficient_material()
        assert {san.uci(move) for move in position.choices} == (set() if dead else legal), fen.write(s)
        read += 1
    assert read > 300
    assert len(refused) > 6


# Pictures


def test_the_picture_has_every_piece():
    root = ElementTree.fromstring(GAME.start()._repr_svg_())
    groups = [element for element in root if element.tag.endswith("}g")]
    assert len(groups) == 32
    assert "white to move" in "".join(root.itertext())
    squares = [element for element in root.iter() if element.tag.endswith("rect") and "data-square" not in element.attrib]
    assert len(squares) == 65  # and the ground
