"""Rounds of play and learning: players steer by what was learned from their last games.

As TD-Gammon did (Tesauro 1995), without differences in time: the result of a game is what every position of
it learns from. The dice keep the games apart. Each round plays by the last network and fits the next to the
games of the last few rounds.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from learning import Fit, Parameters, fit_network, initial, write
from selfplay import Positions, Task, network_of, play_task, solo

from hulldown.catalogue import load
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import NetworkFile, names_of

CHUNK = 30  # games that a process plays before it asks for more
APART = 1_000_000  # between the numbers of games of two rounds
CANDIDATE = '''"""An estimate that is being learned."""

from __future__ import annotations

from pathlib import Path

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.network import chance, ended
from hulldown.kernel.network import Features, correction
from {lead.__module__} import {lead.__name__} as lead
from {extract.__module__} import KINDS, SIDE, UNIT, SideFeature, UnitFeature, extract
from {state.__module__} import {state.__name__} as State
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.common.bots import load_network

NETWORK = Network(UnitFeature, SideFeature, KINDS, extract, lead, Path(__file__).with_name("network.toml"))
VALUES, LEAD = load_network(NETWORK)
SCRATCH = Scratch(Features)


@rule
def estimate(s: State, seat: int) -> int:
    if s.winner != RUNNING:
        return ended(int(s.winner), seat)
    f = SCRATCH()
    extract(s, f)
    return chance(int(LEAD * lead(s)) + correction(f, VALUES, UNIT, SIDE, KINDS), seat)
'''


@dataclass(frozen=True)
class Plan:
    """How much is played and learned: rounds, games of each, how many rounds the fits look back on.

    The last fit takes `last_epochs`. `wanders` names who leads to the moments that are branched from, `plays`
    who plays on.
    """

    rounds: int
    games: int
    window: int
    epochs: int
    last_epochs: int
    workers: int
    seed: int
    wanders: str = "greedy:40%"
    plays: str = "greedy:5%"


def candidate(folder: Path, ruleset: Ruleset) -> Any:
    """The estimate of the network.toml in a folder."""
    network = network_of(ruleset)
    file = folder / f"candidate_{folder.name}.py"
    file.write_text(
        CANDIDATE.format(lead=network.lead, extract=network.extract, state=ruleset.state), encoding="utf-8"
    )
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module.estimate


def estimate_of(ruleset: Ruleset, w: Parameters, folder: Path) -> Any:
    """The estimate of some weights."""
    folder.mkdir()
    write(folder / "network.toml", network_of(ruleset), w, {})
    return candidate(folder, ruleset)


def tasks(ruleset: Ruleset, scenarios: Sequence[str], plan: Plan, number: int) -> list[Task]:
    """The games of a round, the same number of every scenario, taken in turn."""
    share = -(-plan.games // len(scenarios))
    return [
        Task(
            ruleset.id,
            scenario,
            first,
            min(CHUNK, share - first),
            plan.seed * 1000 + number,
            plan.wanders,
            plan.plays,
        )
        for first in range(0, share, CHUNK)
        for scenario in scenarios
    ]


_ESTIMATE: Any = None  # of the round that is played: a process that is forked finds it here


def _play(task: Task) -> Positions | None:
    return play_task(task, _ESTIMATE)


def round_of(ruleset: Ruleset, scenarios: Sequence[str], plan: Plan, number: int, estimate: Any) -> Positions:
    """All positions of a round; the games of every scenario have numbers of their own."""
    global _ESTIMATE
    _ESTIMATE = estimate
    asked = tasks(ruleset, scenarios, plan, number)
    parts: list[Positions] = []
    with ProcessPoolExecutor(plan.workers, multiprocessing.get_context("fork")) as pool:
        for task, part in zip(asked, pool.map(_play, asked), strict=True):
            if part is not None:
                apart = part.game * len(scenarios) + scenarios.index(task.scenario)
                parts.append(replace(part, game=apart))
    return Positions.joined(parts)


def scenarios_of(ruleset: Ruleset, wanted: Sequence[str]) -> list[str]:
    """Those that are wanted, or all that are shipped and have two sides."""
    names = list(wanted) or list(ruleset.files.scenarios())
    return [name for name in names if not solo(ruleset.set_up(name))]


def learn(
    ruleset: Ruleset,
    wanted: Sequence[str],
    plan: Plan,
    start: Parameters | None,
    tell: Callable[[str], None],
    known: Positions | None = None,
) -> Iterator[tuple[Fit, Positions]]:
    """What came of each round: its fit, and the positions that it was fitted to.

    Begins with the lead alone, or with the weights of `start`. What positions are worth that are `known`
    needs no games: every round is fitted to them as well, or to them alone where no games are played.
    """
    scenarios, network = scenarios_of(ruleset, wanted), network_of(ruleset)
    w = start or initial(network, plan.seed)
    kept: list[Positions] = []
    with tempfile.TemporaryDirectory(prefix="hulldown-") as place:
        for number in range(plan.rounds):
            began, last = time.perf_counter(), number == plan.rounds - 1
            if plan.games:
                estimate = estimate_of(ruleset, w, Path(place) / f"round{number}_{plan.seed}")
                new = round_of(ruleset, scenarios, plan, number, estimate)
                kept = [*kept, replace(new, game=new.game + number * APART)][-plan.window :]
            everything = Positions.joined(kept if known is None else [*kept, known])
            fit = fit_network(everything, w, plan.last_epochs if last else plan.epochs, plan.seed + number)
            w = fit.weights
            tell(summary(number, everything, fit, time.perf_counter() - began))
            yield fit, everything


def summary(number: int, fitted: Positions, fit: Fit, seconds: float) -> str:
    """A line about a round."""
    each = ", ".join(f"{name} {before:.3f} {after:.3f}" for name, (before, after) in fit.by_scenario.items())
    return (
        f"round {number}: fitted to {len(fitted.score)} positions, {seconds:.0f} s, loss of the lead alone "
        f"{fit.before:.4f}, with the network {fit.after:.4f} ({each})"
    )


def facts(done: int, fit: Fit, positions: Positions) -> dict[str, Any]:
    """What a file says of where its weights come from."""
    return {
        "rounds": done,
        "games": len({*positions.game.tolist()}),
        "positions": len(positions.score),
        "loss_before": round(fit.before, 4),
        "loss": round(fit.after, 4),
    }


def read(network: Network) -> Parameters:
    """The weights that stand in the file of a ruleset, to go on from."""
    written = load(network.file, NetworkFile)
    made = {
        "unit": [written.unit[name] for name in names_of(network.unit)],
        "unit_bias": written.unit_bias,
        "joined": [*written.own, *written.enemy, *(written.side[name] for name in names_of(network.side))],
        "joined_bias": written.side_bias,
        "score": written.score,
        "lead": [written.lead],
    }
    return {name: np.array(values, np.float32) for name, values in made.items()}
