"""A page that plays a recording: one file that needs neither a server nor a network.

The player is the files of `PARTS`, one after the other, with `player.css`; the studio serves the same. The recording is included as JSON, in which `<` is
escaped, so that no name in it can end the script. A security policy forbids the page to load anything.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.trees.player.recording import Recording

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
PARTS = ("tree.js", "parts.js", "save.js", "player.js")
"""The files of the player, each of which uses those before it."""
HEIGHT = 680
"""The height of the frame in a notebook."""
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body class="zp-page">
<main id="player"></main>
<noscript>This page plays the steps of a search. It needs JavaScript, which is switched off.</noscript>
<script type="application/json" id="recording">{data}</script>
<script>
{script}</script>
<script>ZermeloPlayer(document.getElementById("player"), JSON.parse(document.getElementById("recording").textContent), {options});</script>
</body>
</html>
"""


def to_html(recording: Recording, present: bool = False) -> str:
    """The page; with `present` it opens as a presentation."""
    data = recording.to_json()
    return _PAGE.format(
        policy=POLICY,
        title=escape(f"{data['title']} · {data['agent']}"),
        style=asset("player.css"),
        script=player_script(),
        data=embedded(data),
        options="{keys: document, present: true}" if present else "{keys: document}",
    )


def to_frame(recording: Recording) -> str:
    """The page in its own frame, for notebooks."""
    page = escape(to_html(recording), quote=True)
    style = f"width:100%;height:{HEIGHT}px;border:0"
    return f'<iframe title="{escape(recording.title or recording.game)}" srcdoc="{page}" style="{style}"></iframe>'


@cache
def asset(name: str) -> str:
    """The text of a file of the player."""
    return files("zermelo.trees.player").joinpath(name).read_text(encoding="utf-8")


def player_script() -> str:
    """The whole player."""
    return "".join(map(asset, PARTS))


def embedded(data: Any) -> str:
    r"""Plain values as JSON that is safe inside a page.

    >>> embedded(["</script>"])
    '["\\u003c/script>"]'
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
