"""The numbers of a unit as its card shows them: each asked of the rules that play with it."""

from __future__ import annotations

from hulldown.rulesets.shared.wording import joined, plural
from hulldown.rulesets.warstrike.aiming import gone_to_ground, toughness_of
from hulldown.rulesets.warstrike.checks import check_dice, check_target, must_check
from hulldown.rulesets.warstrike.codes import NOBODY, PLACING, Deed, Phase
from hulldown.rulesets.warstrike.naming import deed_name, length
from hulldown.rulesets.warstrike.orderly import in_placing_distance, leader_limit
from hulldown.rulesets.warstrike.state import State, lasts, on_table
from hulldown.rulesets.warstrike.straying import lost
from hulldown.rulesets.warstrike.vocabulary import far
from hulldown.rulesets.warstrike.walking import path_length

Facts = list[tuple[str, str]]

# ---------------------------------------------------------------- models


def living(s: State, k: int) -> list[int]:
    """The models of a unit that are left."""
    u = s.unit[k]
    return [m for m in range(u.first, u.first + u.size) if on_table(s, m)]


def short(s: State, m: int) -> str:
    """The number of a model within its unit: ".3"."""
    return f".{m - int(s.unit[s.model[m].unit].first) + 1}"


def shorts(s: State, models: list[int]) -> str:
    """Several of them."""
    return joined([short(s, m) for m in models])


def moves_now(s: State, k: int) -> bool:
    """Whether a move of the unit is being laid out."""
    return bool(s.phase == Phase.MOVE and k == s.acting)


def apart(s: State, k: int) -> list[int]:
    """Members beyond 6 inches of their leader: they do not move orderly from here (WS-7.4)."""
    if not lasts(s, k) or not s.unit[k].placed:
        return []
    return [m for m in living(s, k) if not in_placing_distance(s, m, *place_of(s, m), PLACING)]


def place_of(s: State, m: int) -> tuple[int, int]:
    """Where a model stands."""
    return int(s.model[m].x), int(s.model[m].y)


# ---------------------------------------------------------------- facts


def results_text(s: State, k: int) -> str:
    """Kill results, where a model bears more than one (WS-11.18)."""
    full = int(s.profile[s.unit[k].profile].wounds)
    if full == 1:
        return ""
    there = living(s, k)
    each = [f"{short(s, m) + ': ' if len(there) > 1 else ''}{s.model[m].results} of {full}" for m in there]
    return f"{', '.join(each)} kill results"


def action_facts(s: State, k: int) -> Facts:
    """Its last action, markers and what it has to roll for them (WS-6.2, WS-6.7)."""
    u = s.unit[k]
    found = [("Action", deed_name(int(u.last)) if u.last != Deed.NONE else "none yet")]
    if must_check(u.markers):
        dice, score = check_dice(s, k, s.mute), check_target(s, k, s.mute)
        check = f"checks on {plural(dice, 'die', 'dice')}, {score} or less"
        found.append(("Suppression", f"{plural(int(u.markers), 'marker')}, {check}"))
    return found


def move_facts(s: State, k: int) -> Facts:
    """Mv, and what is left of it to a leader who moves now (WS-7.8); who is apart, who would be lost."""
    mv = f'{length(int(s.profile[s.unit[k].profile].mv))}"'
    found = [("Mv", mv)]
    if moves_now(s, k):
        leader, limit = int(s.unit[k].leader), int(leader_limit(s, k))
        walked = int(path_length(s, leader))
        found = [("Mv", f"{mv}, leader {far(max(0, limit - walked))} of {far(limit)} left")]
    strays, away = lost(s, k), apart(s, k)
    if strays:
        found.append(("Out of command", shorts(s, strays)))
    if away:
        found.append(("Beyond 6 inches", shorts(s, away)))
    return found


def fight_facts(s: State, k: int) -> Facts:
    """What fire asks of it (WS-11.9 to WS-11.15); states are counted where they stand."""
    p, u = s.profile[s.unit[k].profile], s.unit[k]
    ground = [m for m in living(s, k) if gone_to_ground(s, m)]
    ev = f"{p.ev}"
    if ground:
        ev += " +1 gone to ground" + ("" if len(ground) == len(living(s, k)) else f" ({shorts(s, ground)})")
    if u.hunkered:
        ev += " +1 hunkered"
    tough = int(toughness_of(s, k))
    return [
        ("BS, Ev", f"{p.bs}, {ev}"),
        ("Ar, To", f"{p.armour}, {tough}{' hunkered' if u.hunkered else ''}"),
        ("Aw", f'{length(int(p.aw))}"'),
    ]


def lead_facts(s: State, k: int) -> Facts:
    """Ld and Nv; who leads, if the first leader is lost; the task force commander (WS-2.5, WS-2.8)."""
    p, u = s.profile[s.unit[k].profile], s.unit[k]
    found = [("Ld, Nv", f"{p.ld}{' -1, first leader lost' if u.leaderless else ''}, {p.nv}")]
    if u.leader != NOBODY and u.leader != u.first:
        found.append(("Leader", short(s, int(u.leader))))
    officers = [m for m in living(s, k) if s.model[m].officer]
    if officers:
        found.append(("Commander", shorts(s, officers)))
    return found


def facts(s: State, k: int) -> Facts:
    """All of it, what is asked for first in front."""
    numbers = [*move_facts(s, k), *fight_facts(s, k), *lead_facts(s, k)]
    return [*action_facts(s, k), *numbers, ("Worth", f"{s.unit[k].value} VP")]
