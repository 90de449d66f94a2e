"""`zermelo check-solution`: verifies a solution tree in a file."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.cli.options import GameText, Json, MovesText, PositionText, open_position
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import status
from zermelo.engine.requirements import check_minimax_game
from zermelo.engine.solution import verify
from zermelo.errors import ZermeloError
from zermelo.files import read_text
from zermelo.game import Position
from zermelo.score import counted
from zermelo.trees.tree import Tree


def check_solution(
    file: Annotated[Path, Parameter(name="FILE", help="A .json file written by `zermelo solve --out` or `zermelo tree --out`.")],
    game: GameText,
    /,
    *,
    position: PositionText = None,
    moves: MovesText = None,
    json: Json = False,
) -> Answer | int:
    """Verify a solution tree, move by move.

    Plays through the whole tree with the rules of the game, without search, and says what it proves.
    Give the game and the position that were solved. The exit code is 1 if the proof does not hold.

        zermelo check-solution solution.json "nim([1,2])"
        zermelo check-solution solution.json tictactoe --moves "a1 b1" --json
    """
    here = open_position(game, position, moves)
    check_minimax_game(here, "a solution tree")
    with status(f"checking {file}"):
        verdict = _verdict(read_text(file), here)
    return reply(json, verdict, verdict["message"], code=0 if verdict["ok"] else 1)


def _verdict(text: str, here: Position) -> dict[str, Any]:
    """The verdict: what is proven, or the first reason why the proof fails."""
    verdict = {"game": str(here.game), "ok": False, "player": None, "value": None, "plies": None, "positions": 0, "message": ""}
    try:
        tree = Tree.loads(text)
        verify(tree, here)
    except ZermeloError as error:
        return verdict | {"message": f"Not proven: {error}."}
    positions = sum(1 for _ in tree.walk())
    facts = {"player": tree.max, "value": tree.root.value, "plies": tree.root.plies, "positions": positions}
    return verdict | facts | {"ok": True, "message": f"Proven: {_claim(tree, here)} ({positions} positions)."}


def _claim(tree: Tree, here: Position) -> str:
    """What a verified tree proves about the game."""
    root, us = tree.root, tree.max
    assert root.value is not None
    others = [name for name in here.game.players if name != us]
    whatever = f", whatever {others[0]} plays" if others else ""
    if any(node.why == "depth limit" for node in tree.walk()):
        return f"{us} reaches a position evaluated as at least {root.value:+g} for {us}{whatever}"
    if root.plies is not None and root.value > 0:
        return f"{us} wins within {counted(root.plies)}{whatever}"
    if root.plies is not None:
        return f"{us} does not lose before ply {root.plies}{whatever}"
    if here.rules.has_winner:
        return f"{us} gets at least a draw{whatever}"
    return f"{us} gets at least {root.value:+g}{whatever}"
