"""Makers of agents that search, such as `alphabeta(depth=8)`. A maker has no code of its own: its parameters, their checks and its help come
from the algorithm's row.
"""

import os
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, Generic, ParamSpec

from zermelo.engine.agent import SearchAgent, read_parameters
from zermelo.engine.algorithm import Algorithm
from zermelo.engine.tablebases_and_books import named_tables, open_book
from zermelo.errors import AgentError
from zermelo.game.evaluation import evaluation
from zermelo.limit import Limit

P = ParamSpec("P")


class Maker(Generic[P]):
    """A function that makes agents of one algorithm.

    `parameters` is the class from which type checkers take the parameters. A maker with a `name` is a ready-made set of parameters,
    the `preset`, and lets users change those in `takes`.
    """

    def __init__(
        self,
        parameters: Callable[P, object],  # noqa: ARG002
        row: Algorithm,
        name: str | None = None,
        help: str = "",
        preset: dict[str, Any] | None = None,
        takes: tuple[str, ...] = (),
    ) -> None:
        self.row, self.called, self.preset = row, name, preset or {}
        self.help = help or row.help
        self.__name__ = self.__qualname__ = name or row.name
        self.declared = {name: each for name, each in row.declared().items() if not takes or name in takes}
        self.__signature__ = Signature(
            [
                Parameter(each.name, Parameter.POSITIONAL_OR_KEYWORD, default=self.preset.get(each.name, each.default))
                for each in self.declared.values()
            ],
            return_annotation=SearchAgent,
        )
        width = max(map(len, self.declared))
        lines = [f"  {each.name:{width}}  {each.help}" for each in self.declared.values()]
        self.__doc__ = "\n".join([self.help, "", *lines])

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> SearchAgent:
        given = {**self.row.defaults, **self.preset, **self.__signature__.bind(*args, **kwargs).arguments}
        book, tables, backend, own = (given.pop(name, None) for name in ("book", "tables", "backend", "evaluate"))
        self.row.settle(given)
        limits, options = read_parameters(self.row, given, self.called)
        return SearchAgent(
            self.row.name,
            Limit(**limits),
            backend,
            self.row.options(**options),
            name=self.called,
            book=None if book is None else open_book(_path("book", book, "the name of a book's file")),
            tables=named_tables(tables),
            evaluation=None if own is None else evaluation(own),
        )

    def __repr__(self) -> str:
        return f"<maker of agents {self.__name__}>"


def _path(name: str, value: object, wanted: str) -> str:
    if not isinstance(value, str | os.PathLike) or not str(value):
        raise AgentError(f"{name}={value!r} must be {wanted}")
    return str(value)
