"""Which models touch enemies, as bits: worked out once for each estimate."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import reach
from hulldown.rulesets.close_assault.codes import CONTACT
from hulldown.rulesets.close_assault.contact import contact, gap_of, touching
from hulldown.rulesets.close_assault.state import Detachment, State, side_of


@rule
def touched_in(s: State, m: int, k: int) -> int:
    """The models of a detachment that a model on the table touches, as bits."""
    d, b = s.detachment[k], s.model[m].base
    p = s.profile[d.profile]
    x, y = b.x, b.y
    far, touched = reach(b) + CONTACT + 1 + p.half_length + p.half_width, 0
    for j in range(d.first, d.first + d.size):
        v = s.model[j]
        if abs(v.base.x - x) <= far and abs(v.base.y - y) <= far and v.wounds > 0:
            if contact(gap_of(s, m, j)):
                touched |= 1 << j
    return touched


@rule
def all_in_contact(s: State) -> int:
    """The models that touch an enemy, as bits."""
    models = 0
    for k in range(s.detachments):
        if s.detachment[k].side != 0:
            continue
        d = s.detachment[k]
        for m in range(d.first, d.first + d.size):
            if s.model[m].wounds <= 0:
                continue
            foes = 0
            for j in range(s.detachments):
                if s.detachment[j].side != 0:
                    foes |= touched_in(s, m, j)
            if foes != 0:
                models |= foes | 1 << m
    return models


@rule
def foes_of(s: State, m: int, held: int) -> int:
    """The enemies that a model touches, as bits, among the models that touch any."""
    foes, side = 0, side_of(s, m)
    for j in range(s.models):
        if (held >> j) & 1 == 1 and side_of(s, j) != side and touching(s, m, j):
            foes |= 1 << j
    return foes


@rule
def members(d: Detachment) -> int:
    """The models of a detachment, as bits."""
    return ((1 << d.size) - 1) << d.first


@rule
def many(models: int) -> int:
    """How many models a set has."""
    n = 0
    while models != 0:
        models &= models - 1
        n += 1
    return n
