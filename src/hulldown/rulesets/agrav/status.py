"""The line at the top of the table: round, whose turn it is, points, what wins, rounds in flight."""

from __future__ import annotations

from collections import Counter

from hulldown.rulesets.agrav.codes import NOBODY, Feature, Phase, Standing
from hulldown.rulesets.agrav.counters import spent
from hulldown.rulesets.agrav.naming import (
    place_kind,
    present,
    tile_name,
    unit_id,
    unit_name,
)
from hulldown.rulesets.agrav.state import State, Zone
from hulldown.rulesets.agrav.telling.ending import outcome_text
from hulldown.rulesets.agrav.victory import DEMOLITION, forfeit_points, holds, points
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Status
from hulldown.rulesets.common.names import joined, plural

# ---------------------------------------------------------------- whose decision


def waiting(s: State) -> int:
    """The next unit that is to be placed, -1 for none (AG-6.1)."""
    mine = (u for u in range(s.count) if s.units[u].side == s.side)
    return next((u for u in mine if s.units[u].standing == Standing.WAITING), NOBODY)


def text(s: State) -> str:
    """Whose decision it is, or how it ended."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    if s.phase == Phase.ROLL_OFF and s.chooser == NOBODY:
        return "Roll off for the first turn"
    if s.phase == Phase.ROLL_OFF:
        return f"{SIDES[s.chooser]} chooses who moves first"
    u = waiting(s)
    if s.phase == Phase.DEPLOY and u != NOBODY:
        return f"{SIDES[s.side]} places {unit_id(s, u)} {unit_name(s, u)}"
    return f"{SIDES[s.side]} to act"


def chips(s: State) -> tuple[tuple[str, int, str], ...]:
    """The units in play, those of the side to act first; none is "now": they act in any order (AG-6.6)."""
    if s.phase not in (Phase.TURN, Phase.OVER):
        return ()
    ordered = [*present(s, s.side), *present(s, 1 - s.side)]
    how = {u: "done" if s.units[u].side == s.side and spent(s, u) else "" for u in ordered}
    return tuple((unit_id(s, u), int(s.units[u].side), how[u]) for u in ordered)


# ---------------------------------------------------------------- what wins


def zone_text(s: State, z: Zone) -> str:
    """A place that scores: "G6 within 1 tile: 15 points after rounds 4, 6 and 8" (section 6)."""
    place = tile_name(z.tile) if z.section == NOBODY else place_kind(z.section)
    rounds = [str(n) for n in range(max(1, int(s.round)), int(s.rounds) + 1) if z.rounds >> n & 1]
    if not rounds:
        return ""
    reach = f"within {plural(z.reach, 'tile')} of {place}"
    after = f"after round{'' if len(rounds) == 1 else 's'} {joined(rounds)}"
    return f"{z.points} points to who is alone {reach} {after}{now_at(s, z)}"


def now_at(s: State, z: Zone) -> str:
    """Who is at a place that scores, as far as the position tells."""
    there = [side for side in range(2) if holds(s, z, side)]
    if len(there) == 2:
        return " (contested now)"
    return f" ({SIDES[there[0]]} alone now)" if there else ""


def goal(s: State) -> str:
    """What wins besides the last unit (AG-23.2, AG-23.3)."""
    if s.mission != DEMOLITION:
        return f"{s.options.winning_lead} points ahead after round {s.rounds} win"
    marked = [place_kind(i) for i in range(s.sections) if s.section[i].features & Feature.OBJECTIVE]
    return f"{SIDES[s.attacker]} must bring {joined(marked)} down by the end of round {s.rounds}"


def tally(s: State) -> str:
    """Victory points now (AG-23.2); they mean nothing where an objective must come down."""
    if s.mission == DEMOLITION:
        return ""
    return f"Points: {SIDES[0]} {points(s, 0)}, {SIDES[1]} {points(s, 1)}"


def losses(s: State) -> str:
    """What destroyed and crippled units have brought the other side; the log does not say it (AG-23.2)."""
    if s.mission == DEMOLITION:
        return ""
    crippling = f"crippled ({int(s.options.crippled_share)}% of its health lost)"
    parts = []
    for u in range(s.count):
        unit = s.units[u]
        if worth := forfeit_points(s.options, unit):
            fate = "destroyed" if unit.standing == Standing.DESTROYED else crippling
            to = SIDES[1 - int(unit.side)]
            parts.append(f"{plural(worth, 'point')} to {to}: {unit_id(s, u)} {unit_name(s, u)} {fate}")
    return "; ".join(parts)


def flying(s: State) -> str:
    """Rounds in flight, by side and target (AG-17.10)."""
    aimed = Counter((int(r.side), aim(s, r.target, r.place)) for r in s.flight[: s.flying])
    parts = [f"{SIDES[side]} {count} at {where}" for (side, where), count in aimed.items()]
    return f"In flight: {', '.join(parts)}" if parts else ""


def aim(s: State, target: int, place: int) -> str:
    """What a round flies to."""
    return unit_id(s, target) if target != NOBODY else place_kind(place)


def extras(s: State) -> dict[str, str]:
    """What there is to say besides, each thing by its name."""
    zones = [zone_text(s, s.zone[i]) for i in range(s.zones)]
    over = s.phase == Phase.OVER
    lines = {
        "score": tally(s),
        "losses": losses(s),
        "zones": "" if over else "; ".join(line for line in zones if line),
        "goal": "" if over else goal(s),
        "flight": "" if over else flying(s),
    }
    return {name: line for name, line in lines.items() if line}


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line. The position is the one that this seat knows."""
    over = s.phase == Phase.OVER
    more = extras(s)
    return Status(
        turn=s.round,
        turns=s.rounds,
        phase=Phase(s.phase).name.lower(),
        text=" · ".join([text(s), *(line for name, line in more.items() if name in ("score", "flight"))]),
        chips=chips(s),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras=more,
        period="Round",
        currency="mobility",
    )
