"""Who fights whom (CA-9.4 to CA-9.6): minimum edge covers of the touching pairs, chosen Fight by Fight.

With n touching models, a matching of size k and no larger one, n - k Fights cover them all, and no fewer.
A list of Fights can be completed to such a cover exactly if the models it leaves out can be matched so
well that the sum is still n - k: those left over each join a model that they touch.
Sets of models are bits of one number.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import FIGHTS, NOBODY, Stage
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, side_of
from hulldown.rulesets.close_assault.variants import TankShockFights


@rule
def bit_of(m: int) -> int:
    """A set with one member."""
    return 1 << m


@rule
def holds(models: int, m: int) -> bool:
    """Whether a set has a member."""
    return (models >> m) & 1 == 1


@rule
def size(models: int) -> int:
    """How many members a set has."""
    n = 0
    while models != 0:
        models &= models - 1
        n += 1
    return n


# ---------------------------------------------------------------- the models that must fight


@rule
def touching_models(s: State) -> int:
    """All models of the Combat that touch an enemy in it."""
    models = 0
    for m in range(s.models):
        if s.near[m] != 0:
            models |= bit_of(m)
    return models


@rule
def of_chooser(s: State, models: int) -> int:
    """Those of a set that belong to the side that chooses the Fights."""
    own = 0
    for m in range(s.models):
        if holds(models, m) and side_of(s, m) == s.chooser:
            own |= bit_of(m)
    return own


@rule
def covered(s: State) -> int:
    """The models that have a Fight in the list so far."""
    models = 0
    for i in range(s.fights):
        models |= bit_of(s.fight[i].own) | bit_of(s.fight[i].enemy)
    return models


@rule
def listed(s: State, own: int, enemy: int) -> bool:
    """Whether a pair is in the list already."""
    for i in range(s.fights):
        if s.fight[i].own == own and s.fight[i].enemy == enemy:
            return True
    return False


# ---------------------------------------------------------------- matching


@rule
def matched(s: State, models: int) -> int:
    """Size of a maximum matching among some models."""
    total, ours = 0, of_chooser(s, models)
    for m in range(s.models):
        if holds(ours, m) and augment(s, m, models):
            total += 1
    for m in range(s.models):
        s.mate[m] = 0
        s.came[m] = 0
    return total


@rule
def augment(s: State, start: int, models: int) -> bool:
    """Find a partner for one more model, others changing theirs where they must: breadth first."""
    seen, waiting = 0, bit_of(start)
    while waiting != 0:
        for own in range(s.models):
            if not holds(waiting, own):
                continue
            waiting &= ~bit_of(own)
            new = s.near[own] & models & ~seen
            for enemy in range(s.models):
                if not holds(new, enemy):
                    continue
                s.came[enemy] = own + 1
                if s.mate[enemy] == 0:
                    settle(s, enemy)
                    return True
                waiting |= bit_of(s.mate[enemy] - 1)
            seen |= new
    return False


@rule
def settle(s: State, enemy: int) -> None:
    """Change partners back along the way by which a free enemy was found."""
    while enemy != NOBODY:
        own = s.came[enemy] - 1
        before = s.mate[own] - 1
        s.mate[enemy] = own + 1
        s.mate[own] = enemy + 1
        enemy = before


# ---------------------------------------------------------------- legal lists


@rule
def number_of_fights(s: State, models: int) -> int:
    """How many Fights cover some touching models (CA-9.5)."""
    return size(models) - matched(s, models)


@rule
def completes(s: State, models: int, fights: int, done: int) -> bool:
    """Whether so many Fights, which cover `done`, can become a legal choice for these models (CA-9.5)."""
    rest = models & ~done
    return fights + number_of_fights(s, rest) == number_of_fights(s, models)


@rule
def some_may_stay_out(s: State) -> bool:
    """Whether enemies may be left out of a Tank Shock's Fights (CA-12.11)."""
    option = s.options.tank_shock_fights == TankShockFights.ATTACKER_SUBSET
    return bool(option and s.stage == Stage.SHOCK)


@rule
def can_be_completed(s: State, fights: int, done: int) -> bool:
    """Whether a list can still become a legal choice, enemies left out where that is allowed (CA-12.11)."""
    models = touching_models(s)
    if completes(s, models, fights, done):
        return True
    return some_may_stay_out(s) and with_fewer(s, models, fights, done)


@rule
def with_fewer(s: State, models: int, fights: int, done: int) -> bool:
    """Whether a list becomes legal with some of the enemies that have no Fight yet, or none (CA-12.11).

    More new enemies than own models without a Fight never help: each would be a spoke to spare.
    """
    ours = of_chooser(s, models)
    open_own, left = size(ours & ~done), models & ~ours & ~done
    chosen = left
    while True:
        if size(chosen) <= open_own and all_reached(s, ours, done | chosen):
            if completes(s, ours | (done & ~ours) | chosen, fights, done):
                return True
        if chosen == 0:
            return False
        chosen = (chosen - 1) & left


@rule
def all_reached(s: State, ours: int, enemies: int) -> bool:
    """Whether each of our models touches one of these enemies, so that it can have a Fight."""
    for m in range(s.models):
        if holds(ours, m) and s.near[m] & enemies == 0:
            return False
    return True


@rule
def may_close(s: State) -> bool:
    """Whether the list is a legal choice as it stands (CA-9.5, CA-12.11)."""
    models, done = touching_models(s), covered(s)
    if done == models:
        return True
    if not some_may_stay_out(s):
        return False
    return of_chooser(s, models) & ~done == 0


@rule
def why_not_pair(s: State, own: int, enemy: int) -> int:
    """The reason against a pair as the next Fight of the list (CA-9.5); own NOBODY: the list ends here."""
    if own == NOBODY:
        return Why.ALLOWED if may_close(s) else Why.FIGHTS
    if side_of(s, own) != s.chooser or s.fights == FIGHTS or listed(s, own, enemy):
        return Why.FIGHTS
    if not holds(s.near[own], enemy):
        return Why.FIGHTS
    done = covered(s) | bit_of(own) | bit_of(enemy)
    return Why.ALLOWED if can_be_completed(s, s.fights + 1, done) else Why.FIGHTS


@rule
def pair(s: State, own: int, enemy: int) -> None:
    """Append a Fight to the list (CA-9.6)."""
    f = s.fight[s.fights]
    f.own, f.enemy, f.done = own, enemy, 0
    s.fights += 1
