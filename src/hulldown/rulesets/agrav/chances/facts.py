"""Whose fate an order is about, and a fate as named facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.buffers import fresh_log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.actions import apply
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Height, Part, Shield, Standing, Verb
from hulldown.rulesets.agrav.events import corner_fired
from hulldown.rulesets.agrav.fate import PLACES, Fate, remains, unpack_fate
from hulldown.rulesets.agrav.hits import SHAKEN
from hulldown.rulesets.agrav.internals import WRECKED
from hulldown.rulesets.agrav.naming import place_name, unit_id, weapon_name
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.agrav.vocabulary import PARTS, SHIELDS

Facts = dict[str, Any]
MOVES = (Verb.STEP, Verb.REPOSITION)
FIRED_AT = (Verb.STEP, Verb.TURN, Verb.REPOSITION, Verb.END)  # reaction fire, and rounds that land
AT_PLACES = (Verb.SHOOT, Verb.CHARGE)
AT_UNITS = (Verb.SHOOT, Verb.RAM, Verb.TRANSFER)


def subject(s: State, a: Action) -> int:
    """The target of an order, a unit or (from `PLACES` on) a structure; else the unit itself, whom reaction
    fire may hit. At the end of a turn: what the first round that lands was fired at (AG-17.13).
    """
    if a.verb == Verb.END:
        return first_landing(s)
    if a.verb in AT_PLACES and a.target == NOBODY:
        return PLACES + int(a.place)
    return int(a.target if a.verb in AT_UNITS else a.actor)


def first_landing(s: State) -> int:
    """Where the first round of the side whose turn is next comes down, NOBODY if none does."""
    return next(landings(s), NOBODY)


def landings(s: State) -> Iterator[int]:
    """Where the rounds of the side whose turn is next come down, one after another."""
    for shell in s.flight[: s.flying]:
        if shell.side != s.side:
            yield int(shell.target if shell.target != NOBODY else PLACES + shell.place)


def whose(s: State, a: Action) -> str:
    """Of whom the odds of a move or of the end of a turn speak: who moves, or where a round comes down."""
    if a.verb not in FIRED_AT or (what := subject(s, a)) == NOBODY:
        return ""
    return name_of(s, what)


def name_of(s: State, what: int) -> str:
    """A unit or a structure as a heading."""
    return place_name(s, what - PLACES) if what >= PLACES else unit_id(s, what)


def others(s: State, a: Action) -> tuple[int, ...]:
    """Whom an order may harm besides: enemies at whom the unit itself fires as it rounds a corner (AG-16.10),
    and where further rounds come down (AG-17.13).
    """
    if a.verb == Verb.END:
        return tuple(what for what in dict.fromkeys(landings(s)) if what != first_landing(s))
    mover = s.units[a.actor] if a.actor != NOBODY else None
    if a.verb not in MOVES or mover is None:
        return ()
    if all(gun.cone == NOBODY for gun in mover.weapon[: mover.weapons]):
        return ()
    after, log = copy(s), fresh_log()
    apply(after, a, new_dice(0), log)
    targets = [int(row.target) for row in log.events[: log.count] if row.kind == corner_fired.kind]
    seen = int(after.units[a.actor].sees)
    enemies = [u for u in range(s.count) if s.units[u].side != mover.side]
    return tuple(u for u in enemies if u in targets or (targets and seen >> u & 1))


# ---------------------------------------------------------------- fates against the position before


@dataclass(frozen=True)
class Change:
    """A unit before an order and one fate after it."""

    before: Unit
    now: Fate

    @property
    def destroyed(self) -> bool:
        """AG-9.3."""
        return self.now.standing == Standing.DESTROYED and self.before.standing != Standing.DESTROYED

    @property
    def stunned(self) -> bool:
        """Shaken now and not before (AG-15.6)."""
        return self.now.stun == SHAKEN > self.before.stun

    @property
    def hurt(self) -> bool:
        """Less health: of a vehicle, something got through (AG-10.4)."""
        return self.now.health < self.before.health

    @property
    def cracked(self) -> bool:
        """A crack that was not there (AG-13.4)."""
        return self.now.cracked and self.before.shield.crack == 0

    @property
    def shielded(self) -> bool:
        """Whether a shield stood before (AG-13.6)."""
        return bool(self.before.shield.state == Shield.ACTIVE)

    @property
    def shield_lost(self) -> bool:
        """It stood and does not any more (AG-13.15)."""
        return self.shielded and self.now.shield != Shield.ACTIVE

    def crits(self, k: int) -> int:
        """The crits of a part if it has new ones, else 0 (AG-12.11)."""
        count = self.now.crits.count(k)
        return min(count, WRECKED) if count > self.before.part[k].crits else 0

    def struck(self) -> bool:
        """Whether any part has a new crit (AG-12.7)."""
        return any(self.crits(k) for k in range(self.before.parts))


def changes(before: State, unit: int, chances: Mapping[int, Fraction]) -> list[tuple[Change, Fraction]]:
    """What may become of a unit, each with its chance."""
    return [(Change(before.units[unit], unpack_fate(number)), chance) for number, chance in chances.items()]


Rows = list[tuple[Change, Fraction]]


def part_name(s: State, u: int, k: int) -> str:
    """A part of a vehicle, with the weapon it belongs to."""
    part, w = s.units[u].part[k].part, s.units[u].part[k].weapon
    if w == NOBODY:
        return PARTS[part]
    weapon = weapon_name(s, u, w)
    return weapon if part == Part.WEAPON else f"{PARTS[part]} of the {weapon}"


# ---------------------------------------------------------------- named facts


def outcome_facts(before: State, what: int, outcome: int) -> Facts:
    """A fate in words; tracks in points: {"hits": 1, "health": 38.5, "shield": "active", ...}."""
    if what == NOBODY:
        return {}
    if what >= PLACES:
        left = remains(outcome)
        durability = Fraction(left.durability, POINT)
        gone = left.height == Height.GONE
        return {"hits": left.hits, "durability": durability, "falls": left.falling, "gone": gone}
    change = Change(before.units[what], unpack_fate(outcome))
    shared: Facts = {
        "hits": change.now.hits,
        "health": Fraction(change.now.health, POINT),
        "destroyed": change.destroyed,
        "stunned": change.stunned,
    }
    if change.before.chassis == Chassis.INFANTRY:
        return {**shared, "models": change.now.plate}
    return {**shared, **vehicle_facts(before, what, change)}


def vehicle_facts(before: State, u: int, change: Change) -> Facts:
    """What only a vehicle has: armour, shield, parts."""
    facts: Facts = {"durability": Fraction(change.now.plate, POINT)}
    if change.before.shield.state != Shield.ABSENT:
        facts["shield"] = "cracked" if change.now.cracked else SHIELDS[change.now.shield]
        facts["charge"] = Fraction(change.now.charge, POINT)
    words = ("as before", "damaged", "destroyed")
    for k in range(change.before.parts):
        facts[part_name(before, u, k)] = words[change.crits(k)]
    return facts
