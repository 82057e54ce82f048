"""Cards (CA-6 to CA-8), charge bands (CA-11), fire and Overwatch (CA-15), morale and Withdraw (CA-16)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Given, Measure, Whole, ask
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault import cards, exact
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.movement import note_pursuers, why_not_flee
from hulldown.rulesets.close_assault.occasions import passes
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.shooting import may_overwatch
from hulldown.rulesets.close_assault.state import Arc, Firing, Kind, Line, Order, Profile, Response, Trait
from hulldown.rulesets.close_assault.values import (
    BITS,
    KINDS,
    MUTE,
    bits_of,
    can_harm,
    doubled,
    evade_bonus,
    in_half_range,
    in_range,
    mils,
    needed,
    piercing,
    profile_from,
    save_needed,
    why_discarded,
)
from hulldown.rulesets.common.ruleset_files import unit_named

from .posing import circle, options_of, unit

RESPONSES = {"stand": Response.STAND_AND_FIRE, "evade": Response.EVADE}


def profile(given: Given, *keys: str, **fields: Any) -> Profile:
    """A unit of which these keys of the question, and these fields, are all that is said."""
    return profile_from(unit(**{key: given[key] for key in keys}, **fields), options_of(given))


def base_caf(given: Given) -> dict[str, int]:
    p = profile(given, "type", "list", "save", "invulnerable")
    return {"front": int(p.front), "rear": int(p.rear)}


def weapon_bonus(given: Given, weapon: Mapping[str, Any]) -> dict[str, Any]:
    """The bonuses of one weapon, or why it is discarded (CA-7)."""
    fields = {key: value for key, value in weapon.items() if key != "lines"}
    sheet, o = unit(weapon=[fields | {"line": weapon["lines"]}]), options_of(given)
    if why := why_discarded(sheet.weapon[0], o):
        return {"discarded": True, "reason": why.reason}
    w = profile_from(sheet, o).weapon[0]
    values = {kind.name.lower(): int(w.value[kind]) or None for kind in Kind}
    return {"discarded": False, "arc": cards.ARCS[Arc(w.arc)], "count": int(w.bonuses), "values": values}


def whole_card(given: Given) -> dict[str, Any]:
    """A worked_out (CA-8.2 to CA-8.4)."""
    sheet = unit_named(SHELF.units(), given["unit"]) if "unit" in given else faultless(given["profile"])
    made = cards.card_of(sheet, options_of(given))
    return {
        "head": made.head,
        "lines": [line.text for line in made.lines],
        "discarded": Whole({one.weapon: one.reason for one in made.discarded}),
    }


def charge_bands(given: Given) -> list[Any]:
    """The charge bands in inches (CA-8.5, CA-11.3)."""
    rows = cards.bands(profile(given, "movement"), options_of(given))
    edges = [(cards.in_inches(row.nearest), cards.in_inches(row.farthest), row.bonus) for row in rows]
    return [[Measure(nearest), Measure(farthest), bonus] for nearest, farthest, bonus in edges]


def out_of_the_way(given: Given) -> int:
    """The Get-Out-of-the-Way bonus (CA-12.12, CA-12.13)."""
    own = profile(given, "special", type="Infantry", base=circle(1))  # no vehicle: on a circle (CA-2.2)
    return evade_bonus(options_of(given), own, MUTE)


# ---------------------------------------------------------------- fire


def line(traits: Sequence[str], **fields: int) -> Line:
    """A stat-line of which a question says only its traits and this."""
    made = blank(Line)
    made.traits = bits_of(traits, BITS)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def hit(to_hit: int, traits: Sequence[str], overwatch: bool, target_in_wood: bool, target: str) -> Any:
    """The roll that hits, its chance, and whether it can harm (CA-15.4, CA-15.5, CA-19.10)."""
    shot, way = line(traits, to_hit=to_hit), Firing.OVERWATCH if overwatch else Firing.STAGE
    face = needed(options_of({}), shot, target_in_wood, way, MUTE)
    return face, exact.hit_chance(face), can_harm(shot, KINDS[target])


def save(given: Given, ap: int, traits: Sequence[str], target: str, firer_behind: bool) -> Any:
    """The save against a hit, if there is one, and its chance (CA-15.5, CA-15.6, CA-15.8)."""
    pierced = piercing(options_of({}), line(traits, ap=ap), KINDS[target], firer_behind, MUTE)
    own = given["save"], given["invulnerable"], given["jink"]
    face = save_needed(*own, pierced, Order[given["target_order"].upper()])
    return face or None, exact.save_chance(face)


def fire_dice(dice: int, distance: float, assault: bool, given: Given) -> int:
    """How many dice a weapon rolls at a distance (CA-15.3)."""
    shot, gap = line((), range=mils(given["range"])), mils(distance)
    shot.traits = int(assault) << Trait.ASSAULT
    o = options_of(given)
    return doubled(o, shot, dice, in_half_range(o, shot, gap)) if in_range(shot, gap) else 0


def overwatch(order: str, activated: bool, engaged: bool, response: str, break_out: bool) -> bool:
    return may_overwatch(Order[order.upper()], activated, engaged, RESPONSES[response], break_out)


def morale(morale: int, roll: int | None = None) -> dict[str, Any]:
    """Whether a die passes, or how likely the test is failed (CA-16.1, CA-19.9)."""
    if roll is None:
        return {"fail_probability": exact.morale_failure(morale)}
    return {"passed": passes(morale, roll)}


def withdraw(model: Given, movement: float, enemies: Sequence[Given], end: Sequence[float]) -> bool:
    """Whether a model may withdraw to a place (CA-16.4)."""
    s, own = blank_state(), unit(type="Infantry", movement=movement, base=circle(model["diameter"]))
    k = field_detachment(SHELF, s, 0, own, [(model["x"], model["y"])])
    for enemy in enemies:
        field_detachment(SHELF, s, 1, unit(base=enemy["base"]), [(enemy["x"], enemy["y"])], enemy["facing"])
    note_pursuers(s, k)
    return why_not_flee(s, int(s.detachment[k].first), *map(mils, end)) == Why.ALLOWED


ANSWERS = {
    "base_caf": ask(base_caf),
    "weapon_bonus": ask(weapon_bonus),
    "card": ask(whole_card),
    "charge_bands": ask(charge_bands, give="bands"),
    "gootw": ask(out_of_the_way, give="bonus"),
    "hit": ask(hit, give=("needed", "probability", "can_harm")),
    "save": ask(save, give=("needed", "probability")),
    "morale": ask(morale),
    "overwatch": ask(overwatch, give="eligible"),
    "fire_dice": ask(fire_dice, give="dice"),
    "withdraw": ask(withdraw, give="legal"),
}
