% Nim in Prolog: heaps of stones; a move takes any number of stones from one heap, and the last stone wins.
% A position is Player-Heaps, such as max-[1,2].

start(max-[1,2,3]).
bounds(-1, 1).

moves(Player-Heaps, Successors) :-
    other(Player, Next),
    bagof(Next-Left, take(Heaps, Left), Successors).    % fails where no stone is left

take([Stones|Heaps], [Left|Heaps]) :- Most is Stones - 1, between(0, Most, Left).
take([Stones|Heaps], [Stones|Left]) :- take(Heaps, Left).

other(max, min).
other(min, max).

max_to_move(max-_).
min_to_move(min-_).

staticval(max-Heaps, -1) :- sum_list(Heaps, 0).         % MIN took the last stone
staticval(min-Heaps, 1) :- sum_list(Heaps, 0).

move_name(_-Old, _-New, Name) :-
    nth1(Heap, Old, Before), nth1(Heap, New, After), Before > After,
    Taken is Before - After,
    atomic_list_concat([Heap, x, Taken], Name).
