"""An attack: groups of equal shots, their dice, what comes of them (WS-11.16, WS-11.18, WS-11.20)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.kernel.pooled_dice import all_reaching, is_enumerating, is_pinned
from hulldown.rulesets.warstrike.aiming import (
    FACES,
    NEVER,
    carried,
    easiest,
    ev_total,
    harm_in_sixths,
    in_fire,
    to_hit,
    to_kill,
    to_save,
    toughness_of,
)
from hulldown.rulesets.warstrike.arming import BEST, blindness, is_heavy, shots_now, snaps, takes_part
from hulldown.rulesets.warstrike.codes import CARRIED, MODELS, NOBODY, Deed
from hulldown.rulesets.warstrike.events import (
    attacked,
    group_fired,
    rolled_to_hit,
    rolled_to_kill,
    rolled_to_save,
)
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.reasons import Sum
from hulldown.rulesets.warstrike.state import State, is_vehicle

TO_HIT, TO_SAVE, TO_KILL = rolled_to_hit.kind, rolled_to_save.kind, rolled_to_kill.kind
DIGITS = 8  # faces written in one number of an event
SCORES = 8  # more than any needed score


# ---------------------------------------------------------------- who fires what


@rule
def needed_to_hit(s: State, m: int, target: int, weapon: int, extra: int, terms: Terms) -> int:
    """What a model needs to hit the easiest model of a unit (WS-11.5, WS-11.9, WS-11.12).

    extra: what the whole target gains, as the leader cannot see it or it is a further target.
    """
    aim = easiest(s, m, target, weapon) % MODELS
    ev = ev_total(s, m, aim, in_fire(s, m, aim, weapon), extra, terms)
    bs = s.profile[s.unit[s.model[m].unit].profile].bs
    needed, even = to_hit(s.options, bs, ev), s.options.hit_even
    explain(terms, Sum.BS, -bs)
    explain(terms, Sum.EVEN, even)
    explain(terms, Sum.LIMIT, needed - (even + ev - bs))
    return needed


@rule
def aimed(s: State, m: int, target: int, extra: int) -> int:
    """What a model fires at a unit and what it needs, (weapon + 1) * SCORES + needed; 0: it does not fire.

    The weapon is the one it is told to fire, or that of which most kills are expected (WS-2.9, WS-11.21).
    """
    v = s.model[m]
    best, most, bs = 0, -1, s.profile[s.unit[v.unit].profile].bs
    for i in range(CARRIED):
        weapon = carried(s, m, i)
        if weapon == NOBODY or (v.arm != BEST and v.arm != i):
            continue
        shots = shots_now(s, m, weapon)
        aim = easiest(s, m, target, weapon) if shots > 0 else NOBODY
        if aim != NOBODY:
            ev = aim // MODELS + extra
            harm = shots * harm_in_sixths(s, weapon, bs, ev, target)
            if harm > most:
                best, most = (weapon + 1) * SCORES + to_hit(s.options, bs, ev), harm
    return best


@rule
def weapon_in(noted: int) -> int:
    """The weapon in what `aimed` finds."""
    return noted // SCORES - 1


@rule
def needed_in(noted: int) -> int:
    """What it needs to hit in what `aimed` finds."""
    return noted % SCORES


@rule
def extra_of(s: State, k: int, target: int, first: int) -> int:
    """What a whole target unit gains: leader blind, and any target but the first (WS-11.3, WS-11.6)."""
    further = s.options.further_target_ev if target != first and s.deed != Deed.OPEN_FIRE else 0
    return s.options.blind_ev * blindness(s, k, target) + further


@rule
def aim_all(s: State, k: int, target: int, first: int) -> int:
    """Note for every model of a unit which weapon it fires, what it needs and how often; the shots together.

    In trial_x stands what `aimed` finds, in trial_y the shots; 0 for those who do not fire.
    """
    extra, total = extra_of(s, k, target, first), 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        s.trial_x[m], s.trial_y[m] = 0, 0
        aim = aimed(s, m, target, extra) if takes_part(s, m, target, first) else 0
        if aim != 0:
            s.trial_x[m], s.trial_y[m] = aim, shots_now(s, m, weapon_in(aim))
            total += s.trial_y[m]
        m = next_of(s, k, m)
    return total


@rule
def forget_aim(s: State, k: int) -> None:
    """Blank what `aim_all` noted."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        s.trial_x[m], s.trial_y[m] = 0, 0


@rule
def begins_group(s: State, k: int, m: int) -> bool:
    """Whether a model is the lowest of a group of equal weapon and need (WS-11.16)."""
    if s.trial_x[m] == 0:
        return False
    for j in range(s.unit[k].first, m):
        if s.trial_x[j] == s.trial_x[m]:
            return False
    return True


@rule
def shots_of_group(s: State, k: int, m: int) -> int:
    """The shots of the group that a model begins."""
    total = 0
    for j in range(m, s.unit[k].first + s.unit[k].size):
        if s.trial_x[j] == s.trial_x[m]:
            total += s.trial_y[j]
    return total


# ---------------------------------------------------------------- dice


@rule
def throw(kind: int, m: int, target: int, needed: int, count: int, d: Dice, e: Log) -> int:
    """Roll so many dice for a needed score and tell their faces, but not in a walk; how many succeed.

    NEVER: none is rolled.
    """
    passed, a, b, c, digits = 0, 0, 0, 0, 0
    if is_enumerating(d) and needed != NEVER and not is_pinned(d, FACES):
        return all_reaching(d, FACES, count, needed)
    for _ in range(count if needed != NEVER else 0):
        face = roll(d, FACES)
        face = merge_faces(d, face, FACES if face >= needed else needed - 1)
        passed += 1 if face >= needed else 0
        if digits == 3 * DIGITS:
            tell_faces(kind, m, target, needed, a, b, c, -1, e)
            a, b, c, digits = 0, 0, 0, 0
        if digits < DIGITS:
            a = a * 10 + face
        elif digits < 2 * DIGITS:
            b = b * 10 + face
        else:
            c = c * 10 + face
        digits += 1
    tell_faces(kind, m, target, needed, a, b, c, passed, e)
    return passed


@rule
def tell_faces(
    kind: int, m: int, target: int, needed: int, a: int, b: int, c: int, passed: int, e: Log
) -> None:
    """A row of faces in the log: of dice to hit, to save or to kill."""
    if kind == TO_HIT:
        rolled_to_hit(e, m, target, needed, a, b, c, passed)
    elif kind == TO_SAVE:
        rolled_to_save(e, m, target, needed, a, b, c, passed)
    else:
        rolled_to_kill(e, m, target, needed, a, b, c, passed)


@rule
def save_needed(s: State, weapon: int, target: int, terms: Terms) -> int:
    """What a unit needs to save a hit of a weapon (WS-11.14)."""
    ap, armour = s.weapon[weapon].ap, s.profile[s.unit[target].profile].armour
    explain(terms, Sum.EVEN, s.options.save_even)
    explain(terms, Sum.AP, ap)
    explain(terms, Sum.ARMOUR, -armour)
    return to_save(s.options, ap, armour)


@rule
def kill_needed(s: State, weapon: int, target: int, terms: Terms) -> int:
    """What a weapon needs to kill after an unsaved hit on a unit (WS-11.15)."""
    fp, toughness = s.weapon[weapon].fp, toughness_of(s, target)
    explain(terms, Sum.EVEN, s.options.kill_even)
    explain(terms, Sum.TOUGHNESS, toughness)
    explain(terms, Sum.FP, -fp)
    return to_kill(s.options, fp, toughness)


@rule
def roll_group(s: State, k: int, target: int, m: int, first: int, d: Dice, e: Log) -> None:
    """Hits, saves and kills of the group that a model begins (WS-11.16, WS-6.12)."""
    weapon, shots = weapon_in(s.trial_x[m]), shots_of_group(s, k, m)
    needed = needed_to_hit(s, m, target, weapon, extra_of(s, k, target, first), e.why)
    hits = throw(TO_HIT, m, target, needed, shots, d, e)
    saves, kills = 0, 0
    if hits > 0:
        saves = throw(TO_SAVE, m, target, save_needed(s, weapon, target, e.why), hits, d, e)
    if hits > saves:
        kills = throw(TO_KILL, m, target, kill_needed(s, weapon, target, e.why), hits - saves, d, e)
    group_fired(e, m, target, weapon, shots, hits, saves, kills)
    s.hits = s.hits + (hits - saves if is_vehicle(s, target) else hits)
    s.kills = s.kills + kills
    if hits > 0:
        s.unit[target].hit = 1


# ---------------------------------------------------------------- an attack


@rule
def mark_fire(s: State, k: int, target: int) -> None:
    """Who fired, and who may die of it: targetable in range by one who fired (WS-11.4, WS-11.17)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        s.fired[m] = 0
        if s.trial_x[m] != 0:
            s.fired[m] = 1
            weapon = weapon_in(s.trial_x[m])
            if is_heavy(s, weapon) and not snaps(s):
                s.model[m].fixed = 1
            mark_targets(s, m, target, weapon)
        m = next_of(s, k, m)


@rule
def mark_targets(s: State, m: int, target: int, weapon: int) -> None:
    """The models of a unit that one model may kill with its weapon (WS-11.17)."""
    j = next_of(s, target, NOBODY)
    while j != NOBODY:
        if s.may_die[j] == 0 and in_fire(s, m, j, weapon) >= 0:
            s.may_die[j] = 1
        j = next_of(s, target, j)


@rule
def attack(s: State, k: int, target: int, first: int, d: Dice, e: Log) -> None:
    """A unit fires at another: all shots are rolled before anybody is removed (WS-11.1, WS-11.16)."""
    attacked(e, k, target, 1 if snaps(s) else 0)
    s.hits, s.kills = 0, 0
    aim_all(s, k, target, first)
    mark_fire(s, k, target)
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if begins_group(s, k, m):
            roll_group(s, k, target, m, first, d, e)
        m = next_of(s, k, m)
    forget_aim(s, k)
    s.target, s.firers = target, k
