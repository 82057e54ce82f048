"""What every ruleset must satisfy, whoever wrote it.

Each check takes a ruleset and gives the problems it found, in sentences; none when all is well.
`check_all(ruleset)` runs them by name. Seeds and numbers of games are small, so that a suite of
tests can afford them; give more to look harder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from hulldown.ai import choose, player
from hulldown.conformance.information_leaks import may_hide, secrets_hold, veils_agree
from hulldown.conformance.odds_checks import own_odds_hold
from hulldown.conformance.playing import (
    ALWAYS,
    FIRST,
    OFF,
    every_order_is_one,
    legal_orders,
    opening,
    seat_to_act,
    views_are_whole,
    watch,
)
from hulldown.game import Game, load, verify
from hulldown.kernel.actions import Actions
from hulldown.kernel.batch import Tally, games
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.events import Log
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.api.files import OptionInfo
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine

PLAYERS = ("random:seed=1", "greedy:seed=1", "mcts:2:seed=1")
Check = Callable[[Ruleset], list[str]]


# ---------------------------------------------------------------- play


def games_end(ruleset: Ruleset, seeds: Iterable[int] = FIRST) -> list[str]:
    """Random games come to an end, and every decision on the way is in order (see `playing`)."""
    problems: list[str] = []
    for scenario in ruleset.files.scenarios():
        for seed in seeds:
            game = watch(ruleset, scenario, seed, ALWAYS)
            problems += game.problems
            if not game.finished and not game.problems:
                problems.append(f"{scenario}, seed {seed}: no result after {game.decisions} decisions")
    return problems


def views_hold(ruleset: Ruleset) -> list[str]:
    """Buttons, cards, status and scene of the first decisions say what the rules say."""
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)
        for problem in views_are_whole(m)
    ]


def players_of(ruleset: Ruleset, start: Any) -> list[str]:
    """The general players, and those of the ruleset that can play such a game."""
    own = [f"{bot.id}:seed=1" for bot in ruleset.computers.bots() if not bot.unfit(start)]
    return list(dict.fromkeys([*PLAYERS, *own]))


def players_play(ruleset: Ruleset, decisions: int = 2) -> list[str]:
    """Every kind of computer player finds a legal order in every scenario."""
    problems = []
    for scenario in ruleset.files.scenarios():
        for text in players_of(ruleset, ruleset.set_up(scenario)):
            computer, s, dice = player(text, ruleset), ruleset.set_up(scenario), new_dice(5)
            for _ in range(decisions):
                if (seat := seat_to_act(ruleset, s)) < 0:
                    break
                order = choose(computer, ruleset, s, seat)
                if code := ruleset.rules.check(s, seat, order):
                    problems.append(
                        f"{scenario}: {text} orders what is refused: {ruleset.speech.refusal(code).text}"
                    )
                    break
                ruleset.rules.apply(s, order, dice, OFF)
    return problems


def every_order_holds(ruleset: Ruleset) -> list[str]:
    """The list of every order holds each once, all that is offered and nothing that is refused or misread."""
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)
        for problem in every_order_is_one(m)
    ]


# ---------------------------------------------------------------- the same again


def random_game(ruleset: Ruleset, scenario: str, seed: int, decisions: int) -> Game:
    """A game after some random decisions."""
    game, chance = Game.new(ruleset, scenario, seed=seed), Random(seed)
    while game.to_act and game.number < decisions:
        game.play(chance.choice(game.legal()))
    return game


def saves_hold(ruleset: Ruleset, decisions: int = 40, seed: int = 11) -> list[str]:
    """A saved game loads to the same position, open or sealed, and its replay agrees with itself."""
    problems = []
    for scenario in ruleset.files.scenarios():
        game = random_game(ruleset, scenario, seed, decisions)
        for sealed in (False, True):
            text = game.save(sealed)
            problems += [f"{scenario}: {difference}" for difference in verify(text, ruleset)]
            if load(text, ruleset).digest != game.digest:
                problems.append(f"{scenario}: a loaded game stands differently")
    return problems


def undo_holds(ruleset: Ruleset, decisions: int = 25, seed: int = 12) -> list[str]:
    """Taking back order after order leads through the very positions of the way there."""
    problems = []
    for scenario in ruleset.files.scenarios():
        game = random_game(ruleset, scenario, seed, decisions)
        digests = [game.at(number).digest for number in range(max(0, game.number - 5), game.number)]
        for number, expected in reversed(list(enumerate(digests, game.number - len(digests)))):
            game.undo(agreed=True)
            if game.digest != expected:
                problems.append(f"{scenario}: undone to order {number}, the position is another")
    return problems


def copies_hold(ruleset: Ruleset) -> list[str]:
    """A copy is equal and independent; the same order and dice make equal positions of both."""
    problems = []
    for scenario in ruleset.files.scenarios():
        for m in opening(ruleset, scenario):
            twin, before = copy(m.before), digest(m.before)
            legal_orders(ruleset, m.before, m.seat)
            again = copy(m.before)
            for position in (twin, again):
                ruleset.rules.apply(position, m.chosen, new_dice(m.number), OFF)
            if digest(m.before) != before:
                problems.append(f"{scenario}, decision {m.number}: asking or copying changed the position")
            if digest(twin) != digest(again):
                problems.append(f"{scenario}, decision {m.number}: equal dice, unequal positions")
    return problems


def compiled_agrees(ruleset: Ruleset, count: int = 3) -> list[str]:
    """The compiled rules play the very games that the interpreted ones play. Compiles them if need be."""
    from hulldown.rulesets.common.engines import SEARCHERS

    both = engine(ruleset)
    both.load(list(SEARCHERS))
    plain = Interpreted(ruleset.state, both.verbs)
    problems = []
    for scenario in ruleset.files.scenarios():
        tallies = [run_of_games(form, ruleset.set_up(scenario), count) for form in (plain, both.backend)]
        if tallies[0] != tallies[1]:
            problems.append(f"{scenario}: interpreted {tallies[0]}, compiled {tallies[1]}")
    return problems + (veils_agree(ruleset, plain, both.backend) if may_hide(ruleset) else [])


def run_of_games(form: Interpreted, start: Any, count: int) -> tuple[int, ...]:
    """Seeded random games in one form: decisions, results, digest."""
    tally, dice = form.new(Tally)[0], (form.new(Dice)[0], form.new(Dice)[0])
    orders, log = form.new(Actions)[0], form.new(Log)[0]
    form.bound(games)(form.to_buffer(start), form.to_buffer(start), orders, *dice, log, tally, 0, count)
    return tuple(int(getattr(tally, name)) for name in ("decisions", "first", "second", "draws", "digest"))


# ---------------------------------------------------------------- variants


def values_of(option: OptionInfo) -> list[str]:
    """Values worth trying: every one listed; of a number its bounds too."""
    bounds = [str(option.low), str(option.high)] if option.number else []
    return list(dict.fromkeys([*option.values, option.default, *bounds]))


def options_load(ruleset: Ruleset, everywhere: bool = False, decisions: int = 12) -> list[str]:
    """Every value of every option sets every scenario up and can be played a little, with any orders.

    It is played in one scenario, the values taking them in turn, or in all where it makes a difference.
    """
    rules, options, scenarios = (
        ruleset.files.rulebook().rules,
        ruleset.files.options(),
        list(ruleset.files.scenarios()),
    )
    problems = [
        f"option {name} cites {option.rule!r}" for name, option in options.items() if option.rule not in rules
    ]
    values = [(name, value) for name, option in options.items() for value in values_of(option)]
    for at, scenario in enumerate(scenarios):
        begun: set[str] = set()  # many values are what the scenario has anyway: one game of it is enough
        for number, (name, value) in enumerate(values):
            shown = f"{scenario} with {name} = {value}"
            try:
                start = ruleset.set_up(scenario, {name: value})
            except ValueError as wrong:
                problems.append(f"{shown}: {wrong}")
                continue
            if (everywhere or number % len(scenarios) == at) and (mark := digest(start)) not in begun:
                begun.add(mark)
                game = watch(ruleset, scenario, 17, (), limit=decisions, wandering=1, start=start)
                problems += [f"{shown}: {problem}" for problem in game.problems]
    return problems


CHECKS: Mapping[str, Check] = {
    "games end": games_end,
    "views hold": views_hold,
    "every order holds": every_order_holds,
    "players play": players_play,
    "saves hold": saves_hold,
    "undo holds": undo_holds,
    "copies hold": copies_hold,
    "options load": options_load,
    "own odds hold": own_odds_hold,
    "secrets hold": secrets_hold,
    "compiled agrees": compiled_agrees,
}


def check_all(ruleset: Ruleset) -> dict[str, list[str]]:
    """The problems of every check by its name; only those that found any."""
    results = {name: check(ruleset) for name, check in CHECKS.items()}
    return {name: problems for name, problems in results.items() if problems}
