"""Plain data as TOML that `load` reads back: for files people take home and edit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """Strings, whole numbers, truth values, lists and tables, as TOML; tables are written in one line."""
    return "".join(f"{line}\n" for line in pairs(data))


def pairs(data: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each at the top."""
    for key, value in data.items():
        yield f"{key} = {toml_value(value)}"


def toml_value(value: Any) -> str:
    """One value. A JSON string is a TOML string, but for the one control character JSON leaves as it is."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(pairs(value))} }}"
    if isinstance(value, list | tuple):
        if any(isinstance(part, Mapping) for part in value):  # a line each
            return "[\n" + "".join(f"    {toml_value(part)},\n" for part in value) + "]"
        return f"[{', '.join(toml_value(part) for part in value)}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
