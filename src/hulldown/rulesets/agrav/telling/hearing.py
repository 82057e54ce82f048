"""What one seat hears while units are hidden (AG-24.1, AG-24.3, AG-24.5).

Whose actions a seat does not notice does nothing in its log; a hit is told, but not who made it.
"""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav.accuracy import is_high
from hulldown.rulesets.agrav.codes import Standing
from hulldown.rulesets.agrav.naming import tile_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.ramming import strikes
from hulldown.rulesets.agrav.telling.teller import Teller, by_half
from hulldown.rulesets.face.ruleset import plain_events

PLACING = (Tell.STEP, Tell.REPOSITION, Tell.DEPLOYED)
MEETING = (Tell.REACTION_FIRE, Tell.CORNER_FIRE)
ACTING = (
    *PLACING,
    *MEETING,
    *(Tell.TURN, Tell.SHOT, Tell.ROLL, Tell.IN_FLIGHT, Tell.IMPACT, Tell.LOST_ROUND, Tell.RAM),
    *(Tell.SHIELD_TOGGLE, Tell.TRANSFER, Tell.REACTION_SET, Tell.SMOKE, Tell.CHARGE),
    *(Tell.HEAT_STEP, Tell.SHIELD_STEP, Tell.STUN_STEP),
)


class Ears:
    """Which units a seat (None: who looks on) saw during one action.

    `there` were in its sight when it ended, so that their place is known; `noticed` also those that were
    when it began, and those that met an enemy on the way.
    """

    def __init__(self, before: State, after: State, log: Log, seat: int | None) -> None:
        rows = [row for row in plain_events(log) if row.kind in MEETING]
        met = {u for row in rows for u in (row.actor, row.target)}
        self.before = self._seen(before, seat)
        self.there = self._seen(after, seat) | met
        self.noticed = self.before | self.there

    def _seen(self, s: State, seat: int | None) -> set[int]:
        return {u for u in range(s.count) if sees(s, u, seat)}


def sees(s: State, u: int, seat: int | None) -> bool:
    """Whether a unit is a seat's own, in sight of its side, or destroyed for all to see (AG-24.1)."""
    unit = s.units[u]
    in_sight = bool(s.known[1 - unit.side] >> u & 1)
    return unit.side == seat or in_sight or unit.standing == Standing.DESTROYED


# ---------------------------------------------------------------- what is told otherwise


def silent(t: Teller, row: Event) -> None:
    """Nothing is to be heard."""


def shot_unseen(t: Teller, row: Event) -> None:
    """Somebody fires; if it hits, that is told."""
    t.fired(row.actor, row.a, is_high(row.b))


def roll_unseen(t: Teller, row: Event) -> None:
    """A hit from an unseen unit; a round that is only on its way is not heard."""
    if row.b and not t.blow.high:
        t.begin(row, f"A shot from an unseen unit hits {t.aim(row)}", "AG-24.3")


def impact_unseen(t: Teller, row: Event) -> None:
    """A round from an unseen unit that hits."""
    t.fired(row.actor, abs(row.d) - 1, True)
    if row.d > 0:
        t.begin(row, f"A round from an unseen unit hits {t.aim(row)}", "AG-24.3")


def ram_unseen(t: Teller, row: Event) -> None:
    """Something breaks through a barricade."""
    strikes(t, row)
    t.begin(row, f"An unseen unit rams {t.aim(row)}", "AG-24.3")


def charge_unseen(t: Teller, row: Event) -> None:
    """A demolition charge goes off."""
    t.blow, t.struck = by_half(row.a), {}
    t.begin(row, f"A demolition charge goes off at {t.place(row.place)}", "AG-24.3")


def told_appearing(t: Teller, row: Event) -> None:
    """A unit steps into sight; where it came from nobody saw."""
    t.begin(row, f"{t.name(row.actor)} comes into sight at {tile_name(row.place)}", "AG-24.5")


def told_vanishing(t: Teller, row: Event) -> None:
    """A unit steps out of sight; where it went nobody sees."""
    t.begin(row, f"{t.name(row.actor)} goes out of sight", "AG-24.5")


UNSEEN: dict[Tell, Callable[[Teller, Event], None]] = {
    Tell.SHOT: shot_unseen,
    Tell.ROLL: roll_unseen,
    Tell.IMPACT: impact_unseen,
    Tell.RAM: ram_unseen,
    Tell.CHARGE: charge_unseen,
}


def otherwise(ears: Ears, row: Event) -> Callable[[Teller, Event], None] | None:
    """How an event is told to a seat that did not see all of it; None for one that is told as it is."""
    kind = Tell.of(row.kind)
    if kind not in ACTING:
        return None
    if row.actor not in ears.noticed:
        return UNSEEN.get(kind, silent)
    if kind == Tell.TRANSFER and row.target not in ears.noticed:
        return silent
    if kind in PLACING and row.actor not in ears.there:
        return told_vanishing
    return told_appearing if kind in PLACING and row.actor not in ears.before else None
