"""What all tests share: a place for compiled rules that is not the user's own, and steady examples."""

from __future__ import annotations

import os
import shutil
import tempfile

import hypothesis

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("steady")


def pytest_configure(config):
    """Compiled rules go where $ZERMELO_CACHE says, else to a folder that lives as long as the tests; processes inherit it."""
    if "ZERMELO_CACHE" not in os.environ:
        os.environ["ZERMELO_CACHE"] = tempfile.mkdtemp(prefix="zermelo-tests-")
        config.add_cleanup(forget_cache)


def forget_cache():
    shutil.rmtree(os.environ.pop("ZERMELO_CACHE"), ignore_errors=True)
