"""Endgame tables: how they are made (`retrograde`, `build`), where they live (`place`), and what they know (`store`, `agent`)."""

from zermelo.oracle import announce
from zermelo.search.known import Verdict
from zermelo.tables.agent import TableAgent, table
from zermelo.tables.build import build, verify
from zermelo.tables.place import folder
from zermelo.tables.store import StateTables, TableMove, Tables, open_tables

__all__ = ["StateTables", "TableAgent", "TableMove", "Tables", "Verdict", "build", "folder", "open_tables", "table", "verify"]

announce(open_tables)
