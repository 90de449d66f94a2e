"""Every door shows people and programs only what they may see."""

from __future__ import annotations

import io
import sys

import hiding_for_tests
import pytest
from cli_runner import Terminal, run
from hiding_for_tests import Discard
from sampling import game

import zermelo
from zermelo.errors import GameError, ZermeloError
from zermelo.play.hiding import check_open
from zermelo.play.onlooker import Onlooker
from zermelo.play.seats import seated
from zermelo.play.session import Session, SessionError


def test_the_terminal_shows_a_player_only_the_own_card():
    """Both seats of Kuhn poker: what the other one holds is not printed before the game is over."""
    for seat, other in (("first", "second"), ("second", "first")):
        shown = run(
            "play", "kuhn", "--as", seat, "--against", "random", "--seed", "4", typed="why\nsave x.json\nboard\npass\npass\n"
        ).out
        before, over, _ = shown.partition("Game over")
        assert over, shown
        boards = [line for line in before.splitlines() if line.startswith("cards")]
        mine = 0 if seat == "first" else 1
        assert len(boards) > 2
        hidden, last = boards[:-1], boards[-1]
        assert all(line.split()[1:][1 - mine] == "?" for line in hidden)
        assert "?" not in last
        assert shown.count("Chance decides") == 1, "only the own card is told"
        assert "would show what is hidden" in before
        assert other in shown


def test_a_move_is_told_to_those_who_see_it():
    start = game("kuhn").start()
    deal = start.play("J")
    assert [Onlooker(deal.game, seat).knows(deal) for seat in (0, 1, None)] == [True, False, False]
    assert Onlooker(deal.game, 0).knows(deal.play("Q bet"))
    board = game("tictactoe").start().play("b2")
    assert Onlooker(board.game, 1).knows(board)


def people(name, moves=""):
    start = game(name).start()
    return Session(start.play(moves), seated(["person"] * len(start.game.players), lambda _: None))


def test_what_would_show_hidden_things_waits_for_the_end():
    with pytest.raises(ZermeloError, match="would show what is hidden; ask again when the game is over"):
        check_open(people("kuhn", "J Q"), "a saved game")
    check_open(people("kuhn", "J Q pass pass"), "a saved game")
    check_open(people("tictactoe"), "a saved game")
    given_up = people("kuhn", "J Q")
    given_up.resign()
    check_open(given_up, "a saved game")


def test_no_move_is_taken_back_where_it_has_shown_something():
    """After the end a player has seen all cards, and after a shot in Battleship what lies there."""
    for session in (people("kuhn", "J Q pass pass"), people("battleship(rows=2,cols=2,fleet=[2])", "a1h a1v a1")):
        assert not session.can_undo
        with pytest.raises(SessionError, match=r"no move can be taken back in .*: it hides something"):
            session.undo()
    agents = Session(game("kuhn").start().play("J Q pass pass"), seated(["random", "random"], zermelo.agents.registry.agent))
    agents.undo()
    assert agents.position.history == ("J", "Q", "pass")
    shown = run("play", "kuhn", "--as", "first", "--against", "random", "--seed", "4", typed="pass\npass\nundo\n").out
    assert "No move can be taken back in kuhn" in shown
    assert "undo, why" not in shown


LEAVES = {
    "kuhn": ("--as", "first", "--against", "random"),
    "leduc": ("--as", "all"),
    "goofspiel": ("--as", "second", "--against", "random"),
    "whist": ("--as", "north", "--against", "random"),
}


@pytest.mark.parametrize("name", LEAVES)
@pytest.mark.parametrize("typed", ["quit\n", ""], ids=["quit", "end of input"])
def test_leaving_a_game_tells_no_hidden_move(name, typed):
    shown = run("play", name, *LEAVES[name], "--seed", "4", typed=typed)
    _, told, farewell = shown.out.partition("Goodbye.")
    assert told
    assert "they would show what is hidden" in farewell
    assert "--moves" not in shown.out + shown.err
    assert farewell.endswith("--seed 4\n"), farewell
    assert "--seed" not in run("play", name, *LEAVES[name], typed=typed).out


def test_an_interrupt_and_an_error_tell_no_hidden_move(tmp_path):
    for name, fails, code in (("interrupts", "raise KeyboardInterrupt", 130), ("fails", "1 // 0", 2)):
        file = tmp_path / f"{name}.py"
        file.write_text(f"def move(position):\n    {fails}\n")
        shown = run("play", "kuhn", "--as", "second", "--against", str(file), "--seed", "4")
        assert shown.code == code, shown
        assert "--moves" not in shown.out + shown.err
        assert "they would show what is hidden" in shown.out + shown.err


def test_a_game_that_was_begun_with_moves_is_begun_again_with_them():
    shown = run("play", "kuhn", "--moves", "K", "--as", "first", "--against", "random", "--seed", "4", typed="quit\n").out
    assert shown.endswith("play kuhn --moves K --as first --against random --seed 4\n")


def test_a_game_that_was_loaded_tells_no_moves(tmp_path):
    saved = tmp_path / "game.json"
    people("kuhn", "K Q").transcript().save(str(saved))
    for options in ((), ("--as", "first")):
        shown = run("play", "kuhn", "--load", str(saved), *options, "--against", "random", "--seed", "4", typed="quit\n")
        assert "Goodbye" in shown.out
        assert "K Q" not in shown.out


def test_who_leaves_a_game_in_python_gets_its_beginning_only(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert zermelo.play("kuhn", "random", "first", seed=4, plain=True).moves == ()


def test_a_forced_hidden_move_is_not_named_at_the_terminal():
    file = f"{hiding_for_tests.__file__}:Discard"
    for seed in range(6):
        shown = run("play", file, "--as", "bob", "--against", "random", "--seed", str(seed), typed="quit\n").out
        assert "ann has moved" in shown
        assert "ann plays" not in shown
        assert "Chance decides" not in shown


def test_a_move_that_is_not_noticed_is_not_mentioned(tmp_path):
    """Player o tries a square of x in vain and moves again; x is not told of the try."""
    agent = tmp_path / "tries.py"
    agent.write_text("def move(position):\n    return 'b2' if 'b2' in position.moves else position.moves[0]\n")
    shown = run("play", "phantomtictactoe", "--as", "x", "--against", str(agent), typed="b2\nquit\n").out
    assert (shown.count("o has moved"), shown.count("o plays")) == (1, 0)


def test_a_thinking_agent_tells_no_move_on_a_terminal():
    with Terminal("play", "goofspiel", "--as", "first", "--against", "ismcts(seconds=1)", "--seed", "4") as screen:
        screen.until("your move")
        screen.press("4", Terminal.ENTER)
        screen.until("second is thinking", "your move")
        assert "thinking ·" not in screen.plain


def test_a_position_as_a_player_sees_it():
    deal = game("kuhn").start().play("J Q")
    assert str(deal.seen()) == str(deal.view(0)) == "cards J ?\nfirst to move"
    assert str(deal.seen(1)) == "cards ? Q\nfirst to move"
    assert deal.view(0).moves == ("pass", "bet")
    assert deal.view(1).moves == ()
    assert "?" in repr(deal.view(0))
    assert deal.view(0)._repr_svg_() == deal.seen()._repr_svg_()
    end = deal.play("pass pass")
    assert end.seen() is end
    board = game("tictactoe").start()
    assert board.seen() is board


def test_the_studio_opens_no_saved_game_that_shows_everything():
    setup = pytest.importorskip("zermelo.studio.game_setup")
    from zermelo.hosting.limits import Limits

    saved = setup.Setup("kuhn", moves="Q K").session(Limits(), 1).transcript().dumps()
    for read in (lambda: setup.load(saved, "game.json", Limits(), 1), lambda: setup.pasted(saved, Limits(), 1, None)):
        with pytest.raises(GameError, match=r"kuhn hides something.*`zermelo play kuhn --load FILE` opens it"):
            read()


def test_notebooks_show_what_the_player_to_move_sees():
    deal = zermelo.find("leduc").start().play("Ks Qh")
    assert ">K" in deal._repr_svg_()
    assert ">Q" not in deal._repr_svg_()
    flop = deal.play("call call")  # a card is dealt next
    assert ">Q" not in flop._repr_svg_()
    assert ">Q" in deal.play("raise fold")._repr_svg_()


def test_learners_observe_only_their_view():
    env = pytest.importorskip("pettingzoo") and zermelo.to_pettingzoo("kuhn")
    env.reset(seed=3)
    first, second = (env.observe(player)["observation"] for player in ("first", "second"))
    cards = slice(1, 3)
    assert (first[cards][1], second[cards][0]) == (-1, -1)
    assert first[cards][0] in (0, 1, 2)
    assert first[cards][0] != second[cards][1]


def test_learners_and_people_see_only_the_view_of_the_agent_to_move(capsys):
    env = pytest.importorskip("pettingzoo") and zermelo.to_pettingzoo("kuhn", render_mode="ansi")
    env.reset(seed=3)
    position = env.unwrapped.position
    assert env.render() == str(position.view(0))
    assert str(position) not in env.render()
    env.step(0)
    assert env.render() == str(env.unwrapped.position.view(1))
    env.step(0)
    assert env.render() == str(env.unwrapped.position)
    loud = zermelo.to_pettingzoo("kuhn", render_mode="human")
    loud.reset(seed=3)
    assert capsys.readouterr().out == f"{position.view(0)}\n"


class Guess(Discard):
    """One player guesses a hidden number from 0 to 3."""

    players = ("ann",)

    def state(self):
        return dict(number=zermelo.i8(zermelo.HIDDEN), dealt=zermelo.i8, said=zermelo.i8(zermelo.HIDDEN))

    def to_move(self, s):
        return zermelo.CHANCE if s.dealt == 0 else 0

    def chances(self, s):
        for number in range(4):
            yield number, 0.25

    def moves(self, s):
        yield from range(4)

    def play(self, s, move):
        if s.dealt == 0:
            s.number = move
            s.dealt = 1
        else:
            s.said = move

    def winner(self, s):
        return zermelo.ONGOING if s.said == zermelo.HIDDEN else 0 if s.said == s.number else zermelo.DRAW

    def hide(self, s, player):
        s.number = zermelo.HIDDEN


def test_a_single_learner_observes_only_its_view():
    env = pytest.importorskip("gymnasium") and zermelo.to_gymnasium(Guess(), render_mode="ansi")
    assert {env.reset(seed=seed)[0][0] for seed in range(8)} == {zermelo.HIDDEN}
    assert "number: -1" in env.render()


def test_the_service_shows_a_whole_game_only_to_programs_that_say_so():
    pytest.importorskip("starlette")
    from service_for_tests import LIMITS, asked

    from zermelo.service.answers import Answers
    from zermelo.service.app import Service

    service = Service(Answers(LIMITS))
    for path in ("/moves", "/play"):
        refused = asked(service, path, {"game": "kuhn", "seed": 1} if path == "/play" else {"game": "kuhn"})
        assert refused.status == 422
        assert 'send "open": true if your program shows people only what they may see' in refused.found["error"]
    dealt = asked(service, "/play", {"game": "kuhn", "seed": 1, "open": True}).found
    assert len(dealt["moves"]) == 2
    assert asked(service, "/moves", {"game": "kuhn", "moves": dealt["moves"], "open": True}).found["legal"] == ["pass", "bet"]
    best = {"game": "kuhn", "agent": "ismcts(playouts=50)"}
    answers = [asked(service, "/best", {**best, "moves": ["Q", card]}).found for card in ("J", "K")]
    assert {**answers[0], "seconds": 0} == {**answers[1], "seconds": 0}
    assert asked(service, "/play", {"game": "tictactoe", "move": "b2"}).status == 200
    service.close()


def test_openspiel_solves_our_game_that_hides():
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, exploitability

    kuhn = zermelo.to_openspiel("kuhn")
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert len(solver.average_policy().states) == 12
    assert exploitability.exploitability(kuhn, solver.average_policy()) < 0.002
