"""The workshop's messages: a pack as its page has it, judged, compared, asked; files of players' own."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Annotated, Any

from pydantic import Field, JsonValue, StringConstraints

from hulldown.catalogue import CatalogueError, OwnFile, decode
from hulldown.catalogue.house_rules import TABLE
from hulldown.catalogue.layout import Order, layout, order_of
from hulldown.catalogue.load import UNNAMED, parse_toml, resolve_scenario
from hulldown.catalogue.pack import (
    RULES,
    SCENARIOS,
    SHEET,
    WORD,
    ZIP,
    PackFiles,
    PackSheet,
    plain_word,
    unzip_pack,
    zip_pack,
)
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.bots import engine
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.lint import ADDRESS, ENDING, OF_PACK
from hulldown.rulesets.common.packs import Stack, load_pack
from hulldown.rulesets.common.scenarios import RuleDifference, of_units, of_variants
from hulldown.rulesets.common.trusted_rules import code_named, of_code, trusted_code
from hulldown.rulesets.common.unit_tables import by_file, shipped
from hulldown.server.http.errors import ApiError
from hulldown.server.odds.page import Found, SituationForm, TableSection, evaluate, form_of, tables
from hulldown.server.schemas.requests import PRINTABLE, Label, Name, OwnFileIn, Sent
from hulldown.server.schemas.responses import OwnFiles, OwnScenario, adapter
from hulldown.server.workshop.tables import sentences
from hulldown.server.workshop.uses import ChangeUses, find_uses
from hulldown.store.models import PackRow, PackVersionRow
from hulldown.views.cards.card import card_svg
from hulldown.views.thumbnails import miniature

HOUSE_RULES = "House rules"


def parse_upload(ruleset: Ruleset, sent: OwnFileIn) -> OwnFiles:
    """What a file brings to a table. Refused (400) with its first mistake, by file, line and field."""
    try:
        data = base64.b64decode(sent.data, validate=True)
        if data.startswith(ZIP):
            return of_pack(ruleset, PackFiles(sent.name, unzip_pack(data, sent.name)))
        file = OwnFile(sent.name, decode(data, sent.name))
        scenario = own_scenario(Content.resolve(ruleset, scenario=file))
        return OwnFiles(scenario.info.name, "", {}, [scenario], [])
    except CatalogueError as wrong:
        rest = len(wrong.lines) - 1
        more = f" (and {rest} more)" if rest else ""
        raise ApiError(400, "unclear", f"{wrong.lines[0]}{more}"[:400]) from None
    except binascii.Error:
        raise ApiError(400, "unclear", f"{sent.name}: is neither a scenario nor a pack") from None


def of_pack(ruleset: Ruleset, files: PackFiles) -> OwnFiles:
    """What a pack brings. CatalogueError names its mistakes."""
    pack = load_pack(files)
    return of_content(Content.resolve(ruleset, [pack]), pack.sheet.name, pack.sheet.text)


def of_content(content: Content, name: str, text: str) -> OwnFiles:
    """What packs bring together, an own scenario that is named last. CatalogueError names what is wrong with
    a scenario.
    """
    every = [content.on(name) for name in content.stack.scenarios]
    last = [on for on in every if on.scenario is content.scenario]
    if isinstance(content.scenario, OwnFile):
        last = last or [content]
    scenarios = [own_scenario(on) for on in [*(on for on in every if on not in last), *last]]
    options = {**content.stack.variants, **content.chosen}
    return OwnFiles(name, text, options, scenarios, list(content.ruleset.layers))


def of_house(content: Content) -> OwnFiles:
    """What everybody is offered on a server that was started with packs, options or numbers."""
    return of_content(content, HOUSE_RULES, " ".join(f"{line}." for line in content.stack.conflicts))


def own_scenario(content: Content) -> OwnScenario:
    """A scenario with its board. CatalogueError names its mistakes."""
    assert isinstance(content.scenario, OwnFile)
    board = miniature(content.ruleset.table.scene(content.set_up(), None))
    return OwnScenario(content.info, content.scenario.text, board)


# ---------------------------------------------------------------- packs
# The workshop's messages: a pack as its page has it, judged, compared with what is printed, asked.


PACK = "pack"  # what messages call the pack in work
FIELD = r'(?:[\w\[\].-]|"(?:[^"\\]|\\.)*")+'
SAID = re.compile(
    rf"{PACK}(?:/([\w/-]+)\.toml)?(?::(\d+))?: (?:({FIELD}): )?(.*?)(?: \(([A-Z]+-[\w.]+)\))?", re.DOTALL
)
LONGEST = 400  # characters of a refusal

Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PRINTABLE)]
Word = Annotated[str, StringConstraints(pattern=f"^{WORD}$")]
Data = dict[Key, JsonValue]


class PackIn(Sent):
    """A pack: its sheet without the ruleset, the tables of units that differ, scenarios by their names.

    `rules` is the digest of its code in the place of rules, which runs only where the host trusts it.
    """

    ruleset: Name
    sheet: Annotated[Data, Field(max_length=16)] = Field(default_factory=dict)
    units: Annotated[dict[Name, Data], Field(max_length=32)] = Field(default_factory=dict)
    scenarios: Annotated[dict[Word, Data], Field(max_length=64)] = Field(default_factory=dict)
    rules: Annotated[str, StringConstraints(pattern="^([0-9a-f]{64})?$")] = ""


class EffectIn(Sent):
    """A pack, and a situation of the ruleset's form in which its odds are asked for."""

    pack: PackIn
    situation: Annotated[dict[Name, JsonValue], Field(max_length=64)] = Field(default_factory=dict)


class EntryIn(Sent):
    """A pack, and an entry of a table to be seen as it is printed."""

    pack: PackIn
    table: Name
    entry: Key


class PackFileIn(Sent):
    """A file to take into the workshop, in base 64; a scenario is one of the `ruleset`."""

    ruleset: Name
    name: Label
    data: Annotated[str, Field(max_length=1_000_000, pattern="^[A-Za-z0-9+/]*=*$")]


class SaveIn(Sent):
    """A version to keep after version `number`: a pack, or version `back_to` taken up again."""

    number: Annotated[int, Field(ge=0, le=2**31 - 1)]
    pack: PackIn | None = None
    back_to: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None


@dataclass(frozen=True)
class Fault:
    """Something wrong in a pack: the file (`pack`, `units`, `scenarios/NAME`), the field, words, the rule."""

    file: str
    field: str
    text: str
    rule: str


@dataclass(frozen=True)
class Drawn:
    """A scenario of a pack: its name, a line about it, a small board; no board while it cannot be played."""

    name: str
    summary: str
    board: str


@dataclass(frozen=True)
class Verdict:
    """What a pack comes to: what is wrong in it, what differs, the sentences of the rules it changes.

    `conflicts` says in sentences which of its house rules contradict each other.
    """

    faults: list[Fault]
    differences: list[RuleDifference]
    sentences: dict[str, str]
    scenarios: dict[str, Drawn]
    conflicts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Effect:
    """A situation before and after: each statement with both chances and what lies between them.

    `needed` and `refusals` are by the printed rules and by the pack. `exact` says that nothing was sampled,
    `fault` why there is nothing to say: a pack or a situation that is no good, as one in work often is.
    """

    title: str
    purpose: str
    needed: list[int | None]
    refusals: list[Refusal | None]
    sections: list[TableSection]
    exact: bool
    fault: str = ""


@dataclass(frozen=True)
class Switch:
    """An option with the value that it needs, so that something can be had."""

    option: str
    value: str | bool
    text: str


@dataclass(frozen=True)
class Printed:
    """A unit as it is printed, empty where none is, and what the rules of building say of it.

    With any of `switches` a unit could be had that now cannot.
    """

    card: str
    judged: bool
    cost: int
    budget: int
    broken: list[Refusal]
    switches: list[Switch] = field(default_factory=list)


@dataclass(frozen=True)
class Taken:
    """A file that was taken in: a pack, or scenarios for the one in work; and what is wrong in it."""

    ruleset: str
    pack: bool
    sheet: dict[str, Any]
    units: dict[str, Any]
    scenarios: dict[str, Any]
    rules: str = ""


@dataclass(frozen=True)
class PackLine:
    """A pack that is kept, as it is listed."""

    id: str
    ruleset: str
    name: str
    number: int
    updated: datetime


@dataclass(frozen=True)
class VersionLine:
    """A version of a pack: how much it changes, and which version it takes up again, if any."""

    number: int
    name: str
    changes: int
    back_to: int | None
    created: datetime


@dataclass(frozen=True)
class KeptPack:
    """A kept pack with its versions, newest first, and one of them whole."""

    id: str
    ruleset: str
    number: int
    pack: dict[str, Any]
    versions: list[VersionLine] = field(default_factory=list)


# ---------------------------------------------------------------- a pack as files, and files as a pack


def files_of(ruleset: Ruleset, pack: PackIn) -> PackFiles:
    """The files of a pack. CatalogueError where it has what no file can hold."""
    sheet = {"name": "", **pack.sheet, "ruleset": pack.ruleset}
    texts = {SHEET: dump_file(sheet, SHEET, "pack", {"": tuple(PackSheet.model_fields)})}
    for file, data in by_file(ruleset, pack.units).items():
        schema = f"{ruleset.id}/{OF_PACK}{file.removesuffix('.toml')}"
        texts[file] = dump_file(data, file, schema, unit_order(ruleset))
    for name, draft in pack.scenarios.items():
        file = f"{SCENARIOS}/{name}.toml"
        texts[file] = dump_file(draft, file, f"{ruleset.id}/scenario", scenario_order(ruleset))
    if pack.rules:
        texts[RULES] = code_named(pack.rules, f"{PACK}/{RULES}").text
    return PackFiles(PACK, texts)


@cache
def unit_order(ruleset: Ruleset) -> Order:
    """The order of keys in the tables that come with the game."""
    return order_of([shipped(ruleset)])


@cache
def scenario_order(ruleset: Ruleset) -> Order:
    """The order of keys in the scenarios that come with the game."""
    editor = ruleset.editor
    return order_of([editor.opened(name) for name in ruleset.files.scenarios()]) if editor else {}


def dump_file(data: Mapping[str, Any], file: str, schema: str, order: Order | None = None) -> str:
    """Data as the text of a file, with the address of its schema. CatalogueError as for `files_of`."""
    try:
        resolve_scenario(data, ())
    except CatalogueError as wrong:
        lines = [line.replace(UNNAMED, f"{PACK}/{file}", 1) for line in wrong.lines]
        raise CatalogueError(lines) from None
    return f"#:schema {ADDRESS}{schema}{ENDING}\n{layout(data, order)}"


def exported(ruleset: Ruleset, pack: PackIn) -> bytes:
    """A pack in one file, finished or not. Refused (400) where it has what no file can hold."""
    try:
        return zip_pack(files_of(ruleset, pack).texts)
    except CatalogueError as wrong:
        raise ApiError(400, "unclear", wrong.lines[0][:LONGEST]) from None


def import_pack(name: str, data: bytes, ruleset: str) -> Taken:
    """A file as a pack, as far as it can be read: what is wrong in it shows on the page.

    CatalogueError where it is no pack at all.
    """
    if data.startswith(ZIP):
        texts = unzip_pack(data, name)
        if SHEET not in texts:
            raise CatalogueError([f"{name}: has no {SHEET}, which says whose rules it changes"])
        code = texts.pop(RULES, None)
        rules = trusted_code(code, name).digest if code is not None else ""
        whole = {file: parse_toml_data(text, f"{name}/{file}") for file, text in texts.items()}
        return replace(of_files(whole, name), rules=rules)
    table = parse_toml_data(decode(data, name), name)
    if "ruleset" in table:
        return of_files({SHEET: table}, name)
    return Taken(ruleset, False, {}, {}, {word_of(name): table})


def of_files(whole: Mapping[str, dict[str, Any]], name: str) -> Taken:
    """The files of a pack put together. CatalogueError for a sheet that names no ruleset."""
    sheet = dict(whole[SHEET])
    ruleset = sheet.pop("ruleset", None)
    if not isinstance(ruleset, str):
        raise CatalogueError([f"{name}/{SHEET}: ruleset: is missing"])
    tables = [data for file, data in whole.items() if file != SHEET and "/" not in file]
    joined = {key: table for data in tables for key, table in data.items()}
    if isinstance(listed := sheet.pop(TABLE, None), list):
        joined[TABLE] = {**by_id(listed), **joined.get(TABLE, {})}
    scenarios = {PurePosixPath(file).stem: data for file, data in whole.items() if "/" in file}
    return Taken(ruleset, True, sheet, joined, scenarios)


def by_id(listed: list[Any]) -> dict[str, Any]:
    """The house rules of a sheet by their ids: on the page they are a table like any other."""
    rules = [rule if isinstance(rule, dict) else {} for rule in listed]
    return {
        plain_word(str(rule.get("name", "")))[:64] or f"rule_{n}": rule for n, rule in enumerate(rules, 1)
    }


def parse_toml_data(text: str, name: str) -> dict[str, Any]:
    """The data of a TOML text, without dates, which no file of a pack has. CatalogueError as above."""
    data = parse_toml(text, name)
    dump_file(data, name, PACK)
    return data


def word_of(name: str) -> str:
    """The name of a file as that of a scenario in a pack."""
    return plain_word(PurePosixPath(name).stem)[:64] or "mine"


# ---------------------------------------------------------------- a pack in force


def in_force(ruleset: Ruleset, pack: PackIn) -> Content:
    """A pack as it is played. CatalogueError has a line for each mistake."""
    files = files_of(ruleset, pack)
    return loaded(ruleset, tuple(sorted(files.texts.items())))


@lru_cache(maxsize=16)
def loaded(ruleset: Ruleset, texts: tuple[tuple[str, str], ...], adds_up: bool = True) -> Content:
    """The files of a pack as it is played: odds, cards and verdicts ask for the same one after another."""
    return Content.resolve(ruleset, [load_pack(PackFiles(PACK, dict(texts)), adds_up)])


def playable(ruleset: Ruleset, pack: PackIn) -> Content:
    """A pack without its scenarios, to see what a change does before its units come to their points.

    CatalogueError as for `in_force`.
    """
    files = files_of(ruleset, with_scenarios(pack))
    return loaded(ruleset, tuple(sorted(files.texts.items())), adds_up=False)


def with_scenarios(pack: PackIn, *names: str) -> PackIn:
    """A pack with these of its scenarios alone."""
    return pack.model_copy(update={"scenarios": {n: pack.scenarios[n] for n in names if n in pack.scenarios}})


def brought(ruleset: Ruleset, pack: PackIn) -> OwnFiles:
    """What a pack brings to a table. Refused (400) with its first mistake."""
    try:
        return of_pack(ruleset, files_of(ruleset, pack))
    except CatalogueError as wrong:
        raise ApiError(400, "unclear", wrong.lines[0][:LONGEST]) from None


# ---------------------------------------------------------------- the verdict


def judged(ruleset: Ruleset, pack: PackIn) -> Verdict:
    """What is wrong in a pack, and what it changes. Mistakes are the answer and no refusal."""
    differing = list(differences(ruleset, pack))
    numbers = {difference.id: difference.new for difference in differing if difference.kind == "value"}
    conflicts: list[str] = []
    try:
        conflicts += in_force(ruleset, pack).stack.conflicts
        wrong = []
    except CatalogueError as error:
        wrong = [fault(line) for line in error.lines]
    changed_sentences = sentences(ruleset, numbers) if numbers else {}
    return Verdict(
        wrong,
        differing,
        changed_sentences,
        {name: scenario_preview(ruleset, pack, name) for name in pack.scenarios},
        conflicts,
    )


def fault(line: str) -> Fault:
    """A line of a CatalogueError taken apart: "pack/units.toml:3: tanks.kestrel.hull: must be ..."."""
    known = SAID.fullmatch(line)
    if not known:
        return Fault("", "", line[:LONGEST], "")
    file, _line, place, text, rule = known.groups(default="")
    return Fault(file, place, text[:LONGEST], rule)


def scenario_preview(ruleset: Ruleset, pack: PackIn, name: str) -> Drawn:
    """A scenario of a pack for the list."""
    draft = pack.scenarios[name]
    texts = [str(draft.get(key) or "") for key in ("name", "summary")]
    try:
        file = files_of(ruleset, pack.model_copy(update={"scenarios": {name: draft}}))
        board = board_of(ruleset, tuple(sorted(file.texts.items())), name)
    except CatalogueError:
        board = ""
    return Drawn(texts[0] or name, texts[1], board)


@lru_cache(maxsize=64)
def board_of(ruleset: Ruleset, texts: tuple[tuple[str, str], ...], name: str) -> str:
    """The small board of the only scenario of a pack. CatalogueError if it cannot be played."""
    content = loaded(ruleset, texts).on(name)
    return miniature(content.ruleset.table.scene(content.set_up(), None))


# ---------------------------------------------------------------- what is not by the printed rules


def differences(ruleset: Ruleset, pack: PackIn) -> Iterator[RuleDifference]:
    """Value by value what a pack plays otherwise than printed, whether it can be played so or not."""
    for table in ("options", "values"):
        given = pack.sheet.get(table)
        yield from of_variants(ruleset, given if isinstance(given, dict) else {})
    if pack.rules:
        with suppress(CatalogueError):  # code that is not trusted here is what is wrong in the pack
            yield from of_code(ruleset.under((code_named(pack.rules, PACK).layer,)))
    yield from of_units(ruleset, by_file(ruleset, pack.units))
    for name, draft in pack.scenarios.items():
        title, rule = str(draft.get("name") or name), str(draft.get("rule", ""))
        yield RuleDifference("scenario", name, title, "", "new", rule)


# ---------------------------------------------------------------- odds and cards


def effect(ruleset: Ruleset, message: EffectIn) -> Effect:
    """A situation by the printed rules and by a pack; what is new in the pack is in both."""
    try:
        content = playable(ruleset, message.pack)
        asked = json.dumps(message.situation, sort_keys=True)
        printed = as_printed(ruleset, message.pack)
        before = printed_odds(printed.ruleset, asked, engine(ruleset).backend.compiled)
        after = evaluate(content, message.situation)
    except CatalogueError as wrong:
        return Effect("", "", [], [], [], True, fault(wrong.lines[0]).text)
    except ApiError as wrong:
        return Effect("", "", [], [], [], True, wrong.text.removeprefix("situation: "))
    both = [before, after]
    views = [situation.view for situation in both]
    return Effect(
        after.posed.title,
        after.view.purpose,
        [view.needed for view in views],
        [view.refusal for view in views],
        list(tables([situation.lines for situation in both])),
        all(view.exact for view in views),
    )


def as_printed(ruleset: Ruleset, pack: PackIn) -> Content:
    """The printed rules with what is new in a pack, so that it can be asked about by both."""
    printed = shipped(ruleset)
    new = {
        name: {key: entry for key, entry in table.items() if key not in printed.get(name, ())}
        for name, table in pack.units.items()
        if name != TABLE
    }
    try:
        return playable(ruleset, PackIn(ruleset=pack.ruleset, sheet={"name": PACK}, units=new))
    except CatalogueError:
        return Content.resolve(ruleset)  # what is new may need what is changed


def uses(ruleset: Ruleset, pack: PackIn) -> ChangeUses:
    """Situations in which what a pack changes is used."""
    try:
        return find_uses(as_printed(ruleset, pack), playable(ruleset, pack), pack.units)
    except CatalogueError as wrong:
        return ChangeUses(fault=fault(wrong.lines[0]).text)


def situations(ruleset: Ruleset, pack: PackIn) -> SituationForm:
    """What can be chosen in a situation; units of the pack among it, unless it cannot be played."""
    try:
        units = playable(ruleset, pack).ruleset
    except CatalogueError:
        units = ruleset
    return form_of(Content(Stack(units)), [])


@lru_cache(maxsize=64)
def printed_odds(ruleset: Ruleset, situation: str, compiled: bool) -> Found:
    """A situation by the printed rules: the same for every change of a pack.

    What was sampled by interpreted rules may be exact by compiled ones, as it is then with the pack.
    """
    return evaluate(Content.resolve(ruleset), json.loads(situation))


def card(ruleset: Ruleset, message: EntryIn) -> Printed:
    """An entry as it is printed; nothing while the pack cannot be played, and of what has no card."""
    nothing = Printed("", False, 0, 0, [])
    try:
        content = playable(ruleset, message.pack)
        builds = content.ruleset.builds
        entry = next((sample for sample in content.samples if sample.id == message.entry), None)
        if builds is None:
            return nothing
        if entry is None:
            return replace(nothing, switches=list(switches(content, message.entry)))
        verdict = builds.judge(without_excuse(entry.build), content.variants)
        drawing = card_svg(builds.card(entry.build, content.variants))
    except CatalogueError:
        return nothing
    return Printed(drawing, True, verdict.cost, verdict.budget, list(verdict.broken))


def switches(content: Content, which: str) -> Iterator[Switch]:
    """The options with each of which something could be had that now cannot."""
    for line in content.switches_for(which):
        name, _, value = line.partition("=")
        flag = {"true": True, "false": False}.get(value, value)
        yield Switch(name, flag, content.ruleset.files.options()[name].text)


def without_excuse(build: Mapping[str, Any]) -> dict[str, Any]:
    """A build that does not say of itself that it need not be by the rules, so that all it breaks is told."""
    return {
        key: without_excuse(inner) if key == "design" and isinstance(inner, Mapping) else inner
        for key, inner in build.items()
        if key != "by_the_rules"
    }


# ---------------------------------------------------------------- what is kept


def line(row: PackRow) -> PackLine:
    """A kept pack as it is listed."""
    return PackLine(row.id, row.ruleset, row.title, row.number, row.updated)


def pack_view(row: PackRow, shown_one: PackVersionRow, rows: list[PackVersionRow]) -> KeptPack:
    """A kept pack with one of its versions whole."""
    lines = [
        VersionLine(version.number, version.title, version.changes, version.back_to, version.created)
        for version in rows
    ]
    return KeptPack(row.id, row.ruleset, shown_one.number, shown_one.document, lines)


def document(pack: PackIn) -> dict[str, Any]:
    """A pack as it is kept."""
    whole: dict[str, Any] = adapter(PackIn).dump_python(pack)
    return whole
