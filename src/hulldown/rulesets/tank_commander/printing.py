"""The printed card of a unit: each number is asked of the rules, on a fresh unit hurt for the asking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import blank
from hulldown.rulesets.api.garage import CrewLine, Grid, Track, UnitCard
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.painting import pattern_of, scheme_of
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander.armory import bought, fill_values, is_unruly, offer_for
from hulldown.rulesets.tank_commander.build import build_cost
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Health, Kind, Role, Shell, Upgrade, Weapon
from hulldown.rulesets.tank_commander.crew import allowance, declare, load_cost, movement_cap
from hulldown.rulesets.tank_commander.damage import penetrates
from hulldown.rulesets.tank_commander.equipment import day_range, has_ai_weapon, why_no_load
from hulldown.rulesets.tank_commander.garage import figure
from hulldown.rulesets.tank_commander.groundwork import open_board
from hulldown.rulesets.tank_commander.scenario import muster
from hulldown.rulesets.tank_commander.shooting import is_hit, needed, why_no_weapon
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.verdict import read
from hulldown.rulesets.tank_commander.vocabulary import ABILITY_NAMES

OFF = blank(Log)  # a log that keeps nothing
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


def unit_card(build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a build, of a sample ({"build": name}) or of a bare unit ({"unit": kind})."""
    loadout, s = read(build), open_board(*RANGE, options or {})
    muster(s.units[ME], 0, loadout, "", s.options)
    s.active, s.count, s.units[ME].cell = ME, 1, HERE
    return table_card(s, loadout, str(build.get("build", "")))


def table_card(s: State, loadout: Loadout, sample: str) -> UnitCard:
    """The card of the unit on the table."""
    unit = SHELF.units().units[loadout.unit]
    tank = unit.kind == "tank"
    look, pattern = scheme_of(loadout.paint), pattern_of(loadout.paint)
    return UnitCard(
        name=loadout.name.strip() or sample or unit.name,
        kind_name=unit.name if unit.name[:2].isupper() else unit.name.lower(),
        figure=figure(loadout.unit),
        system="Tank Commander",
        points=price(s, loadout),
        plates=None if unit.kind == "squad" else loadout.armor.values,
        tracks=tuple(tracks(s)),
        facts=tuple(facts(s)),
        rounds=tuple(rounds_carried(s)),
        grids=tuple(grids(s)),
        crew=tuple(crew_lines(s, loadout)) if tank else (),
        fitted=tuple(purchase_lines(s, loadout)),
        ticks=("activated", "burning") if unit.kind in ("tank", "apc") else ("activated", "in cover"),
        notes=(*([UNRULY] if is_unruly(loadout, s.options) else []), *notes(s)),
        scheme=look.name if look.tones else "",
        pattern=pattern.name if look.tones else "",
        tones=look.tones,
    )


# ---------------------------------------------------------------- numbers


def price(s: State, loadout: Loadout) -> str:
    """Points spent, for what is built by points."""
    if not SHELF.units().units[loadout.unit].upgrade_points:
        return ""
    cost = build_cost(offer_for(loadout, s.options), bought(loadout))
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
    return needed(s, ME, weapon, NOBODY, AHEAD, s.silent)


def facts(s: State) -> Iterator[tuple[str, str]]:
    """How far it drives, how far and well it shoots."""
    t = s.units[ME]
    profile = list(SHELF.units().units.values())[t.profile]
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
    t.ability, t.bonus, t.lent, t.used = NOBODY, 0, 0, [0] * len(t.used)
    return name + worth.get(ability, "")


# ---------------------------------------------------------------- words


def purchase_lines(s: State, loadout: Loadout) -> Iterator[tuple[str, str]]:
    """What was bought, with its rule."""
    units = SHELF.units()
    for name, count in loadout.counts.items():
        line = units.sold_to(loadout.unit).get(name) or units.sold_to("tank").get(name)
        if line:
            times = f" \u00d7 {count}" if count > 1 else ""
            text = fill_values(line.text, s.options)
            yield f"{line.name}{times}: {text.rstrip('.')}", line.source


def notes(s: State) -> Iterator[tuple[str, str]]:
    """What is easily forgotten about the kind of unit."""
    kind = s.units[ME].kind
    if kind == Kind.SQUAD:
        yield "any hit destroys it", "TC-10.4"
    if kind == Kind.APC:
        yield "no crew to wound; a glancing hit does nothing", "TC-11.5"
