"""A match: two agents, many games, one score.

Every game starts with a random opening, which may favour one side; so each opening is played twice, with sides swapped and the
same outcomes of chance. Everything random follows from the seed, so agents with depth or node limits
repeat the same match. Each agent begins every game afresh, on either side (`zermelo.engine.agent.fresh`): nothing that it keeps goes from one
game to the next.
"""

from collections.abc import Callable, Iterator

from zermelo.agents.random import RandomAgent
from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.openings import openings
from zermelo.arena.result import Record, Result, collected
from zermelo.engine.agent import Agent, check_agent, fresh as renewed, legal_move, think as ask
from zermelo.errors import GameError, LimitError, PositionError, Resigned
from zermelo.game import CHANCE, Game, Position, Random, draw
from zermelo.outcome import Outcome
from zermelo.report import Report

OPENING = 4
MOST_PLIES = 1000
"""A longer game counts as a draw."""


class Match:
    """Two agents on a game for two; iterate over its games, or `play` them all.

    >>> from zermelo import alphabeta, find, random
    >>> result = Match(find("tictactoe"), alphabeta(backend="python", depth=2), random(), games=4, opening=5).play()
    >>> len(result.records), result.wins + result.draws + result.losses
    (4, 4)
    """

    def __init__(
        self,
        game: Game,
        first: AnyAgent,
        second: AnyAgent,
        games: int = 20,
        seed: int = 1,
        opening: int = OPENING,
        plies: int = MOST_PLIES,
    ) -> None:
        for name, number in {"games": games, "seed": seed, "opening": opening, "plies": plies}.items():
            if not isinstance(number, int) or isinstance(number, bool):
                raise LimitError(f"{name}={number!r:.60} must be a whole number")
        if games < 2 or games % 2:
            raise LimitError(f"games={games} must be an even number of at least 2: every opening is played twice")
        if opening < 0:
            raise LimitError(f"opening={opening} must be a number of plies of at least 0")
        if plies <= opening:
            raise LimitError(f"plies={plies} must be more than the {opening} plies of the opening")
        self.game, self.games, self.seed, self.plies = game, games, seed, plies
        self.first, self.second = make_agent(first), make_agent(second)
        self._check(game.start())
        self.openings = openings(game.start(), games // 2, opening, Random(stream(seed)))

    def __repr__(self) -> str:
        return f"<match at {self.game}: {self.first} against {self.second}, {self.games} games; play() plays them>"

    def _check(self, start: Position) -> None:
        players = len(self.game.players)
        if players != 2:
            raise GameError(f"a match is for games of two players, but {self.game} has {players}")
        if start.over:
            raise PositionError(f"{self.game} is over before it begins ({start.result}), so there is no opening to play from")
        for agent in (self.first, self.second):
            check_agent(agent, start)

    def play(self, step: Callable[[Record], object] = lambda _: None) -> Result:
        """Play all games; `step` is called with each record. Ctrl-C ends the match; finished games count."""

        def games() -> Iterator[Record]:
            for record in self:
                yield record
                step(record)

        return Result(*collected(games()), (str(self.first), str(self.second)))

    def __iter__(self) -> Iterator[Record]:
        for number in range(self.games):
            pair, swapped = divmod(number, 2)
            yield self._play_one(pair, seat=swapped)

    def _play_one(self, pair: int, seat: int) -> Record:
        """One game, with the first agent on this seat.

        Everything random depends on the opening and the seat, not on which agent is the first: swapping the agents of a match
        only swaps wins and losses.
        """
        opening = self.openings[pair % len(self.openings)]
        seated = (self.first, self.second) if seat == 0 else (self.second, self.first)
        agents = [fresh(agent, stream(self.seed, pair, place)) for place, agent in enumerate(seated)]
        chance = Random(stream(self.seed, pair, len(agents)))
        names: list[str] = []
        nodes, seconds, turns = [0, 0], [0.0, 0.0], [0, 0]
        position, before, resigned = opening, len(opening.history), None
        while not position.over and before + len(names) < self.plies:
            player = position.player
            if player == CHANCE:
                move = draw(position.rules.chances(position.state), chance)
            else:
                try:
                    report = ask(agents[player], position)
                except Resigned:
                    resigned = Outcome.lost(player, len(agents), "resignation")
                    break
                move = legal_move(seated[player], position, report)
                nodes[player] += report.nodes
                seconds[player] += report.seconds
                turns[player] += 1
            names.append(position.name(move))
            position = position.advance(move)
        outcome = resigned or position.outcome
        return Record(
            pair=pair,
            opening=opening.history,
            seat=self.game.players[seat],
            moves=tuple(names),
            result=f"unfinished after {self.plies} plies" if outcome is None else outcome.text(self.game.players),
            points=float(resigned.winner == seat) if resigned else _points(position, seat),
            finished=outcome is not None,
            nodes=(nodes[seat], nodes[1 - seat]),
            seconds=(seconds[seat], seconds[1 - seat]),
            turns=(turns[seat], turns[1 - seat]),
        )


def stream(*numbers: int) -> int:
    """A seed of its own for each combination of numbers."""
    seed = 0
    for number in numbers:
        seed = Random(seed ^ number).bits()
    return seed


def fresh(agent: Agent, seed: int) -> Agent:
    """The agent at the start of a game; a random agent gets its own stream of random numbers, independent of earlier games."""
    return RandomAgent(stream(agent.seed, seed)) if isinstance(agent, RandomAgent) else renewed(agent, seed)


def think(agent: AnyAgent, position: Position) -> Report:
    """The report of an agent: of a text, an agent, or a function from a position to a move. Ctrl-C is raised again."""
    return ask(make_agent(agent), position)


def _points(position: Position, seat: int) -> float:
    if position.values is None:
        return 0.5
    mine, theirs = position.values[seat], position.values[1 - seat]
    return 0.5 if mine == theirs else float(mine > theirs)
