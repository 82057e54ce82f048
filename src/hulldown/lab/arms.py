"""What the games of a study are played with: the base, and what each arm changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, Entry, OptionValue, OwnFile, is_toml
from hulldown.catalogue.pack import ENDING as PACK
from hulldown.lab.unit_numbers import pack_of, pack_without
from hulldown.rulesets.api.garage import NoBuilds
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Pack, exported, load_pack, stacked

WORDS: Mapping[str, bool] = {"true": True, "false": False}


class StudyBase(Entry):
    """What all arms are played with. Paths are seen from the study's file.

    `forces` replaces units by name, each by what a build is called, the path of one, or the build itself.
    """

    options: dict[str, OptionValue] = Field(default_factory=dict)
    values: dict[str, OptionValue] = Field(default_factory=dict)
    packs: Annotated[tuple[str, ...], Field(max_length=16)] = ()
    forces: dict[str, str | dict[str, Any]] = Field(default_factory=dict)


class Arm(StudyBase):
    """One way to play: what is otherwise than in the base.

    `units` are numbers of units by their places ("tanks.warden.hull"), `off` house rules that are left out,
    by their ids. `force` is one side of a study of
    forces: builds as in `forces`, each of which takes the side's first place that is left for its kind.
    """

    units: dict[str, int | float] = Field(default_factory=dict)
    off: Annotated[tuple[str, ...], Field(max_length=16)] = ()
    force: Annotated[tuple[str | dict[str, Any], ...], Field(max_length=64)] = ()
    players: tuple[str, str] | None = None


def content_of(ruleset: str, layers: Sequence[StudyBase], folder: Path, scenario: str = "") -> Content:
    """What battles are made of that are played with a base and arms over it, the last on top; paths are seen
    from `folder`. CatalogueError where something is named that there is not.

    What a layer chooses goes before what packs of lower layers say, and a pack of it before what they choose.
    """
    options: dict[str, Any] = {}
    values: dict[str, Any] = {}
    forces: dict[str, Any] = {}
    units: dict[str, int | float] = {}
    off: tuple[str, ...] = ()
    packs: list[Pack] = []
    for layer in layers:
        own = [load_pack(folder / path) for path in layer.packs]
        packs += own
        stated = {name for pack in own for name in pack.chosen}
        options = {name: value for name, value in options.items() if name not in stated} | layer.options
        values = {name: value for name, value in values.items() if name not in stated} | layer.values
        forces |= {unit: path_from(folder, what) for unit, what in layer.forces.items()}
        units |= layer.units if isinstance(layer, Arm) else {}
        off += layer.off if isinstance(layer, Arm) else ()
    if units:
        packs.append(pack_of(stacked(rulesets.find(ruleset), packs).ruleset, units))
    if off:
        packs.append(pack_without(stacked(rulesets.find(ruleset), packs).ruleset, off))
    try:
        return Content.resolve(ruleset, packs, path_from(folder, scenario), options, values, forces)
    except NoBuilds as wrong:
        raise CatalogueError([str(wrong)]) from None


def path_from(folder: Path, what: Any) -> Any:
    """A path of a study, from its folder; whatever else as it is."""
    return folder / what if isinstance(what, str) and is_toml(what) else what


# ---------------------------------------------------------------- content as a base


def base_of(content: Content, folder: Path) -> tuple[dict[str, Any], str]:
    """A content as the data of a base, and its scenario as a study names it. What is in no file goes into
    one in `folder`.
    """
    values = content.ruleset.files.values()
    chosen = plain_values(content.chosen)
    base = {
        "options": {name: value for name, value in chosen.items() if name not in values},
        "values": {name: value for name, value in chosen.items() if name in values},
        "packs": [pack_path(pack, folder) for pack in content.stack.packs],
        "forces": {unit: dict(build) for unit, build in content.forces.items()},
    }
    return {name: what for name, what in base.items() if what}, scenario_word(content, folder)


def plain_values(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Options or numbers as a file has them, whoever chose them: `true`, 6, "either"."""
    return {name: plain_value(value) for name, value in chosen.items()}


def plain_value(value: Any) -> Any:
    """A value as a file has it: words for what is true or a whole number are such."""
    if not isinstance(value, str):
        return value
    return WORDS.get(value, int(value) if value.removeprefix("-").isdecimal() else value)


def pack_path(pack: Pack, folder: Path) -> str:
    """Where a pack lies; one that was not read from a file, or has changed there, is written down."""
    path = Path(pack.files.shown)
    try:
        if path.exists() and load_pack(path).files.texts == pack.files.texts:
            return str(path.resolve())
    except CatalogueError:
        pass
    return str(new_file(folder, pack.sheet.name, PACK, exported(pack)).resolve())


def scenario_word(content: Content, folder: Path) -> str:
    """A scenario as a study names it: by its id, or by the path of a file."""
    scenario = content.scenario
    if not isinstance(scenario, OwnFile):
        return scenario
    for name, file in content.stack.scenarios.items():
        if file is scenario:
            return name
    path = Path(scenario.name)
    if is_toml(scenario.name) and path.is_file() and path.read_text("utf-8") == scenario.text:
        return str(path.resolve())
    return str(scenario_file(scenario.text, content.info.name, folder).resolve())


def scenario_file(text: str, name: str, folder: Path) -> Path:
    """A scenario written down, called after its name: keys of games are made of what its file is called."""
    return new_file(folder, name, ".toml", text.encode())


def new_file(folder: Path, name: str, ending: str, data: bytes) -> Path:
    """A file with these bytes; of another that is called so it is told apart by a number."""
    word = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name.lower())
    word = word.strip("_")[:32] or "own"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, 1000):
        path = folder / f"{word}{f'-{number}' if number > 1 else ''}{ending}"
        if not path.exists():
            path.write_bytes(data)
        if path.read_bytes() == data:
            break
    return path
