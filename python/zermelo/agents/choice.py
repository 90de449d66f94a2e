"""Which agent plays a position if nobody names one, and why.

The choice depends on the game (its players, chance, and whether `evaluate` tells moves apart, see `traits`) and on the limits that users give:

* With an evaluation that tells moves apart, the strongest search that fits looks ahead: alpha-beta for one or two players (selectively, if the game
  tells threats apart or how many plies are left), best-reply search for more, expectiminimax with chance.
* Without one, a look comes first: a search of so many nodes, to the end of the game. If it proves the value, it has the move. If not,
  UCT judges the moves by random games, and a second look makes sure that its move is not refuted (`refutation`). Alpha-beta without an
  evaluation plays its first move wherever it sees no end.
* If the game has an `order` that ranks moves, few random games know less than it does: then the search that looks ahead plays, which tries
  moves in this order.
* In games that hide something ISMCTS plays random games in worlds that fit. If these are few, `evaluate` judges them one ply after the tree.
* If random games all end alike, nothing tells moves apart. Then the search that looks ahead plays, because it sees an end from further away.

Searches use the tablebases of the game that are built. Nothing depends on the clock: looks count nodes. Their limit on seconds is only for slow rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from zermelo.agents.refutation import TRIES, unrefuted
from zermelo.agents.traits import traits
from zermelo.engine import (
    MAKERS,
    SPECIFICATION,
    SearchAgent,
    bestreply,
    check_turn,
    fits,
    open_backend,
    paranoid,
    selective,
    strong,
    uct,
)
from zermelo.engine.tablebases_and_books import BUILT
from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.limit import Limit
from zermelo.report import Choice, Line, Report
from zermelo.score import Score
from zermelo.search.montecarlo.options import MonteCarloOptions

LOOK, INTERPRETED_LOOK = 100_000, 10_000
"""Nodes of the look for each second of a move: some hundredths of it, with interpreted rules a quarter."""
_LEAST, _MOST = 0.01, 20.0
"""Seconds of a move to which looks are in proportion."""
PLAYOUT = 8
"""Nodes that count as one random game, for limits on nodes."""
_SHARE = 0.2
"""The most of its time that a look takes if rules are slow, and that the second look takes together."""
_RANKED = 64
"""With so many random games for each move, they judge moves better than a game's `order` does; in games that hide something, better than its
`evaluate`."""
_WORK = 20
"""Legal moves that random games meet for each node of a limit; a look has half of the nodes that fit into the time."""
_CUT_PLAYOUT = 3
"""Nodes that count as one random game that is cut off after a ply."""
_LIMITS = ("depth", "nodes", "playouts", "seconds", "memory")
_RANDOM_GAMES = uct(playouts=1).changed(playouts=None)
_WORLDS = MAKERS["ismcts"](playouts=1).changed(playouts=None)
_JUDGED_WORLDS = _WORLDS.changed(cutoff=1)
_AVERAGES = MAKERS["expectiminimax"](ordering="all", deepening=True)
AHEAD = (strong(), bestreply(ordering="all", table=True), paranoid(ordering="all", table=True), _AVERAGES)
"""The searches that look ahead: the first that fits the game and takes the limits is used."""
_SELECTIVE = selective()
_TO_THE_END = (strong(), MAKERS["maxn"](ordering="all", deepening=True), _AVERAGES)
"""The searches whose value is proven if they reach the end of the game."""


@dataclass(frozen=True)
class Chosen:
    """The agent for a position, and why it was chosen."""

    agent: SearchAgent
    why: str
    look: SearchAgent | None = None
    """Is asked first, for a short time, and has the move if it proves the value."""
    look_nodes: int = LOOK
    why_look: str = ""
    lines: int = 1
    """How many moves its report compares."""

    def __str__(self) -> str:
        other = "" if self.look is None else f", or {self.look} where it can search to the end of the game"
        return f"{self.agent}{other}: {self.why}"

    def reports(self, position: Position, tree: int = 0, called: str | None = None) -> Iterator[Report]:
        """What it finds. Reports say why it was chosen; `called` is the name of the agent that they give."""
        if self.look is None:
            for found in self.agent.reports(position, tree):
                yield self._told(found, called)
            return
        *_, looked = _brief(self.look, self.look_nodes).reports(position, tree)
        if is_settled(looked):
            yield replace(looked, why=self.why_look, agent=called or str(self.look))
            return
        last: Report | None = None
        for found in _shortened(self.agent, looked.seconds).reports(position, tree):
            if last is not None:
                yield self._told(last, called)
            last = replace(found, nodes=found.nodes + looked.nodes, seconds=found.seconds + looked.seconds)
        assert last is not None
        if self.look.takes("lines"):  # alpha-beta: a proven win of the opponent is a refutation
            second = _brief(self.look, max(self.look_nodes // TRIES, 1 + 2 * len(position.choices)), 1 / TRIES).changed(lines=1)
            last = unrefuted(position, last, second, looked.move)
        yield self._told(last, called)

    def _told(self, found: Report, called: str | None) -> Report:
        """A report with what this choice knows about it."""
        return replace(_compared(found, self.lines), why=self.why, agent=called or str(self.agent))


def choose(
    position: Position,
    limit: Limit,
    backend: str | None = None,
    lines: int = 1,
    ahead: Sequence[SearchAgent] | None = None,
    tables: str | None = BUILT,
) -> Chosen:
    """The agent for a position within a limit; `ahead` are the searches that look ahead, best first, in place of the usual ones. Those that can use `tables`.

    Raises AgentError if no search fits the game and the limit.
    """
    check_turn(position)
    if position.game.hides:
        worlds = _first((_WORLDS,), position, limit, backend, lines)
        if worlds is None:
            raise AgentError(_refusal(position, limit))
        judged = _first((_JUDGED_WORLDS,), position, limit, backend, lines) if traits(position.game).evaluates else None
        if judged is not None and _games_are_few(position, limit, backend):
            return Chosen(
                judged,
                "players do not see everything, and `evaluate` judges worlds that fit better than few random games do",
                lines=lines,
            )
        return Chosen(worlds, "players do not see everything, so random games in worlds that fit judge the moves", lines=lines)
    known = traits(position.game)
    usual = (_SELECTIVE, *AHEAD) if plays_selectively(position.game) else AHEAD
    search = _first(ahead or usual, position, limit, backend, lines, tables)
    games = _first((_RANDOM_GAMES,), position, limit, backend, lines, tables)
    if search is None and games is None:
        raise AgentError(_refusal(position, limit))
    if search is not None and (games is None or known.evaluates):
        return Chosen(search, _reason(position) if known.evaluates else _lack(position), lines=lines)
    assert games is not None
    if known.evaluates:
        return Chosen(games, _reason_for_games(position), lines=lines)
    lack, playouts = _lack(position), games.limit.playouts
    if search is not None and known.orders and playouts is not None and playouts < _RANKED * len(position.choices):
        return Chosen(search, f"{lack}, but `order` ranks the moves better than {playouts} random games do", lines=lines)
    if search is not None and not known.differs:
        return Chosen(search, f"{lack}, and random games all end alike; an `evaluate` would help it", lines=lines)
    look = _look(position, limit, backend, lines, tables)
    why_look = f"{lack}, but the game can be searched to its end from here"
    nodes = limit.nodes or _look_nodes(position, backend, limit.seconds)
    return Chosen(games, f"{lack}, so random games judge the moves", look, nodes, why_look, lines)


def plays_selectively(game: Game) -> bool:
    """Whether alpha-beta plays with all of its techniques: in games that tell threats apart or how many plies are left. Elsewhere it made no clear difference."""
    return game.defines("threatened") or game.defines("plies_left")


def is_settled(found: Report) -> bool:
    """Whether a look has the last word: its value is proven, or it was stopped from outside."""
    return found.exact or (found.score is not None and found.score.is_proven) or found.stopped in ("interrupt", "stop")


def _first(
    agents: Sequence[SearchAgent], position: Position, limit: Limit, backend: str | None, lines: int, tables: str | None = None
) -> SearchAgent | None:
    """The first agent that fits a position, with these limits."""
    made = (_limited(agent, limit, backend, lines, tables) for agent in agents)
    return next((each for each in made if each is not None and fits(each, position)), None)


@lru_cache(maxsize=256)  # weak levels ask it for every move, and would take longer here than for their search
def _limited(agent: SearchAgent, limit: Limit, backend: str | None, lines: int, tables: str | None) -> SearchAgent | None:
    """An agent with limits; None if it does not take one of them, or cannot compare several moves."""
    given = {name: getattr(limit, name) for name in _LIMITS if getattr(limit, name) is not None}
    plays_games = agent.takes("playouts")
    if plays_games and "nodes" in given:
        cut = isinstance(agent.options, MonteCarloOptions) and agent.options.cutoff == 1
        given["playouts"] = max(1, given.pop("nodes") // (_CUT_PLAYOUT if cut else PLAYOUT))
    if not agent.takes("memory"):
        given.pop("memory", None)
    if any(not agent.takes(name) for name in given) or (lines > 1 and not plays_games and not agent.takes("lines")):
        return None
    several = {"lines": lines} if lines > 1 and agent.takes("lines") else {}
    known = {"tables": tables} if agent.takes("tables") else {}
    return agent.changed(**given, **several, **known, backend=backend)


def _look(position: Position, limit: Limit, backend: str | None, lines: int, tables: str | None) -> SearchAgent | None:
    """The search that looks for a proof before random games are played; None if there is none for this game."""
    if limit.playouts is not None:
        return None
    first = _first(_TO_THE_END, position, limit, backend, lines, tables)
    return first or _first(_TO_THE_END, position, limit, backend, 1, tables)


def _games_are_few(position: Position, limit: Limit, backend: str | None) -> bool:
    """Whether too few random games for each move fit into the limit; without a limit on playouts this is estimated from their work, not from the clock."""
    enough = _RANKED * len(position.choices)
    if limit.playouts is not None:
        return limit.playouts < enough
    nodes = limit.nodes or 2 * _look_nodes(position, backend, limit.seconds)
    return _WORK * nodes < enough * traits(position.game).work


def _brief(look: SearchAgent, nodes: int, part: float = 1.0) -> SearchAgent:
    """A search for a look, or a part of one: of so many nodes, and within its share of the time if rules are slow."""
    seconds = look.limit.seconds
    return look.changed(nodes=nodes, seconds=None if seconds is None else part * _SHARE * seconds)


def _look_nodes(position: Position, backend: str | None, seconds: float | None) -> int:
    """The nodes of a look, in proportion to the seconds of a move."""
    fast = backend != SPECIFICATION and open_backend(position.game, backend, ("evaluate",)).name != "interpreted"
    return int((LOOK if fast else INTERPRETED_LOOK) * min(max(seconds or 1.0, _LEAST), _MOST))


def _shortened(agent: SearchAgent, seconds: float) -> SearchAgent:
    """The same agent with so many seconds less, and with time left for a second look, which usually takes as long as the first."""
    limit = agent.limit.seconds
    return agent if limit is None else agent.changed(seconds=max(limit - 2 * seconds, limit / 2))


def _compared(found: Report, lines: int) -> Report:
    """The report of random games with its best moves as lines, if several were asked for."""
    if lines == 1 or found.lines or not found.choices:
        return found
    first = sorted(found.choices, key=lambda choice: choice.move != found.move)[:lines]  # the chosen move, then the most visited
    return replace(found, lines=tuple(map(_line, first)))


def _line(choice: Choice) -> Line:
    value = choice.value
    score = None if value is None else Score.points(value) if choice.proven else Score.guess(value)
    return Line(choice.move, value, None, (choice.move,), score)


def _reason(position: Position) -> str:
    players, chance = position.rules.players, position.game.defines("chances")
    class_of = "" if players <= 2 and not chance else f"{players} players, " if not chance else "chance takes part, "
    return f"{class_of}{'and ' if class_of else ''}`evaluate` tells moves apart"


def _reason_for_games(position: Position) -> str:
    """Why random games are played although `evaluate` tells moves apart."""
    if position.game.defines("chances") and not position.game.bounded_evaluation:
        return (
            "chance takes part, and `evaluate` has a scale of its own (not bounded_evaluation), so random games judge the moves"
        )
    return "random games can compare several moves of this game"


def _lack(position: Position) -> str:
    defined = position.game.defines("evaluate")
    return f"`evaluate` of {position.game} tells no moves apart" if defined else f"{position.game} has no `evaluate`"


def _refusal(position: Position, limit: Limit) -> str:
    """Why no search fits; it names no algorithm, because nobody has asked for one."""
    game, players = position.game, position.rules.players
    for name in ("depth", "playouts", "nodes"):
        if (
            getattr(limit, name) is not None
            and _first((*AHEAD, _RANDOM_GAMES, _WORLDS), position, Limit(seconds=1), None, 1) is not None
        ):
            scale = game.defines("chances") and game.defines("evaluate") and not game.bounded_evaluation
            hint = "; it would with bounded_evaluation = True and an `evaluate` within `bounds`" if scale else ""
            return f"no search that fits {game} takes {name}={getattr(limit, name)}{hint}; leave it out, or name an agent"
    return f"no search fits {game}, which has {players} players{' and chance' if game.defines('chances') else ''}; name an agent such as random"
