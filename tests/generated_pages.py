"""Parts of the documentation that follow from the code: `python tests/generated_pages.py` writes them, and test_docs.py compares them.

- docs/reference/agents.md: every agent in the registry, with its parameters.
- The overview in docs/reference/games.md: the class of every game, with the mean length of some random games.
"""

from __future__ import annotations

import inspect
import random
from pathlib import Path

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.engine.maker import Maker
from zermelo.game.kind import kind

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
RANDOM_GAMES = 10
BEGIN, END = "<!-- generated -->\n\n", "\n<!-- end -->\n"


def agents_page() -> str:
    """The page about agents."""
    intro = (
        "# Agents\n\n"
        'Every agent with its parameters. In Python write `zermelo.alphabeta(depth=8)`, on the command line `--agent "alphabeta(depth=8)"`.\n'
        "`help(zermelo.alphabeta)` prints the same. The tests compare this page with the code; `python tests/generated_pages.py` writes it.\n"
        "[Limits](reports.md#limits) explains `depth`, `nodes` and `seconds`.\n"
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


def games_table() -> str:
    """The class of every game, in one table."""
    head = "| game | class | information | sum | plies of a random game |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| [{title}](#{title}) | {kind(game)} | perfect | {'zero' if game.zero_sum else 'not zero'} | {_length(game)} |\n"
        for title, game in zermelo.catalog().items()
    )


def _length(game: type[zermelo.Game]) -> int:
    """The mean length of random games, outcomes of chance not counted."""
    draw, plies = random.Random(1), 0
    for _ in range(RANDOM_GAMES):
        position = game().start()
        while not position.over:
            plies += position.turn != "chance"
            choices = position.choices
            position = position.advance(choices[int(draw.random() * len(choices))])
    return round(plies / RANDOM_GAMES)


def games_page() -> str:
    """The page about games with its table written anew."""
    page = (REFERENCE / "games.md").read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + games_table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    (REFERENCE / "agents.md").write_text(agents_page(), encoding="utf-8")
    (REFERENCE / "games.md").write_text(games_page(), encoding="utf-8")
