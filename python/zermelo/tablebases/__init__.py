"""Endgame tables: how they are made (`retrograde`, `build`), where they live (`place`), and what they know (`store`)."""

from zermelo.engine.knowledge import announce
from zermelo.search.known import Verdict
from zermelo.tablebases.build import build, verify
from zermelo.tablebases.place import folder
from zermelo.tablebases.store import StateTables, TableMove, Tables, open_tables

__all__ = ["StateTables", "TableMove", "Tables", "Verdict", "build", "folder", "open_tables", "verify"]

announce(open_tables)
