"""Programs outside Python as agents: any command line, UCI chess engines, GTP programs for Go, Othello and Hex, and GNU Backgammon.

    command.py   a program that reads one line of JSON for each question and answers with a move
    uci.py       a chess engine that speaks UCI (Huber and Meyer-Kahlen 2000), such as Stockfish; `uci_info.py` reads what it reports
    gtp.py       a program that speaks the Go Text Protocol (Farnebäck 2002), such as GNU Go
    gnubg.py     GNU Backgammon, by its interface for external controllers
    agent.py     what all of them have in common: limits, clocks, patience, the process of one game and seat, errors in one sentence
    process.py   the child process: lines to it and from it, each within a deadline; it always ends

An agent is a value: it prints as it is written, and it can be compared and pickled. A process belongs to one game and one seat. It starts with
the first question and answers all further ones. It ends with the agent that started it: when that is closed or no longer used, after an error,
when Python exits, and when Python is killed.

A program is code that runs on this machine. So it is refused wherever files of Python are (`zermelo.files`): for visitors of the studio, and in
saved games.
"""
