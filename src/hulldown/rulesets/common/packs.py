"""Packs: what somebody changes of a ruleset, and which files are in force when it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel

from hulldown import rulesets
from hulldown.catalogue import (
    CatalogueError,
    OwnFile,
    ValidationIssue,
    as_word,
    house_rules,
    parse,
    quote,
    unknown_variant,
)
from hulldown.catalogue.load import format_issue, line_index, nearest_line, parse_toml
from hulldown.catalogue.overlay import Layer
from hulldown.catalogue.pack import (
    RULES,
    SCENARIOS,
    SHEET,
    PackFiles,
    PackSheet,
    pack_files,
    plain_word,
    zip_pack,
)
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.house_rules import contradictions, problems_of
from hulldown.rulesets.common.lint import complaints
from hulldown.rulesets.common.scenarios import Choices, unlisted
from hulldown.rulesets.common.trusted_rules import trusted_code, trusted_paths

P = ParamSpec("P")
R = TypeVar("R")
Model = TypeVar("Model", bound=BaseModel)
Layers = tuple[Layer, ...]

CACHE_SIZE = 32  # packs that are kept: each may hold a megabyte that somebody sent


def with_overlay(ruleset: Ruleset, layers: Layers) -> Ruleset:
    """A ruleset with layers over its files; its rules are the same."""
    return ruleset.under(layers) if layers else ruleset


def checked_overlay(ruleset: Ruleset, layers: Sequence[Layer]) -> Ruleset:
    """A ruleset with layers that somebody sent over its files. CatalogueError names what is wrong in them."""
    for layer in layers:
        if layer.file not in (*ruleset.files.layered, RULES):
            raise CatalogueError([f"{layer.shown}: {ruleset.name} has no file {quote(layer.file)} to change"])
    ruleset_with = with_overlay(ruleset, tuple(layers))
    ruleset_with.files.units()
    return ruleset_with


# ---------------------------------------------------------------- packs
# Packs: what somebody changes of a ruleset and adds to it; several are played together, in their order.


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack that was read and has no mistakes. `ruleset` is the one that it is for, with nothing over it.

    A pack is equal only to itself: `load_pack` gives the same one for the same texts.
    """

    ruleset: Ruleset
    sheet: PackSheet
    scenarios: Mapping[str, OwnFile]
    files: PackFiles

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that gets a pack reads its files again."""
        return load_pack, (self.files,)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """What it lays over files of the ruleset."""
        shown, texts = self.files.shown, self.files.texts
        known = self.ruleset.files.layered
        own = tuple(Layer(file, texts[file], f"{shown}/{file}") for file in known if file in texts)
        if RULES in texts:
            own = (trusted_code(texts[RULES], shown).layer, *own)
        if not self.sheet.house_rules:
            return own
        listed = zip(house_rule_ids(self.sheet), self.sheet.house_rules, strict=True)
        return (Layer(house_rules.FILE, house_rules.file_of(listed), f"{shown}/{SHEET}"), *own)

    @property
    def chosen(self) -> dict[str, str | int | bool]:
        """What it plays otherwise than printed: options and numbers of rules."""
        return {**self.sheet.options, **self.sheet.values}


@dataclass(frozen=True, eq=False)
class Stack:
    """Packs one over another, the last on top: what they come to together.

    `ruleset` is theirs with all their units and other entries in force; `variants` are the options and
    numbers that they play; `notes` has for each rule the notes with the names of their packs; `owners` says
    which pack has the last word on what ("he_strength", "tanks.kestrel.hull", "scenario mine"); `conflicts`
    says in sentences where one pack goes before another.
    """

    ruleset: Ruleset
    packs: tuple[Pack, ...] = ()
    variants: Mapping[str, str | int | bool] = field(default_factory=dict)
    scenarios: Mapping[str, OwnFile] = field(default_factory=dict)
    notes: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


def load_pack(path: Path | PackFiles, adds_up: bool = True) -> Pack:
    """A pack of a folder or a file. CatalogueError has a line for each mistake: file, line, field, rule.

    One in work may be looked at before its units come to their points: it need not be one that `adds_up`.
    """
    files = pack_files(path) if isinstance(path, Path) else path
    return _pack_of(files.shown, tuple(sorted(files.texts.items())), adds_up)


@lru_cache(CACHE_SIZE)
def _pack_of(shown: str, texts: tuple[tuple[str, str], ...], adds_up: bool) -> Pack:
    files = PackFiles(shown, dict(texts))
    if SHEET not in files.texts:
        raise CatalogueError([f"{files.shown}: has no {SHEET}, which says whose rules it changes"])

    def problems(sheet: PackSheet) -> Iterator[ValidationIssue]:
        return unlisted(("ruleset",), "ruleset", [sheet.ruleset], rulesets.names())

    sheet = parse(files.texts[SHEET], PackSheet, problems, f"{files.shown}/{SHEET}")
    pack = Pack(rulesets.get(sheet.ruleset), sheet, own_scenarios(files), files)
    wrong = complaints(lambda: parse(files.texts[SHEET], PackSheet, sheet_problems, f"{files.shown}/{SHEET}"))
    known = (SHEET, RULES, *pack.ruleset.files.layered)
    wrong += [
        f"{files.shown}/{name}: a pack for {pack.ruleset.name} has {', '.join(known)}, {SCENARIOS}/NAME.toml"
        for name in files.texts
        if name not in known and not name.startswith(f"{SCENARIOS}/")
    ]
    laid = with_overlay(pack.ruleset, pack.layers)
    faults = complaints(laid.files.units)
    if not wrong:
        faults += complaints(laid.files.house_rules)
    if not faults:
        wrong += sum_problems(pack, laid) if adds_up else ()
        played = {} if wrong else pack.chosen
        wrong += [line for name in pack.scenarios for line in scenario_problems(pack, laid, name, played)]
    wrong += faults
    if wrong:
        raise CatalogueError(wrong)
    return pack


def own_scenarios(files: PackFiles) -> dict[str, OwnFile]:
    """The scenarios of a pack by name."""
    return {
        name.removeprefix(f"{SCENARIOS}/").removesuffix(".toml"): OwnFile(f"{files.shown}/{name}", text)
        for name, text in sorted(files.texts.items())
        if name.startswith(f"{SCENARIOS}/")
    }


def sheet_problems(sheet: PackSheet) -> Iterator[ValidationIssue]:
    """Options, numbers and rules that there are not, and what they cannot be."""
    ruleset = rulesets.get(sheet.ruleset)
    options = {name: option.rule for name, option in ruleset.files.options().items()}
    values = {name: file.rule for name, file in ruleset.files.values().items()}
    both = {"option": options, "value": values}
    for kind, chosen, known in (("option", sheet.options, options), ("value", sheet.values, values)):
        for name, value in chosen.items():
            if name not in known:
                yield ValidationIssue((f"{kind}s", name), unknown_variant(kind, name, both))
            elif fault := ruleset.files.variant_fault(name, value):
                yield ValidationIssue((f"{kind}s", name), fault, known[name])
    for place, house_rule in enumerate(sheet.house_rules):
        yield from problems_of(house_rule, ruleset.files.house, ("house_rules", place))
    ids = house_rule_ids(sheet)
    for place, key in enumerate(ids):
        if not key:
            yield ValidationIssue(("house_rules", place, "name"), "needs a letter or a digit of the alphabet")
        elif key in ids[:place]:
            yield ValidationIssue(("house_rules", place, "name"), "is the name of another house rule")
    rules = ruleset.files.rulebook().rules
    for rule in sheet.notes:
        if rule not in rules:
            yield ValidationIssue(("notes", rule), f"there is no rule {rule}")


def house_rule_ids(sheet: PackSheet) -> list[str]:
    """The ids of the house rules of a sheet: their names in plain letters."""
    return [plain_word(rule.name)[:64] for rule in sheet.house_rules]


def scenario_problems(pack: Pack, laid: Ruleset, name: str, chosen: Choices) -> list[str]:
    """What keeps a scenario of a pack from being played with its units and what is chosen."""
    file = pack.scenarios[name]
    if name in pack.ruleset.files.scenarios():
        return [f"{file}: {name} is the name of a scenario that comes with the game"]
    wrong = complaints(lambda: laid.set_up(file, chosen))
    return [line if line.startswith(f"{pack.files.shown}/") else f"{file}: {line}" for line in wrong]


def sum_problems(pack: Pack, laid: Ruleset) -> Iterator[str]:
    """Units that a pack writes or changes and that break the rules of building, or miss the points they say.

    Of the others a change of prices is no mistake.
    """
    wrong = laid.files.sums()
    for layer in pack.layers if wrong else ():
        content, index = parse_toml(layer.text, layer.shown), line_index(layer.text)
        for problem in wrong:
            table, name = problem.place[:2]
            if name in content.get(str(table), {}):
                yield format_issue(layer.shown, nearest_line(index, problem.place), problem)


def stacked(ruleset: Ruleset, packs: Sequence[Pack]) -> Stack:
    """Packs in their order, the last on top. CatalogueError if one is for other rules, or if what one adds
    cannot stand beside what another does.
    """
    return _stacked(ruleset, tuple(packs))


@lru_cache(CACHE_SIZE)
def _stacked(ruleset: Ruleset, packs: tuple[Pack, ...]) -> Stack:
    variants: dict[str, str | int | bool] = {}
    scenarios: dict[str, OwnFile] = {}
    last: dict[str, tuple[str, Any]] = {}
    notes: dict[str, tuple[tuple[str, str], ...]] = {}
    conflicts: list[str] = []
    for pack in packs:
        name = pack.sheet.name
        if pack.ruleset.id != ruleset.id:
            raise CatalogueError([f"{pack.files.shown}: is for {pack.ruleset.name}, not for {ruleset.name}"])
        for key, new in statements(pack):
            if key in last and last[key][1] != new:
                before, was = last[key]
                instead = "" if isinstance(new, OwnFile) else f": {as_word(new)} instead of {as_word(was)}"
                conflicts.append(f"{key} of {name} goes before that of {before}{instead}")
            last[key] = (name, new)
        variants |= pack.chosen
        scenarios |= pack.scenarios
        for rule, text in pack.sheet.notes.items():
            notes[rule] = (*notes.get(rule, ()), (name, text))
    laid = with_overlay(ruleset, (*ruleset.layers, *(layer for pack in packs for layer in pack.layers)))
    laid.files.units()
    conflicts += contradictions(laid.files.house_rules(), ruleset.files.house)
    owners = {key: name for key, (name, _) in last.items()}
    return Stack(laid, packs, variants, scenarios, notes, owners, tuple(conflicts))


def statements(pack: Pack) -> Iterator[tuple[str, Any]]:
    """All that a pack says and that another could say otherwise, by what it is about."""
    yield from pack.chosen.items()
    for name, scenario in pack.scenarios.items():
        yield f"scenario {name}", scenario
    for layer in pack.layers:
        for table, entries in parse_toml(layer.text, layer.shown).items():
            for place, value in fields_of(entries, 2):
                yield ".".join((table, *place)), value


def fields_of(table: Any, depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What a table holds at most so deep, each with its place."""
    if depth and isinstance(table, Mapping):
        for key, value in table.items():
            for place, inner in fields_of(value, depth - 1):
                yield (key, *place), inner
    else:
        yield (), table


def trusted_rulesets(name: str) -> list[Ruleset]:
    """A ruleset under the code of each pack that is trusted here, without what else these packs change."""
    packs = [load_pack(path) for path in trusted_paths()]
    mine = [pack for pack in packs if pack.ruleset.id == name]
    return [pack.ruleset.under(tuple(layer for layer in pack.layers if layer.file == RULES)) for pack in mine]


def exported(pack: Pack) -> bytes:
    """A pack in one file, to give away."""
    return zip_pack(pack.files.texts)


def load_stack(ruleset: Ruleset, paths: Iterable[str | Path | Pack]) -> Stack:
    """Packs of paths, or read already, in their order. CatalogueError as for `load_pack` and `stacked`."""
    return stacked(ruleset, [path if isinstance(path, Pack) else load_pack(Path(path)) for path in paths])
