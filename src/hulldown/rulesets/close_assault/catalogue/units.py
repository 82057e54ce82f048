"""Profiles from files: what `units.toml`, or a unit in a file of its own, can get wrong (CA-8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import Place, ValidationIssue, load, parse, quote, validate
from hulldown.rulesets.close_assault.codes import Kind
from hulldown.rulesets.close_assault.faults import faults
from hulldown.rulesets.close_assault.profiling import is_coaxial
from hulldown.rulesets.close_assault.sheet import KINDS, Rectangle, UnitProfile, Units

LEAST, MOST = 0.25, 12  # inches of a base (CA-8.8)


def read_profile(
    given: Mapping[str, Any] | str | Path,
    shown: str = "profile",
    check: Callable[[UnitProfile], Iterator[ValidationIssue]] | None = None,
) -> UnitProfile:
    """A profile from a file, its text or plain data, with its faults of CA-8.6 unless `check` refuses them.

    CatalogueError names what is not understood.
    """
    if isinstance(given, Path):
        return load(given, UnitProfile, check or slips)
    if isinstance(given, str):
        return parse(given, UnitProfile, check or slips, shown)
    return validate(given, UnitProfile, check or slips, shown)


def faultless(given: Mapping[str, Any] | str | Path, shown: str = "profile") -> UnitProfile:
    """The same for a unit that is fielded: CatalogueError for faults of CA-8.6 as well."""
    return read_profile(given, shown, profile_problems)


# ---------------------------------------------------------------- problems


def unit_problems(file: Units) -> Iterator[ValidationIssue]:
    """Everything wrong in a unit file: faults of profiles, names that two units have."""
    for key, unit in file.units.items():
        for problem in profile_problems(unit):
            yield problem._replace(place=("units", key, *problem.place))
        other = file.key_of(unit.name)
        if other != key:
            words = f"{quote(unit.name)} is the name of {other} already"
            yield ValidationIssue(("units", key, "name"), words, "CA-8.1")


def profile_problems(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """Slips, and the faults for which there is no card (CA-8.6)."""
    yield from slips(sheet)
    for fault in faults(sheet):
        yield ValidationIssue(fault.place, fault.words, fault.code.rule)


def refused(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """What keeps a profile from being taken into work: slips, and then its faults are named as well.

    One that has only faults can be taken and mended.
    """
    if any(True for _ in slips(sheet)):
        yield from profile_problems(sheet)


def slips(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """What no card depends on, but cannot be meant."""
    if isinstance(sheet.base, Rectangle):
        if KINDS.get(sheet.type, Kind.VEHICLE) not in (Kind.VEHICLE, Kind.SHV):
            yield ValidationIssue(("base", "shape"), f"must be a circle for the type {sheet.type}", "CA-2.2")
        yield from base_problems(sheet, "length", "width")
    else:
        yield from base_problems(sheet, "diameter")
    for place, armament in enumerate(sheet.weapon):
        if armament.coaxial_with and not is_coaxial(armament):
            words = "means nothing: no line of this weapon is Co-axial"
            yield ValidationIssue(("weapon", place, "coaxial_with"), words, "CA-8.1")
        for number, line in enumerate(armament.line):
            where: Place = ("weapon", place, "line", number, "range_min")
            if not isinstance(line.range, str) and line.range_min > line.range:
                yield ValidationIssue(where, f"is beyond the range of {line.range}", "CA-2.10")


def base_problems(sheet: UnitProfile, *sizes: str) -> Iterator[ValidationIssue]:
    """A base too small or too large for the table."""
    for key in sizes:
        size = getattr(sheet.base, key)
        if not LEAST <= size <= MOST:
            yield ValidationIssue(("base", key), f"must be {LEAST} to {MOST} inches, not {size}", "CA-2.2")
