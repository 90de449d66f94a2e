"""The command line at a real terminal: keys, a cursor on the board, lists, and the terminal's settings restored afterwards."""

from __future__ import annotations

import io
import os
import random
import signal

import pytest
from cli_runner import PYTHON, Terminal
from rich.console import Console

from zermelo import find
from zermelo.cli import keys
from zermelo.cli.choosing import Arrows, Listing, Pointing, chooser
from zermelo.game.constants import CHANCE
from zermelo.games import catalog

UP, DOWN, LEFT, RIGHT, ENTER = Terminal.UP, Terminal.DOWN, Terminal.LEFT, Terminal.RIGHT, Terminal.ENTER
ANSWER = ("--as", "x", "--against", "alphabeta(depth=9)", *PYTHON)
READY = "Tab shows where"


def test_a_whole_game_of_tic_tac_toe_with_the_cursor():
    """The same moves as from the pipe in test_cli_play.py: b2, c1, a2, b1, c3."""
    with Terminal("play", "tictactoe", *ANSWER) as screen:
        for walk, answer in [
            ((), "o plays a1"),
            ((RIGHT, DOWN), "o plays a3"),
            ((LEFT, LEFT, UP), "o plays c2"),
            ((DOWN, RIGHT), "o plays b3"),
            ((RIGHT, UP, UP), "Game over: draw"),
        ]:
            screen.until(READY)
            screen.press(*walk, ENTER)
            screen.until(answer)
        screen.until("Enter to leave")
        screen.press(ENTER)
        assert screen.finish() == 0
        assert "your move (x): c3" in screen.plain


def test_names_and_words_can_be_typed_at_any_time():
    with Terminal("play", "tictactoe", "--moves", "a1 a2 b1 b2", *ANSWER) as screen:
        screen.until(READY)
        screen.press("undo", ENTER)
        screen.until("your move (x): undo", READY)
        screen.press("z9\x7f\x7fb3", ENTER)
        screen.until("your move (x): b3", "o plays", READY)
        screen.press("quit", ENTER)
        screen.until("Goodbye")
        assert screen.finish() == 0


def test_tab_completes_what_was_begun():
    with Terminal("play", "tictactoe", *ANSWER) as screen:
        screen.until(READY)
        screen.press("qu\t")
        screen.until("your move (x): quit")
        screen.press("\x15", "c\t", "3", ENTER)
        screen.until("your move (x): c3", "o plays", READY)
        screen.press("q\t", ENTER)
        screen.until("Goodbye")
        assert screen.finish() == 0


def test_the_seat_is_chosen_from_a_list():
    with Terminal("play", "tictactoe", "--against", "random", *PYTHON) as screen:
        screen.until("[x]", "x or o?")
        screen.press(RIGHT)
        screen.until("[o]", "x or o?")
        screen.press(ENTER)
        screen.until("You are o against", "x plays", READY)
        screen.press("\x04")
        screen.until("Goodbye")
        assert screen.finish() == 0


def test_a_piece_is_picked_up_put_down_and_moved():
    with Terminal("play", "breakthrough(4,4)", "--as", "x", "--against", "random", *PYTHON, env={"NO_COLOR": "1"}) as screen:
        screen.until("2 x[x]x x 2", READY)
        screen.press(ENTER)
        screen.until("2 x[x]x x 2", READY)
        screen.press(UP)
        screen.until("2 x<x>x x 2", READY)
        screen.press("\x1b")
        screen.until("2 x x x x 2", READY)
        screen.press("quit", ENTER)
        assert screen.finish() == 0


def test_moves_without_squares_are_a_list():
    with Terminal("play", "nim([1,2])", "--as", "x", "--against", "random", *PYTHON) as screen:
        screen.until("[1:1]", "your move")
        screen.press(RIGHT)
        screen.until("[2:1]", "your move")
        screen.press(ENTER)
        screen.until("your move (x): 2:1", "o plays")
        screen.press("quit", ENTER)
        assert screen.finish() == 0


def test_arrows_are_moves_in_2048():
    with Terminal("play", "twentyfortyeight", "--seed", "3", *PYTHON) as screen:
        screen.until("arrows move")
        screen.press(DOWN)
        screen.until("your move (player): down", "Chance decides", "arrows move")
        screen.press("\x04")
        assert screen.finish() == 0


def test_ctrl_c_at_the_board_leaves_the_terminal_as_it_was():
    with Terminal("play", "tictactoe", *ANSWER) as screen:
        screen.until(READY)
        screen.child.send_signal(signal.SIGINT)
        screen.until("Goodbye. To go on from here")
        assert screen.finish() == 130


@pytest.mark.parametrize(("options", "environment"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_without_keys_lines_are_asked_for(options, environment):
    with Terminal("play", "tictactoe", *ANSWER, *options, env=environment) as screen:
        screen.until("your move (x): ")
        screen.press("b2\n")
        screen.until("o plays a1", "your move (x): ")
        screen.press("quit\n")
        screen.until("Goodbye")
        assert screen.finish() == 0
        assert READY not in screen.plain


def test_a_screen_that_is_too_small_for_the_board_still_takes_names():
    with Terminal("play", "tictactoe", *ANSWER, rows=8) as screen:
        screen.until("your move (x): ")
        screen.press("b2", ENTER)
        screen.until("o plays a1", "your move (x): ")
        screen.press("\x04")
        assert screen.finish() == 0
        assert READY not in screen.plain


# Keys by themselves


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1b[1;5B", ["up", "down"]),
        (b"\x1b[3~\x1b[15~a", ["", "", "a"]),
        (b"\r\n\x7f\t\x04\x15", ["enter", "enter", "backspace", "tab", "end", "clear"]),
        ("ü€😀".encode(), ["ü", "€", "😀"]),
        (b"\xffx", ["\ufffd", "x"]),
        (b"\x01b", ["", "b"]),
        (b"\x1b", ["escape"]),
    ],
)
def test_keys_have_names(sent, heard):
    reader, writer = os.pipe()
    os.write(writer, sent)
    keyboard = keys.Keyboard(reader)
    assert [keyboard.press(1) for _ in heard] == heard
    assert keyboard.press(0) == ""
    os.close(writer)
    assert keyboard.press(1) == "end"
    os.close(reader)


def test_there_is_nothing_to_listen_to_without_a_terminal():
    assert not keys.can_listen(Console(file=io.StringIO()))


# Choosing by itself


def screen():
    return Console(file=io.StringIO(), force_terminal=True, width=100, no_color=True)


def point(position, *squares):
    """The answer of pointing at squares, one after the other."""
    pointing = Pointing(position, screen(), None)
    for square in squares:
        pointing.cursor = square
        answer = pointing.enter()
    return answer, pointing


@pytest.mark.parametrize("game", catalog())
def test_any_keys_lead_to_a_legal_move(game):
    chance, position, answers = random.Random(7), find(game).start(), 0
    for _ in range(5):
        while position.player == CHANCE and not position.over:
            position = position.advance(chance.choice(position.choices))
        if position.over:
            break
        choose, answer = chooser(position, screen()), None
        for _ in range(20_000):  # of many squares, words need a certain two
            (key,) = chance.choices([*keys.ARROWS, keys.ENTER, keys.ESCAPE, keys.TAB], [4, 4, 4, 4, 9, 1, 1])
            answer = press(choose, key)
            if answer is not None:
                assert choose.draw("").plain
                assert answer in position.moves
                answers += 1
                break
        position = position.play(answer or position.moves[0])
    assert answers > 0


def press(choose, key):
    if key in keys.ARROWS:
        return choose.arrow(key)
    if key == keys.ENTER:
        return choose.enter()
    return choose.escape() if key == keys.ESCAPE else choose.tab()


def test_every_game_is_chosen_from_in_the_way_that_fits_it():
    kinds = {name: type(chooser(find(name).start(), screen())) for name in ("chess", "connect4", "nim", "tree", "go", "grundy")}
    assert kinds == {"chess": Pointing, "connect4": Pointing, "nim": Listing, "tree": Listing, "go": Pointing, "grundy": Listing}
    assert isinstance(chooser(find("twentyfortyeight").start().play("2@a1 2@b2"), screen()), Arrows)


def test_pointing_at_from_and_to():
    start = find("chess").start()
    assert point(start, "e2", "e4")[0] == "e4"
    assert point(start, "g1", "f3")[0] == "Nf3"
    assert point(start, "g1", "b1", "c3")[0] == "Nc3"  # another piece is taken up
    assert point(start, "g1", "g1", "e2", "e3")[0] == "e3"  # put down again
    answer, pointing = point(start, "e5")
    assert answer is None
    assert "cannot choose that square" in pointing.notice


def test_promotion_is_settled_by_a_list():
    answer, pointing = point(find("chess").position("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "a7", "a8")
    assert answer is None
    assert pointing.options.options == ["a8=Q", "a8=N", "a8=B", "a8=R"]
    pointing.arrow("right")
    assert pointing.enter() == pointing.options.options[1]


def test_any_square_of_a_column_drops_a_stone_there():
    for square in ("1,4", "4,4", "6,4"):
        assert point(find("connect4").start(), square)[0] == "4"


def test_moves_that_touch_nothing_are_named_in_the_advice():
    assert "or type pass" in Pointing(find("go").start(), screen(), None).advice


def test_what_can_be_chosen_is_shown_on_request():
    pointing = Pointing(find("othello").start(), screen(), None)
    assert "+" not in pointing.draw("").plain
    pointing.tab()
    assert pointing.draw("").plain.count("+") == 3  # of four, one has the cursor on it
    pointing.tab()
    assert "+" not in pointing.draw("").plain


def test_a_long_list_scrolls_and_narrows():
    listing = Listing([f"move{number}" for number in range(500)], screen())
    assert "and 452 more" in listing.draw("").plain
    for _ in range(30):
        listing.arrow("down")
    assert "[move180]" in listing.draw("").plain
    assert "move499" in listing.draw("move499").plain
    assert "move180" not in listing.draw("move499").plain
    assert listing.enter() == "move180"


def test_arrows_that_move_nothing_say_so():
    arrows = Arrows(find("twentyfortyeight").start().play("2@a1 2@a2"), screen())
    assert arrows.arrow("right") == "right"
    assert arrows.arrow("left") is None
    assert "Nothing can move left" in arrows.draw("").plain
