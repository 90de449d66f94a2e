"""Backgammon against GNU Backgammon, if it is installed: the same plays, the same IDs, and a useful evaluation."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess

import pytest
from backgammon_for_tests import CORE, GAME, best, scattered, walked

GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
ASK = """
import gnubg, json
for line in ("display off", "confirm new off", "player 0 human", "player 1 human", "automatic roll off", "automatic game off",
             "automatic move off", "automatic bearoff off", "threads 1", "cube use off"):
    gnubg.command("set " + line)
gnubg.command("new session")
gnubg.command("set evaluation chequer evaluation plies 0")
gnubg.command("set evaluation chequer evaluation cubeful off")
gnubg.command("set turn 1")

def after(board, steps):
    yours, mine = map(list, board)
    for source, target in steps:
        mine[source - 1] -= 1
        if target > 0:
            mine[target - 1] += 1
            if yours[24 - target]:
                yours[24 - target] -= 1
                yours[24] += 1
    return gnubg.positionid((tuple(mine), tuple(yours)))

told = []
for line in open("PART.txt"):
    name, dice = line.split()
    gnubg.command("set board " + name)
    gnubg.command("set dice %s %s" % tuple(dice))
    board = gnubg.positionfromid(name)
    assert gnubg.positionid(board) == name
    hint = gnubg.hint(10000)
    plays = hint["hint"] if hint else []
    told.append([(play["move"], after(board, gnubg.parsemove(play["move"])), play["equity"]) for play in plays])
json.dump(told, open("PART.json", "w"))
"""
AT_ONCE = 8
"""Programs that run side by side, for each spends most of its time waiting for itself."""


def ask_gnubg(states, folder):
    """For each state the plays that GNU Backgammon finds: what it calls them, where they lead, and what that is worth."""
    programs = []
    for part in range(AT_ONCE):
        base = folder / f"part{part}"
        base.mkdir()  # a home for each: they would all make their settings in the same one at the same time
        base.with_suffix(".txt").write_text("".join(f"{GAME.position_id(s)} {s.dice}\n" for s in states[part::AT_ONCE]))
        base.with_suffix(".py").write_text(ASK.replace("PART", str(base)))
        command = [GNUBG, "-t", "-q", "-p", f"{base}.py"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        programs.append((base, subprocess.Popen(command, env={**os.environ, "HOME": str(base)}, **quiet)))
    told = [None] * len(states)
    for part, (base, program) in enumerate(programs):
        assert program.wait(120) == 0
        told[part::AT_ONCE] = json.loads(base.with_suffix(".json").read_text())
    return told


@pytest.mark.skipif(GNUBG is None, reason="skipped: GNU Backgammon is not installed")
def test_plays_are_those_of_gnu_backgammon(tmp_path):
    """The same positions are reached, by names that we understand; and little is lost by playing as we evaluate."""
    rng = random.Random(30)
    natural, strewn = walked(500, rng), [scattered(rng) for _ in range(500)]
    by_us, by_chance = [], []
    for number, (s, told) in enumerate(zip(natural + strewn, ask_gnubg(natural + strewn, tmp_path), strict=True)):
        packed = s.pack()
        found = {GAME.position_id(GAME.layout.unpack(CORE.play(packed, move))): move for move in CORE.moves(packed)}
        if not told:
            assert list(found.values()) == [0]
            continue
        assert sorted(found) == sorted(reached for _, reached, _ in told)
        assert all(GAME.parse(s, name) == found[reached] for name, reached, _ in rng.sample(told, min(3, len(told))))
        worth = {found[reached]: value for _, reached, value in told}
        if number < len(natural) and len(told) > 1:
            most = max(worth.values())
            by_us.append(most - worth[best(packed, list(worth), CORE.evaluate)])
            by_chance.append(most - sum(worth.values()) / len(worth))
    assert sum(by_us) / len(by_us) < 0.03 < 0.2 < sum(by_chance) / len(by_chance)


ASK_IDS = """
import gnubg, json
for line in ("display off", "confirm new off", "player 0 human", "player 1 human", "automatic roll off", "automatic game off",
             "automatic move off", "automatic bearoff off", "threads 1", "jacoby off"):
    gnubg.command("set " + line)
gnubg.command("new session")
told = []
for line in open("PART.txt"):
    name, turn, dice, whole = line.split()
    gnubg.command("set turn " + turn)
    gnubg.command("set board " + name)
    if dice != "0":
        gnubg.command("set dice %s %s" % tuple(dice))
    theirs = gnubg.positionid() + ":" + gnubg.matchid()
    gnubg.command("set gnubgid " + whole)
    told.append([theirs, gnubg.positionid(), gnubg.posinfo()["turn"], gnubg.posinfo()["dice"]])
json.dump(told, open("PART.json", "w"))
"""


@pytest.mark.skipif(GNUBG is None, reason="skipped: GNU Backgammon is not installed")
def test_ids_are_those_of_gnu_backgammon_both_ways(tmp_path):
    """It writes the IDs that we write for the same positions, and reads ours as what they mean."""
    states = walked(100, random.Random(11))
    for s in states[::4]:
        s.dice = 0
    base = tmp_path / "part"
    whole = [f"{GAME.position_id(s)}:{GAME.match_id(s)}" for s in states]
    lines = [f"{GAME.position_id(s)} {1 - s.turn} {s.dice} {each}\n" for s, each in zip(states, whole, strict=True)]
    base.with_suffix(".txt").write_text("".join(lines))
    base.with_suffix(".py").write_text(ASK_IDS.replace("PART", str(base)))
    environment = {**os.environ, "HOME": str(tmp_path)}
    command = [GNUBG, "-t", "-q", "-r", "-p", f"{base}.py"]
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=120)
    for s, ours, (theirs, board, turn, dice) in zip(
        states, whole, json.loads(base.with_suffix(".json").read_text()), strict=True
    ):
        assert ours == theirs
        assert (board, turn) == (GAME.position_id(s), 1 - s.turn)
        assert sorted(dice) == sorted(divmod(s.dice, 10))
        assert GAME.read(theirs) == s
