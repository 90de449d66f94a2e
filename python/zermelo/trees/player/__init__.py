"""Searches that play step by step, as data and as a page.

`log` is the order of events in a search. `narration` turns it into `step`s, with the sentences of `phrases` and the current state
of each node (`node_state`). `recording` holds the steps of a whole search. `picture` lays a recording out, with its
boards, and `page` puts it into one HTML file with the files of JavaScript here. `stills` are single steps as pictures, which `export` writes
to files.
"""
