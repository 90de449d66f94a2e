"""What every server of Zermelo needs: limits for the people who ask, threads that search for them, and a check where requests come from.

    limits      what a visitor may ask for: games, positions and agents from untrusted text, without files
    workers     the worker pool: searches in threads, which can always be cancelled
    origin      which requests a browser may send to a server on this machine

The studio and the HTTP service are such servers. They are doors and do not know each other, so what both need is here.
"""
