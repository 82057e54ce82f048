"""Layers over the units: every part names their vehicle and weapon, the printed ruleset its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hulldown.catalogue.overlay import Layer
from hulldown.kernel.actions import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import Evaluation

LAYERS = (
    Layer(
        "units.toml",
        '[vehicles.bastion]\nname = "Goliath"\n[weapons.cannon100]\nname = "Thunderer"\n',
        "Titans/units.toml",
    ),
)


def battle(ruleset: Ruleset) -> Any:
    """A Bastion and a Strider, set up."""
    return ruleset.set_up("crossroads")


def shot(ruleset: Ruleset) -> Evaluation:
    """A Bastion fires its cannon at a Bastion."""
    return ruleset.need_situations().pose({"target": {"what": "bastion"}})


def log_of_seat(ruleset: Ruleset) -> object:
    s = battle(ruleset)
    return ruleset.secrets.log_for and ruleset.secrets.log_for(s, s, None, blank(Log), 0)


def previews(ruleset: Ruleset) -> object:
    foresight = ruleset.foresight
    return foresight and list(foresight.shots(shot(ruleset).state, "A1"))


OF_VEHICLE: dict[str, Callable[[Ruleset], object]] = {
    "units": lambda ruleset: ruleset.files.units(),
    "cards": lambda ruleset: ruleset.table.cards(battle(ruleset), 0),
    "scene": lambda ruleset: ruleset.table.scene(battle(ruleset), 0),
    "pieces": lambda ruleset: ruleset.table.pieces and ruleset.table.pieces(battle(ruleset)),
    "buttons": lambda ruleset: ruleset.table.orders(shot(ruleset).state, 0),
    "log": lambda ruleset: ruleset.speech.tell(battle(ruleset), None, blank(Log)),
    "log of a seat": log_of_seat,
    "explanation": lambda ruleset: ruleset.explain(shot(ruleset).state, [shot(ruleset).order]).title,
    "garage": lambda ruleset: ruleset.need_builds().garage().samples,
    "unit card": lambda ruleset: ruleset.need_builds().card({"build": "bastion"}),
    "editor": lambda ruleset: ruleset.editor and ruleset.editor.info().units,
    "form": lambda ruleset: ruleset.need_situations().form({}),
    "situation": lambda ruleset: shot(ruleset).title,
}
OF_WEAPON: dict[str, Callable[[Ruleset], object]] = {
    "cards": OF_VEHICLE["cards"],
    "buttons": OF_VEHICLE["buttons"],
    "explanation": OF_VEHICLE["explanation"],
    "previews": previews,
    "unit card": OF_VEHICLE["unit card"],
    "form": OF_VEHICLE["form"],
    "situation": OF_VEHICLE["situation"],
    "facts": lambda ruleset: ruleset.odds.facts(shot(ruleset).state, 1, 0),
    "verdict": lambda ruleset: ruleset.need_builds().judge({"build": "bastion"}, None, None).lines,
}


@pytest.mark.parametrize("part", OF_VEHICLE)
def test_every_part_names_the_vehicle_of_the_layers(part: str) -> None:
    names_another(OF_VEHICLE[part], "Bastion", "Goliath")


@pytest.mark.parametrize("part", OF_WEAPON)
def test_every_part_names_the_weapon_of_the_layers(part: str) -> None:
    names_another(OF_WEAPON[part], "100 mm cannon", "Thunderer")


def names_another(part: Callable[[Ruleset], object], printed: str, theirs: str) -> None:
    assert printed in str(part(RULESET))
    layered = str(part(RULESET.under(LAYERS)))
    assert theirs in layered and printed not in layered
    assert theirs not in str(part(RULESET))


def test_equal_layers_have_the_same_ruleset() -> None:
    layered = RULESET.under(LAYERS)
    assert RULESET.under((replace(LAYERS[0]),)) is layered and layered.under(()) is RULESET
    assert layered.rules is RULESET.rules and layered.layers == LAYERS


LANCE = """\
[weapons.lance]
name = "Lance"
family = "gun"
penetration = 130
damage = 70
cost = 200
source = "AG-5.5"
[vehicles.bastion]
weapons = [{ weapon = "lance", mount = "turret" }]
"""


def test_an_order_names_the_weapon_of_the_layers() -> None:
    layered = RULESET.under((Layer("units.toml", LANCE, "Lancers/units.toml"),))
    s = shot(layered).state
    order = layered.speech.parse_action(s, 0, "A1 fire lance B1")
    assert layered.speech.action_text(s, order) == "A1 fire lance B1"
    with pytest.raises(ValueError, match="'cannon100' is no weapon of A1: there are lance"):
        layered.speech.parse_action(s, 0, "A1 fire cannon100 B1")


def test_layers_may_cost_more_than_a_class_has_but_the_sums_say_so() -> None:  # AG-5.6
    layered = RULESET.under((Layer("units.toml", LANCE, "Lancers/units.toml"),))
    said = [problem.what for problem in layered.files.sums() if problem.place[:2] == ("vehicles", "bastion")]
    assert said[0] == "costs more than its budget class has" and len(said) == 3
    assert not RULESET.files.sums()
