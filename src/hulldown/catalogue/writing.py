"""Plain data as TOML that `load` reads back: for files people take home and edit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """Strings, whole numbers, truth values, lists of them and tables one level deep, as TOML."""
    plain = {key: value for key, value in data.items() if not isinstance(value, Mapping)}
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    return "".join(f"{line}\n" for line in [*pairs(plain), *inline_tables(tables)])


def pairs(data: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each."""
    for key, value in data.items():
        yield f"{key} = {toml_value(value)}"


def inline_tables(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """`key = { a = 1 }`, a line each."""
    for key, table in tables.items():
        yield f"{key} = {{ {', '.join(pairs(table))} }}"


def toml_value(value: Any) -> str:
    """One value. A JSON string is a TOML string, but for the one control character JSON leaves as it is."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(part) for part in value)}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
