"""What every chapter of the log needs: names, lengths, places."""

from __future__ import annotations

from typing import Any

from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.events import event
from hulldown.rulesets.close_assault.naming import (
    detachment_name,
    facing_words,
    model_name,
    unit_name,
    weapon_name,
)
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import State, is_vehicle
from hulldown.rulesets.common import log
from hulldown.rulesets.common.events import EventKind
from hulldown.rulesets.common.names import spot

DIE = 6


UPKEEP = (
    events.round_started,
    events.rallied,
    events.objective_scored,
    events.objective_tied,
    events.extra_scored,
    events.round_ended,
    events.fled,
)


class Teller(log.LogWriter[State]):
    """Turns the events of one action into sentences."""

    kinds = event
    upkeep = UPKEEP
    modifier = staticmethod(Sum.modifier)

    def unit(self, k: int) -> str:
        """A detachment as the page styles it."""
        return "{" + detachment_name(self.s, k) + "}"

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a detachment of one by the detachment's name."""
        k = self.of(m)
        return self.unit(k) if self.s.detachment[k].size == 1 else "{" + model_name(self.s, m) + "}"

    def full(self, k: int) -> str:
        """A detachment with what it is called."""
        return f"{self.unit(k)} ({unit_name(self.s, k)})"

    def of(self, m: int) -> int:
        """The detachment of a model."""
        return int(self.s.model[m].detachment)

    def weapon(self, m: int, w: int) -> str:
        """A weapon of a model."""
        return weapon_name(self.s, self.of(m), w)

    def later(self, kind: EventKind[Any]) -> list[Any]:
        """The events of a kind that follow, each read."""
        return kind.among(self.rows[self.at + 1 :])


# ---------------------------------------------------------------- lengths


def way_of(way: Any) -> int:
    """How long the straight way of an event is."""
    return length(way.x - way.from_x, way.y - way.from_y)


def ends_at(t: Teller, way: Any) -> str:
    """Where a way ends, and how a vehicle faces there."""
    facing = f", {facing_words(way.facing)}" if is_vehicle(t.s, way.model) else ""
    return f"to {spot(way.x, way.y)}{facing}"
