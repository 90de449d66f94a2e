"""The studio: `zermelo studio` opens pages in the browser to play, watch searches, compare techniques, follow
tournaments and ask for advice.

The studio is thin: it does not search, contains no rules and draws no boards. Only the command `zermelo studio` imports it, so NiceGUI, which
makes the pages, is loaded only then.

    pages       gallery, play, room, watch,           one file for each page; `playview`, `rulesdialog` and `board_options` belong to play,
                practice, compare, follow, advice     `newgame` and `controls` to the gallery, `tree_editor` to watch
    elements    frame, elements, assets/              the bar and the messages of every page; fields, boards, rows of buttons, file buttons
    models      scene, game_setup, rooms, recordings, a position with its clickable squares; text input as a session (`zermelo.play`); a
                advice_answers, measurements, pace,   session that visitors share; text input as a recording, as the answer of an advice
                contests, tree_draft                  table, as a comparison with its time left; a file of records; a tree that is edited
    drawing     descriptions, chart, bars,            a session in words, evaluations, numbers, trees to click on, the trees of questions
                tree_picture, practice_picture
    work        store, rulefiles                      texts that pages fetch, uploaded rules
    server      server                                the list of pages

Threads for searches, limits for visitors and the check of every request are in `zermelo.hosting`, which other servers use as well.

Models do not import pages and are tested without them. A page has one model for one visitor, shows it, and passes on what was pressed.

Four promises, and how the studio keeps them:

*Visitors do not wait for each other.* All pages share one event loop, and only short work runs there. A few threads draw boards and ask
rules. Searches have one thread for each core and take turns. Short searches do not wait for long ones. Comparisons take minutes and have
their own thread. Every search can be cancelled (`zermelo.search.cancel`): it ends within milliseconds when its time is up, when the visitor
asks for something else, or when the visitor leaves.

*The server keeps nothing but rooms.* What a visitor does belongs to their page and is deleted when they leave. There are no globals. The visitor's
own browser keeps an unfinished game as a transcript, and the server replays it when the visitor returns. A transposition table lives as long
as its search. A game that visitors share, or that hides something, is in a room of the server, because no browser may have all of it
(`rooms`).

*Visitors cannot do harm.* Text from a page is untrusted (`hosting.limits`, `game_setup`): it becomes a game, a position or an agent, or an error
message. Files with rules are programs, so they are off unless the owner allows them. Files of records are named by the owner alone. The server answers only this machine, unless its owner names another address, and only
its own pages (`hosting.origin`). The pages load nothing from other servers.

*The pages are accessible.* Everything that can be clicked can be reached with the keyboard and has a name for screen readers. Changes are read
out. Colour is never the only difference. Light and dark follow the system, or a button.
"""
