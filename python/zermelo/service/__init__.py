"""The HTTP service: `zermelo serve` answers programs that ask in JSON for moves, replies and searches of any game.

    asked       what a request may contain: every field with its kind, its limit and its help, declared once
    answers     a request as a position and an agent, and what is answered; knows nothing of HTTP
    lanes       threads with a bounded queue: quick work, brief searches and long searches do not wait for each other
    http        bodies, answers and errors as bytes; clients that are slow or go away
    app         the list of paths, and the journey of a request
    openapi     the same list as an OpenAPI document and as a page for people
    connections connections whose client sends nothing
    server      the start and the end; who may ask
    processes   several processes behind one port
    assets/     the page for people, and the example that plays Connect Four

Three promises, and how the service keeps them:

*It keeps nothing.* There are no accounts, cookies or sessions. The client holds the list of moves and sends it with each request. Caches have a
fixed size.

*Strangers cannot do harm.* Texts become games, positions and agents under the limits of `zermelo.hosting`: no files, no programs, bounded time and
memory. A request has a bounded size, the queue has a bounded length, and whoever does not fit is told to come back later.

*No work is done for a client that has left.* Its place in the queue is given to the next one, and its search is cancelled.
"""
