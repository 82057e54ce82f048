"""The JSON Schema of every kind of TOML file, made from the models that read the files.

`options`, `values`, `judgement`, `network`, `ranks` and `pack` are the same for all rulesets; every other
kind is a ruleset's own: `tank_commander/units`, and `tank_commander/pack_units` of the same file in a pack,
which says only what differs. A file names its schema in its first line, at the address at which `hulldown
serve` answers, so that the line stays right when the file is copied:

    #:schema http://127.0.0.1:8000/schemas/tank_commander/units.json
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import Entry, Options, Values, json_schema, unknown_name
from hulldown.catalogue.pack import PackSheet
from hulldown.rulesets.common.networks import NetworkFile
from hulldown.rulesets.common.ranks import Ranks
from hulldown.rulesets.common.weights import Fitted

OPTIONS, VALUES, PACK, RANKS = "options", "values", "pack", "ranks"
JUDGEMENT, NETWORK = "judgement", "network"
OF_PACK = "pack_"  # begins the name of a kind of file that a pack lays over another
ADDRESS = "http://127.0.0.1:8000/schemas/"
ENDING = ".json"
LINE = re.compile(rf"#:schema {re.escape(ADDRESS)}([a-z0-9_/]+){re.escape(ENDING)}\n")


class UnknownSchema(ValueError):
    """No kind of file has that name; the message says which have."""


@cache
def models() -> dict[str, type[Entry]]:
    """What every kind of file holds, by the name of its schema."""
    own = {f"{name}/{kind}": model for name in rulesets.names() for kind, model in of_ruleset(name)}
    common: dict[str, type[Entry]] = {
        OPTIONS: Options,
        VALUES: Values,
        PACK: PackSheet,
        JUDGEMENT: Fitted,
        NETWORK: NetworkFile,
        RANKS: Ranks,
    }
    return {**common, **own}


def of_ruleset(name: str) -> Iterator[tuple[str, type[Entry]]]:
    """The kinds of file that only a ruleset has, and those that a pack may lay over them."""
    files = rulesets.get(name).files
    yield from files.models.items()
    for file in files.layered:
        kind = file.removesuffix(".toml")
        yield f"{OF_PACK}{kind}", files.models[kind]


def about(name: str) -> str:
    """A kind of file in a sentence."""
    text = (models()[name].__doc__ or "").strip().partition("\n\n")[0]
    doc = " ".join(text.split())
    return f"In a pack, what differs from: {doc}" if is_of_pack(name) else doc


def is_of_pack(name: str) -> bool:
    """Whether a kind of file lies in a pack and over one that comes with the game."""
    return name.rpartition("/")[2].startswith(OF_PACK)


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of a kind of file. UnknownSchema if there is none of that name."""
    if name not in models():
        raise UnknownSchema(unknown_name("schema", name, models()))
    result = json_schema(models()[name])
    if is_of_pack(name):
        for part in (
            result,
            *(result["$defs"][table] for table in overlaid_tables(result, result.get("$defs", {}))),
        ):
            part.pop("required", None)
            part.pop("minProperties", None)
        result["description"] = about(name)
    return {"$schema": result.pop("$schema"), "$id": f"{ADDRESS}{name}{ENDING}", **result}


def overlaid_tables(part: Any, parts: Mapping[str, Any]) -> set[str]:
    """The tables of fixed fields that are joined field by field: all that are reached but through lists."""
    tables: set[str] = set()
    waiting = [part]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            name = str(node.get("$ref", "")).removeprefix("#/$defs/")
            if name in parts and name not in tables:
                tables.add(name)
                waiting.append(parts[name])
            waiting += [inner for key, inner in node.items() if key not in ("items", "prefixItems", "$defs")]
        elif isinstance(node, list):
            waiting += node
    return tables


def named_in(path: Path) -> str:
    """The schema that the first line of a file names, or nothing."""
    with path.open(encoding="utf-8") as file:
        match = LINE.fullmatch(file.readline())
    return match[1] if match else ""
