"""What rulesets do alike, written once: files, packs, grammar, log, explanation, buttons, editors, bots."""
