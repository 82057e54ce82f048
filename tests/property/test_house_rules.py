"""House rules made by chance: battles under them prove true, and odds are what plays come to."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from random import Random
from typing import Any

import pytest
from tests.lanes import quickly
from tests.property.random_house_rules import random_house_rule, random_house_rules
from tests.property.test_packs import SCENARIOS

from hulldown import rulesets
from hulldown.catalogue.house_rules import HouseRule
from hulldown.catalogue.load import toml_text
from hulldown.catalogue.pack import PackFiles
from hulldown.game import Game, prepare
from hulldown.kernel.actions import Action, forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.odds import TooManyTapes, exact, sample
from hulldown.rulesets.api.house_rules import OccasionCode, changes_of
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.explanation import TooMuch, open_log, plays
from hulldown.rulesets.common.house_rules import write_house_rules
from hulldown.rulesets.common.packs import Pack, load_pack

WITH_HOUSE_RULES = [name for name in rulesets.names() if rulesets.get(name).files.house.occasions]
ORDERS = 400  # of a random battle that are looked at
BATTLES = 2
LOOKED_AT = 24  # of the orders of a position
MOMENTS = 30
WALKED = 40_000  # tapes of an order that is looked at


Moment = tuple[Any, Action, dict[int, Fraction]]


def pack_of(ruleset: Ruleset, rules: list[dict[str, Any]]) -> Pack:
    """A pack with house rules."""
    sheet = {"name": "House", "ruleset": ruleset.id, "house_rules": rules}
    return load_pack(PackFiles("house", {"pack.toml": toml_text(sheet)}))


def battle(name: str, rules: list[dict[str, Any]], seed: int) -> Game:
    """A battle under house rules."""
    return Game.new(name, SCENARIOS[name], seed=seed, packs=[pack_of(rulesets.get(name), rules)])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WITH_HOUSE_RULES)
def test_battles_under_house_rules_are_saved_and_proved(name: str, seed: int) -> None:
    chance = Random(f"{name} {seed} house rules")
    game = battle(name, random_house_rules(rulesets.get(name), chance), seed)
    while game.result is None and game.number < ORDERS:
        game.play(chance.choice(game.legal()))
    assert Game.verify(game.save()) == []
    assert Game.load(game.save()) == game


def odds(ruleset: Ruleset, s: Any, row: Action) -> dict[int, Fraction] | None:
    """The exact odds of an order; None where it can't be given, or falls in too many ways."""
    if ruleset.rules.check(s, int(row.seat), row):
        return None
    try:
        return exact(ruleset, s, [row], limit=WALKED).chances()
    except (TooManyTapes, ValueError):
        return None


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Positions of battles by the printed rules, each with an order that throws dice and its odds."""
    chance, ruleset, kept = Random(name), rulesets.get(name), []
    for seed in range(BATTLES):
        game = Game.new(name, SCENARIOS[name], seed=seed)
        while game.result is None and game.number < ORDERS:
            rows = [order.row for order in game.legal()]
            looked_at = chance.sample(rows, min(LOOKED_AT, len(rows)))
            known = [(row, odds(ruleset, game.state, row) or {}) for row in looked_at]
            throwing = [(copy(game.state), copy(row), chances) for row, chances in known if len(chances) > 1]
            kept += throwing[:2]
            best = game.rank("greedy", best=1)[0].order
            game.play(best if chance.random() < 0.9 else chance.choice(rows))
    chance.shuffle(kept)
    return tuple(kept[:MOMENTS])


@cache
def live(name: str) -> tuple[str, ...]:
    """The occasions that some of these odds depend on."""
    occasions = rulesets.get(name).files.house.occasions
    return tuple(
        key for key, code in occasions.items() if any(map(partial(counts, name, key), changes(code)))
    )


def changes(code: OccasionCode) -> list[Any]:
    """Changes that tell whether an occasion comes up."""
    known = changes_of(code)
    return [change for change in ({"add": 1}, "reroll_miss", "worse_of_two") if key_of(change) in known]


def key_of(change: Any) -> str:
    """The name of a change."""
    return change if isinstance(change, str) else next(iter(change))


def counts(name: str, occasion: str, change: Any) -> bool:
    """Whether a change changes the odds of a moment."""
    rule, ruled = {"name": "Always", "on": occasion, "then": change}, rulesets.get(name).with_features()
    return any(
        odds(ruled, under(s, name, [rule]), row) not in (None, chances) for s, row, chances in moments(name)
    )


def under(s: Any, name: str, rules: list[dict[str, Any]]) -> Any:
    """The same position under house rules."""
    changed = copy(s)
    models = [HouseRule.model_validate(rule) for rule in rules]
    write_house_rules(changed.options.house, models, rulesets.get(name).files.house)
    return changed


def by_hand(ruleset: Ruleset, s: Any, row: Action) -> dict[int, Any]:
    """The odds of an order by the interpreted rules alone: played on every tape, one by one."""
    subject, totals = ruleset.odds.subject(s, row), {}
    log = open_log()

    def play(d: Dice) -> int:
        after = copy(s)
        forget(log)
        ruleset.rules.apply(after, row, d, log)
        return int(ruleset.rules.outcome(after, log, subject))

    for outcome, chance in plays(play, most=4_000):
        totals[outcome] = totals.get(outcome, 0) + chance
    return totals


def compare(name: str, seed: int, samples: int) -> bool:
    """Odds under one random house rule against the interpreted walk and against plays; whether it counted."""
    chance, ruleset = Random(f"{name} {seed} odds"), rulesets.get(name)
    rule = random_house_rule(ruleset.files.house, chance, "By chance", 1, live(name))
    ruled = ruleset.with_features()
    for before, row, printed in moments(name):
        s = under(before, name, [rule])
        ours = odds(ruled, s, row)
        if ours in (None, printed):
            continue
        assert ours is not None
        with suppress(TooMuch):
            assert ours == by_hand(ruled, s, row), rule
        thrown = sample(ruled, s, [row], n=samples, seed=seed).chances()
        for outcome in {*ours, *thrown}:
            expected, seen = float(ours.get(outcome, 0)), float(thrown.get(outcome, 0))
            spread = max(expected * (1 - expected), 1 / samples)  # of many rare outcomes some are seen
            assert abs(seen - expected) <= 6 * sqrt(spread / samples), rule
        return True
    return False


@pytest.mark.parametrize("name", quickly("tank_commander", WITH_HOUSE_RULES))
def test_odds_under_house_rules_are_what_plays_come_to(name: str) -> None:
    assert sum(compare(name, seed, 20_000) for seed in range(12)) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_HOUSE_RULES)
def test_odds_under_many_house_rules_are_what_plays_come_to(name: str) -> None:
    """Twenty rules that count, of as many as it takes, each with 200,000 plays of the compiled rules."""
    assert prepare(rulesets.get(name).with_features()) and prepare(name)
    counted = 0
    for seed in range(1000, 1400):
        counted += compare(name, seed, 200_000)
        if counted == 20:
            return
    pytest.fail(f"only {counted} of 400 random house rules ever counted")
