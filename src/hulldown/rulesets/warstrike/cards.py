"""Cards beside the board, and the line above it."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Card, Pips, Status
from hulldown.rulesets.common.names import joined, plural, spot
from hulldown.rulesets.common.pieces import true_words
from hulldown.rulesets.warstrike import state, victory
from hulldown.rulesets.warstrike.actions import heir_to_name, seat_to_act
from hulldown.rulesets.warstrike.catalogue import Shelf
from hulldown.rulesets.warstrike.log import outcome_text
from hulldown.rulesets.warstrike.losses import check_dice, check_target, must_check
from hulldown.rulesets.warstrike.movement import in_placing_distance, leader_limit
from hulldown.rulesets.warstrike.preview import lost
from hulldown.rulesets.warstrike.shooting import gone_to_ground, shots_now, toughness_of
from hulldown.rulesets.warstrike.state import NOBODY, Fate, Phase, State, Type
from hulldown.rulesets.warstrike.table import path_length
from hulldown.rulesets.warstrike.turn import may_snap, waits
from hulldown.rulesets.warstrike.words import (
    PHASES,
    TYPES,
    deed_name,
    far,
    inch_words,
    length,
    unit_id,
    unit_name,
    weapon_name,
)

Facts = list[tuple[str, str]]

# ---------------------------------------------------------------- models


def living(s: State, k: int) -> list[int]:
    """The models of a unit that are left."""
    u = s.unit[k]
    return [m for m in range(u.first, u.first + u.size) if state.on_table(s, m)]


def short(s: State, m: int) -> str:
    """The number of a model within its unit: ".3"."""
    return f".{m - s.unit[s.model[m].unit].first + 1}"


def shorts(s: State, models: list[int]) -> str:
    """Several of them."""
    return joined([short(s, m) for m in models])


def apart(s: State, k: int) -> list[int]:
    """Members too far from their leader: they do not move orderly from here (WS-7.4)."""
    if not state.lasts(s, k) or not s.unit[k].placed:
        return []
    near = s.options.orderly_start
    places = {m: (s.model[m].x, s.model[m].y) for m in living(s, k)}
    return [m for m, place in places.items() if not in_placing_distance(s, m, *place, near)]


# ---------------------------------------------------------------- facts


def results_text(s: State, k: int) -> str:
    """Kill results, where a model bears more than one (WS-11.18)."""
    full = s.profile[s.unit[k].profile].wounds
    if full == 1:
        return ""
    there = living(s, k)
    each = [f"{short(s, m) + ': ' if len(there) > 1 else ''}{s.model[m].results} of {full}" for m in there]
    return f"{', '.join(each)} kill results"


def action_facts(s: State, k: int) -> Facts:
    """Its last action, markers and what it has to roll for them (WS-6.2, WS-6.7)."""
    u = s.unit[k]
    lines = [("Action", deed_name(u.last) if u.last != state.Deed.NONE else "none yet")]
    if must_check(u.markers):
        dice, score = check_dice(s, k, s.mute), check_target(s, k, s.mute)
        check = f"checks on {plural(dice, 'die', 'dice')}, {score} or less"
        lines.append(("Suppression", f"{plural(u.markers, 'marker')}, {check}"))
    return lines


def move_facts(s: State, k: int) -> Facts:
    """Move (Mv); what is left of it to a leader who moves now (WS-7.8); who is apart, who would be lost."""
    mv = f'{length(s.profile[s.unit[k].profile].mv)}"'
    facts = [("Move", f"Mv {mv}")]
    if s.phase == Phase.MOVE and k == s.acting:
        leader, limit = s.unit[k].leader, int(leader_limit(s, k))
        walked = int(path_length(s, leader))
        facts = [("Move", f"Mv {mv}, leader {far(max(0, limit - walked))} of {far(limit)} left")]
    strays, away = lost(s, k), apart(s, k)
    if strays:
        facts.append(("Out of command", shorts(s, strays)))
    if away:
        facts.append((f"Beyond {inch_words(s.options.orderly_start)}", shorts(s, away)))
    return facts


def fight_facts(s: State, k: int) -> Facts:
    """What fire asks of it (WS-11.9 to WS-11.15); states are counted where they stand."""
    p, u = s.profile[s.unit[k].profile], s.unit[k]
    ground = [m for m in living(s, k) if gone_to_ground(s, m)]
    ev = f"{p.ev} +{s.options.ground_ev} gone to ground" if ground else f"{p.ev}"
    if ground and len(ground) < len(living(s, k)):
        ev += f" ({shorts(s, ground)})"
    if u.hunkered:
        ev += f" +{s.options.hunkered_ev} hunkered"
    tough = int(toughness_of(s, k))
    return [
        ("Skill, evasion", f"BS {p.bs}, Ev {ev}"),
        ("Armor, toughness", f"Ar {p.armour}, To {tough}{' hunkered' if u.hunkered else ''}"),
        ("Awareness", f'Aw {length(p.aw)}"'),
    ]


def lead_facts(s: State, k: int) -> Facts:
    """Ld and Nv; who leads, if the first leader is lost; the task force commander (WS-2.5, WS-2.8)."""
    p, u = s.profile[s.unit[k].profile], s.unit[k]
    lost = f" -{s.options.leaderless_penalty}, first leader lost" if u.leaderless else ""
    facts = [("Leadership, nerve", f"Ld {p.ld}{lost}, Nv {p.nv}")]
    if u.leader != NOBODY and u.leader != u.first:
        facts.append(("Leader", short(s, u.leader)))
    officers = [m for m in living(s, k) if s.model[m].officer]
    if officers:
        facts.append(("Commander", shorts(s, officers)))
    return facts


def facts(s: State, k: int) -> Facts:
    """All of it, what is asked for first in front."""
    numbers = [*move_facts(s, k), *fight_facts(s, k), *lead_facts(s, k)]
    return [*action_facts(s, k), *numbers, ("Worth", f"{s.unit[k].value} VP")]


# ---------------------------------------------------------------- weapons


Kit = list[tuple[str, bool]]
TRAITS = {state.Trait.ONE_HANDED: "one-handed", state.Trait.HEAVY: "heavy"}


def carriers(s: State, k: int) -> dict[int, list[int]]:
    """The weapons of a unit in the order in which they come, each with the models that carry it."""
    by_weapon: dict[int, list[int]] = {}
    for m in living(s, k):
        for weapon in s.model[m].weapon:
            if weapon != NOBODY:
                by_weapon.setdefault(int(weapon), []).append(m)
    return by_weapon


def numbers_of(s: State, weapon: int) -> str:
    """Range, shots, AP, FP and traits."""
    w = s.weapon[weapon]
    traits = [word for trait, word in TRAITS.items() if w.traits >> trait & 1]
    kind = f", {', '.join(traits)}" if traits else ""
    return f'{length(w.range)}", RoF {w.rof}, AP {w.ap}, FP {w.fp}{kind}'


def weapon_lines(shelf: Shelf, s: State, k: int) -> Kit:
    """Every weapon: "8 x rifle: 24", RoF 2, AP 2, FP 4".

    Of the unit that fires now it is of no use where it has no shot (WS-9.17, WS-9.26).
    """
    firing = (s.phase == Phase.FIRE and k == s.acting) or (s.phase == Phase.SNAP and k == s.asked)
    lines: Kit = []
    for weapon, models in carriers(s, k).items():
        many = f"{len(models)} x " if s.unit[k].size > 1 else ""
        text = f"{many}{weapon_name(shelf, s, weapon)}: {numbers_of(s, weapon)}"
        lines.append((text, firing and not any(shots_now(s, m, weapon) for m in models)))
    return lines


# ---------------------------------------------------------------- the card


FIGURES = {Type.INFANTRY: "squad", Type.VEHICLE: "apc"}


def states(s: State, k: int) -> frozenset[str]:
    """What a glance must show."""
    u = s.unit[k]
    if u.fate == Fate.LEFT:
        return frozenset({"left the table", "wreck"})
    if u.fate == Fate.DESTROYED:
        return frozenset({"destroyed", "wreck"})
    there = living(s, k)
    conditions = {
        "not set up": all(waits(s.model[m]) for m in there),
        "active": k == s.acting,
        "spent": bool(u.acted) and u.side == s.side and k != s.acting and s.phase != Phase.DEPLOY,
        "suppressed": u.markers > 0,
        "gone to ground": all(gone_to_ground(s, m) for m in there),
        "hunkered": bool(u.hunkered),
        "may Snap Fire": s.phase != Phase.DEPLOY and bool(may_snap(s, k)),
        "out of command": bool(lost(s, k)),
        "scattered": s.phase != Phase.DEPLOY and bool(apart(s, k)),
    }
    return true_words(conditions)


def placed(s: State, k: int) -> str:
    """Where its leader stands."""
    if not state.lasts(s, k):
        return ""
    v = s.model[s.unit[k].leader]
    return "" if waits(v) else f"at {spot(v.x, v.y)}"


def card(shelf: Shelf, s: State, k: int) -> Card:
    """A unit's card."""
    u, there = s.unit[k], living(s, k)
    kind = Type(s.profile[u.profile].type)
    return Card(
        unit=unit_id(s, k),
        side=u.side,
        name=unit_name(shelf, s, k),
        kind=FIGURES[kind],
        kind_name=TYPES[kind],
        place="",  # no place of the board has a name: a click finds the unit by its own
        placed=placed(s, k),
        hull=None,
        turret=None,
        plates=None,
        actions=None,
        points=Pips(len(there), u.size),
        facts=tuple(facts(s, k)) if there else (),
        kit=tuple(weapon_lines(shelf, s, k)) if there else (),
        state=states(s, k),
        track="Models",
        note=results_text(s, k) if there else "",
    )


def cards(shelf: Shelf, s: State, seat: int | None) -> list[Card]:
    """The cards of all units; everybody sees them."""
    return [card(shelf, s, k) for k in range(s.units)]


# ---------------------------------------------------------------- status
# The line above the table: turn, phase, who decides what; points, objectives, losses of the task forces.


def named(s: State, k: int) -> str:
    """A unit, or nothing where there is none."""
    return unit_id(s, k) if k != NOBODY else ""


def task(s: State) -> str:
    """What the side to decide decides now (WS-5.5 to WS-5.9, WS-16.6)."""
    acting = named(s, s.acting)
    deed = deed_name(s.deed) if s.deed else ""
    tasks = {
        Phase.ROLL_OFF: "calls for the roll-off",
        Phase.DEPLOY: f"places {acting}" if acting else "places a unit",
        Phase.ACTIVATE: "activates a unit",
        Phase.CHOOSE: f"gives {acting} the order to Fall Back!" if s.failed else f"chooses {acting}'s action",
        Phase.MOVE: f"moves {acting} ({deed})",
        Phase.FIRE: f"fires with {acting} ({deed})",
        Phase.SNAP: f"may fire with {named(s, s.asked)} at {acting}",
        Phase.CASUALTY: f"picks who of {named(s, s.target)} takes a kill result",
        Phase.SUCCESSION: f"picks who leads {named(s, int(heir_to_name(s)))}",
    }
    return tasks.get(Phase(s.phase), "waits")


def text(s: State) -> str:
    """Phase and decision, or how it ended."""
    if s.phase == Phase.OVER:
        return outcome_text(s)
    return f"{PHASES[s.phase]} · {SIDES[seat_to_act(s)]} {task(s)}"


def turn_of(s: State, k: int) -> str:
    """Whether a unit acts now, or has acted; in set-up whether it stands."""
    if k == s.acting:
        return "now"
    done = s.unit[k].placed if s.phase == Phase.DEPLOY else s.unit[k].acted and s.unit[k].side == s.side
    return "done" if done else ""


def points(s: State, side: int) -> int:
    """The points of a side: of units destroyed so far; once it is over all of them (WS-14.7, WS-14.9)."""
    return s.score[side] if s.phase == Phase.OVER else int(victory.points_for_units(s, side))


def tally(s: State) -> str:
    """Victory points of both sides."""
    return f"VP: {SIDES[0]} {points(s, 0)}, {SIDES[1]} {points(s, 1)}"


def holding(s: State, side: int) -> str:
    """How many objectives a side controls now, or what they would score for it (WS-14.4, WS-14.7)."""
    values = [s.objective_value[i] for i in range(s.objectives)]
    if not any(values):
        return f"{SIDES[side]} {sum(victory.controls(s, i, side) for i in range(s.objectives))}"
    return f"{SIDES[side]} {sum(v for i, v in enumerate(values) if victory.scorer_of(s, i) == side)} VP"


def objectives_text(s: State) -> str:
    """All objectives, and how many are contested."""
    if not s.objectives:
        return ""
    both = sum(victory.contested(s, i) for i in range(s.objectives))
    parts = [*(holding(s, side) for side in range(2)), *([f"contested {both}"] if both else [])]
    return f"Objectives: {', '.join(parts)}"


def losses(s: State) -> str:
    """Units destroyed, where that shakes a task force (WS-14.1)."""
    if not s.victory >> state.Morale.TASK_FORCE & 1:
        return ""
    parts = []
    for side in range(2):
        lost, all_units = int(victory.destroyed_of(s, side)), int(victory.units_of(s, side))
        checks = ", shaken" if victory.shaken(s.options, all_units, lost) else ""
        parts.append(f"{SIDES[side]} {lost} of {all_units}{checks}")
    return f"Units lost: {', '.join(parts)}"


def status(s: State, seat: int | None) -> Status:
    """The state of the battle in a line: also who has acted in this Action Phase (WS-5.6)."""
    over = s.phase == Phase.OVER
    left = [k for k in range(s.units) if s.unit[k].fate == Fate.FIGHTS]
    more = {"score": tally(s)}
    if not over:
        more |= {"zones": objectives_text(s), "losses": losses(s)}
    return Status(
        turn=s.turn,
        turns=s.turns,
        phase=Phase(s.phase).name.lower(),
        text=f"{text(s)} · {tally(s)}",
        chips=tuple((unit_id(s, k), s.unit[k].side, turn_of(s, k)) for k in left),
        result=outcome_text(s) if over else "",
        winner=s.winner if over else None,
        extras={name: words for name, words in more.items() if words},
        currency="inches",
    )
