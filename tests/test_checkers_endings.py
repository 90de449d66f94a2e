"""Endings of checkers with five pieces and more: their published numbers, and a build that can be interrupted anywhere."""

from __future__ import annotations

import json
from math import comb

import pytest

from zermelo._core import TableFile, TableSet, build_tables, plan_tables, table_names, verify_table

PUBLISHED = {1: 120, 2: 6972, 3: 261224, 4: 7092774, 5: 148688232, 6: 2503611964, 7: 34779531480, 8: 406309208481}
"""Positions with so many pieces, those with pieces of one side only included, not doubled for the player to move (Schaeffer)."""
KINGS = {"KKKvKK": 2 * 2013760, "KKKvKKK": 18123840, "KKKKvKKKK": 736281000}
"""Positions with kings only. A tablebase has those in which either side is to move; if both have as many, one of the two is enough."""


def one_sided(pieces):
    """Positions in which only one side has pieces, of which men have 28 squares."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


def facts(folder, name):
    return json.loads(TableFile(folder / f"checkers-{name}.table").facts)


def counted(folder, names):
    sides = [side for name in names for side in facts(folder, name)["sides"]]
    return [sum(side[key] for side in sides) for key in ("win", "draw", "loss")]


def test_as_many_positions_as_published(tmp_path):
    """Every position has a number of its own, so the sizes of the tablebases are the numbers of positions."""
    below = 0
    for pieces in range(2, 9):
        _, positions, _ = plan_tables(tmp_path, "checkers", table_names("checkers", pieces))
        assert positions - below + one_sided(pieces) == PUBLISHED[pieces]
        below = positions


def test_as_many_positions_with_kings_as_published(tmp_path):
    for name, number in KINGS.items():
        needed, positions, _ = plan_tables(tmp_path, "checkers", [name])
        _, others, _ = plan_tables(tmp_path, "checkers", needed[:-1])
        assert needed[-1] == name
        assert positions - others == number


def test_six_pieces_fit_into_the_usual_memory(tmp_path):
    assert plan_tables(tmp_path, "checkers", table_names("checkers", 6))[2] < 1 << 30


@pytest.mark.long
def test_a_build_of_five_pieces_that_is_interrupted_goes_on(tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        build_tables(folder, "checkers", ["KKKvK", "KKvK"], threads=1)
    build_tables(whole, "checkers", ["KKKKvK"], threads=1)

    def stop(name, number, tables, level, done, total):
        if level == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tables(broken, "checkers", ["KKKKvK"], threads=1, seconds=0, progress=stop)
    assert (broken / "checkers-KKKKvK.table.partial").exists()
    told = []
    build_tables(broken, "checkers", ["KKKKvK"], threads=1, progress=lambda *step: told.append(step[3]))
    assert told[0] == 9  # nothing is done twice
    assert (broken / "checkers-KKKKvK.table").read_bytes() == (whole / "checkers-KKKKvK.table").read_bytes()


@pytest.mark.long
def test_five_pieces(tmp_path):
    """Our own counts, of tablebases in which every value agrees with its successors."""
    names = table_names("checkers", 5)
    build_tables(tmp_path, "checkers", names, threads=2)
    assert counted(tmp_path, names) == [71334772, 11122892, 56993144]
    assert max(facts(tmp_path, name)["longest_win"] for name in names) == 161
    for name in ("KKKvKK", "KKMvKM", "MMMvMM"):
        verify_table(tmp_path, "checkers", name, threads=2)
    assert set(names) <= set(TableSet(tmp_path, "checkers").names())


@pytest.mark.long
def test_three_kings_against_three(tmp_path):
    build_tables(tmp_path, "checkers", ["KKKvKKK"], threads=2)
    assert counted(tmp_path, ["KKKvKKK"]) == [7121084, 10631632, 371124]
    assert facts(tmp_path, "KKKvKKK")["longest_win"] == 73
    verify_table(tmp_path, "checkers", "KKKvKKK", threads=2)
