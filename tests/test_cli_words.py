"""The command line: words that can be typed besides moves, and games that are saved and continued."""

from __future__ import annotations

import json
import shlex

import pytest
from cli_runner import DICE, PYTHON, assert_one_sentence, run, write_game

from zermelo import TicTacToe
from zermelo.cli.words import WORDS
from zermelo.outcome import Outcome
from zermelo.play.transcript import Transcript

ANSWER = ("--as", "x", "--against", "alphabeta(depth=9)", *PYTHON)
NEARLY_WON = ("play", "tictactoe", "--moves", "a1 a2 b1 b2", *ANSWER)


def said(*lines: str, command=("play", "tictactoe", *ANSWER)):
    outcome = run(*command, typed="".join(f"{line}\n" for line in lines))
    assert outcome.code == 0, outcome
    assert outcome.err == ""
    return outcome.out


def test_help_lists_words_and_moves():
    for word in ("help", "?"):
        told = said(word)
        assert "Legal moves: a1 b1" in told
        for each in WORDS:
            assert f"\n  {each}" in told


def test_help_begins_with_what_the_game_is_about():
    about, *rules = [" ".join(part.split()) for part in TicTacToe.__doc__.strip().split("\n\n")]
    assert rules[0].startswith("Goal: ")
    told = "\n".join([about, *rules])
    assert f"\nyour move (x): help\n{told}\nType the name" in said("help")


def test_a_mistyped_word_is_told_from_a_mistyped_move():
    told = said("hnit", "hint now", "b9", "zz")
    assert told.count("Did you mean `hint`?") == 2
    assert "`b9` is not a legal move here; legal are: a1 b1 c1 a2 b2 c2 a3 b3 c3. Did you mean `b" in told
    assert "`zz` is not a legal move here; legal are: a1 b1 c1 a2 b2 c2 a3 b3 c3.\n" in told


def test_moves_and_board_are_shown_again():
    told = said("moves", "board", "b2", "board")
    assert told.count("Legal moves: a1 b1 c1 a2 b2 c2 a3 b3 c3") == 1
    assert told.count("2 . . . 2") == 2
    assert told.count("2 . x . 2") == 2


def test_undo_takes_back_both_moves():
    told = said("undo", "b2", "undo", "quit")
    assert "You have no move to take back." in told
    assert told.count("2 . x . 2") == 1
    assert told.count("2 . . . 2") == 2
    assert "--moves" not in told.splitlines()[-1]


def test_redo_brings_back_both_moves_until_another_is_made():
    told = said("redo", "b2", "undo", "redo", "quit")
    assert told.count("There is nothing to redo") == 1
    assert "--moves 'b2 a1'" in told.splitlines()[-1]
    told = said("b2", "c1", "undo", "undo", "redo", "redo", "quit")
    assert "--moves 'b2 a1 c1 a3'" in told.splitlines()[-1]
    told = said("b2", "undo", "c3", "redo", "quit")
    assert "There is nothing to redo" in told
    assert "--moves 'c3 b2'" in told.splitlines()[-1]


def test_undo_after_the_end():
    told = said("c1", "undo", "c3", "quit", command=NEARLY_WON)
    assert "Game over: x won - congratulations!" in told
    assert "Game over: o won" in told.partition("congratulations")[2]
    assert "Goodbye" not in told


def test_a_hint_has_reasons_and_does_not_move():
    told = said("hint", "quit", command=NEARLY_WON)
    assert "Hint: c1 · value +1 (win in 1 ply)" in told
    assert "  c1 wins in 1 ply." in told
    assert told.count("is refuted by") + told.count("is just as good") + told.count("wins in") > 1
    assert told.count("1 x x . 1") == 1


def test_why_is_about_the_last_move_of_the_agent():
    assert "No agent has moved yet" in said("why")
    told = said("b2", "why")
    assert "o played a1 · value 0 (draw) for o" in told
    assert "A second search would do the same" in told
    assert "a1 is worth 0 (draw)" in told


def test_why_of_an_agent_that_does_not_think():
    told = said("b2", "why", command=("play", "tictactoe", "--as", "x", "--against", "random", *PYTHON))
    assert "without looking ahead." in told
    assert "A second search would" in told


def test_why_of_a_move_from_before():
    told = said("why", command=("play", "tictactoe", "--moves", "b2 a1", *ANSWER))
    assert "o played a1 before this session began" in told


def test_why_of_an_agent_that_knows_all_moves():
    told = said("b2", "why", command=("play", "tictactoe", "--as", "x", "--against", "uct(playouts=200)", *PYTHON))
    assert "95 % interval" in told
    assert "second search" not in told


def test_why_of_an_agent_that_follows_advice():
    told = said("a1", "why", command=("play", "tictactoe", "--as", "x", "--against", "advice(tictactoe)", *PYTHON))
    assert "o played b2: " in told
    assert "tictactoe" in told.partition("o played b2: ")[2]
    assert "second search" not in told


def test_resigning_ends_the_game():
    told = said("b2", "resign")
    assert told.endswith("Game over: x resigned\n")
    assert "congratulations" not in told
    assert "Game over: x resigned\n" in said("b2", "resign", "undo", "quit")
    assert "too late" in said("c1", "resign", command=NEARLY_WON)


def test_words_after_the_end():
    told = said("c1", "hint", "moves", "why", "nonsense", "board", command=NEARLY_WON)
    assert "There is no hint: the game is over (x won)." in told
    assert "There are no moves: the game is over (x won)." in told
    assert "so `nonsense` cannot be played" in told


def test_the_words_are_described():
    from test_docs import code_words, rows, section

    told = [word for cells in rows(section("docs/how-to/play.md", "Keys and words"))[1:] for word in code_words(cells[0])]
    assert sorted(told) == sorted(WORDS)
    known = [
        word for cells in rows(section("docs/reference/file-formats.md", "Saved games"))[1:] for word in code_words(cells[0])
    ]
    assert known == list(Transcript("nim", (), (), None, ()).to_json())


# Saving and loading


def test_a_game_is_saved_and_taken_up_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = said("b2", "save mine", "quit")
    assert "Saved in mine.json" in told
    played = Transcript.load("mine.json")
    assert (played.game, played.moves, played.result) == ("tictactoe", ("b2", "a1"), None)
    assert played.seats == ("person", "alphabeta(depth=9)")
    again = run("play", "tictactoe", "--load", "mine.json", *PYTHON, typed="quit\n")
    assert "You are x against alphabeta(depth=9)." in again.out
    assert "--moves 'b2 a1'" in again.out
    other = run("play", "tictactoe", "--load", "mine.json", "--as", "o", "--against", "random", *PYTHON, typed="quit\n")
    assert "You are o against random(seed=1)." in other.out


def test_loading_at_the_board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said("b2", "c1", "save mine.json")
    told = said("load mine.json", "undo", "quit")
    assert "Loaded mine.json: 4 plies played, x to move." in told
    assert "--moves 'b2 a1'" in told.splitlines()[-1]


def test_a_finished_game_is_saved_with_its_result(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said("c1", "save won.json", command=NEARLY_WON)
    assert Transcript.load("won.json").outcome == Outcome.by_rules((1.0, -1.0))
    said("resign", "save given-up.json")
    assert Transcript.load("given-up.json").outcome == Outcome.lost(0, 2, "resignation")
    assert "Game over: x resigned" in run("play", "tictactoe", "--load", "given-up.json").out
    assert_one_sentence(run("play", "tictactoe", "--load", "won.json"), "the game is over (x won)")


def test_chess_is_saved_as_pgn(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = said("e4", "f6", "d4", "g5", "Qh5#", "save mate.pgn", command=("play", "chess", "--as", "all"))
    assert "Saved in mate.pgn" in told
    assert "1. e4 f6 2. d4 g5 3. Qh5# 1-0" in (tmp_path / "mate.pgn").read_text()
    told = said("e4", "resign", "save short.pgn", command=("play", "chess", "--as", "all"))
    assert "1. e4 1-0" in (tmp_path / "short.pgn").read_text()


def test_dice_are_saved_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = write_game(tmp_path, DICE)
    told = said("keep", "save dice", command=("play", name, "--as", "all", "--seed", "1"))
    rolled = told.split("Chance decides: ")[1][0]
    played = Transcript.load("dice")
    assert played.moves[:2] == (rolled, "keep")
    assert "Loaded dice: 3 plies played" in said("load dice", "quit", command=("play", name, "--as", "all", "--seed", "2"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("save", "as in `save my-game.json`"),
        ("load", "as in `load my-game.json`"),
        ("save x.txt", "end it in .json, or .pgn for chess"),
        ("save x.pgn", "PGN is for chess, not for tictactoe"),
        ("save nowhere/x.json", "cannot be written"),
        ("save notes.json", "already exists and is not a saved game"),
        ("load missing.json", "cannot be read: no such file"),
        ("load notes.json", "it is not JSON"),
        ("load other.json", "is of connect4, not of tictactoe"),
        ("load illegal.json", "Move 2 of the saved game of tictactoe is wrong"),
        ("load .", "it is a folder"),
        ("save folder.json", "it is a folder"),
        ("load ~nobody-of-that-name/x.json", "cannot be read"),
        ("save a\x00b.json", "cannot be written"),
    ],
)
def test_what_cannot_be_saved_or_loaded_is_told_and_the_game_goes_on(line, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.json").write_text("Dear diary")
    (tmp_path / "folder.json").mkdir()
    run("play", "connect4", "--as", "x", "--against", "random", *PYTHON, typed="4\nsave other.json\n")
    said("b2", "save illegal.json")
    data = json.loads((tmp_path / "illegal.json").read_text())
    (tmp_path / "illegal.json").write_text(json.dumps(data | {"moves": ["b2", "b2"]}))
    told = said(line, "b2", "quit")
    assert reason in told
    assert "--moves 'b2 a1'" in told.splitlines()[-1]
    assert (tmp_path / "notes.json").read_text() == "Dear diary"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"zermelo": "transcript"}', "\x00", "[" * 100_000])
def test_damaged_files_are_refused_in_one_sentence(text, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(text)
    assert_one_sentence(run("play", "tictactoe", "--load", str(path)), "broken.json` cannot be loaded")


def test_load_and_other_ways_to_begin_exclude_each_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said("b2", "save mine")
    for option in (("--moves", "a1"), ("--position", ". . . / . . . / . . .")):
        assert_one_sentence(run("play", "tictactoe", "--load", "mine", *option), "use either --load")


def test_leaving_a_game_that_began_elsewhere_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    start = ("--position", "x . o / . x . / . . o")
    said("save mine", command=("play", "tictactoe", *start, *ANSWER))
    told = run("play", "tictactoe", "--load", "mine", *PYTHON, typed="quit\n").out
    command = shlex.split(told.partition("To go on from here: ")[2])
    again = run(*command[command.index("play") :], typed="board\nquit\n")
    assert again.out.partition("Goodbye")[0].count("3 x . o 3") == 2
