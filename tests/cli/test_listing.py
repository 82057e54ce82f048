"""list and schema: what there is, and what may stand in a file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator
from tests.cli.conftest import Run

from hulldown import rulesets
from hulldown.ai import levels
from hulldown.catalogue import CatalogueError
from hulldown.rulesets.common.lint import ADDRESS, named_in, schema_models, schema_of
from hulldown.server.app import create_app
from hulldown.server.settings import Settings

HERE = Path(rulesets.__file__).parent
SHIPPED = sorted(HERE.rglob("*.toml"))


# ---------------------------------------------------------------- list


def test_the_rulesets_are_listed(run: Run) -> None:
    found = json.loads(run("list", "--json").stdout)
    assert [row["id"] for row in found] == rulesets.names()
    assert found == json.loads(run("list", "rulesets", "--json").stdout)
    assert all(row["scenarios"] and row["options"] and row["units"] and row["players"] for row in found)
    assert all(row["name"] in run("list").stdout for row in found)
    assert len(json.loads(run("list", "rulesets", "chase", "--json").stdout)) == 1


@pytest.mark.parametrize("name", rulesets.names())
def test_what_a_ruleset_has_is_listed(run: Run, name: str) -> None:
    ruleset = rulesets.get(name)
    for what, expected in (
        ("scenarios", ruleset.files.scenarios().values()),
        ("options", ruleset.files.options().values()),
        ("units", ruleset.files.units()),
        ("players", levels(ruleset)),
    ):
        rows = json.loads(run("list", what, name, "--json").stdout)
        assert rows == json.loads(json.dumps([{"ruleset": name, **asdict(one)} for one in expected])) != []
        told = run("list", what, name)
        assert told.exit_code == 0 and all(row["id"] in told.stdout for row in rows)


def test_everything_is_listed_where_no_ruleset_is_named(run: Run) -> None:
    rows = json.loads(run("list", "units", "--json").stdout)
    assert [row["ruleset"] for row in rows] == [
        name for name in rulesets.names() for _ in rulesets.get(name).files.units()
    ]


def test_units_are_those_of_the_files(run: Run) -> None:
    """Every unit of a scenario's roster is called by a name that the list of units has; what it is may
    follow in brackets."""
    for name in rulesets.names():
        known = {word for unit in rulesets.get(name).files.units() for word in (unit.name, unit.id)}
        for scenario in rulesets.get(name).files.scenarios().values():
            names = [unit.name.partition(" (")[0] for unit in scenario.roster]
            missing = {one.partition(" x ")[2] or one for one in names} - known
            assert not missing, f"{name}, {scenario.id}: {missing}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["tanks"], 'unknown list "tanks"'), (["units", "chess"], 'unknown ruleset "chess"')],
)
def test_what_cannot_be_listed(run: Run, arguments: list[str], says: str) -> None:
    result = run("list", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr and result.stderr.count("\n") == 1


# ---------------------------------------------------------------- schema


def test_every_kind_of_file_has_a_schema(run: Run) -> None:
    listed = json.loads(run("schema", "--json").stdout)
    assert [row["name"] for row in listed] == list(schema_models())
    assert all(row["about"] and row["name"] in run("schema").stdout for row in listed)
    own = {"units", "scenario", "situation"}
    assert {"options", "warstrike/weapons", "tank_commander/build", "tank_commander/campaign"} <= set(
        schema_models()
    )
    assert all(f"{name}/{kind}" in schema_models() for name in rulesets.names() for kind in own)


@pytest.mark.parametrize("name", list(schema_models()))
def test_a_schema_is_valid_and_says_what_things_mean(run: Run, name: str) -> None:
    printed = json.loads(run("schema", name).stdout)
    Draft202012Validator.check_schema(printed)
    assert printed["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert printed["$id"] == f"{ADDRESS}{name}.json"
    assert printed["description"] and printed["additionalProperties"] is False
    assert all(part["description"] for part in printed.get("$defs", {}).values() if part["type"] == "object")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(HERE)))
def test_a_shipped_file_names_its_schema_and_follows_it(path: Path) -> None:
    name = named_in(path)
    kind = {"scenarios": "scenario", "lessons": "lesson"}.get(path.parent.name, path.stem)
    kind = kind.removesuffix(".1")  # weights of former players
    kind = path.stem if path.stem == "puzzles" else kind
    assert name in (f"{path.relative_to(HERE).parts[0]}/{kind}", kind)
    follows = Draft202012Validator(schema_of(name))
    data = tomllib.loads(path.read_text())
    follows.validate(data)
    for what, broken in changed(data):
        assert not follows.is_valid(broken), what


def changed(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Copies with a word too many, and with each value of the top replaced by one of another type."""
    yield "a key too many", data | {"nonsense": 1}
    for key in data:
        wrong = deepcopy(data)
        wrong[key] = [[{"of": "another type"}]] if not isinstance(data[key], list) else {"no": "list"}
        yield key, wrong
    key = next(iter(data))
    yield f"{key} is called otherwise", {f"x{one}" if one == key else one: data[one] for one in data}


def test_a_build_and_a_campaign_follow_their_schemas(run: Run, tmp_path: Path) -> None:
    """Files as the garage and the campaigns write them."""
    for name in rulesets.names():
        ruleset = rulesets.get(name)
        for sample in ruleset.need_builds().garage().samples if ruleset.builds is not None else ():
            text = ruleset.need_builds().write(ruleset.need_builds().read(sample.build))
            if sample.build != {"unit": sample.id}:  # a squad that nobody builds
                Draft202012Validator(schema_of(f"{name}/build")).validate(tomllib.loads(text))
    database = ["--database", f"sqlite:///{tmp_path}/games.sqlite"]
    begun = json.loads(run("campaign", "new", "Autumn", *database, "--json").stdout)
    file = tmp_path / "autumn.toml"
    assert run("campaign", "export", begun["campaign"], str(file), *database).exit_code == 0
    campaign = tomllib.loads(file.read_text())
    Draft202012Validator(schema_of("tank_commander/campaign")).validate(campaign)
    assert not Draft202012Validator(schema_of("tank_commander/campaign")).is_valid(campaign | {"format": "x"})


def test_schemas_are_written_into_a_folder(run: Run, tmp_path: Path) -> None:
    files = json.loads(run("schema", "--out", str(tmp_path / "new"), "--json").stdout)["files"]
    assert len(files) == len(schema_models())
    for name in schema_models():
        assert json.loads((tmp_path / "new" / f"{name}.json").read_text()) == schema_of(name)
    one = run("schema", "chase/units", "--out", str(tmp_path))
    assert one.stdout == f"{tmp_path / 'chase' / 'units.json'}: written\n"
    (tmp_path / "text").write_text("")
    assert run("schema", "--out", str(tmp_path / "text")).exit_code == 2


def test_a_schema_that_does_not_exist(run: Run) -> None:
    result = run("schema", "chase/unit")
    assert result.exit_code == 2
    assert 'did you mean "chase/units"?' in result.stderr and result.stderr.count("\n") == 1


def test_the_server_answers_at_the_address_that_files_name(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite", compile=False, hosts=())
    with TestClient(create_app(settings)) as client:
        listed = client.get("/schemas/").json()
        assert list(listed) == list(schema_models())
        for name, row in listed.items():
            assert f"http://127.0.0.1:8000{row['address']}" == schema_of(name)["$id"]
            answer = client.get(row["address"])
            assert answer.status_code == 200 and answer.json() == schema_of(name)
            assert answer.headers["content-type"] == "application/schema+json"
        gone = client.get("/schemas/chase/nothing.json")
        assert gone.status_code == 404 and "unknown schema" in gone.json()["error"]["text"]


def test_a_mistake_is_still_named_with_its_line(tmp_path: Path) -> None:
    """The first line is a comment to everything but editors."""
    text = (HERE / "chase" / "scenarios" / "even_ground.toml").read_text()
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("name ="))
    lines[at] = "name = 7"
    file = tmp_path / "wrong.toml"
    file.write_text("\n".join(lines))
    with pytest.raises(CatalogueError, match=rf"wrong\.toml:{at + 1}: name: must be text in quotes"):
        rulesets.get("chase").set_up(file)


@pytest.mark.parametrize("name", rulesets.names())
def test_a_file_of_a_pack_says_only_what_differs(name: str) -> None:
    """Any field of any entry may stand alone; what nothing has, and entries of lists that lack something,
    are refused as in the file that comes with the game.
    """
    files = rulesets.get(name).files
    for file, tables in files.tables().items():
        kind = file.removesuffix(".toml")
        follows, whole = (Draft202012Validator(schema_of(f"{name}/{part}{kind}")) for part in ("pack_", ""))
        follows.validate({})
        assert not follows.is_valid({"nonsense": {}})
        follows.validate(tables)
        for table, entry, told in entries_of(tables):
            for field, value in told.items():
                follows.validate({table: {entry: {field: value}}})
            assert not follows.is_valid({table: {entry: {"nonsense": 1}}}), (table, entry)
        assert not whole.is_valid({table: {entry: {}}})


def entries_of(tables: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The entries that lie in a table of their own, with what they say."""
    for table, entries in tables.items():
        for entry, told in entries.items():
            if not any(isinstance(value, dict) and "name" in value for value in told.values()):
                yield table, entry, told


def test_packs_follow_the_schema_of_packs() -> None:
    packs = sorted((HERE.parents[2] / "examples" / "packs").glob("*/pack.toml"))
    follows = Draft202012Validator(schema_of("pack"))
    assert len(packs) >= len(rulesets.names())
    for path in packs:
        assert named_in(path) == "pack"
        data = tomllib.loads(path.read_text())
        follows.validate(data)
        for what, broken in changed({"name": data["name"], "ruleset": data["ruleset"]}):
            assert not follows.is_valid(broken), what
