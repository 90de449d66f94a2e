"""The floor plan: which room may import which, what has a twin, and what names mean. The lists here are the law; code follows."""

from __future__ import annotations

import ast
import inspect
import itertools
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.engine.algorithm import ALGORITHMS
from zermelo.game import record
from zermelo.game.record import Field
from zermelo.search.options import TIES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "zermelo"
CRATES = ROOT / "crates"
CRATE = CRATES / "zermelo" / "src"

ROOMS = (
    "errors limit score outcome files html report lazy startup",
    "game",
    "games",
    "search",
    "compile",
    "trees",
    "gpu",
    "engine",
    "laws",
    "advice tablebases books",
    "agents",
    "animation play",
    "arena practice",
    "portrait",
    "facade",
    "hosting",
    "service studio cli protocols adapters __main__",
)
"""From the bottom to the top. A room imports from its own floor and from those below; `zermelo/__init__` only gathers names."""
FLOOR = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms.split()}
MOST_MODULES_AT_THE_TOP = 10
DOORS = {"adapters", "cli", "protocols", "service", "studio"}
BETWEEN_DOORS = {"cli.gtp", "cli.serve", "cli.studio", "cli.uci"}
"""The modules of a door that open another."""

ONE_LANGUAGE = {
    "alphabeta/options.py": "`mod.rs` lists the techniques in Rust",
    "cancel.py": "Rust checks its stop flag in `control`",
    "parameter.py": "Python reads what users write; Rust gets checked values",
    "recursion.py": "Python's recursion limit",
    "memory.rs": "Python has no limits of memory for tables",
    "random.rs": "its twin is `game/random.py`, because laws and matches draw from it too",
    "threads.rs": "the specification has one thread",
    "hidden/belief.py": "asked of a backend, which may be in Rust",
    "hidden/information.rs": "its twin is `game/information.py`, because positions need it too",
    "montecarlo/pending.rs": "counts of one thread before they are shared",
    "montecarlo/proofs.rs": "memory of the shared tree",
    "montecarlo/recycling.rs": "memory of the shared tree",
    "montecarlo/flat_batches.py": "the games are played by Rust or a GPU, and choosing moves for them takes no time",
    "montecarlo/slots.rs": "memory of the shared tree",
    "montecarlo/staying.rs": "the specification has one thread",
    "montecarlo/threads.rs": "the specification has one thread",
}
"""Files of `search` without a twin, with the reason."""

TECHNIQUES = {
    "rave": r"rave",
    "best-reply-plus": r"best_?reply_?plus|BRS\+",
    **{name: name for name in ("mtdf", "singular", "futility", "reductions", "null_move")},
}
MOST_FILES_A_TECHNIQUE = 4
MOST_LINES = 400
LEAST_ESSAY = 60
"""Characters with which a folder introduces itself."""
NEVER_AT_IMPORT = (
    "numba",
    "llvmlite",
    "hypothesis",
    "rich",
    "cyclopts",
    "nicegui",
    "starlette",
    "uvicorn",
    "scipy",
    "distributed",
    "dask",
    "pyspiel",
    "pettingzoo",
    "gymnasium",
)
RETIRED = ("Leash", "Desk", "Taste", "Habit", "Dismay", "Oracle", "Patience", "Sitting", "Luck")
"""Words that the field does not use."""


# Reading the sources


def module(path):
    """The name of a file's module below `zermelo`; empty for the package itself."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix(".")


MODULES = {module(path): path for path in sorted(PACKAGE.rglob("*.py"))}
RUST_FILES = sorted(CRATES.rglob("*.rs"))


def name(path):
    return str(path.relative_to(ROOT))


@cache
def parsed(path):
    return ast.parse(path.read_text())


@cache
def imports(importer):
    """{module: line} for everything that a module imports from the package, at its top or later; imports for type checkers do not count."""
    tree = parsed(MODULES[importer])
    typing = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for branch in node.body
        for inner in ast.walk(branch)
    }
    found = {}
    for node in ast.walk(tree):
        if node in typing:
            continue
        names = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{importer}, line {node.lineno}: write imports inside the package in full"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [node.module, *inner]  # the package of a module counts: its `__init__` is run, too
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for each in names:
            target = each.removeprefix("zermelo.")
            if each.startswith("zermelo.") and target in MODULES and target != importer:
                found[target] = node.lineno
    return found


@cache
def all_imports():
    """(importer, imported, line) of every import inside the package."""
    return [(importer, target, line) for importer in MODULES for target, line in imports(importer).items()]


def room(each):
    return each.split(".")[0]


@cache
def all_classes():
    """(name, file) of every class in Python and every struct, enum and trait in Rust."""
    return sorted(set(classes()))


def classes():
    for path in [*MODULES.values(), PACKAGE / "_core.pyi"]:
        yield from ((node.name, name(path)) for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef))
    for path in RUST_FILES:
        for found in re.findall(r"\b(?:struct|enum|trait) (\w+)", path.read_text()):
            yield found, name(path)


PLACES = [(each, node.name) for each, path in MODULES.items() for node in parsed(path).body if isinstance(node, ast.ClassDef)]
"""(module, class) of every class at the top of a module in Python."""


def test_the_sources_are_read():
    """Every test below asks these lists."""
    assert len(MODULES) > 200
    assert len(RUST_FILES) > 50
    known = {(importer, target) for importer, target, _ in all_imports()}
    assert {
        ("engine.search", "search.proof.dfpn"),
        ("engine.algorithms", "search.alphabeta.search"),
        ("game.rules", "errors"),
    } <= known
    assert {"Position", "Report", "Score", "TranspositionTable", "Paranoid", "UctTree"} <= {each for each, _ in all_classes()}


# Who imports whom


def test_every_module_has_its_room():
    assert {room(each) for each in MODULES} - {""} == set(FLOOR)
    top = [path for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")]
    assert len(top) <= MOST_MODULES_AT_THE_TOP


def test_imports_go_down():
    wrong = [each for each in all_imports() if each[0] and FLOOR[room(each[1])] > FLOOR[room(each[0])]]
    assert wrong == []


def test_no_import_goes_in_a_circle():
    """Imports inside functions count: a circle that is opened late is still a circle."""

    @cache
    def below(start):
        todo, found = [start], set()
        while todo:
            for target in imports(todo.pop()):
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return frozenset(found)

    circles = {
        tuple(sorted({each, *(other for other in below(each) if each in below(other))}))
        for each in MODULES
        if each in below(each)
    }
    assert circles == set()


def test_games_share_only_what_says_so():
    """A game imports another one neither directly nor through the helpers that all may use."""
    inside = [
        (*each[0].split(".")[1:2], *each[1].split(".")[1:2])
        for each in all_imports()
        if room(each[0]) == room(each[1]) == "games"
    ]
    between = [(*pair,) for pair in inside if len(pair) == 2 and pair[0] != pair[1]]
    assert {helper for _, helper in between} == {"shared"}
    assert len(between) >= 5


def test_doors_do_not_know_each_other():
    between = {
        importer
        for importer, target, _ in all_imports()
        if room(importer) != room(target) and {room(importer), room(target)} <= DOORS
    }
    assert between == BETWEEN_DOORS


def test_search_does_not_know_games():
    for path in (PACKAGE / "search").rglob("*.py"):
        assert "zermelo.games" not in path.read_text(), name(path)
    files = list((CRATE / "search").rglob("*.rs"))
    assert len(files) > 30
    for path in files:
        assert not re.search(r"\bgames::|\bcompile::", path.read_text()), name(path)


def test_importing_zermelo_imports_nothing_slow():
    """The modules that users name come when they are first used."""
    program = "import sys, zermelo; print(*sys.modules); zermelo.find('nim'); print(*sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    alone, used = (set(line.split()) for line in done.stdout.splitlines())
    assert {each for each in alone if each.startswith("zermelo")} == {"zermelo", "zermelo.lazy", "zermelo.startup"}
    assert not {each for each in alone | used if each.split(".")[0] in NEVER_AT_IMPORT}
    assert "numpy" not in alone
    assert "zermelo.games.chess.rules" not in used, "one game was asked for"


def test_no_module_imports_something_slow_at_its_top():
    checked = 0
    for each, path in MODULES.items():
        if room(each) in ("laws", "hosting", *DOORS):
            continue
        for node in parsed(path).body:
            roots = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            roots += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {root.split(".")[0] for root in roots} & set(NEVER_AT_IMPORT), name(path)
            checked += len(roots)
    assert checked > 500


# Rust


def manifest(crate):
    return tomllib.loads((CRATES / crate / "Cargo.toml").read_text())


def test_the_core_crate_knows_nothing_of_python():
    tables = [table for key, table in manifest("zermelo").items() if key.endswith("dependencies")]
    assert tables
    assert not [dependency for table in tables for dependency in table if "py" in dependency]
    for path in (CRATES / "zermelo").rglob("*.rs"):
        assert not re.search(r"\bpyo3\b|\bPy[A-Z]\w+", path.read_text()), name(path)
    assert manifest("zermelo-python")["dependencies"]["zermelo"] == {"path": "../zermelo"}


def test_every_search_file_has_a_twin_at_the_same_place():
    def files(folder, ending, but):
        found = {path.relative_to(folder) for path in folder.rglob(f"*.{ending}") if path.name != but}
        return {str(path.with_suffix("")): str(path) for path in found}

    specification, twin = files(PACKAGE / "search", "py", "__init__.py"), files(CRATE / "search", "rs", "mod.rs")
    assert len(specification.keys() & twin.keys()) > 30
    alone = {(specification | twin)[each] for each in specification.keys() ^ twin.keys()}
    assert alone == set(ONE_LANGUAGE)


def test_native_rules_are_twins_of_games():
    wanted = {cls.native for cls in zermelo.catalog().values() if cls.native}
    there = {path.stem for path in (CRATE / "games").iterdir()} - {"mod"}
    assert wanted == there
    assert there <= {path.stem for path in (PACKAGE / "games").iterdir()}


def test_algorithms_are_the_same_rows_in_both_languages():
    text = "".join(path.read_text() for path in (CRATE / "search").rglob("mod.rs"))
    assert set(re.findall(r'[\[ ]\("(\w+)", [\w|]', text)) == set(ALGORITHMS)
    assert set(ALGORITHMS) <= set(AGENTS)


# One row for an algorithm


def compared_texts(path):
    """(text, line) of every text that something is compared with."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Attribute | ast.Name) and ast.unparse(side).split(".")[-1] == "ties" for side in sides):
                continue  # `paranoid` is also a way to break ties
            inner = [
                each for side in sides for each in (side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side])
            ]
        elif isinstance(node, ast.MatchValue):
            inner = [node.value]
        else:
            continue
        yield from ((each.value, node.lineno) for each in inner if isinstance(each, ast.Constant) and isinstance(each.value, str))


def test_nothing_but_the_registry_compares_names_of_algorithms():
    assert "paranoid" in TIES
    found = [(text, name(path), line) for path in MODULES.values() for text, line in compared_texts(path)]
    assert len(found) > 100
    assert [each for each in found if each[0] in ALGORITHMS and each[1] != "python/zermelo/engine/algorithms.py"] == []
    names = "|".join(ALGORITHMS)
    for path in RUST_FILES:
        code = path.read_text().split("#[cfg(test)]")[0]
        assert not re.search(rf'[!=]= "({names})"|"({names})" (=>|\|)', code), name(path)


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_technique_is_in_few_files(technique):
    """Essays name every file of their folder, experiments name what they compare, an engine names its agents, cozy-chess has a `null_move`; none of these counts."""
    aside = ("__init__.py", "cli/experiment.py", "arena/experiments/", "protocols/gtp/thinking.py", "/tests/", "games/chess/")
    sources = [path for path in [*MODULES.values(), *RUST_FILES] if not any(each in name(path) for each in aside)]
    pattern = re.compile(rf"\b({TECHNIQUES[technique]})(?!\w)", re.IGNORECASE)
    found = [name(path) for path in sources if pattern.search(path.read_text().split("#[cfg(test)]")[0])]
    assert 2 <= len(found) <= MOST_FILES_A_TECHNIQUE, found


# Every file


def test_files_are_short_and_say_what_they_are():
    texts = {name(path): path.read_text() for path in [*MODULES.values(), *RUST_FILES]}
    assert {each: lines for each, text in texts.items() if (lines := text.count("\n")) > MOST_LINES} == {}
    assert [each for each, text in texts.items() if not text.startswith(('"""', "//!"))] == []


def test_every_folder_opens_with_its_essay():
    essays = {name(path): ast.get_docstring(parsed(path)) or "" for path in MODULES.values() if path.name == "__init__.py"}
    for path in RUST_FILES:
        if path.name in ("mod.rs", "lib.rs"):
            lines = itertools.takewhile(lambda line: line.startswith("//!"), path.read_text().splitlines())
            essays[name(path)] = " ".join(lines)
    assert len(essays) > 30
    assert {each: len(essay) for each, essay in essays.items() if len(essay) < LEAST_ESSAY} == {}


# Names


@cache
def glossary():
    """(word, module, class or None) of every row."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| \*\*([a-z][a-z -]*)\*\* \| [^|]+ \| `([\w.]+)`(?: \*\*(\w+)\*\*)? \|$")
    found = [(line, row.match(line)) for line in text.splitlines() if line.startswith("| **")]
    assert [line for line, match in found if not match] == [], "word, meaning, module and class"
    return [match.groups() for _, match in found]


def shown_classes():
    """The classes that users see, by name: public ones, and those that the documents import or name alone in code marks."""
    shown = {each: [found] for each, found in PUBLIC.items() if inspect.isclass(found)}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(r"^>>> from (zermelo[\w.]*) import (.*)$", text, re.MULTILINE):
            members = {each.strip(): getattr(import_module(module), each.strip()) for each in names.split(",")}
            shown |= {each: [found] for each, found in members.items() if inspect.isclass(found)}
        for each in re.findall(r"`(?:zermelo\.)?([A-Z]\w+)`", text):
            places = [import_module(f"zermelo.{module}") for module, name in PLACES if name == each]
            if places and each not in shown:
                shown[each] = [getattr(module, each) for module in places]
    return shown


def test_the_glossary_has_a_row_for_each_word():
    words = [word for word, _, _ in glossary()]
    assert words == sorted(set(words)), "one word, one meaning; in order"
    assert {"game", "state", "position", "move", "agent", "limit", "report", "score", "outcome", "transposition table"} <= set(
        words
    )


def test_classes_of_the_glossary_are_in_the_modules_of_their_rows():
    for word, module, each in glossary():
        found = import_module(module)
        assert each is None or (inspect.isclass(getattr(found, each)) and getattr(found, each).__module__ == module), word


def test_every_class_that_users_see_is_in_the_glossary():
    """Itself, or a class that it derives from: games are under `game`, errors under `error`."""
    known = {getattr(import_module(module), each) for _, module, each in glossary() if each}
    seen = shown_classes()
    assert len(seen) > 50
    assert [each for each, classes in seen.items() if not any(set(found.__mro__) & known for found in classes)] == []


def test_classes_are_named_in_the_words_of_the_field():
    assert [each for each in all_classes() if each[0] == "Table"] == [], "say which table"
    assert [each for each in all_classes() if any(word in each[0] for word in RETIRED)] == []


# Public names


PUBLIC = {public: getattr(zermelo, public) for public in zermelo.__all__}


def attribute_texts(path):
    """Names of a module that are followed by a text of their own."""
    for first, second in itertools.pairwise(parsed(path).body):
        is_text = isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
        if is_text and isinstance(first, ast.Assign):
            yield from (inner.id for target in first.targets for inner in ast.walk(target) if isinstance(inner, ast.Name))


def test_public_names_are_the_ones_we_mean():
    assert {
        "Game",
        "Position",
        "Report",
        "Score",
        "Outcome",
        "Limit",
        "find",
        "alphabeta",
        "best",
        "solve",
        "i8",
        "CHANCE",
    } <= set(PUBLIC)
    assert set(PUBLIC) <= set(dir(zermelo))


WAYS = {
    "a name of the room": "from zermelo.advice import AdviceTable",
    "the room": "import zermelo.advice, zermelo.play",
    "by importlib": "import importlib; importlib.import_module('zermelo.advice'); importlib.import_module('zermelo.play')",
    "a module of the room": "import zermelo.advice.table, zermelo.play.session",
    "the function first": "import zermelo; zermelo.play; zermelo.advice; import zermelo.play.session, zermelo.advice.table",
    "a pickle": "import pickle, zermelo.advice as _; from zermelo.advice import find_table; pickle.loads(pickle.dumps(find_table('tictactoe')))",
    "again": "import importlib, sys, zermelo.advice, zermelo.play; [importlib.reload(sys.modules[name]) for name in ('zermelo.advice', 'zermelo')]",
    "every module": "import pkgutil, importlib, zermelo; [importlib.import_module(m.name) for m in pkgutil.walk_packages(zermelo.__path__, 'zermelo.')"
    " if '__main__' not in m.name]",
    "a star": "from zermelo import *",
}


@pytest.mark.parametrize("how", WAYS)
def test_functions_are_functions_however_rooms_are_imported(how):
    """`zermelo.play` and `zermelo.advice` have the names of rooms; other functions those of modules."""
    tell = "import zermelo, types; print([n for n in zermelo.__all__ if isinstance(getattr(zermelo, n), types.ModuleType)], zermelo.advice('tictactoe'))"
    done = subprocess.run([sys.executable, "-c", f"{WAYS[how]}\n{tell}"], capture_output=True, text=True, check=True)
    assert done.stdout == "[] advice(tictactoe)\n"


def test_public_classes_and_functions_are_documented():
    made = {public: value for public, value in PUBLIC.items() if not isinstance(value, Field | int)}
    assert len(made) > 50
    own = {public: vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__ for public, value in made.items()}
    assert [public for public, text in own.items() if not text] == []
    assert [public for public, value in made.items() if not callable(value)] == []


def test_public_constants_are_documented():
    """By the text that follows them; kinds of fields by their module."""
    constants = {public for public, value in PUBLIC.items() if isinstance(value, int)}
    assert constants == {"CHANCE", "DRAW", "HIDDEN", "ONGOING"}
    assert constants <= {word for path in MODULES.values() for word in attribute_texts(path)}
    fields = {public for public, value in PUBLIC.items() if isinstance(value, Field)}
    assert fields == {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"}
    assert "`i8`" in record.__doc__
