"""The line at the top of the table: turn, whose decision it is, the mission, the order of activation."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Status
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander.airstrike import had_free_strikes
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase, Standing
from hulldown.rulesets.tank_commander.naming import unit_id
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.telling.ending import outcome_text
from hulldown.rulesets.tank_commander.variants import BeatenWhen
from hulldown.rulesets.tank_commander.victory import keeps_score, leaves_wrecks, objective_count, still_fights
from hulldown.rulesets.tank_commander.vocabulary import NIGHT, STORM

ASKED = {
    Phase.ROLL_OFF: "roll for the first turn",
    Phase.DEPLOY: "place a unit",
    Phase.MINES: "lay a mine",
    Phase.PREPARE: "turn the turret and load the first round",
    Phase.CHOOSE: "choose a unit",
    Phase.BAIL_OUT: "place the squad that bails out",
}
OF_A_UNIT = (Phase.ACT, Phase.PREPARE, Phase.MINES)


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """Units that act, in turn: those done, the one acting, those to come (sides alternate)."""
    able = [u for u in range(s.count) if s.units[u].allowance]
    able = [u for u in able if s.units[u].standing == Standing.OPERATIONAL]
    first = [u for u in able if s.units[u].side == s.first]
    second = [u for u in able if s.units[u].side != s.first]
    ordered = [u for pair in zip(first, second, strict=False) for u in pair]
    ordered += first[len(second) :] + second[len(first) :]
    now = s.active if s.phase in OF_A_UNIT else NOBODY
    ordered.sort(key=lambda u: (s.units[u].activated == 0, u != now))
    shown = {True: "done", False: ""}
    return tuple(
        (unit_id(s, u), s.units[u].side, "now" if u == now else shown[s.units[u].activated > 0])
        for u in ordered
    )


def text(s: State) -> str:
    """Whose decision it is."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    asked = ASKED.get(Phase(s.phase))
    if s.phase == Phase.ACT:
        return f"{SIDES[s.seat]} to act: {unit_id(s, s.active)}"
    if s.phase in OF_A_UNIT:
        return f"{SIDES[s.seat]}: {unit_id(s, s.active)}, {asked}"
    return f"{SIDES[s.seat]}: {asked}"


# ---------------------------------------------------------------- sky and mission


def wrecks(s: State) -> str:
    """Whose last wrecks keep the battle going, by `beaten_when` (TC-1.12)."""
    if s.options.beaten_when == BeatenWhen.OUT_OF_ACTION or s.phase == Phase.OVER:
        return ""
    out = [SIDES[side] for side in range(s.seats) if not still_fights(s, side) and leaves_wrecks(s, side)]
    return f"Only wrecks left: {', '.join(out)}" if out else ""


def sky(s: State) -> str:
    """Night and storm, where there are any (TC-14.1, TC-14.3)."""
    return ", ".join(word for word, on in ((NIGHT, s.options.night), (STORM, s.storm)) if on)


def objectives(s: State) -> str:
    """Who holds how many objectives, and the score where one is kept (TC-13.13, TC-13.21, TC-13.23)."""
    if not s.objectives:
        return ""
    line = f"Objectives: {SIDES[0]} {objective_count(s, 0)}, {SIDES[1]} {objective_count(s, 1)}"
    return f"{line}, score {s.score[0]}-{s.score[1]}" if keeps_score(s) else line


def waypoints(s: State) -> str:
    """How much of the course is done (TC-13.9)."""
    done = sum(s.visited[i] > 0 for i in range(s.waypoints))
    return f"Waypoints: {done} of {s.waypoints}" if s.waypoints else ""


def strikes(s: State) -> str:
    """Free air strikes left, and strikes on their way (TC-12.3, TC-13.27)."""
    texts = []
    for side in range(2):
        coming = sum(s.strike[i].over == 0 for i in range(s.strikes) if s.strike[i].side == side)
        free = had_free_strikes(s, side)
        parts = [f"{plural(s.free_strikes[side], 'strike')} left"] if free else []
        parts += [f"{coming} coming" if free else f"{plural(coming, 'strike')} coming"] if coming else []
        if parts:
            texts.append(f"{SIDES[side]}: {', '.join(parts)}")
    return "; ".join(texts)


def extras(s: State) -> dict[str, str]:
    """What there is to say besides, each thing by its name."""
    result = {
        "sky": sky(s),
        "wrecks": wrecks(s),
        "objectives": objectives(s),
        "waypoints": waypoints(s),
        "strikes": strikes(s),
    }
    return {name: words for name, words in result.items() if words}


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line."""
    over = s.phase == Phase.OVER
    more = extras(s)
    return Status(
        turn=s.game_turn,
        turns=s.options.turn_limit,
        phase=Phase(s.phase).name.lower(),
        text=" · ".join([text(s), *more.values()]),
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras=more,
    )
