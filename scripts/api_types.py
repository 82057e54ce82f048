"""The messages of the server as TypeScript types, for the type checker of the pages.

`build/api.d.ts` is written anew when the OpenAPI document has changed; tsconfig.json calls it "api".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hulldown.server.app import create_app

BUILD = Path(__file__).resolve().parents[1] / "build"
DOCUMENT, TYPES = BUILD / "api.json", BUILD / "api.d.ts"
SCHEMAS = "#/components/schemas/"
LONG_NAME = re.compile(r"hulldown__\w+__(\w+)__(\w+)")  # of classes that share theirs; GarageField is enough
Schema = dict[str, Any]


def write_types(run: Callable[..., int]) -> int:
    """Write the types unless they are those of the document already; the exit status of the generator."""
    document = json.dumps(components_of(create_app().openapi()), indent=1)
    if TYPES.exists() and DOCUMENT.read_text(encoding="utf-8") == document:
        return 0
    BUILD.mkdir(exist_ok=True)
    TYPES.unlink(missing_ok=True)
    DOCUMENT.write_text(document, encoding="utf-8")
    options = ("--output", str(TYPES), "--root-types", "--root-types-no-schema-prefix")
    status = run("openapi-typescript", str(DOCUMENT), *options)
    if status == 0:
        # Pages read free-form data, such as the fields of a build, without asking for its type.
        text = TYPES.read_text(encoding="utf-8").replace(": unknown", ": any")
        TYPES.write_text(text, encoding="utf-8")
    return status


def components_of(document: Schema) -> Schema:
    """The document without its calls. An answer has all its fields, those with a default too."""
    schemas = document["components"]["schemas"]
    answers = [call["responses"] for call in calls_of(document)]
    for name in reachable(answers, schemas):
        if "properties" in schemas[name]:
            schemas[name]["required"] = list(schemas[name]["properties"])
    plain = {**document, "paths": {}, "components": {"schemas": schemas}}
    short: Schema = json.loads(LONG_NAME.sub(lambda m: m[1].capitalize() + m[2], json.dumps(plain)))
    return short


def calls_of(document: Schema) -> Iterator[Schema]:
    """What the document says of every call."""
    for path in document["paths"].values():
        yield from path.values()


def reachable(parts: Any, schemas: Schema) -> set[str]:
    """The names of the schemas that parts of a document refer to, directly or by others."""
    names: set[str] = set()
    waiting = list(references(parts))
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += references(schemas[name])
    return names


def references(part: Any) -> Iterator[str]:
    """The names of the schemas in a part of a document."""
    if isinstance(part, dict):
        if str(part.get("$ref", "")).startswith(SCHEMAS):
            yield part["$ref"].removeprefix(SCHEMAS)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from references(inner)
