"""What several folders of tests share."""

import gc
import subprocess
from pathlib import Path

import pytest

from hulldown import rulesets

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ROOT / "tests" / "browser"
RULES = ROOT / "tests" / "unit" / "rulesets"
# Files of rules that solve, search or try every order: `make test-fast`, for work on a rule, does without.
THOROUGH = {
    *("test_equilibrium", "test_matrix", "test_planning", "test_estimate"),
    *("test_countable", "test_every_order", "test_orders", "test_explanation", "test_situation"),
    *("test_odds", "test_readings", "test_glossary", "test_fights_to_page", "test_lessons"),
}


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium that the browser tests drive, as text for Playwright's `executable_path`.

    Without one the test fails, with the line that names the command to run.
    """
    found = subprocess.run([ROOT / "scripts/chromium", "--find"], capture_output=True, text=True)
    if found.returncode:
        pytest.fail(found.stderr.strip(), pytrace=False)
    return found.stdout.strip()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test its lane and its share of the workers.

    Tests in `tests/browser` belong to the landing lane (see pyproject.toml) unless they are marked `quick`.
    Tests of a file run on one worker, as they share what it sets up; what a file asks of each ruleset in
    turn takes longest, so each ruleset is a share of its own (`--dist loadgroup`).
    """
    names = frozenset(rulesets.names())
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker("browser")
            if not item.get_closest_marker("quick"):
                item.add_marker("landing")
        if RULES in item.path.parents and item.path.stem in THOROUGH:
            item.add_marker("thorough")
        share = [item.nodeid.partition("::")[0], *of_rulesets(item, names)]
        item.add_marker(pytest.mark.xdist_group(" ".join(share)))


def of_rulesets(item: pytest.Item, names: frozenset[str]) -> list[str]:
    """The ruleset that a test is given by name, if it is."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return [value for value in given if isinstance(value, str) and value in names]


def pytest_collection_finish() -> None:
    """Take what is loaded by now out of the garbage collector's sight, and let it look less often.

    It went through all tests, rules and Numba again and again: a tenth of the processor's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
