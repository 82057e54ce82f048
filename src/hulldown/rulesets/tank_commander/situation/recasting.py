"""A shot of a game, or a build of the garage, as the data of a situation; where the two differ is said, so
that no wrong number is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import arc, distance
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.situation import Evaluation, Told
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.situations import departed, forbidden, without_defaults
from hulldown.rulesets.tank_commander import codes
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.carrying import aboard
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.chances import SHOTS
from hulldown.rulesets.tank_commander.codes import CREW, NOBODY, Face, Ground, Kind, Role, Shell, Verb
from hulldown.rulesets.tank_commander.crew import alive, has_medkit
from hulldown.rulesets.tank_commander.damage import face_struck, may_burn
from hulldown.rulesets.tank_commander.explaining import WEAPON_OF, shell_of
from hulldown.rulesets.tank_commander.reasons import Sum
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.scenario import muster
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed, sheltered, shot_cost
from hulldown.rulesets.tank_commander.sight import passes
from hulldown.rulesets.tank_commander.situation import data
from hulldown.rulesets.tank_commander.situation.asking import evaluate
from hulldown.rulesets.tank_commander.situation.data import OWN, Troop
from hulldown.rulesets.tank_commander.state import State, Unit
from hulldown.rulesets.tank_commander.turn import can_go_on, next_side
from hulldown.rulesets.tank_commander.variants import BuildingHit, BurnTiming, EndOfTurn, PassengerBailout
from hulldown.rulesets.tank_commander.verdict import read
from hulldown.rulesets.tank_commander.weather import is_lit

Data = dict[str, Any]
Note = tuple[str, str]  # a sentence and its rule
FRESH = ("kind", "profile", "armor", "full", "accuracy", "upgrade")  # what a unit keeps from its build


def situation_of(s: State, a: Action) -> Told | None:
    """A shot at the table as a situation, or None for an order that is no shot."""
    if a.verb not in SHOTS:
        return None
    if code := check(s, int(a.seat), a):
        barred = refusal(code, Verb(a.verb))
        return Told(None, ((f"This shot cannot be fired: {barred.text}.", barred.rule),))
    asked = {
        "shooter": shooter(s, a),
        "target": {"what": data.BUILDING} if a.target == NOBODY else target(s, int(a.target), int(a.actor)),
        "between": between(s, a),
        "options": departed(s.options, SHELF.variants(), (*data.OPTIONS, *SHELF.values())),
    }
    situation = without_defaults(asked, data.Situation, data.problems)
    lost = tuple(unsaid(s, a, evaluate(situation)))
    return Told(None, lost) if lost else Told(situation, tuple(omissions(s, a)))


# ---------------------------------------------------------------- the two units


def shooter(s: State, a: Action) -> Data:
    """Who shoots, with what, under which ability and rank."""
    t = s.units[a.actor]
    weapon = "missile" if a.verb == Verb.MISSILE else "gun"
    shell = "he" if shell_of(s, a) == Shell.HE else "at"
    ability = codes.Ability(t.ability).name.lower() if t.ability != NOBODY else ""
    return {
        **troop(s, int(a.actor)),
        "weapon": "ai" if a.verb == Verb.FIRE_AI else f"{weapon}_{shell}",
        "ability": ability if ability in data.ABILITIES else "",
        "gunner_rank": codes.Rank(t.rank[Role.GUNNER]).name.lower() if s.options.campaign else "none",
    }


def target(s: State, u: int, by: int) -> Data:
    """What is shot at, the side it shows, and what protects it."""
    t = s.units[u]
    hull = int(t.hull)
    shown = Face.FRONT if hull == NOBODY else Face(arc(int(t.cell), hull, int(s.units[by].cell)))
    return {
        **troop(s, u),
        "shows": shown.name.lower(),
        "points": None if t.points == t.full else int(t.points),
        "burning": bool(t.burning),
        "covered": bool(t.covered),
        "carries": aboard(s, u) > 0,
    }


def troop(s: State, u: int) -> Data:
    """A unit by the name of its build or kind, else by armor and upgrades; its crew, and where it stands."""
    t = s.units[u]
    ground = Ground(s.ground[t.cell]).name.lower()
    steps_in = t.stand_in != NOBODY and alive(s, u, Role.LIEUTENANT)
    there = {m: codes.Health(t.crew[m]).name.lower() for m in range(CREW) if t.crew[m] != codes.Health.ABSENT}
    return {
        **fielded(s, u),
        "crew": {Role(m).name.lower(): health for m, health in there.items()},
        "stand_in": Role(t.stand_in).name.lower() if steps_in else "",
        "treated": Role(t.treated).name.lower() if 0 <= t.treated < CREW else "",
        "stands": ground if ground in get_args(data.Stands) else "open",
    }


def fielded(s: State, u: int) -> Data:
    """What a unit was mustered as."""
    t, units = s.units[u], SHELF.units()
    kind = list(units.units)[t.profile]
    for name in (list(units.builds)[t.build] if t.build != NOBODY else kind, kind):
        loadout, build = Troop(what=name).loadout()
        fresh = blank(Unit)
        muster(fresh, int(t.side), loadout, build, s.options)
        if all(getattr(fresh, field) == getattr(t, field) for field in FRESH):
            return {"what": name}
    armor = dict(zip(("front", "side", "rear"), map(int, t.armor), strict=True))
    bought = [codes.Upgrade(i).name.lower() for i, count in enumerate(t.upgrade) for _ in range(count)]
    return {"what": OWN, "unit": kind, **armor, "upgrades": bought}


def build_values(build: Mapping[str, Any]) -> Data:
    """A build as the values of a unit's fields, legal or not; a kind without upgrades is named."""
    loadout = read(build)
    if not SHELF.units().sold_to(loadout.unit):
        return {"what": loadout.unit}
    armor = loadout.armor.model_dump()
    return {"what": OWN, "unit": loadout.unit, **armor, "upgrades": list(loadout.upgrades)}


def between(s: State, a: Action) -> Data:
    """Range, what on the line makes the shot harder and where (TC-9.6, TC-9.10), light and weather."""
    here, there = int(s.units[a.actor].cell), aim_cell(s, int(a.target), int(a.place))
    line, beside = "open", True
    if sheltered(s, int(a.target)):
        if passes(s, here, there, Ground.HILL, True):
            line = "hill"
        elif passes(s, here, there, Ground.FOREST, False):
            line, beside = "forest", bool(passes(s, here, there, Ground.FOREST, True))
    return {
        "range": int(distance(here, there)),
        "line": line,
        "where": "target" if beside else "shooter",
        "lit": bool(s.options.night and is_lit(s, there)),
        "storm": bool(s.storm),
    }


# ---------------------------------------------------------------- what cannot be said


def unsaid(s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """What a situation cannot say of a shot though its odds depend on it."""
    if posed.refusal:
        yield forbidden(posed.refusal)
        return
    if a.target != NOBODY or s.options.building_hit != BuildingHit.AUTO:
        (number, reasons), (other, known) = arithmetic(s, a), arithmetic(posed.state, posed.order)
        for reason in (*reasons, *known) if number != other else ():  # (TC-7.13)
            if reason not in known:
                yield f"Its page cannot say this as well: {reason.text}.", reason.rule
            if reason not in reasons:
                yield f"Its page would count what does not count here: {reason.text}.", reason.rule
    if a.target != NOBODY:
        yield from target_unsaid(s, a, posed)


def arithmetic(s: State, a: Action) -> tuple[int, tuple[Modifier, ...]]:
    """The number a shot needs, and its summands."""
    why = listening()
    target, cell = int(a.target), aim_cell(s, int(a.target), int(a.place))
    number = needed(s, int(a.actor), WEAPON_OF[Verb(a.verb)], target, cell, why)
    return int(number), Sum.modifiers(why)


def target_unsaid(s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """Whether the target is another one in anything that a hit asks for (TC-7.16, TC-8.1 to TC-8.7)."""
    before, after = s.units[a.target], posed.state.units[posed.order.target]

    def struck(s: State, a: Action) -> int:
        return int(s.units[a.target].armor[face_struck(s, int(a.target), int(s.units[a.actor].cell))])

    if before.kind != after.kind or struck(s, a) != struck(posed.state, posed.order):
        yield "Its page cannot say which armor is struck.", "TC-7.17"
    if (before.points, before.burning) != (after.points, after.burning):
        yield "Its page cannot say how badly the target is hit already.", "TC-8.3"
    if list(before.crew) != list(after.crew) or before.standing != after.standing:
        yield "Its page cannot say how the target's crew is.", "TC-8.2"
    elif has_medkit(s, int(a.target)) != has_medkit(posed.state, int(posed.order.target)):
        yield "Its page cannot say whether the target's medkit is used.", "TC-6.21"
    if bool(aboard(s, int(a.target))) != bool(aboard(posed.state, int(posed.order.target))):
        yield "Its page cannot say who rides on the target.", "TC-10.20"


def omissions(s: State, a: Action) -> Iterator[Note]:
    """What the odds at the table count beside the shot: all that happens before the next decision."""
    if a.target != NOBODY and s.options.passenger_bailout == PassengerBailout.IMMEDIATE:
        if s.units[a.target].kind == Kind.APC and aboard(s, int(a.target)):
            yield "At the table those inside a disabled carrier must get out as well.", "TC-10.23"
    after = copy(s)  # when the shot is over and its target, at worst, out of action
    t = after.units[a.actor]
    t.spent, t.begun = t.spent + shot_cost(s.options, WEAPON_OF[Verb(a.verb)]), 1
    if a.verb == Verb.FIRE:
        t.loaded = Shell.NONE
    if a.target != NOBODY:
        after.units[a.target].standing = codes.Standing.DISABLED
    if can_go_on(after, int(a.actor)):
        return
    if s.options.burn_timing == BurnTiming.OWN_ACTIVATION_END and may_burn(s, int(a.actor)):
        yield "At the table the shooter burns after this shot, which ends its activation.", "TC-8.9"
    t.activated = 1
    after.passed[t.side] += 1
    if s.options.end_of_turn == EndOfTurn.ACTIVATION:
        yield "At the table this shot may end the activation: what burns and cooks off then counts.", "TC-4.5"
    elif next_side(after) == NOBODY:
        yield "At the table this shot may end the game turn: what burns and cooks off then counts.", "TC-4.9"
