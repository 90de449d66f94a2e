"""Every agent by name; turns a text such as `alphabeta(depth=8)`, or a function of yours, into an agent, in Python and on the command line."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from zermelo.agents.from_file import agent_from_file
from zermelo.agents.levels import LevelAgent, level
from zermelo.agents.own import name_of, own
from zermelo.agents.programs.agent import ProgramAgent
from zermelo.agents.programs.command import command
from zermelo.agents.programs.gnubg import gnubg
from zermelo.agents.programs.gtp import gtp
from zermelo.agents.programs.uci import uci
from zermelo.agents.random import random
from zermelo.engine import MAKERS, Agent, SearchAgent
from zermelo.engine.maker import Maker
from zermelo.errors import AgentError, nearest
from zermelo.game.calls import make, parse_call
from zermelo.game.loading import split_name

AnyAgent = str | Agent | Callable[..., Any]
"""What users may give as an agent: a text, an agent, or a function, an object or a class of their own."""
AGENTS: dict[str, Callable[..., Agent]] = {
    **MAKERS,
    "level": level,
    "random": random,
    "command": command,
    "uci": uci,
    "gtp": gtp,
    "gnubg": gnubg,
}
OLD_NAMES = {"table": "tablebase"}
"""Old names of agents, which still work."""


def agent(what: AnyAgent, backend: str | None = None) -> Agent:
    """The agent that a text describes, such as `alphabeta(depth=8)` or `my_agents.py:center`; or a function or class as an agent.

    >>> from zermelo import find
    >>> agent(lambda position: position.moves[-1])(find("connect4").start()).move
    '7'
    """
    if isinstance(what, str):
        return _read(what, backend)
    if isinstance(what, Maker) or what in AGENTS.values():
        raise AgentError(f"`{name_of(what)}` makes agents; call it, as in alphabeta(depth=8)")
    return cast(Agent, what) if _is_ours(what) else own(what)


def _read(text: str, backend: str | None) -> Agent:
    call = parse_call(text, AgentError)
    named = split_name(call.name)
    if named is not None:
        return agent_from_file(*named, call)
    name = OLD_NAMES.get(call.name, call.name)
    if name not in AGENTS:
        hint = "or a file such as my_agents.py:center"
        raise AgentError(f"there is no agent `{call.name}`; there are {', '.join(AGENTS)}, {hint}.{nearest(call.name, AGENTS)}")
    made: Agent = make(call, AGENTS[name], AgentError)
    if backend is not None and isinstance(made, SearchAgent | LevelAgent):
        return replace(made, backend=backend)
    if backend is None or isinstance(made, ProgramAgent):  # which has rules of its own
        return made
    changed: Callable[..., Agent] | None = getattr(made, "changed", None)
    return made if changed is None else changed(backend=backend)


def _is_ours(agent: Any) -> bool:
    """Whether an object is an agent of Zermelo's; all others are checked, and copied for each game."""
    return hasattr(agent, "reports") and not isinstance(agent, type) and type(agent).__module__.startswith("zermelo.")
