"""What puzzles ask about a shot, ruleset by ruleset: the lines of the odds that count, and the question.

Each is answered by the exact chance of the lines, so a question here asks what the odds panel of the game
says, in the same words.
"""

from __future__ import annotations

import re

from posing import Ask

ENEMY = r"[A-Z]\d+"


def _ask(lines: str, question: str, title: str) -> Ask:
    return Ask(re.compile(lines), question, title)


QUESTIONS: dict[str, tuple[Ask, ...]] = {
    "tank_commander": (
        _ask("Loses a hull point", "One shot to take a hull point: which?", "Which shot hurts?"),
        _ask("Crew hurt", "One shot to wound somebody of a crew: which?", "Which shot wounds?"),
        _ask("Destroyed", "One shot to destroy an enemy: which?", "Which shot kills?"),
    ),
    "agrav": (
        _ask("Crit", "One shot to damage a part of an enemy: which?", "Which shot crits?"),
        _ask(
            "Loses health", "One shot to get through to an enemy's health: which?", "Which shot gets through?"
        ),
        _ask("Stunned", "One shot to stun an enemy: which?", "Which shot stuns?"),
        _ask("Destroyed", "One shot to destroy an enemy: which?", "Which shot kills?"),
    ),
    "close_assault": (
        _ask(f"{ENEMY} loses a model", "Fire to destroy at least one model: at whom?", "Whom can you hurt?"),
        _ask(f"{ENEMY} is wiped out", "Fire to wipe a detachment out: at whom?", "Whom can you wipe out?"),
    ),
    "warstrike": (
        _ask(f"{ENEMY} loses a model", "One volley to fell at least one man: at whom?", "Whom can you hit?"),
        _ask(
            f"{ENEMY} fails its next check", "Whom do you make fail the next check?", "Who loses his nerve?"
        ),
        _ask(f"{ENEMY} takes a marker", "Whom do you give a marker?", "Who keeps his head down?"),
    ),
}
