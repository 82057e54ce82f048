"""Units of a pack come to the points that they say, and keep the rules of building."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.rulesets.common.packs import load_pack
from hulldown.server.workshop.packs import PackIn, judged

VEHICLE = "bastion"


def printed(ruleset: str, table: str, name: str) -> dict[str, object]:
    text = (Path(rulesets.__file__).parent / ruleset / "units.toml").read_text()
    entry: dict[str, object] = tomllib.loads(text)[table][name]
    return entry


def refused(ruleset: str, table: str, entries: Mapping[str, Mapping[str, object]]) -> list[str]:
    """What is wrong with a pack of these entries, the same from a file and from the Workshop's form."""
    units = "".join(f"[{table}.{name}]\n{toml_text(entry)}" for name, entry in entries.items())
    sheet = f'name = "Mine"\nruleset = "{ruleset}"\n'
    form = PackIn(ruleset=ruleset, sheet={"name": "Mine"}, units={table: dict(entries)})
    faults = judged(rulesets.get(ruleset), form).faults
    try:
        load_pack(PackFiles("mine", {"pack.toml": sheet, "units.toml": units}))
    except CatalogueError as wrong:
        assert len(faults) == len(wrong.lines)
        return [re.sub(r"^mine/units.toml:\d+: ", "", line) for line in wrong.lines]
    assert not faults
    return []


def test_a_vehicle_of_a_pack_comes_to_its_points_and_health() -> None:
    own = printed("agrav", "vehicles", VEHICLE)
    assert refused("agrav", "vehicles", {"own": {**own, "name": "Own"}}) == []
    spent, health = int(str(own["spent"])), int(str(own["health"]))
    wrong = {**own, "name": "Own", "spent": spent + 1, "health": health - 1}
    assert refused("agrav", "vehicles", {"own": wrong}) == [
        f"vehicles.own.spent: should be {spent} (AG-5.1)",
        f"vehicles.own.health: should be {health} (AG-5.1)",
    ]
    assert refused("agrav", "vehicles", {VEHICLE: {"health": health + 7}}) == [
        f"vehicles.{VEHICLE}.health: should be {health} (AG-5.1)"
    ]


def test_a_vehicle_of_a_pack_keeps_its_budget_unless_it_says_that_it_does_not() -> None:
    own = {**printed("agrav", "vehicles", VEHICLE), "name": "Own", "budget": "light"}
    assert any("costs more than its budget class has (AG-5.6)" in line for line in refused(
        "agrav", "vehicles", {"own": own}
    ))  # fmt: skip
    said = refused("agrav", "vehicles", {"own": {**own, "by_the_rules": False}})
    assert not any("budget class" in line for line in said)


def test_a_change_of_prices_is_no_mistake_of_units_that_a_pack_leaves_alone() -> None:
    assert refused("agrav", "weapons", {"cannon100": {"cost": 30}}) == []


def test_a_build_of_a_pack_comes_to_its_points_within_its_budget() -> None:
    own = printed("tank_commander", "builds", "Hunter")
    assert refused("tank_commander", "builds", {"Own": own}) == []
    points = int(str(own["points"]))
    (line,) = refused("tank_commander", "builds", {"Own": {**own, "points": points + 1}})
    assert line == f"builds.Own.points: it costs {points}, not {points + 1} (TC-2.4)"
    dear = {**own, "armor": {"front": 12, "side": 12, "rear": 12}}
    assert any("it costs" in line for line in refused("tank_commander", "builds", {"Own": dear}))
