"""What a battle is made of: who goes before whom, what is called how, and that it is resolved once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.load import parse_toml, toml_text
from hulldown.rulesets.common.content import Content

FOLDERS = Path(rulesets.__file__).parent
SHIPPED = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "iron_wedge",
    "warstrike": "first_patrol",
    "chase": "even_ground",
}

NUMBERS = {  # two of each that may be 1 to 4, none of them what the other depends on
    "tank_commander": ("smoke_cost", "fire_damage"),
    "agrav": ("tank_turn", "smoke_turns"),
    "close_assault": ("charge_moves", "march_moves"),
    "warstrike": ("double_moves", "catch_up_moves"),
    "chase": ("contest_shift", "opening_shift"),
}


def scenario_data(ruleset: str, **changes: Any) -> dict[str, Any]:
    """A scenario that comes with the game, changed."""
    path = FOLDERS / ruleset / "scenarios" / f"{SHIPPED[ruleset]}.toml"
    return {**parse_toml(path.read_text(encoding="utf-8"), path.name), **changes}


def write_pack(folder: Path, ruleset: str, sheet: str = "", units: str = "", **scenarios: Any) -> Path:
    """A pack with scenarios as data."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.toml").write_text(f'name = "{folder.name}"\nruleset = "{ruleset}"\n{sheet}', "utf-8")
    if units:
        (folder / "units.toml").write_text(units, "utf-8")
    for name, data in scenarios.items():
        (folder / "scenarios" / f"{name}.toml").write_text(toml_text(data), "utf-8")
    return folder


@pytest.mark.parametrize("name", SHIPPED)
def test_printed_rules_give_way_to_packs_to_the_scenario_to_choices(name: str, tmp_path: Path) -> None:
    """Seen in the position, not only in what content says of itself."""
    knob = NUMBERS[name][0]
    info = rulesets.get(name).files.values()[knob]
    one, two, three = (n for n in range(1, 5) if n != info.default)
    own = scenario_data(name, name="Mine", options={knob: two})
    pack = write_pack(tmp_path / "Numbers", name, f"[values]\n{knob} = {one}\n", mine=own)
    printed = Content.resolve(name, scenario=SHIPPED[name])
    packed = Content.resolve(name, [pack], SHIPPED[name])
    stated = Content.resolve(name, [pack], "mine")
    chosen = Content.resolve(name, [pack], "mine", values={knob: three})
    found = [content.in_force()[knob] for content in (printed, packed, stated, chosen)]
    assert [variant.word for variant in found] == [str(info.default), str(one), str(two), str(three)]
    assert [variant.source for variant in found] == ["printed", "pack Numbers", "scenario Mine", "chosen"]
    codes = [getattr(content.set_up().options, knob) for content in (printed, packed, stated, chosen)]
    unit = codes[0] // info.default
    assert codes == [info.default * unit, one * unit, two * unit, three * unit]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_same_content_has_one_digest_wherever_it_comes_from(name: str, tmp_path: Path) -> None:
    ruleset = rulesets.get(name)
    knob, info = next((k, v) for k, v in ruleset.files.values().items() if v.low < v.default)
    pack = write_pack(tmp_path / "a", name, f"[values]\n{knob} = {info.low}\n")
    renamed = write_pack(tmp_path / "b", name, f"[values]\n{knob} = {info.low}\n")
    digests = {
        Content.resolve(name, packs, SHIPPED[name], values=values).digest
        for packs, values in (([pack], {}), ([renamed], {}), ([], {knob: info.low}))
    }
    assert len(digests) == 1
    plain = Content.resolve(name, scenario=SHIPPED[name])
    assert plain.digest not in digests
    assert Content.resolve(name, scenario=SHIPPED[name], values={knob: info.default}).digest == plain.digest


@pytest.mark.parametrize("name", SHIPPED)
def test_a_scenario_goes_by_its_id_its_name_its_path_its_text_and_its_data(name: str, tmp_path: Path) -> None:
    data = scenario_data(name, name="Evening at the Ford")
    pack = write_pack(tmp_path / "Ford", name, evening=data)
    file = pack / "scenarios" / "evening.toml"
    content = Content.resolve(name, [pack])
    ways = ["evening", "evening at the ford", str(file), file, file.read_text("utf-8"), data]
    found = [content.on(which) for which in ways]
    assert {each.info.name for each in found} == {"Evening at the Ford"}
    assert len({each.digest for each in found[:5]}) == 1
    assert content.on(content.ruleset.files.scenarios()[SHIPPED[name]].name).scenario == SHIPPED[name]
    assert next(iter(content.scenarios())) == content.first_scenario() == "evening"
    with pytest.raises(CatalogueError, match="unknown scenario"):
        content.on("nowhere at all")


@pytest.mark.parametrize("name", SHIPPED)
def test_what_differs_says_who_set_it(name: str, tmp_path: Path) -> None:
    ruleset = rulesets.get(name)
    one, two = NUMBERS[name]
    second = ruleset.files.values()[two]
    own = scenario_data(name, name="Mine", options={one: 4})
    pack = write_pack(tmp_path / "Pack", name, f"[values]\n{two} = 4\n", mine=own)
    content = Content.resolve(name, [pack], "mine")
    told = {(change.kind, change.id): change for change in content.differences()}
    assert told["value", one].source == "scenario Mine" and told["value", one].new == "4"
    assert told["value", two].source == "pack Pack" and told["value", two].old == str(second.default)
    assert told["scenario", "own"].source == "pack Pack"
    assert len(told) == 3
    assert Content.resolve(name, scenario=SHIPPED[name]).differences() == []


def test_a_changed_plate_names_the_pack_that_has_the_last_word(tmp_path: Path) -> None:
    low = write_pack(tmp_path / "Low", "chase", units="[tanks.warden]\nhull = 7\nagility = 1\n")
    high = write_pack(tmp_path / "High", "chase", units="[tanks.warden]\nhull = 9\n")
    changes = Content.resolve("chase", [low, high]).differences()
    assert {change.id: (change.new, change.source) for change in changes} == {
        "tanks.warden.hull": ("9", "pack High"),
        "tanks.warden.agility": ("1", "pack Low"),
    }


def test_a_build_is_fielded_by_its_name_or_by_its_file(tmp_path: Path) -> None:
    content = Content.resolve("tank_commander", scenario="skirmish")
    sample = next(sample for sample in content.samples if sample.unit == "tank")
    assert content.fielding({"A1": sample.name.upper()}).forces == {"A1": sample.build}
    file = tmp_path / "mine.toml"
    file.write_text(content.ruleset.need_builds().write(sample.build), "utf-8")
    fielded = content.fielding({"A1": file})
    fielded.set_up()
    assert [change.kind for change in fielded.differences()] == ["force"]
    with pytest.raises(CatalogueError, match="unknown build"):
        content.build("nobody's tank")


def test_a_build_that_needs_a_switch_says_which() -> None:
    """And is had with a scenario that sets it, where the pack says nothing."""
    plain = Content.resolve("tank_commander")
    with_exotic = plain.choosing({"exotic_units": True})
    hidden = {s.id for s in with_exotic.samples} - {s.id for s in plain.samples}
    assert hidden
    name = sorted(hidden)[0]
    with pytest.raises(CatalogueError, match=r"can't be had without exotic_units=true"):
        plain.build(name)
    own = scenario_data("tank_commander", name="Mine", options={"exotic_units": True})
    assert plain.on(own).build(name) == with_exotic.build(name)


@pytest.mark.parametrize("name", SHIPPED)
def test_wrong_choices_name_what_is_wrong(name: str) -> None:
    files = rulesets.get(name).files
    value = next(iter(files.values()))
    option = next(iter(files.options()))
    for chosen, why in (
        ({"options": {"no_such": 1}}, "unknown option"),
        ({"values": {"no_such": 1}}, "unknown value"),
        ({"values": {option: 1}}, "it belongs into `options`"),
        ({"values": {value: 10**6}}, f"value {value}: "),
    ):
        with pytest.raises(CatalogueError, match=why):
            Content.resolve(name, **chosen)


def test_the_same_files_are_read_once(tmp_path: Path) -> None:
    """A pack that changed is read again; one that did not is the same pack, checked once."""
    pack = write_pack(tmp_path / "Pack", "chase", units="[tanks.warden]\nhull = 7\n")
    first, again = Content.resolve("chase", [pack]), Content.resolve("chase", [pack])
    assert first.stack is again.stack and first.digest == again.digest
    (pack / "units.toml").write_text("[tanks.warden]\nhull = 8\n", "utf-8")
    assert Content.resolve("chase", [pack]).digest != first.digest


def test_a_text_of_a_scenario_is_kept_as_it_is() -> None:
    text = toml_text(scenario_data("chase"))
    content = Content.resolve("chase", scenario=text)
    assert isinstance(content.scenario, OwnFile) and content.scenario.text == text
