"""The studio: `zermelo studio` opens pages in the browser on which people play, watch searches, compare techniques and ask for advice.

It is a door, and a thin one: nothing here searches, knows a rule of a game or draws a board. Nobody imports it but its command, and
NiceGUI, with which the pages are made, is imported only when that is run.

    pages       play, watch, compare, advice          what visitors see, one file a page; `playview` and `newgame` belong to play
    parts       frame, elements, assets/              the bar and the messages of every page; a board, rows of buttons, a file button
    models      scene, opening, recordings,           a position with what can be clicked; what a visitor asks for, from texts to a session
                consulting, comparing                 (`zermelo.play`), a recording, an answer, a comparison
    pictures    telling, chart, bars                  a session in words, evaluations, numbers
    work        workers, limits, store, rulefiles        threads in which searches run, what may be asked, what pages fetch
    server      server, origin                          which pages there are, and who may come

Models know nothing of pages, and are tested without one. A page keeps one model for one visitor, shows it, and tells it what was pressed.

Four promises, and how they are kept:

*Nobody waits for another.* All pages live in one event loop, and nothing is done there that takes longer than an instant. Boards are
drawn and rules asked in a few threads; searches have others, as many as there are cores, and wait for each other in turn; those that are
over in a moment do not wait for those that are not; comparisons, which take minutes, have a thread of their own. Every search is on a leash
(`zermelo.search.cancel`): it ends within milliseconds when its time is up, when its visitor wants something else, or has left.

*Nothing is kept.* Whatever a visitor has belongs to their page and goes when they go: there are no globals. A game that is left survives in
the visitor's own browser, as a transcript, and is played through again when they come back. No table of a search outlives the search.

*Nobody can do harm.* Whatever comes from a page is a text by a stranger (`limits`, `opening`): it becomes a game, a position, an agent or
a message that says what is wrong. Files of rules are programs, so they are off unless the owner allows them. Pages are served to this
machine alone, there to nobody but themselves (`origin`), and all they are made of comes from it: nothing is asked for elsewhere.

*Anybody can use it.* What can be clicked can be reached with keys and has a name for those who hear it; what changes is read out; colours
are never all there is to tell things apart; light and dark follow the system, or a button.

A click on the board: the picture of a game has the places of its squares (`Picture.spot`), and a position knows which squares each move touches
(`Position.legs`). `scene` puts both together once; the page gets squares with their places and moves with their squares, and sends back the
name of a move. Moves without squares have buttons.
"""
