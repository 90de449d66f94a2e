"""Notebooks: the examples run and use public names only, and everything shows itself in Jupyter, with nothing left unescaped."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from notebook_runner import cells, execute, face

import zermelo
from zermelo import laws
from zermelo.advice import find_table
from zermelo.advice.verification import verify
from zermelo.agents.advice import advice
from zermelo.agents.advised import advised
from zermelo.arena import Match
from zermelo.arena.ablation import Row, ablate, table
from zermelo.arena.calibration import Ladder, Step
from zermelo.arena.experiments.run import Outcome
from zermelo.books import Book, BookStatistics
from zermelo.html import HtmlTable
from zermelo.laws.result import BROKEN, CheckResult, LawResult, Violation
from zermelo.play.transcript import Transcript

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
MODULES = {"advice", "animation", "arena", "engine", "laws", "play"}
"""Rooms that the documents speak of, besides `zermelo` itself."""
EVIL = "<script>\"&'"


def example(start: str) -> Path:
    (path,) = (path for path in NOTEBOOKS if path.name.startswith(start))
    return path


def test_there_is_a_notebook_for_every_lecture():
    titles = [cells(path, "markdown")[0].splitlines()[0] for path in NOTEBOOKS]
    for wanted in ("minimax", "Ordering", "Three players", "Chance", "Monte-Carlo", "Advice", "30 lines"):
        assert any(wanted in title for title in titles), wanted


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_valid_and_clean(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"] >= 5) == (4, True)
    assert book["metadata"]["kernelspec"]["language"] == "python"
    names = [cell["id"] for cell in book["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-zA-Z0-9_-]{1,64}", name) for name in names)
    for cell in book["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"} | (
            {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        )
        assert set(cell) == wanted
        assert isinstance(cell["source"], list)
        assert (cell.get("outputs", []), cell.get("execution_count")) == ([], None)
    assert path.read_text(encoding="utf-8").endswith("}\n")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_use_public_names_only(path):
    for source in cells(path, "code"):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "zermelo":
                for alias in node.names:
                    owner = node.module if node.module != "zermelo" else None
                    assert (owner or f"zermelo.{alias.name}").split(".")[1] in MODULES or hasattr(zermelo, alias.name), (
                        ast.unparse(node)
                    )
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_"), ast.unparse(node)
                if isinstance(node.value, ast.Name) and node.value.id == "zermelo":
                    assert hasattr(zermelo, node.attr), ast.unparse(node)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_of_notebooks_lead_somewhere(path):
    for text in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_show_something(path):
    _, shown = execute(path)
    assert sum(bool(each.printed or each.face) for each in shown) >= len(shown) - 2  # all but imports and a class
    assert any(each.face.startswith("<svg") for each in shown)
    for each in shown:
        if each.face.startswith("<"):
            well_formed(each.face)


def well_formed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{markup}</div>")


def test_what_the_notebooks_say_is_so():
    names, _ = execute(example("1_"))
    assert (names["everything"].nodes, names["less"].nodes, names["lucky"].nodes, names["unlucky"].nodes) == (13, 11, 9, 13)
    assert (names["full"].nodes, names["full"].value, names["pruned"].value) == (549946, 0, 0)
    names, _ = execute(example("3_"))
    assert (names["trusting"].move, names["careful"].move) == ("left", "right")
    names, _ = execute(example("4_"))
    assert (names["bet"].move, names["bet"].value, names["squared"].move) == ("1", 3, "2")
    names, _ = execute(example("6_"))
    assert (names["report"].move, names["board"].result, names["flaw"].move) == ("b1", "white won", "Kc2")
    assert names["trap"].play(names["flaw"].move).result == "draw"
    assert (names["proven"].positions, names["proven"].secured, names["proven"].ok) == (2922, 2922, True)
    assert (names["asked"].plan, names["asked"].value > 0) == (None, True)
    assert names["only"].nodes < names["first"].nodes < names["alone"].nodes
    names, _ = execute(example("7_"))
    assert (names["answer"].value, names["answer"].backend) == (1, "compiled")


def test_your_own_game_has_thirty_lines():
    (source,) = (source for source in cells(example("7_"), "code") if "class Gap" in source)
    assert len(source.splitlines()) <= 30


# Faces


def report(**changes):
    found = zermelo.alphabeta(depth=3, lines=2, backend="python")(zermelo.TicTacToe().start())
    return replace(found, **changes)


def asked():
    return advice("tictactoe")(zermelo.find("tictactoe").position("x . . / . o . / . . x"))


def made_book():
    start = zermelo.TicTacToe().start()
    book = Book(start.game, ["by hand"])
    book.add(start, "b2", BookStatistics(weight=3))
    return book


EVERYTHING = {
    "position": lambda: zermelo.TicTacToe().start().play("b2"),
    "report": report,
    "choices": lambda: zermelo.uct(playouts=50, backend="python")(zermelo.TicTacToe().start()),
    "many": lambda: zermelo.maxn(depth=1, backend="python")(zermelo.find("connect(players=3)").start()),
    "random": lambda: zermelo.random()(zermelo.TicTacToe().start()),
    "tree": lambda: zermelo.alphabeta(backend="python")(zermelo.TreeGame().start(), tree=100).tree,
    "match": lambda: Match(zermelo.find("tictactoe"), zermelo.random(), zermelo.random(2), games=2).play(),
    "verdict": lambda: laws.check(zermelo.find("nim([1,2])"), examples=5, backends=[]),
    "ablation": lambda: table(ablate(zermelo.find("tictactoe"), 2, backend="python")),
    "outcome": lambda: Outcome(({"game": "virus", "games": 2, "saved": 10.25, "low": None},), 2, 0, 4, 1.0),
    "advice": lambda: find_table("krk-corrected"),
    "plan": lambda: asked().plan,
    "advised": lambda: asked(),
    "explanation": lambda: asked().explanation,
    "consultation": lambda: asked().consultation,
    "verification": lambda: verify("tictactoe", start=True, backend="interpreted"),
    "transcript": lambda: Transcript.of(zermelo.TicTacToe().start().play("b2 a1"), seats=("person", "random")),
    "book": lambda: made_book(),
    "ladder": lambda: Ladder(
        (Step(2, Match(zermelo.find("tictactoe"), zermelo.random(), zermelo.random(2), games=2).play(), 0.1),), 1.0
    ),
}


@pytest.mark.parametrize("kind", EVERYTHING)
def test_everything_shows_itself(kind):
    value = EVERYTHING[kind]()
    assert hasattr(value, "_repr_svg_") or hasattr(value, "_repr_html_")
    assert len("".join(well_formed(face(value)).itertext())) > 10


def test_reports_tell_what_was_found():
    words = " ".join(well_formed(report()._repr_html_()).itertext())
    found = report()
    assert f"{found.player} plays {found.move}" in words
    for line in found.lines:
        assert " ".join(line.line) in words
    assert "stopped" in report(stopped="seconds")._repr_html_()
    assert "(win in 3 plies)" in report(value=1, score=zermelo.Score.win(3))._repr_html_()
    assert "?" in report(value=None)._repr_html_()


def test_long_lists_of_moves_are_cut_and_say_so():
    found = zermelo.uct(playouts=100, backend="python")(zermelo.find("go(5)").start())
    markup = found._repr_html_()
    assert len(found.choices) == 26
    assert "and 6 more moves" in markup


def test_explanations_and_verifications_say_the_same_as_their_texts():
    told = "".join(well_formed(face(asked().explanation)).itertext())
    for line in str(asked().explanation).splitlines():
        for part in line.replace("`", "").split("  "):
            assert part.strip() in told
    found = EVERYTHING["verification"]()
    assert str(found).splitlines()[0] == "tictactoe does what it promises"
    assert "10, against every defence" in str(found)
    assert "10, against every defence" in face(found)


def test_matches_show_both_sides_of_the_score():
    result = Match(zermelo.find("tictactoe"), zermelo.alphabeta(depth=2, backend="python"), zermelo.random(), games=4).play()
    rows = result.table().rows
    assert [row[0] for row in rows] == ["alphabeta(depth=2)", "random(seed=1)"]
    assert rows[0][1:4] == (str(result.wins), str(result.draws), str(result.losses))
    assert rows[1][1:4] == (str(result.losses), str(result.draws), str(result.wins))
    assert rows[0][4] == f"{result.score:.1%}"


@pytest.mark.parametrize(
    "value",
    [
        report(player=EVIL, move=EVIL, agent=EVIL, line=(EVIL,), stopped=EVIL),
        HtmlTable((EVIL,), ((EVIL,),), EVIL),
        Outcome(({EVIL: EVIL},), 1, 0, 1, 1.0),
        table([Row(EVIL, 1, 1.0, 1.0, EVIL, 1.0)]),
        replace(EVERYTHING["match"](), agents=(EVIL, EVIL)),
        replace(find_table("tictactoe"), name=EVIL),
        replace(asked(), player=EVIL, note=EVIL),
        replace(EVERYTHING["verification"](), table=EVIL, about=EVIL),
        replace(EVERYTHING["transcript"](), game=EVIL, seats=(EVIL, EVIL), position=EVIL),
        Book(EVIL, [EVIL]),
        CheckResult(EVIL, 1, (LawResult(EVIL, EVIL, BROKEN, EVIL, Violation(EVIL, EVIL, (), EVIL)),)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_is_left_unescaped(value):
    markup = value._repr_html_()
    assert "<script" not in markup
    assert EVIL in "".join(well_formed(markup).itertext())


def test_matches_and_agents_print_their_names():
    match = Match(zermelo.find("tictactoe"), advice("tictactoe"), zermelo.random(), games=2)
    assert repr(match) == "<match at tictactoe: advice(tictactoe) against random(seed=1), 2 games; play() plays them>"
    assert repr(advice("tictactoe")) == "<agent advice(tictactoe)>"
    assert repr(advised("tictactoe", "alphabeta()")) == "<agent advised(tictactoe, 'alphabeta()')>"


def test_tables_are_texts_too():
    assert str(HtmlTable(("move", "value"), (("4", "+1"), ("12", "-1")), "moves")) == "moves\nmove  value\n4     +1\n12    -1"
