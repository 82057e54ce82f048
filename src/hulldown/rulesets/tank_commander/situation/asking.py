"""From data to a question about odds: the position, the order, and what the rules have against it; what can
come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import copy
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.actions.refusing import why_not_prepared
from hulldown.rulesets.tank_commander.armory import build_refusal
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Kind, Role, Shell, Verb, Weapon
from hulldown.rulesets.tank_commander.crew import declare, remaining_points, stands_in, why_no_ability
from hulldown.rulesets.tank_commander.equipment import load, why_no_load
from hulldown.rulesets.tank_commander.explaining import WEAPON_OF
from hulldown.rulesets.tank_commander.naming import unit_name
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.shooting import shot_cost
from hulldown.rulesets.tank_commander.situation.data import BUILDING, OWN, WEAPONS, Situation, problems
from hulldown.rulesets.tank_commander.situation.posing import OFF, SHELLS, SHOOTER, Laid, build_position
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import hexes

ENDLESS = 100  # action points that no row of shots uses up
ROW = "From the same hex, with loading between; wounds, hull and fire carry over, nobody shoots back."
VERBS = {"gun": Verb.FIRE, "missile": Verb.MISSILE, "ai": Verb.FIRE_AI}


def evaluate(data: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the shot asked about. CatalogueError names what is not understood."""
    asked = validate(data, Situation, problems, "situation")
    laid = build_position(asked)
    s = laid.state
    weapon = asked.shooter.weapon
    verb = VERBS[weapon.partition("_")[0]]
    place = laid.cell if laid.target == NOBODY else NOBODY
    shell = SHELLS[weapon] if verb == Verb.MISSILE else NOBODY
    order = make(0, verb, SHOOTER, laid.target, place, NOBODY, shell)
    barred = why_not(asked, s, order)
    again: tuple[Action, ...] = ()
    if order.verb == Verb.FIRE:  # between two shots the same round is loaded (TC-10.9)
        again = (make(0, Verb.LOAD, SHOOTER, choice=int(s.units[SHOOTER].loaded)),)
    at_once = 0 if barred else shots_at_once(s, WEAPON_OF[verb], again)
    rested = copy(s)
    rested.units[SHOOTER].bonus = ENDLESS
    struck = tuple(u for u in (laid.target, laid.carried) if u != NOBODY)
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(asked, laid),
        state=s,
        order=order,
        again=again,
        rested=rested,
        at_once=at_once,
        row=(ROW, f"One activation has the points for {at_once}."),
        refusal=barred,
        notes=tuple(notes(asked, laid)),
        fate=("units", struck) if struck else None,
    )


def why_not(asked: Situation, s: State, order: Action) -> Refusal | None:
    """The first reason against the situation, its ability or its shot; declares the ability."""
    t = s.units[SHOOTER]
    if order.verb == Verb.FIRE and t.kind == Kind.TANK:
        if code := why_not_prepared(s, SHOOTER, int(t.turret), int(t.loaded)):
            return refusal(code, Verb.LOAD)
    if asked.shooter.ability:
        ability = Ability[asked.shooter.ability.upper()]
        if code := why_no_ability(s, SHOOTER, ability):
            return refusal(code, Verb.ABILITY)
        declare(s, SHOOTER, ability, OFF)
    code = check(s, 0, order)
    return refusal(code, Verb(order.verb)) if code else None


def shots_at_once(s: State, weapon: Weapon, again: tuple[Action, ...]) -> int:
    """Shots that the action points of one activation allow, with loading between (TC-5.2, TC-5.10)."""
    fired, count = copy(s), 0
    t = fired.units[SHOOTER]
    shell = int(t.loaded)
    cost = shot_cost(s.options, weapon)
    while remaining_points(fired, SHOOTER) >= cost:
        count += 1
        t.spent += cost
        if again:
            t.loaded = Shell.NONE
            if why_no_load(fired, SHOOTER, shell) != Why.ALLOWED:
                break
            load(fired, SHOOTER, shell, OFF)
    return count


# ---------------------------------------------------------------- words


def title(asked: Situation, laid: Laid) -> str:
    """The situation in a line: "Hunter, main gun, HE, at Bulwark (side), 5 hexes"."""
    s, target = laid.state, laid.target
    at = "a building" if target == NOBODY else unit_name(s, target)
    shown = f" ({asked.target.shows})" if target != NOBODY and s.units[target].hull != NOBODY else ""
    weapon, away = WEAPONS[asked.shooter.weapon][0], hexes(asked.between.range)
    return f"{unit_name(s, SHOOTER)}, {weapon}, at {at}{shown}, {away}"


def notes(asked: Situation, laid: Laid) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    s = laid.state
    for word, troop in (("shooter", asked.shooter), ("target", asked.target)):
        if troop.what == OWN and (reason := build_refusal(troop.loadout()[0], s.options)):
            yield f"The {word} could not be fielded: {reason}.", ""
    if asked.between.range == 1 and asked.between.line != "open":
        yield "Nothing lies between neighbors.", "TC-7.7"
    if asked.target.carries and asked.target.what != BUILDING and laid.carried == NOBODY:
        yield "The target has no room for a squad.", "TC-10.22"
    for troop, u in ((asked.shooter, SHOOTER), (asked.target, laid.target)):
        if troop.stand_in and (u == NOBODY or not stands_in(s, u, Role[troop.stand_in.upper()])):
            yield f"The lieutenant holds no {troop.stand_in}'s role: nobody is missing there.", "TC-6.12"
