"""A successful ram from a single position (CH-8), summed over every total of every throw."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.challenge.duel import (
    HITS,
    RAMMER,
    SUMS,
    TARGET,
    Cell,
    Duel,
    Hits,
    add,
    after,
    mobility_of,
)
from hulldown.rulesets.chase.codes import Band
from hulldown.rulesets.chase.damage import crash_location, severity_of, speed
from hulldown.rulesets.chase.ramming import (
    attacker_damage,
    collision_type,
    crash_penetration,
    defender_damage,
)


@rule
def add_crash(g: Duel, row: Hits, chance: float, damage: int, plate: int) -> None:
    """One amount of damage to one tank, over the location die (CH-8.15)."""
    severity = severity_of(g.o, crash_penetration(g.o, damage, plate))
    if severity == 0:
        row.p[0] += chance
        return
    for face in range(1, 7):
        row.p[crash_location(g.o, face) * 5 + severity] += chance / 6.0


@rule
def crash_rows(
    g: Duel, rammer: int, a: int, b: int, effect: int, chance: float, hurt: Hits, done: Hits
) -> None:
    """Add what a collision of this Drive Effect does to the rammer (`hurt`) and to the target (`done`).

    Only the target's damage depends on the Effect, so sums over it are kept for each tank alone.
    """
    mine, theirs = g.p.facing[rammer], g.p.facing[1 - rammer]
    kind = collision_type(mine, theirs)
    attacker, target = g.tank[rammer].profile, g.tank[1 - rammer].profile
    fast = speed(g.o, attacker.top_speed, mobility_of(a if rammer == 0 else b))
    slow = speed(g.o, target.top_speed, mobility_of(b if rammer == 0 else a))
    plate, other = attacker.armor[mine], target.armor[theirs]
    for thrown in range(SUMS):
        likely = chance * g.sums[RAMMER * SUMS + thrown]
        if likely > 0.0:
            damage = attacker_damage(g.o, kind, fast, plate, slow, other, thrown)
            add_crash(g, hurt, likely, damage, plate)
        likely = chance * g.sums[TARGET * SUMS + thrown]
        if likely > 0.0:
            damage = defender_damage(g.o, kind, fast, plate, slow, other, thrown, effect)
            add_crash(g, done, likely, damage, other)


@rule
def add_ram(
    g: Duel,
    moves: list[int],
    ends: list[Cell],
    fires: list[Cell],
    base: int,
    rammer: int,
    a: int,
    b: int,
    hurt: Hits,
    done: Hits,
    mass: float,
    to: Cell,
) -> None:
    """Both results at once (CH-8.17); with both tanks left the guns fire at Adjacent.

    Both lists of chances add up to `mass`. `fires` from `base` on are the fire steps at Adjacent under the
    same facings and flags.
    """
    size = (g.size[0], g.size[1])
    for hit in range(HITS):
        for back in range(HITS):
            likely = hurt.p[hit] * done.p[back] / mass
            if likely > 0.0:
                left = moves[a * HITS + (hit if rammer == 0 else back)]
                right = moves[(size[0] + b) * HITS + (back if rammer == 0 else hit)]
                if left == size[0] or right == size[1]:
                    add(to, likely, ends[after(g, Band.ADJACENT, left, right)])
                else:
                    add(to, likely, fires[base + left * size[1] + right])
