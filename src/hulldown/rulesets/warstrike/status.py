"""The line above the table: turn, phase, who decides what; points, objectives, losses of the task forces."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Status
from hulldown.rulesets.warstrike.actions.refusing import heir_to_name, seat_to_act
from hulldown.rulesets.warstrike.codes import NOBODY, Fate, Morale, Phase
from hulldown.rulesets.warstrike.naming import deed_name, unit_id
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.telling.course import outcome_text
from hulldown.rulesets.warstrike.victory import (
    contested,
    controls,
    destroyed_of,
    points_for_units,
    scorer_of,
    shaken,
    units_of,
)
from hulldown.rulesets.warstrike.vocabulary import PHASES

# ---------------------------------------------------------------- whose decision


def named(s: State, k: int) -> str:
    """A unit, or nothing where there is none."""
    return unit_id(s, k) if k != NOBODY else ""


def task(s: State) -> str:
    """What the side to decide decides now (WS-5.5 to WS-5.9, WS-16.6)."""
    acting = named(s, int(s.acting))
    deed = deed_name(int(s.deed)) if s.deed else ""
    tasks = {
        Phase.ROLL_OFF: "calls for the roll-off",
        Phase.DEPLOY: f"places {acting}" if acting else "places a unit",
        Phase.ACTIVATE: "activates a unit",
        Phase.CHOOSE: f"gives {acting} the order to Fall Back!" if s.failed else f"chooses {acting}'s action",
        Phase.MOVE: f"moves {acting} ({deed})",
        Phase.FIRE: f"fires with {acting} ({deed})",
        Phase.SNAP: f"may fire with {named(s, int(s.asked))} at {acting}",
        Phase.CASUALTY: f"picks who of {named(s, int(s.target))} takes a kill result",
        Phase.SUCCESSION: f"picks who leads {named(s, int(heir_to_name(s)))}",
    }
    return tasks.get(Phase(s.phase), "waits")


def text(s: State) -> str:
    """Phase and decision, or how it ended."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    return f"{PHASES[s.phase]} · {SIDES[seat_to_act(s)]} {task(s)}"


# ---------------------------------------------------------------- the rest


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """The units that are left: which one acts, and which have acted in this Action Phase (WS-5.6)."""
    left = [k for k in range(s.units) if s.unit[k].fate == Fate.FIGHTS]
    return tuple((unit_id(s, k), int(s.unit[k].side), turn_of(s, k)) for k in left)


def turn_of(s: State, k: int) -> str:
    """Whether a unit acts now, or has acted; in set-up whether it stands."""
    if k == s.acting:
        return "now"
    done = s.unit[k].placed if s.phase == Phase.DEPLOY else s.unit[k].acted and s.unit[k].side == s.side
    return "done" if done else ""


def points(s: State, side: int) -> int:
    """The points of a side: of units destroyed so far; once it is over all of them (WS-14.7, WS-14.9)."""
    return int(s.score[side]) if s.phase == Phase.OVER else int(points_for_units(s, side))


def tally(s: State) -> str:
    """Victory points of both sides."""
    return f"VP: {SIDES[0]} {points(s, 0)}, {SIDES[1]} {points(s, 1)}"


def holding(s: State, side: int) -> str:
    """How many objectives a side controls now, or what they would score for it (WS-14.4, WS-14.7)."""
    values = [int(s.objective_value[i]) for i in range(s.objectives)]
    if not any(values):
        return f"{SIDES[side]} {sum(controls(s, i, side) for i in range(s.objectives))}"
    return f"{SIDES[side]} {sum(v for i, v in enumerate(values) if scorer_of(s, i) == side)} VP"


def objectives_text(s: State) -> str:
    """All objectives, and how many are contested."""
    if not s.objectives:
        return ""
    both = sum(contested(s, i) for i in range(s.objectives))
    parts = [*(holding(s, side) for side in range(2)), *([f"contested {both}"] if both else [])]
    return f"Objectives: {', '.join(parts)}"


def losses(s: State) -> str:
    """Units destroyed, where that shakes a task force (WS-14.1)."""
    if not s.victory >> Morale.TASK_FORCE & 1:
        return ""
    parts = []
    for side in range(2):
        lost, all_units = int(destroyed_of(s, side)), int(units_of(s, side))
        checks = ", shaken" if shaken(s.options, all_units, lost) else ""
        parts.append(f"{SIDES[side]} {lost} of {all_units}{checks}")
    return f"Units lost: {', '.join(parts)}"


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line."""
    over = s.phase == Phase.OVER
    more = {"score": tally(s)}
    if not over:
        more |= {"zones": objectives_text(s), "losses": losses(s)}
    return Status(
        turn=int(s.turn),
        turns=int(s.turns),
        phase=Phase(s.phase).name.lower(),
        text=f"{text(s)} · {tally(s)}",
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=int(s.winner) if over else None,
        extras={name: words for name, words in more.items() if words},
        currency="inches",
    )
