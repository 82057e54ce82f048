"""Study files: what they may say, what is refused with its line, what comes back as it was written."""

from __future__ import annotations

from pathlib import Path

import pytest

import hulldown
from hulldown import lab, rulesets
from hulldown.catalogue import CatalogueError, parse
from hulldown.lab.plan import all_changes, plan_of, spread, steps
from hulldown.lab.recording import RULES
from hulldown.lab.study import Arm, QuestionKind, Study, load_study, problems, study_text, template
from hulldown.server.lab.requests import players

HEAD = 'kind = "variant"\nruleset = "chase"\nscenarios = ["long_shot"]\n'
ARM = "[arms.changed.options]\narmor_wear = true\n"
WRONG = [
    ('kind = "versus"', ARM, "study.toml:1: kind: "),
    ('ruleset = "chess"', ARM, 'study.toml:2: ruleset: unknown ruleset "chess"'),
    ('scenarios = ["long_shoot"]', ARM, 'study.toml:3: scenarios[1]: unknown scenario "long_shoot"'),
    ("colour = 3", ARM, "study.toml:4: colour: "),
    ('players = ["mcts:1s", "greedy"]', ARM, "study.toml:4: players[1]: mcts:1s thinks by the clock"),
    ('players = ["greedy"]', ARM, "study.toml:4: players: takes two players, not 1"),
    ('players = ["nobody", "greedy"]', ARM, "study.toml:4: players[1]: "),
    ("target = 0.5", ARM, "study.toml:4: target: belongs to a study of the kind tune, not variant"),
    ("", "", "study.toml: arms: nothing is changed"),
    ("", "[arms.changed.options]\nno = 1\n", 'study.toml:6: arms.changed.options.no: unknown option "no"'),
    ("", "[arms.changed.values]\ngunnery_score = 99\n", "study.toml:6: arms.changed.values.gunnery_score: "),
    ("", '[arms.changed]\npacks = ["none"]\n', "study.toml:6: arms.changed.packs[1]: there is no pack none"),
    ("", f"{ARM}[decide]\nsmallest_effect = 0.0\n", "study.toml:8: decide.smallest_effect: "),
    ("", f"{ARM}[decide]\nmost_pairs = 12\n", "study.toml:8: decide.most_pairs: "),
    ("", f"{ARM}[record]\ntables = [\"dice\"]\n", "study.toml:8: record.tables[1]: "),
]  # fmt: skip


def written(changed: str, rest: str) -> str:
    """A study with one line instead of that of the same field, or added."""
    lines = HEAD.splitlines()
    field = changed.partition(" ")[0]
    at = next((i for i, line in enumerate(lines) if line.startswith(f"{field} ")), None)
    if at is not None:
        lines[at] = changed
    elif changed:
        lines.append(changed)
    return "\n".join([*lines, "" if changed and at is None else "seed = 1", rest])


@pytest.mark.parametrize(("changed", "rest", "said"), WRONG)
def test_every_mistake_is_named_with_file_line_and_field(changed: str, rest: str, said: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        parse(written(changed, rest), Study, lambda study: problems(study, Path(".")), "study.toml")
    assert any(
        line.startswith(said.split(":")[0]) and said.split(": ", 1)[1] in line for line in wrong.value.lines
    ), wrong.value.lines


def test_a_study_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(HEAD + ARM)
    study, base = load_study(tmp_path / "study.toml")
    assert base == tmp_path
    (tmp_path / "again.toml").write_text(study_text(study))
    again, _ = load_study(tmp_path / "again.toml")
    assert again == study
    assert "smallest_effect = 3.0" in study_text(study)  # defaults are filled in


@pytest.mark.parametrize("ruleset", rulesets.names())
@pytest.mark.parametrize("kind", [str(kind) for kind in QuestionKind])
def test_a_template_can_be_run_as_it_is(ruleset: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(template(kind, rulesets.get(ruleset)))
    study, _ = load_study(tmp_path / "study.toml")
    assert study.kind == kind
    assert plan_of(study).settings


@pytest.mark.parametrize("ruleset", rulesets.BUILT_IN)
def test_players_that_nobody_names_are_strong_enough(ruleset: str) -> None:
    """As measured in docs/results.md: `mcts:100` plays better than `greedy` in every game, or as well."""
    usual = rulesets.get(ruleset).computers.study_player
    assert usual == "mcts:100"
    assert load_template("fair", ruleset).players == (usual, usual)
    assert lab.ask("fair", ruleset, rulesets.get(ruleset).first_scenario()).study.players == (usual, usual)
    assert [player.id for player in players(rulesets.get(ruleset)) if player.usual] == [usual]


def load_template(kind: str, ruleset: str) -> Study:
    return parse(template(kind, rulesets.get(ruleset)), Study, shown="study.toml")


def test_an_atlas_has_every_other_value_once() -> None:
    ruleset = rulesets.get("tank_commander")
    changes = dict(all_changes(ruleset))
    for name, option in ruleset.files.options().items():
        for value in option.values:
            assert (f"{name}={value}" in changes) == (value != option.default)
    for name, value in ruleset.files.values().items():
        own = [arm.values[name] for arm in changes.values() if name in arm.values]
        assert 1 <= len(own) <= 2
        assert all(float(value.low) <= float(one) <= float(value.high) for one in own)
        assert float(value.default) not in map(float, own)


def test_steps_count_in_the_last_place() -> None:
    assert steps("10", 1, 99) == [9, 11]
    assert steps("1", 1, 99) == [2]
    assert steps("0.5", 0, 1) == ["0.4", "0.6"]
    assert steps("half", 0, 1) == []


def test_doses_are_spread_evenly_and_stay_whole() -> None:
    assert spread(6, 14, 5) == [6, 8, 10, 12, 14]
    assert spread(1, 2, 5) == [1, 2]
    assert spread(0.0, 1.5, 4) == [0.0, 0.5, 1.0, 1.5]


def test_a_variant_shares_the_book_among_its_arms() -> None:
    arms = {name: Arm(options={"armor_wear": True}) for name in ("one", "two")}
    study = Study(kind="variant", ruleset="chase", scenarios=("long_shot", "breakout"), arms=arms)
    plan = plan_of(study)
    assert [(one.arm, one.scenario) for one in plan.settings] == [
        ("book", "long_shot"), ("one", "long_shot"), ("two", "long_shot"),
        ("book", "breakout"), ("one", "breakout"), ("two", "breakout"),
    ]  # fmt: skip
    assert [(one.plus, one.minus) for one in plan.cells] == [(1, 0), (2, 0), (4, 3), (5, 3)]


def test_what_decides_games_is_there() -> None:
    """A study goes on only by the same rules: a file that is not there would never differ."""
    package = Path(hulldown.__file__).parent
    assert [name for name in RULES if not (package / name).exists()] == []
