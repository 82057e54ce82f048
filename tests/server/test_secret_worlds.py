"""Thousands of pairs of worlds that differ in one secret: everybody else gets the same bytes of both."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.calls import Asked, answers, in_short, plain
from tests.server.conftest import HOST, Table, begin, settings_in
from tests.server.pairs import Pair, Session, pairs, with_secrets
from tests.server.test_secrets import heard

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.app import create_app
from hulldown.server.settings import Limits
from hulldown.store.database import Database

RULESETS = ("chase", "agrav", "close_assault")
SHORT = {"chase": 60, "agrav": 20, "close_assault": 12}  # pairs of each in every run of the tests
LONG = {"chase": 4000, "agrav": 3000, "close_assault": 3000}
SPARSE = 0.5  # of the pairs along a game, the share that is looked at in a short run
SENT = 6  # pairs of each ruleset that go through a server
LONGEST = 40  # orders of a game that is played again there
FREE = Limits(rate=1e9, burst=1e9)


def database(folder: Path) -> Database:
    return Database(f"sqlite:///{folder}/games.sqlite")


def along_games(db: Database, name: str, share: float, seed: int = 0) -> Iterator[Pair]:
    """Pairs of all scenarios of a ruleset in turn, without end."""
    chance = random.Random(seed)
    scenarios = with_secrets(name)
    for number in itertools.count(seed):
        games = [pairs(db, name, scenario, number) for scenario in scenarios]
        while games:
            for game in list(games):
                found = next((pair for pair in game if chance.random() < share), None)
                if found is None:
                    games.remove(game)
                else:
                    yield found


def test_all_that_hide_something_are_looked_at() -> None:
    toys = {"burrows", "pebbles"}
    assert {name for name in rulesets.names() if with_secrets(name)} - toys == set(RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_pairs_are_told_alike(tmp_path: Path, name: str) -> None:
    found = along_games(database(tmp_path), name, SPARSE)
    assert [problem for pair in itertools.islice(found, SHORT[name]) for problem in pair.apart()] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_ten_thousand_pairs_are_told_alike(tmp_path: Path, name: str) -> None:
    assert sum(LONG.values()) == 10_000
    found = along_games(database(tmp_path), name, 1, seed=100)
    assert [problem for pair in itertools.islice(found, LONG[name]) for problem in pair.apart()] == []


@pytest.mark.parametrize("name", RULESETS)
def test_a_veil_that_hides_nothing_is_noticed(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = list(itertools.islice(along_games(database(tmp_path), name, SPARSE), 6))
    monkeypatch.setattr(Ruleset, "observation", lambda self, s, seat: s)
    assert any(pair.apart() for pair in looked_at)


# ---------------------------------------------------------------- through a server


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_server_sends_the_same_of_both(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_short(monkeypatch)
    found = along_games(database(tmp_path), name, SPARSE, seed=7)
    looked_at = itertools.islice(filter(can_be_played, found), SENT)
    for number, pair in enumerate(looked_at):
        said = [sent(tmp_path / f"{number}.{at}", pair, world) for at, world in enumerate(pair.worlds)]
        assert said[0] == said[1], pair.what


def can_be_played(pair: Pair) -> bool:
    """Whether orders lead to both worlds, and not too many."""
    return pair.ordered and pair.worlds[0]().number <= LONGEST


def sent(folder: Path, pair: Pair, world: Callable[[], Session]) -> list[str]:
    """What the viewer of a pair hears and is answered by a server of its own where a world is played."""
    session, viewer = world(), pair.viewer
    row, match = session.row, session.match
    orders = [(step.seat, step.text) for step in match.steps]
    folder.mkdir()
    with TestClient(create_app(settings_in(folder, FREE)), base_url=HOST) as client:
        known = {"ruleset": row.ruleset, "scenario": row.scenario, "options": row.options}
        table = begin(client, **known, seed=match.secret.seed)
        lines = heard(table, viewer, orders)
        told = answers(table, viewer, asked(table, len(orders), pair.asked))
        return [*(plain(table, line) for line in lines), *told.values()]


def asked(table: Table, number: int, texts: tuple[str, ...]) -> Asked:
    """What is asked of a table; no orders are given, since those of a seat may show something."""
    units = [card["unit"] for card in table.view(None)["cards"]] or ["A1"]
    looks = sorted({0, max(0, number - 1), number, number + 1})
    return Asked(number, list(texts) or ["end"], ["none"], units, "C3", looks)
