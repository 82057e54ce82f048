"""Each number of `values.toml` changed, and what its rule answers before and after: worked out by hand."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.answers.tank_commander.posing import recruit, stand
from tests.unit.rulesets.tank_commander.table import (
    board,
    duel,
    give,
    hurt,
    patrol,
    place,
    refused,
    rider,
    turn_of,
)

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy, digest
from hulldown.odds import odds
from hulldown.rulesets import get
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.tank_commander import crew, victory
from hulldown.rulesets.tank_commander.actions import apply, every_order
from hulldown.rulesets.tank_commander.air import (
    aa_fails_on,
    fire_flare,
    is_lit,
    near_enemy,
    roll_weather,
    strike_hits_unit,
    strike_needed,
)
from hulldown.rulesets.tank_commander.campaign.planning import (
    Aftermath,
    Fought,
    Member,
    Side,
    Tank,
    opening_of,
    rank_of,
    read_plan,
)
from hulldown.rulesets.tank_commander.crew import day_range
from hulldown.rulesets.tank_commander.garage import judge
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.movement import drive_points
from hulldown.rulesets.tank_commander.odds import explainer
from hulldown.rulesets.tank_commander.orders import orders
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.shooting import needed, weapon_range
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    Health,
    Mission,
    Rank,
    Role,
    Shell,
    Standing,
    State,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.words import ability_name, parse_action

TC = get("tank_commander")
Chosen = Mapping[str, Any]
Ask = Callable[[Chosen], Any]
Act = Callable[[State, Dice], None]


class Case(NamedTuple):
    """A question, what the rulebook answers, and what is answered under another number."""

    ask: Ask
    printed: Any
    changed: int
    then: Any


# ---------------------------------------------------------------- questions


def number(chosen: Chosen, weapon: Weapon = Weapon.MAIN_GUN, squad: bool = False, **given: Any) -> int:
    """What A1 at E8 needs to hit B1 at E5, or a squad there that has taken cover (TC-7.13)."""
    storm, wounded, ability = (
        given.pop("storm", 0),
        given.pop("gunner", Health.OK),
        given.pop("ability", NOBODY),
    )
    s = duel(options=chosen, **given)
    s.storm, s.units[0].ability, s.units[0].rank[Role.GUNNER] = storm, ability, Rank.ACE
    s.units[1].covered = int(squad)
    hurt(s, 0, gunner=wounded)
    return int(needed(s, 0, weapon, 1, cell_of("E5"), s.silent))


def shot(**given: Any) -> Ask:
    return lambda chosen: number(chosen, **given)


def price(order: str, *dice: int, pose: Callable[[Chosen], State] | None = None, **given: Any) -> Ask:
    """The action points that an order of A1 costs, and that one point less is too little (TC-5.2)."""

    def ask(chosen: Chosen) -> int:
        s = pose(chosen) if pose else duel(options=chosen, **given)
        cost = give(s, order, *dice).units[0].spent - s.units[0].spent
        s.units[0].spent += crew.remaining_points(s, 0) - cost
        assert refused(s, order) == "allowed"
        s.units[0].spent += 1
        assert refused(s, order) == "no_ap" and not offers(s, order)
        return int(cost)

    return ask


def offers(s: State, order: str) -> bool:
    """Whether a player finds an order among those that can be given."""
    wanted = parse_action(s, int(s.seat), order)
    return any(a == wanted for a in every_order(s, int(s.seat)))


def chance(pose: Callable[[Chosen], State], act: Act, holds: Callable[[State], bool]) -> Ask:
    """The exact chance that something holds after an act."""

    def ask(chosen: Chosen) -> Fraction:
        before = pose(chosen)

        def play(d: Dice) -> bool:
            s = copy(before)
            act(s, d)
            return bool(holds(s))

        return chances(play).get(True, Fraction(0))

    return ask


def lost_hull(u: int) -> Callable[[State], bool]:
    return lambda s: s.units[u].points < s.units[u].full


def gone(s: State) -> bool:
    return bool(s.units[0].standing == Standing.DESTROYED)


def burning(s: State) -> bool:
    return bool(s.units[1].burning)


def wounded(s: State) -> bool:
    return Health.WOUNDED in s.units[1].crew


def stormy(s: State) -> bool:
    return bool(s.storm)


def rule(of: Callable[..., None], *given: int) -> Act:
    """A rule that throws dice."""
    return lambda s, d: of(s, *given, d, OFF)


def tank(**given: Any) -> Callable[[Chosen], State]:
    """The usual two tanks."""
    return lambda chosen: duel(options=chosen, **given)


def order(text: str) -> Act:
    """An order of A1, with all that follows from it."""
    return lambda s, d: apply(s, parse_action(s, int(s.seat), text), d, OFF)


def pierces(pose: Callable[[Chosen], State]) -> Ask:
    """The chance that a shot of A1 hits and penetrates."""
    return chance(pose, order("A1 fire B1"), lost_hull(1))


def drives_onto_mine(chosen: Chosen) -> Fraction:
    """The chance that the mine ahead of A1 penetrates its rear armor, 6 as all of it."""
    mined = tank(theirs="J1", mines=["E7"])
    return Fraction(chance(mined, order("A1 move"), lost_hull(0))(chosen))


def limit(upgrades: Sequence[str] = (), armor: Sequence[int] = (6, 6, 6), driver: Health = Health.OK) -> Ask:
    """The movement cap of a tank (TC-5.5)."""

    def ask(chosen: Chosen) -> int:
        s = board({"heavy_light_armor": True, **chosen})
        u = recruit(s, 0, armor=armor, upgrades=upgrades)
        hurt(s, u, driver=driver)
        return int(crew.movement_cap(s, u))

    return ask


def points(commander: Health = Health.OK, ability: str = "") -> Ask:
    """The action points of a tank (TC-6.15, TC-6.4)."""

    def ask(chosen: Chosen) -> int:
        s = duel(options=chosen)
        hurt(s, 0, commander=commander)
        return int(crew.remaining_points(give(s, f"A1 ability {ability}") if ability else s, 0))

    return ask


def loading(loader: Health = Health.OK, ability: int = NOBODY) -> Ask:
    def ask(chosen: Chosen) -> int:
        s = duel(options=chosen)
        hurt(s, 0, loader=loader)
        s.units[0].ability = ability
        return int(crew.load_cost(s, 0))

    return ask


def budget(**chosen: Any) -> Ask:
    return lambda more: judge(SHELF, {"unit": "tank"}, {**chosen, **more}).budget


def beside_squad(chosen: Chosen) -> State:
    """A1 with an anti-infantry weapon; B2 is a squad two hexes ahead."""
    s = duel(theirs="J1", upgrades=["ai"], options=chosen)
    place(s, 1, "infantry", "E6")
    return s


def on_fire(chosen: Chosen) -> State:
    s = duel(options=chosen)
    s.units[0].burning = 1
    return s


def squad(**given: Any) -> Callable[[Chosen], State]:
    """A1 is a squad at E5, A2 its tank beside it, B2 an enemy three hexes off."""

    def pose(chosen: Chosen) -> State:
        s = patrol(options=chosen, **given)
        place(s, 1, "tank", "E2", "S")
        place(s, 0, "tank", "E6")
        return s

    return pose


def stuck(kind: str) -> Callable[[Chosen], State]:
    """A1 of a kind stands in mud."""

    def pose(chosen: Chosen) -> State:
        s = board({"exotic_units": True, **chosen}, terrain={"E8": "mud"})
        place(s, 0, kind, "E8")
        place(s, 1, "tank", "J1")
        return turn_of(s, 0)

    return pose


def mounted(chosen: Chosen) -> str:
    """Whether a squad that has mounted may dismount in the same activation."""
    s = duel(options=chosen)
    turn_of(s, rider(s, 0)).units[2].boarded = 1
    return refused(s, "A2 dismount E9")


def far_smoke(chosen: Chosen) -> str:
    """Whether smoke can be laid three hexes away."""
    return refused(duel(upgrades=["smoke"], options=chosen), "A1 smoke H7")


def weathered(chosen: Chosen) -> State:
    return board({"weather": True, **chosen})


def bold_moves(chosen: Chosen) -> int:
    """What three moves of the driver's ability cost; what is left over of it is free (TC-6.6)."""
    s = give(duel(theirs="J1", options=chosen), "A1 ability driver double")
    for _ in range(3):
        s = give(s, "A1 move")
    return int(s.units[0].spent)


def run(chosen: Chosen) -> int:
    """How far a tank can be ordered to drive straight on."""
    s = give(duel(theirs="J1", options=chosen), "A1 ability driver straight")
    return max(int(a.choice) for a in every_order(s, 0) if a.verb == Verb.STRAIGHT)


def used_before(chosen: Chosen) -> str:
    s = duel(options=chosen)
    s.units[0].used[Role.COMMANDER] = 1
    return refused(s, "A1 ability commander")


def burnt(chosen: Chosen) -> int:
    s = duel(options=chosen)
    crew.burn(s, 1, Dice(), OFF)
    return int(s.units[1].points)


def pierced(chosen: Chosen) -> int:
    """Hull points left of a tank after a hit 4, a penetrating 6 and a wound."""
    return int(give(duel(options=chosen), "A1 fire B1", 4, 6, 1).units[1].points)


def blown_up(chosen: Chosen) -> bool:
    """Whether an explosion kills a squad two hexes away."""
    s = board(chosen)
    place(s, 0, "tank", "E5")
    u = place(s, 1, "infantry", "E3")
    crew.explode(s, 0, 0, Dice(), OFF)
    return bool(s.units[u].standing == Standing.DESTROYED)


def neighbors(chosen: Chosen) -> State:
    """A1 beside B1 whose front it is."""
    return duel(ours="E6", options=chosen)


def wrecked(chosen: Chosen) -> State:
    s = board(chosen)
    stand(s, place(s, 0, "tank", "E5"), Standing.DISABLED)
    return s


def engine_points(chosen: Chosen) -> int:
    s = board({"apc_engine": "extra_move", **chosen})
    place(s, 0, "apc", "E5", upgrades=["engine"])
    return int(drive_points(turn_of(s, 0), 0))


def near(chosen: Chosen) -> bool:
    """Whether a mine would lie too near an enemy two hexes away."""
    return bool(near_enemy(duel(options=chosen), 0, cell_of("E7")))


def scored(mission: Mission) -> Ask:
    def ask(chosen: Chosen) -> int:
        s = duel(options=chosen, objectives={"B2": "own", "C2": "own", "D2": "enemy"})
        s.mission, s.winner = mission, -1
        victory.score(s, OFF)
        return int(s.score[0])

    return ask


def landed(chosen: Chosen) -> bool:
    """Whether an attacker who holds two of three objectives wins when time is up."""
    s = duel(options=chosen, objectives={"B2": "own", "C2": "own", "D2": "enemy"})
    s.mission, s.attacker = Mission.BEACH_LANDING, 0
    return bool(victory.attack_on_time(s))


def flak(guns: int, **given: Any) -> Ask:
    return lambda chosen: int(aa_fails_on(board({**given, **chosen}), guns))


def strike(rolls: int) -> Ask:
    return lambda chosen: int(strike_needed(board(chosen).options, rolls))


def march(chosen: Chosen) -> int:
    s = patrol(options=chosen)
    s.storm = 1
    return int(crew.movement_cap(s, 0))


def dark(chosen: Chosen) -> int:
    """The reach of a squad's anti-infantry weapon at night."""
    s = patrol(options={"night": True, **chosen})
    return int(weapon_range(s, 0, Weapon.AI_WEAPON, cell_of("E3")))


def lit(chosen: Chosen) -> bool:
    """Whether a flare lights a hex three hexes away."""
    s = duel(options={"night": True, **chosen})
    fire_flare(s, 0, NOBODY, OFF)
    return bool(is_lit(s, cell_of("E5")))


def reach(chosen: Chosen) -> int:
    return int(day_range(duel(upgrades=["barrel"], options=chosen), 0, Weapon.MAIN_GUN))


def called(chosen: Chosen) -> State:
    return duel(theirs="J1", upgrades=["air_support"], options=chosen)


def explosive(chosen: Chosen) -> State:
    """A1 has an HE round in its gun."""
    s = duel(upgrades=["he"], options=chosen)
    s.units[0].loaded = Shell.HE
    return s


def after_battle(
    chosen: Chosen,
    winner: int = 1,
    kills: int = 0,
    standing: Standing = Standing.OPERATIONAL,
    dice: Sequence[int] = (),
) -> Side:
    """A side of one fresh tank, all of whose crew live, after the aftermath of a battle (TC-14.9)."""
    members = tuple(Member(name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ours = Side("Ours", (Tank("Bess", (6, 6, 6), (), 10, members),))
    whole = (Health.OK,) * 4 + (Health.ABSENT,)
    o = SHELF.options_under(chosen)
    work = Aftermath(
        (ours, Side("Theirs", ())), [Fought("Bess", standing, whole, kills)], winner, 1, o, (6, 6, 6)
    )
    return work.settle(script_dice(new_dice(0), [(die, 6) for die in dice]))[0]


def learned(role: Role, **given: Any) -> Ask:
    return lambda chosen: after_battle(chosen, **given).tanks[0].crew[role].xp


def held(**given: Any) -> Ask:
    return lambda chosen: after_battle(chosen, **given).tanks[0].points


def killed(chosen: Chosen) -> int:
    """How many of four die in a tank that cooks off, each on a 3."""
    return len(after_battle(chosen, standing=Standing.DESTROYED, dice=(3, 3, 3, 3)).fallen)


def ranked(xp: int) -> Ask:
    return lambda chosen: rank_of(xp, SHELF.options_under(chosen))


def started(chosen: Chosen) -> int:
    """The points of a tank at the start of a campaign."""
    sides = [{"name": name, "tanks": [{"name": f"Tank {name}"}]} for name in ("One", "Two")]
    plan = read_plan(SHELF, {"name": "March", "options": dict(chosen), "sides": sides})
    return opening_of(SHELF, plan).sides[0].tanks[0].points


def seasoned(chosen: Chosen, rank: Rank = Rank.ACE) -> State:
    """A1 has a crew of aces, or of veterans, in a campaign."""
    s = duel(options={**AT_WILL, **chosen})
    s.units[0].rank = [rank] * len(s.units[0].rank)
    return s


def twice(chosen: Chosen) -> int:
    return int(crew.uses(seasoned(chosen, Rank.VETERAN), 0, Role.GUNNER))


SIXTH, THIRD, HALF, MOST, SURE = Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1)
AT_WILL = {"campaign": True}  # the gunner is an ace

CASES = {
    "engine_bonus": Case(limit(["engine"], armor=(7, 6, 6)), 4, 3, 6),
    "barrel_bonus": Case(reach, 7, 2, 8),
    "optics_bonus": Case(shot(upgrades=["optics"]), 3, 2, 2),
    "paint_points": Case(budget(painted=True), 11, 3, 13),
    "names_points": Case(budget(named=True), 11, 2, 12),
    "heavy_armor_points": Case(limit(armor=(8, 6, 6)), 3, 2, 2),
    "heavy_armor_slows": Case(limit(armor=(9, 6, 6)), 2, 2, 1),
    "light_armor_speeds": Case(limit(), 4, 2, 5),
    "move_cost": Case(price("A1 move", theirs="J1"), 1, 2, 2),
    "turn_cost": Case(price("A1 turn left with"), 1, 2, 2),
    "turret_cost": Case(price("A1 turret left"), 1, 3, 3),
    "fire_cost": Case(price("A1 fire B1", 1), 1, 2, 2),
    "load_cost": Case(price("A1 load AT"), 1, 3, 3),
    "fire_ai_cost": Case(price("A1 ai B2", 1, pose=beside_squad), 1, 2, 2),
    "smoke_cost": Case(price("A1 smoke E7", upgrades=["smoke"]), 1, 2, 2),
    "smoke_range": Case(far_smoke, "out_of_range", 3, "allowed"),
    "extinguish_cost": Case(price("A1 extinguish", pose=on_fire), 1, 4, 4),
    "ability_uses": Case(used_before, "ability_used", 2, "allowed"),
    "booming_voice": Case(points(ability="commander"), 7, 3, 8),
    "double_moves": Case(bold_moves, 2, 3, 1),
    "straight_hexes": Case(run, 3, 2, 2),
    "bring_it_down_score": Case(shot(ability=Ability.BRING_IT_DOWN), 2, 3, 3),
    "quick_load_cost": Case(loading(ability=Ability.QUICK_LOAD), 0, 1, 1),
    "commander_wounded": Case(points(Health.WOUNDED), 4, 2, 3),
    "commander_killed": Case(points(Health.KILLED), 3, 4, 1),
    "gunner_wounded": Case(shot(gunner=Health.WOUNDED), 5, 2, 6),
    "loader_wounded": Case(loading(Health.WOUNDED), 2, 3, 3),
    "driver_wounded": Case(limit(driver=Health.WOUNDED, armor=(7, 6, 6)), 2, 2, 1),
    "lowest_score": Case(lambda o: number({**AT_WILL, **o}, upgrades=["optics"]), 2, 3, 3),
    # 3 to 6 penetrates armor 8 with strength 6, 5 and 6 with strength 4
    "at_strength": Case(chance(tank(armor=(8, 8, 8)), order("A1 fire B1"), lost_hull(1)), THIRD, 4, SIXTH),
    "he_strength": Case(pierces(explosive), THIRD, 6, HALF),
    "wounds_on": Case(
        chance(tank(), rule(crew.glance, 1), wounded),
        HALF,
        5,
        THIRD,
    ),
    "penetration_damage": Case(pierced, 3, 3, 1),
    "burns_on": Case(
        chance(tank(), rule(crew.catch_fire, 1), burning),
        THIRD,
        4,
        HALF,
    ),
    "fire_damage": Case(burnt, 3, 2, 2),
    "cooks_off_on": Case(
        chance(wrecked, rule(crew.cook_off, 0), gone),
        HALF,
        5,
        THIRD,
    ),
    "blast_radius": Case(blown_up, True, 1, False),
    "blast_strength": Case(chance(neighbors, rule(crew.explode, 0, 0), lost_hull(1)), MOST, 6, SURE),
    "mud_cost": Case(price("A1 move", theirs="J1", terrain={"E8": "mud"}), 2, 3, 3),
    "rubble_cost": Case(price("A1 move", theirs="J1", terrain={"E8": "rubble"}), 2, 4, 4),
    "forest_penalty": Case(shot(terrain={"E5": "forest"}), 5, 2, 6),
    "hill_penalty": Case(shot(terrain={"E6": "hill"}), 5, 2, 6),
    "mine_strength": Case(drives_onto_mine, SURE, 4, MOST),
    "missile_cost": Case(price("A1 missile B2 AT", 1, pose=squad()), 1, 2, 2),
    "cover_penalty": Case(shot(squad=True), 5, 3, 7),
    "take_cover_cost": Case(price("A1 cover", pose=squad()), 1, 2, 2),
    "capture_cost": Case(price("A1 capture", pose=squad(objectives={"E5": "neutral"})), 1, 3, 3),
    "disarm_cost": Case(price("A1 disarm E4", pose=squad(mines=["E4"])), 1, 2, 2),
    "mounts_per_turn": Case(mounted, "mount_limit", 2, "allowed"),
    "mount_cost": Case(price("A1 mount A2", pose=squad()), 1, 2, 2),
    "apc_engine_points": Case(engine_points, 4, 2, 5),
    "strike_cost": Case(price("A1 strike E5", pose=called), 1, 2, 2),
    "strike_first": Case(strike(0), 6, 5, 5),
    "strike_easier": Case(strike(1), 5, 2, 4),
    "strike_last": Case(strike(9), 2, 3, 3),
    "strike_strength": Case(chance(tank(), rule(strike_hits_unit, 1), lost_hull(1)), SURE, 4, MOST),
    "mine_cost": Case(price("A1 mine E7", upgrades=["mine"]), 1, 2, 2),
    "mine_distance": Case(near, True, 1, False),
    "objective_points": Case(scored(Mission.CAPTURE_OBJECTIVES), 2, 3, 6),
    "landing_objectives": Case(landed, True, 3, False),
    "plaza_points": Case(scored(Mission.URBAN_WARFARE), 2, 2, 4),
    "aa_guns": Case(flak(2), 7, 2, 2),
    "aa_fails_on": Case(flak(3), 2, 4, 4),
    "aa_two_fail_on": Case(flak(2, aa_fail="scaled"), 4, 5, 5),
    "aa_one_fails_on": Case(flak(1, aa_fail="scaled"), 6, 5, 5),
    "storm_on": Case(
        chance(weathered, rule(roll_weather), stormy),
        SIXTH,
        2,
        THIRD,
    ),
    "storm_accuracy": Case(shot(storm=1), 5, 2, 6),
    "storm_movement": Case(march, 1, 2, 0),
    "night_shortest": Case(dark, 1, 2, 2),
    "flare_cost": Case(price("A1 flare", pose=lambda o: duel(options={"night": True, **o})), 1, 2, 2),
    "flare_radius": Case(lit, True, 2, False),
    "xp_battle": Case(learned(Role.DRIVER), 1, 2, 2),
    "xp_victory": Case(learned(Role.DRIVER, winner=0), 2, 3, 4),
    "xp_kill": Case(learned(Role.GUNNER, kills=1), 2, 2, 3),
    "most_kill_xp": Case(learned(Role.GUNNER, kills=5), 3, 3, 4),
    "veteran_at": Case(ranked(3), Rank.VETERAN, 4, Rank.NONE),
    "veteran_uses": Case(twice, 2, 3, 3),
    "ace_at": Case(ranked(5), Rank.VETERAN, 5, Rank.ACE),
    "ace_actions": Case(lambda o: int(crew.allowance(seasoned(o), 0)), 6, 2, 7),
    "ace_movement": Case(lambda o: int(crew.movement_cap(seasoned(o), 0)), 4, 2, 5),
    "ace_gunner": Case(lambda o: number({**AT_WILL, **o}), 3, 2, 2),
    "ace_load_cost": Case(lambda o: int(crew.load_cost(seasoned(o), 0)), 0, 1, 1),
    "cook_off_kills": Case(killed, 4, 2, 0),
    "new_tank_points": Case(held(standing=Standing.DISABLED), 10, 8, 8),
    "points_after": Case(held(), 11, 3, 13),
    "points_won": Case(held(winner=0), 12, 4, 14),
    "most_points": Case(held(winner=0), 12, 11, 11),
    "hover_cost": Case(price("A1 move NE", pose=stuck("hover_tank")), 1, 2, 2),
    "walker_cost": Case(price("A1 move NE", pose=stuck("walker")), 1, 3, 3),
    "start_points": Case(started, 10, 12, 12),
}


# ---------------------------------------------------------------- each of them


def test_every_value_has_a_case() -> None:
    assert set(CASES) == set(SHELF.values())


@pytest.mark.parametrize("name", CASES)
def test_a_value_changes_what_its_rule_answers(name: str) -> None:
    case = CASES[name]
    assert case.ask({}) == case.ask({name: SHELF.values()[name].default}) == case.printed
    assert case.ask({name: case.changed}) == case.then


# ---------------------------------------------------------------- exact odds

SHOTS: dict[str, tuple[int, Callable[[Chosen], State], str, Fraction]] = {  # value, the line, its chance then
    "at_strength": (5, tank(armor=(8, 8, 8)), "Penetrate", Fraction(1, 4)),  # 4+ to hit, 4+ to penetrate
    "he_strength": (5, explosive, "Penetrate", Fraction(5, 12)),  # 4+, 2+
    "wounds_on": (6, tank(armor=(9, 9, 9)), "Crew hurt", Fraction(7, 24)),  # 4+; 4+, or not and then a 6
    "burns_on": (4, explosive, "Fire", Fraction(1, 4)),  # 4+, 4+
    "forest_penalty": (2, tank(terrain={"E5": "forest"}), "Miss", Fraction(5, 6)),  # 6+
    "optics_bonus": (2, tank(upgrades=["optics"]), "Miss", Fraction(1, 6)),  # 2+
    "lowest_score": (5, tank(), "Miss", Fraction(2, 3)),  # 5+
}


@pytest.mark.parametrize("name", SHOTS)
def test_exact_odds_follow_a_value_and_are_what_play_comes_to(name: str) -> None:
    changed, pose, line, chance_then = SHOTS[name]
    s = pose({name: changed})
    shown = {one.text: one.chance for one in odds(TC, s, [parse_action(s, 0, "A1 fire B1")]).lines}
    assert shown[line] == chance_then
    before = {one.text: one.chance for one in odds(TC, pose({}), [parse_action(s, 0, "A1 fire B1")]).lines}
    assert shown[line] != before[line]
    fired = chances(lambda d: hull_after(s, d))
    assert sum(p for hull, p in fired.items() if hull < 4) == shown["Loses a hull point"]


def hull_after(s: State, d: Dice) -> int:
    """Hull points of the target after a shot was played."""
    made = copy(s)
    order("A1 fire B1")(made, d)
    return int(made.units[1].points)


# ---------------------------------------------------------------- words


def costs_of(s: State) -> dict[str, int]:
    """What the buttons say that orders cost."""
    return {one.text: one.cost for one in orders(SHELF, s, 0)}


def test_words_and_prices_are_those_in_force() -> None:
    o = {
        "booming_voice": 1,
        "double_moves": 3,
        "straight_hexes": 1,
        "bring_it_down_score": 4,
        "quick_load_cost": 1,
    }
    s = board(o)
    assert [ability_name(s, ability)[1] for ability in Ability] == [
        "1 more action",
        "the next three moves for one action",
        "one action drives up to one hex straight on",
        "every shot hits on 4+",
        "loading costs 1 AP",
    ]
    costs = costs_of(duel(upgrades=["smoke"], options={"fire_cost": 2, "turn_cost": 3, "mud_cost": 4}))
    assert (costs["A1 fire B1"], costs["A1 turn left with"], costs["A1 move"]) == (2, 3, 1)
    assert costs_of(duel(options={"mud_cost": 4}, terrain={"E8": "mud"}))["A1 move"] == 4
    s = duel(options={"cooks_off_on": 5, "penetration_damage": 4})
    note = "4 hull points left: a disabled tank cooks off on 5+ when the turn ends."
    assert (note, "TC-8.10") in explainer(SHELF)(s, parse_action(s, 0, "A1 fire B1")).notes


def test_a_card_and_what_can_be_bought_say_the_numbers_in_force() -> None:
    chosen = {"he_strength": 5, "engine_bonus": 2, "smoke_range": 4, "commander_killed": 3}
    card = TC.builds.card({"build": "Hunter"}, chosen)
    assert card.rounds == ("AT 6", "HE 5") and ("Moves", "5 forward") in card.facts
    assert card.crew[0].killed == "\u22123 AP"
    assert ("Smoke Launcher: Deploy smoke up to 4 hexes away", "TC-2.13") in card.fitted
    bought = {one.id: one.text for one in TC.builds.garage(chosen).units[0].upgrades}
    assert bought["engine"] == "Movement cap +2."


# ---------------------------------------------------------------- the numbers printed


def test_printed_values_that_are_chosen_change_nothing() -> None:
    chosen = {name: int(value.default) for name, value in SHELF.values().items()}
    for scenario in SHELF.scenario_names():
        assert digest(set_up(SHELF, scenario, chosen)) == digest(set_up(SHELF, scenario))
    ours, theirs = duel(options=chosen), duel()
    assert list(map(words, every_order(ours, 0))) == list(map(words, every_order(theirs, 0)))


def words(a: Action) -> tuple[int, ...]:
    """An order as numbers."""
    return tuple(int(value) for value in vars(a).values())
