"""Games of Zermelo for one player, for Gymnasium: `zermelo.to_gymnasium(game)` is an environment.

An observation holds the numbers of the state, and `info["action_mask"]` has 1 for each legal action; `encoding.py` says which these are. The reward is
0 until the end and then the utility of the game. Chance moves inside `reset` and `step`; `reset(seed=...)` makes it repeatable.

Gymnasium has no rule for illegal actions, and its checker tries some. Here such an action changes nothing: the reward is 0, and
`info["illegal_action"]` is True. It counts as a step for `max_game_length`.
"""

from __future__ import annotations

import random as standard
from functools import cache
from typing import Any

import numpy as np

from zermelo.adapters.encoding import Encoding, game_of, optional_length, rolled
from zermelo.adapters.pettingzoo import RENDER_MODES, check_mode
from zermelo.errors import GameError
from zermelo.game import Game

MISSING = 'Gymnasium is not installed: pip install "zermelo[pettingzoo]"'


def to_gymnasium(game: Game | str, *, render_mode: str | None = None, max_game_length: int | None = None) -> Any:
    """The game as a `gymnasium.Env`, for games of one player; a game of more steps than `max_game_length` is truncated."""
    found = game_of(game)
    if len(found.players) != 1:
        raise GameError(f"{found} has {len(found.players)} players, and Gymnasium is for one; use to_pettingzoo")
    return _environment_class()(found, check_mode(render_mode), optional_length(max_game_length))


@cache
def _environment_class() -> Any:
    """The class of environments; its base exists only once Gymnasium is imported."""
    try:
        from gymnasium import Env
    except ImportError:
        raise GameError(MISSING) from None
    return type("Environment", (OnePlayer, Env), {"__module__": __name__})


def __getattr__(name: str) -> Any:
    """`Environment`, by which pickles find the class."""
    if name == "Environment":
        return _environment_class()
    raise AttributeError(f"module {__name__} has no attribute {name}")


class OnePlayer:
    """What `gymnasium.Env` asks of an environment."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    np_random: Any

    def __init__(self, game: Game, render_mode: str | None, length: int | None) -> None:
        from gymnasium import spaces

        self.game, self.render_mode, self.length = game, render_mode, length
        self.encoding = Encoding(game)
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.int64)
        self.action_space = spaces.Discrete(self.encoding.actions)
        self.dice: standard.Random | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game. Without a seed, chance goes on as it was."""
        super().reset(seed=seed, options=options)  # type: ignore[misc]
        if seed is not None or self.dice is None:
            self.dice = standard.Random(int(self.np_random.integers(1 << 62)))
        self.steps = 0
        self.position = rolled(self.game.start(), self.dice)
        self._show()
        return self.encoding.numbers(self.position, 0), self._info(illegal=False)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action: observation, reward, whether the game is over, whether it was truncated, and info."""
        if self.dice is None or self.position.over:
            raise GameError("there is no game to go on with; call reset() first")
        legal = action in self.encoding.legal(self.position)
        if legal:
            self.position = rolled(self.position.advance(self.encoding.move(self.position, action)), self.dice)
        self.steps += 1
        self._show()
        values = self.position.values
        late = values is None and self.length is not None and self.steps >= self.length
        observation = self.encoding.numbers(self.position, 0)
        return observation, 0.0 if values is None else values[0], values is not None, late, self._info(illegal=not legal)

    def render(self) -> str | None:
        """The position as text: returned in the mode ansi, printed in the mode human."""
        if self.render_mode == "human":
            print(self.position.seen())
            return None
        if self.render_mode is None:
            raise GameError(f"choose how to render when the environment is made: to_gymnasium({self.game}, render_mode='ansi')")
        return str(self.position.seen())

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self, illegal: bool) -> dict[str, Any]:
        return dict(action_mask=self.encoding.mask(self.position), illegal_action=illegal)
