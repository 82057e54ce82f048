"""Advice of a ruleset that knows its game: shares as bars, how far it is, and leaving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import running
from tests.browser.table import HUMAN, Server

SLOW_PENNIES = """
import sys, time, types
from tests.toy.pennies import RULESET
from hulldown import rulesets
module = types.ModuleType("hulldown.rulesets.pennies")
module.RULESET = RULESET
sys.modules[module.__name__] = module
rulesets.BUILT_IN = (*rulesets.BUILT_IN, "pennies")
RULESET.computers.solving().pause = lambda: time.sleep(2)  # pace
"""


@pytest.fixture(scope="module")
def pennies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pennies"), SLOW_PENNIES) as started:
        yield started


def asked(server: Server, page: Page, rounds: int) -> None:
    """A table of a new game, and the question for advice."""
    order = {
        "ruleset": "pennies",
        "scenario": "table",
        "options": {"rounds": rounds},
        "seats": [HUMAN, HUMAN],
    }
    made = server.call("/api/games", order)
    page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][0]['token']}")
    page.get_by_role("button", name="Advice").click()


@pytest.mark.quick
def test_a_mixture_is_shown_with_its_shares(pennies: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    asked(pennies, page, 1)
    slip = page.locator("#odds")
    expect(slip.get_by_role("heading")).to_have_text("Perfect would")
    expect(slip.locator(".advice b")).to_have_text(["60\u00a0%", "40\u00a0%"])
    widths = slip.locator(".advice i").evaluate_all(
        "bars => bars.map((bar) => bar.getBoundingClientRect().width)"
    )
    assert widths[0] == pytest.approx(1.5 * widths[1], rel=0.02)
    slip.get_by_role("button", name="A heads").click()
    expect(page.locator(".cta")).to_contain_text("A heads")


def test_long_advice_says_how_far_it_is_and_can_be_left(
    pennies: Server, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_page()
    asked(pennies, page, 50)
    slip = page.locator("#odds")
    expect(slip.get_by_role("progressbar")).to_be_visible()
    expect(slip.locator(".num")).to_contain_text("%")
    slip.get_by_role("button", name="Stop").click()
    expect(slip.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator("#trouble")).to_be_hidden()
    page.get_by_role("button", name="Advice").click()
    expect(slip.get_by_role("progressbar")).to_be_visible()
    page.keyboard.press("Escape")
    expect(slip.get_by_role("progressbar")).to_have_count(0)
