"""Games whose rules live outside Python: another program answers what follows a position, who is on turn and what an end is worth.

Such games are interpreted, without a warning (`Game.interpreted`). `prolog` is a game written in Prolog, in the form that lecture notes have. `prolog_process` holds SWI-Prolog as a
child process and remembers what it said, `prolog_server.pl` is the other end of the pipe. `prolog_search` runs searches that are
themselves written in Prolog, so that they can be compared with ours.

`openspiel` has the games of OpenSpiel, and `openspiel_library` loads them and keeps their states.
"""
