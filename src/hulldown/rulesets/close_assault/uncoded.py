"""Rules of the rulebook that no code decides, with what makes each of them exact."""

from __future__ import annotations

# Prose: another rule says the same exactly, or it is what the whole folder does.
PROSE = {
    "CA-1.2": "the four changes in general: CA-5, CA-6, CA-7, CA-11 to CA-14",
    "CA-1.3": "what the rules are meant to bring about: the report of CA-19.8 lets one judge it",
    "CA-1.7": "what is not modelled",
    "CA-5.1": "the arcs in general: CA-5.3",
    "CA-5.2": "how the parent finds an arc: CA-5.4",
    "CA-6.8": "what the numbers are meant to be: CA-6.7",
    "CA-12.22": "no limit, so nothing to test: CA-12.20, CA-12.21",
    "CA-12.27": "the ledger knows no phases: CA-10.1, CA-10.3",
    "CA-12.31": "the order of the log is the order of the rules",
    "CA-13.4": "each model of an activation does what it does: CA-4.8",
    "CA-13.10": "encircling is done under a Charge order: CA-9.8",
}

UNCODED: dict[str, str] = {rule: f"prose: {why}" for rule, why in PROSE.items()}
