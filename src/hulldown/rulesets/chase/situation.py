"""A question outside of any game: as data and a form, as a position, as an order to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue, Variant, validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import blank, digest
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.api.situation import Evaluation, FieldGroup, SituationField, Told
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.chase import catalogue, exact, setup, state, words
from hulldown.rulesets.chase.actions import check, refusal, refusal_for
from hulldown.rulesets.chase.catalogue import REGULAR, OwnTank, OwnWeapon, Shelf, own_problems
from hulldown.rulesets.chase.driving import hull_down
from hulldown.rulesets.chase.events import Why
from hulldown.rulesets.chase.exact import drive_dm
from hulldown.rulesets.chase.gunnery import may_ram
from hulldown.rulesets.chase.odds import TooWide, odds_lines, places, unfold
from hulldown.rulesets.chase.state import NOBODY, Band, Event, Mobility, Pair, Phase, Profile, State, Verb
from hulldown.rulesets.chase.state import Facing as StateFacing
from hulldown.rulesets.chase.state import Order as StateOrder
from hulldown.rulesets.chase.turn import side_to_ask
from hulldown.rulesets.chase.victory import unpack_fate
from hulldown.rulesets.chase.words import DOES, pairs_of, roster_name
from hulldown.rulesets.common import situations
from hulldown.rulesets.common.explanation import gathered
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.scenarios import option_problems, unlisted
from hulldown.rulesets.common.situations import Ask, own_data, without_defaults

Owned = Mapping[str, OwnTank]
OWN = "own"
NAMELESS, LISTED = "Own tank", "Listed tanks"
TEAM = "team_battle"  # a situation is a duel
APART = (TEAM, "start_range", "turn_limit", "duels")  # options that a single moment of a duel has not
NAMES = {"a": "A1", "b": "B1"}
ORDERS = {"pursue": "Pursue", "flee": "Flee", "maneuver": "Maneuver", "hull_down": "Hull Down"}
SHIFTS = {"max": "as far as they may", "zero": "as little as they may"}
FACINGS = {name.lower(): name for name in words.FACINGS.values()}


# ---------------------------------------------------------------- what hangs on the catalogue


def tanks(shelf: Shelf, own: Owned) -> situations.Values:
    """Those of the garage first, then the listed ones, then one whose numbers are written into the form."""
    known = shelf.units().tanks.items()
    yours = ((key, tank.name or NAMELESS, "Your own tanks") for key, tank in own.items())
    shown = ((key, f"{tank.name}, {tank.type}", LISTED if own else "") for key, tank in known)
    return (*yours, *shown, (OWN, "Your own, number by number", LISTED if own else ""))


def crews(shelf: Shelf, own: Owned) -> dict[str, str]:
    return {key: crew.name for key, crew in shelf.units().crews.items()}


def weapons(shelf: Shelf, own: Owned) -> dict[str, str]:
    return {**{key: weapon.name for key, weapon in shelf.units().weapons.items()}, OWN: "Your own"}


def printed_tanks(shelf: Shelf, own: Owned) -> tuple[str, ...]:
    """The tanks that are not one's own."""
    return tuple(shelf.units().tanks)


# ---------------------------------------------------------------- tanks of the garage


own_key = partial(situations.own_key, nameless="tank", longest=26)


def own_unit(shelf: Shelf, build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for a listed tank, which the form has by its name.

    CatalogueError names what keeps it from the field.
    """
    tank = setup.as_force(setup.read(shelf, build)).own
    if not tank:
        return None
    return own_key(setup.read_own(shelf, own_data(tank), tank.name or NAMELESS)), own_data(tank)


def own_tanks(shelf: Shelf, own: Mapping[str, Any]) -> dict[str, OwnTank]:
    """Entries of `own` as tanks. CatalogueError names what is wrong with one."""
    return {key: setup.read_own(shelf, entry, f"own.{key}") for key, entry in own.items()}


# ---------------------------------------------------------------- the data

FIRES, DRIVES, RAMS = {"what": ("shot", "ram")}, {"what": ("maneuvers",)}, {"what": ("ram",)}
OF_OWN, OF_GUN = {".what": (OWN,)}, {".what": (OWN,), ".weapon": (OWN,)}
SAME_TEST = {**RAMS, "options.ram_test": ("same",)}

Name = Annotated[str, Checked(max_length=40)]
Order = Literal["pursue", "flee", "maneuver", "hull_down"]
Facing = Literal["front", "right", "rear", "left"]
Armor = Annotated[catalogue.Plate, Ask("{field} armor", "CH-10.9", when=OF_OWN)]
Skill = Annotated[catalogue.Skill, Ask("{field}", "CH-1.6", when=OF_OWN, low=-3, high=4)]


class Tank(Entry):
    """A tank of `units.toml` with a crew, or one of your own with every number; its damage; its turn.

    Without `left` it has all its hull points. A weapon of your own has one range DM, and without one it
    cannot fire. `effect` is that of its Driving test, for rams under `ram_test` = same.
    """

    what: Annotated[Name, Ask("Tank", "", tanks)] = "warden"
    crew: Annotated[Name, Ask("Crew", "CH-1.6", crews, {".what": printed_tanks})] = REGULAR
    hull: Annotated[catalogue.Hull, Ask("Hull points", "CH-11.8", when=OF_OWN)] = 6
    front: Armor = 15
    side: Armor = 10
    rear: Armor = 7
    top_speed: Annotated[catalogue.Speed, Ask("Top Speed", "CH-8.11", when=OF_OWN)] = 10
    agility: Annotated[catalogue.Modifier, Ask("Agility", "CH-5.1", when=OF_OWN)] = 0
    driver: Skill = 2
    gunner: Skill = 2
    mount: Annotated[catalogue.Mount, Ask("Gun mount", "CH-10.3", when=OF_OWN)] = "turret"
    weapon: Annotated[Name, Ask("Weapon", "", weapons, OF_OWN)] = "medium_gun"
    dice: Annotated[catalogue.Dice, Ask("Damage dice", "CH-10.8", when=OF_GUN)] = 4
    bonus: Annotated[catalogue.Bonus, Ask("Damage bonus", "CH-10.8", when=OF_GUN)] = 0
    ap: Annotated[catalogue.Plate, Ask("AP", "CH-10.9", when=OF_GUN)] = 0
    range_dm: Annotated[
        catalogue.Modifier | None, Ask("Range DM", "CH-10.5", when=OF_GUN, hint="cannot fire")
    ] = None
    left: Annotated[
        Annotated[int, Checked(ge=1, le=12)] | None, Ask("Hull points left", "CH-11.3", hint="all")
    ] = None
    mobility: Annotated[Literal["sound", "damaged", "immobilised"], Ask("Drive", "CH-11.4")] = "sound"
    gun: Annotated[Literal["sound", "damaged", "knocked_out"], Ask("Gun", "CH-11.5")] = "sound"
    order: Annotated[Order, Ask("Order", "CH-4.2", ORDERS)] = "maneuver"
    facing: Annotated[Facing, Ask("Shows its", "CH-7.1", FACINGS, FIRES)] = "front"
    success: Annotated[bool, Ask("{name} succeeded", "CH-5.3", when=FIRES)] = True
    effect: Annotated[int, Checked(ge=0, le=20), Ask("Effect of {name}'s test", "CH-8.6", when=SAME_TEST)] = 0

    def field_choice(self, own: Owned) -> str | OwnTank:
        """What is fielded, as `setup.field_tank` takes it."""
        if self.what != OWN:
            return own.get(self.what, self.what)
        dms = (self.range_dm,) * state.BANDS
        weapon = OwnWeapon(listed=self.weapon)
        if self.weapon == OWN:
            weapon = OwnWeapon(dice=self.dice, bonus=self.bonus, ap=self.ap, range_dm=dms)
        numbers = {name: getattr(self, name) for name in OwnTank.model_fields if hasattr(self, name)}
        return OwnTank(**{**numbers, "weapon": weapon})

    def hull_points(self, own: Owned, known: Mapping[str, catalogue.Tank]) -> int:
        """Hull points of the unhurt tank; the listed ones are `known`."""
        if self.what in own:
            return own[self.what].hull
        return known[self.what].hull if self.what in known else self.hull


class Between(Entry):
    """Range, who won the Driving tests, whether a ram comes out of a run past the enemy (CH-8.1); how many
    turns are left, on which hangs what two maneuvers are worth (CH-13.4).
    """

    range: Annotated[catalogue.Band, Ask("Range", "CH-2.1", when={"what": ("shot", "maneuvers")})] = "Medium"
    winner: Annotated[
        Literal["a", "b", "none"], Ask("Won by", "CH-5.3", {**NAMES, "none": "nobody"}, FIRES)
    ] = "a"
    overshoot: Annotated[bool, Ask("They run past each other", "CH-8.1", when=RAMS)] = False
    turns: Annotated[
        Annotated[int, Checked(ge=1, le=24)], Ask("Turns left, this one included", "CH-13.1", when=DRIVES)
    ] = 12


class Policy(Entry):
    """How both sides choose where the chart lets them (CH-13.3)."""

    shift: Annotated[Literal["max", "zero"], Ask("They shift", "CH-6.10", SHIFTS, DRIVES)] = "max"
    own: Annotated[Facing, Ask("Show of their own", "CH-7.6", FACINGS, DRIVES)] = "front"
    enemy: Annotated[Facing, Ask("Of the enemy", "CH-7.6", FACINGS, DRIVES)] = "rear"
    ram: Annotated[bool, Ask("Ram where they can", "CH-8.5", when=DRIVES)] = False
    open: Annotated[bool, Ask("Open where they can", "CH-6.12", when=DRIVES)] = False


class Situation(Entry):
    """All of it. What is left out is a warden that fires at another at Medium, both maneuvering.

    `what` is a shot of A1 (with B1's in return), a ram by A1, or two maneuvers from the secret orders to
    the end of the movement; `pairs` = all asks for every pair of orders. `own` are tanks of players' own,
    which A1 and B1 can be by their keys.
    """

    what: Annotated[
        Literal["shot", "ram", "maneuvers"],
        Ask("What happens", "", {"shot": "both fire", "ram": "A1 rams", "maneuvers": "both maneuver"}),
    ] = "shot"
    pairs: Literal["this", "all"] = "this"
    a: Tank = Tank()
    b: Tank = Tank()
    between: Between = Between()
    policy: Policy = Policy()
    own: Annotated[dict[Name, OwnTank], Checked(max_length=16)] = Checked(default_factory=dict)
    options: Annotated[dict[Name, OptionValue], Checked(max_length=128)] = Checked(default_factory=dict)


def form_with(shelf: Shelf, own: Owned) -> tuple[FieldGroup, ...]:
    """Every field, group by group, with tanks of players' own among the choices."""

    def ask(place: str, names: str) -> tuple[SituationField, ...]:
        return situations.fields(Situation, place, names, NAMES.get(place, ""), given=(shelf, own))

    known = shelf.options()
    numbers = "hull front side rear top_speed agility driver gunner mount weapon dice bonus ap range_dm"
    tests = (*ask("between", "winner"), *ask("a", "success"), *ask("b", "success"), *ask("a", "effect"))
    options = tuple(situations.option(name, variant) for name, variant in known.items() if name not in APART)
    return (
        FieldGroup("The question", (*ask("", "what"), *ask("between", "range overshoot turns"))),
        *(FieldGroup(name, ask(place, f"what crew {numbers} order facing")) for place, name in NAMES.items()),
        FieldGroup("Driving tests of this turn", tests),
        FieldGroup("How they choose", ask("policy", "shift own enemy ram open")),
        *(
            FieldGroup(f"Damage of {name}", ask(place, "left mobility gun"), True)
            for place, name in NAMES.items()
        ),
        FieldGroup("Rule options", options, True),
    )


def form(shelf: Shelf) -> Callable[..., tuple[FieldGroup, ...]]:
    """The form, with tanks of players' own among the choices."""
    return situations.forms(partial(form_with, shelf), partial(own_tanks, shelf))


# ---------------------------------------------------------------- what cannot be


def problems(shelf: Shelf, asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, and more hull points than there are."""
    known = shelf.variants()

    def team(variant: Variant, value: OptionValue) -> str:
        return "a situation is a duel" if variant is known[TEAM] else ""

    units = shelf.units()
    listed, taken = (*units.tanks, OWN), "is the name of another tank"
    yield from situations.own_problems(asked.own, listed, lambda tank: own_problems(tank, units), "", taken)
    yield from tank_problems("a", asked.a, asked.own, units)
    yield from tank_problems("b", asked.b, asked.own, units)
    yield from option_problems(asked.options, known, team)


def tank_problems(place: str, tank: Tank, own: Owned, known: catalogue.Units) -> Iterator[ValidationIssue]:
    """What is wrong with one of the two."""
    named = (
        ("what", "tank", (*known.tanks, *own, OWN)),
        ("crew", "crew", tuple(known.crews)),
        ("weapon", "weapon", (*known.weapons, OWN)),
    )
    for field, word, there in named:
        if wrong := list(unlisted((place, field), word, [getattr(tank, field)], there)):
            yield from wrong
            return
    most = tank.hull_points(own, known.tanks)
    if (tank.left or 0) > most:
        yield ValidationIssue((place, "left"), f"must be at most {most}, not {tank.left}", "CH-11.8")


# ---------------------------------------------------------------- posing
# A situation becomes a position of a duel: both tanks, their orders and tests, at the step asked about.


A1, B1 = 0, state.SIDE_TANKS
TURNS = 2  # the turn that is asked about is not the last one
SIDES = {"a": 0, "b": 1, "none": NOBODY}


def build_position(shelf: Shelf, asked: Situation) -> State:
    """The position: before the guns fire, before the ram, or with B1's secret order given."""
    s = setup.blank_state(asked.options, shelf)
    for t, tank in ((A1, asked.a), (B1, asked.b)):
        place(shelf, s, t, tank, asked.own)
    p = setup.engage_duel(s, setup.BAND_NAMES.index(asked.between.range))
    s.turn, s.turn_limit = 1, TURNS
    if asked.what == "maneuvers":
        s.phase, s.turn_limit = Phase.ORDERS, asked.between.turns
        s.tanks[B1].order, s.tanks[B1].ordered = order_of(asked.b), 1
        return s
    for side, tank in enumerate((asked.a, asked.b)):
        drive(s, p, side, tank)
    p.winner = SIDES[asked.between.winner]
    if asked.what == "shot":
        s.phase, s.acting, p.moved = Phase.TARGETS, A1, 1
    else:
        close_in(s, p, asked.between.overshoot)
    return s


def place(shelf: Shelf, s: State, t: int, tank: Tank, own: Owned) -> None:
    """A tank with its damage."""
    fielded = setup.field_tank(shelf, s, t, tank.field_choice(own), tank.crew)
    if tank.left:
        fielded.now.hull = tank.left
    fielded.now.mobility, fielded.now.gun = Mobility[tank.mobility.upper()], state.Gun[tank.gun.upper()]


def order_of(tank: Tank) -> int:
    """The order of a tank as the state holds it."""
    return int(StateOrder[tank.order.upper()])


def drive(s: State, p: Pair, side: int, tank: Tank) -> None:
    """Order, test and facing of a side; an immobilised tank has made no test (CH-5.8)."""
    t = s.tanks[p.tank[side]]
    t.order = p.order[side] = order_of(tank)
    t.ordered = 1
    p.facing[side] = StateFacing[tank.facing.upper()].value
    if t.now.mobility != Mobility.IMMOBILISED:
        score = s.options.driving_score
        t.rolled, t.total = 1, score + tank.effect if tank.success else score - 1
        t.first = t.total
        p.success[side], p.effect[side] = int(tank.success), tank.effect
    t.down = int(hull_down(p, side))


def close_in(s: State, p: Pair, overshoot: bool) -> None:
    """A move that closes to Adjacent or past it; B1, if it might ram as well, has not (CH-8.3, CH-8.5)."""
    s.phase, s.acting = Phase.RAM, 0
    p.range = p.was = Band.CLOSE.value
    p.raw = Band.PASSING.value if overshoot else Band.ADJACENT.value
    p.shift = p.raw - p.range
    p.first, p.asked = 1, 1


def decision(asked: Situation) -> Action:
    """The decision whose odds are asked for."""
    if asked.what == "maneuvers":
        return make(0, Verb.ORDER, A1, choice=order_of(asked.a))
    if asked.what == "ram":
        return make(0, Verb.RAM, A1, B1, choice=1)
    return make(0, Verb.TARGET, A1, B1)


# ---------------------------------------------------------------- asking
# From data to a question about odds: the position, the decision, and what the rules have against it; what can
# come of it, for two maneuvers under a stated policy of choices (CH-13.3).


SHIFTERS = {"max": exact.farthest_shift, "zero": exact.no_shift}
GONE: dict[int, str] = {Event.ESC_A: "A1 escapes", Event.ESC_B: "B1 escapes", Event.ESC_BOTH: "Both escape"}
TANKS = tuple(NAMES.values())


def evaluate(shelf: Shelf, data: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the decision asked about. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, partial(problems, shelf), "situation")
    s = build_position(shelf, asked)
    order = decision(asked)
    barred = why_not(asked, s)
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(shelf, asked, s),
        state=s,
        order=order,
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        notes=tuple(notes(asked, s)),
        purpose="to ram" if asked.what == "ram" else "to hit",
        besides=() if barred or asked.what != "maneuvers" else tuple(move_lines(asked, s)),
        crossed=("a.order", "b.order") if asked.what == "maneuvers" else (),
    )


def why_not(asked: Situation, s: State) -> Refusal | None:
    """The first reason against the situation or its decision."""
    for t, tank in ((A1, asked.a), (B1, asked.b)):
        if s.tanks[t].now.mobility == Mobility.IMMOBILISED and order_of(tank) != StateOrder.HULL_DOWN:
            return refusal(Why.IMMOBILISED)
    if asked.what == "ram" and not may_ram(s.options, s.pair[0], s.tanks[A1], s.tanks[B1], 0):
        return refusal(Why.NO_CLOSING_MOVE)
    return refusal_for(s, 0, decision(asked))


def title(shelf: Shelf, asked: Situation, s: State) -> str:
    """The situation in a line: "Warden on Pursue fires at Anvil on Hull Down (rear), Short"."""
    ours, theirs = (tank_name(shelf, s, t, tank, asked.own) for t, tank in ((A1, asked.a), (B1, asked.b)))
    first, second = f"{ours} on {ORDERS[asked.a.order]}", f"{theirs} on {ORDERS[asked.b.order]}"
    band = words.BANDS[s.pair[0].range]
    if asked.what == "maneuvers":
        return f"{first} against {second}, from {band}"
    if asked.what == "ram":
        return f"{first} ({asked.a.facing}) rams {second} ({asked.b.facing})"
    return f"{first} fires at {second} ({asked.b.facing}), {band}"


def tank_name(shelf: Shelf, s: State, t: int, tank: Tank, own: Owned) -> str:
    """What a tank of a situation is called."""
    name = own[tank.what].name if tank.what in own else words.tank_name(shelf, s, t)
    return name or NAMELESS


def notes(asked: Situation, s: State) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    for name, tank in (("A1", asked.a), ("B1", asked.b)):
        if tank.mobility == "immobilised":
            yield f"{name} is {tank.mobility}: it makes no Driving test.", "CH-5.8"
    if asked.what == "maneuvers":
        chosen = asked.policy
        ram = "ram where they can" if chosen.ram else "do not ram"
        widen = "open the range where they can" if chosen.open else "do not open the range"
        shown = f"show {chosen.own.capitalize()} and make the enemy show {chosen.enemy.capitalize()}"
        shift = f"Both shift {SHIFTS[chosen.shift]}, {shown} where they choose"
        yield f"{shift}, {ram} and {widen}.", "CH-13.3"
        if refused := words.house_refusal(s.options):
            yield refused, "CH-13.4"
        else:
            yield "What maneuvers are worth against each other is by the standard payoffs.", "CH-12.6"


# ---------------------------------------------------------------- where two orders lead


def move_lines(asked: Situation, s: State) -> Iterator[OddsLine]:
    """The end of the movement for the orders asked about, or for every pair of legal ones (CH-4.4)."""
    if asked.pairs == "this":
        places = places_of(asked, s, (order_of(asked.a), order_of(asked.b)))
        ranges = ((GONE.get(p.event) or words.BANDS[p.band], chance) for p, chance in places.items())
        yield from by_chance(ranges, "Range after the move")
        yield from by_chance(((place_words(p), chance) for p, chance in places.items()), "After the move")
        return
    ours, theirs = (
        (StateOrder.HULL_DOWN.value,) if s.tanks[t].now.mobility == Mobility.IMMOBILISED else state.DIRECTED
        for t in (A1, B1)
    )
    for pair in product(ours, theirs):
        places = places_of(asked, s, pair)
        heading = f"A1 {DOES[pair[0]]}, B1 {DOES[pair[1]]}"
        yield from by_chance(((place_words(p), chance) for p, chance in places.items()), heading)


def by_chance(rows: Iterable[tuple[str, Fraction]], heading: str) -> Iterator[OddsLine]:
    """Statements under a heading, the likeliest first."""
    for text, chance in sorted(gathered(rows).items(), key=lambda row: (-row[1], row[0])):
        yield OddsLine(text, chance, heading, "", "CH-13.3")


def places_of(asked: Situation, s: State, orders: tuple[int, int]) -> Mapping[exact.Place, Fraction]:
    """The chance of each place for two orders."""
    if s.options.house.count:
        return places(s, orders, chosen_policy(asked))
    dms = [drive_dm(s.options, s.tanks[t].profile, int(s.tanks[t].now.mobility)) for t in (A1, B1)]
    band = int(s.pair[0].range)
    return exact.transition(s.options, orders, band, (dms[0], dms[1]), chosen_policy(asked))


def chosen_policy(asked: Situation) -> exact.Policy:
    """How both sides choose where the chart lets them (CH-13.3)."""
    chosen = asked.policy
    own, enemy = StateFacing[chosen.own.upper()].value, StateFacing[chosen.enemy.upper()].value
    return exact.Policy(SHIFTERS[chosen.shift], own, enemy, chosen.ram, chosen.open)


def place_words(place: exact.Place) -> str:
    """A place in words: "Short, A1 Front, B1 Rear, B1 hull down"."""
    if place.event != Event.NONE:
        return GONE[place.event]
    shown = [f"{name} {words.FACINGS[way]}" for name, way in zip(TANKS, place.facings, strict=True)]
    hidden = [f"{name} hull down" for name, down in zip(TANKS, place.down, strict=True) if down]
    rams = [] if place.rammer == NOBODY else [f"{TANKS[place.rammer]} rams {TANKS[1 - place.rammer]}"]
    return ", ".join([words.BANDS[place.band], *shown, *hidden, *rams])


def odds_table(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """Everything that can come of a decision; lines of the group "left" are a distribution of their own."""
    lines = odds_lines(before, a, odds)
    if a.verb == Verb.ORDER:
        return [replace(line, group=line.heading or "The Driving tests", mark="") for line in lines]
    if a.verb == Verb.RAM:
        lines = [replace(line, group="The ram") if line.group == "result" else line for line in lines]
    return lines + hull_lines(before, a, odds)


def hull_lines(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """The chance of each number of hull points that the target can have left (CH-11.3)."""
    name = words.tank_id(before, a.target)
    chances = gathered((unpack_fate(number)[1], chance) for number, chance in odds.items())
    return [
        OddsLine(f"{name}: {plural(points, 'hull point')} left", chance, "left", "", "CH-11.3")
        for points, chance in sorted(chances.items(), reverse=True)
    ]


# ---------------------------------------------------------------- recasting
# A decision of a game as a situation: the same tanks, orders, tests and facings in the form.


Data = dict[str, Any]
PLAIN = ("hull", "top_speed", "agility", "driver", "gunner")  # same name in a profile and in the form
TEAMS = ("The odds page is about one tank against one.", "CH-14.9")
THROWN = ("Its page asks for facings, which are still to be thrown here.", "CH-7.7")
ANSWER = ("If this ram fails the enemy may ram here; there both just fire.", "CH-8.5")
ENEMY = ("There the enemy's order is to be chosen.", "CH-4.3")

OPEN_WAY = ("Its direction is still open: the odds page asks about Pursue or Flee.", "CH-4.6")


def situation_of(shelf: Shelf, s: State, a: Action, forces: Forces | None = None) -> Told | None:
    """A decision as a situation, None for one that neither ram nor shot nor secret order is; a shot is one
    after which the guns fire at once, and its facings must be known.

    `forces` are what players field: their tanks go along.
    """
    own = forces or {}
    if a.verb in (Verb.SURRENDER, Verb.JOIN) or check(s, int(a.seat), a):
        return None
    if s.options.team_battle:
        return Told(None, (TEAMS,))
    p, side = s.pair[pairs_of(s, int(a.actor))[0]], state.side_of(int(a.actor))
    if a.verb == Verb.ORDER:
        if a.choice == StateOrder.CHANGE_RANGE:
            return Told(None, (OPEN_WAY,))
        data = meeting(shelf, s, p, side, own, "maneuvers", int(p.range))
        data["a"]["order"] = StateOrder(a.choice).name.lower()
        return Told(without_defaults(data, Situation, partial(problems, shelf)), (ENEMY,))
    try:
        leaves = unfold(s, a)
    except TooWide:
        return None
    if a.verb == Verb.RAM and a.choice:
        data = meeting(shelf, s, p, side_to_ask(p), own, "ram", Band.ADJACENT.value)
        data["between"]["overshoot"] = bool(p.raw == Band.PASSING)
        answers = any(leaf.state.phase == Phase.RAM for leaf in leaves)
        return Told(without_defaults(data, Situation, partial(problems, shelf)), (ANSWER,) if answers else ())
    if not all(leaf.state.phase == Phase.FIRE for leaf in leaves):
        return None
    if len(leaves) > 1:
        return Told(None, (THROWN,))
    at = leaves[0].state
    data = meeting(shelf, at, at.pair[0], side, own, "shot", int(at.pair[0].range))
    return Told(without_defaults(data, Situation, partial(problems, shelf)))


# ---------------------------------------------------------------- both tanks


def meeting(shelf: Shelf, s: State, p: Pair, side: int, forces: Forces, what: str, band: int) -> Data:
    """A pair with the tank of one side as A1."""
    own = own_tanks_of_pair(shelf, s, p, forces)
    known = shelf.variants()
    winner = "none" if p.winner == NOBODY else "a" if p.winner == side else "b"
    return {
        "what": what,
        "a": tank(shelf, s, p, side, band, own),
        "b": tank(shelf, s, p, 1 - side, band, own),
        "own": {own_key(own_tank): own_data(own_tank) for own_tank in own.values()},
        "between": {
            "range": setup.BAND_NAMES[band] if what != "ram" else "Medium",
            "winner": winner,
            **({"turns": int(s.turn_limit) - int(s.turn) + 1} if what == "maneuvers" else {}),
        },
        "options": situations.departed(s.options, known, [name for name in known if name not in APART]),
    }


def own_tanks_of_pair(shelf: Shelf, s: State, p: Pair, forces: Forces) -> dict[int, OwnTank]:
    """The tanks of a pair that players built, by their sides; none whose Armor is worn (CH-8.19)."""
    tanks = {}
    for side in range(2):
        t, printed = int(p.tank[side]), blank(Profile)
        build = forces.get(roster_name(side, t), {})
        own = setup.as_force(setup.read(shelf, build)).own if "built" in build or "hull" in build else None
        if own:
            setup.write_own(shelf, printed, own)
            if digest(printed) == digest(s.tanks[t].profile):
                tanks[side] = own
    return tanks


def tank(shelf: Shelf, s: State, p: Pair, side: int, band: int, own: Mapping[int, OwnTank]) -> Data:
    """A tank of a pair: what it is, its damage, and its turn as far as it has gone."""
    t = s.tanks[p.tank[side]]
    hull, full = int(t.now.hull), int(t.profile.hull)
    order = t.order if p.order[side] == StateOrder.NONE else p.order[side]
    way = p.facing[side]
    return {
        **({"what": own_key(own[side])} if side in own else tank_data(shelf, t.profile, band, way)),
        "left": None if hull == full else hull,
        "mobility": state.Mobility(t.now.mobility).name.lower(),
        "gun": state.Gun(t.now.gun).name.lower(),
        "order": StateOrder(order).name.lower() if order in state.DIRECTED else "maneuver",
        "facing": "front" if way == StateFacing.NONE else StateFacing(way).name.lower(),
        "success": bool(p.success[side]) or order == StateOrder.NONE or not t.rolled,
        "effect": max(0, int(p.effect[side])),
    }


def tank_data(shelf: Shelf, profile: Profile, band: int, way: int) -> Data:
    """A tank by name and crew, else by its numbers: so does one whose Armor is worn (CH-8.19), with the side
    that it shows. A weapon of one's own has its DM at this range.
    """
    units = shelf.units()
    if profile.kind != NOBODY:
        name, crew = list(units.tanks)[profile.kind], list(units.crews)[profile.crew]
        printed = blank(Profile)
        setup.write_listed(shelf, printed, name, crew)
        if digest(printed) == digest(profile):
            return {"what": name, "crew": crew}
    dm = int(profile.range_dm[band])
    return {
        "what": OWN,
        **{name: int(getattr(profile, name)) for name in PLAIN},
        "front": int(profile.armor[StateFacing.FRONT]),
        "side": int(profile.armor[StateFacing.LEFT if way == StateFacing.LEFT else StateFacing.RIGHT]),
        "rear": int(profile.armor[StateFacing.REAR]),
        "mount": state.Mount(profile.mount).name.lower(),
        "weapon": OWN if profile.weapon == NOBODY else list(units.weapons)[profile.weapon],
        **{name: int(getattr(profile, name)) for name in ("dice", "bonus", "ap")},
        "range_dm": None if dm == state.NO_DM else dm,
    }
