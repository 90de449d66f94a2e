"""Programs in Prolog for tests: games in the form of lecture notes, the textbooks' two searches, and games of random trees."""

from __future__ import annotations

TREE = """
start(a).
moves(a, [b, c]).  moves(b, [d, e]).  moves(c, [f, g]).
moves(d, [i, j]).  moves(e, [k, l]).  moves(f, [m, n]).  moves(g, [o, p]).
max_to_move(P) :- member(P, [a, d, e, f, g]).
min_to_move(P) :- member(P, [b, c, i, j, k, l, m, n, o, p]).
staticval(i, 1).  staticval(j, 4).  staticval(k, 5).  staticval(l, 6).
staticval(m, 2).  staticval(n, 1).  staticval(o, 1).  staticval(p, 1).
"""

TICTACTOE = """
start(x-[b,b,b,b,b,b,b,b,b]).
max_to_move(x-_).
min_to_move(o-_).
other(x, o).
other(o, x).

moves(P-Board, List) :-
    \\+ won(Board, _),
    other(P, O),
    findall(O-New, place(P, Board, New), List),
    List = [_|_].

place(P, [b|T], [P|T]).
place(P, [H|T], [H|N]) :- place(P, T, N).

staticval(_-Board, V) :- won(Board, W), !, ( W == x -> V = 1 ; V = -1 ).
staticval(_-Board, 0) :- \\+ member(b, Board).

won(B, W) :- member([I, J, K], [[1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]]),
    nth1(I, B, W), W \\== b, nth1(J, B, W), nth1(K, B, W), !.
move_name(_-Old, _-New, Cell) :- nth1(Cell, Old, b), nth1(Cell, New, S), S \\== b, !.
"""

OTHER_WORDS = """
start([x, [-,-,-,-]]).
next(x, o).
next(o, x).
move([P, Row], [Q, New]) :- next(P, Q), \\+ utility_of(Row, _), put(P, Row, New).
put(P, [-|T], [P|T]).
put(P, [H|T], [H|N]) :- put(P, T, N).
utility_of([A, A, _, _], A) :- A \\== - .
utility_of([_, A, A, _], A) :- A \\== - .
utility_of([_, _, A, A], A) :- A \\== - .
utility([_, Row], V) :- utility_of(Row, W), !, ( W == x -> V = 1 ; V = -1 ).
utility(_, 0).
isMinPlayer([o, _]).
"""
"""A row of four; two neighbours win. In the words of other notes."""

BETTER = """
betterof(P, V, _, W, P, V) :- ( min_to_move(P), V > W ; max_to_move(P), V < W ), !.
betterof(_, _, Q, W, Q, W).
"""
MINIMAX = (
    """
minimax(Pos, Best, Val) :-
    moves(Pos, List), !,
    best(List, Best, Val)
    ;
    staticval(Pos, Val).
best([Pos], Pos, Val) :- minimax(Pos, _, Val), !.
best([Pos|List], Best, Val) :-
    minimax(Pos, _, V),
    best(List, Other, W),
    betterof(Pos, V, Other, W, Best, Val).
"""
    + BETTER
)
ALPHABETA = (
    """
alphabeta(Pos, Alpha, Beta, Good, Val) :-
    moves(Pos, List), !,
    boundedbest(List, Alpha, Beta, Good, Val)
    ;
    staticval(Pos, Val).
boundedbest([Pos|List], Alpha, Beta, Good, Val) :-
    alphabeta(Pos, Alpha, Beta, _, V),
    goodenough(List, Alpha, Beta, Pos, V, Good, Val).
goodenough([], _, _, Pos, Val, Pos, Val) :- !.
goodenough(_, Alpha, Beta, Pos, Val, Pos, Val) :-
    min_to_move(Pos), Val > Beta, !
    ;
    max_to_move(Pos), Val < Alpha, !.
goodenough(List, Alpha, Beta, Pos, V, Good, Val) :-
    newbounds(Alpha, Beta, Pos, V, Alpha1, Beta1),
    boundedbest(List, Alpha1, Beta1, Other, W),
    betterof(Pos, V, Other, W, Good, Val).
newbounds(Alpha, Beta, Pos, Val, Val, Beta) :- min_to_move(Pos), Val > Alpha, !.
newbounds(Alpha, Beta, Pos, Val, Alpha, Val) :- max_to_move(Pos), Val < Beta, !.
newbounds(Alpha, Beta, _, _, Alpha, Beta).
"""
    + BETTER
)

OTHER_ALPHABETA = """
alphabeta(Pos, Alpha, Beta, Best, Val) :- bagof(N, move(Pos, N), L), best(L, Alpha, Beta, Best, Val), !.
alphabeta(Pos, _, _, _, Val) :- utility(Pos, Val).
best([Pos|_], Alpha, Beta, _, Val) :- Beta =< Alpha, !, ( isMinPlayer(Pos) -> Val = Alpha ; Val = Beta ).
best([Pos], Alpha, Beta, Pos, Val) :- alphabeta(Pos, Alpha, Beta, _, Val), !.
best([Pos|Tail], Alpha, Beta, Best, Val) :-
    alphabeta(Pos, Alpha, Beta, _, V),
    (   isMinPlayer(Pos)
    ->  Alpha1 is max(Alpha, V), best(Tail, Alpha1, Beta, Other, W), ( V >= W -> Best-Val = Pos-V ; Best-Val = Other-W )
    ;   Beta1 is min(Beta, V), best(Tail, Alpha, Beta1, Other, W), ( V =< W -> Best-Val = Pos-V ; Best-Val = Other-W )
    ).
"""


def tree_program(tree: object) -> str:
    """A program for a tree of nested lists, whose positions are n(Path, Ply)."""
    facts = ["start(n([],0)).", "max_to_move(n(_,P)) :- 0 is P mod 2.", "min_to_move(n(_,P)) :- 1 is P mod 2."]
    todo: list[tuple[tuple[int, ...], object]] = [((), tree)]
    moves, values = [], []
    while todo:
        path, node = todo.pop()
        name = f"n({list(path)},{len(path)})"
        if isinstance(node, list):
            below = [(*path, index) for index in range(len(node))]
            moves.append(f"moves({name}, [{', '.join(f'n({list(each)},{len(each)})' for each in below)}]).")
            todo += zip(below, node, strict=True)
        else:
            values.append(f"staticval({name}, {node}).")
    return "\n".join([*facts, *moves, *values])
