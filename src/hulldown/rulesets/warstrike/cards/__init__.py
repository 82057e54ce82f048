"""A card for each unit: models left, markers, characteristics, weapons, states, who is out of command."""

from __future__ import annotations

from hulldown.rulesets.face.words import Card, Pips
from hulldown.rulesets.shared.wording import spot
from hulldown.rulesets.warstrike.aiming import gone_to_ground
from hulldown.rulesets.warstrike.cards.numbers import apart, facts, living, results_text
from hulldown.rulesets.warstrike.cards.weapons import weapon_lines
from hulldown.rulesets.warstrike.codes import Fate, Phase, Type
from hulldown.rulesets.warstrike.deployment import waits
from hulldown.rulesets.warstrike.naming import TYPES, unit_id, unit_name
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.straying import lost

FIGURES = {Type.INFANTRY: "squad", Type.VEHICLE: "apc"}


def figure(s: State, k: int) -> str:
    """The silhouette of a unit."""
    return FIGURES[Type(s.profile[s.unit[k].profile].type)]


def states(s: State, k: int) -> frozenset[str]:
    """What a glance must show."""
    u = s.unit[k]
    if u.fate == Fate.LEFT:
        return frozenset({"left the table", "wreck"})
    if u.fate == Fate.DESTROYED:
        return frozenset({"destroyed", "wreck"})
    there = living(s, k)
    found = {
        "not set up": all(waits(s.model[m]) for m in there),
        "active": k == s.acting,
        "spent": bool(u.acted) and u.side == s.side and k != s.acting and s.phase != Phase.DEPLOY,
        "suppressed": u.markers > 0,
        "gone to ground": all(gone_to_ground(s, m) for m in there),
        "hunkered": bool(u.hunkered),
        "may Snap Fire": s.phase != Phase.DEPLOY and bool(may_snap(s, k)),
        "out of command": bool(lost(s, k)),
        "scattered": s.phase != Phase.DEPLOY and bool(apart(s, k)),
    }
    return frozenset(word for word, so in found.items() if so)


def placed(s: State, k: int) -> str:
    """Where its leader stands."""
    if not lasts(s, k):
        return ""
    v = s.model[s.unit[k].leader]
    return "" if waits(v) else f"at {spot(int(v.x), int(v.y))}"


def card(s: State, k: int) -> Card:
    """A unit's card."""
    u, there = s.unit[k], living(s, k)
    return Card(
        unit=unit_id(s, k),
        side=int(u.side),
        name=unit_name(s, k),
        kind=figure(s, k),
        kind_name=TYPES[Type(s.profile[u.profile].type)],
        place="",  # no place of the board has a name: a click finds the unit by its own
        placed=placed(s, k),
        hull=None,
        turret=None,
        plates=None,
        actions=None,
        points=Pips(len(there), int(u.size)),
        facts=tuple(facts(s, k)) if there else (),
        kit=tuple(weapon_lines(s, k)) if there else (),
        state=states(s, k),
        track="Models",
        note=results_text(s, k) if there else "",
    )


def cards(s: State, seat: int | None) -> list[Card]:
    """The cards of all units; everybody sees them."""
    return [card(s, k) for k in range(s.units)]
