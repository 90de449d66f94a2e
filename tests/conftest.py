"""What all tests share: a cache for compiled rules that is not the user's, and examples that do not change from run to run."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import tempfile

import hypothesis
import pytest
from long_runs import LONG
from studio_for_tests import Visitor, opened_browser, server

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("steady")


def pytest_configure(config):
    """Compiled rules and tables go to folders that live as long as the tests unless the environment names others."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have their background jobs ignore Ctrl-C, and so would ours
    if "ZERMELO_TABLES" not in os.environ:
        os.environ["ZERMELO_TABLES"] = tempfile.mkdtemp(prefix="zermelo-tables-")
        config.add_cleanup(forget_tables)
    if "ZERMELO_CACHE" not in os.environ:
        os.environ["ZERMELO_CACHE"] = tempfile.mkdtemp(prefix="zermelo-tests-")
        config.add_cleanup(forget_cache)


THINNED = {
    "test_commands_run": 2,
    "test_compiled_rules_answer_what_interpreted_rules_answer": 3,
    "test_axe_finds_nothing_serious": 2,
    "test_every_game_is_finished_by_clicks": 4,
    "test_games_keep_every_law": 3,
    "test_every_lesson_shows_at_its_end_what_its_steps_say": 4,
    "test_what_is_overridden_counts_on_every_backend": 2,
    "test_odd_values_in_agents_never_end_in_a_defect": 3,
    "test_a_move_is_animated_and_ends_in_the_picture_of_the_game": 3,
    "test_broken_rule_gets_one_sentence": 2,
    "test_tree_and_controls_are_seen_whole_on_every_window": 3,
    "test_the_time_to_read_a_position_or_a_move_grows_with_its_length_only": 3,
    "test_the_tree_fits_its_frame_and_the_controls_lie_under_it": 2,
    "test_visits_are_those_of_the_notes": 3,
    "test_no_address_becomes_part_of_a_page": 2,
    "test_a_rule_that_loops_is_a_rule_error": 2,
}
"""Tests of many cases, of which `make test` runs one in so many, always the same ones; `make test-all` runs them all."""


def pytest_collection_modifyitems(config, items):
    """Tests marked `long`, and most cases of tests in THINNED, are for `make test-all`; a test that is asked for by its case is run."""
    asked = any("[" in argument for argument in config.args)
    left_out, seen = [], {}
    for item in items if not LONG else ():
        name = getattr(item, "originalname", None)
        number = seen[name] = seen.get(name, -1) + 1
        if item.get_closest_marker("long") or (number % THINNED.get(name, 1) and not asked):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(map(id, left_out))
        items[:] = [item for item in items if id(item) not in gone]


def forget_tables():
    shutil.rmtree(os.environ.pop("ZERMELO_TABLES"), ignore_errors=True)


def forget_cache():
    shutil.rmtree(os.environ.pop("ZERMELO_CACHE"), ignore_errors=True)


@pytest.fixture(autouse=True)
def no_tables_of_other_tests(request, monkeypatch):
    """Agents use tables that are built, so tests must not see each other's; the examples of a page share theirs."""
    if request.path.suffix == ".py":
        folder = f"{os.environ['ZERMELO_TABLES']}-{os.getpid()}-{id(request)}"
        monkeypatch.setenv("ZERMELO_TABLES", folder)
        yield
        shutil.rmtree(folder, ignore_errors=True)
    else:
        yield


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Makes a folder that is expensive to fill and that no test changes; processes that test together share it."""

    def made(name, fill):
        base = tmp_path_factory.getbasetemp()
        base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
        with (base / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (base / name).exists():
                half = tmp_path_factory.mktemp(name)
                fill(half)
                half.rename(base / name)
        return base / name

    return made


# The studio in a browser, for one file of tests


@pytest.fixture(scope="module")
def browser():
    with opened_browser() as context:
        yield context


@pytest.fixture(scope="module")
def address(browser):
    with server() as place:
        yield place


@pytest.fixture
def visitor(browser, address):
    somebody = Visitor(browser, address)
    yield somebody
    somebody.leave()
