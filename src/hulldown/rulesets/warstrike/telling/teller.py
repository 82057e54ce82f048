"""What every chapter of the log needs: names, and dice in words."""

from __future__ import annotations

from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.common import log
from hulldown.rulesets.common.names import joined, spot
from hulldown.rulesets.warstrike import events
from hulldown.rulesets.warstrike.events import event
from hulldown.rulesets.warstrike.naming import model_id, unit_id, unit_name
from hulldown.rulesets.warstrike.reasons import Sum
from hulldown.rulesets.warstrike.state import State, is_single

DIE = 6


UPKEEP = (
    events.turn_started,
    events.morale_checked,
    events.objective_controlled,
    events.marker_shed,
    events.defenders_rose,
    events.objective_scored,
)


class Teller(log.LogWriter[State]):
    """Turns the events of one action into sentences."""

    kinds = event
    upkeep = UPKEEP
    modifier = staticmethod(Sum.modifier)
    unit_id = staticmethod(unit_id)
    is_called = staticmethod(unit_name)

    def model(self, m: int) -> str:
        """A model as the page styles it; that of a unit of one by the unit's name."""
        k = self.of(m)
        return self.unit(k) if is_single(self.s, k) else "{" + model_id(self.s, m) + "}"

    def of(self, m: int) -> int:
        """The unit of a model."""
        return int(self.s.model[m].unit)

    def enemy_of(self, k: int) -> str:
        """Who commands the other side than a unit's."""
        return self.side(1 - int(self.s.unit[k].side))

    def objective(self, i: int) -> str:
        """Where an objective is."""
        return spot(int(self.s.objective_x[i]), int(self.s.objective_y[i]))


# ---------------------------------------------------------------- dice


def digits(*numbers: int) -> tuple[int, ...]:
    """Faces that an event keeps as the digits of numbers."""
    return tuple(int(face) for number in numbers if number > 0 for face in str(number))


def format_faces(faces: tuple[int, ...]) -> str:
    """Faces in a sentence: "3, 5 and 1"."""
    return joined([str(face) for face in faces])


def thrown(
    faces: tuple[int, ...], text: str, rule: str, needed: int | None, passed: int, terms: tuple[Modifier, ...]
) -> Roll:
    """Dice thrown together, of which so many did it: coloured where all did, or none."""
    all_or_none = bool(passed) if passed in (0, len(faces)) else None
    return Roll(sum(faces), DIE, text, rule, needed, all_or_none, terms, faces)
