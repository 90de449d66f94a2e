"""`zermelo check --compile`: which rules are compiled, how fast, and every reason why one is not."""

from __future__ import annotations

import json

from cli_runner import run
from sandbox import line_of, write

import zermelo
from zermelo.engine.backends import open_backend
from zermelo.game import ONGOING, Game, i8
from zermelo.games import load
from zermelo.portrait.compiled_rules import compiled_rules


def test_every_rule_of_a_compiled_game_has_its_speed():
    found = compiled_rules(zermelo.find("breakthrough"), seconds=0.1)
    assert [rule.rule for rule in found.rules] == ["moves", "play", "winner", "evaluate", "noisy", "order"]
    assert {rule.backend for rule in found.rules} == {"compiled"}
    assert all(rule.times is not None and rule.times > 1 for rule in found.rules)
    assert abs(sum(rule.share or 0 for rule in found.rules) - 1) < 1e-9
    assert found.fallbacks == 0


def test_rules_in_rust_and_dice_are_timed():
    assert {rule.backend for rule in compiled_rules(zermelo.find("connect4"), seconds=0.1).rules} == {"native"}
    pig = {rule.rule: rule for rule in compiled_rules(zermelo.find("pig"), seconds=0.1).rules}
    assert pig["chances"].per_second
    assert pig["moves"].per_second


def test_answers_that_python_had_to_give_are_counted(tmp_path):
    wide = "def evaluate(self, s, player):\n    x = 2 ** 62 - s.turn\n    return (x * x + s.turn) % 7"
    found = compiled_rules(load(write(tmp_path, wide)).Sandbox(), seconds=0.1)
    assert found.fallbacks > 0
    assert "were left to Python" in str(found)


def test_all_reasons_are_shown_with_their_lines(tmp_path):
    path = write(
        tmp_path, "def winner(self, s):\n    x = len(f'{s.a}')  # here\n    y = len(f'{s.b}')  # there\n    return ONGOING"
    )
    shown = str(compiled_rules(load(path).Sandbox(), seconds=0.1))
    assert "winner     interpreted" in shown
    assert f"{line_of(path)}: text that depends on the state" in shown
    assert f"{line_of(path, '# there')}: text that depends on the state" in shown


def test_a_heuristic_that_cannot_be_compiled_does_not_hide_the_rules(tmp_path):
    path = write(tmp_path, "def evaluate(self, s, player):\n    return len(f'{s.a}') + len(f'{s.b}')  # here")
    shown = run("check", f"{path}:Sandbox", "--compile", "--examples", "1", "--json")
    rules = {rule["rule"]: rule for rule in json.loads(shown.out)["compiled"]["rules"]}
    assert (rules["moves"]["backend"], rules["evaluate"]["backend"]) == ("compiled", "interpreted")
    (reason,) = rules["evaluate"]["reasons"]
    assert reason.startswith(f"{line_of(path)}: text that depends on the state")
    assert "^" in reason


class Hog(Game):
    """`moves` makes hundreds of thousands of small dictionaries in one call."""

    def state(self):
        return dict(left=i8(2), turn=i8)

    def moves(self, s):
        total = 0
        for number in range(400_000):
            kept = {s.left: number}
            kept[number] = s.left
            total += len(kept)
        yield 0
        if total == 3:
            yield 1

    def play(self, s, move):
        s.left -= 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.left == 0 else ONGOING


def test_small_lists_beyond_the_memory_of_a_call_are_left_to_python():
    core = open_backend(Hog(), "compiled").core
    assert core.moves(Hog().fresh().pack()) == [0]
    assert core.fallbacks() == 1
