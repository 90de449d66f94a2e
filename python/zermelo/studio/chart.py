"""The evaluation of each position of a game, drawn as a line.

In a two-player zero-sum game there is one line: up is good for the first player. In other games each player has a line in their colour.
The scale is fixed for each game (`play.scale`): what was drawn does not move when later values are greater. Proven results lie at the edge.
"""

from collections.abc import Iterator, Sequence
from html import escape

from zermelo.game import Game
from zermelo.game.display import COLOURS
from zermelo.play.scale import Scale
from zermelo.play.session import Ply
from zermelo.report import worth

WIDTH, HEIGHT, EDGE, LEFT = 320.0, 120.0, 8.0, 34.0
_LEAST = 10
"""A shorter game leaves room on the right."""


def chart(game: Game, plies: Sequence[Ply], at: int) -> str:
    """The evaluations of a game as a picture; `at` is the ply on the board. Each ply has a column with its number as `data-ply`."""
    if len(plies) < 2:
        return f'<p class="soft">{escape(_promise(game))}</p>'
    scale, rows = Scale.of(game), _rows(game)
    step = (WIDTH - LEFT - EDGE) / max(len(plies) - 1, _LEAST)
    shapes = [*_marks(scale, len(game.players))]
    if at > 0:
        shapes.append(f'<line class="now" x1="{LEFT + at * step:.1f}" x2="{LEFT + at * step:.1f}" y1="0" y2="{HEIGHT:g}"/>')
    for player in rows:
        points = [(LEFT + at * step, _height(scale, ply, player)) for at, ply in enumerate(plies) if ply.values is not None]
        known = COLOURS if len(rows) == 1 else game.colours
        shapes += _curve(points, known[player % len(known)], filled=len(rows) == 1)
    for number, ply in enumerate(plies):
        x, told = LEFT + (number - 0.5) * step, escape(f"{number}. {ply.move or 'start'}: {_values(game, ply)}")
        shapes.append(
            f'<rect class="column-of-chart" data-ply="{number}" x="{x:.1f}" y="0" width="{step:.1f}" height="{HEIGHT:g}"><title>{told}</title></rect>'
        )
    label = escape(f"Evaluation after move {at}: {_values(game, plies[at])}")
    size = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}"'
    return f'<svg class="course" {size} role="img" aria-label="{label}">{"".join(shapes)}</svg>'


def _marks(scale: Scale, players: int) -> Iterator[str]:
    """Lines across the chart with their values; the edges are a win and a loss."""
    for value in scale.marks:
        y = _y(scale.place(value))
        yield f'<line class="{"even" if value == 0 else "mark"}" x1="{LEFT:g}" x2="{WIDTH - EDGE:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
        if value in (-scale.unit, 0, scale.unit):
            yield f'<text x="{LEFT - 5:g}" y="{y + 3:.1f}" text-anchor="end">{f"{value:+g}" if value else "0"}</text>'
    if players > 1:
        yield from (
            f'<text x="{LEFT - 5:g}" y="{y:g}" text-anchor="end">{word}</text>' for word, y in (("win", 11), ("loss", HEIGHT - 4))
        )


def _y(place: float) -> float:
    return HEIGHT / 2 - (HEIGHT / 2 - EDGE) * place


def _rows(game: Game) -> tuple[int, ...]:
    """The players who have a line."""
    return (0,) if game.rules.two_sided else tuple(range(len(game.players)))


def _height(scale: Scale, ply: Ply, player: int) -> float:
    assert ply.values is not None
    return _y(scale.place(ply.values[player], ply.proven))


def _curve(points: Sequence[tuple[float, float]], colour: str, filled: bool) -> Iterator[str]:
    if not points:
        return
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    if filled:
        base = f"{points[-1][0]:.1f},{HEIGHT / 2:g} {points[0][0]:.1f},{HEIGHT / 2:g}"
        yield f'<polygon points="{path} {base}" fill="{colour}" fill-opacity="0.18"/>'
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" vector-effect="non-scaling-stroke"/>'


def _promise(game: Game) -> str:
    """What the chart will show."""
    who = f"up is good for {game.players[0]}" if len(_rows(game)) == 1 and len(game.players) == 2 else "one line for each player"
    if len(game.players) == 1:
        who = "up is good"
    return f"From the first move on, a line shows the evaluation of each position by a short search: {who}."


def _values(game: Game, ply: Ply) -> str:
    """The evaluation of a position in words."""
    if ply.values is None:
        return "not known"
    told = ", ".join(f"{game.players[player]} {worth(float(f'{ply.values[player]:.3g}'))}" for player in _rows(game))
    return f"{told}{', proven' if ply.proven else ''}"
