"""Rules of the rulebook that no code decides, with what makes each of them exact."""

from __future__ import annotations

# Prose: another rule says the same exactly, or it is what the whole folder does.
PROSE = {
    "TC-1.2": "the plainest goal: TC-1.3",
    "TC-1.10": "dice are fair and every one is logged: the kernel's",
    "TC-1.11": "three kinds of unit model: the size of a model has no rule",
    "TC-3.1": "the board is a hexagonal grid: TC-3.2 to TC-3.5",
    "TC-3.4": "the distance of two hexes: the kernel's",
    "TC-4.5": "what turn means: TC-4.8, TC-8.9, TC-8.10",
    "TC-7.9": "the author's diagram: what it shows is vectors",
    "TC-7.10": "the author's diagram: what it shows is vectors",
    "TC-7.11": "the author's diagram: what it shows is vectors",
    "TC-9.1": "open terrain changes nothing",
    "TC-10.1": "the text about infantry, where the table differs: TC-10.2, TC-10.3",
    "TC-13.1": "missions in general: each has its own rule",
    "TC-13.7": "without a mission it is Skirmish: the caller names one",
    "TC-13.8": "Basic Training: TC-13.9",
    "TC-13.10": "Skirmish: TC-13.11",
    "TC-13.12": "Capture Objectives: TC-13.13",
    "TC-13.14": "Breakthrough: TC-13.15",
}

UNCODED: dict[str, str] = {rule: f"prose: {why}" for rule, why in PROSE.items()}
