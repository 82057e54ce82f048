"""What a ruleset declares: the types in which it is played, shown, reckoned, built and proved."""
