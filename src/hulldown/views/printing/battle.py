"""What of a battle is printed: its position at the start, its units, their cards, the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hulldown.catalogue import OwnFile, read_text
from hulldown.rulesets.api.files import Components, RosterUnit, ScenarioInfo
from hulldown.rulesets.api.garage import Builds, Chosen, Forces, UnitCard
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids, PlaneAids, PlaneScene, Scene, UnitMark


@dataclass(frozen=True)
class PrintedBattle:
    """A scenario as it is printed. `cards` are those of the units that are built, by side."""

    ruleset: Ruleset
    info: ScenarioInfo
    scene: Scene
    marks: tuple[UnitMark, ...]
    kit: Components
    cards: tuple[tuple[int, UnitCard], ...]
    changed: Mapping[str, str]
    departures: tuple[str, ...]

    @property
    def title(self) -> str:
        """What stands on every page."""
        return f"{self.ruleset.name}, {self.info.name}"


def battle_of(
    ruleset: Ruleset,
    scenario: str | Path | OwnFile,
    chosen: Chosen | None = None,
    forces: Forces | None = None,
) -> PrintedBattle:
    """A scenario under these options. CatalogueError names what is wrong with it."""
    chosen, forces = chosen or {}, forces or {}
    s = ruleset.set_up(scenario, chosen, forces)
    listed = ruleset.files.scenarios()
    if isinstance(scenario, Path):
        scenario = OwnFile(scenario.name, read_text(scenario, str(scenario)))
    own = scenario
    info = listed[own] if isinstance(own, str) else ruleset.files.own_scenario(own)
    scene = ruleset.table.scene(s, None)
    scene = replace(scene, aids=PlaneAids() if isinstance(scene, PlaneScene) else Aids())
    values = ruleset.files.values()
    return PrintedBattle(
        ruleset,
        info,
        scene,
        tuple(ruleset.table.pieces(s)) if ruleset.table.pieces else tuple(scene.units),
        ruleset.components(s),
        tuple(cards(ruleset, info, chosen, forces)),
        {name: str(value) for name, value in chosen.items() if name in values},
        tuple(departures(ruleset, chosen)),
    )


def departures(ruleset: Ruleset, chosen: Chosen) -> list[str]:
    """What is chosen and not as printed, in words."""
    known = {**ruleset.files.options(), **{k: v.option for k, v in ruleset.files.values().items()}}
    words = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in chosen.items()
    }
    return [
        f"{name} = {word} ({known[name].rule}): {known[name].text}"
        for name, word in words.items()
        if name in known and word != known[name].default
    ]


def cards(ruleset: Ruleset, info: ScenarioInfo, chosen: Chosen, forces: Forces) -> list[tuple[int, UnitCard]]:
    """The card of every unit of the roster, with the unit's name before its own."""
    builds = ruleset.builds
    if builds is None:
        return []
    unit_cards = []
    for unit in info.roster:
        build = build_of(builds, unit, chosen, forces)
        if build is not None:
            card = builds.card(build, chosen)
            unit_cards.append((unit.side, replace(card, name=f"{unit.unit} {card.name}")))
    return unit_cards


def build_of(builds: Builds, unit: RosterUnit, chosen: Chosen, forces: Forces) -> Mapping[str, Any] | None:
    """What a unit of the roster is built as: by a player, or as it is printed; None for what is not built."""
    if unit.unit in forces:
        return forces[unit.unit]
    samples = builds.garage(chosen).samples
    by_id = {sample.id: sample.build for sample in samples}
    by_name = {sample.name: sample.build for sample in samples}
    keys = (key for key in (unit.sample, *unit.kinds) if key in by_id)
    return by_id.get(unit.sample) or by_name.get(unit.name) or by_id.get(next(keys, ""))
