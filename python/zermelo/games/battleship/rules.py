"""Battleship: place a fleet that the other player does not see, then shoot by turns. The first player to sink the other fleet wins.

    first  a3h d1v    second  ? ?          the ships in order of placement: the lowest or leftmost cell, and
      a b c d           a b c d            h across or v upwards; ? is hidden, - not placed yet
    4 . . . . 4       4 . B B . 4
    3 # x # . 3       3 . o . . 3          # a ship      o a miss
    2 . . o # 2       2 . . . . 2          x a hit       A B C ... a ship that is sunk
    1 . . . # 1       1 . . . . 1
      a b c d           a b c d
    second to move                         what the first player sees

Ships of equal length are placed in ascending order, because it makes no difference which of them is which. The one that is sunk first gets
the first letter.

    move   while ships are placed: 2 * cell + 0 across or 1 upwards; ships of length 1 lie across      cells are counted from a1
           afterwards: the cell to shoot at                                                           to the right, then upwards

The state holds the place of each ship, which is secret; what shots have shown; the cells of each fleet that are not hit; and how many ships
have been placed and shots been fired. `mark[player * cells + cell]` is what was shot in the sea of a player.
"""

from collections.abc import Iterator, Mapping

from zermelo.game import DRAW, HIDDEN, ONGOING, Field, State, i8, i16
from zermelo.game.dice import pick
from zermelo.games.battleship.board import HIT, MISS, SUNK, Seas

FLEETS = 4
"""`guess` finds so many fleets, and takes one of them. With one alone, `belief` needs half a shot more."""
PARTS = 1 << 20
"""For random parts of a whole."""
ATTEMPTS = 300
"""`guess` gives up after so many fleets that did not fit."""


class Battleship(Seas):
    """Place a fleet in secret, then shoot by turns; who sinks the other's fleet first wins.

    Goal: Sink all ships of your opponent before your own are sunk.

    Setup: Each player has a sea of ten rows and ten columns and five ships, of 5, 4, 3, 3 and 2 squares. The first player
    places all ships, the longest first, then the second player. Of equal ships the lower one is placed first, or in one row
    the left one. Ships lie across or upright and may touch, but not overlap.

    Moves: Then the players shoot by turns, one shot each: you choose a square of the other sea at which you have not shot
    before.

    Hidden: You do not see the ships of your opponent. Both players are told whether a shot is a hit or a miss. A ship that is
    hit on all its squares is sunk, and then it is shown.

    End: The first player who has sunk all ships of the other wins.

    Draws: There are no draws, unless shots are limited and both players have used theirs up.

    Variants: The seas and the fleets may be larger or smaller. The number of shots may be limited.
    """

    playable = True
    secret = ("place",)
    out_of_turn = False

    def state(self) -> Mapping[str, Field]:
        return dict(place=i16[2 * self.ships](HIDDEN), mark=i8[2 * self.cells], left=i16([self.total] * 2), placed=i8, fired=i16)

    def to_move(self, s: State) -> int:
        return int(s.placed // self.ships if s.placed < 2 * self.ships else s.fired % 2)

    def moves(self, s: State) -> Iterator[int]:
        if s.placed < 2 * self.ships:
            ship = s.placed % self.ships
            taken = [0] * self.cells
            for earlier in range(ship):
                self.put(taken, earlier, s.place[s.placed - ship + earlier], 1)
            least = s.place[s.placed - 1] + 1 if self.group[ship] < ship else 0
            for place in range(least, self.places):
                if self.fits(taken, ship, place):
                    self.put(taken, ship, place, 1)
                    if self.has_room(taken, ship + 1, place + 1):
                        yield place
                    self.put(taken, ship, place, 0)
        else:
            sea = (1 - s.fired % 2) * self.cells
            for cell in range(self.cells):
                if s.mark[sea + cell] == 0:
                    yield cell

    def play(self, s: State, move: int) -> None:
        if s.placed < 2 * self.ships:
            s.place[s.placed] = move
            s.placed += 1
            return
        target = 1 - s.fired % 2
        sea = target * self.cells
        s.fired += 1
        ship = 0
        while ship < self.ships and not self.covers(ship, s.place[target * self.ships + ship], move):
            ship += 1
        if ship == self.ships:
            s.mark[sea + move] = MISS
            return
        s.mark[sea + move] = HIT
        s.left[target] -= 1
        place = s.place[target * self.ships + ship]
        start, step = sea + place // 2, self.step(place)
        for index in range(self.fleet[ship]):
            if s.mark[start + index * step] != HIT:
                return
        letter = self.group[ship]
        for other in range(self.group[ship], self.ships):
            if self.group[other] == self.group[ship] and s.mark[sea + s.place[target * self.ships + other] // 2] >= SUNK:
                letter += 1
        for index in range(self.fleet[ship]):
            s.mark[start + index * step] = SUNK + letter

    def winner(self, s: State) -> int:
        if s.left[1] == 0:
            return 0
        if s.left[0] == 0:
            return 1
        return DRAW if s.fired == self.last else ONGOING

    def evaluate(self, s: State, player: int) -> float:
        """Cells of the own fleet that are not hit, less those of the other, as a share of all."""
        return float((s.left[player] - s.left[1 - player]) / (self.total + 1))

    def guess(self, s: State, player: int, dice: int) -> bool:
        """One of several fleets that fit all shots, each with about the same probability.

        Fleets are found with unequal probabilities. So each counts as often as there were choices on the way to it, and one is drawn by these
        weights (sampling importance resampling, Rubin 1987).
        """
        whole, found, first = 0.0, 0, (1 - player) * self.ships
        place = [-1] * self.ships
        for _ in range(ATTEMPTS):
            weight, dice = self.arrange(s, (1 - player) * self.cells, place, dice)
            if weight > 0:
                whole += weight
                found += 1
                number, dice = pick(dice, PARTS)
                if number * whole < weight * PARTS:
                    for ship in range(min(max(s.placed - first, 0), self.ships)):
                        s.place[first + ship] = place[ship]
            if found == FLEETS:
                break
        return found > 0

    def arrange(self, s: State, sea: int, place: list[int], dice: int) -> tuple[float, int]:
        """Place sunk ships where they lie, then ships over open hits, then all others; the number of choices, 0 if a hit or a ship is left over."""
        taken = [1 if s.mark[sea + cell] == MISS or s.mark[sea + cell] >= SUNK else 0 for cell in range(self.cells)]
        weight = 1.0
        for ship in range(self.ships):
            place[ship] = self.wreck(s, sea, ship)
        while min(place) < 0:
            hit = self.open_hit(s, sea, taken)
            chosen, lying, found = place.index(-1), -1, 0
            for ship in range(chosen, self.ships if hit >= 0 else chosen + 1):
                first = 0 if hit < 0 else max(hit - (self.fleet[ship] - 1) * self.cols, 0)
                last = 0 if place[ship] >= 0 else self.cells if hit < 0 else hit + 1
                for candidate in range(2 * first, 2 * last):
                    over = hit < 0 or self.covers(ship, candidate, hit)
                    hits = self.hits(s, sea, ship, candidate) if over and self.fits(taken, ship, candidate) else self.fleet[ship]
                    if hits < self.fleet[ship]:  # else it does not fit, or would be sunk
                        found += 1
                        number, dice = pick(dice, found)
                        if number == 0:
                            chosen, lying = ship, candidate
            if found == 0:
                return 0.0, dice
            weight *= found
            place[chosen] = lying
            self.put(taken, chosen, lying, 1)
        for ship in range(self.ships):  # those of equal length in ascending order
            for earlier in range(self.group[ship], ship):
                if place[earlier] > place[ship]:
                    place[earlier], place[ship] = place[ship], place[earlier]
        return weight if self.open_hit(s, sea, taken) < 0 else 0.0, dice

    # Parts of the rules

    def wreck(self, s: State, sea: int, letter: int) -> int:
        """The place of a ship that is sunk; -1 if none has this letter."""
        for cell in range(self.cells):
            if s.mark[sea + cell] == SUNK + letter:
                across = self.fleet[letter] == 1 or (self.cols > 1 and s.mark[sea + cell + 1] == SUNK + letter)
                return 2 * cell if across else 2 * cell + 1
        return -1

    def open_hit(self, s: State, sea: int, taken: list[int]) -> int:
        """The first hit that no ship explains yet; -1 if there is none."""
        for cell in range(self.cells):
            if s.mark[sea + cell] == HIT and taken[cell] == 0:
                return cell
        return -1

    def hits(self, s: State, sea: int, ship: int, place: int) -> int:
        """How many cells of a ship that lies there are hit."""
        start, step, found = sea + place // 2, self.step(place), 0
        for index in range(self.fleet[ship]):
            found += s.mark[start + index * step] == HIT
        return found
