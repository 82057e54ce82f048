"""The numbers of units: where each stands in the files, what it may be, and how it is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, quote, unknown_name
from hulldown.catalogue.house_rules import FILE, TABLE
from hulldown.catalogue.load import suggestion, toml_text
from hulldown.catalogue.pack import SHEET, PackFiles, PackSheet
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import CACHE_SIZE, Pack
from hulldown.rulesets.common.scenarios import title_and_rule

Keys = tuple[str, ...]
Schema = Mapping[str, Any]
SHOWN = "numbers of units"  # what messages call the layer of a change
LONGEST = 80  # characters of a pack's name


@dataclass(frozen=True)
class UnitNumber:
    """A number of an entry: its place, its file, its value there, what it may be, its rule.

    Of the `keys` the first `entry` lead to the entry; `title` is what people call it: "Warden, hull".
    """

    keys: Keys
    entry: int
    file: str
    value: int | float
    low: float
    high: float
    whole: bool
    title: str = ""
    rule: str = ""

    @property
    def place(self) -> str:
        """Its place, as studies and differences write it: `tanks.warden.hull`."""
        return ".".join(self.keys)

    def fault(self, value: float) -> str:
        """Why it cannot be so; empty if it can."""
        if self.whole and value != int(value):
            return f"must be a whole number, not {value:g}"
        if self.low <= value <= self.high:
            return ""
        if self.low > -inf and self.high < inf:
            return f"must be {self.low:g} to {self.high:g}, not {value:g}"
        bound = f"at least {self.low:g}" if value < self.low else f"at most {self.high:g}"
        return f"must be {bound}, not {value:g}"


# ---------------------------------------------------------------- which there are


@lru_cache(CACHE_SIZE)
def numbers_of(ruleset: Ruleset) -> Mapping[str, UnitNumber]:
    """All numbers of a ruleset's units and of what they are made of, by their places."""
    return {
        number.place: number
        for file, tables in ruleset.files.tables().items()
        for number in numbers_in(schema_of(ruleset, file), tables, file)
    }


def schema_of(ruleset: Ruleset, file: str) -> Schema:
    """The JSON schema of a file's model: it has the bounds of every number."""
    return ruleset.files.models[file.removesuffix(".toml")].model_json_schema()


def numbers_in(whole: Schema, tables: Mapping[str, Any], file: str) -> Iterator[UnitNumber]:
    """The numbers of a file."""

    def walk(
        schema: Schema, data: Any, keys: Keys, entry: int, named: tuple[str, str]
    ) -> Iterator[UnitNumber]:
        here = fitting(whole, schema, data)
        if isinstance(data, Mapping):
            fields = here.get("properties", {})
            if fields and keys and not entry:
                entry, named = len(keys), title_and_rule(keys, data)
            for key in {**fields, **data}:
                below = fields.get(key, here.get("additionalProperties"))
                value = data.get(key, fields.get(key, {}).get("default"))
                if value is not None and isinstance(below, Mapping):
                    yield from walk(below, value, (*keys, key), entry, named)
        elif here.get("type") in ("integer", "number") and not isinstance(data, bool):
            low, high = bounds(here)
            title = ", ".join([named[0], " ".join(keys[entry:]).replace("_", " ")]) if entry else keys[-1]
            yield UnitNumber(keys, entry, file, data, low, high, here["type"] == "integer", title, named[1])

    return walk(whole, tables, (), 0, ("", ""))


def fitting(whole: Schema, schema: Schema, data: Any) -> Schema:
    """What a schema says of such data: references followed, and of several ways to say it the first that
    fits.
    """
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    ways = schema.get("anyOf") or schema.get("oneOf") or ()
    for way in ways:
        if fits(inner := fitting(whole, way, data), data):
            return inner
    return {} if ways else schema


def fits(schema: Schema, data: Any) -> bool:
    """Whether data are of the type of a schema, with the words that it prescribes."""
    if isinstance(data, Mapping):
        fields = schema.get("properties", {})
        words = ((key, field) for key, field in fields.items() if "const" in field)
        return schema.get("type") == "object" and all(data.get(key) == field["const"] for key, field in words)
    numbers = ("number",) if isinstance(data, float) else ("integer", "number")
    return isinstance(data, int | float) and schema.get("type") in numbers


def bounds(schema: Schema) -> tuple[float, float]:
    """The lowest and the highest that a number may be."""
    listed = schema.get("enum")
    if listed:
        return min(listed), max(listed)
    step = 1 if schema.get("type") == "integer" else 0
    low = schema.get("minimum", schema.get("exclusiveMinimum", -inf) + step)
    high = schema.get("maximum", schema.get("exclusiveMaximum", inf) - step)
    return low, high


def unknown_number(place: str, known: Iterable[str]) -> str:
    """Why there is no number at a place, with the nearest there is."""
    places = list(known)
    tables = dict.fromkeys(at.partition(".")[0] for at in places)
    near = suggestion(place, places) or f"; there are those of {', '.join(tables)}"
    return f"no unit has a number {quote(place)}{near}"


# ---------------------------------------------------------------- changed


def pack_of(ruleset: Ruleset, changes: Mapping[str, int | float]) -> Pack:
    """A pack that changes some numbers of units; `ruleset` is the one with all packs below it.

    CatalogueError for a place that there is not, and for a number that cannot be so.
    """
    known = numbers_of(ruleset)
    wrong = [fault for place, value in changes.items() if (fault := change_fault(known, place, value))]
    if wrong:
        raise CatalogueError(wrong)
    texts: dict[str, dict[str, Any]] = {}
    whole = ruleset.files.tables()
    for place, value in changes.items():
        number = known[place]
        write_number(texts.setdefault(number.file, {}), whole[number.file], number, value)
    files = tuple((file, toml_text(tables)) for file, tables in texts.items())
    return _pack_of(ruleset.id, ", ".join(f"{place} = {value:g}" for place, value in changes.items()), files)


def pack_without(ruleset: Ruleset, house_rules: Sequence[str]) -> Pack:
    """A pack that takes some house rules out of force; `ruleset` is the one with all packs below it.

    CatalogueError for one that is not in force.
    """
    known = ruleset.files.house_rules()
    wrong = [unknown_name("house rule", key, known) for key in house_rules if key not in known]
    if wrong:
        raise CatalogueError(wrong)
    text = toml_text({TABLE: {key: {"off": True} for key in house_rules}})
    names = ", ".join(known[key].name for key in house_rules)
    return _pack_of(ruleset.id, f"without {names}", ((FILE, text),))


def change_fault(known: Mapping[str, UnitNumber], place: str, value: float) -> str:
    """Why a number of a unit cannot be so, with its rule; empty if it can."""
    if place not in known:
        return unknown_number(place, known)
    number = known[place]
    rule = f" ({number.rule})" if number.rule else ""
    fault = number.fault(value)
    return f"{place}: {fault}{rule}" if fault else ""


def write_number(
    tables: dict[str, Any], whole: Mapping[str, Any], number: UnitNumber, value: int | float
) -> None:
    """Write a number into the tables of a layer. A layer replaces a table of free keys within an entry, so
    what stands beside the number there is written with it.
    """
    keys = number.keys
    for depth, key in enumerate(keys[:-1]):
        whole = whole[key]
        if key not in tables:
            tables[key] = deepcopy(dict(whole)) if number.entry and depth >= number.entry else {}
        tables = tables[key]
    tables[keys[-1]] = int(value) if number.whole else value


@lru_cache(CACHE_SIZE)
def _pack_of(ruleset: str, name: str, files: tuple[tuple[str, str], ...]) -> Pack:
    """Equal changes are one pack, so what comes of them is kept."""
    title = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    sheet = PackSheet(name=title, ruleset=ruleset)
    head = toml_text({"name": title, "ruleset": ruleset})
    return Pack(rulesets.get(ruleset), sheet, {}, PackFiles(SHOWN, {SHEET: head, **dict(files)}))
