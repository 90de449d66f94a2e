"""Games of Zermelo in OpenSpiel: `zermelo.to_openspiel(game)` registers a game there, so that OpenSpiel's algorithms can play it.

OpenSpiel wants to know the greatest length of a game beforehand. A game that is longer than `max_game_length` moves ends there: each player gets
0, or what is nearest to it within the game's bounds. Moves of players count, outcomes of chance do not.

Where all players see the whole state, the information state of each of them is the history of the game. In games that hide something it is the
number of the player's information set and what the player sees, and algorithms for hidden information run on them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

import numpy as np

from zermelo.adapters.encoding import Encoding, checked_length, game_of
from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.games.outside.openspiel_library import pyspiel

USUAL_LENGTH = 10_000
_CHANCE, _TERMINAL = -1, -4
"""Players in OpenSpiel who are none: pyspiel.PlayerId.CHANCE and TERMINAL."""

_registered: dict[str, tuple[Game, int]] = {}
"""What each name in OpenSpiel stands for: a game and its greatest length."""


def to_openspiel(game: Game | str, *, max_game_length: int = USUAL_LENGTH) -> Any:
    """The game as a `pyspiel.Game`. It is registered there under a name such as zermelo_connect4, in this process."""
    found, length = game_of(game), checked_length(max_game_length)
    library = pyspiel()
    plain = "zermelo_" + re.sub(r"\W+", "_", str(found)).strip("_").lower()
    name, number = plain, 1
    while _registered.get(name, (found, length)) != (found, length):
        number += 1
        name = f"{plain}_{number}"
    if name not in _registered:
        kind = _kind(found, name)
        # A class, not a function: OpenSpiel's registry outlives Python, and a class is never freed with its last reference.
        own = type("ZermeloGame", (GameInOpenSpiel, library.Game), dict(game=found, kind=kind, length=length))
        library.register_game(kind, own)
        _registered[name] = (found, length)
    return library.load_game(name)


def _registered_again(game: Game, length: int) -> Any:
    """The inverse of `GameInOpenSpiel.__reduce__`."""
    return to_openspiel(game, max_game_length=length)


def _replayed(game: Game, length: int, history: tuple[int, ...]) -> Any:
    """The inverse of `StateInOpenSpiel.__reduce__`."""
    state = _registered_again(game, length).new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def _kind(game: Game, name: str) -> Any:
    types, players = pyspiel().GameType, len(game.players)
    chance = types.ChanceMode.EXPLICIT_STOCHASTIC if game.defines("chances") else types.ChanceMode.DETERMINISTIC
    return types(
        short_name=name,
        long_name=f"{game} of Zermelo",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=types.Information.IMPERFECT_INFORMATION if game.hides else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if game.rules.zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


@cache
def _state_class() -> Any:
    """The class of states; its base exists only once OpenSpiel is imported."""
    return type("ZermeloState", (StateInOpenSpiel, pyspiel().State), {})


class GameInOpenSpiel:
    """What `pyspiel.Game` asks of a game. Each game that is registered gets a class of its own, with these attributes."""

    game: ClassVar[Game]
    kind: ClassVar[Any]
    length: ClassVar[int]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game, length = self.game, self.length
        low, high = game.rules.bounds
        self.encoding = Encoding(game)
        info = pyspiel().GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=game.max_moves if game.defines("chances") else 0,
            num_players=len(game.players),
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if game.rules.zero_sum else None,
            max_game_length=length,
        )
        super().__init__(self.kind, info, parameters or {})  # type: ignore[call-arg]

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process registers the game when it reads the pickle."""
        return _registered_again, (self.game, self.length)

    def new_initial_state(self, state: Any = None) -> Any:
        """The start of a game; states are given by their histories, so no other start is known."""
        if state is not None:
            raise GameError("a game of Zermelo begins at its start in OpenSpiel; apply the actions that lead to the state")
        return _state_class()(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What players see: the whole state, or the history where all of it must be remembered."""
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        if self.game.hides:
            return ViewObserver(self.encoding, iig_obs_type is None or iig_obs_type.perfect_recall)
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return StateObserver(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class StateInOpenSpiel:
    """What `pyspiel.State` asks of a state. OpenSpiel copies all attributes often, so those here are numbers or copy themselves at once."""

    def __init__(self, game: GameInOpenSpiel) -> None:
        super().__init__(game)  # type: ignore[call-arg]
        self.encoding, self.length, self.moves_made = game.encoding, game.length, 0
        self._set(game.game.start())

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.encoding.game, self.length, tuple(self.history()))  # type: ignore[attr-defined]

    def _set(self, position: Position) -> None:
        """Go on to a position, which is immutable."""
        self.position = position
        self.to_move = _TERMINAL
        if not position.over and self.moves_made < self.length:
            self.to_move = _CHANCE if position.player == CHANCE else position.player

    def current_player(self) -> int:
        return self.to_move

    def is_terminal(self) -> bool:
        return self.to_move == _TERMINAL

    def returns(self) -> list[float]:
        values = self.position.values
        if values is not None:
            return list(values)
        low, high = self.position.rules.bounds
        return [min(max(0.0, low), high) if self.is_terminal() else 0.0] * self.position.rules.players

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, probability) for place, (_, probability) in enumerate(self.position.chances)]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.encoding.legal(self.position, self.to_move == _CHANCE)

    def _apply_action(self, action: int) -> None:
        move = self.encoding.move(self.position, action)
        self.moves_made += self.to_move != _CHANCE
        self._set(self.position.advance(move))

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.name(self.encoding.move(self.position, action))

    def __str__(self) -> str:
        return str(self.position)


class StateObserver:
    """The state as an array and as text, the same for all players."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(len(encoding.low), np.float32)
        self.dict = {"state": self.tensor}

    def set_from(self, state: StateInOpenSpiel, _player: int) -> None:
        self.tensor[:] = self.encoding.numbers(state.position)

    def string_from(self, state: StateInOpenSpiel, _player: int) -> str:
        return str(state.position)


class ViewObserver(StateObserver):
    """What a player sees, as an array and as text; with `recall`, the text begins with the number of the information set."""

    def __init__(self, encoding: Encoding, recall: bool) -> None:
        super().__init__(encoding)
        self.recall = recall

    def set_from(self, state: StateInOpenSpiel, player: int) -> None:
        self.tensor[:] = self.encoding.numbers(state.position, player)

    def string_from(self, state: StateInOpenSpiel, player: int) -> str:
        seen = str(state.position.view(player))
        return f"{state.position.information(player):016x} {seen}" if self.recall else seen
