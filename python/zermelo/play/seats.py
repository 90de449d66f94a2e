"""Who plays for each player: a person, or an agent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.engine.agent import Agent
from zermelo.errors import GameError, nearest
from zermelo.game import Game
from zermelo.play.transcript import PERSON

ALL = "all"


@dataclass(frozen=True)
class Seat:
    """Who plays for one player."""

    text: str = PERSON
    """PERSON, or the text of the agent."""
    agent: Agent | None = None
    """None for a person."""

    @classmethod
    def of(cls, agent: AnyAgent) -> "Seat":
        """The seat of an agent: of a text, an agent, or a function from a position to a move."""
        made = make_agent(agent)
        return cls(str(made), made)

    @property
    def is_person(self) -> bool:
        return self.agent is None


def seated(texts: Sequence[str], make: Callable[[str], Agent]) -> tuple[Seat, ...]:
    """Seats from texts: `person`, or an agent."""
    stripped = [text.strip() for text in texts]
    return tuple(Seat() if text.lower() in ("", PERSON) else Seat(text, make(text)) for text in stripped)


def find_player(game: Game, name: str) -> int:
    """The number of a player by name; case matters only if two names differ by it alone."""
    if name in game.players:
        return game.players.index(name)
    lowered = [player.lower() for player in game.players]
    if lowered.count(name.lower()) != 1:
        raise GameError(f"{game} has no player `{name}`; the players are {', '.join(game.players)}.{nearest(name, game.players)}")
    return lowered.index(name.lower())


def find_players(game: Game, names: Sequence[str]) -> frozenset[int]:
    """The numbers of players by name, or of all players for the word `all`."""
    if [name.lower() for name in names] == [ALL] and ALL not in game.players:
        return frozenset(range(len(game.players)))
    return frozenset(find_player(game, name) for name in names)
