"""Crosswords, a game of words like Scrabble: lay words that cross on a board, with tiles that the others do not see.

      a b c d e f g
    1 = . . = . . = 1      ODe was laid across, HOG downwards
    2 . " . . . " . 2
    3 . . H . ' . . 3      small letters are blanks
    4 = . O D e . = 4      = triple word     " triple letter
    5 . . G . ' . . 5      - double word     ' double letter
    6 . " . . . " . 6
    7 = . . = . . = 7
    first 6 AAIINTU        points and tiles; _ is a blank
    second 13 ? 7          hidden: seven tiles
    bag 3
    first to move          what the first player sees

    move      word * 2 * squares + direction * squares + square: the word has this number in the alphabetical order of the list, and lies
              across (direction 0) or downwards (1) from this square; squares are counted row by row from a1, top left
              words * 2 * squares: pass; and more than this by a set of tiles of the rack, as bits: exchange them
    outcome   0 to 25 a letter, 26 the blank: the tile that is drawn from the bag

A blank is used where the rack has no other tile of a letter that a word needs. If the word has the letter more than once, the blank stands for
the one that makes the fewest points. So a word and its place say everything. Equal exchanges are one move: of equal tiles the first ones are taken.

The state holds what is on each square, the tiles of each rack, those that are set aside until an exchange is complete, and their numbers, which
everyone sees. What is in the bag follows from the rest.
"""

from collections.abc import Iterator, Mapping

from zermelo.game import CHANCE, Field, State, i8, i32
from zermelo.game.dice import pick
from zermelo.games.crosswords.board import BLANK, KINDS, VALUES
from zermelo.games.crosswords.display import Shown

SCORELESS = 2
"""The game ends when every player has had so many turns in a row without points."""
MOST_LEAD = 6_000_000
"""More than any lead: at most 100 turns make points, each at most 27 * 15 * 30 + 9 * 3 * 170 + 50, and three others may have none."""


class Crosswords(Shown):
    """Lay words that cross on a board, for points, with tiles that the others do not see.

    Goal: Have more points than the others at the end.

    Setup: Each player draws seven tiles from a bag of 100 with letters, of which two are blank.

    Moves: Lay tiles in one row or column, so that every word on the board is in the list. The first word covers the middle.
    Later words touch others. Every new or longer word counts the values of its letters; coloured squares multiply the value
    of a new tile or of its words. All seven tiles at once are 50 points more. A blank stands for any letter and counts
    nothing. Then draw new tiles. Or pass, or exchange tiles while the bag has seven.

    Hidden: You do not see the tiles of the others, nor the bag.

    End: A player has used all tiles and the bag is empty, or all players have made no points twice in a row. Then each player
    loses the values of the tiles left. A player who has none gets those of the others.

    Draws: Equal points are a draw.

    Variants: Up to four players, smaller boards, other racks, other words.
    """

    playable = True
    player_counts = (2, 3, 4)
    piece_symbols = ("", "")
    """Letters on the board belong to no player."""
    secret = ("rack", "aside")
    out_of_turn = False
    bounded_evaluation = True
    bounds = (-MOST_LEAD, MOST_LEAD)

    # Rules

    def state(self) -> Mapping[str, Field]:
        """Squares are 0, or 1 + letter, or 27 + the letter that a blank stands for. `rack` and `aside` have a number for each kind of tile."""
        count = len(self.players)
        return dict(
            cells=i8[self.squares],
            rack=i8[count * KINDS],
            aside=i8[count * KINDS],
            points=i32[count],
            held=i8[count],
            returned=i8,
            bag=i8(self.total),
            scoreless=i8,
            turn=i8,
            done=i8,
        )

    def to_move(self, s: State) -> int:
        return CHANCE if s.held[s.turn] < self.rack_size and s.bag > 0 and not s.done else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for kind, count in enumerate(self.unseen(s)):
            if count > 0:
                yield kind, count / s.bag

    def moves(self, s: State) -> Iterator[int]:
        yield from self.placements(s)
        yield self.passing
        if s.bag >= self.rack_size:
            rack = self.tiles_of(s, s.turn)
            for chosen in range(1, 1 << len(rack)):
                if self.takes_first(rack, chosen):
                    yield self.passing + chosen

    def takes_first(self, rack: list[int], chosen: int) -> bool:
        """Whether a set of tiles has no tile without the equal one before it."""
        for index in range(1, len(rack)):  # noqa: SIM110  # a loop is faster where it is interpreted
            if rack[index] == rack[index - 1] and chosen >> (index - 1) & 3 == 2:
                return False
        return True

    def play(self, s: State, move: int) -> None:
        if self.to_move(s) == CHANCE:
            s.rack[s.turn * KINDS + move] += 1
            s.held[s.turn] += 1
            s.bag -= 1
        elif move < self.passing:
            points = self.place(s, move)
            s.points[s.turn] += points
            s.scoreless = 0 if points > 0 else s.scoreless + 1
        else:
            s.scoreless += 1
            for index, kind in enumerate(self.tiles_of(s, s.turn)):
                if (move - self.passing) >> index & 1:
                    self.set_aside(s, kind)
        if self.to_move(s) != CHANCE:
            self.end_turn(s)

    def set_aside(self, s: State, kind: int) -> None:
        s.rack[s.turn * KINDS + kind] -= 1
        s.aside[s.turn * KINDS + kind] += 1
        s.held[s.turn] -= 1
        s.returned += 1

    def end_turn(self, s: State) -> None:
        """Put exchanged tiles back into the bag; then the next player is to move, or draws the first tiles, or the game ends."""
        for kind in range(KINDS):
            s.aside[s.turn * KINDS + kind] = 0
        s.bag += s.returned
        s.returned = 0
        if s.held[s.turn] == 0 or s.scoreless == SCORELESS * len(self.players):
            self.settle(s)
            s.turn, s.done = 0, 1
        else:
            s.turn = (s.turn + 1) % len(self.players)

    def settle(self, s: State) -> None:
        """Each player loses the values of the tiles left, and a player without tiles gets those of the others."""
        whole, out = 0, -1
        for player in range(len(self.players)):
            left = 0
            for kind in range(BLANK):
                left += s.rack[player * KINDS + kind] * VALUES[kind]
            s.points[player] -= left
            whole += left
            if s.held[player] == 0:
                out = player
        if out >= 0:
            s.points[out] += whole

    def over(self, s: State) -> bool:
        return bool(s.done)

    def utility(self, s: State, player: int) -> float:
        return self.lead(s, player)

    def lead(self, s: State, player: int) -> int:
        """How many points more than each other player a player has, added up."""
        whole = 0
        for points in s.points:
            whole += s.points[player] - points
        return int(whole)

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Deal the tiles that a player does not see at random; every deal that fits has its probability."""
        left, whole = self.unseen(s), 0
        for count in left:
            whole += count
        for other in range(len(self.players)):
            if other != player:
                for index in range(other * KINDS, (other + 1) * KINDS):
                    s.rack[index], s.aside[index] = 0, 0
                held, returned = s.held[other], s.returned if other == s.turn else 0
                for index in range(held + returned):
                    place, dice = pick(dice, whole)
                    kind = 0
                    while place >= left[kind]:
                        place -= left[kind]
                        kind += 1
                    left[kind] -= 1
                    whole -= 1
                    if index < held:
                        s.rack[other * KINDS + kind] += 1
                    else:
                        s.aside[other * KINDS + kind] += 1
        return True

    # Heuristics

    def evaluate(self, s: State, player: int) -> float:
        return self.lead(s, player)

    def playout(self, s: State, dice: int) -> int:
        """Any word; without one, all other tiles, or a pass: most exchanges are no sensible moves, but there are many of them."""
        found = self.placements(s)
        if len(found) > 0:
            return found[pick(dice, len(found))[0]]
        return self.passing + ((1 << self.rack_size) - 1 if s.bag >= self.rack_size else 0)
