"""The odds of shots against a slow twin: the rulebook's formulas once more, on every face of every die.

Nothing here is taken from the rules but the numbers of the catalogue: tracks are exact fractions that are
rounded to tenths where AG-1.3 says so, crit bands are those printed in section 3.6.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest
from tests.unit.rulesets.agrav.table import table, unit

from hulldown.odds import exact
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.state import Shield, Standing, State
from hulldown.rulesets.agrav.victory import unpack_fate

TARGETS = {  # T, maximum durability, multipliers of the faces, health, crit die and printed bands (3.2, 3.6)
    "bastion": (90, 200, ("6/5", "4/5", "1/2"), 390, 60, (9, 15, 23, 25, 26, 27, 31.5, 34, 35.5, 37)),
    "strider": (70, 200, ("1", "9/10", "7/10"), 415, 60, (10, 17, 25, 32, 34, 38, 41.5)),
    "terrier": (60, 150, ("6/5", "4/5", "1/2"), 255, 40, (11, 16, 17, 18, 21, 22.5, 24, 24.5)),
}
SHIELDS = {"bastion": (50, 150), "strider": (50, 150)}
WAYS = ("S", "E", "N")  # so that it shows its front, side or rear to the south


class Left(NamedTuple):
    """A target between two shots; crits are parts in the order of the bands."""

    health: Fraction
    durability: Fraction
    heat: Fraction
    charge: Fraction
    cracked: bool
    crits: tuple[int, ...] = ()


def tenths(amount: Fraction) -> Fraction:
    """Half up to the nearest tenth (AG-1.3)."""
    return Fraction((20 * amount.numerator + amount.denominator) // (2 * amount.denominator), 10)


# ---------------------------------------------------------------- the rulebook once more


def struck(now: Left, kind: str, face: int, weapon: str) -> Iterator[tuple[Left, int]]:
    """What a hit does, with the crit rolls that are still to be thrown (AG-9.1)."""
    gun = SHELF.units().weapons[weapon]
    if now.charge > 0:
        yield shielded(now, kind, gun.penetration, gun.damage + gun.thermal), 0
        return
    thick, full, faces, most, _, _ = TARGETS[kind]
    p, d = Fraction(gun.penetration), Fraction(gun.damage)
    heat = now.heat + gun.thermal  # AG-9.2
    limit = thick * now.durability / full  # AG-10.1
    e = Fraction(0)
    worn = Fraction(0)
    if limit:
        e = limit * (1 - min(heat, limit) / (2 * limit)) * Fraction(faces[face])  # AG-10.3, AG-11.3
        worn = min(d * p / e * max(Fraction(1), heat / limit), 2 * d)  # AG-10.6, AG-10.8, AG-11.4
    inside = Fraction(0)
    if p > e:
        inside = d * (p - e) / p  # AG-10.4
        if gun.he:
            inside += min(inside, 2 * e)  # AG-12.4
        elif not gun.energy:
            inside += min(p - e, e)  # AG-12.1, AG-12.5
    durability = now.durability - min(tenths(worn), now.durability)
    health = now.health - min(tenths(inside), now.health)
    fifths = [Fraction(most * k, 5) for k in range(1, 5)]
    crossed = sum(most - now.health < mark <= most - health for mark in fifths)  # AG-12.8
    yield now._replace(health=health, durability=durability, heat=heat), crossed if health else 0


def shielded(now: Left, kind: str, penetration: int, damage: int) -> Left:
    """A hit on a full or half-empty shield at its default maximum (AG-13.16)."""
    nominal, most = SHIELDS[kind]
    s = nominal * now.charge / most if now.cracked else Fraction(nominal)
    factor = Fraction(3 if penetration > 2 * s else 2 if penetration > s else 1, 2)
    charge = now.charge - min(now.charge, tenths(damage * factor))
    return now._replace(charge=charge, cracked=charge > 0 and (now.cracked or factor > 1))


def rolled(now: Left, kind: str, rolls: int) -> dict[Left, Fraction]:
    """Every face of every crit die; these parts change none of the tracks (AG-12.9, AG-12.10)."""
    found: dict[Left, Fraction] = {now: Fraction(1)}
    sides, bands = TARGETS[kind][4:]
    for _ in range(rolls):
        layer, found = found, defaultdict(Fraction)
        for left, chance in layer.items():
            for face in range(1, sides + 1):
                part = next((k for k, last in enumerate(bands) if face <= last), None)
                crits = left.crits if part is None else tuple(sorted((*left.crits, part)))
                found[left._replace(crits=crits)] += chance / sides
    return found


def volley(now: Left, kind: str, face: int, weapon: str, percent: int) -> dict[Left, Fraction]:
    """Each shot of a volley on each face of a d100 (AG-1.1, AG-8.12)."""
    found: dict[Left, Fraction] = {now: Fraction(1)}
    for _ in range(SHELF.units().weapons[weapon].shots):
        layer, found = found, defaultdict(Fraction)
        for left, chance in layer.items():
            if left.health == 0 or left.crits.count(0) > 1:  # destroyed: the rest is lost (AG-8.12)
                found[left] += chance
                continue
            faces = [die <= percent for die in range(1, 101)]
            found[left] += chance * Fraction(faces.count(False), 100)
            for after, rolls in struck(left, kind, face, weapon):
                for come, share in rolled(after, kind, rolls).items():
                    found[come] += chance * share * Fraction(faces.count(True), 100)
    return found


# ---------------------------------------------------------------- against the walk


def posed(shooter: str, kind: str, face: int, health: int = 0, charge: int = 0, **more: int) -> State:
    """A shooter in the south of its target, which may be hurt and shielded."""
    s = table([(shooter, "F7")], [(kind, "F2", WAYS[face]), ("troopers", "A1")])
    b = unit(s, "B1")
    b.health = 10 * health or b.health
    b.heat = 10 * more.get("heat", 0)
    b.durability -= 10 * more.get("worn", 0)
    if charge:
        b.shield.state, b.shield.charge = Shield.ACTIVE, 10 * charge
    unit(s, "A1").tiles = more.get("tiles", 0)
    return s


def walked(s: State, text: str) -> dict[Left, Fraction]:
    """What the walk says, on the tracks of the twin; the heat is left to it."""
    found: dict[Left, Fraction] = defaultdict(Fraction)
    spread = exact(RULESET, s, [RULESET.speech.parse_action(s, 0, text)])
    assert spread.exact and sum(spread.chances().values()) == 1
    for number, chance in spread.chances().items():
        fate = unpack_fate(number)
        tracks = (Fraction(track, 10) for track in (fate.health, fate.plate))
        charge = Fraction(fate.charge, 10) if fate.shield == Shield.ACTIVE else Fraction(0)
        found[Left(*tracks, Fraction(0), charge, fate.cracked and charge > 0, fate.crits)] += chance
        assert (fate.standing == Standing.DESTROYED) == (fate.health == 0 or fate.crits.count(0) > 1)
    return dict(found)


@pytest.mark.parametrize("face", [0, 1, 2], ids=["front", "side", "rear"])
@pytest.mark.parametrize(
    ("shooter", "weapon", "kind", "percent", "more"),
    [
        ("bastion", "cannon100", "bastion", 80, {}),
        ("bastion", "cannon100", "terrier", 80, {"health": 210}),
        ("bastion", "cannon100", "strider", 70, {"tiles": 4, "worn": 90}),
        ("bastion", "cannon100", "bastion", 80, {"charge": 150}),
        ("bastion", "autocannon", "strider", 50, {"health": 340, "tiles": 2}),
        ("bastion", "autocannon", "strider", 80, {"charge": 45}),
        ("citadel", "hegun", "bastion", 80, {"worn": 150}),
        ("citadel", "hegun", "terrier", 55, {"tiles": 1, "health": 180}),
        ("colossus", "lance", "bastion", 80, {"heat": 70}),
        ("strider", "laser", "strider", 80, {"charge": 60}),
        ("strider", "plas", "terrier", 80, {"worn": 149, "heat": 5}),
    ],
)
def test_the_walk_is_the_rulebook_on_every_face(
    shooter: str, weapon: str, kind: str, percent: int, more: dict[str, int], face: int
) -> None:
    """AG-9.1, AG-10.3 to AG-10.11, AG-11.3, AG-11.4, AG-12.1 to AG-12.10, AG-13.16, AG-13.17, AG-8.12."""
    s = posed(shooter, kind, face, **more)
    b = unit(s, "B1")
    begun = Left(
        Fraction(int(b.health), 10),
        Fraction(int(b.durability), 10),
        Fraction(int(b.heat), 10),
        Fraction(int(b.shield.charge if b.shield.state == Shield.ACTIVE else 0), 10),
        False,
    )
    twin: dict[Left, Fraction] = defaultdict(Fraction)
    for left, chance in volley(begun, kind, face, weapon, percent).items():
        twin[left._replace(heat=Fraction(0))] += chance
    assert sum(twin.values()) == 1
    assert walked(s, f"A1 fire {weapon} B1") == dict(twin)
