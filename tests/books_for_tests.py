"""Books for several tests, and the exact values that they are compared with."""

from __future__ import annotations

from functools import cache

from zermelo import alphabeta, find
from zermelo.books import Book, BookStatistics, from_search

TICTACTOE, CONNECT4, SMALL = find("tictactoe"), find("connect4"), find("connect(rows=4,cols=4,line=3)")
START = TICTACTOE.start()


@cache
def perfect():
    """All of tic-tac-toe."""
    return from_search(START, alphabeta(), plies=9).book


def mixture():
    """A book with everything in it that a book may have."""
    book = Book(TICTACTOE, ["nothing but taste, in a häste"])
    book.add(START, "a1", BookStatistics(3, value=0.5))
    book.add(START, "b2", BookStatistics(1, value=-1, plies=7, games=9, points=18))
    book.add(START.play("a1"), "b2", BookStatistics(2**40, games=3))
    book.add(TICTACTOE.position("x.o/.../..."), "b2", BookStatistics())
    return book


def names(book, position):
    return {frozenset(move.names) for move in book.moves(position)}


@cache
def solve(position):
    """Plain minimax by the rules alone: (value for the player to move, plies to the end)."""
    if position.over:
        return position.values[position.player], 0
    return max((seen_from_above(*solve(position.advance(move))) for move in position.choices), key=rank)


def seen_from_above(value, plies):
    return -value, plies + 1


def rank(worth):
    """Wins before draws before losses, soon wins first, late losses first."""
    value, plies = worth
    return value, -value * plies


def best_moves(position):
    """Names of the moves that are as good as any; among draws every one, however long."""
    ranked = {move: rank(seen_from_above(*solve(position.advance(move)))) for move in position.choices}
    return {position.name(move) for move in ranked if ranked[move] == max(ranked.values())}
