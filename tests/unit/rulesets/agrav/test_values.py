"""Every number of `values.toml`: its rule answers as the rulebook prints it, and otherwise under another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.agrav import blows
from tests.unit.rulesets.agrav.blows import CANNON, HE_GUN
from tests.unit.rulesets.agrav.field import fence, plain, put
from tests.unit.rulesets.agrav.table import give, said, table, unit

from hulldown.catalogue import CatalogueError
from hulldown.conformance.suite import legal_orders
from hulldown.game import Game
from hulldown.kernel.actions import Terms, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.odds import exact
from hulldown.rulesets.agrav import armor, movement, shooting, turn, victory
from hulldown.rulesets.agrav.accuracy import COCKPIT, TURRET, WEAPON, accuracy_of, impact_accuracy
from hulldown.rulesets.agrav.armor import FINE, effective, heat_step, multiplier, ram_penetration20
from hulldown.rulesets.agrav.catalogue import SHELF, Built
from hulldown.rulesets.agrav.damage import (
    activate,
    arriving,
    check_stun,
    hit_section,
    models_hit,
    receive,
    regenerate,
    takes_charge,
)
from hulldown.rulesets.agrav.events import Why, rammed
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.garage import unit_card
from hulldown.rulesets.agrav.setup import blank_state, build_section, field_unit
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    Chassis,
    Face,
    Ground,
    Mode,
    Occasion,
    Options,
    Part,
    Shield,
    State,
    Unit,
    Verb,
    Way,
    tile_at,
)
from hulldown.rulesets.agrav.state import Stabiliser as Steady
from hulldown.rulesets.agrav.table import in_cone, lay_smoke, takes_smoke
from hulldown.rulesets.agrav.victory import crippled, judge_limit, points, unpack_fate
from hulldown.rulesets.common.explanation import OFF, open_log

Choice = Mapping[str, Any]
Ask = Callable[[Choice], Any]
AT = (4, 4)
DUEL = [("bastion", "F7")], [("strider", "F2", "S")]


def under(o: Choice) -> Options:
    return SHELF.options_under(o)


# ---------------------------------------------------------------- what is asked, of a game under any options


def aim(
    tiles: int = 0, steady: Steady = Steady.NONE, at: int = 0, mode: Mode = Mode.DIRECT, **more: int
) -> Ask:
    """The accuracy of a shot; `tiles` were moved by the shooter, `at` by the target."""

    def ask(o: Choice) -> int:
        last = (more.get("sensors", 0), more.get("occasion", Occasion.ORDER), more.get("stun", 0))
        return accuracy_of(under(o), tiles, 0, steady, at, mode, *last, more.get("parts", 0), blank(Terms))

    return ask


def lands(tiles: int) -> Ask:
    """The accuracy of a second roll."""
    return lambda o: impact_accuracy(under(o), tiles, 0, 0, blank(Terms))


def stepping(what: str, way: Way = Way.N, debris: bool = False, fenced: bool = False) -> Ask:
    """Mobility of a step of a unit that faces north."""

    def ask(o: Choice) -> int:
        s = plain(options=o)
        put(s, what, AT)
        s.ground[tile_at(4, 3)] = Ground.DEBRIS if debris else Ground.CLEAR
        if fenced:
            fence(s, (4, 3), "S")
        return movement.step_cost(s, 0, way)

    return ask


def turning(what: str, choice: int = 1) -> Ask:
    """Mobility of a turn, 2 being about."""

    def ask(o: Choice) -> int:
        s = plain(options=o)
        put(s, what, AT)
        return movement.turn_cost(s, 0, choice)

    return ask


def one(what: str, ask: Callable[[State, Unit], Any], shield: bool = False, **now: int) -> Ask:
    """Something about a fresh unit, of which some fields are otherwise."""

    def asked(o: Choice) -> Any:
        s = blows.target(what, o, shield)
        for name, amount in now.items():
            setattr(s.units[0], name, amount)
        return ask(s, s.units[0])

    return asked


def struck(ask: Callable[[Unit], int], shot: tuple[int, ...], face: Face = Face.FRONT, **screen: int) -> Ask:
    """A fresh bastion after one shot; its shield stands if something is said of it (`state=1`: active)."""

    def asked(o: Choice) -> int:
        s = blows.target("bastion", o, bool(screen))
        for name, amount in screen.items():
            setattr(s.units[0].shield, name, amount)
        blows.shoot(s, shot, face)
        return int(ask(s.units[0]))

    return asked


def charge(u: Unit) -> int:
    return int(u.shield.charge)


def health(u: Unit) -> int:
    return int(u.health)


def shield_after(state: Shield, rule: Callable[[Options, Any], Any]) -> Ask:
    """The charge of a bastion's shield, 100 of 150 before, after a rule."""

    def ask(s: State, u: Unit) -> int:
        u.shield.state, u.shield.charge = state, 1000
        rule(s.options, u.shield)
        return charge(u)

    return one("bastion", ask, True)


def received(s: State, u: Unit) -> int:
    """The example of AG-14.6: 80 of 100, 200 by default; 80 arrive."""
    u.shield.full, u.shield.maximum, u.shield.charge = 2000, 1000, 800
    receive(s.options, u.shield, 800)
    return charge(u)


def reaches(ask: Callable[[State, int], Any], tile: tuple[int, int]) -> Ask:
    """What a pavise at (4, 4) can do as far as a tile with a friend on it, or with nobody."""

    def asked(o: Choice) -> bool:
        s = plain(options=o)
        put(s, "pavise", AT)
        if ask is takes:
            put(s, "bastion", tile)
        return bool(ask(s, tile_at(*tile)))

    return asked


def takes(s: State, tile: int) -> bool:
    return takes_charge(s, 0, 1)


def smokes(s: State, tile: int) -> bool:
    return takes_smoke(s, 0, tile)


def covers(what: str, tile: tuple[int, int]) -> Ask:
    """Whether the first weapon of a unit at (4, 4), set to the north, watches a tile."""

    def asked(o: Choice) -> bool:
        s = plain(options=o)
        put(s, what, AT).weapon[0].cone = Way.N
        return shooting.watches(s, 0, 0, tile_at(*tile))

    return asked


def again(o: Choice) -> bool:
    """Whether a miss at a section is rolled again."""
    return shooting.rerolls(building("low")(o), -1, 0)


def stunned(s: State, u: Unit) -> int:
    check_stun(s, 0, OFF)
    return int(u.stun)


def cooled(s: State, u: Unit) -> tuple[int, int]:
    """Durability and heat after the heat step."""
    heat_step(s, 0, OFF)
    return int(u.durability), int(u.heat)


def from_above(s: State, u: Unit) -> Fraction:
    """How thick the top is now."""
    over = effective(s.options, u, multiplier(u.chassis, Face.TOP))
    return Fraction(over, FINE * u.durability_full)


def last_of(number: int) -> Callable[[State, Unit], int]:
    """Where a band of the crit table ends, in half points."""
    return lambda s, u: int(u.part[number].last)


def after_crit(part: Part, ask: Callable[[State, Unit], int], what: str = "pavise", **now: int) -> Ask:
    """Something of a unit with one crit on a part."""

    def asked(s: State, u: Unit) -> int:
        armor.harm(s.options, u, blows.index(u, part), 1)
        return int(ask(s, u))

    return one(what, asked, **now)


def energy(s: State, u: Unit) -> int:
    return armor.energy_limit(s.options, u)


def building(height: str, *features: str) -> Callable[[Choice], State]:
    """A section by itself."""

    def made(o: Choice) -> State:
        s = blank_state(o)
        build_section(s, [tile_at(*AT)], Built(height, features))
        return s

    return made


def durability(height: str, *features: str) -> Ask:
    return lambda o: int(building(height, *features)(o).section[0].durability)


def shelled(damage: int, height: str, *features: str, high: int = 0) -> Ask:
    """What a section has left after a hit, in points."""

    def ask(o: Choice) -> int:
        s = building(height, *features)(o)
        hit_section(s, 0, 10 * damage, 0, 0, high, OFF)
        return int(s.section[0].durability) // 10

    return ask


def rams(ask: Callable[[State, int], Any]) -> Ask:
    """A bastion before a barricade, with an enemy beyond it once it is gone."""

    def asked(o: Choice) -> Any:
        s = plain(options=o)
        put(s, "bastion", AT)
        return ask(s, fence(s, (4, 3), "S"))

    return asked


def own_damage(s: State, b: int) -> int:
    log = open_log()
    movement.ram_barricade(s, 0, BARRICADE + b, new_dice(1), log)
    return int(rammed.rows(log)[0].own)


def with_one_left(s: State, b: int) -> Why:
    """Whether a tank with 1 mobility rams the enemy ahead."""
    s.south[tile_at(4, 3)] = -1
    put(s, "terrier", (4, 3), side=1)
    s.units[0].left = 1
    return Why.of(movement.why_not_ram(s, 0, 1, 0))


def laid(o: Choice) -> int:
    s = plain(options=o)
    lay_smoke(s, tile_at(*AT), 0)
    return int(s.smoke[tile_at(*AT)])


def ended(o: Choice) -> int:
    """Who wins with 15 points more."""
    s = blank_state(o)
    for side in range(2):
        field_unit(SHELF, s, side, "bastion", tile_at(4, 4 * side))
    s.score[0] = 15
    judge_limit(s, OFF)
    return int(s.winner)


def worth(s: State, u: Unit) -> int:
    """Points of the enemy for a bastion (60) that has lost 300 of 390 health."""
    u.health = 900
    return points(s, 1)


def in_third_row(o: Choice) -> bool:
    s = blank_state(o, 10, 10)
    return turn.in_zone(s, 0, tile_at(4, 7))


# ---------------------------------------------------------------- one case for each


class Case(NamedTuple):
    """A question, another value and both answers, worked out by hand."""

    ask: Ask
    other: Any
    printed: Any
    then: Any
    besides: Choice = MappingProxyType({})


FULL, PARTIAL, LOW = Steady.FULL, Steady.PARTIAL, Mode.LOW
CASES = {
    # ---- movement: what it costs (AG-3, AG-7)
    "debris_cost": Case(stepping("bastion", debris=True), 3, 2, 4),
    "barricade_cost": Case(stepping("strider", fenced=True), 3, 2, 4),
    "infantry_barricade_cost": Case(stepping("troopers", fenced=True), 3, 2, 4),
    "tank_step": Case(stepping("bastion"), 2, 1, 2),
    "tank_turn": Case(turning("bastion", 2), 2, 2, 4),
    "walker_step": Case(stepping("strider"), 3, 1, 3),
    "walker_strafe": Case(stepping("strider", Way.E), 3, 2, 3),
    "walker_turn": Case(turning("strider"), 2, 1, 2),
    "agrav_step": Case(stepping("kestrel", Way.NE), 2, 1, 2),
    "agrav_free_turns": Case(turning("kestrel", 2), 2, 1, 0),
    "agrav_turn": Case(turning("kestrel", 2), 3, 1, 3),
    "infantry_step": Case(stepping("troopers"), 2, 1, 2),
    "deployment_rows": Case(in_third_row, 2, True, False),
    # ---- accuracy (AG-8, AG-15 to AG-18): 80 less what stands beside it
    "base_accuracy": Case(aim(), 70, 80, 70),
    "moving_penalty": Case(aim(1), 30, 80 - 25, 80 - 35),
    "tile_penalty": Case(aim(2), 10, 80 - 30, 80 - 40),
    "accuracy_floor": Case(aim(20), 10, 5, 10),
    "stabilised_tiles": Case(aim(6, FULL), 3, 80 - 15, 80 - 10),
    "fast_from": Case(aim(at=8), 10, 75, 80),
    "fast_penalty": Case(aim(at=8), 10, 75, 70),
    "faster_penalty": Case(aim(at=10), 10, 70, 65),
    "faster_tiles": Case(aim(at=10), 4, 70, 75),
    "partial_moving_penalty": Case(aim(1, PARTIAL), 15, 65, 60),
    "cockpit_penalty": Case(aim(parts=COCKPIT), 15, 70, 65),
    "weapon_penalty": Case(aim(parts=WEAPON), 30, 60, 50),
    "turret_penalty": Case(aim(parts=TURRET), 15, 70, 65),
    "stun_penalty": Case(aim(stun=2), 40, 30, 40),
    "shaken_penalty": Case(aim(stun=1), 30, 60, 50),
    "stun_mobility": Case(one("terrier", lambda s, u: movement.mobility_now(s.options, u), stun=2), 25, 3, 1),
    "reaction_penalty": Case(aim(occasion=Occasion.REACTION), 35, 55, 45),
    "corner_penalty": Case(aim(occasion=Occasion.CORNER), 20, 65, 60),
    "high_act_penalty": Case(aim(occasion=Occasion.CORNER_HIGH_ACT), 10, 75, 70),
    "reaction_cone": Case(covers("bastion", (7, 3)), 150, False, True),  # 71.6 degrees aside
    "fixed_arc": Case(covers("kestrel", (5, 3)), 60, True, False),  # 45 degrees aside
    "indirect_penalty": Case(aim(mode=Mode.LOW_INDIRECT, sensors=2), 50, 80 - 30, 80 - 40),
    "sensor_bonus": Case(aim(mode=Mode.LOW_INDIRECT, sensors=2), 10, 80 - 30, 80 - 20),
    "low_angle_penalty": Case(aim(at=2, mode=LOW), 10, 70, 60),
    "landing_accuracy": Case(lands(2), 90, 90, 80),
    "landing_penalty": Case(lands(2), 10, 90, 80),
    "missile_accuracy": Case(aim(mode=Mode.TOP), 90, 100, 90),
    "spotted_missile_accuracy": Case(aim(mode=Mode.TOP_INDIRECT, sensors=8), 90, 100, 90),
    # ---- shields: a bastion's, 50 thick with 150 charge (AG-13, AG-14); tracks are in tenths
    "shield_stopped": Case(struck(charge, (40, 70, 0, 0, 0), state=1), 100, 1500 - 350, 800),
    "shield_through": Case(struck(charge, (100, 70, 0, 0, 0), state=1), 50, 800, 1500 - 350),
    "crack_thickness": Case(struck(charge, CANNON, state=1), 3, 450, 800),
    "shield_cracked": Case(struck(charge, CANNON, state=1), 200, 1500 - 1050, 1500 - 1400),
    "crack_turns": Case(struck(lambda u: u.shield.crack, CANNON, state=1), 3, 2, 3),
    "active_gain": Case(shield_after(Shield.ACTIVE, regenerate), 2, 1015, 1030),
    "inactive_gain": Case(shield_after(Shield.INACTIVE, regenerate), 4, 1030, 1060),
    "reset_turns": Case(struck(lambda u: u.shield.reset, CANNON, charge=100), 3, 5, 3),
    "activation_cost": Case(shield_after(Shield.INACTIVE, activate), 10, 950, 900),
    "activation_damage": Case(struck(charge, (100, 30, 0, 0, 0), activated=1), 3, 900, 600),
    "transfer_range": Case(reaches(takes, (6, 4)), 2, False, True),
    "transfer_loss": Case(lambda o: arriving(under(o), 1000, 0), 50, 800, 500),
    "damaged_transfer_loss": Case(lambda o: arriving(under(o), 1000, 1), 70, 500, 300),
    "overcharge_loss": Case(one("bastion", received), 25, 1300, 1450),
    # ---- stun at a quarter of 390 health (AG-15), squads
    "stun_share": Case(one("bastion", stunned, lost_health=1000), 40, 2, 0),
    "stun_shield_share": Case(one("bastion", stunned, lost_charge=1000), 100, 0, 2),
    "area_damage": Case(lambda o: models_hit(under(o), 900, 1, 5), 50, 4, 2),
    # ---- armour: a bastion's front is 108 thick, its rear 45 (AG-9.4, AG-9.5, AG-10, AG-11)
    "durability_cap": Case(struck(lambda u: u.durability, HE_GUN, Face.REAR), 1, 2000 - 1300, 2000 - 900),
    "heat_loss": Case(one("bastion", from_above, heat=450), 100, Fraction(135, 2), 45),
    "heat_limit": Case(one("bastion", cooled, heat=2000), 3, (1980, 1711), (2000, 1910)),
    "heat_per_durability": Case(one("bastion", cooled, heat=2000), 5, (1980, 1711), (1960, 1712)),
    "cooling": Case(one("bastion", cooled, heat=500), 5, (2000, 410), (2000, 320)),
    # ---- behind it: 11.85 of the cannon and 22 of splinters; 27.69 of HE and as much again
    "spall_cap": Case(struck(health, CANNON), 0, 3900 - 338, 3900 - 118),
    "he_cap": Case(struck(health, HE_GUN, Face.REAR), 0, 3900 - 554, 3900 - 277),
    "he_damage": Case(struck(health, HE_GUN, Face.REAR), 3, 3900 - 554, 3900 - 831),
    "first_crit": Case(lambda o: armor.lost_quarters(under(o), 1000, 150), 10, 0, 1),
    "second_crit": Case(lambda o: armor.lost_quarters(under(o), 1000, 350), 30, 1, 2),
    "third_crit": Case(lambda o: armor.lost_quarters(under(o), 1000, 550), 50, 2, 3),
    "fourth_crit": Case(lambda o: armor.lost_quarters(under(o), 1000, 750), 70, 3, 4),
    "weapon_band": Case(one("terrier", last_of(4)), 1, 42, 48),  # the 75 mm gun, after 18
    "other_band": Case(one("terrier", last_of(6)), 1, 48, 51),  # its turret, after 22.5
    # ---- what a first crit leaves (table 3.10)
    "damaged_drive": Case(after_crit(Part.DRIVE, lambda s, u: u.left, left=5), 80, 2, 4),
    "damaged_shield": Case(after_crit(Part.SHIELD, lambda s, u: u.shield.full), 25, 1000, 500),
    "damaged_generator": Case(after_crit(Part.GENERATOR, lambda s, u: u.output, "strider"), 80, 3, 5),
    "damaged_capacitor": Case(after_crit(Part.CAPACITOR, energy, "strider"), 25, 7 + 2, 7 + 1),
    "damaged_ammo": Case(after_crit(Part.AMMO, lambda s, u: u.weapon[0].loads), 75, 6, 9),
    "damaged_smoke": Case(after_crit(Part.SMOKE, lambda s, u: u.smoke), 0, 1, 0),
    "part_health": Case(one("terrier", lambda s, u: u.health), 8, 2550, 8 * 200 + 550),
    "gun_health": Case(one("terrier", lambda s, u: u.health), 2, 2550, 2000 + 220),
    "plate_health": Case(
        one("terrier", lambda s, u: u.health), 5, 2550 + 900, 2550 + 450, {"armour_counts_as_part": True}
    ),
    # ---- rams (AG-19)
    "rammed_barricade_damage": Case(rams(own_damage), 50, 1000, 500),
    "ram_penetration": Case(lambda o: ram_penetration20(under(o), 1700), 100, 20 * 85, 20 * 170),
    "ram_tile_damage": Case(
        one("bastion", lambda s, u: movement.tank_damage(s.options, u, 4)), 30, 900 + 800, 900 + 1200
    ),
    "stomp_damage": Case(lambda o: movement.stomp_damage(under(o), Chassis.WALKER, 2), 150, 1800, 2300),
    "stomp_tank_damage": Case(lambda o: movement.stomp_damage(under(o), Chassis.TANK, 2), 50, 2800, 2300),
    "stomp_mobility_damage": Case(lambda o: movement.stomp_damage(under(o), Chassis.AGRAV, 2), 30, 800, 600),
    "ram_cost": Case(rams(with_one_left), 2, Why.ALLOWED, Why.NO_MOBILITY),
    "barricade_ram_cost": Case(rams(lambda s, b: movement.barricade_cost(s, 0, tile_at(4, 3))), 2, 1, 2),
    # ---- structures, explosions, smoke (AG-20, AG-22)
    "barricade_durability": Case(rams(lambda s, b: s.barricade[b].durability), 100, 2000, 1000),
    "high_durability": Case(durability("high"), 800, 10_000, 8000),
    "low_durability": Case(durability("low"), 400, 5000, 4000),
    "ruin_factor": Case(durability("ruin"), 2, 15_000, 20_000),
    "structure_rerolls": Case(again, 0, True, False),
    "fell_share": Case(shelled(160, "low"), 40, 0, 340),
    "reinforced": Case(shelled(140, "low", "reinforced"), 50, 460, 410),
    "weak_share": Case(durability("high", "weak"), 25, 5000, 2500),
    "hardened_share": Case(shelled(300, "high", "hardened", high=1), 20, 950, 860),
    "near_blast": Case(lambda o: turn.blast(under(o), 2), 2, 1500, 3000),
    "near_blast_damage": Case(lambda o: turn.blast(under(o), 1), 200, 3000, 2000),
    "near_blast_penetration": Case(lambda o: turn.blast_penetration(under(o), 1), 100, 150, 100),
    "blast_reach": Case(lambda o: turn.blast(under(o), 2), 1, 1500, 0),
    "far_blast_damage": Case(lambda o: turn.blast(under(o), 2), 100, 1500, 1000),
    "far_blast_penetration": Case(lambda o: turn.blast_penetration(under(o), 2), 50, 75, 50),
    "smoke_turns": Case(laid, 5, 3, 5),
    "discharger_uses": Case(one("kestrel", lambda s, u: u.smoke), 3, 2, 3),
    "smoke_range": Case(reaches(smokes, (7, 4)), 3, False, True),
    # ---- victory (AG-23)
    "crippled_share": Case(one("bastion", lambda s, u: crippled(s.options, u), health=1900), 50, False, True),
    "crippled_value": Case(one("bastion", worth), 25, 30, 15),
    "winning_lead": Case(ended, 20, 0, 2),
}


def test_every_value_has_a_case() -> None:
    assert CASES.keys() == SHELF.values().keys()


@pytest.mark.parametrize("name", CASES)
def test_a_value_changes_the_answer_of_its_rule(name: str) -> None:
    case = CASES[name]
    assert case.ask(case.besides) == case.printed
    assert case.ask({**case.besides, name: case.other}) == case.then != case.printed


# ahead: a column; one more on each side of its end; a half of the square less its diagonals; a half with its
# edge; all but the mirror image of the first half
CONES = {1: 2, 60: 2 + 2, 90: 3 + 5, 180: 10 + 4, 270: 24 - (1 + 3), 360: 24}


@pytest.mark.parametrize("degrees", CONES)
def test_a_cone_of_any_width(degrees: int) -> None:
    """AG-16.1: the tiles in it of those within two; its own tile never."""
    around = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    for way in (Way.N, Way.E, Way.S, Way.W):
        assert sum(in_cone(degrees, way, dx, dy) for dx, dy in around) == CONES[degrees]
    assert not any(in_cone(degrees, way, 0, 0) for way in Way)


# ---------------------------------------------------------------- everything that follows


ODDS = {"base_accuracy": 60, "shield_cracked": 80, "crack_thickness": 3, "fast_from": 3, "shaken_penalty": 35}


def shield_left(s: State, faces: range) -> dict[int, Fraction]:
    """The charge of the strider's shield after the cannon's shot, on every face of the die."""
    played = Counter(charge(unit(give(s, "A1 fire cannon100 B1", face), "B1")) for face in faces)
    return {left: Fraction(count, len(faces)) for left, count in played.items()}


@pytest.mark.parametrize("name", ODDS)
def test_exact_odds_are_those_of_play(name: str) -> None:
    """AG-8.11, AG-13.16: what is walked is what is played, under a changed number too."""
    found = []
    for o in ({}, {name: ODDS[name]}):
        s = table(*DUEL, options=o, shields=True)
        unit(s, "A1").stun, unit(s, "B1").last_tiles = 1, 4
        plan = [RULESET.speech.parse_action(s, 0, "A1 fire cannon100 B1")]
        walked = exact(RULESET, s, plan).map(lambda number: unpack_fate(number).charge).chances()
        assert walked == shield_left(s, range(1, 101))
        found.append(walked)
    assert found[0] != found[1]


def test_odds_of_a_crit_that_comes_earlier() -> None:
    """AG-12.7."""
    o = {"first_crit": 5}
    s = table([("bastion", "F7")], [("strider", "F2", "S")], options=o)
    plan = [RULESET.speech.parse_action(s, 0, "A1 fire cannon100 B1")]
    crit = exact(RULESET, s, plan).map(lambda number: bool(unpack_fate(number).crits)).chances()
    # 130 against 70: 59.6 of 415 lost is over 5%; the d60 has 41 faces with a part
    assert crit[True] == Fraction(80, 100) * Fraction(41, 60)


def order_texts(s: State) -> list[str]:
    seat = 0 if RULESET.rules.to_act(s) & 1 else 1
    return [RULESET.speech.action_text(s, a) for a in legal_orders(RULESET, s, seat)]


def test_the_printed_numbers_given_one_by_one_change_nothing() -> None:
    """No digest, no order is another when every number is chosen as it is printed."""
    printed = {name: one.default for name, one in SHELF.values().items()}
    for scenario in SHELF.scenario_names():
        plainly, chosen = RULESET.set_up(scenario), RULESET.set_up(scenario, printed)
        assert RULESET.digest(plainly) == RULESET.digest(chosen)
        assert order_texts(plainly) == order_texts(chosen)


@pytest.mark.parametrize("name", CASES)
def test_a_number_beyond_its_bounds_is_refused(name: str) -> None:
    for number in (SHELF.values()[name].low - 1, SHELF.values()[name].high + 1):
        with pytest.raises(CatalogueError, match=name):
            under({name: number})


def test_the_widest_numbers_stay_within_64_bits() -> None:
    """AG-1.10: what is rounded of the hardest hits on the thickest plate, and what odds pack of health."""
    most = {name: int(one.high) for name, one in SHELF.values().items()}
    plate = 4000  # tenths of durability (AG-5.6)
    stomp = most["stomp_damage"] + most["stomp_tank_damage"] + 7 * most["stomp_mobility_damage"]
    tank = 120 + 8 * most["ram_tile_damage"]
    for damage, penetration, he in (
        (most["near_blast_damage"], most["near_blast_penetration"], True),
        (stomp, stomp, False),  # as penetrating as it is hard
        (tank, tank, False),
        (most["rammed_barricade_damage"], most["rammed_barricade_damage"], False),
        (160, 75, True),  # the hardest weapons (table 3.5)
        (90, 170, False),
    ):
        p, tenth = FINE // 20 * 20 * penetration * plate, FINE // 10 * plate
        base = 10 * damage * p * tenth
        bonus = base * (most["he_damage"] - 1) if he else p * p
        assert 2 * (base + bonus) * most["activation_damage"] + p * tenth < 1 << 63
    assert 10 * 80 * most["part_health"] < victory.HEALTH  # the points of a heavy vehicle, in tenths


def test_words_tell_the_numbers_in_force() -> None:
    """AG-13.4, AG-14.3, AG-23.2: refusals, sentences, cards and the printed sheet."""
    o = {
        "transfer_range": 3,
        "winning_lead": 25,
        "shield_cracked": 200,
        "weapon_penalty": 35,
        "crack_turns": 4,
    }
    s = table(*DUEL, options=o, shields=True)
    assert RULESET.speech.refusal_of is not None
    refused = RULESET.speech.refusal_of(s, make(0, Verb.END), Why.TRANSFER_TARGET)
    assert refused.text == "the target needs an active shield within 3 tiles"
    assert "25 points ahead" in RULESET.table.status(s, 0).extras["goal"]
    told = " ".join(sentence.text for sentence in said(s, "A1 fire cannon100 B1", 1))
    assert "70 x 200% = 140" in told and "cracked for 4 own turns" in told
    sheet = str(unit_card(SHELF, {"unit": "bastion"}, o))
    assert "-35% with it" in sheet and "2 times and cracked over 100" in sheet


def test_a_changed_game_is_saved_and_comes_back() -> None:
    game = Game.new("agrav", "crossroads", seed=1, options={"base_accuracy": 65, "ruin_factor": "1.25"})
    again = Game.load(game.save())
    assert again.digest == game.digest != Game.new("agrav", "crossroads", seed=1).digest
