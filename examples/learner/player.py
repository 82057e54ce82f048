"""Players made of what has been learned: `examples.learner.player:duel` plays by the policy in `duel.npz`.

The file lies in the folder that the environment variable HULLDOWN_LEARNERS names, else in the one that
hulldown was started in.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from examples.learner.policy import Policy
from hulldown.ai.external import Decision
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.encoding import ActionCatalogue, Encoding

FOLDER = "HULLDOWN_LEARNERS"


class Learner:
    """A policy at the table: it draws an order where secrets count, and else gives its likeliest."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __call__(self, decision: Decision) -> Action:
        """One of the orders on offer. ValueError in a ruleset that the policy is not for."""
        encoding = decision.ruleset.encoding
        if encoding is None or encoding.catalogue is None:
            raise ValueError(f"{decision.ruleset.name} has no catalogue of orders")
        observation = observed(encoding, decision)
        if self.policy.columns.max() >= len(observation):
            raise ValueError(f"this policy is not for {decision.ruleset.name}")
        offered = numbers(encoding, encoding.catalogue, decision)
        masks = np.zeros((1, max(encoding.catalogue.size, int(self.policy.numbers.max()) + 1)), np.uint8)
        masks[0, offered] = 1
        chances = self.policy.chances(observation[None], masks)
        chance = np.random.default_rng(decision.random.getrandbits(64))
        hides = decision.ruleset.hides(decision.state)
        places = self.policy.choose(chances, masks, chance if hides else None)
        return decision.rows[offered.index(int(self.policy.actions(places, masks)[0]))]


def observed(encoding: Encoding, decision: Decision) -> Any:
    """The position as the policy sees it in a batch."""
    out = [0] * encoding.size
    encoding.observe(decision.state, decision.seat, out, 0)
    return np.array(out, np.int16)


def numbers(encoding: Encoding, catalogue: ActionCatalogue, decision: Decision) -> list[int]:
    """The numbers of the orders on offer."""
    found = []
    for row in decision.rows:
        order = copy(row)
        encoding.turn(decision.state, decision.seat, order)
        found.append(int(catalogue.index(decision.state, decision.seat, order)))
    return found


def __getattr__(name: str) -> Learner:
    """The player of a file. AttributeError if there is none."""
    file = Path(os.environ.get(FOLDER, ".")) / f"{name}.npz"
    if name.startswith("_") or not file.is_file():
        raise AttributeError(f"there is no {file}")
    learner = Learner(Policy.load(file))
    globals()[name] = learner
    return learner
