"""Play in games that hide something: ISMCTS and its twin, beliefs, and agents that ask others in several worlds."""

from __future__ import annotations

import random

import pytest
from sampling import SPECIFICATION, game, told, with_backend

import zermelo
from zermelo.engine import open_backend
from zermelo.errors import AgentError
from zermelo.game import HIDING
from zermelo.search.hidden.belief import believed
from zermelo.search.hidden.expectation import expected_values
from zermelo.search.hidden.ismcts import World

GAMES = ("kuhn", "leduc", "liarsdice(sides=3)", "liarsdice(players=3,sides=3)", "goofspiel", "phantomtictactoe")


def somewhere(text, seed, plies=8):
    """A position in which a player is to move, after some random moves."""
    chance, position = random.Random(seed), game(text).start()
    reached = None
    for _ in range(chance.randrange(2, 2 + plies)):
        if position.over:
            break
        position = position.roll(chance) if position.player < 0 else position.advance(chance.choice(position.choices))
        if not position.over and position.player >= 0:
            reached = position
    return reached or somewhere(text, seed + 1000, plies)


@pytest.mark.parametrize("text", GAMES)
def test_the_twin_plays_the_same_playouts(text):
    for seed in range(4):
        position = somewhere(text, seed)
        agent = zermelo.ismcts(playouts=60, seed=seed)
        expected = told(with_backend(agent, SPECIFICATION)(position))
        for backend in ("compiled", "interpreted"):
            assert told(with_backend(agent, backend)(position)) == expected


@pytest.mark.parametrize("text", GAMES)
def test_the_answer_depends_on_what_is_seen_alone(text):
    """In every world that the player cannot tell from the true one, the agent does the same."""
    position = somewhere(text, 5)
    core = open_backend(position.game, None, HIDING).core
    agent, worlds = zermelo.ismcts(playouts=80), believed(position, position.player, core, 1).worlds
    expected = told(agent(position))
    for state, _ in worlds[:4]:
        other = zermelo.Position(position.game, position.game.layout.unpack(state), position.parent, position.move)
        assert told(agent(other)) == expected


@pytest.mark.parametrize("text", GAMES)
def test_a_belief_has_all_worlds_that_fit_and_no_others(text):
    """Against all positions of the game that a walk through its tree finds in the same information set."""
    position = somewhere(text, 2, 4)
    player, key, plies = position.player, position.information(), len(position.line())
    core = open_backend(position.game, None, HIDING).core
    found = believed(position, player, core, 1)
    assert found.way == "exact"
    expected = set()
    waiting = [position.game.start()]
    while waiting:
        here = waiting.pop()
        if len(here.line()) == plies:
            if not here.over and here.player == player and here.information(player) == key:
                expected.add(here.state.pack())
            continue
        if len(waiting) > 20_000:
            pytest.skip("too many positions to walk through")
        waiting += here.children
    assert {state for state, _ in found.worlds} == expected


def test_weights_of_worlds_are_those_of_chance():
    deal = game("kuhn").start().play("Q K")
    core = open_backend(deal.game, None, HIDING).core
    worlds = believed(deal, 0, core, 1).worlds
    assert sorted(weight for _, weight in worlds) == pytest.approx([1 / 6, 1 / 6])
    assert {deal.game.layout.unpack(state).card[1] for state, _ in worlds} == {0, 2}


class Unguessed(zermelo.Kuhn):
    """Kuhn poker without a `guess`."""

    guess = zermelo.Game.guess


def test_more_worlds_than_are_kept_are_sampled():
    deal = Unguessed().start().play("Q K")
    core = open_backend(deal.game, None, HIDING).core
    every = dict(believed(deal, 0, core, 1).worlds)
    some = believed(deal, 0, core, 1, most=1)
    assert (len(every), some.way) == (2, "sampled")
    assert set(dict(some.worlds)) < set(every)
    assert sum(dict(some.worlds).values()) == pytest.approx(sum(every.values()))


def test_searches_that_see_everything_are_refused():
    deal = game("kuhn").start().play("Q K")
    for agent in (zermelo.alphabeta(), zermelo.uct(playouts=5), zermelo.expectiminimax(), zermelo.strong(), zermelo.montecarlo()):
        with pytest.raises(AgentError, match=r"hides something from its players: use ismcts or pimc, or cheat"):
            agent(deal)
    assert zermelo.auto(playouts=50)(deal).agent.startswith("ismcts")
    assert "do not see everything" in zermelo.auto(playouts=50)(deal).why


def test_the_cheat_sees_the_other_card_and_says_so():
    """With the queen it calls the jack's bluff and gives way to the king; nobody who does not see could do both."""
    start = game("kuhn").start()
    agent = zermelo.cheat("expectiminimax()")
    assert agent(start.play("J Q bet")).move == "bet"
    assert agent(start.play("K Q bet")).move == "pass"
    assert agent(start.play("K Q bet")).why == "it sees what is hidden from the other players"
    fair = zermelo.pimc("expectiminimax()", worlds=10)
    assert fair(start.play("J Q bet")).move == fair(start.play("K Q bet")).move


def test_pimc_never_gives_up_with_the_best_card():
    start = game("kuhn").start()
    assert zermelo.pimc("uct(playouts=50)")(start.play("J K bet")).move == "bet"
    assert zermelo.pimc("uct(playouts=50)")(start.play("K J bet")).move == "pass"
    for wrong in (dict(worlds=0), dict(worlds="many"), dict(seed=0.5), dict(agent="pimc()")):
        with pytest.raises(AgentError):
            zermelo.pimc(**wrong)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize(
    "agent",
    ["ismcts(playouts=20)", "pimc('uct(playouts=5)', worlds=3)", "level(3)", "cheat('uct(playouts=10)')", "auto(playouts=10)"],
)
def test_every_agent_plays_whole_games(text, agent):
    position, player, chance = game(text).start(), zermelo.agent(agent), random.Random(2)
    while not position.over:
        position = position.roll(chance) if position.player < 0 else position.play(player(position).move)
    assert position.values is not None


class Impossible(zermelo.Game):
    """A coin is thrown and hidden from both; one player names it."""

    players = ("a", "b")

    def state(self):
        return dict(coin=zermelo.i8[3000], made=zermelo.i8, named=zermelo.i8)

    def to_move(self, s):
        return zermelo.CHANCE if s.made == 0 else 0

    def chances(self, s):
        for coin in range(250):
            yield coin, 1 / 250

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, move):
        if s.made == 0:
            s.coin[move] = 1
        else:
            s.named = move
        s.made += 1

    def over(self, s):
        return s.made == 2

    def utility(self, s, player):
        right = s.coin[s.named] == 1
        return (1 if right else -1) * (1 if player == 0 else -1)

    def hide(self, s, player):
        for index in range(3000):
            s.coin[index] = 0

    def guess(self, s, player, dice):
        return False


def test_a_guess_that_never_works_is_told():
    position = Impossible().start().advance(3)
    core = open_backend(position.game, None, HIDING).core
    with pytest.raises(AgentError, match=r"`guess` of impossible has found no state that fits what a sees, in \d+ tries"):
        believed(position, 0, core, 1, most=10)
    assert believed(position, 0, core, 1).way == "exact"


def test_pimc_takes_searches_that_know_the_value_of_one_side():
    """Paranoid search says what whist is worth to the side to move; the other team gets the negative."""
    chance, position = random.Random(4), game("whist(ranks=4)").start()
    while position.player < 0:
        position = position.roll(chance)
    agent = zermelo.pimc("paranoid(ordering=all, table=True)", worlds=4)
    report = agent(position)
    assert report.move in position.moves
    assert -4 <= report.value <= 4
    with pytest.raises(AgentError, match="does not say what a position is worth to each player"):
        zermelo.pimc("random()", worlds=2)(position)


# The agent that moves by what it believes


@pytest.mark.parametrize("text", ["battleship(rows=3,cols=4,fleet=[2,2])", "whist(ranks=4,suits=2)"])
def test_means_over_worlds_are_those_of_the_specification(text):
    for seed in range(3):
        position = somewhere(text, seed, 12)
        worlds = believed(position, position.player, open_backend(position.game, None, HIDING).core, seed, 50).worlds
        there = [World(position.game.layout.unpack(state), weight) for state, weight in worlds]
        expected = expected_values(position.rules, there, position.player)
        for name in ("compiled", "interpreted"):
            core = open_backend(position.game, name, (*HIDING, "evaluate")).core
            assert core.expected_values(list(worlds), position.player) == expected


def test_the_belief_shoots_where_most_fleets_lie():
    """One ship of 3 on a row of 5: every place covers the middle."""
    here = game("battleship(rows=1,cols=5,fleet=[3])").start().play("a1h b1h")
    report = zermelo.belief()(here)
    assert report.move == "c1"
    assert [line.move for line in report.lines[:3]] == ["c1", "b1", "d1"]
    hit = 1 / 4  # one of three cells, of four that count
    assert report.value == pytest.approx(hit)
    assert report.lines[1].value == pytest.approx(hit * 2 / 3)


def test_an_agent_that_believes_needs_an_evaluation():
    with pytest.raises(AgentError, match="needs an evaluation"):
        zermelo.belief()(game("kuhn").start().play("Q K"))
    with pytest.raises(AgentError, match="worlds=0"):
        zermelo.belief(worlds=0)
