"""README and docs are true: their commands run, their lists match the code, their links lead somewhere.

The Python snippets are doctests, which pytest runs by itself. Here are the rest: shell commands, run in a folder with copies of
the examples; lists and tables, compared with the code; messages, provoked; pictures, drawn again.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import re
import shlex
import shutil
import textwrap
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from cli_runner import run
from generated_pages import PICTURES, agents_page, game_pictures, games_page
from long_runs import LONG
from test_layers import FLOOR

import zermelo
from zermelo import laws
from zermelo.agents.registry import AGENTS
from zermelo.arena import bench
from zermelo.cli.application import COMMANDS
from zermelo.engine.algorithm import SPECIFICATION
from zermelo.engine.backends import BACKENDS, open_backend
from zermelo.errors import CompileError, GameError
from zermelo.games import catalog, find
from zermelo.laws import display, heuristics, hiding, rules
from zermelo.laws.backends import agreement
from zermelo.portrait import describe, leads
from zermelo.report import Report
from zermelo.search.alphabeta.inner_deepening import INNER_LESS
from zermelo.search.alphabeta.quiescence import MAX_QUIESCENCE
from zermelo.search.options import ORDERINGS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
EXAMPLES = ROOT / "examples"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MY_GAME = (EXAMPLES / "my_game.py").read_text()


@cache
def text(page):
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def section(page, heading):
    """The text below a heading, up to the next one."""
    return re.split(r"^#+ ", text(page).split(f"\n## {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(part):
    """The rows of the tables in a text, headings left out."""
    lines = [line.strip().strip("|").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines]


def code_words(part):
    return re.findall(r"`([^`]+)`", part)


# Commands


def commands():
    """(page, command, output or None) of every command that the pages show."""
    for path in PAGES:
        page = str(path.relative_to(ROOT))
        for block in blocks(page, "sh"):
            yield from ((page, line, None) for line in block.splitlines() if line.startswith("zermelo "))
        for block in blocks(page, "console"):
            command, _, output = block.removeprefix("$ ").partition("\n")
            yield page, command, output


COMMANDS_SHOWN = {(command, output): page for page, command, output in commands()}
"""Each command once, however many pages show it."""


@pytest.fixture
def brief(monkeypatch):
    """Nothing is compiled in fresh processes only to measure how long that takes; `test_cli` measures it."""
    if not LONG:
        monkeypatch.setattr(bench, "_process_seconds", lambda *_: 0.5)


@pytest.mark.parametrize(("command", "output"), COMMANDS_SHOWN, ids=lambda value: str(value)[:60])
@pytest.mark.usefixtures("brief")
def test_commands_run(command, output, tmp_path, monkeypatch):
    if ".pl" in command and shutil.which("swipl") is None:
        pytest.skip("SWI-Prolog is not installed")
    for example in (*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.toml"), *EXAMPLES.glob("*.pl")):
        shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    printed = ""
    for part in command.split(" && "):
        words = shlex.split(part, comments=True)[1:]
        words += ["--examples", "20"] if words[0] == "check" and "--examples" not in words and not LONG else []
        outcome = run(*words, typed="quit\n")
        printed += outcome.out
    expected = re.search(r"# exit code (\d+)", command)
    assert outcome.code == (int(expected[1]) if expected else 0), outcome.err
    if output is not None:
        assert doctest.OutputChecker().check_output(output, printed, FLAGS), printed


def test_there_are_commands_to_run():
    shown = {shlex.split(part)[1] for _, command, _ in commands() for part in command.split(" && ")}
    assert shown == set(COMMANDS)


@pytest.mark.parametrize(
    ("heading", "arguments"),
    [
        ("games", ("games",)),
        ("agents", ("agents", "random")),
        ("best", ("best", "tree")),
        ("check-solution", ("check-solution", __file__, "tree")),
        ("perft", ("perft", "tree", "--depth", "2")),
        ("check", ("check", "tree", "--examples", "5")),
        ("describe", ("describe", "tree", "--games", "5", "--levels", "none")),
        ("tree", ("tree", "tree")),
        ("match", ("match", "tictactoe", "random", "random", "--games", "2")),
        ("tournament", ("tournament", "tictactoe", "random", "random", "--jobs", "1")),
        ("bench", ("bench", "--seconds", "0.01")),
    ],
)
@pytest.mark.usefixtures("brief")
def test_json_keys_are_the_ones_listed(heading, arguments):
    told = section("docs/reference/command-line.md", heading).partition("JSON: ")[2]
    found = run(*arguments, "--json").object
    inner = {
        "games": "games",
        "agents": "agents",
        "check": "laws",
        "describe": "plays",
        "tree": "root",
        "tournament": "agents",
    }.get(heading)
    part = found.get(inner)
    keys = [*found, *(part[0] if isinstance(part, list) else part or ())]
    assert set(keys) <= set(code_words(told)), set(keys) - set(code_words(told))
    first = told.partition(";")[0].partition(", a list")[0]
    assert set(code_words(first)) == set(found)


GROUPS = {"book": ("build", "merge", "dump"), "tablebase": ("build", "probe", "verify", "stats", "list")}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_on_the_page_of_commands(command):
    page = text("docs/reference/command-line.md")
    (told,) = re.findall(rf"^## {command}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    shared = page.partition("\n## ")[0]
    helps = [run(command, each, "--help").out for each in GROUPS[command]] if command in GROUPS else [run(command, "--help").out]
    options = {option for shown in helps for option in re.findall(r"^│ [ *]*(--[a-z-]+)", shown, re.MULTILINE)}
    assert options or command in ("games", "agents")
    assert {option for option in options if not re.search(rf"{option}(?![a-z-])", told + shared)} == set()


def test_json_keys_of_ablate_are_the_ones_listed():
    told = section("docs/reference/command-line.md", "ablate").partition("JSON: ")[2]
    listed = run("ablate", "tree", "--depth", "2", "--json").object
    assert all(list(row) == code_words(told) for row in listed)
    assert listed


def test_keys_that_come_on_top():
    assert set(run("solve", "tree", "--json").object) == {*run("best", "tree", "--json").object, "outcome"}
    assert "JSON: that of `best` with `outcome`" in section("docs/reference/command-line.md", "solve")
    perft = ("perft", "tree", "--depth", "2", "--json")
    assert set(run(*perft, "--divide").object) == {*run(*perft).object, "moves"}
    assert "with `--divide` also `moves`" in section("docs/reference/command-line.md", "perft")
    best = ("best", "tictactoe", "--depth", "1", "--json")
    assert set(run(*best, "--explain").object) == {*run(*best).object, "explanation"}
    assert "with `--explain` also `explanation`" in section("docs/reference/command-line.md", "best")
    match = ("match", "tictactoe", "random", "random", "--games", "2", "--json")
    assert set(run(*match, "--records").object) == {*run(*match).object, "records"}
    assert "with `--records` also `records`" in section("docs/reference/command-line.md", "match")


def test_records_tell_what_the_tournament_told(tmp_path):
    file = str(tmp_path / "cup.sqlite")
    told = run("tournament", "tictactoe", "random", "random", "--jobs", "1", "--record", file, "--json").object
    assert set(run("records", file, "--json").object) == set(told)
    assert "JSON: that of `tournament`" in section("docs/reference/command-line.md", "records")


# Links and pictures


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    ("picture", "arguments"),
    [
        ("lecture-tree.svg", ("tree", "tree", "--agent", "alphabeta()")),
        ("nim-solution.svg", ("tree", "nim([1,2])", "--agent", "alphabeta()", "--solution")),
    ],
)
def test_pictures_are_what_the_library_draws(picture, arguments, tmp_path):
    assert run(*arguments, "--out", str(tmp_path / picture)).code == 0
    assert (tmp_path / picture).read_text() == (ROOT / "docs" / "pictures" / picture).read_text(), "draw it again"


def test_every_page_is_on_the_map():
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")} - {"index.md"}
    assert pages == set(re.findall(r"\]\(([^).]\S*\.md)\)", text("docs/index.md")))


ANCHORS = [
    (path, *link)
    for path in PAGES
    for link in re.findall(r"\]\(([^)#\s]*)#([^)]+)\)", re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S))
]


def test_links_lead_to_headings():
    for path, target, anchor in ANCHORS:
        headings = re.findall(r"^#+ (.*)$", (path.parent / target if target else path).read_text(), re.MULTILINE)
        assert anchor in {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}, (
            path.name,
            target,
            anchor,
        )


# Names


MODULE = re.compile(r"\bzermelo(?:\.[a-z_]\w*)+")


def test_names_in_the_documents_exist():
    """Every `zermelo.x.y` that the pages name is a module, or an attribute of one."""
    named = {(path.name, name) for path in PAGES if path.name != "CHANGELOG.md" for name in MODULE.findall(text(path))}
    assert len(named) > 100
    missing = [(page, name) for page, name in sorted(named) if not exists(name)]
    assert missing == []


def exists(name):
    """Whether a dotted name is a module, or leads from a module to an attribute."""
    module, *rest = name, *()
    while True:
        try:
            found = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
    for part in rest:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


RETIRED = r"\b(whoever|nobody|somebody|everybody|anybody|taste|leash|zermelo\.steps|faces\.\w+|is no [a-z]+ of)\b|, too\b"
"""Words that readers stop at; say which player, or leave them out."""


@pytest.mark.parametrize(
    "path", [path for path in PAGES if path.name not in ("ARCHITECTURE.md", "CHANGELOG.md")], ids=lambda path: path.name
)
def test_retired_words_are_not_used(path):
    assert re.findall(RETIRED, text(path), re.IGNORECASE) == []


def test_the_rust_version_is_the_one_in_cargo_toml():
    (version,) = re.findall(r"Rust ([\d.]+\d)", text("CONTRIBUTING.md"))
    assert version == tomllib.loads(text("Cargo.toml"))["workspace"]["package"]["rust-version"]


# Generated pages

QUICK = ("connect4", "grundy", "isolation", "nim", "tictactoe")
"""Games that are measured again in every test; the long tests measure all."""


def test_generated_pages_are_up_to_date():
    assert text("docs/reference/agents.md") == agents_page(), "run python tests/generated_pages.py"
    assert text("docs/reference/games.md") == games_page(catalog() if LONG else QUICK), "run python tests/generated_pages.py"


def test_pictures_of_games_are_up_to_date():
    kept = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert kept == game_pictures(), "run python tests/generated_pages.py --quick"


def test_every_game_has_a_portrait():
    for title in catalog():
        spec = {cells[0]: cells[1] for cells in rows(section("docs/reference/games.md", title)) if len(cells) == 2}
        assert spec["portrait"].startswith("100 random games: "), title


# The Python functions


def test_every_public_name_is_on_a_page():
    page = text("docs/reference/python.md")
    told = {word.removeprefix("zermelo.").partition("(")[0] for word in re.findall(r"[\w.]+(?=[`(])", page)}
    games = {game.__name__ for game in catalog().values()}
    assert set(zermelo.__all__) - told - set(AGENTS) - games == set()


def test_functions_are_shown_with_their_arguments():
    shown = re.findall(r"^\| `zermelo\.(\w+)\((.*?)\)`", text("docs/reference/python.md"), re.MULTILINE)
    assert {name for name, _ in shown} >= {"best", "solve", "check", "perft", "match", "tree", "play"}
    for name, arguments in shown:
        parameters = inspect.signature(getattr(zermelo, name)).parameters.values()
        wanted = [
            "..." if each.kind is each.VAR_KEYWORD else each.name + "=" * (each.kind is each.KEYWORD_ONLY) for each in parameters
        ]
        assert arguments == ", ".join(wanted), name


# README


def test_readme_shows_my_game_whole():
    assert [block for block in blocks("README.md", "python") if "class " in block] == [MY_GAME]
    assert len(MY_GAME.splitlines()) <= 30


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("games", tuple(catalog())),
        ("agents", tuple(AGENTS)),
        ("backends", (*BACKENDS, SPECIFICATION)),
        ("commands", tuple(COMMANDS)),
    ],
)
def test_readme_lists_what_there_is(row, names):
    (cell,) = (cells[1] for cells in rows(section("README.md", "What is in it")) if cells[0] == row)
    assert sorted(code_words(cell)) == sorted(names)


# Games


def test_every_game_has_a_section():
    assert sorted(re.findall(r"^## (\w+)$", text("docs/reference/games.md"), re.MULTILINE)) == sorted(catalog())


@pytest.mark.parametrize("title", catalog())
def test_games_are_described_as_they_are(title):
    game = catalog()[title]()
    spec = {cells[0]: cells[1] for cells in rows(section("docs/reference/games.md", title)) if len(cells) == 2}
    told = next(row for row in run("games", "--json").object["games"] if row["name"] == title)
    assert spec["players"] == ", ".join(game.players)
    assert set(code_words(spec["parameters"])) == set(told["parameters"])
    if title != "connect4":
        assert code_words(spec["state"]) == list(game.layout.fields)
        assert ("evaluation" in spec and not spec["evaluation"].startswith("none")) == game.defines("evaluate")
        for heuristic in ("key", "order", "noisy"):
            assert (heuristic in spec) == game.defines(heuristic), heuristic


@pytest.mark.parametrize("title", ["connect4", "chess"])
def test_perft_numbers(title):
    told = [
        int(number)
        for number in re.findall(r"\d+", section("docs/reference/games.md", title).partition("...:")[2].partition(".")[0])
    ]
    known = json.loads((ROOT / "tests" / "data" / "known.json").read_text())["perft"]
    assert told == next(row["counts"] for row in known if row["game"] == title)[: len(told)]


# Options


def test_orderings_are_described():
    page = text("docs/background/stronger-search.md")
    told = [code_words(cells[0])[0] for cells in rows(section("docs/background/stronger-search.md", "Ordering"))[1:]]
    assert told == list(ORDERINGS)
    assert MAX_QUIESCENCE == 6
    assert "at most six plies" in " ".join(page.split())
    assert INNER_LESS == 2
    assert "two plies shallower" in page


# Laws


def test_laws_are_listed():
    known = (rules.DECLARATION, *rules.LAWS, *hiding.LAWS, *heuristics.LAWS, *display.LAWS, agreement(()))
    assert rows(section("docs/reference/laws.md", "The laws"))[1:] == [[law.name, law.says] for law in known]


def test_hints_are_listed():
    assert rows(section("docs/reference/laws.md", "Hints"))[1:] == [[hint.name, hint.says] for hint in laws.HINTS]


def test_measures_of_portraits_are_described():
    told = [cells[0] for cells in rows(section("docs/how-to/describe-a-game.md", "What is measured"))[1:]]
    table = zermelo.describe("tictactoe", games=5, levels=()).table()
    labels = [label for label, *_ in table.rows]
    assert [label for label in labels if "o" not in label.split()] == [label for line in told for label in line.split(", ")]
    page = " ".join(text("docs/how-to/describe-a-game.md").split())
    assert (leads.POINTS + 1, leads.GAMES, leads.MARGIN, describe.LED_GAMES) == (31, 60, 0.15, 40)
    for words in ("up to 31 moments", "60 random games", "within 0.15", "first 40 games"):
        assert words in page


# Reports


def test_report_fields_are_described():
    told = [word for cells in rows(section("docs/reference/reports.md", "Reports"))[1:] for word in code_words(cells[0])]
    assert told == list(Report.__dataclass_fields__)


# Messages

MISTAKES = {
    "`range(8, -1, -1)`": ("range(9)", "range(8, -1, -1)"),
    "`yield str(cell)`": ("yield cell", "yield str(cell)"),
    "no `DRAW`": ("ONGOING if 0 in s.cells else DRAW", "ONGOING"),
    "`s.cells[cell + 1]`": ("if s.cells[cell] ==", "if s.cells[cell + 1] =="),
    "`s.turn += 1`": ("s.turn = 1 - s.turn", "s.turn += 1"),
    "`return s.cells[a]`": ("return s.cells[a] - 1", "return s.cells[a]"),
    "`s.cells[cell] = 200`": ("s.cells[cell] = 1 + s.turn", "s.cells[cell] = 200"),
    "no field `turn`": ("cells=i8[9], turn=i8", "cells=i8[9]"),
    "`max_moves = 5`": ("    players", "    max_moves = 5\n    players"),
    "`s.turn = 0` in `moves`": ("    def moves(self, s):\n", "    def moves(self, s):\n        s.turn = 0\n"),
    "`name` with a space": ("    def moves", "    def name(self, s, move):\n        return f'cell {move}'\n\n    def moves"),
    "`evaluate` that forgets": (
        "    def moves",
        "    def evaluate(self, s, player):\n        return s.cells.count(1)\n\n    def moves",
    ),
    "a `while` that": ("        for a, b, c", "        while s.turn >= 0:\n            pass\n        for a, b, c"),
}


def altered(tmp_path, old, new):
    """Tic-tac-toe with one change, as a game."""
    assert old in MY_GAME
    path = tmp_path / "my_game.py"
    path.write_text(MY_GAME.replace(old, new))
    return find(str(path))


def test_mistakes_are_all_tried():
    told = [cells[0] for cells in rows(section("docs/reference/game-class.md", "Mistakes and their messages"))[1:]]
    assert len(told) == len(MISTAKES)
    assert all(line.startswith(start) for line, start in zip(told, MISTAKES, strict=True))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told_as_written(mistake, tmp_path):
    table = rows(section("docs/reference/game-class.md", "Mistakes and their messages"))
    (message,) = (cells[1] for cells in table if cells[0].startswith(mistake))
    try:
        verdict = laws.check(altered(tmp_path, *MISTAKES[mistake]), examples=100 if LONG else 40, backends=[])
        found = [violation.message for violation in verdict.violations]
    except GameError as error:
        found = [str(error)]
    assert message in found


REFUSALS = [cells for cells in rows(section("docs/reference/backends.md", "What cannot")) if cells[1].startswith("rule ")]


@pytest.mark.parametrize(("line", "message"), REFUSALS)
def test_refusals_are_told_as_written(line, message, tmp_path):
    before = "        s.cells[cell] = 1" if "`play`" in message else "        for a, b, c"
    game = altered(tmp_path, before, f"        {line.strip('`')}\n{before}")
    with pytest.raises(CompileError) as refusal:
        open_backend(game, "compiled")
    assert str(refusal.value) == message


def without_blank_lines(part):
    return "".join(f"{line}\n" for line in part.splitlines() if line.strip())


def test_fragments_of_games_are_from_the_examples():
    """Methods stand apart from their class in the text, so there they may have lost their indentation."""
    sources = [without_blank_lines(path.read_text()) for path in EXAMPLES.glob("*.py")]
    shown = [block for block in blocks("docs/tutorial/write-a-game.md", "python") if not block.startswith(">>>")]
    assert shown
    for block in shown:
        alone = without_blank_lines(block)
        inside = textwrap.indent(textwrap.dedent(alone), "    ")
        assert any(alone in source or inside in source for source in sources), block


def test_the_parts_of_the_tutorial_make_the_example():
    """A reader who writes every part of Domineering into a file has the whole of examples/domineering.py."""
    shown = [block for block in blocks("docs/tutorial/write-a-game.md", "python") if not block.startswith(">>>")]
    imports, game, *methods = shown[: next(at for at, block in enumerate(shown) if "step: int" in block)]
    written = ast.parse(imports + game + "".join(textwrap.indent(block, "    ") for block in methods))
    example = ast.parse((EXAMPLES / "domineering.py").read_text())

    def parts(module):
        *top, game = module.body
        return {ast.dump(each) for each in [*top, *game.body]}

    assert parts(example) - parts(written) == {ast.dump(example.body[0])}, "all but its opening text"
    assert parts(written) <= parts(example)


def test_everything_a_class_may_have_is_listed():
    part = section("docs/reference/game-class.md", "Everything a class may have")
    told = {word for cells in rows(part) for word in code_words(cells[0])}
    plain = {
        "rules",
        "layout",
        "fresh",
        "start",
        "position",
        "defines",
        "title",
        "native",
        "native_parameters",
        "reserved",
        "with_evaluation",
    }
    assert told == {name for name in vars(zermelo.Game) if not name.startswith("_")} - plain


# The rest


def test_targets_of_make_exist():
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    told = {
        word
        for path in PAGES
        for pair in re.findall(r"(?:^make ([a-z-]+)  +#|`make ([a-z-]+)`)", text(path), re.MULTILINE)
        for word in pair
        if word
    }
    assert {"demo", "test", "build"} <= told <= set(targets)


def test_architecture_has_the_rooms():
    told = {word.strip("/").removesuffix(".py") for span in code_words(text("ARCHITECTURE.md")) for word in span.split()}
    assert set(FLOOR) - told == {"__main__"}


def test_architecture_numbers():
    from zermelo.compile.paths import FUEL
    from zermelo.game import watchdog
    from zermelo.game.declarations import MOST_MOVES
    from zermelo.game.rules import MAX_EVALUATION
    from zermelo.limit import MAX_PLY
    from zermelo.search.score import WIN

    told = " ".join(text("ARCHITECTURE.md").split())
    assert (watchdog.PATIENCE, FUEL, MAX_PLY, MAX_EVALUATION, WIN) == (2, 10_000_000, 4096, 1e8, 1e9)
    assert MOST_MOVES == 65536
    assert "at most 65536" in section("docs/reference/game-class.md", "Everything a class may have")
    for words in ("may take 2 seconds", "ten million in one call", "up to 4096 plies", "beyond 1e8", "(a billion)"):
        assert words in told
