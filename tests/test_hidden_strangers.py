"""Games that hide something, as newcomers write them: phantom games, one player, no end, a thousand moves; and what they are told."""

from __future__ import annotations

import random
import threading
from collections import defaultdict

import pytest

import zermelo
from zermelo import laws
from zermelo.engine import equilibrium
from zermelo.engine.equilibrium import Solver
from zermelo.engine.hidden import belief
from zermelo.engine.policy import Policy
from zermelo.engine.sequence_tree import Tree
from zermelo.errors import AgentError, LimitError, PositionError
from zermelo.game import CHANCE, DRAW, HIDDEN, ONGOING, Game, i8, i16
from zermelo.game.dice import pick
from zermelo.limit import MAX_PLY
from zermelo.search import Stop
from zermelo.search.hidden.sampling import SAMPLINGS

BACKENDS = ["python", "interpreted", "compiled"]


class Claims(Game):
    """Two players claim cells in turn, and do not see the other's. A player who tries a cell of the other sees that, and tries again. Cells 0 and 1 win."""

    players = ("x", "o")

    def state(self):
        return dict(cells=i8[4], tried=i8[8], claimed=i8, won=i8(ONGOING), turn=i8)

    def moves(self, s):
        for cell in range(4):
            if s.tried[4 * s.turn + cell] == 0:
                yield cell

    def play(self, s, cell):
        s.tried[4 * s.turn + cell] = 1
        if s.cells[cell] == 0:
            s.cells[cell] = 1 + s.turn
            s.claimed += 1
            if s.cells[0] > 0 and s.cells[0] == s.cells[1]:
                s.won = s.turn
            elif s.claimed == 4:
                s.won = DRAW
            s.turn = 1 - s.turn

    def winner(self, s):
        return s.won

    def hide(self, s, player):
        for cell in range(4):
            if s.tried[4 * player + cell] == 0:
                s.cells[cell] = HIDDEN
            s.tried[4 * (1 - player) + cell] = 0


class Waiting(Game):
    """Bob waits as often as he likes, which ann does not see, and hides a coin; ann guesses its side."""

    players = ("ann", "bob")
    out_of_turn = False

    def state(self):
        return dict(coin=i8(HIDDEN), waited=i8, said=i8(HIDDEN), hidden=i8)

    def to_move(self, s):
        return 1 - s.hidden

    def moves(self, s):
        yield from range(2 if s.hidden else 3)

    def play(self, s, move):
        if s.hidden:
            s.said = move
        elif move == 2:
            s.waited = (s.waited + 1) % 5
        else:
            s.coin = move
            s.hidden = 1

    def winner(self, s):
        return ONGOING if s.said == HIDDEN else 0 if s.said == s.coin else 1

    def hide(self, s, player):
        if player == 0:
            s.coin = HIDDEN
            s.waited = 0


class Endless(Game):
    """Two players show each other nothing for ever."""

    players = ("a", "b")

    def state(self):
        return dict(coin=i8(HIDDEN), turn=i8)

    def moves(self, s):
        yield from range(2)

    def play(self, s, move):
        s.coin = move
        s.turn = 1 - s.turn

    def winner(self, s):
        return ONGOING

    def hide(self, s, player):
        if player == 1:
            s.coin = 0


class Line(Game):
    """A coin is hidden, `length` plies pass, and the other player guesses."""

    players = ("a", "b")
    out_of_turn = False

    def __init__(self, length=MAX_PLY - 1):
        self.length = length

    def state(self):
        return dict(coin=i8(HIDDEN), made=i16, said=i8(HIDDEN))

    def to_move(self, s):
        return 0 if s.made < self.length else 1

    def moves(self, s):
        yield from range(2 if s.made in (0, self.length) else 1)

    def play(self, s, move):
        if s.made == 0:
            s.coin = move
        elif s.made == self.length:
            s.said = move
        s.made += 1

    def winner(self, s):
        return ONGOING if s.made <= self.length else 1 if s.said == s.coin else 0

    def hide(self, s, player):
        if player == 1:
            s.coin = HIDDEN


class Mines(Game):
    """One player digs up cells, of which one has a mine, or stops; each cell is worth 1."""

    players = ("digger",)
    bounds = (-1, 6)

    def state(self):
        return dict(mine=i8(HIDDEN), dug=i8[4], laid=i8, stopped=i8, turn=i8)

    def to_move(self, s):
        return 0 if s.laid else CHANCE

    def chances(self, s):
        for cell in range(4):
            yield cell, 1 / 4

    def moves(self, s):
        for cell in range(4):
            if s.dug[cell] == 0:
                yield cell
        yield 4

    def play(self, s, move):
        if not s.laid:
            s.mine = move
            s.laid = 1
        elif move == 4:
            s.stopped = 1
        else:
            s.dug[move] = 2 if abs(move - s.mine) == 1 else 1
            s.stopped = 2 if move == s.mine else 0

    def over(self, s):
        return s.stopped > 0

    def utility(self, s, player):
        return -1 if s.stopped == 2 else sum(1 for each in s.dug if each > 0)

    def hide(self, s, player):
        s.mine = HIDDEN


class Wide(Game):
    """A number is hidden, and two players in turn name one, until one of them is right."""

    players = ("a", "b")
    max_moves = 1000

    def __init__(self, size=1000):
        self.size = size

    def state(self):
        return dict(number=i16(HIDDEN), low=i16, high=i16(self.size - 1), hidden=i8, turn=i8)

    def to_move(self, s):
        return s.turn if s.hidden else CHANCE

    def chances(self, s):
        for number in range(self.size):
            yield number, 1 / self.size

    def moves(self, s):
        yield from range(s.low, s.high + 1)

    def play(self, s, number):
        if not s.hidden:
            s.number = number
            s.hidden = 1
            return
        if number <= s.number:
            s.low = number + (number < s.number)
        if number >= s.number:
            s.high = number - (number > s.number)
        s.hidden = 2 if number == s.number else 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if s.hidden == 2 else ONGOING

    def hide(self, s, player):
        if s.hidden < 2:
            s.number = HIDDEN


# Beliefs


def in_doubt(game):
    """All positions of a small game by player and information set."""
    found, todo = defaultdict(list), [game.start()]
    while todo:
        position = todo.pop()
        for player in range(len(game.players)):
            found[player, position.information(player)].append(position)
        todo += [] if position.over else [position.advance(choice) for choice in position.choices]
    return found


def test_beliefs_follow_from_the_information_set_alone():
    """How often the other player has tried in vain is not seen, so nothing may be concluded from the number of plies."""
    sets = in_doubt(Claims())
    assert any(len({len(each.line()) for each in alike}) > 1 for alike in sets.values())
    for (player, _), alike in sets.items():
        found = {belief(position, seed=1, player=player) for position in alike}
        assert len(found) == 1
        (known,) = found
        assert known.way == "exact"
        if not alike[0].over:
            assert {state for state, _ in known.worlds} == {position.state.pack() for position in alike}


def test_moves_that_are_not_seen_count_as_drawn_evenly():
    """O has taken cell 1, 2 or 3, after trying cell 0 in vain or not; after that try there were three cells left."""
    position = Claims().start().play("0", "1")
    weights = defaultdict(list)
    for state, weight in belief(position, seed=1).worlds:
        weights[position.game.layout.unpack(state).tried[4]].append(weight)
    assert weights == {0: [1.0] * 3, 1: [pytest.approx(1 / 3)] * 3}


def test_moves_that_are_not_seen_may_go_on_for_ever():
    start = Waiting().start()
    for position in (start.play("0"), start.play("2", "2", "1")):
        found = belief(position, seed=1)
        assert found.way == "sampled"
        assert {state for state, _ in found.worlds} == {
            start.play(*["2"] * waits, coin).state.pack() for waits in range(5) for coin in ("0", "1")
        }


@pytest.mark.parametrize(
    ("text", "seen", "worlds"),
    [("kuhn", "cards J ?/first to move", 2), ("liarsdice(sides=4)", "ann 3/bob ?/ann to move", 4), ("leduc", "cards J0 ?", 5)],
)
def test_a_text_may_be_only_what_a_player_sees(text, seen, worlds):
    """What is hidden there is guessed; it is not taken for a card of its own."""
    game = zermelo.find(text)
    if text == "leduc":
        seen = str(game.start().roll(1).roll(1).view(0))
    found = belief(game.position(seen.replace("/", "\n")), seed=1)
    assert (found.way, len(found.worlds)) == ("guessed", worlds)


def test_a_text_without_a_guess_is_refused_if_something_may_be_hidden():
    seen = Claims().position(str(Claims().start().play("0").view(1)))
    with pytest.raises(AgentError, match="no state of claims was found that fits what o has seen: give the game a `guess`"):
        belief(seen, seed=1)
    begun = Mines().position(str(Mines().start()))
    assert belief(begun, seed=1, player=0).way == "exact"


# Solvers


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_single_player_learns_by_samples(backend):
    solver = Solver(Mines().start(), "external", backend)
    solver.iterate(300 if backend == "python" else 3000)
    best = zermelo.equilibrium(Mines(), iterations=2000).about["values"][0]
    assert solver.stage().values[0] > best - (0.4 if backend == "python" else 0.1)


@pytest.mark.parametrize("game", [Mines(), Claims(), Wide(6)])
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_twin_samples_the_same(game, sampling):
    found = []
    for backend in BACKENDS:
        solver = Solver(game.start(), sampling, backend)
        solver.iterate(20)
        found.append(solver.policy_rows())
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("by", SAMPLINGS)
def test_samples_of_a_game_without_end_are_an_error(by, backend):
    solver = Solver(Endless().start(), by, backend, most=1000)
    with pytest.raises(
        LimitError, match=rf"a game of endless did not end within {MAX_PLY:,} plies, the most that solvers look ahead"
    ):
        solver.iterate(1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_longest_game_that_is_solved(backend):
    """Neither Python's stack nor Rust's overflows, and both say the same about a game that lasts one ply longer."""
    tree = Tree(Line().start(), backend, 10**6)
    assert tree.nodes == (2 * MAX_PLY - 1, 0, 4)
    with pytest.raises(LimitError, match=r"a game of line\(4096\) did not end within 4,096 plies"):
        Tree(Line(MAX_PLY).start(), backend, 10**6)


def test_games_that_may_go_on_for_ever_are_sampled():
    solver = Solver(Waiting().start(), "outcome")
    assert solver.tree is None
    solver.iterate(100)
    assert solver.iterations == 100


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_time_ends_an_iteration_that_would_take_for_ever(backend):
    solver = Solver(Wide().start(), "external", backend)
    *_, last = solver.stages(seconds=0.01)
    assert last.iterations == 0
    assert solver.information_sets > 0


@pytest.mark.parametrize("backend", BACKENDS)
def test_another_thread_ends_an_iteration_that_would_take_for_ever(backend):
    solver, stop = Solver(Wide(300).start(), "external", backend, most=1000), Stop()

    def wait():
        while stop.tell is None:
            pass
        stop.now()

    thread = threading.Thread(target=wait)
    thread.start()
    solver.iterate(1, stop)
    thread.join()
    assert (solver.iterations, stop.tell) == (0, None)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_iteration_keeps_within_the_memory(backend):
    solver = Solver(Wide(300).start(), "external", backend, most=1000, memory=1 << 20)
    solver.iterate(5)
    assert (solver.full, solver.iterations) == (True, 0)
    assert 5 < solver.information_sets < 1 << 10
    assert solver.policy(measured=False).rows


def test_the_agent_says_that_the_memory_is_full():
    report = zermelo.agent("mccfr()")(Wide().start().play("500"))
    assert report.why == "the information sets of one sample fill the memory, so each move is as likely as any other"


def test_the_agent_reads_no_tree_to_take_samples(monkeypatch):
    monkeypatch.setattr(equilibrium, "Tree", None)
    report = zermelo.agent("mccfr(iterations=7)")(Claims().start())
    assert report.why.startswith("the policy plays ")


# What is told


@pytest.mark.parametrize("iterations", [-1, 1.5, "10", True])
def test_iterations_are_whole_numbers(iterations):
    with pytest.raises(AgentError, match=f"iterations={iterations!r} must be a whole number of at least 0"):
        zermelo.equilibrium(Claims(), iterations=iterations)


def test_a_game_that_is_over_is_not_solved():
    over = Claims().start().play("0", "2", "1")
    with pytest.raises(PositionError, match=r"the game is over \(x won\): there is nothing to solve"):
        Solver(over)


def test_a_policy_says_what_is_wrong_with_a_position():
    policy = Policy(Mines(), {})
    with pytest.raises(AgentError, match="this is a policy of mines, not of claims"):
        policy(Claims().start())
    with pytest.raises(PositionError, match="chance is to move in this position of mines, not a player"):
        policy(Mines().start())
    with pytest.raises(PositionError, match="the game is over"):
        policy(Mines().start().play("2", "4"))


class Open(Game):
    """Nothing is hidden."""

    players, state, moves, play, winner = Claims.players, Claims.state, Claims.moves, Claims.play, Claims.winner

    def guess(self, s, player, dice):
        s.cells[0], dice = pick(dice, 2)
        return True


class HidesTheTurn(Claims):
    def hide(self, s, player):
        s.turn = 0


class Sum(Game):
    """Cards and bids are hidden, but the sum of all bids is shown."""

    players = ("ann", "bob")
    secret = ("card", "bid")
    bounds = (-3, 3)
    out_of_turn = False

    def state(self):
        return dict(card=i8[2](HIDDEN), bid=i8[2](HIDDEN), sum=i8, dealt=i8, made=i8)

    def to_move(self, s):
        return CHANCE if s.dealt < 2 else s.made % 2

    def chances(self, s):
        for card in range(3):
            if card not in s.card:
                yield card, 1 / (3 - s.dealt)

    def moves(self, s):
        yield from range(3)

    def play(self, s, move):
        if s.dealt < 2:
            s.card[s.dealt] = move
            s.dealt += 1
        else:
            if s.made < 2:
                s.bid[s.made] = move
                s.sum += move
            s.made += 1

    def over(self, s):
        return s.made == 3

    def utility(self, s, player):
        return s.bid[player] - s.bid[1 - player]


class Silence(Sum):
    """The same, and the sum is hidden too."""

    def hide(self, s, player):
        s.sum = 0


def test_a_field_that_other_fields_tell_is_told():
    """The law `leak` is kept, because the cards stay hidden."""
    result = laws.check(Sum(), examples=20, backends=[])
    assert result.ok, str(result)
    (hint,) = [hint for hint in result.hints if hint.hint == "told"]
    assert hint.message == "`bid` is hidden from ann, who can always tell it: `sum` tells it, now or earlier; is that meant?"
    assert hint.moves == ("0", "1", "0", "0")
    assert not [hint for hint in laws.check(Silence(), examples=20, backends=[]).hints if hint.hint == "told"]


def test_a_guess_without_anything_to_guess_is_told():
    (hint,) = [hint for hint in laws.check(Open(), examples=20, backends=[]).hints if hint.hint == "needless"]
    assert hint.message == "`guess` is never asked, because the game hides nothing; name rows in `secret`, or write `hide`"
    assert not [hint for hint in laws.check(Claims(), examples=20, backends=[]).hints if hint.hint == "needless"]


def test_a_hidden_turn_is_told():
    result = laws.check(HidesTheTurn(), examples=20, backends=[])
    assert "rule `to_move` of hidestheturn says 0 on the view of x, but 1 on the state; leave `turn` as it is in `hide`" in str(
        result
    )


@pytest.mark.parametrize("game", [Claims(), Mines(), Wide(8), Line(9)])
def test_the_games_keep_the_laws(game):
    assert laws.check(game, examples=30).ok


def test_agents_play_them():
    dice = random.Random(1)
    for game in (Claims(), Wide(9), Waiting()):
        position = game.start()
        while not position.over:
            name = dice.choice(["ismcts(playouts=50)", "pimc('uct(playouts=20)', worlds=3)", "cheat('uct(playouts=20)')"])
            move = (
                dice.choice(position.choices) if position.player == CHANCE else position.parse(zermelo.agent(name)(position).move)
            )
            position = position.advance(move)


class FoggyBoard(Game):
    """Stones that only their owner sees, on a board without a `show` of its own."""

    players = ("x", "o")
    board = (2, 3)

    def state(self):
        return dict(cells=i8[6], turn=i8, made=i8)

    def hide(self, s, player):
        for cell in range(6):
            if s.cells[cell] == 2 - player:
                s.cells[cell] = HIDDEN

    def moves(self, s):
        for cell in range(6):
            if s.cells[cell] <= 0:
                yield cell

    def play(self, s, cell):
        s.cells[cell] = 1 + s.turn
        s.turn = 1 - s.turn
        s.made += 1

    def winner(self, s):
        return DRAW if s.made == 4 else ONGOING


def test_hidden_cells_are_question_marks_on_a_board_and_are_read_back():
    game = FoggyBoard()
    view = game.start().play("1 2 3").view(0)
    assert str(view) == ". x ?\nx . .\nmade: 3\no to move"
    assert game.position(str(view)).state == view.state
    assert ">?<" in game.svg(view.state)


@pytest.mark.parametrize("inner", ["ismcts()", "belief()", "pimc()"])
def test_agents_for_hidden_worlds_are_not_asked_inside_pimc(inner):
    with pytest.raises(AgentError, match="needs an agent that sees everything"):
        zermelo.pimc(inner)
