"""Tanks of players: what is offered, what is wrong, files, cards, and how they take the field (CH-17)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.game import Game
from hulldown.rulesets.api.garage import BuildField, UnitCard
from hulldown.rulesets.chase import garage, setup
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.equilibrium.stage import duel_of
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import NO_DM, NOBODY, Band
from hulldown.views.cards.art import FULL
from hulldown.views.cards.card import card_art, card_svg
from hulldown.views.cards.sheet import force_sheets, sheet_svg

OFFER = garage.garage(SHELF)
SAMPLES = {one.id: one.build for one in OFFER.samples}
DUCHESS = SAMPLES["warden"] | {"built": "own_gun", "name": "Iron Duchess", "type": "fortress", "points": 180}
DUCHESS |= {
    "hull": 9,
    "front": 25,
    "driver": 1,
    "weapon": DUCHESS["weapon"] | {"name": "Long Tom", "dice": 7},
}
FULLEST = DUCHESS | {"mount": "fixed", "hull": 12, "paint": {"scheme": "olive", "pattern": "bands"}}
SILENT = DUCHESS["weapon"] | {"range_dm": dict.fromkeys(DUCHESS["weapon"]["range_dm"])}


def wrong(build: dict[str, Any]) -> list[tuple[str, str]]:
    return [(why.text, why.rule) for why in garage.judge(SHELF, build).broken]


def card(build: dict[str, Any], **options: Any) -> UnitCard:
    return garage.unit_card(SHELF, build, options)


# ---------------------------------------------------------------- what is offered


def test_every_listed_tank_is_offered_with_every_crew() -> None:
    """CH-17.1, CH-1.6: their points are those of section 2.3 with what the crew adds."""
    units = SHELF.units()
    assert len(SAMPLES) == len(units.tanks) * len(units.crews)
    assert SAMPLES["anvil_veteran"]["gunner"] == 3
    assert {one.id: one.points for one in OFFER.samples}["kestrel_green"] == 85 - 15
    assert all(not wrong(build) for build in SAMPLES.values())


@pytest.mark.parametrize("offer", OFFER.units, ids=lambda one: one.id)
def test_what_is_written_in_a_build_can_be_chosen(offer: Any) -> None:
    """CH-17.1: every number of a listed tank lies within what the forms of own tanks offer."""
    for build in SAMPLES.values():
        for section in offer.sections:
            for field in section.fields:
                assert offered(field, value_at(build, field.id)), (offer.id, build["tank"], field.id)


def offered(field: BuildField, value: Any) -> bool:
    """Whether a value can be chosen."""
    if field.words:
        return isinstance(value, str) and len(value) <= field.words
    return (
        value in [one.value for one in field.choices] if field.choices else field.low <= value <= field.high
    )


def value_at(build: dict[str, Any], place: str) -> Any:
    value: Any = build
    for key in place.split("."):
        value = value[key]
    return value


def test_to_go_on_from_a_listed_tank_keeps_its_numbers() -> None:
    """What a choice sets is what the catalogue says, so an own tank that begins there is the same."""
    (tanks, _), guns = OFFER.units[0].sections[0].fields, OFFER.units[1].sections[-1].fields[0]
    for choice in tanks.choices:
        for place, value in choice.sets.items():
            assert value_at(SAMPLES[choice.value], place) == value
    for choice in guns.choices:
        used = next(one for one in SAMPLES.values() if one["weapon"]["listed"] == choice.value)
        assert all(value_at(used, place) == value for place, value in choice.sets.items())


# ---------------------------------------------------------------- what is judged


def test_a_gun_that_can_fire_nowhere_is_named_and_not_fielded(tmp_path: Path) -> None:
    """CH-10.2, CH-17.1: with its line in a file; it can be taken into work and mended."""
    build = DUCHESS | {"weapon": SILENT}
    assert wrong(build) == [("weapon: needs a DM for at least one band", "CH-10.2")]
    assert card(build).void
    with pytest.raises(CatalogueError, match=r"unit A1: weapon: needs a DM .* \(CH-10.2\)"):
        set_up(SHELF, "even_ground", None, {"A1": build})
    file = tmp_path / "duchess.toml"
    file.write_text(garage.write_build(SHELF, build), encoding="utf-8")
    line = file.read_text(encoding="utf-8").splitlines().index(next(iter(gun_line(file)))) + 1
    (why,) = garage.judge(SHELF, file).broken
    assert why.text.startswith(f"{file}:{line}: weapon: ")


def gun_line(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("weapon")]


def test_points_of_an_own_tank_are_remarked() -> None:
    """CH-17.1: nobody has counted them."""
    (note,) = garage.judge(SHELF, DUCHESS).warnings
    assert (note.text, note.rule) == (
        "points: 180 are what you say, for a tank that is not of section 2.3",
        "CH-17.1",
    )
    assert not garage.judge(SHELF, {"build": "hornet_green"}).warnings


WRONG = [
    ({"tank": "wardn"}, 'build: tank: unknown tank "wardn"; did you mean "warden"? (CH-17.1)'),
    ({"tank": "warden", "crew": "old"}, 'build: crew: unknown crew "old"'),
    ({"tank": "warden", "hull": 9}, "build: hull: is not that of the tank warden: leave it out"),
    (DUCHESS | {"hull": 13}, "build: hull: must be at most 12, not 13 (CH-17.1)"),
    (DUCHESS | {"driver": 5}, "build: driver: must be 0 to 4, or -3 for none, not 5 (CH-1.6)"),
    (DUCHESS | {"weapon": "canon"}, 'build: weapon: unknown weapon "canon"'),
    (DUCHESS | {"built": "hired"}, 'build: built: "hired" is not one of listed, own, own_gun (CH-17.1)'),
    (DUCHESS | {"wings": 2}, "build: wings: unknown key"),
    ({"weapon": "howitzer"}, "build: hull: is missing (CH-17.1)"),
]


@pytest.mark.parametrize(("build", "said"), WRONG)
def test_what_is_not_understood_is_named(build: dict[str, Any], said: str) -> None:
    """CH-17.1: a listed tank has its own numbers, an own one every number."""
    with pytest.raises(CatalogueError) as refused:
        garage.read_build(SHELF, build)
    assert any(line.startswith(said) for line in refused.value.lines), refused.value.lines


def test_the_verdict_shows_how_numbers_come_about() -> None:
    """CH-5.1, CH-10.5, CH-10.10: asked of the rules, against the tank that others are held against."""
    found = garage.judge(SHELF, {"build": "lancer"})
    driving, aimed, shots, answers = found.workings
    assert (driving.title, driving.steps[1]) == ("Driving +3", ("agility", "+1", "CH-5.2"))
    assert ("Medium", "+4, 4+ on 2d6", "CH-10.5") in aimed.steps
    assert shots.steps[0] == ("Front 15, at Medium, both on Maneuver", "54%", "CH-10.10")
    assert answers.title == "A Warden's shots at it that do damage"
    worse = garage.judge(SHELF, {"build": "lancer"}, {"vehicle_dm": 0}).workings[1]
    assert ("Medium", "+3, 5+ on 2d6", "CH-10.5") in worse.steps


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("build", [*SAMPLES.values(), DUCHESS], ids=[*SAMPLES, "own"])
def test_a_file_reads_back_as_the_same_tank(build: dict[str, Any]) -> None:
    text = garage.write_build(SHELF, build)
    assert garage.read_build(SHELF, text) == garage.read_build(SHELF, build)
    assert ("hull" in text) == (build["built"] != "listed"), "a listed tank goes without its numbers"


def test_a_listed_gun_is_written_by_its_name() -> None:
    own = SAMPLES["anvil"] | {"built": "own", "hull": 8}
    assert 'weapon = "heavy_gun"\n' in garage.write_build(SHELF, own)
    assert garage.read_build(SHELF, garage.write_build(SHELF, own))["weapon"]["dice"] == 5


def test_what_was_there_before_does_not_matter_to_a_listed_tank() -> None:
    """A page that changes its mind sends numbers of the tank that it had in work."""
    changed = DUCHESS | {"built": "listed", "tank": "hornet", "crew": "green"}
    assert garage.read_build(SHELF, changed) == SAMPLES["hornet_green"] | {"name": "Iron Duchess"}


# ---------------------------------------------------------------- on the field


def test_any_tank_stands_for_any_other_on_both_sides() -> None:
    """CH-17.2: in its state it is what a scenario would field, whatever it is called."""
    forces = {"A1": DUCHESS, "B1": {"build": "kestrel_veteran", "name": "Bee"}}
    s = set_up(SHELF, "long_shot", None, forces)
    mine, theirs = s.tanks[0].profile, s.tanks[6].profile
    assert (mine.kind, mine.hull, mine.armor[0], mine.dice, mine.points) == (NOBODY, 9, 25, 7, 180)
    assert mine.range_dm == [-1, 1, 1, 0, -1, -2, -4]
    assert (theirs.driver, theirs.points, theirs.range_dm[Band.DISTANT]) == (3, 105, NO_DM)
    roster = SHELF.listed_scenarios()["platoon_clash"].roster
    assert {unit.kinds for unit in roster} == {("listed", "own", "own_gun")}


def test_a_battle_shows_the_names_that_players_gave() -> None:
    """CH-17.1: on the cards of the table, a gun of one's own too."""
    forces = {"A1": DUCHESS, "B1": {"tank": "kestrel", "name": "Bee"}}
    game = Game.new("chase", "even_ground", seed=1, forces=forces)
    first, second = garage.name_cards(SHELF, game.ruleset.table.cards(game.state, 0), forces)
    assert (first.name, first.kind_name, first.kit[0][0]) == ("Iron Duchess", "fortress", "Long Tom 7d6")
    assert (second.name, second.kind_name) == ("Bee", "Kestrel, scout")


def test_names_stay_with_the_tanks_when_players_change_seats() -> None:
    """CH-12.7: in the second duel of a match Cobalt commands the tank that Rust had, and is A1 with it."""
    forces = {"A1": DUCHESS, "B1": {"crew": "veteran", "name": "Bee"}}
    game = Game.new("chase", "even_ground", seed=1, forces=forces)
    game.state.duel = 1
    cards = garage.name_cards(SHELF, game.ruleset.table.cards(game.state, 0), forces)
    assert {one.unit: one.name for one in cards} == {"A1": "Bee", "B1": "Iron Duchess"}


def test_terms_other_than_printed() -> None:
    """CH-17.3: start range, turn limit, duels; CH-14.13: a team battle stays one battle."""
    terms = {"start_range": "very_long", "turn_limit": 3, "duels": 5}
    s = set_up(SHELF, "even_ground", terms)
    assert (s.start_range, s.pair[0].range, s.turn_limit, s.duels) == (Band.VERY_LONG, Band.VERY_LONG, 3, 5)
    team = set_up(SHELF, "platoon_clash", terms)
    assert (team.pair[2].range, team.turn_limit, team.duels) == (Band.VERY_LONG, 3, 1)
    with pytest.raises(CatalogueError, match=r"option turn_limit: .* \(CH-17.3\)"):
        set_up(SHELF, "even_ground", {"turn_limit": 25})


def test_a_solution_does_not_care_who_settled_the_terms() -> None:
    """CH-17.3: the same duel, whether a scenario or an option says how long it lasts."""
    assert (
        duel_of(set_up(SHELF, "even_ground", {"turn_limit": 10})).digest()
        == duel_of(set_up(SHELF, "free_duel", {"turn_limit": 10, "start_range": "long", "duels": 3})).digest()
    )


# ---------------------------------------------------------------- free play by points


def count(forces: dict[str, Any], scenario: str = "free_platoons") -> list[int]:
    return [int(n) for n in set_up(SHELF, scenario, None, forces).count]


def test_a_side_fields_one_to_six_tanks_for_its_points() -> None:
    """CH-17.4: the sides need not be equally many; what is not chosen is as proposed."""
    swarm = {f"A{i}": {"build": "kestrel_green"} for i in range(1, 5)}
    assert count(swarm) == [4, 3]
    assert count({"B1": {"build": "bulwark_veteran"}}) == [3, 1]
    assert count({f"B{i}": DUCHESS | {"points": 100} for i in range(1, 7)}, "free_companies") == [6, 6]
    assert count({"A1": {"crew": "green"}}) == [1, 3], "a proposed tank with another crew"


REFUSED = [
    (
        {f"A{i}": {"build": "warden"} for i in range(1, 5)},
        "side A: is worth 400 points, more than 300 (CH-17.4)",
    ),
    ({"A2": {"build": "warden"}}, "side A: tanks are numbered from A1 without gaps"),
    ({f"B{i}": DUCHESS | {"points": 1} for i in range(1, 8)}, "side B: has more than 6 tanks (CH-14.1)"),
    ({"C1": {"build": "warden"}}, "unit C1: the name of a tank is A or B and a number, such as A1"),
    ({"A1": {"build": "wardn"}}, 'unit A1: tank: unknown tank "wardn"'),
]


@pytest.mark.parametrize(("forces", "said"), REFUSED)
def test_a_force_that_cannot_be_fielded_is_named(forces: dict[str, Any], said: str) -> None:
    """CH-17.4."""
    with pytest.raises(CatalogueError) as refused:
        set_up(SHELF, "free_platoons", None, forces)
    assert str(refused.value).startswith(said)


FREE = (SHELF.folder / "scenarios" / "free_platoons.toml").read_text(encoding="utf-8")
MISTAKES = [
    ("total = 300\n", "", "total: is missing: free play is for so many points (CH-17.4)"),
    ("free = true\n", "", "total: means nothing without free = true (CH-17.4)"),
    ("total = 300", "total = 299", "units: of side A are worth 300 points, more than 299 (CH-17.4)"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_a_mistake_in_a_free_scenario_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FREE.replace(old, new), encoding="utf-8")
    assert any(line.endswith(said) for line in SHELF.problems_of(file))


# ---------------------------------------------------------------- print


@pytest.mark.parametrize("build", [*SAMPLES.values(), DUCHESS, FULLEST], ids=[*SAMPLES, "own", "fullest"])
def test_a_printed_card_has_everything_and_stays_on_the_card(build: dict[str, Any]) -> None:
    """CH-10.5: a band at which it cannot fire has a dash; nothing is cut."""
    made = card(build)
    art, height = card_art(made)
    assert height <= FULL and max(one.y for one in art.letters) < height
    dms = build["weapon"]["range_dm"].values()
    assert [cell == "\u2013" for cell in made.grids[0].rows[0][1:]] == [dm is None for dm in dms]
    assert made.tracks[0].boxes == build["hull"]
    assert "\u2026" not in card_svg(made)


def test_a_card_shows_what_the_rules_make_of_a_tank() -> None:
    """CH-5.1, CH-10.5, CH-10.6, CH-8.11, CH-11.6: with the numbers in force."""
    made = card({"build": "bulwark"})
    assert dict(made.facts)["Driving"] == "0, damaged \u22122"
    assert dict(made.facts)["Speed"] == "7, damaged 5"
    sound, damaged = made.grids[0].rows
    assert (sound[1:3], damaged[1:3]) == (("0", "+2"), ("\u22122", "0"))
    assert made.grids[1].rows[0] == ("its shot", "\u22122", "\u22122", "\u22121", "+1")
    assert made.grids[3].rows[0][2:] == ("7", "7 + enemy's")
    assert made.strip and made.strip.cells[1] == ("2", "4 to 9")
    other = card({"build": "bulwark"}, order_fire_dms=False, severity_2_from=6, vehicle_dm=3)
    assert other.grids[1].rows[0] == ("its shot", "0", "0", "0", "0")
    assert other.strip and other.strip.cells[1] == ("2", "6 to 9")
    assert other.grids[0].rows[0][1] == "+2"


def test_a_fixed_gun_is_remarked() -> None:
    """CH-10.3."""
    assert "CH-10.3" in [rule for _, rule in card({"build": "anvil"}).notes]
    assert "CH-10.3" not in [rule for _, rule in card({"build": "warden"}).notes]


def test_names_and_paint_are_printed() -> None:
    made = card(SAMPLES["marten_green"] | {"name": "Kit", "paint": {"scheme": "sand", "pattern": "dots"}})
    assert (made.name, made.kind_name, made.points) == (
        "Kit",
        "Marten, cavalry tank, green crew",
        "85 points",
    )
    assert (made.scheme, made.pattern) == ("desert sand", "dots")
    assert card(DUCHESS).kind_name == "Fortress"


def test_a_force_is_summed_up() -> None:
    (sheet,) = force_sheets([card({"build": "hornet"}), card(DUCHESS), card(DUCHESS)], "a4", "Chase")
    drawn = sheet_svg(sheet, "a4")
    assert "2 x" in drawn and "Long Tom, turret, 7d6" in drawn


def test_a_build_is_the_same_tank_in_a_scenario_file() -> None:
    """CH-17.1: what the garage fields is what a file says under `own`."""
    force = setup.as_force(setup.read(SHELF, DUCHESS))
    assert force.own and (force.own.name, force.own.weapon.name, force.own.hull) == (
        "Iron Duchess",
        "Long Tom",
        9,
    )


def test_the_gun_says_whether_it_is_ones_own() -> None:
    """A listed gun by name in a build that says `own_gun`, and numbers in one that says `own`."""
    named = garage.read_build(SHELF, DUCHESS | {"weapon": "howitzer"})
    assert (named["built"], named["weapon"]["listed"]) == ("own", "howitzer")
    numbered = garage.read_build(
        SHELF, DUCHESS | {"built": "own", "weapon": DUCHESS["weapon"] | {"listed": ""}}
    )
    assert (numbered["built"], numbered["weapon"]["dice"]) == ("own_gun", 7)


# ---------------------------------------------------------------- any tank


def random_tank(chance: random.Random) -> dict[str, Any]:
    """A tank anywhere within the bounds of CH-17.1, at their ends as often as between them."""

    def number(low: int, high: int) -> int:
        return chance.choice((low, high, chance.randint(low, high)))

    bands = {band: chance.choice((None, number(-20, 20))) for band in setup.BAND_NAMES}
    bands[chance.choice(setup.BAND_NAMES)] = number(-20, 20)
    plates = {face: number(0, 60) for face in ("front", "side", "rear")}
    skills = {role: chance.choice(garage.SKILLS) for role in ("driver", "gunner")}
    gun = {"name": "W" * 40, "dice": number(0, 8), "bonus": number(-20, 60), "ap": number(0, 60)}
    return {
        **{"name": "W" * 40, "type": "w" * 40, "hull": number(1, 12), **plates, **skills},
        **{"top_speed": number(0, 60), "agility": number(-20, 20), "points": number(0, 1000)},
        **{"mount": chance.choice(("turret", "fixed")), "weapon": {**gun, "range_dm": bands}},
        "paint": {"scheme": "rust", "pattern": "splinter"},
    }


@pytest.mark.parametrize("seed", range(12))
def test_any_tank_within_the_bounds_is_printed_filed_and_fought_to_the_end(seed: int) -> None:
    """CH-17.1."""
    chance = random.Random(seed)
    forces = {"A1": random_tank(chance), "B1": random_tank(chance)}
    for build in forces.values():
        assert not wrong(build)
        assert garage.read_build(SHELF, garage.write_build(SHELF, build)) == garage.read_build(SHELF, build)
        art, height = card_art(card(build))
        assert height <= FULL and max(one.y for one in art.letters) < height
    game = Game.new("chase", "free_duel", seed=seed, forces=forces, options={"turn_limit": 4})
    while game.result is None:
        game.play(chance.choice(game.legal()))
    assert Game.verify(game.save()) == []
