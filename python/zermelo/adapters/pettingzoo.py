"""Games of Zermelo for PettingZoo: `zermelo.to_pettingzoo(game)` is an AEC environment, in which agents act one after the other.

The agents have the names of the players. An observation is a dictionary, as in PettingZoo's classic games: `observation` holds the number of
the observing player and then the numbers of the state, and `action_mask` has 1 for each legal action, all 0 for players who are not to
move. `encoding.py` says which actions and numbers these are. Rewards are 0 until the end and then the utilities of the game.

Chance moves inside `reset` and `step`; `reset(seed=...)` makes it repeatable. An illegal action is a MoveError and changes nothing; PettingZoo's
`TerminateIllegalWrapper` makes it a loss instead.
"""

from __future__ import annotations

import random as standard
import re
from functools import cache
from typing import Any

import numpy as np

from zermelo.adapters.encoding import Encoding, game_of, optional_length, rolled, seeded
from zermelo.errors import GameError, nearest
from zermelo.game import Game
from zermelo.game.position import Position

RENDER_MODES = ("ansi", "human")
MISSING = 'PettingZoo is not installed: pip install "zermelo[pettingzoo]"'


def to_pettingzoo(game: Game | str, *, render_mode: str | None = None, max_game_length: int | None = None) -> Any:
    """The game as a `pettingzoo.AECEnv`.

    A game of more moves than `max_game_length` is truncated, without rewards. `render_mode` is "ansi" for texts, or "human" to print each position.
    """
    return _environment_class()(game_of(game), check_mode(render_mode), optional_length(max_game_length))


def check_mode(render_mode: Any) -> str | None:
    """A way to render, if it is one."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise GameError(f"render_mode must be None, ansi or human, not {render_mode!r:.40}.{nearest(render_mode, RENDER_MODES)}")
    return str(render_mode) if render_mode else None


@cache
def _environment_class() -> Any:
    """The class of environments; its base exists only once PettingZoo is imported."""
    try:
        from pettingzoo import AECEnv
    except ImportError:
        raise GameError(MISSING) from None
    return type("Environment", (AgentCycle, AECEnv), {"__module__": __name__})


def __getattr__(name: str) -> Any:
    """`Environment`, by which pickles find the class."""
    if name == "Environment":
        return _environment_class()
    raise AttributeError(f"module {__name__} has no attribute {name}")


class AgentCycle:
    """What `pettingzoo.AECEnv` asks of an environment."""

    agent_selection: str

    def __init__(self, game: Game, render_mode: str | None, length: int | None) -> None:
        super().__init__()
        self.game, self.render_mode, self.length = game, render_mode, length
        self.encoding = Encoding(game)
        name = "zermelo_" + re.sub(r"\W+", "_", str(game)).strip("_")
        self.metadata = {"render_modes": list(RENDER_MODES), "name": name, "is_parallelizable": False}
        self.possible_agents = list(game.players)
        self.observation_spaces = {agent: self._observations() for agent in game.players}
        self.action_spaces = {agent: self._actions() for agent in game.players}
        self.dice: standard.Random | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Begin a new game. Without a seed, chance goes on as it was."""
        if seed is not None or self.dice is None:
            self.dice = seeded(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves_made = 0
        self._show(rolled(self.game.start(), self.dice))

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None for an agent whose game is over."""
        if self.dice is None:
            raise GameError("the environment has no game yet; call reset() first")
        if not self.agents:
            raise GameError("the game is over for all agents; call reset() for a new one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[attr-defined]
            return
        after = self.position.advance(self.encoding.move(self.position, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.moves_made += 1
        self._show(rolled(after, self.dice))
        if self.position.values is not None:
            self.rewards = dict(zip(self.agents, self.position.values, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.length is not None and self.moves_made >= self.length:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()  # type: ignore[attr-defined]

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What an agent sees: everything that the game does not hide from it, and its own legal actions."""
        seat = self.possible_agents.index(agent)
        numbers = np.concatenate([np.array([seat], np.int64), self.encoding.numbers(self.position, seat)])
        to_move = not self.position.over and self.position.player == seat
        return dict(observation=numbers, action_mask=self.encoding.mask(self.position if to_move else None))

    def state(self) -> np.ndarray[Any, Any]:
        """The numbers of the whole state, without an observer: what is hidden from players is among them."""
        return self.encoding.numbers(self.position)

    def render(self) -> str | None:
        """The position as text, as the agent to move sees it, and all of it when the game is over: returned in the mode ansi, printed in the mode human."""
        if self.render_mode is None:
            raise GameError(f"choose how to render when the environment is made: to_pettingzoo({self.game}, render_mode='ansi')")
        shown = str(self.position.seen())
        if self.render_mode == "human":
            print(shown)
            return None
        return shown

    def close(self) -> None:
        """Nothing is open."""

    def _show(self, position: Position) -> None:
        """Go on to a position, and print it where people watch."""
        before = self.possible_agents.index(self.agent_selection) if self.moves_made else -1
        self.position = position
        turn = (before + 1) % len(self.possible_agents) if position.over else position.player
        self.agent_selection = self.possible_agents[turn]
        if self.render_mode == "human":
            self.render()

    def _observations(self) -> Any:
        from gymnasium import spaces

        low = np.concatenate([np.array([0], np.int64), self.encoding.low])
        high = np.concatenate([np.array([max(1, len(self.game.players) - 1)], np.int64), self.encoding.high])
        mask = spaces.Box(0, 1, (self.encoding.actions,), np.int8)
        return spaces.Dict(dict(observation=spaces.Box(low, high, dtype=np.int64), action_mask=mask))

    def _actions(self) -> Any:
        from gymnasium import spaces

        return spaces.Discrete(self.encoding.actions)
