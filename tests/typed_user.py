"""What strict users write: a typed game, agents and an evaluation of their own, and what they do with reports, positions and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import zermelo
from zermelo import (
    ONGOING,
    Agent,
    AgentError,
    Connect4,
    Field,
    Game,
    Limit,
    Outcome,
    Position,
    Report,
    Score,
    State,
    ZermeloError,
    i8,
    i16,
    i32,
    i64,
)
from zermelo.report import Choice, Line


class TwentyOne(Game):
    """Count up by 1, 2 or 3; the player who reaches 21 wins. Moves may be a list."""

    players = ("ann", "bob")

    def __init__(self, goal: int = 21) -> None:
        self.goal = goal

    def state(self) -> dict[str, Field]:
        return dict(count=i8, turn=i8, row=i16[3], big=i32(5), more=i64([1, 2]))

    def moves(self, s: State) -> list[int]:
        return [step for step in range(1, 4) if s.count + step <= self.goal]

    def play(self, s: State, step: int) -> None:
        s.count += step
        s.turn = 1 - s.turn

    def winner(self, s: State) -> int:
        return 1 - s.turn if s.count == self.goal else ONGOING

    def evaluate(self, s: State, player: int) -> float:
        return float(s.count % 4) * (1 if player == s.turn else -1)

    def name(self, s: State, move: int) -> str:
        return f"+{move}"


class Doubled(Connect4):
    """Connect4 with an evaluation of one's own."""

    def evaluate(self, s: State, player: int) -> float:
        return 2 * super().evaluate(s, player)


class First:
    """An agent without a base class."""

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        name = position.moves[0]
        yield Report(
            str(position.game), "first", "python", position.turn, name, None, None, (name,), depth=0, nodes=1, seconds=0.0
        )

    def __call__(self, position: Position) -> Report:
        *_, last = self.reports(position)
        return last


@dataclass(frozen=True)
class Renamed(Agent):
    """An agent that asks another one."""

    inner: Agent

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        for report in self.inner.reports(position, tree):
            yield replace(report, agent="renamed")

    def check(self, position: Position) -> None:
        if position.over:
            raise AgentError("the game is over")


def from_function(choose: Callable[[Position], str]) -> Agent:
    """An agent from a function of a position."""

    class FromFunction(Agent):
        def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
            name = choose(position)
            game, score = str(position.game), Score.guess(0.5)
            yield Report(game, "function", "python", position.turn, name, 0.5, None, (name,), 0, 1, 0.0, score=score)

    return FromFunction()


def middle(position: Position) -> str:
    """An agent: any function from a position to a move."""
    return position.moves[len(position.moves) // 2]


class Deep:
    """An agent with a parameter, which asks for a limit."""

    def __init__(self, depth: int = 2) -> None:
        self.depth = depth

    def __call__(self, position: Position, limit: Limit) -> Position:
        children: tuple[Position, ...] = position.children
        return max(children, key=lambda child: child.evaluate(position.player) + self.depth)


def use_own_agents(game: Game) -> list[str]:
    result = zermelo.match(game, middle, Deep, games=2, opening=0)
    made: Agent = zermelo.agent(Deep(depth=3))
    found: Report = zermelo.best(game, lambda position: position.choices[0])
    raw = game.rules.raw
    state: State = raw.after(game.start().state, 1)
    values: tuple[float, ...] | None = raw.values(state)
    return [f"{result} {made(game.start())} {found.why} {values} {list(raw.moves(state))}"]


def use() -> list[str]:
    game: Game = TwentyOne(goal=9)
    start: Position = game.start()
    here: Position = start.play("+1", 2)
    numbers: tuple[int, ...] = here.choices
    names: tuple[str, ...] = here.moves
    count: int = here.state.count
    outcome: Outcome | None = here.outcome
    told = [f"{numbers} {names} {count} {outcome} {here.turn} {here.result} {here.history} {here.parent == start}"]
    agents: list[Agent] = [
        First(),
        Renamed(First()),
        from_function(lambda position: position.moves[-1]),
        zermelo.alphabeta(depth=2),
    ]
    agents += [zermelo.random(3), zermelo.level(2), zermelo.agent("uct(playouts=20)"), Renamed(zermelo.strong(depth=3))]
    for agent in agents:
        report: Report = agent(here)
        value: float | None = report.value
        score: Score | None = report.score
        lines: tuple[Line, ...] = report.lines
        choices: tuple[Choice, ...] = report.choices
        if score is not None and score > Score.draw():
            told.append(f"{score.kind} {score.value} {score.plies} {score.is_proven} {-score} {score.to_json()}")
        told.append(f"{report} {value} {lines} {choices} {report.to_json()}")
    result = zermelo.match(game, First(), "random", games=2, seed=2, opening=0)
    low, high = result.interval
    told.append(f"{result} {result.score:.2f} {low + high} {result.wins}")
    found: Report = zermelo.best(game, Renamed(First()), moves="+1")
    solved: Report = zermelo.solve(game, by="proof", seconds=1.0)
    kept: bool = zermelo.check(Doubled(), examples=1).ok
    nodes: int = zermelo.perft(start, 3, divide=True).nodes
    told.append(f"{found} {solved} {kept} {nodes} {zermelo.tree(game, nodes=20).to_svg()}")
    search = zermelo.strong(depth=3).search(start)
    search.stop()
    told += [str(report) for report in search]
    changed = zermelo.alphabeta(depth=4, memory="1MB", ordering="killers+pv", table=True).changed(depth=2).remembering().fresh(3)
    told += use_own_agents(game)
    classes: dict[str, type[Game]] = zermelo.catalog()
    told.append(
        f"{changed.limit == Limit(depth=2)} {changed.takes('depth')} {len(classes)} {zermelo.find('nim') == zermelo.Nim()}"
    )
    try:
        start.play("x")
    except ZermeloError as error:
        told.append(str(error))
    return told
