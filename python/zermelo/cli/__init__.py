"""The command line.

Each command is a file of this folder; `application` puts them together and `main` runs one. What they share:

    options       the options for games, positions, agents and numbers
    output        files, JSON, notes; `harmless`, which escapes control characters in texts of others
    paint         reports and boards as text, and the console on which everything is printed
    progress      the bar or status line for long work; `thinking` runs a search with it
    failures      every error, as one sentence on stderr and an exit code; `usage` has those of the command line itself
    play          the largest command, with `seats`, `playing`, `words`, `board`, `prompt`, `choosing`, `keys`, `watching`

Exit codes:

    0    done                                   2    bad input
    1    the answer is no: a law is broken,     70   a bug in Zermelo
         a position could not be solved, a      130  Ctrl-C
         solution does not hold

Answers go to stdout, everything else to stderr. With `--json` stdout gets one object and nothing else, not even what a
game's own rules print.
"""
