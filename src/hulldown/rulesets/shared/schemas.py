"""The JSON Schema of every kind of TOML file, made from the models that read the files.

`options`, `values` and `pack` are the same for all rulesets; every other kind is a ruleset's own:
`tank_commander/units`. A file names its schema in its first line, at the address at which `hulldown serve`
answers, so that the line stays right when the file is copied:

    #:schema http://127.0.0.1:8000/schemas/tank_commander/units.json
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import Entry, Options, Values, json_schema, unknown
from hulldown.catalogue.pack import PackSheet

OPTIONS, VALUES, PACK = "options", "values", "pack"
ADDRESS = "http://127.0.0.1:8000/schemas/"
ENDING = ".json"
LINE = re.compile(rf"#:schema {re.escape(ADDRESS)}([a-z0-9_/]+){re.escape(ENDING)}\n")


class UnknownSchema(ValueError):
    """No kind of file has that name; the message says which have."""


@cache
def models() -> dict[str, type[Entry]]:
    """What every kind of file holds, by the name of its schema."""
    own = {f"{one}/{kind}": model for one in rulesets.names() for kind, model in of_ruleset(one)}
    return {OPTIONS: Options, VALUES: Values, PACK: PackSheet, **own}


def of_ruleset(name: str) -> Iterator[tuple[str, type[Entry]]]:
    """The kinds of file that only a ruleset has."""
    yield from rulesets.get(name).files.models.items()


def about(name: str) -> str:
    """A kind of file in a sentence."""
    text = (models()[name].__doc__ or "").strip().partition("\n\n")[0]
    return " ".join(text.split())


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of a kind of file. UnknownSchema if there is none of that name."""
    if name not in models():
        raise UnknownSchema(unknown("schema", name, models()))
    made = json_schema(models()[name])
    return {"$schema": made.pop("$schema"), "$id": f"{ADDRESS}{name}{ENDING}", **made}


def named_in(path: Path) -> str:
    """The schema that the first line of a file names, or nothing."""
    with path.open(encoding="utf-8") as file:
        found = LINE.fullmatch(file.readline())
    return found[1] if found else ""
