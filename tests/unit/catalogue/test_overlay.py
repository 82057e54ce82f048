"""Files laid over one another: what is joined, what is replaced, and which file is to blame."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry
from hulldown.catalogue.load import ValidationIssue
from hulldown.catalogue.overlay import Layer, load_overlay


class Plate(Entry):
    front: int
    rear: int


class Tank(Entry):
    name: str
    plate: Plate
    guns: tuple[str, ...] = ()
    reach: dict[str, int] = Field(default_factory=dict)
    crew: Plate | None = None


class File(Entry):
    tanks: dict[str, Tank]
    prices: dict[str, dict[str, int]] = Field(default_factory=dict)


BELOW = """\
[tanks.a]
name = "A"
plate = { front = 3, rear = 1 }
guns = ["long", "short"]
reach = { near = 1, far = 2 }

[prices.steel]
thin = 1
thick = 3
"""


def laid(folder: Path, *texts: str, check: object = None) -> File:
    file = folder / "units.toml"
    file.write_text(BELOW, encoding="utf-8")
    layers = [Layer("units.toml", text, f"pack{i}/units.toml") for i, text in enumerate(texts)]
    return load_overlay(file, layers, File, check, "units.toml")  # type: ignore[arg-type]


def faults(folder: Path, *texts: str, check: object = None) -> list[str]:
    with pytest.raises(CatalogueError) as wrong:
        laid(folder, *texts, check=check)
    return list(wrong.value.lines)


def test_only_what_differs_is_said(tmp_path: Path) -> None:
    tank = laid(tmp_path, "[tanks.a]\nplate = { front = 9 }").tanks["a"]
    assert tank == Tank(
        name="A", plate=Plate(front=9, rear=1), guns=("long", "short"), reach={"near": 1, "far": 2}
    )


def test_lists_and_tables_of_free_keys_are_replaced_as_a_whole(tmp_path: Path) -> None:
    tank = laid(tmp_path, '[tanks.a]\nguns = ["huge"]\nreach = { far = 5 }').tanks["a"]
    assert tank.guns == ("huge",)
    assert tank.reach == {"far": 5}


def test_tables_of_entries_are_joined_and_new_ones_stand_last(tmp_path: Path) -> None:
    made = laid(tmp_path, '[tanks.b]\nname = "B"\nplate = { front = 1, rear = 1 }\n[prices.steel]\nthin = 2')
    assert list(made.tanks) == ["a", "b"]
    assert made.prices == {"steel": {"thin": 2, "thick": 3}}


def test_the_last_layer_goes_before_the_others(tmp_path: Path) -> None:
    made = laid(tmp_path, '[tanks.a]\nname = "One"\nguns = []', '[tanks.a]\nname = "Two"')
    assert (made.tanks["a"].name, made.tanks["a"].guns) == ("Two", ())


def test_a_table_that_may_be_missing_is_joined_field_by_field(tmp_path: Path) -> None:
    made = laid(tmp_path, "[tanks.a.crew]\nfront = 1\nrear = 2", "[tanks.a.crew]\nrear = 5")
    assert made.tanks["a"].crew == Plate(front=1, rear=5)


def test_who_says_it_is_to_blame(tmp_path: Path) -> None:
    assert faults(tmp_path, "[tanks.a]\n\nguns = [1]") == [
        "pack0/units.toml:3: tanks.a.guns[1]: must be text in quotes, not 1"
    ]
    assert faults(tmp_path, '[tanks.b]\nname = "B"', "[tanks.a]") == [
        "pack0/units.toml:1: tanks.b.plate: is missing"
    ]
    assert faults(tmp_path, "", "[tanks.a]\nplate = { top = 9 }")[0].startswith(
        "pack1/units.toml:2: tanks.a.plate.top: "
    )


def test_what_only_the_file_below_says_is_named_there(tmp_path: Path) -> None:
    def check(file: File) -> list[ValidationIssue]:
        return [ValidationIssue(("tanks", "a", "guns", 1), "is too short")]

    assert faults(tmp_path, '[tanks.a]\nname = "B"', check=check) == [
        "units.toml:4: tanks.a.guns[2]: is too short"
    ]


@pytest.mark.parametrize("text", ["[", "a = " + "[" * 3000 + "]" * 3000])
def test_what_is_no_toml_is_refused_by_line(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)[0].startswith("pack0/units.toml:1: ")
