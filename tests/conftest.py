"""What several folders of tests share."""

import subprocess
from pathlib import Path

import pytest

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
