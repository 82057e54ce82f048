"""Units of players' own by the positions in which they fight.

A position holds numbers, and no names. What a unit is called, and each of its models, is kept beside it from
when it is fielded, and found by those numbers: a profile has the place of its unit in `units.toml`, or the
mark of a unit of a player's own, which two of them hardly ever share, and then only with equal numbers.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator

from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import UnitSheet, load_weapons
from hulldown.rulesets.warstrike.codes import NOBODY, WEAPONS
from hulldown.rulesets.warstrike.state import Profile, State

MARKS = 32_767  # as many as a field of the profile has room for, below NOBODY
MOST = 4096  # units that are kept; those that were asked for least recently are forgotten

_OWN: dict[tuple[int, ...], UnitSheet] = {}
_GUARD = threading.Lock()


def number_of_sheet(sheet: UnitSheet) -> int:
    """The place of a unit in `units.toml`; of a player's own its mark, below NOBODY."""
    listed = list(SHELF.units().units.values())
    if sheet in listed:
        return listed.index(sheet)
    drawn = hashlib.sha256("\n".join(marks_of(sheet)).encode()).digest()
    return NOBODY - 1 - int.from_bytes(drawn[:4], "big") % MARKS


def marks_of(sheet: UnitSheet) -> Iterator[str]:
    """What a mark is made of: all that its profile does not hold. Saves keep marks: this stays as it is."""
    yield sheet.name
    for group in sheet.models:
        yield f"{group.name} {group.count} {group.radius:g} {int(group.officer)} {','.join(group.weapons)}"


def remember(profile: Profile, sheet: UnitSheet) -> None:
    """Keep a unit of a player's own with the profile that was written of it."""
    with _GUARD:
        _OWN.pop(numbers_of(profile), None)
        _OWN[numbers_of(profile)] = sheet
        if len(_OWN) > MOST:
            del _OWN[next(iter(_OWN))]


def sheet_of(s: State, k: int) -> UnitSheet | None:
    """What a unit is; None for one of a player's own that was fielded too long ago."""
    profile = s.profile[s.unit[k].profile]
    if profile.name > NOBODY:
        return list(SHELF.units().units.values())[profile.name]
    with _GUARD:
        sheet = _OWN.pop(numbers_of(profile), None)
        if sheet is not None:
            _OWN[numbers_of(profile)] = sheet
        return sheet


def weapon_key(s: State, number: int) -> str:
    """The key of a weapon of a battle in `weapons.toml`; empty where nothing is known of it.

    Where there are more weapons than a battle has room for it has only those that are carried.
    """
    known = list(load_weapons().weapons)
    return known[number] if len(known) <= WEAPONS else key_carried(s, number)


def key_carried(s: State, number: int) -> str:
    """The key of a weapon by the unit of the first model that carries it."""
    for m in range(s.models):
        carried = list(map(int, s.model[m].weapon))
        if number in carried:
            k = int(s.model[m].unit)
            sheet = sheet_of(s, k)
            return sheet.each()[m - int(s.unit[k].first)].weapons[carried.index(number)] if sheet else ""
    return ""


def numbers_of(profile: Profile) -> tuple[int, ...]:
    """Everything that a profile holds."""
    return tuple(int(number) for number in vars(profile).values())
