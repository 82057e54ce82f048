"""An attack: what a shot needs, who fires what, the dice (WS-2.9, WS-9, WS-11)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain
from hulldown.kernel.dice import Dice, all_reaching, is_enumerating, is_pinned, merge_faces, roll
from hulldown.kernel.house_rules import Facts, choose_roll, in_force, is_asked, reroll_by, write_reroll
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.records import record
from hulldown.rulesets.warstrike.events import (
    Sum,
    Why,
    attacked,
    group_fired,
    rolled_to_hit,
    rolled_to_kill,
    rolled_to_save,
)
from hulldown.rulesets.warstrike.occasions import (
    FACES,
    INCHES,
    MOST_EV,
    MOST_SHOTS,
    PAIR,
    REACH,
    Occasion,
    amend,
    amend_within,
    facts_of,
    has_moved,
    leave_out,
    may_reroll,
    note_moment,
    pairs_now,
    pairs_of,
)
from hulldown.rulesets.warstrike.permissions import aw_by, aw_of, band, shots_of
from hulldown.rulesets.warstrike.state import (
    CARRIED,
    MODELS,
    NOBODY,
    WHOLE,
    Band,
    Deed,
    Ground,
    Options,
    Phase,
    Sight,
    SplitFire,
    State,
    Trait,
    is_vehicle,
    lasts,
    on_table,
)
from hulldown.rulesets.warstrike.table import (
    at_most,
    gap,
    in_ground,
    level,
    next_of,
    sight,
)

NEVER = 0  # a roll that cannot succeed


# ---------------------------------------------------------------- who can be targeted


@rule
def effective_aw(s: State, viewer: int, target: int) -> int:
    """How far a viewer notices this target: farther from above, not so far from below (WS-3.9)."""
    aw = aw_of(s, s.model[viewer].unit, s.model[target].unit)
    rise = level(s, viewer) - level(s, target)
    if rise > 0:
        return aw * s.options.aw_from_above // WHOLE
    return aw * s.options.aw_from_below // WHOLE if rise < 0 else aw


@rule
def targetable_at(s: State, viewer: int, target: int, state: int) -> bool:
    """Whether a target in a sight state can be targeted, its range aside (WS-3.15)."""
    if state == Sight.BLOCKED:
        return False
    return state != Sight.HIDDEN or at_most(gap(s, viewer, target), effective_aw(s, viewer, target))


@rule
def targetable(s: State, viewer: int, target: int) -> bool:
    """Whether a viewer can target a model, at any range (WS-3.15)."""
    return targetable_at(s, viewer, target, sight(s, viewer, target))


@rule
def visible(s: State, leader: int, k: int) -> bool:
    """Whether a unit is visible to a leader: he could target one of its models (WS-3.17)."""
    if leader == NOBODY or not on_table(s, leader):
        return False
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if targetable(s, leader, m):
            return True
        m = next_of(s, k, m)
    return False


# ---------------------------------------------------------------- needed rolls


@rule
def to_hit(o: Options, bs: int, ev: int) -> int:
    """The score a shot needs to hit (WS-11.8, WS-11.9)."""
    return max(o.hit_best, min(o.hit_worst, o.hit_even + ev - bs))


@rule
def to_save(o: Options, ap: int, armour: int) -> int:
    """The score that saves a hit; NEVER if none does (WS-11.14)."""
    return in_play(o.save_even + ap - armour, o.save_best)


@rule
def to_kill(o: Options, fp: int, toughness: int) -> int:
    """The score by which an unsaved hit kills; NEVER if none does (WS-11.15)."""
    return in_play(o.kill_even + toughness - fp, o.kill_best)


@rule
def in_play(raw: int, best: int) -> int:
    """A score as it is rolled for, of what the numbers come to; NEVER if no die shows it."""
    needed = max(best, raw)
    return needed if needed <= FACES else NEVER


@rule
def sixths(needed: int) -> int:
    """The chance of a needed score, in sixths (WS-11.9)."""
    return 0 if needed == NEVER else FACES + 1 - needed


@rule
def hit_chance(o: Options, bs: int, ev: int) -> int:
    """The chance to hit, in sixths."""
    return sixths(to_hit(o, bs, ev))


@rule
def save_chance(o: Options, ap: int, armour: int) -> int:
    """The chance of a save, in sixths."""
    return sixths(to_save(o, ap, armour))


@rule
def kill_chance(o: Options, fp: int, toughness: int) -> int:
    """The chance that an unsaved hit kills, in sixths."""
    return sixths(to_kill(o, fp, toughness))


# ---------------------------------------------------------------- evasion


@rule
def cover_of(o: Options, state: int) -> int:
    """The Ev that cover gives (WS-11.11)."""
    if state == Sight.HIDDEN:
        return 2 if o.cover_hidden == 0 else 1
    return o.concealed_ev if state == Sight.CONCEALED else 0


@rule
def ev_of(ev: int, cover: int, beyond: int, ground: int, hunkered: int, blind: int, terms: Terms) -> int:
    """The total Ev of a pair of models (WS-11.12)."""
    total = (
        explain(terms, Sum.EV, ev) + explain(terms, Sum.COVER, cover) + explain(terms, Sum.BEYOND_AW, beyond)
    )
    total += explain(terms, Sum.GROUND, ground) + explain(terms, Sum.HUNKERED, hunkered)
    return max(0, total + explain(terms, Sum.LEADER_BLIND, blind))


@rule
def ev_in_play(
    s: State, k: int, target: int, cover: int, beyond: int, ground: int, blind: int, terms: Terms
) -> int:
    """The total Ev of a model of a unit to another unit that fires, of what its place gives it (WS-11.12)."""
    u = s.unit[target]
    ev, hunkered = s.profile[u.profile].ev, s.options.hunkered_ev if u.hunkered != 0 else 0
    if not in_force(s.options.house):
        return ev_of(ev, cover, beyond, ground, hunkered, blind, terms)
    leave_out(s, Occasion.EVASION, target, k, NOBODY, terms)
    total = ev_of(ev, cover, beyond, ground, hunkered, blind, terms)
    return amend_within(s, Occasion.EVASION, target, k, NOBODY, total, MOST_EV, terms)


@rule
def gone_to_ground(s: State, m: int) -> bool:
    """Whether a model is gone to ground, by action or in a ruin (WS-3.7, WS-9.34, WS-12.6, WS-15.4)."""
    k = s.model[m].unit
    if is_vehicle(s, k):
        return False
    if s.unit[k].ground != 0 and not (s.phase == Phase.SNAP and s.acting == k):
        return True
    return in_ground(s, Ground.RUIN, s.model[m].x, s.model[m].y)


@rule
def ev_total(s: State, firer: int, target: int, state: int, blind: int, terms: Terms) -> int:
    """The total Ev of a target model in a sight state to a firer (WS-11.12).

    blind: what it gains as the firing leader cannot see it, and as a further target (WS-11.3, WS-11.6).
    """
    o = s.options
    near = at_most(gap(s, firer, target), effective_aw(s, firer, target))
    beyond = 0 if near else o.beyond_aw_ev
    ground = o.ground_ev if gone_to_ground(s, target) else 0
    k, other = s.model[firer].unit, s.model[target].unit
    return ev_in_play(s, k, other, cover_of(o, state), beyond, ground, blind, terms)


@rule
def toughness_of(s: State, k: int) -> int:
    """The To of a unit, hunkered or not (WS-10.9, WS-11.15)."""
    u = s.unit[k]
    bonus = s.options.hunkered_toughness if u.hunkered != 0 else 0
    return s.profile[u.profile].toughness + bonus


@rule
def range_of(s: State, k: int, target: int, weapon: int) -> int:
    """How far a weapon of a unit reaches against another."""
    return range_by(s, k, target, weapon, s.mute)


@rule
def range_by(s: State, k: int, target: int, weapon: int, terms: Terms) -> int:
    """The range of a weapon (2.3)."""
    far = s.weapon[weapon].range
    if not in_force(s.options.house):
        return far
    return amend_within(s, Occasion.WEAPON_RANGE, k, target, weapon, far, REACH * INCHES, terms)


@rule
def in_fire(s: State, firer: int, target: int, weapon: int) -> int:
    """The sight state of a target that a weapon can be fired at; -1 if it cannot (WS-3.15, WS-11.7)."""
    if not at_most(gap(s, firer, target), range_of(s, s.model[firer].unit, s.model[target].unit, weapon)):
        return -1
    state = sight(s, firer, target)
    return state if targetable_at(s, firer, target, state) else -1


@rule
def least_ev(s: State, k: int, extra: int) -> int:
    """The Ev that no model of a unit can be below, whoever fires (WS-11.12).

    extra: what the whole unit gains.
    """
    if is_asked(s.options.house, Occasion.EVASION):
        return 0
    u = s.unit[k]
    bonus = s.options.hunkered_ev if u.hunkered != 0 else 0
    return s.profile[u.profile].ev + bonus + extra


@rule
def easiest(s: State, firer: int, k: int, weapon: int, extra: int) -> int:
    """The model of a unit that a model hits most easily with a weapon (WS-11.5, WS-11.12), or NOBODY.

    It comes as its Ev * MODELS + its number. extra: what the whole unit gains.
    """
    best, least = NOBODY, least_ev(s, k, extra)
    m = next_of(s, k, NOBODY)
    while m != NOBODY and (best == NOBODY or best // MODELS > least):
        state = in_fire(s, firer, m, weapon)
        if state >= 0:
            candidate = ev_total(s, firer, m, state, extra, s.mute) * MODELS + m
            best = candidate if best == NOBODY else min(best, candidate)
        m = next_of(s, k, m)
    return best


# ---------------------------------------------------------------- the best weapon


@rule
def harm_in_sixths(s: State, k: int, weapon: int, ev: int, target: int) -> int:
    """The chance that a shot of a unit at another is a kill result, in parts of 216 (WS-11.20)."""
    hit = sixths(hit_needed(s, k, target, weapon, ev, s.mute))
    save = sixths(save_needed(s, k, target, weapon, s.mute))
    kill = sixths(kill_needed(s, k, target, weapon, s.mute))
    if not in_force(s.options.house):
        return hit * (FACES - save) * kill
    hits = pairs_now(s, Occasion.TO_HIT, k, target, weapon, hit)
    unsaved = PAIR - pairs_now(s, Occasion.TO_SAVE, target, k, weapon, save)
    kills = pairs_now(s, Occasion.TO_KILL, k, target, weapon, kill)
    return hits * unsaved * kills // (FACES * FACES * FACES)


@rule
def carried(s: State, m: int, i: int) -> int:
    """The number of a model's weapon, or NOBODY."""
    return s.model[m].weapon[i] if i >= 0 and i < CARRIED else NOBODY


# ---------------------------------------------------------------- arming
# Who fires what in the firing half of an action: weapons, shots, targets (WS-2.9, WS-9, WS-11).


BEST, NO_WEAPON = 2, -1  # of Model.arm


@rule
def snaps(s: State) -> bool:
    """Whether the fire now is Snap Fire."""
    return bool(s.phase == Phase.SNAP)


@rule
def is_heavy(s: State, weapon: int) -> bool:
    """Whether a weapon is heavy (2.3)."""
    return (s.weapon[weapon].traits >> Trait.HEAVY) & 1 != 0


@rule
def shots_now(s: State, m: int, weapon: int) -> int:
    """The shots of a model's weapon now: hurried in Snap Fire (WS-12.1), else as the action has it."""
    return shots_by(s, m, weapon, s.mute)


@rule
def shots_by(s: State, m: int, weapon: int, terms: Terms) -> int:
    """The same, with what house rules make of it; who has no shot gets none by them."""
    shots = s.options.snap_shots
    if not snaps(s):
        shots = shots_in_action(s, m, weapon, bool(s.model[m].moved != 0))
    return shots_in_play(s, s.model[m].unit, weapon, shots, terms)


@rule
def shots_in_play(s: State, k: int, weapon: int, shots: int, terms: Terms) -> int:
    """The shots of a weapon of a unit that has so many by the rules of its action."""
    if shots <= 0 or not in_force(s.options.house):
        return shots
    return amend_within(s, Occasion.SHOTS, k, NOBODY, weapon, shots, MOST_SHOTS, terms)


@rule
def shots_in_action(s: State, m: int, weapon: int, moved: bool) -> int:
    """The shots of a model's weapon in this action, if it moved or if it did not (WS-9.16, WS-16.2)."""
    w, k = s.weapon[weapon], s.model[m].unit
    if s.deed == Deed.FALL_BACK and not has_fire(band(s, k)):
        return 0
    return shots_of(s.options, w.rof, w.traits, s.deed, moved, has_moved(s, k))


@rule
def has_fire(strength: int) -> bool:
    """Whether a unit that falls back in a band of strength has any fire (WS-10.3, WS-10.6)."""
    return strength == Band.UPPER


@rule
def why_no_shots(s: State, m: int, weapon: int) -> int:
    """Why a weapon has no shots now (WS-9.17, WS-9.26); 0 if it has."""
    if shots_now(s, m, weapon) > 0:
        return Why.OK
    if not snaps(s) and shots_in_action(s, m, weapon, bool(s.model[m].moved != 0)) > 0:
        return Why.NO_FIRE  # a house rule has taken them
    return Why.HEAVY_MOVED if shots_in_action(s, m, weapon, False) > 0 else Why.NO_FIRE


@rule
def blindness(s: State, k: int, target: int) -> int:
    """1 if the firing unit's leader cannot see the target unit (WS-11.6)."""
    return 0 if visible(s, s.unit[k].leader, target) else 1


@rule
def takes_part(s: State, m: int, target: int, first: int) -> bool:
    """Whether a model fires at a unit at all: it may be told to fire at another one (WS-11.3).

    first: the unit's own target.
    """
    aim = s.model[m].aim
    return aim == target or (aim == NOBODY and target == first)


@rule
def reaches_any(s: State, m: int, target: int, weapon: int) -> bool:
    """Whether a model can fire at some model of a unit with a weapon (WS-11.2, WS-11.7)."""
    j = next_of(s, target, NOBODY)
    while j != NOBODY:
        if in_fire(s, m, j, weapon) >= 0:
            return True
        j = next_of(s, target, j)
    return False


@rule
def why_cannot(s: State, m: int, target: int) -> int:
    """Why a model cannot fire at a unit at all: NO_FIRE, HEAVY_MOVED, NO_TARGET (WS-16.6)."""
    reason, v = Why.NO_FIRE.value, s.model[m]
    for i in range(CARRIED):
        weapon = carried(s, m, i)
        if weapon == NOBODY or (v.arm != BEST and v.arm != i):
            continue
        why = why_no_shots(s, m, weapon)
        if why == Why.OK:
            if reaches_any(s, m, target, weapon):
                return Why.OK
            reason = Why.NO_TARGET.value
        elif reason == Why.NO_FIRE:
            reason = why
    return reason


@rule
def why_not_fire(s: State, k: int, target: int) -> int:
    """Why a unit cannot fire at another one now (WS-9.3, WS-9.4, WS-16.6); 0 if some model can."""
    return why_no_volley(s, k, target, target)


@rule
def why_no_volley(s: State, k: int, target: int, first: int) -> int:
    """Why those models of a unit that are to fire at another one cannot; 0 if one of them can (WS-16.6).

    first: the unit's own target. The reason is that of the model with the lowest number (WS-11.23).
    """
    if not lasts(s, target) or s.unit[target].side == s.unit[k].side:
        return Why.NO_TARGET
    if s.deed == Deed.OPEN_FIRE and not snaps(s) and not visible(s, s.unit[k].leader, target):
        return Why.NOT_SEEN_BY_LEADER
    reason = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].arm != NO_WEAPON and takes_part(s, m, target, first):
            why = why_cannot(s, m, target)
            if why == Why.OK:
                return Why.OK
            reason = why if reason == 0 else reason
        m = next_of(s, k, m)
    return reason if reason != 0 else Why.NO_TARGET.value


@rule
def can_fire(s: State, k: int) -> bool:
    """Whether a unit has anything to fire at in this half."""
    for target in range(s.units):
        if s.unit[target].side != s.unit[k].side and lasts(s, target):
            if why_not_fire(s, k, target) == Why.OK:
                return True
    return False


@rule
def begin_fire(s: State, k: int) -> None:
    """The firing half begins: everybody fires the best weapon at the unit's target."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        s.model[m].arm, s.model[m].aim = BEST, NOBODY
        m = next_of(s, k, m)


# ---------------------------------------------------------------- told one by one


@rule
def why_not_arm(s: State, m: int, choice: int) -> int:
    """Why a model may not be told to fire this weapon of its own; -1: none, 2: the best (WS-2.9, WS-16.6)."""
    if choice in (NO_WEAPON, BEST):
        return Why.OK
    weapon = carried(s, m, choice)
    return why_no_shots(s, m, weapon) if weapon != NOBODY else Why.NO_FIRE


@rule
def arm(s: State, m: int, choice: int) -> None:
    """A model is told which of its weapons to fire."""
    s.model[m].arm = choice


@rule
def why_not_aim(s: State, m: int, target: int) -> int:
    """Why a model may not be told to fire at another unit than the others (WS-11.3)."""
    if s.options.split_fire == SplitFire.OFF or (s.deed != Deed.OPEN_FIRE and s.deed != Deed.ADVANCE):
        return Why.SPLIT
    k = s.model[m].unit
    if not lasts(s, target) or s.unit[target].side == s.unit[k].side:
        return Why.NO_TARGET
    if s.deed == Deed.OPEN_FIRE and not visible(s, s.unit[k].leader, target):
        return Why.NOT_SEEN_BY_LEADER
    return why_cannot(s, m, target)


@rule
def aim(s: State, m: int, target: int) -> None:
    """A model is told to fire at a unit of its own (WS-11.3)."""
    s.model[m].aim = target


# ---------------------------------------------------------------- firing: who fires what
# An attack: groups of equal shots, their dice, what comes of them (WS-11.16, WS-11.18, WS-11.20).


DIGITS = 8  # faces written in one number of an event
ROW = 3 * DIGITS  # in one event
SCORES = 8  # more than any needed score


@rule
def needed_to_hit(s: State, m: int, target: int, weapon: int, extra: int, terms: Terms) -> int:
    """What a model needs to hit the easiest model of a unit (WS-11.5, WS-11.9, WS-11.12).

    extra: what the whole target gains, as the leader cannot see it or it is a further target.
    """
    aim = easiest(s, m, target, weapon, extra) % MODELS
    ev = ev_total(s, m, aim, in_fire(s, m, aim, weapon), extra, terms)
    return hit_needed(s, s.model[m].unit, target, weapon, ev, terms)


@rule
def hit_needed(s: State, k: int, target: int, weapon: int, ev: int, terms: Terms) -> int:
    """What a unit needs to hit another at an Ev (WS-11.8, WS-11.9)."""
    bs, even = s.profile[s.unit[k].profile].bs, s.options.hit_even
    raw = ev + explain(terms, Sum.BS, -bs) + explain(terms, Sum.EVEN, even)
    raw = amend(s, Occasion.TO_HIT, k, target, weapon, raw, terms)
    needed = max(s.options.hit_best, min(s.options.hit_worst, raw))
    explain(terms, Sum.LIMIT, needed - raw)
    return needed


@rule
def aimed(s: State, m: int, target: int, extra: int) -> int:
    """What a model fires at a unit and what it needs, (weapon + 1) * SCORES + needed; 0: it does not fire.

    The weapon is the one it is told to fire, or that of which most kills are expected (WS-2.9, WS-11.21).
    """
    v = s.model[m]
    best, most, k = 0, -1, v.unit
    for i in range(CARRIED):
        weapon = carried(s, m, i)
        if weapon == NOBODY or (v.arm != BEST and v.arm != i):
            continue
        shots = shots_now(s, m, weapon)
        aim = easiest(s, m, target, weapon, extra) if shots > 0 else NOBODY
        if aim != NOBODY:
            ev = aim // MODELS
            harm = shots * harm_in_sixths(s, k, weapon, ev, target)
            if harm > most:
                most = harm
                best = (weapon + 1) * SCORES + hit_needed(s, k, target, weapon, ev, s.mute)
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


@record
class Rerolls:
    """Dice that a house rule had rolled again, to be told together: the faces of both rolls as digits."""

    house_rule: int  # its place
    stays: int  # 1: the first roll counts
    first: int
    second: int
    dice: int


rerolls_of = Scratch(Rerolls)


@rule
def tell_rerolls(r: Rerolls, k: int, e: Log) -> None:
    """What waits is told."""
    if r.dice > 0:
        kept = r.first if r.stays != 0 else r.second
        write_reroll(e, r.house_rule, k, r.first, r.second, kept, FACES)
    r.first, r.second, r.dice = 0, 0, 0


@rule
def throw_again(
    s: State, occasion: int, k: int, face: int, hit: bool, f: Facts, r: Rerolls, d: Dice, e: Log
) -> int:
    """A die that has shown a face, with its re-roll by a house rule: the face that counts."""
    i = reroll_by(s.options.house, occasion, f, hit)
    if i < 0:
        return face
    second = roll(d, FACES)
    kept = choose_roll(s.options.house.rules[i].change, face, second, 1, False)
    stays = 0 if kept == second else 1
    if r.dice == DIGITS or (r.dice > 0 and (r.house_rule != i or r.stays != stays)):
        tell_rerolls(r, k, e)
    r.house_rule, r.stays, r.dice = i, stays, r.dice + 1
    r.first, r.second = r.first * 10 + face, r.second * 10 + second
    return kept


@rule
def unit_rolling(s: State, occasion: int, m: int, target: int) -> int:
    """Whose dice they are: a target saves, the unit of the model that fires does the rest."""
    return target if occasion == Occasion.TO_SAVE else s.model[m].unit


@rule
def throw(
    s: State, occasion: int, m: int, target: int, weapon: int, needed: int, count: int, d: Dice, e: Log
) -> int:
    """Roll so many dice for a needed score and tell their faces, but not in a walk; how many succeed.

    NEVER: none is rolled.
    """
    k = unit_rolling(s, occasion, m, target)
    other = target if k != target else s.model[m].unit
    again, f = in_force(s.options.house) and may_reroll(s, occasion), facts_of()
    if again:
        note_moment(s, k, other, weapon, f)
    if needed == NEVER:
        count = 0
    elif is_enumerating(d) and not is_pinned(d, FACES):
        if not again:
            return all_reaching(d, FACES, count, needed)
        pairs = pairs_of(s.options.house, occasion, f, sixths(needed))
        return all_reaching(d, PAIR, count, PAIR + 1 - pairs)
    passed = 0
    while count > ROW:
        passed += throw_row(s, occasion, m, target, needed, ROW, NOBODY, again, f, d, e)
        count -= ROW
    return throw_row(s, occasion, m, target, needed, count, passed, again, f, d, e)


@rule
def throw_row(
    s: State,
    occasion: int,
    m: int,
    target: int,
    needed: int,
    count: int,
    before: int,
    again: bool,
    f: Facts,
    d: Dice,
    e: Log,
) -> int:
    """As many dice as an event holds; how many succeed, with those before. NOBODY: more dice follow."""
    passed, a, b, c, r = max(0, before), 0, 0, 0, rerolls_of()
    r.first, r.second, r.dice = 0, 0, 0
    k = unit_rolling(s, occasion, m, target)
    for i in range(count):
        face = roll(d, FACES)
        if again:
            face = throw_again(s, occasion, k, face, face >= needed, f, r, d, e)
        else:
            face = merge_faces(d, face, FACES if face >= needed else needed - 1)
        passed += 1 if face >= needed else 0
        if i < DIGITS:
            a = a * 10 + face
        elif i < 2 * DIGITS:
            b = b * 10 + face
        else:
            c = c * 10 + face
    tell_rerolls(r, k, e)
    tell_faces(occasion, m, target, needed, a, b, c, passed if before != NOBODY else NOBODY, e)
    return passed


@rule
def tell_faces(
    occasion: int, m: int, target: int, needed: int, a: int, b: int, c: int, passed: int, e: Log
) -> None:
    """A row of faces in the log: of dice to hit, to save or to kill; `passed` as the event has it."""
    if occasion == Occasion.TO_HIT:
        rolled_to_hit(e, m, target, needed, a, b, c, passed)
    elif occasion == Occasion.TO_SAVE:
        rolled_to_save(e, m, target, needed, a, b, c, passed)
    else:
        rolled_to_kill(e, m, target, needed, a, b, c, passed)


@rule
def save_needed(s: State, k: int, target: int, weapon: int, terms: Terms) -> int:
    """What a unit needs to save a hit of a weapon of another (WS-11.14)."""
    ap, armour = s.weapon[weapon].ap, s.profile[s.unit[target].profile].armour
    leave_out(s, Occasion.TO_SAVE, target, k, weapon, terms)
    raw = explain(terms, Sum.EVEN, s.options.save_even)
    raw += explain(terms, Sum.AP, ap) + explain(terms, Sum.ARMOUR, -armour)
    return in_play(amend(s, Occasion.TO_SAVE, target, k, weapon, raw, terms), s.options.save_best)


@rule
def kill_needed(s: State, k: int, target: int, weapon: int, terms: Terms) -> int:
    """What a weapon of a unit needs to kill after an unsaved hit on another (WS-11.15)."""
    fp, toughness = s.weapon[weapon].fp, toughness_of(s, target)
    leave_out(s, Occasion.TO_KILL, k, target, weapon, terms)
    raw = explain(terms, Sum.EVEN, s.options.kill_even)
    raw += explain(terms, Sum.TOUGHNESS, toughness) + explain(terms, Sum.FP, -fp)
    return in_play(amend(s, Occasion.TO_KILL, k, target, weapon, raw, terms), s.options.kill_best)


@rule
def roll_group(s: State, k: int, target: int, m: int, first: int, d: Dice, e: Log) -> None:
    """Hits, saves and kills of the group that a model begins (WS-11.16, WS-6.12)."""
    weapon, shots = weapon_in(s.trial_x[m]), shots_of_group(s, k, m)
    needed = needed_to_hit(s, m, target, weapon, extra_of(s, k, target, first), e.why)
    hits = throw(s, Occasion.TO_HIT, m, target, weapon, needed, shots, d, e)
    saves, kills = 0, 0
    if hits > 0:
        needed = save_needed(s, k, target, weapon, e.why)
        saves = throw(s, Occasion.TO_SAVE, m, target, weapon, needed, hits, d, e)
    if hits > saves:
        needed = kill_needed(s, k, target, weapon, e.why)
        kills = throw(s, Occasion.TO_KILL, m, target, weapon, needed, hits - saves, d, e)
    range_by(s, k, target, weapon, e.why)  # for the log: what house rules gave
    shots_by(s, m, weapon, e.why)
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
    aw_by(s, k, target, e.why)  # for the log: what house rules gave
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
