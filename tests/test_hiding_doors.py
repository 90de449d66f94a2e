"""Every door shows people and programs only what they may see."""

from __future__ import annotations

import pytest
from cli_runner import run
from sampling import game

import zermelo
from zermelo.errors import GameError, ZermeloError
from zermelo.play.hiding import can_see, check_open


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
    assert can_see(start, 0, [0])
    assert not can_see(start, 0, [1])
    assert not can_see(start, 0, [0, 1])
    assert can_see(start.play("J Q"), 1, [0, 1])
    assert can_see(game("tictactoe").start(), 4, [0, 1])


def test_what_would_show_hidden_things_waits_for_the_end():
    deal = game("kuhn").start().play("J Q")
    with pytest.raises(ZermeloError, match="would show what is hidden; ask again when the game is over"):
        check_open(deal, "a saved game")
    check_open(deal.play("pass pass"), "a saved game")
    check_open(game("tictactoe").start(), "a saved game")


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


def test_openspiel_solves_our_game_that_hides():
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, exploitability

    kuhn = zermelo.to_openspiel("kuhn")
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert len(solver.average_policy().states) == 12
    assert exploitability.exploitability(kuhn, solver.average_policy()) < 0.002
