"""The two units of an attack in a game as the data of a situation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hulldown.kernel.records import copy
from hulldown.rulesets.warstrike.aiming import gone_to_ground, in_fire
from hulldown.rulesets.warstrike.arming import blindness, snaps
from hulldown.rulesets.warstrike.casualties import distance_to_fire
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.codes import NOBODY, Deed
from hulldown.rulesets.warstrike.exact.attack import AttackOdds
from hulldown.rulesets.warstrike.leading import officer_near
from hulldown.rulesets.warstrike.situation.data import (
    DEEDS,
    SNAP,
    key_of,
    kinds,
)
from hulldown.rulesets.warstrike.state import State

Data = dict[str, Any]


def living(s: State, k: int) -> list[int]:
    """The models of a unit that are left."""
    first = int(s.unit[k].first)
    return [m for m in range(first, first + int(s.unit[k].size)) if s.model[m].alive]


def firers(s: State, odds: AttackOdds) -> Iterator[Data]:
    """Who fires: the whole unit; or without those who do not, but for a leader who sees nobody (WS-11.6)."""
    whole = living(s, odds.firers)
    firing = {m for volley in odds.volleys for m in volley.firers}
    if blindness(s, odds.firers, odds.target):
        firing.add(int(s.unit[odds.firers].leader))
    yield firer(s, odds, whole)
    if len(firing) < len(whole):
        yield firer(s, odds, sorted(firing))


def firer(s: State, odds: AttackOdds, models: list[int]) -> Data:
    """The unit that fires, of which these are counted."""
    k, firing = odds.firers, set(models)
    leader = int(s.unit[k].leader)
    told = {**troop(s, k, models), "leader_sees": not blindness(s, k, odds.target)}
    if snaps(s):
        return {**told, "action": SNAP}
    deeds = {deed: key for key, deed in DEEDS.items()}
    moved = {m for m in firing if s.model[m].moved}
    return {**told, "action": deeds[Deed(s.deed)], "moved": moved_of(moved, firing, leader)}


def moved_of(moved: set[int], firing: set[int], leader: int) -> str:
    """Who moved; nobody where no answer fits, as it does not matter to those who fire (WS-9.17)."""
    if moved == {leader}:
        return "leader"
    if moved and moved == firing - {leader}:
        return "members"
    return "all" if moved and moved == firing else "nobody"


def troop(s: State, k: int, models: list[int]) -> Data:
    """A unit of which these are left."""
    first = int(s.unit[k].first)
    name = int(s.profile[s.unit[k].profile].name)
    key, entry = list(SHELF.units().units.items())[name]
    each = entry.each()
    left = dict.fromkeys(kinds(entry), 0)
    for m in models:
        if m != first:
            left[key_of(each[m - first].name)] += 1
    lost = {kind: n for kind, n in left.items() if n != kinds(entry)[kind]}
    return {"what": key, "left": lost, "leader_lost": first not in models}


def target(s: State, odds: AttackOdds) -> Data:
    """Who is fired at, in which state, and as which of them its leader falls."""
    k = odds.target
    u, left = s.unit[k], living(s, k)
    told = troop(s, k, left)
    near = int(officer_near(s, k))
    hit = int(odds.fallen[-1]) if len(left) > 1 else 1
    order = fall_order(s, odds)
    leader = order.index(int(u.leader)) + 1 if int(u.leader) in order else len(left)
    ground = not snaps(s) and all(gone_to_ground(s, m) for m in order)
    return {
        **told,
        "leader_lost": bool(u.leaderless),
        "markers": int(u.markers),
        "hunkered": bool(u.hunkered),
        "ground": ground,
        "officer": near != NOBODY and int(s.model[near].unit) != k,
        "results": int(s.model[left[0]].results) if len(left) == 1 else 0,
        "exposed": hit if hit < len(left) else None,
        "leader_falls": leader if leader < len(left) else None,
    }


def fall_order(s: State, odds: AttackOdds) -> list[int]:
    """The models that can be hit, the nearest to those who fire first (WS-11.17)."""
    table = copy(s)
    table.firers = odds.firers
    can = set()
    for volley in odds.volleys:
        for m in volley.firers:
            table.fired[m] = 1
            can |= {j for j in living(s, odds.target) if in_fire(s, m, j, volley.weapon) >= 0}
    return sorted(can, key=lambda j: (int(distance_to_fire(table, j)), j))
