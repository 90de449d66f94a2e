"""Nine Men's Morris.

Points are numbered 0..23, ring by ring from the outside:

    0-----1-----2
    | 8---9--10 |
    | | 16-17-18| |
    7-15-23  19-11-3
    | | 22-21-20| |
    | 14--13-12 |
    6-----5-----4
"""

from collections.abc import Iterator
from enum import IntEnum

from zermelo import DRAW, ONGOING, Game, State, i8

MEN = 9
NOWHERE = 24


class Phase(IntEnum):
    PLACING = 0
    MOVING = 1
    FLYING = 2


def ring_neighbours() -> dict[int, list[int]]:
    near: dict[int, list[int]] = {point: [] for point in range(24)}
    for point in range(24):
        ring, spot = divmod(point, 8)
        near[point] += [ring * 8 + (spot + 1) % 8, ring * 8 + (spot - 1) % 8]
        if spot % 2 == 1:
            if ring > 0:
                near[point].append(point - 8)
            if ring < 2:
                near[point].append(point + 8)
    return near


NEAR = ring_neighbours()
MILLS = [
    *((8 * ring + a, 8 * ring + a + 1, 8 * ring + (a + 2) % 8) for ring in range(3) for a in (0, 2, 4, 6)),
    *((a, a + 8, a + 16) for a in (1, 3, 5, 7)),
]


class NineMensMorris(Game):
    """Make mills of three, take the other's men; who has two men left or cannot move loses."""

    players = ("white", "black")
    max_moves = 1000

    def __init__(self, patience: int = 50) -> None:
        self.patience = patience

    def state(self):
        return dict(points=i8[24](-1), hand=i8([MEN, MEN]), quiet=i8, turn=i8)

    def phase(self, s: State, player: int) -> Phase:
        if s.hand[player] > 0:
            return Phase.PLACING
        if s.points.count(player) == 3:
            return Phase.FLYING
        return Phase.MOVING

    def steps(self, s: State, player: int) -> Iterator[tuple[int, int]]:
        """(from, to) of everything a player could do, captures aside."""
        empty = [p for p in range(24) if s.points[p] == -1]
        own = [p for p in range(24) if s.points[p] == player]
        match self.phase(s, player):
            case Phase.PLACING:
                yield from ((NOWHERE, p) for p in empty)
            case Phase.MOVING:
                for p in own:
                    for q in NEAR[p]:
                        if q in empty:
                            yield p, q
            case Phase.FLYING:
                yield from ((p, q) for p in own for q in empty)

    def closes(self, s: State, player: int, source: int, to: int) -> bool:
        """Whether a step makes a mill."""
        for mill in MILLS:
            if to in mill and source not in mill:
                others = [p for p in mill if p != to]
                if all(s.points[p] == player for p in others):
                    return True
        return False

    def victims(self, s: State, player: int) -> list[int]:
        """The other's men that may be taken: those in mills only if there are no others."""
        theirs = {p for p, owner in enumerate(s.points) if owner == 1 - player}
        safe = set()
        for mill in MILLS:
            if theirs.issuperset(mill):
                safe.update(mill)
        return sorted(theirs - safe or theirs)

    def moves(self, s):
        found = []
        for source, to in self.steps(s, s.turn):
            code = (source * 25 + to) * 25
            if self.closes(s, s.turn, source, to):
                found.extend(code + victim for victim in self.victims(s, s.turn))
            else:
                found.append(code + NOWHERE)
        return sorted(found)

    def play(self, s, move):
        rest, victim = divmod(move, 25)
        source, to = divmod(rest, 25)
        if source == NOWHERE:
            s.hand[s.turn] -= 1
            s.quiet = 0
        else:
            s.points[source] = -1
            s.quiet += 1
        s.points[to] = s.turn
        if victim != NOWHERE:
            s.points[victim] = -1
            s.quiet = 0
        s.turn = 1 - s.turn

    def winner(self, s):
        me = s.turn
        if s.hand[me] == 0 and s.points.count(me) < 3:
            return 1 - me
        if next(self.steps(s, me), None) is None:
            return 1 - me
        if s.quiet >= self.patience:
            return DRAW
        return ONGOING

    def evaluate(self, s, player):
        def worth(who: int) -> int:
            men = s.points.count(who) + s.hand[who]
            freedom = sum(1 for p in range(24) if s.points[p] == who for q in NEAR[p] if s.points[q] == -1)
            return 10 * men + freedom

        return worth(player) - worth(1 - player)

    def name(self, s, move):
        rest, victim = divmod(move, 25)
        source, to = divmod(rest, 25)
        text = str(to) if source == NOWHERE else f"{source}-{to}"
        return text if victim == NOWHERE else f"{text}x{victim}"
