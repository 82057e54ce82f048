"""Cards beside the board, every number with its steps, and the line above it (CA-1.4, CA-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from hulldown.catalogue.load import format_place
from hulldown.kernel.actions import Terms
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Card, Pips, Status
from hulldown.rulesets.close_assault import state
from hulldown.rulesets.close_assault.catalogue import SHELF, Fault, Remark, Shelf, faults, remarks
from hulldown.rulesets.close_assault.combat import spender
from hulldown.rulesets.close_assault.events import Sum
from hulldown.rulesets.close_assault.fights import evade_by, penalty_of
from hulldown.rulesets.close_assault.log import extra_words, outcome_text
from hulldown.rulesets.close_assault.movement import band, band_edges, full_move_of, limit, moves, remaining
from hulldown.rulesets.close_assault.occasions import lead_model, morale_of
from hulldown.rulesets.close_assault.shooting import weapon_fired, weapon_used
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Kind, Options, Phase, Profile, State, Trait
from hulldown.rulesets.close_assault.table import coherent, engaged
from hulldown.rulesets.close_assault.turn import contested, holder, owes_order, strength_at
from hulldown.rulesets.close_assault.values import (
    MIL,
    MUTE,
    Armament,
    Discard,
    StatLine,
    UnitProfile,
    base_caf,
    bonus_against,
    evade_bonus,
    has,
    has_bonuses,
    is_of_vehicles,
    profile_from,
    shortest_line,
    survivors,
    why_discarded,
)
from hulldown.rulesets.close_assault.words import (
    ORDERS,
    PHASES,
    detachment_name,
    facing_words,
    far,
    figure,
    kind_name,
    model_name,
    needs,
    own_models,
    times,
    unit_name,
    weapon_name,
)
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.names import inches, joined, plural, signed, spot
from hulldown.rulesets.common.pieces import true_words

ARCS = {Arc.ALL: "all", Arc.FRONT: "front", Arc.REAR: "rear"}
PLURALS = ("infantry", "cavalry", "walkers", "vehicles", "shvs", "knights", "titans")  # by state.Kind
PRINTED = 5  # target types that a card prints: the source's examples stop at super-heavy vehicles
AS_VEHICLES = "knights and titans: as vehicles"  # CA-8.3


class NoCard(ValueError):
    """A profile with faults (CA-8.6) gets no card."""

    def __init__(self, issues: Sequence[Fault]) -> None:
        self.faults = tuple(issues)
        super().__init__(
            "\n".join(f"{format_place(issue.place)}: {issue.words} ({issue.code.rule})" for issue in issues)
        )


@dataclass(frozen=True)
class BonusLine:
    """The bonuses of a kept weapon; `place` is its place in the profile, `values` are by state.Kind."""

    place: int
    weapon: str
    number: int
    arc: Arc
    values: tuple[int, ...]
    text: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Discarded:
    """A weapon without bonuses."""

    place: int
    weapon: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Band:
    """A charge bonus, and the distances in mils between which it is earned (CA-11.3)."""

    nearest: int
    farthest: int
    bonus: int


@dataclass(frozen=True)
class StatCard:
    """Everything that is printed for a unit (CA-8.2 to CA-8.5).

    `steps` make front and rear; `bands` are empty where distance gives nothing; `evade` is the
    Get-Out-of-the-Way bonus of Infantry and Cavalry, None for others, made by `evade_steps`.
    """

    name: str
    kind: Kind
    caf: int
    front: int
    rear: int
    head: str
    steps: tuple[Step, ...]
    lines: tuple[BonusLine, ...]
    discarded: tuple[Discarded, ...]
    bands: tuple[Band, ...]
    evade: int | None
    evade_steps: tuple[Step, ...]
    feet: tuple[str, ...]
    remarks: tuple[Remark, ...]

    @property
    def has_arcs(self) -> bool:
        """Whether front and rear are worked out: of a vehicle, and not today (CA-1.5, CA-6)."""
        return len(self.steps) > 1


def card_of(sheet: UnitProfile, o: Options) -> StatCard:
    """The card of a profile. NoCard names its faults."""
    issues = tuple(faults(sheet))
    if issues:
        raise NoCard(issues)
    p = profile_from(sheet, o)
    vehicle = is_of_vehicles(p)
    lines = tuple(bonus_lines(sheet, p, o))
    dodging = p.kind in (Kind.INFANTRY, Kind.CAVALRY)
    return StatCard(
        name=sheet.name,
        kind=Kind(p.kind),
        caf=p.caf,
        front=p.front,
        rear=p.rear,
        head=f"{p.front:+} front, {p.rear:+} rear" if vehicle else f"CAF {p.caf:+}",
        steps=tuple(base_steps(p, o)),
        lines=lines,
        discarded=tuple(discarded(sheet, p, o)),
        bands=tuple(bands(p, o)) if has_bonuses(p, o) else (),
        evade=evade_bonus(o, p, MUTE) if dodging else None,
        evade_steps=tuple(evade_steps(o, p)) if dodging else (),
        feet=tuple(feet(lines, o)),
        remarks=tuple(remarks(sheet, o)),
    )


def card_text(card: StatCard) -> list[str]:
    """The card as CA-8.7 writes it: the head, then a line for each weapon that is kept."""
    return [f"{card.name}: {card.head}", *(line.text for line in card.lines)]


def bonus_lines(sheet: UnitProfile, p: Profile, o: Options) -> Iterator[BonusLine]:
    """A line for each weapon with bonuses, in the profile's order, never merged (CA-8.2, CA-8.4)."""
    for place, armament in enumerate(sheet.weapon):
        w = p.weapon[place]
        values = tuple(int(value) for value in w.value)
        if w.bonuses and any(values):
            number, arc = w.bonuses, Arc(w.arc)
            text = f"{number}x {ARCS[arc]} bonus {groups(values, o)}"
            steps = tuple(weapon_steps(armament, w, o))
            yield BonusLine(place, armament.name, number, arc, values, text, steps)


def groups(values: Sequence[int], o: Options) -> str:
    """The values by target type, types of the same value together (CA-8.2, CA-8.3)."""
    if min(values) == max(values):
        return f"{values[0]:+} vs everything"
    printed = values if o.card_knights_titans == state.CardKnightsTitans.LISTED else values[:PRINTED]
    distinct = dict.fromkeys(value for value in printed if value)
    kinds = {value: [PLURALS[kind] for kind, n in enumerate(printed) if n == value] for value in distinct}
    return "; ".join(f"{value:+} vs {joined(alike)}" for value, alike in kinds.items())


def discarded(sheet: UnitProfile, p: Profile, o: Options) -> Iterator[Discarded]:
    """The weapons of a vehicle that step 1 removes, with the reason (CA-7.2, CA-7.3, CA-8.4)."""
    if not has_bonuses(p, o):
        return
    for place, armament in enumerate(sheet.weapon):
        why: Discard | None = why_discarded(armament, o)
        if why:
            yield Discarded(place, armament.name, why.reason, why.rule)


def feet(lines: Sequence[BonusLine], o: Options) -> Iterator[str]:
    """What is said below: the types that the groups leave out, options that are not as printed."""
    if lines and o.card_knights_titans == state.CardKnightsTitans.FOOTNOTE:
        yield AS_VEHICLES
    yield from SHELF.departures(o)


def bands(p: Profile, o: Options) -> Iterator[Band]:
    """The charge bands for the unit's movement, each asked of the rule in its middle (CA-8.5, CA-11.3)."""
    move = p.move
    starts = [0, *band_edges(o, move)]
    for nearest, farthest in pairwise([*starts, max(move * o.charge_moves // state.WHOLE, starts[-1])]):
        if nearest < farthest:
            yield Band(nearest, farthest, band(o, (nearest + farthest) // 2, move))


def in_inches(mils: int) -> int | float:
    """A length as it is printed: 9, 4.5."""
    exact = Fraction(mils, MIL)
    return exact.numerator if exact.denominator == 1 else float(exact)


# ---------------------------------------------------------------- steps
# The steps that make the numbers of a card, each with its rule (CA-6, CA-7, CA-12.12).
# The amounts are those that the rules note while they work; steps worth 0 are listed too, which the worked
# examples leave out.


LISTS = ("Legions", "Auxilia", "every other list")  # by state.ArmyList
CLASSES = (  # the first that a line has decides (CA-7.19)
    (Trait.LIGHT, "Light", "CA-7.8"),
    (Trait.LIGHT_AT, "Light AT", "CA-7.9"),
    (Trait.ANTI_TANK, "Anti-tank (walkers: CA-7.11)", "CA-7.10"),
)
NO_CLASS = ("none of Light, Light AT, Anti-tank", "CA-7.12")
TRAITS_OF_ARCS = {Arc.ALL: "no Arc trait", Arc.FRONT: "Arc (Front)", Arc.REAR: "Arc (Rear)"}
BEARS = {Arc.ALL: "in both arcs", Arc.FRONT: "in the front arc only", Arc.REAR: "in the rear arc only"}


@dataclass(frozen=True)
class Step:
    """One step: what it is, what it adds, its rule. Of a vehicle's CAF it adds to front and rear, of a
    weapon's bonus to the value against each target type, by state.Kind; () where it adds nothing.
    """

    what: str
    amounts: tuple[int, ...]
    rule: str


def base_steps(p: Profile, o: Options) -> Iterator[Step]:
    """How front and rear come about (CA-6); the single CAF of others and of today is as it is printed."""
    if not has_bonuses(p, o):
        yield Step("as in the profile", (p.caf, p.caf), Sum.CAF.rule)
        return
    front = amounts(lambda why: base_caf(o, p, Arc.FRONT, why))
    rear = amounts(lambda why: base_caf(o, p, Arc.REAR, why))
    for code, what, rule in base_words(p):
        yield Step(what, (front.get(code, 0), rear.get(code, 0)), rule)


def base_words(p: Profile) -> Iterator[tuple[Sum, str, str]]:
    """The steps of CA-6 in words."""
    yield Sum.START, "every vehicle", Sum.START.rule
    yield Sum.SIZE, "Super-heavy vehicle" if p.kind == Kind.SHV else "Vehicle", Sum.SIZE.rule
    yield Sum.LIST, LISTS[p.army], Sum.LIST.rule
    yield Sum.SAVE, f"Armour Save {format_save(p.save)}", Sum.SAVE.rule if p.save else "CA-6.6"
    rule = "CA-6.6" if 0 < p.invulnerable < 5 else Sum.INVULNERABLE.rule
    yield Sum.INVULNERABLE, f"Invulnerable Save {format_save(p.invulnerable)}", rule


def format_save(save: int) -> str:
    """A save as it is printed: "4+", "none"."""
    return f"{save}+" if save else "none"


def evade_steps(o: Options, p: Profile) -> Iterator[Step]:
    """How the Get-Out-of-the-Way bonus comes about (CA-12.12)."""
    words = {
        Sum.EVADE: "all models",
        Sum.EVADE_LIGHT: "Jump Packs or Skimmer",
        Sum.EVADE_BULKY: "Bulky",
        Sum.EVADE_JINK: f"Jink ({p.jink}+)",
    }
    for code, amount in amounts(lambda why: evade_bonus(o, p, why)).items():
        yield Step(words[Sum.of(code)], (amount,), Sum.of(code).rule)


def weapon_steps(armament: Armament, w: state.Weapon, o: Options) -> Iterator[Step]:
    """How a weapon's bonuses come about: its line, their size, their number, their arc (CA-7)."""
    chosen = shortest_line(w)
    line, written = w.line[chosen], armament.line[chosen]
    if w.lines > 1:
        yield Step(f"the line with the shortest range, {written.range}", (), "CA-7.6")
    parts = [amounts(partial(bonus_against, o, line, kind)) for kind in range(state.TARGETS)]
    what, rule = next(((name, rule) for trait, name, rule in CLASSES if has(line, trait)), NO_CLASS)
    sizes = tuple(part.get(Sum.ONE, 0) + part.get(Sum.AP, 0) for part in parts)
    yield Step(f"{what}, AP {written.ap}", sizes, rule)
    if any(Sum.POINT_DEFENCE in part for part in parts):
        extra = tuple(part.get(Sum.POINT_DEFENCE, 0) for part in parts)
        yield Step("Point Defence, where the weapon can damage", extra, Sum.POINT_DEFENCE.rule)
    yield from number_steps(armament, w, written, o)
    yield Step(f"{TRAITS_OF_ARCS[Arc(line.arc)]}: {BEARS[Arc(line.arc)]}", (), "CA-7.17")


def number_steps(armament: Armament, w: state.Weapon, written: StatLine, o: Options) -> Iterator[Step]:
    """How many bonuses there are (CA-7.15, CA-7.16, CA-7.18)."""
    line = w.line[shortest_line(w)]
    mean = ", the mean rounded down" if line.random else ""
    yield Step(f"Dice {written.dice}{mean}", (), "CA-7.18" if line.random else "CA-7.15")
    if armament.count > 1:
        yield Step(f"{armament.count} identical mounts", (), "CA-7.18")
    if has(line, Trait.ASSAULT):
        yield Step(f"Assault: {times(o.assault_bonuses)} as many", (), "CA-7.16")


def amounts(rule: Callable[[Terms], int]) -> dict[int, int]:
    """What a rule notes while it works out a number, by code."""
    why = listening()
    rule(why)
    return {row.code: row.amount for row in why.rows[: why.count]}


def total(steps: Sequence[Step]) -> tuple[int, ...]:
    """What the steps come to."""
    return tuple(
        sum(column) for column in zip(*(step.amounts for step in steps if step.amounts), strict=True)
    )


# ---------------------------------------------------------------- cards
# A card for each detachment: models and Wounds left, order, CAF, bonuses left, what it did this round.


def placed(s: State, k: int) -> str:
    """Where the first of its models stands, and how a vehicle faces."""
    there = own_models(s, k)
    if not there:
        return ""
    b = s.model[there[0]].base
    at = f"at {spot(b.x, b.y)}"
    return f"{at}, {facing_words(b.facing)}" if state.is_vehicle(s, there[0]) else at


def states(s: State, k: int) -> frozenset[str]:
    """What a glance must show."""
    d = s.detachment[k]
    if not living(s, k):
        return frozenset({"destroyed", "wreck"})
    conditions = {
        "not set up": not own_models(s, k),
        "active": k == s.acting,
        "engaged": engaged(s, k),
        "falls back": d.order == state.Order.FALL_BACK,
        "moved": bool(d.moved) and k != s.acting,
        "fired": bool(d.shot),
        "scattered": s.phase != Phase.DEPLOY and not coherent(s, k),
    }
    return true_words(conditions)


def card(shelf: Shelf, s: State, k: int) -> Card:
    """A detachment's card; the position is the one that the seat knows."""
    d = s.detachment[k]
    gone = not living(s, k)
    return Card(
        unit=detachment_name(s, k),
        side=d.side,
        name=unit_name(shelf, s, k),
        kind=figure(s, k),
        kind_name=kind_name(s.profile[d.profile].kind),
        place="",  # no place of the board has a name: a click finds the detachment by its own
        placed=placed(s, k),
        hull=None,
        turret=None,
        plates=None,
        actions=None,
        points=Pips(len(living(s, k)), d.size),
        facts=() if gone else tuple(facts(s, k)),
        kit=() if gone else tuple(weapon_lines(shelf, s, k)),
        state=states(s, k),
        track="Models",
        note="" if gone else wounds_text(s, k),
    )


def cards(shelf: Shelf, s: State, seat: int | None) -> list[Card]:
    """The cards of all detachments."""
    return [card(shelf, s, k) for k in range(s.detachments)]


# ---------------------------------------------------------------- weapons


Kit = list[tuple[str, bool]]


def living(s: State, k: int) -> list[int]:
    """The models of a detachment that are left."""
    d = s.detachment[k]
    return [m for m in range(d.first, d.first + d.size) if state.alive(s, m)]


def short(s: State, k: int, m: int) -> str:
    """The number of a model within its detachment: ".2"."""
    return f".{m - s.detachment[k].first + 1}"


def ledger(s: State, k: int, w: int) -> str:
    """What is left of the bonuses of a weapon: one number if all models have as many (CA-10.8)."""
    left = {m: s.model[m].left[w] for m in living(s, k)}
    if len(set(left.values())) == 1:
        each = " each" if len(left) > 1 else ""
        return f"{next(iter(left.values()))} left{each}"
    return "left " + ", ".join(f"{short(s, k, m)}: {n}" for m, n in left.items())


def bonus_words(s: State, k: int, w: int) -> str:
    """The bonuses of a weapon as its card prints them, and what is left of them (CA-8.2)."""
    weapon = s.profile[s.detachment[k].profile].weapon[w]
    if not weapon.bonuses:
        return ""
    values = tuple(int(value) for value in weapon.value)
    printed = f"{weapon.bonuses}x {ARCS[Arc(weapon.arc)]} bonus {groups(values, s.options)}"
    return f"{printed}, {ledger(s, k, w)}"


def marks(s: State, k: int, w: int) -> str:
    """Which models have used or fired a weapon this round (CA-10.3)."""
    parts, there = [], living(s, k)
    for what, did in (("used up close", weapon_used), ("fired", weapon_fired)):
        models = [m for m in there if did(s, m, w)]
        some = " " + ", ".join(short(s, k, m) for m in models) if len(models) < len(there) else ""
        parts += [what + some] if models else []
    return ", ".join(parts)


def line_words(shelf: Shelf, s: State, k: int, w: int) -> str:
    """How a weapon fires: each of its stat-lines (CA-15)."""
    profile = s.profile[s.detachment[k].profile]
    lines = (profile.weapon[w].line[i] for i in range(profile.weapon[w].lines))
    return " or ".join(
        f'{line.range / MIL:g}", {dice_words(line.fixed, line.random, line.sides)}, '
        f"{needs(line.to_hit)}, AP {line.ap}"
        for line in lines
    ) + traits_of(shelf, s, k, w)


def traits_of(shelf: Shelf, s: State, k: int, w: int) -> str:
    """The traits of a weapon's first line, as the catalogue names them; a player's own are on its card."""
    name = s.profile[s.detachment[k].profile].name
    if name == NOBODY:
        return ""
    traits = list(shelf.units().units.values())[name].weapon[w].line[0].traits
    return f" ({', '.join(traits)})" if traits else ""


def dice_words(fixed: int, random: int, sides: int) -> str:
    """Dice as they are printed: "2 dice", "D3+3 dice"."""
    if not random:
        return plural(fixed, "die", "dice")
    return f"{random if random > 1 else ''}D{sides}{f'+{fixed}' if fixed else ''} dice"


def weapon_lines(shelf: Shelf, s: State, k: int) -> Kit:
    """Every weapon in the order of the profile, and whether it is of no use any more this round."""
    lines: Kit = []
    for w in range(s.profile[s.detachment[k].profile].weapons):
        parts = [line_words(shelf, s, k, w), bonus_words(s, k, w), marks(s, k, w)]
        text = f"{weapon_name(shelf, s, k, w)}: {'; '.join(part for part in parts if part)}"
        lines.append((text, all(is_spent(s, m, w) for m in living(s, k))))
    return lines


def is_spent(s: State, m: int, w: int) -> bool:
    """Whether a weapon of a model is of no use any more this round (CA-10.3, CA-10.8)."""
    return weapon_fired(s, m, w) or (weapon_used(s, m, w) and not s.model[m].left[w])


# ---------------------------------------------------------------- numbers


Facts = list[tuple[str, str]]


def wounds_text(s: State, k: int) -> str:
    """Wounds, where a model has more than one (CA-9.7)."""
    full = s.profile[s.detachment[k].profile].wounds
    if full == 1:
        return ""
    whose = {m: f"{model_name(s, m)}: " if s.detachment[k].size > 1 else "" for m in living(s, k)}
    return ", ".join(f"{name}{s.model[m].wounds} of {full} Wounds" for m, name in whose.items())


def caf_facts(s: State, k: int) -> Facts:
    """CAF, front and rear of a vehicle; what evading adds (CA-6, CA-12.12)."""
    p = s.profile[s.detachment[k].profile]
    if has_bonuses(p, s.options):
        return [("Front assault", f"CAF {signed(p.front)}"), ("Rear assault", f"CAF {signed(p.rear)}")]
    evades = p.kind in (Kind.INFANTRY, Kind.CAVALRY)
    dodge = [("Out of the way", signed(evade_of(s, k)))] if evades else []
    return [("Close assault", f"CAF {signed(p.caf)}"), *dodge]


def evade_of(s: State, k: int) -> int:
    """What the models of a detachment add that get out of the way (CA-12.12)."""
    m = int(lead_model(s, k))
    if m == NOBODY:
        return int(evade_bonus(s.options, s.profile[s.detachment[k].profile], s.mute))
    return int(evade_by(s, m, s.mute))


def charge_facts(s: State, k: int) -> Facts:
    """Charge bonus kept from the charge, penalty of Tank Shocks (CA-11.6, CA-12.23)."""
    p, lines = s.profile[s.detachment[k].profile], []
    kept = {m: s.model[m].charge for m in living(s, k)}
    if is_of_vehicles(p) and any(kept.values()):
        same = len(set(kept.values())) == 1
        each = [f"{short(s, k, m)}: {signed(n)}" for m, n in kept.items()]
        lines.append(("Charge bonus", f"{signed(max(kept.values())) if same else ', '.join(each)} in front"))
    if penalty_of(s, k):
        lines.append(("Tank Shocks", f"{s.detachment[k].shocks}, {signed(penalty_of(s, k))} in Fights"))
    return lines


def move_facts(s: State, k: int) -> Facts:
    """Movement, and what is left of it to who moves now (CA-3.3, CA-12.21)."""
    there = living(s, k)
    now = k == s.acting and moves(s.detachment[k].order) and bool(there)
    if not now:
        return [("Move", f'{inches(int(full_move_of(s, k)))}"')]
    least, most = min(remaining(s, m) for m in there), max(remaining(s, m) for m in there)
    left = far(most) if least == most else f"{far(least)} to {far(most)}"
    return [("Move", f"{left} of {far(limit(s, k, there[0]))} left")]


def save_facts(s: State, k: int) -> Facts:
    """Saves and Morale (CA-15.6, CA-16.1)."""
    p = s.profile[s.detachment[k].profile]
    faces = {"": p.save, " invulnerable": p.invulnerable, " Jink": p.jink}
    saves = [f"{needs(face)}{kind}" for kind, face in faces.items() if face]
    return [("Save", ", ".join(saves) or "none"), ("Morale", needs(morale_of(s, k)))]


def facts(s: State, k: int) -> Facts:
    """All of it, what is asked for first in front. That a secret order was given is known to all (CA-3.4)."""
    d = s.detachment[k]
    unknown = "given, secret" if d.ordered and s.round else "none"
    order = [("Order", unknown if d.order == state.Order.NONE else ORDERS[d.order])]
    numbers = [*caf_facts(s, k), *charge_facts(s, k), *move_facts(s, k), *save_facts(s, k)]
    return [*order, *numbers, ("Worth", f"{d.value} VP")]


# ---------------------------------------------------------------- status
# The line above the table: round, phase, who decides what, victory points.


def waiting(s: State) -> str:
    """Who decides what."""
    if s.phase == Phase.ORDERS:
        late = [side for side in range(2) if owed(s, side)]
        return ", ".join(f"{SIDES[side]} gives {plural(owed(s, side), 'order')} in secret" for side in late)
    return f"{SIDES[s.side]} {task(s)}"


def owed(s: State, side: int) -> int:
    """How many orders a side still has to give: that one was given is known, if not which (CA-3.4)."""
    mine = [k for k in range(s.detachments) if s.detachment[k].side == side and not s.detachment[k].ordered]
    return sum(bool(owes_order(s, k)) for k in mine)


def task(s: State) -> str:
    """What the side to decide decides now (CA-20.1)."""
    acting = detachment_name(s, s.acting) if s.acting != NOBODY else ""
    target = detachment_name(s, s.target) if s.target != NOBODY else ""
    tasks = {
        Phase.DEPLOY: f"places {acting}" if acting else "places a detachment",
        Phase.MOVEMENT: "activates a detachment",
        Phase.MOVING: f"moves {acting} ({ORDERS[s.detachment[s.acting].order]})",
        Phase.ENGAGED: f"fights on with {acting}: it is Engaged",
        Phase.POINT_DEFENCE: f"may fire {acting}'s Point Defence weapons",
        Phase.RESPONSE: f"answers the Tank Shock of {acting} on {target}",
        Phase.OVERWATCH: f"may fire Overwatch with {target} at {acting}",
        Phase.PAIRING: f"chooses Fight {s.fights + 1}",
        Phase.WITHDRAW: f"withdraws {target}",
        Phase.FIRST_FIRE: "may fire with a detachment",
        Phase.ENGAGEMENT: "picks the next Combat",
        Phase.ADVANCING_FIRE: "may fire with a detachment",
    }
    if s.phase == Phase.SPENDING:  # CA-10.7
        own, enemy = spender(s, s.side), spender(s, 1 - s.side)
        return f"names {model_name(s, own)}'s bonuses against {model_name(s, enemy)}"
    return tasks[Phase(s.phase)]


def text(s: State) -> str:
    """The whole line."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    return f"{PHASES[s.phase]} · {waiting(s)}"


def turn_of(s: State, k: int) -> str:
    """Whether a detachment acts now, or has acted in this stage; in the Orders phase whether it has one."""
    if k == s.acting:
        return "now"
    done = s.detachment[k].ordered if s.phase == Phase.ORDERS else s.detachment[k].activated
    return "done" if done else ""


def tally(s: State) -> str:
    """Victory points now (CA-18.3)."""
    return f"VP: {SIDES[0]} {s.score[0]}, {SIDES[1]} {s.score[1]}"


def objectives_text(s: State) -> str:
    """How many objectives each side would hold now (CA-18.2)."""
    if s.objectives == 0:
        return ""
    there = [(strength_at(s, i, 0), strength_at(s, i, 1)) for i in range(s.objectives)]
    holders = [holder(mine, theirs) for mine, theirs in there]
    holdings = ", ".join(f"{SIDES[side]} {holders.count(side)}" for side in range(2))
    level = sum(contested(mine, theirs) for mine, theirs in there)
    holdings += f", contested {level}" if level else ""
    scores = f" (they score from round {s.scoring})" if s.round < s.scoring else ""
    return f"Objectives held: {holdings}{scores}"


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line: whose activation it is, in the order of the scenario (CA-3.6), and
    what the scenario rewards at its end (section 6). The position is the one that this seat knows.
    """
    over = s.phase == Phase.OVER
    more = {"score": tally(s)}
    if not over:
        more["zones"] = objectives_text(s)
    if not over and s.extra != state.Extra.NONE:
        more["goal"] = f"{s.extra_points} VP to {SIDES[s.extra_side]} for {extra_words(s)}"
    left = [k for k in range(s.detachments) if survivors(s, k)]
    return Status(
        turn=s.round,
        turns=s.rounds,
        phase=Phase(s.phase).name.lower(),
        text=f"{text(s)} · {tally(s)}",
        chips=tuple((detachment_name(s, k), s.detachment[k].side, turn_of(s, k)) for k in left),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras={name: words for name, words in more.items() if words},
        period="Round",
        currency="inches",
    )
