"""Retrograde analysis: the specification, its twin and search agree on every state.

Known numbers: tic-tac-toe has 5478 states, of which 958 are over (Schaefer's counts, in numbers that many have found); nim is
solved by exclusive or; Grundy's game has its lost heaps (OEIS A002188); Isolation on small boards.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from long_runs import LONG, few
from sampling import backends, game, samples
from tablebases_for_tests import Again, Chase, Endings, Knight, Twins

import zermelo
from zermelo import _core
from zermelo.errors import LimitError, RuleError, TablebaseError
from zermelo.game.position import Position
from zermelo.search.known import Verdict
from zermelo.tablebases import build, file_names, retrograde, verify
from zermelo.tablebases.tablebase import StateTablebase

SMALL = {
    "tictactoe": lambda: zermelo.TicTacToe(),
    "nim": lambda: zermelo.Nim([3, 4, 5]),
    "misere nim": lambda: zermelo.Nim([2, 1, 3], misere=True),
    "grundy": lambda: zermelo.Grundy(11),
    "isolation": lambda: zermelo.Isolation(3, 3),
    "free isolation": lambda: zermelo.Isolation(3, 3, moves="king", start="free"),
    "connect": lambda: zermelo.Connect(3, 4, 3),
    "strip": lambda: game("strip"),
    "chase": lambda: Chase(7),
    "even chase": lambda: Chase(8),
    "again": lambda: Again(9),
    "spoilt": lambda: Again(9, spoil=True),
    "knight": lambda: Knight(4),
    "pit": lambda: Knight(4, pit=True),
    "endings": Endings,
    "twins": Twins,
    "solo": lambda: zermelo.ChineseCheckers(1, 37, turns=0),
}
COMPILED = ("tictactoe", "nim", "misere nim", "grundy", "free isolation", "strip", "chase")
"""What the short tests compile besides what is too large to be interpreted."""


@cache
def made(name):
    return SMALL[name]()


@cache
def solved(name):
    return retrograde.solve(made(name))


def table(some_game, folder, **options):
    return build(some_game, folder=folder, **options)


# The twin


@pytest.mark.parametrize("name", SMALL)
def test_the_twin_knows_what_the_specification_knows(name, tmp_path):
    some_game, expected = made(name), solved(name)
    wanted = backends(some_game) if LONG or name in COMPILED or len(expected) > 3000 else ("interpreted",)
    for number, backend in enumerate(wanted):
        if backend == "interpreted" and len(expected) > 3000:
            continue
        made_table = table(some_game, tmp_path / str(number), backend=backend, threads=2)
        assert made_table.facts("all")["states"] == len(expected)
        assert {record: made_table.ask(record) for record in expected} == expected
        assert verify(some_game, made_table, "all", threads=2) == len(expected)


def test_counts_and_the_longest_win_are_those_of_the_states(tmp_path):
    for name in ("tictactoe", "again", "chase", "solo"):
        some_game, expected = made(name), solved(name)
        facts = table(some_game, tmp_path / name).facts("all")
        rules, unpack = some_game.rules, some_game.layout.unpack
        counts = Counter((rules.to_move(unpack(record)), verdict.outcome) for record, verdict in expected.items())
        for seat, side in enumerate(facts["sides"]):
            assert side["to_move"] == some_game.players[seat]
            assert [side["win"], side["draw"], side["loss"]] == [counts[seat, outcome] for outcome in (1, 0, -1)]
        longest = max(verdict.plies for verdict in expected.values() if verdict.outcome > 0)
        assert facts["longest_win"] == longest == max(side["longest_win"] for side in facts["sides"])
        assert expected[bytes.fromhex(facts["example"])] == Verdict(1, longest)
        assert facts["over"] == sum(rules.utilities(unpack(record)) is not None for record in expected)


def test_any_number_of_threads_makes_the_same_file(tmp_path):
    some_game = zermelo.Connect(4, 4, 3)
    one, two = (table(some_game, tmp_path / str(threads), threads=threads) for threads in (1, 2))
    assert (
        Path(one.folder, file_names.file_name(some_game)).read_bytes()
        == Path(two.folder, file_names.file_name(some_game)).read_bytes()
    )


def test_states_that_are_not_in_the_table_are_not_known(tmp_path):
    some_game = zermelo.TicTacToe()
    late = table(some_game, tmp_path, name="late", start=some_game.start().play("b2", "a1"))
    assert late.probe(some_game.start()) is None
    assert late.probe(some_game.start().play("b2", "a1", "c3")) == Verdict(0, 0)
    with pytest.raises(TablebaseError, match=r"is not in the tablebase `late` of tictactoe .*zermelo tablebase build"):
        late.best(some_game.start())
    inside = set(retrograde.work_back(retrograde.reach(some_game.rules, [some_game.start().play("b2", "a1").state])))
    for record in solved("tictactoe"):
        assert (late.ask(record) is not None) == (record in inside)


def test_states_with_one_hash_are_told_apart(tmp_path):
    """Another hash is chosen when the first one cannot tell two states of a table apart."""
    twins = Twins()
    lost, won = (twins.start().play(move) for move in ("2", "1"))
    known = table(twins, tmp_path)
    assert (known.probe(lost), known.probe(won)) == (Verdict(-1, 0), Verdict(1, 1))
    salt = b"".join(_core.TableFile(tmp_path / "twins.table").entry(index).to_bytes(2, "little") for index in range(4))
    assert int.from_bytes(salt, "little") == 1  # or else the two had not met


# Search


@pytest.mark.parametrize("name", ["misere nim", "grundy", "isolation", "strip", "again", "spoilt", "endings"])
def test_every_value_is_that_of_search(name):
    """To the end of the game, from every state: minimax for the small ones."""
    some_game, agent = made(name), zermelo.alphabeta() if len(solved(name)) > 100 else zermelo.minimax()
    for record, verdict in solved(name).items():
        position = Position(some_game, some_game.layout.unpack(record))
        if not position.over:
            report = agent(position)
            assert (report.value, report.plies) == (verdict.outcome, verdict.plies if verdict.outcome else None)


@pytest.mark.parametrize("text", few(["connect(rows=4,cols=4,line=3)", "isolation(rows=4,cols=4)", "nim([5,6,7])"], 2))
def test_values_of_larger_games_are_those_of_search(text, tmp_path):
    some_game = zermelo.find(text)
    known = table(some_game, tmp_path, threads=2)
    for position in samples(some_game, 12):
        report, proof = zermelo.alphabeta(table=True, ordering="all")(position), zermelo.proof()(position)
        verdict = known.probe(position)
        assert (report.value, report.plies) == (verdict.outcome, verdict.plies if verdict.outcome else None)
        assert proof.value == verdict.outcome


@pytest.mark.long
def test_a_game_alone_takes_as_many_moves_as_search_finds():
    """On the small star every position can be solved; the start takes eleven moves, by table and by search."""
    alone = made("solo")
    verdicts = solved("solo")
    assert len(verdicts) == 37 * 36 * 35 // 6
    assert {verdict.outcome for verdict in verdicts.values()} == {1}
    assert verdicts[alone.start().state.pack()] == Verdict(1, 11)
    limited = zermelo.ChineseCheckers(1, 37, turns=20)
    report = zermelo.alphabeta(windows=True, ordering="all", table=True)(limited.start())
    assert (report.value, report.plies) == (1, 11)


# Known numbers


def test_tic_tac_toe_has_5478_states_and_is_a_draw():
    verdicts = solved("tictactoe")
    rules, unpack = made("tictactoe").rules, made("tictactoe").layout.unpack
    ends = [rules.utilities(unpack(record)) for record in verdicts]
    assert len(verdicts) == 5478
    assert Counter(ends) == {None: 5478 - 958, (1.0, -1.0): 626, (-1.0, 1.0): 316, (0.0, 0.0): 16}
    assert verdicts[made("tictactoe").start().state.pack()] == Verdict(0, 0)


def test_connect_four_on_four_by_four_has_161029_states_and_is_a_draw(tmp_path):
    """As many as Tromp has counted for this board."""
    some_game = zermelo.Connect(4, 4)
    known = table(some_game, tmp_path, threads=2)
    assert known.facts("all")["states"] == 161029
    assert known.probe(some_game.start()) == Verdict(0, 0)


def test_nim_is_exclusive_or():
    unpack = made("nim").layout.unpack
    for record, verdict in solved("nim").items():
        first, second, third = unpack(record).heaps
        assert (verdict.outcome < 0) == (first ^ second ^ third == 0)


def test_grundys_game_is_lost_for_the_known_heaps():
    lost = [heap for heap in range(1, 27) if _start(zermelo.Grundy(heap)).outcome < 0]
    assert lost == [1, 2, 4, 7, 10, 20, 23, 26]


def _start(some_game):
    return retrograde.solve(some_game)[some_game.start().state.pack()]


@pytest.mark.parametrize(
    ("moves", "start", "wins"),
    [
        ("king", "edge", True),
        ("king", "corners", True),
        ("king", "free", True),
        ("queen", "edge", True),
        ("queen", "corners", True),
        ("queen", "free", True),
        ("knight", "edge", False),
        ("knight", "corners", False),
        ("knight", "free", False),
    ],
)
def test_isolation_on_three_by_three(moves, start, wins):
    assert (_start(zermelo.Isolation(3, 3, moves=moves, start=start)).outcome > 0) == wins


@pytest.mark.parametrize(
    ("moves", "start", "wins"),
    [
        ("king", "edge", False),
        ("queen", "edge", False),
        ("queen", "corners", True),
        ("knight", "edge", False),
        ("knight", "free", False),
    ],
)
def test_isolation_on_four_by_four(moves, start, wins, tmp_path):
    some_game = zermelo.Isolation(4, 4, moves=moves, start=start)
    assert (table(some_game, tmp_path, threads=2).probe(some_game.start()).outcome > 0) == wins


def test_circles_are_draws():
    """On a ring of seven, who is one or two steps behind wins at once; worked out by hand from there."""
    verdicts, unpack = solved("chase"), made("chase").layout.unpack
    ahead = {}
    for record, verdict in verdicts.items():
        s = unpack(record)
        gap = (s.place[1 - s.turn] - s.place[s.turn]) % 7
        assert ahead.setdefault(gap, verdict) == verdict  # the ring looks the same from everywhere
    assert (ahead[1], ahead[2], ahead[6]) == (Verdict(1, 1),) * 3
    assert ahead[0] == Verdict(-1, 0)
    assert ahead[3] == best(ahead, 3)
    assert any(verdict.outcome == 0 for verdict in verdicts.values())


def best(ahead, gap):
    """The verdict for a gap from those behind its three steps, seen by the other player."""
    behind = [ahead[(step - gap) % 7] for step in (-1, 1, 2)]
    worths = [(-known.outcome, known.outcome * known.plies, known.plies) for known in behind]
    outcome, _, plies = max(worths)
    return Verdict(outcome, plies + 1 if outcome else 0)


# Refusals


def test_games_that_tables_cannot_hold_are_refused(tmp_path):
    for text, reason in {
        "pig": r"without chance, but pig has chance nodes; search it with expectiminimax",
        "virus(3)": r"one or two players, but virus\(3\) has 3; search it with maxn",
        "harvest": r"a zero-sum game, but harvest has zero_sum = False",
        "climb": r"with a utility of .*; search it with alphabeta",
        "tree": r"wins, draws and losses, but tree .* with a utility of",
    }.items():
        with pytest.raises(TablebaseError, match=reason):
            table(game(text), tmp_path)
        with pytest.raises(TablebaseError, match=reason):
            retrograde.solve(game(text))
    assert list(tmp_path.iterdir()) == []


def test_more_states_than_memory_is_an_error_that_tells_how_many(tmp_path):
    with pytest.raises(
        TablebaseError, match=r"tablebase of connect4 does not fit into 2.0 MB of memory: \d+ states had been reached"
    ):
        table(zermelo.Connect4(), tmp_path, memory="2MB")
    with pytest.raises(LimitError, match=r"memory='little' is not a size"):
        table(zermelo.TicTacToe(), tmp_path, memory="little")
    assert list(tmp_path.iterdir()) == []


class Broken(Chase):
    """A rule that fails in a far corner."""

    def winner(self, s):
        if s.place[0] == 5 and s.place[1] == 6:
            return 7
        return 1 - s.turn if s.place[0] == s.place[1] else -2


def test_a_rule_that_fails_is_named(tmp_path):
    for backend in ("compiled", "interpreted"):
        with pytest.raises(RuleError, match="rule `winner` of broken answered 7"):
            table(Broken(), tmp_path, backend=backend)


def test_a_table_of_what_follows_from_a_position_needs_a_name(tmp_path):
    start = zermelo.TicTacToe().start().play("b2")
    with pytest.raises(TablebaseError, match="needs its own name"):
        build(start.game, start=start, folder=tmp_path)
    with pytest.raises(TablebaseError, match=r"invalid name `a/b` for a tablebase"):
        build(start.game, "a/b", start, folder=tmp_path)


def test_one_game_has_one_file_however_it_is_written():
    names = {
        file_names.file_name(zermelo.find(text))
        for text in ("isolation(4,4)", "isolation(cols=4,rows=4)", "isolation(4,4,queen)")
    }
    assert names == {"isolation-rows=4-cols=4.table"}
    assert file_names.canonical(zermelo.Nim((3, 4))) == file_names.canonical(zermelo.Nim([3, 4])) == "nim(heaps=[3, 4])"


def test_a_table_of_another_game_or_of_other_rules_is_refused(tmp_path):
    chase = Chase(7)
    table(chase, tmp_path)
    path = tmp_path / file_names.file_name(chase)
    with pytest.raises(TablebaseError, match=r"is a tablebase of chase, not of chase\(ring=8\)"):
        StateTablebase(Chase(8), tmp_path, [path])

    class Other(Chase):
        def winner(self, s):
            return s.turn if s.place[0] == s.place[1] else -2

    Other.__name__ = "Chase"
    with pytest.raises(TablebaseError, match=r"was built with other rules of chase\(7\); build it again"):
        StateTablebase(Other(7), tmp_path, [path])
