"""The integer armour of AGrav against exact fractions, written as the rulebook says it (AG-10 to AG-12)."""

import random
from fractions import Fraction
from math import floor

import pytest

from hulldown.kernel.dice import new_dice
from hulldown.rulesets.agrav.armor import MULTIPLIER, hit_armour
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import health_lost
from hulldown.rulesets.agrav.setup import blank_state, field_unit
from hulldown.rulesets.agrav.state import POINT, Chassis, Face, Shield, State
from hulldown.rulesets.common.explanation import open_log

CHOICES = {
    "rounding_step": ["0.1", "1"],
    "shot_heat_timing": ["before_shot", "after_shot"],
    "durability_cap_order": ["cap_last", "cap_first"],
    "durability_thickness": ["full_effective", "durability_only"],
    "thermal_floor": ["half", "linear_to_zero"],
    "he_bonus_cap": ["double_thickness", "none"],
    "spall_cap_basis": ["effective", "plate"],
    "ram_spalling": [False, True],
    "activation_double_scope": ["all", "shield"],
}
Chosen = dict[str, str | bool]


class Blow:
    """One hit on bare armour."""

    def __init__(self, luck: random.Random) -> None:
        self.thickness = 10 * luck.randint(2, 12)
        self.full = 500 * luck.randint(1, 8)
        self.durability = luck.choice([0, 1, self.full, luck.randint(0, self.full)])
        self.heat = luck.choice([0, luck.randint(0, 3000), luck.randint(0, 20000)])
        self.face = luck.choice(list(Face))
        self.ram = luck.random() < 0.2
        self.damage = luck.randint(1, 14400) if self.ram else POINT * luck.randint(1, 400)
        self.pen20 = self.damage if self.ram else 20 * luck.randint(1, 300)
        self.energy = not self.ram and luck.random() < 0.4
        self.he = not self.ram and not self.energy and luck.random() < 0.5
        self.thermal = POINT * luck.randint(1, 60) if self.energy else 0
        self.activated = luck.random() < 0.3


def rounded(chosen: Chosen, amount: Fraction) -> int:
    """Tenths, half up (AG-1.3)."""
    step = 10 if chosen["rounding_step"] == "1" else 1
    return step * floor(amount * POINT / step + Fraction(1, 2))


def expected(chosen: Chosen, b: Blow, m: Fraction) -> tuple[int, int]:
    """Durability and internal damage, in tenths, by the formulas of AG-10 to AG-12."""
    heat = Fraction(b.heat + (b.thermal if chosen["shot_heat_timing"] == "before_shot" else 0), POINT)
    limit = Fraction(b.thickness * b.durability, b.full)  # AG-10.1
    share = 1 - heat / (2 * limit) if limit else Fraction(0)
    least = Fraction(0) if chosen["thermal_floor"] == "linear_to_zero" else Fraction(1, 2)
    e = limit * max(share, least) * m  # AG-10.3, AG-11.3
    penetration, damage = Fraction(b.pen20, 20), Fraction(b.damage, POINT)
    times = 2 if b.activated and chosen["activation_double_scope"] == "all" else 1  # AG-13.21
    hot = max(Fraction(1), heat / limit) if limit else Fraction(1)  # AG-11.4
    plain, cap = damage * 2, damage * 2
    if e:
        plain = damage * penetration / (limit if chosen["durability_thickness"] == "durability_only" else e)
    worn = min(plain, cap) * hot if chosen["durability_cap_order"] == "cap_first" else min(plain * hot, cap)
    if not limit:
        worn = Fraction(0)  # AG-10.11
    internal = Fraction(0)
    if penetration > e:
        base = damage * (penetration - e) / penetration
        top = e if chosen["spall_cap_basis"] == "effective" or not e else limit * m  # AG-12.5
        if b.energy or (b.ram and not chosen["ram_spalling"]):
            bonus = Fraction(0)  # AG-12.6
        elif b.he:
            bonus = base if chosen["he_bonus_cap"] == "none" else min(base, 2 * top)  # AG-12.4
        else:
            bonus = min(penetration - e, top)  # AG-12.1, AG-12.2
        internal = base + bonus
    return rounded(chosen, worn * times), rounded(chosen, internal * times)


def armoured(chosen: Chosen, b: Blow) -> State:
    """A vehicle with this armour and much health."""
    s = blank_state(chosen)
    u = field_unit(SHELF, s, 0, "terrier", 0)
    u.health = u.health_full = 10_000_000
    u.thickness, u.durability, u.durability_full, u.heat = b.thickness, b.durability, b.full, b.heat
    u.shield.state, u.shield.activated = Shield.DISABLED, int(b.activated)
    return s


@pytest.mark.parametrize("seed", range(4))
def test_whole_numbers_do_what_fractions_say(seed: int) -> None:
    luck = random.Random(seed)  # AG-1.3, AG-1.10, AG-10.1 to AG-10.11, AG-11.1 to AG-11.4, AG-12.1 to AG-12.6
    for _ in range(120):
        chosen: Chosen = {name: luck.choice(values) for name, values in CHOICES.items()}
        b = Blow(luck)
        s, log = armoured(chosen, b), open_log()
        u, tenths = s.units[0], MULTIPLIER[Chassis.TANK][b.face]
        shot = (b.pen20, b.damage, b.thermal, int(b.energy), int(b.he), tenths)
        hit_armour(s, 0, *shot, b.face, int(b.ram), new_dice(0), log)
        worn, internal = expected(chosen, b, Fraction(tenths, POINT))
        assert b.durability - u.durability == min(worn, b.durability), (chosen, vars(b))
        assert u.health_full - u.health == internal, (chosen, vars(b))
        assert u.heat == b.heat + b.thermal
        assert sum(row.removed for row in health_lost.rows(log)) == internal
