"""Checks of the parameters of games. Every game refuses a wrong parameter with the same words."""

from collections.abc import Collection

from zermelo.errors import GameError, nearest


def whole(game: str, name: str, value: object, least: int, most: int) -> None:
    """Refuse anything but a whole number in a range."""
    if type(value) is not int or not least <= value <= most:
        raise GameError(f"{game} takes {name} as a whole number from {least} to {most}, not {value!r}")


def flag(game: str, name: str, value: object) -> None:
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise GameError(f"{game} takes {name} as True or False, not {value!r}")


def choice(game: str, name: str, value: object, known: Collection[object]) -> None:
    """Refuse anything but one of the known values."""
    if not any(type(value) is type(each) and value == each for each in known):
        *others, last = map(str, known)
        told = f"{', '.join(others)} or {last}" if others else last
        raise GameError(f"{game} takes {name} as {told}, not {value!r}.{nearest(str(value), [*others, last])}".removesuffix("."))


def evaluation(game: str, value: object, players: int) -> bool:
    """Whether the evaluation is relative to the other players; refuse anything but "relative" and "own"."""
    choice(game, "evaluation", value, ("relative", "own"))
    if value == "own" and players == 2:
        raise GameError(
            f"{game} takes evaluation=own only with three players or more: of two players, one gains what the other loses"
        )
    return value == "relative"
