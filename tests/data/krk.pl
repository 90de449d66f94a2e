% King and rook against king, written as the books write advice.

:- op(200, xfy, [:, ::]).
:- op(220, xfy, ..).
:- op(185, fx, if).
:- op(190, xfx, then).
:- op(180, xfy, or).
:- op(160, xfy, and).
:- op(140, fx, not).

edge_rule :: if their_king_edge and kings_close
  then [mate_in_2, squeeze, approach, keeproom, divide_in_2, divide_in_3].
else_rule :: if true
  then [squeeze, approach, keeproom, divide_in_2, divide_in_3].

advice(mate_in_2,
  mate :
  not rooklost and their_king_edge :
  (depth = 0) and legal then (depth = 2) and checkmove :
  (depth = 1) and legal).

advice(squeeze,
  newroomsmaller and not rookexposed and rookdivides and not stalemate :
  not rooklost :
  (depth = 0) and rookmove :
  nomove).

advice(approach,
  okapproachedcsquare and not rookexposed and (rookdivides or lpatt) and (roomgt2 or not our_king_edge) :
  not rooklost :
  (depth = 0) and kingdiagfirst :
  nomove).

advice(keeproom,            /* wait near the rook */
  themtomove and not rookexposed and rookdivides and okorndle and (roomgt2 or not our_king_edge) :
  not rooklost :
  (depth = 0) and kingdiagfirst :
  nomove).

advice(divide_in_2,
  themtomove and rookdivides and not rookexposed :
  not rooklost :
  (depth < 3) and legal :
  (depth < 2) and legal).

advice(divide_in_3,
  themtomove and rookdivides and not rookexposed :
  not rooklost :
  (depth < 5) and legal :
  (depth < 4) and legal).

% A predicate, as they stand in the same file sometimes; our words are Python.
kings_close(W..B, _) :- dist(W, B, D), D < 4.
