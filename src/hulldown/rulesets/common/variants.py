"""The record of a ruleset's rule variants, whose fields are the options and the values of its files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")


class VariantCodes:
    """Rule variants of a game: a field for each option, the position of its value in `options.toml`.

    Of an option that is a number it is the number, of a flag 0 or 1. And a field for each number of
    `values.toml`, taken times its `scale`.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

        def __setattr__(self, name: str, value: int) -> None: ...


def fields_of(folder: Path) -> Callable[[type[T]], type[T]]:
    """Give a class the options and the values of a ruleset's folder as its fields, in the order of the files.

    ValueError if an option and a value have the same name.
    """

    def named(cls: type[T]) -> type[T]:
        for kind in ("options", "values"):
            file = folder / f"{kind}.toml"
            names = tomllib.loads(file.read_text(encoding="utf-8"))[kind] if file.exists() else ()
            if twice := cls.__annotations__.keys() & names:
                raise ValueError(f"{file}: {sorted(twice)[0]} is the name of an option")
            cls.__annotations__ = {**cls.__annotations__, **dict.fromkeys(names, int)}
        return cls

    return named
