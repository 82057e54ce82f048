"""Files laid over one another: what lies above says only what differs from what lies below.

Tables are joined key by key down to an entry, and an entry field by field. What a field holds is replaced as
a whole, lists and tables of free keys too, but for tables of fixed fields (`armor = { front = 8 }`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, StringConstraints

from hulldown.catalogue.load import (
    LARGEST_FILE,
    CatalogueError,
    Check,
    Entry,
    Place,
    line_index,
    nearest_line,
    parse_toml,
    read_text,
    validate,
)

Model = TypeVar("Model", bound=BaseModel)
MAX_LAYERS = 16  # over one ruleset
Sources = dict[Place, int]  # the number of the layer that says what stands at a place


@dataclass(frozen=True)
class Layer:
    """A text to be laid over a file that comes with the game; `shown` is what messages call it.

    Two are equal when they say the same of the same file.
    """

    file: str
    text: str
    shown: str = field(default="", compare=False)


class LayerPart(Entry):
    """What packs lay over a file of a ruleset, word for word, in saves, messages and campaigns; `shown` is
    what messages call it, the file if nothing is said."""

    file: Annotated[str, StringConstraints(max_length=64)]
    text: Annotated[str, StringConstraints(max_length=LARGEST_FILE)]
    shown: Annotated[str, StringConstraints(max_length=200)] = ""

    @property
    def layer(self) -> Layer:
        """The same, to be laid."""
        return Layer(self.file, self.text, self.shown or self.file)


def load_overlay(
    path: Path, above: Sequence[Layer], model: type[Model], check: Check[Model] | None, shown: str
) -> Model:
    """A file that comes with the game with layers over it, the last on top.

    CatalogueError names for each problem the layer that says what is wrong, and the line.
    """
    layers = [Layer(shown, read_text(path, shown), shown), *above]
    sources = Sources()
    data = merge_layers(layers, model, sources)
    indices = []
    for layer in layers:
        try:
            indices.append(line_index(layer.text))
        except RecursionError:
            raise CatalogueError([f"{layer.shown}:1: nested too deeply"]) from None

    def locate(place: Place) -> tuple[str, int]:
        number = source_layer(place, indices, sources)
        return layers[number].shown, nearest_line(indices[number], place)

    return validate(data, model, check, shown, locate)


def merge_layers(
    layers: Sequence[Layer], model: type[BaseModel], sources: Sources | None = None
) -> dict[str, Any]:
    """The plain data of layers, the last on top; `owners` is told which of them says what.

    CatalogueError for what is no TOML.
    """
    data: dict[str, Any] = {}
    recorded = Sources() if sources is None else sources
    for number, layer in enumerate(layers):
        table = parse_toml(layer.text, layer.shown)
        try:
            data = merge_tables(data, table, model, recorded, number) if number else table
        except RecursionError:
            raise CatalogueError([f"{layer.shown}:1: nested too deeply"]) from None
    return data


def source_layer(place: Place, indices: Sequence[Mapping[Place, int]], sources: Sources) -> int:
    """The layer that is to blame for a place: the topmost that writes it, or what it is missing in."""
    for number in reversed(range(1, len(indices))):
        if place in indices[number]:
            return number
    while place:
        if place in sources:
            return sources[place]
        place = place[:-1]
    return 0


def merge_tables(
    below: Mapping[str, Any],
    above: Mapping[str, Any],
    kind: Any,
    sources: Sources,
    number: int,
    place: Place = (),
    within: bool = False,
) -> dict[str, Any]:
    """A table of a kind with another over it; `within` an entry, tables of free keys are replaced."""
    table = dict(below)
    for key, value in above.items():
        value_type, at = type_at(kind, key), (*place, key)
        entry = is_model(value_type)
        both = isinstance(value, Mapping) and isinstance(below.get(key), Mapping)
        if both and (entry or (get_origin(value_type) is dict and not within)):
            table[key] = merge_tables(below[key], value, value_type, sources, number, at, within or entry)
        else:
            table[key], sources[at] = value, number
    return table


def type_at(kind: Any, key: str) -> Any:
    """The type of what stands under a key of a table of this type; None if it has no such key."""
    if is_model(kind):
        field_info = kind.model_fields.get(key)
        return bare_type(field_info.annotation) if field_info else None
    return bare_type(get_args(kind)[1]) if get_origin(kind) is dict else None


def bare_type(kind: Any) -> Any:
    """A type without what is noted beside it, and without "or nothing"."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is None or get_origin(kind) in (dict, tuple, list):
        return kind
    args = [arg for arg in get_args(kind) if arg is not NoneType]
    return bare_type(args[0]) if len(args) == 1 else kind


def is_model(kind: Any) -> bool:
    """Whether a type is a table of fixed fields."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)
