"""What several folders of tests share."""

import subprocess
from pathlib import Path

import pytest

from hulldown import rulesets

ROOT = Path(__file__).resolve().parent.parent


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
    """Tests of a file run on one worker, as they share what it sets up; what a file asks of each ruleset in
    turn takes longest, so each ruleset is a share of its own (`--dist loadgroup`).
    """
    names = frozenset(rulesets.names())
    for item in items:
        share = [item.nodeid.partition("::")[0], *of_rulesets(item, names)]
        item.add_marker(pytest.mark.xdist_group(" ".join(share)))


def of_rulesets(item: pytest.Item, names: frozenset[str]) -> list[str]:
    """The ruleset that a test is given by name, if it is."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return [one for one in given if isinstance(one, str) and one in names]
