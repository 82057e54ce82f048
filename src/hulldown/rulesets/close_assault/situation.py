"""A question outside of any game: as data and a form, as a position, as an order to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue
from hulldown.kernel.actions import Log
from hulldown.kernel.plane import CIRCLE, GRAIN, gap, shifted_x, shifted_y
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.close_assault import exact, state
from hulldown.rulesets.close_assault.catalogue import NAMELESS, SHELF, Shelf, faultless, profile_problems
from hulldown.rulesets.close_assault.combat import begin, begin_fights, declare, respond
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import Fought, Objective, Spent, Star, best_order, star
from hulldown.rulesets.close_assault.movement import charge_in_force
from hulldown.rulesets.close_assault.odds import Duel, duel_of
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, take_off
from hulldown.rulesets.close_assault.shooting import everything, most_of, why_not_spend
from hulldown.rulesets.close_assault.state import Kind, State, is_vehicle
from hulldown.rulesets.close_assault.table import arc_of, stand, touched_by, why_not_stand
from hulldown.rulesets.close_assault.values import KINDS, UnitProfile, mils, packed, profile_from
from hulldown.rulesets.close_assault.words import KINDS as KIND_NAMES
from hulldown.rulesets.common import scenarios, situations
from hulldown.rulesets.common.situations import Ask, Values, When, fields, forms, own_data, own_key

# ---------------------------------------------------------------- data
# A situation as data, and how a form asks for it: one model, the enemies in contact with it, and what they
# fight about. What forms of situations and reports choose from: units, players' own among them.


Sheets = Mapping[str, UnitProfile]
Name = Annotated[str, Checked(max_length=60)]
Own = Annotated[dict[Name, UnitProfile], Checked(max_length=16)]
Chosen = Annotated[dict[Name, OptionValue], Checked(max_length=64)]
SAME, MODE = "same", "rules_mode"
ARC_OF = {"front": state.Arc.FRONT, "rear": state.Arc.REAR}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


# ---------------------------------------------------------------- what can be chosen


def sheets(shelf: Shelf, own: Sheets) -> dict[str, UnitProfile]:
    """Every unit that can be chosen, by key: those that come with the game, then a player's own (CA-8.1)."""
    return {**shelf.units().units, **own}


def kind_of(sheet: UnitProfile) -> Kind:
    """The type of a unit's models (CA-1.6)."""
    return Kind(KINDS[sheet.type])


def units(shelf: Shelf, own: Sheets) -> Values:
    """The units that come with the game, under their types, after those of players' own."""
    known = shelf.units().units.items()
    yours = tuple((key, sheet.name, "Your own units") for key, sheet in own.items())
    return *yours, *((key, sheet.name, KIND_NAMES[kind_of(sheet)].capitalize()) for key, sheet in known)


def others(shelf: Shelf, own: Sheets) -> Values:
    """The same for an opponent, which may be of the detachment of the one before."""
    return (SAME, "as the one before", ""), *units(shelf, own)


def vehicles(shelf: Shelf, own: Sheets) -> tuple[str, ...]:
    """The units that have arcs and bonuses (CA-1.1)."""
    return tuple(
        key for key, sheet in sheets(shelf, own).items() if kind_of(sheet) in (Kind.VEHICLE, Kind.SHV)
    )


def armed(shelf: Shelf, own: Sheets) -> tuple[str, ...]:
    return *vehicles(shelf, own), SAME


def bonuses(shelf: Shelf, own: Sheets) -> Values:
    """Every bonus of every unit, under its unit: "2.1" is the first of weapon 2."""
    values = []
    for key, sheet in sheets(shelf, own).items():
        profile = profile_from(sheet, shelf.options_under({}))
        for w, armament in enumerate(sheet.weapon):
            count = int(profile.weapon[w].bonuses)
            for n in range(1, count + 1):
                words = armament.name if count == 1 else f"{armament.name}, {n} of {count}"
                values.append((f"{w + 1}.{n}", words, key))
    return tuple(values)


def options(without: tuple[str, ...] = ()) -> tuple[SituationField, ...]:
    """The rule options as fields (CA-21.1)."""
    return tuple(
        situations.option(name, option) for name, option in SHELF.options().items() if name not in without
    )


def own_unit(build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for one that only names a unit of the game.

    CatalogueError names its faults (CA-8.6).
    """
    if "movement" not in build:
        return None
    given = {key: build[key] for key in UnitProfile.model_fields if key in build}
    sheet = faultless(given | {"name": given.get("name") or NAMELESS}, str(given.get("name") or NAMELESS))
    return own_key(sheet), own_data(sheet)


def own_sheets(own: Mapping[str, Any]) -> dict[str, UnitProfile]:
    """Entries of `own` as units. CatalogueError names what is wrong with one."""
    return {key: faultless(entry, f"own.{key}") for key, entry in own.items()}


# ---------------------------------------------------------------- the data

QUESTIONS = {
    "fights": "Fights of the Engagement stage",
    "charge": "Fights after its charge",
    "shock": "a Tank Shock, both answers",
}
ORDERS = {
    "none": "none",
    "first_fire": "First Fire",
    "advance": "Advance",
    "march": "March",
    "charge": "Charge",
    "fall_back": "Fall Back",
}
SPENDS = {
    "best": "best for the expected Wounds",
    "result": "best for the result",
    "all": "all it can in each Fight",
    "none": "nothing",
    "named": "as named for each opponent",
}
SIDES = {"front": "Front", "rear": "Rear"}
FIGHTS, SHOCKS = {"what": ("fights",)}, {"what": ("shock",)}
DRIVES = {"what": ("charge", "shock"), "a.what": vehicles}
DROVE = {".what": vehicles, ".order": ("charge",)}
OF_VEHICLES, NAMED = {".what": vehicles}, {"a.spend": ("named",)}
Order = Literal["none", "first_fire", "advance", "march", "charge", "fall_back"]
Side = Literal["front", "rear"]
Inches = Annotated[float, Checked(ge=0, le=40)]
Few = Annotated[int, Checked(ge=0, le=9)]
Bonus = Annotated[str, Checked(pattern=r"^[1-6]\.[1-9][0-9]?$")]  # weapon and which of its bonuses
Bonuses = Annotated[tuple[Bonus, ...], Checked(max_length=32)]
Wounds = Annotated[
    Annotated[int, Checked(ge=1, le=99)] | None, Ask("Wounds left", "CA-9.7", hint="all", high=9)
]  # None: all


class Fighter(Entry):
    """Whose odds these are. In a charge or a Tank Shock it holds the Charge order, whatever `order` says.

    `charged` is counted from where it began or made its last Tank Shock, `shocks` are those before, and
    `engaged` says that it breaks out of Combat. `spend`: the best for the expected Wounds or for the result
    of the Combat, all at once, nothing, or what is named opponent by opponent. `fought` are the Fights of
    this Combat that it has behind it, `gone` the bonuses that it has no more.
    """

    what: Annotated[Name, Ask("Unit", "", units)] = "rhino"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS, FIGHTS)] = "none"
    charged: Annotated[Inches, Ask("Inches charged", "CA-11.1", when=DRIVES)] = 0
    shocks: Annotated[Few, Ask("Tank Shocks before", "CA-12.23")] = 0
    engaged: Annotated[bool, Ask("It breaks out of Combat", "CA-12.28", when=SHOCKS)] = False
    wounds: Wounds = None
    spend: Annotated[
        Literal["best", "result", "all", "none", "named"], Ask("It spends", "CA-19.5", SPENDS)
    ] = "best"
    fought: Annotated[Few, Ask("Fights of the model", "CA-9.3")] = 0
    gone: Annotated[
        Bonuses, Ask("Its bonuses that are gone", "CA-10.8", bonuses, OF_VEHICLES, by=".what")
    ] = ()


class Opponent(Entry):
    """An enemy in contact; `same`: of the detachment of the one before, with its order.

    `arc` is the fighter's in which it stands, `faces` its own in which the fighter stands. `spends`: a
    vehicle spends all it has. `spent` are the bonuses named against it: "2.1" is the first of weapon 2;
    `gone` are its own that it has no more. `shocks` are the Tank Shocks that its detachment has made.
    """

    what: Annotated[Name, Ask("Unit", "", others)] = SAME
    arc: Annotated[Side, Ask("Stands in its arc", "CA-5.3", SIDES, {"a.what": vehicles})] = "front"
    faces: Annotated[Side, Ask("Shows its own", "CA-5.3", SIDES, {".what": armed})] = "front"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS, {".what": sheets})] = "none"
    charged: Annotated[Inches, Ask("Inches charged", "CA-11.1", when=DROVE)] = 0
    wounds: Wounds = None
    spends: Annotated[bool, Ask("Spends all its bonuses", "CA-19.6", when={".what": armed})] = True
    spent: Annotated[Bonuses, Ask("Against it", "CA-10.7", bonuses, NAMED, by="a.what")] = ()
    gone: Annotated[
        Bonuses, Ask("{name}: bonuses that are gone", "CA-10.8", bonuses, OF_VEHICLES, by=".what")
    ] = ()
    shocks: Annotated[Few, Ask("{name}: Tank Shocks", "CA-12.23", when=OF_VEHICLES)] = 0


class First(Opponent):
    """The first of them: there is none before it. If it is the only one it may have Fights behind it."""

    what: Annotated[Name, Ask("Unit", "", units)] = "line_infantry"
    order: Annotated[Order, Ask("Order", "CA-9.8", ORDERS)] = "none"
    fought: Annotated[Few, Ask("Fights of the enemy", "CA-9.3", when={"opponents": ("1",)})] = 0


class Situation(Entry):
    """All of it. What is left out is a Rhino with one of Line infantry in front, nobody charging.

    `more` are further models of the first enemy detachment, near but not in contact. `sequence` says whether
    the Fights are fought as given or in the order that is best (CA-19.7).
    """

    what: Annotated[Literal["fights", "charge", "shock"], Ask("What is fought", "", QUESTIONS)] = "fights"
    opponents: Annotated[int, Checked(ge=1, le=len(PLACES)), Ask("Enemies in contact", "CA-9.3")] = 1
    sequence: Annotated[
        Literal["given", "best"], Ask("Fought", "CA-19.7", {"given": "as given", "best": "in the best order"})
    ] = "given"
    more: Annotated[Few, Ask("More models of the first", "CA-12.19")] = 0
    a: Fighter = Fighter()
    first: First = First()
    second: Opponent = Opponent()
    third: Opponent = Opponent()
    fourth: Opponent = Opponent()
    fifth: Opponent = Opponent()
    sixth: Opponent = Opponent()
    own: Own = Checked(default_factory=dict)
    options: Chosen = Checked(default_factory=dict)

    @property
    def enemies(self) -> tuple[Opponent, ...]:
        """The opponents in the order of their Fights, each with the unit and the order it really has."""
        enemies: list[Opponent] = []
        for place in PLACES[: self.opponents]:
            opponent: Opponent = getattr(self, place)
            if opponent.what == SAME and enemies:
                shared = {key: getattr(enemies[-1], key) for key in ("what", "order", "shocks")}
                opponent = opponent.model_copy(update=shared)
            enemies.append(opponent)
        return tuple(enemies)

    @property
    def starts(self) -> tuple[bool, ...]:
        """Which opponents begin a detachment of their own."""
        asked = (getattr(self, place) for place in PLACES[: self.opponents])
        return tuple(i == 0 or opponent.what != SAME for i, opponent in enumerate(asked))


def form_with(shelf: Shelf, own: Sheets) -> tuple[FieldGroup, ...]:
    """Every field, group by group, with units of players' own among the choices."""

    def ask(place: str, names: str, when: When | None = None) -> tuple[SituationField, ...]:
        return fields(Situation, place, names, f"{place.capitalize()} opponent", when, (shelf, own))

    there = {place: {"opponents": [str(n) for n in range(i, 7)]} for i, place in enumerate(PLACES, 1)}
    met = "what arc faces order charged spends wounds spent"
    before = [field for place in PLACES for field in ask(place, "shocks gone", there[place])]
    fought = (*ask("a", "fought"), *ask("first", "fought"), *ask("a", "gone"))
    return (
        FieldGroup("The question", ask("", "what opponents sequence more")),
        FieldGroup("The model", ask("a", "what order charged shocks engaged wounds spend")),
        *(
            FieldGroup(f"{place.capitalize()} opponent", ask(place, met, when))
            for place, when in there.items()
        ),
        FieldGroup("What went before", (*fought, *before), True),
        FieldGroup("Rule options", options(), True),
    )


def form(shelf: Shelf) -> Callable[..., tuple[FieldGroup, ...]]:
    """The form, with units of players' own among the choices."""
    return forms(partial(form_with, shelf), own_sheets)


# ---------------------------------------------------------------- what cannot be


def problems(shelf: Shelf, asked: Situation) -> Iterator[ValidationIssue]:
    """Units and options that do not exist, more Wounds than there are, bonuses named where none are asked."""
    known = sheets(shelf, asked.own)
    yield from own_problems(shelf, asked.own)
    yield from option_problems(asked.options)
    if asked.first.what == SAME:
        yield ValidationIssue(("first", "what"), "there is none before the first")
        return
    if asked.first.fought and asked.opponents > 1:
        yield ValidationIssue(
            ("first", "fought"), "one of several enemies of a model has no other Fight", "CA-9.5"
        )
    fighters: list[tuple[str, Fighter | Opponent]] = [("a", asked.a)]
    for place, fighter in (*fighters, *zip(PLACES, asked.enemies, strict=False)):
        faults = list(unit_problem((place, "what"), fighter.what, known))
        yield from faults
        most = known[fighter.what].wounds if not faults else 0
        if not faults and (fighter.wounds or 0) > most:
            yield ValidationIssue(
                (place, "wounds"), f"must be at most {most}, not {fighter.wounds}", "CA-8.1"
            )


def own_problems(shelf: Shelf, own: Sheets) -> Iterator[ValidationIssue]:
    """Units of a player's own that have no card, or a name that is taken (CA-8.6)."""
    return situations.own_problems(own, shelf.units().units, profile_problems, "CA-8.1")


def option_problems(
    chosen: Mapping[str, OptionValue], without: tuple[str, ...] = ()
) -> Iterator[ValidationIssue]:
    """Options that do not exist, values that they do not have, and those that mean nothing here."""
    known = {name: variant for name, variant in SHELF.variants().items() if name not in without}
    yield from scenarios.option_problems(chosen, known)


def unit_problem(place: tuple[str, ...], what: str, known: Sheets) -> Iterator[ValidationIssue]:
    """A unit that does not exist."""
    yield from scenarios.unlisted(place, "unit", [what], known, "CA-8.1")


# ---------------------------------------------------------------- posing
# A situation becomes a position, everybody in contact on an empty table in the arcs that were asked for; and
# its Fights exactly: its model against one opponent after another (CA-19.4 to CA-19.7).


MIDDLE = (24, 18)  # inches, where the fighter stands, facing east
FIGHTER, HUB = 0, 0  # its detachment and model
FIRST_ENEMY = FIGHTER + 1
OURS, THEIRS = "B1", "R"
NEAR, APART = state.CONTACT // 4, 1500  # gaps in mils: in contact, and near but not
STEP = 250  # hundredths of a degree between the places that are tried
FARTHEST = 12_000  # mils between two centres in contact, at most
WAYS = tuple(range(-CIRCLE // 2, CIRCLE // 2, STEP))
Spends = tuple[Spent, ...]  # for each Fight


class NoRoom(ValueError):
    """Not all of them fit where they should stand."""


def build_position(shelf: Shelf, asked: Situation) -> State:
    """The position: in the middle of a charge for a Tank Shock, else where the Combat is about to be picked.

    NoRoom if not all opponents can touch the fighter in the arcs that were asked for.
    """
    s = field_all(shelf, asked)
    models = opponents(asked)
    for ways in (sorted(WAYS, key=abs), WAYS):  # from the middle of an arc; from its edge, where more fit
        if all(placed(s, m, enemy, ways) for m, enemy in zip(models, asked.enemies, strict=True)):
            break
        for m in models:
            take_off(s, m)
    else:
        raise NoRoom
    for m in range(HUB + 1, int(s.models)):
        if m not in models and not placed(s, m, asked.first, sorted(WAYS, key=abs), APART):
            raise NoRoom
    ready(s, asked)
    return s


def field_all(shelf: Shelf, asked: Situation) -> State:
    """All detachments; the fighter in the middle, nobody else placed yet."""
    s, known = blank_state(asked.options, shelf=shelf), sheets(shelf, asked.own)
    order = state.Order.CHARGE if asked.what != "fights" else state.Order[asked.a.order.upper()]
    field_detachment(shelf, s, 0, known[asked.a.what], [MIDDLE], 0, order, OURS)
    for n, (first, size) in enumerate(ranks(asked)):
        enemy = asked.enemies[first]
        size += asked.more if n == 0 else 0
        name = f"{THEIRS}{n + 1}"
        field_detachment(
            shelf, s, 1, known[enemy.what], [None] * size, 0, state.Order[enemy.order.upper()], name
        )
    return s


def ranks(asked: Situation) -> list[tuple[int, int]]:
    """The enemy detachments: the first opponent of each, and how many of its models are in contact."""
    begins = [i for i, new in enumerate(asked.starts) if new]
    ends = [*begins[1:], asked.opponents]
    return [(first, end - first) for first, end in zip(begins, ends, strict=True)]


def opponents(asked: Situation) -> tuple[int, ...]:
    """The models in contact, in the order of their Fights; other models of the first stand behind its own."""
    models: list[int] = []
    for n, (first, size) in enumerate(ranks(asked)):
        begin = HUB + 1 + first + (asked.more if n else 0)
        models += range(begin, begin + size)
    return tuple(models)


# ---------------------------------------------------------------- places


def placed(s: State, m: int, opponent: Opponent, ways: Sequence[int], distance: int = NEAR) -> bool:
    """Stand a model so far from the fighter in its arc, at the first of the ways where it may stand."""
    round_about = 0 if opponent.faces == "rear" else CIRCLE // 2
    ahead = 0 if opponent.arc == "front" else CIRCLE // 2
    hub = s.model[HUB].base
    for way in ways:
        angle = (way + ahead) % CIRCLE
        far = away(s, m, angle, (angle + round_about) % CIRCLE, distance)
        x, y = shifted_x(int(hub.x), far, angle), shifted_y(int(hub.y), far, angle)
        stand(s.model[m], x, y, (angle + round_about) % CIRCLE)
        if fits(s, m, opponent):
            return True
    return False


def away(s: State, m: int, angle: int, facing: int, distance: int) -> int:
    """How far in a direction a model is from the fighter, centre to centre, with such a gap between them."""
    hub, base = s.model[HUB].base, s.model[m].base
    low, high = 0, FARTHEST
    while low < high:
        far = (low + high) // 2
        stand(s.model[m], shifted_x(int(hub.x), far, angle), shifted_y(int(hub.y), far, angle), facing)
        if gap(hub, base) < distance:
            low = far + 1
        else:
            high = far
    return low


def fits(s: State, m: int, opponent: Opponent) -> bool:
    """Whether a model may stand there (CA-2.5), and both see each other in the arcs asked for (CA-5.4)."""
    if why_not_stand(s, m, s.model[m].base, 1) != Why.ALLOWED:
        return False
    if is_vehicle(s, HUB) and arc_of(s, HUB, m) != ARC_OF[opponent.arc]:
        return False
    return not is_vehicle(s, m) or arc_of(s, m, HUB) == ARC_OF[opponent.faces]


# ---------------------------------------------------------------- what went before


def ready(s: State, asked: Situation) -> None:
    """Wounds, charges, earlier Tank Shocks, bonuses gone; and what the battle waits for."""
    fighter, models = asked.a, opponents(asked)
    for m, left in (
        (HUB, fighter.wounds),
        *zip(models, (enemy.wounds for enemy in asked.enemies), strict=True),
    ):
        s.model[m].wounds = left or s.model[m].wounds
    s.detachment[FIGHTER].shocks = fighter.shocks
    s.model[HUB].fought, s.model[models[0]].fought = fighter.fought, asked.first.fought
    without(s, HUB, fighter)
    if asked.what == "shock":
        s.phase, s.side, s.acting = state.Phase.MOVING, 0, FIGHTER
    else:
        s.phase, s.side, s.initiative = state.Phase.ENGAGEMENT, 0, 0
    if asked.what != "fights":
        came_from(s, HUB, mils(fighter.charged))
        d, engaged = s.detachment[FIGHTER], fighter.engaged and asked.what == "shock"
        d.activated = d.moved = 1
        # if it began Engaged, whoever touches it now held it (CA-12.29)
        d.engaged, d.touched = int(engaged), touched_by(s, FIGHTER) if engaged else 0
    for m, enemy in zip(models, asked.enemies, strict=True):
        s.detachment[int(s.model[m].detachment)].shocks = enemy.shocks
        without(s, m, enemy)
        if enemy.order == "charge" and is_vehicle(s, m):  # its own charge (CA-11.7)
            came_from(s, m, mils(enemy.charged))
            s.model[m].charge = charge_in_force(s, m, True)
        if not enemy.spends:  # it keeps its bonuses (CA-19.8)
            s.model[m].left = [0] * len(s.model[m].left)
    if asked.what == "charge":
        s.model[HUB].charge = charge_in_force(s, HUB, True) if is_vehicle(s, HUB) else 0


def came_from(s: State, m: int, distance: int) -> None:
    """A model has come straight ahead so far, since it began or made its last Tank Shock (CA-11.5)."""
    v = s.model[m]
    back = (int(v.base.facing) + CIRCLE // 2) % CIRCLE
    x, y = (shift(int(at), distance, back) for shift, at in ((shifted_x, v.base.x), (shifted_y, v.base.y)))
    v.start_x, v.start_y, v.shock_x, v.shock_y = x, y, x, y
    v.cost = v.driven = v.since = distance * GRAIN


def without(s: State, m: int, fighter: Fighter | Opponent) -> None:
    """A model has some of its bonuses no more: they were spent, or their weapon was fired (CA-10.8)."""
    left = s.model[m].left
    for w in range(len(left)):
        left[w] = max(0, int(left[w]) - sum(int(bonus.split(".")[0]) == w + 1 for bonus in set(fighter.gone)))


# ---------------------------------------------------------------- the Fights


@dataclass(frozen=True)
class Series:
    """All Fights: the opponents in the order in which they are fought, what comes of each and of all.

    `spent` is what is known to be spent in each Fight: under best spending that of the first one only, for
    later ones it depends on how the first go. `value` is what best spending reaches, None without it, and
    `rivals` what plainer ways to spend would reach.
    """

    s: State
    opponents: tuple[int, ...]
    star: Star
    met: tuple[Fought, ...]
    spread: dict[exact.Wounds, Fraction]
    spent: Spends
    value: Fraction | None
    goal: Objective
    rivals: tuple[tuple[str, Fraction], ...] = ()
    shelf: Shelf = SHELF

    @cached_property
    def duels(self) -> tuple[Duel, ...]:
        """Each Fight with what is known to be spent in it, if it is fought."""
        then, duels = copy(self.s), []
        for k, opponent in enumerate(self.opponents):
            named = bundled(self.spent[k]) if k < len(self.spent) else 0
            then.model[HUB].fought = int(self.s.model[HUB].fought) + k
            theirs = everything(then, opponent, HUB)
            duels.append(duel_of(then, HUB, opponent, named, theirs, self.shelf))
        return tuple(duels)


def bundled(spent: Spent) -> int:
    """Numbers of bonuses by weapon as the rules pack them."""
    return sum(packed(w, n) for w, n in enumerate(spent))


def combat_at(s: State) -> State:
    """The Combat of the Engagement stage, its Fights about to be fought (CA-17.3)."""
    fought = copy(s)
    begin(fought, (1 << int(s.detachments)) - 1, state.Stage.ENGAGEMENT, 0)
    return gone_on(s, fought)


def shock_at(s: State, answer: state.Response) -> State:
    """The Fights of a Tank Shock after this answer (CA-12.6 to CA-12.15)."""
    tried, log = copy(s), blank(Log)
    declare(tried, FIGHTER, FIRST_ENEMY, log)
    respond(tried, answer, log)
    begin_fights(tried)
    return gone_on(s, tried)


def gone_on(before: State, begun: State) -> State:
    """A Combat begun, with the Fights that some have behind them in it (CA-9.3)."""
    for m in range(int(before.models)):
        begun.model[m].fought = int(before.model[m].fought)
    return begun


def why_not_named(s: State, asked: Situation) -> int:
    """The first reason against the bonuses that are named, Fight by Fight (CA-10)."""
    if asked.a.spend != "named":
        return Why.ALLOWED
    tried = copy(s)
    for spent, m in zip(named_by(s, asked), opponents(asked), strict=True):
        why = why_not_spend(tried, HUB, m, bundled(spent))
        if why != Why.ALLOWED:
            return why
        for w, n in enumerate(spent):
            tried.model[HUB].left[w] -= n
    return Why.ALLOWED


def named_by(s: State, asked: Situation) -> Spends:
    """How many bonuses of each weapon are named against each opponent."""
    weapons = range(1, len(s.model[HUB].left) + 1)
    return tuple(
        tuple(sum(int(bonus.split(".")[0]) == w for bonus in set(enemy.spent)) for w in weapons)
        for enemy in asked.enemies
    )


def all_at_once(s: State, models: tuple[int, ...]) -> Spends:
    """In each Fight all that may still be spent."""
    tried, spends = copy(s), []
    left, weapons = tried.model[HUB].left, int(s.profile[state.profile_of(s, HUB)].weapons)
    for m in models:
        spent = tuple(most_of(tried, HUB, m, w) if w < weapons else 0 for w in range(len(left)))
        spends.append(spent)
        for w, n in enumerate(spent):
            left[w] -= n
    return tuple(spends)


def fixed(s: State, asked: Situation, models: tuple[int, ...]) -> Spends | None:
    """What is spent in each Fight however they go; None where it is the best."""
    if asked.a.spend == "all":
        return all_at_once(s, models)
    if asked.a.spend == "named":
        return named_by(s, asked)
    return tuple(() for _ in models) if asked.a.spend == "none" else None


def series(s: State, asked: Situation, shelf: Shelf = SHELF) -> Series:
    """All Fights of a position in which they are about to be fought."""
    models = opponents(asked)
    goal = Objective.RESULT if asked.a.spend == "result" else Objective.MARGIN
    if asked.sequence == "best" and asked.a.spend != "named":
        hub_star = star(s, HUB, models)  # in the best order (CA-19.7)
        bonuses = hub_star.bonuses if asked.a.spend != "none" else tuple(0 for _ in hub_star.bonuses)
        order = best_order(hub_star.wounds, hub_star.spokes, bonuses, goal, hub_star.both_wound).order
        models = tuple(models[i] for i in order)
    spent, hub_star, value = fixed(s, asked, models), star(s, HUB, models), None
    rivals: tuple[tuple[str, Fraction], ...] = ()
    if spent is not None:
        hub_star = with_spent(hub_star, spent)
    else:
        value, first = hub_star.budget(goal).best(hub_star.wounds, hub_star.bonuses)
        spent = (first,)
        ways = {"all at once": all_at_once(s, models), "nothing": tuple(() for _ in models)}
        stars = {words: with_spent(hub_star, way) for words, way in ways.items()}
        rivals = tuple(
            (words, other.budget(goal).best(other.wounds, ())[0]) for words, other in stars.items()
        )
    met, spread = hub_star.budget(goal).played(hub_star.wounds, hub_star.bonuses)
    return Series(s, models, hub_star, tuple(met), spread, spent, value, goal, rivals, shelf)


def with_spent(hub_star: Star, spent: Spends) -> Star:
    """The same with bonuses that are part of the CAF: nothing is left to choose."""
    pairs = zip(hub_star.spokes, spent, strict=True)
    added = [sum(n * v for n, v in zip(used, spoke.values, strict=False)) for spoke, used in pairs]
    spokes = [
        replace(spoke, hub=spoke.hub + more, values=())
        for spoke, more in zip(hub_star.spokes, added, strict=True)
    ]
    return replace(hub_star, spokes=tuple(spokes), bonuses=())
