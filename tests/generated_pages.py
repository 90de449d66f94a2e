"""Parts of the documentation that follow from the code: `python tests/generated_pages.py` writes them, and test_docs.py compares them.

- docs/reference/agents.md: every agent in the registry, with its parameters.
- The overview in docs/reference/games.md: the class of every game, with length and branching factor of random games.
- A row `portrait` in the section of every game on that page, as `zermelo describe` measures it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.engine.maker import Maker
from zermelo.game.kind import kind
from zermelo.portrait.describe import Plan, portrait
from zermelo.portrait.summary import Summary

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PLAN = Plan(games=100, levels=(4,), level_games=10, leads=0)
"""What `zermelo describe GAME --games 100 --levels 4 --level-games 10` plays."""
BEGIN, END = "<!-- generated -->\n\n", "\n<!-- end -->\n"


def agents_page() -> str:
    """The page about agents."""
    intro = (
        "# Agents\n\n"
        'Every agent with its parameters. In Python write `zermelo.alphabeta(depth=8)`, on the command line `--agent "alphabeta(depth=8)"`.\n'
        "`help(zermelo.alphabeta)` prints the same. The tests compare this page with the code; `python tests/generated_pages.py` writes it.\n"
        "[Limits](reports.md#limits) explains `depth`, `nodes` and `seconds`. [Write an agent](../how-to/write-an-agent.md) shows how to write one,\n"
        "[use other programs](../how-to/use-other-programs.md) how to ask programs in other languages.\n"
    )
    return intro + "".join(map(_agent, AGENTS))


def _agent(name: str) -> str:
    maker = AGENTS[name]
    signature = inspect.signature(maker).parameters.values()
    if isinstance(maker, Maker):
        about, meanings = maker.help, {each.name: each.help for each in maker.declared.values()}
    else:
        about, meanings = inspect.cleandoc(maker.__doc__ or "").partition("\n>>>")[0].strip(), {}
    head = ("| parameter | default | meaning |\n|---|---|---|\n", "| parameter | default |\n|---|---|\n")[not meanings]
    rows = "".join(
        f"| `{each.name}` | {_default(each)} |" + (f" {meanings[each.name]} |" if meanings else "") + "\n" for each in signature
    )
    return f"\n## {name}\n\n{about}\n\n{head}{rows}"


def _default(parameter: inspect.Parameter) -> str:
    if parameter.default is parameter.empty:
        return "required"
    return "" if parameter.default in (None, (), "") else f"`{parameter.default!r}`"


def games_table(page: str, measured: Collection[str]) -> str:
    """The class of every game, in one table; numbers of games that are not measured anew are those of the page."""
    known = dict(re.findall(r"^\| \[(\w+)\].* \| ([\d.]+ \| [\d.]+) \|$", page, re.MULTILINE))
    head = "| game | class | information | sum | plies | branching factor |\n|---|---|---|---|---|---|\n"
    return head + "".join(
        f"| [{title}](#{title}) | {kind(game)} | {kind(game).information} | {'zero' if game.zero_sum else 'not zero'} "
        f"| {_measured(title) if title in measured else known.get(title, '-')} |\n"
        for title, game in zermelo.catalog().items()
    )


def _measured(title: str) -> str:
    """Length and branching factor of random games."""
    found = portrait(zermelo.catalog()[title](), replace(PLAN, levels=())).summaries[0]
    return f"{found.plies.mean:.0f} | {found.branching:.1f}"


def portrait_row(title: str) -> str:
    """The row of a game's section that shows its portrait."""
    summaries = portrait(zermelo.catalog()[title](), PLAN).summaries
    return f"| portrait | {'; '.join(map(_told, summaries))} |"


def _told(found: Summary) -> str:
    first = found.seats[0]
    games = f"{found.games} random games" if found.name == "random" else f"{found.games} games of {found.name}"
    result = (
        f"{first.player} gets {100 * first.share:.0f} % of the points"
        if len(found.seats) > 1
        else f"the score is {first.value:,.0f}"
    )
    return f"{games}: {found.plies.mean:.1f} plies, branching factor {found.branching:.1f}, {result}"


def with_portrait(page: str, title: str) -> str:
    """The page about games with the portrait of one game in the table of its section."""
    before, heading, rest = page.partition(f"\n## {title}\n")
    table = re.search(r"(?:^\|.*\n)+", rest, re.MULTILINE)
    assert table is not None
    rows = [row for row in table[0].splitlines() if not row.startswith("| portrait |")]
    written = "".join(f"{row}\n" for row in [*rows, portrait_row(title)])
    return before + heading + rest[: table.start()] + written + rest[table.end() :]


def games_page(measured: Collection[str]) -> str:
    """The page about games with its table written anew, and some games measured again."""
    page = (REFERENCE / "games.md").read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    page = before + BEGIN + games_table(page, measured) + END + rest.partition(END)[2]
    for title in measured:
        page = with_portrait(page, title)
    return page


if __name__ == "__main__":
    (REFERENCE / "agents.md").write_text(agents_page(), encoding="utf-8")
    (REFERENCE / "games.md").write_text(games_page(zermelo.catalog()), encoding="utf-8")
