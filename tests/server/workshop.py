"""A ruleset whose units are designs of AGrav: a garage of any fields, with a game known by heart."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.server.pebbles import Pebbles

from hulldown import rulesets
from hulldown.rulesets.agrav import garage, printing, verdict
from hulldown.rulesets.face.garage import BuildVerdict, Garage, UnitCard

Chosen = Mapping[str, str | int | bool]
MODULE = "hulldown.rulesets.workshop"


class Workshop(Pebbles):
    """Pebbles whose players also build vehicles."""

    id = "workshop"
    name = "Workshop"

    def judge_build(
        self, build: Mapping[str, Any] | Path, options: Chosen | None = None, points: int | None = None
    ) -> BuildVerdict:
        return verdict.judge(build, options, points)

    def garage(self, options: Chosen | None = None) -> Garage:
        return garage.garage(options)

    def read_build(self, build: Mapping[str, Any] | str) -> dict[str, Any]:
        return garage.read_build(build)

    def write_build(self, build: Mapping[str, Any]) -> str:
        return garage.write_build(build)

    def unit_card(self, build: Mapping[str, Any], options: Chosen | None = None) -> UnitCard:
        return printing.unit_card(build, options)


def install() -> None:
    """Put it where the registry looks for it, in this process only."""
    module = ModuleType(MODULE)
    module.RULESET = Workshop()  # type: ignore[attr-defined]
    sys.modules[MODULE] = module
    rulesets.BUILT_IN = (*rulesets.BUILT_IN, Workshop.id)


def remove() -> None:
    """Take it away again."""
    rulesets.BUILT_IN = tuple(name for name in rulesets.BUILT_IN if name != Workshop.id)
    sys.modules.pop(MODULE, None)
    rulesets.get.cache_clear()
