"""What a game is, before anything searches it.

`protocol` is the class that authors derive from, `record` the flat record that a state is, `rules` asks a game's methods and checks every
answer, `position` is a state with its game, and what people hold in their hands. `display` draws boards as text and pictures, `board` knows
their squares by name, `turn_line` writes the line below a board. `calls` reads texts such as `connect(rows=5)`, `random` is the
generator that both languages share, `kind` the class of a game, `watchdog` ends rules that loop forever, `facts` is what Rust has to know of a game.
"""
