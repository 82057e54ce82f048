"""Orders written."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.accuracy import is_indirect
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Verb, Way
from hulldown.rulesets.agrav.naming import place_id, tile_name, unit_id, weapon_ids
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text.words import INDIRECT, SEATLESS, TURNS, angle_of, angles_of


def mode_words(family: int, mode: int) -> str:
    """The mode of a shot with a space before it; a weapon's only angle is not said."""
    angle = angle_of(mode)
    said = [] if angles_of(family) == [angle] else [angle]
    return "".join(f" {word}" for word in (*said, *([INDIRECT] if is_indirect(mode) else [])))


def aimed_at(s: State, a: Action) -> str:
    """A unit, a section, a barricade section or a tile."""
    return unit_id(s, a.target) if a.target != NOBODY else place_id(a.place)


def shot(s: State, a: Action) -> str:
    """fire WEAPON TARGET MODE"""
    family = int(s.units[a.actor].weapon[a.choice].family)
    return f"fire {weapon_ids(s, a.actor)[a.choice]} {aimed_at(s, a)}{mode_words(family, a.facing)}"


def reaction(s: State, a: Action) -> str:
    """react WEAPON DIRECTION, react WEAPON off"""
    way = "off" if a.facing == NOBODY else Way(a.facing).name
    return f"react {weapon_ids(s, a.actor)[a.choice]} {way}"


def ram(s: State, a: Action) -> str:
    """ram UNIT, with the mobility that a walker spends (AG-19.8)"""
    spent = f" {a.choice}" if s.units[a.actor].chassis == Chassis.WALKER else ""
    return f"ram {unit_id(s, a.target)}{spent}"


def smoke(s: State, a: Action) -> str:
    """smoke TILE TILE TILE"""
    return " ".join(["smoke", *(tile_name(t) for t in (a.place, a.target, a.choice) if t != NOBODY)])


def placing(s: State, a: Action) -> str:
    """place TILE DIRECTION; squads have no facing (AG-2.2)"""
    faceless = s.units[a.actor].chassis == Chassis.INFANTRY or a.facing == NOBODY
    return f"place {tile_name(a.place)}" + ("" if faceless else f" {Way(a.facing).name}")


def turning(s: State, a: Action) -> str:
    """turn left, turn right, turn about"""
    return f"turn {next(word for word, choice in TURNS.items() if choice == a.choice)}"


WRITERS: dict[Verb, Callable[[State, Action], str]] = {
    Verb.STEP: lambda s, a: f"step {Way(a.choice).name}",
    Verb.TURN: turning,
    Verb.REPOSITION: lambda s, a: f"anchor {a.choice}",
    Verb.SHOOT: shot,
    Verb.REACT: reaction,
    Verb.RAM: ram,
    Verb.RAM_BARRICADE: lambda s, a: f"ram {place_id(a.place)}",
    Verb.SHIELD: lambda s, a: "shield",
    Verb.TRANSFER: lambda s, a: f"transfer {unit_id(s, a.target)} {a.choice}",
    Verb.SMOKE: smoke,
    Verb.CHARGE: lambda s, a: f"charge {aimed_at(s, a) if a.place == NOBODY else place_id(a.place)}",
    Verb.DEPLOY: placing,
}


def action_text(s: State, a: Action) -> str:
    """The stable text of an order in a position."""
    verb = Verb(a.verb)
    if verb in WRITERS:
        return f"{unit_id(s, a.actor)} {WRITERS[verb](s, a)}"
    return SEATLESS[verb, a.choice if verb == Verb.FIRST else NOBODY]
