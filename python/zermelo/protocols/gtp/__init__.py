"""GTP, the Go Text Protocol: Zermelo as a player of Go, Othello and Hex for graphical programs, servers and tournaments.

    the program sends          we answer, with an empty line after it
    boardsize 9                =
    komi 7.5                   =
    play black D4              =
    7 genmove white            =7 F6
    play black F6              ? illegal move

`engine` has the commands, `messages` reads lines and writes answers, `board` keeps the game with all its moves, `handicap` places stones before the first
move, `clock` understands settings of time, `thinking` finds moves, `judgement` resigns and passes, `scoring` counts, and `inbox` reads in a thread of its
own, so that a search ends when the input does. The protocol is version 2 (Gunnar Farnebäck, "Specification of the Go Text Protocol", draft 2, 2002)
with some commands of KGS and GoGui.
"""
