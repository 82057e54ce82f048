"""What the tellers of all chapters share: names, the sentence under way, hexes, action points."""

from __future__ import annotations

from hulldown.kernel.hexes import name_of
from hulldown.rulesets.common import log
from hulldown.rulesets.common.log import Draft
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.codes import NOBODY
from hulldown.rulesets.tank_commander.events import event
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.reasons import Sum
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import SHELL_NAMES, WAYS

UPKEEP = (
    events.turn_started,
    events.end_phase_began,
    events.weather_rolled,
    events.burned,
    events.cook_off_rolled,
    events.scored,
)


class Teller(log.LogWriter[State]):
    """Turns the events of one action into sentences. Headline events open one, the others add to it."""

    kinds = event
    upkeep = UPKEEP
    about_target = True
    modifier = staticmethod(Sum.modifier)

    def under_way(self) -> Draft:
        """The sentence under way; one is begun if the event comes by itself."""
        if not self.drafts or self.drafts[-1].heading:
            self.open("Then" if self.row.target == NOBODY else self.unit(self.row.target))
        return self.drafts[-1]

    def add(self, clause: str, *rules: str) -> Draft:
        """A clause of the sentence under way."""
        draft = self.under_way()
        if clause:
            draft.clauses.append(clause)
        draft.rules += rules or self.kind.rules
        return draft

    def unit(self, u: int) -> str:
        return "{" + unit_id(self.s, u) + "}"

    def cell(self, cell: int) -> str:
        return name_of(cell)

    def way(self, facing: int) -> str:
        return WAYS[facing]

    def facing(self, facing: int) -> str:
        """Where it looks, if it looks anywhere."""
        return f" facing {WAYS[facing]}" if facing >= 0 else ""

    def shell(self, shell: int) -> str:
        return SHELL_NAMES[shell]

    def left(self, points: int) -> str:
        return f"{points} AP left"

    def and_points(self, points: int) -> str:
        """Action points left, if it took any."""
        return f", {self.left(points)}" if points >= 0 else ""
