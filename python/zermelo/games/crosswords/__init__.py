"""Crosswords, a game of words like Scrabble: `rules` is the game, `placing` finds and scores words, `lexicon` is a list of words as a
graph, `board` has the premium squares and tiles, `display` writes, reads and draws positions. `basic.txt` is the list of common words.
"""
