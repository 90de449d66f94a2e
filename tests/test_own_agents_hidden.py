"""Agents of users in games that hide something: they get what their player sees, and nothing that tells more."""

import copy
import json
import pickle
import sys

import pytest
from hiding_for_tests import Discard

import zermelo
from zermelo import AgentError, PositionError, find
from zermelo.engine.agent import check_agent
from zermelo.engine.seen import SeenPosition, seen_by_mover
from zermelo.games import catalog

KUHN = find("kuhn").start()
HOLDS_JACK, HOLDS_QUEEN = KUHN.play("J K pass"), KUHN.play("Q K pass")
"""The second player cannot tell these apart."""


def asked_by(position):
    """What an own agent gets in a position."""
    got = []

    def keep(position, seed):
        got.append((position, seed))
        return position.moves[0]

    report = zermelo.agent(keep)(position)
    assert report.root == position.state.pack()
    return got[0]


def random_game(text, seed):
    """Positions of a random game in which a player is to move."""
    position, dice = find(text).start(), zermelo.game.Random(seed)
    while not position.over:
        if position.player < 0:
            position = position.roll(dice)
            continue
        yield position
        position = position.advance(position.choices[dice.below(len(position.choices))])


def all_that_it_tells(position):
    """Everything an agent can ask of a position without an error."""
    told = [type(position).__name__]
    for each in position.line():
        told += [
            each.state,
            each.move,
            each.player,
            each.turn,
            each.choices,
            each.moves,
            each.over,
            each.values,
            str(each),
            repr(each),
        ]
        told += [each.view().state if each.choices else None, each.result, each.board is None, each.occurrences, hash(each)]
    return [*told, position.history, position.stamp, position.information(), [str(world) for world in position.worlds(5, seed=3)]]


def test_what_cannot_be_told_apart_gives_the_same_position_and_the_same_seed():
    (one, seed), (other, same_seed) = asked_by(HOLDS_JACK), asked_by(HOLDS_QUEEN)
    assert one == other
    assert seed == same_seed
    assert all_that_it_tells(one) == all_that_it_tells(other)
    assert "J" not in str(one)
    assert one.history == ("?", "?", "?")
    _, different = asked_by(KUHN.play("J Q pass"))
    assert seed != different


def test_a_move_that_is_not_noticed_is_not_counted():
    """Ann puts a card down: bob sees that, but not whether she had a choice."""
    start = Discard().start()
    deals = [start.play(*deal) for deal in ((0, 1), (2, 3), (0, 2), (1, 3))]
    after = [asked_by(deal.advance(deal.choices[-1]))[0] for deal in deals]
    assert all(all_that_it_tells(each) == all_that_it_tells(after[0]) for each in after)


@pytest.mark.parametrize("text", [name for name in catalog() if find(name).hides])
def test_views_in_every_game_that_hides_something(text):
    for number, position in enumerate(random_game(text, 5)):
        seen = seen_by_mover(position)
        assert isinstance(seen, SeenPosition)
        assert (seen.choices, seen.moves, seen.player) == (position.choices, position.moves, position.player)
        assert seen.state == position.view().state
        assert str(seen) == str(position.view())
        assert seen.information() == position.information()
        assert [each.move for each in seen.line() if each.move is not None] == [
            after.move for after in position.line() if after.parent is not None and after.parent.player == position.player
        ]
        assert len(seen.line()) <= len(position.line())
        if number == 40:
            break


def test_games_without_secrets_are_as_they_were():
    position = find("tictactoe").start().play("b2")
    assert seen_by_mover(position) is position
    assert asked_by(position)[0] is position


@pytest.mark.parametrize(
    "ask",
    [
        lambda position: position.children,
        lambda position: position.play("bet"),
        lambda position: position.play(0),
        lambda position: position.advance(0),
        lambda position: position.evaluate(),
        lambda position: position.explain(),
        lambda position: position.roll(1),
        lambda position: position.information(0),
        lambda position: position.parent.parent.chances,
        lambda position: position.worlds(0),
    ],
)
def test_what_the_view_cannot_answer_is_refused_in_a_sentence(ask):
    with pytest.raises(PositionError, match=r"use position.worlds\(\).*or let the agent see everything by cheat|at least 1"):
        ask(seen_by_mover(HOLDS_JACK))


def test_worlds_are_open_positions_that_fit():
    seen = seen_by_mover(HOLDS_JACK)
    worlds = seen.worlds(20)
    assert {str(world).splitlines()[0] for world in worlds} == {"cards J K", "cards Q K"}
    assert all(not world.game.hides and len(world.children) == 2 for world in worlds)
    assert seen.worlds(20) == worlds
    assert len({tuple(seen.worlds(3, seed=seed)) for seed in range(20)}) > 1


def test_an_agent_can_search_its_worlds():
    def mean(position):
        def worth(move):
            worlds = (world.advance(move) for world in position.worlds(10))
            return sum(world.values[position.player] if world.over else 0 for world in worlds)

        return max(position.choices, key=worth)

    assert zermelo.agent(mean)(KUHN.play("J K bet")).move == "bet"
    assert zermelo.agent(mean)(KUHN.play("K J bet")).move == "pass"


@pytest.mark.parametrize(
    "inner",
    [
        "ismcts(playouts=50)",
        "ismcts(playouts=20,backend=python)",
        "pimc('uct(playouts=5)', worlds=4)",
        "cfrplus(iterations=20)",
        "level(2)",
        "random",
    ],
)
def test_agents_of_the_library_play_a_seen_position_as_they_play_the_position(inner):
    def asks(position):
        return zermelo.agent(inner)(position)

    for position in (HOLDS_JACK, HOLDS_QUEEN, KUHN.play("K Q")):
        mine, theirs = zermelo.agent(asks)(position), zermelo.agent(inner)(position)
        assert (mine.move, mine.value, mine.root) == (theirs.move, theirs.value, theirs.root)


def test_beliefs_of_a_seen_position_follow_from_all_views():
    def asks(position):
        return zermelo.belief(worlds=20)(position)

    position = next(random_game("battleship(rows=3,cols=4,fleet=[2,2])", 3))
    assert zermelo.agent(asks)(position).move == zermelo.belief(worlds=20)(position).move


def test_cheating_is_written_around_the_agent_not_inside():
    def first(position):
        return position.children[0]

    with pytest.raises(AgentError, match=r"`children` would tell what second does not see in kuhn"):
        zermelo.agent(first)(HOLDS_JACK)
    report = zermelo.cheat(first)(HOLDS_JACK)
    assert report.move == "pass"
    assert report.why == "it sees what is hidden from the other players"
    with pytest.raises(AgentError, match=r"let that agent play as cheat\(\.\.\.\) instead"):
        zermelo.agent(lambda position: zermelo.cheat()(position))(HOLDS_JACK)
    with pytest.raises(AgentError, match="alphabeta sees everything"):
        zermelo.agent(lambda position: zermelo.alphabeta()(position))(HOLDS_JACK)


def test_errors_do_not_tell_what_is_hidden():
    told = []
    for position in (HOLDS_JACK, HOLDS_QUEEN):
        with pytest.raises(AgentError) as error:
            zermelo.agent(lambda position: "raise")(position)
        told.append(str(error.value))
    assert told[0] == told[1]
    assert "kuhn after ? ? ?" in told[0]


def test_the_method_check_sees_no_more():
    got = []

    class Careful:
        def check(self, position):
            got.append(position)

        def __call__(self, position):
            return position.moves[0]

    check_agent(zermelo.agent(Careful()), KUHN)
    zermelo.match("kuhn", Careful(), Careful, games=2)
    assert got
    assert all(isinstance(position, SeenPosition) for position in got)


def test_a_subclass_of_the_library_s_agents_in_a_file_is_an_own_agent(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from zermelo.agents.unsearched import UnsearchedAgent\n"
        "class Mine(UnsearchedAgent):\n"
        "    def reports(self, position, tree=0):\n"
        "        position.children\n"
        "        yield None\n"
        "mine = Mine()\n"
    )
    with pytest.raises(AgentError, match="`children` would tell"):
        zermelo.agent(f"{path}:mine")(HOLDS_JACK)


def test_it_can_be_copied_and_pickled():
    seen = seen_by_mover(HOLDS_JACK)
    again = pickle.loads(pickle.dumps(seen))
    assert copy.deepcopy(seen) is seen
    assert all_that_it_tells(again) == all_that_it_tells(seen)


def test_random_draws_from_its_seed_alone():
    one, other = zermelo.random(seed=7), zermelo.random(seed=7)
    assert [one(HOLDS_JACK).move for _ in range(20)] == [other(HOLDS_QUEEN).move for _ in range(20)]


def test_programs_are_told_what_their_player_sees(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    open(sys.argv[1], 'a').write(line)\n"
        "    print(json.loads(line)['moves'][0], flush=True)\n"
    )
    asked = []
    for number, position in enumerate((HOLDS_JACK, HOLDS_QUEEN, find("tictactoe").start())):
        program = zermelo.command(f"{sys.executable} {path} {tmp_path / str(number)}")
        assert program(position).root == position.state.pack()
        program.close()
        asked.append(json.loads((tmp_path / str(number)).read_text()))
    assert asked[0] == asked[1]
    assert asked[0]["position"] == str(HOLDS_JACK.view())
    assert asked[0]["history"] == ["?", "?", "?"]
    assert [text.splitlines()[0] for text in asked[0]["views"]] == ["cards - -", "cards ? -", "cards ? K", "cards ? K"]
    assert "views" not in asked[2]


def test_a_whole_match_of_an_own_agent_in_every_small_game():
    def bets(position, seed):
        return position.choices[seed % len(position.choices)]

    for text in ("kuhn", "leduc", "goofspiel", "phantomtictactoe"):
        result = zermelo.match(text, bets, "random", games=4)
        assert result.wins + result.losses + result.draws == 4


def test_rules_can_be_asked_about_the_view():
    seen, _ = asked_by(HOLDS_JACK)
    assert list(seen.rules.raw.moves(seen.state)) == list(seen.choices)
