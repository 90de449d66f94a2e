"""Results as tables of data, for pandas and Polars, where these libraries are installed. Zermelo itself needs neither."""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any

from zermelo.errors import ZermeloError


class Frames(ABC):
    """Something with rows, each a dict of plain values."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table."""

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas."""
        return _library("pandas", "to_pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a DataFrame of Polars."""
        return _library("polars", "to_polars").DataFrame(self.rows())


def _library(name: str, asked: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ZermeloError(f"`{asked}` needs {name}, which is not installed; install it with `pip install {name}`") from None
