"""The printed card of a vehicle or squad: each number is asked of the rules, on a fresh unit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.rulesets.agrav import catalogue
from hulldown.rulesets.agrav.accuracy import is_indirect
from hulldown.rulesets.agrav.armor import FINE, multiplier, plate
from hulldown.rulesets.agrav.blueprint import Blueprint, kind_name, read, squad_of
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Face, Mode, Mount, Shield, Stabiliser, Turret, Way
from hulldown.rulesets.agrav.crits import energy_limit
from hulldown.rulesets.agrav.design import Bought, bands
from hulldown.rulesets.agrav.garage import FIGURES
from hulldown.rulesets.agrav.groundwork import Choices, blank_state, field_unit
from hulldown.rulesets.agrav.internals import part_struck, passed
from hulldown.rulesets.agrav.modes import mode_allowed
from hulldown.rulesets.agrav.movement import may_go, mobility_now, step_cost
from hulldown.rulesets.agrav.sheet import Squad
from hulldown.rulesets.agrav.state import Options, State, Unit, tile_at
from hulldown.rulesets.agrav.stun import enough, total_over
from hulldown.rulesets.agrav.verdict import part_name, points_said
from hulldown.rulesets.garage import Bands, Grid, Tally, UnitCard
from hulldown.rulesets.painting import pattern_of, scheme_of

ME = 0
CENTRE = tile_at(5, 5)  # open ground on all sides
THICKEST = 144  # the best front there is, 120 on a tank (table 3.2)
CRITS = 4  # thresholds of health (AG-12.8)
WAYS = ((Way.N, "ahead"), (Way.E, "sideways"), (Way.NE, "diagonally"))
MODES = {Mode.DIRECT: "direct", Mode.LOW: "low", Mode.HIGH: "high", Mode.TOP: "top"}
WIDTHS = (24.6, 6.5, 6.0, 5.5, 7.2, 7.0, 7.4, 8.5, 12.9)
HEAD = ("weapon", "P", "D", "H", "shots", "loads", "energy", "mount", "fires")
NEVER = "\u2013"


def unit_card(build: Mapping[str, Any], options: Choices | None) -> UnitCard:
    """The card of a build, legal or not, of a sample ({"build": name}) or of a squad ({"unit": name})."""
    s, squad = blank_state(options or {}), squad_of(build)
    if squad:
        field_unit(s, 0, squad_key(squad), CENTRE)
        return squad_card(s, squad)
    design = read(build)
    field_unit(s, 0, playable(design), CENTRE)
    return vehicle_card(s, design)


def playable(design: Blueprint) -> Blueprint:
    """As much of a design as a vehicle has room for, so that an illegal one has a card too."""
    fittings = (one.model_copy(update={"stabiliser": one.stabiliser[:1]}) for one in design.weapons[:5])
    return design.model_copy(
        update={
            "mobility": design.mobility[:1] or (0,),
            "shield": design.shield[:1],
            "turret": design.turret[:1],
            "weapons": tuple(fittings),
        }
    )


def vehicle_card(s: State, design: Blueprint) -> UnitCard:
    """The card of the vehicle on the map."""
    u, look = s.units[ME], scheme_of(design.paint)
    return UnitCard(
        name=design.name.strip() or kind_name(design),
        kind_name=kind_name(design),
        figure=FIGURES[design.chassis],
        system="AGrav",
        points=points_said(int(u.value)),
        plates=plates(u),
        tracks=(),
        facts=tuple(facts(s)),
        grids=(weapon_grid(u),),
        fitted=tuple(fitted(u)),
        ticks=("moved", "shield off") if u.shield.state != Shield.ABSENT else ("moved",),
        notes=tuple(notes(u)),
        scheme=look.name if look.tones else "",
        pattern=pattern_of(design.paint).name if look.tones else "",
        tones=look.tones,
        strengths=(0, THICKEST),
        tallies=tuple(tallies(u)),
        bands=crit_table(u, playable(design)),
    )


# ---------------------------------------------------------------- numbers


def plates(u: Unit) -> tuple[int, int, int]:
    """Effective thickness of front, side and rear of fresh plate (AG-10.3)."""
    full = max(1, FINE * int(u.durability_full))
    front, side, rear = (
        plate(u, multiplier(u.chassis, face)) // full for face in (Face.FRONT, Face.SIDE, Face.REAR)
    )
    return front, side, rear


def facts(s: State) -> Iterator[tuple[str, str]]:
    """What is looked up again and again."""
    u = s.units[ME]
    yield "Moves", moves(s)
    yield "Plate", f"{u.thickness}, its heat limit; top {top(u)}"
    full = int(u.health_full)
    if full:
        yield "Crits at", ", ".join(tenths(left) for left in thresholds(full))
        yield "Stunned", f"by {tenths(stunning(s.options, full))} in one turn"
    if u.shield.state != Shield.ABSENT:
        yield "Shield", f"thickness {u.shield.nominal}, charge {tenths(u.shield.full)}"
    if energy_limit(u):
        yield "Energy", f"{u.output} a turn, stores {energy_limit(u)}"
    yield "Sensors", str(int(u.sensors))


def top(u: Unit) -> int:
    """Effective thickness from above (AG-17.12)."""
    return plate(u, multiplier(u.chassis, Face.TOP)) // max(1, FINE * int(u.durability_full))


def moves(s: State) -> str:
    """Mobility, and what a step costs in each kind of direction (table 3.2)."""
    costs = [(word, step_cost(s, ME, way)) for way, word in WAYS if may_go(s, s.units[ME], way)]
    dear = [f"{word} {cost}" for word, cost in costs if cost > 1]
    ways = "any way" if len(costs) == len(WAYS) else "ahead or back" if len(costs) == 1 else ""
    return ", ".join(part for part in (str(mobility_now(s.units[ME])), ways, *dear) if part)


def thresholds(full: int) -> list[int]:
    """The health at which each crit roll is thrown, in tenths: the most that a vehicle can have left then."""
    lost = (
        bisect_left(range(full), roll, key=lambda gone: passed(full, 0, gone)) for roll in range(1, CRITS + 1)
    )
    return [full - gone for gone in lost]


def stunning(o: Options, full: int) -> int:
    """The least health lost in one turn that stuns (AG-15.4), in tenths."""
    return bisect_left(range(full), True, key=lambda lost: bool(enough(total_over(o, lost, 0, 0), full)))


def tenths(amount: int) -> str:
    """A track in points."""
    whole, rest = divmod(int(amount), POINT)
    return f"{whole}.{rest}" if rest else str(whole)


def tallies(u: Unit) -> Iterator[Tally]:
    """The tracks of a vehicle."""
    yield Tally("Health", tenths(u.health))
    yield Tally("Durability", tenths(u.durability))
    if u.shield.state != Shield.ABSENT:
        yield Tally("Charge", tenths(u.shield.charge))
    yield Tally("Heat", tenths(u.heat))
    if energy_limit(u):
        yield Tally("Energy", str(int(u.energy)))


# ---------------------------------------------------------------- weapons and parts


def weapon_grid(u: Unit) -> Grid:
    """Penetration, damage and heat of a shot, shots of a volley, what it uses, and how it fires (AG-17)."""
    rows = tuple(weapon_row(u, number) for number in range(u.weapons))
    return Grid("Weapons", "AG-5.5", HEAD, rows, WIDTHS)


def weapon_row(u: Unit, number: int) -> tuple[str, ...]:
    """One weapon. What is not used is a dash."""
    weapon = u.weapon[number]
    shots = "1 each" if weapon.per_model else str(int(weapon.shots))
    return (
        weapon_name(u, number),
        str(int(weapon.penetration)),
        str(int(weapon.damage)),
        str(int(weapon.thermal)) if weapon.thermal else NEVER,
        shots,
        str(int(weapon.loads)) if weapon.loads != NOBODY else NEVER,
        str(int(weapon.power)) if weapon.power else NEVER,
        Mount(weapon.mount).name.lower(),
        fires(int(weapon.family)),
    )


def weapon_name(u: Unit, number: int) -> str:
    """What the catalogue calls a weapon."""
    return list(catalogue.load_units().weapons.values())[u.weapon[number].kind].name


def fires(family: int) -> str:
    """The modes of a weapon; a star for those that fire indirectly (AG-17.2, AG-18)."""
    words = "/".join(word for mode, word in MODES.items() if mode_allowed(family, mode, 0))
    return (words or "placed") + ("*" if fires_indirectly(family) else "")


def fires_indirectly(family: int) -> bool:
    """Whether a weapon can be directed by another's eyes (AG-17.3)."""
    return any(mode_allowed(family, mode, 0) for mode in Mode if is_indirect(mode))


def crit_table(u: Unit, design: Blueprint) -> Bands:
    """Which faces of the die of the budget strike which part (AG-12.7, AG-12.9, AG-12.10)."""
    units = catalogue.load_units()
    struck = [part_struck(u, face) for face in range(1, int(u.budget) + 1)]
    rows = [(span(struck, k), inside(one.bought, design)) for k, one in enumerate(bands(design, units))]
    return Bands(f"Internals: crit on a d{u.budget}", "AG-12.9", tuple(rows))


def span(struck: list[int], part: int) -> str:
    """The faces that strike a part, as "10-15"; a dash where its band is too narrow for a face."""
    faces = [face for face, one in enumerate(struck, 1) if one == part]
    if not faces:
        return NEVER
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}{NEVER}{faces[-1]}"


def inside(part: Bought, design: Blueprint) -> str:
    """A part on the card, where there is little room."""
    name = part_name(part, design, catalogue.load_units()).replace("stabiliser", "stab.")
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- words


def fitted(u: Unit) -> Iterator[tuple[str, str]]:
    """Turret, stabilisers, smoke and shield transfer with their rules."""
    parts = catalogue.load_units().parts
    if u.turret == Turret.HIGH_ACT:
        yield f"{parts['high_act'].name}: corner fire at less penalty", parts["high_act"].source
    for number in range(u.weapons):
        steady = Stabiliser(u.weapon[number].stabiliser)
        if steady != Stabiliser.NONE:
            part = parts["full" if steady == Stabiliser.FULL else "partial"]
            yield f"{weapon_name(u, number)}: {part.name.lower()}", part.source
    if u.smoke:
        yield f"smoke, {int(u.smoke)} uses", parts["smoke"].source
    if u.transfer:
        yield parts["transfer"].name, parts["transfer"].source


def notes(u: Unit) -> Iterator[tuple[str, str]]:
    """What a weapon does besides, and what the star means."""
    weapons = [u.weapon[number] for number in range(u.weapons)]
    for rule, words, has in (
        ("AG-12.4", "HE", [bool(one.he) for one in weapons]),
        ("AG-12.6", "energy weapon", [bool(one.energy) for one in weapons]),
        ("AG-21.1", "strikes several infantry", [bool(one.area) for one in weapons]),
        ("AG-8.12", "reloads", [bool(one.reload) for one in weapons]),
        ("AG-17.3", "* also indirectly", [fires_indirectly(int(one.family)) for one in weapons]),
    ):
        names = ", ".join(weapon_name(u, number) for number, one in enumerate(has) if one)
        if names:
            yield words if words[0] == "*" else f"{words}: {names}", rule


# ---------------------------------------------------------------- infantry


def squad_key(squad: Squad) -> str:
    """The name of a squad in `units.toml`."""
    squads = catalogue.load_units().squads
    return next(name for name, one in squads.items() if one is squad)


def squad_card(s: State, squad: Squad) -> UnitCard:
    """The card of a squad: its models one by one (section 3.7)."""
    u = s.units[ME]
    return UnitCard(
        name=squad.name,
        kind_name="infantry",
        figure="squad",
        system="AGrav",
        points=points_said(int(u.value)),
        plates=None,
        tracks=(),
        facts=(
            ("Moves", moves(s)),
            ("Models", f"{u.models}, {tenths(u.model_full)} health each"),
            ("Thickness", str(int(u.thickness))),
            ("Sensors", str(int(u.sensors))),
        ),
        grids=(weapon_grid(u),),
        ticks=("moved",),
        notes=tuple(notes(u)),
        tallies=tuple(Tally(f"Model {n + 1}", tenths(u.model[n])) for n in range(u.models)),
    )
