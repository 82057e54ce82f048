"""Forces as plain text, to be pasted into a forum or a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hulldown.rulesets.api.garage import UnitCard
from hulldown.rulesets.api.ruleset import SIDES

AMOUNT = re.compile(r"[\d,]+")


def forces_text(title: str, cards: Sequence[tuple[int, UnitCard]]) -> str:
    """Both sides, a line for each unit and what it can do below."""
    parts = [title, "=" * len(title)]
    for side, name in enumerate(SIDES):
        mine = [card for whose, card in cards if whose == side]
        if mine:
            parts += ["", f"{name}{total(mine)}", *(line for card in mine for line in card_text(card))]
    return "\n".join(parts) + "\n"


def total(cards: Iterable[UnitCard]) -> str:
    """What those units cost together that cost something."""
    amounts = [int(match[0].replace(",", "")) for card in cards if (match := AMOUNT.search(card.points))]
    return f", {sum(amounts)} points" if amounts else ""


def card_text(card: UnitCard) -> list[str]:
    """A unit: name, kind and points, then its numbers and its equipment."""
    head = ", ".join(part for part in (card.name, card.kind_name, card.points) if part)
    facts = [f"{label} {value}" for label, value in (*card.heads, *card.facts)]
    if card.plates:
        facts.insert(0, "armor {}/{}/{}".format(*card.plates))
    stats = [*card.brief] if card.brief else ["; ".join(facts)] if facts else []
    fitted = "; ".join(text.partition(":")[0] for text, _ in card.fitted)
    lines = [*stats, *([fitted] if fitted else [])]
    return [f"- {head}", *(f"  {line}" for line in lines)]
