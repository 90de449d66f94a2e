"""Adapters: games of Zermelo for other libraries. Each file is a door to one library; `encoding.py` is what they share.

`openspiel.py` makes a game of OpenSpiel (`zermelo.to_openspiel`), `pettingzoo.py` an environment of PettingZoo (`zermelo.to_pettingzoo`), and
`gymnasium.py` an environment of Gymnasium for one player (`zermelo.to_gymnasium`). The libraries are imported when they are first used.
"""
