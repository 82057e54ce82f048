"""What `make mutants` reads (tests/mutants.toml) names what there is; the mutants themselves it tries."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ROOT / "src/hulldown/rulesets"
KEPT = tomllib.loads((ROOT / "tests/mutants.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", KEPT)
def test_an_entry_names_a_module_and_its_tests(module: str) -> None:
    """Nobody would notice a renamed module or a lost test before somebody asks for mutants."""
    assert (RULESETS / module).is_file()
    assert KEPT[module].keys() <= {"tests", "equal"}
    assert KEPT[module]["tests"]
    for test in KEPT[module]["tests"]:
        assert (ROOT / test.partition("::")[0]).exists(), test


@pytest.mark.parametrize("module", KEPT)
def test_what_is_called_equal_says_why_and_is_still_there(module: str) -> None:
    """The line that a mutant changes stands in its function, and the reason is a sentence."""
    source = " ".join((RULESETS / module).read_text(encoding="utf-8").split())
    for one in KEPT[module].get("equal", []):
        assert one.keys() == {"in", "was", "now", "why"}
        assert f"def {one['in']}(" in source
        assert " ".join(one["was"].split()) in source
        assert len(one["why"].split()) > 3
