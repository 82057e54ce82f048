"""Rules of the rulebook that no code decides, with what makes each of them exact."""

from __future__ import annotations

# Prose: another rule says the same exactly, or it is what the whole folder does.
PROSE = {
    "AG-1.4": "what turn and round mean: AG-6.3, AG-6.4",
    "AG-1.8": "how words are read: each rule compares as it says",
    "AG-3.1": "clear ground changes nothing",
    "AG-3.8": "walls and gates in general: AG-3.9",
    "AG-8.14": "worked examples: vectors",
    "AG-9.4": "a worked example: vectors",
    "AG-9.5": "a worked example: vectors",
    "AG-11.10": "a worked example: vectors",
    "AG-13.1": "a shield in general: one charge and one thickness (AG-13.16)",
    "AG-13.22": "worked examples: vectors",
    "AG-14.9": "a worked example: vectors",
    "AG-17.1": "steps of their own in general: AG-17.6, AG-17.10",
    "AG-18.3": "missiles with a line of sight: AG-18.5",
    "AG-19.18": "a worked example: vectors",
    "AG-20.7": "volatile in general: AG-20.10, AG-20.14",
    "AG-20.16": "worked examples: vectors",
    "AG-24.7": "what sight and steps come to: AG-4.4, AG-4.5, AG-7.8",
}

UNCODED: dict[str, str] = {rule: f"prose: {why}" for rule, why in PROSE.items()}
