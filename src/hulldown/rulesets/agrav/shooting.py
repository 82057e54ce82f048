"""AG-8.11 to AG-8.13: what speaks against a shot, its accuracy at the table, the volley."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log, Terms
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import (
    COCKPIT,
    TURRET,
    WEAPON,
    accuracy_of,
    is_high,
    is_indirect,
    mode_allowed,
)
from hulldown.rulesets.agrav.aiming import (
    gone,
    spotter_for,
    why_no_line,
    why_no_target,
)
from hulldown.rulesets.agrav.codes import NOBODY, Family, Mount, Occasion, Part, Standing
from hulldown.rulesets.agrav.events import rolled_to_hit, shot_fired
from hulldown.rulesets.agrav.flying import face_towards, launch, rerolls, strike, succeeds
from hulldown.rulesets.agrav.internals import WRECKED, crits_of
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ReactionTargetSpeed

# ---------------------------------------------------------------- may the weapon fire


@rule
def why_not_ready(s: State, u: int, w: int) -> int:
    """The weapon's half: destroyed, fired, reloading, without load or energy (AG-8.12, AG-5.8, AG-5.9)."""
    gun = s.units[u].weapon[w]
    if gun.crits >= WRECKED:
        return Why.WEAPON_DESTROYED
    if gun.fired != 0:
        return Why.WEAPON_FIRED
    if gun.waiting > 0:
        return Why.RELOADING
    if gun.loads == 0:
        return Why.NO_AMMO
    return Why.NO_POWER if s.units[u].energy < gun.power else Why.ALLOWED


@rule
def holds_fire(s: State, side: int) -> bool:
    """The first side may not shoot in its own turn of round 1 (AG-6.8 `first_side_hold_fire`)."""
    return bool(s.options.first_side_hold_fire != 0 and s.round == 1 and side == s.first and side == s.side)


@rule
def has_line(s: State, u: int, w: int) -> bool:
    """Whether a unit has such a weapon, and one that is fired: charges are placed (AG-21.6, AG-21.9)."""
    unit = s.units[u]
    return bool(0 <= w < unit.weapons and unit.weapon[w].family != Family.CHARGE)


@rule
def why_not_shoot(s: State, u: int, w: int, mode: int, target: int, place: int) -> int:
    """The first reason against a shot (AG-8.12, AG-8.13): weapon, target, mode, line (AG-8.16)."""
    if s.units[u].side != s.side or s.units[u].standing != Standing.PRESENT:
        return Why.NOT_YOUR_TURN
    if not has_line(s, u, w):
        return Why.NO_SUCH_ACTION
    reason = why_not_ready(s, u, w)
    if reason != Why.ALLOWED:
        return reason
    if holds_fire(s, s.units[u].side):
        return Why.HOLD_FIRE
    reason = why_no_target(s, u, target, place)
    if reason != Why.ALLOWED:
        return reason
    if not mode_allowed(s.units[u].weapon[w].family, mode, 0):
        return Why.MODE_NOT_ALLOWED
    return why_no_line(s, u, w, mode, target, place)


# ---------------------------------------------------------------- its accuracy


@rule
def parts_hurt(s: State, u: int, w: int) -> int:
    """Damaged parts that spoil the aim, as bits (AG-8.11); a jammed turret has no weapons in it any more."""
    unit, gun = s.units[u], s.units[u].weapon[w]
    bits = COCKPIT if crits_of(unit, Part.COCKPIT) > 0 else 0
    if gun.crits > 0:
        bits |= WEAPON
    if gun.mount == Mount.TURRET and crits_of(unit, Part.TURRET) > 0:
        bits |= TURRET
    return bits


@rule
def target_tiles(s: State, target: int, occasion: int) -> int:
    """Tiles the target moved in its last turn, by the option in this one (AG-1.7, AG-16.12)."""
    if target == NOBODY:
        return 0
    option = s.options.reaction_target_speed
    if occasion == Occasion.REACTION and option == ReactionTargetSpeed.CURRENT_TURN:
        return s.units[target].tiles
    return s.units[target].last_tiles


@rule
def own_tiles(s: State, u: int) -> int:
    """Tiles moved so far in the own turn, and in the enemy's all of the turn before (AG-8.7, AG-8.8)."""
    unit = s.units[u]
    return unit.tiles if unit.side == s.side else unit.last_tiles


@rule
def accuracy(
    s: State, u: int, w: int, mode: int, target: int, place: int, occasion: int, spotter: int, terms: Terms
) -> int:
    """The percentage of a shot at the table, with every modifier (AG-8.11)."""
    unit = s.units[u]
    return accuracy_of(
        s.options,
        own_tiles(s, u),
        unit.turned,
        unit.weapon[w].stabiliser,
        target_tiles(s, target, occasion),
        mode,
        0 if spotter == NOBODY else s.units[spotter].sensors,
        occasion,
        unit.stun,
        parts_hurt(s, u, w),
        terms,
    )


@rule
def hit_percent(s: State, u: int, w: int, mode: int, target: int, place: int, terms: Terms) -> int:
    """The accuracy that an order to shoot, which must be allowed, would have (AG-8.11)."""
    spotter = spotter_for(s, u, w, mode, target, place) if is_indirect(mode) else NOBODY
    return accuracy(s, u, w, mode, target, place, Occasion.ORDER, spotter, terms)


# ---------------------------------------------------------------- the volley


@rule
def volley(s: State, u: int, w: int) -> int:
    """Shots of one volley: of some weapon lines one for each living model (table 3.5, AG-21.4)."""
    unit = s.units[u]
    if unit.weapon[w].per_model == 0:
        return unit.weapon[w].shots
    living = 0
    for i in range(unit.models):
        living += 1 if unit.model[i] > 0 else 0
    return living * unit.weapon[w].shots


@rule
def spend(s: State, u: int, w: int) -> None:
    """A volley costs a load and energy, ends a setting, and starts the reload (AG-5.8, AG-5.9, AG-8.12)."""
    gun = s.units[u].weapon[w]
    s.units[u].energy -= gun.power
    if gun.loads > 0:
        gun.loads -= 1
    gun.fired, gun.cone = 1, NOBODY
    if gun.reload > 0:
        gun.waiting = gun.reload + 1


@rule
def roll_to_hit(s: State, u: int, target: int, place: int, percent: int, shot: int, d: Dice, e: Log) -> bool:
    """The to-hit roll of one shot, re-rolled once at a structure (AG-1.1, AG-20.2)."""
    die = succeeds(d, percent)
    rolled_to_hit(e, u, target, place, abs(die), 1 if die > 0 else 0, 0, shot)
    if die < 0 and rerolls(s, target, place):
        die = succeeds(d, percent)
        rolled_to_hit(e, u, target, place, abs(die), 1 if die > 0 else 0, 1, shot)
    return die > 0


@rule
def resolve(s: State, u: int, w: int, mode: int, target: int, place: int, d: Dice, e: Log) -> None:
    """A shot that hit: on its way if it is high, else it strikes at once (AG-17.10, AG-17.15, AG-9.1)."""
    if is_high(mode):
        launch(s, u, w, mode, target, place, e)
        return
    gun = s.units[u].weapon[w]
    face = face_towards(s, target, s.units[u].tile)
    p, damage, thermal = gun.penetration, gun.damage, gun.thermal
    strike(s, target, place, face, p, damage, thermal, gun.energy, gun.he, gun.area, d, e)


@rule
def shoot(
    s: State, u: int, w: int, mode: int, target: int, place: int, occasion: int, d: Dice, e: Log
) -> None:
    """One volley: each shot rolled and resolved in full before the next; what is left when the target is gone
    is lost (AG-8.12).
    """
    spotter = spotter_for(s, u, w, mode, target, place) if is_indirect(mode) else NOBODY
    percent = accuracy(s, u, w, mode, target, place, occasion, spotter, e.why)
    shot_fired(e, u, target, place, w, mode, percent, spotter)
    spend(s, u, w)
    for shot in range(volley(s, u, w)):
        if gone(s, target, place):
            return
        if roll_to_hit(s, u, target, place, percent, shot + 1, d, e):
            resolve(s, u, w, mode, target, place, d, e)
