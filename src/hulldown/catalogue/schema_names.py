"""Published names of schemas: they stay when the classes behind them get better ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def with_published_names(
    document: Mapping[str, Any], home: Sequence[str], names: Mapping[str, str]
) -> dict[str, Any]:
    """A document whose schemas have the names of a table: where they are defined, titled and referred to.

    `home` is the path to the definitions: ("$defs",) in a JSON Schema, ("components", "schemas") in OpenAPI.
    """
    prefix = "/".join(["#", *home, ""])

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {key: reference(item) if key == "$ref" else renamed(item) for key, item in value.items()}

    def reference(ref: str) -> str:
        name = ref.removeprefix(prefix)
        return f"{prefix}{names[name]}" if name in names else ref

    result: dict[str, Any] = renamed(dict(document))
    parent = result
    for part in home[:-1]:
        parent = parent.get(part, {})
    schemas = {}
    for name, schema in parent.get(home[-1], {}).items():
        if name in names:
            schema = schema | {"title": names[name].rpartition("__")[2]}
        schemas[names.get(name, name)] = schema
    if schemas:
        parent[home[-1]] = dict(sorted(schemas.items()))
    return result
