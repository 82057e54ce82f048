"""What one seat hears while units are hidden (AG-24.1, AG-24.3, AG-24.5).

Whose actions a seat does not notice does nothing in its log; a hit is told, but not who made it.
"""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.accuracy import is_high
from hulldown.rulesets.agrav.codes import POINT, Standing
from hulldown.rulesets.agrav.events import (
    charge_sent,
    charge_set_off,
    corner_fired,
    deployed,
    landed,
    rammed,
    reaction_fired,
    repositioned,
    rolled_to_hit,
    shot_fired,
    stepped,
)
from hulldown.rulesets.agrav.naming import tile_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling.moving import ram_strikes
from hulldown.rulesets.agrav.telling.teller import Blow, Teller
from hulldown.rulesets.api.ruleset import plain_events
from hulldown.rulesets.common.log import WriteLog, bind_parameters

PLACING = (stepped, repositioned, deployed)
MEETING = (reaction_fired, corner_fired)
ACTING = (
    *PLACING,
    *MEETING,
    *(events.turned, shot_fired, rolled_to_hit, events.launched, landed, events.round_lost, rammed),
    *(events.shield_toggled, charge_sent, events.reaction_set, events.smoke_laid, charge_set_off),
    *(events.armour_cooled, events.shield_rested, events.stun_eased),
)


class Ears:
    """Which units a seat (None: who looks on) saw during one action.

    `there` were in its sight when it ended, so that their place is known; `noticed` also those that were
    when it began, and those that met an enemy on the way.
    """

    def __init__(self, before: State, after: State, log: Log, seat: int | None) -> None:
        rows = [row for row in plain_events(log) if events.event[row.kind] in MEETING]
        met = {u for row in rows for u in (row.actor, row.target)}
        self.before = self._visible_units(before, seat)
        self.there = self._visible_units(after, seat) | met
        self.noticed = self.before | self.there

    def _visible_units(self, s: State, seat: int | None) -> set[int]:
        return {u for u in range(s.count) if sees(s, u, seat)}


def sees(s: State, u: int, seat: int | None) -> bool:
    """Whether a unit is a seat's own, in sight of its side, or destroyed for all to see (AG-24.1)."""
    unit = s.units[u]
    in_sight = bool(s.known[1 - unit.side] >> u & 1)
    return unit.side == seat or in_sight or unit.standing == Standing.DESTROYED


# ---------------------------------------------------------------- what is told otherwise


def silent(t: Teller, row: Event) -> None:
    """Nothing is to be heard."""


def shot_unseen(t: Teller, unit: int, weapon: int, mode: int) -> None:
    """Somebody fires; if it hits, that is told."""
    t.fires(unit, weapon, is_high(mode))


def roll_unseen(t: Teller, target: int, place: int, hit: int) -> None:
    """A hit from an unseen unit; a round that is only on its way is not heard."""
    if hit and not t.blow.high:
        t.begin(f"A shot from an unseen unit hits {t.aim(target, place)}", "AG-24.3")


def impact_unseen(t: Teller, unit: int, target: int, place: int, weapon: int) -> None:
    """A round from an unseen unit that hits."""
    t.fires(unit, abs(weapon) - 1, True)
    if weapon > 0:
        t.begin(f"A round from an unseen unit hits {t.aim(target, place)}", "AG-24.3")


def ram_unseen(t: Teller, unit: int, target: int, place: int, damage: int, own: int) -> None:
    """Something breaks through a barricade."""
    ram_strikes(t, unit, target, damage, own)
    t.begin(f"An unseen unit rams {t.aim(target, place)}", "AG-24.3")


def charge_unseen(t: Teller, place: int, damage: int) -> None:
    """A demolition charge goes off."""
    t.blow, t.struck = Blow(damage=Fraction(damage, POINT)), {}
    t.begin(f"A demolition charge goes off at {t.place(place)}", "AG-24.3")


def describe_appearing(t: Teller, row: Event) -> None:
    """A unit steps into sight; where it came from nobody saw."""
    t.begin(f"{t.unit(row.actor)} comes into sight at {tile_name(row.place)}", "AG-24.5")


def describe_vanishing(t: Teller, row: Event) -> None:
    """A unit steps out of sight; where it went nobody sees."""
    t.begin(f"{t.unit(row.actor)} goes out of sight", "AG-24.5")


UNSEEN = {
    kind.kind: bind_parameters(writer, kind)
    for kind, writer in (
        (shot_fired, shot_unseen),
        (rolled_to_hit, roll_unseen),
        (landed, impact_unseen),
        (rammed, ram_unseen),
        (charge_set_off, charge_unseen),
    )
}


def otherwise(ears: Ears, row: Event) -> WriteLog | None:
    """How an event is told to a seat that did not see all of it; None for one that is told as it is."""
    kind = events.event[row.kind]
    if kind not in ACTING:
        return None
    if row.actor not in ears.noticed:
        return UNSEEN.get(row.kind, silent)
    if kind == charge_sent and row.target not in ears.noticed:
        return silent
    if kind in PLACING and row.actor not in ears.there:
        return describe_vanishing
    return describe_appearing if kind in PLACING and row.actor not in ears.before else None
