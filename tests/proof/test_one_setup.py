"""Random packs over one another: every surface plays the same numbers, units and options.

Packs of changed options, numbers, units and scenarios are laid over each other by chance; what is asked of
them in a game, on a card, in print, in the garage, on the odds page and in a study must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError, as_word
from hulldown.catalogue.load import parse_toml, toml_text
from hulldown.lab.plan import PreparedSetting, Setting
from hulldown.lab.study import BOOK, Arm, Study
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Pack, load_pack
from hulldown.views.printing.booklet import battle_of
from hulldown.views.text import card_text

FOLDERS = Path(rulesets.__file__).parent
EACH = 40  # packs of each ruleset, 200 in all
FIELDED = {  # the table whose entries are fielded, and numbers of them that no map or budget hangs on
    "tank_commander": ("builds", ()),
    "agrav": ("vehicles", ()),
    "close_assault": ("units", ("movement", "caf", "wounds")),
    "warstrike": ("units", ("mv", "bs", "vp")),
    "chase": ("tanks", ("hull", "agility", "points")),
}


@cache
def shipped(ruleset: str) -> dict[str, dict[str, Any]]:
    """The scenarios that come with a game, as data."""
    folder = FOLDERS / ruleset / "scenarios"
    return {
        path.stem: parse_toml(path.read_text("utf-8"), path.name) for path in sorted(folder.glob("*.toml"))
    }


def some_variants(chance: Random, ruleset: str, most: int) -> dict[str, Any]:
    """Options and numbers that are not as printed."""
    files = rulesets.get(ruleset).files
    known: list[tuple[str, list[Any]]] = []
    for name, option in files.options().items():
        known.append((name, [value for value in option.values if value != option.default]))
    for name, number in files.values().items():
        near = [number.default - 1, number.default + 1]
        known.append((name, [n for n in near if number.low <= n <= number.high and n == int(n)]))
    picked = chance.sample([entry for entry in known if entry[1]], chance.randint(0, most))
    return {name: chance.choice(values) for name, values in picked}


def some_units(chance: Random, ruleset: str) -> dict[str, Any]:
    """Changed units, and sometimes a new one: a copy with a name and numbers of its own."""
    table, numbers = FIELDED[ruleset]
    known = rulesets.get(ruleset).files.tables()["units.toml"][table]
    units: dict[str, Any] = {}
    if numbers and chance.random() < 0.7:
        name = chance.choice(list(known))
        changed = {key: known[name][key] + 1 for key in numbers if isinstance(known[name].get(key), int)}
        units[name] = changed
    if chance.random() < 0.5:
        units["of_mine"] = {**deepcopy(known[chance.choice(list(known))]), "name": "Möwe"}
    return {table: {name: entry for name, entry in units.items() if entry}}


def some_pack(chance: Random, ruleset: str, folder: Path) -> Pack:
    """A pack that can be played; one that cannot is another."""
    while True:
        variants, units = some_variants(chance, ruleset, 4), some_units(chance, ruleset)
        options = rulesets.get(ruleset).files.options()
        sheet: dict[str, Any] = {"name": f"Pack {folder.name}", "ruleset": ruleset}
        text = toml_text(sheet)
        for kind, wanted in (("options", True), ("values", False)):
            part = {name: value for name, value in variants.items() if (name in options) is wanted}
            text += f"\n[{kind}]\n{toml_text(part)}"
        (folder / "scenarios").mkdir(parents=True, exist_ok=True)
        (folder / "pack.toml").write_text(text, "utf-8")
        (folder / "units.toml").write_text(toml_text(units), "utf-8")
        name, data = chance.choice(list(shipped(ruleset).items()))
        own = {**data, "name": f"{name} of {folder.name}"}
        own["options"] = {**data.get("options", {}), **some_variants(chance, ruleset, 2)}
        (folder / "scenarios" / f"mine_{folder.name}.toml").write_text(toml_text(own), "utf-8")
        try:
            return load_pack(folder)
        except CatalogueError:
            continue


def some_content(seed: str, ruleset: str, tmp_path: Path) -> tuple[Content, list[Path], str, dict[str, Any]]:
    """What can be played of packs over one another: the content, the packs, a scenario, choices."""
    chance = Random(seed)
    while True:
        folders = [tmp_path / f"{chance.randrange(10**6)}" for _ in range(chance.randint(1, 3))]
        packs = [some_pack(chance, ruleset, folder) for folder in folders]
        try:
            bare = Content.resolve(ruleset, packs)
            scenario = chance.choice(list(bare.scenarios()))
            chosen = some_variants(chance, ruleset, 3)
            content = bare.choosing(chosen).on(scenario)
            content.set_up()
        except CatalogueError:
            continue
        return content, folders, scenario, chosen


def in_position(content: Content, state: Any) -> Iterator[tuple[str, str]]:
    """Every option and number as a position has it, in words."""
    for name, variant in variants_of(content.ruleset.id).items():
        yield name, as_word(variant.decode(int(getattr(state.options, name))))


def variants_of(ruleset: str) -> Mapping[str, Any]:
    """The options and numbers of a ruleset, which know how a position holds them."""
    chapter = "missions" if ruleset == "tank_commander" else "catalogue"
    variants: Mapping[str, Any] = import_module(f"hulldown.rulesets.{ruleset}.{chapter}").SHELF.variants()
    return variants


@pytest.mark.landing
@pytest.mark.parametrize("number", range(EACH))
@pytest.mark.parametrize("name", FIELDED)
def test_every_surface_plays_the_same(name: str, number: int, tmp_path: Path) -> None:
    content, folders, scenario, chosen = some_content(f"{name} {number}", name, tmp_path)
    ruleset, start = content.ruleset, content.set_up()
    digest = ruleset.digest(start)
    words = {variant: entry.word for variant, entry in content.in_force().items()}
    assert {variant: words[variant] for variant, _ in in_position(content, start)} == dict(
        in_position(content, start)
    )
    by_name = content.ruleset.files.options()
    options = {key: value for key, value in chosen.items() if key in by_name}
    values = {key: value for key, value in chosen.items() if key not in by_name}
    setup = hulldown.Setup(name, packs=folders, scenario=scenario, options=options, values=values)
    assert setup.digest == content.digest
    game_agrees(setup, digest)
    print_agrees(content)
    garage_agrees(content)
    odds_agree(content)
    study_agrees(name, folders, scenario, options, values, digest)


def game_agrees(setup: hulldown.Setup, digest: str) -> None:
    """A game, its save and its position."""
    game = setup.game(seed=1)
    assert game.digest == digest
    again = hulldown.load(game.save())
    assert again.digest == digest and again.options == game.options
    assert hulldown.from_position(game.position()).digest == digest


def print_agrees(content: Content) -> None:
    """The printed battle names exactly what is not as printed, and has the cards of its units."""
    battle = battle_of(content)
    differing = [change for change in content.differences() if change.kind in ("option", "value")]
    assert [line.split(" = ")[0] for line in battle.departures] == [change.id for change in differing]
    values = content.ruleset.files.values()
    numbers = {name: entry.word for name, entry in content.in_force().items() if name in values}
    assert all(numbers[name] == as_word(value) for name, value in battle.changed.items())
    assert all(
        numbers[name] == values[name].option.default for name in numbers.keys() - battle.changed.keys()
    )


def garage_agrees(content: Content) -> None:
    """What a battle fields, the garage offers; its card in print is that of the garage."""
    builds = content.ruleset.need_builds()
    offered = {sample.id: sample for sample in builds.garage(content.variants).samples}
    for unit, (_, card) in zip(content.info.roster, battle_of(content).cards, strict=True):
        build = unit.build or offered[unit.sample].build
        alone = builds.card(build, content.variants)
        assert card_text(card)[1:] == card_text(alone)[1:]
        assert card.name == f"{unit.unit} {alone.name}"


def odds_agree(content: Content) -> None:
    """A situation is posed under what is in force, as far as a single order can be."""
    posed = content.pose({})
    found = dict(in_position(content, posed.state))
    form = {field.id for group in content.ruleset.need_situations().form({}) for field in group.fields}
    values = content.ruleset.files.values()
    for name, entry in content.in_force().items():
        if f"options.{name}" in form or name in values:
            assert found[name] == entry.word


def study_agrees(
    name: str,
    folders: list[Path],
    scenario: str,
    options: Mapping[str, Any],
    values: Mapping[str, Any],
    digest: str,
) -> None:
    """The games of a study begin at the same position."""
    arm = Arm(options=options, values=values, packs=tuple(map(str, folders)))
    study = Study(
        kind="profile", ruleset=name, scenarios=(scenario,), players=("random", "random"), arms={BOOK: arm}
    )
    setting = Setting(BOOK, scenario, ("random", "random"))
    prepared = PreparedSetting(study, study.arms, Path("."), setting)
    assert prepared.ruleset.digest(prepared.start) == digest
