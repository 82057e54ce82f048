"""What a shot needs to hit, to be saved, to kill, and which target is the easiest (WS-11.8 to WS-11.15)."""

from __future__ import annotations

from hulldown.kernel.events import Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import CARRIED, MODELS, NOBODY, Ground, Phase, Sight
from hulldown.rulesets.warstrike.measuring import at_most, gap, next_of
from hulldown.rulesets.warstrike.reasons import Sum
from hulldown.rulesets.warstrike.sight import effective_aw, sight, targetable_at
from hulldown.rulesets.warstrike.standing import in_ground
from hulldown.rulesets.warstrike.state import Options, State, is_vehicle

FACES = 6
NEVER = 0  # a roll that cannot succeed


# ---------------------------------------------------------------- needed rolls


@rule
def to_hit(o: Options, bs: int, ev: int) -> int:
    """The score a shot needs to hit (WS-11.8, WS-11.9)."""
    return max(o.hit_best, min(o.hit_worst, o.hit_even + ev - bs))


@rule
def to_save(o: Options, ap: int, armour: int) -> int:
    """The score that saves a hit; NEVER if none does (WS-11.14)."""
    needed = max(o.save_best, o.save_even + ap - armour)
    return needed if needed <= FACES else NEVER


@rule
def to_kill(o: Options, fp: int, toughness: int) -> int:
    """The score by which an unsaved hit kills; NEVER if none does (WS-11.15)."""
    needed = max(o.kill_best, o.kill_even + toughness - fp)
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
    u, o = s.unit[s.model[target].unit], s.options
    near = at_most(gap(s, firer, target), effective_aw(s, firer, target))
    beyond = 0 if near else o.beyond_aw_ev
    ground = o.ground_ev if gone_to_ground(s, target) else 0
    ev = s.profile[u.profile].ev
    hunkered = o.hunkered_ev if u.hunkered != 0 else 0
    return ev_of(ev, cover_of(o, state), beyond, ground, hunkered, blind, terms)


@rule
def toughness_of(s: State, k: int) -> int:
    """The To of a unit, hunkered or not (WS-10.9, WS-11.15)."""
    u = s.unit[k]
    bonus = s.options.hunkered_toughness if u.hunkered != 0 else 0
    return s.profile[u.profile].toughness + bonus


@rule
def in_fire(s: State, firer: int, target: int, weapon: int) -> int:
    """The sight state of a target that a weapon can be fired at; -1 if it cannot (WS-3.15, WS-11.7)."""
    if not at_most(gap(s, firer, target), s.weapon[weapon].range):
        return -1
    state = sight(s, firer, target)
    return state if targetable_at(s, firer, target, state) else -1


@rule
def least_ev(s: State, k: int) -> int:
    """The Ev that no model of a unit can be below, whoever fires (WS-11.12)."""
    u = s.unit[k]
    bonus = s.options.hunkered_ev if u.hunkered != 0 else 0
    return s.profile[u.profile].ev + bonus


@rule
def easiest(s: State, firer: int, k: int, weapon: int) -> int:
    """The model of a unit that a model hits most easily with a weapon (WS-11.5, WS-11.12), or NOBODY.

    It comes as its Ev * MODELS + its number, the Ev without what the whole unit gains.
    """
    best = NOBODY
    m = next_of(s, k, NOBODY)
    while m != NOBODY and (best == NOBODY or best // MODELS > least_ev(s, k)):
        state = in_fire(s, firer, m, weapon)
        if state >= 0:
            candidate = ev_total(s, firer, m, state, 0, s.mute) * MODELS + m
            best = candidate if best == NOBODY else min(best, candidate)
        m = next_of(s, k, m)
    return best


# ---------------------------------------------------------------- the best weapon


@rule
def harm_in_sixths(s: State, weapon: int, bs: int, ev: int, k: int) -> int:
    """The chance that a shot at a unit is a kill result, in parts of 216 (WS-11.20)."""
    w, p, o = s.weapon[weapon], s.profile[s.unit[k].profile], s.options
    unsaved = FACES - save_chance(o, w.ap, p.armour)
    return hit_chance(o, bs, ev) * unsaved * kill_chance(o, w.fp, toughness_of(s, k))


@rule
def carried(s: State, m: int, i: int) -> int:
    """The number of a model's weapon, or NOBODY."""
    return s.model[m].weapon[i] if i >= 0 and i < CARRIED else NOBODY
