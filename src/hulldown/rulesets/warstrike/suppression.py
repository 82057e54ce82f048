"""Suppression markers (WS-6.8 to WS-6.12)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import Deed
from hulldown.rulesets.warstrike.events import marker_shed, suppressed
from hulldown.rulesets.warstrike.state import Options, State, lasts


@rule
def most_markers(nv: int) -> int:
    """As many markers as a unit may have (WS-6.9)."""
    return nv + 1


@rule
def markers_for(o: Options, hits: int) -> int:
    """The markers that so many hits of one attack give (WS-6.9)."""
    per = int(o.suppress_per)
    return (hits + per - 1) // per


@rule
def markers_after(o: Options, markers: int, hits: int, nv: int) -> int:
    """The markers of a unit after an attack (WS-6.9)."""
    return min(markers + markers_for(o, hits), most_markers(nv))


@rule
def suppress(s: State, k: int, hits: int, e: Log) -> None:
    """An attack with so many hits that count suppresses a unit (WS-6.9, WS-11.19)."""
    if hits == 0 or not lasts(s, k):
        return
    u = s.unit[k]
    before = int(u.markers)
    u.markers = markers_after(s.options, before, hits, int(s.profile[int(u.profile)].nv))
    suppressed(e, k, int(u.markers) - before, int(u.markers), hits)


@rule
def sheds(s: State, k: int) -> bool:
    """Whether a unit sheds a marker in its Starting Phase: it fell back, nobody hit it since (WS-6.11)."""
    u = s.unit[k]
    return bool(u.markers > 0 and u.last == Deed.FALL_BACK and u.hit == 0)


@rule
def shed(s: State, side: int, e: Log) -> None:
    """The third step of a Starting Phase (WS-5.4, WS-6.11)."""
    for k in range(int(s.units)):
        u = s.unit[k]
        if u.side == side and lasts(s, k) and sheds(s, k):
            u.markers -= 1
            marker_shed(e, k, int(u.markers))
