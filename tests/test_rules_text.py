"""The rules of games in words: what every built-in game says, how docstrings are read, and how the studio shows them."""

from __future__ import annotations

import re

import pytest
from studio_for_tests import Visitor, opened_browser, server

from zermelo import DRAW, Game, i8
from zermelo.game.rules_text import LABELS, Paragraph, RulesText, picture
from zermelo.games import catalog

WORDS_OF_PROGRAMMERS = r"\b(state|field|int|index|tuple|bit|integer|array|parameter|default=|True|False|ply|plies)s?\b|`"

MOST_WORDS = {"holdem": 350}
"""Where 180 words are not enough: poker has ranks of hands and rules about raises."""


class Counting(Game):
    def state(self):
        return dict(count=i8, turn=i8)

    def moves(self, s):
        yield 1

    def play(self, s, move):
        s.count += 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return DRAW if s.count == 3 else -1


def told(docstring, notes=None):
    return RulesText.parse(docstring, notes)


# Built-in games


@pytest.mark.parametrize("title", catalog())
def test_every_game_tells_its_rules_to_players(title):
    text = RulesText.of(catalog()[title]())
    labels = [each.label for each in text.paragraphs]
    assert {"Goal", "Moves", "End"} <= set(labels), title
    assert labels == [label for label in LABELS if label in labels], "each label once, in this order"
    assert ("Hidden" in labels) == catalog()[title]().hides
    assert 60 <= sum(len(each.text.split()) for each in text.paragraphs) <= MOST_WORDS.get(title, 180)


@pytest.mark.parametrize("title", catalog())
def test_rules_are_in_words_of_players(title):
    for each in RulesText.of(catalog()[title]()).paragraphs:
        assert re.findall(WORDS_OF_PROGRAMMERS, each.text) == [], each.label
        assert each.text[-1] in ".!", each.label


@pytest.mark.parametrize("title", catalog())
def test_the_sentence_is_the_first_line(title):
    sentence = RulesText.of(catalog()[title]()).sentence
    assert sentence == catalog()[title].__doc__.partition("\n")[0]
    assert sentence.endswith(".")


def test_games_of_one_module_share_its_notes():
    connect, connect4 = (RulesText.of(catalog()[title]()) for title in ("connect", "connect4"))
    assert connect.notes == connect4.notes
    assert "cells[row * cols + col]" in connect.notes
    assert connect.paragraphs != connect4.paragraphs


# How docstrings are read


def test_a_docstring_without_labels_is_plain_paragraphs():
    text = told("""Count to three.

        Players take turns.
        Each one counts.

        Note: this is not a label.
    """)
    assert text.sentence == "Count to three."
    assert text.paragraphs == (Paragraph("", "Players take turns. Each one counts."), Paragraph("", "Note: this is not a label."))


def test_labels_count_only_at_the_beginning_of_a_paragraph():
    text = told("Count.\n\nGoal: Say\n  three.\n\nThe End: nothing.\n\nEnd:\nThree is said.\n\nMoves:")
    assert text.paragraphs == (
        Paragraph("Goal", "Say three."),
        Paragraph("", "The End: nothing."),
        Paragraph("End", "Three is said."),
        Paragraph("", "Moves:"),
    )
    assert [str(each) for each in text.paragraphs][:2] == ["Goal: Say three.", "The End: nothing."]


def test_drawings_code_and_lists_keep_their_lines():
    text = told("Count.\n\n    x . o\n    . x .\n\nText.\n\n>>> 1 + 1\n2\n\n* one\n* two")
    assert [each.text for each in text.paragraphs] == ["    x . o\n    . x .", "Text.", ">>> 1 + 1\n2", "* one\n* two"]


def test_a_first_paragraph_of_several_lines_is_one_sentence():
    assert told("Count to\nthree.\n\n\n\nGoal: Win.") == RulesText("Count to three.", (Paragraph("Goal", "Win."),), "")


@pytest.mark.parametrize("docstring", [None, "", "  \n  \n"])
def test_without_a_docstring_there_is_nothing(docstring):
    assert told(docstring, docstring) == RulesText("", (), "")


def test_notes_that_repeat_the_docstring_are_left_out():
    assert told("Count.\n\nGoal: Win.", "Count.\n\nGoal: Win.\n").notes == ""
    assert told("Count.", "Numbers are\n    drawn.\n").notes == "Numbers are\ndrawn."


def test_a_docstring_is_not_inherited():
    """The rules of another class may be others."""
    assert Counting.__doc__ is None
    assert RulesText.of(Counting()).sentence == ""


# Pictures


@pytest.mark.parametrize("title", ["whist", "kuhn", "battleship", "twentyfortyeight", "chess"])
def test_a_picture_is_the_same_each_time_and_has_no_squares_to_click(title):
    drawn = picture(catalog()[title]())
    assert drawn == picture(catalog()[title]())
    assert drawn.startswith("<svg")
    assert "data-square" not in drawn


def test_a_picture_shows_what_the_first_player_sees_after_chance():
    drawn = picture(catalog()["whist"]())
    assert "north to move" in drawn
    assert len(re.findall("[♣♦♥♠]", drawn)) == 13, "the hand of north and no other"
    assert "player to move" in picture(catalog()["twentyfortyeight"]())


def test_a_picture_after_moves():
    assert "x to move" in picture(catalog()["tictactoe"]())
    assert "o to move" in picture(catalog()["tictactoe"](), "b2")


# The studio

HOSTILE = """<script>alert(1)</script> & co.

Goal: <img src=x onerror=alert(2)> "win".

<b>plain</b>

    <i>drawn</i>
    . .
"""


def test_the_studio_escapes_everything():
    pytest.importorskip("nicegui")
    from zermelo.studio import descriptions

    hostile = type("Hostile", (Counting,), {"__doc__": HOSTILE})()
    html = descriptions.rules(hostile)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co." in html
    assert "<p><b>Goal:</b> &lt;img src=x onerror=alert(2)&gt; &quot;win&quot;.</p>" in html
    assert "<p>&lt;b&gt;plain&lt;/b&gt;</p>" in html
    assert "<pre>    &lt;i&gt;drawn&lt;/i&gt;\n    . .</pre>" in html
    assert set(re.findall(r"</?(\w+)", html)) <= {"p", "b", "pre", "details", "summary"}


def test_the_studio_folds_the_notes_for_programmers():
    pytest.importorskip("nicegui")
    from zermelo.studio import descriptions

    html = descriptions.rules(catalog()["nim"]())
    players, _, programmers = html.partition("<details><summary>Notes for programmers</summary>")
    assert "<b>Goal:</b> Take the last counter." in players
    assert "heap * base + take" not in players
    assert "heap * base + take" in programmers
    assert programmers.endswith("</pre></details>")


def test_a_game_that_says_nothing_has_no_rules_to_show():
    pytest.importorskip("nicegui")
    from zermelo.studio import descriptions

    silent = type("Silent", (Counting,), {"__module__": "nowhere"})()
    assert descriptions.rules(silent) == descriptions.sentence(silent) == ""
    brief = type("Brief", (Counting,), {"__module__": "nowhere", "__doc__": "Count to three."})()
    assert (descriptions.sentence(brief), descriptions.rules(brief)) == ("Count to three.", "")


def test_the_picture_of_the_studio_cannot_run_scripts():
    pytest.importorskip("nicegui")
    from zermelo.studio.rulesdialog import start_picture

    class Hostile(Counting):
        players = ('"><script>', "o")

        def svg(self, s):
            return "<svg><script>alert(1)</script></svg>"

        def __str__(self):
            return '"><script>alert(2)</script>'

    html = start_picture(Hostile())
    assert html.startswith('<img src="data:image/svg+xml;base64,')
    assert html.count("<") == html.count(">") == 1


def test_a_start_that_cannot_be_drawn_is_left_out():
    pytest.importorskip("nicegui")
    from zermelo.errors import PositionError
    from zermelo.studio.rulesdialog import start_picture

    class Broken(Counting):
        def svg(self, s):
            raise PositionError("there is no board")

    assert start_picture(Broken()) == ""


def test_the_dialog_has_a_name_a_picture_and_a_fold():
    with server() as address, opened_browser() as context:
        visitor = Visitor(context, address).go("/?game=othello&seats=person|random")
        visitor.press("Rules")
        dialog = visitor.page.get_by_role("dialog", name="Rules of othello")
        dialog.get_by_role("img", name="The start of othello").wait_for()
        assert dialog.get_by_role("heading", name="othello").is_visible()
        assert dialog.get_by_text("Have more discs on the board than your opponent at the end.").is_visible()
        assert not dialog.get_by_text("late_mobility").is_visible()
        dialog.get_by_text("Notes for programmers").click()
        assert dialog.get_by_text("late_mobility").is_visible()
        visitor.press("Close")
        dialog.wait_for(state="hidden")
        visitor.leave()
