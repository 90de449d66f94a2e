"""Tuning: better weights for the features of an evaluation, found by playing; and weights for patterns.

An evaluation is E = w1 f1 + ... + wn fn (`zermelo.game.evaluation`). Somebody chose the weights; games say how good they are. There are three methods:

* `texel`: plays many fast games against itself and fits the weights to their results by logistic regression. This uses every position of
  every game, so it is by far the cheapest. `logistic` has the loss and the fit.
* `td`: TD-leaf. After each few games it moves the value of every searched position towards the value of the next one.
* `spsa`: lets two sets of weights play each other that differ by a random step, and moves towards the winner. It maximises the strength
  itself, needs no model, and takes the most games.

A fourth, `patterns`, is for evaluations by tables (`zermelo.game.patterns`): `pattern_tuner` goes through the stages of a game from the last to the first,
`pattern_data` finds positions and what they are worth, `pattern_fit` has the fit, and `tuned_patterns` is the answer.

`selfplay` plays the games and notes the features of quiet positions, which `reader` computes; `pairs` plays two sets of weights against each other. Games are
items of work (`zermelo.arena.work`), so they are played by any number of processes with the same results. `state` keeps each result on disk: a run that
was killed goes on with the first missing game and ends with the same weights.

A fit to results is not yet a stronger evaluation. So `tuner` lets the new weights play the old ones at equal nodes, and offers them
only if a sequential test (`zermelo.arena.sprt`) accepts them; `tuned` is the answer.
"""

from zermelo.arena.tuning.pattern_tuner import PatternTuner
from zermelo.arena.tuning.plan import METHODS, TuningError, TuningPlan
from zermelo.arena.tuning.tuned import Tuned
from zermelo.arena.tuning.tuned_patterns import TunedPatterns
from zermelo.arena.tuning.tuner import Tuner

__all__ = ["METHODS", "PatternTuner", "Tuned", "TunedPatterns", "Tuner", "TuningError", "TuningPlan"]
