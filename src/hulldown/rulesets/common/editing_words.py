"""What is wrong with a draft, in sentences that somebody understands who sees the board and not the file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hulldown.catalogue import ValidationIssue
from hulldown.rulesets.common.editing_form import label_of

WHERE = ("hex", "tile", "models", "leader")  # keys of places, which the board itself shows
VERB = re.compile(
    r"(is|are|must|needs|has|have|may|can|takes|belongs|lies|reach|reaches|should|means|acts)\b"
)
RULE = re.compile(r" ?\(([A-Z]{1,4}-[0-9]+\.[0-9]+)\)$")


def format_problem(problem: ValidationIssue, tables: Sequence[str]) -> str:
    """A problem in a sentence, with the unit or the field that it is about."""
    place, what = problem.place, problem.what
    unit = len(place) > 1 and place[0] in tables
    keys = [part for part in place[2 if unit else 0 :] if isinstance(part, str)]
    key = keys[-1] if keys and keys[-1] not in WHERE else ""
    if VERB.match(what):
        subject = label_of(key).lower() if key else "it" if unit else ""
        what = f"{subject} {what}".strip()
    elif key and not unit:
        what = f"{label_of(key).lower()}: {what}"
    named = unit and not what.startswith(str(place[1]))
    return capital(f"{place[1]}: {what}" if named else what)


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def with_rule(problem: ValidationIssue) -> ValidationIssue:
    """A problem with the rule that its words end with, if they say it there."""
    rule = None if problem.rule else RULE.search(problem.what)
    return problem._replace(what=RULE.sub("", problem.what), rule=rule[1]) if rule else problem
