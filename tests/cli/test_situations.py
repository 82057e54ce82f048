"""`hulldown odds --situation`: shots that stand in no game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

ASKED = ("odds", "tank_commander", "--situation")


def written(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text(text)
    return str(path)


def test_two_situations_stand_side_by_side(run: Run, tmp_path: Path) -> None:
    near = written(tmp_path, "near", "[between]\nrange = 2\n")
    wood = written(tmp_path, "wood", '[between]\nrange = 6\nline = "forest"\n')
    result = run(*ASKED, near, "--situation", wood)
    assert result.exit_code == 0
    assert "target in or behind forest +1 TC-9.5" in result.stdout
    row = next(line.split() for line in result.stdout.splitlines() if line.startswith("Penetrate"))
    assert row == ["Penetrate", "4/9", "44.4", "1/3", "33.3", "-11.1", "TC-7.16"]


def test_what_the_rules_forbid_is_told_with_its_rule(run: Run, tmp_path: Path) -> None:
    far = written(tmp_path, "far", "[between]\nrange = 8\n")
    result = run(*ASKED, far)
    assert result.exit_code == 0
    assert "not possible: out of range (TC-7.1)" in result.stdout
    found = json.loads(run(*ASKED, far, "--json").stdout)[0]
    assert found["refusal"]["code"] == "out_of_range" and found["lines"] == []


def test_scripts_get_the_whole_situation(run: Run, tmp_path: Path) -> None:
    found = json.loads(run(*ASKED, written(tmp_path, "plain", ""), "--json").stdout)[0]
    assert (found["name"], found["needed"], found["exact"]) == ("plain", 3, True)
    assert found["situation"]["shooter"]["what"] == "Hunter"
    assert found["lines"][0]["chance"] == "1/3"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[between]\nrnge = 2\n", 'between.rnge: unknown key; did you mean "range"?'),
        ('[shooter]\nwhat = "Huntr"\n', 'did you mean "Hunter"'),
        ("[between\n", "is not TOML"),
    ],
)
def test_a_bad_file_is_one_line_and_code_2(run: Run, tmp_path: Path, text: str, says: str) -> None:
    result = run(*ASKED, written(tmp_path, "bad", text))
    assert result.exit_code == 2
    assert says in result.stderr and "bad.toml" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_situation_needs_a_ruleset_and_no_order(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "plain", "")
    for given in ([], ["tank_commander", "A1 fire B1"]):
        assert run("odds", *given, "--situation", file).exit_code == 2
    assert run(*ASKED, str(tmp_path / "gone.toml")).exit_code == 2


def test_a_duel_without_a_map_has_situations_too(run: Run, tmp_path: Path) -> None:
    """CH-13.3: every pair of maneuvers, the whole distribution."""
    pair = 'what = "maneuvers"\n[a]\norder = "pursue"\n[b]\norder = "hull_down"\n'
    result = run("odds", "chase", "--situation", written(tmp_path, "pair", pair))
    assert result.exit_code == 0
    row = next(line for line in result.stdout.splitlines() if line.startswith("Range after the move: Close"))
    assert row.split()[-3:] == ["33/115", "28.7", "CH-13.3"]
    every = json.loads(
        run(
            "odds", "chase", "--situation", written(tmp_path, "all", 'pairs = "all"\n' + pair), "--json"
        ).stdout
    )[0]
    assert len({line["group"] for line in every["lines"] if line["group"].startswith("A1 ")}) == 16
    shot = run("odds", "chase", "--situation", written(tmp_path, "shot", ""))
    assert "needs 7+" in shot.stdout and "B1 hits A1" in shot.stdout


def test_a_whole_turn_stands_beside_a_single_shot(run: Run, tmp_path: Path) -> None:
    """AG-8.7, AG-8.12, AG-9.4: the layers of a hit, the sums of later shots, the odds of all of them."""
    down = '[target]\nwhat = "bastion"\nshield = "inactive"\n'
    shot = written(tmp_path, "shot", down)
    turn = written(tmp_path, "turn", f'{down}[shooter]\nthen = ["autocannon"]\nonward = 2\n')
    result = run("odds", "agrav", "--situation", shot, "--situation", turn)
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert "80 or less on a d100 hits" in said
    assert "70 x 130/108 = 84.3; 200 to 115.7 (-84.3). (AG-10.6)" in said
    assert "80 base - 30 own movement = 50%. (AG-8.11)" in said
    assert "On average it loses 67.44 armour, 27.04 health. (AG-1.3)" in said
    row = next(line.split() for line in result.stdout.splitlines() if line.startswith("No harm done"))
    assert row[3:7] == ["0", "0.0", "1/40", "2.5"] and row[-1] == "AG-1.1"
    found = json.loads(run("odds", "agrav", "--situation", turn, "--json").stdout)[0]
    assert found["exact"] and found["situation"]["shooter"]["then"] == ["autocannon"]


def test_a_volley_of_a_whole_unit_has_situations_too(run: Run, tmp_path: Path) -> None:
    """WS-11.20: Open Fire! at a unit behind a wall; what the rules forbid and what nobody has is one line."""
    asked = ("odds", "warstrike", "--situation")
    result = run(
        *asked, written(tmp_path, "wall", 'sight = "concealed"\n[target]\nwhat = "storm"\nmarkers = 1\n')
    )
    assert result.exit_code == 0
    assert "wall: Line Squad, Open Fire! at Storm Squad, 12 inches" in result.stdout
    row = next(
        line for line in result.stdout.splitlines() if line.startswith("One shot, rifle: It is a kill")
    )
    assert row.split()[-3:] == ["1/18", "5.6", "WS-11.15"]
    assert "R1 fails its next check" in result.stdout
    far = run(*asked, written(tmp_path, "far", "distance = 40\n"))
    assert "not possible: nobody of that unit is in range and in sight" in far.stdout
    bad = run(*asked, written(tmp_path, "bad", "[firer.left]\nrifleman = 9\n"))
    assert bad.exit_code == 2 and bad.stderr.count("\n") == 1
    assert "bad.toml" in bad.stderr and "firer.left.rifleman: must be at most 8, not 9 (WS-2.4)" in bad.stderr
