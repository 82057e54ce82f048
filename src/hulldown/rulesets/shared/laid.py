"""Files of packs laid over those of a ruleset: which are in force when it answers, and the ruleset with them.

A ruleset's functions find its files on their shelf. What a pack lays over them holds for as long as a call
lasts, in the thread that calls; positions need nothing of it, since they hold every number themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel

from hulldown.catalogue import CatalogueError, Check, load, quote, read_text
from hulldown.catalogue.overlay import Layer, load_overlay, merge_layers
from hulldown.rulesets.face.campaigning import Campaigning
from hulldown.rulesets.face.ruleset import Rules, Ruleset

P = ParamSpec("P")
R = TypeVar("R")
Model = TypeVar("Model", bound=BaseModel)
Layers = tuple[Layer, ...]

MOST_KEPT = 32  # answers of one function for packs: each may hold a megabyte that somebody sent
IN_FORCE: ContextVar[Layers] = ContextVar("IN_FORCE", default=())


def kept(ask: Callable[P, R]) -> Callable[P, R]:
    """A function whose answers are kept: what comes with the game for good, with layers the last ones."""
    shipped = cache(ask)

    @lru_cache(MOST_KEPT)
    def found(layers: Layers, /, *args: Any, **names: Any) -> Any:
        return ask(*args, **names)

    @wraps(ask)
    def answer(*args: P.args, **names: P.kwargs) -> R:
        layers = IN_FORCE.get()
        if not layers:
            return shipped(*args, **names)  # type: ignore[arg-type]
        return found(layers, *args, **names)  # type: ignore[no-any-return, arg-type]

    return answer


def laid(path: Path, model: type[Model], check: Check[Model] | None = None) -> Model:
    """A file of a ruleset with what lies over it now. CatalogueError names what is wrong, and in which."""
    above = [layer for layer in IN_FORCE.get() if layer.file == path.name]
    if not above:
        return load(path, model, check, path.name)
    return load_overlay(path, above, model, check, path.name)


def tables(path: Path, model: type[BaseModel]) -> dict[str, Any]:
    """The plain data of a file of a ruleset with what lies over it now. CatalogueError as for `laid`."""
    above = [layer for layer in IN_FORCE.get() if layer.file == path.name]
    return merge_layers([Layer(path.name, read_text(path, path.name), path.name), *above], model)


def under(ruleset: Ruleset, layers: Layers) -> Ruleset:
    """A ruleset with layers over its files; its rules are the same."""
    return _under(ruleset, layers, tuple(layer.shown for layer in layers)) if layers else ruleset


@lru_cache(MOST_KEPT)
def _under(ruleset: Ruleset, layers: Layers, shown: tuple[str, ...]) -> Ruleset:
    """Equal layers of two people are two, if they are called otherwise: saves and faults name them."""
    made = {one.name: bound(getattr(ruleset, one.name), layers) for one in fields(ruleset)}
    return replace(ruleset, **{**made, "layers": layers})


def layered(ruleset: Ruleset, layers: Sequence[Layer]) -> Ruleset:
    """A ruleset with layers that somebody sent over its files. CatalogueError names what is wrong in them."""
    for layer in layers:
        if layer.file not in ruleset.files.layered:
            raise CatalogueError([f"{layer.shown}: {ruleset.name} has no file {quote(layer.file)} to change"])
    made = under(ruleset, tuple(layers))
    made.files.units()
    return made


def bound(part: Any, layers: Layers) -> Any:
    """A part of a ruleset whose functions answer with layers in force."""
    if isinstance(part, Rules | type):
        return part
    if isinstance(part, Campaigning):
        return asked_under(part, layers)
    if is_dataclass(part):
        return replace(part, **{one.name: bound(getattr(part, one.name), layers) for one in fields(part)})  # type: ignore[type-var]
    return answering(part, layers) if callable(part) else part


def asked_under(campaign: Campaigning, layers: Layers) -> Campaigning:
    """The campaigns of a ruleset whose answers are given with layers in force."""
    made = copy(campaign)
    for name in Campaigning.__abstractmethods__:
        setattr(made, name, answering(getattr(campaign, name), layers))
    return made


def answering(ask: Callable[..., Any], layers: Layers) -> Callable[..., Any]:
    """A function that answers with layers in force. What it would say later it says at once."""

    @wraps(ask)
    def answer(*args: Any, **names: Any) -> Any:
        before = IN_FORCE.set(layers)
        try:
            found = ask(*args, **names)
            return list(found) if isinstance(found, Iterator) else found
        finally:
            IN_FORCE.reset(before)

    return answer
