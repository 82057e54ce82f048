"""AG-16: reaction fire in the enemy's turn, corner fire in one's own."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import reaction_mode
from hulldown.rulesets.agrav.aiming import fixed
from hulldown.rulesets.agrav.codes import NOBODY, Mount, Occasion, Standing, Turret, Way
from hulldown.rulesets.agrav.events import corner_fired, reaction_fired, reaction_set
from hulldown.rulesets.agrav.flying import watch_rounds
from hulldown.rulesets.agrav.geometry import between_x, between_y, distance, in_cone
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.shooting import holds_fire, shoot, why_not_ready
from hulldown.rulesets.agrav.sight import in_sight
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ReactionTrigger

# ---------------------------------------------------------------- setting it


@rule
def why_not_react(s: State, u: int, w: int, way: int) -> int:
    """A working, loaded, unfired weapon or line that reacts; way -1 cancels (AG-16.5, AG-16.7, AG-21.7)."""
    if s.units[u].side != s.side or s.units[u].standing != Standing.PRESENT:
        return Why.NOT_YOUR_TURN
    if w < 0 or w >= s.units[u].weapons or way > Way.NW or way < NOBODY:
        return Why.NO_SUCH_ACTION
    gun = s.units[u].weapon[w]
    if way == NOBODY:
        return Why.ALLOWED if gun.cone != NOBODY else Why.REACTION_NOT_ALLOWED
    if reaction_mode(gun.family) == NOBODY or not loaded(s, u, w):
        return Why.REACTION_NOT_ALLOWED
    if fixed(s, u, w) and way != s.units[u].facing:  # AG-16.2
        return Why.REACTION_NOT_ALLOWED
    return Why.ALLOWED


@rule
def loaded(s: State, u: int, w: int) -> bool:
    """Working, loaded and unfired; the energy may come until it fires (AG-16.7, AG-16.9)."""
    reason = why_not_ready(s, u, w)
    return reason == Why.ALLOWED or reason == Why.NO_POWER


@rule
def in_turret(s: State, u: int, w: int) -> bool:
    """Whether a weapon is in a turret that turns (AG-16.3, table 3.10)."""
    return bool(s.units[u].weapon[w].mount == Mount.TURRET and not fixed(s, u, w))


@rule
def set_reaction(s: State, u: int, w: int, way: int, e: Log) -> None:
    """Set, change or cancel; a turret's other weapons that are set turn with it (AG-16.3, AG-16.13)."""
    unit = s.units[u]
    unit.weapon[w].cone = way
    along = 0
    if way != NOBODY and in_turret(s, u, w):
        for other in range(unit.weapons):
            gun = unit.weapon[other]
            if in_turret(s, u, other) and gun.cone != NOBODY and gun.cone != way:
                gun.cone = way
                along += 1
    reaction_set(e, u, w, way, along)


@rule
def watches(s: State, u: int, w: int, tile: int) -> bool:
    """Whether a weapon is set and a tile is in its cone (AG-2.5, AG-2.6, AG-16.1, AG-16.2)."""
    way, own = s.units[u].weapon[w].cone, s.units[u].tile
    if way == NOBODY:
        return False
    width = s.options.fixed_arc if fixed(s, u, w) else s.options.reaction_cone
    return in_cone(width, way, between_x(own, tile), between_y(own, tile))


# ---------------------------------------------------------------- corner fire


@rule
def new_sightings(s: State, mover: int, before: int) -> int:
    """Bits of the enemies in sight now who were in no own unit's sight before the step (AG-16.10)."""
    others = before
    for v in range(s.count):
        ally = s.units[v]
        if v != mover and ally.side == s.units[mover].side and ally.standing == Standing.PRESENT:
            others |= ally.sees
    return s.units[mover].sees & ~others


@rule
def nearest_newcomer(s: State, u: int, w: int, fresh: int) -> int:
    """The nearest newcomer in the weapon's cone, the lowest id of equals, or -1 (AG-16.10, AG-16.13)."""
    best, own = NOBODY, s.units[u].tile
    for v in range(s.count):
        enemy = s.units[v]
        if (fresh >> v) & 1 == 0 or enemy.standing != Standing.PRESENT:
            continue
        if watches(s, u, w, enemy.tile):
            if best == NOBODY or distance(own, enemy.tile) < distance(own, s.units[best].tile):
                best = v
    return best


@rule
def corner_occasion(s: State, u: int, w: int) -> int:
    """-5 from a High Act turret that is not jammed, else -15 (AG-16.4, table 3.10)."""
    high_act = s.units[u].turret == Turret.HIGH_ACT and in_turret(s, u, w)
    return Occasion.CORNER_HIGH_ACT if high_act else Occasion.CORNER


@rule
def corner_fire(s: State, u: int, fresh: int, occasion: int, d: Dice, e: Log) -> None:
    """The mover's own weapons of one penalty, in the order of its sheet (AG-16.10, AG-16.11)."""
    for w in range(s.units[u].weapons):
        if corner_occasion(s, u, w) != occasion or why_not_ready(s, u, w) != Why.ALLOWED:
            continue
        target = nearest_newcomer(s, u, w, fresh)
        if target != NOBODY:
            high_act = 1 if occasion == Occasion.CORNER_HIGH_ACT else 0
            corner_fired(e, u, target, w, s.units[u].weapon[w].cone, high_act)
            mode = reaction_mode(s.units[u].weapon[w].family)
            shoot(s, u, w, mode, target, NOBODY, occasion, d, e)


# ---------------------------------------------------------------- reaction fire


@rule
def enters_view(s: State, u: int, w: int, mover: int, saw: bool) -> bool:
    """In cone and sight after the step, and not before it; or at any step in view (AG-16.8)."""
    if not in_sight(s, u, mover) or not watches(s, u, w, s.units[mover].tile):
        return False
    if s.options.reaction_trigger == ReactionTrigger.ANY_MOVE_IN_VIEW:
        return True
    return not (saw and watches(s, u, w, s.units[mover].came))


@rule
def reaction_fire(s: State, u: int, mover: int, saw: bool, d: Dice, e: Log) -> None:
    """One unit's weapons against a mover, in the order of its sheet; what cannot fire now, or at nobody any
    more, keeps its setting (AG-16.9, AG-16.13).
    """
    for w in range(s.units[u].weapons):
        if s.units[mover].standing != Standing.PRESENT:
            return
        if enters_view(s, u, w, mover, saw) and why_not_ready(s, u, w) == Why.ALLOWED:
            reaction_fired(e, u, mover, w, s.units[u].weapon[w].cone)
            mode = reaction_mode(s.units[u].weapon[w].family)
            shoot(s, u, w, mode, mover, NOBODY, Occasion.REACTION, d, e)


@rule
def after_move(s: State, mover: int, before: int, d: Dice, e: Log) -> None:
    """All that a step or reposition triggers, in the order of its penalties: -5, -15, -25 (AG-16.11).

    `before` are the bits of the enemies that the mover saw from where it `came`; sight is symmetric, so they
    are also those who saw it. Corner fire is the mover's side's, reaction fire the other's;
    the former is a shot in the own turn to AG-6.8 (AG-16.13).
    """
    watch_rounds(s, mover)
    fresh = new_sightings(s, mover, before)
    if fresh != 0 and not holds_fire(s, s.units[mover].side):
        corner_fire(s, mover, fresh, Occasion.CORNER_HIGH_ACT, d, e)
        corner_fire(s, mover, fresh, Occasion.CORNER, d, e)
    for u in range(s.count):
        unit = s.units[u]
        if unit.side != s.units[mover].side and unit.standing == Standing.PRESENT:
            reaction_fire(s, u, mover, (before >> u) & 1 == 1, d, e)
