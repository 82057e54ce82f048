"""TC-14.6 to TC-14.10 and the rulings TC-14.14 to TC-14.19, on final positions made by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.api.campaigning import CampaignBroken
from hulldown.rulesets.common.packs import checked_overlay
from hulldown.rulesets.tank_commander.campaign import chronicle
from hulldown.rulesets.tank_commander.campaign.chronicle import (
    Campaign,
    TankCampaigns,
    entry_of,
    sentence,
)
from hulldown.rulesets.tank_commander.campaign.planning import (
    Abandon,
    After,
    Aftermath,
    Battle,
    Choice,
    Member,
    Plan,
    Refit,
    Side,
    Start,
    Tank,
    Written,
    advised_refit,
    against,
    base_armor,
    cost_of,
    fresh_person,
    opening_of,
    people,
    rank_of,
    read_plan,
    report,
    rotation,
    saved_points,
    tanks_in,
)
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.state import Drive, Health, Kind, Rank, Role, Standing, State

OK, HURT, DEAD, NONE = Health.OK, Health.WOUNDED, Health.KILLED, Health.ABSENT
WHOLE = (OK, OK, OK, OK, NONE)
PRINTED = SHELF.options_under({})
UNITS = SHELF.units()
BASE = base_armor(UNITS)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


def tank(name: str = "Bess", xp: tuple[int, ...] = (0, 0, 0, 0), **more: Any) -> Tank:
    crew = tuple(Member(f"{NAMES[i]} {name}", have) for i, have in enumerate(xp))
    return Tank(**{"name": name, "armor": (6, 6, 6), "upgrades": (), "points": 10, "crew": crew} | more)


def last(*units: tuple[int, Standing, tuple[Health, ...], int]) -> State:
    """A final position: side, standing, crew and kills of battle tanks, in roster order."""
    s = blank(State)
    s.count = len(units)
    for u, (side, standing, crew, kills) in zip(s.units, units, strict=False):
        u.kind, u.drive, u.side, u.standing, u.crew, u.kills = (
            *(Kind.TANK, Drive.TRACKS, side, standing),
            *(list(crew), kills),
        )
    return s


def settle(
    ours: Tank,
    standing: Standing = Standing.OPERATIONAL,
    crew: tuple[Health, ...] = WHOLE,
    winner: int = 0,
    kills: int = 0,
    dice: tuple[int, ...] = (),
) -> tuple[Side, Aftermath]:
    """The first side's only tank after a battle against a tank that stays whole."""
    s = last((0, standing, crew, kills), (1, Standing.OPERATIONAL, WHOLE, 0))
    sides = (Side("Ours", (ours,)), Side("Theirs", (tank("Enemy"),)))
    work = Aftermath(sides, report(s, [("Bess", "A1"), ("Enemy", "B1")]), winner, 1, PRINTED, BASE)
    thrown = script_dice(new_dice(0), [(face, 6) for face in dice])
    after = work.settle(thrown)[0]
    assert thrown.at == len(dice) and thrown.count == 0, "other dice were thrown"
    return after, work


def xp_of(side: Side) -> list[int]:
    return [member.xp for member in side.tanks[0].crew]


# ---------------------------------------------------------------- experience (TC-14.7)


@pytest.mark.parametrize(
    ("winner", "kills", "expected"),
    [
        (1, 0, [1, 1, 1, 1]),  # fought
        (2, 0, [1, 1, 1, 1]),  # a draw is no victory
        (0, 0, [2, 2, 2, 2]),  # won
        (0, 1, [2, 2, 3, 2]),  # the gunner, for each kill
        (1, 2, [1, 1, 3, 1]),
        (0, 5, [2, 2, 4, 2]),  # at most two
    ],
)
def test_experience_of_those_who_live(winner: int, kills: int, expected: list[int]) -> None:
    side, _ = settle(tank(), winner=winner, kills=kills)
    assert xp_of(side) == expected
    assert side.tanks[0].kills == kills


def test_the_lieutenant_learns_as_others_and_kills_are_the_gunner_s_alone() -> None:
    """TC-14.7; the kills count for the gunner even if somebody stood in (TC-14.15)."""
    ours = tank(xp=(0, 0, 0, 0, 0), upgrades=("lieutenant",))
    side, _ = settle(ours, crew=(OK, OK, DEAD, OK, OK), kills=2)
    assert xp_of(side) == [2, 2, 0, 2, 2]


def test_a_tank_that_stayed_at_home_learns_and_gains_nothing() -> None:
    home = tank("Home")
    s = last((0, Standing.OPERATIONAL, WHOLE, 0))
    work = Aftermath(
        (Side("Ours", (tank(), home)), Side("Theirs", (tank("Enemy"),))),
        report(s, [("Bess", "A1")]),
        0,
        1,
        PRINTED,
        BASE,
    )
    after = work.settle(new_dice(1))
    assert after[0].tanks[1] is home and after[1].tanks[0] == tank("Enemy")
    assert [side.victories for side in after] == [1, 0]


# ---------------------------------------------------------------- ranks (TC-14.8)


def test_ranks_come_at_three_and_six() -> None:
    assert [rank_of(xp, PRINTED) for xp in range(8)] == [Rank.NONE] * 3 + [Rank.VETERAN] * 3 + [Rank.ACE] * 2


def test_a_new_rank_is_told_once() -> None:
    _, work = settle(tank(xp=(1, 2, 2, 5)), kills=1)
    ranks = {one.role: one.value for one in work.told if one.what == After.RANK and one.tank == "Bess"}
    assert ranks == {0: Rank.VETERAN, 1: Rank.VETERAN, 2: Rank.VETERAN, 3: Rank.ACE}
    side, again = settle(tank(xp=(3, 6, 4, 9)))
    assert not [one for one in again.told if one.what == After.RANK and one.role != 2 and one.tank == "Bess"]
    assert side.tanks[0].ranks(PRINTED)[:4] == (Rank.VETERAN, Rank.ACE, Rank.ACE, Rank.ACE)


# ---------------------------------------------------------------- aftermath (TC-14.9)


def test_wounded_recover_and_the_killed_are_replaced_by_recruits() -> None:
    side, work = settle(tank(xp=(4, 4, 4, 4)), crew=(HURT, DEAD, OK, OK, NONE))
    assert xp_of(side) == [6, 0, 6, 6]
    assert [one.name for one in side.fallen] == ["Ben Bess"] and side.fallen[0].xp == 4
    recruit = side.tanks[0].crew[1]
    assert recruit.name != "Ben Bess" and recruit.battles == 0
    assert [one.name for one in work.told if one.what == After.RECRUIT] == [recruit.name]


@pytest.mark.parametrize("standing", [Standing.DISABLED, Standing.ABANDONED])
@pytest.mark.parametrize(("winner", "kept"), [(0, True), (2, True), (1, False)])
def test_a_wreck_is_recovered_unless_the_battle_was_lost(standing: Standing, winner: int, kept: bool) -> None:
    crew = (DEAD, DEAD, DEAD, DEAD, NONE) if standing == Standing.ABANDONED else WHOLE
    ours = tank(armor=(9, 8, 7), upgrades=("he",), points=12)
    side, _ = settle(ours, standing, crew, winner)
    after = side.tanks[0]
    assert (after.armor, after.upgrades) == ((9, 8, 7), ("he",)) if kept else ((6, 6, 6), ())
    assert after.points == ({0: 14, 2: 13}[winner] if kept else 10)
    assert after.lost == (not kept)


def test_a_tank_that_cooked_off_is_lost_even_by_the_winner() -> None:
    """Crew living when it cooks off: killed on 1-3 of a d6 each, in the order of the crew (TC-14.9)."""
    ours = tank(xp=(2, 2, 2, 2), points=13, armor=(7, 6, 6))
    side, work = settle(ours, Standing.DESTROYED, (OK, DEAD, HURT, OK, NONE), 0, 1, dice=(3, 4, 1))
    assert xp_of(side) == [0, 0, 5, 0]  # only the gunner got out: fought, won, one kill
    assert side.tanks[0].points == 10 and side.tanks[0].armor == (6, 6, 6)
    assert [one.name for one in side.fallen] == ["Ann Bess", "Ben Bess", "Dan Bess"]
    escapes = [(one.role, one.value, one.other) for one in work.told if one.what == After.ESCAPE]
    assert escapes == [(0, 3, 0), (2, 4, 1), (3, 1, 0)]


def test_dice_are_thrown_side_by_side_in_roster_order_before_anything_is_counted() -> None:
    """TC-14.15."""
    s = last(
        (0, Standing.DESTROYED, (OK, DEAD, DEAD, DEAD, NONE), 0),
        (0, Standing.DESTROYED, (DEAD, OK, DEAD, DEAD, NONE), 0),
        (1, Standing.DESTROYED, (DEAD, DEAD, OK, DEAD, NONE), 0),
    )
    sides = (Side("Ours", (tank("First"), tank("Second"))), Side("Theirs", (tank("Third"),)))
    pairs = [("Second", "A1"), ("First", "A2"), ("Third", "B1")]
    work = Aftermath(sides, report(s, pairs), 2, 1, PRINTED, BASE)
    work.settle(script_dice(new_dice(0), [(4, 6), (5, 6), (6, 6)]))
    assert [(one.what, one.tank, one.value) for one in work.told[:3]] == [
        (After.ESCAPE, "First", 4),
        (After.ESCAPE, "Second", 5),
        (After.ESCAPE, "Third", 6),
    ]


def test_a_lieutenant_without_a_seat_waits_with_his_experience() -> None:
    """TC-14.17: the new base tank has no fifth seat; he fights again when it has."""
    ours = tank(xp=(0, 0, 0, 0, 4), upgrades=("lieutenant",))
    side, _ = settle(ours, Standing.DISABLED, (OK, OK, OK, OK, OK), 1)
    after = side.tanks[0]
    assert len(after.crew) == 5 and after.crew[4].xp == 5 and not after.seated(4)
    assert after.ranks(PRINTED)[Role.LIEUTENANT] == Rank.NONE and side.xp == 4 + 5
    again, _ = settle(after, crew=(OK, OK, OK, OK, NONE))
    assert xp_of(again)[4] == 5  # did not fight
    killed, _ = settle(ours, Standing.DISABLED, (OK, OK, OK, OK, DEAD), 1)
    assert len(killed.tanks[0].crew) == 4  # nobody to replace him until the seat is bought


# ---------------------------------------------------------------- points (TC-14.10)


@pytest.mark.parametrize(("points", "winner", "after"), [(10, 1, 11), (10, 0, 12), (15, 0, 16), (16, 2, 16)])
def test_points_gained_and_the_limit_of_sixteen(points: int, winner: int, after: int) -> None:
    side, work = settle(tank(points=points), winner=winner)
    assert side.tanks[0].points == after
    told = next(one for one in work.told if one.what == After.POINTS)
    assert told.value - told.third == after - points


def options() -> Any:
    return opening_of(SHELF, read_plan(SHELF, PLAN)).options


PLAN: Mapping[str, Any] = {
    "name": "Autumn",
    "missions": ["skirmish"],
    "options": {"campaign_battles": 2},
    "sides": [
        {"name": "North Guard", "tanks": [{"name": "Bess", "armor": {"front": 8, "side": 7, "rear": 6}}]},
        {"name": "Harbor", "tanks": [{"name": "Enemy", "build": "Hunter"}, {"name": "Spare"}]},
    ],
}


@pytest.mark.parametrize(
    ("armor", "upgrades", "codes"),
    [
        ((8, 8, 6), ("he",), []),
        ((8, 6, 6), (), ["armor-moved"]),  # points in armor may not be moved later
        ((10, 7, 6), (), ["over-facing-limit"]),
        ((8, 9, 6), ("mine",) * 4, ["side-exceeds-front", "over-item-limit"]),
        ((9, 9, 9), ("he", "engine"), ["over-budget"]),
        ((8, 7, 6), ("warp",), ["unknown-upgrade"]),
        ((5, 7, 6), ("he", "he"), ["below-base", "side-exceeds-front", "over-item-limit", "armor-moved"]),
    ],
)
def test_every_rule_that_a_refit_breaks_is_named(
    armor: tuple[int, int, int], upgrades: tuple[str, ...], codes: list[str]
) -> None:
    found = list(against(UNITS, tank(armor=(8, 7, 6), upgrades=("he",)), armor, upgrades, options()))
    assert [one.code for one in found] == codes
    assert all(one.rule.startswith("TC-") for one in found)


def test_other_upgrades_than_armor_may_be_exchanged_and_points_saved() -> None:
    """TC-14.18."""
    ours = tank(upgrades=("he", "optics"))
    assert not list(against(UNITS, ours, (6, 6, 6), ("engine",), options()))
    assert saved_points(UNITS, ours, options()) == 8


def test_what_a_computer_side_buys_is_legal_and_uses_its_points() -> None:
    for points in range(10, 17):
        armor, upgrades = advised_refit(UNITS, tank(points=points), options())
        made = tank(points=points, armor=armor, upgrades=upgrades)
        assert not list(against(UNITS, tank(points=points), armor, upgrades, options()))
        assert cost_of(UNITS, made, options()) == points


# ---------------------------------------------------------------- a campaign by its entries


def campaign(**more: Any) -> Campaign:
    return chronicle.begin(opening_of(SHELF, read_plan(SHELF, {**PLAN, **more})))


def battle(c: Campaign, winner: str = "first", **tanks: Any) -> Battle:
    """An entry in which everybody came through, but for what is said of a tank."""
    assert c.running
    rows = []
    for name, _ in c.running.pairs:
        crew = ["ok" if chronicle.tank_named(c, name).seated(role) else "absent" for role in range(5)]
        rows.append(
            {"tank": name, "standing": "operational", "crew": crew, "kills": 0, **tanks.get(name, {})}
        )
    made = entry_of({"what": "battle", "winner": winner, "tanks": rows})
    assert isinstance(made, Battle)
    return made


def fight(c: Campaign, winner: str = "first", **tanks: Any) -> Campaign:
    begun = chronicle.after(c, Start())
    return chronicle.after(begun, battle(begun, winner, **tanks))


def broken(c: Campaign, entry: Any) -> list[str]:
    with pytest.raises(CampaignBroken) as caught:
        chronicle.after(c, entry)
    return [one.code for one in caught.value.refusals]


def test_a_campaign_is_won_by_victories_then_by_experience() -> None:
    """TC-14.10; equal in both is a draw (TC-14.19)."""
    won = fight(fight(campaign()), "draw")
    assert won.over and won.winner == 0
    by_xp = fight(fight(campaign()), "second", Enemy={"kills": 1})
    assert by_xp.sides[0].victories == by_xp.sides[1].victories == 1
    assert by_xp.winner == 1
    even = campaign(sides=[{"name": s, "tanks": [{"name": s}]} for s in ("Red", "Blue")])
    assert fight(fight(even), "second").winner == 2
    given_up = chronicle.after(fight(campaign()), Abandon())
    assert given_up.winner is None and given_up.ended and given_up.sides[0].victories == 1


def test_what_may_not_be_entered() -> None:
    c = campaign()
    assert broken(c, Battle(winner="first", tanks=())) == ["not-begun"]
    assert broken(c, Choice(tanks=("Nobody",))) == ["no-tank"]
    assert broken(c, Choice(tanks=("Enemy", "Bess"))) == ["two-sides"]
    assert broken(c, Choice(tanks=("Enemy", "Enemy"))) == ["twice"]
    begun = chronicle.after(c, Start(game="g"))
    refit = entry_of({"what": "refit", "tank": "Bess", "armor": {"front": 9, "side": 7, "rear": 6}})
    assert broken(begun, refit) == ["fighting"]
    assert broken(begun, Start()) == ["fighting"]
    assert broken(begun, battle(begun)) == ["other-game"]
    over = fight(fight(c))
    assert broken(over, Start()) == ["over"] and broken(over, refit) == ["over"]
    assert broken(over, Abandon()) == ["over"]


def test_people_and_dice_must_fit() -> None:
    begun = chronicle.after(campaign(), Start())
    crew = ["ok"] * 5
    assert broken(begun, battle(begun, Bess={"crew": crew})) == ["other-crew"]  # has no fifth seat
    dead = ["killed"] * 4
    assert broken(begun, battle(begun, Bess={"crew": dead})) == ["no-crew"]
    assert broken(begun, battle(begun, Bess={"standing": "abandoned"})) == ["crew-lives"]
    gone = battle(begun, "second", Bess={"standing": "destroyed"})
    assert broken(begun, gone) == ["dice-count"]
    with_dice = gone.model_copy(update={"dice": (4, 4, 1, 6)})
    assert [m.battles for m in chronicle.after(begun, with_dice).sides[0].tanks[0].crew] == [1, 1, 0, 1]
    keyed = with_dice.model_copy(update={"key": "0123456789abcdef"})
    assert broken(begun, keyed) == ["other-dice"]


def test_the_player_says_who_fights() -> None:
    """TC-14.14: roster order, or as chosen; who is not needed stays at home."""
    c = campaign()
    assert chronicle.after(c, Start()).fights[0].fielded == ((("Bess", "A1"),), (("Enemy", "B1"),))
    chosen = chronicle.after(chronicle.after(c, Choice(tanks=("Spare",))), Start())
    assert chosen.fights[0].fielded[1] == (("Spare", "B1"),)
    done = chronicle.after(chosen, battle(chosen))
    assert chronicle.line_up(done, 1) == (("Enemy", "B1"),)  # the choice was for one battle


def test_the_fifth_seat_is_taken_by_a_recruit_when_it_is_bought() -> None:
    refit = {"what": "refit", "tank": "Spare", "armor": {"front": 6, "side": 6, "rear": 6}}
    c = chronicle.after(campaign(), entry_of({**refit, "upgrades": ["lieutenant"]}))
    assert len(c.sides[1].tanks[1].crew) == 5
    assert len({name for side in c.sides for name in side.people}) == 4 + 5 + 5


def test_every_mission_of_the_rotation_has_a_tank_on_both_sides() -> None:
    assert "skirmish" in rotation(SHELF) and "basic_training" not in rotation(SHELF)
    assert all(all(tanks_in(UNITS, SHELF.scenario(name))) for name in rotation(SHELF))


# ---------------------------------------------------------------- packs


def under_pack(text: str) -> TankCampaigns:
    """The campaigns of the ruleset with a pack's units over it."""
    found = checked_overlay(rulesets.get("tank_commander"), [Layer("units.toml", text)]).campaign
    assert isinstance(found, TankCampaigns)
    return found


def test_a_file_takes_along_what_packs_lay_over_the_units_word_for_word() -> None:
    words = "# \"so\" \\ and 'so'\r\n\t[units.tank]\nhull_points = 5 # \u2028 \N{ANCHOR}"
    parts = [{"file": "units.toml", "text": words, "shown": "a/units.toml"}]
    campaigns = under_pack(words)
    plan = campaigns.plan({**PLAN, "packs": ['One \\ "two"'], "layers": parts})
    file = campaigns.write(plan, [])
    assert campaigns.overlay_layers(file) == (Layer("units.toml", words),)
    assert campaigns.parse(file) == (plan, []) and plan["layers"] == parts


def test_missions_that_a_pack_leaves_unplayable_are_not_fought() -> None:
    """Nobody is carried into Beach Landing by a hover tank (TC-14.12, TC-14.14)."""
    hovering = under_pack('[units.tank]\ndrive = "hover"\n')
    missions = [one.id for one in hovering.offer().missions]
    assert missions == [one for one in rotation(SHELF) if one in missions] != list(rotation(SHELF))
    assert "beach_landing" not in missions and "skirmish" in missions
    builds = (name for name, one in UNITS.builds.items() if one.unit == "tank")
    nothing = under_pack("".join(f'[builds.{name}]\nunit = "apc"\n' for name in builds))
    assert nothing.offer().missions == ()
    with pytest.raises(CatalogueError, match="no mission has a battle tank on both sides"):
        nothing.plan({**PLAN, "missions": []})


# ---------------------------------------------------------------- words


def test_every_line_of_an_aftermath_names_its_rule() -> None:
    _, work = settle(tank(xp=(2, 2, 2, 5)), Standing.DESTROYED, (OK, DEAD, OK, OK, NONE), 0, 1, (1, 5, 5))
    told = [sentence(one, PRINTED) for one in work.told]
    assert all(one.rules for one in told)
    assert "Cat Bess, gunner of Bess: 3 experience (fought +1, victory +1, enemies put out +1)." in [
        one.text for one in told
    ]
    assert [roll.value for one in told for roll in one.rolls] == [1, 5, 5]
    assert {one.what for one in work.told} == set(After) - {After.RECOVERED}


def test_names_are_never_given_twice() -> None:
    taken: set[str] = set()
    for _ in range(len(people()) + 3):
        taken.add(fresh_person(taken))
    assert len(taken) == len(people()) + 3


# ---------------------------------------------------------------- files


def written() -> str:
    """A campaign of two battles, with a refit, a choice and dice by hand."""
    face = TankCampaigns(SHELF)
    plan = face.plan(PLAN)
    entries: list[dict[str, Any]] = []
    entries.append(face.checked(plan, entries, {"what": "choice", "tanks": ["Spare", "Enemy"]}))
    entries.append(face.checked(plan, entries, {"what": "start", "game": "g1"}))
    c = face.campaign(plan, entries)
    lost = battle(c, Spare={"standing": "destroyed"}).model_copy(update={"dice": (1, 4, 4, 4), "game": "g1"})
    entries.append(face.checked(plan, entries, lost.model_dump(mode="json")))
    refit = {"what": "refit", "tank": "Bess", "armor": {"front": 9, "side": 8, "rear": 7}, "upgrades": ["he"]}
    entries.append(face.checked(plan, entries, refit))
    return face.write(plan, entries)


def test_a_campaign_file_reads_back_the_same() -> None:
    text = written()
    face = TankCampaigns(SHELF)
    plan, entries = face.parse(text)
    assert face.write(plan, entries) == text
    assert face.standing(plan, entries).sides[0].tanks[0].armor == (9, 8, 7)
    assert face.standing(plan, entries).battles[0].winner == 0


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('tank = "Bess"\narmor', 'tank = "Bassie"\narmor', ["no tank 'Bassie'", "(TC-14.14)"]),
        (
            "front = 9, side = 8, rear = 7 }\nup",
            "front = 7, side = 8, rear = 7 }\nup",
            ["TC-2.5", "TC-14.10"],
        ),
        ("dice = [1, 4, 4, 4]", "dice = [1, 4]", ["throws 4 dice, not 2", "TC-14.9"]),
        ("front = 8, side = 7", "front = 12, side = 7", ["front 12", "TC-2.5"]),
        ('missions = ["skirmish"]', 'missions = ["basic_training", "moon"]', ["basic_training", "moon"]),
        ('winner = "first"', 'winner = "me"', ["entries[3].winner"]),
        ("campaign_battles = 2", "campaign_battles = 99", ["campaign_battles"]),
        ('build = "Hunter"', 'build = "Carrier"', ["build of a tank"]),
        ('name = "Spare"', 'name = "Bess"', ["two tanks"]),
        ('format = "hulldown campaign"', 'format = "poem"', ["format"]),
        ("[plan]", "[plan", ["TOML"]),
        ("kills = 0", "kills = -1", ["entries[3].tanks[1].kills"]),
    ],
)
def test_a_broken_file_is_refused_with_every_broken_rule(before: str, after: str, says: list[str]) -> None:
    text = written()
    assert before in text
    with pytest.raises(CatalogueError) as caught:
        TankCampaigns(SHELF).parse(text.replace(before, after))
    for word in says:
        assert word in str(caught.value)
    assert all(line.startswith("campaign") for line in caught.value.lines)


def test_several_broken_rules_are_all_named_with_their_lines() -> None:
    text = written().replace("front = 9, side = 8, rear = 7", "front = 7, side = 8, rear = 5")
    text += '\n[[entries]]\nwhat = "choice"\ntanks = ["Nobody"]\n'
    with pytest.raises(CatalogueError) as caught:
        TankCampaigns(SHELF).parse(text)
    assert len(caught.value.lines) >= 5
    assert caught.value.lines[-1].startswith(f"campaign:{len(text.splitlines()) - 2}")


# ---------------------------------------------------------------- many campaigns by chance (TC-14.10)


def any_battle(c: Campaign, rng: random.Random) -> Battle:
    """A battle with any end that a game can have; its dice come from a key."""
    tanks: dict[str, Any] = {}
    assert c.running
    for name, _ in c.running.pairs:
        standing = rng.choice(["operational", "operational", "disabled", "abandoned", "destroyed"])
        seats = [chronicle.tank_named(c, name).seated(role) for role in range(5)]
        health = [rng.choice(["ok", "wounded", "killed"]) if seat else "absent" for seat in seats]
        if standing == "operational":
            health[rng.randrange(4)] = "ok"
        if standing == "abandoned":
            health = ["killed" if seat else "absent" for seat in seats]
        tanks[name] = {"standing": standing, "crew": health, "kills": rng.randrange(4)}
    s = last_of(c, tanks)
    return chronicle.battle_entry(c, s, rng.randrange(3), f"{rng.getrandbits(64):016x}")


def last_of(c: Campaign, tanks: Mapping[str, Any]) -> State:
    """The final position of such a battle."""
    assert c.running
    rows = []
    for seat in range(2):
        for name, _ in c.running.fielded[seat]:
            row = tanks[name]
            crew = tuple(Health[word.upper()] for word in row["crew"])
            rows.append((seat, Standing[row["standing"].upper()], crew, row["kills"]))
    return last(*rows)


def any_refit(c: Campaign, rng: random.Random) -> Refit:
    """Any refit at all; most are not allowed."""
    tank = rng.choice([one for side in c.sides for one in side.tanks])
    front, side, rear = (value + rng.choice([-1, 0, 0, 1]) for value in tank.armor)
    upgrades = [name for name in tank.upgrades if rng.random() < 0.9]
    upgrades += rng.sample(["engine", "barrel", "optics", "he", "ai", "smoke", "medkit", "lieutenant"], 2)
    upgrades += ["mine"] * rng.randrange(2) + ["air_support"] * rng.randrange(2)
    armor = {"front": max(0, front), "side": max(0, side), "rear": max(0, rear)}
    made = entry_of({"what": "refit", "tank": tank.name, "armor": armor, "upgrades": upgrades})
    assert isinstance(made, Refit)
    return made


def holds(before: Campaign, after: Campaign) -> None:
    """No rule of TC-14.10 is broken between two standings."""
    o = after.opening.options
    for old, new in zip(
        (t for side in before.sides for t in side.tanks),
        (t for side in after.sides for t in side.tanks),
        strict=True,
    ):
        assert 0 <= cost_of(UNITS, new, o) <= new.points <= 16
        assert not list(against(UNITS, new, new.armor, new.upgrades, o))
        if new.lost == old.lost:
            assert 0 <= new.points - old.points <= 2
            assert all(a <= b for a, b in zip(old.armor, new.armor, strict=True))
        else:
            assert new.points == 10 and cost_of(UNITS, new, o) == 0
        assert len(new.crew) in (4, 5)
    assert len(after.fights) <= int(o.campaign_battles)


@pytest.mark.parametrize("seed", range(60))
def test_no_rule_is_ever_broken_in_a_campaign_by_chance(seed: int) -> None:
    """TC-14.7 to TC-14.10 over whole campaigns: points, limits, armor that stays, ends that follow."""
    rng = random.Random(seed)
    sides = [
        {"name": f"Side {seat}", "tanks": [{"name": f"T{seat}{n}"} for n in range(rng.randrange(1, 4))]}
        for seat in range(2)
    ]
    plan = read_plan(
        SHELF, {"name": "By chance", "options": {"campaign_battles": rng.randrange(1, 9)}, "sides": sides}
    )
    c = chronicle.begin(opening_of(SHELF, plan))
    entries: list[Any] = []

    def enter(entry: Any) -> None:
        nonlocal c
        after = chronicle.after(c, entry)
        holds(c, after)
        c = after
        entries.append(entry)

    while not c.ended:
        for _ in range(rng.randrange(12)):
            try:
                enter(any_refit(c, rng))
            except CampaignBroken as refused:
                assert all(one.rule for one in refused.refusals)
        enter(Start(game=f"g{len(c.fights)}"))
        enter(any_battle(c, rng))
    first, second = c.sides
    assert sum(f.winner == 0 for f in c.fights) == first.victories
    better = (first.victories, first.xp) > (second.victories, second.xp)
    assert c.winner == (
        2 if (first.victories, first.xp) == (second.victories, second.xp) else int(not better)
    )
    names = [name for side in c.sides for name in side.people]
    assert len(names) == len(set(names))
    file = Written(
        format="hulldown campaign",
        format_version=1,
        ruleset="tank_commander",
        plan=plan,
        entries=tuple(entries),
    )
    again = chronicle.read(SHELF, chronicle.text_of(file))
    assert chronicle.replay(opening_of(SHELF, again.plan), again.entries) == chronicle.replay(
        opening_of(SHELF, plan), entries
    )


def test_plans_are_refused_with_everything_that_is_wrong() -> None:
    with pytest.raises(CatalogueError) as caught:
        read_plan(
            SHELF,
            {
                "name": "x",
                "missions": ["moon"],
                "options": {"night": "purple"},
                "sides": [
                    {
                        "name": "a",
                        "tanks": [{"name": "T", "upgrades": ["optics"] * 2, "crew": list("abcde")}],
                    },
                    {"name": "b", "tanks": [{"name": "T", "build": "Nope"}]},
                ],
            },
        )
    said = str(caught.value)
    for word in ("moon", "night", "two tanks", "Nope", "optics, 2 bought", "5 members"):
        assert word in said
    many = [{"name": "c", "tanks": [{"name": f"T{n}"} for n in range(5)]}, PLAN["sides"][1]]
    with pytest.raises(CatalogueError, match=r"at most 4 \(TC-14.14\)"):
        read_plan(SHELF, {**PLAN, "sides": many})
    assert isinstance(read_plan(SHELF, PLAN), Plan)


# ---------------------------------------------------------------- missions of one's own


SCENARIOS = Path(rulesets.__file__).parent / "tank_commander" / "scenarios"
SHORE = (SCENARIOS / "skirmish.toml").read_text("utf-8").replace('name = "Skirmish"', 'name = "The shore"')


LONG = SHORE + "# " + "x" * 150_000


def test_missions_of_ones_own_are_offered_before_those_of_the_game() -> None:
    campaigns = TankCampaigns(SHELF)
    training = (SCENARIOS / "basic_training.toml").read_text("utf-8")
    texts = {"shore": SHORE, "alone": training, "broken": "name = 3"}
    first, *rest = campaigns.offer(texts).missions
    assert (first.id, first.name, first.tanks) == ("shore", "The shore", (1, 1))
    assert [mission.id for mission in rest] == [mission.id for mission in campaigns.offer().missions]


def test_a_battle_is_fought_over_a_mission_of_ones_own() -> None:
    campaigns = TankCampaigns(SHELF)
    plan = campaigns.plan({**PLAN, "missions": ["shore", "skirmish"], "scenarios": {"shore": SHORE}})
    standing = campaigns.standing(plan, [])
    assert [battle.name for battle in standing.battles[:2]] == ["The shore", "Skirmish"]
    order = campaigns.next_battle(plan, [])
    assert order.scenario == OwnFile("shore", SHORE) and order.forces
    assert campaigns.parse(campaigns.write(plan, [])) == (plan, [])


@pytest.mark.parametrize(
    ("scenarios", "said"),
    [
        ({"shore": "name = 3"}, "scenarios.shore: shore:1: name: "),
        ({"skirmish": SHORE}, "scenarios.skirmish: is a scenario that comes with the game"),
        ({"The shore": SHORE}, "scenarios"),
        (
            {"shore": SHORE + "# " + "x" * 150_000, "isle": SHORE + "# " + "x" * 150_000},
            "are larger than 256",
        ),
        ({}, 'unknown mission for a campaign "shore"'),
    ],
)
def test_a_mission_of_ones_own_that_is_no_good_is_refused(scenarios: dict[str, str], said: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        TankCampaigns(SHELF).plan({**PLAN, "missions": ["shore"], "scenarios": scenarios})
    assert said in str(wrong.value)
