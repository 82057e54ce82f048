"""Choices of team battles: whom a free tank joins against, whom a tank fires at (CH-14.4, CH-14.9)."""

from __future__ import annotations

from hulldown.rulesets.chase.actions.refusing import check
from hulldown.rulesets.chase.aiming import aim
from hulldown.rulesets.chase.buttons.collector import Buttons
from hulldown.rulesets.chase.codes import NOBODY, Standing, Verb
from hulldown.rulesets.chase.firing import own_pair
from hulldown.rulesets.chase.naming import BANDS, opposed, tank_id, tanks
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import farthest, join_range, lead_of, pair_of
from hulldown.rulesets.shared.buttons import Dress

TARGET = "target"


def join_detail(s: State, enemy: int) -> str:
    """At what range a tank would join, and whom it relieves (CH-14.4)."""
    lead = lead_of(s, enemy)
    if lead == NOBODY:
        return f"joins at {BANDS[join_range(farthest(s, enemy))]}"
    return f"relieves {tank_id(s, lead)} at {BANDS[s.pair[pair_of(s, enemy, lead)].range]}"


def join_buttons(b: Buttons) -> None:
    """Every enemy that still fights, and reserve; those that cannot be joined say why."""
    s, t = b.s, b.s.acting
    enemies = [e for e in tanks(s) if side_of(e) != side_of(t) and s.tanks[e].standing == Standing.ACTIVE]
    for enemy in enemies:
        a = b.make(Verb.JOIN, t, target=enemy)
        detail = "" if check(s, b.seat, a) else join_detail(s, enemy)
        b.put(a, Dress("join", f"Against {tank_id(s, enemy)}", "mount"), detail, enemy)
    b.put(b.make(Verb.JOIN, t), Dress("reserve", "Stay in reserve", "end", "0"), "joins nobody this turn")


def target_buttons(b: Buttons) -> None:
    """Every opponent of the tank, with what the shot needs."""
    s, t = b.s, b.s.acting
    for i in opposed(s, t):
        if own_pair(s, t, i):
            p, side = s.pair[i], side_of(t)
            enemy, shot = p.tank[1 - side], aim(s, p, side)
            met = f"{shot.needed}+ of 2d6, {shot.facing} armor {shot.armor}"
            detail = BANDS[p.range] if shot.refusal else f"{BANDS[p.range]}, {met}"
            a = b.make(Verb.TARGET, t, target=enemy)
            b.put(a, Dress(TARGET, f"Fire at {tank_id(s, enemy)}", "fire", "F"), detail, enemy)
