"""How AGrav answers the questions of its vector files: each by calling the rules."""
