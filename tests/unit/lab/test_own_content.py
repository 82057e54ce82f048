"""Studies over one's own: packs, scenarios and units as the base, numbers of units as the change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.studies import own_pack

from hulldown import lab, rulesets
from hulldown.catalogue import CatalogueError, parse
from hulldown.lab.plan import PreparedSetting, plan_of
from hulldown.lab.recording import Folder, StudyReplay
from hulldown.lab.running import ready
from hulldown.lab.study import Study, load_study, problems, study_of, study_text, template
from hulldown.lab.unit_numbers import numbers_of, pack_of
from hulldown.rulesets.common.content import Content

FEW = {"most_pairs": 64}
KINDS = [str(kind) for kind in lab.QuestionKind]
FIELDS: dict[str, dict[str, Any]] = {
    "variant": {"arms": {"faster": {"units": {"tanks.gull.top_speed": 30}}}},
    "forces": {"arms": {"mine": {"force": ["Möwe"]}, "theirs": {"force": ["warden"]}}},
    "units": {"scenarios": ["flock"]},
    "depth": {"players": ["random", "mcts:1"]},
    "tune": {"knobs": {"tanks.gull.hull": [3, 5]}},
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_pack(tmp_path_factory.mktemp("own") / "gulls")


def study_with(kind: str, pack: Path, **more: Any) -> Study:
    """A study over the pack, as a file has it."""
    data = {"kind": kind, "ruleset": "chase", "scenarios": ["dawn"], "players": ["random", "random"],
            "base": {"packs": [str(pack)], "options": {"armor_wear": True}}, "decide": FEW}  # fmt: skip
    return study_of({**data, **FIELDS.get(kind, {}), **more}, Path("."))


def settings_of(study: Study) -> list[PreparedSetting]:
    return list(ready(study, Path(".")).settings.values())


# ---------------------------------------------------------------- the base


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_played_over_own_packs_scenarios_and_units(kind: str, pack: Path) -> None:
    for prepared in settings_of(study_with(kind, pack)):
        variants = prepared.content.variants
        arm = prepared.setting.arm
        assert "armor_wear" in arm or variants["armor_wear"] is True
        assert "t_bone_factor" in arm or variants["t_bone_factor"] == 3
        assert prepared.info.name in ("At Dawn", "The Flock")
        assert "tanks.gull.hull" in numbers_of(prepared.ruleset)


def test_random_forces_have_own_units(pack: Path) -> None:
    (prepared,) = settings_of(study_with("units", pack))
    _, drawn = prepared.starts(range(12))
    tanks = {build["tank"] for mustered in drawn for build in mustered.forces.values()}
    assert "gull" in tanks and len(tanks) > 2


def test_a_force_is_named_as_people_call_its_units(pack: Path) -> None:
    one, other = settings_of(study_with("forces", pack))
    assert [one.content.forces[unit]["tank"] for unit in ("A1", "B1")] == ["gull", "warden"]
    assert [other.content.forces[unit]["tank"] for unit in ("A1", "B1")] == ["warden", "gull"]


def test_a_scenario_by_its_name_plays_the_same_games_as_by_its_id(pack: Path) -> None:
    named = study_with("fair", pack, scenarios=["At Dawn"])
    assert named == study_with("fair", pack)
    assert named.scenarios == ("dawn",)


def test_the_book_is_the_base_and_every_arm_lies_over_it(pack: Path) -> None:
    arms = {"rams": {"values": {"t_bone_factor": 2}}, "wear": {"options": {"armor_wear": False}}}
    found = {
        one.setting.arm: one.content.variants for one in settings_of(study_with("variant", pack, arms=arms))
    }
    seen = {arm: (variants["t_bone_factor"], variants["armor_wear"]) for arm, variants in found.items()}
    assert seen == {"book": (3, True), "rams": (2, True), "wear": (3, False)}


def test_a_pack_of_an_arm_goes_before_what_the_base_chooses(pack: Path) -> None:
    base = {"values": {"t_bone_factor": 2}}
    study = study_with(
        "variant", pack, base=base, scenarios=["even_ground"], arms={"p": {"packs": [str(pack)]}}
    )
    found = {one.setting.arm: one.content.variants["t_bone_factor"] for one in settings_of(study)}
    assert found == {"book": 2, "p": 3}


def test_a_book_that_a_file_writes_down_means_what_it_did(pack: Path) -> None:
    arms = {"book": {"packs": [str(pack)]}}
    (prepared,) = settings_of(study_with("fair", pack, base={}, arms=arms))
    assert prepared.content.variants["t_bone_factor"] == 3
    more = {"book": {}, "wear": {"options": {"armor_wear": True}}}
    study = study_with("variant", pack, base={}, arms=more, scenarios=["even_ground"])
    assert "base" not in study_text(study)
    assert [one.content.variants for one in settings_of(study)] == [{}, {"armor_wear": True}]


def test_a_base_is_written_and_read_again(pack: Path, tmp_path: Path) -> None:
    for kind in KINDS:
        study = study_with(kind, pack)
        (tmp_path / f"{kind}.toml").write_text(study_text(study), "utf-8")
        assert load_study(tmp_path / f"{kind}.toml")[0] == study


def test_a_folder_keeps_what_its_base_needs(pack: Path, tmp_path: Path) -> None:
    """It plays on, and its games again, where the packs are gone."""
    mine = own_pack(tmp_path / "mine")
    own = tmp_path / "crossing.toml"
    own.write_text((mine / "scenarios" / "dawn.toml").read_text("utf-8"), "utf-8")
    base = {"packs": ["mine"], "forces": {"A1": "gull"}}
    data = {"kind": "fair", "ruleset": "chase", "scenarios": ["dawn", "crossing.toml"],
            "players": ["random", "random"], "base": base, "decide": FEW}  # fmt: skip
    folder = Folder.begin(tmp_path / "kept", study_of(data, tmp_path), tmp_path)
    for path in [own, *sorted(mine.rglob("*"), reverse=True)]:
        path.unlink() if path.is_file() else path.rmdir()
    study, base_folder = load_study(folder.path)
    assert study.base.packs == ("files/mine",) and study.scenarios == ("dawn", "files/crossing.toml")
    run = lab.Run(study, base_folder, folder)
    list(run)
    lab.api.finish(run)
    again = StudyReplay(folder)
    assert list(again.differences([0, 70])) == []
    assert again.game(0).result is not None
    assert "Gulls" in (folder.result() or {})["sentence"]


# ---------------------------------------------------------------- one question, three ways to ask it


def test_a_content_is_the_base_of_a_question(pack: Path) -> None:
    content = Content.resolve("chase", [pack], "At Dawn", {"armor_wear": "true"}, forces={"A1": "Möwe"})
    study = lab.ask("fair", content, (), "random", decide=FEW).study
    assert study.base.options == {"armor_wear": True} and study.base.packs == (str(pack.resolve()),)
    assert study.base.forces["A1"]["tank"] == "gull"  # type: ignore[index]
    assert study.scenarios == ("dawn",)
    change = lab.ask("variant", content, (), "random", units={"tanks.gull.hull": 6}).study
    assert change.base == study.base
    assert change.arms["changed"].units == {"tanks.gull.hull": 6}


def test_what_a_content_has_in_no_file_is_played_too(pack: Path) -> None:
    text = (pack / "scenarios" / "dawn.toml").read_text("utf-8")
    asked = lab.ask("fair", Content.resolve("chase", [pack], text), (), "random", decide=FEW)
    (name,) = asked.study.scenarios
    assert Path(name).name == "at_dawn.toml" and Path(name).is_file()
    assert "At Dawn" in str(asked.answer())


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_of_own_content_can_be_run_as_it_is(kind: str, pack: Path, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(template(kind, Content.resolve("chase", [pack])), "utf-8")
    study, base = load_study(path)
    assert study.scenarios == ("dawn",) and study.base.packs == (str(pack.resolve()),)
    assert plan_of(study, base).settings


# ---------------------------------------------------------------- numbers of units


def test_a_number_of_a_unit_is_changed_in_one_arm_alone(pack: Path) -> None:
    places = {"tanks.gull.hull": 7, "tanks.gull.armor.front": 3}
    study = study_with("variant", pack, arms={"thick": {"units": places}})
    found = {one.setting.arm: numbers_of(one.ruleset) for one in settings_of(study)}
    for place, value in places.items():
        assert found["thick"][place].value == value != found["book"][place].value
    others = {place for place in found["book"] if found["book"][place] != found["thick"][place]}
    assert others == set(places)


def test_a_tune_turns_a_number_of_a_unit(pack: Path) -> None:
    plan = plan_of(study_with("tune", pack))
    assert [arm.units for name, arm in plan.arms.items() if name != "book"] == [
        {"tanks.gull.hull": value} for value in (3.0, 4.0, 5.0)
    ]


def test_an_atlas_goes_over_the_numbers_of_a_unit(pack: Path) -> None:
    plan = plan_of(study_with("atlas", pack, over=["tanks.gull"]))
    names = [name for name in plan.arms if name != "book"]
    assert {"tanks.gull.hull=3", "tanks.gull.hull=5", "tanks.gull.armor.rear=6"} <= set(names)
    assert all(name.startswith("tanks.gull.") for name in names)
    assert "units" in study_text(study_with("variant", pack)) and "over" not in study_text(
        study_with("atlas", pack)
    )


PLACES = {
    "tank_commander": "units.tank.armor.front",
    "chase": "tanks.warden.hull",
    "agrav": "vehicles.terrier.plate.thickness",
    "close_assault": "units.rhino.base.length",
    "warstrike": "weapons.rifle.range",
}


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_every_ruleset_has_numbers_that_a_layer_changes(ruleset: str) -> None:
    rules, place = rulesets.get(ruleset), PLACES[ruleset]
    assert len(numbers_of(rules)) > 50
    new = numbers_of(rules)[place].value + 1
    content = Content.resolve(rules, [pack_of(rules, {place: new})])
    (told,) = content.differences()
    assert (told.kind, told.id, told.new) == ("unit", place, f"{new:g}")


@pytest.mark.parametrize("kind", ["variant", "tune", "atlas"])
@pytest.mark.parametrize("ruleset", rulesets.names())
def test_every_ruleset_is_asked_about_its_numbers(ruleset: str, kind: str) -> None:
    place = PLACES[ruleset]
    now = numbers_of(rulesets.get(ruleset))[place].value
    more: dict[str, Any] = {
        "variant": {"units": {place: now + 1}},
        "tune": {"knobs": {place: [now, now + 2]}},
        "atlas": {"over": [".".join(place.split(".")[:2])]},
    }[kind]
    content = Content.resolve(ruleset)
    asked = lab.ask(kind, content, content.first_scenario(), "random", **more)
    plan = ready(asked.study, Path("."))
    values = {numbers_of(prepared.ruleset)[place].value for prepared in plan.settings.values()}
    assert len(values | {arm.units[place] for arm in plan.plan.arms.values() if place in arm.units}) > 1


def test_bounds_are_those_of_the_file() -> None:
    hull = numbers_of(rulesets.get("chase"))["tanks.warden.hull"]
    assert (hull.low, hull.high, hull.whole, hull.rule) == (1, 12, True, "CH-11.8")
    assert hull.title == "Warden, hull"
    assert (
        hull.fault(13) == "must be 1 to 12, not 13" and hull.fault(2.5) == "must be a whole number, not 2.5"
    )


def test_free_keys_beside_a_number_stay() -> None:
    """A layer replaces a table of free keys within an entry as a whole."""
    rules = rulesets.get("chase")
    place = "weapons.medium_gun.range_dm.Long"
    content = Content.resolve(rules, [pack_of(rules, {place: -7})])
    before, after = numbers_of(rules), numbers_of(content.ruleset)
    assert {at for at in before if before[at].value != after[at].value} == {place}
    assert set(before) == set(after)


# ---------------------------------------------------------------- what is wrong


HEAD = 'kind = "{kind}"\nruleset = "chase"\nscenarios = ["even_ground"]\n'
WRONG = [
    ("variant", '[arms.a.units]\n"tanks.warden.hul" = 9\n', 'did you mean "tanks.warden.hull"?'),
    ("variant", '[arms.a.units]\n"tanks.warden.hull" = 99\n', "must be 1 to 12, not 99 (CH-11.8)"),
    ("variant", '[arms.a.units]\n"tanks.warden.name" = 9\n', 'no unit has a number "tanks.warden.name"'),
    ("tune", '[knobs]\n"tanks.warden.hull" = [6, 30]\n', "must be a range within 1 to 12"),
    ("tune", '[knobs]\n"tanks.warden.hull" = [6.5, 9]\n', "must be a whole number, not 6.5"),
    ("tune", '[knobs]\n"tanks.wardn.hull" = [6, 9]\n', 'did you mean "tanks.warden.hull"?'),
    ("atlas", 'over = ["tanks.wardn"]\n', 'unknown unit "tanks.wardn"; did you mean "tanks.warden"?'),
    ("fair", 'over = ["tanks.warden"]\n', "over: belongs to a study of the kind atlas"),
    ("fair", '[base]\npacks = ["nowhere"]\n', "base.packs[1]: there is no pack nowhere"),
    ("fair", "[base.options]\narmour = true\n", 'base.options.armour: unknown option "armour"'),
    ("fair", "[base.values]\ngunnery_score = 900\n", "base.values.gunnery_score: "),
    ("fair", "[base]\nplayers = []\n", "base.players: "),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "rest", "said"), WRONG)
def test_a_mistake_is_named_with_its_place(kind: str, rest: str, said: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        parse(HEAD.format(kind=kind) + rest, Study, lambda study: problems(study, Path(".")), "study.toml")
    (line,) = wrong.value.lines
    assert said in line and line.startswith("study.toml:4: over" if "over" in rest else "study.toml:5: ")


def test_an_arm_that_cannot_be_set_up_is_named_with_the_reason(pack: Path) -> None:
    """The printed rules know neither the scenario nor its tanks: nothing is played."""
    study = study_with("variant", pack, base={}, arms={"mine": {"packs": [str(pack)]}})
    with pytest.raises(CatalogueError) as wrong:
        ready(study, Path("."))
    (line,) = wrong.value.lines
    assert line.startswith('book: unknown scenario "dawn"; there is even_ground, ')
    broken = study_with("variant", pack, arms={"odd": {"forces": {"A9": "gull"}}})
    with pytest.raises(CatalogueError) as wrong:
        ready(broken, Path("."))
    (line,) = wrong.value.lines
    assert line.startswith("odd: ") and "A9" in line


def test_random_forces_that_cannot_be_had_are_said_of_the_arm(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulldown.lab.plan.TRIES", 0)
    with pytest.raises(CatalogueError) as wrong:
        ready(study_with("units", pack), Path("."))
    assert wrong.value.lines == ("book: flock: no random forces are legal",)
