"""The studio: `zermelo studio` opens pages in the browser to play, watch searches, compare techniques, follow
tournaments and ask for advice.

The studio is thin: it does not search, contains no rules and draws no boards. Only the command `zermelo studio` imports it, so NiceGUI, which
makes the pages, is loaded only then.

    pages       play, watch, compare, follow, advice  one file for each page; `playview` and `newgame` belong to play
    elements    frame, elements, assets/              the bar and the messages of every page; fields, boards, rows of buttons, file buttons
    models      scene, game_setup, recordings,        a position with its clickable squares; text input as a session (`zermelo.play`),
                advice_answers, measurements,         as a recording, as the answer of an advice table, as a comparison;
                contests                              a file of records
    drawing     descriptions, chart, bars             a session in words, evaluations, numbers
    work        store, rulefiles                      texts that pages fetch, uploaded rules
    server      server                                the list of pages

Threads for searches, limits for visitors and the check of every request are in `zermelo.hosting`, which other servers use as well.

Models do not import pages and are tested without them. A page has one model for one visitor, shows it, and passes on what was pressed.

Four promises, and how the studio keeps them:

*Visitors do not wait for each other.* All pages share one event loop, and only short work runs there. A few threads draw boards and ask
rules. Searches have one thread for each core and take turns. Short searches do not wait for long ones. Comparisons take minutes and have
their own thread. Every search can be cancelled (`zermelo.search.cancel`): it ends within milliseconds when its time is up, when the visitor
asks for something else, or when the visitor leaves.

*The server keeps nothing.* What a visitor does belongs to their page and is deleted when they leave. There are no globals. The visitor's own
browser keeps an unfinished game as a transcript, and the server replays it when the visitor returns. A transposition table lives as long as
its search.

*Visitors cannot do harm.* Text from a page is untrusted (`hosting.limits`, `game_setup`): it becomes a game, a position or an agent, or an error
message. Files with rules are programs, so they are off unless the owner allows them. Files of records are named by the owner alone. The server answers only this machine, and only
its own pages (`hosting.origin`). The pages load nothing from other servers.

*The pages are accessible.* Everything that can be clicked can be reached with the keyboard and has a name for screen readers. Changes are read
out. Colour is never the only difference. Light and dark follow the system, or a button.
"""
