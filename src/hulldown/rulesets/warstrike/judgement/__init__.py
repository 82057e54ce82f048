"""How good a position is, for a computer player: models, fire to come, objectives."""

from hulldown.rulesets.warstrike.judgement.estimate import estimate as estimate
