"""Reports for leagues: forces, losses and the result of a battle, in text and as a table."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from tests.unit.exchange.tables import FIRST, battle, content, own_content

from hulldown import Game, rulesets
from hulldown.exchange import league
from hulldown.exchange.league import as_csv, as_text, league_report
from hulldown.rulesets.api.words import Card, Pips
from hulldown.views.text import total


def played(ruleset: str, scenario: str, orders: int, seed: int = 5) -> Game:
    """A battle after so many orders given at random, or at its end."""
    game, chance = Game.of(content(ruleset, scenario), seed), Random(seed)
    giving_up = game.ruleset.speech.giving_up
    while game.result is None and game.number < orders:
        offered = [order for order in game.legal(game.to_act[0]) if giving_up not in order.text]
        game.play(chance.choice(offered))
    return game


def give_up(game: Game) -> int:
    """Let the side that may do so first give the battle up; which one."""
    loser = game.to_act[0]
    while game.result is None:
        seat = game.to_act[0]
        order = game.parse(game.ruleset.speech.giving_up, seat)
        gives_up = seat == loser and game.check(order) is None
        game.play(order if gives_up else game.legal(seat)[0])
    return loser


@pytest.mark.parametrize("ruleset, scenario", FIRST)
def test_a_battle_that_is_given_up_is_reported(ruleset: str, scenario: str) -> None:
    game = played(ruleset, scenario, 3)
    report = league_report(game)
    assert not report.over and report.winner is None and "not over" in as_text(report)
    loser = give_up(game)
    report = league_report(game)
    assert report.over and report.winner == 1 - loser and report.result
    assert {line.unit for line in report.units} == {card.unit for card in league.cards(game, game.start)}
    text = as_text(report)
    assert f"{game.ruleset.name}, {content(ruleset, scenario).info.name}" in text
    assert game.digest in text and content(ruleset, scenario).digest in text


@pytest.mark.parametrize("ruleset, scenario", FIRST)
def test_forces_cost_what_their_cards_say(ruleset: str, scenario: str) -> None:
    report = league_report(Game.of(content(ruleset, scenario), 1))
    for side in (0, 1):
        printed = total([card for whose, card in battle(ruleset, scenario).cards if whose == side])
        assert printed == (f", {report.points(side)} points" if report.points(side) else "")


def test_losses_and_survivors_are_those_of_the_battle() -> None:
    game = played("chase", "platoon_clash", 400)
    report = league_report(game)
    assert report.over
    wrecks = {unit.unit for unit in game.scene(None).units if "wreck" in unit.state}
    assert wrecks and {line.unit for line in report.units if line.outcome == "lost"} == wrecks
    for line in report.units:
        assert (line.end == 0) <= (line.outcome == "lost") and line.start >= line.end
    for side in (0, 1):
        rest = report.points(side, "survived", "damaged", "left the table")
        assert rest + report.points(side, "lost") == report.points(side) == 300


def test_a_saved_battle_has_the_report_of_the_battle() -> None:
    game = played("chase", "even_ground", 400)
    again = Game.load(game.save())
    assert league_report(again) == league_report(game)
    assert league.write(again) == league.write(game)
    assert league_report(Game.load(game.save(sealed=True))).replay == league_report(game).replay


def test_a_draw_that_was_agreed_is_a_draw() -> None:
    game = played("tank_commander", "skirmish", 2)
    game.agree(2)
    report = league_report(game)
    assert (report.winner, report.result) == (2, "A draw, as agreed")
    assert "draw" in rows(as_csv(report))[0]["winner"]


def rows(text: str) -> list[dict[str, str]]:
    """A table taken apart."""
    return [*csv.DictReader(StringIO(text.removeprefix("\ufeff")))]


def test_the_table_has_a_row_for_each_unit() -> None:
    game = played("warstrike", "first_patrol", 8)
    report = league_report(game, players=("Ann", "=Bob"))
    table = rows(as_csv(report))
    assert [row["unit"] for row in table] == [line.unit for line in report.units]
    assert {(row["side"], row["player"]) for row in table} == {("Cobalt", "Ann"), ("Rust", "'=Bob")}
    assert sum(int(row["points"]) for row in table) == report.points(0) + report.points(1)
    assert {row["replay"] for row in table} == {report.replay}


def test_a_unit_of_ones_own_stands_by_its_name_and_what_differs_is_said(tmp_path: Path) -> None:
    report = league_report(Game.of(own_content(tmp_path), 1))
    assert [(line.unit, line.name, line.points) for line in report.units] == [
        ("A1", "Möwe", 85),
        ("B1", "Möwe", 85),
    ]
    assert any(text.startswith("t_bone_factor: 3, not 1") for text in report.differences)
    assert "Not by the printed rules" in as_text(report)


def card(on: int, note: str = "", *state: str) -> Card:
    plain = Card("A1", 0, "Pike", "tank", "tank", "", "", None, None, None, None, Pips(5, 5))
    return replace(plain, points=Pips(on, 5), note=note, state=frozenset(state))


@pytest.mark.parametrize(
    "before, after, expected",
    [
        (card(5, "415 of 415"), card(4, "390 of 415"), (415, 390, "hull", "damaged")),
        (card(5, "415 of 415"), card(0, ""), (415, 0, "hull", "lost")),
        (card(1, "3 of 3 Wounds"), card(1, "1 of 3 Wounds"), (3, 1, "wounds", "damaged")),
        (card(5), card(5), (5, 5, "hull", "survived")),
        (card(5), card(2, "", "gone"), (5, 2, "hull", "left the table")),
        (card(5), card(1, "", "wreck"), (5, 1, "hull", "lost")),
    ],
)
def test_what_became_of_a_unit(before: Card, after: Card, expected: tuple[float, float, str, str]) -> None:
    start, end, measure = league.strengths(before, after)
    assert (start, end, measure, league.outcome(after, start, end, True)) == expected


def test_all_rulesets_are_reported() -> None:
    assert {name for name, _ in FIRST} == set(rulesets.names())
