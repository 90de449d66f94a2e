"""The list of paths, as an OpenAPI document for programs and as a page for people. Nothing is loaded from other servers."""

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, Response

from zermelo import __version__
from zermelo.service.answers import Answers
from zermelo.service.asked import KNOWN, schema
from zermelo.service.http import JsonAnswer

_ASSETS = Path(__file__).parent / "assets"
_HERE = ("game", "position", "moves")


@dataclass(frozen=True)
class Endpoint:
    """One path that is asked with POST."""

    about: str
    more: str
    fields: tuple[str, ...]
    example: dict[str, Any]


ENDPOINTS = {
    "/moves": Endpoint(
        "The legal moves of a position.",
        "Answers with `legal`, the names of the legal moves; `turn`, who is to move; `over` and `outcome`, how the game ended; `position`, the board as text; "
        "and where chance is to move, `chances`.",
        (*_HERE, "svg", "open"),
        {"game": "connect4", "moves": ["4", "4", "3"]},
    ),
    "/play": Endpoint(
        "Make a move, and let an agent answer.",
        "Plays `move`; then chance and the agent move until the same player is to move again. Without `move`, the agent makes one move; without `agent`, there is no answer. "
        "Answers with the new list `moves`, of which `played` is new, and everything that /moves tells. Send this list next time.",
        (*_HERE, "move", "agent", "seconds", "seed", "svg", "open"),
        {"game": "connect4", "moves": ["4", "4"], "move": "3", "agent": "level(3)"},
    ),
    "/best": Endpoint(
        "The best move of a position.",
        "Answers with `move`, its `value` and `score` for the player to move, the `line` of best play, and the cost. The agent is auto by default: the one that fits the game, for a "
        "second; `why` says which it is.",
        (*_HERE, "agent", "seconds"),
        {"game": "connect4", "moves": ["4", "4"], "agent": "alphabeta(depth=8)"},
    ),
    "/analyse": Endpoint(
        "The same, while it searches.",
        "Answers with lines of JSON (NDJSON): a report for each step of the search; the last one has `final` true. An agent that deepens, such as strong(), reports each "
        "depth. Close the connection to end the search.",
        (*_HERE, "agent", "seconds"),
        {"game": "othello", "agent": "strong()", "seconds": 2},
    ),
}


def pages(answers: Answers) -> dict[str, Response]:
    """The answers to GET, by path; they do not change."""
    here = HTMLResponse(_page(answers))
    return {
        "/": here,
        "/docs": here,
        "/games": JsonAnswer(answers.games()),
        "/openapi.json": JsonAnswer(document(answers)),
        "/example": HTMLResponse((_ASSETS / "connect4.html").read_text(encoding="utf-8")),
    }


def document(answers: Answers) -> dict[str, Any]:
    """The OpenAPI document."""
    games = {
        "summary": "The games, with their players and parameters.",
        "responses": {"200": {"description": "A list", "content": {"application/json": {"schema": {"type": "object"}}}}},
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Zermelo",
            "version": __version__,
            "description": f"Games and searches over HTTP. One search has at most {answers.limits.seconds:g} s.",
        },
        "paths": {"/games": {"get": games}, **{path: {"post": _post(path, each)} for path, each in ENDPOINTS.items()}},
        "components": {
            "schemas": {"Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}}
        },
    }


def _post(path: str, endpoint: Endpoint) -> dict[str, Any]:
    kind = "application/x-ndjson" if path == "/analyse" else "application/json"
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    failures = {
        "400": "The body is not JSON",
        "403": "A file or a program was named",
        "408": "The body came too slowly",
        "413": "The body is too long",
        "422": "A field is wrong: the sentence says which and why",
        "503": "Busy: try again after Retry-After seconds",
    }
    body = {
        "type": "object",
        "required": ["game"],
        "additionalProperties": False,
        "properties": {name: schema(name) for name in endpoint.fields},
    }
    return {
        "operationId": path.strip("/"),
        "summary": endpoint.about,
        "description": endpoint.more,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body, "example": endpoint.example}}},
        "responses": {
            "200": {"description": endpoint.about, "content": {kind: {"schema": {"type": "object"}}}},
            **{status: {"description": text, "content": error} for status, text in failures.items()},
        },
    }


def _page(answers: Answers) -> str:
    """The page for people."""
    parts = "".join(_section(path, each) for path, each in ENDPOINTS.items())
    limits = f"One search has at most {answers.limits.seconds:g} s and {answers.limits.memory >> 20} MB."
    page = (_ASSETS / "docs.html").read_text(encoding="utf-8")
    return page.replace("<!--limits-->", escape(limits)).replace("<!--endpoints-->", parts)


def _section(path: str, endpoint: Endpoint) -> str:
    rows = "".join(
        f"<tr><td><code>{name}</code></td><td>{_marked(KNOWN[name].metadata['help'])}</td></tr>" for name in endpoint.fields
    )
    body = json.dumps(endpoint.example)
    return (
        f'<section id="{path[1:]}"><h2><code>POST {path}</code></h2><p>{_marked(endpoint.about)} {_marked(endpoint.more)}</p><table>{rows}</table>'
        f'<form data-path="{path}"><textarea aria-label="Request for {path}" spellcheck="false" rows="3">{escape(body)}</textarea>'
        f"<button>Send</button><pre hidden></pre></form><pre>curl -d '{escape(body)}' <span class=\"here\"></span>{path}</pre></section>"
    )


def _marked(text: str) -> str:
    """Text with code between backquotes, as HTML."""
    return "".join(
        f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(escape(text, quote=False).split("`"))
    )
