"""UCI, the Universal Chess Interface: Zermelo as a chess engine for graphical programs, servers and tournaments.

    the program sends                        we answer
    uci                                      id name Zermelo 0.1.0 ... option name Hash ... uciok
    isready                                  readyok, also during a search
    position startpos moves e2e4 e7e5
    go wtime 10000 btime 10000 winc 100      info depth 1 score cp 31 nodes 41 ... and at the end bestmove g1f3 ponder b8c6
    stop

`engine` reads the lines and answers them, `questions` understands `position` and `go`, `thinking` searches in a thread of its own, as long as
`protocols/timing.py` says, `options` has the settings, `strength` makes it weaker on request, and `lines` writes what it finds. The protocol is that of Stefan
Meyer-Kahlen, "Description of the universal chess interface (UCI)" (2006).
"""
