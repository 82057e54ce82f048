"""Units of players' own: the form, the verdict, the printed card, and what a real table needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError, load, parse, unknown_name, validate
from hulldown.catalogue.load import toml_text
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.files import Chit, Components
from hulldown.rulesets.api.garage import (
    Bonus,
    BuildPurchase,
    BuildVerdict,
    CrewLine,
    Facing,
    Forces,
    Garage,
    Grid,
    Member,
    Sample,
    Track,
    UnitCard,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.words import Card, Refusal
from hulldown.rulesets.common.building import garage_of, painted
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander import setup, state
from hulldown.rulesets.tank_commander.catalogue import Loadout, Unit, Units, unknown_build
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    day_range,
    declare,
    has_ai_weapon,
    load_cost,
    movement_cap,
    penetrates,
    why_no_load,
)
from hulldown.rulesets.tank_commander.events import Illegal
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.setup import PLENTY, Bought, Offer, bought, budget_of, build_cost
from hulldown.rulesets.tank_commander.shooting import is_hit, needed, why_no_weapon
from hulldown.rulesets.tank_commander.state import Ability, Health, Kind, Role, Shell, State, Upgrade, Weapon
from hulldown.rulesets.tank_commander.words import ABILITY_NAMES, cells

FORGIVEN = [why.name.lower().replace("_", "-") for why in setup.EXCUSED]
FIRST = "tank"  # the kind of unit that is meant when none is named


def judge(
    shelf: Shelf, build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a build; see `Ruleset.judge_build`."""
    o, units = shelf.options_under(options or {}), shelf.units()
    loadout = read(units, build)
    offer, purchases = setup.offer_for(units, loadout, o, points), bought(loadout)
    wrong = list(broken(offer, purchases))
    excused = [problem for problem in wrong if setup.is_excused(shelf, loadout) and problem.code in FORGIVEN]
    return BuildVerdict(
        loadout.unit,
        units.units[loadout.unit].name,
        build_cost(offer, purchases),
        offer.budget,
        tuple(lines(offer, purchases)),
        tuple(problem for problem in wrong if problem not in excused),
        tuple(excused),
    )


# ---------------------------------------------------------------- what is meant


def read(units: Units, build: Mapping[str, Any] | Path) -> Loadout:
    """A build from a file or from plain data. CatalogueError names what is not understood."""
    problems = partial(setup.name_problems, units)
    if isinstance(build, Path):
        return load(build, Loadout, problems)
    if "build" in build:
        if build["build"] not in units.builds:
            raise CatalogueError([unknown_build(str(build["build"]), units)])
        return units.builds[build["build"]]
    kind = str(build.get("unit", FIRST))
    if kind not in units.units:
        raise CatalogueError([unknown_name("unit", kind, units.units)])
    plain = units.units[kind].armor.model_dump()
    return validate({"unit": kind, "armor": plain, **build}, Loadout, problems, "build")


def lines(offer: Offer, build: Bought) -> Iterator[tuple[str, int, int]]:
    """What was bought: item, how many, points."""
    for face in state.Face:
        extra = int(build.armor[face]) - int(offer.base[face])
        if extra:
            yield f"{face.name.lower()} armor", extra, extra * int(offer.armor_cost)
    for upgrade in Upgrade:
        count = int(build.upgrade[upgrade])
        if count:
            yield upgrade.name.lower(), count, count * int(offer.cost[upgrade])


# ---------------------------------------------------------------- what is broken


def reason(offer: Offer, armor: list[int], upgrades: list[int]) -> Illegal:
    """The rule's first reason against such a build."""
    build = blank(Bought)
    build.armor, build.upgrade = list(armor), list(upgrades)
    return Illegal.of(setup.why_not_built(offer, build))


def refusal(why: Illegal, detail: str) -> Refusal:
    """A reason in words."""
    return Refusal(why.name.lower().replace("_", "-"), f"{setup.WORDS[why]}: {detail}", why.rule)


def broken(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Every rule that a build breaks, in the order of TC-2.24."""
    if offer.barred:
        yield refusal(Illegal.NOT_FIELDED, "this game is played without it")
        offer = copy(offer)
        offer.barred = 0
    yield from broken_facings(offer, build)
    yield from broken_shape(offer, build)
    yield from broken_items(offer, build)
    rest = copy(offer)
    spent = copy(build)
    spent.upgrade = [0] * len(Upgrade)
    rest.budget = int(offer.budget) - build_cost(offer, spent)
    rest.limit = [PLENTY] * len(Upgrade)
    if reason(rest, rest.base, build.upgrade) == Illegal.OVER_BUDGET:
        yield refusal(Illegal.OVER_BUDGET, f"{build_cost(offer, build)} of {offer.budget}")


def broken_facings(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Facings under the profile or with too many points, one by one."""
    for face in state.Face:
        armor = list(offer.base)
        armor[face] = build.armor[face]
        why = reason(offer, armor, [0] * len(Upgrade))
        if why in (Illegal.BELOW_BASE, Illegal.OVER_FACING_LIMIT):
            base, limit = offer.base[face], offer.base[face] + offer.armor_limit
            yield refusal(why, f"{face.name.lower()} {build.armor[face]} is not from {base} to {limit}")


def broken_shape(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Side above front, rear above side."""
    free = copy(offer)
    free.base, free.armor_limit, free.armor_cost = [0, 0, 0], PLENTY, 0
    front, side, rear = (int(value) for value in build.armor)
    for armor, words in (
        ([front, side, 0], f"side {side}, front {front}"),
        ([max(front, side), side, rear], f"rear {rear}, side {side}"),
    ):
        why = reason(free, armor, [0] * len(Upgrade))
        if why != Illegal.LEGAL:
            yield refusal(why, words)


def broken_items(offer: Offer, build: Bought) -> Iterator[Refusal]:
    """Upgrades that this unit cannot have, or not so many of."""
    free = copy(offer)
    free.budget = PLENTY
    for upgrade in Upgrade:
        only = [0] * len(Upgrade)
        only[upgrade] = build.upgrade[upgrade]
        why = reason(free, free.base, only)
        if why != Illegal.LEGAL:
            limit = f", at most {offer.limit[upgrade]}" if why == Illegal.OVER_ITEM_LIMIT else ""
            yield refusal(why, f"{upgrade.name.lower()}, {only[upgrade]} bought{limit}")


# ---------------------------------------------------------------- garage
# What a player can buy, and reading and writing builds (TC-2, TC-11.2, TC-14.11).


MATTERING = (
    "exotic_units",
    "adv_air_support",
    "adv_at_mines",
    "epic_veto",
    "main_gun_range",
    "heavy_light_armor",
    "smoke_charges",
)
MEMBERS = (
    Member("commander", "Commander"),
    Member("driver", "Driver"),
    Member("gunner", "Gunner"),
    Member("loader", "Loader"),
    Member("lieutenant", "Lieutenant Commander", "lieutenant"),
)
LETTERS = {"commander": "C", "driver": "D", "gunner": "G", "loader": "L", "lieutenant": "+"}


# ---------------------------------------------------------------- what can be bought


def garage(shelf: Shelf, options: Choices | None = None) -> Garage:
    """Units, upgrades, samples and looks under the options of a game."""
    o = shelf.options_under(options or {})
    units = shelf.units()
    kinds = [kind for kind in units.units if units.sold_to(kind) and not setup.is_barred(units, kind, o)]
    return garage_of((unit_offer(units, kind, o) for kind in kinds), samples(shelf, o), MATTERING, bonuses(o))


def unit_offer(units: Units, kind: str, o: state.Options) -> UnitOffer:
    """What can be bought for a kind of unit."""
    unit = units.units[kind]
    offer = setup.offer_for(units, Loadout(unit=kind, armor=unit.armor), o)
    return UnitOffer(
        id=kind,
        name=unit.name,
        figure=figure(unit),
        text=unit.text,
        rule=unit.source,
        budget=int(offer.budget),
        facings=tuple(facings(offer, units.sold_to(kind)["armor"].source)),
        upgrades=tuple(purchases(units, kind, offer, o)),
        crew=MEMBERS if unit.kind == "tank" else (),
        sets={"unit": kind},
    )


def figure(unit: Unit) -> str:
    """The drawing of a kind of unit, by what it is and how it gets about."""
    return {"hover": "hover", "legs": "walker"}.get(unit.drive, unit.kind)


def facings(offer: Offer, rule: str) -> Iterator[Facing]:
    """Plates and what a point more costs (TC-2.5, TC-11.2)."""
    for face in state.Face:
        name = face.name.lower()
        yield Facing(
            name,
            f"{name.title()} armor",
            int(offer.base[face]),
            int(offer.armor_limit),
            int(offer.armor_cost),
            rule,
        )


def purchases(units: Units, kind: str, offer: Offer, o: state.Options) -> Iterator[BuildPurchase]:
    """Upgrades by the piece, in the order of the table (tables 2.2 and 2.3)."""
    for name, line in units.sold_to(kind).items():
        if not line.per_facing:
            upgrade = Upgrade[name.upper()]
            limit = int(offer.limit[upgrade])
            text = setup.fill_values(line.text, o)
            yield BuildPurchase(name, line.name, int(offer.cost[upgrade]), limit, text, line.source)


def samples(shelf: Shelf, o: state.Options) -> Iterator[Sample]:
    """The builds of table 2.6, then every kind of unit as it is printed, with nothing bought."""
    units = shelf.units()
    for name, build in units.builds.items():
        if not setup.is_barred(units, build.unit, o):
            shown = build.name or name
            data = plain(shelf, build) | {"name": shown}
            yield Sample(name, shown, build.text, build.source, build.unit, data)
    for kind, unit in units.units.items():
        if not setup.is_barred(units, kind, o) and not unit.is_static:
            bare = plain(shelf, Loadout(unit=kind, armor=unit.armor))
            yield Sample(kind, f"{unit.name}, bare", unit.text, unit.source, kind, bare)


def bonuses(o: state.Options) -> Iterator[Bonus]:
    """The points a battle tank earns by looks and names (TC-2.20, TC-2.21); a veto leaves the first."""
    base = budget_of(0, o.painted, o.named, o)
    paint = budget_of(0, 1, o.named, o) - base
    names = budget_of(0, o.painted, 1, o) - base
    yield Bonus("painted", "painted in another scheme than the bare one", paint, "TC-2.20")
    yield Bonus("named", "the tank and everybody in it has a name", names, "TC-2.21")


def earned(shelf: Shelf, build: Mapping[str, Any]) -> tuple[str, ...]:
    """The bonuses that a build earns; only battle tanks do (TC-2.22)."""
    units = shelf.units()
    loadout = read(units, build)
    if units.units[loadout.unit].kind != "tank":
        return ()
    return tuple(
        name for name, has in zip(("painted", "named"), setup.bonuses_of(loadout), strict=True) if has
    )


# ---------------------------------------------------------------- reading and writing


def read_build(shelf: Shelf, build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    if isinstance(build, str):
        problems = partial(setup.name_problems, shelf.units())
        return plain(shelf, parse(build, Loadout, problems, "build"))
    if not isinstance(build.get("build", ""), str):
        raise CatalogueError(["build: build: must be the name of a sample"])
    return plain(shelf, read(shelf.units(), build))


def plain(shelf: Shelf, loadout: Loadout) -> dict[str, Any]:
    """A build as plain data."""
    data = loadout.model_dump(include=set(Loadout.model_fields))
    del data["by_the_rules"]
    if setup.is_unruly(shelf, loadout, shelf.options_under({})):
        data["by_the_rules"] = False
    return data | {"upgrades": list(loadout.upgrades)}


def write_build(shelf: Shelf, build: Mapping[str, Any]) -> str:
    """A build as a file that `hulldown build` judges; names and paint only where they were given."""
    data = read_build(shelf, build)
    crew = {role: given for role, given in data["crew"].items() if given}
    paint = data["paint"] if data["paint"]["scheme"] != "none" else {}
    named = {"name": data["name"]} if data["name"] else {}
    bought = {key: data[key] for key in ("unit", "armor", "upgrades", "by_the_rules") if key in data}
    extra = {"crew": crew, "paint": paint}
    return toml_text(named | bought | {key: table for key, table in extra.items() if table})


def name_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their units."""
    return [name_card(card, forces.get(card.unit, {})) for card in cards]


def name_card(card: Card, given: Mapping[str, Any]) -> Card:
    """One of them. Forces were checked at set-up; their crew may be a list, in the order of roles."""
    crew = given.get("crew") or {}
    names = crew.values() if isinstance(crew, Mapping) else crew
    roles = crew if isinstance(crew, Mapping) else LETTERS
    letters = {LETTERS[role]: name for role, name in zip(roles, names, strict=False) if name}
    return renamed(card, given.get("name", ""), letters)


# ---------------------------------------------------------------- printing
# The printed card of a unit: each number is asked of the rules, on a fresh unit hurt for the asking.


ME, FACES = 0, 6
RANGE = (5, 5)  # columns and rows of open ground
HERE, AHEAD = cell_of("E5"), cell_of("E4")
ARMORS = (3, 4, 5, 6, 7, 8, 9)  # from a squad to the thickest plate (TC-2.5)
ROLES = (
    (Role.COMMANDER, "Commander", "commander", Ability.BOOMING_VOICE),
    (Role.DRIVER, "Driver", "driver", Ability.DOUBLE),
    (Role.GUNNER, "Gunner", "gunner", Ability.BRING_IT_DOWN),
    (Role.LOADER, "Loader", "loader", Ability.QUICK_LOAD),
)


UNRULY = ("Not by the rules of building", "TC-2.24")


def unit_card(shelf: Shelf, build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a build, of a sample ({"build": name}) or of a bare unit ({"unit": kind})."""
    units = shelf.units()
    loadout, s = read(units, build), setup.open_board(*RANGE, options or {}, shelf)
    setup.muster(units, s.units[ME], 0, loadout, "", s.options)
    s.active, s.count, s.units[ME].cell = ME, 1, HERE
    return table_card(shelf, s, loadout, str(build.get("build", "")))


def table_card(shelf: Shelf, s: State, loadout: Loadout, sample: str) -> UnitCard:
    """The card of the unit on the table."""
    units = shelf.units()
    unit = units.units[loadout.unit]
    tank = unit.kind == "tank"
    card = UnitCard(
        name=loadout.name.strip() or sample or unit.name,
        kind_name=unit.name if unit.name[:2].isupper() else unit.name.lower(),
        figure=figure(unit),
        system="Tank Commander",
        points=price(units, s, loadout),
        plates=None if unit.kind == "squad" else loadout.armor.values,
        tracks=tuple(tracks(s)),
        facts=tuple(facts(units, s)),
        rounds=tuple(rounds_carried(s)),
        grids=tuple(grids(s)),
        crew=tuple(crew_lines(s, loadout)) if tank else (),
        fitted=tuple(purchase_lines(units, s, loadout)),
        ticks=("activated", "burning") if unit.kind in ("tank", "apc") else ("activated", "in cover"),
        notes=(*([UNRULY] if setup.is_unruly(shelf, loadout, s.options) else []), *notes(s)),
    )
    return painted(card, loadout.paint)


# ---------------------------------------------------------------- numbers


def price(units: Units, s: State, loadout: Loadout) -> str:
    """Points spent, for what is built by points."""
    if not units.units[loadout.unit].upgrade_points:
        return ""
    cost = build_cost(setup.offer_for(units, loadout, s.options), bought(loadout))
    return plural(cost, "point")


def tracks(s: State) -> Iterator[Track]:
    """Boxes for hull points, actions, and what is used up."""
    t = s.units[ME]
    yield Track("Hull", int(t.full))
    yield Track("Actions", allowance(s, ME), True)
    if t.upgrade[Upgrade.SMOKE] and s.options.smoke_charges > 0:
        yield Track("Smoke", int(s.options.smoke_charges))
    for upgrade, label in (
        (Upgrade.MINE, "Mines"),
        (Upgrade.AIR_SUPPORT, "Air strike"),
        (Upgrade.MEDKIT, "Medkit"),
    ):
        if t.upgrade[upgrade]:
            yield Track(label, int(t.upgrade[upgrade]))


def own_number(s: State, weapon: Weapon) -> int:
    """What a weapon needs to hit in the open (TC-7.13)."""
    return needed(s, ME, weapon, state.NOBODY, AHEAD, s.silent)


def facts(units: Units, s: State) -> Iterator[tuple[str, str]]:
    """How far it drives, how far and well it shoots."""
    t = s.units[ME]
    profile = list(units.units.values())[t.profile]
    ways = "forward" if profile.drive == "tracks" else "any way"
    yield "Moves", f"{movement_cap(s, ME)} {ways}"
    names = {Weapon.MAIN_GUN: "Gun", Weapon.MISSILE: "Missile", Weapon.AI_WEAPON: "AI weapon"}
    for weapon, name in names.items():
        if carries(s, weapon):
            yield name, f"range {day_range(s, ME, weapon)}, hits on {own_number(s, weapon)}+"
    if t.kind == Kind.APC:
        yield "Carries", plural(int(s.options.apc_capacity), "squad")


def carries(s: State, weapon: Weapon) -> bool:
    """Whether the unit has a weapon (table 2.4)."""
    kind = s.units[ME].kind
    if weapon == Weapon.AI_WEAPON:
        return bool(has_ai_weapon(s, ME))
    return bool(kind == (Kind.TANK if weapon == Weapon.MAIN_GUN else Kind.SQUAD))


def shells(s: State) -> list[Shell]:
    """Rounds it can shoot: a tank those it may load (TC-2.11), a squad both (TC-10.9)."""
    t = s.units[ME]
    if t.kind == Kind.SQUAD:
        return [Shell.AT, Shell.HE]
    return [shell for shell in (Shell.AT, Shell.HE) if why_no_load(s, ME, shell) == 0]


def rounds_carried(s: State) -> Iterator[str]:
    """Rounds that lie in the gun, to be ticked, with their strength (TC-5.10, TC-7.18)."""
    if s.units[ME].kind == Kind.TANK:
        for shell in shells(s):
            yield f"{shell.name} {int(s.strength[shell])}"


# ---------------------------------------------------------------- chances


def grids(s: State) -> Iterator[Grid]:
    """The die that penetrates by armor, and the chance that a shot hits and does so (TC-7.12, TC-7.19)."""
    if not shells(s):
        return
    rows = []
    weapon = Weapon.MAIN_GUN if s.units[ME].kind == Kind.TANK else Weapon.MISSILE
    number = own_number(s, weapon)
    for shell in shells(s):
        rows.append((shell.name, *(lowest(s, shell, armor) for armor in ARMORS)))
        rows.append(("chance", *(f"{chance(s, shell, armor, number)}%" for armor in ARMORS)))
    head = ("armor", *(str(armor) for armor in ARMORS))
    title = f"Penetrates on (one die); chance with {number}+ to hit"
    yield Grid(title, "TC-7.19", head, tuple(rows))


def faces_that(s: State, shell: Shell, armor: int) -> list[int]:
    """The faces of a die that go through."""
    return [face for face in range(1, FACES + 1) if penetrates(face, int(s.strength[shell]), armor)]


def lowest(s: State, shell: Shell, armor: int) -> str:
    """The lowest die that penetrates, or a dash."""
    faces = faces_that(s, shell, armor)
    return f"{faces[0]}+" if faces else "\u2013"


def chance(s: State, shell: Shell, armor: int, number: int) -> int:
    """Percent of shots in the open that hit and penetrate, to the nearest whole one."""
    hits = sum(bool(is_hit(s, face, number)) for face in range(1, FACES + 1))
    through = hits * len(faces_that(s, shell, armor))
    return round(100 * through / FACES**2)


# ---------------------------------------------------------------- crew


def crew_lines(s: State, loadout: Loadout) -> Iterator[CrewLine]:
    """The crew with what each wound takes away, and the ability that each has once (TC-6)."""
    names = loadout.crew.model_dump()
    for role, title, key, ability in ROLES:
        hurt, killed = (losses(s, role, health) for health in (Health.WOUNDED, Health.KILLED))
        yield CrewLine(title, names[key].strip(), hurt, killed, ability_text(s, ability))
    if s.units[ME].crew[Role.LIEUTENANT] != Health.ABSENT:
        note = "takes one vacant seat, serves as if hurt"
        yield CrewLine("Lt Cmdr", names["lieutenant"].strip(), "", "", "", note)


def losses(s: State, role: Role, health: Health) -> str:
    """What a crew member's state takes away (TC-6.15 to TC-6.18); the Lieutenant is not asked for help."""
    t = s.units[ME]
    before = allowance(s, ME), movement_cap(s, ME), own_number(s, Weapon.MAIN_GUN), load_cost(s, ME)
    spare, t.crew[role] = int(t.crew[role]), health
    after = allowance(s, ME), movement_cap(s, ME), own_number(s, Weapon.MAIN_GUN), load_cost(s, ME)
    barred = why_no_weapon(s, ME, Weapon.MAIN_GUN) != 0, why_no_load(s, ME, Shell.AT) != 0
    t.crew[role] = spare
    if role == Role.COMMANDER:
        return f"\u2212{before[0] - after[0]} AP"
    if role == Role.DRIVER:
        return f"\u2212{before[1] - after[1]} move" if after[1] else "stuck"
    if role == Role.GUNNER:
        return "no fire" if barred[0] else f"to hit: {after[2] - before[2]} more"
    return "no load" if barred[1] else f"load {after[3]} AP"


def ability_text(s: State, ability: Ability) -> str:
    """The ability's name and what it is worth, measured by declaring it (TC-6.3 to TC-6.10)."""
    t, name = s.units[ME], ABILITY_NAMES[ability]
    points, cost = allowance(s, ME), load_cost(s, ME)
    declare(s, ME, ability, OFF)
    gain, saved, number = allowance(s, ME) - points, load_cost(s, ME) != cost, own_number(s, Weapon.MAIN_GUN)
    worth = {
        Ability.BOOMING_VOICE: f", +{gain} AP",
        Ability.BRING_IT_DOWN: f" {number}+",
        Ability.QUICK_LOAD: f", {load_cost(s, ME)} AP" if saved else "",
    }
    t.ability, t.bonus, t.lent, t.used = state.NOBODY, 0, 0, [0] * len(t.used)
    return name + worth.get(ability, "")


# ---------------------------------------------------------------- words


def purchase_lines(units: Units, s: State, loadout: Loadout) -> Iterator[tuple[str, str]]:
    """What was bought, with its rule."""
    for name, count in loadout.counts.items():
        line = units.sold_to(loadout.unit).get(name) or units.sold_to("tank").get(name)
        if line:
            times = f" \u00d7 {count}" if count > 1 else ""
            text = setup.fill_values(line.text, s.options)
            yield f"{line.name}{times}: {text.rstrip('.')}", line.source


def notes(s: State) -> Iterator[tuple[str, str]]:
    """What is easily forgotten about the kind of unit."""
    kind = s.units[ME].kind
    if kind == Kind.SQUAD:
        yield "any hit destroys it", "TC-10.4"
    if kind == Kind.APC:
        yield "no crew to wound; a glancing hit does nothing", "TC-11.5"


# ---------------------------------------------------------------- kit
# What a real table needs for a battle of Tank Commander beside board, units and cards.


FEW = 6  # mines that are printed where none lie yet
PITCH, COUNTER = 30.0, 20.0  # millimetres: a hex across its flats, the side of a counter that fits into it

CHITS = (
    Chit("Activated", "\u2713", "TC-4.4", each=1, back="To come"),
    Chit("Loaded AT", "AT", "TC-5.10", each=1, back="Gun empty"),
    Chit("Loaded HE", "HE", "TC-5.11", each=1, back="Gun empty"),
    Chit("On fire", "F", "TC-8.6", count=6, drawing="x-fire"),
    Chit("Smoke", "S", "TC-5.13", count=8, drawing="x-smoke-2"),
    Chit("Rubble", "R", "TC-8.11", count=8),
    Chit("In cover", "C", "TC-10.12", count=4, drawing="x-cover"),
    Chit("Cobalt holds it", "A", "TC-13.12", count=3, back="Rust holds it", drawing="x-flag"),
)
MINE = Chit("Mine", "M", "TC-12.11")


def kit(s: State) -> Components:
    """Hexes of 30 mm, markers for loads, fires, smoke and what is held, and as many mines as lie there."""
    mines = max(FEW, sum(1 for cell in cells(s) if s.mine[cell]))
    return Components(
        PITCH,
        COUNTER,
        f"Hexes measure {PITCH:g} mm across their flats, counters {COUNTER:g} mm.",
        turrets=True,
        chits=(*CHITS, Chit(MINE.name, MINE.sign, MINE.rule, count=mines, drawing="x-mine")),
    )
