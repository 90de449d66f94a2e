"""Boards on terminals: coloured for every game, marked without colours, and plain where there is no terminal."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from zermelo import find
from zermelo.cli import board, paint
from zermelo.cli.colours import inks
from zermelo.cli.playing import chance_line
from zermelo.cli.watching import PACES
from zermelo.game.board import owners
from zermelo.game.constants import CHANCE
from zermelo.games import catalog

FIGURES = str.maketrans("♟♞♝♜♛♚●", "pnbrqkx")


def terminal(colours="256", encoding="utf-8", **options):
    """A console as on a terminal."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    return Console(file=file, force_terminal=True, color_system=colours, width=120, highlight=False, **options)


def after(game, plies=12, seed=3):
    chance, position = random.Random(seed), find(game).start()
    for _ in range(plies):
        following = position.advance(chance.choice(position.choices))
        if following.over:
            break
        position = following
    return position


def words(text):
    """A text without the spaces that a board on paper has besides, and without figures for pieces."""
    return "".join(text.lower().translate(FIGURES).split())


@pytest.mark.parametrize("game", catalog())
def test_colours_add_nothing_and_take_nothing_away(game):
    position = after(game).seen()
    drawn = board.show(after(game), terminal()).plain
    if game == "go":  # stones, which colours tell apart
        assert words(drawn).replace("o", "x") == words(str(position)).replace("o", "x")
    else:
        assert words(drawn) == words(str(position))


@pytest.mark.parametrize("game", [game for game in catalog() if find(game).start().board])
def test_every_piece_has_its_players_colour(game):
    position = after(game)
    found = position.board
    whose, ink = owners(position.game), inks(position.game.players)
    painter = board.Painter(position, found, board.Marks(), figures=False)
    lines = [painter.line(number) for number in range(len(found.lines))]
    pieces = 0
    for square in found.squares.values():
        for at in range(square.start, square.end):
            sign = lines[square.line].plain[at]
            colour = lines[square.line].get_style_at_offset(terminal(), at).color
            assert colour is not None, (square, sign)
            if sign in whose:
                pieces += 1
                assert colour.name == ink[whose[sign]].piece
    assert pieces > 0 or game in ("crosswords", "twentyfortyeight")


@pytest.mark.parametrize("game", [game for game in catalog() if find(game).start().board])
def test_paper_and_ink_can_be_told_apart(game):
    """As the guidelines for web pages want it for large letters: three to one."""
    start = find(game).start()
    players, used = start.game.players, board.Painter(start, start.board, board.Marks(), figures=False).paper
    for colour in (*used.squares, used.last, used.target, used.picked, used.cursor):
        for player in players:
            assert contrast(colour, inks(players)[player].piece) > 3, (player, colour)


def contrast(one, other):
    """The contrast of two colours, as WCAG 2 computes it."""
    bright, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def brightness(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_the_one_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("game", catalog())
def test_without_a_terminal_a_board_is_the_text_that_can_be_read_back(game):
    position = after(game).seen()
    shown = board.show(after(game), Console(file=io.StringIO())).plain
    assert shown == str(position)
    assert position.game.position(shown) == position


@pytest.mark.parametrize("game", catalog())
def test_without_colours_the_last_move_is_marked_by_brackets(game):
    position = after(game).seen()
    last = [square for square in board.last_move(position) if position.board.content(square) != "."]
    shown = board.show(after(game), terminal(no_color=True)).plain
    assert shown.count("(") - str(position).count("(") == len(last)
    if last:
        assert f"({position.board.content(last[-1])})" in shown


def test_marks_without_colours():
    position = find("ataxx(3)").start()
    marks = board.Marks(last=["c3"], targets=["a1", "b2"], picked=["a3"], cursor="c1")
    assert board.show(position, terminal(no_color=True), marks).plain.splitlines()[1:4] == [
        "  3<x>.(o)3",
        "  2 . + . 2",
        "  1:o .[x]1",
    ]


def test_the_last_move_has_a_paper_of_its_own():
    position = find("chess").start().play("e4")
    found = position.board
    painter = board.Painter(position, found, board.Marks(last=board.last_move(position)), figures=True)
    marked = {
        square.name
        for square in found.squares.values()
        if painter.line(square.line).get_style_at_offset(terminal(), square.start).bgcolor.name == painter.paper.last
    }
    assert marked == {"e2", "e4"}


def test_figures_are_for_terminals_that_have_them():
    position = find("chess").start()
    assert "♜" in board.show(position, terminal()).plain
    assert "♜" not in board.show(position, terminal(encoding="latin-1")).plain
    assert "♜" not in board.show(position, terminal(no_color=True)).plain


def test_players_called_after_colours_have_them():
    assert inks(("red", "blue"))["blue"].word == "bold blue"
    assert inks(("x", "o"))["x"] == inks(("red", "blue"))["red"]
    assert len({ink.piece for ink in inks(find("chinesecheckers").players).values()}) == 6


def test_bars_have_the_colour_of_their_player():
    position = find("pig").start().play("roll 6 roll 6 hold roll 5 hold roll 6 hold")
    shown = board.show(position, terminal())
    bar = shown.plain.index("##")
    assert shown.get_style_at_offset(terminal(), bar) == shown.get_style_at_offset(terminal(), shown.plain.index("ann"))


def test_dice_are_shown_on_terminals():
    position = find("pig").start().play("roll")
    assert chance_line(position, position.parse("5"), terminal()) == "Chance decides: 5  ⚄"
    assert chance_line(position, position.parse("5"), Console(file=io.StringIO())) == "Chance decides: 5"
    start = find("backgammon").start()
    assert start.player == CHANCE
    assert "⚅ ⚀" in chance_line(start, start.parse("61"), terminal())
    tiles = find("twentyfortyeight").start()
    assert chance_line(tiles, tiles.parse("2@b1"), terminal()) == "Chance decides: 2@b1"


def test_a_game_can_be_watched_at_any_pace():
    assert PACES[0] == 0
    assert list(PACES) == sorted(PACES)


def test_a_name_of_a_player_in_words_keeps_its_colour():
    text = paint.paint("red to move", ("red", "blue"))
    assert [(span.start, span.end, span.style) for span in text.spans] == [(0, 3, "bold red")]
