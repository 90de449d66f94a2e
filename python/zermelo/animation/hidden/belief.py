"""The lesson on beliefs: a hidden fleet in Battleship, and how likely a ship lies on each cell, from shot to shot.

The sea is small enough for an exact belief: all fleets that fit what the player has seen, each as likely as the others. The player
shoots where a ship is most likely. Everything that is shown comes from the player's view and from the belief, never from the state.
"""

from math import log2
from typing import NamedTuple

from zermelo.animation.hidden.heat_map import Sea, heat_map, percent
from zermelo.animation.round_builder import RoundBuilder, end, inner
from zermelo.engine.hidden import belief as worlds_of
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.games.battleship.rules import Battleship
from zermelo.score import counted
from zermelo.trees.player.recording import Captions, OwnPicture, Recording
from zermelo.trees.player.step import DONE, LABEL, NOTE, OPEN, STATUS, VALUE, Change

GAME = "battleship(rows=5,cols=6,fleet=[3,2])"
"""With at most 2000 fleets, so that all of them are known."""
FLEETS = "a5h d5h e1v b4v"
"""Where the first player's ships lie, and then those of the second, which are hidden."""
SHOOTER = 0
AGENT = "the likeliest cell"
CAPTIONS = Captions("shots", "", "after the shots", "fleets that fit", "likeliest")


class Known(NamedTuple):
    """What the shooter knows at one moment."""

    fleets: int
    bits: float
    sea: Sea

    @property
    def likeliest(self) -> int:
        """The cell to shoot at: the likeliest one, and the first of several."""
        open_cells = [cell for cell, sign in enumerate(self.sea.signs) if not sign]
        return max(open_cells, key=lambda cell: self.sea.chances[cell])

    def picture(self, aim: int | None = None) -> OwnPicture:
        """The heat map. Terminals print it once for each shot: with its aim, and at the end."""
        sunk = all(sign or chance == 0 for sign, chance in zip(self.sea.signs, self.sea.chances, strict=True))
        made = heat_map(self.sea, f"{counted(self.fleets, 'fleet')}, {self.bits:.1f} bits", aim)
        return made if aim is not None or sunk else made._replace(text="")


def belief() -> Recording:
    """The lesson: one shot after the other, until the fleet is sunk."""
    lesson = BeliefLesson(find(GAME))
    lesson.begin()
    while not lesson.position.over:
        lesson.aim()
        lesson.shoot()
    return lesson.end()


class BeliefLesson:
    """A game that is under way, and what the shooter knows of it."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Battleship)
        self.game = game
        self.shooter, self.target = game.players[SHOOTER], game.players[1 - SHOOTER]
        self.position = game.start().play(FLEETS)
        self.known = know(self.game, self.position)
        self.builder = RoundBuilder(inner(None, self.shooter, "own"))
        self.node = self.shots = 0

    def begin(self) -> None:
        known = self.known
        text = (
            f"The sea of the {self.target} player, as the {self.shooter} player sees it. {known.fleets:,} fleets are possible "
            f"and equally likely: {known.bits:.1f} bits of uncertainty."
        )
        self.step("belief", text, OPEN, (0, VALUE, f"{known.fleets:,}"), self.builder.shows(0, known.picture()))

    def aim(self) -> None:
        """The likeliest cell."""
        known, cell = self.known, self.known.likeliest
        square, chance = known.sea.square(cell), f"{percent(known.sea.chances[cell])} %"
        fleets = round(known.sea.chances[cell] * known.fleets)
        text = f"A ship is most likely on {square}: in {fleets:,} of {known.fleets:,} fleets, which is {chance}."
        if fleets == known.fleets:
            text = f"There must be a ship on {square}: all fleets that fit have one there."
        self.step(
            "belief", text, DONE, (self.node, NOTE, f"{square}: {chance}"), self.builder.shows(self.node, known.picture(cell))
        )

    def shoot(self) -> None:
        """A shot at the likeliest cell, and the reply of the other player, which tells nothing about the hidden fleet."""
        before, cell = self.known, self.known.likeliest
        self.position, self.shots = self.position.advance(cell), self.shots + 1
        known = self.known = know(self.game, self.position)
        square, result = known.sea.square(cell), outcome(known.sea.signs[cell])
        self.node = self.builder.add(self.node, end(square) if self.position.over else inner(square, self.shooter, "own"))
        text = f"Shot {self.shots} at {square}: {result}. {narrowed(before, known)}"
        changes: list[Change] = [
            (self.node, LABEL, f"{square}: {result.partition(',')[0]}"),
            (self.node, VALUE, f"{known.fleets:,}"),
        ]
        self.step("shot", text, OPEN, *changes, self.builder.shows(self.node, known.picture()))
        if not self.position.over:
            self.position = self.position.advance(self.position.choices[0])

    def end(self) -> Recording:
        text = f"All ships are sunk after {counted(self.shots, 'shot')}; the sea has {self.game.cells} cells."
        self.step("result", text, DONE)
        legend = [("own0", "the number of fleets that fit all shots so far"), ("end", "all ships are sunk")]
        made = self.builder.round("", GAME, AGENT, self.shooter, legend)
        return Recording(GAME, AGENT, self.shooter, [made], captions=CAPTIONS, grows=True)

    def step(self, kind: str, text: str, status: int, *changes: Change) -> None:
        self.builder.step(kind, self.node, text, self.shots, (self.node, STATUS, status), *changes)


def know(game: Battleship, position: Position) -> Known:
    """What the shooter sees, and believes of the rest."""
    found = worlds_of(position, seed=1, player=SHOOTER)
    whole = sum(weight for _, weight in found.worlds)
    chances, bits = [0.0] * game.cells, 0.0
    for state, weight in found.worlds:
        share, taken = weight / whole, [0] * game.cells
        bits -= share * log2(share)
        places = game.layout.unpack(state).place[(1 - SHOOTER) * game.ships :][: game.ships]
        for ship, place in enumerate(places):
            game.put(taken, ship, place, 1)
        chances = [chance + share * cell for chance, cell in zip(chances, taken, strict=True)]
    marks = position.view(SHOOTER).state.mark[(1 - SHOOTER) * game.cells :][: game.cells]
    signs = ["" if mark == 0 else game.signs[mark] for mark in marks]
    return Known(len(found.worlds), abs(bits), Sea(game.rows, game.cols, signs, [certain(chance) for chance in chances]))


def certain(chance: float) -> float:
    """A sum of many parts, without what rounding has left at 0 and 1."""
    return float(round(chance)) if abs(chance - round(chance)) < 1e-9 else chance


def outcome(sign: str) -> str:
    """What a shot has shown."""
    return {"o": "a miss", "x": "a hit, but no ship is sunk"}.get(sign, f"ship {sign} is sunk")


def narrowed(before: Known, after: Known) -> str:
    """How many fleets a shot has ruled out."""
    gone = before.fleets - after.fleets
    if gone == 0:
        return f"That was certain, so {counted(after.fleets, 'fleet fits', 'fleets fit')} as before."
    fits = counted(after.fleets, "fleet still fits", "fleets still fit")
    return f"{counted(gone, 'fleet is', 'fleets are')} ruled out; {fits}, {after.bits:.1f} bits."
