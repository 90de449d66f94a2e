"""The laws hold for every correct game, and each broken game is caught by exactly the law that it breaks."""

from __future__ import annotations

import json
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from broken_games import (
    BROKEN,
    Endless,
    Fives,
    GuessedCoins,
    Lock,
    MovesLoop,
    NoEnd,
    OrderForgets,
    PlayRemembers,
    PlayTouchesSource,
    Trio,
)
from games_for_tests import CORRECT, Boxes, Climb, Harvest, Race, Strip, Thirds
from long_runs import LONG

from zermelo import laws
from zermelo.engine.backends import Backend
from zermelo.errors import LimitError
from zermelo.game import watchdog
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.games import catalog
from zermelo.laws import checker, hiding

FEW = 30
"""Examples that suffice here: the games' own tests and `zermelo check` try more."""
BUILT_IN = 30 if LONG else 5
"""Examples for each built-in game, some of which are large."""


@pytest.fixture
def hurry(monkeypatch):
    """Rules that loop are given up sooner, and random games too."""
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)
    monkeypatch.setattr(checker, "MAX_PLAYOUT", 2000)


def status(result):
    return {row.law: row.status for row in result.laws}


# Games that keep the laws


@pytest.mark.parametrize("title", catalog())
def test_built_in_games_keep_every_law(title):
    result = laws.check(catalog()[title](), examples=BUILT_IN)
    assert result.ok, str(result)
    assert status(result)["moves"] == status(result)["playouts"] == status(result)["backends"] == laws.OK


@pytest.mark.parametrize("game_class", CORRECT)
def test_correct_games_keep_every_law(game_class):
    result = laws.check(game_class(), examples=FEW)
    assert result.ok, str(result)
    (row,) = [row for row in result.laws if row.law == "backends"]
    assert row.status == laws.OK
    assert "compiled, interpreted" in row.says


HIDING = tuple(law.name for law in hiding.LAWS)
RARE = ("chance first", "threatened", "forced", "at_most", "plies_left", *HIDING)
"""Laws about what none of these games has."""


@pytest.mark.parametrize(
    ("game_class", "exempt"),
    [
        (Strip, {*RARE, "playout", "chances", "ends"}),
        (Trio, {*RARE, "playout", "chances", "evaluate", "order", "key"}),
        (Thirds, {*RARE, "playout", "chances", "key", "out of turn", "ends"}),
        (Race, {*RARE, "playout", "order", "key", "ends", "wins"}),
        (Harvest, {*RARE, "playout", "chances", "order", "key", "ends"}),
        (Climb, {*RARE, "playout", "chances", "order", "key", "out of turn", "ends", "turns", "wins"}),
        (Boxes, {*RARE, "playout", "chances", "key", "ends"}),
    ],
)
def test_laws_about_what_a_game_does_not_have_do_not_apply(game_class, exempt):
    result = laws.check(game_class(), examples=FEW, backends=[])
    excused = [row for row in result.laws if row.status == laws.NOT_APPLICABLE]
    assert {row.law for row in excused} == exempt | {"backends"}
    assert all(row.note for row in excused)


# Games that break one


@pytest.mark.parametrize("game_class", BROKEN)
@pytest.mark.usefixtures("hurry")
def test_broken_games_are_caught_by_the_law_that_they_break(game_class):
    result = laws.check(game_class(), examples=FEW, backends=[])
    assert [violation.law for violation in result.violations] == [game_class.breaks], str(result)
    assert f"`{game_class.blames}`" in result.violations[0].message or game_class.breaks == "declaration"
    assert game_class.blames in result.violations[0].message
    assert not result.ok


def test_every_law_but_the_one_on_backends_has_a_game_that_breaks_it():
    every = {row.law for row in laws.check(Climb(), examples=1, backends=[]).laws}
    assert {game_class.breaks for game_class in BROKEN} == every - {"backends"}


def test_a_broken_declaration_leaves_nothing_to_try():
    result = laws.check(NoEnd(), backends=[])
    assert set(status(result).values()) == {laws.BROKEN, laws.NOT_APPLICABLE}
    assert result.positions == 0


@pytest.mark.usefixtures("hurry")
def test_a_game_without_end_is_reported_with_the_length_of_the_attempt():
    (violation,) = laws.check(Endless(), examples=FEW, backends=[]).violations
    assert "2000 moves" in violation.message


@pytest.mark.usefixtures("hurry")
def test_a_rule_that_ran_out_of_time_is_not_tried_over_and_over(monkeypatch):
    calls = []
    monkeypatch.setattr(watchdog, "_raise_in", lambda *late, given_up=watchdog._raise_in: calls.append(late) or given_up(*late))
    assert not laws.check(MovesLoop(), backends=[]).ok
    assert 1 <= len(calls) <= 3  # `moves` in turn, `moves` out of turn, and the search behind the law of keys


@pytest.mark.parametrize("seed", range(2))
def test_a_rule_that_fails_deep_in_the_game_is_found(seed):
    class LateFault(Boxes):
        def moves(self, s):
            if s.owned[0] + s.owned[1] < 3:
                yield from super().moves(s)

    (violation,) = laws.check(LateFault(), seed=seed, backends=[]).violations
    assert violation.law == "moves"
    assert len(violation.moves) == 10  # what three boxes need


# The shortest example


def test_the_only_three_moves_that_break_a_law_are_told():
    (violation,) = laws.check(Lock(), examples=100, backends=[]).violations
    assert (violation.law, violation.moves) == ("utilities", ("4", "0", "2"))
    assert violation.position == "code: 146\ncount: 3\nfives: 0\no to move"


@pytest.mark.parametrize("seed", range(2))
def test_an_example_too_deep_to_be_found_by_looking_near_is_shrunk(seed):
    (violation,) = laws.check(Fives(), seed=seed, backends=[]).violations
    assert violation.moves == ("5",) * 6
    assert violation.position == "code: 46655\ncount: 6\nfives: 6\nx to move"


def test_laws_are_reported_each_on_its_own():
    class TwiceWrong(Strip):
        def name(self, s, move):
            return "here"

        def evaluate(self, s, player):
            return s.stones

    result = laws.check(TwiceWrong(), examples=FEW, backends=[])
    assert [(violation.law, violation.moves) for violation in result.violations] == [("evaluate", ("here",)), ("names", ())]


def test_a_game_that_can_neither_name_nor_show_still_gets_an_example():
    class Mute(Strip):
        def winner(self, s):
            return 7 if s.stones == 1 else ONGOING

        def show(self, s):
            raise OSError("no paper")

        def name(self, s, move):
            raise OSError("no words")

    result = laws.check(Mute(), examples=FEW, backends=[])
    found = {violation.law: violation for violation in result.violations}
    assert set(found) == {"utilities", "show", "names"}
    assert found["utilities"].moves == ("0",)
    assert found["utilities"].position.startswith("State(cells=[1, 0, 0, 0, 0]")


# Backends


class FakeCore:
    """The interface of a backend, answered by the rules themselves, as `_core.Backend` would."""

    def __init__(self, game):
        self.game, self.rules = game, game.rules

    def _state(self, packed):
        return self.game.layout.unpack(packed)

    def to_move(self, packed):
        return self.rules.to_move(self._state(packed))

    def moves(self, packed):
        return self.rules.moves(self._state(packed))

    def chances(self, packed):
        return self.rules.chances(self._state(packed))

    def play(self, packed, move):
        return self.rules.play(self._state(packed), move).pack()

    def utilities(self, packed):
        values = self.rules.utilities(self._state(packed))
        return None if values is None else list(values)

    def evaluate(self, packed, player):
        return self.rules.evaluate(self._state(packed), player)

    def noisy(self, packed, move):
        return self.rules.noisy(self._state(packed), move)

    def order(self, packed, move):
        return self.rules.order(self._state(packed), move)

    def key(self, packed):
        return self.rules.key(self._state(packed))

    def hide(self, packed, player):
        return self.rules.hide(self._state(packed), player).pack()

    def guess(self, packed, player, dice):
        guessed = self.rules.guess(self._state(packed), player, dice)
        return None if guessed is None else guessed.pack()


def stones(packed):
    return Strip().layout.unpack(packed).stones


def disagree(rule, answer):
    """A core that answers one rule differently once a stone is on the board."""

    def method(self, packed, *args):
        truth = getattr(FakeCore, rule)(self, packed, *args)
        return answer(truth) if stones(packed) == 1 else truth

    return type("Liar", (FakeCore,), {rule: method})


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("to_move", lambda player: 1 - player),
        ("moves", lambda moves: moves[1:]),
        ("play", lambda packed: packed[:-1] + b"\1"),
        ("play", lambda packed: packed[1:]),
        ("play", lambda packed: b"\0" + packed[1:]),
        ("utilities", lambda _values: [1.0, -1.0]),
        ("evaluate", lambda value: value + 1e-12),
        ("noisy", lambda noisy: not noisy),
        ("order", lambda order: order + 1),
        ("key", lambda key: key + 1),
    ],
)
def test_a_backend_that_answers_differently_is_caught(rule, answer):
    game = Strip()
    liar = Backend("liar", disagree(rule, answer)(game))
    result = laws.check(game, examples=FEW, backends=[Backend("fake", FakeCore(game)), liar])
    (violation,) = result.violations
    assert violation.law == "backends"
    assert f"`{'winner' if rule == 'utilities' else rule}`" in violation.message
    assert "liar" in violation.message
    assert "defect of Zermelo" in violation.message
    assert len(violation.moves) == 1


def test_a_backend_whose_chances_differ_is_caught():
    class LoadedDie(FakeCore):
        def chances(self, packed):
            return [(side, 1 / 3) for side in (1, 2, 3)]

    game = Race()
    (violation,) = laws.check(game, examples=FEW, backends=[Backend("loaded", LoadedDie(game))]).violations
    assert (violation.law, violation.moves) == ("backends", ("roll",))
    assert "`chances`" in violation.message


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("hide", lambda packed: bytes(len(packed))),
        ("hide", lambda packed: packed[1:]),
        ("guess", lambda packed: bytes(len(packed))),
        ("guess", lambda _packed: None),
    ],
)
def test_a_backend_that_hides_or_guesses_differently_is_caught(rule, answer):
    dealt = 1 if rule == "hide" else 2  # nobody guesses before the coins are dealt

    def method(self, packed, *args):
        truth = getattr(FakeCore, rule)(self, packed, *args)
        return answer(truth) if self.game.layout.unpack(packed).dealt == dealt else truth

    game = GuessedCoins()
    liar = Backend("liar", type("Liar", (FakeCore,), {rule: method})(game))
    (violation,) = laws.check(game, examples=FEW, backends=[Backend("fake", FakeCore(game)), liar]).violations
    assert violation.law == "backends"
    assert f"`{rule}`" in violation.message
    assert "liar" in violation.message
    assert len(violation.moves) == dealt


def test_a_backend_that_fails_is_caught():
    class Faulty(FakeCore):
        def evaluate(self, packed, player):
            raise OverflowError("too far")

    game = Strip()
    (violation,) = laws.check(game, examples=FEW, backends=[Backend("faulty", Faulty(game))]).violations
    assert violation.law == "backends"
    assert "`evaluate`" in violation.message
    assert "too far" in violation.message


@pytest.mark.usefixtures("hurry")
def test_backends_are_never_asked_what_the_rules_could_not_answer():
    class Trap(FakeCore):
        def moves(self, packed):
            assert stones(packed) != 2, "compiled code would hang here"
            return super().moves(packed)

    game = MovesLoop()
    result = laws.check(game, examples=FEW, backends=[Backend("trap", Trap(game))])
    assert [violation.law for violation in result.violations] == ["moves"]


@pytest.mark.parametrize("game_class", [PlayRemembers, OrderForgets])
def test_backends_are_not_blamed_for_rules_that_waver(game_class):
    game = game_class()
    result = laws.check(game, examples=FEW, backends=[Backend("fake", FakeCore(game))])
    assert [violation.law for violation in result.violations] == [game_class.breaks]


# What comes out


def test_a_verdict_can_be_read():
    text = str(laws.check(Lock(), examples=100, backends=[]))
    assert text.startswith("lock breaks 1 law (")
    assert "broken  utilities" in text
    assert "after 4 0 2:" in text
    assert "code: 146" in text
    assert "(the game does not define `key`)" in text


def test_a_verdict_of_a_correct_game_says_so():
    assert str(laws.check(Climb(), examples=FEW, backends=[])).startswith("climb keeps every law (15 positions checked)")


def test_a_verdict_as_json():
    result = json.loads(json.dumps(laws.check(Lock(), examples=100, backends=[]).to_json()))
    assert (result["game"], result["ok"]) == ("lock", False)
    (broken,) = [law for law in result["laws"] if law["status"] == "broken"]
    assert broken["law"] == "utilities"
    assert broken["violation"]["moves"] == ["4", "0", "2"]
    assert all(law["says"].endswith(".") for law in result["laws"])


def test_a_long_list_of_moves_is_cut_in_the_middle():
    text = str(laws.Violation("play", "wrong", tuple(map(str, range(1000))), "board"))
    assert "after 1000 moves, 0 1 " in text
    assert " 998 999:" in text
    assert len(text) < 500


def test_the_same_seed_gives_the_same_verdict():
    assert laws.check(Boxes(), FEW, seed=7, backends=[]) == laws.check(Boxes(), FEW, seed=7, backends=[])


def test_checking_leaves_the_game_as_it_was():
    game = PlayTouchesSource()
    before = game.layout.start().pack()
    laws.check(game, examples=FEW, backends=[])
    assert game.layout.start().pack() == before


@pytest.mark.parametrize("examples", [0, -1, 2.5, True, "many"])
def test_the_number_of_examples_must_be_one(examples):
    with pytest.raises(LimitError, match="whole number of at least 1"):
        laws.check(Strip(), examples=examples, backends=[])


def test_a_game_that_is_over_at_once_is_fine():
    class Nothing(Game):
        def state(self):
            return {"turn": i8}

        def moves(self, s):
            yield 0

        def play(self, s, move):
            s.turn = 1 - s.turn

        def winner(self, s):
            return -1

    result = laws.check(Nothing(), examples=FEW, backends=[])
    assert result.ok
    assert result.positions == 1


def test_importing_the_library_does_not_import_hypothesis():
    script = "import sys, zermelo, zermelo.laws; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_check_leaves_nothing_in_the_current_folder(tmp_path):
    script = "from zermelo import TicTacToe, laws; laws.check(TicTacToe(), examples=40, backends=[])"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    assert list(tmp_path.iterdir()) == []


def test_pictures_of_correct_games_are_pictures():
    for game_class in CORRECT:
        game = game_class()
        assert ElementTree.fromstring(game.svg(game.layout.start())).tag.endswith("svg")
