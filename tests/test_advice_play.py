"""Advice at play: tables that do what they promise, an agent that follows its plans, and explanations that say why."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from advice_for_tests import one_piece

import zermelo
from zermelo.advice import AdviceError, Expert, Explanation, Knowledge, consult, read
from zermelo.agents.advice import advice
from zermelo.agents.registry import AGENTS, agent
from zermelo.arena.match import Match
from zermelo.errors import AgentError
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.game.record import i8

TICTACTOE, CONNECT4 = zermelo.find("tictactoe"), zermelo.find("connect4")
FORCED = "4 1 5 1"
"""After this x has two stones in the middle of the bottom row, and o slept."""


# Tables


def results(expert, position, us, known):
    """What the table gets, against every defence."""
    key = position.state.pack()
    if position.over:
        return {position.values[us]}
    if key not in known:
        if position.player == us:
            moves = [consult(expert, position).tree.move]
        else:
            moves = position.choices
        known[key] = set().union(*(results(expert, position.advance(move), us, known) for move in moves))
    return known[key]


@pytest.mark.parametrize("us", [0, 1])
def test_tictactoe_never_loses(us):
    """Every line of play, on both sides; draws and wins both come up."""
    expert = Expert.find("tictactoe", TICTACTOE)
    assert results(expert, TICTACTOE.start(), us, {}) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("moves", "rule", "advice", "played"),
    [
        ("", "quiet", "centre", "b2"),
        ("b2", "quiet", "corner", "a1"),
        ("a1 b2 c3", "danger", "prevent_fork", "b1"),
        ("a1 b1 a2", "block", "block", "a3"),
        ("b2 b1 a1 c3", "fork", "fork", None),
        ("a1 b1 a2 b2", "win", "win", "a3"),
        ("a1 b2 b1 c1", "block", "block", "a3"),
        ("b2 a1", "quiet", "opposite_corner", "c3"),
        ("a1 b1 c1 a2 b2 a3 b3 c3", "quiet", "side", "c2"),
    ],
)
def test_tictactoe_plays_by_the_book(moves, rule, advice, played):
    tree = consult(Expert.find("tictactoe", TICTACTOE), TICTACTOE.start().play(moves)).tree
    assert (tree.rule, tree.advice) == (rule, advice)
    assert played in (None, tree.line[0])


def test_connect4_beats_chance():
    result = Match(CONNECT4, agent("advice(connect4)"), agent("random"), games=20).play()
    assert result.wins >= 19


def test_connect4_on_another_board():
    game = zermelo.find("connect(rows=4,cols=5,line=3)")
    assert Match(game, agent("advice(connect4)"), agent("random"), games=10).play().wins >= 9


def test_connect4_forces_a_win_by_threats():
    tree = consult(Expert.find("connect4", CONNECT4), CONNECT4.start().play(FORCED)).tree
    assert (tree.advice, tree.line, tree.root.height, len(tree)) == ("force", ("3", "1", "2"), 3, 16)


# Plans


def plan():
    return consult(Expert.find("connect4", CONNECT4), CONNECT4.start().play(FORCED)).tree


def test_a_plan_is_followed_by_replies():
    tree = plan()
    assert tree.after("3", "2").line == ("6",)
    assert tree.after(2, 1).position == tree.position.play("3 2")
    assert tree.after("4") is None
    assert tree.after("3", "2", "6") is None
    assert tree.at(tree.position) == tree
    assert tree.at(tree.position.play("3 7")).line == ("2",)
    assert tree.at(tree.position.play("3 7 2")) is None
    assert tree.at(tree.position.play("4 4")) is None


def test_a_plan_as_text_json_and_picture():
    tree = plan()
    lines = str(tree).splitlines()
    assert lines[:4] == ["▲ x, to reach won", "└─ 3  ▼ o", "   ├─ 1  ▲ x", "   │  └─ 2  ■ x won"]
    assert lines[-2:] == ["   └─ 7  ▲ x", "      └─ 2  ■ x won"]
    data = json.loads(json.dumps(tree.to_json()))
    assert (data["table"], data["advice"], data["goal"]) == ("connect4", "force", "won")
    below = data["root"]["children"][0]
    assert (data["root"]["kind"], below["move"], below["kind"], len(below["children"])) == ("us", "3", "them", 7)
    assert below["children"][0]["children"][0] == {"move": "2", "kind": "goal", "reached": "x won", "children": []}
    picture = ElementTree.fromstring(tree.to_svg())
    drawn = [node.get("class") for node in picture.iter() if (node.get("class") or "").startswith("node")]
    assert sorted(drawn) == sorted(["node max"] * 8 + ["node min"] + ["node goal"] * 7)


def test_names_in_pictures_are_escaped():
    class Loud(Game):
        players = ("<b>&", "x")

        def state(self):
            return dict(turn=i8)

        def moves(self, s):
            yield 0

        def play(self, s, move):
            s.turn = 1 - s.turn

        def winner(self, s):
            return ONGOING

        def name(self, s, move):
            return "<&>"

    tree = consult(Expert(one_piece(), Loud()), Loud().start()).tree
    assert "<&>" in "".join(ElementTree.fromstring(tree.to_svg()).itertext())


# Explanations


def told(table, moves, game=TICTACTOE, **options):
    expert = Expert.find(table, game) if isinstance(table, str) else Expert(table, game)
    return Explanation(consult(expert, game.start().play(moves), **options))


def test_an_explanation_says_what_was_wrong_with_everything_else():
    text = str(told("connect4", "4 4 5 5 3", CONNECT4))
    assert text.startswith("Table connect4 advises o to play 3: rule block, advice anything.\n")
    for line in (
        "rule win    does not apply: `we_can_win` is false (a stone of ours completes a line)",
        "rule block  applies",
        "force     fails: it allows us no move, and `won` is false (the game is over, and we have won)",
        "careful   fails: the holding-goal is broken, `not they_win_twice or we_can_win` is false",
        "block     fails: each of 7 moves that it allows",
        "7 of them, such as 3: `they_can_win` is true (a stone of theirs completes a line)",
        "anything  works: 3",
    ):
        assert line in text


def test_reasons_are_counted_and_shown_by_example():
    table = one_piece(
        better="won", holding="not they_can_win", us="depth < 3 and legal", them="depth = 1 and legal", knowledge="ThreeInARow"
    )
    found = told(table, "a1 b2 a2")
    assert "o" in found.headline
    (attempt,) = found.to_json()["rules"][0]["advice"]
    assert (attempt["works"], attempt["tried"]) == (False, 0)
    found = told(table, "a1 b2")
    (attempt,) = found.to_json()["rules"][0]["advice"]
    assert attempt["tried"] == 7 == sum(reason["moves"] for reason in attempt["reasons"])
    first = attempt["reasons"][0]
    assert first["moves"] == max(reason["moves"] for reason in attempt["reasons"])
    assert TICTACTOE.start().play("a1 b2").play(*first["example"])
    assert re.search(r"\d of them, such as b1 .*: ", str(found))


def test_what_is_said_when_there_is_no_advice():
    text = "table t for tictactoe\nrule one: if true then win\nrule two: if true then win\nadvice win: better: won us: depth = 0"
    found = told(read(text), "")
    assert str(found).startswith("Table t has no advice for x here.\n")
    assert "The strategy is `first`: one applies, so two is not tried." in str(found)
    assert (found.to_json()["move"], found.to_json()["tree"]) == (None, None)


def test_handing_over_is_told():
    text = "table master for tictactoe\nrule only: if us_to_move use tictactoe"
    found = told(read(text), "")
    assert found.headline == "Table master advises x to play b2: table tictactoe, rule quiet, advice centre."
    assert "rule only  applies, and hands over to table tictactoe" in str(found)
    assert found.to_json()["rules"][0]["rules"][-1]["rule"] == "quiet"


# The agent


class Walk(Game):
    """One walks on a line, the other watches."""

    def state(self):
        return dict(place=i8(2), turn=i8)

    def moves(self, s):
        yield 0
        if s.turn == 0:
            yield 1

    def play(self, s, move):
        s.place += (2 * move - 1) if s.turn == 0 else 0
        s.turn = 1 - s.turn

    def winner(self, s):
        return 0 if s.place == 0 else ONGOING


class Ways(Knowledge, Walk):
    """Where one is."""

    def near(self, s):
        return s.place == 1

    def back(self, s, root):
        return s.place > root.place

    def home(self, s, root):
        return s.place < root.place - 1


WALK = f"""table walk for walk using {__file__}:Ways
rule turn: if near then away
rule else: if true then homeward
advice away: better: back us: depth = 0 and legal
advice homeward: better: home us: depth < 3 and legal them: depth < 3 and legal
"""


def walked(renew):
    """Places of the one who walks."""
    player, position, places = advice(read(WALK)), Walk().start(), []
    while not position.over and len(places) < 8:
        places.append(position.state.place)
        player = player.fresh(1) if renew else player
        position = position.play(player(position).move)
        position = position if position.over else position.advance(0)
    return places


def test_keeping_the_plan_matters():
    """Two steps lead home, but a player who asks again after the first is sent back: so published tables need a plan that is kept."""
    assert walked(renew=False) == [2, 1]
    assert walked(renew=True) == [2, 1] * 4


def test_the_agent_follows_its_plan_and_asks_when_it_ends():
    player = advice("connect4")
    position = CONNECT4.start().play(FORCED)
    first = player(position)
    assert (first.move, first.line, first.note) == ("3", ("3", "1", "2"), "a new plan: table connect4, rule else, advice force")
    position = position.play("3 2")
    second = player(position)
    assert (second.move, second.nodes, second.note) == ("6", 1, "the plan goes on: table connect4, rule else, advice force")
    assert player.fresh(1)(position).note == "a new plan: table connect4, rule win, advice win"
    assert str(second.explanation).startswith("Table connect4 advises x to play 3: rule else, advice force.")
    assert second.to_json()["advice"] == {"table": "connect4", "rule": "else", "advice": "force"}


def test_a_reply_that_was_not_reckoned_with():
    text = """table t for tictactoe using ThreeInARow
    rule all: if true then wait, any
    advice wait: better: they_have_replied and not they_can_win us: depth < 3 and corner them: depth < 3 and centre
    advice any: better: them_to_move us: depth = 0
    """
    player = advice(read(text))
    assert player(TICTACTOE.start()).line == ("a1", "b2")
    assert player(TICTACTOE.start().play("a1 c3")).note.startswith("a new plan")


def test_without_advice_another_agent_chooses_and_the_report_says_so():
    table = one_piece(better="won")
    report = advice(table)(TICTACTOE.start())
    assert report.note == "no advice applies, so alphabeta(depth=4) chose the move"
    assert report.backend.endswith("(no advice applies)")
    assert report.move == zermelo.alphabeta(depth=4)(TICTACTOE.start()).move
    assert "has no advice for x" in str(report.explanation)
    assert report.note in str(report)
    other = advice(table, otherwise="random(seed=3)")
    assert other(TICTACTOE.start()).move == zermelo.random(3)(TICTACTOE.start()).move
    tight = advice("tictactoe", nodes=1)(TICTACTOE.start())
    assert tight.note == "no advice was found in time (nodes), so alphabeta(depth=4) chose the move"


def test_the_agent_is_known_by_name():
    assert AGENTS["advice"] is advice
    player = agent("advice(tictactoe, otherwise='random(seed=2)', nodes=50)")
    assert str(player) == "advice(tictactoe, otherwise='random(seed=2)', nodes=50)"
    assert str(agent(str(player))) == str(player)
    assert Match(TICTACTOE, player, agent("minimax()"), games=2, opening=0).play().draws == 2


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("advice(tictacto)", AdviceError, "there is no advice table `tictacto`"),
        ("advice(3)", AdviceError, "3 is not an advice table"),
        ("advice()", AgentError, "missing a required argument"),
        ("advice(tictactoe, otherwise=3)", AgentError, "otherwise=3 is not an agent"),
        ("advice(tictactoe, otherwise=nobody)", AgentError, "there is no agent `nobody`"),
    ],
)
def test_agents_that_cannot_be(text, kind, message):
    with pytest.raises(kind, match=message):
        agent(text)


def test_the_agent_refuses_what_it_cannot_play():
    player = agent("advice(tictactoe)")
    with pytest.raises(AdviceError, match="so it cannot advise on connect4"):
        player.check(CONNECT4.start())
    with pytest.raises(AgentError, match="does not search, so it has no tree"):
        next(player.reports(TICTACTOE.start(), tree=10))
