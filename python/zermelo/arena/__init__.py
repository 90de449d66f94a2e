"""The arena: agents against agents. A match tells which of two is stronger, and how sure that is."""

from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result, interval

__all__ = ["Match", "Record", "Result", "interval"]
