"""Positions of solved duels of Chase in which one order is clearly best against best play.

Tanks, crews and terms are drawn by lot. Each duel is solved and walked through by the best orders and by any;
where one order is worth more than all others, by more than a share of the points, that is a puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from duels import SCENARIOS, draw_terms
from posing import FEWEST, Care, Judge, Spot, Weighing

from hulldown.game import Game
from hulldown.kernel.batch import stir
from hulldown.rulesets.api.bot import Strategy, as_points, order_payoffs
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.equilibrium.players import ChaseSolving, MatchSolution

TURNS = 3, 8  # the fewest and the most
ANY_ORDER = 0.35  # of orders are drawn from all, not from the best mixture
LEAD = 0.03  # of the points, by which the best must lead
RAREST = 0.005  # chance of an order that is told
DIGITS = 3  # of a share that is written down
DECISIONS = 400  # of a duel, at most


def solved(ruleset: Ruleset, seed: int, duels: int) -> Iterator[Weighing]:
    """Positions of so many duels, each walked through once."""
    judge: Judge | None = None
    for number in range(duels):
        chance = random.Random(stir(seed, number))
        scenario = SCENARIOS[number % len(SCENARIOS)]
        options, forces = draw_terms(chance, TURNS)
        game = Game.new(ruleset, scenario, chance.randrange(1 << 30), options, forces)
        judge = judge or Judge(ruleset, game.start, Care())
        solution = ChaseSolving(SHELF).solve(game.state)
        yield from _along(judge, game, solution, chance, number)


def _along(
    judge: Judge, game: Game, solution: MatchSolution, chance: random.Random, number: int
) -> Iterator[Weighing]:
    """The positions of one duel."""
    for order in range(DECISIONS):
        owing = game.to_act
        if not owing:
            return
        plan, seat = solution.strategy(game.state), owing[0]
        if len(owing) == 2 or game.ruleset.digest(game.observation(seat)) == game.digest:
            asked = chance.choice(owing)
            if told := _weighed(judge, game, solution, plan, asked, number, order):
                yield told
        shares = plan.mixtures[seat]
        weights = None if chance.random() < ANY_ORDER else [float(one.chance) for one in shares]
        text = chance.choices([one.text for one in shares], weights)[0]
        game.carry_out(game.parse(text, seat).row)


def _weighed(
    judge: Judge,
    game: Game,
    solution: MatchSolution,
    plan: Strategy,
    seat: int,
    number: int,
    order: int,
) -> Weighing | None:
    """A position by what the solver says of its orders; None where none is clearly best."""
    shares, payoffs = plan.mixtures[seat], order_payoffs(plan, seat)
    offered = {act.text for act in game.legal(seat)}
    if len(shares) < FEWEST or {one.text for one in shares} != offered:
        return None
    worths: dict[str, Any] = {
        one.text: round(as_points(solution, payoff, seat), DIGITS)
        for one, payoff in zip(shares, payoffs, strict=True)
    }
    spot = Spot(str(game.scenario), game.options, game.forces, game.state, seat, number, order)
    told = Weighing(spot, spot.game(game.ruleset).position(), worths, "solver", 0.0)
    if told.margin < LEAD:
        return None
    mixture = [one for one in plan.mixtures[1 - seat] if float(one.chance) >= RAREST]
    told.against = ", ".join(f"{one.label} {100 * float(one.chance):.0f}%" for one in mixture)
    told.plain, told.solved = judge.solved(spot, told.ranked[0], stir(number, order))
    return told
