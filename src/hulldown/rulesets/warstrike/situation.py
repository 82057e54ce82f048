"""A question outside of any game: as data and a form, as a position, as an order to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import CatalogueError, Entry, OptionValue, ValidationIssue, as_word, validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Explanation, OddsLine
from hulldown.rulesets.api.situation import Evaluation, FieldGroup, SituationField, Told
from hulldown.rulesets.common import situations
from hulldown.rulesets.common.explanation import Notes
from hulldown.rulesets.common.names import decimal
from hulldown.rulesets.common.scenarios import option_problems, unlisted
from hulldown.rulesets.common.situations import Ask
from hulldown.rulesets.warstrike import shooting
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.catalogue import SHELF, Shelf, UnitSheet, model_problems, sheet_of
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.explanation import explainer
from hulldown.rulesets.warstrike.losses import distance_to_fire, most_markers
from hulldown.rulesets.warstrike.odds import (
    PANELS,
    AttackOdds,
    Volley,
    attack_odds,
    elsewhere,
    fired_at,
    volleys_of,
)
from hulldown.rulesets.warstrike.permissions import move_of, officer_near, only_leader
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, fieldable, lay_terrain, mils
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    MODELS,
    NOBODY,
    Deed,
    Edge,
    Fate,
    Ground,
    Model,
    Options,
    Phase,
    Sight,
    State,
    Verb,
)
from hulldown.rulesets.warstrike.table import gap, level
from hulldown.rulesets.warstrike.turn import to_snap_points
from hulldown.rulesets.warstrike.victory import MARKERS, packed
from hulldown.rulesets.warstrike.words import deed_name, needs, refusal, unit_name, weapon_name

# ---------------------------------------------------------------- data
# A situation as data, and how a form asks for it: a unit that fires, its action, its target, and what lies
# between them. Units of players' own go along in it.


Sheets = Mapping[str, UnitSheet]
NEAREST, FARTHEST = 1, 48  # inches between the units (WS-1.12)
# Options that a volley cannot depend on. Any other one is asked for, so that none that is added is dropped.
APART = (
    *("measure", "sight_allowance", "placement_check", "not_further", "must_attempt", "coherency"),
    *("catch_up_terrain", "rally_reach", "gtg_move", "single_double_terrain", "double_fire", "leader_rof"),
    *("voluntary_fall_back", "band_25", "destroy_check", "vacuous_concealment", "fallback_aw"),
    *("fallback_concealed", "fallback_own_part", "fallback_grid", "fallback_terrain_cap", "edge_removal"),
    *("split_fire", "casualty_choice", "acting_leader", "snap_eligibility", "snap_trigger", "snap_point"),
    *("vehicle_terrain", "terrain_touch", "member_distances", "fallback_nearest", "fall_back_move"),
)
SNAP = "snap"
DEEDS = {
    "open_fire": Deed.OPEN_FIRE,
    "advance": Deed.ADVANCE,
    "rally": Deed.RALLY,
    "double": Deed.DOUBLE,
    "fall_back": Deed.FALL_BACK,
}
ACTIONS = {**{key: deed_name(deed) for key, deed in DEEDS.items()}, SNAP: "Snap Fire"}
MOVED = {"leader": "its leader alone", "members": "all but its leader", "all": "all of them"}
LEVELS = {"same": "level ground", "firer": "the firing unit on a hill", "target": "the target on a hill"}
HEADINGS = {"infantry": "Infantry", "vehicle": "Vehicles"}


# ---------------------------------------------------------------- what hangs on the catalogue


def form_options() -> tuple[str, ...]:
    """The rule options that a volley can depend on, in the rulebook's order."""
    return tuple(name for name in SHELF.options() if name not in APART)


def sheets(shelf: Shelf, own: Sheets) -> dict[str, UnitSheet]:
    """Every unit that can be chosen, by key: those that come with the game, then players' own (WS-4.13)."""
    return {**shelf.units().units, **own}


def units(shelf: Shelf, own: Sheets) -> situations.Values:
    """The units that come with the game, under their types, after those of players' own."""
    known = shelf.units().units.items()
    yours = tuple((key, sheet.name, "Your own units") for key, sheet in own.items())
    return *yours, *((key, sheet.name, HEADINGS[sheet.type]) for key, sheet in known)


def having(test: Callable[[UnitSheet], bool]) -> Callable[[Shelf, Sheets], tuple[str, ...]]:
    """The units of which this is so."""
    return lambda shelf, own: tuple(key for key, sheet in sheets(shelf, own).items() if test(sheet))


def most_models(shelf: Shelf, own: Sheets) -> int:
    return max(len(sheet.each()) for sheet in sheets(shelf, own).values())


def most_results(shelf: Shelf, own: Sheets) -> int:
    """One more would be the end of every unit (WS-11.18)."""
    return max(sheet.wd for sheet in sheets(shelf, own).values()) - 1


# ---------------------------------------------------------------- units of players' own


own_key = partial(situations.own_key, nameless="model")


def own_unit(shelf: Shelf, build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for one that only names a unit of the game.

    CatalogueError names its faults (WS-4.13).
    """
    if "models" not in build:
        return None
    sheet = fieldable(shelf, build, str(build.get("name") or "unit"))
    return own_key(sheet), situations.own_data(sheet)


def own_sheets(shelf: Shelf, own: Mapping[str, Any]) -> dict[str, UnitSheet]:
    """Entries of `own` as units. CatalogueError names what is wrong with one."""
    check = partial(model_problems, shelf.weapons())
    return {key: validate(entry, UnitSheet, check, f"own.{key}") for key, entry in own.items()}


# ---------------------------------------------------------------- the data

OF_SQUADS = {".what": having(lambda unit: len(unit.each()) > 1)}
OF_INFANTRY = {".what": having(lambda unit: unit.type == "infantry")}
OF_VEHICLES = {".what": having(lambda unit: unit.type == "vehicle")}
WITHOUT_OFFICER = {".what": having(lambda unit: not unit.models[0].officer)}  # of their own (WS-2.8)

Name = Annotated[str, Checked(max_length=60)]
Own = Annotated[dict[Name, UnitSheet], Checked(max_length=16)]
Count = Annotated[int, Checked(ge=0, le=MODELS)]
Place = Annotated[int, Checked(ge=1, le=MODELS)] | None


class Troop(Entry):
    """A unit and who is left of it: how many of each kind of model, all where nothing is said."""

    what: Annotated[Name, Ask("Unit", "WS-2.1", units)] = "line"
    leader_lost: Annotated[bool, Ask("Its first leader is lost", "WS-2.5", when=OF_SQUADS)] = False
    left: Annotated[dict[Name, Count], Checked(max_length=MODELS)] = Checked(default_factory=dict)


class Firer(Troop):
    """Who fires; `moved`: who has moved in this action, `leader_sees`: its leader sees the target."""

    action: Annotated[
        Literal["open_fire", "advance", "rally", "double", "fall_back", "snap"],
        Ask("Action", "WS-16.2", ACTIONS),
    ] = "open_fire"
    moved: Annotated[
        Literal["nobody", "leader", "members", "all"],
        Ask("Moved before", "WS-9.17", MOVED, {".action": tuple(DEEDS)}),
    ] = "nobody"
    leader_sees: Annotated[bool, Ask("Its leader sees the target", "WS-11.6")] = True


class Target(Troop):
    """Who is fired at. `exposed`: how many of its models can be hit, `leader_falls`: its leader falls as the
    so manieth; None for all, and for the last. `results` are kill results that it bears (WS-11.18).
    """

    markers: Annotated[int, Checked(ge=0, le=MARKERS - 1), Ask("Suppression markers", "WS-6.9")] = 0
    ground: Annotated[bool, Ask("Gone to ground", "WS-9.31", when=OF_INFANTRY)] = False
    hunkered: Annotated[bool, Ask("Hunkered down", "WS-10.9")] = False
    officer: Annotated[bool, Ask("Officer near its leader", "WS-2.7", when=WITHOUT_OFFICER)] = False
    results: Annotated[
        int, Checked(ge=0, le=11), Ask("Kill results on it", "WS-11.18", when=OF_VEHICLES, high=most_results)
    ] = 0
    exposed: Annotated[
        Place, Ask("Models in sight", "WS-11.4", when=OF_SQUADS, hint="all", high=most_models)
    ] = None
    leader_falls: Annotated[
        Place, Ask("Leader falls as number", "WS-11.17", when=OF_SQUADS, hint="last", high=most_models)
    ] = None


class Situation(Entry):
    """All of it. What is left out: a Line Squad opens fire at another one, in the open, 12 inches away."""

    firer: Firer = Firer()
    target: Target = Target()
    distance: Annotated[float, Checked(ge=NEAREST, le=FARTHEST), Ask("Inches", "WS-1.7")] = 12
    sight: Annotated[Literal["open", "concealed", "hidden"], Ask("The target is", "WS-3.15")] = "open"
    level: Annotated[Literal["same", "firer", "target"], Ask("Height", "WS-3.9", LEVELS)] = "same"
    own: Own = Checked(default_factory=dict)
    options: Annotated[dict[Name, OptionValue], Checked(max_length=64)] = Checked(default_factory=dict)

    def unit(self, shelf: Shelf, troop: Troop) -> UnitSheet:
        """What a unit of the situation is."""
        return sheets(shelf, self.own)[troop.what]

    def remaining(self, shelf: Shelf, troop: Troop) -> tuple[int, ...]:
        """The places in a unit of the models that are left, its leader the first."""
        return remaining_places(self.unit(shelf, troop), troop)

    def exposed(self, shelf: Shelf) -> int:
        """How many models of the target can be hit."""
        return self.target.exposed or len(self.remaining(shelf, self.target))


# ---------------------------------------------------------------- who is left


def key_of(kind: str) -> str:
    """A kind of model as `left` names it: "lmg_team"."""
    return situations.key_of(kind) or "model"


def kinds(unit: UnitSheet) -> dict[str, int]:
    """How many members of each kind a unit has beside its leader, who is its first model (WS-2.3)."""
    counts: dict[str, int] = {}
    for model in unit.each()[1:]:
        counts[key_of(model.name)] = counts.get(key_of(model.name), 0) + 1
    return counts


def remaining_places(unit: UnitSheet, troop: Troop) -> tuple[int, ...]:
    """The places in a unit of the models that are left, its leader the first."""
    each, room = unit.each(), {**kinds(unit), **troop.left}
    places = [] if troop.leader_lost else [0]
    for place, model in enumerate(each[1:], 1):
        kind = key_of(model.name)
        if room[kind] > 0:
            room[kind] -= 1
            places.append(place)
    return tuple(places)


# ---------------------------------------------------------------- the form


def form_with(shelf: Shelf, own: Sheets) -> tuple[FieldGroup, ...]:
    """Every field, group by group, with units of players' own among the choices."""

    def ask(place: str, names: str, when: situations.When | None = None) -> tuple[SituationField, ...]:
        return situations.fields(Situation, place, names, when=when, given=(shelf, own))

    def troop(side: str) -> tuple[SituationField, ...]:
        return (*ask(side, "what"), *members(shelf, side, own), *ask(side, "leader_lost"))

    known = shelf.options()
    state = "markers ground hunkered officer results exposed leader_falls"
    return (
        FieldGroup(
            "The unit that fires",
            (*ask("firer", "action moved"), *troop("firer"), *ask("firer", "leader_sees")),
        ),
        FieldGroup("Its target", (*troop("target"), *ask("target", state))),
        FieldGroup("Between them", ask("", "distance sight level")),
        FieldGroup(
            "Rule options", tuple(situations.option(name, known[name]) for name in form_options()), True
        ),
    )


def form(shelf: Shelf) -> Callable[..., tuple[FieldGroup, ...]]:
    """The form, with units of players' own among the choices."""
    return situations.forms(partial(form_with, shelf), partial(own_sheets, shelf))


def members(shelf: Shelf, side: str, own: Sheets) -> Iterator[SituationField]:
    """How many are left of each kind of model; asked only of the units that have it."""
    by_key: dict[str, tuple[str, int, tuple[str, ...]]] = {}
    for unit, entry in sheets(shelf, own).items():
        names = {key_of(model.name): model.name for model in entry.each()[1:]}
        for key, count in kinds(entry).items():
            _, most, having = by_key.get(key, ("", 0, ()))
            by_key[key] = names[key], max(most, count), (*having, unit)
    for key, (words, most, having) in by_key.items():
        when = ((f"{side}.what", having),)
        yield SituationField(
            f"{side}.left.{key}", f"Left: {words}", "number", "", (), 0, most, "all", "WS-2.4", when
        )


# ---------------------------------------------------------------- problems


def problems(shelf: Shelf, asked: Situation) -> Iterator[ValidationIssue]:
    """Everything that no position can be."""
    check = partial(model_problems, shelf.weapons())
    yield from situations.own_problems(asked.own, shelf.units().units, check, "WS-2.1")
    issues = [
        *troop_problems(shelf, "firer", asked.firer, asked),
        *troop_problems(shelf, "target", asked.target, asked),
    ]
    yield from issues
    known = {name: shelf.variants()[name] for name in (*form_options(), *shelf.values())}
    chosen = list(option_problems(asked.options, known))
    yield from chosen
    if chosen:
        return
    options = shelf.options_under(asked.options)
    if not issues:
        yield from target_problems(shelf, options, asked)
    yield from move_problems(options, asked)


def troop_problems(shelf: Shelf, side: str, troop: Troop, asked: Situation) -> Iterator[ValidationIssue]:
    """A unit that there is not, models that it has not, or nobody left of it."""
    units = sheets(shelf, asked.own)
    yield from unlisted((side, "what"), "unit", [troop.what], units, "WS-2.1")
    if troop.what not in units:
        return
    has = kinds(units[troop.what])
    for kind, left in troop.left.items():
        yield from unlisted((side, "left", kind), "kind of model", [kind], has, "WS-2.1")
        if left > has.get(kind, left):
            yield ValidationIssue((side, "left", kind), f"must be at most {has[kind]}, not {left}", "WS-2.4")
    if all(left <= has.get(kind, -1) for kind, left in troop.left.items()) and not asked.remaining(
        shelf, troop
    ):
        yield ValidationIssue((side,), "has nobody left", "WS-13.1")


def target_problems(shelf: Shelf, o: Options, asked: Situation) -> Iterator[ValidationIssue]:
    """More than there can be: markers, kill results, models that can be hit."""
    target = asked.target
    unit, left = asked.unit(shelf, target), len(asked.remaining(shelf, target))
    most = most_markers(o, unit.nv)
    if target.markers > most:
        yield ValidationIssue(("target", "markers"), f"must be at most {most}", "WS-6.9")
    if target.results >= unit.wd:
        words = f"must be below its Wd of {unit.wd}: it would be gone"
        yield ValidationIssue(("target", "results"), words, "WS-11.18")
    for name in ("exposed", "leader_falls"):
        if (getattr(target, name) or 0) > left:
            yield ValidationIssue(("target", name), f"must be at most the {left} models left", "WS-11.17")
    if target.ground and unit.type == "vehicle":
        yield ValidationIssue(("target", "ground"), "is nothing that a vehicle can do", "WS-15.4")
    if target.officer and unit.models[0].officer:
        yield ValidationIssue(("target", "officer"), "is in the unit itself", "WS-2.8")


def move_problems(o: Options, asked: Situation) -> Iterator[ValidationIssue]:
    """Somebody who may not move in this action (WS-16.2)."""
    firer = asked.firer
    if firer.action == SNAP or firer.moved == "nobody":
        return
    deed = DEEDS[firer.action]
    if only_leader(deed) and firer.moved != "leader":
        yield ValidationIssue(("firer", "moved"), "only the leader may move in this action", "WS-9.2")
    if not move_of(o, deed) and firer.moved != "members":
        yield ValidationIssue(("firer", "moved"), "the leader stands still in this action", "WS-9.19")


# ---------------------------------------------------------------- posing
# A situation becomes a position, and a picture.
#
# Reckoned is a position in which every model that fires is equally far from every one that it can hit, and
# sees it alike: bases lie over one another. The picture is the same volley with everybody beside his
# comrades.


FIRER, TARGET, OFFICER = 0, 1, 2

# The table, in mils: the units face each other, whoever is out of sight stands aside behind a block.
FRONT = 6 * INCH  # the foremost edges of the unit that fires
MIDDLE, ASIDE = 13 * INCH, 4 * INCH
WALL = 250  # from a wall to the target
WALL_NEAR = 500  # how much farther off the firer is than he looks over a wall, or there is none (WS-3.11)
BLOCK = 100, 500  # before the front
BREADTH = 2900  # of a block to either side
HIGH = 10 * INCH
WIDTH, HEIGHT = 2 * FRONT, 20 * INCH  # without what lies between them
RANK = 9 * INCH  # how broad a rank is
SHIELDED = 5 * INCH  # and one behind a block
SPARE = 300  # between neighbours
REAR = 5500  # from the front of the target to an officer near it
BACK = 3 * INCH  # and as it is reckoned,
BROAD = 6 * INCH  # with a base that reaches whoever leads the target, however near he has to be (WS-2.7)


def build_position(shelf: Shelf, asked: Situation) -> State:
    """The position in which the volley is reckoned."""
    s = fielded(shelf, asked)
    order = falling(shelf, asked)
    first = int(s.unit[TARGET].first)
    hit = asked.exposed(shelf)
    for m in present(s, FIRER):
        stand(s.model[m], FRONT - int(s.model[m].radius), ASIDE if blind(s, asked, m) else MIDDLE)
    later = order.index(asked.remaining(shelf, asked.target)[0])
    for i, place in enumerate(order):
        v = s.model[first + place]
        far = FRONT + mils(asked.distance) + int(i >= later)  # by no more than lengths may differ (WS-1.2)
        stand(v, far + int(v.radius), MIDDLE if i < hit else ASIDE)
    if asked.target.officer:
        s.model[s.unit[OFFICER].first].radius = BROAD
    lay_ground(shelf, s, asked, MIDDLE - 2 * INCH)
    begin(s, asked)
    return s


def picture(shelf: Shelf, asked: Situation) -> State:
    """The same with everybody beside his comrades."""
    s = fielded(shelf, asked)
    hit = {int(s.unit[TARGET].first) + place for place in falling(shelf, asked)[: asked.exposed(shelf)]}
    ours, theirs = present(s, FIRER), present(s, TARGET)
    away = FRONT + mils(asked.distance)
    for place, side in ((MIDDLE, False), (ASIDE, True)):
        room = SHIELDED if side else RANK
        line_up(s, [m for m in ours if blind(s, asked, m) == side], FRONT, -1, place, room)
        line_up(s, [m for m in theirs if (m not in hit) == side], away, 1, place, room)
    if asked.target.officer:
        stand(s.model[s.unit[OFFICER].first], away + REAR, MIDDLE - 2 * INCH)
    lay_ground(shelf, s, asked, ASIDE + BREADTH)
    begin(s, asked)
    return s


def order_of(asked: Situation) -> Action:
    """The order that the situation is about."""
    if asked.firer.action == SNAP:
        return make(0, Verb.SNAP, FIRER, choice=1)
    return make(0, Verb.FIRE, FIRER, TARGET)


# ---------------------------------------------------------------- who is there


def fielded(shelf: Shelf, asked: Situation) -> State:
    """Both units without those who are lost, and an officer near the target; nobody has his place yet."""
    width = (WIDTH + mils(asked.distance)) / INCH
    s = blank_state(shelf, asked.options, width, HEIGHT / INCH)
    s.edge = [Edge.WEST, Edge.EAST]
    for k, troop in ((FIRER, asked.firer), (TARGET, asked.target)):
        field_unit(shelf, s, k, asked.unit(shelf, troop))
        left = asked.remaining(shelf, troop)
        thin(s, k, left)
        s.unit[k].leader = int(s.unit[k].first) + left[0]
        s.unit[k].leaderless = int(troop.leader_lost)
    if asked.target.officer:
        units = shelf.units().units
        field_unit(shelf, s, 1, next(key for key, unit in units.items() if unit.models[0].officer))
        thin(s, OFFICER, (0,))
        stand(s.model[s.unit[OFFICER].first], FRONT + mils(asked.distance) + BACK, (MIDDLE + ASIDE) // 2)
    return s


def thin(s: State, k: int, left: Sequence[int]) -> None:
    """Of a unit only these are left; it is on the table."""
    u = s.unit[k]
    for place in range(u.size):
        s.model[int(u.first) + place].alive = int(place in left)
    u.placed = 1


def present(s: State, k: int) -> list[int]:
    """The models of a unit that are left."""
    first = int(s.unit[k].first)
    return [m for m in range(first, first + int(s.unit[k].size)) if s.model[m].alive]


def blind(s: State, asked: Situation, m: int) -> bool:
    """Whether a model is the leader of those who fire, and does not see the target (WS-11.6)."""
    return not asked.firer.leader_sees and m == s.unit[FIRER].leader


def falling(shelf: Shelf, asked: Situation) -> list[int]:
    """The models of the target in the order in which they fall, as places in the unit (WS-11.17)."""
    leader, *order = asked.remaining(shelf, asked.target)
    falls = asked.target.leader_falls
    order.insert(falls - 1 if falls else len(order), leader)
    return order


# ---------------------------------------------------------------- where they stand


def stand(v: Model, x: int, y: int) -> None:
    """Put a model somewhere; there it set out, and there Snap Fire meets it."""
    v.x = v.from_x = v.snap_x = x
    v.y = v.from_y = v.snap_y = y


def line_up(s: State, models: Sequence[int], front: int, ahead: int, middle: int, room: int) -> None:
    """Stand models in ranks one behind the other, `ahead` being the direction from the front to the rear."""
    waiting = [(m, 2 * int(s.model[m].radius) + SPARE) for m in models]  # and how broad they are
    while waiting:
        rank = [waiting.pop(0)]
        broad = rank[0][1]
        while waiting and broad + waiting[0][1] <= room:
            rank.append(waiting.pop(0))
            broad += rank[-1][1]
        at = middle + broad // 2
        for m, wide in rank:
            stand(s.model[m], front + ahead * int(s.model[m].radius), at - wide // 2)
            at -= wide
        front += ahead * max(wide for _, wide in rank)


def begin(s: State, asked: Situation) -> None:
    """Everything that was before the volley, and the decision to fire it."""
    u, target = s.unit[TARGET], asked.target
    u.markers, u.ground, u.hunkered = target.markers, int(target.ground), int(target.hunkered)
    s.model[int(u.leader)].results = target.results
    if asked.firer.action == SNAP:
        s.phase, s.side, s.acting, s.asked = Phase.SNAP, 1, TARGET, FIRER
        s.deed, s.over, s.unit[FIRER].last = Deed.DOUBLE, 1, Deed.OPEN_FIRE
    else:
        s.phase, s.side, s.acting, s.deed = Phase.FIRE, 0, FIRER, DEEDS[asked.firer.action]
        leads, moved = int(s.unit[FIRER].leader), asked.firer.moved
        for m in present(s, FIRER):
            s.model[m].moved = int(moved == "all" or moved == ("leader" if m == leads else "members"))
    s.done = 1  # the moving half is over
    shooting.begin_fire(s, FIRER)


# ---------------------------------------------------------------- the ground


def lay_ground(shelf: Shelf, s: State, asked: Situation, top: int) -> None:
    """Hill, cover and blocks; `top`: how far up the blocks reach."""
    away, low, high = FRONT + mils(asked.distance), MIDDLE - HIGH // 2, MIDDLE + HIGH // 2
    if asked.level == "firer":
        box(s, Ground.HILL, 0, low, FRONT + 50, high)
    elif asked.level == "target":
        box(s, Ground.HILL, away - 50, low, int(s.width), high)
    if asked.sight == "hidden":
        quarter = mils(asked.distance) // 4
        box(s, Ground.WOOD, FRONT + quarter, low, away - quarter, high)
    elif asked.sight == "concealed":
        if not walled(s.options, mils(asked.distance)):  # a bog under the target (WS-3.12)
            box(s, Ground.BOG, away, low, int(s.width), high)
        else:
            wall = (away - WALL) / INCH
            lay_terrain(s, Ground.LINEAR, [(wall, low / INCH), (wall, high / INCH)])
    low = ASIDE - BREADTH
    if not asked.firer.leader_sees:
        box(s, Ground.BLOCK, FRONT + BLOCK[0], low, FRONT + BLOCK[1], top)
    if asked.exposed(shelf) < len(asked.remaining(shelf, asked.target)):
        box(s, Ground.BLOCK, away - BLOCK[1], low, away - BLOCK[0], top)


def walled(o: Options, distance: int) -> bool:
    """Whether a wall just before the target conceals it from a firer so far away (WS-3.11)."""
    return bool(o.wall_shelter >= WALL * FINE and distance >= WALL_NEAR + int(o.wall_overlook) // FINE)


def box(s: State, ground: Ground, x0: int, y0: int, x1: int, y1: int) -> None:
    """A rectangle of terrain, in mils."""
    corners = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    lay_terrain(s, ground, [(x / INCH, y / INCH) for x, y in corners])


# ---------------------------------------------------------------- asking
# From data to exact odds: the position, its order, everything that comes of it (WS-11.20).


Chances = Mapping[int, Fraction]


def evaluate(shelf: Shelf, data: Mapping[str, Any]) -> Evaluation:
    """A situation with its exact odds. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, partial(problems, shelf), "situation")
    s, order = build_position(shelf, asked), order_of(asked)
    code = shooting.why_not_fire(s, FIRER, TARGET)
    barred = None if code == Why.OK else refusal(code, s.options)
    explanation = Explanation(title(shelf, asked, s))
    besides: tuple[OddsLine, ...] = ()
    if not barred:
        odds, explanation = attack_odds(s, FIRER, TARGET), explainer(shelf)(s, order)
        explanation = replace(explanation, notes=(*explanation.notes, *assumed(asked, odds)))
        besides = tuple(lines(shelf, asked, s, odds))
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(shelf, asked, s),
        state=picture(shelf, asked),
        order=order,
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        besides=besides,
        subject=TARGET,
        told=explanation,
        whole=True,
    )


def fates(s: State, odds: AttackOdds) -> Chances:
    """The chance of each fate of the target, as numbers of `victory.py`."""
    before = int(s.unit[TARGET].markers)

    def fate_of(hits: int, results: int) -> int:
        left = odds.standing - odds.fallen[results]
        if not left:
            return packed(0, 0, Fate.DESTROYED)
        return packed(left, before + odds.gained(hits, results), Fate.FIGHTS)

    return {fate: chance for fate, chance in odds.of(fate_of).items() if chance}


def lines(shelf: Shelf, asked: Situation, s: State, odds: AttackOdds) -> Iterator[OddsLine]:
    """Every shot by itself, and everything that can come of all."""
    for volley in odds.volleys:
        heading, hit = f"One shot, {weapon_name(shelf, s, volley.weapon)}", f"It hits, on {needs(volley.hit)}"
        yield OddsLine(hit, Fraction(volley.hits, volley.falls), heading, "", "WS-11.9")
        unsaved = Fraction(volley.unsaved, volley.falls)
        yield OddsLine("It hits and is not saved", unsaved, heading, "", "WS-11.14")
        yield OddsLine("It is a kill result", volley.chance, heading, "", "WS-11.15")
    yield from PANELS.lines(s, order_of(asked), fates(s, odds))


def title(shelf: Shelf, asked: Situation, s: State) -> str:
    """The situation in a line: "Line Squad, Open Fire! at Storm Squad, 12 inches"."""
    names = [unit_name(shelf, s, k) for k in (FIRER, TARGET)]
    return f"{names[0]}, {ACTIONS[asked.firer.action]} at {names[1]}, {asked.distance:g} inches"


def assumed(asked: Situation, odds: AttackOdds) -> Notes:
    """The markers to be expected, and what the page takes for granted of everybody's place."""
    mean = decimal(sum((n * chance for n, chance in odds.markers().items()), Fraction(0)))
    far = f"{asked.distance:g} inches"
    notes = [(f"On average it takes {mean} markers.", "WS-6.9")]
    notes += [(f"Whoever fires is {far} from whomever he can hit, and sees them alike.", "WS-11.2")]
    if asked.firer.action == SNAP and asked.target.ground:
        notes.append(("Who runs is not gone to ground any more.", "WS-12.6"))
    return tuple(notes)


# ---------------------------------------------------------------- recasting
# Fire of a game as the data of a situation: one of equal chances, or a word on why there is none.


Data = dict[str, Any]
OWN = ("What is fielded here is not in the book, and its numbers are not at hand.", "WS-4.13")
SPLIT = ("The odds page is about fire of a whole unit at one target.", "WS-11.3")
ARMED = ("There every model fires the weapon that is best.", "WS-2.9")
UNLIKE = ("Here the models differ in distance or in sight; there all are alike.", "WS-11.2")
SIGHTS = {Sight.OPEN: "open", Sight.CONCEALED: "concealed", Sight.HIDDEN: "hidden"}
LEVEL_KEYS = {0: "same", 1: "firer", -1: "target"}
TENTH = INCH // 10


def situation_of(shelf: Shelf, s: State, a: Action) -> Told | None:
    """Legal fire as a situation; None for any other order."""
    if a.verb not in (Verb.FIRE, Verb.SNAP) or (a.verb == Verb.SNAP and a.choice != 1):
        return None
    if check(s, int(a.seat), a):
        return None
    k, target = int(a.actor), fired_at(s, a)
    if a.verb == Verb.FIRE and elsewhere(s, k, target):
        return Told(None, (SPLIT,))
    if any(sheet_of(shelf, s, i) is None for i in (k, target)):
        return Told(None, (OWN,))
    if any(s.model[m].arm != shooting.BEST for m in present(s, k)):
        return Told(None, (ARMED,))
    return equal_one(shelf, s, k, target)


def equal_one(shelf: Shelf, s: State, k: int, target: int) -> Told:
    """The first candidate with the same chances."""
    odds = attack_odds(s, k, target)
    table = copy(s)
    if shooting.snaps(s):
        to_snap_points(table, target)  # where the fire meets it (WS-12.5)
    for candidate in candidates(shelf, table, odds):
        if equals(shelf, candidate, odds):
            return Told(candidate)
    return Told(None, (UNLIKE,))


def equals(shelf: Shelf, candidate: Data, odds: AttackOdds) -> bool:
    """Whether a situation has the same shots, the same losses and markers, the same next check."""
    posed = build_position(shelf, validate(candidate, Situation, shown="situation"))
    if shooting.why_not_fire(posed, FIRER, TARGET) != Why.OK:
        return False
    if shots(volleys_of(copy(posed), FIRER, TARGET)) != shots(odds.volleys):
        return False  # quickly found, as most that are not equal differ in this
    other = attack_odds(posed, FIRER, TARGET)
    return together(other) == together(odds) and other.fails_next_check == odds.fails_next_check


def shots(volleys: Iterable[Volley]) -> list[tuple[int, ...]]:
    """The groups of shots and what they need, in no order."""
    return sorted((v.weapon, v.shots, v.hit, v.save, v.kill, *v.good) for v in volleys)


def together(odds: AttackOdds) -> dict[int, Fraction]:
    """The chance of losses and markers together."""
    return odds.of(lambda hits, results: odds.fallen[results] * MODELS + odds.gained(hits, results))


# ---------------------------------------------------------------- candidates


def candidates(shelf: Shelf, s: State, odds: AttackOdds) -> Iterator[Data]:
    """Situations that may come to the same, the likeliest first, without their defaults."""
    chosen = situations.departed(s.options, shelf.variants(), (*form_options(), *shelf.values()))
    whole = {
        "target": target(shelf, s, odds),
        "own": own(shelf, s, odds.firers, odds.target),
        "options": {name: as_word(value) for name, value in chosen.items()},
    }
    pairs, who = list(aimed(s, odds)), list(firers(shelf, s, odds))
    sights = dict.fromkeys(SIGHTS[Sight(shooting.in_fire(s, m, j, weapon))] for m, weapon, j in pairs)
    heights = dict.fromkeys(LEVEL_KEYS[int(level(s, m)) - int(level(s, j))] for m, _, j in pairs)
    for far, seen, height, here in product(distances(s, pairs), sights, heights, who):
        candidate = {**whole, "firer": here, "distance": far, "sight": seen, "level": height}
        with suppress(CatalogueError):
            yield situations.without_defaults(candidate, Situation, partial(problems, shelf))


def aimed(s: State, odds: AttackOdds) -> Iterator[tuple[int, int, int]]:
    """Who fires what at whom: the model that he hits most easily (WS-11.5)."""
    extra = shooting.extra_of(s, odds.firers, odds.target, odds.target)
    for volley in odds.volleys:
        for m in volley.firers:
            yield m, volley.weapon, int(shooting.easiest(s, m, odds.target, volley.weapon, extra)) % MODELS


def distances(s: State, pairs: list[tuple[int, int, int]]) -> list[float]:
    """How far it may be said to be: as to tenths, then as it is."""
    gaps = sorted({int(gap(s, m, j)) // FINE for m, _, j in pairs})
    exact = [gaps[len(gaps) // 2], gaps[0], gaps[-1]]
    rounded = [round(distance / TENTH) * TENTH for distance in exact]
    values = dict.fromkeys((*rounded, *exact))
    return [distance / INCH for distance in values if NEAREST * INCH <= distance <= FARTHEST * INCH]


# ---------------------------------------------------------------- the two units


def firers(shelf: Shelf, s: State, odds: AttackOdds) -> Iterator[Data]:
    """Who fires: the whole unit; or without those who do not, but for a leader who sees nobody (WS-11.6)."""
    whole = present(s, odds.firers)
    firing = {m for volley in odds.volleys for m in volley.firers}
    if shooting.blindness(s, odds.firers, odds.target):
        firing.add(int(s.unit[odds.firers].leader))
    yield firer(shelf, s, odds, whole)
    if len(firing) < len(whole):
        yield firer(shelf, s, odds, sorted(firing))


def firer(shelf: Shelf, s: State, odds: AttackOdds, models: list[int]) -> Data:
    """The unit that fires, of which these are counted."""
    k, firing = odds.firers, set(models)
    leader = int(s.unit[k].leader)
    facts = {**troop(shelf, s, k, models), "leader_sees": not shooting.blindness(s, k, odds.target)}
    if shooting.snaps(s):
        return {**facts, "action": SNAP}
    deeds = {deed: key for key, deed in DEEDS.items()}
    moved = {m for m in firing if s.model[m].moved}
    # nobody where no answer fits, as it does not matter to those who fire (WS-9.17)
    answers = (("leader", {leader}), ("members", firing - {leader}), ("all", firing))
    word = next((word for word, who in answers if moved and moved == who), "nobody")
    return {**facts, "action": deeds[Deed(s.deed)], "moved": word}


def unit_entry(shelf: Shelf, s: State, k: int) -> tuple[str, UnitSheet]:
    """The key of a unit that is known, and what it is."""
    unit, number = sheet_of(shelf, s, k), int(s.profile[s.unit[k].profile].name)
    if unit is None:
        raise KeyError(number)
    return (list(shelf.units().units)[number] if number > NOBODY else own_key(unit)), unit


def own(shelf: Shelf, s: State, *units: int) -> Data:
    """Those of the units that are players' own (WS-4.13)."""
    known = (unit_entry(shelf, s, k) for k in units if s.profile[s.unit[k].profile].name < NOBODY)
    return {key: situations.own_data(unit) for key, unit in known}


def troop(shelf: Shelf, s: State, k: int, models: list[int]) -> Data:
    """A unit of which these are left."""
    first = int(s.unit[k].first)
    key, unit = unit_entry(shelf, s, k)
    each = unit.each()
    left = dict.fromkeys(kinds(unit), 0)
    for m in models:
        if m != first:
            left[key_of(each[m - first].name)] += 1
    lost = {kind: n for kind, n in left.items() if n != kinds(unit)[kind]}
    return {"what": key, "left": lost, "leader_lost": first not in models}


def target(shelf: Shelf, s: State, odds: AttackOdds) -> Data:
    """Who is fired at, in which state, and as which of them its leader falls."""
    k = odds.target
    u, left = s.unit[k], present(s, k)
    facts = troop(shelf, s, k, left)
    near = int(officer_near(s, k))
    hit = int(odds.fallen[-1]) if len(left) > 1 else 1
    order = fall_order(s, odds)
    leader = order.index(int(u.leader)) + 1 if int(u.leader) in order else len(left)
    ground = not shooting.snaps(s) and all(shooting.gone_to_ground(s, m) for m in order)
    return {
        **facts,
        "leader_lost": bool(u.leaderless),
        "markers": int(u.markers),
        "hunkered": bool(u.hunkered),
        "ground": ground,
        "officer": near != NOBODY and int(s.model[near].unit) != k,
        "results": int(s.model[left[0]].results) if len(left) == 1 else 0,
        "exposed": hit if hit < len(left) else None,
        "leader_falls": leader if leader < len(left) else None,
    }


def fall_order(s: State, odds: AttackOdds) -> list[int]:
    """The models that can be hit, the nearest to those who fire first (WS-11.17)."""
    table = copy(s)
    table.firers = odds.firers
    can = set()
    for volley in odds.volleys:
        for m in volley.firers:
            table.fired[m] = 1
            can |= {j for j in present(s, odds.target) if shooting.in_fire(s, m, j, volley.weapon) >= 0}
    return sorted(can, key=lambda j: (int(distance_to_fire(table, j)), j))
