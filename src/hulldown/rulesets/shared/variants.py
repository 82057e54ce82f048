"""The record of a ruleset's rule variants, whose fields are the options of its file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")


class Variants:
    """Rule variants of a game: a field for each option, the position of its value in `options.toml`.

    Of an option that is a number it is the number, of a flag 0 or 1.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

        def __setattr__(self, name: str, value: int) -> None: ...


def fields_of(file: Path) -> Callable[[type[T]], type[T]]:
    """Give a class the options of a file as its fields, each a number, in the order of the file."""

    def named(cls: type[T]) -> type[T]:
        options = tomllib.loads(file.read_text(encoding="utf-8"))["options"]
        cls.__annotations__ = dict.fromkeys(options, int)
        return cls

    return named
