"""Packs, scenarios and files of units as hulldown has them: taken as they are, if nothing is wrong."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

from hulldown.catalogue import CatalogueError, decode, quote
from hulldown.catalogue.load import parse_toml
from hulldown.catalogue.pack import SCENARIOS, SHEET, ZIP, PackFiles, plain_word, unzip_pack
from hulldown.exchange.model import Answers, ImportFault, ImportResult
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import load_pack

SCHEMA = re.compile(r"#:schema \S*/schemas/([a-z_]+)/")  # the first line of a file that was written here


def read(data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """The files of a pack, a scenario, or tables of units. ImportFault names the first mistake."""
    if answers:
        raise ImportFault(f"{name}: there is no question {quote(next(iter(answers)))}")
    try:
        texts, sheet = files_of(data, name, ruleset)
        whole = {SHEET: f'name = "Import"\nruleset = "{ruleset.id}"\n', **texts}
        load_pack(PackFiles(name, whole))
    except CatalogueError as wrong:
        more = f" (and {len(wrong.lines) - 1} more)" if len(wrong.lines) > 1 else ""
        raise ImportFault(f"{wrong.lines[0]}{more}") from None
    scenarios = [file for file in texts if file.startswith(f"{SCENARIOS}/")]
    counts = {"scenarios": len(scenarios), "files": len(texts) - len(scenarios)}
    title = str(sheet.get("name") or PurePosixPath(name).stem)
    return ImportResult(ruleset.id, "pack", title, texts, {what: n for what, n in counts.items() if n})


def files_of(data: bytes, name: str, ruleset: Ruleset) -> tuple[dict[str, str], dict[str, Any]]:
    """The texts of a file by their names in a pack, and its sheet. CatalogueError if it is no whole file."""
    if data.startswith(ZIP):
        texts = unzip_pack(data, name)
        return texts, parse_toml(texts.get(SHEET, ""), f"{name}/{SHEET}")
    text = decode(data, name)
    table = parse_toml(text, name)
    if "ruleset" in table:
        return {SHEET: text}, table
    for file in ruleset.files.layered:
        if table and set(table) <= set(ruleset.files.models[file.removesuffix(".toml")].model_fields):
            return {file: text}, {}
    word = plain_word(PurePosixPath(name).stem)[:64] or "mine"
    return {f"{SCENARIOS}/{word}.toml": text}, {}


def ruleset_of(data: bytes, name: str) -> str:
    """The ruleset that a file names, in its sheet or in its first line; "" for none."""
    try:
        if data.startswith(ZIP):
            return str(parse_toml(unzip_pack(data, name).get(SHEET, ""), SHEET).get("ruleset", ""))
        text = decode(data, name)
        named = parse_toml(text, name).get("ruleset", "")
        schema = SCHEMA.match(text)
        return str(named) or (schema[1] if schema else "")
    except CatalogueError as wrong:
        raise ImportFault(wrong.lines[0]) from None
