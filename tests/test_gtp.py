"""Zermelo as a player for programs that speak GTP: the protocol, GNU Go as a referee, clocks, and lines that make no sense."""

from __future__ import annotations

import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys

import pytest
from long_runs import LONG

import zermelo
from zermelo import Go, Hex, Othello
from zermelo.errors import GameError
from zermelo.protocols.gtp.clock import Clock, Left, Settings
from zermelo.protocols.gtp.engine import Engine
from zermelo.protocols.gtp.handicap import most_fixed
from zermelo.protocols.gtp.messages import answer, read

GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
with_gnugo = pytest.mark.skipif(GNUGO is None, reason="skipped: GNU Go is not installed")
ENGINE = [sys.executable, "-m", "zermelo", "gtp"]
WELL_FORMED = re.compile(r"[=?][0-9]*( [^\n]+| ?(\n[^\n]+)+)?(\n[^\n]+)*\n")


class Driver:
    """An engine in this process."""

    def __init__(self, game, agent="uct(playouts=30)", resign=0):
        self.written = []
        self.engine = Engine(self.written.append, game, zermelo.agent(agent), resign)

    def tell(self, *lines):
        """The answer to the last of some commands, of which none may fail."""
        for line in lines:
            told = self.ask(line)
            assert told.startswith("="), (line, told)
        return told[1:].strip()

    def refuse(self, line):
        told = self.ask(line)
        assert told.startswith("?"), (line, told)
        return told[1:].strip()

    def ask(self, line):
        self.written.clear()
        self.engine.answer(line)
        (told,) = self.written
        assert WELL_FORMED.fullmatch(told), told
        return told


@pytest.fixture
def go():
    return Driver(Go(9))


# Lines


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("protocol_version", "= 2\n"),
        ("17 protocol_version", "=17 2\n"),
        ("007 protocol_version # comment", "=007 2\n"),
        ("\t3\tprotocol_version\t\r", "=3 2\n"),
        ("proto\x07col_\x00version", "= 2\n"),
        ("clear_board", "=\n"),
        ("5 xyzzy", "?5 unknown command\n"),
        ("5", "?5 unknown command\n"),
        ("known_command genmove", "= true\n"),
        ("known_command xyzzy", "= false\n"),
        ("play black", "? syntax error: play needs a colour and a move\n"),
        ("play red D4", "? syntax error: `red` is not a colour; write black or white\n"),
    ],
)
def test_answers(go, line, told):
    assert go.ask(line) == told


def test_lines_without_a_command_have_no_answer(go):
    for line in ("", "   ", "# a comment", "\t#", "\x01\x02"):
        assert go.engine.answer(line)
    assert go.written == []


def test_quit_is_answered(go):
    assert not go.engine.answer("9 quit")
    assert go.written == ["=9\n"]


def test_answers_never_have_an_empty_line():
    assert answer("", "a\n\n\nb\n") == "= a\nb\n"


def test_all_commands_of_the_specification_are_there(go):
    known = go.tell("list_commands").split()
    required = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
    more = "fixed_handicap place_free_handicap set_free_handicap undo time_settings time_left final_score final_status_list showboard reg_genmove"
    assert set(f"{required} {more}".split()) <= set(known)
    assert all(go.tell(f"known_command {name}") == "true" for name in known)


# The board


def test_the_board(go):
    go.tell("play b D4", "play w e5", "play B J9", "play white PASS")
    assert go.tell("list_stones black") == "D4 J9"
    drawn = go.tell("showboard").splitlines()
    assert drawn[0].split() == list("ABCDEFGHJ")
    assert drawn[5].split() == ["5", *"....O....", "5"]
    for _ in range(4):
        go.tell("undo")
    assert go.tell("list_stones black") == go.tell("list_stones white") == ""
    assert go.refuse("undo") == "cannot undo"


@pytest.mark.parametrize("text", ["D4", "I5", "K1", "A10", "A0", "9", "", "swap", "A1A1", "é1"])
def test_illegal_moves_change_nothing(go, text):
    go.tell("play b D4")
    assert go.refuse(f"play w {text}") in ("illegal move", "syntax error: play needs a colour and a move")
    assert (go.tell("list_stones black"), go.tell("list_stones white")) == ("D4", "")


def test_ko_and_suicide_are_illegal(go):
    go.tell(*(f"play b {point}" for point in ("D5", "E6", "E4")), *(f"play w {point}" for point in ("F6", "F4", "G5", "E5")))
    go.tell("play b F5")
    assert "E5" not in go.tell("list_stones w").split(), "captured"
    assert go.refuse("play w E5") == "illegal move"
    go.tell("play w A1", "play b A9", "play w E5", "clear_board", "play b A2", "play b B1")
    assert go.refuse("play w A1") == "illegal move"


def test_play_goes_on_after_two_passes_and_out_of_turn(go):
    go.tell("play b E5", "play b C3", "play w pass", "play w pass", "play b pass", "play w pass", "play w G7", "play b pass")
    assert go.tell("list_stones black") == "C3 E5"
    assert go.tell("list_stones white") == "G7"
    assert go.tell("genmove w") != ""


def test_games_longer_than_our_rules_allow():
    go = Driver(Go(3))
    for _ in range(300):
        go.tell("play b pass", "play w pass")
    go.tell("play b B2")
    for _ in range(150):
        go.tell("play w pass", "play w pass")
    assert go.tell("list_stones black") == "B2"
    go.tell("genmove b", "undo")


def test_the_komi_may_change_at_any_time(go):
    go.tell("komi 0", "play b E5")
    assert go.tell("final_score") == "B+81"
    go.tell("komi 6.5")
    assert (go.tell("final_score"), go.tell("get_komi")) == ("B+74.5", "6.5")
    go.tell("play w pass", "play b pass", "komi 100")
    assert go.tell("final_score") == "W+19"
    go.tell("komi 81")
    assert go.tell("final_score") == "0"
    for text in ("x", "nan", "inf", "0.3", "1e400", ""):
        assert go.refuse(f"komi {text}").startswith("syntax error")


@pytest.mark.parametrize(
    ("game", "good", "bad"),
    [(Go(9), ("1", "2", "19", "13"), ("0", "20", "25", "-1", "x", "9.5", "9 8", "99999999999999999999")),
     (Othello(), ("4", "6", "8"), ("5", "10", "0")), (Hex(5), ("1", "11 11", "19"), ("0", "20"))],
)  # fmt: skip
def test_sizes(game, good, bad):
    driver = Driver(game)
    for size in good:
        driver.tell(f"boardsize {size}")
        assert driver.tell("query_boardsize") == size.split()[0]
    for size in bad:
        told = driver.refuse(f"boardsize {size}")
        assert told == "unacceptable size" or told.startswith("syntax error")
    assert driver.tell("query_boardsize") == good[-1].split()[0]


def test_other_games_are_refused():
    with pytest.raises(GameError, match="go, othello and hex"):
        Engine(print, zermelo.find("chess"))


def test_a_sequence_is_played_as_a_whole_or_not_at_all(go):
    go.tell("gogui-play_sequence b A1 w B1 b C1")
    assert go.refuse("gogui-play_sequence w D1 b D1") == "illegal move"
    assert go.refuse("gogui-play_sequence w D1 b").startswith("syntax error")
    assert (go.tell("list_stones w"), len(go.engine.board.moves)) == ("B1", 3)


def test_games_are_loaded_from_files(go, tmp_path):
    game = "(;GM[1]FF[4]SZ[5]KM[0.5]AB[aa][bb]AW[ee]PL[W];W[cc];B[dd];W[];B[ab])"
    (tmp_path / "game.sgf").write_text(game)
    (tmp_path / "bad.sgf").write_text("(;GM[1]SZ[5];B[zz])")
    go.tell(f"loadsgf {tmp_path / 'game.sgf'}")
    assert (go.tell("query_boardsize"), go.tell("get_komi")) == ("5", "0.5")
    assert (sorted(go.tell("list_stones b").split()), go.tell("list_stones w")) == (["A4", "A5", "B4", "D2"], "E1 C3")
    go.tell("komi 7")
    assert len(go.tell("list_stones b").split()) == 4
    go.tell(f"loadsgf {tmp_path / 'game.sgf'} 2")
    assert (go.tell("list_stones b"), go.tell("list_stones w")) == ("B4 A5", "E1 C3")
    for wrong in (tmp_path / "bad.sgf", tmp_path / "none.sgf", tmp_path):
        assert go.refuse(f"loadsgf {wrong}").startswith("cannot load file")
    assert go.tell("list_stones w") == "E1 C3"
    assert Driver(Hex(5)).refuse(f"loadsgf {tmp_path / 'game.sgf'}").startswith("cannot load file")


def test_handicap_stones_that_are_refused(go):
    for number in ("0", "1", "10", "x"):
        go.refuse(f"fixed_handicap {number}")
    assert go.refuse("set_free_handicap A1 A1") == "bad vertex list"
    assert go.refuse("set_free_handicap A1 pass") == "bad vertex list"
    assert go.refuse("set_free_handicap A1") == "bad vertex list"
    go.tell("set_free_handicap A1 J9 E5")
    assert go.refuse("fixed_handicap 2") == "board not empty"
    go.tell("play w D4", "undo", "komi 0.5")
    assert go.tell("list_stones b") == "A1 E5 J9"
    go.tell("clear_board")
    assert len(go.tell("place_free_handicap 40").split()) == 9


def test_moves_that_are_found(go):
    for line in ("genmove b", "genmove w", "genmove w", "reg_genmove b", "kgs-genmove_cleanup b"):
        assert re.fullmatch("[A-HJ][1-9]|pass", go.tell(line)), line
    assert len(go.engine.board.moves) == 4


def test_a_win_is_passed_home_and_a_lost_game_resigned():
    """Black owns the whole board but for two stones in a corner, which cannot live."""
    rows = [f"play b {column}{row}" for column in "CG" for row in range(1, 10)]
    go = Driver(Go(9), "uct(playouts=2000)", resign=10)
    go.tell(*rows, "play w pass")
    assert go.tell("genmove b") == "pass"
    go.tell("undo", "undo", "komi -100")
    told = [go.tell("genmove w") for _ in range(2)]
    assert told[-1] == "resign"
    assert Driver(Go(9), "uct(playouts=2000)", resign=0).tell(*rows, "komi -100", "genmove w") != "resign"


def test_othello():
    othello = Driver(Othello(), "strong(nodes=200)")
    assert othello.tell("genmove b") in ("c4", "d3", "e6", "f5")
    assert othello.refuse("play w a1") == "illegal move"
    while True:
        for colour in "wb":
            last, told = othello.engine.board.position.over, othello.tell(f"genmove {colour}")
        if last:
            break
    assert told == "pass"
    black, white = (len(othello.tell(f"list_stones {colour}").split()) for colour in ("b", "w"))
    assert othello.tell("final_score") == ("0" if black == white else f"{'BW'[black < white]}+{abs(black - white)}")
    othello.tell("play b pass", "undo", "undo", "komi 0")


def test_othello_without_passes():
    """Some programs do not tell that a player had to pass."""
    driver, chance, skipped = Driver(Othello(6)), random.Random(4), 0
    for _ in range(40):
        driver.tell("clear_board")
        position = Othello(6).start()
        while not position.over:
            name = chance.choice(position.moves)
            if name == "pass":
                skipped += 1
            else:
                driver.tell(f"play {'bw'[position.player]} {name}")
            position = position.play(name)
        assert driver.engine.board.position.state.discs == position.state.discs
    assert skipped > 5


def test_hex():
    driver = Driver(Hex(5, swap=True))
    driver.tell("play b b1", "play w swap-pieces")
    assert (driver.tell("list_stones b"), driver.tell("list_stones w")) == ("", "a2")
    driver.tell("clear_board", "play b c3", "undo")
    assert driver.refuse("final_score") == "cannot score"
    driver.tell(*(f"play b c{row}" for row in range(1, 6)))
    assert driver.tell("final_score") == "B+"
    assert driver.refuse("play w a1") == "illegal move"
    assert driver.refuse("genmove w") == "the game is over"
    assert Driver(Hex(5)).refuse("play w swap-pieces") == "illegal move"


# GNU Go as a referee


class Referee:
    """GNU Go, which answers the same commands."""

    def __init__(self):
        words = [GNUGO, "--mode", "gtp", "--positional-superko", "--forbid-suicide", "--chinese-rules"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate("quit\n")

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "\n" or not lines:
            lines.append(line)
        return "".join(lines)


@with_gnugo
def test_fixed_handicap_is_where_gnu_go_puts_it():
    with Referee() as referee:
        for size in (7, 8, 9, 10, 11, 12, 13, 14, 19):
            for number in range(2, most_fixed(size) + 1):
                referee.ask(f"boardsize {size}")
                theirs = referee.ask(f"fixed_handicap {number}")[1:].split()
                ours = Driver(Go(size)).tell(f"fixed_handicap {number}").split()
                assert sorted(ours) == sorted(theirs), (size, number)


@with_gnugo
def test_gnu_go_agrees_on_every_move_out_of_turn_too():
    """The same commands to both: the same are refused, and the stones are the same."""
    chance = random.Random(6)
    with Referee() as referee:
        for size in (3, 5, 9):
            driver = Driver(Go(size))
            for both in (f"boardsize {size}", "clear_board", "komi 7"):
                referee.ask(both)
                driver.ask(both)
            for _ in range(150):
                column, row = chance.choice("ABCDEFGHJ"[: size + 1]), chance.randint(1, size)
                last = driver.engine.board.moves[-1][0] if driver.engine.board.moves else 1
                colour = chance.choice((last, 1 - last, 1 - last))
                line = chance.choices((f"play {'bw'[colour]} {column}{row}", "undo"), (9, 1))[0]
                assert driver.ask(line)[0] == referee.ask(line)[0], line
                for stones in ("list_stones black", "list_stones white"):
                    theirs = referee.ask(stones)[1:].split()
                    assert sorted(driver.tell(stones).split()) == sorted(theirs)


@with_gnugo
def test_gnu_go_counts_finished_games_alike():
    """Games that our engine plays to the end against itself have no dead stones on the board."""
    driver = Driver(Go(7, 0.5), "uct(playouts=400)")
    with Referee() as referee:
        for _ in range(20 if LONG else 2):
            driver.tell("clear_board")
            for line in ("boardsize 7", "clear_board", "komi 0.5"):
                referee.ask(line)
            passes, colour = 0, 0
            while passes < 2:
                move = driver.tell(f"genmove {'bw'[colour]}")
                assert referee.ask(f"play {'bw'[colour]} {move}").startswith("=")
                passes = passes + 1 if move == "pass" else 0
                colour = 1 - colour
            if not referee.ask("final_status_list dead")[1:].strip():
                assert referee.ask("final_score")[1:].strip().replace(".0", "") == driver.tell("final_score")


def test_status_lists(go):
    go.tell("play b A2", "play b B2", "play b B1", "play w J9", "play w H9", "play b E5")
    assert go.tell("final_status_list alive").split("\n") == ["B1 A2 B2", "E5", "H9 J9"]
    assert go.tell("final_status_list dead") == go.tell("final_status_list seki") == ""
    assert go.tell("final_status_list black_territory") == "A1"
    assert go.tell("final_status_list white_territory") == ""
    assert "is not a status" in go.refuse("final_status_list x")


# Time


def test_clocks_that_are_wrong_change_nothing(go):
    for line in ("time_settings", "time_settings 1 2", "time_settings a b c", "time_left b", "time_left b x 0", "time_left b 1 -1",
                 "kgs-time_settings", "kgs-time_settings sand 10", "kgs-time_settings canadian 10"):  # fmt: skip
        assert go.refuse(line).startswith("syntax error"), line
    for line in ("time_settings 0 5 0", "kgs-time_settings none"):
        go.tell("time_settings 10 0 0", line)
        assert go.engine._clock.budget(0, 10, 0.0) is None


SETTINGS = [Settings(10), Settings(60), Settings(5, 5, 10), Settings(0, 3, 1), Settings(0, 10, 25), Settings(4, 2, 3, japanese=True),
            Settings(0, 1, 1, japanese=True)]  # fmt: skip


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("told", [False, True])
def test_no_game_is_lost_on_time(settings, told):
    """A referee's clock, if every search takes all that it may and 10 ms more; it tells whole seconds, or nothing."""
    clock, main, period, stones = Clock(settings), settings.main, 0.0, 0
    if main == 0:
        period, stones = settings.period, settings.stones
    for move in range(122):  # our rules allow no more on 9 by 9 points
        if told:
            clock.tell(0, Left(float(int(period if stones else main)), stones))
        used = clock.budget(0, max(10, 32 - move // 3), 0.02).most + 0.01
        clock.spend(0, used)
        if not stones:
            main -= used
            if main > 0:
                continue
            assert settings.has_overtime, f"lost on time at move {move}"
            used, period, stones = -main, settings.period, settings.stones
        period -= used
        assert period > 0, f"lost on time at move {move}"
        if settings.japanese:
            period = settings.period
        else:
            stones -= 1
            if stones == 0:
                period, stones = settings.period, settings.stones


# The process


def run(text, *options, timeout=60):
    return subprocess.run([*ENGINE, *options], input=text, capture_output=True, text=True, timeout=timeout, check=False)


def test_a_script_is_answered_in_full():
    told = run("1 boardsize 5\n2 genmove b\n3 genmove w\n4 quit\n", "--agent", "uct(playouts=200)")
    assert (told.returncode, told.stderr) == (0, "")
    assert re.fullmatch(r"=1\n\n=2 [A-E][1-5]\n\n=3 [A-E][1-5]\n\n=4\n\n", told.stdout)


def test_the_process_ends_with_its_input():
    """The agent would think for an hour."""
    told = run("boardsize 5\ngenmove b\ngenmove w\n", "--seconds", "3600")
    assert (told.returncode, told.stderr) == (0, "")
    assert re.fullmatch(r"=\n\n(= [A-E][1-5]\n\n){2}", told.stdout)


def test_any_bytes_are_survived():
    chance = random.Random(9)
    lines = [chance.randbytes(chance.randrange(40)).replace(b"\n", b"") for _ in range(2000)]
    lines += [b"9" * 3_000_000, b"play b " + b"A1 " * 1_000_000, b"1 name", b"2 quit"]
    told = subprocess.run(ENGINE, input=b"\n".join(lines), capture_output=True, timeout=60, check=True)
    assert told.stderr == b""
    answers = told.stdout.decode().split("\n\n")
    assert answers[-3:] == ["=1 Zermelo", "=2", ""]
    assert all(WELL_FORMED.fullmatch(each + "\n") for each in answers[:-1])
    assert len(answers) > 1000


def test_a_search_is_interrupted():
    engine = subprocess.Popen([*ENGINE, "go(5)", "--seconds", "3600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    engine.stdin.write("name\ngenmove b\n")
    engine.stdin.flush()
    assert engine.stdout.readline() == "= Zermelo\n"
    engine.stdout.readline()
    while True:  # until the search has begun, there is nothing to interrupt
        engine.stdin.write("# interrupt\n")
        engine.stdin.flush()
        if engine.poll() is not None or _readable(engine.stdout):
            break
    assert re.fullmatch(r"= [A-E][1-5]\n", engine.stdout.readline())
    engine.communicate("quit\n", timeout=60)


def _readable(stream):
    return bool(select.select([stream], [], [], 0.05)[0])


def test_ctrl_c_ends_it():
    engine = subprocess.Popen(
        [*ENGINE, "go(5)", "--seconds", "3600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    engine.stdin.write("name\ngenmove b\n")
    engine.stdin.flush()
    engine.stdout.readline()
    engine.send_signal(signal.SIGINT)
    _, errors = engine.communicate(timeout=60)
    assert engine.returncode == 130
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["chess"], "go, othello and hex"),
        (["go(99)"], "size"),
        (["--agent", "nobody"], "there is no agent"),
        (["--resign", "99"], "out of range"),
        (["--resign", "nan"], "out of range"),
        (["--seconds", "0"], "out of range"),
        (["--agent", "level(3)", "--seconds", "1"], "takes no seconds"),
        (["--agent", "uci(stockfish)"], "chess"),
    ],
)
def test_wrong_options_get_one_sentence(options, words):
    told = run("quit\n", *options)
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def test_it_plays_itself_by_our_own_client():
    """Our agent for GTP programs drives our engine; a match with clocks has no forfeit."""
    engine = f"gtp('{sys.executable} -m zermelo gtp --resign 0')"
    result = zermelo.match("go(5)", engine, "uct(playouts=100)", games=2, jobs=1, clock="0.05")
    assert len(result.records) == 2
    assert not list(result.forfeits())


@with_gnugo
@pytest.mark.parametrize("seed", range(1, 11) if LONG else (1,))
def test_a_match_against_gnu_go(seed):
    """In games of 10 seconds a side nobody plays an illegal move or runs out of time."""
    engine = f"gtp('{sys.executable} -m zermelo gtp')"
    gnugo = "gtp('gnugo --mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead')"
    games, clock = (10, "0.1667") if LONG else (2, "0.017")
    result = zermelo.match("go(9,komi=6.5)", engine, gnugo, games=games, seed=seed, jobs=1, clock=clock)
    assert len(result.records) == games
    assert {reason for _, reason, _ in result.forfeits()} <= {"resigned"}


# Lines that make no sense


def mutated(chance):
    """A line of the protocol with something wrong in it, or a right one."""
    point = chance.choice("ABCDEFGHJKI") + str(chance.randint(0, 10))
    colour = chance.choice(("b", "w", "black", "WHITE", "x"))
    line = chance.choice(
        (
            "name",
            "list_commands",
            f"boardsize {chance.choice((1, 2, 3, 4, 5, 6, 7, 9, -1, 20, 'x'))}",
            "clear_board",
            f"komi {chance.choice((0, 6.5, -3, 'x', 400, 0.25))}",
            *[f"play {colour} {point}"] * 8,
            f"play {colour} {chance.choice(('pass', 'resign', 'swap-pieces', 'swap-sides'))}",
            *[f"genmove {colour}"] * 4,
            f"reg_genmove {colour}",
            f"kgs-genmove_cleanup {colour}",
            "undo",
            f"fixed_handicap {chance.randint(0, 10)}",
            f"place_free_handicap {chance.randint(0, 12)}",
            f"set_free_handicap {point} A1 B2",
            f"time_settings {chance.randint(-1, 5)} {chance.randint(0, 3)} {chance.randint(0, 3)}",
            f"time_left {colour} {chance.randint(-2, 3)} {chance.randint(0, 3)}",
            f"kgs-time_settings {chance.choice(('none', 'absolute 2', 'byoyomi 1 1 3', 'canadian 1 2 3', 'absolute'))}",
            "final_score",
            f"final_status_list {chance.choice(('alive', 'dead', 'black_territory', 'x'))}",
            "showboard",
            f"list_stones {colour}",
            f"gogui-play_sequence b {point} w A1 {colour}",
        )
    )
    if chance.random() < 0.25:
        letters = list(line)
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice(
                [*map(chr, range(32, 127)), "\x00", "é", "\t", "", "  ", "\u2028"]
            )
        line = "".join(letters)
    return chance.choice(("", "", f"{chance.randrange(10**6)} ")) + line


def legal_answers(board, command):
    """What may be answered if a move is asked for; empty otherwise."""
    player = dict(b=0, black=0, w=1, white=1).get(command.arguments[0].lower()) if command.arguments else None
    if player is None or command.name not in ("genmove", "reg_genmove", "kgs-genmove_cleanup"):
        return set()
    position = board.turned(player)
    return {board.written(position, move) for move in position.choices} | {"resign", *(["pass"] if position.over else [])}


@pytest.mark.parametrize("game", [Go(5), Othello(4), Hex(4, swap=True)], ids=str)
def test_any_line_is_survived(game):
    """Every line with a command gets one well-formed answer, a line that is refused changes nothing, and every move that is found is legal."""
    chance = random.Random(str(game))
    driver = Driver(game, "uct(playouts=4)" if LONG else "random", resign=5)
    for _ in range(34_000 if LONG else 1_000):
        line = mutated(chance)
        command = read(line)
        if command is None or command.name == "quit":
            continue
        board = driver.engine.board
        before, legal = (list(board.line), board.game), legal_answers(board, command)
        told = driver.ask(line)
        assert len(board.line) == len(board.moves) + 1
        if told.startswith("?"):
            assert (board.line, board.game) == before, line
        elif legal:
            assert told.split()[-1] in legal, line
        if driver.engine._clock.settings is not None:  # searches would take that time
            driver.engine._clock = Clock()
