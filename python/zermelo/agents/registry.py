"""Every agent by name; turns a text such as `alphabeta(depth=8)` into an agent, in Python and on the command line."""

from collections.abc import Callable
from dataclasses import replace

from zermelo.agents.levels import LevelAgent, level
from zermelo.agents.random import random
from zermelo.engine import MAKERS, Agent, SearchAgent
from zermelo.errors import AgentError, nearest
from zermelo.game.calls import make, parse_call

AGENTS: dict[str, Callable[..., Agent]] = {**MAKERS, "level": level, "random": random}
OLD_NAMES = {"table": "tablebase"}
"""Old names of agents, which still work."""


def agent(text: str, backend: str | None = None) -> Agent:
    """The agent that a text describes, such as `alphabeta(depth=8)`."""
    call = parse_call(text, AgentError)
    name = OLD_NAMES.get(call.name, call.name)
    if name not in AGENTS:
        raise AgentError(f"there is no agent `{call.name}`; there are {', '.join(AGENTS)}.{nearest(call.name, AGENTS)}")
    made: Agent = make(call, AGENTS[name], AgentError)
    if backend is not None and isinstance(made, SearchAgent | LevelAgent):
        return replace(made, backend=backend)
    return made
