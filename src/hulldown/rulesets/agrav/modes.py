"""Which weapon fires how: AG-16.5, AG-17.2, AG-18."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect, is_low, is_top
from hulldown.rulesets.agrav.codes import NOBODY, Family, Mode


@rule
def fires(family: int, mode: int) -> bool:
    """Whether a family has a mode (AG-17.2, AG-18.1, AG-18.2); charges are not fired (AG-21.9)."""
    if family == Family.GUN:
        return mode == Mode.DIRECT
    if family == Family.MISSILE:
        return mode == Mode.DIRECT or is_top(mode)
    if family == Family.HOWITZER:
        return is_low(mode)
    high = is_high(mode) and not is_top(mode)
    if family == Family.MORTAR:
        return high
    return family == Family.ROCKET and (high or is_low(mode))


@rule
def mode_allowed(family: int, mode: int, reaction: int) -> bool:
    """AG-17.2, AG-17.14, AG-18; by itself a weapon fires direct or low, never indirectly (AG-16.5, 16.6)."""
    if reaction != 0 and (is_high(mode) or is_indirect(mode)):
        return False
    return fires(family, mode)


@rule
def reaction_mode(family: int) -> int:
    """The mode in which a weapon fires by itself, -1 for mortars and charges (AG-16.5, AG-16.6)."""
    if mode_allowed(family, Mode.DIRECT, 1):
        return Mode.DIRECT
    return Mode.LOW if mode_allowed(family, Mode.LOW, 1) else NOBODY


# By family, as bits: the modes for what the shooter sees, and for what only others see (AG-17.4).
SEEING = tuple(sum(1 << m for m in Mode if fires(f, m) and not is_indirect(m)) for f in Family)
UNSEEING = tuple(sum(1 << m for m in Mode if fires(f, m) and is_indirect(m)) for f in Family)
