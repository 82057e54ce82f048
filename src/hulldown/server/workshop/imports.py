"""What people have in other formats, taken into a pack in work; and the units of a pack as a table."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import parse_toml
from hulldown.catalogue.pack import SHEET
from hulldown.exchange import formats, tables
from hulldown.exchange.model import ImportFault, ImportQuestion, ImportResult, Preview, Remark
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Stack
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import Label, Name, OwnFileIn, Sent
from hulldown.server.workshop.packs import LONGEST, PackIn, of_files, playable

Answer = Annotated[str, Field(max_length=200)]


class FileImportIn(OwnFileIn):
    """A file in base 64, what was answered to its questions, and the pack that it is for."""

    answers: Annotated[dict[Label, Answer], Field(max_length=512)] = Field(default_factory=dict)
    pack: PackIn | None = None


class TableIn(Sent):
    """A pack, and which of its tables is wanted; "" for that of fielded units."""

    pack: PackIn
    table: Name | None = None


@dataclass(frozen=True)
class FileImport:
    """What a file becomes: tables and scenarios for the pack, what is to be said, what can be decided.

    `preview` are its lines, where it has lines.
    """

    ruleset: str
    format: str
    title: str
    counts: Mapping[str, int]
    remarks: tuple[Remark, ...]
    questions: tuple[ImportQuestion, ...]
    preview: Preview | None
    units: dict[str, Any] = field(default_factory=dict)
    scenarios: dict[str, Any] = field(default_factory=dict)


def rules_of(ruleset: Ruleset, pack: PackIn | None) -> Ruleset:
    """A ruleset with the units of a pack, as far as the pack can be played."""
    if pack is None or pack.ruleset != ruleset.id:
        return ruleset
    try:
        return playable(ruleset, pack).ruleset
    except CatalogueError:
        return ruleset


def read_file(ruleset: Ruleset, message: FileImportIn) -> FileImport:
    """A file as what it brings to a pack. Refused (400) in one line where it cannot be taken."""
    try:
        data = base64.b64decode(message.data, validate=True)
        result = formats.read(data, message.name, rules_of(ruleset, message.pack), message.answers)
    except (ImportFault, CatalogueError) as wrong:
        raise ApiError(400, "unclear", str(wrong).splitlines()[0][:LONGEST]) from None
    except binascii.Error:
        raise ApiError(400, "unclear", f"{message.name}: is not sent whole") from None
    return imported(result)


def imported(result: ImportResult) -> FileImport:
    """The files of a result as tables and scenarios."""
    sheet = {"ruleset": result.ruleset}
    whole = {file: parse_toml(text, file) for file, text in result.texts.items() if file != SHEET}
    parts = of_files({SHEET: sheet, **whole}, result.title)
    return FileImport(
        result.ruleset,
        result.format,
        result.title,
        result.counts,
        result.remarks,
        result.questions,
        result.preview,
        parts.units,
        parts.scenarios,
    )


def write_table(ruleset: Ruleset, message: TableIn) -> bytes:
    """The units of the game and of a pack as a table. Refused (400) where there is no such table."""
    try:
        content = Content(Stack(rules_of(ruleset, message.pack)))
        return tables.write(content, message.table or "")
    except ImportFault as wrong:
        raise ApiError(400, "unclear", str(wrong)[:LONGEST]) from None
