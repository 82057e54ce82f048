"""Shots as sentences: fire, shields, armor and what they leave within."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

from hulldown.kernel.actions import Log
from hulldown.rulesets.agrav import events, state, words
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect
from hulldown.rulesets.agrav.armor import BEYOND, DAMAGED, FINE, WRECKED, multiplier, ram_penetration20
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import CRACKING, DOUBLED, total_over
from hulldown.rulesets.agrav.damage import factor as share_of
from hulldown.rulesets.agrav.events import Sum, event
from hulldown.rulesets.agrav.occasions import MOST_SHOTS, MOST_THICKNESS, HouseOccasion, within
from hulldown.rulesets.agrav.state import D100, NOBODY, PEN20, PERCENT, POINT, Face, Shield, State
from hulldown.rulesets.agrav.words import decimal, points
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.common.log import Draft, EventKind, LogWriter, describes
from hulldown.rulesets.common.names import minus, plural


@dataclass(frozen=True)
class Blow:
    """What strikes: penetration, damage and heat in points; `high`: from above."""

    penetration: Fraction = Fraction(0)
    damage: Fraction = Fraction(0)
    heat: int = 0
    energy: bool = False
    high: bool = False


class Plate:
    """The armour of a vehicle as one hit meets it (AG-10.3, AG-11.3): `met` are the fields of `armour_met`.

    Thicknesses are exact, in points.
    """

    def __init__(self, s: State, met: Any, nominal: int) -> None:
        options = s.options
        unit = s.units[met.unit]
        self.nominal, self.face = nominal, Face(met.face)
        self.durability, self.full = met.durability, met.full
        self.limit = Fraction(self.nominal * met.durability, met.full)
        self.heat = Fraction(met.heat, POINT)
        self.effective = Fraction(met.thickness, FINE * met.full)
        self.multiplier = Fraction(multiplier(unit.chassis, met.face), POINT)
        self.loss = Fraction(options.heat_loss, PERCENT)
        most = 2 * self.limit if options.thermal_floor == state.ThermalFloor.LINEAR_TO_ZERO else self.limit
        self.counted = min(self.heat, most)

    def formula(self) -> str:
        """ "90 x 115.7/200 x (1 - 30/104.13) x 6/5 = 53.48": wear, heat, facing (AG-10.3)."""
        if self.durability == 0:
            return "0, for the armour is gone,"
        factors = [str(self.nominal)]
        if self.durability < self.full:
            factors.append(f"{points(self.durability)}/{points(self.full)}")
        if self.counted and self.loss:
            factors.append(f"(1 - {decimal(self.counted)}/{decimal(self.limit / self.loss)})")
        if self.multiplier != 1:
            factors.append(str(self.multiplier))
        return " x ".join(factors) + (f" = {decimal(self.effective)}" if len(factors) > 1 else "")

    def rules(self) -> list[str]:
        """The rules of the factors."""
        if self.durability == 0:
            return ["AG-10.11"]
        rules = ["AG-10.1"] if self.durability < self.full else []
        rules += ["AG-11.3"] if self.counted else []
        rules += ["AG-17.12"] if self.face == Face.TOP else []
        return [*rules, events.armour_met.rule]


class Teller(LogWriter[State]):
    """Turns the events of one action into sentences.

    `blow` is what strikes now; `struck` has what strikes single units otherwise: both sides of a ram, and
    what an emptied shield let through. `volley` is set while each shot has a sentence of its own; `accuracy`
    and `reasons` are those of the rolls that follow. `plate` is the armour last struck, `factor` that of the
    shield last struck, `thresholds` the shares of health that crit rolls are still due for. `unseen` are the
    units of which the hearer knows nothing.
    """

    kinds = event
    about_target = True
    modifier = staticmethod(Sum.modifier)
    unit_id = staticmethod(words.unit_id)
    is_called = staticmethod(words.unit_name)
    anchor: Callable[[int], str] = staticmethod(words.ANCHORS.__getitem__)
    points: Callable[[int], str] = staticmethod(words.points)
    tile: Callable[[int], str] = staticmethod(words.tile_name)
    place: Callable[[int], str] = staticmethod(words.place_kind)

    def __init__(self, s: State, log: Log, shelf: Shelf) -> None:
        super().__init__(s, log, shelf)
        self.blow = Blow()
        self.struck: dict[int, Blow] = {}
        self.volley = False
        self.accuracy = 0
        self.reasons: tuple[Modifier, ...] = ()
        self.plate: Plate | None = None
        self.factor = Fraction(1)
        self.thresholds: list[int] = []
        self.unseen: frozenset[int] = frozenset()

    def section(self, i: int) -> str:
        """A section by its number, at the beginning of a sentence."""
        return f"Structure {words.section_id(i)}"

    def barricade(self, b: int) -> str:
        """A barricade section by its number, at the beginning of a sentence."""
        return f"Barricade {words.barricade_id(b)}"

    def aim(self, target: int, place: int) -> str:
        """What an event is aimed at: a unit or a place."""
        return self.unit(target) if target != NOBODY else self.place(place)

    def weapon(self, u: int, w: int) -> str:
        """A weapon within a sentence: "100 mm cannon", "beam laser", "AT launcher"."""
        name = words.weapon_name(self.shelf, self.s, u, w)
        return name[0].lower() + name[1:] if name[1:2].islower() else name

    def terms_on(self, occasion: HouseOccasion) -> tuple[Modifier, ...]:
        """What house rules added to one number of the event that is told now."""
        return tuple(term for term in self.house_terms() if term.rule == occasion.rule)

    def amended_by(self, occasion: HouseOccasion, number: int) -> int:
        """A number with what house rules added to it."""
        return number + sum(term.amount for term in self.terms_on(occasion))

    def because_of(self, *occasions: HouseOccasion) -> str:
        """The house rules that counted for numbers, behind a clause: " (Sabot +10)"."""
        terms = [
            f"{term.text} {minus('-') if term.amount < 0 else '+'}"
            f"{decimal(Fraction(abs(term.amount), occasion.number.scale))}"
            for occasion in occasions
            for term in self.terms_on(occasion)
            if occasion.number
        ]
        return f" ({', '.join(terms)})" if terms else ""

    def next(self, kind: EventKind[Any]) -> Any:
        """The event after this one, read, if it is of a kind; else None."""
        return next(iter(kind.among(self.rows[self.at + 1 : self.at + 2])), None)

    def fires(self, u: int, w: int, high: bool) -> None:
        """A weapon's shot strikes from now on."""
        gun = self.s.units[u].weapon[w]
        p, d = Fraction(int(gun.penetration)), Fraction(int(gun.damage))
        self.struck = {}
        self.blow = Blow(p, d, int(gun.thermal), bool(gun.energy), high)

    def strikes(self, tenths: int = 0) -> None:
        """What strikes from now on is no shot and does so much damage, in tenths of a point."""
        self.blow, self.struck = Blow(damage=Fraction(tenths, POINT)), {}

    def ram_blow(self, tenths: int) -> Blow:
        """A ram: its penetration is half of its damage (AG-19.2)."""
        penetration = ram_penetration20(self.s.options, tenths)
        return Blow(Fraction(penetration, PEN20), Fraction(tenths, POINT))

    def blow_on(self, u: int) -> Blow:
        """What strikes a unit."""
        return self.struck.get(u, self.blow)


# ---------------------------------------------------------------- firing
# Shots: volleys, to-hit rolls, rounds in flight, reaction and corner fire (AG-8, AG-16 to AG-18).


AGAIN = ("AG-20.2", "AG-20.11")  # a miss against a structure


@describes(events.reaction_fired)
def describe_reaction_fire(t: Teller, unit: int, mover: int, weapon: int, cone: int) -> None:
    """Somebody has moved into view of a weapon that waits; the shot follows."""
    fires = f"reaction fire to the {words.way_name(cone)} with the {t.weapon(unit, weapon)}"
    t.begin(f"{t.unit(mover)} comes into view of {t.unit(unit)}").add(fires)


@describes(events.corner_fired)
def describe_corner_fire(t: Teller, unit: int, enemy: int, weapon: int, cone: int, high_act: int) -> None:
    """A unit has met an enemy that nobody knew of; the shot follows."""
    draft = t.begin(f"{t.unit(unit)} comes round a corner upon {t.unit(enemy)}")
    gun = t.weapon(unit, weapon) + (" of its High Act turret" if high_act else "")
    draft.add(f"corner fire to the {words.way_name(cone)} with the {gun}")


@describes(events.reaction_set)
def describe_reaction_set(t: Teller, unit: int, weapon: int, way: int, along: int) -> None:
    """A weapon waits for somebody to move into its cone, or no longer."""
    gun = t.weapon(unit, weapon)
    if way == NOBODY:
        t.begin(f"{t.unit(unit)} takes the {gun} off reaction fire")
        return
    draft = t.begin(f"{t.unit(unit)} sets the {gun} to reaction fire to the {words.way_name(way)}")
    if along:
        turns = "turn" if along > 1 else "turns"
        draft.add(f"{plural(along, 'other weapon')} of the turret {turns} along", "AG-16.3")


# ---------------------------------------------------------------- the volley


@describes(events.shot_fired)
def describe_shot(
    t: Teller, unit: int, target: int, place: int, weapon: int, mode: int, accuracy: int, spotter: int
) -> None:
    """A volley at one target; a single shot tells its roll in the same sentence."""
    t.fires(unit, weapon, is_high(mode))
    shots = volley(t, unit, weapon)
    t.volley = shots > 1
    text = f"{t.unit(unit)} fires the {t.weapon(unit, weapon)} at {t.aim(target, place)}"
    missile = t.s.units[unit].weapon[weapon].family == state.Family.MISSILE
    how, rules = words.MODE_WORDS[mode]
    if missile and not how:
        how = "directly"
    text += f" {how}" if how else ""
    if is_indirect(mode) and spotter != NOBODY and spotter not in t.unseen:
        text += f", {t.unit(spotter)} spotting"
    draft = t.begin(text, t.kind.rule, *rules)
    draft.shot = target != NOBODY
    more_shots = t.terms_on(HouseOccasion.SHOTS)
    if t.volley or more_shots:
        each = f", each needs {accuracy} or less" if t.volley else ""
        draft.add(f"{plural(shots, 'shot')}{t.because_of(HouseOccasion.SHOTS)}{each}", "AG-8.12")
    t.accuracy, t.reasons = accuracy, tuple(term for term in t.modifiers() if term not in more_shots)


def volley(t: Teller, unit: int, weapon: int) -> int:
    """Shots of a volley. Of a line that has one for each living model those that were rolled are counted."""
    gun = t.s.units[unit].weapon[weapon]
    if not gun.per_model:
        return min(MOST_SHOTS, max(0, t.amended_by(HouseOccasion.SHOTS, int(gun.shots))))
    after = takewhile(lambda row: row.kind != events.shot_fired.kind, t.rows[t.at + 1 :])
    return max((roll.shot for roll in events.rolled_to_hit.among(after)), default=0)


@describes(events.rolled_to_hit)
def describe_roll(t: Teller, die: int, hit: int, again: int, shot: int) -> None:
    """One to-hit roll: it hits at or below the accuracy (AG-1.1).

    It goes into the sentence of the volley, or has its own with the other rolls of the same shot of several.
    """
    going = t.going(events.shot_fired) if not t.volley else t.going(events.rolled_to_hit) if again else None
    draft = going or t.begin(f"Shot {shot}")
    draft.rules.append(t.kind.rule)
    add_roll(t, draft, die, again, t.kind.rule, ("on its way" if t.blow.high else "hit") if hit else "missed")


def add_roll(t: Teller, draft: Draft, die: int, again: int, rule: str, verdict: str) -> None:
    """A d100 against the accuracy; `again`: a miss at a structure rolled once more (AG-20.2)."""
    needs = f"{t.accuracy} or less{' again' if again else ''}"
    draft.add(f"{needs}, rolled {die}: {verdict}")
    draft.rules += AGAIN if again else ()
    text, success = f"Needs {needs}: {die}, {verdict}.", verdict != "missed"
    draft.add(roll=Roll(die, D100, text, AGAIN[0] if again else rule, t.accuracy, success, t.reasons))


# ---------------------------------------------------------------- rounds in flight


@describes(events.blow_changed)
def describe_blow(t: Teller, penetration: int, damage: int, heat: int) -> None:
    """What the shot has by house rules; the sentences that follow reckon with it."""
    draft = t.begin("The hit", *(term.rule for term in t.house_terms()))
    numbers = [f"penetration {penetration}", f"damage {damage}", f"thermal damage {heat}"]
    because = map(t.because_of, (HouseOccasion.PENETRATION, HouseOccasion.DAMAGE, HouseOccasion.HEAT))
    for number, why in zip(numbers, because, strict=True):
        draft.add(f"{number}{why}" if why else "")
    change_blow(t, penetration, damage, heat)


def change_blow(t: Teller, penetration: int, damage: int, heat: int) -> None:
    """What strikes from now on, with the same weapon."""
    t.blow = replace(t.blow, penetration=Fraction(penetration), damage=Fraction(damage), heat=heat)


@describes(events.launched)
def describe_in_flight(t: Teller, unit: int, top: int) -> None:
    """A round is on its way and comes down at the start of its side's next turn."""
    lands = f"it comes down at the start of {t.side(int(t.s.units[unit].side))}'s next turn"
    draft = t.going(events.shot_fired, events.rolled_to_hit) or t.begin(
        f"{t.unit(unit)} has a round in flight"
    )
    draft.add(lands, "AG-18.2" if top else t.kind.rule, "AG-17.13")


@describes(events.landed)
def describe_impact(
    t: Teller, unit: int, target: int, place: int, accuracy: int, die: int, again: int, weapon: int
) -> None:
    """The second roll of a round, with the re-roll at a structure."""
    w = abs(weapon) - 1
    t.fires(unit, w, True)
    text = f"The round from {t.unit(unit)}'s {t.weapon(unit, w)} comes down on {t.aim(target, place)}"
    draft = t.begin(text)
    t.accuracy, t.reasons = accuracy, t.modifiers()
    for once_more, face in enumerate((die, again)):
        if face:
            add_roll(t, draft, face, once_more, "AG-17.11", "hit" if face <= accuracy else "missed")


@describes(events.round_lost)
def describe_lost_round(t: Teller, unit: int, target: int, place: int, weapon: int, gone: int) -> None:
    """A round whose target is gone, or one too many in the air."""
    whose = f"A round from {t.unit(unit)}'s {t.weapon(unit, weapon)}"
    why = f"{t.aim(target, place)} is gone" if gone else "no more rounds can be in the air at once"
    t.begin(f"{whose} is lost: {why}", t.kind.rule, *(["AG-9.3"] if gone else []))


# ---------------------------------------------------------------- armor
# What protects a unit, each number with its arithmetic: Hardshields (AG-13, AG-14), Smartplate (AG-10).


THROUGH = ("", "not through", "through")  # how far a hit at a shield gets


@describes(events.shield_struck)
def describe_shield_hit(
    t: Teller, unit: int, factor: int, thickness: int, parts: int, removed: int, left: int
) -> None:
    """A hit at an active shield: thickness, factor, what was dealt, charge (AG-13.3, AG-13.4, AG-13.16)."""
    blow, doubled, o = t.blow_on(unit), factor > DOUBLED, t.s.options
    far = factor - (DOUBLED if doubled else 0)
    share = max(0, t.amended_by(HouseOccasion.SHIELD_LOSS, int(share_of(o, far))))
    t.factor = Fraction(share * (o.activation_damage if doubled else 1), PERCENT)
    rules = [t.kind.rule, "AG-13.4" if far == CRACKING else "AG-13.3"]
    rules += (["AG-13.8"] if blow.heat else []) + (["AG-13.21"] if doubled else [])
    draft = t.begin(f"{t.unit(unit)}'s shield", *rules)
    against = f"against penetration {decimal(blow.penetration)}"
    through = THROUGH[far] if far < CRACKING else f"through {words.times_text(o.crack_thickness)} over"
    thick = f"{decimal(Fraction(thickness, parts))}{t.because_of(HouseOccasion.SHIELD)}"
    draft.add(f"thickness {thick} {against}, {through}")
    down = t.next(events.shield_downed)
    dealt = points(down.dealt if down else removed)
    draft.add(f"{shield_formula(t, blow, share, doubled)} = {dealt}")
    draft.add(f"charge {points(removed + left)} to {points(left)} (-{points(removed)})")


def shield_formula(t: Teller, blow: Blow, percent: int, doubled: bool) -> str:
    """ "(60 + 30) x 100%": damage and heat times the factor, doubled after activation (AG-13.17)."""
    damage, heat, o = decimal(blow.damage), blow.heat, t.s.options
    share = f"{percent}%{t.because_of(HouseOccasion.SHIELD_LOSS)}"
    again = f" x {o.activation_damage}" if doubled else ""
    if heat and t.s.options.shield_thermal_order == state.ShieldThermalOrder.AFTER_FACTOR:
        text = f"{damage} x {share} + {heat}"
        return f"({text}){again}" if doubled else text
    text = f"({damage} + {heat})" if heat else damage
    return f"{text} x {share}{again}"


@describes(events.shield_cracked)
def describe_shield_crack(t: Teller, unit: int, turns: int) -> None:
    draft = t.going(events.shield_struck) or t.begin(f"{t.unit(unit)}'s shield")
    draft.add(f"cracked for {plural(turns, 'own turn')}", t.kind.rule)


@describes(events.shield_downed)
def describe_shield_down(t: Teller, unit: int, dealt: int, removed: int, turns: int, rest: int) -> None:
    """The shield is emptied: the shot ends there, but a ram goes on (AG-13.7, AG-19.15).

    What a ram has left is counted in its own damage, "170 - 30/1.5", or in the shield's (option).
    """
    draft = t.going(events.shield_struck) or t.begin(f"{t.unit(unit)}'s shield")
    draft.add(f"down for {plural(turns, 'own turn')}", "AG-13.10", t.kind.rule)
    if rest:
        if t.s.options.ram_excess_scale == state.RamExcessScale.SHIELD:
            formula = f"{points(dealt)} - {points(removed)}"
        else:
            share = f"/{decimal(t.factor)}" if t.factor != 1 else ""
            formula = f"{decimal(t.blow_on(unit).damage)} - {points(removed)}{share}"
        blow = t.struck[unit] = t.ram_blow(rest)
        left = f"{formula} = {points(rest)} of the ram is left"
        draft.add(f"{left}, penetration {decimal(blow.penetration)}")
        draft.rules[-1] = "AG-19.15"
    elif dealt > removed:
        draft.add(f"it stops the other {points(dealt - removed)} too")


# ---------------------------------------------------------------- a shield in its owner's turn


@describes(events.shield_toggled)
def describe_shield_toggle(t: Teller, unit: int, state: int, before: int, paid: int, charge: int) -> None:
    """Switched off, or on for 5% (AG-13.11, AG-13.12, AG-13.20)."""
    if state == Shield.INACTIVE:
        t.begin(f"{t.unit(unit)} switches its shield off, charge {points(charge)}")
        return
    draft = t.begin(f"{t.unit(unit)} switches its shield on", "AG-13.11", "AG-13.12", t.kind.rule)
    draft.add(f"its charge of {points(before)} is its maximum now")
    draft.add(f"{points(paid)} paid, {points(charge)} left")
    if state == Shield.DISABLED:
        draft.add("which leaves it empty and disabled", "AG-13.23")


@describes(events.charge_sent)
def describe_transfer(
    t: Teller, unit: int, receiver: int, sent: int, arrived: int, charge: int, maximum: int
) -> None:
    """Charge sent to a neighbour: what is lost on the way, what it has then (AG-14.4 to AG-14.8)."""
    draft = t.begin(f"{t.unit(unit)} sends {points(sent)} charge to {t.unit(receiver)}")
    draft.add(f"{points(arrived)} arrive, {points(sent - arrived)} are lost")
    draft.add(f"its shield has {points(charge)} of {points(maximum)} now")


# ---------------------------------------------------------------- Smartplate


@describes(events.armour_met)
def describe_armour(t: Teller, unit: int, face: int) -> None:
    """How thick the struck side is now, and by how much a shot gets through it (AG-10.3, AG-10.5)."""
    nominal = plate_of(t, unit)
    t.plate = Plate(t.s, t.fields, nominal)
    penetration = t.blow_on(unit).penetration
    draft = t.begin(f"{t.unit(unit)}'s {words.FACES[face]}", *t.plate.rules())
    thick = f"{t.plate.formula()}{t.because_of(HouseOccasion.THICKNESS)}"
    draft.add(f"thickness {thick} against penetration {decimal(penetration)}")
    beyond = penetration - t.plate.effective
    draft.add(f"through by {decimal(beyond)}" if beyond > 0 else "not through", "AG-10.5")


def plate_of(t: Teller, unit: int) -> int:
    """The nominal thickness that a hit meets, with what house rules add."""
    nominal = int(t.s.units[unit].thickness)
    return within(nominal, 0, MOST_THICKNESS, t.amended_by(HouseOccasion.THICKNESS, nominal))


@describes(events.armour_worn)
def describe_wear(t: Teller, unit: int, times: int, value: int, cap: int, removed: int, left: int) -> None:
    """What the hit takes off the armour (AG-10.6, AG-10.7, AG-11.4), by options too (AG-10.8, AG-13.21)."""
    draft = t.begin(f"{t.unit(unit)}'s armour")
    if t.plate is not None:
        heat, limit, capped, doubled = t.plate.heat, t.plate.limit, value > cap, times > 1
        if value == BEYOND:
            text = f"no thickness, so the cap of {points(cap)}"
        else:
            text = f"{wear_formula(t, t.plate, t.blow_on(unit))} = {points(value)}"
            text += f", capped at {points(cap)}" if capped else ""
        cap_first = t.s.options.durability_cap_order == state.DurabilityCapOrder.CAP_FIRST
        if cap_first and heat > limit and capped:
            text += f", then x {decimal(heat)}/{decimal(limit)}"
        draft.add(f"{text}, {words.multiplier_text(times)}" if doubled else text)
        draft.rules += ["AG-10.7"] if capped else []
        draft.rules += ["AG-11.4"] if heat > limit else []
        draft.rules += ["AG-13.21"] if doubled else []
    more = t.because_of(HouseOccasion.WEAR)
    draft.add(f"{points(removed + left)} to {points(left)} (-{points(removed)}){more}")


def wear_formula(t: Teller, plate: Plate, blow: Blow) -> str:
    """D x P / e: "70 x 130/108", above the limit "70 x 130/108 x 120/100"."""
    literal = t.s.options.durability_thickness == state.DurabilityThickness.DURABILITY_ONLY
    thickness = plate.limit if literal else plate.effective
    text = f"{decimal(blow.damage)} x {decimal(blow.penetration)}/{decimal(thickness)}"
    if plate.heat > plate.limit:
        text += f" x {decimal(plate.heat)}/{decimal(plate.limit)}"
    return text


# ---------------------------------------------------------------- internals
# Behind the armour: what gets through, health, crits, stun, models of a squad (AG-12, AG-15, AG-21).


QUARTER = 25  # percent


@describes(events.got_through)
def describe_internal(t: Teller, unit: int, through: int, whole: int, damage: int) -> None:
    """D times the share that got through (AG-10.4); of a shot that did not the armour has told."""
    if through == 0:
        return
    draft = t.begin(f"{t.unit(unit)} inside")
    if through == whole:
        draft.add(f"all of {points(damage)}")
        return
    penetration = t.blow_on(unit).penetration
    share = f"{decimal(penetration * through / whole)}/{decimal(penetration)}"
    base = Fraction(damage * through, POINT * whole)
    draft.add(f"{points(damage)} x {share} = {decimal(base)}")


@describes(events.spalled)
def describe_spall(t: Teller, unit: int, bonus: int, beyond: int, cap: int) -> None:
    """Splinters: the penetration beyond the plate, at most its thickness (AG-12.1, AG-12.2)."""
    if bonus == 0:
        return
    draft = t.going(events.got_through, about=unit) or t.begin(f"{t.unit(unit)} inside")
    capped = f" (of {points(beyond)}, capped at the plate's {points(cap)})" if beyond > cap else ""
    draft.add(f"spalling {points(bonus)}{capped}")
    draft.rules += [t.kind.rule, "AG-12.2"] if capped else [t.kind.rule]


@describes(events.he_added)
def describe_he_bonus(t: Teller, unit: int, bonus: int, base: int, cap: int) -> None:
    """HE doubles, up to twice the thickness (AG-12.3, AG-12.4)."""
    if bonus == 0:
        return
    draft = t.going(events.got_through, about=unit) or t.begin(f"{t.unit(unit)} inside")
    capped = f" (of {points(base)}, capped at {points(cap)})" if bonus < base else ""
    draft.add(f"HE {points(bonus)} more{capped}", t.kind.rule)


@describes(events.health_lost)
def describe_health(
    t: Teller, unit: int, times: int, damage: int, removed: int, left: int, full: int
) -> None:
    """Health lost, and the crit rolls that are due for it (AG-12.8)."""
    draft = t.going(events.got_through, events.spalled, events.he_added, about=unit) or t.begin(
        f"{t.unit(unit)} inside"
    )
    if not (
        draft.clauses and draft.clauses[-1].endswith((f" = {points(damage)}", f"all of {points(damage)}"))
    ):
        doubled = f", {words.multiplier_text(times)}" if times > 1 else ""
        draft.add(f"{points(damage)} in all{doubled}{t.because_of(HouseOccasion.INSIDE)}")
    draft.add(f"health {points(removed + left)} to {points(left)} (-{points(removed)})")
    if more := t.because_of(HouseOccasion.CRIT_ROLLS):
        draft.add(f"{crit_rolls_due(t, unit)}{more}")
    draft.rules += ["AG-12.6", "AG-13.21"] if times > 1 else ["AG-12.6"]
    draft.kind = t.kind
    lost = full - left
    o = t.s.options
    shares = sorted((o.first_crit, o.second_crit, o.third_crit, o.fourth_crit))
    t.thresholds = [share for share in shares if lost - removed < Fraction(share * full, PERCENT) <= lost]


def crit_rolls_due(t: Teller, unit: int) -> str:
    """How many crit rolls follow at once."""
    rows = [row for row in t.rows[t.at + 1 :] if t.kinds[row.kind] != t.kinds.rerolled]
    return plural(len(list(takewhile(lambda row: row.kind == events.crit_rolled.kind, rows))), "crit roll")


# ---------------------------------------------------------------- crits


@describes(events.crit_rolled)
def describe_crit_roll(
    t: Teller, unit: int, weapon: int, sides: int, die: int, part: int, crits: int
) -> None:
    """A crit on the die of the budget, and what it does to the part (AG-12.8 to AG-12.12)."""
    share = f"has lost {t.thresholds.pop(0)}% of its health" if t.thresholds else "takes a crit"
    rules = ["AG-12.12"]
    if part == NOBODY:
        text, rules = "is beyond every part", ["AG-12.10"]
    elif crits > WRECKED:
        text = f"is the {part_words(t, unit, part, weapon)}, destroyed before"
    else:
        does = "damages" if crits == DAMAGED else "destroys"
        text = f"{does} the {part_words(t, unit, part, weapon)} ({words.harm_text(t.s.options, part, crits)})"
        rules = ["AG-12.11", "AG-12.12"]
    roll = Roll(die, sides, f"{die} {text}.", "AG-12.10")
    t.begin(f"{t.unit(unit)} {share}", t.kind.rule, *rules).add(f"{die} on d{sides} {text}", roll=roll)


def part_words(t: Teller, unit: int, part: int, weapon: int) -> str:
    """A part, with the weapon that it belongs to."""
    if weapon == NOBODY:
        return words.PARTS[part]
    name = t.weapon(unit, weapon)
    return name if part == state.Part.WEAPON else f"{words.PARTS[part]} of the {name}"


# ---------------------------------------------------------------- the end of a unit, stun


@describes(events.unit_destroyed)
def describe_destroyed(t: Teller, unit: int, tile: int) -> None:
    """A unit is gone; a vehicle leaves debris (AG-9.3)."""
    gone = t.s.units[unit]
    if gone.chassis == state.Chassis.INFANTRY:
        t.begin(f"{t.unit(unit)} has no models left and is gone", "AG-21.5", t.kind.rule)
        return
    why = "AG-12.13" if gone.health <= 0 else "AG-12.14"
    t.begin(f"{t.unit(unit)} is destroyed and leaves debris at {words.tile_name(tile)}", why, t.kind.rule)


@describes(events.stunned)
def describe_stun(t: Teller, unit: int, ram: int, health: int, armour: int, charge: int, full: int) -> None:
    """A unit is stunned by what it took in this turn, or by a ram (AG-15.4, AG-19.1)."""
    if ram:
        t.begin(f"{t.unit(unit)} is stunned by the ram", "AG-19.1", "AG-15.2")
        return
    weighed = int(t.s.options.stun_armour_weight) * armour
    o = t.s.options
    total = Fraction(total_over(o, health, armour, charge), PERCENT * POINT)
    summands = [(health, "health"), (weighed, "armour"), (charge, "shield")]
    part = "" if o.stun_shield_share == PERCENT else f"{words.share_text(o.stun_shield_share)} of "
    lost = [f"{part if what == 'shield' else ''}{points(n)} {what}" for n, what in summands if n]
    together = f" = {decimal(total)}" if len(lost) > 1 or charge else ""
    draft = t.begin(f"{t.unit(unit)} is stunned", t.kind.rule, "AG-15.2")
    draft.add(f"{' + '.join(lost)}{together}")
    percent = max(1, t.amended_by(HouseOccasion.STUN, int(o.stun_share)))
    share = "a quarter" if percent == QUARTER else f"{percent}%"
    least = decimal(Fraction(percent * full, PERCENT * POINT))
    draft.add(f"{share} of its health is {least}{t.because_of(HouseOccasion.STUN)}")


# ---------------------------------------------------------------- squads


@describes(events.model_hit)
def describe_model(
    t: Teller, unit: int, model: int, damage: int, removed: int, left: int, squad: int
) -> None:
    """A model of a squad is hit: all that one shot hits are told together (AG-21.5)."""
    after = t.next(events.model_hit)
    draft = t.going(events.model_hit, about=unit)
    if draft is None:
        draft = t.begin(t.unit(unit))
        more = t.because_of(HouseOccasion.THICKNESS, HouseOccasion.MODELS)
        draft.add(f"{model_formula(t, unit, damage)}{more}")
        draft.rules += ["AG-21.1"] if after else []
    if damage:
        still = f"has {points(left)} of {points(removed + left)} left"
        draft.add(f"model {model + 1} {still if left else f'is killed (-{points(removed)})'}")
    if damage and (after is None or after.unit != unit):
        draft.add(f"{points(squad)} health left to the squad")


def model_formula(t: Teller, unit: int, damage: int) -> str:
    """What a model suffers: the damage, less the share that its suit stops."""
    blow, thickness = t.blow_on(unit), plate_of(t, unit)
    if not thickness:
        return f"damage {points(damage)} to a model"
    against = f"thickness {thickness} against penetration {decimal(blow.penetration)}"
    if blow.penetration <= thickness:
        return f"{against}, not through"
    share = f"{decimal(blow.penetration - thickness)}/{decimal(blow.penetration)}"
    return f"{against}; {decimal(blow.damage)} x {share} = {points(damage)} to a model"
