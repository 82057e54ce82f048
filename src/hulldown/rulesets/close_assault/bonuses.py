"""Spending weapon bonuses (CA-10). Numbers of bonuses, one for each weapon, are packed into one number."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, Arc
from hulldown.rulesets.close_assault.contact import arc_of, touching
from hulldown.rulesets.close_assault.events import bonus_spent
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, kind_of, profile_of
from hulldown.rulesets.close_assault.variants import CoaxialLink

ROOM = 5  # bits for the number of one weapon
MOST = 31  # bonuses of one weapon in one Fight (CA-10.10)
DONE = -1  # `next_spending` after the last


# ---------------------------------------------------------------- packing


@rule
def number_in(spent: int, weapon: int) -> int:
    """How many bonuses of a weapon are in a packed number."""
    return (spent >> (ROOM * weapon)) & MOST


@rule
def packed(weapon: int, number: int) -> int:
    """So many bonuses of one weapon as a packed number; add these up for several weapons."""
    return number << (ROOM * weapon)


# ---------------------------------------------------------------- the ledger (CA-10.8)


@rule
def weapon_used(s: State, m: int, weapon: int) -> bool:
    """Whether a bonus of a weapon was spent this round."""
    return (s.model[m].used >> weapon) & 1 == 1


@rule
def weapon_fired(s: State, m: int, weapon: int) -> bool:
    """Whether a weapon has been fired this round."""
    return (s.model[m].fired >> weapon) & 1 == 1


@rule
def why_not_fire_weapon(s: State, m: int, weapon: int) -> int:
    """Why a weapon may not be fired any more this round (CA-10.3 to CA-10.5, CA-15.1)."""
    if weapon_used(s, m, weapon):
        return Why.FIRE_USED
    if weapon_fired(s, m, weapon):
        return Why.FIRE_DONE
    pair = s.profile[profile_of(s, m)].weapon[weapon].pair
    if pair != NOBODY and weapon_used(s, m, pair):
        return Why.FIRE_COAXIAL
    return Why.ALLOWED


@rule
def note_fired(s: State, m: int, weapon: int) -> None:
    """A weapon has been fired: its bonuses are gone (CA-10.3, CA-10.8)."""
    v = s.model[m]
    v.fired = v.fired | (1 << weapon)
    v.left[weapon] = 0


# ---------------------------------------------------------------- what may be spent


@rule
def locked(s: State, m: int, weapon: int) -> bool:
    """Whether a weapon's pair locks it: that of a Co-axial one by having been used (CA-10.4, CA-10.11), its
    own Co-axial one by having been fired (CA-10.5).
    """
    p = s.profile[profile_of(s, m)]
    pair = p.weapon[weapon].pair
    if pair != NOBODY and weapon_used(s, m, pair):
        return True
    if s.options.coaxial_link != CoaxialLink.MUTUAL:
        return False
    for w in range(p.weapons):
        if p.weapon[w].pair == weapon and weapon_fired(s, m, w):
            return True
    return False


@rule
def bears_on(s: State, m: int, opponent: int, weapon: int) -> bool:
    """Whether an opponent stands in the arc of a weapon's bonuses (CA-7.17, CA-10.2)."""
    arc = s.profile[profile_of(s, m)].weapon[weapon].arc
    return arc == Arc.ALL or arc == arc_of(s, m, opponent)


@rule
def worth(s: State, m: int, opponent: int, weapon: int) -> int:
    """What one bonus of a weapon adds against an opponent, by the opponent's type (CA-7, CA-10.6)."""
    return s.profile[profile_of(s, m)].weapon[weapon].value[kind_of(s, opponent)]


@rule
def why_not_use(s: State, m: int, opponent: int, weapon: int, number: int) -> int:
    """The first reason against so many bonuses of a weapon on an opponent (CA-10.1 to CA-10.6)."""
    if number == 0:
        return Why.ALLOWED
    if weapon_fired(s, m, weapon):
        return Why.BONUS_FIRED
    if s.model[m].left[weapon] < number:
        return Why.BONUS_USED
    if not touching(s, m, opponent):
        return Why.BONUS_CONTACT
    if not bears_on(s, m, opponent, weapon):
        return Why.BONUS_ARC
    if worth(s, m, opponent, weapon) == 0:
        return Why.BONUS_TARGET
    return Why.BONUS_LOCKED if locked(s, m, weapon) else Why.ALLOWED


@rule
def why_not_spend(s: State, m: int, opponent: int, spent: int) -> int:
    """The first reason against spending a packed number of bonuses, in the order of CA-20.4."""
    p, first = s.profile[profile_of(s, m)], 0
    if spent < 0 or (spent >> (ROOM * p.weapons)) != 0:
        return Why.BONUS_USED
    for w in range(p.weapons):
        why = why_not_use(s, m, opponent, w, number_in(spent, w))
        if why != Why.ALLOWED and (first == 0 or why < first):
            first = why
    return first


@rule
def most_of(s: State, m: int, opponent: int, weapon: int) -> int:
    """How many bonuses of a weapon may be spent on an opponent in one Fight (CA-10.10)."""
    if why_not_use(s, m, opponent, weapon, 1) != Why.ALLOWED:
        return 0
    return min(s.model[m].left[weapon], MOST)


@rule
def may_spend(s: State, m: int, opponent: int) -> bool:
    """Whether a model has any bonus for an opponent; otherwise nobody is asked (CA-20.2)."""
    for w in range(s.profile[profile_of(s, m)].weapons):
        if most_of(s, m, opponent, w) > 0:
            return True
    return False


@rule
def next_spending(s: State, m: int, opponent: int, spent: int) -> int:
    """What may be spent after `spent`, counting from 0 through all there is; DONE after the last."""
    for w in range(s.profile[profile_of(s, m)].weapons):
        number = number_in(spent, w)
        if number < most_of(s, m, opponent, w):
            return spent + packed(w, 1)
        spent -= packed(w, number)
    return DONE


@rule
def everything(s: State, m: int, opponent: int) -> int:
    """All that a model may spend on an opponent, packed (CA-19.6)."""
    total = 0
    for w in range(s.profile[profile_of(s, m)].weapons):
        total += packed(w, most_of(s, m, opponent, w))
    return total


@rule
def total_worth(s: State, m: int, opponent: int, spent: int) -> int:
    """What a packed number of bonuses adds to the CAF against an opponent (CA-10.6)."""
    total = 0
    for w in range(s.profile[profile_of(s, m)].weapons):
        total += number_in(spent, w) * worth(s, m, opponent, w)
    return total


@rule
def spend(s: State, m: int, opponent: int, spent: int, e: Log) -> None:
    """Take the bonuses from the ledger: each is for this Fight only (CA-10.8, CA-10.9)."""
    v = s.model[m]
    for w in range(s.profile[profile_of(s, m)].weapons):
        number = number_in(spent, w)
        if number > 0:
            v.left[w] -= number
            v.used = v.used | (1 << w)
            bonus_spent(e, m, opponent, w, number, worth(s, m, opponent, w))
