"""Unit cards and record sheets beside the board, and the line above it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import armor, damage, words
from hulldown.rulesets.agrav.accuracy import shaken
from hulldown.rulesets.agrav.armor import ROLLS, WRECKED
from hulldown.rulesets.agrav.board import arms_facing, figure, spent
from hulldown.rulesets.agrav.catalogue import Blueprint, Shelf
from hulldown.rulesets.agrav.damage import factor
from hulldown.rulesets.agrav.design import Bought, Units, bands, plate_cost
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.log import outcome_text
from hulldown.rulesets.agrav.movement import STUNNED, mobility_of
from hulldown.rulesets.agrav.setup import part_name
from hulldown.rulesets.agrav.shooting import has_line, why_not_ready
from hulldown.rulesets.agrav.state import (
    NOBODY,
    PERCENT,
    POINT,
    ArmourPools,
    Chassis,
    Face,
    Feature,
    Ground,
    Mount,
    Options,
    Part,
    Phase,
    Screen,
    Shield,
    Stabiliser,
    Standing,
    State,
    Turret,
    Unit,
    Way,
    Zone,
)
from hulldown.rulesets.agrav.victory import DEMOLITION, forfeit_points, holds
from hulldown.rulesets.agrav.victory import points as victory_points
from hulldown.rulesets.agrav.words import decimal, place_kind, points, share_text, unit_id, unit_name
from hulldown.rulesets.api.garage import Bands, Ladder, RecordCard, Track
from hulldown.rulesets.api.garage import UnitPart as Line
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Card, Pips, Status
from hulldown.rulesets.common.names import joined, plural
from hulldown.rulesets.common.pieces import true_words


def carded(s: State, seat: int | None, u: int) -> bool:
    """Whether a seat has the card of a unit of the position that it knows (AG-24.2)."""
    unit = s.units[u]
    if unit.standing == Standing.WAITING:
        return not s.options.fog_of_war or unit.side == seat
    return bool(unit.standing not in (Standing.ABSENT, Standing.UNSEEN))


def ground_text(s: State, u: int) -> str:
    """What a unit stands in, where that matters."""
    tile = s.units[u].tile
    parts = ["in debris"] if s.ground[tile] == Ground.DEBRIS else []
    parts += [f"in smoke, {plural(s.smoke[tile], 'turn')} left"] if s.smoke[tile] else []
    return ", ".join(parts)


def states(s: State, u: int) -> frozenset[str]:
    """What a glance must show; who is overheated, for one, has armour that wears faster (AG-11.4)."""
    unit = s.units[u]
    if unit.standing == Standing.DESTROYED:
        return frozenset({"destroyed", "wreck"})
    conditions = {
        "not deployed": unit.standing == Standing.WAITING,
        "stunned": unit.stun > 0,
        "overheated": unit.durability > 0 and Fraction(unit.heat, POINT) > limit(s, u),
        "shield cracked": unit.shield.crack > 0,
        "shield down": unit.shield.state == Shield.DISABLED,
        "shield gone": unit.shield.state == Shield.DESTROYED,
        "watching": any(unit.weapon[w].cone != NOBODY for w in range(unit.weapons)),
    }
    return true_words(conditions)


def card(shelf: Shelf, s: State, u: int) -> Card:
    """A unit's card; a turret is told of where it does not point ahead (AG-16.3)."""
    unit = s.units[u]
    here = unit.standing == Standing.PRESENT
    gone = unit.standing == Standing.DESTROYED
    aims = arms_facing(unit)
    return Card(
        unit=unit_id(s, u),
        side=unit.side,
        name=unit_name(shelf, s, u),
        kind=figure(unit),
        kind_name=words.kind_name(shelf, s, u),
        place=words.tile_name(unit.tile) if here else "",
        placed=ground_text(s, u) if here else "",
        hull=None if gone or not here or unit.chassis == Chassis.INFANTRY else int(unit.facing),
        turret=aims if here and unit.turret and aims != unit.facing else None,
        plates=None if gone else plates(s, u),
        actions=None,
        points=health_pips(s, u),
        facts=() if gone else tuple(facts(s, u)),
        kit=() if gone else tuple(kit(shelf, s, u)),
        state=states(s, u),
        ways=len(Way),
        track="Models" if unit.chassis == Chassis.INFANTRY else "Health",
        note="" if gone else health_text(s, u),
    )


def cards(shelf: Shelf, s: State, seat: int | None) -> list[Card]:
    """The cards that a seat has."""
    return [card(shelf, s, u) for u in range(s.count) if carded(s, seat, u)]


# ---------------------------------------------------------------- parts
# Weapons and their readiness, devices, and the parts that a crit has struck (table 3.10).


MOUNTS = {Mount.HULL: "hull", Mount.TURRET: "turret", Mount.ARM: "arm", Mount.HAND: ""}
STEADY = {Stabiliser.NONE: "", Stabiliser.PARTIAL: "half stabilised", Stabiliser.FULL: "stabilised"}
LOST = {Why.WEAPON_DESTROYED: "destroyed", Why.NO_AMMO: "no loads left"}  # for good


def readiness(s: State, u: int, w: int) -> str:
    """Why a weapon does not fire now, or where it watches; nothing for a ready one (AG-8.12, AG-16.7).

    A demolition charge is gone once it was used (AG-21.6).
    """
    gun = s.units[u].weapon[w]
    if gun.cone != NOBODY:
        return f"watches the {words.way_name(gun.cone)}"
    used = Why.NO_AMMO if gun.loads == 0 else Why.ALLOWED
    why = Why.of(why_not_ready(s, u, w)) if has_line(s, u, w) else used
    reasons = {Why.WEAPON_FIRED: "fired", Why.RELOADING: f"reloads, {plural(gun.waiting, 'own turn')}"}
    return {**reasons, **LOST, Why.NO_POWER: f"needs {gun.power} energy"}.get(why, "")


def weapon_line(shelf: Shelf, s: State, u: int, w: int) -> tuple[str, bool]:
    """A weapon: loads, energy, mount, and how it is now; whether it is of no use any more."""
    gun = s.units[u].weapon[w]
    now = readiness(s, u, w)
    parts = [plural(gun.loads, "load")] if gun.loads > 0 else []
    parts += [f"{gun.power} energy"] if gun.power else []
    parts += [word for word in (MOUNTS[Mount(gun.mount)], STEADY[Stabiliser(gun.stabiliser)]) if word]
    parts += [f"damaged, -{s.options.weapon_penalty}%"] if gun.crits == armor.DAMAGED else []
    parts += [now] if now else []
    text = words.weapon_name(shelf, s, u, w) + (f": {', '.join(parts)}" if parts else "")
    return text, now in LOST.values()


def kit(shelf: Shelf, s: State, u: int) -> Iterator[tuple[str, bool]]:
    """Weapons in the order of the sheet, turret, smoke and shield transfer, parts that are struck."""
    unit = s.units[u]
    yield from (weapon_line(shelf, s, u, w) for w in range(unit.weapons))
    if unit.turret == Turret.HIGH_ACT:
        yield "High Act turret", False
    if any(unit.part[k].part == Part.SMOKE for k in range(unit.parts)):
        yield f"Smoke: {plural(unit.smoke, 'use')} left" if unit.smoke else "Smoke", unit.smoke == 0
    if unit.transfer:
        used = ", used this turn" if unit.transferred else ""
        yield f"Shield transfer{used}", not armor.has(unit, Part.TRANSFER)
    yield from wrecked_lines(shelf, s, u)


def wrecked_lines(shelf: Shelf, s: State, u: int) -> Iterator[tuple[str, bool]]:
    """Parts that a crit has struck, with what that does (AG-12.11)."""
    unit = s.units[u]
    for k in range(unit.parts):
        struck = unit.part[k]
        if struck.crits and struck.part != Part.WEAPON:
            w = struck.weapon
            gun = f" of the {words.weapon_name(shelf, s, u, w)}" if w != NOBODY else ""
            worse = "destroyed" if struck.crits >= WRECKED else "damaged"
            harm = words.harm_text(s.options, struck.part, min(struck.crits, WRECKED))
            name = words.PARTS[struck.part]
            yield f"{name[0].upper()}{name[1:]}{gun} {worse}: {harm}", struck.crits >= WRECKED


# ---------------------------------------------------------------- tracks
# The numbers of a unit as its card shows them: each asked of the rules that play with it.


Facts = list[tuple[str, str]]
PLATE_FACES = (Face.FRONT, Face.SIDE, Face.REAR)


def health_pips(s: State, u: int) -> Pips:
    """Health by shares, each of which costs a crit roll when it is lost (AG-12.7); of a squad its models."""
    unit = s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return Pips(sum(unit.model[m] > 0 for m in range(unit.models)), unit.models)
    lost = armor.lost_quarters(s.options, unit.health_full, unit.health_full - unit.health)
    return Pips(ROLLS + 1 - lost if unit.health > 0 else 0, ROLLS + 1)


def thickness(s: State, u: int, face: int) -> Fraction:
    """How thick a face is now, durability, heat and facing counted (AG-10.3)."""
    unit = s.units[u]
    struck = copy(unit)
    struck.thickness = armor.struck_plate(s, u, face, s.mute)
    armor.turn_to(s.options, struck, face)
    over = armor.effective(s.options, struck, armor.multiplier(unit.chassis, face))
    return Fraction(over, armor.FINE * unit.durability_full)


def plates(s: State, u: int) -> tuple[int, int, int] | None:
    """Front, side and rear as they are now, in whole points; nothing where no plate is left."""
    if s.units[u].durability == 0:
        return None
    front, side, rear = (int(thickness(s, u, face) + Fraction(1, 2)) for face in PLATE_FACES)
    return front, side, rear


def limit(s: State, u: int) -> Fraction:
    """The thermal limit, in points (AG-11.11)."""
    unit = s.units[u]
    return Fraction(armor.limit_of(unit), unit.durability_full)


def armor_facts(s: State, u: int) -> Facts:
    """What the plates do not say: top, durability, heat, exact numbers; the thickness of a squad's suits."""
    unit = s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        suit = int(armor.struck_plate(s, u, NOBODY, s.mute))
        return [("Armour", str(suit))] if suit else []
    exact = [(words.FACES[face], thickness(s, u, face)) for face in PLATE_FACES]
    fine = any(over.denominator > 1 for _, over in exact) or plates(s, u) is None
    thicknesses = ", ".join(f"{name} {decimal(over)}" for name, over in exact)
    return [
        ("Top armour", decimal(thickness(s, u, Face.TOP))),
        ("Durability", durability_text(s, u)),
        ("Heat", f"{points(unit.heat)}, limit {decimal(limit(s, u))}"),
        *([("Armour", thicknesses)] if fine else []),
    ]


def durability_text(s: State, u: int) -> str:
    """Durability of what it can be; of each face where each has its own (AG-10.2)."""
    unit = s.units[u]
    whole = f"{points(unit.durability)} of {points(unit.durability_full)}"
    if s.options.armour_pools == ArmourPools.SHARED:
        return whole
    shares = (f"{words.FACES[face]} {points(armor.pool(unit, face))}" for face in PLATE_FACES)
    return f"{whole}: {', '.join(shares)}"


def health_text(s: State, u: int) -> str:
    """Health in points; of a squad that of each model (AG-21.5)."""
    unit = s.units[u]
    if unit.chassis != Chassis.INFANTRY:
        return f"{points(unit.health)} of {points(unit.health_full)}"
    each = [points(unit.model[m]) for m in range(unit.models)]
    return f"{each[0] if len(set(each)) == 1 else ', '.join(each)} of {points(unit.model_full)} each"


def shield_facts(s: State, u: int) -> Facts:
    """State, charge of maximum, thickness now, crack, reset, doubled damage (AG-13)."""
    screen = s.units[u].shield
    if screen.state == Shield.ABSENT:
        return []
    if screen.state == Shield.DESTROYED:
        return [("Shield", words.SHIELDS[screen.state])]
    if screen.state == Shield.DISABLED:
        return [("Shield", f"disabled for {plural(screen.reset, 'own turn')}, default {points(screen.full)}")]
    parts = [words.SHIELDS[screen.state]]
    if screen.maximum < screen.full:
        parts.append(f"default {points(screen.full)}")
    struck = copy(screen)
    struck.nominal = damage.struck_shield(s, u, NOBODY, s.mute)
    parts.append(f"thickness {decimal(Fraction(damage.thickness_over(s.options, struck), screen.full))}")
    parts += [f"cracked for {plural(screen.crack, 'own turn')}"] if screen.crack else []
    parts += [f"damage {words.multiplier_text(s.options.activation_damage)}"] if screen.activated else []
    left = f"{points(screen.charge)} of {points(screen.maximum)}"
    return [("Shield", left), ("Shield now", ", ".join(parts))]


def movement_facts(s: State, u: int) -> Facts:
    """Mobility left in its own turn, and the tiles that count for and against it (AG-1.7, AG-7.12)."""
    unit = s.units[u]
    if unit.side == s.side:
        left = f"{unit.left} of {mobility_of(s, u)}"
        moved = f"{plural(unit.tiles, 'tile')} this turn, {unit.last_tiles} in its last"
    else:
        left = str(mobility_of(s, u))
        moved = f"{plural(unit.last_tiles, 'tile')} in its last turn"
    return [("Mobility", left), ("Moved", moved)]


def stun_facts(s: State, u: int) -> Facts:
    """How shaken it is, and how near to being stunned in this turn (AG-15)."""
    unit = s.units[u]
    facts = []
    if unit.stun:
        half = f", {share_text(s.options.stun_mobility)} mobility" if unit.stun == STUNNED else ""
        facts.append(("Stunned", f"-{shaken(s.options, unit.stun)}% to hit{half}"))
    total = damage.total_over(s.options, unit.lost_health, unit.lost_durability, unit.lost_charge)
    if total and not unit.stunned:
        share = damage.stun_share(s, u, s.mute)
        quarter = decimal(Fraction(share * unit.health_full, PERCENT * POINT))
        facts.append(("Taken", f"{decimal(Fraction(total, PERCENT * POINT))}, stunned at {quarter}"))
    return facts


def facts(s: State, u: int) -> Facts:
    """All of it, what hurts first, the energy of what can be stored (AG-5.8) and the sensors last."""
    unit, most = s.units[u], armor.energy_limit(s.options, s.units[u])
    own = [("Energy", f"{unit.energy} of {most}, +{unit.output} a turn")] if most else []
    own += [("Sensors", str(unit.sensors))] if unit.sensors else []
    hurt = [*shield_facts(s, u), *armor_facts(s, u)]
    return [*hurt, *stun_facts(s, u), *movement_facts(s, u), *own]


# ---------------------------------------------------------------- status
# The line at the top of the table: round, whose turn it is, points, what wins, rounds in flight.


def text(shelf: Shelf, s: State) -> str:
    """Whose decision it is, which unit is to be placed next (AG-6.1), or how it ended."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    if s.phase == Phase.ROLL_OFF and s.chooser == NOBODY:
        return "Roll off for the first turn"
    if s.phase == Phase.ROLL_OFF:
        return f"{SIDES[s.chooser]} chooses who moves first"
    mine = (u for u in range(s.count) if s.units[u].side == s.side)
    u = next((u for u in mine if s.units[u].standing == Standing.WAITING), NOBODY)
    if s.phase == Phase.DEPLOY and u != NOBODY:
        return f"{SIDES[s.side]} places {unit_id(s, u)} {unit_name(shelf, s, u)}"
    return f"{SIDES[s.side]} to act"


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """The units in play, those of the side to act first; none is "now": they act in any order (AG-6.6)."""
    if s.phase not in (Phase.TURN, Phase.OVER):
        return ()
    ordered = [*words.present(s, s.side), *words.present(s, 1 - s.side)]
    how = {u: "done" if s.units[u].side == s.side and spent(s, u) else "" for u in ordered}
    return tuple((unit_id(s, u), s.units[u].side, how[u]) for u in ordered)


def zone_text(s: State, z: Zone) -> str:
    """A place that scores: "G6 within 1 tile: 15 points after rounds 4, 6 and 8" (section 6)."""
    place = words.tile_name(z.tile) if z.section == NOBODY else place_kind(z.section)
    rounds = [str(n) for n in range(max(1, s.round), s.rounds + 1) if z.rounds >> n & 1]
    if not rounds:
        return ""
    reach = f"within {plural(z.reach, 'tile')} of {place}"
    after = f"after round{'' if len(rounds) == 1 else 's'} {joined(rounds)}"
    return f"{z.points} points to who is alone {reach} {after}{now_at(s, z)}"


def now_at(s: State, z: Zone) -> str:
    """Who is at a place that scores, as far as the position tells."""
    there = [side for side in range(2) if holds(s, z, side)]
    if len(there) == 2:
        return " (contested now)"
    return f" ({SIDES[there[0]]} alone now)" if there else ""


def goal(s: State) -> str:
    """What wins besides the last unit (AG-23.2, AG-23.3)."""
    if s.mission != DEMOLITION:
        return f"{s.options.winning_lead} points ahead after round {s.rounds} win"
    marked = [place_kind(i) for i in range(s.sections) if s.section[i].features & Feature.OBJECTIVE]
    return f"{SIDES[s.attacker]} must bring {joined(marked)} down by the end of round {s.rounds}"


def losses(shelf: Shelf, s: State) -> str:
    """What destroyed and crippled units have brought the other side; the log does not say it (AG-23.2)."""
    crippling = f"crippled ({s.options.crippled_share}% of its health lost)"
    parts = []
    for u in range(s.count):
        unit = s.units[u]
        if worth := forfeit_points(s.options, unit):
            fate = "destroyed" if unit.standing == Standing.DESTROYED else crippling
            to = SIDES[1 - unit.side]
            parts.append(f"{plural(worth, 'point')} to {to}: {unit_id(s, u)} {unit_name(shelf, s, u)} {fate}")
    return "; ".join(parts)


def flying(s: State) -> str:
    """Rounds in flight, by side and target (AG-17.10)."""
    rounds = s.flight[: s.flying]
    aims = (unit_id(s, r.target) if r.target != NOBODY else place_kind(r.place) for r in rounds)
    aimed = Counter(zip((r.side for r in rounds), aims, strict=True))
    parts = [f"{SIDES[side]} {count} at {where}" for (side, where), count in aimed.items()]
    return f"In flight: {', '.join(parts)}" if parts else ""


def extras(shelf: Shelf, s: State) -> dict[str, str]:
    """What there is to say besides, each thing by its name; points mean nothing where an objective must come
    down (AG-23.2).
    """
    lines = {}
    if s.mission != DEMOLITION:
        score = [f"{name} {victory_points(s, side)}" for side, name in enumerate(SIDES)]
        lines = {"score": f"Points: {', '.join(score)}", "losses": losses(shelf, s)}
    if s.phase != Phase.OVER:
        zones = [zone_text(s, s.zone[i]) for i in range(s.zones)]
        lines |= {"zones": "; ".join(filter(None, zones)), "goal": goal(s), "flight": flying(s)}
    return {name: line for name, line in lines.items() if line}


def status(shelf: Shelf, s: State, seat: int | None) -> Status:
    """The state of the battle in a line. The position is the one that this seat knows."""
    over = s.phase == Phase.OVER
    more = extras(shelf, s)
    shown = [line for name, line in more.items() if name in ("score", "flight")]
    return Status(
        turn=s.round,
        turns=s.rounds,
        phase=Phase(s.phase).name.lower(),
        text=" · ".join([text(shelf, s), *shown]),
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras=more,
        period="Round",
        currency="mobility",
    )


# ---------------------------------------------------------------- recording
# The half of a vehicle's sheet on which a battle is written down: health, internals, shield, stun.


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


def record(
    s: State, u: int, design: Blueprint, units: Units, weapon_notes: Iterable[tuple[str, str]]
) -> RecordCard:
    """What is written down in a battle about a fresh vehicle; `weapon_notes` are notes about its weapons."""
    unit = s.units[u]
    return RecordCard(
        ladder=ladder(s.options, unit),
        bands=internals(s.options, unit, design, units),
        tracks=tuple(tracks(s.options, unit)),
        notes=(*weapon_notes, *record_notes(s, u)),
    )


# ---------------------------------------------------------------- health and parts


def ladder(o: Options, unit: Unit) -> Ladder | None:
    """Health by the shares whose loss costs a crit roll (AG-12.7)."""
    full = unit.health_full
    if not full:
        return None
    tops = (full, *thresholds(o, full))
    return Ladder("Health", "AG-12.8", tuple(points(top) for top in tops), "crit")


def thresholds(o: Options, full: int) -> list[int]:
    """The health at which each crit roll is thrown, in tenths: the most that a vehicle can have left then."""

    def lost(gone: int) -> int:
        return armor.further_quarters(o, full, 0, gone)

    return [full - bisect_left(range(full), roll, key=lost) for roll in range(1, ROLLS + 1)]


def internals(o: Options, unit: Unit, design: Blueprint, units: Units) -> Bands:
    """Which faces of the crit die strike which part, its points, what crits do to it (AG-12.9, AG-12.11).

    The plate, which no crit strikes, is the last line.
    """
    struck = [armor.part_struck(unit, face) for face in range(1, unit.budget + 1)]
    rows = []
    for k, band in enumerate(bands(design, units, o)):
        first, second = HARMS[band.bought.part]
        name = inside(band.bought, design, units)
        rows.append(Line(span(struck, k), name, str(band.bought.cost), (words.fill_shares(o, first), second)))
    plate = f"Smartplate {design.plate.thickness}/{design.plate.durability}"
    rows.append(Line("", plate, str(plate_cost(design))))
    return Bands(f"Crit on a d{unit.budget}", "AG-12.9", tuple(rows))


def span(struck: list[int], part: int) -> str:
    """The faces that strike a part, as "10-15"; a dash where its band is too narrow for a face."""
    faces = [face for face, hit_part in enumerate(struck, 1) if hit_part == part]
    if not faces:
        return NEVER
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}{NEVER}{faces[-1]}"


def inside(part: Bought, design: Blueprint, units: Units) -> str:
    """A part on the card, where there is little room."""
    name = part_name(part, design, units).replace("stabiliser", "stab.")
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- what is counted


def tracks(o: Options, unit: Unit) -> Iterator[Track]:
    """Turns counted down: stun, a cracked shield, an emptied one (AG-13.10, AG-13.19, AG-15.6)."""
    yield Track("stunned", damage.SHAKEN)
    if unit.shield.state != Shield.ABSENT:
        yield Track("cracked", o.crack_turns)
        yield Track("disabled", o.reset_turns)


def record_notes(s: State, u: int) -> Iterator[tuple[str, str]]:
    """What is looked up when it is hit, with its own numbers."""
    unit = s.units[u]
    if unit.shield.state != Shield.ABSENT:
        yield from screening(s.options, unit.shield)
    o = s.options
    most = f"at most {times_of(o.durability_cap, 'D')}"
    yield f"durability falls by D \u00d7 P / e, {most}; e is the thickness of the face", "AG-10.6"
    more = f"P - e more but at most {times_of(o.spall_cap, 'e')}"
    yield f"through goes D \u00d7 (P - e) / P, and {more}", "AG-12.1"
    again = "doubles it" if o.he_damage == words.TWICE else f"does it {o.he_damage} times"
    yield f"HE {again} instead, at most {times_of(o.he_cap, 'e')} more", "AG-12.4"
    softer = "halves e" if o.heat_loss == words.HALF else f"takes {o.heat_loss}% of e"
    over = f"over {words.times_text(o.heat_limit)} the limit {o.heat_per_durability} to 1"
    yield f"heat at its limit {softer}; more of it wears more, {over}", "AG-11.3"
    left = share_text(o.stun_mobility)
    yield f"stunned: -{shaken(o, damage.SHAKEN)}% and {left} mobility, then -{shaken(o, 1)}%", "AG-15.6"


def screening(o: Options, screen: Screen) -> Iterator[tuple[str, str]]:
    """What a hit does to a shield, and how it comes back."""
    thick = Fraction(damage.thickness_over(o, screen), screen.full)
    share = factor(o, damage.THROUGH)
    whole = "all" if share == PERCENT else f"{share}%"
    cracking = Fraction(factor(o, damage.CRACKING), PERCENT)
    crack = f"{decimal(cracking)} times and cracked over {decimal(o.crack_thickness * thick)}"
    through = f"{whole} of it from P over {decimal(thick)}, {crack}"
    yield f"the shield takes {share_text(factor(o, damage.STOPPED))} of D + H; {through}", "AG-13.16"
    on, off = gain(o, screen, Shield.ACTIVE), gain(o, screen, Shield.INACTIVE)
    yield f"regains {on} a turn, {off} when off", "AG-13.18"
    cost = f"{o.activation_cost}%, damage {words.multiplier_text(o.activation_damage)} till its next turn"
    yield f"switched on: its charge is its maximum and costs {cost}", "AG-13.20"


def times_of(times: int, what: str) -> str:
    """ "2 x D", or plainly "e"."""
    return what if times == 1 else f"{times} \u00d7 {what}"


def gain(o: Options, screen: Screen, state: Shield) -> str:
    """What a shield regains at the end of its own turn (AG-13.9)."""
    fresh = copy(screen)
    fresh.state, fresh.charge = state, 0
    damage.regenerate(o, fresh)
    return points(fresh.charge)
