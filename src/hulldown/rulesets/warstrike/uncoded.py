"""Rules of the rulebook that no code decides, with what makes each of them exact."""

from __future__ import annotations

# Prose: another rule says the same exactly, or it is what the whole folder does.
PROSE = {
    "WS-1.4": "what a base is: units.toml gives a team one base",
    "WS-1.11": "WS-11.12 and WS-6.7 add after they have halved; none goes below 0",
    "WS-1.14": "what is not modelled",
    "WS-8.16": "nothing asks who is out of command, so nothing to test",
    "WS-8.17": "what the rules are meant to allow: WS-7.10, WS-8.10",
    "WS-9.13": "as in every orderly move: WS-7.6",
    "WS-10.5": "no direction is refused, so nothing to test",
}

UNCODED: dict[str, str] = {rule: f"prose: {why}" for rule, why in PROSE.items()}
