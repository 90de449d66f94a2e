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


def pytest_collection_modifyitems(config, items):
    """Tests marked `long` are for `make test-all`."""
    left_out = [] if LONG else [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


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
