"""The Advice Language: how tables are written, and the parser that reads them.

    table krk for chess using KingAndRook       # a comment goes from a hash to the end of the line
    strategy: first

    rule edge:  if their_king_on_edge and kings_close  then mate_in_2, squeeze
    rule else:  if true                                then squeeze

    advice squeeze:
        better:   room_smaller and not rook_exposed
        holding:  not rook_lost
        us:       depth = 0 and rook_move
        them:     none

The grammar, with [ ] for optional parts and { } for repeated ones:

    table     "table" name "for" game [ "using" knowledge ]  { strategy | rule | advice }
    strategy  "strategy" ":" ( "first" | "fall_through" )
    rule      "rule" name ":" "if" facts ( "then" name { "," name } | "use" name )
    advice    "advice" name ":"  "better" ":" facts  [ "holding" ":" facts ]  "us" ":" moves  [ "them" ":" moves ]
    facts     both { "or" both }              both      fact { "and" fact }
    fact      name | "not" fact | "(" facts ")"
    moves     kinds { "then" kinds }          kinds     kind { "and" kind }
    kind      name | "depth" ( "=" | "<" ) number | "(" moves ")"

Line ends matter only in the first line: game and knowledge may be calls or file names, so they extend to the next keyword or the
end of the line. Elsewhere, line breaks and spaces are free. Without `holding`, nothing has to hold on the way. Without `them`, no reply is
considered, so the plan ends with our first move.

`parser` has one method for each rule of the grammar. A table in Prolog, as textbooks print it, is read by `prolog_syntax`: it is the same table in
other words.
"""

from dataclasses import replace
from pathlib import Path

from zermelo.advice.errors import AdviceError
from zermelo.advice.parser import MAX_DEPTH as MAX_DEPTH, Parser
from zermelo.advice.prolog_syntax import PrologParser, is_prolog
from zermelo.advice.table import AdviceTable, Facts, Moves
from zermelo.files import expanded, read_text


def read(text: str, file: str = "text", knowledge: type | None = None) -> AdviceTable:
    """Read a table from a text. An AdviceError has the line and a caret where the text is wrong.

    `knowledge` is the class with the table's words, for tables and classes that are not in files.

    >>> table = read('''table mate for chess
    ... rule all: if true then win
    ... advice win: better: won us: depth = 0 and legal''')
    >>> read(str(table)) == table
    True
    """
    table = PrologParser(text, file).table() if is_prolog(text) else Parser(text, file).table()
    return table if knowledge is None else replace(table, knowledge=knowledge)


def load(path: str | Path) -> AdviceTable:
    """Read a table from a file."""
    text = read_text(path, AdviceError, 1 << 20)
    return replace(read(text, Path(path).name), file=str(expanded(path)))


def facts(text: str) -> Facts:
    """Read a tree of facts from a text, for tables that are built in Python.

    >>> facts("won or not (lost or drawn)")
    Or(parts=(Fact(name='won'), Not(part=Or(parts=(Fact(name='lost'), Fact(name='drawn'))))))
    """
    reader = Parser(text, "facts")
    return reader.whole(reader.facts)


def moves(text: str) -> Moves:
    """Read a tree of moves from a text.

    >>> moves("depth = 0 and legal then depth < 3")
    Then(parts=(Filter(parts=(Depth(sign='=', number=0), Kind(name='legal'))), Depth(sign='<', number=3)))
    """
    reader = Parser(text, "moves")
    return reader.whole(reader.moves)
