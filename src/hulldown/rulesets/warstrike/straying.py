"""Who would be left behind or out of command, and what else follows from a move that is laid out."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.shapes import distance
from hulldown.rulesets.tabletop import Link
from hulldown.rulesets.warstrike.codes import PLACING, Gait, Phase
from hulldown.rulesets.warstrike.counters import own_models, spot
from hulldown.rulesets.warstrike.danger import owes_test
from hulldown.rulesets.warstrike.disorderly import in_command
from hulldown.rulesets.warstrike.measuring import at_most
from hulldown.rulesets.warstrike.moving import move_begun
from hulldown.rulesets.warstrike.naming import length, listed, model_id, unit_id
from hulldown.rulesets.warstrike.orderly import in_placing_distance
from hulldown.rulesets.warstrike.snap_fire import may_snap
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.variants import SnapTrigger
from hulldown.rulesets.warstrike.walking import path_length

# ---------------------------------------------------------------- who keeps together


def walks(s: State, k: int, m: int) -> bool:
    """Whether a model is measured by itself in the move that goes on (WS-8.1)."""
    return bool(s.phase == Phase.MOVE and k == s.acting and s.model[m].gait == Gait.WALKS)


def strays(s: State, k: int) -> list[int]:
    """Members out of command where they end (WS-8.3); those too far off to be placed (WS-7.4)."""
    leader = int(s.unit[k].leader)
    return [m for m in own_models(s, k) if m != leader and not kept(s, k, m)]


def kept(s: State, k: int, m: int) -> bool:
    """Whether a member keeps with its unit."""
    return in_command(s, m) if walks(s, k, m) else in_placing_distance(s, m, *spot(s, m), PLACING)


def nearest_own(s: State, k: int, m: int) -> int:
    """The member nearest to a model."""
    others = [j for j in own_models(s, k) if j != m]
    return min(others, key=lambda j: distance(*spot(s, m), *spot(s, j)))


def links(s: State, k: int) -> Iterator[Link]:
    """A line from each stray to what it should be near: a member, or its leader (WS-8.2, WS-7.3)."""
    for m in strays(s, k):
        to = nearest_own(s, k, m) if walks(s, k, m) else int(s.unit[k].leader)
        yield Link((spot(s, m), spot(s, to)), "broken")


# ---------------------------------------------------------------- what follows


def remarks(s: State) -> Iterator[str]:
    """What a player wants to know before a move ends: strays, danger tests, Snap Fire."""
    if s.phase != Phase.MOVE or not move_begun(s, int(s.acting)):
        return
    k = int(s.acting)
    out, left = parted(s, k)
    if out:
        yield f"{listed(out)} would be out of command (WS-8.3)."
    if left:
        yield f"{listed(left)} would stay behind, more than {length(PLACING)}″ from the leader (WS-7.10)."
    owing = [model_id(s, m) for m in own_models(s, k) if went(s, m) and owes_test(s, m)]
    if owing:
        yield f"{listed(owing)} would test for dangerous ground (WS-3.14)."
    firing = [unit_id(s, j) for j in range(s.units) if s.unit[j].side != s.side and may_snap(s, j)]
    if firing and lets_snap(s, k):
        yield f"{listed(firing)} may Snap Fire at it (WS-12.2)."


def parted(s: State, k: int) -> tuple[list[str], list[str]]:
    """The strays by name: those who walk by themselves, and those who were left."""
    found = strays(s, k)
    out = [model_id(s, m) for m in found if walks(s, k, m)]
    return out, [model_id(s, m) for m in found if not walks(s, k, m)]


def went(s: State, m: int) -> bool:
    """Whether a model ends elsewhere than it set out, or walked."""
    v = s.model[m]
    return bool(v.points > 0 or v.x != v.from_x or v.y != v.from_y)


def lets_snap(s: State, k: int) -> bool:
    """Whether a model walks so far that enemies may Snap Fire (WS-12.2)."""
    mv = int(s.profile[s.unit[k].profile].mv)
    far = [path_length(s, m) for m in own_models(s, k)]
    if s.options.snap_trigger == SnapTrigger.ANY_MOVE:
        return any(far)
    return not all(at_most(walked, mv) for walked in far)
