"""Whose fate an order is about, and a fate as named facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.shared.dicing import OFF
from hulldown.rulesets.warstrike.codes import NOBODY, Fate, Phase, Verb
from hulldown.rulesets.warstrike.fate import outcome, unpacked
from hulldown.rulesets.warstrike.state import State

OWN = (Verb.ACTIVATE, Verb.ACT)


def subject(s: State, a: Action) -> int:
    """The unit whose fate the odds of an order are about, NOBODY where none is at stake at once."""
    if a.verb == Verb.FIRE:
        return int(a.target)
    if a.verb == Verb.SNAP and a.choice == 1:
        return int(s.acting)
    if a.verb in OWN or (a.verb in (Verb.MARCH, Verb.END) and s.phase == Phase.MOVE):
        return int(a.actor)
    return NOBODY


@dataclass(frozen=True)
class Change:
    """A unit before an order and one fate after it."""

    models_before: int
    markers_before: int
    models: int
    markers: int
    fate: Fate

    @property
    def lost(self) -> int:
        """Models lost; those of a unit that left alive are none (WS-10.16)."""
        return 0 if self.fate == Fate.LEFT else self.models_before - self.models

    @property
    def gained(self) -> int:
        """Markers more than before; below 0 for markers that came off."""
        return self.markers - self.markers_before

    @property
    def destroyed(self) -> bool:
        """Whether it is destroyed (WS-13.1)."""
        return self.fate == Fate.DESTROYED

    @property
    def left(self) -> bool:
        """Whether it left the table alive (WS-10.16)."""
        return self.fate == Fate.LEFT


def change_of(before: State, k: int, number: int) -> Change:
    """What became of a unit, as an outcome number says it."""
    models_before, markers_before, _ = unpacked(outcome(before, OFF, k))
    models, markers, fate = unpacked(number)
    return Change(models_before, markers_before, models, markers, Fate(fate))


def outcome_facts(before: State, k: int, number: int) -> dict[str, Any]:
    """A fate in words: {"models": 8, "lost": 2, "markers": 1, "destroyed": False, "left": False}."""
    if k == NOBODY:
        return {}
    change = change_of(before, k, number)
    return {
        "models": change.models,
        "lost": change.lost,
        "markers": change.markers,
        "destroyed": change.destroyed,
        "left": change.left,
    }
