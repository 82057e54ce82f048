"""The fire that units could lay on each other as they stand: a rough sum, leader to leader."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.aiming import cover_of, hit_chance, kill_chance, save_chance
from hulldown.rulesets.warstrike.codes import CARRIED, NOBODY
from hulldown.rulesets.warstrike.judgement.worth import TENTH
from hulldown.rulesets.warstrike.measuring import at_most, gap, next_of
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.sight import sight, targetable_at
from hulldown.rulesets.warstrike.state import State, lasts

SIXTH = 6
WOUNDED = 216  # six to the third: a shot's chance is counted in parts of it


@rule
def harm_of_shot(s: State, k: int, target: int, weapon: int, cover: int) -> int:
    """The chance that a shot kills, in parts of 216."""
    p, q = s.profile[int(s.unit[k].profile)], s.profile[int(s.unit[target].profile)]
    w, u = s.weapon[weapon], s.unit[target]
    ev = int(q.ev) + cover + (1 if u.ground != 0 else 0) + (1 if u.hunkered != 0 else 0)
    hit, save = hit_chance(int(p.bs), ev), save_chance(int(w.ap), int(q.armour))
    kill = kill_chance(int(w.fp), int(q.toughness) + (1 if u.hunkered != 0 else 0))
    return hit * (SIXTH - save) * kill


@rule
def harm_of_model(s: State, m: int, target: int, far: int, cover: int) -> int:
    """What a model's best weapon in range does in one full round of fire, in parts of 216."""
    best = 0
    for i in range(CARRIED):
        weapon = int(s.model[m].weapon[i])
        if weapon != NOBODY and at_most(far, int(s.weapon[weapon].range)):
            shots = int(s.weapon[weapon].rof)
            best = max(best, shots * harm_of_shot(s, int(s.model[m].unit), target, weapon, cover))
    return best


@rule
def harm(s: State, k: int, target: int, far: int, cover: int) -> int:
    """The value that a unit's fire takes from another in one round, in tenths of a point."""
    total = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        total += harm_of_model(s, m, target, far, cover)
        m = next_of(s, k, m)
    wounds = int(s.profile[int(s.unit[target].profile)].wounds)
    fell = min(total, living(s, target) * WOUNDED * wounds)
    return int(s.unit[target].value) * TENTH * fell // (WOUNDED * wounds * int(s.unit[target].size))


@rule
def harm_above(s: State, k: int, target: int, least: int) -> int:
    """The harm that a unit can do to another, or `least`: sight is asked only where it could be more."""
    leader, other = int(s.unit[k].leader), int(s.unit[target].leader)
    far = gap(s, leader, other)
    in_the_open = harm(s, k, target, far, 0)
    if in_the_open <= least:
        return least
    state = sight(s, leader, other)
    if not targetable_at(s, leader, other, state):
        return least
    cover = cover_of(s.options, state)
    return in_the_open if cover == 0 else max(least, harm(s, k, target, far, cover))


@rule
def fire_of(s: State, side: int) -> int:
    """The best that each unit of a side could do to one enemy, added up."""
    total = 0
    for k in range(int(s.units)):
        if s.unit[k].side != side or not lasts(s, k):
            continue
        best = 0
        for target in range(int(s.units)):
            if s.unit[target].side != side and lasts(s, target):
                best = harm_above(s, k, target, best)
        total += best * (3 if s.unit[k].markers > 0 else 4) // 4
    return total
