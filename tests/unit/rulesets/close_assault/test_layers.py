"""Layers over the units: every part of a ruleset names their unit, and the printed ruleset its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hulldown.catalogue.overlay import Layer
from hulldown.kernel.actions import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.close_assault.game import RULESET

LAYERS = (Layer("units.toml", '[units.rhino]\nname = "Mule"\n', "Mules/units.toml"),)


def battle(ruleset: Ruleset) -> Any:
    """Three Rhinos among others, set up."""
    return ruleset.set_up("iron_wedge")


def shock(ruleset: Ruleset) -> Evaluation:
    """A Rhino before its Tank Shock."""
    return ruleset.need_situations().pose({"what": "shock", "a": {"charged": 5}})


PARTS: dict[str, Callable[[Ruleset], object]] = {
    "units": lambda ruleset: ruleset.files.units(),
    "cards": lambda ruleset: ruleset.table.cards(battle(ruleset), 0),
    "scene": lambda ruleset: ruleset.table.scene(battle(ruleset), 0),
    "pieces": lambda ruleset: ruleset.table.pieces and ruleset.table.pieces(battle(ruleset)),
    "buttons": lambda ruleset: ruleset.table.orders(shock(ruleset).state, 0),
    "log": lambda ruleset: ruleset.speech.tell(battle(ruleset), None, blank(Log)),
    "explanation": lambda ruleset: ruleset.explain(shock(ruleset).state, [shock(ruleset).order]).title,
    "garage": lambda ruleset: ruleset.need_builds().garage().samples,
    "unit card": lambda ruleset: ruleset.need_builds().card({"build": "rhino"}),
    "editor": lambda ruleset: ruleset.editor and ruleset.editor.info().units,
    "form": lambda ruleset: ruleset.need_situations().form(),
    "situation": lambda ruleset: shock(ruleset).title,
    "reports": lambda ruleset: ruleset.list_reports(),
    "report": lambda ruleset: ruleset.report("compare", {}).title,
}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_names_the_unit_of_the_layers(part: str) -> None:
    assert "Rhino" in str(PARTS[part](RULESET))
    layered = str(PARTS[part](RULESET.under(LAYERS)))
    assert "Mule" in layered and "Rhino" not in layered
    assert "Mule" not in str(PARTS[part](RULESET))


def test_equal_layers_have_the_same_ruleset() -> None:
    layered = RULESET.under(LAYERS)
    assert RULESET.under((replace(LAYERS[0]),)) is layered and layered.under(()) is RULESET
    assert layered.rules is RULESET.rules and layered.layers == LAYERS
