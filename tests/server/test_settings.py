"""What a server may be told: limits by option and environment, each of them in the guide for hosts."""

from __future__ import annotations

import logging
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from hulldown.cli.errors import BadInput
from hulldown.cli.serve import limits as asked_limits
from hulldown.cli.serve import names_of
from hulldown.server.run import REPEATS, Unrepeated, _reachable
from hulldown.server.settings import HERE, BadLimit, Limits, Settings, limits_of

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text()


def test_the_guide_names_every_limit_with_its_number() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d.,]+) \|", GUIDE, re.MULTILINE))
    told = {name: float(number.replace(",", "")) for name, number in rows.items()}
    assert told == {one.name: float(getattr(Limits(), one.name)) for one in fields(Limits)}


def test_a_limit_is_set_by_the_environment_and_an_option_goes_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_RATE", "5")
    monkeypatch.setenv("HULLDOWN_BURST", "6")
    assert limits_of({"burst": "7"}) == replace(Limits(), rate=5.0, burst=7.0)
    assert asked_limits(10, 20, ["depth=9"]) == replace(
        Limits(), rate=5.0, burst=6.0, sessions=10, lines=20, depth=9
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"speed": "1"}, "no limit 'speed'"),
        ({"rate": "fast"}, "rate: "),
        ({"body": "-1"}, "body: "),
        ({"body": "1.5"}, "body: "),
    ],
)
def test_a_wrong_limit_is_named(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadLimit, match=said):
        limits_of(given)


def test_the_command_says_what_is_wrong_in_a_line() -> None:
    for given in ("speed=1", "rate", "rate=fast"):
        with pytest.raises(BadInput, match="--limit "):
            asked_limits(None, None, [given])


def test_names_and_proxies_make_a_server_one_for_others() -> None:
    alone = Settings()
    assert names_of(["Tanks.Example"]) == ("tanks.example", *HERE)
    named = replace(alone, hosts=names_of(["tanks.example"]))
    assert not _reachable(alone, "127.0.0.1").shared
    assert _reachable(named, "127.0.0.1").shared
    assert _reachable(replace(alone, proxies=("10.0.0.1",)), "127.0.0.1").shared
    everywhere = _reachable(alone, "0.0.0.0")
    assert everywhere.shared and everywhere.hosts == ()
    assert _reachable(named, "0.0.0.0").hosts == named.hosts
    assert not Settings(hosts=("testserver",)).shared


def test_a_line_is_not_logged_without_end() -> None:
    short = Unrepeated()
    lines = [logging.LogRecord("x", logging.WARNING, "", 0, "again", None, None) for _ in range(100)]
    assert sum(short.filter(line) for line in lines) == REPEATS
    other = logging.LogRecord("x", logging.WARNING, "", 0, "something else", None, None)
    assert short.filter(other)
