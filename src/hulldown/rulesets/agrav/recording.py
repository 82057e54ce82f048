"""The half of a vehicle's sheet on which a battle is written down: health, internals, shield, stun."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction

from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import shaken
from hulldown.rulesets.agrav.blueprint import Blueprint
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import Part, Shield
from hulldown.rulesets.agrav.design import Bought, bands, plate_cost
from hulldown.rulesets.agrav.hits import PERCENT, SHAKEN
from hulldown.rulesets.agrav.internals import ROLLS, further_quarters, part_struck
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.shields import CRACKING, STOPPED, THROUGH, factor, regenerate, thickness_over
from hulldown.rulesets.agrav.state import Options, Screen, State, Unit
from hulldown.rulesets.agrav.verdict import part_name
from hulldown.rulesets.agrav.vocabulary import (
    HALF,
    TWICE,
    decimal,
    fill_shares,
    multiplier_text,
    share_text,
    times_text,
)
from hulldown.rulesets.api.garage import Bands, Ladder, RecordCard, Track
from hulldown.rulesets.api.garage import UnitPart as Line

NEVER = "\u2013"
HARMS = {  # what a first crit does and what a second, in a few words (table 3.10)
    Part.COCKPIT: ("-{o.cockpit_penalty}%, sensors 0", "vehicle lost"),
    Part.DRIVE: ("{drive} mobility", "cannot move"),
    Part.SHIELD: ("{shield} its maximum", "gone"),
    Part.GENERATOR: ("{generator} output", "no recharge"),
    Part.CAPACITOR: ("{capacitor} storage", "none"),
    Part.AMMO: ("{loads} of its loads", "none"),
    Part.WEAPON: ("-{o.weapon_penalty}% with it", "cannot fire"),
    Part.TURRET: ("-{o.turret_penalty}% in it", "jammed: as hull"),
    Part.STABILISER: ("one step less", "none"),
    Part.SMOKE: ("{smoke} the uses", "none"),
    Part.TRANSFER: ("{transfer} is lost", "none"),
}


def record(s: State, u: int, design: Blueprint, weapon_notes: Iterable[tuple[str, str]]) -> RecordCard:
    """What is written down in a battle about a fresh vehicle; `weapon_notes` are notes about its weapons."""
    unit = s.units[u]
    return RecordCard(
        ladder=ladder(s.options, unit),
        bands=internals(s.options, unit, design),
        tracks=tuple(tracks(s.options, unit)),
        notes=(*weapon_notes, *notes(s, u)),
    )


# ---------------------------------------------------------------- health and parts


def ladder(o: Options, unit: Unit) -> Ladder | None:
    """Health by the shares whose loss costs a crit roll (AG-12.7)."""
    full = int(unit.health_full)
    if not full:
        return None
    tops = (full, *thresholds(o, full))
    return Ladder("Health", "AG-12.8", tuple(points(top) for top in tops), "crit")


def thresholds(o: Options, full: int) -> list[int]:
    """The health at which each crit roll is thrown, in tenths: the most that a vehicle can have left then."""
    lost = (
        bisect_left(range(full), roll, key=lambda gone: further_quarters(o, full, 0, gone))
        for roll in range(1, ROLLS + 1)
    )
    return [full - gone for gone in lost]


def internals(o: Options, unit: Unit, design: Blueprint) -> Bands:
    """Which faces of the crit die strike which part, its points, what crits do to it (AG-12.9, AG-12.11).

    The plate, which no crit strikes, is the last line.
    """
    struck = [part_struck(unit, face) for face in range(1, int(unit.budget) + 1)]
    table = enumerate(bands(design, SHELF.units(), o))
    rows = [
        Line(span(struck, k), inside(band.bought, design), str(band.bought.cost), harms(o, band.bought.part))
        for k, band in table
    ]
    plate = Line(
        "", f"Smartplate {design.plate.thickness}/{design.plate.durability}", str(plate_cost(design))
    )
    return Bands(f"Crit on a d{unit.budget}", "AG-12.9", (*rows, plate))


def harms(o: Options, part: Part) -> tuple[str, str]:
    """What a first crit on a part does, and what a second, by the numbers in force."""
    first, second = HARMS[part]
    return fill_shares(o, first), second


def span(struck: list[int], part: int) -> str:
    """The faces that strike a part, as "10-15"; a dash where its band is too narrow for a face."""
    faces = [face for face, hit_part in enumerate(struck, 1) if hit_part == part]
    if not faces:
        return NEVER
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}{NEVER}{faces[-1]}"


def inside(part: Bought, design: Blueprint) -> str:
    """A part on the card, where there is little room."""
    name = part_name(part, design, SHELF.units()).replace("stabiliser", "stab.")
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- what is counted


def tracks(o: Options, unit: Unit) -> Iterator[Track]:
    """Turns counted down: stun, a cracked shield, an emptied one (AG-13.10, AG-13.19, AG-15.6)."""
    yield Track("stunned", SHAKEN)
    if unit.shield.state != Shield.ABSENT:
        yield Track("cracked", int(o.crack_turns))
        yield Track("disabled", int(o.reset_turns))


def notes(s: State, u: int) -> Iterator[tuple[str, str]]:
    """What is looked up when it is hit, with its own numbers."""
    unit = s.units[u]
    if unit.shield.state != Shield.ABSENT:
        yield from screening(s.options, unit.shield)
    o = s.options
    most = f"at most {times_of(o.durability_cap, 'D')}"
    yield f"durability falls by D \u00d7 P / e, {most}; e is the thickness of the face", "AG-10.6"
    yield (
        f"through goes D \u00d7 (P - e) / P, and P - e more but at most {times_of(o.spall_cap, 'e')}",
        "AG-12.1",
    )
    again = "doubles it" if o.he_damage == TWICE else f"does it {o.he_damage} times"
    yield f"HE {again} instead, at most {times_of(o.he_cap, 'e')} more", "AG-12.4"
    softer = "halves e" if o.heat_loss == HALF else f"takes {o.heat_loss}% of e"
    over = f"over {times_text(o.heat_limit)} the limit {o.heat_per_durability} to 1"
    yield f"heat at its limit {softer}; more of it wears more, {over}", "AG-11.3"
    left = share_text(o.stun_mobility)
    yield f"stunned: -{shaken(o, SHAKEN)}% and {left} mobility, then -{shaken(o, 1)}%", "AG-15.6"


def screening(o: Options, screen: Screen) -> Iterator[tuple[str, str]]:
    """What a hit does to a shield, and how it comes back."""
    thick = Fraction(thickness_over(o, screen), screen.full)
    whole = shield_share(factor(o, THROUGH))
    cracking = Fraction(factor(o, CRACKING), PERCENT)
    crack = f"{decimal(cracking)} times and cracked over {decimal(o.crack_thickness * thick)}"
    through = f"{whole} of it from P over {decimal(thick)}, {crack}"
    yield f"the shield takes {share_text(factor(o, STOPPED))} of D + H; {through}", "AG-13.16"
    on, off = gain(o, screen, Shield.ACTIVE), gain(o, screen, Shield.INACTIVE)
    yield f"regains {on} a turn, {off} when off", "AG-13.18"
    cost = f"{o.activation_cost}%, damage {multiplier_text(o.activation_damage)} till its next turn"
    yield f"switched on: its charge is its maximum and costs {cost}", "AG-13.20"


def times_of(times: int, what: str) -> str:
    """ "2 x D", or plainly "e"."""
    return what if times == 1 else f"{times} \u00d7 {what}"


def shield_share(percent: int) -> str:
    """How much of a hit's damage a shield takes."""
    return "all" if percent == PERCENT else f"{percent}%"


def gain(o: Options, screen: Screen, state: Shield) -> str:
    """What a shield regains at the end of its own turn (AG-13.9)."""
    fresh = copy(screen)
    fresh.state, fresh.charge = state, 0
    regenerate(o, fresh)
    return points(int(fresh.charge))
