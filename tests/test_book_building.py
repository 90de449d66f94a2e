"""Making books: from search they hold the best moves, from games the results of the games, and Ctrl-C keeps everything that is complete."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from books_for_tests import CONNECT4, SMALL, START, TICTACTOE, best_moves, names, perfect, solve
from cli_runner import DICE, write_game
from games_for_tests import Boxes, Climb, Race, Thirds

import zermelo
from zermelo import AgentError, GameError, LimitError, PositionError, alphabeta, find, random
from zermelo.books import BookStatistics, build, from_play, from_search

# From search


def test_every_move_of_a_searched_book_is_best_and_every_best_move_is_there():
    for position, moves in perfect().positions(TICTACTOE):
        value, plies = solve(position)
        for move in moves:
            assert move.statistics == BookStatistics(100, value, plies if value else None)
        assert {name for move in moves for name in move.names} == best_moves(position)


def test_the_start_of_tictactoe_is_a_draw():
    """Any first move keeps the draw; the answer to a corner must be the centre, to the centre a corner."""
    assert len(perfect().moves(START)) == 3
    assert names(perfect(), START.play("c3")) == {frozenset({"b2"})}
    assert names(perfect(), START.play("b2")) == {frozenset({"a1", "a3", "c1", "c3"})}


@pytest.mark.parametrize(("game", "depth", "plies"), [(CONNECT4, 3, 3), (CONNECT4, 2, 4), (SMALL, 4, 3)], ids=str)
def test_a_book_looks_as_deep_as_its_plies_and_its_search_together(game, depth, plies):
    """The oracle is one search that is so much deeper."""
    book = from_search(game.start(), alphabeta(depth=depth), plies=plies).book
    for position, moves in book.positions(game):
        direct = alphabeta(depth=depth + plies - len(position.history))(position)
        assert {(move.statistics.value, move.statistics.plies) for move in moves} == {(direct.value, direct.plies)}
        assert direct.move in {name for move in moves for name in move.names}


def test_a_margin_lets_in_what_is_nearly_as_good():
    game = zermelo.TreeGame([[0, 0], [-1, 9], [-2, 3], [-3, 5], [-4, 4]])
    weights = {}
    for margin in (0, 0.5, 1, 2, 3, 4):
        book = from_search(game.start(), alphabeta(backend="python"), plies=1, margin=margin).book
        weights[margin] = {move.name: move.weight for move in book.moves(game.start())}
    assert weights[0] == weights[0.5] == {"1": 100}
    assert weights[1] == {"1": 100, "2": 1}
    assert weights[2] == {"1": 100, "2": 51, "3": 1}
    assert weights[4] == {"1": 100, "2": 75, "3": 51, "4": 26, "5": 1}


def test_there_is_no_margin_where_a_win_is_proven():
    won = START.play("a1 a2 b1 b2")
    book = from_search(won, alphabeta(), plies=1, margin=1e9).book
    assert [(move.names, move.statistics) for move in book.moves(won)] == [(("c1",), BookStatistics(100, 1, 1))]


def test_the_best_moves_alone_are_followed():
    """Two moves of each position: 1 + 2 + 4 positions in a game without transpositions that soon; the moves are those of the agent's best lines."""
    start, agent = find("chess").start(), zermelo.selective(nodes=500)
    built = from_search(start, agent, plies=2, margin=100, widest=2)
    assert (built.done, len(built.book)) == (7, 3)
    best = agent.changed(lines=2)(start).lines
    assert {move.name for move in built.book.moves(start)} == {line.move for line in best}


def test_an_agent_that_cannot_compare_moves_is_refused():
    with pytest.raises(AgentError, match="does not compare several moves"):
        from_search(find("tictactoe").start(), zermelo.agent("random"), widest=2)


def test_games_for_one_have_books_too():
    book = from_search(Climb().start(), alphabeta(backend="python"), plies=3).book
    assert [(move.names, move.statistics.value) for move in book.moves(Climb().start())] == [(("0",), 23)]


class Stopping:
    """Searches this many times, then is interrupted by Ctrl-C: as an exception, or as searches report it."""

    def __init__(self, searches, reports):
        self.left, self.reports, self.agent = searches, reports, alphabeta(depth=2)

    def __call__(self, position):
        self.left -= 1
        if self.left >= 0:
            return self.agent(position)
        if self.reports:
            return replace(self.agent(position), stopped="interrupt")
        raise KeyboardInterrupt

    def __str__(self):
        return "alphabeta(depth=2)"


@pytest.mark.parametrize("reports", [True, False])
def test_ctrl_c_keeps_the_positions_that_are_complete(reports):
    """The start and its 4 moves take 5 searches, and moves after 1 take 7 more. What is known of these is seen from a ply closer by;
    so the start is judged as if they had not been searched, until all moves after 4 have been, too.
    """
    shallow = from_search(CONNECT4.start(), alphabeta(depth=2), plies=1, margin=1e6).book.moves(CONNECT4.start())
    assert len(shallow) == 4
    for searches, positions in ((5, 1), (11, 1), (12, 2), (13, 2), (29, 4)):
        built = from_search(CONNECT4.start(), Stopping(searches, reports), plies=3, margin=1e6)
        assert (built.done, built.total, built.stopped) == (searches, 151, "interrupt")
        assert f"interrupted after {searches} of 151 positions" in built.book.made[0]
        assert len(built.book) == positions
        assert built.book.moves(CONNECT4.start()) == shallow
    with pytest.raises(KeyboardInterrupt):
        from_search(CONNECT4.start(), Stopping(4, reports), plies=3)


def test_progress_is_told():
    told = []
    built = from_search(START, alphabeta(depth=1), plies=2, step=lambda *numbers: told.append(numbers))
    assert told == [(done, 16) for done in range(17)]
    assert (built.done, built.total, built.stopped) == (16, 16, None)


@pytest.mark.parametrize(
    ("wrong", "error", "phrase"),
    [
        (lambda: from_search(START, alphabeta(), plies=0), LimitError, "number of plies 0"),
        (lambda: from_search(START, alphabeta(), margin=-1), LimitError, "margin -1"),
        (lambda: from_search(START, random()), AgentError, r"random\(seed=1\) gave no value"),
        (lambda: from_search(START.play("a1 a2 b1 b2 c1"), alphabeta()), PositionError, "over"),
        (lambda: from_search(Race().start(), alphabeta()), AgentError, "chance"),
        (lambda: from_search(Thirds().start(), alphabeta()), AgentError, "two players"),
        (lambda: from_play(START, alphabeta(), games=0), LimitError, "games=0"),
        (lambda: from_play(START, alphabeta(), plies=0), LimitError, "plies=0"),
        (lambda: from_play(START, alphabeta(), least=0), LimitError, "least=0"),
        (lambda: from_play(Climb().start(), alphabeta()), GameError, "climb has one"),
        (lambda: from_play(START.play("a1 a2 b1 b2 c1"), alphabeta()), PositionError, "over"),
    ],
)
def test_what_cannot_be_built_is_refused(wrong, error, phrase):
    with pytest.raises(error, match=phrase):
        wrong()


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(build, "MOST_POSITIONS", 1000)
    with pytest.raises(LimitError, match=r"connect4 has more than 1000 positions within [0-9]+ plies; give fewer"):
        from_search(CONNECT4.start(), alphabeta(depth=1), plies=20)


# From games


def test_one_game_speaks_for_the_winner_alone():
    seen = Counter()
    for seed in range(12):
        book = from_play(START, random(), games=1, plies=9, least=1, seed=seed).book
        weights = {(position.turn, move.statistics) for position, moves in book.positions(TICTACTOE) for move in moves}
        winners = {turn for turn, _ in weights}
        points = 2 if len(winners) == 1 else 1
        assert {worth for _, worth in weights} == {BookStatistics(points, games=1, points=points)}
        assert points == 2 or len(book) == 9
        seen["-".join(sorted(winners))] += 1
    assert len(seen) > 1


@pytest.mark.parametrize("least", [1, 2, 4])
def test_weights_are_wins_twice_and_draws_once(monkeypatch, least):
    """Against a count of our own, of a game without mirror images; what is rare, fails, or does clearly worse is left out."""
    played, play = [], build._play
    monkeypatch.setattr(build, "_play", lambda *arguments: played.append(play(*arguments)) or played[-1])
    book = from_play(Boxes().start(), random(), games=120, plies=3, least=least).book
    points = {}
    for game in played:
        for ply in range(3):
            worth = {f"{game[ply].turn} won": 2, "draw": 1}.get(game[-1].result, 0)
            points.setdefault(game[ply], {}).setdefault(game[ply + 1].history[-1], []).append(worth)
    expected, left_out = {}, 0
    for position, moves in points.items():
        average = sum(map(sum, moves.values())) / sum(map(len, moves.values()))
        good = {
            name: won for name, won in moves.items() if len(won) >= least and sum(won) / len(won) >= max(average - 0.2, 0.001)
        }
        left_out += len(moves) - len(good)
        if good:
            expected[position] = {name: BookStatistics(sum(won), games=len(won), points=sum(won)) for name, won in good.items()}
    assert {position: {move.name: move.statistics for move in moves} for position, moves in book.positions(Boxes())} == expected
    assert left_out > 10
    assert sum(map(len, expected.values())) > 5


def test_the_same_seed_makes_the_same_book(tmp_path):
    for number, seed in enumerate((3, 3, 4)):
        from_play(SMALL.start(), random(), games=15, seed=seed).book.save(tmp_path / f"{number}.book")
    one, again, other = ((tmp_path / f"{number}.book").read_bytes() for number in range(3))
    assert one == again != other


@pytest.mark.parametrize("game", [Race(), Thirds(), find("nim([2,3])")], ids=str)
def test_any_game_with_winners_has_books_from_games(game):
    """With dice, whose rolls are no moves of a book, and with three players."""
    book = from_play(game.start(), random(), games=30).book
    assert len(book) > 1
    for position, moves in book.positions(game):
        assert position.turn in game.players
        assert moves


def test_whose_turn_it_is_after_the_end_does_not_matter(tmp_path):
    """The turn runs out of players there, and would be refused as an answer."""
    game = find(write_game(tmp_path, DICE))
    assert len(from_play(game.start(), random(), games=20, least=1).book) > 5


def test_ctrl_c_keeps_the_games_that_were_played():
    built = from_play(START, Stopping(60, True), games=100, least=1)
    assert built.stopped == "interrupt"
    assert 5 < built.done < 20
    assert built.book.made[0].startswith(f"{built.done} games of alphabeta(depth=2)")
    assert built.book == from_play(START, alphabeta(depth=2), games=built.done, least=1).book
    with pytest.raises(KeyboardInterrupt):
        from_play(START, Stopping(0, True), games=100)


def test_an_illegal_move_is_told():
    class Cheat:
        def __call__(self, position):
            return replace(random()(position), move="z9")

    with pytest.raises(AgentError, match="chose an illegal move in tictactoe: `z9` is not a legal move"):
        from_play(START, Cheat(), games=3)
