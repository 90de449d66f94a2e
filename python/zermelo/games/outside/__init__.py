"""Games whose rules live outside Python: each file here makes the games of one other system playable.

Their rules are never compiled. A search asks them one question at a time, through the same methods as every other game.

`openspiel.py` has the games of OpenSpiel; `openspiel_library.py` loads them and keeps their states.
"""
