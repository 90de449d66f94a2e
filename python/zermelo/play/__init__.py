"""One game being played. The terminal and the studio show a `Session` and pass input to it; neither keeps a game of its own.

    session      the game in progress: whose turn it is, moves, undo and redo, clocks, resigning, the outcome
    seats        who plays for each player: a person or an agent
    clock        chess clocks
    chance       dice and other chance moves
    hints, why   what a strong player would do, and why an agent played its move
    hiding       what people see of a game that hides something
    onlooker     which moves they may be told
    transcript   the game as a file, in JSON or PGN

A session never searches. A door asks the session's agent for a move, in any thread, and gives the report to the session. So the same
session works in a loop that blocks and in an event loop.
"""
