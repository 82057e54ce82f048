"""A question outside of any game: as data and a form, as a position, as an order to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue, validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.hexes import NE, REACH, SE, SW, S, arc, cell_at, distance, step
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.situation import Evaluation, FieldGroup, Told
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.common import situations
from hulldown.rulesets.common.explanation import OFF, listening
from hulldown.rulesets.common.ruleset_files import once
from hulldown.rulesets.common.scenarios import option_problems, unlisted
from hulldown.rulesets.common.situations import Ask
from hulldown.rulesets.tank_commander import crew, state
from hulldown.rulesets.tank_commander.actions import check, why_not_prepared
from hulldown.rulesets.tank_commander.air import is_lit
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout, Units, unknown_names
from hulldown.rulesets.tank_commander.events import Sum, Why
from hulldown.rulesets.tank_commander.garage import read
from hulldown.rulesets.tank_commander.missions import SHELF, Shelf
from hulldown.rulesets.tank_commander.odds import SHOTS, WEAPON_OF, shell_of
from hulldown.rulesets.tank_commander.setup import build_refusal, is_barred, lay, muster, open_board
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed, sheltered, shot_cost
from hulldown.rulesets.tank_commander.state import CREW, NOBODY, Face, Ground, Kind, Role, Shell, State, Verb
from hulldown.rulesets.tank_commander.state import Health as StateHealth
from hulldown.rulesets.tank_commander.table import passes
from hulldown.rulesets.tank_commander.turn import activate, can_go_on, next_side
from hulldown.rulesets.tank_commander.words import hexes, refusal, unit_name

OWN, BUILDING = "own", "building"

# Options that a shot cannot depend on. Any other one is asked for, so that none that is added is dropped.
APART = (
    *("turn_limit", "tiebreak", "beaten_when", "adv_air_support", "adv_at_mines", "painted", "named"),
    *("epic_veto", "heavy_light_armor", "initiative", "turn_structure", "end_of_turn", "deployment"),
    *("reverse_move", "smoke_charges", "move_move_move", "double_move", "los_edge", "smoke_at_ends"),
    *("undirected_armor", "burn_timing", "apc_cookoff", "adv_mines", "cover_lasts", "mount_in_cover"),
    *("passenger_bailout", "apc_move_cap", "apc_engine", "airstrike_pattern", "mine_deploy", "aa_fail"),
    *("objective_count", "target_type", "weather", "storm_duration", "campaign_battles", "exotic_units"),
)
WEAPONS = {
    "gun_at": ("main gun, AT", "Battle tank"),
    "gun_he": ("main gun, HE", "Battle tank"),
    "missile_at": ("missile, AT", "Squad"),
    "missile_he": ("missile, HE", "Squad"),
    "ai": ("anti-infantry weapon", "Any"),
}
ABILITIES = {
    "": "none",
    "bring_it_down": "Bring it down!",
    "quick_load": "Quick Load",
    "booming_voice": "Booming Voice",
}
BESIDE = {"target": "beside the target", "shooter": "beside the shooter"}
TURRETS = {"ahead": "at the target", "beside": "one direction beside it", "away": "away from it"}
LINES = {"open": "open ground", "tank": "a battle tank", "apc": "an APC", "squad": "a squad"}
MEMBERS = "commander driver gunner loader lieutenant"


# ---------------------------------------------------------------- what hangs on the catalogue


def form_options() -> tuple[str, ...]:
    """The rule options that a shot can depend on, in the rulebook's order."""
    return tuple(name for name in SHELF.options() if name not in APART)


def unit_choices(units: Units) -> situations.Values:
    """Every unit that can be named: sample builds, plain units, one of your own."""
    builds = tuple(
        (name, build.name or name, f"{units.units[build.unit].name}s") for name, build in units.builds.items()
    )
    plain = tuple((name, unit.name, "As they come") for name, unit in units.units.items())
    return (*builds, *plain, (OWN, "Your own build", "Other"))


def buildable_kinds(units: Units) -> dict[str, str]:
    """The kinds of unit that can be built."""
    return {name: unit.name for name, unit in units.units.items() if units.sold_to(name)}


def purchasable_items(units: Units) -> dict[str, str]:
    """What can be bought for them besides armor."""
    return {
        name: line.name for each in units.upgrades.values() for name, line in each.items() if name != "armor"
    }


def unit_names(units: Units) -> tuple[str, ...]:
    return tuple(name for name, *_ in unit_choices(units))


def vehicles(units: Units) -> tuple[str, ...]:
    kinds = (name for name, unit in units.units.items() if unit.kind in ("tank", "apc"))
    return (*units.builds, *kinds, OWN)


def most_points(units: Units) -> int:
    return max(unit.hull_points for unit in units.units.values())


# ---------------------------------------------------------------- the data

OF_OWN, OF_VEHICLES, OF_SQUADS = {".what": (OWN,)}, {".what": vehicles}, {".what": ("infantry",)}
LAID = ("forest", "hill", "mud", "rubble", "building", "smoke", "tank", "apc", "squad")
Health = Annotated[Literal["ok", "wounded", "killed"], Ask("{field}", "TC-8.2", {"ok": "unhurt"})]
Post = Literal["", "commander", "driver", "gunner", "loader"]
Member = Literal["", "commander", "driver", "gunner", "loader", "lieutenant"]
Stands = Literal["open", "forest", "hill", "mud", "rubble", "water"]
Line = Literal["open", "forest", "hill", "mud", "rubble", "building", "smoke", "tank", "apc", "squad"]
Plate = Annotated[int, Checked(ge=0, le=20), Ask("{field} armor", "TC-2.5", when=OF_OWN)]
Name = Annotated[str, Checked(max_length=40)]
Names = Annotated[tuple[Name, ...], Checked(max_length=16)]
Points = Annotated[int, Checked(ge=1, le=100)] | None


class Crew(Entry):
    """How each member is; the lieutenant counts only where one is aboard."""

    commander: Health = "ok"
    driver: Health = "ok"
    gunner: Health = "ok"
    loader: Health = "ok"
    lieutenant: Health = "ok"


class Troop(Entry):
    """A unit: a sample build or a plain unit by name, or one of your own with armor and upgrades.

    `stand_in` is the role the lieutenant holds, `treated` the member whose first wound the medkit eased;
    left empty they are what the rules make of the wounds (TC-6.12) and nobody (TC-6.21).
    """

    what: Name
    unit: Annotated[Name, Ask("Kind", "", buildable_kinds, OF_OWN)] = "tank"
    front: Plate = 6
    side: Plate = 6
    rear: Plate = 6
    upgrades: Annotated[Names, Ask("Upgrades", "TC-2.4", purchasable_items, OF_OWN)] = ()
    crew: Crew = Crew()
    stand_in: Annotated[Post, Ask("Lieutenant stands in for", "TC-6.12", {"": "as the rules have it"})] = ""
    treated: Annotated[Member, Ask("Medkit eased", "TC-6.21", {"": "the first who is hurt"})] = ""
    stands: Annotated[Stands, Ask("Stands on", "", {"open": "open ground"})] = "open"

    def loadout(self, units: Units) -> tuple[Loadout, str]:
        """What is fielded, and the name of the sample build it is."""
        if self.what in units.builds:
            return units.builds[self.what], self.what
        if self.what in units.units:
            return Loadout(unit=self.what, armor=units.units[self.what].armor), ""
        armor = Armor(front=self.front, side=self.side, rear=self.rear)
        return Loadout(unit=self.unit, armor=armor, upgrades=self.upgrades), ""


class Shooter(Troop):
    """Who shoots. The turret points at the target, one direction beside it, or away from it."""

    what: Annotated[Name, Ask("Unit", "", unit_choices, builds=True)] = "Hunter"
    weapon: Annotated[
        Literal["gun_at", "gun_he", "missile_at", "missile_he", "ai"],
        Ask("Shoots with", "", tuple((name, *words) for name, words in WEAPONS.items())),
    ] = "gun_at"
    ability: Annotated[
        Literal["", "booming_voice", "bring_it_down", "quick_load"], Ask("Ability used", "TC-6.1", ABILITIES)
    ] = ""
    turret: Annotated[Literal["ahead", "beside", "away"], Ask("Turret points", "TC-7.2", TURRETS)] = "ahead"
    gunner_rank: Annotated[Literal["none", "veteran", "ace"], Ask("Gunner's rank", "TC-14.8")] = "none"


class Target(Troop):
    """What is shot at, and which armor it shows. Without `points` it has all its hull points."""

    what: Annotated[
        Name,
        Ask("Unit", "", lambda units: (*unit_choices(units), (BUILDING, "Building", "Other")), builds=True),
    ] = "Hunter"
    stands: Annotated[Stands, Ask("Stands on", "TC-9.5", {"open": "open ground"}, {".what": unit_names})] = (
        "open"
    )
    shows: Annotated[Literal["front", "side", "rear"], Ask("Shows its", "TC-7.17", when=OF_VEHICLES)] = (
        "front"
    )
    points: Annotated[
        Points, Ask("Hull points", "TC-8.3", when=OF_VEHICLES, hint="all", high=most_points)
    ] = None
    burning: Annotated[bool, Ask("Burns already", "TC-8.7", when=OF_VEHICLES)] = False
    covered: Annotated[bool, Ask("Has taken cover", "TC-10.12", when=OF_SQUADS)] = False
    screened: Annotated[bool, Ask("Its tank is beside it", "TC-10.5", when=OF_SQUADS)] = False
    carries: Annotated[bool, Ask("Carries a squad", "TC-10.20", when=OF_VEHICLES)] = False


class Between(Entry):
    """What lies between the two: hexes, what stands on the line and where, light and weather."""

    range: Annotated[int, Checked(ge=1, le=REACH), Ask("Hexes apart", "TC-7.1")] = 4
    line: Annotated[Line, Ask("On the line", "TC-7.4", LINES)] = "open"
    where: Annotated[Literal["target", "shooter"], Ask("It stands", "", BESIDE, {".line": LAID})] = "target"
    lit: Annotated[bool, Ask("Target lit by a flare", "TC-14.5", when={"options.night": ("true",)})] = False
    storm: Annotated[bool, Ask("In a storm", "TC-14.2")] = False


class Situation(Entry):
    """All of it. What is left out is a fresh Hunter before another in the open, four hexes away."""

    shooter: Shooter = Shooter()
    target: Target = Target()
    between: Between = Between()
    options: Annotated[dict[Name, OptionValue], Checked(max_length=128)] = Checked(default_factory=dict)


@once
def form(shelf: Shelf) -> tuple[FieldGroup, ...]:
    """Every field, group by group; night stands with the light, not among the options."""

    ask = partial(situations.fields, Situation, given=(shelf.units(),))
    own, known = "what unit front side rear upgrades", SHELF.options()
    light = (*ask("between", "range line where storm"), situations.option("night", known["night"], "Night"))
    crews = [
        (*ask(f"{place}.crew", MEMBERS), *ask(place, f"stand_in treated {rank}"))
        for place, rank in (("shooter", "gunner_rank"), ("target", ""))
    ]
    return (
        FieldGroup("Shooter", ask("shooter", f"{own} weapon ability turret stands")),
        FieldGroup("Target", ask("target", f"{own} shows stands points burning carries covered screened")),
        FieldGroup("Ground and light", (*light, *ask("between", "lit"))),
        FieldGroup("Shooter's crew", crews[0], True),
        FieldGroup("Target's crew", crews[1], True),
        FieldGroup(
            "Rule options",
            tuple(situations.option(n, known[n], empty=True) for n in form_options() if n != "night"),
            True,
        ),
    )


# ---------------------------------------------------------------- what cannot be


def problems(units: Units, asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, and more hull points than there are."""
    yield from troop_problems(units, "shooter", asked.shooter, ())
    yield from troop_problems(units, "target", asked.target, (BUILDING,))
    yield from option_problems(asked.options, SHELF.variants())


def troop_problems(
    units: Units, place: str, troop: Troop, extra: tuple[str, ...]
) -> Iterator[ValidationIssue]:
    """What is wrong with one of the two units."""
    names = (*units.builds, *units.units, OWN, *extra)
    yield from unlisted((place, "what"), "unit", [troop.what], names)
    if troop.what == OWN:
        if not units.sold_to(troop.unit):
            yield from unlisted((place, "unit"), "unit", [troop.unit], units.units)
        yield from unknown_names((place, "upgrades"), "upgrade", troop.upgrades, purchasable_items(units))
    if isinstance(troop, Target) and troop.points and troop.what in names and troop.what != BUILDING:
        profile = units.units.get(troop.loadout(units)[0].unit)
        if profile and troop.points > profile.hull_points:
            what = f"must be at most {profile.hull_points}, not {troop.points}"
            yield ValidationIssue(("target", "points"), what, profile.source)


# ---------------------------------------------------------------- posing
# A situation becomes a position: a strip of board, the units as the armory makes them, the shot as an order.
#
# Hexes run north-east from the shooter to the target, so that the line between them meets every hex between.
# What the rules decide (the lieutenant's role, whether the shot may be taken, what it needs) is left to them.


SHOOTER = 0
SHELLS = {"gun_at": Shell.AT, "gun_he": Shell.HE, "missile_at": Shell.AT, "missile_he": Shell.HE}
TURRET_CODES = {"ahead": NE, "beside": SE, "away": SW}
ON_LINE = {"tank": "tank", "apc": "apc", "squad": "infantry"}  # units of the shooter's side
NARROW = 3  # hexes of range up to which the strip gets a rim, so that a short shot is not drawn huge


class Laid(NamedTuple):
    """A position laid out: the target (NOBODY for a building), where it is, and who is carried."""

    state: State
    target: int
    cell: int
    carried: int


def build_position(shelf: Shelf, asked: Situation) -> Laid:
    """The position of a situation, with the shooter's activation begun."""
    units = shelf.units()
    s, here, there = strip(shelf, asked)
    between = asked.between
    cell = step(there, SW) if between.where == "target" else step(here, NE)
    line = between.line if between.range > 1 else "open"  # nothing lies between neighbors
    if line == "smoke":
        s.smoke[cell] = 1
    elif line.upper() in Ground.__members__ and between.range > 1:
        lay(s, {cell: line})
    place_shooter(units, s, asked.shooter, here)
    target, carried = place_target(units, s, asked.target, here, there)
    if line in ON_LINE:
        face(units, s, enlist(units, s, 0, Troop(what=ON_LINE[line]), cell), NE)
    enlist(units, s, 1, Troop(what="infantry"), NOBODY)  # in reserve, so that no shot ends the battle
    s.storm = int(between.storm)
    s.first = s.seat = 0
    activate(s, SHOOTER, OFF)
    if between.lit:
        s.units[SHOOTER].flares, s.units[SHOOTER].flare[0] = 1, there
    return Laid(s, target, there, carried)


def strip(shelf: Shelf, asked: Situation) -> tuple[State, int, int]:
    """An open strip of board under the options asked for, on which what it fields is allowed to be; the
    shooter's hex at the lower left, and the target's so many hexes to the north-east of it.
    """
    away = asked.between.range
    rim = 1 if away <= NARROW else 0
    columns, rows = away + 1 + 2 * rim, away // 2 + 3 if rim else (away + 1) // 2 + 1
    s = open_board(columns, rows, {**implied_options(shelf.units(), asked), **asked.options}, shelf)
    s.game_turn = 1
    here = there = cell_at(rim, s.rows - 1 - rim)
    for _ in range(away):
        there = step(there, NE)
    return s, here, there


def implied_options(units: Units, asked: Situation) -> dict[str, str | int | bool]:
    """The options without which what is asked for could not be."""
    fielded = {asked.shooter.what, asked.shooter.unit, asked.target.what, asked.target.unit}
    plain = SHELF.options_under({})
    kinds = {units.builds[name].unit if name in units.builds else name for name in fielded}
    exotic = any(kind in units.units and is_barred(units, kind, plain) for kind in kinds)
    options: dict[str, str | int | bool] = {"exotic_units": True} if exotic else {}
    if asked.shooter.gunner_rank != "none":
        options["campaign"] = True
    return options


# ---------------------------------------------------------------- the units


def enlist(units: Units, s: State, side: int, troop: Troop, cell: int) -> int:
    """A unit of a side on a hex, on the ground it stands on; its number."""
    loadout, build = troop.loadout(units)
    u = int(s.count)
    s.count += 1
    muster(units, s.units[u], side, loadout, build, s.options)
    s.units[u].cell = cell
    if cell != NOBODY:
        s.occupant[cell] = u
        lay(s, {cell: troop.stands})
    return u


def face(units: Units, s: State, u: int, facing: int) -> None:
    """Point a unit's hull and turret, as far as it has them."""
    t = s.units[u]
    profile = list(units.units.values())[t.profile]
    if profile.has_facing:
        t.hull = facing
    if t.kind == Kind.TANK:
        t.turret = facing


def place_shooter(units: Units, s: State, shooter: Shooter, here: int) -> None:
    """The shooter, hull toward the target, with its crew, rank and round."""
    u = enlist(units, s, 0, shooter, here)
    face(units, s, u, NE)
    t = s.units[u]
    if t.kind == Kind.TANK:
        t.turret = TURRET_CODES[shooter.turret]
        t.loaded = SHELLS.get(shooter.weapon, Shell.AT)
        t.rank[Role.GUNNER] = state.Rank[shooter.gunner_rank.upper()]
    wound_crew(s, u, shooter)


def place_target(units: Units, s: State, target: Target, here: int, there: int) -> tuple[int, int]:
    """The target with what protects it; its number and that of the squad it carries, or NOBODY."""
    if target.what == BUILDING:
        lay(s, {there: BUILDING})
        return NOBODY, NOBODY
    u = enlist(units, s, 1, target, there)
    t = s.units[u]
    t.points = target.points or t.points
    t.burning = int(target.burning and t.kind in (Kind.TANK, Kind.APC))
    t.covered = int(target.covered and t.kind == Kind.SQUAD)
    turned = (way % 6 for way in range(SW, SW + 6))  # from a nose to the shooter clockwise
    face(units, s, u, next(way for way in turned if arc(there, way, here) == Face[target.shows.upper()]))
    wound_crew(s, u, target)
    if target.screened and t.kind == Kind.SQUAD:
        face(units, s, enlist(units, s, 1, Troop(what="tank"), step(there, S)), SW)
    if target.carries and crew.aboard(s, u) < crew.capacity(s, u):
        squad = enlist(units, s, 1, Troop(what="infantry"), NOBODY)
        s.units[squad].carrier = u
        return u, squad
    return u, NOBODY


def wound_crew(s: State, u: int, troop: Troop) -> None:
    """Wounds as the rules deal them: medkit and lieutenant act by themselves (TC-6.12, TC-6.21)."""
    if s.units[u].kind != Kind.TANK:
        return
    members = sorted(range(CREW), key=lambda member: Role(member).name.lower() != troop.treated)
    for member in members:
        wanted = StateHealth[getattr(troop.crew, Role(member).name.lower()).upper()]
        while s.units[u].crew[member] < wanted:
            crew.injure(s, u, member, OFF)
    role = Role[troop.stand_in.upper()] if troop.stand_in else NOBODY
    if crew.why_no_reassigning(s, u, role) in (Why.ALLOWED, Why.ROLE_KEPT):  # kept: the one he took first
        crew.reassign(s, u, role, OFF)
    if crew.living(s, u) == 0:
        crew.lose_crew(s, u, OFF)


# ---------------------------------------------------------------- asking
# From data to a question about odds: the position, the order, and what the rules have against it; what can
# come of it.


ENDLESS = 100  # action points that no row of shots uses up
ROW = "From the same hex, with loading between; wounds, hull and fire carry over, nobody shoots back."
VERBS = {"gun": Verb.FIRE, "missile": Verb.MISSILE, "ai": Verb.FIRE_AI}


def evaluate(shelf: Shelf, data: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the shot asked about. CatalogueError names what is not understood."""
    units = shelf.units()
    asked = validate(data, Situation, partial(problems, units), "situation")
    laid = build_position(shelf, asked)
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
        title=title(shelf, asked, laid),
        state=s,
        order=order,
        again=again,
        rested=rested,
        at_once=at_once,
        row=(ROW, f"One activation has the points for {at_once}."),
        refusal=barred,
        notes=tuple(notes(shelf, asked, laid)),
        fate=("units", struck) if struck else None,
    )


def why_not(asked: Situation, s: State, order: Action) -> Refusal | None:
    """The first reason against the situation, its ability or its shot; declares the ability."""
    t = s.units[SHOOTER]
    if order.verb == Verb.FIRE and t.kind == Kind.TANK:
        if code := why_not_prepared(s, SHOOTER, int(t.turret), int(t.loaded)):
            return refusal(code, Verb.LOAD)
    if asked.shooter.ability:
        ability = state.Ability[asked.shooter.ability.upper()]
        if code := crew.why_no_ability(s, SHOOTER, ability):
            return refusal(code, Verb.ABILITY)
        crew.declare(s, SHOOTER, ability, OFF)
    code = check(s, 0, order)
    return refusal(code, Verb(order.verb)) if code else None


def shots_at_once(s: State, weapon: state.Weapon, again: tuple[Action, ...]) -> int:
    """Shots that the action points of one activation allow, with loading between (TC-5.2, TC-5.10)."""
    fired, count = copy(s), 0
    t = fired.units[SHOOTER]
    shell = int(t.loaded)
    cost = shot_cost(s.options, weapon)
    while crew.remaining_points(fired, SHOOTER) >= cost:
        count += 1
        t.spent += cost
        if again:
            t.loaded = Shell.NONE
            if crew.why_no_load(fired, SHOOTER, shell) != Why.ALLOWED:
                break
            crew.load(fired, SHOOTER, shell, OFF)
    return count


# ---------------------------------------------------------------- words


def title(shelf: Shelf, asked: Situation, laid: Laid) -> str:
    """The situation in a line: "Hunter, main gun, HE, at Bulwark (side), 5 hexes"."""
    s, target = laid.state, laid.target
    at = "a building" if target == NOBODY else unit_name(shelf, s, target)
    shown = f" ({asked.target.shows})" if target != NOBODY and s.units[target].hull != NOBODY else ""
    weapon, away = WEAPONS[asked.shooter.weapon][0], hexes(asked.between.range)
    return f"{unit_name(shelf, s, SHOOTER)}, {weapon}, at {at}{shown}, {away}"


def notes(shelf: Shelf, asked: Situation, laid: Laid) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    s = laid.state
    for word, troop in (("shooter", asked.shooter), ("target", asked.target)):
        if troop.what == OWN and (reason := build_refusal(shelf, troop.loadout(shelf.units())[0], s.options)):
            yield f"The {word} could not be fielded: {reason}.", ""
    if asked.between.range == 1 and asked.between.line != "open":
        yield "Nothing lies between neighbors.", "TC-7.7"
    if asked.target.carries and asked.target.what != BUILDING and laid.carried == NOBODY:
        yield "The target has no room for a squad.", "TC-10.22"
    for troop, u in ((asked.shooter, SHOOTER), (asked.target, laid.target)):
        if troop.stand_in and (u == NOBODY or not crew.stands_in(s, u, Role[troop.stand_in.upper()])):
            yield f"The lieutenant holds no {troop.stand_in}'s role: nobody is missing there.", "TC-6.12"


# ---------------------------------------------------------------- recasting
# A shot of a game, or a build of the garage, as the data of a situation; where the two differ is said, so
# that no wrong number is shown.


Data = dict[str, Any]
Note = tuple[str, str]  # a sentence and its rule
FRESH = ("kind", "profile", "armor", "full", "accuracy", "upgrade")  # what a unit keeps from its build


def situation_of(shelf: Shelf, s: State, a: Action) -> Told | None:
    """A shot at the table as a situation, or None for an order that is no shot."""
    if a.verb not in SHOTS:
        return None
    if code := check(s, int(a.seat), a):
        barred = refusal(code, Verb(a.verb))
        return Told(None, ((f"This shot cannot be fired: {barred.text}.", barred.rule),))
    units = shelf.units()
    asked = {
        "shooter": shooter(units, s, a),
        "target": {"what": BUILDING} if a.target == NOBODY else target(units, s, int(a.target), int(a.actor)),
        "between": between(s, a),
        "options": situations.departed(s.options, shelf.variants(), (*form_options(), *shelf.values())),
    }
    situation = situations.without_defaults(asked, Situation, partial(problems, units))
    lost = tuple(unsaid(shelf, s, a, evaluate(shelf, situation)))
    return Told(None, lost) if lost else Told(situation, tuple(omissions(s, a)))


# ---------------------------------------------------------------- the two units


def shooter(units: Units, s: State, a: Action) -> Data:
    """Who shoots, with what, under which ability and rank."""
    t = s.units[a.actor]
    weapon = "missile" if a.verb == Verb.MISSILE else "gun"
    shell = "he" if shell_of(s, a) == Shell.HE else "at"
    ability = state.Ability(t.ability).name.lower() if t.ability != NOBODY else ""
    return {
        **troop(units, s, int(a.actor)),
        "weapon": "ai" if a.verb == Verb.FIRE_AI else f"{weapon}_{shell}",
        "ability": ability if ability in ABILITIES else "",
        "gunner_rank": state.Rank(t.rank[Role.GUNNER]).name.lower() if s.options.campaign else "none",
    }


def target(units: Units, s: State, u: int, by: int) -> Data:
    """What is shot at, the side it shows, and what protects it."""
    t = s.units[u]
    hull = int(t.hull)
    shown = Face.FRONT if hull == NOBODY else Face(arc(int(t.cell), hull, int(s.units[by].cell)))
    return {
        **troop(units, s, u),
        "shows": shown.name.lower(),
        "points": None if t.points == t.full else int(t.points),
        "burning": bool(t.burning),
        "covered": bool(t.covered),
        "carries": crew.aboard(s, u) > 0,
    }


def troop(units: Units, s: State, u: int) -> Data:
    """A unit by the name of its build or kind, else by armor and upgrades; its crew, and where it stands."""
    t = s.units[u]
    ground = Ground(s.ground[t.cell]).name.lower()
    steps_in = t.stand_in != NOBODY and crew.alive(s, u, Role.LIEUTENANT)
    there = {m: state.Health(t.crew[m]).name.lower() for m in range(CREW) if t.crew[m] != state.Health.ABSENT}
    return {
        **fielded(units, s, u),
        "crew": {Role(m).name.lower(): health for m, health in there.items()},
        "stand_in": Role(t.stand_in).name.lower() if steps_in else "",
        "treated": Role(t.treated).name.lower() if 0 <= t.treated < CREW else "",
        "stands": ground if ground in get_args(Stands) else "open",
    }


def fielded(units: Units, s: State, u: int) -> Data:
    """What a unit was mustered as."""
    t = s.units[u]
    kind = list(units.units)[t.profile]
    for name in (list(units.builds)[t.build] if t.build != NOBODY else kind, kind):
        loadout, build = Troop(what=name).loadout(units)
        fresh = blank(state.Unit)
        muster(units, fresh, int(t.side), loadout, build, s.options)
        if all(getattr(fresh, field) == getattr(t, field) for field in FRESH):
            return {"what": name}
    armor = dict(zip(("front", "side", "rear"), map(int, t.armor), strict=True))
    bought = [state.Upgrade(i).name.lower() for i, count in enumerate(t.upgrade) for _ in range(count)]
    return {"what": OWN, "unit": kind, **armor, "upgrades": bought}


def build_values(shelf: Shelf, build: Mapping[str, Any]) -> Data:
    """A build as the values of a unit's fields, legal or not; a kind without upgrades is named."""
    units = shelf.units()
    loadout = read(units, build)
    if not units.sold_to(loadout.unit):
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


def unsaid(shelf: Shelf, s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """What a situation cannot say of a shot though its odds depend on it."""
    if posed.refusal:
        yield situations.forbidden(posed.refusal)
        return
    if a.target != NOBODY or s.options.building_hit != state.BuildingHit.AUTO:
        (number, reasons), (other, known) = (
            arithmetic(shelf, s, a),
            arithmetic(shelf, posed.state, posed.order),
        )
        for reason in (*reasons, *known) if number != other else ():  # (TC-7.13)
            if reason not in known:
                yield f"Its page cannot say this as well: {reason.text}.", reason.rule
            if reason not in reasons:
                yield f"Its page would count what does not count here: {reason.text}.", reason.rule
    if a.target != NOBODY:
        yield from target_unsaid(s, a, posed)


def arithmetic(shelf: Shelf, s: State, a: Action) -> tuple[int, tuple[Modifier, ...]]:
    """The number a shot needs, and its summands."""
    why = listening()
    target, cell = int(a.target), aim_cell(s, int(a.target), int(a.place))
    number = needed(s, int(a.actor), WEAPON_OF[Verb(a.verb)], target, cell, why)
    return int(number), Sum.modifiers(why, shelf)


def target_unsaid(s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """Whether the target is another one in anything that a hit asks for (TC-7.16, TC-8.1 to TC-8.7)."""
    before, after = s.units[a.target], posed.state.units[posed.order.target]

    def struck(s: State, a: Action) -> int:
        return int(s.units[a.target].armor[crew.face_struck(s, int(a.target), int(s.units[a.actor].cell))])

    if before.kind != after.kind or struck(s, a) != struck(posed.state, posed.order):
        yield "Its page cannot say which armor is struck.", "TC-7.17"
    if (before.points, before.burning) != (after.points, after.burning):
        yield "Its page cannot say how badly the target is hit already.", "TC-8.3"
    if list(before.crew) != list(after.crew) or before.standing != after.standing:
        yield "Its page cannot say how the target's crew is.", "TC-8.2"
    elif crew.has_medkit(s, int(a.target)) != crew.has_medkit(posed.state, int(posed.order.target)):
        yield "Its page cannot say whether the target's medkit is used.", "TC-6.21"
    if bool(crew.aboard(s, int(a.target))) != bool(crew.aboard(posed.state, int(posed.order.target))):
        yield "Its page cannot say who rides on the target.", "TC-10.20"


def omissions(s: State, a: Action) -> Iterator[Note]:
    """What the odds at the table count beside the shot: all that happens before the next decision."""
    if a.target != NOBODY and s.options.passenger_bailout == state.PassengerBailout.IMMEDIATE:
        if s.units[a.target].kind == Kind.APC and crew.aboard(s, int(a.target)):
            yield "At the table those inside a disabled carrier must get out as well.", "TC-10.23"
    after = copy(s)  # when the shot is over and its target, at worst, out of action
    t = after.units[a.actor]
    t.spent, t.begun = t.spent + shot_cost(s.options, WEAPON_OF[Verb(a.verb)]), 1
    if a.verb == Verb.FIRE:
        t.loaded = Shell.NONE
    if a.target != NOBODY:
        after.units[a.target].standing = state.Standing.DISABLED
    if can_go_on(after, int(a.actor)):
        return
    if s.options.burn_timing == state.BurnTiming.OWN_ACTIVATION_END and crew.may_burn(s, int(a.actor)):
        yield "At the table the shooter burns after this shot, which ends its activation.", "TC-8.9"
    t.activated = 1
    after.passed[t.side] += 1
    if s.options.end_of_turn == state.EndOfTurn.ACTIVATION:
        yield "At the table this shot may end the activation: what burns and cooks off then counts.", "TC-4.5"
    elif next_side(after) == NOBODY:
        yield "At the table this shot may end the game turn: what burns and cooks off then counts.", "TC-4.9"
