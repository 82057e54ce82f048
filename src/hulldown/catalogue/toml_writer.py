"""Plain data as TOML that `load` reads back: for files people take home and edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key that needs no quotes


def toml_text(data: Mapping[str, Any]) -> str:
    """Strings, numbers, truth values, lists and tables, as TOML; tables are written in one line."""
    return "".join(f"{line}\n" for line in pairs(data))


def pairs(data: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each at the top."""
    for key, value in data.items():
        yield f"{key if BARE.fullmatch(key) else toml_value(key)} = {toml_value(value)}"


def toml_value(value: Any) -> str:
    """One value. A JSON string is a TOML string, but for the one control character JSON leaves as it is."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(pairs(value))} }}"
    if isinstance(value, list | tuple):
        if any(isinstance(part, Mapping) for part in value):  # a line each
            return "[\n" + "".join(f"    {toml_value(part)},\n" for part in value) + "]"
        return f"[{', '.join(toml_value(part) for part in value)}]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
