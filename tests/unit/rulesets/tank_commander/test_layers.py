"""Rulesets with packs over their files beside each other: each answers from its own shelf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.tank_commander.game import RULESET
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.state import Phase

PACK = """[units.tank]
name = "{name}"
hull_points = {points}

[builds.{name}]
unit = "tank"
points = 0
armor = {{ front = 6, side = 6, rear = 6 }}
text = "A tank with nothing on it."
source = "TC-2.6"
"""
PRINTED = ("Battle tank", 4, RULESET)


def under(name: str, points: int) -> tuple[str, int, Ruleset]:
    text = PACK.format(name=name, points=points)
    return name, points, RULESET.under((Layer("units.toml", text, f"{name}/units.toml"),))


BESIDE_EACH_OTHER = (under("Ostrich", 5), PRINTED, under("Heron", 7))


def field_bare_tank(r: Ruleset) -> Any:
    return r.set_up("skirmish", {}, {"A1": {"armor": {"front": 6, "side": 6, "rear": 6}}})


def offered(r: Ruleset) -> str:
    (unit,) = (field for field in r.need_situations().form({})[0].fields if field.id == "shooter.what")
    return next(text for value, text, _ in unit.values if value == "tank")


# What calls the battle tank by its name in a ruleset.
SURFACES: dict[str, Callable[[Ruleset], str]] = {
    "card": lambda r: str(r.table.cards(field_bare_tank(r), None)[0].name),
    "board": lambda r: r.table.scene(field_bare_tank(r), None).units[0].name,
    "pieces": lambda r: next(iter(r.table.pieces(field_bare_tank(r)))).name,
    "garage": lambda r: r.need_builds().garage({}).units[0].name,
    "verdict": lambda r: r.need_builds().judge({"unit": "tank"}).name,
    "printed card": lambda r: r.need_builds().card({"unit": "tank"}).name,
    "form": offered,
    "situation": lambda r: r.need_situations().pose({"shooter": {"what": "tank"}}).title.partition(",")[0],
    "editor": lambda r: next(one.name for one in r.editor.info().units if one.id == "tank"),
}


@pytest.mark.parametrize("surface", SURFACES)
def test_each_ruleset_calls_a_tank_as_its_own_pack_does(surface: str) -> None:
    call = SURFACES[surface]
    assert [call(r) for _, _, r in BESIDE_EACH_OTHER] == [name for name, _, _ in BESIDE_EACH_OTHER]


def test_each_ruleset_fields_a_tank_as_its_own_pack_builds_it() -> None:
    fielded = [field_bare_tank(r).units[0].full for _, _, r in BESIDE_EACH_OTHER]
    assert fielded == [points for _, points, _ in BESIDE_EACH_OTHER]


def test_each_ruleset_has_campaigns_of_its_own() -> None:
    """TC-14.14: a campaign begins with the sample builds of its own packs."""
    for name, _, r in BESIDE_EACH_OTHER:
        samples = {sample.id for sample in r.need_campaign().offer().samples}
        assert samples - set(SHELF.units().builds) == ({name} if r.layers else set())


def test_buttons_and_reckonings_name_a_tank_as_its_own_pack_does() -> None:
    for name, _, r in BESIDE_EACH_OTHER:
        s = field_bare_tank(r)
        s.phase, s.seat = Phase.CHOOSE, 0
        assert [button.detail for button in r.table.orders(s, 0) if button.unit == "A1"] == [name]
        posed = r.need_situations().pose({"target": {"what": "tank"}})
        assert r.odds.explain
        assert r.odds.explain(posed.state, posed.plan).title == f"AT at B1 {name}"


def test_what_a_shelf_has_read_is_not_read_again() -> None:
    """A key that is another each time would fill the memory of a shelf."""
    for _, _, r in BESIDE_EACH_OTHER:
        shelf = SHELF.under(r.layers)
        r.set_up("skirmish")
        r.need_situations().form({})
        known = dict(shelf.memory)
        r.set_up("skirmish")
        r.need_situations().form({})
        assert shelf.memory == known


def test_equal_layers_are_one_ruleset_and_no_layers_are_the_printed_one() -> None:
    ostrich, again = under("Ostrich", 5)[2], under("Ostrich", 5)[2]
    assert ostrich is again and ostrich.under(()) is RULESET
    assert ostrich.rules is RULESET.rules and ostrich.computers is RULESET.computers
