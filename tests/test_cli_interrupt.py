"""Ctrl-C at any moment of the start: one line, no traceback, exit code 130."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import process

import zermelo

PRESS = """
import os, signal, sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["PRESS_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000):  # until the interpreter looks at signals
                pass

sys.meta_path.insert(0, Press())
"""
MOMENTS = [
    "zermelo.agents",
    "zermelo.engine",
    "zermelo._core",
    "zermelo.games",
    "zermelo.report",
    "zermelo.cli",
    "zermelo.cli.failures",
    "cyclopts",
    "zermelo.cli.application",
    "zermelo.cli.best",
    "zermelo.cli.thinking",
    "rich.console",
    "llvmlite",
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_while_something_is_imported(moment, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(PRESS)
    (tmp_path / "mine.py").write_text((Path(__file__).parents[1] / "examples" / "race.py").read_text())
    folder = Path(zermelo.__file__).parents[1]
    environment = {"PYTHONPATH": f"{tmp_path}:{folder}", "PRESS_AT": moment, "ZERMELO_CACHE": str(tmp_path / "cache")}
    words = ["best", f"{tmp_path}/mine.py:Race", "--backend", "compiled", "--depth", "1"]
    child = process(*words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = child.communicate(timeout=120)
    assert (child.returncode, out, err) == (130, b"", b"zermelo: interrupted\n")


def test_a_program_that_imports_zermelo_keeps_its_own_ctrl_c():
    program = "import signal, zermelo; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "True\n"


def test_a_command_that_ignores_ctrl_c_goes_on_ignoring_it():
    program = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import sys; sys.argv = ['zermelo']; import zermelo; "
    program += "print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "True\n"
