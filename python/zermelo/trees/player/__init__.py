"""Trees that play themselves: a search, step by step, as data and as a page.

`tour` is the order in which a search came by the nodes of its tree, and `teller` tells it in `step`s, with the sentences of `phrases`, the values of
`reading` and what `spot` keeps for each node. `recording` holds the steps of a whole search. `picture` lays a recording out, `boards` adds
positions, and `page` puts both into one HTML file with `player.js`.
"""
