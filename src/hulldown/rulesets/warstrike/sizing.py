"""What a unit's numbers come to before any battle: its checks, its bands of strength, its fire by actions.

Verdicts and printed cards ask it; it asks the rules of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.kernel.events import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.catalogue.units import UnitSheet, WeaponEntry, load_weapons
from hulldown.rulesets.warstrike.codes import NOBODY, Band, Deed
from hulldown.rulesets.warstrike.groundwork import write_weapon
from hulldown.rulesets.warstrike.permissions import band_of, shots_of
from hulldown.rulesets.warstrike.state import Options, Weapon
from hulldown.rulesets.warstrike.suppression import dice_for, most_markers, target_for

MUTE = blank(Terms)  # never on: nothing is kept


class Check(NamedTuple):
    """An Ld check with so many markers: its dice, and the score to roll at or under (WS-6.7)."""

    markers: int
    dice: int
    score: int


class Carried(NamedTuple):
    """A weapon of a unit, and how many of its models carry it."""

    models: int
    weapon: WeaponEntry


def checks(unit: UnitSheet, o: Options) -> list[Check]:
    """The checks of a unit from one marker to as many as it may have (WS-6.7, WS-6.9)."""
    dice = int(dice_for(o, unit.ld, 0, NOBODY, MUTE))
    most = int(most_markers(o, unit.nv))
    return [Check(n, dice, int(target_for(o, unit.nv, n, MUTE))) for n in range(1, most + 1)]


def strengths(unit: UnitSheet, o: Options) -> dict[Band, tuple[int, int]]:
    """With how many models left a unit is in each band of Fall Back!, the least and the most (WS-10.19)."""
    size, bands = len(unit.each()), dict[Band, tuple[int, int]]()
    for alive in range(size, 0, -1):
        band = Band(band_of(o, alive, size))
        bands[band] = (alive, bands.get(band, (alive, alive))[1])
    return bands


def carried(unit: UnitSheet) -> Iterator[Carried]:
    """The weapons of a unit in the order in which they come (2.3)."""
    names = [name for group in unit.each() for name in group.weapons]
    for name in dict.fromkeys(names):
        yield Carried(names.count(name), load_weapons().weapons[name])


def shots(weapon: WeaponEntry, o: Options, deed: Deed, moved: bool = False) -> int:
    """The shots of a weapon in an action, its own model moved or not (WS-16.2)."""
    w = blank(Weapon)
    write_weapon(w, weapon)
    return int(shots_of(o, w.rof, w.traits, deed, moved, moved))
