"""Scenarios that do not come with a ruleset: a file, a TOML text, or the same as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue.decoding import is_toml, strip_bom
from hulldown.catalogue.issues import CatalogueError, Place, ValidationIssue, unknown_name
from hulldown.catalogue.load import LARGEST_FILE, OwnFile, raise_issues, read_text
from hulldown.catalogue.toml_writer import toml_text

ScenarioSource = str | Path | Mapping[str, Any] | OwnFile
UNNAMED = "scenario"  # what messages call a text or data


def resolve_scenario(which: ScenarioSource, shipped: Collection[str]) -> str | OwnFile:
    """The name of a scenario that comes with a ruleset, or one of your own, read.

    Of your own is a path (or its text, if it ends in `.toml` or `.TOML`), the text of a TOML file, or a
    mapping with the same keys. CatalogueError if it cannot be read, or if no scenario has such a name.
    """
    if isinstance(which, OwnFile):
        return which
    if isinstance(which, Mapping):
        return _from_data(which)
    if isinstance(which, Path) or is_toml(which):
        return OwnFile(str(which), read_text(Path(which), str(which)))
    if which in shipped:
        return which
    if "\n" in which or "=" in which:
        return _from_text(which)
    raise CatalogueError([unknown_name("scenario", which, shipped)])


def _from_text(text: str) -> OwnFile:
    if len(text) > LARGEST_FILE:
        raise CatalogueError([f"{UNNAMED}: is larger than {LARGEST_FILE // 1024} KiB"])
    return OwnFile(UNNAMED, strip_bom(text))


def _from_data(data: Mapping[str, Any]) -> OwnFile:
    try:
        raise_issues(_toml_issues(data, ()), UNNAMED, None)
        text = toml_text(data)
    except RecursionError:
        raise CatalogueError([f"{UNNAMED}: nested too deeply"]) from None
    return OwnFile(UNNAMED, _from_text(text).text, data)


def _toml_issues(value: Any, place: Place) -> Iterator[ValidationIssue]:
    """What of some data no TOML file can hold."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, str):
                yield from _toml_issues(inner, (*place, key))
            else:
                yield ValidationIssue(place, f"a key must be text, not {key!r}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _toml_issues(inner, (*place, number))
    elif not isinstance(value, str | int | float):
        yield ValidationIssue(
            place, f"must be text, a number, true or false, a list or a table, not {value!r:.60}"
        )
