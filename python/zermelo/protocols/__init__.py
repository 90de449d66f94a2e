"""Protocols: Zermelo as an engine that other programs drive, by lines of text on its input and output.

`uci` is for chess programs, `gtp` for programs that play Go, Othello or Hex. In the other direction, programs that speak these protocols are
agents here (`zermelo.agents.programs`). Only answers of the protocol go to the standard output.
"""
