"""Saved games: every game comes back as it was, damaged files are refused, and chess is written as other programs read it."""

from __future__ import annotations

import io
import json
import random
import sys

import pytest

from zermelo import ZermeloError, find
from zermelo.games import catalog
from zermelo.games.chess.pgn import Pgn, PgnError, read, write
from zermelo.outcome import Outcome
from zermelo.play.transcript import PERSON, Transcript, TranscriptError

OPERA = """[Event "Opera house"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
% a line for other programs
1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move
already.--Fischer} 4.dxe5 Bxf3 (4...dxe5 5.Qxd8+ (5.Nc3?!) Kxd8) 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 $14
8.Nc3 c6 9.Bg5 b5?? ; a blunder
10.Nxb5! cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+! Nxb8 17.Rd8# 1-0

[Event "another one"]

1. d4 *
"""


def played(game, plies=30, seed=2):
    chance, position = random.Random(seed), find(game).start()
    for _ in range(plies):
        if position.over:
            break
        position = position.advance(chance.choice(position.choices))
    return position


@pytest.mark.parametrize("game", [*catalog(), "nim([3,4,5])", "connect(5, 5)", "tree([[1,2],[3,4]])", "go(5)"])
def test_every_game_comes_back_as_it_was(game, tmp_path):
    position = played(game)
    saved = Transcript.of(position, [PERSON] * len(position.game.players))
    path = saved.save(tmp_path / "saved")
    found = Transcript.load(path)
    assert found == saved
    again = found.replay()
    assert (again, again.history) == (position, position.history)
    assert found.outcome == position.outcome
    assert found.result == (position.result if position.over else None)


@pytest.mark.parametrize("game", ["tictactoe", "chess", "go", "backgammon", "othello"])
def test_a_game_that_began_elsewhere(game):
    start = find(game).position(str(played(game, 6)))
    position = start.advance(start.choices[0])
    saved = Transcript.of(position)
    assert saved.start == str(start)
    assert Transcript.loads(saved.dumps()).replay() == position


def test_parameters_may_be_written_in_any_way():
    saved = Transcript.of(played("connect(5, 5)"))
    saved.check(find("connect(rows=5, cols=5)"))
    Transcript.of(played("nim")).check(find("nim([3, 4, 5])"))
    with pytest.raises(TranscriptError, match=r"is of connect\(5, 5\), not of connect"):
        saved.check(find("connect"))


def test_files_are_never_run(tmp_path):
    """A saved game may name any game, but only those that are built in are looked for."""
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n")
    saved = Transcript(str(trap), ("x", "o"), (), None, ())
    with pytest.raises(TranscriptError, match="not built in"):
        saved.replay()
    with pytest.raises(TranscriptError, match="not of tictactoe"):
        saved.replay(find("tictactoe"))
    assert not (tmp_path / "sprung").exists()


GOOD = json.loads(Transcript.of(find("tictactoe").start().play("b2 a1")).dumps())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"zermelo": "tree"}, "not a saved game"),
        ({"version": 3}, "version 3, but this Zermelo reads versions 1 and 2"),
        ({"version": None}, "version None"),
        ({"game": None}, "`game` should be a text"),
        ({"game": 7}, "`game` should be a text"),
        ({"game": "tictaktoe"}, "not built in"),
        ({"game": "tictactoe(9)"}, "cannot be found"),
        ({"game": "connect4"}, "players|wrong|board"),
        ({"players": ["a", "b"]}, "players a, b, not x, o"),
        ({"players": "xo"}, "`players` should be a list of texts"),
        ({"seats": ["person"]}, "`seats` and `players` should have the same length"),
        ({"seats": [1, 2]}, "`seats` should be a list of texts"),
        ({"moves": ["b2", "b2"]}, "move 2 of the saved game of tictactoe is wrong"),
        ({"moves": ["b2", None]}, "`moves` should be a list of texts"),
        ({"moves": None}, "`moves` should be a list of texts"),
        ({"moves": ["b2"]}, "do not lead to its board"),
        ({"start": "nonsense"}, "begins with an invalid position"),
        ({"start": []}, "`start` should be a text"),
        ({"position": "nonsense"}, "do not lead to its board"),
        ({"version": 1, "result": 1}, "`result` should be a text"),
        ({"outcome": {"winner": 0, "reason": "rules"}}, "do not lead to its outcome"),
        ({"outcome": "x won"}, "an outcome is an object"),
        ({"outcome": {"winner": 5, "reason": "time"}}, "from 0 to 1"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change, reason):
    with pytest.raises(TranscriptError, match=reason) as refusal:
        Transcript.loads(json.dumps(GOOD | change)).replay()
    assert "\n" not in str(refusal.value).splitlines()[0]


def test_every_file_that_was_cut_short_is_refused(tmp_path):
    text = Transcript.of(find("tictactoe").start().play("b2 a1")).dumps().rstrip()
    path = tmp_path / "cut.json"
    for length in range(len(text)):
        path.write_text(text[:length])
        with pytest.raises(TranscriptError, match="cannot be loaded"):
            Transcript.load(path)


def test_binary_and_endless_files_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TranscriptError, match="not a text file"):
        Transcript.load(path)
    monkeypatch.setattr(sys.modules[Transcript.__module__], "MOST_BYTES", 100)
    path.write_text(" " * 101)
    with pytest.raises(TranscriptError, match="larger than 100 bytes"):
        Transcript.load(path)


def test_only_saved_games_are_written_over(tmp_path):
    saved = Transcript.of(find("chess").start().play("e4"))
    for name in ("x.json", "x.pgn"):
        saved.save(tmp_path / name)
        saved.save(tmp_path / name)
        (tmp_path / name).write_text("{Dear diary}")
        with pytest.raises(TranscriptError, match="already exists and is not a saved game"):
            saved.save(tmp_path / name)
        assert (tmp_path / name).read_text() == "{Dear diary}"


# PGN


def test_the_opera_game_is_read():
    found = Transcript.from_pgn(OPERA)
    assert found.seats == ("Paul Morphy", "Duke Karl / Count Isouard")
    position = found.replay()
    assert position.result == found.result == "white won"
    assert len(position.history) == 33
    assert position.history[-1] == "Rd8#"


def test_pgn_comes_back_as_it_was():
    for seed in range(5):
        position = played("chess", 60, seed)
        saved = Transcript.of(position, ("person", 'level(3) "easy" \\ slow'))
        again = Transcript.from_pgn(saved.to_pgn())
        assert again.replay() == position
        assert (again.seats, again.moves) == (saved.seats, saved.moves)


def test_pgn_from_a_position():
    for fen in ("8/P6k/8/8/8/8/8/K7 w - - 3 40", "8/7k/8/8/8/8/p7/7K b - - 3 40"):
        start = find("chess").position(fen)
        position = start.advance(start.choices[-1]).play(start.advance(start.choices[-1]).moves[0])
        text = Transcript.of(position).to_pgn()
        assert f'[FEN "{fen}"]' in text
        assert ("\n40. " if " w " in fen else "\n40... ") in text
        assert Transcript.from_pgn(text).replay() == position


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a game in PGN"),
        ("   \n% only this\n", "not a game in PGN"),
        ("[White ann]\n\n1. e4 *", 'line 1 of the PGN is not a tag; write it like \\[White "ann"\\]'),
        ("1. e4 (e5", "ends inside round brackets"),
        ("1. e4) e5", "line 1 of the PGN cannot be read at `\\) e5`"),
        ("1. e4\n{ no end", "line 2 of the PGN cannot be read"),
        ("1. e4 &", "cannot be read at `&`"),
    ],
)
def test_bad_pgn_is_refused(text, reason):
    with pytest.raises(PgnError, match=reason):
        read(text)


@pytest.mark.parametrize("text", ["1. e5 *", '[FEN "nonsense"]\n\n*', '[Variant "Atomic"]\n\n1. e4 *', "1. e4 Ke7 *"])
def test_pgn_of_other_games_is_refused(text):
    with pytest.raises(ZermeloError):
        Transcript.from_pgn(text).replay()


def test_results_and_numbers_of_all_kinds():
    assert read("1.e4e5 1-0").moves == ("e4e5",)
    assert read("1 e4 2. . . e5 0-1") == Pgn({}, ("e4", "e5"), "0-1")
    assert read("1. e4 e5 1/2-1/2 1. d4").result == "1/2-1/2"
    assert read('[Result "0-1"]\n1. e4').result == "0-1"
    assert read("1. 0-0 0-0-0 exd6 e.p. e8=Q+ *").moves == ("0-0", "0-0-0", "exd6", "e8=Q+")
    assert max(map(len, write(Pgn({}, ("Nf3",) * 200)).splitlines())) <= 79


CHESS = find("chess").start().play("e4 e5")


@pytest.mark.parametrize(
    ("outcome", "result", "termination"),
    [
        (Outcome.lost(0, 2, "time"), "0-1", "time forfeit"),
        (Outcome.lost(1, 2, "time"), "1-0", "time forfeit"),
        (Outcome.lost(0, 2, "resignation"), "0-1", "normal"),
        (Outcome.lost(1, 2, "resignation"), "1-0", "normal"),
        (Outcome(None, "agreement"), "1/2-1/2", "normal"),
        (Outcome(0, "record"), "1-0", "normal"),
        (Outcome(None, "length"), "*", "unterminated"),
        (None, "*", "unterminated"),
    ],
)
def test_pgn_has_the_result_however_the_game_ended(outcome, result, termination):
    text = Transcript.of(CHESS, outcome=outcome).to_pgn()
    assert f'[Result "{result}"]' in text
    assert f'[Termination "{termination}"]' in text
    assert text.endswith(f"1. e4 e5 {result}\n")
    again = Transcript.from_pgn(text).outcome
    assert (again and again.winner) == (outcome and outcome.winner)
    assert again is None or (again.reason == "time") == (outcome.reason == "time")


def test_games_that_ended_by_the_rules_are_normal_in_pgn():
    mate = Transcript.of(find("chess").start().play("f3 e5 g4 Qh4#")).to_pgn()
    stalemate = Transcript.of(find("chess").position("7k/8/6Q1/8/8/8/8/K7 b - - 0 1")).to_pgn()
    assert '[Result "0-1"]' in mate
    assert '[Result "1/2-1/2"]' in stalemate
    assert mate.count('[Termination "normal"]') == stalemate.count('[Termination "normal"]') == 1


@pytest.mark.parametrize(
    ("result", "winner", "reason", "words"),
    [
        ("x won", 0, "record", "x won"),
        ("draw", None, "record", "draw"),
        ("x resigned", 1, "resignation", "x resigned"),
        ("o ran out of time", 0, "time", "o lost on time"),
        ("o lost on time", 0, "time", "o lost on time"),
    ],
)
def test_files_of_version_1_are_read(result, winner, reason, words):
    old = {name: value for name, value in GOOD.items() if name != "outcome"} | {"version": 1, "result": result}
    found = Transcript.loads(json.dumps(old))
    assert found.outcome is not None
    assert (found.outcome.winner, found.outcome.reason, found.result) == (winner, reason, words)
    assert json.loads(found.dumps())["outcome"]["reason"] == reason


def test_files_of_version_1_that_go_on_or_count_points_are_read():
    for result in (None, "x +3, o -3", "something else"):
        assert Transcript.loads(json.dumps(GOOD | {"version": 1, "result": result, "outcome": 7})).outcome is None


def test_other_programs_read_our_pgn_and_we_read_theirs():
    """python-chess is the referee, where it is installed."""
    chess = pytest.importorskip("chess", reason="skipped: python-chess is not installed")
    pgn = pytest.importorskip("chess.pgn")
    for seed in range(8):
        position = played("chess", 20 + 10 * seed, seed)
        theirs = pgn.read_game(io.StringIO(Transcript.of(position, ("ann", "bob")).to_pgn()))
        assert theirs.errors == []
        assert theirs.end().board().fen(en_passant="legal") == str(position).splitlines()[-1]
        assert theirs.headers["White"] == "ann"
        again = Transcript.from_pgn(theirs.accept(pgn.StringExporter(headers=True, comments=True)))
        assert again.replay() == position
    board = chess.Board("4k3/P6P/8/8/8/8/8/R3K3 w Q - 0 1")
    for move in ("e1c1", "e8e7", "a7a8q"):
        board.push_uci(move)
    assert Transcript.from_pgn(str(pgn.Game.from_board(board))).replay().history == ("O-O-O", "Ke7", "a8=Q")
