"""Tank Shocks declared and answered (CA-12)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.reasons import Tell
from hulldown.rulesets.close_assault.telling.teller import Teller, far
from hulldown.rulesets.close_assault.vocabulary import RESPONSE_RULES, RESPONSES, signed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def ordinal(n: int) -> str:
    """Which of several: "second"."""
    return ORDINALS[n - 1] if n <= len(ORDINALS) else f"{n}th"


def told_declared(t: Teller, row: Event) -> None:
    """A Tank Shock, which of the round, its penalty (CA-12.4, CA-12.23); a way out of Combat (CA-12.28)."""
    k = t.s.detachment[row.actor]
    breaks_out = k.engaged and not k.broke_out
    text = f"{t.unit(row.actor)} Tank Shocks {t.unit(row.target)}"
    draft = t.begin(row, text + " to break out of Combat" * bool(breaks_out), about=row.actor)
    if breaks_out:
        draft.rules.append("CA-12.28")
    if row.b:
        draft.clauses.append(f"the {ordinal(row.a)} of the round, at {signed(row.b)}")
        draft.rules.append("CA-12.23")


def told_bonus(t: Teller, row: Event) -> None:
    """The charge bonus of each vehicle (CA-11.1, CA-11.3)."""
    draft = t.going(Tell.SHOCK_DECLARED) or t.begin(row, "Charge bonuses")
    draft.clauses.append(f"{t.model(row.actor)} has charged {far(row.a)}, {signed(row.b)} in front")
    draft.rules += [Tell.CHARGE_BONUS.rule, "CA-11.3"]


def told_response(t: Teller, row: Event) -> None:
    """Stand and fight, or get out of the way (CA-12.6)."""
    t.begin(row, f"{t.unit(row.actor)} {RESPONSES[row.a]}", Tell.RESPONSE.rule, RESPONSE_RULES[row.a])
