"""The line at the top of the table: turn, phase, whose decision it is, the order of activation."""

from __future__ import annotations

from hulldown.rulesets.ruleset import SIDES
from hulldown.rulesets.tank_commander.codes import Kind, Phase, Standing
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.vocabulary import MEDALS
from hulldown.rulesets.words import Status

ASKED = {
    Phase.ROLL_OFF: "roll for the first turn",
    Phase.DEPLOY: "place a unit",
    Phase.PREPARE: "turret and first round",
    Phase.CHOOSE: "choose a unit",
}


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """Units that act, in turn: those done, the one acting, those to come (sides alternate)."""
    able = [u for u in range(s.count) if s.units[u].kind not in (Kind.TARGET, Kind.GUN)]
    able = [u for u in able if s.units[u].standing == Standing.OPERATIONAL]
    first = [u for u in able if s.units[u].side == s.first]
    second = [u for u in able if s.units[u].side != s.first]
    ordered = [u for pair in zip(first, second, strict=False) for u in pair]
    ordered += first[len(second) :] + second[len(first) :]
    now = s.active if s.phase in (Phase.ACT, Phase.PREPARE) else -1
    ordered.sort(key=lambda u: (s.units[u].activated == 0, u != now))
    shown = {True: "done", False: ""}
    return tuple(
        (unit_id(s, u), s.units[u].side, "now" if u == now else shown[s.units[u].activated > 0])
        for u in ordered
    )


def outcome_text(s: State) -> str:
    """How the battle ended, in a few words."""
    if s.seats == 1:
        return f"Training passed: {MEDALS[s.medal]}" if s.winner == 0 else "Training failed"
    return "A draw" if s.winner == 2 else f"{SIDES[s.winner]} wins"


def text(s: State) -> str:
    """Whose decision it is."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    asked = ASKED.get(Phase(s.phase))
    if s.phase == Phase.ACT:
        return f"{SIDES[s.seat]} to act: {unit_id(s, s.active)}"
    if s.phase == Phase.PREPARE:
        return f"{SIDES[s.seat]}: {unit_id(s, s.active)}, {asked}"
    return f"{SIDES[s.seat]}: {asked}"


def status(s: State) -> Status:
    """The state of the battle in a line."""
    over = s.phase == Phase.OVER
    return Status(
        turn=s.game_turn,
        turns=s.options.turn_limit,
        phase=Phase(s.phase).name.lower(),
        text=text(s),
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
    )
