"""A session: people and agents play a game, undo and redo, with clocks and chance, hints and reasons, saved and loaded."""

from __future__ import annotations

import pytest

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.errors import MoveError, ZermeloError
from zermelo.game.constants import CHANCE
from zermelo.game.random import Random
from zermelo.games import catalog
from zermelo.outcome import Outcome
from zermelo.play import hints
from zermelo.play.clock import ClockError, Clocks, TimeControl, shown
from zermelo.play.seats import seated
from zermelo.play.session import Ply, Session, SessionError
from zermelo.play.transcript import Transcript
from zermelo.studio import scene
from zermelo.studio.chart import chart

GAMES = ("tictactoe", "connect4", "chess", "backgammon", "pig", "twentyfortyeight", "rolit", "chinesecheckers(players=3)", "nim")


class Watch:
    """A clock that goes on when told to."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


def session(game, *seats, control=None, start=None, now=None):
    position = find(game).position(start)
    return Session(position, seated(seats, agent), control, seed=1, **({} if now is None else {"now": now}))


def look(at):
    return scene.look(at.position, at.waiting_for == "person")


def answer(at):
    """Let the agent on turn move."""
    at.answer(at.position, at.agent(at.position))


def test_people_and_agents_take_turns():
    at = session("tictactoe", "person", "level(10)")
    assert at.waiting_for == "person"
    at.play("b2")
    assert (at.waiting_for, at.position.turn) == ("agent", "o")
    answer(at)
    assert (at.waiting_for, len(at.plies)) == ("person", 3)
    assert at.plies[1].move == "b2"
    assert at.plies[1].report is not None


def test_a_move_out_of_turn_or_out_of_place_is_refused():
    at = session("tictactoe", "person", "random")
    with pytest.raises(MoveError, match="legal"):
        at.play("b9")
    at.play("b2")
    with pytest.raises(SessionError, match=r"o \(random\) is to move"):
        at.play("a1")
    with pytest.raises(SessionError, match="chance is not to move"):
        at.roll()


@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_played_to_its_end_by_any_mix_of_seats(game):
    players = find(game).players
    at = session(game, *("person" if number % 2 == 0 else "random" for number in range(len(players))))
    random = Random(7)
    while at.waiting_for != "nothing" and len(at.plies) < 400:
        if at.waiting_for == "chance":
            at.roll()
        elif at.waiting_for == "agent":
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
    at = session("tictactoe", "person", "random")
    at.play("b2")
    answer(at)
    first = at.position.moves[0]
    at.play(first)
    answer(at)
    at.undo()
    assert (at.at, at.waiting_for, at.can_redo) == (2, "person", True)
    at.undo()
    assert (at.at, at.can_undo) == (0, False)
    with pytest.raises(SessionError, match="you have no move to take back"):
        at.undo()
    at.redo()
    at.redo()
    assert (at.at, at.can_redo) == (4, False)
    with pytest.raises(SessionError, match="nothing to redo"):
        at.redo()


def test_a_new_move_forgets_what_was_taken_back_and_agents_answer_it():
    at = session("tictactoe", "person", "random")
    at.play("b2")
    answer(at)
    at.undo()
    at.play("a1")
    assert (len(at.plies), at.waiting_for) == (2, "agent")


def test_agents_wait_while_a_person_looks_at_an_earlier_move():
    at = session("tictactoe", "random", "random")
    for _ in range(4):
        answer(at)
    before = at.plies[2].position
    at.show(2)
    assert (at.waiting_for, at.position) == ("resume", before)
    at.answer(before, agent("random")(before))
    assert at.at == 2, "an answer that comes while the game is held is dropped"
    at.resume()
    answer(at)
    assert (at.at, len(at.plies)) == (3, 4)
    with pytest.raises(SessionError, match="there is no move 9"):
        at.show(9)


def test_an_answer_for_another_position_is_dropped():
    at = session("tictactoe", "person", "random")
    at.play("b2")
    asked = at.position
    report = at.agent(asked)
    at.undo()
    at.play("a1")
    at.answer(asked, report)
    assert [ply.move for ply in at.plies] == ["", "a1"]


def test_resigning_ends_the_game_and_can_be_taken_back():
    at = session("tictactoe", "person", "random")
    at.play("b2")
    at.resign()
    assert (at.over, at.result, at.waiting_for) == (True, "x resigned", "nothing")
    assert at.transcript().outcome == Outcome.lost(0, 2, "resignation")
    with pytest.raises(SessionError, match="too late"):
        at.resign()
    with pytest.raises(SessionError, match="the game is over"):
        at.play("a1")
    at.undo()
    assert (at.waiting_for, at.at) == ("agent", 1)


def test_agents_alone_are_taken_back_a_move_at_a_time():
    at = session("tictactoe", "random", "random")
    for _ in range(3):
        answer(at)
    at.undo()
    assert (at.at, at.waiting_for) == (2, "resume")
    with pytest.raises(SessionError, match="only a person"):
        at.resign()


def test_chance_is_thrown_and_seen():
    at = session("backgammon", "person", "random")
    assert at.waiting_for == "chance"
    at.roll()
    seen = look(at)
    assert (len(seen.rolls), len(seen.dice), at.plies[1].by) == (1, 2, CHANCE)
    assert seen.dice == seen.rolls[0]


def test_the_same_seed_throws_the_same_dice():
    def rolls(seed):
        at = Session(find("pig").start(), seated(("person", "person"), agent), seed=seed)
        while len(at.plies) < 20:
            at.roll() if at.waiting_for == "chance" else at.play("roll")
        return [ply.move for ply in at.plies]

    assert rolls(3) == rolls(3) != rolls(4)


def test_clocks_run_for_people_and_count_what_agents_used():
    watch = Watch()
    at = session("tictactoe", "person", "random", control=TimeControl.read("1+2"), now=watch)
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


def test_a_player_without_time_has_lost():
    watch = Watch()
    at = session("tictactoe", "person", "person", control=TimeControl.read("0.5"), now=watch)
    watch.time += 31
    assert at.check_time()
    assert (at.waiting_for, at.result) == ("nothing", "x lost on time")
    other = session("tictactoe", "person", "person", control=TimeControl.read("0.5"), now=watch)
    watch.time += 31
    other.play("b2")
    assert (other.result, len(other.plies)) == ("x lost on time", 1), "a move that comes too late does not count"


@pytest.mark.parametrize("text", ["five", "5+", "-1", "0", "5:30", "99999", "1+9999"])
def test_a_text_that_is_not_a_clock_is_refused(text):
    with pytest.raises(ClockError, match="is not a clock"):
        TimeControl.read(text)


def test_clocks_stand_still_before_they_are_started():
    clocks = Clocks(TimeControl(60), 2)
    assert (clocks.read(0, 500.0), clocks.expired(1e9)) == (60, None)
    assert shown(59.2) == "1:00"


@pytest.mark.parametrize("game", sorted({*catalog(), *GAMES}))
def test_every_scene_is_complete(game):
    """What can be clicked is in the picture, and says what would be played."""
    at = session(game, *["person"] * len(find(game).players))
    random = Random(5)
    for _ in range(12):
        while at.waiting_for == "chance":
            at.roll()
        if at.waiting_for != "person":
            break
        seen = look(at)
        assert [choice.name for choice in seen.choices] == list(at.position.moves)
        squares = {square for choice in seen.choices for square in choice.squares}
        assert squares | set(seen.last) <= seen.squares.keys()
        assert "data-square" not in seen.svg
        at.play(seen.choices[random.below(len(seen.choices))].name)
    assert at.at > 3 or at.over


def test_any_square_of_a_column_stands_for_it():
    at = session("connect4", "person", "person")
    at.play("4")
    seen = look(at)
    assert (seen.columns["1,4"], seen.columns["6,4"], seen.columns["3,1"]) == ("5,4", "5,4", "6,1")
    assert seen.last == ("6,4",)


def test_a_play_of_backgammon_has_a_leg_for_each_man():
    at = session("backgammon", "person", "person")
    at.plies[0].position = at.start = at.start.play("31")
    choice = next(choice for choice in look(at).choices if choice.name == "8/5,6/5")
    assert choice.legs == (("8", "5"), ("6", "5"))


def test_evaluations_are_kept_by_ply_and_drawn():
    at = session("tictactoe", "person", "person")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        at.play(move)
    for ply in at.plies:
        made = hints.evaluator(ply.position)
        ply.evaluate(None if made is None else made(ply.position))
    assert [ply.values for ply in at.plies] == [(0, 0), (0, 0), (1, -1), (1, -1), (1, -1), (1, -1)]
    assert at.plies[-1].proven
    drawn = chart(at.game, at.plies, 5)
    assert drawn.count("<polyline") == 1
    assert "after move 5: x +1, proven" in drawn


def test_an_evaluation_is_proven_where_its_score_is():
    drawn = Ply(find("tictactoe").start())
    for text, proven in (
        ("alphabeta()", True),
        ("strong(nodes=20000)", True),
        ("uct(playouts=20)", False),
        ("strong(depth=2)", False),
    ):
        drawn.evaluate(agent(text)(drawn.position))
        assert drawn.proven == proven, text


def test_with_many_players_each_has_a_line():
    at = session("rolit", *["person"] * 4)
    at.play(at.position.moves[0])
    for ply in at.plies:
        made = hints.evaluator(ply.position)
        ply.evaluate(made(ply.position))
    assert chart(at.game, at.plies, 1).count("<polyline") == 4


def test_reasons_are_sentences():
    position = find("connect4").position().play("4 1 4 1 4 2")
    report = agent("strong(depth=8, lines=3)")(position)
    told = hints.hint(position, report)
    assert told[0].startswith("4 · value +1 (win in 1 ply) for x · line 4")
    assert [line.split()[0] for line in told[1:-1]] == [line.move for line in report.lines]
    assert all(line.split()[1] in ("wins", "loses", "is") and line.endswith(".") for line in told[1:-1])
    sampled = agent("uct(playouts=100)")(position)
    assert any("games" in line or "proven" in line for line in hints.reasons(position, sampled))


def test_the_adviser_searches_for_several_lines_where_it_can():
    assert len(hints.adviser(find("tictactoe").start(), "python")(find("tictactoe").start()).lines) == 4
    rolit = find("rolit").start()
    assert hints.adviser(rolit)(rolit).move in rolit.moves


def test_a_move_is_explained_by_the_agent_itself_or_by_a_second_search():
    position = find("tictactoe").start().play("a1")
    plain, sampled = agent("alphabeta(depth=3)")(position), agent("uct(playouts=50)")(position)
    second = hints.adviser(position)(position)
    assert not hints.has_reasons(None)
    assert not hints.has_reasons(plain)
    assert hints.has_reasons(sampled)
    told = hints.explain(position, plain.move, plain, second)
    assert told[0].startswith(f"o played {plain.move} · value ")
    assert any(line.startswith("A second search would ") for line in told)
    assert not any("second search" in line for line in hints.explain(position, sampled.move, sampled))
    assert "before this session" in hints.explain(position, "b2", None)[0]
    assert "without looking ahead" in hints.explain(position, "b2", agent("random")(position))[0]


def test_a_saved_game_is_loaded_into_a_session_with_its_outcome():
    at = session("tictactoe", "person", "random")
    at.play("b2")
    at.resign()
    other = session("tictactoe", "person", "random")
    other.load(at.transcript())
    assert (other.position.history, other.result, other.over) == (("b2",), "x resigned", True)
    other.undo()
    assert other.waiting_for == "agent"


def test_undo_stops_where_a_person_chose():
    """The agent has moved first, so there is nothing of the person's to take back."""
    at = session("tictactoe", "random", "person")
    answer(at)
    assert not at.can_undo
    with pytest.raises(SessionError, match="no move to take back"):
        at.undo()
    at.show(0)
    assert at.waiting_for == "resume"


def test_a_session_is_saved_and_loaded():
    at = session("connect4", "person", "level(3)")
    at.play("4")
    answer(at)
    played = Transcript.loads(at.transcript().dumps())
    assert (played.seats, played.moves[0]) == (("person", "level(3)"), "4")
    assert Session(played.replay(), seated(played.seats, agent)).position == at.position


def test_seats_are_as_many_as_players():
    with pytest.raises(SessionError, match="has 2 players, but 3 seats"):
        session("tictactoe", "person", "person", "person")
    with pytest.raises(ZermeloError, match="there is no agent"):
        session("tictactoe", "person", "deepthought")


# Variations


def moves_of(line):
    return [ply.move for ply in line]


def test_another_move_makes_a_variation_of_what_was_undone():
    at = Session(find("tictactoe").start().play("a1 b2 c3"), seated(["person", "person"], None))
    at.undo()
    at.undo()
    at.play("c1")
    assert moves_of(at.plies[1:]) == ["a1", "c1"]
    assert [moves_of(line) for line in at.variations] == [["b2", "c3"]]
    assert at.branches(1) == [0]
    at.enter(0, 1)
    assert (moves_of(at.plies[1:]), at.at) == (["a1", "b2", "c3"], 3)
    assert [moves_of(line) for line in at.variations] == [["c1"]]
    at.play("c1")
    assert moves_of(at.plies[1:]) == ["a1", "b2", "c3", "c1"]


def test_the_same_move_again_makes_no_variation():
    at = Session(find("tictactoe").start().play("a1 b2 c3"), seated(["person", "person"], None))
    at.undo()
    at.play("c3")
    assert at.variations == []


def test_a_variation_that_is_not_there_is_refused():
    at = Session(find("tictactoe").start().play("a1"), seated(["person", "person"], None))
    for number, ply in ((0, 0), (-1, 0), (5, 1)):
        with pytest.raises(SessionError, match="there is no variation"):
            at.enter(number, ply)
