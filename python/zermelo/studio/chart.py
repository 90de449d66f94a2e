"""The evaluation of each position of a game, drawn as a line.

In a two-player zero-sum game there is one line: up is good for the first player. In other games each player has a line in their colour.
Proven values lie at the edge. Estimates have a scale of their own in each game; the greatest lies near the edge.
"""

from collections.abc import Iterator, Sequence
from html import escape

from zermelo.game import Game
from zermelo.game.display import COLOURS
from zermelo.play.session import Ply
from zermelo.report import worth

WIDTH, HEIGHT, EDGE = 320.0, 110.0, 8.0
_ROOM = 0.86
"""How far from the middle an estimate may lie; only proven values lie beyond."""


def chart(game: Game, plies: Sequence[Ply], at: int) -> str:
    """The evaluations of a game as a picture; `at` is the ply on the board."""
    if len(plies) < 2:
        return f'<p class="soft">{escape(_promise(game))}</p>'
    scale = max((abs(value) for ply in plies if ply.values and not ply.proven for value in ply.values), default=1.0) or 1.0
    rows = _rows(game)
    step = (WIDTH - 2 * EDGE) / max(len(plies) - 1, 10)
    shapes = [f'<line class="even" x1="{EDGE:g}" x2="{WIDTH - EDGE:g}" y1="{HEIGHT / 2:g}" y2="{HEIGHT / 2:g}"/>']
    if at > 0:
        shapes.append(f'<line class="now" x1="{EDGE + at * step:.1f}" x2="{EDGE + at * step:.1f}" y1="0" y2="{HEIGHT:g}"/>')
    for player in rows:
        points = [(EDGE + at * step, _height(game, ply, player, scale)) for at, ply in enumerate(plies) if ply.values is not None]
        known = COLOURS if len(rows) == 1 else game.colours
        shapes += _curve(points, known[player % len(known)], filled=len(rows) == 1)
    label = escape(_words(game, plies, at))
    size = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none"'
    return f'<svg class="course" {size} role="img" aria-label="{label}"><title>{label}</title>{"".join(shapes)}</svg>'


def _rows(game: Game) -> tuple[int, ...]:
    """The players who have a line."""
    return (0,) if game.rules.two_sided else tuple(range(len(game.players)))


def _height(game: Game, ply: Ply, player: int, scale: float) -> float:
    assert ply.values is not None
    value = ply.values[player]
    low, high = game.rules.bounds
    if ply.proven:
        share = value / (high if value > 0 else -low or 1.0) if value else 0.0
    else:
        share = _ROOM * value / scale
    return HEIGHT / 2 - (HEIGHT / 2 - EDGE) * max(-1.0, min(1.0, share))


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


def _words(game: Game, plies: Sequence[Ply], at: int) -> str:
    """The evaluation of the position on the board, for screen readers."""
    values = plies[at].values
    if values is None:
        return f"Evaluation after move {at}: not known"
    told = ", ".join(f"{game.players[player]} {worth(float(f'{values[player]:.3g}'))}" for player in _rows(game))
    return f"Evaluation after move {at}: {told}{', proven' if plies[at].proven else ''}"
