"""Patterns: every backend finds the same sum, symmetric positions are worth the same, files are checked, and a fit finds weights that are known."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from cli_runner import run as command
from patterns_for_tests import Alone, Lines

import zermelo
from zermelo import AgentError, Game, GameError, Othello, RuleError
from zermelo.arena.tuning.pattern_fit import PlaceFinder, fit_stage
from zermelo.engine import open_backend
from zermelo.game.evaluation import Evaluation
from zermelo.game.pattern_file import own_weights, pack_weights, read_weights_file
from zermelo.game.patterns import patterns_of

BACKENDS = ("native", "compiled", "interpreted", "python")


def some_weights(game, seed=1, unit=16):
    """Random weights; each order of reading gets its own, so a twin that shares them wrongly is found."""
    patterns, chance = patterns_of(game), random.Random(seed)
    return pack_weights(game, chance.choices(range(-300, 301), k=patterns.size * patterns.stages), unit, quickly=True)


def weighed(game, seed=1, unit=16):
    return game.with_evaluation(Evaluation(called="random", patterns=some_weights(game, seed, unit)))


@pytest.fixture(scope="module")
def othello():
    return weighed(Othello())


def middle(position, plies, seed):
    chance = random.Random(seed)
    for _ in range(plies):
        if position.over:
            break
        after = position.play(position.name(chance.choice(position.choices)))
        position = position if after.over else after
    return position


def seen(report):
    return report.move, report.value, report.line, report.nodes, report.depth


# What a position is worth


def test_the_patterns_of_othello():
    patterns = patterns_of(Othello())
    assert {table.name: len(table.copies) for table in patterns.tables} == {
        "edge": 4,
        "corner": 4,
        "block": 8,
        **{f"row_{number}": 4 for number in (2, 3, 4)},
        "diagonal_8": 2,
        **{f"diagonal_{length}": 4 for length in (7, 6, 5, 4)},
        "tempo": 1,
    }
    assert {tuple(sorted(copy)) for copy in patterns.tables[3].copies} == {
        tuple(range(8, 16)),
        tuple(range(48, 56)),
        tuple(range(1, 64, 8)),
        tuple(range(6, 64, 8)),
    }


@pytest.mark.parametrize("game", [Othello(), Lines()], ids=str)
def test_the_value_is_the_sum_over_all_images_of_the_board(game):
    """By another way: the board is turned and mirrored, and only the declared rows of cells are read."""
    weights, patterns = some_weights(game), patterns_of(game)
    variant = game.with_evaluation(Evaluation(patterns=weights))
    symmetries = {tuple(range(patterns.cells))}
    while True:
        more = {tuple(one[cell] for cell in other) for one in (*symmetries, *game.pattern_symmetries) for other in symmetries}
        if more <= symmetries:
            break
        symmetries |= more
    assert len(symmetries) == 8
    for plies in (0, 3, 4, 7, 20, 41):
        position = middle(game.start(), plies, plies)
        s, mover = position.state, position.player
        cells, total = list(game.pattern_cells(s, mover)), 0
        for table in patterns.tables:
            rows = game.patterns[table.name]
            rows = rows if rows and not isinstance(rows[0], int) else [rows]
            read: dict[frozenset[int], int] = {}
            for row in rows:
                for each in symmetries:
                    place = frozenset(each[cell] for cell in row)
                    code = int("0" + "".join(str(cells[each[cell]]) for cell in row), 3)
                    read[place] = min(code, read.get(place, code))
            start = patterns.size * game.pattern_stage(s) + table.start
            total += sum(weights.numbers[start + code] for code in read.values())
        assert variant.rules.evaluate(s, mover) == total / 16
        assert variant.rules.evaluate(s, 1 - mover) == -total / 16
        assert (
            variant.rules.explain(s, mover).total
            == total / 16
            == sum(each.share for each in variant.rules.explain(s, mover).shares)
        )


@pytest.mark.parametrize("plies", [0, 1, 5, 12, 25, 33, 48, 57])
def test_every_backend_finds_the_same_value(othello, plies):
    position = middle(othello.start(), plies, plies)
    record = position.state.pack()
    expected = [othello.rules.evaluate(position.state, player) for player in (0, 1)]
    for name in BACKENDS[:3]:
        core = open_backend(othello, name, ("evaluate",)).core
        assert [core.evaluate(record, player) for player in (0, 1)] == expected, name


@pytest.mark.parametrize(
    ("game", "backends"), [(Othello(), BACKENDS), (Othello(discs=True), BACKENDS), (Lines(), BACKENDS[1:])], ids=str
)
@pytest.mark.parametrize("options", [{}, {"ordering": "all", "table": True, "deepening": True, "pvs": True, "aspiration": True}])
def test_every_backend_searches_the_same_nodes(game, backends, options):
    weights = some_weights(game, 2)
    agent = zermelo.alphabeta(depth=3, evaluate=Evaluation(called="random", patterns=weights), **options)
    for plies in (0, 4, 50):
        position = middle(game.start(), plies, plies)
        found = [seen(agent.changed(backend=name)(position)) for name in backends]
        assert found.count(found[0]) == len(backends), found


def test_symmetric_positions_are_worth_the_same(othello):
    position = middle(othello.start(), 21, 3)
    for each in Othello.pattern_symmetries:
        s = position.state.copy()
        s.discs = [sum(1 << each[square] for square in range(64) if discs >> square & 1) for discs in position.state.discs]
        assert othello.rules.evaluate(s, 0) == position.evaluate(0)


def test_a_game_for_one_player_with_chance():
    class Bounded(Alone):
        bounded_evaluation = True

    game = weighed(Bounded(), unit=100)
    agent = zermelo.expectiminimax(depth=3)
    assert len({seen(agent.changed(backend=name)(game.start().play("1"))) for name in BACKENDS[1:]}) == 1
    values = {game.rules.evaluate(middle(game.start(), plies, plies).state, 0) for plies in range(7)}
    assert all(0 <= value <= 3 for value in values), "values keep to the bounds of the game"


# Which evaluation a game has


def test_weights_of_features_still_have_a_meaning():
    assert Othello().with_evaluation({"corners": 50}).rules.evaluation.rule == "features"
    assert Othello().with_evaluation("features").rules.evaluation.rule == "features"
    assert weighed(Othello()).rules.evaluation.rule == "pattern_cells"

    class Own(Othello):
        def evaluate(self, s, player):
            return 7 + super().evaluate(s, player) - super().evaluate(s, player)

    assert Own().start().evaluate(0) == 7
    assert Othello(6).rules.evaluation.rule == "features"


def test_othello_is_evaluated_by_its_own_patterns():
    assert Othello().rules.evaluation.rule == Othello(discs=True).rules.evaluation.rule == "pattern_cells"
    position = Othello().start().play("d3 c3 c4")
    assert position.evaluate(0) == Othello().evaluate(position.state, 0) == Othello().rules.raw.evaluate(position.state, 0)
    assert own_weights(Othello()).unit == 16
    corner = Othello().position("xxxx.... xxx..... xxooo... .xxooo.. ..xooo.. ..xooo.. ...o.... ........ x".replace(" ", "", 7))
    assert corner.evaluate(0) > 0 > corner.evaluate(1), "a corner and stable discs are worth more than a few discs"


# Files


def test_a_file_is_read_again(tmp_path):
    weights = some_weights(Lines())
    weights.save(tmp_path / "lines.patterns")
    agent = zermelo.alphabeta(depth=2, evaluate=str(tmp_path / "lines.patterns"))
    assert read_weights_file(str(tmp_path / "lines.patterns")) == weights
    for other in (agent, pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent), zermelo.agent(str(agent))):
        assert seen(other(Lines().start())) == seen(
            zermelo.alphabeta(depth=2, evaluate=Evaluation(patterns=weights))(Lines().start())
        )


def damage(data: bytes, kind: str) -> bytes:
    return {
        "empty": b"",
        "other": b"corners = 30\n",
        "format": data.replace(b"zermelo patterns 1", b"zermelo patterns 2", 1),
        "cut": data[:-7],
        "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "header": data.replace(b'"unit": 16', b'"unit": "a"', 1),
        "no number": data.replace(b'"unit": 16', b'"unit": NaN', 1),
        "count": data.replace(b'"count": 192', b'"count": 191', 1),
        "huge": data.replace(b'"count": 192', b'"count": 99999999999999999999', 1),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("empty", "is not a file of pattern weights; `zermelo tune --by patterns` writes them"),
        ("other", "is not a file of pattern weights"),
        ("format", "has another format (2); this Zermelo reads format 1"),
        ("cut", "is damaged: its checksum is wrong"),
        ("flipped", "is damaged: its checksum is wrong"),
        ("header", "is damaged: its header cannot be read"),
        ("no number", "is damaged: its header cannot be read"),
        ("count", "is damaged: it does not contain the 191 numbers of its header"),
        ("huge", "is damaged: it does not contain the 99999999999999999999 numbers"),
    ],
)
def test_damaged_files(tmp_path, kind, told):
    path = tmp_path / "bad.patterns"
    some_weights(Lines()).save(path)
    assert b'"count": 192' in path.read_bytes()
    path.write_bytes(damage(path.read_bytes(), kind))
    with pytest.raises(AgentError) as error:
        zermelo.alphabeta(evaluate=str(path))(Lines().start())
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_files_of_other_games(tmp_path):
    path = str(tmp_path / "lines.patterns")
    some_weights(Lines()).save(path)

    class Stages(Lines):
        pattern_stages = 4

        @classmethod
        def title(cls):
            return "lines"

    for game, told in (
        (Othello(), "has the pattern weights of lines, not of othello; give a file of this game"),
        (Othello(6), "othello(6) declares no patterns, so "),
        (zermelo.TicTacToe(), "tictactoe declares no patterns"),
        (Stages(), "was made for other patterns or another board than those of lines; tune again"),
    ):
        with pytest.raises(AgentError, match=None) as error:
            zermelo.alphabeta(depth=1, evaluate=path)(game.start())
        assert told in str(error.value)
    missing = command("best", "othello", "--agent", "alphabeta(depth=1, evaluate='nowhere.patterns')")
    assert missing.code != 0
    assert "`nowhere.patterns` cannot be read: no such file or directory" in missing.err


@pytest.mark.parametrize("wrong", [0.5, "1", None, True, 40_000, float("nan")])
def test_weights_that_are_no_whole_numbers(wrong):
    with pytest.raises(GameError, match="a pattern weight must be a whole number from -32767 to 32767"):
        pack_weights(Lines(), [wrong] * 192, 16)


def test_a_file_of_a_class_that_is_missing():
    class Lost(Lines):
        pattern_weights = "lost.patterns"

    with pytest.raises(GameError, match=r"the pattern weights `lost\.patterns` cannot be read: no such file"):
        Lost().start()


# What authors get wrong


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ({"patterns": {"a": (0, 0)}}, "Wrong.patterns['a'] must be a row of different cells from 0 to 8"),
        ({"patterns": {"a": (0, 9)}}, "Wrong.patterns['a'] must be a row of different cells from 0 to 8"),
        ({"patterns": {"a": [(0, 1), (2,)]}}, "or several of equal length"),
        ({"patterns": {"a": 3}}, "Wrong.patterns['a'] must be a row"),
        ({"patterns": [(0, 1)]}, "Wrong.patterns must be a dictionary of names and rows of cells"),
        ({"pattern_symbols": 1}, "Wrong.pattern_symbols must be a whole number from 2 to 256, not 1"),
        ({"pattern_stages": 0}, "Wrong.pattern_stages must be a whole number from 1 to 256, not 0"),
        ({"pattern_symmetries": ((0, 0, 1),)}, "Wrong.pattern_symmetries must have, for every cell, the cell that it goes to"),
        ({"patterns": {"a": tuple(range(9))}, "pattern_symbols": 5}, "has 5^9 configurations; at most 65536 are possible"),
        ({"players": ("a", "b", "c")}, "Wrong.patterns are for games of one player, or of two with zero sum"),
    ],
)
def test_wrong_declarations(declared, told):
    made = type("Wrong", (Lines,), declared)
    with pytest.raises(GameError) as error:
        patterns_of(made())
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("rule", "answer", "told"),
    [
        ("pattern_stage", lambda self, s: 3, "rule `pattern_stage` of .* answered 3; it must be a whole number from 0 to 2"),
        ("pattern_cells", lambda self, s, player: iter([0] * 8), "must yield 9 numbers, one for each cell of the patterns"),
        ("pattern_cells", lambda self, s, player: iter([0] * 10), "must yield 9 numbers"),
        ("pattern_cells", lambda self, s, player: iter([0] * 8 + [3]), "yields 3; symbols are from 0 to 2"),
    ],
)
@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_wrong_answers(rule, answer, told, backend):
    made = weighed(type("Wrong", (Lines,), {rule: answer})())
    with pytest.raises(RuleError, match=told):
        zermelo.alphabeta(depth=1, backend=backend)(made.start())


# The fit


def test_a_fit_finds_known_weights():
    patterns, chance = patterns_of(Lines()), np.random.default_rng(1)
    cells = chance.integers(0, 3, (4000, 9)).astype(np.uint8)
    places = PlaceFinder(patterns)(cells)
    for row, found in zip(cells[:50], places, strict=False):
        assert list(found) == patterns.places(0, list(row)), "numpy finds what the specification finds"
    right = chance.normal(0, 3, patterns.size)
    found = fit_stage(places, right[places].sum(axis=1), np.zeros(patterns.size), penalty=1e-6)
    assert np.abs(found.weights[places].sum(axis=1) - right[places].sum(axis=1)).max() < 0.01
    assert found.error < 0.01


def test_rare_configurations_stay_near_the_start():
    places, values = np.array([[0]] * 99 + [[1]] * 2), np.array([10.0] * 101)
    found = fit_stage(places, values, np.zeros(3), penalty=50.0)
    assert found.weights[0] > 6
    assert 0 < found.weights[1] < 1
    assert found.weights[2] == 0
    later = fit_stage(places, values, np.array([0.0, 7.0, 5.0]), penalty=50.0)
    assert 7 < later.weights[1] < 7.5
    assert later.weights[2] == 5


PLAN = (
    "--by",
    "patterns",
    "--games",
    "60",
    "--opening",
    "4",
    "--solve",
    "9",
    "--nodes",
    "30",
    "--match",
    "20",
    "--quiet",
    "--force",
)


@pytest.mark.long
def test_tuning_finds_what_cells_are_worth(tmp_path):
    """In this game the worth of a cell is known. Every position is solved, so the fit finds their order."""
    game = f"{Path(__file__).parent / 'patterns_for_tests.py'}:Points"
    first = command("tune", game, *PLAN, "--out", str(tmp_path / "a.patterns"), "--state", str(tmp_path / "a.sqlite"))
    assert "error of each stage on held-out positions" in first.out, first.err
    again = command("tune", game, *PLAN, "--out", str(tmp_path / "b.patterns"), "--state", str(tmp_path / "a.sqlite"))
    fresh = command("tune", game, *PLAN, "--out", str(tmp_path / "c.patterns"), "--jobs", "2")
    assert again.out.splitlines()[:2] == fresh.out.splitlines()[:2] == first.out.splitlines()[:2]
    data = [(tmp_path / f"{name}.patterns").read_bytes() for name in "abc"]
    assert data[0] == data[1] == data[2], "equal seeds give equal files, also from a state and with several processes"
    weights = read_weights_file(str(tmp_path / "a.patterns"))
    numbers = [number / weights.unit for number in weights.numbers]
    corner, side, centre = ((numbers[start + 1] - numbers[start + 2]) / 2 for start in (0, 3, 6))  # mine, not yours
    assert abs(corner - side - 2) < 0.5
    assert abs(side - centre - 3) < 1, "3, 1 and -2; only differences matter, because both players have equally many stones"


def test_refusals(tmp_path):
    for words, told in (
        (
            ("tune", "tictactoe", "--by", "patterns"),
            "tictactoe declares no patterns to fit; declare `patterns` and `pattern_cells`",
        ),
        (("tune", "othello", "--by", "patterns", "--out", str(tmp_path / "a.toml")), ".patterns"),
        (("tune", "othello", "--by", "patterns", "--depth", "0"), "depth"),
    ):
        found = command(*words)
        assert (found.code != 0, told in found.err) == (True, True), (words, found.err)


def test_the_default_pattern_rules_say_what_is_missing():
    class Bare(Game):
        patterns = {"a": (0,)}

    with pytest.raises(GameError, match="Bare has `patterns`, but no `pattern_cells`"):
        list(Bare().pattern_cells(None, 0))
