"""Units of players' own: the form, the verdict, the printed card, and what a real table needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from hulldown.catalogue.load import format_place, toml_text
from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.files import Chit, Components, Dial, OrderCard
from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildSection,
    BuildVerdict,
    Forces,
    Garage,
    Grid,
    RecordStrip,
    Sample,
    Track,
    UnitCard,
    UnitOffer,
    Working,
    renamed,
)
from hulldown.rulesets.api.words import Card, Refusal
from hulldown.rulesets.chase import catalogue, gunnery, setup, state, words
from hulldown.rulesets.chase.actions import LEAST, MOST
from hulldown.rulesets.chase.cards import hit_text
from hulldown.rulesets.chase.catalogue import LISTED, OWN, OWN_GUN, REGULAR, Shelf, Units
from hulldown.rulesets.chase.driving import own_driving_dm
from hulldown.rulesets.chase.events import Sum
from hulldown.rulesets.chase.exact import shot_in, with_tanks
from hulldown.rulesets.chase.occasions import Occasion
from hulldown.rulesets.chase.setup import BAND_NAMES, RULE, Blueprint, build_name, field_tank, gun_name, read
from hulldown.rulesets.chase.state import Collision, Facing, Gun, Location, Mobility, Options, Profile, State
from hulldown.rulesets.chase.words import NO_GUN_NAME, with_sign
from hulldown.rulesets.common.building import Where, garage_of, painted, placed, void_card
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.names import minus, percent
from hulldown.rulesets.common.scenarios import Choices

NEVER = Fraction(0)
YARDSTICK = "warden"  # the tank that others are held against
ASKED = (Facing.FRONT, Facing.RIGHT, Facing.REAR)
SIDES = {Facing.FRONT: "Front", Facing.RIGHT: "Side", Facing.REAR: "Rear"}


def judge(
    shelf: Shelf, build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a tank; see `Ruleset.judge_build`. Nothing is bought by points here (CH-17.1)."""
    s, tank, where = setup.blank_state(options, shelf), read(shelf, build), placed(build)
    broken = tuple(wrongs(shelf, tank, where))
    if broken:
        return BuildVerdict(tank.built, build_name(shelf, tank), broken=broken)
    setup.profile_of(shelf, tank, field_tank(shelf, s, 0).profile)
    return BuildVerdict(
        tank.built,
        build_name(shelf, tank),
        warnings=tuple(remarks(tank, where)),
        said=tuple(tank_lines(shelf, tank, s)),
        workings=tuple(workings(shelf, s)),
        worth=tank.points,
    )


def wrongs(shelf: Shelf, tank: Blueprint, where: Where = format_place) -> Iterator[Refusal]:
    """Everything for which a tank has no card and cannot be fielded."""
    for problem in setup.faults(shelf, tank):
        yield Refusal("fault", f"{where(problem.place)}: {problem.what}", problem.rule)


def remarks(tank: Blueprint, where: Where = format_place) -> Iterator[Refusal]:
    """What is worth knowing of a tank that is not of section 2.3."""
    if tank.built != LISTED:
        words = f"{tank.points} are what you say, for a tank that is not of section 2.3"
        yield Refusal("own_points", f"{where(('points',))}: {words}", RULE)


# ---------------------------------------------------------------- its numbers, asked of the rules


def drives(s: State, mobility: Mobility, terms: Terms | None = None) -> int:
    """The Driving DM of the tank in the first place with this drive (CH-5.1)."""
    tank = s.tanks[0]
    tank.now.mobility = mobility
    dm = int(own_driving_dm(s, 0, terms or s.mute))
    tank.now.mobility = Mobility.SOUND
    return dm


def speeds(s: State) -> tuple[int, int]:
    """Top Speed with a sound and with a damaged drive (CH-11.6)."""
    now = s.tanks[0].now
    fast = int(gunnery.own_speed(s, 0))
    now.mobility = Mobility.DAMAGED.value
    slow = int(gunnery.own_speed(s, 0))
    now.mobility = Mobility.SOUND.value
    return fast, slow


def aims(s: State, band: int, gun: Gun) -> int | None:
    """The DM of a shot at a band apart from orders (CH-10.6); None where the gun cannot fire (CH-10.2)."""
    tank = s.tanks[0]
    if tank.profile.range_dm[band] == state.NO_DM:
        return None
    alone, apart = pair_at(band, state.NOBODY, state.Order.NONE), with_tanks(s, 0)
    apart.options = copy(s.options)
    apart.options.order_fire_dms, apart.tanks[0].now.gun = 0, gun.value
    return int(gunnery.shot_dm(apart, alone, 0, apart.mute))


def pair_at(band: int, enemy: int, order: int) -> state.Pair:
    """The tank in the first place with an enemy at a range, both with an order."""
    p = blank(state.Pair)
    p.tank, p.order = [0, enemy], [int(order), int(order)]
    p.facing = [Facing.NONE.value, Facing.NONE.value]
    p.winner, p.open, p.range, p.was = state.NOBODY, 1, band, band
    return p


def best_band(profile: Profile) -> int:
    """The nearest band at which a gun shoots best."""
    return max(range(len(BAND_NAMES)), key=lambda band: (int(profile.range_dm[band]), -band))


def mount_text(profile: Profile) -> str:
    """How its gun is mounted (CH-10.3)."""
    return "turret" if profile.mount == state.Mount.TURRET else "fixed"


# ---------------------------------------------------------------- in words


def tank_lines(shelf: Shelf, tank: Blueprint, s: State) -> Iterator[str]:
    """The tank line by line."""
    p = s.tanks[0].profile
    armor = "/".join(str(int(p.armor[way])) for way in ASKED)
    yield f"{build_name(shelf, tank)}: {setup.kind_text(shelf, tank)}, {tank.points} points"
    yield f"hull {p.hull}, armor {armor} (front/side/rear)"
    top, slow = speeds(s)
    yield f"Driving {with_sign(drives(s, Mobility.SOUND))}, Top Speed {top}, {slow} with a damaged drive"
    yield f"{gun_name(shelf, tank)}, {mount_text(p)}: {hit_text(s, 0)}, gunner {p.gunner}"
    yield ranges_text(s)


def ranges_text(s: State) -> str:
    """The DM at each band: "to hit +3 at Medium, +2 at Long; none at Adjacent"."""
    dms = [aims(s, band, Gun.SOUND) for band in range(len(BAND_NAMES))]
    shown = ", ".join(
        f"{with_sign(dm)} at {BAND_NAMES[band]}" for band, dm in enumerate(dms) if dm is not None
    )
    out = ", ".join(BAND_NAMES[band] for band, dm in enumerate(dms) if dm is None)
    return f"to hit {shown}" + (f"; none at {out}" if out else "")


def workings(shelf: Shelf, s: State) -> Iterator[Working]:
    """How its numbers come about, and what shots do: its own at the tank that others are held against, and
    the other way round.
    """
    yield driving_steps(shelf, s)
    yield Working("To hit, orders aside", tuple(band_steps(s)))
    if YARDSTICK in shelf.units().tanks:
        field_tank(shelf, s, state.SIDE_TANKS, YARDSTICK)
        name = shelf.units().tanks[YARDSTICK].name
        yield Working(f"Its shots at a {name} that do damage", tuple(shot_steps(s, 0)))
        yield Working(f"A {name}'s shots at it that do damage", tuple(shot_steps(s, 1)))


def driving_steps(shelf: Shelf, s: State) -> Working:
    """What its DM to drive is made of."""
    why = listening()
    dm = drives(s, Mobility.SOUND, why)
    steps = ((reason.text, with_sign(reason.amount), reason.rule) for reason in Sum.modifiers(why, shelf))
    return Working(f"Driving {with_sign(dm)}", tuple(steps))


def band_steps(s: State) -> Iterator[tuple[str, str, str]]:
    """The DM of each band and the least throw that hits."""
    score = int(s.options.gunnery_score)
    for band, name in enumerate(BAND_NAMES):
        dm = aims(s, band, Gun.SOUND)
        if dm is None:
            yield name, "cannot fire", "CH-10.2"
        else:
            yield name, f"{with_sign(dm)}, {lowest_throw(score - dm)}", "CH-10.5"


def lowest_throw(throw: int) -> str:
    """The least throw of 2d6 that hits."""
    return "cannot hit" if throw > MOST else f"{max(LEAST, throw)}+ on 2d6"


def shot_steps(s: State, side: int) -> Iterator[tuple[str, str, str]]:
    """The chance of a side's shot to do damage to each side of the other tank at the gun's best range, both
    tanks maneuvering.
    """
    both = s.tanks[0].profile, s.tanks[state.SIDE_TANKS].profile
    band = best_band(both[side])
    for way in ASKED:
        p = pair_at(band, state.SIDE_TANKS, state.Order.MANEUVER)
        p.facing[side], p.facing[1 - side] = Facing.FRONT.value, way.value
        shot = shot_in(s, p, side)
        words = f"{SIDES[way]} {both[1 - side].armor[way]}, at {BAND_NAMES[band]}, both on Maneuver"
        yield words, percent(1 - shot.severity.get(0, NEVER)), "CH-10.10"


# ---------------------------------------------------------------- garage
# What a tank can be built of (CH-17.1), the tanks to begin from, and reading and writing builds.


MATTERING = ("order_fire_dms", "collision_facing_armor")
RENAMING = {"name", "paint", "crew"}  # what a player may say of a printed tank without replacing it
LONGEST = 40  # letters of a name
SKILLS = (-3, 0, 1, 2, 3, 4)  # CH-1.6
MOUNTS = {"turret": "turret, all round", "fixed": "fixed, Front only"}
DM_BOUNDS = range(-8, 7)  # range DMs that are offered; a file may have more
TEXTS = {
    LISTED: "A tank of section 2.3 with a crew, as the rulebook has it.",
    OWN: "Every number is yours, the gun is one of section 2.2.",
    OWN_GUN: "Every number is yours, those of the gun too.",
}
NAMES = {LISTED: "Listed tank", OWN: "Own tank", OWN_GUN: "Own tank and gun"}


# ---------------------------------------------------------------- what is offered


def garage(shelf: Shelf, options: Choices | None = None) -> Garage:
    """Listed tanks with every crew, and tanks of one's own."""
    shelf.options_under(options or {})
    units = shelf.units()
    offers = (
        (LISTED, (listed_section(units),)),
        (OWN, (*hull_sections(), BuildSection("Gun", (gun_field(units), mount_field())))),
        (OWN_GUN, (*hull_sections(), gun_section(), range_section())),
    )
    return garage_of(
        (unit_offer(kind, sections) for kind, sections in offers), samples(shelf, units), MATTERING
    )


def unit_offer(kind: str, sections: tuple[BuildSection, ...]) -> UnitOffer:
    """One of the three ways to a tank."""
    return UnitOffer(
        id=kind,
        name=NAMES[kind],
        figure="tank",
        text=TEXTS[kind],
        rule=RULE,
        budget=0,
        facings=(),
        upgrades=(),
        sections=sections,
        sets={"built": kind},
    )


def samples(shelf: Shelf, units: Units) -> Iterator[Sample]:
    """Every listed tank with every crew, the regular ones first (section 2.3)."""
    for crew, skills in sorted(units.crews.items(), key=lambda item: item[0] != REGULAR):
        for name, tank in units.tanks.items():
            build = read(shelf, {"tank": name, "crew": crew})
            shown = tank.name if crew == REGULAR else f"{tank.name}, {skills.name.lower()} crew"
            key = catalogue.sample_id(name, crew)
            yield Sample(key, shown, tank.text, tank.source, LISTED, setup.plain(shelf, build), build.points)


# ---------------------------------------------------------------- fields


def listed_section(units: Units) -> BuildSection:
    """Which tank and which crew."""
    tanks = tuple(tank_choice(name, tank, units) for name, tank in units.tanks.items())
    crews = tuple(BuildChoice(name, crew_text(crew)) for name, crew in units.crews.items())
    return BuildSection(
        "Tank and crew",
        (
            BuildField("tank", "Tank", "Section 2.3.", "CH-11.8", choices=tanks),
            BuildField("crew", "Crew", "Skills of driver and gunner.", "CH-1.6", choices=crews),
        ),
    )


def crew_text(crew: catalogue.Crew) -> str:
    """A crew in a line: "Veteran: 3 and 3, +20 points"."""
    points = f", {with_sign(crew.points)} points" if crew.points else ""
    return f"{crew.name}: {crew.driver} and {crew.gunner}{points}"


def tank_choice(name: str, tank: catalogue.Tank, units: Units) -> BuildChoice:
    """A listed tank, with its numbers for those who go on from it to one of their own."""
    numbers = setup.numbers_of(tank, REGULAR, units)
    gun = numbers.pop("weapon")["listed"]
    sets = {**numbers, **gun_numbers(gun, units.weapons[gun])}
    return BuildChoice(name, f"{tank.name}: {tank.type}, {tank.points} points", sets)


def gun_numbers(name: str, gun: catalogue.Weapon) -> dict[str, Any]:
    """A listed gun as the fields of a build."""
    dms = {f"weapon.range_dm.{band}": gun.range_dm.get(band) for band in BAND_NAMES}  # type: ignore[call-overload]
    numbers = {"weapon.dice": gun.dice, "weapon.bonus": gun.bonus, "weapon.ap": gun.ap}
    return {"weapon.listed": name, **numbers, **dms}


def hull_sections() -> tuple[BuildSection, ...]:
    """Hull, plates, drive and crew of a tank of one's own."""
    levels = tuple(BuildChoice(level, "none: \u22123" if level < 0 else str(level)) for level in SKILLS)
    worth = "What you say that it is worth; counted in team battles and free play."
    return (
        BuildSection(
            "Tank",
            (
                BuildField(
                    "type", "Type", "What it is called in words: battle tank, scout.", RULE, words=LONGEST
                ),
                BuildField("points", "Points", worth, RULE, 0, 1000, 5),
                BuildField("hull", "Hull points", "", "CH-11.7", 1, 12),
            ),
        ),
        BuildSection(
            "Armor",
            (
                BuildField("front", "Front", "", "CH-10.9", 0, 60),
                BuildField("side", "Side", "Left and Right alike.", "CH-10.9", 0, 60),
                BuildField("rear", "Rear", "", "CH-10.9", 0, 60),
            ),
        ),
        BuildSection(
            "Drive and crew",
            (
                BuildField("top_speed", "Top Speed", "Counts in collisions only.", "CH-8.11", 0, 60),
                BuildField("agility", "Agility", "Added to every Driving test.", "CH-5.2", -20, 20),
                BuildField("driver", "Driver", "Added to every Driving test.", "CH-5.1", choices=levels),
                BuildField("gunner", "Gunner", "Added to every shot.", "CH-10.5", choices=levels),
            ),
        ),
    )


def gun_field(units: Units) -> BuildField:
    """One of the listed guns, which brings its numbers along."""
    choices = tuple(
        BuildChoice(
            name, f"{gun.name}: {gun.dice}d6{f'{gun.bonus:+}' if gun.bonus else ''}", gun_numbers(name, gun)
        )
        for name, gun in units.weapons.items()
    )
    return BuildField("weapon.listed", "Gun", "Section 2.2.", "CH-10.8", choices=choices)


def mount_field() -> BuildField:
    """Turret or not."""
    known = tuple(BuildChoice(name, MOUNTS[name]) for name in get_args(catalogue.Mount))
    return BuildField("mount", "Mount", "", "CH-10.3", choices=known)


def gun_section() -> BuildSection:
    """The numbers of a gun of one's own."""
    return BuildSection(
        "Gun",
        (
            BuildField("weapon.name", "Name of the gun", "", RULE, words=LONGEST),
            mount_field(),
            BuildField("weapon.dice", "Damage dice", "Six-sided ones.", "CH-10.8", 0, 8),
            BuildField("weapon.bonus", "Damage bonus", "Added to the dice.", "CH-10.8", -20, 60),
            BuildField("weapon.ap", "AP", "Taken off the Armor that it meets.", "CH-10.9", 0, 60),
        ),
    )


def range_section() -> BuildSection:
    """Its range DM at each band, or that it cannot fire there."""
    dms = tuple(BuildChoice(dm, with_sign(dm).replace("-", "\u2212")) for dm in reversed(DM_BOUNDS))
    choices = (*dms, BuildChoice(None, "cannot fire"))
    fields = (
        BuildField(f"weapon.range_dm.{band}", band, "", "CH-10.5", choices=choices) for band in BAND_NAMES
    )
    return BuildSection("Range DMs", tuple(fields))


# ---------------------------------------------------------------- reading and writing


def read_build(shelf: Shelf, build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A tank as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return setup.plain(shelf, read(shelf, build))


def write_build(shelf: Shelf, build: Mapping[str, Any]) -> str:
    """A tank as a file; what goes without saying is left out."""
    return toml_text(setup.as_data(shelf, read(shelf, build)))


def name_cards(shelf: Shelf, cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their tanks, types and guns."""
    return [name_card(shelf, card, forces.get(card.roster, {})) for card in cards]


def name_card(shelf: Shelf, card: Card, force: Mapping[str, Any]) -> Card:
    """One of them: a position knows a tank of a player's own by its numbers only."""
    name = str(force.get("name", ""))
    if force.keys() <= RENAMING:  # the printed tank, perhaps with another crew
        kind = f"{card.name}, {card.kind_name}" if name and card.name else card.kind_name
        return renamed(replace(card, kind_name=kind), name, {})
    tank = read(shelf, force)
    (gun, spent), *ranges = card.kit
    if tank.weapon.name and not tank.weapon.listed:
        gun = f"{tank.weapon.name}{gun.removeprefix(NO_GUN_NAME)}"
    kind = ", ".join([card.name, card.kind_name] if name and card.name else [tank.type or card.kind_name])
    return renamed(replace(card, kind_name=kind, kit=((gun, spent), *ranges)), name, {})


# ---------------------------------------------------------------- printing
# The printed card of a tank: everything to play it without looking anything up.


SYSTEM = "Chase"
SHORT = ("Adj", "Close", "Short", "Med", "Long", "V. Long", "Dist")  # the bands over narrow columns
STEPS = 2  # of damage to drive and gun (CH-11.6)
STRENGTHS = (2, 19)  # of the thinnest and the thickest plate that is drawn
ANY = 999  # more armor than any tank has
NAMED = 17.0  # millimetres for the names of rows
WIDE = (NAMED, *[(85.6 - NAMED) / 4] * 4)
RAMS = (NAMED, *[(85.6 - NAMED) / 3] * 3)
LETTERS = {Location.HULL: "H", Location.DRIVE: "D", Location.TURRET: "T"}
THROWS = range(2, 13)  # of 2d6


def unit_card(shelf: Shelf, build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a tank; one that cannot be fielded gets none, only a sheet that names what is wrong."""
    s, tank = setup.blank_state(options, shelf), read(shelf, build)
    refusals = tuple(wrongs(shelf, tank))
    if refusals:
        return void_card(build_name(shelf, tank), SYSTEM, refusals)
    setup.profile_of(shelf, tank, field_tank(shelf, s, 0).profile)
    return tank_card(shelf, tank, s)


def tank_card(shelf: Shelf, tank: Blueprint, s: State) -> UnitCard:
    """A tank that stands in the first place of a field."""
    o, p = s.options, s.tanks[0].profile
    kind = setup.kind_text(shelf, tank)
    front, side, rear = (int(p.armor[way]) for way in ASKED)
    card = UnitCard(
        name=build_name(shelf, tank),
        kind_name=kind[:1].upper() + kind[1:],
        figure="tank",
        system=SYSTEM,
        points=f"{tank.points} points",
        plates=(front, side, rear),
        strengths=STRENGTHS,
        tracks=(Track("Hull", int(p.hull)), Track("Drive", STEPS), Track("Gun", STEPS)),
        facts=tuple(facts(shelf, tank, s)),
        grids=(hit_grid(s), order_grid(o), location_grid(o), ram_grid(s, speeds(s)[0])),
        strip=severity(o),
        notes=tuple(notes(o, p)),
        brief=tuple(brief(shelf, tank, s)),
        how=tuple(how(shelf, s)),
    )
    return painted(card, tank.paint)


# ---------------------------------------------------------------- numbers


def facts(shelf: Shelf, tank: Blueprint, s: State) -> Iterator[tuple[str, str]]:
    """The numbers beside the drawing."""
    p = s.tanks[0].profile
    top, slow = speeds(s)
    driving = (with_sign(drives(s, mobility)) for mobility in (Mobility.SOUND, Mobility.DAMAGED))
    yield "Driving", minus(", damaged ".join(driving))
    yield "Speed", f"{top}, damaged {slow}"
    yield "Gun", f"{gun_name(shelf, tank)}, {mount_text(p)}"
    yield "Hits", hit_text(s, 0)
    yield "Crew", minus(f"driver {p.driver}, gunner {p.gunner}")


def hit_grid(s: State) -> Grid:
    """The DM of a shot at each band, without those of the orders (CH-10.5)."""
    rows = tuple(
        (name, *(dash(aims(s, band, gun)) for band in range(len(BAND_NAMES))))
        for name, gun in (("gun sound", Gun.SOUND), ("damaged", Gun.DAMAGED))
    )
    title = f"To hit: 2d6 + DM, {s.options.gunnery_score} or more"
    columns = (NAMED, *[(85.6 - NAMED) / len(BAND_NAMES)] * len(BAND_NAMES))
    return Grid(title, "CH-10.5", ("", *SHORT), rows, columns)


def order_grid(o: Options) -> Grid:
    """What each order adds to its own shot and to shots at it (section 2.7)."""
    own = (minus(with_sign(int(gunnery.own_order_dm(o, order)))) for order in state.DIRECTED)
    met = (minus(with_sign(int(gunnery.target_order_dm(o, order)))) for order in state.DIRECTED)
    rows = (("its shot", *own), ("shots at it", *met))
    return Grid(
        "Added by orders", "CH-10.6", ("", *(words.ORDERS[order] for order in state.DIRECTED)), rows, WIDE
    )


def location_grid(o: Options) -> Grid:
    """Where a shot strikes (section 2.5)."""
    struck = (LETTERS[Location(int(gunnery.shot_location(o, total)))] for total in THROWS)
    title = "Where a hit strikes: Hull, Drive, Turret"
    return Grid(title, "CH-10.7", ("2d6", *map(str, THROWS)), (("", *struck),))


def ram_grid(s: State, top: int) -> Grid:
    """What its own ram does to the target and to itself at full speed, Front first (CH-8.11 to CH-8.13)."""
    o, plate = s.options, int(s.tanks[0].profile.armor[Facing.FRONT])
    kinds, hit = (Collision.T_BONE, Collision.HEAD_ON), Occasion.CRASH_DAMAGE
    does = [
        max(0, gunnery.number_against(s, hit, 0, gunnery.defender_damage(o, kind, top, plate, 0, ANY, 0, 0)))
        for kind in kinds
    ]
    takes = [
        max(0, gunnery.own_number(s, hit, 0, gunnery.attacker_damage(o, kind, top, plate, 0, ANY, 0)))
        for kind in kinds
    ]
    dice = (
        max(0, gunnery.number_against(s, Occasion.CRASH_DICE, 0, o.sideswipe_target_dice)),
        max(0, gunnery.own_number(s, Occasion.CRASH_DICE, 0, o.sideswipe_rammer_dice)),
    )
    less = f"{minus(f'-{o.sideswipe_rammer_less}')}" if o.sideswipe_rammer_less else ""
    side = (f"{dice[0]}d6 \u00d7 Effect", f"{dice[1]}d6{less}")
    rows = (
        ("target", side[0], f"{does[0]}", f"{does[1]} + enemy's"),
        ("itself", side[1], f"{takes[0]}", f"{takes[1]} + enemy's"),
    )
    head = ("", "Sideswipe", "T-Bone", "Head-On")
    return Grid("Its ram at most, by Top Speed, less Armor", "CH-8.11", head, rows, RAMS)


def severity(o: Options) -> RecordStrip:
    """How bad a penetration is (section 2.4)."""
    starts = [int(getattr(o, f"severity_{degree}_from")) for degree in range(1, 5)]
    spans = [f"{low} to {high - 1}" if high - 1 > low else f"{low}" for low, high in pairwise(starts)]
    cells = tuple((str(degree), span) for degree, span in enumerate([*spans, f"{starts[-1]}+"], 1))
    return RecordStrip("Severity", "CH-11.1", cells)


def dash(dm: int | None) -> str:
    """A DM, or a dash where there is no shot."""
    return "\u2013" if dm is None else minus(with_sign(dm))


# ---------------------------------------------------------------- words


def notes(o: Options, p: Profile) -> Iterator[tuple[str, str]]:
    """What is easily forgotten."""
    if p.mount == state.Mount.FIXED:
        yield "fixed gun: fires only when it shows its Front", "CH-10.3"
    yield f"penetration: dice + Effect {minus('-')} (Armor shown {minus('-')} AP)", "CH-10.9"
    yield "Hull: lose severity, destroyed at 0", "CH-11.7"
    yield f"Drive: a box and severity {minus(f'- {o.drive_absorbs}')}", "CH-11.4"
    yield f"Turret: a Gun box and severity {minus(f'- {o.turret_absorbs}')}", "CH-11.5"
    yield "second Drive box: only Hull Down; second Gun box: no shot", "CH-11.6"
    yield f"Hull Down, own test {o.driving_score}+: only Turret hits count", "CH-9.1"


def brief(shelf: Shelf, tank: Blueprint, s: State) -> Iterator[str]:
    """What the summary of a force says of a tank."""
    p = s.tanks[0].profile
    armor = "/".join(str(int(p.armor[way])) for way in ASKED)
    driving = with_sign(drives(s, Mobility.SOUND))
    yield f"hull {p.hull}, armor {armor}, Driving {driving}, Top Speed {speeds(s)[0]}"
    yield f"{gun_name(shelf, tank)}, {mount_text(p)}, {hit_text(s, 0)}; {ranges_text(s)}"


def how(shelf: Shelf, s: State) -> Iterator[str]:
    """Where the largest number comes from."""
    driving = driving_steps(shelf, s)
    steps = ", ".join(f"{words} {minus(adds)} ({rule})" for words, adds, rule in driving.steps)
    yield "How the numbers come about"
    yield f"{minus(driving.title)}: {steps}"


# ---------------------------------------------------------------- kit
# What a real table needs for a duel of Chase: a track, dials, and orders that are laid down in secret.


CHANGE_RANGE = OrderCard(
    "Change Range",
    "Closes or opens, as you say after the Driving tests: the loser says so first. Then as Pursue or Flee.",
    "CH-4.6",
)
FLEE = OrderCard(
    "Flee", "Change Range: opens. Shows its Rear. Beyond Distant contact is broken.", "CH-4.2, CH-7.2"
)
FLEE_TO_DISTANT = OrderCard(
    "Flee", "Change Range: opens, at most to Distant. Shows its Rear.", "CH-2.5, CH-4.2, CH-7.2"
)
ORDERS = (
    OrderCard(
        "Pursue",
        "Change Range: closes. Shows its Front. May ram when the shift brings it to Adjacent.",
        "CH-4.2, CH-7.2, CH-8.4",
    ),
    FLEE,
    OrderCard(
        "Maneuver",
        "Works for position: the winner chooses facings. Two of them may open the range before fire.",
        "CH-4.1, CH-6.6, CH-6.12",
    ),
    OrderCard(
        "Hull Down",
        "With a successful Driving test it ignores every hit but those on the turret.",
        "CH-4.1, CH-9.1",
    ),
)

CHITS = (
    Chit("Range", "RG", "CH-2.1", count=1, each=1),
    Chit("Hull down", "HD", "CH-9.1", each=1),
    Chit("Drive damaged", "D1", "CH-11.4", each=1, back="Immobilised"),
    Chit("Gun damaged", "G1", "CH-11.5", each=1, back="Knocked out"),
    Chit("Winner", "W", "CH-5.2", count=1),
)


def kit(s: State) -> Components:
    """Order cards and a dial of facings for every tank, markers for range and damage."""
    orders: tuple[OrderCard, ...] = (CHANGE_RANGE, *ORDERS) if s.options.direction_chosen else ORDERS
    if s.options.beyond_distant == state.BeyondDistant.STOP:
        orders = tuple(FLEE_TO_DISTANT if card is FLEE else card for card in orders)
    return Components(
        25.0,
        24.0,
        "There is no map: a marker on the track tells the range of each pair.",
        chits=CHITS,
        dials=(Dial("Facing", ("Front", "Right", "Rear", "Left"), "CH-7.1"),),
        orders=orders,
    )
