"""Models moved by hand: a leader on his way, members one by one, set-up (WS-16.1, WS-4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.face.tabletop import Drag, Foot, Spot
from hulldown.rulesets.warstrike.codes import NOBODY, Gait, Phase
from hulldown.rulesets.warstrike.counters import foot, own_models
from hulldown.rulesets.warstrike.deployment import may_be_placed
from hulldown.rulesets.warstrike.moving import move_begun
from hulldown.rulesets.warstrike.naming import model_id, unit_id
from hulldown.rulesets.warstrike.route import left, offered
from hulldown.rulesets.warstrike.seeing import rounded
from hulldown.rulesets.warstrike.state import State

PLACE = "{x},{y}"
VERBS = {Gait.PLACED: "place", Gait.WALKS: "step"}


def drags(s: State, k: int) -> Iterator[Drag]:
    """What the player of a unit moves by hand now."""
    if s.phase == Phase.MOVE and k == s.acting:
        if s.model[s.unit[k].leader].gait == Gait.LEADS and not move_begun(s, k):
            yield whole(s, k)
        for m in own_models(s, k):
            made = drag(s, k, m)
            if made is not None:
                yield made


def whole(s: State, k: int) -> Drag:
    """The unit by its label: a whole move in one order, its members arranged by themselves (WS-16.3)."""
    leader = int(s.unit[k].leader)
    note = f"{rounded(left(s, leader))} left"
    return Drag(unit_id(s, k), f"{unit_id(s, k)} march {PLACE}", note=note, foot=foot(s, leader))


def drag(s: State, k: int, m: int) -> Drag | None:
    """How one model of the unit that moves is moved; None if it stands still (WS-7.2 to WS-7.4)."""
    name, end, gait = model_id(s, m), f"{unit_id(s, k)} end", int(s.model[m].gait)
    note = f"{rounded(left(s, m))} left" if gait != Gait.PLACED else ""
    if gait == Gait.LEADS:
        return Drag(name, f"{unit_id(s, k)} go {PLACE}", then=end, note=note, back=f"{unit_id(s, k)} back")
    if gait == Gait.STANDS:
        return None
    return Drag(name, f"{name} {VERBS[Gait(gait)]} {PLACE}", then=end, note=note, back=f"{name} stay")


# ---------------------------------------------------------------- set-up


def setting_up(s: State, seat: int, k: int) -> Iterator[Drag]:
    """A unit placed in formation by its leader, then its models one by one (WS-4.8, WS-4.9, WS-4.11)."""
    if not may_be_placed(s, k):
        return
    name, there = unit_id(s, k), own_models(s, k)
    form = f"{name} form {PLACE}"
    if not there:
        yield from (Drag(name, form, foot=found) for found in waiting(s, seat, k))
        return
    yield Drag(name, form, then=f"{name} end", foot=foot(s, there[0]), back=f"{name} back")
    for m in there:
        yield Drag(model_id(s, m), f"{model_id(s, m)} place {PLACE}", then=f"{name} end", back=f"{name} back")


def waiting(s: State, seat: int, k: int) -> Iterator[Foot]:
    """Where the leader of a unit that is to be placed waits to be dragged: at the first place offered."""
    r = int(s.model[s.unit[k].first].radius)
    places: list[Spot] = [there for there, _ in offered(s, seat, k)]
    if places and s.acting in (NOBODY, k):
        yield Foot(*places[len(places) // 2], 0, r, r, True)
