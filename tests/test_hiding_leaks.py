"""Nobody is told a move that does not follow from what they were shown.

The oracle is the whole tree of a small game: all ways to an information set of a player, or to what all players see alike for a watcher.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hiding_for_tests import Colours, DarkHex, Discard, Whispers

from zermelo import find
from zermelo.agents.registry import agent
from zermelo.game import Position
from zermelo.hosting.limits import Limits
from zermelo.hosting.workers import Workers
from zermelo.laws.worlds import information_sets, whole_tree
from zermelo.play import onlooker as onlooker_module
from zermelo.play.hiding import seen_from
from zermelo.play.onlooker import Onlooker
from zermelo.play.seats import seated
from zermelo.play.session import Session

LIMITS = Limits(searches=1)
SMALL = [
    "kuhn",
    "leduc",
    "liarsdice(sides=3)",
    "goofspiel(3)",
    "goofspiel(3, order=random)",
    "battleship(rows=2, cols=2, fleet=[2])",
    "whist(ranks=2, suits=2, trumps=notrump)",
    "whist(ranks=3, suits=2, hand=1)",
]
OWN = [Discard(), Colours(), DarkHex()]
MOST_NODES = 20_000
PATHS = 40
"""Games from each tree, played at random."""


def watchers_and(game):
    return [*range(len(game.players)), None]


def tree_of(game):
    """All nodes; their views end with what a watcher sees."""
    layout = game.layout
    nodes = whole_tree(game.rules, MOST_NODES)
    assert nodes is not None, f"{game} is too large"
    return [replace(node, views=(*node.views, seen_from(game, layout.unpack(node.packed), None).pack())) for node in nodes]


class Oracle:
    """What one onlooker could be told in every position of a game, by comparing all of them."""

    def __init__(self, game, nodes, seat):
        self.sets = information_sets(nodes, len(game.players) if seat is None else seat)
        self.moves = {}
        for at, node in enumerate(nodes):
            if node.parent >= 0 and self.notices(nodes, at):
                before = Position(game, game.layout.unpack(nodes[node.parent].packed))
                self.moves.setdefault(self.sets[at], set()).add((node.move, before.name(node.move)))

    def notices(self, nodes, at):
        return self.sets[at] != self.sets[nodes[at].parent]

    def is_sure(self, at):
        """Whether all ways to what is known now end with the same move."""
        return len(self.moves[self.sets[at]]) == 1


def paths(nodes, seed):
    """Random games in a tree, as numbers of nodes."""
    children, draw = {}, random.Random(seed)
    for at, node in enumerate(nodes[1:], 1):
        children.setdefault(node.parent, []).append(at)
    for _ in range(PATHS):
        path = [0]
        while path[-1] in children:
            path.append(draw.choice(children[path[-1]]))
        yield path[1:]


def verdicts(game, seed=1):
    """For moves of others in an unfinished game: seat, whether it was noticed, told, and what the oracle says of both."""
    nodes = tree_of(game)
    oracles = {seat: Oracle(game, nodes, seat) for seat in watchers_and(game)}
    for path in paths(nodes, seed):
        here, onlookers = game.start(), {seat: Onlooker(game, seat) for seat in oracles}
        for at in path:
            mover, here = here.player, here.advance(nodes[at].move)
            for seat, oracle in oracles.items():
                if not here.over and mover != seat:
                    noticed, told = onlookers[seat].notices(here), onlookers[seat].knows(here)
                    where = f"{game} {here.history} {seat}"
                    yield where, noticed, told, oracle.notices(nodes, at), noticed and oracle.is_sure(at)


@pytest.mark.parametrize("game", [*map(find, SMALL), *OWN], ids=str)
def test_a_move_is_told_exactly_if_it_follows_from_what_was_shown(game):
    found = list(verdicts(game))
    assert [where for where, noticed, told, could_notice, sure in found if (noticed, told) != (could_notice, sure)] == []
    assert {told for _, _, told, _, _ in found} >= {False}


@pytest.mark.parametrize("seed", range(24))
def test_random_games_tell_exactly_what_follows(seed):
    game = Whispers(seed)
    assert [row for row in verdicts(game, seed) if row[1:3] != row[3:]] == []


GUESSING = [text for text in SMALL if find(text).defines("guess")]


@pytest.mark.parametrize("text", GUESSING)
def test_guessed_worlds_tell_no_more_than_all_worlds_do(text, monkeypatch):
    """In games with too many worlds some are guessed. Here guesses stand for the few worlds of small games."""
    game = find(text)
    monkeypatch.setattr(onlooker_module, "MOST", 0)
    found = list(verdicts(game))
    assert [where for where, _, told, _, sure in found if told and not sure] == []


def test_where_no_worlds_are_left_nothing_is_told_but_own_moves(monkeypatch):
    monkeypatch.setattr(onlooker_module, "MOST", 0)
    assert told(Colours(), "0 1 2 3") == ["0 ? ? 3", "? ? ? ?", "? ? ? ?", "? ? ? ?"]


PUBLIC = {
    "kuhn": ("Q K", "pass bet bet"),
    "leduc": ("Ks Qh", "call raise call Qs call call"),
    "holdem": ("As Kd 8h 8c", "call check Qh 7s 2c check raise4 call 3d check check 4d check check"),
    "battleship(rows=4, cols=4, fleet=[2])": ("a1h a1v", "a1 c3 d4 a1 a2"),
}
"""Hidden moves, and open ones after them."""


@pytest.mark.parametrize("text", PUBLIC)
def test_open_moves_are_told_to_everybody(text):
    """Bets, cards on the table and shots, hits as well as misses."""
    game, (hidden, shown) = find(text), PUBLIC[text]
    onlookers = {seat: Onlooker(game, seat) for seat in watchers_and(game)}
    here = game.start().play(hidden)
    for name in shown.split():
        here = here.play(name)
        assert all(each.knows(here) for each in onlookers.values()), here.history


def test_cards_on_the_table_are_told_in_a_game_with_too_many_worlds():
    game, chance = find("whist"), random.Random(2)
    here, onlookers = game.start(), {seat: Onlooker(game, seat) for seat in watchers_and(game)}
    while here.player < 0:
        here = here.roll(chance)
    assert [onlookers[seat].knows(here) for seat in onlookers] == [False, False, False, True, False]
    for _ in range(10):
        here = here.advance(chance.choice(here.choices))
        assert all(each.knows(here) for each in onlookers.values()), here.history


# The leaks that were found


def told(game, moves):
    """What each player and a watcher are told of the moves of a game: ? for a hidden one, and nothing for one that is not noticed."""
    line = game.start().play(moves).line()
    found = []
    for seat in watchers_and(game):
        each = Onlooker(game, seat)
        found.append(" ".join(after.history[-1] if each.knows(after) else "?" for after in line[1:] if each.notices(after)))
    return found


def test_the_last_card_is_dealt_to_one_player_only():
    deal = find("whist(ranks=2, suits=2, trumps=notrump)")
    assert told(deal, "sA hK sK hA") == ["sA ? ? ?", "? hK ? ?", "? ? sK ?", "? ? ? hA", "? ? ? ?"]


def test_a_forced_hidden_move_stays_hidden():
    assert told(Discard(), "0 1 0") == ["0 1 0", "? ? ?", "? ? ?"]
    assert told(Discard(), "0 2 2") == ["0 2 2", "? ? ?", "? ? ?"]


def test_a_choice_that_is_single_only_in_truth_stays_hidden():
    """Everybody sees that bob's card is red. Ann has the 0, so for her it is the 1; cleo and a watcher know only that it is red."""
    assert told(Colours(), "0 1 2 3") == ["0 1 ? 3", "? 1 ? 3", "? ? 2 3", "? ? ? 3"]


def test_who_watches_is_not_told_what_players_conclude_from_their_own_marks():
    """Player o knows that x has tried the only square with a mark of o; nobody notices it but the two of them."""
    assert told(find("phantomtictactoe"), "c1 b2 b2")[2] == "? ?"
    assert told(find("phantomtictactoe"), "c1 b2 b2 a3")[1:] == ["? b2 ?", "? ? ?"]


# What pages and programs get


@pytest.fixture
def workers():
    made = Workers(LIMITS)
    yield made
    made.close()


def seen_in_room(game, here, seat, workers):
    """All that a page gets, as text."""
    from zermelo.studio.rooms import Room

    room = Room("r", Session(here, seated(["person"] * len(game.players), lambda _: None)), str(game), workers)
    room.keys = {player: f"key{player}" for player in room.session.people}
    sight = room.sight(f"key{seat}")
    assert sight.scene.position.state == seen_from(game, here.state, seat)
    return repr((replace(sight.scene, position=None, start=None), sight.moves))


def position_at(game, nodes, at):
    path = []
    while at:
        path.append(nodes[at].move)
        at = nodes[at].parent
    return game.start().play(*reversed(path))


def alike(game, most=25):
    """Pairs of positions that an onlooker cannot tell apart, with the seat."""
    nodes, draw = tree_of(game), random.Random(5)
    for seat in watchers_and(game):
        groups = {}
        for at, known in enumerate(information_sets(nodes, len(game.players) if seat is None else seat)):
            if not nodes[at].over:
                groups.setdefault(known, []).append(at)
        several = [group for group in groups.values() if len(group) > 1]
        for group in draw.sample(several, min(most, len(several))):
            yield seat, *(position_at(game, nodes, at) for at in draw.sample(group, 2))


@pytest.mark.parametrize("game", [*map(find, SMALL), *OWN, Whispers(3)], ids=str)
def test_a_page_shows_the_same_where_its_visitor_cannot_tell_positions_apart(game, workers):
    pytest.importorskip("nicegui")
    for seat, one, other in alike(game):
        for looking in {seat, None}:  # a player may also watch, on another page
            pages = [seen_in_room(game, here, looking, workers) for here in (one, other)]
            assert pages[0] == pages[1], (seat, looking, one.history, other.history)


AGENTS = ("ismcts(playouts=60)", "pimc('alphabeta()', worlds=5)", "level(3)", "cfrplus(iterations=5)")


@pytest.mark.parametrize("text", AGENTS)
def test_a_report_is_the_same_where_its_player_cannot_tell_positions_apart(text):
    game, made = find("kuhn"), agent(text)
    pairs = [(one, other) for seat, one, other in alike(game) if seat is not None and one.player == seat]
    assert pairs
    for one, other in pairs:
        first, second = ({**made(here).to_json(), "seconds": 0} for here in (one, other))
        assert first == second, (one.history, other.history)
