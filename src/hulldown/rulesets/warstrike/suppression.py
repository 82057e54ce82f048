"""Suppression: markers (WS-6.8 to WS-6.12), and the Leadership checks they ask for (WS-6.1 to WS-6.7)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Deed
from hulldown.rulesets.warstrike.events import ld_checked, marker_shed, suppressed
from hulldown.rulesets.warstrike.leading import ld_of, officer_near
from hulldown.rulesets.warstrike.reasons import Sum
from hulldown.rulesets.warstrike.state import Options, State, lasts

# ---------------------------------------------------------------- markers


@rule
def most_markers(o: Options, nv: int) -> int:
    """As many markers as a unit may have (WS-6.9)."""
    return nv + o.marker_cap


@rule
def markers_for(o: Options, hits: int) -> int:
    """The markers that so many hits of one attack give (WS-6.9)."""
    per = o.suppress_per
    return (hits + per - 1) // per


@rule
def markers_after(o: Options, markers: int, hits: int, nv: int) -> int:
    """The markers of a unit after an attack (WS-6.9)."""
    return min(markers + markers_for(o, hits), most_markers(o, nv))


@rule
def suppress(s: State, k: int, hits: int, e: Log) -> None:
    """An attack with so many hits that count suppresses a unit (WS-6.9, WS-11.19)."""
    if hits == 0 or not lasts(s, k):
        return
    u = s.unit[k]
    before = u.markers
    u.markers = markers_after(s.options, before, hits, s.profile[u.profile].nv)
    suppressed(e, k, u.markers - before, u.markers, hits)


@rule
def sheds(s: State, k: int) -> bool:
    """Whether a unit sheds markers in its Starting Phase: it fell back, nobody hit it since (WS-6.11)."""
    u = s.unit[k]
    if s.options.markers_shed == 0:
        return False
    return bool(u.markers > 0 and u.last == Deed.FALL_BACK and u.hit == 0)


@rule
def shed(s: State, side: int, e: Log) -> None:
    """The third step of a Starting Phase (WS-5.4, WS-6.11)."""
    for k in range(s.units):
        u = s.unit[k]
        if u.side == side and lasts(s, k) and sheds(s, k):
            u.markers = max(0, u.markers - s.options.markers_shed)
            marker_shed(e, k, u.markers)


# ---------------------------------------------------------------- Leadership checks


SIDES = 6  # of a die (WS-1.9)


@rule
def must_check(markers: int) -> bool:
    """Whether a unit with so many markers checks before it acts (WS-6.1, WS-6.2)."""
    return markers > 0


@rule
def dice_for(o: Options, ld: int, leaderless: int, officer_ld: int, terms: Terms) -> int:
    """Dice of a check: the own Ld or the officer's, whichever is better (WS-2.5, WS-2.7, WS-6.7).

    officer_ld: NOBODY without an officer near.
    """
    own = ld - (o.leaderless_penalty if leaderless != 0 else 0)
    if officer_ld > own:
        return max(0, explain(terms, Sum.OFFICER, officer_ld))
    explain(terms, Sum.LD, ld)
    explain(terms, Sum.LEADERLESS, own - ld)
    return max(0, own)


@rule
def target_for(o: Options, nv: int, markers: int, terms: Terms) -> int:
    """The score to roll at or under: lower for each marker after the first (WS-6.3, WS-6.7)."""
    lower = o.marker_penalty * max(0, markers - 1)
    explain(terms, Sum.NV, nv)
    explain(terms, Sum.MARKERS, -lower)
    return max(0, nv - lower)


@rule
def check_dice(s: State, k: int, terms: Terms) -> int:
    """How many dice a unit rolls in an Ld check (WS-6.7)."""
    u, officer = s.unit[k], officer_near(s, k)
    borrowed = ld_of(s, officer) if officer != NOBODY else NOBODY
    return dice_for(s.options, s.profile[u.profile].ld, u.leaderless, borrowed, terms)


@rule
def check_target(s: State, k: int, terms: Terms) -> int:
    """The score a unit must roll at or under in an Ld check (WS-6.7)."""
    u = s.unit[k]
    return target_for(s.options, s.profile[u.profile].nv, u.markers, terms)


@rule
def throw(dice: int, target: int, d: Dice) -> int:
    """Roll dice against a target: their faces as digits, then how many succeeded as the last digit."""
    faces, passed = 0, 0
    for _ in range(dice):
        face = roll_under(d, SIDES, min(target, SIDES))
        passed += 1 if face <= target else 0
        faces = faces * 10 + face
    return faces * 10 + passed


@rule
def ld_check(s: State, k: int, d: Dice, e: Log) -> bool:
    """A unit with markers checks; every success takes markers off it (WS-6.2 to WS-6.6)."""
    u = s.unit[k]
    dice, target = check_dice(s, k, e.why), check_target(s, k, e.why)
    thrown = throw(dice, target, d)
    passed = thrown % 10
    removed = min(passed * s.options.markers_per_success, u.markers)
    u.markers -= removed
    ld_checked(e, k, dice, target, thrown // 10, 1 if passed > 0 else 0, removed)
    return passed > 0
