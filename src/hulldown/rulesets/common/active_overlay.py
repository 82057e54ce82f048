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
from hulldown.rulesets.api.campaigning import Campaigning
from hulldown.rulesets.api.ruleset import Rules, Ruleset

P = ParamSpec("P")
R = TypeVar("R")
Model = TypeVar("Model", bound=BaseModel)
Layers = tuple[Layer, ...]

CACHE_SIZE = 32  # answers of one function for packs: each may hold a megabyte that somebody sent
ACTIVE_OVERLAY: ContextVar[Layers] = ContextVar("IN_FORCE", default=())


def cached(ask: Callable[P, R]) -> Callable[P, R]:
    """A function whose answers are kept: what comes with the game for good, with layers the last ones."""
    shipped = cache(ask)

    @lru_cache(CACHE_SIZE)
    def overlaid(layers: Layers, /, *args: Any, **names: Any) -> Any:
        return ask(*args, **names)

    @wraps(ask)
    def answer(*args: P.args, **names: P.kwargs) -> R:
        layers = ACTIVE_OVERLAY.get()
        if not layers:
            return shipped(*args, **names)  # type: ignore[arg-type]
        return overlaid(layers, *args, **names)  # type: ignore[no-any-return, arg-type]

    return answer


def load_file(path: Path, model: type[Model], check: Check[Model] | None = None) -> Model:
    """A file of a ruleset with what lies over it now. CatalogueError names what is wrong, and in which."""
    above = [layer for layer in ACTIVE_OVERLAY.get() if layer.file == path.name]
    if not above:
        return load(path, model, check, path.name)
    return load_overlay(path, above, model, check, path.name)


def load_tables(path: Path, model: type[BaseModel]) -> dict[str, Any]:
    """The plain data of a file of a ruleset with what lies over it now. CatalogueError as for `load_file`."""
    above = [layer for layer in ACTIVE_OVERLAY.get() if layer.file == path.name]
    return merge_layers([Layer(path.name, read_text(path, path.name), path.name), *above], model)


def with_overlay(ruleset: Ruleset, layers: Layers) -> Ruleset:
    """A ruleset with layers over its files; its rules are the same."""
    return _with_overlay(ruleset, layers, tuple(layer.shown for layer in layers)) if layers else ruleset


@lru_cache(CACHE_SIZE)
def _with_overlay(ruleset: Ruleset, layers: Layers, shown: tuple[str, ...]) -> Ruleset:
    """Equal layers of two people are two, if they are called otherwise: saves and faults name them."""
    parts = {part.name: bind_part(getattr(ruleset, part.name), layers) for part in fields(ruleset)}
    return replace(ruleset, **{**parts, "layers": layers})


def checked_overlay(ruleset: Ruleset, layers: Sequence[Layer]) -> Ruleset:
    """A ruleset with layers that somebody sent over its files. CatalogueError names what is wrong in them."""
    for layer in layers:
        if layer.file not in ruleset.files.layered:
            raise CatalogueError([f"{layer.shown}: {ruleset.name} has no file {quote(layer.file)} to change"])
    ruleset_with = with_overlay(ruleset, tuple(layers))
    ruleset_with.files.units()
    return ruleset_with


def bind_part(part: Any, layers: Layers) -> Any:
    """A part of a ruleset whose functions answer with layers in force."""
    if isinstance(part, Rules | type):
        return part
    if isinstance(part, Campaigning):
        return bind_campaign(part, layers)
    if is_dataclass(part):
        return replace(
            part,
            **{
                part_field.name: bind_part(getattr(part, part_field.name), layers)
                for part_field in fields(part)
            },
        )  # type: ignore[type-var]
    return bind_function(part, layers) if callable(part) else part


def bind_campaign(campaign: Campaigning, layers: Layers) -> Campaigning:
    """The campaigns of a ruleset whose answers are given with layers in force."""
    campaign_with = copy(campaign)
    for name in Campaigning.__abstractmethods__:
        setattr(campaign_with, name, bind_function(getattr(campaign, name), layers))
    return campaign_with


def bind_function(ask: Callable[..., Any], layers: Layers) -> Callable[..., Any]:
    """A function that answers with layers in force. What it would say later it says at once."""

    @wraps(ask)
    def answer(*args: Any, **names: Any) -> Any:
        before = ACTIVE_OVERLAY.set(layers)
        try:
            result = ask(*args, **names)
            return list(result) if isinstance(result, Iterator) else result
        finally:
            ACTIVE_OVERLAY.reset(before)

    return answer
