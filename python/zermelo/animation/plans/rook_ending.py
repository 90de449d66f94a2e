"""The lesson on advice: king and rook against king, played by Bratko's table against a search of two plies.

White's moves are the table's. Each step names the rule that applied and the pieces of advice that were tried. If advice looks further
than one move, its plan is drawn: one move of ours, every reply of theirs. The number at a node is the room that the rook leaves to the
bare king.
"""

from zermelo.advice.forcing_tree import Branch
from zermelo.advice.inference import Consultation, TriedRule
from zermelo.advice.library.kings import room
from zermelo.agents.advice import AdviceReport, advice
from zermelo.agents.registry import agent
from zermelo.animation.round_builder import RoundBuilder, end, inner
from zermelo.game import Position, State
from zermelo.games import find
from zermelo.trees.node import TreeNode
from zermelo.trees.player.recording import Captions, OwnPicture, Recording
from zermelo.trees.player.step import DONE, NOTE, OPEN, STATUS, VALUE, Change

GAME, TABLE, DEFENDER = "chess", "krk-corrected", "alphabeta(depth=2)"
PLACE = "8/3k4/8/2K5/8/8/8/4R3 w - - 0 1"
US = 0
ROOK, KING = 4, 6
MOST_PLIES = 60
LEGEND = [
    ("max", "white is to move; the number is the room of the black king"),
    ("min", "black is to move"),
    ("end", "mate"),
]
CAPTIONS = Captions("plies", "", "after", "room", "advice")


def rook_ending() -> Recording:
    game = EndingLesson(find(GAME).position(PLACE))
    game.begin()
    while not game.position.over and game.plies < MOST_PLIES:
        if game.position.player == US:
            game.advise()
        else:
            game.reply()
    return game.end()


class EndingLesson:
    """A game that is under way."""

    def __init__(self, position: Position) -> None:
        self.start = self.position = position
        self.white, self.black = advice(TABLE), agent(DEFENDER)
        self.builder = RoundBuilder(self.fresh_node(position, None))
        self.places: dict[tuple[int, int], int] = {}
        """The nodes by their parent and move."""
        self.node = self.plies = 0
        self.rule = ""
        self.explained: set[str] = set()
        """Advice whose goal has been named."""

    def begin(self) -> None:
        text = (
            f"{self.start.turn} mates with king and rook, by the table {TABLE}; {DEFENDER} defends. The room of the bare king is "
        )
        text += f"{room_of(self.start.state)}."
        self.step(text[:1].upper() + text[1:], DONE, *self.seen(self.start, True))

    def advise(self) -> None:
        """A move by the table."""
        position = self.position
        *_, report = self.white.reports(position)
        assert isinstance(report, AdviceReport)
        plan, asked = report.plan, report.consultation
        assert plan is not None
        assert asked is not None
        grown = self.grow(self.node, plan.root, position) if plan.root.height > 1 else {}
        if asked.position is position:
            text = f"{_reasons(asked)} {plan.advice} works: {report.move}."
            text += "" if plan.advice in self.explained else f" Its goal is `{plan.goal}`."
            self.explained.add(plan.advice)
            if grown:
                text += f" The plan has {len(grown)} positions, with an answer to every reply."
        else:
            text = f"The plan of {plan.advice} goes on: {report.move}."
        drawn: list[Change] = []
        for node, state in grown.items():
            drawn += [(node, STATUS, DONE), (node, VALUE, str(room_of(state)))]
        changed = self.rule not in ("", plan.rule)
        self.go(position.parse(report.move), text, *drawn, note=f"{plan.rule}: {plan.advice}", printed=changed)
        self.rule = plan.rule

    def reply(self) -> None:
        move = self.black(self.position).move
        self.go(self.position.parse(move), f"{self.position.turn.capitalize()} replies {move}.")

    def go(self, move: int, text: str, *changes: Change, note: str = "", printed: bool = False) -> None:
        """Play a move and show the position after it."""
        self.node = self.child(self.node, move, self.position)
        self.position, self.plies = self.position.advance(move), self.plies + 1
        noted: list[Change] = [(self.node, NOTE, note)] if note else []
        self.step(text, OPEN if note else DONE, *changes, *noted, *self.seen(self.position, printed or self.position.over))

    def end(self) -> Recording:
        mated = self.position.values is not None and self.position.values[US] > 0
        text = f"{'Mate' if mated else 'The lesson ends'} after {(self.plies + 1) // 2} moves of {self.start.game.players[US]}."
        done: list[Change] = [(node, STATUS, DONE) for node in range(len(self.builder.nodes))]
        self.builder.step("result", self.node, text, self.plies, *done)
        made = self.builder.round("", GAME, str(self.white), self.start.turn, LEGEND)
        return Recording(GAME, str(self.white), self.start.turn, [made], captions=CAPTIONS, grows=True)

    # The tree

    def grow(self, node: int, branch: Branch, position: Position) -> dict[int, State]:
        """The nodes of a plan below a node, with their positions."""
        grown: dict[int, State] = {}
        for below in branch.children:
            assert below.move is not None
            after = position.advance(below.move)
            child = self.child(node, below.move, position)
            grown |= {child: after.state, **self.grow(child, below, after)}
        return grown

    def child(self, node: int, move: int, position: Position) -> int:
        """The node after a move, which a plan may have made already."""
        if (node, move) not in self.places:
            made = self.fresh_node(position.advance(move), position.name(move))
            self.places[node, move] = self.builder.add(node, made)
        return self.places[node, move]

    def fresh_node(self, position: Position, move: str | None) -> TreeNode:
        if position.over:
            return end(move or "")
        return inner(move, position.turn, "max" if position.player == US else "min")

    def step(self, text: str, status: int, *changes: Change) -> None:
        self.builder.step("advice", self.node, text, self.plies, (self.node, STATUS, status), *changes)

    def seen(self, position: Position, printed: bool) -> list[Change]:
        """The board and the room; the board is printed in terminals where the rule changes."""
        game, state = position.game, position.state
        board = OwnPicture(game.svg(state), game.show(state) if printed else "")
        return [(self.node, VALUE, "mate" if position.over else str(room_of(state))), self.builder.shows(self.node, board)]


def _reasons(asked: Consultation) -> str:
    """Which rule applies, and which advice failed before."""
    told: list[str] = []
    for tried in asked.rules:
        if tried.missing is not None:
            told.append(f"{tried.rule.name} does not apply, `{tried.missing}` is false.")
        else:
            told.append(f"{tried.rule.name} applies.{_failed(tried)}")
    return " ".join(told)


def _failed(tried: TriedRule) -> str:
    failed = [each.advice.name for each in tried.advice if each.tree is None]
    return f" {', '.join(failed)}: no move fits." if failed else ""


def room_of(s: State) -> int:
    """The squares that the rook leaves to the bare king."""
    board = list(s.board)
    return room(board.index(ROOK) if ROOK in board else -1, board.index(-KING))
