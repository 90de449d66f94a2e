"""Positions that occur again: counted by positions, ended by sessions and matches, and known to searches that are told of them."""

import json
import random

import pytest
from games_for_tests import Chase
from sampling import SPECIFICATION

import zermelo
from zermelo import Chess, alphabeta, find
from zermelo.errors import AgentError, GameError
from zermelo.game.protocol import Game
from zermelo.game.record import i8
from zermelo.outcome import Outcome
from zermelo.play.seats import seated
from zermelo.play.session import Session

KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


def test_occurrences_of_chess_positions_are_counted_as_python_chess_does():
    chess = pytest.importorskip("chess")
    position, board = Chess().start(), chess.Board()
    for name in (KNIGHTS * 3).split():
        position = position.play(name)
        board.push_san(name)
        for count in (2, 3, 4):
            assert (position.occurrences >= count) == board.is_repetition(count)
        assert position.is_repeated == board.is_repetition(3)


def test_castling_rights_and_en_passant_make_positions_different():
    rooks = Chess().position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").play("Rb1 Rb8 Ra1 Ra8")
    assert rooks.occurrences == 1
    pawns = Chess().position("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1").play("d4 Kd8 Kd1 Ke8 Ke1")
    assert pawns.occurrences == 1


def test_rules_alone_do_not_end_the_game():
    """A record of a real game may go on after the third time, because nobody claimed the draw."""
    position = Chess().start().play(KNIGHTS * 2)
    assert position.is_repeated
    assert not position.over
    assert position.play("e4").occurrences == 1


def test_a_session_ends_as_a_draw():
    session = Session(Chess().start(), seated(("person", "person"), zermelo.agent))
    for name in (KNIGHTS * 2).split():
        assert session.outcome is None
        session.play(name)
    assert session.outcome == Outcome(None, "repetition")
    assert session.outcome.text(("white", "black")) == "draw by repetition"


def test_a_match_ends_as_a_draw():
    def shuffles(position):
        return ["Nf3", "Nf6", "Ng1", "Ng8"][(len(position.history)) % 4]

    played = zermelo.match("chess", shuffles, shuffles, games=2, opening=0)
    assert played.draws == 2


def test_a_lost_side_finds_the_repetition_and_a_won_side_avoids_it():
    queen = "6k1/5pp1/7p/8/8/8/Q4PPP/6K1"
    lost = Chess().position(f"{queen} w - - 0 1").play("Kh1 Kh8 Kg1 Kg8 Kh1 Kh8 Kg1")
    won = Chess().position(f"{queen} b - - 0 1").play("Kh8 Kh1 Kg8 Kg1 Kh8 Kh1 Kg8")
    for backend in (SPECIFICATION, "native"):
        agent = alphabeta(depth=3, repetition=True, backend=backend)
        assert (agent(lost).move, agent(lost).value) == ("Kg8", 0)
        assert agent(won).move != "Kg1"
        assert agent(won).value > 5


def test_perpetual_check_is_a_draw():
    """White is far behind, but Qe8+ Kh7 Qh5+ Kg8 Qe8+ goes on for ever; only a search that knows repetition sees it."""
    position = Chess().position("6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1")
    assert alphabeta(depth=5)(position).value < -3
    report = alphabeta(depth=5, repetition=True)(position)
    assert (report.move, report.value) == ("Qe8+", 0)


def test_specification_and_twin_agree_on_history():
    """Positions after a walk, with all that came before."""
    for seed in range(40):
        chance, position = random.Random(seed), Chase(5).start()
        for _ in range(chance.randrange(12)):
            position = position.advance(chance.choice(position.choices))
            if position.over:
                break
        if position.over:
            continue
        options = dict(depth=chance.randint(1, 7), table=chance.random() < 0.5, repetition=True)
        found = {
            backend: alphabeta(**options, backend=backend)(position) for backend in (SPECIFICATION, "compiled", "interpreted")
        }
        told = {(each.move, each.value, each.nodes, each.line, each.exact) for each in found.values()}
        assert len(told) == 1, found


CIRCLES = {
    "checkers": ("B:WK1,K5:BK28,K32", "32-27 1-6 27-32 6-1 "),
    "chinesecheckers(players=2)": (None, "j4-i5 j14-i13 i5-j4 i13-j14 "),
    "chinesecheckers(players=2,turns=0)": (None, "j4-i5 j14-i13 i5-j4 i13-j14 "),
}
"""Games with a draw by repetition: a position, and moves that come back to it. A counter in the state may differ."""


@pytest.mark.parametrize("name", CIRCLES)
def test_other_games_have_the_same_rule(name):
    text, moves = CIRCLES[name]
    start = find(name).start() if text is None else find(name).position(text)
    session = Session(start, seated(("person", "person"), zermelo.agent))
    for move in (moves * 2).split():
        assert session.outcome is None
        session.play(move)
    assert session.outcome == Outcome(None, "repetition")
    assert start.play(moves * 2).occurrences == 3

    def walks(position):
        return (moves * 9).split()[len(position.history)]

    if text is None:
        assert zermelo.match(name, walks, walks, games=2, opening=0).draws == 2


def test_positions_of_checkers_differ_by_the_player_to_move():
    one, other = (find("checkers").position(f"{turn}:WK1:BK32,K28") for turn in "BW")
    assert one.identity != other.identity
    assert one.identity == find("checkers").position("B:WK1:BK32,K28:H12").identity


@pytest.mark.parametrize("backend", [SPECIFICATION, "compiled"])
def test_a_lost_side_in_checkers_repeats_and_the_other_side_does_not(backend):
    """One king cannot win against two, so a draw is all it can hope for; two kings have better moves than the third time."""
    circle = "32-27 1-6 27-32 6-1 "
    alone = find("checkers").position("B:WK1:BK32,K28").play(circle + "32-27 1-6 27-32")
    agent = alphabeta(depth=3, repetition=True, backend=backend)
    assert (agent(alone).move, agent(alone).value) == ("6-1", 0)
    ahead = find("checkers").position("B:WK1:BK32,K28").play(circle * 2).parent.parent
    assert agent(ahead).value > 0
    assert agent(ahead).move != "27-32"


def test_a_single_player_of_chinese_checkers_may_repeat():
    assert find("chinesecheckers(players=1)").repetitions == 0


def test_what_a_draw_by_repetition_shows_in_a_tree():
    tree = alphabeta(depth=5, repetition=True)(Chase(5).start(), tree=2000).tree
    assert '"repeated"' in json.dumps(tree.to_json())
    assert "repeated: a draw" in str(tree) + tree.to_svg()


def test_a_draw_by_repetition_is_never_called_proven():
    """Another way to the position may not repeat it; so the value at depth 60 is a guess, not a proof."""
    report = alphabeta(depth=8, repetition=True)(Chase(5).start())
    assert not report.exact or report.value != 0


def test_refusals():
    with pytest.raises(AgentError, match="repetitions = 0"):
        alphabeta(depth=2, repetition=True)(find("tictactoe").start())

    class Points(Game):
        repetitions = 3

        def state(self):
            return dict(turn=i8)

        def moves(self, s):
            yield 0

        def play(self, s, move):
            s.turn = 1 - s.turn

        def over(self, s):
            return s.turn == 1

        def utility(self, s, player):
            return 0

    with pytest.raises(GameError, match="winner"):
        Points().start()

    class Once(Chase):
        repetitions = 1

    with pytest.raises(GameError, match="from 2 on"):
        Once().start()


@pytest.mark.parametrize("backend", ["native", "python"])
def test_the_table_does_not_hide_that_the_opponent_can_repeat(backend):
    """Rh1 is answered by Ka3, for the third time. What the table remembers of Rh1 comes from a search without this history."""
    agent = zermelo.alphabeta(depth=3, ordering="all", table=True, repetition=True, lines=30, backend=backend).remembering()
    start = zermelo.find("chess").position("8/8/4K3/8/8/k7/8/7R w - - 0 1")
    later = start.play("Rh2").play("Ka4").play("Rh1").play("Ka3").play("Rh2").play("Ka4")
    alone = zermelo.find("chess").position("8/8/4K3/8/k7/8/7R/8 w - - 0 1")
    worth = {line.move: line.value for line in agent(alone).lines}
    assert worth["Rh1"] > 3
    worth = {line.move: line.value for line in agent(later).lines}
    assert worth["Rh1"] == 0
    assert worth["Rh3"] > 3
