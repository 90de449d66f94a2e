"""Liar's dice: bid how many dice show a face, and call the liar. Every player sees only their own dice.

    ann 3                    what ann sees with one die each: her own die, and a hidden one
    bob ?
    bids 1x2 1x5             ann has said that one die shows a 2, bob that one shows a 5
    ann to move

The winner gains 1, the loser loses 1, and all others get 0. One face may be wild: its dice count as any face. `wild` is "high" (the
highest face), "ones" or "none".

    move   (dice - 1) * sides + face - 1 for a bid, players * dice * sides for liar          outcome   1 to `sides`, the face of a die

Dice are sorted, and players see them when all are rolled, so the order in which they fall makes no difference.
"""

from collections.abc import Iterator, Mapping

from zermelo.errors import PositionError
from zermelo.game import CHANCE, HIDDEN, Field, Game, State, display, i8, i16
from zermelo.game.dice import pick
from zermelo.games.shared import cards, parameters

NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay")
MAX_DICE, MAX_SIDES = 6, 12
TOLD = 5
"""So many of the last bids are in the picture."""


class LiarsDice(Game):
    """Bid how many dice show a face, higher each time, until a player calls the last bidder a liar.

    Goal: Make a true bid that is called a lie, or call a bid that is not true.

    Setup: Each of two players has one die. All dice are rolled once. Ann begins.

    Moves: The players take turns. A bid says that at least so many of all dice show a certain face, for example two fives.
    Each bid must be higher than the one before: more dice, or as many dice with a higher face. Sixes count as any face; a bid
    on sixes counts only sixes. Instead of bidding you may call the last bidder a liar.

    Hidden: You see only your own dice.

    End: When a player calls the last bidder a liar, all dice are counted. If the bid is true, the bidder wins and the caller
    loses, else the other way round. All other players neither win nor lose.

    Variants: There may be 2 to 6 players with up to 6 dice of 2 to 12 sides each. Ones may count as any face instead of the
    highest one, or no face may do so.
    """

    players: tuple[str, ...] = NAMES[:2]
    player_counts = tuple(range(2, len(NAMES) + 1))
    secret = ("faces",)
    chance_first = True
    out_of_turn = False

    def __init__(self, *, players: int = 2, dice: int = 1, sides: int = 6, wild: str = "high") -> None:
        parameters.whole("liarsdice", "players", players, 2, len(NAMES))
        parameters.whole("liarsdice", "dice", dice, 1, MAX_DICE)
        parameters.whole("liarsdice", "sides", sides, 2, MAX_SIDES)
        parameters.choice("liarsdice", "wild", wild, ("high", "ones", "none"))
        self.players = NAMES[:players]
        self.seats, self.dice, self.sides, self.total = players, dice, sides, players * dice
        self.wild_face = {"high": sides, "ones": 1, "none": 0}[wild]
        self.liar = self.total * sides
        """The move that calls the last bidder a liar; all lesser numbers are bids."""
        self.max_moves = self.move_numbers = self.liar + 1

    def state(self) -> Mapping[str, Field]:
        """`faces` are HIDDEN before they are rolled, and `bids` are 1 for each bid that was made; `last` is the last one."""
        return dict(faces=i8[self.total](HIDDEN), bids=i8[self.liar], last=i16(-1), rolled=i8, called=i8, turn=i8)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolled < self.total else int(s.turn)

    def chances(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def moves(self, s: State) -> Iterator[int]:
        yield from range(s.last + 1, self.liar)
        if s.last >= 0:
            yield self.liar

    def play(self, s: State, move: int) -> None:
        if s.rolled < self.total:
            self.put(s, s.rolled, move)
            s.rolled += 1
        elif move == self.liar:
            s.called = 1
        else:
            s.bids[move] = 1
            s.last = move
            s.turn = (s.turn + 1) % self.seats

    def put(self, s: State, place: int, face: int) -> None:
        """Put a die on its place among the dice of a player, which are sorted; `place` is that of the last one."""
        first = place - place % self.dice
        while place > first and s.faces[place - 1] > face:
            s.faces[place] = s.faces[place - 1]
            place -= 1
        s.faces[place] = face

    def over(self, s: State) -> bool:
        return bool(s.called == 1)

    def utility(self, s: State, player: int) -> float:
        face, counted = s.last % self.sides + 1, 0
        for place in range(self.total):
            if s.faces[place] == face or s.faces[place] == self.wild_face:
                counted += 1
        is_true = counted > s.last // self.sides
        if player == s.turn:
            return -1 if is_true else 1
        if player == (s.turn - 1) % self.seats:
            return 1 if is_true else -1
        return 0

    def hide(self, s: State, player: int) -> None:
        if s.rolled < self.total:
            for place in range(self.total):
                s.faces[place] = HIDDEN

    def guess(self, s: State, player: int, dice: int) -> bool:
        """Roll the hidden dice."""
        for place in range(s.rolled):
            if place // self.dice != player or s.rolled < self.total:
                face, dice = pick(dice, self.sides)
                self.put(s, place, face + 1)
        return True

    def show(self, s: State) -> str:
        lines = [f"{name} {' '.join(self._hand(s, player))}" for player, name in enumerate(self.players)]
        return "\n".join([*lines, *([f"bids {' '.join(self._bids(s))}"] if s.last >= 0 else []), self._words(s)])

    def read(self, text: str) -> State:
        s = self.fresh()
        lines = display.lines_of(text.lower())
        hands: list[str] = []
        while len(hands) < self.seats and lines and lines[0].split()[0] == self.players[len(hands)]:
            hands.append(lines.pop(0))
        if len(hands) < self.seats:
            raise PositionError(
                f"a line for {self.players[len(hands)]} is missing: a text begins with every player's dice, as in `ann 3`"
            )
        for player, line in enumerate(hands):
            self._read_hand(s, player, line)
        for word in lines.pop(0).split()[1:] if lines and lines[0].startswith("bids ") else ():
            bids = {self.name(s, bid): bid for bid in range(s.last + 1, self.liar)}
            if word not in bids or s.rolled < self.total:
                raise PositionError(f"`{word}` is not a bid here; bids such as 1x2 rise, and come when all dice are rolled")
            self.play(s, bids[word])
        s.called = int(s.last >= 0 and lines == [f"{self.players[s.turn]} calls liar"])
        if lines not in ([], [self._words(s)]):
            raise PositionError(
                f"the last line must be `{self._words(s)}`, not `{' '.join(lines)}`; after a bid it may be a call of liar"
            )
        return s

    def name(self, s: State, move: int) -> str:
        if s.rolled < self.total:
            return str(move)
        return "liar" if move == self.liar else f"{move // self.sides + 1}x{move % self.sides + 1}"

    def svg(self, s: State) -> str:
        rows = [["" if sign == "-" else sign for sign in self._hand(s, player)] for player in range(self.seats)]
        return cards.table(self, rows, " ".join(self._bids(s)[-TOLD:]), self._words(s))

    def _hand(self, s: State, player: int) -> list[str]:
        """A player's dice; ? is a hidden one, - one that is not rolled yet."""
        places = range(player * self.dice, (player + 1) * self.dice)
        return ["-" if place >= s.rolled else "?" if s.faces[place] == HIDDEN else str(s.faces[place]) for place in places]

    def _bids(self, s: State) -> list[str]:
        return [f"{bid // self.sides + 1}x{bid % self.sides + 1}" for bid in range(self.liar) if s.bids[bid] == 1]

    def _words(self, s: State) -> str:
        if s.rolled < self.total:
            return "a die is rolled"
        return f"{self.players[s.turn]} {'calls liar' if s.called else 'to move'}"

    def _read_hand(self, s: State, player: int, line: str) -> None:
        signs = line.split()[1:]
        faces = [str(face) for face in range(1, self.sides + 1)]
        if len(signs) != self.dice or any(sign not in ("?", "-", *faces) for sign in signs):
            told = "a number" if self.dice == 1 else f"{self.dice} numbers"
            raise PositionError(f"`{line}` must have {told} from 1 to {self.sides}, or ? for hidden, or - if not rolled")
        rolled = [sign for sign in signs if sign != "-"]
        if signs[: len(rolled)] != rolled or (rolled and s.rolled < player * self.dice):
            raise PositionError("dice are rolled in order, those of the first player first, so no number comes after a -")
        if "?" in rolled and set(rolled) != {"?"}:
            raise PositionError(f"`{line}` hides some dice; a player sees all dice of a hand, or none of them")
        for sign in rolled:
            if sign != "?":
                self.put(s, s.rolled, int(sign))
            s.rolled += 1
