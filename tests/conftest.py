"""What all tests share: a cache for compiled rules that is not the user's, and examples that do not change from run to run."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import hypothesis

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


def forget_tables():
    shutil.rmtree(os.environ.pop("ZERMELO_TABLES"), ignore_errors=True)


def forget_cache():
    shutil.rmtree(os.environ.pop("ZERMELO_CACHE"), ignore_errors=True)
