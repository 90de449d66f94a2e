"""Every number of every command: what is too large, too small or not a number gets one sentence and exit code 2."""

from __future__ import annotations

import inspect
from typing import get_args

import pytest
from cli_runner import assert_one_sentence, run

from zermelo.agents.registry import AGENTS
from zermelo.cli.application import COMMANDS, find_command

HUGE = str(10**23)
NEEDED = {
    "play": ["nim([1,2])"],
    "studio": ["--no-browser"],
    "serve": [],
    "best": ["tictactoe", "--backend", "python"],
    "solve": ["nim([1,2])", "--backend", "python"],
    "perft": ["tictactoe", "--backend", "python"],
    "check": ["nim([1,2])"],
    "describe": ["nim([1,2])", "--levels", "none", "--backend", "interpreted"],
    "tree": ["nim([1,2])", "--backend", "python"],
    "lesson": ["alphabeta", "--out", "x.svg"],
    "advise": ["tictactoe"],
    "verify": ["tictactoe", "--start"],
    "match": ["nim([1,2])", "random", "random"],
    "tournament": ["nim([1,2])", "random", "random"],
    "records": ["cup.sqlite"],
    "experiment": ["threat-ads"],
    "calibrate": ["nim([1,2])", "--levels", "1-2"],
    "tune": ["nim([1,2])"],  # it has no features, so numbers like any other are refused as well
    "ablate": ["nim([1,2])", "--depth", "2", "--backend", "python"],
    "book build": ["nim([1,2])", "--out", "x.book", "--backend", "python"],
    "tablebase build": ["nim([1,2])", "--to", "."],
    "tablebase verify": ["nim([1,2])", "--from", "."],
    "uci": [],
    "gtp": [],
    "prolog": ["nothing.pl"],  # there is no such file, so numbers like any other are refused as well
    "bench": [],
}
FINE = {
    (command, "--seed", value)
    for command in ("play", "describe", "match", "tournament", "experiment", "calibrate", "ablate", "book build")
    for value in ("-1", "0")
} | {
    ("perft", "--depth", "0"),
    ("match", "--opening", "0"),
    ("tournament", "--opening", "0"),
    ("studio", "--port", "0"),
    ("serve", "--port", "0"),
    ("serve", "--queue", "0"),
    ("book build", "--margin", "0"),
    ("book build", "--margin", HUGE),
    ("experiment", "--within", HUGE),
    ("experiment", "--within", "2.5"),
    ("gtp", "--resign", "0"),
    ("gtp", "--resign", "2.5"),
}
SIZES = ("--seconds", "--margin")


def leaves(app, path):
    if app.default_command is not None:
        yield path, app
        return
    for name in app:
        if not name.startswith("-"):
            yield from leaves(app[name], f"{path} {name}")


def options():
    """Every option of every command that takes a number."""
    for name in COMMANDS:
        for path, app in leaves(find_command(name), name):
            for argument in app.assemble_argument_collection():
                kinds = {argument.hint, *get_args(argument.hint)}
                if kinds & {int, float} or argument.name == "--memory":
                    yield path, argument.name


OPTIONS = list(options())


def test_there_are_numbers_to_try():
    assert {command for command, _ in OPTIONS} == set(NEEDED)
    assert len(OPTIONS) > 40


@pytest.mark.parametrize("value", [HUGE, "9" * 999, "9" * 9999, "\u00b2", "-1", "0", "2.5", "nan", "inf", "x", ""])
@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_odd_numbers_get_one_sentence(command, option, value, tmp_path, monkeypatch):
    if (command, option, value) in FINE or (option in SIZES and value == "2.5"):
        pytest.skip("a number like any other")
    monkeypatch.chdir(tmp_path)
    for door in ("studio", "service"):
        monkeypatch.setattr(f"zermelo.{door}.server.serve", lambda *_, **__: pytest.fail("it serves"))
    words = [*command.split(), *NEEDED[command]]
    if option in words:
        at = words.index(option)
        del words[at : at + 2]
    assert_one_sentence(run(*words, f"{option}={value}"))


@pytest.mark.parametrize("value", [HUGE, "9" * 999, "9" * 9999, "\u00b2", "-1", "0", "2.5", "1e400", "x", "[]", "True", "''"])
@pytest.mark.parametrize("agent", AGENTS)
def test_odd_values_in_agents_never_end_in_a_defect(agent, value):
    limits = {"uct": "playouts=5", "montecarlo": "games=1", "random": "", "level": "", "table": "", "advice": "", "advised": ""}
    limit = limits.get(agent, "depth=1" if agent in ("minimal", "maxn") else "nodes=20")
    for name in inspect.signature(AGENTS[agent]).parameters:
        given = ", ".join(filter(None, [f"{name}={value}", "" if limit.startswith(f"{name}=") else limit]))
        if name in ("depth", "seconds", "nodes", "playouts", "games", "memory") and agent in ("strong", "proof", "alphabeta"):
            given = f"{name}={value}" if name == "nodes" else f"{name}={value}, nodes=20"
        outcome = run("best", "tictactoe", "--agent", f"{agent}({given})", "--backend", "interpreted")
        assert outcome.code in (0, 2), outcome
