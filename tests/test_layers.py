"""Layers: who may import whom, what has a twin, and how long a file may be. The tables here are the law; code follows."""

from __future__ import annotations

import ast
import inspect
import itertools
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.engine import montecarlo as sampler
from zermelo.engine.search import ALGORITHMS
from zermelo.game import record
from zermelo.game.record import Field

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "zermelo"
CRATES = ROOT / "crates"
LAYERS = (
    ("doors", "cli studio __main__"),
    ("arena", "arena calibration experiments"),
    ("bench", "bench ablation"),
    ("knowledge", "advice tables"),
    (
        "engine",
        "engine fit memory laws solution why book levels many chance luck oracle searcher sampler trials agents compile backends tree tuples grown drawing steps transcript advisor dice",
    ),
    ("search and games", "search games"),
    (
        "vocabulary",
        "errors record game faces rules facts patience position calls limit report clock pdn pgn squares files html leash recursion",
    ),
    ("Rust", "_core"),
)
"""Modules from top to bottom; each may import from its own layer and from those below. `zermelo` itself only gathers names."""
RANK = {module: -rank for rank, (_, modules) in enumerate(LAYERS) for module in modules.split()}
NEVER_AT_IMPORT = ("numba", "llvmlite", "hypothesis", "rich", "cyclopts")
PYTHON_FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")
RUST_FILES = sorted(CRATES.rglob("*.rs"))


def name(path):
    return str(path.relative_to(ROOT))


def part(path):
    """The part of the package that a file belongs to: a module or a folder."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path):
    """(part, line) for each import of the package's own; those for the type checker only do not count."""
    tree = ast.parse(path.read_text())
    typing = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in typing:
            continue
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}, line {node.lineno}: imports inside the package are written in full"
            module = node.module or ""
            names = [f"zermelo.{alias.name}" for alias in node.names] if module == "zermelo" else [module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for each in names:
            if each.startswith("zermelo."):
                yield each.split(".")[1], node.lineno


def test_every_module_has_its_place():
    assert {part(path) for path in PYTHON_FILES} - set(RANK) == set()


def test_imports_go_down():
    for path in PYTHON_FILES:
        for target, line in imported(path):
            if target != "__version__":
                assert RANK[target] <= RANK[part(path)], f"{name(path)}, line {line}: {part(path)} may not import {target}"


def test_no_door_and_no_game_knows_another():
    games = {path.stem for path in (PACKAGE / "games").glob("*.py")} - {"__init__"}
    for path in (PACKAGE / "search").glob("*.py"):
        assert "zermelo.games" not in path.read_text(), f"{name(path)} knows a game"
    assert games >= {"connect", "grundy", "isolation", "nim", "tictactoe", "tree"}


def test_the_imports_that_are_checked_are_there():
    """Or else the test above would be content with anything."""
    found = {(part(path), target) for path in PYTHON_FILES for target, _ in imported(path)}
    assert {("cli", "agents"), ("engine", "search"), ("search", "rules"), ("backends", "compile"), ("game", "faces")} <= found


def test_importing_zermelo_imports_nothing_slow():
    program = f"import sys, zermelo; print([name for name in {NEVER_AT_IMPORT} if name in sys.modules], zermelo.find('nim'))"
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[] nim\n", "")


def test_no_module_imports_something_slow_at_its_top():
    for path in PYTHON_FILES:
        if part(path) in ("laws", "cli"):
            continue
        for node in ast.parse(path.read_text()).body:
            roots = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            roots += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {root.split(".")[0] for root in roots} & set(NEVER_AT_IMPORT), name(path)


# Rust


def manifest(crate):
    return tomllib.loads((CRATES / crate / "Cargo.toml").read_text())


def test_the_core_crate_knows_nothing_of_python():
    tables = [table for key, table in manifest("zermelo").items() if key.endswith("dependencies")]
    assert not [dependency for table in tables for dependency in table if "py" in dependency]
    for path in (CRATES / "zermelo").rglob("*.rs"):
        assert not re.search(r"\bpyo3\b|\bPy[A-Z]\w+", path.read_text()), name(path)


def test_the_binding_crate_stands_on_the_core():
    assert manifest("zermelo-python")["dependencies"]["zermelo"] == {"path": "../zermelo"}


def test_rust_search_sees_games_through_the_trait_only():
    for path in (CRATES / "zermelo" / "src" / "search").glob("*.rs"):
        assert not re.search(r"\bgames::|\bcompiled::", path.read_text()), name(path)


def test_every_search_file_has_a_twin_of_the_same_name():
    specification = {path.stem for path in (PACKAGE / "search").glob("*.py")} - {"__init__"}
    twin = {path.stem for path in (CRATES / "zermelo" / "src" / "search").glob("*.rs")} - {"mod"}
    assert specification == twin


def test_native_rules_are_twins_of_games():
    wanted = {cls.native for cls in zermelo.catalog().values() if cls.native}
    there = {path.stem for path in (CRATES / "zermelo" / "src" / "games").glob("*.rs")} - {"mod"}
    assert wanted == there
    assert there <= {path.stem for path in (PACKAGE / "games").glob("*.py")}


def test_algorithms_are_the_same_rows_in_both_languages():
    text = (CRATES / "zermelo" / "src" / "search" / "control.rs").read_text()
    assert set(re.findall(r'"(\w+)" => Some\(Self::', text)) == {*ALGORITHMS, *sampler.ALGORITHMS}
    assert set(ALGORITHMS) <= set(AGENTS)


# Every file


def test_every_file_begins_with_what_it_is():
    silent = [name(path) for path in (*PYTHON_FILES, *RUST_FILES) if not path.read_text().startswith(('"""', "//!"))]
    assert not silent


# Public names


PUBLIC = sorted(
    key
    for key, value in vars(zermelo).items()
    if not key.startswith("_") and not inspect.ismodule(value) and key != "annotations"
)


def attribute_texts(path):
    """Names of a module that are followed by a text of their own."""
    body = ast.parse(path.read_text()).body
    for first, second in itertools.pairwise(body):
        is_text = isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
        if is_text and isinstance(first, ast.Assign):
            yield from (inner.id for target in first.targets for inner in ast.walk(target) if isinstance(inner, ast.Name))


def test_public_names_are_the_ones_we_mean():
    assert {"Game", "Position", "Report", "Limit", "find", "alphabeta", "minimax", "i8", "CHANCE"} <= set(PUBLIC)


def test_public_names_are_documented():
    """Classes and functions by themselves, constants by the text that follows them, kinds of fields by their module."""
    texts = {word for path in PYTHON_FILES for word in attribute_texts(path)}
    for public in PUBLIC:
        value = getattr(zermelo, public)
        if isinstance(value, Field):
            assert "`i8`" in record.__doc__
        elif isinstance(value, int):
            assert public in texts
        elif inspect.isclass(value):
            assert vars(value)["__doc__"], public
        else:
            assert callable(value)
            assert value.__doc__, public
