"""A duel of Chase solved twice: by hulldown, and by the CFR+ of OpenSpiel (`pip install open_spiel`)."""

import sys

import pyspiel
from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability

from hulldown.envs import openspiel

iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 100
openspiel.register()
duel = pyspiel.load_game("hulldown_duel", {"turns": 1, "options": "duels:1;start_range:short"})
cfr = CFRPlusSolver(duel)
for _ in range(iterations):
    cfr.evaluate_and_update_policy()
policy = cfr.average_policy()
print(f"hulldown solve: {openspiel.solution(duel).value:+.6f} for the first seat")
print(f"CFR+, {iterations} iterations: {policy_value(duel.new_initial_state(), [policy] * 2)[0]:+.6f}")
print(f"exploitability of its policy: {exploitability(duel, policy):.6f}")
