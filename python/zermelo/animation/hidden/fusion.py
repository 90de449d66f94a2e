"""The lesson on strategy fusion: why a search of single worlds fails where the player cannot tell them apart.

Four rounds: each world alone, where nothing is hidden; the mean over both, which is what `pimc` looks at; and what the player can
really do. The trees of the last two have the same leaves. In the one the coin is seen before a side is named, in the other after it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from zermelo.agents.registry import agent as make_agent
from zermelo.agents.worlds import pimc
from zermelo.animation.hidden.coin import SIDES, HiddenCoin
from zermelo.animation.round_builder import RoundBuilder, end, inner
from zermelo.animation.search import record
from zermelo.engine import SPECIFICATION, Agent
from zermelo.engine.equilibrium import Solver
from zermelo.engine.hidden import belief
from zermelo.game import Position
from zermelo.report import Report
from zermelo.search.hidden.best_response import best_response, reaches, weigh
from zermelo.search.hidden.sequence_form import SequenceForm, sequence_form
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Captions, Recording, Round, result
from zermelo.trees.player.step import NOTE, OPEN, STATUS, Change, Step

INNER = "minimax()"
ITERATIONS = 1000
MOST = 100
"""Positions of the sequence form; the game has fewer."""


@dataclass(frozen=True)
class Witness:
    """An agent that keeps what another one answers."""

    asked: Agent
    answers: list[tuple[Position, Report]] = field(default_factory=list)

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        for report in self.asked.reports(position, tree):
            self.answers.append((position, report))
            yield report

    def __call__(self, position: Position) -> Report:
        *_, last = self.reports(position)
        return last

    def __str__(self) -> str:
        return str(self.asked)


def fusion() -> Recording:
    """The lesson, with what `pimc` and the solver find."""
    start = HiddenCoin().start()
    position = start.advance(start.choices[0])  # the player cannot tell which side it is
    worlds = [Position(start.game.opened, start.game.layout.unpack(state)) for state, _ in belief(position, seed=1).worlds]
    rounds: list[Round] = []
    for world in worlds:
        rounds.append(_alone(world, rounds[-1].steps[-1].nodes if rounds else 0))
    fused = PimcRound(position, worlds, rounds[-1].steps[-1].nodes)
    rounds += [fused.made(), StrategyRound(fused).made()]
    return Recording(str(start.game), fused.called, position.turn, rounds, captions=Captions(note="note"))


def _side(world: Position) -> str:
    return SIDES[world.state.coin]


def _alone(world: Position, before: int) -> Round:
    """One world, searched as if nothing was hidden."""
    made = record(world, make_agent(INNER)).rounds[0]
    side = _side(world)
    text = f"Suppose that the coin shows {side} and that the player sees it. Then nothing is hidden, and minimax finds the best line."
    steps = [replace(step, nodes=step.nodes + before) for step in made.steps[:-1]]
    last = Step("result", 0, result(made.tree), made.tree.total + before)
    made.name = f"world {side}"
    made.steps = [Step("world", 0, text, before), *steps, last]
    made.states = []
    return made


class PimcRound:
    """What `pimc` looks at: the search of each world names the side that the coin shows in it."""

    def __init__(self, position: Position, worlds: list[Position], before: int) -> None:
        self.position, self.worlds = position, worlds
        self.witness = Witness(make_agent(INNER))
        self.agent = pimc(self.witness, worlds=len(worlds))
        self.called = str(self.agent)
        self.report = self.agent(position)
        self.nodes = before
        """Nodes entered so far, in all rounds."""
        self.builder = RoundBuilder(inner(None, position.turn))
        self.means: dict[str, float] = {}

    def made(self) -> Round:
        position, builder = self.position, self.builder
        text = f"{self.called} asks minimax in each world, and takes the move with the best mean."
        builder.step("round", 0, text, self.nodes, (0, STATUS, OPEN))
        for move in position.choices:
            self.move(move)
        best, value = self.report.move, self.report.value
        assert value is not None
        chosen = next(index for index, node in enumerate(builder.nodes) if builder.parents[index] == 0 and node.move == best)
        told = ", ".join(f"{name} {words.number(mean)}" for name, mean in self.means.items())
        text = f"The means are: {told}. So {self.called} takes {best}, with value {words.number(value)}."
        builder.step("better", 0, text, self.nodes, *builder.settles(0, value), *builder.leads_to(chosen))
        lines = " and ".join(f"{report.move} if it shows {_side(world)}" for world, report in self.witness.answers)
        text = f"But that is not one strategy. It names {lines}, as if it saw the coin first: two strategies are fused into one."
        builder.step("result", 0, text, self.nodes)
        return builder.round("pimc: the mean of both", str(position.game), self.called, position.turn, total=self.report.nodes)

    def move(self, move: int) -> None:
        """The mean of a move over all worlds."""
        builder, name, share = self.builder, self.position.name(move), 1 / len(self.worlds)
        chance = builder.add(0, inner(name, "chance", "chance"))
        builder.step("enter", chance, f"What is {name} worth? That depends on the coin.", self.nodes, (chance, STATUS, OPEN))
        values = [self.world(chance, world.advance(move), _side(world), share) for world in self.worlds]
        mean = self.means[name] = share * sum(values)
        parts = " + ".join(f"{words.odds(share)} × {words.number(value)}" for value in values)
        text = f"{name}: {parts} = {words.number(mean)} in the mean."
        builder.step("average", chance, text, self.nodes, *builder.settles(chance, mean))

    def world(self, chance: int, after: Position, side: str, share: float) -> float:
        """A move in one world: its payoff, or the answer of the search that sees the coin."""
        builder = self.builder
        if after.values is not None:
            leaf, value = builder.add(chance, end(f"coin: {side}", share)), after.values[0]
            text = f"In the world {side} the game is over: worth {words.number(value)}."
            self.nodes += 1
            builder.step("leaf", leaf, text, self.nodes, *builder.settles(leaf, value))
            return value
        report = next(report for position, report in self.witness.answers if position.state == after.state)
        assert report.value is not None
        node = builder.add(chance, inner(f"coin: {side}", after.turn, probability=share))
        changes: list[Change] = []
        for move in after.choices:
            leaf = builder.add(node, end(after.name(move)))
            changes += builder.settles(leaf, (after.advance(move).values or ())[0])
            if builder.nodes[leaf].move == report.move:
                changes += builder.leads_to(leaf)[:1]
        self.nodes += report.nodes
        text = f"In the world {side} the search sees the coin. It names {report.move}, worth {words.number(report.value)}."
        builder.step(
            "world", node, text, self.nodes, *changes, *builder.settles(node, report.value), (node, NOTE, f"names {report.move}")
        )
        return report.value


class StrategyRound:
    """What the player can do: name the same side in all worlds, because they look the same."""

    def __init__(self, pimc_round: PimcRound) -> None:
        self.position, self.worlds, self.nodes = pimc_round.position, pimc_round.worlds, pimc_round.nodes
        self.agent = pimc_round.agent
        self.form = sequence_form(self.position.rules, self.position.game.start().state, MOST)
        self.values = _sequence_values(self.form)
        self.builder = RoundBuilder(inner(None, self.position.turn))

    def made(self) -> Round:
        position, builder, nodes = self.position, self.builder, self.nodes
        first, second = self.form.sets
        best, chosen = best_response(self.form, [1.0] * self.form.size, 0)
        text = (
            "Both worlds look the same to the player: they are one information set. The coin is seen only after a side is named."
        )
        builder.step("round", 0, text, nodes, (0, STATUS, OPEN))
        take, guess = first.moves
        taken = self.mean(0, (take,), first.first)
        asked, name = position.advance(guess), position.name(guess)
        naming = builder.add(0, inner(name, asked.turn))
        builder.step("enter", naming, f"{name}: the player has to name a side.", nodes, (naming, STATUS, OPEN))
        for sequence, move in zip(second.sequences, second.moves, strict=True):
            self.mean(naming, (guess, move), sequence)
        worth = self.values[chosen[1]]
        text = f"Whichever side is named, {name} is worth {words.number(worth)}."
        builder.step("better", naming, text, nodes, *builder.settles(naming, worth))
        told = position.name(first.moves[chosen[0] - first.first])
        text = f"The best response on the sequence form is {told}, worth {words.number(best)}; {name} is worth {words.number(worth)}."
        builder.step(
            "better", 0, text, nodes, *builder.settles(0, best), *builder.leads_to(taken if chosen[0] == first.first else naming)
        )
        builder.step("result", 0, self.verdict(take, guess), nodes)
        return builder.round("one strategy for both", str(position.game), "best response", position.turn)

    def mean(self, above: int, moves: tuple[int, ...], sequence: int) -> int:
        """The same moves in all worlds: what they are worth in each, and in the mean."""
        builder, share, after = self.builder, 1 / len(self.worlds), self.position
        for move in moves:
            name, after = after.name(move), after.advance(move)
        chance = builder.add(above, inner(name, "chance", "chance"))
        changes: list[Change] = []
        told = []
        for world in self.worlds:
            last = world
            for move in moves:
                last = last.advance(move)
            leaf = builder.add(chance, end(f"coin: {_side(world)}", share))
            value = (last.values or ())[0]
            changes += builder.settles(leaf, value)
            told.append(f"{words.number(value)} if the coin shows {_side(world)}")
        value = self.values[sequence]
        text = f"{name}: {' and '.join(told)}, so {words.number(value)} in the mean."
        builder.step("average", chance, text, self.nodes, *changes, *builder.settles(chance, value))
        return chance

    def verdict(self, take: int, guess: int) -> str:
        """What the solver finds, and what `pimc` says one move later."""
        position = self.position
        solver = Solver(position.game.start(), "cfr", SPECIFICATION)
        solver.iterate(ITERATIONS)
        share = solver.policy()(position)[position.name(take)]
        later = self.agent(position.advance(guess))
        assert later.value is not None
        return (
            f"CFR agrees: its average strategy after {ITERATIONS:,} iterations plays {position.name(take)} with probability "
            f"{share:.4f}. One move too late {self.agent} knows it, too: after {position.name(guess)} it says "
            f"{words.number(later.value)}."
        )


def _sequence_values(form: SequenceForm) -> list[float]:
    """What the ends right after each sequence are worth, weighted by chance."""
    value = [0.0] * form.size
    weigh(form, reaches(form, [1.0] * form.size), 0, value)
    return value
