"""Policies in files, and agents that solve a game first: nothing wrong is played, and everything can be stopped."""

from __future__ import annotations

import json
import os
import threading

import pytest
from cli_runner import run

import zermelo
from zermelo import CHANCE, Game, i8
from zermelo.engine.agent import think
from zermelo.engine.equilibrium import Solver, exploitability
from zermelo.engine.game_size import is_larger
from zermelo.engine.policy import Policy
from zermelo.engine.rules_mark import rules_mark
from zermelo.engine.sequence_tree import Tree
from zermelo.errors import AgentError, PositionError, ZermeloWarning
from zermelo.files import FilesOffError, files_off
from zermelo.game import HIDING
from zermelo.hosting.limits import is_brief
from zermelo.search.cancel import CancelScope
from zermelo.search.control import Stop, Stopped

KUHN = zermelo.find("kuhn")


@pytest.fixture(scope="module")
def whole():
    """A policy of Kuhn poker, as it stands in a file."""
    return zermelo.equilibrium(KUHN, iterations=50)


@pytest.fixture
def damaged(whole, tmp_path):
    """Writes the policy with something changed."""
    whole.save(tmp_path / "kuhn.json")
    text = (tmp_path / "kuhn.json").read_text()

    def write(change):
        data = json.loads(text)
        change(data)
        (tmp_path / "kuhn.json").write_text(json.dumps(data))
        return tmp_path / "kuhn.json"

    return write


def every_row(place, value):
    return lambda data: [row.__setitem__(place, value) for row in data["sets"]]


DAMAGES = {
    "nan": (every_row(4, [float("nan"), 0.5]), "NaN is not a probability"),
    "infinite": (every_row(4, [float("inf"), float("-inf")]), "Infinity is not a probability"),
    "below 0": (every_row(4, [1.5, -0.5]), "1.5 is not a probability"),
    "sum": (every_row(4, [0.9, 0.9]), "add up to 1.8"),
    "texts": (every_row(4, ["0.5", "0.5"]), "is not a probability"),
    "too few": (every_row(4, [1.0]), "a probability for each move"),
    "other moves": (every_row(3, [7, 9]), "has other moves there"),
    "one move": (lambda data: (every_row(3, [1])(data), every_row(4, [1.0])(data)), "has other moves there"),
    "huge moves": (every_row(3, [0, 10**30]), "are not moves"),
    "below moves": (every_row(3, [-1, 0]), "are not moves"),
    "twice the same": (every_row(3, [1, 1]), "do not ascend"),
    "another player": (every_row(1, 0), "has other moves there"),
    "half a player": (every_row(1, 0.5), "there is no player 0.5"),
    "no such player": (every_row(1, 2), "there is no player 2"),
    "view": (every_row(2, "00"), "the view has 1 bytes"),
    "key": (lambda data: data["sets"][0].__setitem__(0, "zz"), "not the number of an information set"),
    "key twice": (lambda data: data["sets"][1].__setitem__(0, data["sets"][0][0]), "has already"),
    "one missing": (lambda data: data["sets"].pop(), "11 information sets, not 12"),
    "all missing": (lambda data: data.update(sets=[]), "no information sets"),
    "no about": (lambda data: data.pop("about"), "`about` is missing"),
    "no row": (lambda data: data["sets"].__setitem__(0, 5), "in row 0, there must be"),
    "another game": (lambda data: data.update(game=["kuhn"]), r'is a policy of \["kuhn"\], not of kuhn'),
    "other rules": (lambda data: data.update(rules="0"), "the rules of kuhn have changed since .* was made"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_policy_is_refused_with_the_reason(damage, damaged):
    change, told = DAMAGES[damage]
    with pytest.raises(AgentError, match=told):
        Policy.load(damaged(change), KUHN)


def test_a_file_of_an_earlier_version_is_read_with_a_warning_and_its_moves_are_checked(damaged):
    def older(data):
        data.update(format="zermelo policy 1")
        del data["rules"], data["information_sets"]

    path = damaged(older)
    with pytest.warns(ZermeloWarning, match="made by an earlier version, and does not say by which rules of kuhn"):
        assert len(Policy.load(path, KUHN).rows) == 12
    with pytest.raises(AgentError, match="has other moves there"):
        Policy.load(damaged(lambda data: (older(data), every_row(3, [0, 2])(data))), KUHN)


class Coin(Game):
    """Ann sees a coin and says heads or tails; bob says what it was."""

    players = ("ann", "bob")
    moves_of_bob, stake = 2, 1

    def state(self):
        return dict(coin=i8(-1), said=i8(-1), answer=i8(-1), made=i8)

    def to_move(self, s):
        return CHANCE if s.made == 0 else s.made - 1

    def chances(self, s):
        yield 0, 0.5
        yield 1, 0.5

    def moves(self, s):
        yield from range(2 if s.made == 1 else self.moves_of_bob)

    def play(self, s, move):
        if s.made == 0:
            s.coin = move
        elif s.made == 1:
            s.said = move
        else:
            s.answer = move
        s.made += 1

    def over(self, s):
        return s.made == 3

    bounds = (-5, 5)

    def utility(self, s, player):
        won = 1 if s.answer == s.coin else 0
        return self.stake if won == player else -self.stake

    def hide(self, s, player):
        if player == 1:
            s.coin = -1


def test_the_mark_of_the_rules_changes_with_what_they_answer_only():
    class Same(Coin):
        def moves(self, s):
            number = self.moves_of_bob if s.made == 2 else 2
            return list(range(number))

    class Dearer(Coin):
        stake = 3

    class Open(Coin):
        def hide(self, s, player):
            pass

    class Longer(Coin):
        moves_of_bob = 3

    mine = rules_mark(Coin())
    assert mine == rules_mark(Coin()) == rules_mark(Same())
    assert len({mine, *map(rules_mark, (Dearer(), Open(), Longer()))}) == 4


def test_a_policy_of_other_rules_plays_no_illegal_move():
    policy = zermelo.equilibrium(Coin(), iterations=5)

    class Coin3(Coin):
        moves_of_bob = 3

    with pytest.raises(AgentError, match="other moves for bob here than the game: its rules have changed"):
        Policy(Coin3(), policy.rows)(Coin3().start().play("0 1"))


def test_a_file_that_is_written_again_is_read_again(tmp_path):
    file, bluff = tmp_path / "kuhn.json", KUHN.start().play("K Q bet")
    zermelo.equilibrium(KUHN, iterations=1).save(file)
    assert "pass 50.0%" in zermelo.policy(str(file))(bluff).why
    before = os.stat(file)
    zermelo.equilibrium(KUHN, iterations=1000).save(file)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))
    assert "pass 66.7%" in zermelo.policy(str(file))(bluff).why
    with files_off("no files here"), pytest.raises(FilesOffError):
        zermelo.policy(str(file))(bluff)


# Agents that solve first


@pytest.mark.parametrize("text", ["cfr(iterations=999999999)", "cfrplus(iterations=999999999)", "mccfr(iterations=999999999)"])
def test_solving_is_cancelled_from_another_thread(text):
    scope, begun, found = CancelScope(), threading.Event(), []
    agent, position = zermelo.agent(text), zermelo.find("leduc").start().play("Js Qh")

    def work():
        with scope:
            begun.set()
            found.append(agent(position))

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    scope.cancel("seconds")
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[0].stopped == "seconds"
    assert found[0].move in position.moves


def test_after_cancelling_the_solver_goes_on_where_it_stopped(monkeypatch):
    position, iterate, scopes = KUHN.start().play("K Q bet"), Solver._iterate, []

    def step(self, number, *ends):
        iterate(self, min(number, 3), *ends)
        scopes[-1].cancel()

    monkeypatch.setattr(Solver, "_iterate", step)
    agent, told = zermelo.agent("cfr(iterations=8)"), []
    for _ in range(4):
        scopes.append(CancelScope())
        with scopes[-1]:
            report = agent(position)
        told.append((report.stopped, report.why.partition(" plays ")[0]))
    assert told[0] == ("stop", "the policy after 1 iterations")
    assert told[1] == ("stop", "the policy after 3 iterations")
    assert told[2] == ("stop", "the policy after 6 iterations")
    assert told[3][1] == "the policy after 8 iterations"


def test_without_time_each_move_is_as_likely_as_any_other():
    scope = CancelScope()
    scope.cancel("seconds")
    with scope:
        report = zermelo.agent("cfr(iterations=99)")(KUHN.start().play("K Q"))
    assert (report.stopped, report.why) == (
        "seconds",
        "there was no time to solve the game, so each move is as likely as any other",
    )


def test_ctrl_c_ends_solving_and_is_raised_again(monkeypatch):
    def press(self, number, *ends):
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "_iterate", press)
    agent, position = zermelo.agent("dcfr(iterations=77)"), KUHN.start().play("K Q")
    assert agent(position).stopped == "interrupt"
    with pytest.raises(KeyboardInterrupt):
        think(agent, position)


def test_a_game_that_is_too_large_is_refused_by_the_check():
    with pytest.raises(AgentError, match="more than 20,000,000 positions"):
        zermelo.agent("cfr").check(zermelo.find("phantomtictactoe").start())


def test_a_check_solves_nothing(monkeypatch):
    """A server checks agents before the time of a search begins."""
    monkeypatch.setattr(Solver, "__init__", None)
    for text in ("cfr(iterations=999999998)", "mccfr(iterations=999999998)"):
        zermelo.agent(text).check(KUHN.start().play("K Q"))


def test_solving_is_no_brief_search():
    assert not is_brief(zermelo.agent("cfr(iterations=100)"))
    assert is_brief(zermelo.agent("policy('kuhn.json')"))


def test_what_no_sample_has_met_is_played_evenly():
    agent = zermelo.agent("mccfr(iterations=1, sampling=outcome)")
    start = zermelo.find("leduc").start()
    whys = [agent(start.play(cards)).why for cards in ("Js Qh", "Qs Jh", "Ks Kh")]
    assert any("no sample has met what first sees here" in why for why in whys)


# Solvers


@pytest.mark.parametrize("text", ["kuhn", "leduc", "goofspiel", "liarsdice(sides=2)", "tictactoe"])
def test_positions_are_counted_without_the_tree(text):
    position = zermelo.find(text).start()
    tree, opened = Tree(position, None, 10**6), zermelo.engine.open_backend(position.game, None, HIDING)
    number = sum(tree.nodes)
    assert is_larger(position.game, opened, position.state.pack(), number) is not True
    assert is_larger(position.game, opened, position.state.pack(), number - 1) is not False
    stop = Stop()
    stop.now()
    with pytest.raises(Stopped):
        is_larger(position.game, opened, position.state.pack(), number, stop)


def test_samples_end_when_their_memory_is_full():
    solver = Solver(zermelo.find("phantomtictactoe").start(), "external", memory=1 << 27)
    solver.iterate(10**6)
    assert solver.full
    assert 1 << 16 < solver.information_sets < 1 << 19


def test_rows_of_samples_are_made_once(monkeypatch):
    solver = Solver(zermelo.find("phantomtictactoe").start(), "outcome", backend="python")
    solver.iterate(3)
    asked = []
    monkeypatch.setattr(solver._samples, "average", lambda average=solver._samples.average: asked.append(1) or average())
    assert solver.information_sets == len(solver.policy().rows)
    assert asked == [1]


@pytest.mark.parametrize(("text", "moves"), [("kuhn", "K"), ("kuhn", "K Q"), ("goofspiel", "2"), ("liarsdice(sides=2)", "1")])
def test_a_position_in_which_something_is_hidden_is_not_solved(text, moves):
    with pytest.raises(PositionError, match=r"does not see all of this position.*solve the game from its start"):
        zermelo.equilibrium(text, moves=moves)


class Shown(Coin):
    """Bob sees the coin when it is his turn."""

    def hide(self, s, player):
        if player == 1 and s.made < 2:
            s.coin = -1


def test_positions_that_all_players_know_are_solved():
    assert zermelo.equilibrium(Shown(), moves="0 1", iterations=500).about["values"][1] == pytest.approx(1, abs=0.01)
    with pytest.raises(PositionError, match="bob does not see all"):
        zermelo.equilibrium(Shown(), moves="0")
    assert zermelo.equilibrium("kuhn", position=str(KUHN.start()), iterations=5).about["iterations"] == 5
    assert "zermelo: this position of kuhn does not say what is hidden" in (
        run("solve", "kuhn", "--position", "cards ? ? / first to move").err
    )


# The command


def test_ctrl_c_keeps_what_was_found(tmp_path, monkeypatch):
    iterate = Solver._iterate

    def press(self, number, *ends):
        if self.iterations >= 7:
            raise KeyboardInterrupt
        iterate(self, number, *ends)

    monkeypatch.setattr(Solver, "_iterate", press)
    told = run("solve", "leduc", "--by", "external", "--json", "--out", str(tmp_path / "leduc.json"))
    assert told.code == 130
    assert (told.object["stopped"], told.object["iterations"]) == ("interrupt", 7)
    policy = Policy.load(tmp_path / "leduc.json", zermelo.find("leduc"))
    assert exploitability(policy) == pytest.approx(told.object["exploitability"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("kuhn", "--by", "alphabeta"), "alphabeta sees everything, but kuhn hides something from its players; use --by cfr+"),
        (("kuhn", "--by", "proof"), "proof sees everything, but kuhn hides something"),
        (("kuhn", "--out", "k.svg"), "its name must end in .json."),
        (("kuhn", "--out", "k"), "its name must end in .json."),
        (("kuhn", "--size", "9"), "--size is for solution trees"),
        (("kuhn", "--memory", "1GB"), "--memory is for searches and for samples; cfr+ takes"),
        (("liarsdice(players=3,sides=2)", "--plot", "k.svg"), "which is defined for zero-sum games of two players"),
        (("phantomtictactoe", "--by", "external", "--plot", "k.svg"), "it has more than 1,000,000 positions"),
    ],
)
def test_what_cannot_be_done_is_refused_before_it_takes_time(words, told, monkeypatch):
    monkeypatch.setattr(Solver, "_iterate", None)
    outcome = run("solve", *words)
    assert outcome.code == 2
    assert told in outcome.err


class Idle(Coin):
    """Nothing can be gained, so no point is above 0."""

    def utility(self, s, player):
        return 0


def test_a_plot_without_anything_to_gain_is_drawn(tmp_path):
    from zermelo.cli.equilibrium import _draw

    stages = list(Solver(Idle().start()).stages(3))
    assert {stage.exploitability for stage in stages} == {0}
    _draw(stages, "idle", tmp_path / "idle.svg")
    assert (tmp_path / "idle.svg").read_text().startswith("<?xml")
