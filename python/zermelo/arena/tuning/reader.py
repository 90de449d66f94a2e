"""Features of positions, computed where the rules run.

A compiled or native evaluation answers with a sum, not with its features. But its weights can be chosen for every question: with the weight 1 for one
feature and 0 for all others, the sum is that feature. So each feature is a question to machine code, which is much faster than asking
Python. Features that cannot be compiled are asked in Python, all at once.
"""

import warnings

from zermelo.arena.tuning.plan import weighed
from zermelo.engine.backends import open_backend
from zermelo.errors import CompileWarning
from zermelo.game import Game, State
from zermelo.game.evaluation import Evaluation


class FeatureReader:
    """Answers what the features of a state are for a player.

    >>> from zermelo import Othello
    >>> game = Othello(6)
    >>> reader = FeatureReader(game, game.rules.evaluation)
    >>> reader(game.start().play("c2 b2 b3").state, 0)[:2]
    [4.0, 0.0]
    """

    def __init__(self, game: Game, own: Evaluation) -> None:
        size = len(own.numbers)
        self._rules = game.with_evaluation(own).rules
        units = [weighed(own, [float(place == each) for place in range(size)]) for each in range(size)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CompileWarning)  # the searches warn of it
            backends = [open_backend(game.with_evaluation(unit), None, ("evaluate",)) for unit in units]
        asks_python = any(each.asks_python or each.name == "interpreted" for each in backends)
        self._cores = [] if asks_python else [each.core for each in backends]

    def __call__(self, state: State, player: int) -> list[float]:
        if not self._cores:
            return [float(value) for value in self._rules.features(state, player)]
        packed = state.pack()
        return [core.evaluate(packed, player) for core in self._cores]
