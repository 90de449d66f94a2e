"""`zermelo agents`: lists the agents, and the parameters of one."""

import inspect
from collections.abc import Iterator
from inspect import isclass
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from zermelo.agents.from_file import agents_in, load_agents
from zermelo.agents.registry import AGENTS
from zermelo.cli.options import Json
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, entry, reply
from zermelo.errors import AgentError, nearest
from zermelo.game.listing import about
from zermelo.game.loading import split_name


def agents(
    name: Annotated[
        str | None, Parameter(name="NAME", help="The agent whose parameters are shown, or a file whose agents are listed.")
    ] = None,
    /,
    *,
    json: Json = False,
) -> Answer | int:
    """List the agents that choose moves.

    With a name, shows the parameters of that agent: what each does, and its default. With a file, lists the agents in it.
    Write an agent like a call: `zermelo best connect4 --agent "alphabeta(depth=8, ordering=all)"`.

        zermelo agents
        zermelo agents uct
        zermelo agents alphabeta --json
        zermelo agents my_agents.py
    """
    if name is not None and (named := split_name(name)) is not None:
        found = agents_in(load_agents(named[0]))
        rows = [
            _row(f"{named[0]}:{each}", target, 0 if isclass(target) else 1)
            for each, target in found.items()
            if named[1] in ("", each)
        ]
        if not rows:
            raise AgentError(
                f"{named[0]} has no agent{f' `{named[1]}`' if named[1] else ''}; an agent is a function of a position"
            )
        return reply(json, {"agents": rows}, *_lines(rows, True))
    if name is not None and name not in AGENTS:
        raise AgentError(f"there is no agent `{name}`; `zermelo agents` lists them.{nearest(name, AGENTS)}")
    rows = [_row(each, maker) for each, maker in AGENTS.items() if name in (None, each)]
    return reply(json, {"agents": rows}, *_lines(rows, name is not None))


def _row(name: str, maker: Any, skip: int = 0) -> dict[str, Any]:
    """An agent with its parameters, but for the first ones."""
    helps = {each.name: each.help for each in getattr(maker, "declared", {}).values()}
    given = list(inspect.signature(maker).parameters.values())[skip:] if callable(maker) else []
    parameters = [{"name": each.name, "default": _plain(each.default), "help": helps.get(each.name, "")} for each in given]
    return {"name": name, "about": about(maker), "parameters": parameters}


def _plain(default: Any) -> Any:
    """A default as a plain value; None for a required parameter, a text for what JSON does not know."""
    if default is inspect.Parameter.empty or default is None:
        return None
    if isinstance(default, tuple | list):
        return list(map(_plain, default))
    return default if isinstance(default, str | int | float) else repr(default)


def _lines(rows: list[dict[str, Any]], whole: bool) -> Iterator[Text]:
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        yield entry(row["name"], width, row["about"])
        longest = max((len(each["name"]) for each in row["parameters"]), default=0)
        for each in row["parameters"] if whole else ():
            yield Text.assemble(f"  {each['name']:<{longest}}  {each['help']}", (f" ({each['default']!r})", QUIET))
    if not whole:
        yield Text("\n`zermelo agents NAME` shows the parameters of an agent.", style=QUIET)
