"""What is wrong with the files of a ruleset, and the JSON Schema of every kind of file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hulldown import catalogue, rulesets
from hulldown.catalogue.pack import PackSheet
from hulldown.rulesets.api.files import TEXTS
from hulldown.rulesets.api.garage import Builds
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import Fitted, NetworkFile, Ranks

RULE = re.compile(r"[A-Z]{1,4}-\d+\.\d+")
MISFIT = re.compile(r":\d+: \w+: (?:unknown key|is missing)")  # of a key that stands in no table


def complaints(work: Callable[[], Any]) -> list[str]:
    """What a loader refuses, line by line; nothing if it does not."""
    try:
        work()
    except catalogue.CatalogueError as wrong:
        return list(wrong.lines)
    except ValueError as wrong:
        return [str(wrong)]
    return []


def ruleset_problems(ruleset: Ruleset) -> list[str]:
    """Everything wrong with the rulebook, the options and the scenarios that come with a ruleset."""
    problems = [
        *complaints(ruleset.files.rulebook),
        *complaints(ruleset.files.options),
        *complaints(ruleset.files.values),
        *complaints(ruleset.files.glossary),
        *complaints(ruleset.files.scenarios),
    ]
    if not problems:
        problems += ruleset.files.data_problems()
        for name in ruleset.files.scenarios():
            problems += complaints(lambda name=name: ruleset.set_up(name))  # type: ignore[misc]
        problems += dangling(ruleset)
    return [f"{ruleset.id}: {line}" for line in problems]


def dangling(ruleset: Ruleset) -> Iterator[str]:
    """Rule ids that the files or the rulebook itself name and that the rulebook does not have."""
    rules = ruleset.files.rulebook().rules
    for name, option in ruleset.files.options().items():
        if option.rule not in rules:
            yield f"option {name}: there is no rule {option.rule}"
    for name, value in ruleset.files.values().items():
        if value.rule not in rules:
            yield f"value {name}: there is no rule {value.rule}"
    yield from printing_problems(ruleset)
    yield from glossary_problems(ruleset)
    for name, scenario in ruleset.files.scenarios().items():
        if scenario.rule not in rules:
            yield f"scenario {name}: there is no rule {scenario.rule}"
    for id_, (_, text) in rules.items():
        for named in RULE.findall(text):
            if named.startswith(f"{ruleset.prefix}-") and named not in rules:
                yield f"rulebook: {id_} names {named}, which does not exist"
    yield from misleading(ruleset)


def misleading(ruleset: Ruleset) -> Iterator[str]:
    """Rules that what is printed beside the rulebook cites and that do not exist, and its wrong numbers."""
    rules, quickref = ruleset.files.rulebook().rules, ruleset.files.quickref()
    marked = quickref.marked.get("", quickref.text)
    for sheet, text in {"quickref": marked, **{name: ruleset.files.text(name) for name in TEXTS}}.items():
        for named in RULE.findall(text):
            if named.startswith(f"{ruleset.prefix}-") and named not in rules:
                yield f"{sheet} names {named}, which does not exist"
    yield from wrong_numbers(ruleset, "quickref", marked)


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def printing_problems(ruleset: Ruleset) -> Iterator[str]:
    """Values that the rulebook prints nowhere or with another number, and marks without a value."""
    values, marked = ruleset.files.values(), ruleset.files.rulebook().marked.get("", "")
    yield from wrong_numbers(ruleset, "rulebook", marked)
    printed = {name for name, _ in catalogue.printed_numbers(marked)}
    for name in values:
        if name not in printed:
            mark = f"{values[name].default}<!--{name}-->"
            yield f"value {name}: the rulebook prints it nowhere; {mark} marks it"


def wrong_numbers(ruleset: Ruleset, where: str, marked: str) -> Iterator[str]:
    """Marked numbers of a text that are no value, or not what the value is."""
    values = ruleset.files.values()
    for name, printed in catalogue.printed_numbers(marked):
        number = (
            WORDS.index(printed) if printed in WORDS else float(printed) if printed[0].isdigit() else None
        )
        if name not in values:
            yield f"{where}: {printed}<!--{name}-->: values.toml has no value of that name"
        elif number is not None and number != abs(values[name].default):
            yield f"{where}: {name} is {printed} there and {values[name].default} in values.toml"


def glossary_problems(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong in the glossary: rules that are none, wrong numbers."""
    rules = ruleset.files.rulebook().rules
    for key, term in ruleset.files.glossary().terms():
        if term.rule not in rules:
            yield f"glossary: {key}: there is no rule {term.rule}"
        yield from wrong_numbers(ruleset, f"glossary: {key}", term.text)


def file_problems(ruleset: Ruleset, path: Path) -> list[str]:
    """What is wrong with a file as one of a ruleset: options, a rulebook, what only it has, a scenario, or a
    unit as the Garage keeps it, whichever the file fits better.
    """
    name = path.name.lower()
    if name == "options.toml":
        return complaints(lambda: catalogue.load(path, catalogue.Options, catalogue.option_issues))
    if name == "values.toml":
        return complaints(lambda: catalogue.load(path, catalogue.Values, catalogue.value_issues))
    if name.endswith(".md"):
        return complaints(lambda: catalogue.load_rules(path, str(path)))
    own = ruleset.files.file_problems(path)
    if own is not None:
        return own
    as_scenario = complaints(lambda: ruleset.set_up(path))
    if not as_scenario or ruleset.builds is None:
        return as_scenario
    return min(as_scenario, build_problems(ruleset.builds, path), key=misfits)


def build_problems(builds: Builds, path: Path) -> list[str]:
    """What is wrong with a file as the build of one unit."""
    try:
        builds.read(path.read_text(encoding="utf-8-sig"))
    except catalogue.CatalogueError as error:
        return [f"{path}{line.removeprefix('build')}" for line in error.lines]
    return [
        f"{path}: {why.text.removeprefix(f'{path}: ')}" + (f" ({why.rule})" if why.rule else "")
        for why in builds.judge(path, {}).broken
    ]


def misfits(problems: list[str]) -> int:
    """How many keys of the whole file are not as they should be: a file of another sort has many."""
    return sum(MISFIT.search(line) is not None for line in problems)


# ---------------------------------------------------------------- schemas
# The JSON Schema of every kind of TOML file, made from the models that read the files.
#
# `options`, `values`, `judgement`, `network`, `ranks` and `pack` are the same for all rulesets; every other
# kind is a ruleset's own: `tank_commander/units`, and `tank_commander/pack_units` of the same file in a pack,
# which says only what differs. A file names its schema in its first line, at the address at which `hulldown
# serve` answers, so that the line stays right when the file is copied:
#
# #:schema http://127.0.0.1:8000/schemas/tank_commander/units.json


OPTIONS, VALUES, PACK, RANKS = "options", "values", "pack", "ranks"
JUDGEMENT, NETWORK = "judgement", "network"
OF_PACK = "pack_"  # begins the name of a kind of file that a pack lays over another
ADDRESS = "http://127.0.0.1:8000/schemas/"
ENDING = ".json"
SCHEMA_LINE = re.compile(rf"#:schema {re.escape(ADDRESS)}([a-z0-9_/]+){re.escape(ENDING)}\n")


class UnknownSchema(ValueError):
    """No kind of file has that name; the message says which have."""


@cache
def schema_models() -> dict[str, type[catalogue.Entry]]:
    """What every kind of file holds, by the name of its schema."""
    own = {f"{name}/{kind}": model for name in rulesets.names() for kind, model in of_ruleset(name)}
    common: dict[str, type[catalogue.Entry]] = {
        OPTIONS: catalogue.Options,
        VALUES: catalogue.Values,
        PACK: PackSheet,
        JUDGEMENT: Fitted,
        NETWORK: NetworkFile,
        RANKS: Ranks,
    }
    return {**common, **own}


def of_ruleset(name: str) -> Iterator[tuple[str, type[catalogue.Entry]]]:
    """The kinds of file that only a ruleset has, and those that a pack may lay over them."""
    files = rulesets.get(name).files
    yield from files.models.items()
    for file in files.layered:
        kind = file.removesuffix(".toml")
        yield f"{OF_PACK}{kind}", files.models[kind]


def describe_schema(name: str) -> str:
    """A kind of file in a sentence."""
    text = (schema_models()[name].__doc__ or "").strip().partition("\n\n")[0]
    doc = " ".join(text.split())
    return f"In a pack, what differs from: {doc}" if is_of_pack(name) else doc


def is_of_pack(name: str) -> bool:
    """Whether a kind of file lies in a pack and over one that comes with the game."""
    return name.rpartition("/")[2].startswith(OF_PACK)


@cache
def schema_of(name: str) -> dict[str, Any]:
    """The schema of a kind of file. UnknownSchema if there is none of that name."""
    if name not in schema_models():
        raise UnknownSchema(catalogue.unknown_name("schema", name, schema_models()))
    result = catalogue.json_schema(schema_models()[name])
    if is_of_pack(name):
        for part in (
            result,
            *(result["$defs"][table] for table in overlaid_tables(result, result.get("$defs", {}))),
        ):
            part.pop("required", None)
            part.pop("minProperties", None)
        result["description"] = describe_schema(name)
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
        match = SCHEMA_LINE.fullmatch(file.readline())
    return match[1] if match else ""
