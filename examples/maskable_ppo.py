"""A policy of MaskablePPO against the computer: `pip install stable-baselines3 sb3-contrib` (needs torch)."""

from __future__ import annotations

import sys

from sb3_contrib import MaskablePPO

from hulldown import envs

ruleset, scenario, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
battles = envs.sb3(ruleset, scenario, games=64, opponent="greedy", actions="fixed", shaping=0.5)
model = MaskablePPO("MlpPolicy", battles, n_steps=64, batch_size=1024, seed=1, verbose=1)
model.learn(steps)
model.save(f"{scenario}.zip")
