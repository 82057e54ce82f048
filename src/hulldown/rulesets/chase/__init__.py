"""Chase: a tank duel without a map (rule ids CH)."""

from hulldown.rulesets.chase.game import Chase

RULESET = Chase()
