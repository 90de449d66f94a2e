"""`zermelo agents`: lists the agents, and the parameters of one."""

import inspect
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from zermelo.agents.registry import AGENTS
from zermelo.cli.games import about
from zermelo.cli.options import Json
from zermelo.cli.output import Answer
from zermelo.cli.paint import QUIET, entry, reply
from zermelo.errors import AgentError, nearest


def agents(
    name: Annotated[str | None, Parameter(name="NAME", help="The agent whose parameters are shown.")] = None,
    /,
    *,
    json: Json = False,
) -> Answer | int:
    """List the agents that choose moves.

    With a name, shows the parameters of that agent: what each does, and its default.
    Write an agent like a call: `zermelo best connect4 --agent "alphabeta(depth=8, ordering=all)"`.

        zermelo agents
        zermelo agents uct
        zermelo agents alphabeta --json
    """
    if name is not None and name not in AGENTS:
        raise AgentError(f"there is no agent `{name}`; `zermelo agents` lists them.{nearest(name, AGENTS)}")
    rows = [_row(each, maker) for each, maker in AGENTS.items() if name in (None, each)]
    return reply(json, {"agents": rows}, *_lines(rows, name is not None))


def _row(name: str, maker: Any) -> dict[str, Any]:
    helps = {each.name: each.help for each in getattr(maker, "declared", {}).values()}
    given = inspect.signature(maker).parameters.values()
    parameters = [{"name": each.name, "default": _plain(each.default), "help": helps.get(each.name, "")} for each in given]
    return {"name": name, "about": about(maker), "parameters": parameters}


def _plain(default: Any) -> Any:
    """A default as a plain value; None for a required parameter."""
    return None if default is inspect.Parameter.empty else list(default) if isinstance(default, tuple) else default


def _lines(rows: list[dict[str, Any]], whole: bool) -> Iterator[Text]:
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        yield entry(row["name"], width, row["about"])
        longest = max((len(each["name"]) for each in row["parameters"]), default=0)
        for each in row["parameters"] if whole else ():
            yield Text.assemble(f"  {each['name']:<{longest}}  {each['help']}", (f" ({each['default']!r})", QUIET))
    if not whole:
        yield Text("\n`zermelo agents NAME` shows the parameters of an agent.", style=QUIET)
