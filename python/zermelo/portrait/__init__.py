"""The portrait of a game: what it is like to play, measured on many games.

Random games show what the rules allow; games of a level against itself show what sensible players meet. From both follow the balance
between the seats, lengths, the branching factor, how often there is nothing to choose, how often the lead changes and how early the
winner is ahead for good. Designers compare variants of their rules with it, and `zermelo check` ends with a short one, so that an
author sees at a glance that x never wins.

    record.py     one game that was played: who moved, among how many moves, through which states, and its end
    playing.py    random games, and games of an agent against itself, each within a deadline
    leads.py      who is ahead at each moment of a game, by random games from there: lead changes, comebacks, when it is decided
    summary.py    what many games of one way of playing show together
    portrait.py   a portrait: summaries of several ways of playing; and two portraits side by side
    describe.py   plays the games of a portrait, with progress, within a time limit and until Ctrl-C
    random_games.py  random games from one position in great number, counted in chunks, on the CPU or a GPU
    playouts.py   their result, with those of every first move
    checkup.py    the result of `zermelo check` with a short portrait
    hidden_size.py  how large a game with hidden information is, and whether guessing what is hidden works in it
    plot.py       portraits as pictures

The measures follow ideas of Cameron Browne ("Automatic Generation and Evaluation of Recombination Games", 2008), who judged thousands
of rules by the games that programs play with them.
"""
