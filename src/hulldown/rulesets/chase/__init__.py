"""Chase: a tank duel without a map. `game.CHASE` is the ruleset."""
