"""Old public names, for one release: each leads to the new name and warns (DeprecationWarning)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any
from warnings import warn


def renamed_names(module: str, names: Mapping[str, str], level: int = 2) -> Callable[[str], Any]:
    """The `__getattr__` of a module, by a table of old names and new ones; `level` as `warn` counts it."""

    def renamed(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(f"{module}.{name} is now {module}.{names[name]}", DeprecationWarning, stacklevel=level)
        return getattr(import_module(module), names[name])

    return renamed


class RenamedMember:
    """An old name of a method or attribute: `told = RenamedMember("log_for")`."""

    def __init__(self, new: str) -> None:
        self.new = new

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = f"{owner.__name__}.{name}"

    def __get__(self, instance: Any, owner: type) -> Any:
        warn(f"{self.old} is now {owner.__name__}.{self.new}", DeprecationWarning, stacklevel=2)
        return getattr(owner if instance is None else instance, self.new)
