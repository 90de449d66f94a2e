"""Games that hide something: regret minimisation, best responses and ISMCTS beside OpenSpiel's, in the same run.

    python benches/hidden.py                 Kuhn and Leduc poker, Liar's Dice with six sides
    python benches/hidden.py --seconds 5     longer

Needs OpenSpiel (`pip install open_spiel`). Each pair is measured by turns on one thread, and the last column is the ratio. The second table has the
exploitability of Leduc poker after so many iterations; the third the same where other stakes are rounded differently, which is how far
such figures can be trusted. The last has them without any rounding that matters: 120 digits, which take a minute.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

import pyspiel

import zermelo
from zermelo.engine.equilibrium import Solver
from zermelo.game import State
from zermelo.search.hidden.best_response import exploitability
from zermelo.search.hidden.regret import RegretMinimiser
from zermelo.search.hidden.sampling import SAMPLINGS
from zermelo.search.hidden.sequence_form import InformationSet, SequenceForm, sequence_form

SOLVERS = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}
GAMES = (("kuhn", "kuhn_poker"), ("leduc", "leduc_poker"), ("liarsdice", "liars_dice"))


def rate(step: Callable[[], int], seconds: float) -> float:
    """How many a second; `step` answers how many it has done."""
    step()
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        done += step()
    return done / (time.perf_counter() - began)


def row(name: str, ours: float, theirs: float) -> None:
    print(f"{name:<36}{ours:>14,.1f}{theirs:>14,.1f}{ours / theirs:>9.1f}", flush=True)


def iterations(game: str, other: str, by: str, seconds: float) -> None:
    solver, batch = Solver(zermelo.find(game).start(), by), 1 if game == "liarsdice" else 20
    peer = SOLVERS[by](pyspiel.load_game(other))

    def ours() -> int:
        solver.iterate(batch)
        return batch

    def theirs() -> int:
        peer.evaluate_and_update_policy()
        return 1

    row(f"{by} on {game}, iterations a second", rate(ours, seconds), rate(theirs, seconds))


def samples(by: str, seconds: float) -> None:
    solver, game = Solver(zermelo.find("leduc").start(), by), pyspiel.load_game("leduc_poker")
    peer = pyspiel.ExternalSamplingMCCFRSolver(game) if by == "external" else pyspiel.OutcomeSamplingMCCFRSolver(game)

    def ours() -> int:
        solver.iterate(2000)
        return 2000

    def theirs() -> int:
        peer.run_iteration()
        return 1

    row(f"{by} sampling on leduc, a second", rate(ours, seconds), rate(theirs, seconds))


def best_responses(seconds: float) -> None:
    solver, game = Solver(zermelo.find("leduc").start()), pyspiel.load_game("leduc_poker")
    peer = pyspiel.CFRSolver(game)
    peer.evaluate_and_update_policy()
    policy = peer.average_policy()

    def ours() -> int:
        solver.stage()
        return 1

    def theirs() -> int:
        pyspiel.exploitability(game, policy)
        return 1

    row("exploitability of leduc, a second", rate(ours, seconds), rate(theirs, seconds))


def simulations(seconds: float) -> None:
    position = zermelo.find("leduc").start().play("Js Qh")
    report = zermelo.ismcts(seconds=seconds)(position)
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    number = 20_000
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 0.5, number, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )

    def theirs() -> int:
        bot.step(state)
        return number

    assert report.playouts is not None
    row("ismcts on leduc, playouts a second", report.playouts / report.seconds, rate(theirs, seconds))


def exploitabilities() -> None:
    print(f"\n{'exploitability of leduc':<36}{'ours':>14}{'OpenSpiel':>14}")
    for by, peer in SOLVERS.items():
        solver, game = Solver(zermelo.find("leduc").start(), by), pyspiel.load_game("leduc_poker")
        other, done = peer(game), 0
        for number in (1, 10, 100, 1000):
            solver.iterate(number - done)
            for _ in range(number - done):
                other.evaluate_and_update_policy()
            done = number
            theirs = pyspiel.exploitability(game, other.average_policy())
            print(f"{by + f', {number:,} iterations':<36}{solver.stage().exploitability:>14.7f}{theirs:>14.7f}", flush=True)


class Stakes(zermelo.Leduc):
    """Leduc poker for other stakes: the same game, with other roundings."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor, self.bounds = factor, (-13 * factor, 13 * factor)

    def utility(self, s: State, player: int) -> float:
        return super().utility(s, player) * self.factor


def roundings() -> None:
    print(f"\n{'exploitability of leduc, other stakes':<36}{'least':>14}{'most':>14}")
    for by in SOLVERS:
        for number in (100, 1000):
            found = []
            for factor in (1.0, 3.0, 0.1, 0.3, 0.7, 1.1, 1 / 3, math.pi):
                solver = Solver(Stakes(factor).start(), by)
                solver.iterate(number)
                found.append(solver.stage().exploitability / factor)
            print(f"{by + f', {number:,} iterations':<36}{min(found):>14.7f}{max(found):>14.7f}", flush=True)


class Digits(RegretMinimiser):
    """Regret minimisation with 120 digits; regrets below 1e-60 are 0, as they would be with fractions."""

    def __init__(self, form: SequenceForm, variant: str) -> None:
        super().__init__(form, variant)
        self.weights = [[Decimal(part.numerator) / part.denominator for part in map(fraction, end.payoffs)] for end in form.ends]
        self.regret, self.total = [Decimal(0)] * form.size, [Decimal(0)] * form.size
        self.strategy, self.reach = [Decimal(1)] * form.size, [Decimal(1)] * form.size
        for here in form.sets:
            self.choose(here)

    def update(self, player: int) -> None:
        value, plus = [Decimal(0)] * self.form.size, self.variant == "cfr+"
        for end, payoffs in zip(self.form.ends, self.weights, strict=True):
            value[end.sequences[player]] += payoffs[player] * self.reach[end.sequences[1 - player]]
        for here in reversed(list(self.form.sets_of(player))):
            worth = sum(self.strategy[sequence] * value[sequence] for sequence in here.sequences)
            value[here.parent] += worth
            for sequence in here.sequences:
                self.total[sequence] += self.reach[sequence] * (self.iterations if plus else 1)
                regret = self.regret[sequence] + value[sequence] - worth
                self.regret[sequence] = Decimal(0) if abs(regret) < Decimal("1e-60") or (plus and regret < 0) else regret
        for here in self.form.sets_of(player):
            self.choose(here)

    def choose(self, here: InformationSet) -> None:
        positive = sum(max(self.regret[sequence], Decimal(0)) for sequence in here.sequences)
        for sequence in here.sequences:
            self.strategy[sequence] = (
                max(self.regret[sequence], Decimal(0)) / positive if positive else Decimal(1) / len(here.moves)
            )
            self.reach[sequence] = self.reach[here.parent] * self.strategy[sequence]


def fraction(payoff: float) -> Fraction:
    return Fraction(payoff).limit_denominator(10_000)


def digits(number: int = 1000) -> None:
    print(f"\n{'exploitability of leduc, 120 digits':<36}")
    start = zermelo.find("leduc").start()
    form = sequence_form(start.rules, start.state, 10**6)
    with localcontext(prec=120):
        for by in SOLVERS:
            run = Digits(form, by)
            for _ in range(number):
                run.iterate()
            run.total = [float(share) for share in run.total]
            policy = run.average()
            print(f"{by + f', {number:,} iterations':<36}{exploitability(form, policy):>14.7f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    given = parser.parse_args()
    print(f"{'':<36}{'ours':>14}{'OpenSpiel':>14}{'ratio':>9}")
    for game, other in GAMES:
        for by in SOLVERS:
            iterations(game, other, by, given.seconds)
    for by in SAMPLINGS:
        samples(by, given.seconds)
    best_responses(given.seconds)
    simulations(given.seconds)
    exploitabilities()
    roundings()
    digits()


if __name__ == "__main__":
    main()
