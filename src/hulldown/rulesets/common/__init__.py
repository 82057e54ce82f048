"""What rulesets do alike, written once: files, dice, sentences, buttons, engines."""
