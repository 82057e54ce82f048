"""Rules of the rulebook that no code decides, with what makes each of them exact."""

from __future__ import annotations

# Prose: another rule says the same exactly, or it is what the whole folder does.
PROSE = {
    "CH-1.1": "there is no map: a state has ranges and facings, and nothing else of the kind",
    "CH-1.2": "a turn in general: CH-3.1, CH-4.2, CH-6.1",
    "CH-1.8": "all is whole numbers; the one rounding is CH-11.6",
    "CH-2.2": "the nearest bands: CH-2.4, CH-8.1",
    "CH-2.3": "why the ladder is this one: CH-2.1",
    "CH-3.2": "why the steps stand in this order: CH-3.1",
    "CH-4.1": "the three manoeuvres in general: CH-4.2",
    "CH-4.5": "orders have no memory: no rule looks at an earlier one",
    "CH-7.5": "facings by chance or choice in general: CH-6.5 to CH-6.9, CH-7.6, CH-7.7",
    "CH-7.8": "facings are set anew: CH-3.4, CH-6.14",
    "CH-7.9": "facings hold until the turn ends: no later step sets one",
    "CH-8.2": "ramming in general: CH-8.3, CH-8.6",
    "CH-8.18": "hull down does not help in a collision: CH-8.15 does not ask for it",
    "CH-9.4": "what Turret means on a tank without one: a name, no rule",
    "CH-10.1": "everybody who can fire does: CH-10.2, CH-10.4",
    "CH-11.10": "crews are their skills: nothing happens to them",
    "CH-13.7": "symmetry: no rule asks which side a tank is on, but for the order of dice (CH-1.3)",
    "CH-14.2": "range is kept per pair: CH-2.6",
}

UNCODED: dict[str, str] = {rule: f"prose: {why}" for rule, why in PROSE.items()}
