"""Which models of a detachment stand together (CA-2.8, CA-2.12). Sets of models are bits, counted from
the detachment's first.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Base, apart, gap
from hulldown.rulesets.close_assault.codes import TOL
from hulldown.rulesets.close_assault.contact import gap_of
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Model, State, alive
from hulldown.rulesets.common.enums import count_of

FAR = 1 << 30  # farther than any table is long


@rule
def linked(s: State, i: int, j: int) -> bool:
    """Whether two models are near enough to be neighbours of a chain (CA-2.8)."""
    most = s.options.coherency + TOL
    return not apart(s.model[i].base, s.model[j].base, most + 1) and gap_of(s, i, j) <= most


@rule
def standing(s: State, k: int) -> int:
    """The models of a detachment that are on the table, as bits from its first."""
    bits, first = 0, s.detachment[k].first
    for i in range(s.detachment[k].size):
        if alive(s, first + i):
            bits |= 1 << i
    return bits


@rule
def neighbours(s: State, k: int, i: int, among: int) -> int:
    """Those of a set of models that are neighbours of one, as bits."""
    bits, first = 0, s.detachment[k].first
    for j in range(s.detachment[k].size):
        if among >> j & 1 != 0 and linked(s, first + i, first + j):
            bits |= 1 << j
    return bits


@rule
def group_from(s: State, k: int, among: int) -> int:
    """The group to which the first of a set of models belongs, as bits (CA-2.8)."""
    fresh = among & -among
    group, left = fresh, among & ~fresh
    while fresh != 0 and left != 0:
        more = 0
        for i in range(s.detachment[k].size):
            if fresh >> i & 1 != 0:
                more |= neighbours(s, k, i, left & ~more)
        group, left, fresh = group | more, left & ~more, more
    return group


@rule
def groups(s: State, k: int) -> int:
    """Into how many groups a detachment falls."""
    count, left = 0, standing(s, k)
    while left != 0:
        left &= ~group_from(s, k, left)
        count += 1
    return count


@rule
def largest_group(s: State, k: int) -> int:
    """How many models its largest group has."""
    most, left = 0, standing(s, k)
    while left != 0:
        group = group_from(s, k, left)
        most, left = max(most, count_of(group)), left & ~group
    return most


@rule
def coherent(s: State, k: int) -> bool:
    """Whether the models of a detachment form one chain (CA-2.8)."""
    left = standing(s, k)
    return group_from(s, k, left) == left


# ---------------------------------------------------------------- detachments that lost it


@rule
def lay_before(b: Base, v: Model) -> None:
    """Make a base that of a model where it stood when this leg began."""
    b.round, b.half_length, b.half_width = v.base.round, v.base.half_length, v.base.half_width
    b.x, b.y, b.facing = v.shock_x, v.shock_y, v.shock_facing


@rule
def gap_before(s: State, i: int, j: int) -> int:
    """The gap of two models of one detachment when this leg began."""
    lay_before(s.trial, s.model[i])
    lay_before(s.rival, s.model[j])
    return gap(s.trial, s.rival)


@rule
def strayed(s: State, k: int, i: int, group: int) -> bool:
    """Whether a model is farther from a group than when this leg began (CA-2.12)."""
    first, now, before = s.detachment[k].first, FAR, FAR
    for j in range(s.detachment[k].size):
        if group >> j & 1 != 0:
            now = min(now, gap_of(s, first + i, first + j))
            before = min(before, gap_before(s, first + i, first + j))
    return now > before + TOL


@rule
def gathered(s: State, k: int, group: int) -> bool:
    """Whether no model outside a group has strayed from it."""
    for i in range(s.detachment[k].size):
        if (standing(s, k) & ~group) >> i & 1 != 0 and strayed(s, k, i, group):
            return False
    return True


@rule
def gathers(s: State, k: int) -> bool:
    """Whether a detachment that was out of coherency is no worse off than before (CA-2.12, CA-2.14)."""
    d = s.detachment[k]
    most, left = largest_group(s, k), standing(s, k)
    if groups(s, k) > d.groups or most < d.largest:
        return False
    while left != 0:
        group = group_from(s, k, left)
        if count_of(group) == most and gathered(s, k, group):
            return True
        left &= ~group
    return False


@rule
def why_not_coherent(s: State, k: int) -> int:
    """COHERENCY if a detachment may not end its activation as it stands (CA-2.8, CA-2.12), 0 for allowed."""
    if coherent(s, k) or (s.detachment[k].groups > 1 and gathers(s, k)):
        return Why.ALLOWED
    return Why.COHERENCY
