"""`--trust`: code of packs, on every command and in any place, and nowhere without it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.trust import forget_trust

import hulldown
from hulldown.rulesets.common import trusted_rules

EXAMPLE = Path(__file__).parents[2] / "examples" / "trusted_packs" / "even_activations"
PLAY = ("simulate", "tank_commander", "--scenario", "skirmish", "--games", "1")


@pytest.fixture(autouse=True)
def nobody_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_trust(monkeypatch)


def test_without_it_code_is_refused_in_a_line(run: Run) -> None:
    refused = run(*PLAY, "--pack", str(EXAMPLE))
    assert refused.exit_code == 2
    assert refused.stderr.splitlines()[-1].endswith(f"start hulldown with --trust {EXAMPLE}")
    checked = run("check", str(EXAMPLE))
    assert checked.exit_code == 2 and "rules.py: is code" in checked.stdout


@pytest.mark.parametrize(
    "words",
    [
        (*PLAY, "--pack", str(EXAMPLE), "--trust"),
        ("--trust", *PLAY, "--pack", str(EXAMPLE)),
        (*PLAY, "--trust", str(EXAMPLE), "--pack", str(EXAMPLE)),
        (*PLAY, f"--trust={EXAMPLE}", f"--pack={EXAMPLE}"),
    ],
)
def test_it_counts_wherever_it_is(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 0


def test_the_commands_on_packs_take_it(run: Run, tmp_path: Path) -> None:
    assert run("check", str(EXAMPLE), "--trust").stdout == "no mistakes found\n"
    shown = run("pack", "show", str(EXAMPLE), "--trust").stdout
    assert "Who activates next: The side with more units still to activate goes next;" in shown
    file = tmp_path / "even.hulldown"
    assert run("pack", "export", str(EXAMPLE), "--out", str(file), "--trust").exit_code == 0
    assert run("pack", "import", str(file), str(tmp_path / "again"), "--trust").exit_code == 0
    for name in ("pack.toml", "rules.py"):
        assert (tmp_path / "again" / name).read_text() == (EXAMPLE / name).read_text()


def test_a_battle_is_verified_only_with_its_code(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted_rules.trust(EXAMPLE)
    battle = hulldown.Setup("tank_commander", packs=[EXAMPLE], scenario="skirmish").game(seed=3)
    battle.play(battle.legal()[0])
    file = tmp_path / "battle.json"
    file.write_text(battle.save())
    forget_trust(monkeypatch)
    refused = run("verify", str(file), "--json")
    assert refused.exit_code == 2 and "--trust and that pack" in json.loads(refused.stdout)["error"]["text"]
    assert run("verify", str(file), "--trust", str(EXAMPLE)).exit_code == 0


def test_a_mistake_that_shows_in_play_has_its_line(run: Run, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "mine")
    rules = tmp_path / "mine" / "rules.py"
    rules.write_text(rules.read_text().replace("waiting(s, 0), waiting(s, 1)", "s.sideways, waiting(s, 1)"))
    broken = run(*PLAY, "--pack", str(tmp_path / "mine"), "--trust")
    line = next(n for n, text in enumerate(rules.read_text().splitlines(), 1) if "sideways" in text)
    assert broken.exit_code == 2
    assert broken.stderr.splitlines()[-1].startswith(f"hulldown: {rules}:{line}: AttributeError: ")


def test_what_there_is_nothing_to_trust_in_is_said(run: Run, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    shutil.copy(EXAMPLE / "pack.toml", plain)
    for words, line in (
        ((*PLAY, "--trust"), "--trust: which pack?: --pack PACK --trust, or --trust PACK"),
        ((*PLAY, "--trust", str(plain)), f"--trust: {plain} has no rules.py to trust"),
        ((*PLAY, "--pack", str(plain), "--trust"), "--trust: none of the packs named here has a rules.py"),
    ):
        refused = run(*words)
        assert refused.exit_code == 2 and line in refused.stderr, refused.stderr
