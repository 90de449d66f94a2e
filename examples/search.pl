% Minimax and alpha-beta in Prolog, for any game with moves/2, staticval/2, max_to_move/1 and min_to_move/1.

minimax(Pos, Best, Value) :-
    moves(Pos, Successors), !,
    maplist(valued, Successors, Pairs),
    ( max_to_move(Pos) -> foldl(greater, Pairs, none, Value-Best) ; foldl(less, Pairs, none, Value-Best) ).
minimax(Pos, _, Value) :- staticval(Pos, Value).

valued(Pos, Value-Pos) :- minimax(Pos, _, Value).

greater(Pair, none, Pair) :- !.
greater(V-P, W-Q, Best) :- ( V > W -> Best = V-P ; Best = W-Q ).
less(Pair, none, Pair) :- !.
less(V-P, W-Q, Best) :- ( V < W -> Best = V-P ; Best = W-Q ).

alphabeta(Pos, Alpha, Beta, Best, Value) :-
    moves(Pos, Successors), !,
    ( max_to_move(Pos) -> Side = max ; Side = min ),
    try(Successors, Side, Alpha, Beta, none, Value-Best).
alphabeta(Pos, _, _, _, Value) :- staticval(Pos, Value).

try([], _, _, _, Best, Best).
try([Pos|Others], Side, Alpha, Beta, Known, Best) :-
    alphabeta(Pos, Alpha, Beta, _, Value),
    better(Side, Value-Pos, Known, NewValue-NewPos),
    narrowed(Side, NewValue, Alpha, Beta, Alpha1, Beta1),
    (   Alpha1 >= Beta1
    ->  Best = NewValue-NewPos
    ;   try(Others, Side, Alpha1, Beta1, NewValue-NewPos, Best)
    ).

better(max, Pair, Known, Best) :- greater(Pair, Known, Best).
better(min, Pair, Known, Best) :- less(Pair, Known, Best).

narrowed(max, Value, Alpha, Beta, New, Beta) :- New is max(Alpha, Value).
narrowed(min, Value, Alpha, Beta, Alpha, New) :- New is min(Beta, Value).
