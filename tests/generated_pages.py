"""Parts of the documentation that follow from the code: `python tests/generated_pages.py` writes them, and test_docs.py compares them.

- docs/reference/agents.md: every agent in the registry, with its parameters.
- The overview in docs/reference/games.md: the class of every game, with length and branching factor of random games.
- A row `portrait` in the section of every game on that page, as `zermelo describe` measures it.
- The rules in that section, from the docstring of the game's class, and docs/pictures/games: a picture of every game.

Measuring takes long; `python tests/generated_pages.py --quick` leaves the numbers as they are.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import zermelo
from zermelo.agents.registry import AGENTS
from zermelo.engine.maker import Maker
from zermelo.game.kind import kind
from zermelo.game.rules_text import RulesText, picture
from zermelo.portrait.describe import Plan, portrait
from zermelo.portrait.summary import Summary

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PICTURES = REFERENCE.parent / "pictures" / "games"
PLAN = Plan(games=100, levels=(4,), level_games=10, leads=0)
"""What `zermelo describe GAME --games 100 --levels 4 --level-games 10` plays."""
BEGIN, END = "<!-- generated -->\n\n", "\n<!-- end -->\n"
PLAYED = {
    "battleship": "b2h i3v e5h b8h g9h a1v c3h e6h b9h i8v e6 b2 f6 c2 a2 h7",
    "crosswords": "8f-APT H E T 9b-ACTED D K Y A V 10a-OH E G 10f-DAY N L M g5-JEEP L S X 6d-LIKE N A E",
    "phantomtictactoe": "c1 b2 b2",
}
"""Moves before the picture of a game whose start shows nothing."""
WIDTH = 280
"""Of the pictures on the page."""


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


def rules_block(title: str) -> str:
    """The rules of a game for players, with its picture."""
    game = zermelo.catalog()[title]()
    text = RulesText.of(game)
    whose = f", as {game.players[0]} sees it" if game.hides else ""
    what = "A position" if title in PLAYED else "The start"
    image = f'<img src="../pictures/games/{title}.svg" alt="{what} of {title}{whose}" width="{WIDTH}">'
    labelled = [f"**{each.label}:** {_markdown(each.text)}" if each.label else _markdown(each.text) for each in text.paragraphs]
    # Backticks of the sentence are code on the page as well, so it is not escaped.
    wrapped = (textwrap.fill(part, 130, break_long_words=False, break_on_hyphens=False) for part in (text.sentence, *labelled))
    return "\n\n".join([f"<!-- rules {title} -->", image, *wrapped, "<!-- end rules -->\n"])


def _markdown(text: str) -> str:
    """Plain text in which no character is markup."""
    return re.sub(r"([\\`*_<>\[\]+|])", r"\\\1", text)


def with_rules(page: str, title: str) -> str:
    """The page about games with the rules of one game at the beginning of its section."""
    before, heading, rest = page.partition(f"\n## {title}\n")
    if not heading:
        return page
    rest = re.sub(rf"\n<!-- rules {title} -->\n.*?\n<!-- end rules -->\n", "", rest, count=1, flags=re.DOTALL)
    return f"{before}{heading}\n{rules_block(title)}{rest}"


def game_pictures() -> dict[str, str]:
    """The pictures of all games by the names of their files."""
    return {f"{title}.svg": picture(game(), PLAYED.get(title, "")) + "\n" for title, game in zermelo.catalog().items()}


def games_page(measured: Collection[str]) -> str:
    """The page about games with its table and the rules written anew, and some games measured again."""
    page = (REFERENCE / "games.md").read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    page = before + BEGIN + games_table(page, measured) + END + rest.partition(END)[2]
    for title in measured:
        page = with_portrait(page, title)
    for title in zermelo.catalog():
        page = with_rules(page, title)
    return page


if __name__ == "__main__":
    (REFERENCE / "agents.md").write_text(agents_page(), encoding="utf-8")
    measured = () if "--quick" in sys.argv[1:] else zermelo.catalog()
    (REFERENCE / "games.md").write_text(games_page(measured), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in game_pictures().items():
        (PICTURES / name).write_text(drawn, encoding="utf-8")
