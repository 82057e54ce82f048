"""Packs made by chance: some that can be played, and some that somebody broke."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.property.random_house_rules import random_house_rules

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import Pack, load_pack

FOLDER = Path(rulesets.__file__).parent
SHOWN = "mine"
Data = dict[str, Any]
STRAY = ("nonsense", "options", "units", "values")
JUNK = ("[", "]", '"', "=", "\n[", "-", "9", "0", "true", "\x00", "{", "'''", "[[units]]", "é", "#")


def units_of(name: str, file: str = "units.toml") -> Data:
    """The units that come with a ruleset."""
    return tomllib.loads((FOLDER / name / file).read_text(encoding="utf-8"))


def random_pack(ruleset: Ruleset, chance: Random) -> Pack:
    """A pack without mistakes: options, values anywhere within their bounds, units that differ a little."""
    sheet: Data = {"name": "By chance", "ruleset": ruleset.id}
    sheet["options"] = {
        one.id: chance.choice(one.values) if len(one.values) > 1 else one.default
        for one in some(ruleset.files.options().values(), chance, 0.15)
    }
    sheet["values"] = {
        one.id: between(one.low, one.high, one.default, chance)
        for one in some(ruleset.files.values().values(), chance, 0.3)
    }
    if chance.random() < 0.5:
        sheet["house_rules"] = random_house_rules(ruleset, chance, 6)
    texts = {"pack.toml": toml_text(plain(ruleset, sheet))}
    for _ in range(20):
        units = toml_text(nudged(units_of(ruleset.id), chance))
        try:
            return load_pack(PackFiles(SHOWN, {**texts, "units.toml": units}))
        except CatalogueError as wrong:
            if not all(line.startswith(f"{SHOWN}/units.toml:") for line in wrong.lines):
                raise
    return load_pack(PackFiles(SHOWN, texts))


def plain(ruleset: Ruleset, sheet: Data) -> Data:
    """Options that are truth values as such."""
    words = {"true": True, "false": False}
    return {**sheet, "options": {name: words.get(str(one), one) for name, one in sheet["options"].items()}}


def some(found: Any, chance: Random, share: float) -> Iterator[Any]:
    """About a share of what there is."""
    return (one for one in found if chance.random() < share)


def between(low: Any, high: Any, default: Any, chance: Random) -> Any:
    """A number within bounds: an end of them, any, or one beside the printed one."""
    near = min(high, max(low, default + chance.choice((-1, 1))))
    if isinstance(default, int) and isinstance(low, int):
        return chance.choice((low, high, near, chance.randint(low, int(high))))
    return chance.choice((low, high, near))


def nudged(tables: Data, chance: Random) -> Data:
    """Tables of units that say of a few entries a number that is one more or less."""
    made: Data = {}
    for table, entries in tables.items():
        for entry, told in entries.items():
            numbers = (
                [key for key, value in told.items() if type(value) is int] if chance.random() < 0.2 else []
            )
            for key in numbers[:1]:
                made.setdefault(table, {})[entry] = {key: told[key] + chance.choice((-1, 1))}
    return made


def broken(texts: dict[str, str], chance: Random) -> dict[str, str]:
    """The texts of a pack after somebody's hand slipped."""
    name = chance.choice(sorted(texts))
    text = texts[name]
    at = chance.randrange(len(text) + 1)
    kind = chance.randrange(5)
    if kind == 0:
        text = text[:at] + chance.choice(JUNK) + text[at:]
    elif kind == 1:
        text = text[:at] + text[at + chance.randint(1, 12) :]
    elif kind == 2:
        text += f"\n{chance.choice(STRAY)} = {chance.choice(('1', '{}', '[]'))}\n"
    elif kind == 3:
        text = text.replace("= ", chance.choice(("= -", "= 99999", "= [", '= "')), 1 + chance.randrange(3))
    else:
        return {**texts, chance.choice(("weapon.toml", "scenarios/a.toml", "values.toml")): text}
    return {**texts, name: text}
