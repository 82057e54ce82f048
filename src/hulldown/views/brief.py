"""What is too long for a line: its dice left out, groups of shots summed, and what was cut marked as cut.

Nothing that was thrown may get lost in the first line of an entry: what follows speaks of all hits.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from hulldown.rulesets.common.names import joined, plural

LONGEST = 140  # letters of the first line of an entry
ALIKE = {"saved": "saved"}  # what is counted and has no s for several
MANY = 4  # weapons that are counted, no longer named

# What was thrown, and what for: the dice beside the sentence show it.
DICE = (
    (re.compile(r"(?<=: )(?:[^:;]*\brolls \d+ on [^;]*; )+"), ""),
    (re.compile(r"; [^;]*\b(?:rolls \d+ on|saves on) [^;]*?(?=;|\.?$)"), ""),
    (re.compile(r"\d+ dic?e?(?: \([^()]*\))?, \d+ or less; rolled [\d, and]*\d, "), ""),
    (re.compile(r"\d+(?:\+(?: hits?)?| or less), rolled \d[\d, ]*: "), ""),
    (re.compile(r"(\d (?:hits?|saved|kill results?)) on \d\+"), r"\1"),
)
ASIDE = re.compile(r" \([^()]*\)(?! x )")  # not a part of a product
MARKED = re.compile(r"\{[^{}|]*\|([^{}]*)\}")
COUNTED = re.compile(r"(\d+) ([a-z][a-z ]*)")
MODEL = r"\{(?:[^{}.]+)\.\d+\} \((?:[a-zA-Z ]+)\)"
LOST = re.compile(rf"(?P<who>\{{[^{{}}.]+\}} loses )(?P<models>{MODEL}(?:(?:, | and ){MODEL})*)")
ROLE = re.compile(r"\(([a-zA-Z ]+)\)")


def visible_text(text: str) -> str:
    """A text for a page as eyes read it: the words in its braces."""
    return MARKED.sub(r"\1", text)


def together(text: str) -> str:
    """A sentence of the log as people say it: men of one unit who fall are counted, "loses 2 riflemen"."""
    return LOST.sub(_counted, text)


def _counted(lost: re.Match[str]) -> str:
    roles = Counter(ROLE.findall(lost["models"]))
    return lost["who"] + joined([plural(n, role, _men(role)) for role, n in roles.items()])


def _men(role: str) -> str:
    """Several of a role that has no s, such as "riflemen"; empty for others."""
    return f"{role[:-3]}men" if role.endswith("man") else ""


def headed(text: str) -> str:
    """A text that fits into a line and says no dice, or such a line and then all of the text."""
    brief = text
    for dice, rest in DICE:
        brief = dice.sub(rest, brief)
    if len(visible_text(brief)) > LONGEST:
        brief = ASIDE.sub("", brief)
    for all_alike in (False, True):
        if len(visible_text(brief)) > LONGEST:
            brief = _summed(brief, all_alike)
    if len(visible_text(brief)) > LONGEST:
        brief = _shorten(brief)
    return text if brief == text else f"{brief}\n{text}"


# ---------------------------------------------------------------- groups of shots


@dataclass
class ShotGroup:
    """Shots of one or more weapons: what is counted, in the order in which it is first said."""

    names: list[str]
    counts: Counter[str] = field(default_factory=Counter)

    def clause(self) -> str:
        """The group as one clause."""
        names = joined(self.names) if len(self.names) < MANY else f"{len(self.names)} weapons"
        return ", ".join([names, *(plural(n, word, ALIKE.get(word, "")) for word, n in self.counts.items())])


def _group(clause: str) -> ShotGroup | None:
    """A clause that counts what a weapon did, such as "rifle, 4 shots, 1 hit, no save"; None for others."""
    name, *parts = clause.split(", ")
    counted = [COUNTED.fullmatch(part) for part in parts]
    if len(parts) < 2 or not (counted[0] and counted[1]):
        return None
    group = ShotGroup([name])
    for part in counted:
        if part:
            word = part[2] if part[2] in ALIKE else part[2].removesuffix("s")
            group.counts[word] += int(part[1])
    return group


def _summed(text: str, all_alike: bool) -> str:
    """A text in which groups of the same weapon are one, or of all weapons: nothing thrown is left out."""
    end = "." if text.endswith(".") else ""
    clauses = text.removesuffix(".").split("; ")
    who, colon, does = clauses[0].partition(": ")
    head, clauses = (f"{who}: ", [does, *clauses[1:]]) if colon else ("", clauses)
    groups: dict[str, ShotGroup] = {}
    parts: list[ShotGroup | str] = []
    for clause in clauses:
        group = _group(clause)
        if group is None:
            parts.append(clause)
            continue
        known = groups.setdefault("" if all_alike else group.names[0], group)
        if known is group:
            parts.append(group)
        else:
            known.names += [name for name in group.names if name not in known.names]
            known.counts.update(group.counts)
    if len(parts) == len(clauses):
        return text
    return head + "; ".join(part if isinstance(part, str) else part.clause() for part in parts) + end


# ---------------------------------------------------------------- cut


def _shorten(text: str) -> str:
    """Who does it and the last clause, with as many between them as fit; else as many words."""
    clauses = text.removesuffix(".").split("; ")
    who, colon, does = clauses[0].partition(": ")
    head, least = (f"{who}: ", 0) if colon else ("", 1)
    middle, last = [does if colon else who, *clauses[1:-1]], clauses[-1:]
    for count in range(len(middle), least - 1, -1) if len(clauses) > 1 else ():
        left_out = [] if count == len(middle) else ["\u2026"]
        brief = f"{head}{'; '.join([*middle[:count], *left_out, *last])}."
        if len(visible_text(brief)) <= LONGEST:
            return brief
    for mark, end in (("; ", " \u2026"), (": ", "."), (", ", " \u2026"), (" ", " \u2026")):
        parts = text.split(mark)
        while len(parts) > 1:
            parts.pop()
            brief = mark.join(parts) + end
            if len(visible_text(brief)) <= LONGEST and brief.count("{") == brief.count("}"):
                return brief
    return text[: LONGEST - 1] + "\u2026"
