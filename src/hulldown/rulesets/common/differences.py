"""What is not by the printed rules: value by value, as it is printed and as it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hulldown.catalogue import OwnFile, Place, as_word, quote
from hulldown.catalogue.overlay import is_model, type_at
from hulldown.rulesets import get
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.scenarios import Choices

MOST = 400  # fields of entries that are told one by one
LONGEST = 80  # characters of a text that is told
Said = tuple[str, str, str]  # a place, what was there, what is


@dataclass(frozen=True)
class RuleDifference:
    """Something that is not by the printed rules: `kind` is option, value, unit, scenario or force.

    `id` is its name; of a unit the place of what differs ("tanks.kestrel.hull"), and `title` what that is
    called. `old` is empty of what is not printed at all; what is whole and new is "new".
    """

    kind: str
    id: str
    title: str
    old: str
    new: str
    rule: str


def in_game(
    ruleset: Ruleset, scenario: str | OwnFile, chosen: Choices, forces: Forces
) -> list[RuleDifference]:
    """Everything of a battle that is not by the printed rules; `ruleset` is the one with its packs."""
    differences = in_rules(ruleset, chosen)
    if isinstance(scenario, OwnFile):
        info = ruleset.files.own_scenario(scenario)
        differences.append(RuleDifference("scenario", info.id, info.name, "", "new", info.rule))
    for unit, build in forces.items():
        name = str(build.get("name") or build.get("build") or build.get("tank") or build.get("unit") or "")
        differences.append(
            RuleDifference("force", unit, unit, "as printed", name or "a build of its own", "")
        )
    return differences


def in_rules(ruleset: Ruleset, chosen: Choices) -> list[RuleDifference]:
    """What options, numbers and packs change; `ruleset` is the one with its packs."""
    printed = get(ruleset.id)
    return [*of_variants(printed, chosen), *of_units(printed, ruleset.files.tables())]


def of_variants(ruleset: Ruleset, chosen: Mapping[str, Any]) -> Iterator[RuleDifference]:
    """Options and numbers of the rules, those that there are, whether they can be so or not."""
    options, values = ruleset.files.options(), ruleset.files.values()
    for name, value in chosen.items():
        word = as_word(value) if isinstance(value, str | int | bool) else str(value)
        if name in options and word != options[name].default:
            option = options[name]
            yield RuleDifference("option", name, option.text, option.default, word, option.rule)
        elif name in values and word != values[name].option.default:
            option = values[name].option
            yield RuleDifference("value", name, option.text, option.default, word, option.rule)


def of_units(ruleset: Ruleset, files: Mapping[str, Mapping[str, Any]]) -> Iterator[RuleDifference]:
    """Entries of files that are new, and fields of entries that are not as they come with the game.

    `files` are the tables of each, whole or only what differs.
    """
    count = 0
    for file, tables in files.items():
        model = ruleset.files.models[file.removesuffix(".toml")]
        shipped = ruleset.files.tables()[file]
        if tables is shipped or tables == shipped:
            continue
        printed = {place: entry for place, entry, _ in entries(model, shipped)}
        for place, entry, kind in entries(model, tables):
            title, rule = title_and_rule(place, entry, printed.get(place))
            at = ".".join(map(str, place))
            if place not in printed:
                yield RuleDifference("unit", at, title, "", "new", rule)
                continue
            for key, old, new in unlike(printed[place], entry, kind):
                count += 1
                if count <= MOST:
                    yield RuleDifference("unit", f"{at}.{key}", f"{title}, {spaced(key)}", old, new, rule)


def title_and_rule(place: Place, *values: Any) -> tuple[str, str]:
    """What an entry is called, and its rule, by the first of what is said of it that tells."""
    mappings = [value for value in values if isinstance(value, Mapping)]
    name, rule = (
        next((str(value[key]) for value in mappings if value.get(key)), "") for key in ("name", "source")
    )
    return name or str(place[-1]), rule


def entries(kind: Any, data: Any, place: Place = ()) -> Iterator[tuple[Place, Any, Any]]:
    """The entries of tables: where each stands, what it says, its type."""
    if place and is_model(kind):
        yield place, data, kind
    elif isinstance(data, Mapping):
        for key, inner in data.items():
            yield from entries(type_at(kind, key), inner, (*place, key))


def unlike(before: Any, after: Any, kind: Any, place: str = "") -> Iterator[Said]:
    """The fields in which an entry laid over another makes it differ.

    A table of fixed fields keeps what is not said of it; one of free keys is replaced.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in after if is_model(kind) else {**before, **after}:
            inner = f"{place}.{key}" if place else str(key)
            yield from unlike(before.get(key), after.get(key), type_at(kind, key), inner)
    elif before != after:
        yield place, format_value(before), format_value(after)


def format_value(value: Any) -> str:
    """A value of an entry in a line."""
    if value is None:
        return "none"
    return value[:LONGEST] if isinstance(value, str) else quote(value)


def spaced(key: str) -> str:
    """A place in an entry as players read it: "armor front"."""
    return key.replace(".", " ").replace("_", " ")
