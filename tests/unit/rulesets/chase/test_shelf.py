"""A ruleset with packs over its files answers from its own shelf, whichever was asked last."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import duel, give

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.overlay import Layer
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.chase.game import RULESET
from hulldown.rulesets.chase.state import SIDE_TANKS
from hulldown.rulesets.chase.words import parse_action
from hulldown.rulesets.common.explanation import open_log


def renamed(name: str, hull: int) -> Ruleset:
    """The rules with a Warden of another name and hull points, and a tank beside it."""
    text = f"""
[tanks.warden]
name = "{name}"
hull = {hull}

[tanks.lynx]
name = "Lynx of {name}"
type = "scout"
hull = 5
armor = {{ front = 12, side = 10, rear = 8 }}
top_speed = 5
agility = 1
weapon = "medium_gun"
mount = "turret"
points = 90
text = "Mine."
source = "CH-10.1"
"""
    return RULESET.under((Layer("units.toml", text, f"{name}/units.toml"),))


OLD, NEW = renamed("Old Warden", 9), renamed("New Warden", 4)
EACH = ((OLD, "Old Warden", 9), (RULESET, "Warden", 6), (NEW, "New Warden", 4)) * 2


def test_every_part_says_the_names_and_numbers_of_its_shelf() -> None:
    for rules, name, hull in EACH:
        s = rules.set_up("even_ground", None, None)
        assert s.tanks[0].profile.hull == hull
        assert rules.table.cards(s, None)[0].name == name
        assert [mark.name for mark in rules.table.scene(s, None).units] == [name, name]
        assert name in rules.speech.tell(s, None, open_log())[1].text
        assert name in {text.partition(",")[0] for _, text, _ in rules.situations.form()[1].fields[0].values}
        assert rules.situations.pose({}).title.startswith(f"{name} on Maneuver")
        assert rules.builds and rules.builds.card({"build": "warden"}, None).name == name
        assert rules.builds.judge({"build": "warden"}).said[1].startswith(f"hull {hull},")


def test_a_tank_of_a_pack_is_fielded_with_that_pack_only() -> None:
    forces = {"A1": {"tank": "lynx"}}
    for rules, name, _ in EACH:
        if rules is RULESET:
            with pytest.raises(CatalogueError, match="lynx"):
                rules.set_up("even_ground", None, forces)
        else:
            s = rules.set_up("even_ground", None, forces)
            assert rules.table.cards(s, None)[0].name == f"Lynx of {name}"


def test_sums_name_the_enemy_as_its_shelf_does() -> None:
    s = give(duel("warden", "warden", range="Close"), "A1 pursue, B1 maneuver", 4, 3, 6, 5)
    s = give(give(s, "A1 shift -2"), "B1 face B1 front")
    for rules, name, _ in EACH:
        assert rules.odds.explain(s, (parse_action(s, 0, "A1 ram yes"),)).title == f"A1: ram B1 {name}"


def test_the_handbook_of_a_solution_names_tanks_as_its_shelf_does() -> None:
    """The duel itself is solved once."""
    s = duel("warden", "warden", turns=1)
    for t in (0, SIDE_TANKS):
        s.tanks[t].profile.hull = s.tanks[t].now.hull = 1
    solutions = [(name, rules.computers.solving().solve(s)) for rules, name, _ in EACH]
    for name, solution in solutions:
        damaged = [table.title for table in solution.table() if "damaged" in table.title]
        assert damaged and all(title.startswith(f"Last turn: {name} ") for title in damaged)


def test_the_same_layers_are_the_same_ruleset() -> None:
    assert renamed("Old Warden", 10) is renamed("Old Warden", 10) and OLD is not NEW
    assert OLD.under(()) is RULESET
    assert OLD.layers and not RULESET.layers
    assert OLD.rules is RULESET.rules
