"""Zermelo as a chess engine: the protocol, real programs that drive it, and lines that make no sense."""

import random
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from long_runs import LONG
from position_sets import SETS

import zermelo
from zermelo import Chess
from zermelo.engine.perft import perft
from zermelo.games.chess import san
from zermelo.games.chess.rules import Chess960
from zermelo.protocols.timing import ClockTime, fixed
from zermelo.protocols.uci.engine import Engine
from zermelo.protocols.uci.options import Options

chess = pytest.importorskip("chess")
pytest.importorskip("chess.engine")

ENGINE = [sys.executable, "-m", "zermelo", "uci"]


class Driver:
    """An engine in this process, with what it wrote."""

    def __init__(self):
        self.lines, self.answered = [], threading.Condition()
        self.engine = Engine(self.write)

    def write(self, line):
        with self.answered:
            self.lines.append(line)
            self.answered.notify_all()

    def tell(self, *lines):
        for line in lines:
            self.engine.answer(line)

    def wait(self, word="bestmove", seconds=60):
        """The first line since the last wait that begins with a word, and all before it."""
        with self.answered:
            found = self.answered.wait_for(lambda: any(line.startswith(word) for line in self.lines), seconds)
            assert found, self.lines
            at = next(place for place, line in enumerate(self.lines) if line.startswith(word))
            told, self.lines[: at + 1] = self.lines[: at + 1], []
            return told


@pytest.fixture
def driver():
    made = Driver()
    yield made
    made.tell("stop")


def test_says_who_it_is_and_what_can_be_set(driver):
    driver.tell("uci")
    told = driver.wait("uciok")
    assert told[0].startswith("id name Zermelo ")
    names = {line.removeprefix("option name ").partition(" type ")[0] for line in told if line.startswith("option")}
    assert {
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "OwnBook",
        "BookFile",
        "TablebasePath",
    } <= names


def test_answers_while_it_searches(driver):
    driver.tell("go infinite", "isready")
    assert "readyok" in driver.wait("readyok")
    assert not any(line.startswith("bestmove") for line in driver.lines)
    driver.tell("stop")
    assert re.fullmatch(r"bestmove [a-h][1-8][a-h][1-8]( ponder \w+)?", driver.wait()[-1])


@pytest.mark.parametrize(
    ("position", "go", "best"),
    [
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 3", "bestmove a1a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go mate 1", "bestmove a1a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go nodes 2000", "bestmove a1a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go movetime 200", "bestmove a1a8"),
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 2 searchmoves h1g1 h1g2", "bestmove h1g"),
        ("fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "go depth 4", "bestmove a7a8q"),
        ("startpos moves f2f3 e7e5 g2g4", "go depth 2", "bestmove d8h4"),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 2", "bestmove (none)"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 2", "bestmove (none)"),
    ],
)
def test_known_answers(driver, position, go, best):
    driver.tell(f"position {position}", go)
    assert driver.wait()[-1].startswith(best)


def test_mates_are_told_in_moves(driver):
    driver.tell("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 3")
    assert any(" score mate 1 " in line for line in driver.wait())
    driver.tell("position fen 6k1/R7/1R6/8/8/8/8/7K b - - 0 1", "go depth 4")
    assert any(" score mate -1 " in line for line in driver.wait())


def test_several_lines(driver):
    driver.tell("setoption name MultiPV value 3", "go depth 3")
    last = [line for line in driver.wait() if line.startswith("info depth 3 ")]
    assert [line.split("multipv ")[1][0] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3


def test_moves_after_a_draw_are_still_found(driver):
    """By the fifty-move rule, or because nobody can mate; programs may play on."""
    for fen in ("7k/8/8/8/8/8/R7/K7 w - - 100 80", "7k/8/8/8/8/8/N7/K7 w - - 0 1"):
        driver.tell(f"position fen {fen}", "go depth 2")
        assert chess.Move.from_uci(driver.wait()[-1].split()[1]) in chess.Board(fen).legal_moves


def test_repetition_from_the_history_of_the_game(driver):
    """White is a queen up and must not play the move that repeats the position for the third time; Black, lost, must."""
    shuffle = "g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1"
    driver.tell(f"position fen 6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1 moves {shuffle}", "go depth 5")
    told = driver.wait()
    assert told[-1].startswith("bestmove h8g8")
    assert " score cp 0 " in [line for line in told if line.startswith("info depth")][-1]
    winning = "g8h8 g1h1 h8g8 h1g1 g8h8 g1h1 h8g8"
    driver.tell(f"position fen 6k1/5ppp/8/8/8/8/Q4PPP/6K1 b - - 0 1 moves {winning}", "go depth 5")
    assert not driver.wait()[-1].startswith("bestmove h1g1")


def test_ponders_until_it_is_told(driver):
    driver.tell("position startpos moves e2e4 e7e5", "go ponder wtime 400 btime 400")
    driver.tell("isready")
    driver.wait("readyok")
    assert not any(line.startswith("bestmove") for line in driver.lines)
    driver.tell("ponderhit")
    assert driver.wait()[-1].startswith("bestmove ")
    driver.tell("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go ponder depth 2")
    driver.wait("info depth 1")
    driver.tell("stop")
    assert driver.wait()[-1].startswith("bestmove a1a8")


def test_chess960(driver):
    driver.tell(
        "setoption name UCI_Chess960 value true", "position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1", "go depth 1 searchmoves e1h1"
    )
    assert driver.wait()[-1].startswith("bestmove e1h1")
    driver.tell("position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1 moves e1h1", "d")
    assert any("5RK1" in line for line in driver.wait("info string 4k2r"))


WRONG = (
    "position",
    "position startpos moves e2e5",
    "position fen rubbish",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "go depth",
    "go depth x",
    "go searchmoves e2e5",
    "setoption",
    "setoption name Hash value many",
    "setoption name Nothing value 1",
    "setoption name BookFile value /nowhere/book",
    "xyzzy",
)


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines_are_told_in_one_sentence_and_change_nothing(driver, line):
    if line.startswith("setoption name BookFile"):
        driver.tell("setoption name OwnBook value true")
    driver.tell(line)
    (told,) = driver.lines
    assert told.startswith("info string ")
    driver.lines.clear()
    driver.tell("go depth 1")
    assert chess.Move.from_uci(driver.wait()[-1].split()[1]) in chess.Board().legal_moves


def test_words_before_a_command_are_skipped(driver):
    driver.tell("joho isready")
    assert driver.lines == ["readyok"]


def mutated(chance):
    """A line of the protocol with something wrong in it, or a right one."""
    squares = [f"{file}{rank}" for file in "abcdefghi" for rank in range(10)]
    move = lambda: chance.choice(squares) + chance.choice(squares) + chance.choice(("", "", "q", "n", "x"))  # noqa: E731
    fens = (chess.STARTING_FEN, "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    line = chance.choice(
        (
            "uci",
            "isready",
            "ucinewgame",
            "stop",
            "ponderhit",
            "d",
            "debug on",
            f"position startpos moves {' '.join(chance.choice(('e2e4', 'e7e5', 'g1f3', move())) for _ in range(chance.randrange(4)))}",
            f"position fen {chance.choice(fens)} moves {move()}",
            f"position fen {chance.choice(fens)}",
            f"go depth {chance.randint(-2, 2)}",
            f"go nodes {chance.randint(-5, 300)} searchmoves e2e4 {move()}",
            f"go wtime {chance.randint(-100, 60)} btime {chance.randint(-100, 60)} winc {chance.randint(-9, 9)} movestogo {chance.randint(-1, 3)}",
            f"go movetime {chance.randint(-5, 5)}",
            "go infinite",
            "go ponder wtime 5 btime 5",
            f"go mate {chance.randint(-1, 1)}",
            f"setoption name MultiPV value {chance.randint(-1, 3)}",
            f"setoption name Hash value {chance.choice(('1', '-1', '2', 'x', ''))}",
            f"setoption name UCI_Chess960 value {chance.choice(('true', 'false', 'x'))}",
            f"setoption name UCI_LimitStrength value {chance.choice(('true', 'false'))}",
            "setoption name UCI_Elo value 700",
        )
    )
    if chance.random() < 0.3:
        letters = list(line)
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice([*map(chr, range(32, 127)), "\x00", "é", "\t", "", "  "])
        line = "".join(letters)
    return line


def test_any_line_is_survived():
    """Every `go` gets one answer, a legal move of the position that was set, and nothing but lines of the protocol is written."""
    driver, chance = Driver(), random.Random(17)
    for _ in range(100_000 if LONG else 1_500):
        line = mutated(chance)
        driver.tell(line)
        searching = driver.engine.thinking
        if searching is not None:
            driver.tell("stop")
            best = next(line for line in driver.lines if line.startswith("bestmove")).split()[1]
            assert best in [san.uci(move) for move in searching.position.choices], line
        assert all(line.split()[0] in ("id", "option", "uciok", "readyok", "info", "bestmove") for line in driver.lines)
        assert sum(line.startswith("bestmove") for line in driver.lines) <= 1
        driver.lines.clear()


# Time


def test_the_time_for_a_move_is_never_more_than_there_is():
    chance = random.Random(3)
    for _ in range(2000):
        left, increment = 10 ** chance.uniform(-3, 4), chance.choice((0.0, 0.1, 5.0))
        moves, overhead = chance.choice((None, 1, 2, 40)), chance.choice((0.0, 0.05))
        budget = ClockTime(left, increment, moves).budget(overhead)
        assert 0 < budget.enough <= budget.most <= max(0.001, left - overhead)
    assert fixed(0.5, 0.05).most == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("left", "increment", "moves"), [(10.0, 0.1, None), (60.0, 0.0, None), (5.0, 0.0, 40), (15.0, 0.0, None)]
)
def test_a_game_of_160_moves_does_not_run_out_of_time(left, increment, moves):
    """If every fifth search takes all that it may, the others twice what is enough, and all 10 ms more."""
    for ply in range(160):
        control = None if moves is None else moves - ply % moves
        budget = ClockTime(left, increment, control).budget(0.02)
        left -= (budget.most if ply % 5 == 0 else min(budget.most, 2 * budget.enough)) + 0.01
        assert left > 0
        left += increment + (5.0 if control == 1 else 0.0)


# Real programs


def test_python_chess_drives_it():
    """A whole game against itself by python-chess's own client, with a clock."""
    engine = chess.engine.SimpleEngine.popen_uci(ENGINE)
    try:
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 30:
            played = engine.play(
                board,
                chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.05, black_inc=0.05),
                ponder=board.ply() % 4 == 0,
            )
            assert played.move in board.legal_moves
            board.push(played.move)
        found = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), chess.engine.Limit(depth=4), multipv=2)
        assert found[0]["score"].white().mate() == 1
        shuffled = chess.Board.from_chess960_pos(7)
        assert engine.play(shuffled, chess.engine.Limit(nodes=500)).move in shuffled.legal_moves
    finally:
        engine.quit()


def test_the_process_ends_with_its_input():
    told = subprocess.run(ENGINE, input="uci\ngo infinite\n", capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout.splitlines()[-1].startswith("bestmove ")
    assert told.stderr == ""


def test_options_of_the_command():
    told = subprocess.run(
        [*ENGINE, "--elo", "800", "--hash", "8"],
        input="go movetime 50\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert told.stdout.splitlines()[-1].startswith("bestmove ")


# Chess960


@pytest.mark.parametrize("number", [0, 518, 959, 1, 333, 700])
def test_start_positions_are_those_of_python_chess(number):
    board = chess.Board.from_chess960_pos(number)
    position = Chess960(number).start()
    assert position.game.fen(position.state) == board.fen()


def test_chess960_agrees_with_python_chess():
    """Random games: the same moves, the same positions after them, castling included."""
    chance, castled = random.Random(5), 0
    for _ in range(60 if LONG else 12):
        board = chess.Board.from_chess960_pos(chance.randrange(960))
        position = Chess960().position(board.fen())
        while not position.over and board.ply() < 80:
            ours = {san.uci(move): move for move in position.choices}
            assert sorted(ours) == sorted(move.uci() for move in board.legal_moves), board.fen()
            castling = [text for text in ours if board.is_castling(chess.Move.from_uci(text))]
            text = chance.choice(castling or sorted(ours))
            castled += bool(castling)
            assert position.name(ours[text]) == board.san(chess.Move.from_uci(text))
            assert position.parse(position.name(ours[text])) == ours[text]
            position = position.advance(ours[text])
            board.push_uci(text)
            assert position.game.fen(position.state) == board.fen(en_passant="legal")
            assert Chess960().position(board.shredder_fen()).state.rooks == position.state.rooks
    assert castled > 5


PERFT = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1", [21, 528, 12189, 326672]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 0 1", [21, 807, 18002, 667366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 0 1", [20, 479, 10471, 273318]),
]
"""Published numbers of move sequences, from the Chess960 perft results of the Chess Programming Wiki."""


@pytest.mark.parametrize(("fen", "counts"), PERFT)
def test_published_numbers_of_chess960(fen, counts):
    game = Chess960(material=False)
    for depth, expected in enumerate(counts, 1):
        assert perft(game.position(fen), depth).nodes == expected


@pytest.mark.long
def test_all_published_numbers_of_chess960():
    game, position = Chess960(material=False), None
    path = SETS / "chess" / "chess960.perft"
    if not path.exists():
        pytest.skip("the set of positions is not here")
    for line in path.read_text().splitlines():
        word, *rest = line.split() or [""]
        if word == "epd":
            position = game.position(" ".join(rest))
        elif word == "perft" and int(rest[0]) <= 4:
            assert perft(position, int(rest[0])).nodes == int(rest[1])


def test_positions_of_chess_are_the_same_in_chess960():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    usual, shuffled = Chess().position(fen), Chess960().position(fen)
    assert len(usual.choices) == len(shuffled.choices)
    assert {usual.name(move) for move in usual.choices} == {shuffled.name(move) for move in shuffled.choices}


def test_settings_stay_within_their_bounds():
    options = Options()
    options.set(["name", "Hash", "value", "99999999999"])
    assert options.number("Hash") == next(each.most for each in options.declared if each.name == "Hash")


@pytest.mark.skipif(not (shutil.which("stockfish") or Path("/usr/games/stockfish").exists()), reason="needs Stockfish")
@pytest.mark.parametrize("game", ["chess", "chess960(7)"])
def test_plays_stockfish_through_the_protocol(game):
    ours = zermelo.uci(shlex.join(ENGINE), nodes=200)
    played = zermelo.match(game, ours, zermelo.uci("stockfish", nodes=200), games=2, plies=40)
    assert len(played.records) == 2
    assert all(record.reason in ("rules", "length", "repetition") for record in played.records), played.records
