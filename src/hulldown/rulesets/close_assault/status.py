"""The line above the table: round, phase, who decides what, victory points."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Status
from hulldown.rulesets.close_assault.codes import NOBODY, Extra, Phase
from hulldown.rulesets.close_assault.combat import spender
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.naming import detachment_name, model_name
from hulldown.rulesets.close_assault.rounds import owes_order
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.telling.ending import extra_words, outcome_text
from hulldown.rulesets.close_assault.victory import contested, holder, strength_at
from hulldown.rulesets.close_assault.vocabulary import ORDERS, PHASES
from hulldown.rulesets.common.names import plural

# ---------------------------------------------------------------- whose decision


def waiting(s: State) -> str:
    """Who decides what."""
    if s.phase == Phase.ORDERS:
        late = [side for side in range(2) if owed(s, side)]
        return ", ".join(f"{SIDES[side]} gives {plural(owed(s, side), 'order')} in secret" for side in late)
    return f"{SIDES[s.side]} {task(s)}"


def owed(s: State, side: int) -> int:
    """How many orders a side still has to give: that one was given is known, if not which (CA-3.4)."""
    mine = [k for k in range(s.detachments) if s.detachment[k].side == side and not s.detachment[k].ordered]
    return sum(bool(owes_order(s, k)) for k in mine)


def task(s: State) -> str:
    """What the side to decide decides now (CA-20.1)."""
    acting = detachment_name(s, s.acting) if s.acting != NOBODY else ""
    target = detachment_name(s, s.target) if s.target != NOBODY else ""
    tasks = {
        Phase.DEPLOY: f"places {acting}" if acting else "places a detachment",
        Phase.MOVEMENT: "activates a detachment",
        Phase.MOVING: f"moves {acting} ({ORDERS[s.detachment[s.acting].order]})",
        Phase.ENGAGED: f"fights on with {acting}: it is Engaged",
        Phase.POINT_DEFENCE: f"may fire {acting}'s Point Defence weapons",
        Phase.RESPONSE: f"answers the Tank Shock of {acting} on {target}",
        Phase.OVERWATCH: f"may fire Overwatch with {target} at {acting}",
        Phase.PAIRING: f"chooses Fight {s.fights + 1}",
        Phase.WITHDRAW: f"withdraws {target}",
        Phase.FIRST_FIRE: "may fire with a detachment",
        Phase.ENGAGEMENT: "picks the next Combat",
        Phase.ADVANCING_FIRE: "may fire with a detachment",
    }
    return spending(s) if s.phase == Phase.SPENDING else tasks[Phase(s.phase)]


def spending(s: State) -> str:
    """Whose bonuses are named, against whom (CA-10.7)."""
    own, enemy = spender(s, int(s.side)), spender(s, 1 - int(s.side))
    return f"names {model_name(s, own)}'s bonuses against {model_name(s, enemy)}"


def text(s: State) -> str:
    """The whole line."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    return f"{PHASES[s.phase]} · {waiting(s)}"


# ---------------------------------------------------------------- the rest


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """Detachments in the order of the scenario: whose activation it is, and who has had it (CA-3.6)."""
    left = [k for k in range(s.detachments) if survivors(s, k)]
    return tuple((detachment_name(s, k), int(s.detachment[k].side), turn_of(s, k)) for k in left)


def turn_of(s: State, k: int) -> str:
    """Whether a detachment acts now, or has acted in this stage; in the Orders phase whether it has one."""
    if k == s.acting:
        return "now"
    done = s.detachment[k].ordered if s.phase == Phase.ORDERS else s.detachment[k].activated
    return "done" if done else ""


def tally(s: State) -> str:
    """Victory points now (CA-18.3)."""
    return f"VP: {SIDES[0]} {s.score[0]}, {SIDES[1]} {s.score[1]}"


def objectives_text(s: State) -> str:
    """How many objectives each side would hold now (CA-18.2)."""
    if s.objectives == 0:
        return ""
    there = [(strength_at(s, i, 0), strength_at(s, i, 1)) for i in range(s.objectives)]
    holders = [holder(mine, theirs) for mine, theirs in there]
    holdings = ", ".join(f"{SIDES[side]} {holders.count(side)}" for side in range(2))
    level = sum(contested(mine, theirs) for mine, theirs in there)
    holdings += f", contested {level}" if level else ""
    scores = f" (they score from round {s.scoring})" if s.round < s.scoring else ""
    return f"Objectives held: {holdings}{scores}"


def goal(s: State) -> str:
    """What the scenario rewards at its end (section 6)."""
    if s.extra == Extra.NONE:
        return ""
    return f"{s.extra_points} VP to {SIDES[s.extra_side]} for {extra_words(s)}"


def result(s: State) -> str:
    """How the battle ended, empty while it runs."""
    return outcome_text(s) if s.phase == Phase.OVER else ""


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line. The position is the one that this seat knows."""
    over = s.phase == Phase.OVER
    more = {"score": tally(s), "zones": "" if over else objectives_text(s), "goal": "" if over else goal(s)}
    return Status(
        turn=s.round,
        turns=s.rounds,
        phase=Phase(s.phase).name.lower(),
        text=f"{text(s)} · {tally(s)}",
        chips=chips(s),
        result=result(s),
        winner=s.winner if over else None,
        extras={name: words for name, words in more.items() if words},
        period="Round",
        currency="inches",
    )
