"""Decisions a second in random games, beside other game libraries in the same run.

    python benchmarks/playouts.py [--games 20000] [--scenario skirmish]

A decision is one call for the legal orders, one choice among them and one order carried out.
The peers play other games, driven from Python as their users drive them; a ratio compares
throughput and nothing else.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from machine import best_of, print_machine, print_table

from hulldown import rulesets
from hulldown.ai import run_games
from hulldown.game import prepare


def chess_decisions(seconds: float) -> float:
    """python-chess: random games, ended by the library's own rule; decisions a second."""
    import chess

    dice, moves, end = random.Random(1), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            moves += 1
    return moves / (seconds + time.perf_counter() - end)


def open_spiel_decisions(name: str, seconds: float) -> float:
    """OpenSpiel's Python face: random games; decisions a second."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice, moves, end = random.Random(1), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return moves / (seconds + time.perf_counter() - end)


PEERS: tuple[tuple[str, Callable[[float], float]], ...] = (
    ("python-chess, chess", chess_decisions),
    ("OpenSpiel, chess", lambda seconds: open_spiel_decisions("chess", seconds)),
    ("OpenSpiel, breakthrough", lambda seconds: open_spiel_decisions("breakthrough", seconds)),
)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20_000)
    asked.add_argument("--ruleset", default="tank_commander")
    asked.add_argument("--scenario", default="skirmish")
    asked.add_argument("--seconds", type=float, default=3.0, help="for each peer")
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    start = ruleset.set_up(given.scenario)
    few = run_games(ruleset, start, 0, 64)
    slow = few.decisions / best_of(3, lambda: run_games(ruleset, start, 0, 64))
    prepare(ruleset)
    played = run_games(ruleset, start, 0, given.games)
    one = played.decisions / best_of(3, lambda: run_games(ruleset, start, 0, given.games))
    two = played.decisions / best_of(3, lambda: run_games(ruleset, start, 0, given.games, threads=2))
    print_machine()
    print(f"{given.scenario}: {played.games} games of {played.decisions / played.games:.1f} decisions\n")
    rows = [
        (f"{ruleset.name}, interpreted", f"{slow:,.0f}", f"{one / slow:.0f}"),
        (f"{ruleset.name}, compiled", f"{one:,.0f}", "1"),
        (f"{ruleset.name}, compiled, two threads", f"{two:,.0f}", f"{one / two:.2f}"),
    ]
    for name, measure in PEERS:
        rate = measure(given.seconds)
        rows.append((name, f"{rate:,.0f}", f"{one / rate:.1f}"))
    print_table(("random play", "decisions/s", "compiled is times as fast"), rows)


if __name__ == "__main__":
    main()
