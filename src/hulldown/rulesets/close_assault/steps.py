"""The steps that make the numbers of a card, each with its rule (CA-6, CA-7, CA-12.12).

The amounts are those that the rules note while they work; steps worth 0 are listed too, which the worked
examples leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hulldown.kernel.events import Reasons
from hulldown.rulesets.close_assault.codes import TARGETS, Arc, Kind, Trait
from hulldown.rulesets.close_assault.profiling import has_bonuses
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.sheet import Armament, StatLine
from hulldown.rulesets.close_assault.state import Options, Profile, Weapon
from hulldown.rulesets.close_assault.values import base_caf, bonus_against, evade_bonus, has, shortest_line
from hulldown.rulesets.shared.explaining import listening

LISTS = ("Legions", "Auxilia", "every other list")  # by codes.ArmyList
CLASSES = (  # the first that a line has decides (CA-7.19)
    (Trait.LIGHT, "Light", "CA-7.8"),
    (Trait.LIGHT_AT, "Light AT", "CA-7.9"),
    (Trait.ANTI_TANK, "Anti-tank (walkers: CA-7.11)", "CA-7.10"),
)
NO_CLASS = ("none of Light, Light AT, Anti-tank", "CA-7.12")
ARCS = {Arc.ALL: "no Arc trait", Arc.FRONT: "Arc (Front)", Arc.REAR: "Arc (Rear)"}
BEARS = {Arc.ALL: "in both arcs", Arc.FRONT: "in the front arc only", Arc.REAR: "in the rear arc only"}


@dataclass(frozen=True)
class Step:
    """One step: what it is, what it adds, its rule. Of a vehicle's CAF it adds to front and rear, of a
    weapon's bonus to the value against each target type, by codes.Kind; () where it adds nothing.
    """

    what: str
    amounts: tuple[int, ...]
    rule: str


# ---------------------------------------------------------------- CAF


def base_steps(p: Profile, o: Options) -> Iterator[Step]:
    """How front and rear come about (CA-6); the single CAF of others and of today is as it is printed."""
    if not has_bonuses(p, o):
        yield Step("as in the profile", (int(p.caf), int(p.caf)), Sum.CAF.rule)
        return
    front, rear = noted_base(p, o, Arc.FRONT), noted_base(p, o, Arc.REAR)
    for code, what, rule in base_words(p):
        yield Step(what, (front.get(code, 0), rear.get(code, 0)), rule)


def noted_base(p: Profile, o: Options, arc: Arc) -> dict[int, int]:
    """What the rule notes while it works out the base CAF."""
    why = listening()
    base_caf(o, p, arc, why)
    return amounts(why)


def base_words(p: Profile) -> Iterator[tuple[Sum, str, str]]:
    """The steps of CA-6 in words."""
    yield Sum.START, "every vehicle", Sum.START.rule
    yield Sum.SIZE, "Super-heavy vehicle" if p.kind == Kind.SHV else "Vehicle", Sum.SIZE.rule
    yield Sum.LIST, LISTS[p.army], Sum.LIST.rule
    yield Sum.SAVE, f"Armour Save {save_said(p.save)}", Sum.SAVE.rule if p.save else "CA-6.6"
    better = 0 < p.invulnerable < 5
    yield (
        Sum.INVULNERABLE,
        f"Invulnerable Save {save_said(p.invulnerable)}",
        "CA-6.6" if better else Sum.INVULNERABLE.rule,
    )


def save_said(save: int) -> str:
    """A save as it is printed: "4+", "none"."""
    return f"{save}+" if save else "none"


def evade_steps(o: Options, p: Profile) -> Iterator[Step]:
    """How the Get-Out-of-the-Way bonus comes about (CA-12.12)."""
    why = listening()
    evade_bonus(o, p, why)
    words = {
        Sum.EVADE: "all models",
        Sum.EVADE_LIGHT: "Jump Packs or Skimmer",
        Sum.EVADE_BULKY: "Bulky",
        Sum.EVADE_JINK: f"Jink ({p.jink}+)",
    }
    for code, amount in amounts(why).items():
        yield Step(words[Sum.of(code)], (amount,), Sum.of(code).rule)


# ---------------------------------------------------------------- weapons


def weapon_steps(armament: Armament, w: Weapon, o: Options) -> Iterator[Step]:
    """How a weapon's bonuses come about: its line, their size, their number, their arc (CA-7)."""
    chosen = shortest_line(w)
    line, written = w.line[chosen], armament.line[chosen]
    if w.lines > 1:
        yield Step(f"the line with the shortest range, {written.range}", (), "CA-7.6")
    parts = [noted_bonus(w, kind, o) for kind in range(TARGETS)]
    what, rule = next(((name, rule) for trait, name, rule in CLASSES if has(line, trait)), NO_CLASS)
    sizes = tuple(one.get(Sum.ONE, 0) + one.get(Sum.AP, 0) for one in parts)
    yield Step(f"{what}, AP {written.ap}", sizes, rule)
    if any(Sum.POINT_DEFENCE in one for one in parts):
        extra = tuple(one.get(Sum.POINT_DEFENCE, 0) for one in parts)
        yield Step("Point Defence, where the weapon can damage", extra, Sum.POINT_DEFENCE.rule)
    yield from number_steps(armament, w, written)
    yield Step(f"{ARCS[Arc(line.arc)]}: {BEARS[Arc(line.arc)]}", (), "CA-7.17")


def number_steps(armament: Armament, w: Weapon, written: StatLine) -> Iterator[Step]:
    """How many bonuses there are (CA-7.15, CA-7.16, CA-7.18)."""
    line = w.line[shortest_line(w)]
    mean = ", the mean rounded down" if line.random else ""
    yield Step(f"Dice {written.dice}{mean}", (), "CA-7.18" if line.random else "CA-7.15")
    if armament.count > 1:
        yield Step(f"{armament.count} identical mounts", (), "CA-7.18")
    if has(line, Trait.ASSAULT):
        yield Step("Assault: twice as many", (), "CA-7.16")


def noted_bonus(w: Weapon, kind: int, o: Options) -> dict[int, int]:
    """What the rule notes while it works out the bonus against a type of model."""
    why = listening()
    bonus_against(o, w.line[shortest_line(w)], kind, why)
    return amounts(why)


# ---------------------------------------------------------------- reasons


def amounts(why: Reasons) -> dict[int, int]:
    """What was noted, by code."""
    return {int(row.code): int(row.amount) for row in why.rows[: why.count]}


def total(steps: Sequence[Step]) -> tuple[int, ...]:
    """What the steps come to."""
    return tuple(sum(column) for column in zip(*(one.amounts for one in steps if one.amounts), strict=True))
