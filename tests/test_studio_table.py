"""The table of the studio: a game that people and agents play, back and forth, with clocks and chance, and on paper."""

from __future__ import annotations

import pytest

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.errors import MoveError, ZermeloError
from zermelo.game.constants import CHANCE
from zermelo.game.random import Random
from zermelo.games import catalog
from zermelo.play.transcript import Transcript
from zermelo.studio import judging
from zermelo.studio.chart import chart
from zermelo.studio.scene import look
from zermelo.studio.table import Table, TableError, seated
from zermelo.studio.timing import ClockError, Clocks, Pace, shown

GAMES = ("tictactoe", "connect4", "chess", "backgammon", "pig", "twentyfortyeight", "rolit", "chinesecheckers(players=3)", "nim")


class Watch:
    """A clock that goes on when told to."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


def table(game, *seats, pace=None, start=None, now=None):
    position = find(game).position(start)
    return Table(position, seated(seats, agent), pace, seed=1, **({} if now is None else {"now": now}))


def answer(at):
    """Let the agent on turn move."""
    at.answer(at.position, at.agent(at.position))


def test_people_and_agents_take_turns():
    at = table("tictactoe", "person", "level(10)")
    assert at.doing == "person"
    at.play("b2")
    assert (at.doing, at.position.turn) == ("agent", "o")
    answer(at)
    assert (at.doing, len(at.plies)) == ("person", 3)
    assert at.plies[1].move == "b2"
    assert at.plies[1].report is not None


def test_nobody_moves_for_another():
    at = table("tictactoe", "person", "random")
    with pytest.raises(MoveError, match="legal"):
        at.play("b9")
    at.play("b2")
    with pytest.raises(TableError, match="o is random, who is to move"):
        at.play("a1")
    with pytest.raises(TableError, match="nothing for chance"):
        at.throw()


@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_played_to_its_end_by_any_mix_of_seats(game):
    players = find(game).players
    at = table(game, *("person" if number % 2 == 0 else "random" for number in range(len(players))))
    random = Random(7)
    while at.doing != "over" and len(at.plies) < 400:
        if at.doing == "chance":
            at.throw()
        elif at.doing == "agent":
            answer(at)
        else:
            moves = look(at).choices if len(at.plies) < 6 else [*map(_Named, at.position.moves)]
            at.play(moves[random.below(len(moves))].name)
    assert [ply.position for ply in at.plies][-1].history == tuple(ply.move for ply in at.plies[1:])
    assert at.transcript().replay(at.game) == at.position


class _Named:
    def __init__(self, name):
        self.name = name


def test_undo_goes_back_to_where_a_person_chose_and_redo_forth():
    at = table("tictactoe", "person", "random")
    at.play("b2")
    answer(at)
    first = at.position.moves[0]
    at.play(first)
    answer(at)
    at.undo()
    assert (at.at, at.doing, at.can_redo) == (2, "person", True)
    at.undo()
    assert (at.at, at.can_undo) == (0, False)
    with pytest.raises(TableError, match="no move to take back"):
        at.undo()
    at.redo()
    at.redo()
    assert (at.at, at.can_redo) == (4, False)
    with pytest.raises(TableError, match="nothing to play again"):
        at.redo()


def test_a_new_move_forgets_what_was_taken_back_and_agents_answer_it():
    at = table("tictactoe", "person", "random")
    at.play("b2")
    answer(at)
    at.undo()
    at.play("a1")
    assert (len(at.plies), at.doing) == (2, "agent")


def test_agents_wait_while_somebody_looks_at_an_earlier_move():
    at = table("tictactoe", "random", "random")
    for _ in range(4):
        answer(at)
    before = at.plies[2].position
    at.show(2)
    assert (at.doing, at.position) == ("held", before)
    at.answer(before, agent("random")(before))
    assert at.at == 2, "an answer that comes while the game is held is dropped"
    at.go_on()
    answer(at)
    assert (at.at, len(at.plies)) == (3, 4)
    with pytest.raises(TableError, match="there is no move 9"):
        at.show(9)


def test_an_answer_for_another_position_is_dropped():
    at = table("tictactoe", "person", "random")
    at.play("b2")
    asked = at.position
    report = at.agent(asked)
    at.undo()
    at.play("a1")
    at.answer(asked, report)
    assert [ply.move for ply in at.plies] == ["", "a1"]


def test_resigning_ends_the_game_and_can_be_taken_back():
    at = table("tictactoe", "person", "random")
    at.play("b2")
    at.resign()
    assert (at.over, at.result, at.doing) == (True, "x resigned", "over")
    assert at.transcript().result == "x resigned"
    with pytest.raises(TableError, match="too late"):
        at.resign()
    with pytest.raises(TableError, match="the game is over"):
        at.play("a1")
    at.undo()
    assert (at.doing, at.at) == ("agent", 1)


def test_agents_alone_are_taken_back_a_move_at_a_time():
    at = table("tictactoe", "random", "random")
    for _ in range(3):
        answer(at)
    at.undo()
    assert (at.at, at.doing) == (2, "held")
    with pytest.raises(TableError, match="only people resign"):
        at.resign()


def test_chance_is_thrown_and_seen():
    at = table("backgammon", "person", "random")
    assert at.doing == "chance"
    at.throw()
    scene = look(at)
    assert (len(scene.throws), len(scene.pips), at.plies[1].by) == (1, 2, CHANCE)
    assert scene.pips == scene.throws[0]


def test_the_same_seed_throws_the_same_dice():
    def throws(seed):
        at = Table(find("pig").start(), seated(("person", "person"), agent), seed=seed)
        while len(at.plies) < 20:
            at.throw() if at.doing == "chance" else at.play("roll")
        return [ply.move for ply in at.plies]

    assert throws(3) == throws(3) != throws(4)


def test_clocks_run_for_people_and_count_what_agents_used():
    watch = Watch()
    at = table("tictactoe", "person", "random", pace=Pace.read("1+2"), now=watch)
    watch.time += 10
    assert at.left() == (50.0, 60.0)
    at.play("b2")
    watch.time += 30
    assert at.left() == (52.0, 60.0), "the machine's time does not run while it waits for a free place"
    at.answer(at.position, _took(at, 5.0))
    assert at.left() == (52.0, 57.0)
    watch.time += 2
    at.undo()
    assert at.left() == (60.0, 60.0)


def _took(at, seconds):
    from dataclasses import replace

    return replace(at.agent(at.position), seconds=seconds)


def test_whoever_has_no_time_left_has_lost():
    watch = Watch()
    at = table("tictactoe", "person", "person", pace=Pace.read("0.5"), now=watch)
    watch.time += 31
    assert at.flag()
    assert (at.doing, at.result) == ("over", "x ran out of time")
    other = table("tictactoe", "person", "person", pace=Pace.read("0.5"), now=watch)
    watch.time += 31
    other.play("b2")
    assert (other.result, len(other.plies)) == ("x ran out of time", 1), "a move that comes too late does not count"


@pytest.mark.parametrize("text", ["five", "5+", "-1", "0", "5:30", "99999", "1+9999"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(ClockError, match="is no clock"):
        Pace.read(text)


def test_clocks_that_nobody_started_stand_still():
    clocks = Clocks(Pace(60), 2)
    assert (clocks.read(0, 500.0), clocks.fallen(1e9)) == (60, None)
    assert shown(59.2) == "1:00"


@pytest.mark.parametrize("game", sorted({*catalog(), *GAMES}))
def test_every_scene_is_complete(game):
    """What can be clicked is in the picture, and says what would be played."""
    at = table(game, *["person"] * len(find(game).players))
    random = Random(5)
    for _ in range(12):
        while at.doing == "chance":
            at.throw()
        if at.doing != "person":
            break
        scene = look(at)
        assert [choice.name for choice in scene.choices] == list(at.position.moves)
        squares = {square for choice in scene.choices for leg in choice.legs for square in leg}
        assert all(f'data-square="{square}"' in scene.svg for square in squares | set(scene.last))
        at.play(scene.choices[random.below(len(scene.choices))].name)
    assert at.at > 3 or at.over


def test_any_square_of_a_column_stands_for_it():
    at = table("connect4", "person", "person")
    at.play("4")
    scene = look(at)
    assert (scene.columns["1,4"], scene.columns["6,4"], scene.columns["3,1"]) == ("5,4", "5,4", "6,1")
    assert scene.last == ("6,4",)


def test_a_play_of_backgammon_has_a_leg_for_each_man():
    at = table("backgammon", "person", "person")
    at.plies[0].position = at.start = at.start.play("31")
    choice = next(choice for choice in look(at).choices if choice.name == "8/5,6/5")
    assert choice.legs == (("8", "5"), ("6", "5"))


def test_evaluations_are_kept_by_ply_and_drawn():
    at = table("tictactoe", "person", "person")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        at.play(move)
    for ply in at.plies:
        judge = judging.judge(ply.position)
        judging.settle(ply, None if judge is None else judge(ply.position))
    assert [ply.values for ply in at.plies] == [(0, 0), (0, 0), (1, -1), (1, -1), (1, -1), (1, -1)]
    assert at.plies[-1].proven
    drawn = chart(at.game, at.plies, 5)
    assert drawn.count("<polyline") == 1
    assert "after move 5: x +1, proven" in drawn


def test_with_many_players_each_has_a_line():
    at = table("rolit", *["person"] * 4)
    at.play(at.position.moves[0])
    for ply in at.plies:
        judge = judging.judge(ply.position)
        judging.settle(ply, judge(ply.position))
    assert chart(at.game, at.plies, 1).count("<polyline") == 4


def test_reasons_are_sentences():
    position = find("connect4").position().play("4 1 4 1 4 2")
    report = agent("strong(depth=8, lines=3)")(position)
    told = [judging.headline(report), *judging.reasons(position, report), judging.effort(report)]
    assert told[0].startswith("4, worth +1 (win in 1 ply) to x; line 4")
    assert [line.split()[0] for line in told[1:-1]] == [line.move for line in report.lines[1:]]
    assert all(line.split()[1] in ("wins", "loses", "is") and line.endswith(".") for line in told[1:-1])
    sampled = agent("uct(playouts=100)")(position)
    assert any("games" in line or "proven" in line for line in judging.reasons(position, sampled))


def test_a_table_goes_on_paper_and_comes_back():
    at = table("connect4", "person", "level(3)")
    at.play("4")
    answer(at)
    played = Transcript.loads(at.transcript().dumps())
    assert (played.seats, played.moves[0]) == (("person", "level(3)"), "4")
    assert Table(played.replay(), seated(played.seats, agent)).position == at.position


def test_seats_are_as_many_as_players():
    with pytest.raises(TableError, match="has 2 players, but 3 seats"):
        table("tictactoe", "person", "person", "person")
    with pytest.raises(ZermeloError, match="there is no agent"):
        table("tictactoe", "person", "deepthought")
