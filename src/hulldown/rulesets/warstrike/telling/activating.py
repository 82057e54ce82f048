"""Activations: checks, the action chosen, Fall Back! that goes by itself, moves (WS-6 to WS-10, WS-3.14)."""

from __future__ import annotations

from typing import Any

from hulldown.kernel.events import Event
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import Draft, describes
from hulldown.rulesets.common.names import joined, plural, signed, spot, spread
from hulldown.rulesets.warstrike import events
from hulldown.rulesets.warstrike.codes import Flight
from hulldown.rulesets.warstrike.events import (
    danger_tested,
    flight_began,
    left_behind,
    moved,
    out_of_command,
    placed_by_leader,
    stood_still,
)
from hulldown.rulesets.warstrike.reasons import Sum
from hulldown.rulesets.warstrike.state import is_single
from hulldown.rulesets.warstrike.telling.teller import DIE, Teller, digits, format_faces, thrown
from hulldown.rulesets.warstrike.vocabulary import EDGES, action_name, far, needs, share_words

# ---------------------------------------------------------------- activations


OF_DICE = (Sum.LD, Sum.LEADERLESS, Sum.OFFICER)  # the other summands make the score
BY_ITSELF = (events.hunkered, events.flight_began, events.unit_destroyed)  # Fall Back! without a choice


@describes(events.morale_checked)
def describe_morale(t: Teller, side: int, dice: int, needed: int, faces: int, passed: int) -> None:
    """A task force that lost too many of its units checks (WS-14.1 to WS-14.3)."""
    draft = t.begin(
        f"{t.side(side)}'s task force has lost more than {share_words(t.s.options.morale_share)} of its units"
    )
    rolled = digits(faces)
    if not rolled:
        draft.clauses.append("without its commander it does not hold")
        draft.rules.append("WS-14.2")
        return
    verdict = "it holds" if passed else "it does not hold"
    draft.clauses.append(
        f"{plural(dice, 'die', 'dice')}, {needed} or less, rolled {format_faces(rolled)}: {verdict}"
    )
    draft.rules.append("WS-14.3")
    did = sum(face <= needed for face in rolled)
    draft.rolls.append(thrown(rolled, f"{needed} or less: {verdict}.", t.kind.rule, None, did, ()))


@describes(events.action_chosen)
def describe_action(t: Teller, unit: int, deed: int, half: int) -> None:
    """The action that is chosen (WS-9.1); with too few of its models Fall Back! goes by itself (WS-10.6)."""
    follows = [t.kinds[after.kind] for after in t.rows[t.at + 1 : t.at + 2]]
    if not follows or follows[0] not in BY_ITSELF:
        action = action_name(deed, half)
        t.begin(f"{t.unit(unit)} chooses {action}{' as its action' if action.endswith('!') else ''}")
        return
    draft = t.begin(f"Fall Back! is all that {t.unit(unit)} can do", "WS-10.1")
    if follows[0] == events.unit_destroyed:
        draft.clauses.append("too few of its models are left for it")
        draft.rules.append("WS-10.18")


@describes(events.went_to_ground)
def describe_ground(t: Teller, unit: int) -> None:
    """Harder to hit until the next activation (WS-9.31, WS-9.34)."""
    draft = t.going(events.action_chosen, about=unit) or t.begin(f"{t.unit(unit)} goes to ground")
    draft.clauses.append(f"+{t.s.options.ground_ev} Ev until it is activated again")
    draft.rules += [t.kind.rule, "WS-9.34"]


# ---------------------------------------------------------------- checks


@describes(events.ld_checked)
def describe_check(t: Teller, row: Event, unit: int, passed: int, off: int) -> None:
    """A suppressed unit checks before it acts (WS-6.2 to WS-6.5)."""
    draft = t.begin(f"{t.unit(unit)} makes an Ld check")
    add_check(t, row, draft)
    if off > 0:
        draft.clauses.append(f"{plural(off, 'marker')} off")
        draft.rules.append("WS-6.4")
    if not passed:
        draft.clauses.append("Fall Back! is its only order")
        draft.rules.append("WS-6.5")


@describes(events.split_checked)
def describe_split_check(t: Teller, row: Event, unit: int, enemy: int, passed: int) -> None:
    """The check for a further target in Advance! (WS-11.3)."""
    draft = t.begin(f"{t.unit(unit)} checks whether it fires at {t.unit(enemy)} as well")
    add_check(t, row, draft)
    if not passed:
        draft.clauses.append("those models do not fire")


def add_check(t: Teller, row: Event, draft: Draft) -> None:
    """Dice, score and verdict of a check (WS-6.7)."""
    check = t.kind.decode(row)
    terms = [(Sum.of(r.code), int(r.amount)) for r in t.summands(row)]
    faces, verdict = digits(check.faces), "passed" if check.passed else "failed"
    draft.clauses.append(f"{dice_words(check.dice, terms)}, {check.needed} or less")
    draft.clauses.append(f"rolled {format_faces(faces)}, {verdict}" if faces else f"no dice, {verdict}")
    draft.rules.append("WS-6.7")
    if faces:
        score = tuple(Sum.modifier(code, amount) for code, amount in terms if code not in OF_DICE)
        did = sum(face <= check.needed for face in faces)
        text = f"Ld check, one die of {check.needed} or less is enough: {verdict}."
        draft.rolls.append(thrown(faces, text, events.ld_checked.rule, None, did, score))


def dice_words(dice: int, terms: list[tuple[Sum, int]]) -> str:
    """How many dice, and why: "1 die (Ld 2, -1 first leader lost)"."""
    reasons = [
        f"{Sum.modifier(code, amount).text} {amount if code != Sum.LEADERLESS else signed(amount)}"
        for code, amount in terms
        if code in OF_DICE
    ]
    return plural(dice, "die", "dice") + (f" ({joined(reasons)})" if reasons else "")


@describes(events.marker_shed)
def describe_shed(t: Teller, unit: int, left: int) -> None:
    """Who fell back and was left alone sheds markers (WS-6.11)."""
    many = int(t.s.options.markers_shed)
    off = "a marker comes off" if many == 1 else f"up to {many} markers come off"
    t.begin(f"{t.unit(unit)} fell back and was not hit since: {off}, {left} left")


# ---------------------------------------------------------------- Fall Back!


@describes(events.hunkered)
def describe_hunkered(t: Teller, unit: int) -> None:
    """Nobody near sees it: it stays (WS-10.8 to WS-10.10)."""
    draft = t.begin(
        f"{t.unit(unit)} is concealed from every enemy near it", "WS-10.8", t.kind.rule, "WS-10.10"
    )
    o = t.s.options
    gains = f"+{o.hunkered_ev} Ev and +{o.hunkered_toughness} To"
    draft.clauses.append(f"it stays and hunkers, {gains}, no Snap Fire")


@describes(events.flight_began)
def describe_flight(t: Teller, unit: int, goal: int, x: int, y: int) -> None:
    """Where it flees to (WS-10.11)."""
    if goal == Flight.COVER:
        t.begin(f"{t.unit(unit)} makes for cover at {spot(x, y)}")
        return
    edge = EDGES[int(t.s.edge[int(t.s.unit[unit].side)])]
    own = f"{t.unit(unit)} finds no cover and makes for its own table edge, {edge}"
    t.begin(own, t.kind.rule, "WS-10.33")


@describes(events.left_table)
def describe_leaving(t: Teller, unit: int, destroyed: int, points: int) -> None:
    """It is taken out of play at the edge (WS-10.15 to WS-10.17)."""
    draft = t.begin(f"{t.full(unit)} leaves the table over its own edge")
    if destroyed:
        draft.clauses.append(f"it counts as destroyed, {points} VP to {t.enemy_of(unit)}")
    else:
        draft.clauses.append("it is not destroyed, and counts for nobody")
    draft.rules.append("WS-10.17" if destroyed else "WS-10.16")


# ---------------------------------------------------------------- moves


LOST = (out_of_command, left_behind)  # of a model that ends away from its unit
MOST_LISTED = 3  # models whose ways are told one by one


@describes(moved, placed_by_leader)
def describe_moved(t: Teller, model: int) -> None:
    """All models of a unit that moved, in one sentence (WS-1.8, WS-7.3, WS-8.3)."""
    run, k = t.run(moved, placed_by_leader, *LOST), t.of(model)
    walked, placed = moved.among(run), placed_by_leader.among(run)
    does = "flees" if flight_began.among(t.rows[: t.at]) else "moves"
    if len(run) == 1 and walked:
        t.begin(f"{t.model(model)} {does} {way_words(walked[0])}", about=k)
        return
    draft = t.begin(f"{t.unit(k)} {does}", *rules_of(t, run), about=k)
    if len(walked) <= MOST_LISTED:
        draft.clauses += [f"{t.model(event.model)} {way_words(event)}" for event in walked]
    else:
        draft.clauses.append(f"{len(walked)} models walk {spread([way.length for way in walked], far)}")
        draft.clauses.append(f"{t.model(walked[0].model)} to {spot(walked[0].x, walked[0].y)}")
    if placed:
        draft.clauses.append(f"{plural(len(placed), 'model')} placed round the leader")
    draft.clauses += lost_words(t, run)


@describes(*LOST)
def describe_strays(t: Teller, model: int) -> None:
    """Who is lost though nobody of the unit moved (WS-8.3)."""
    k = t.of(model)
    draft = t.going(stood_still, about=k) or t.begin(f"{t.unit(k)} is scattered", about=k)
    run = t.run(*LOST)
    draft.clauses += lost_words(t, run)
    draft.rules += rules_of(t, run)


def rules_of(t: Teller, run: list[Event]) -> list[str]:
    """The rules of some events, each once."""
    return list(dict.fromkeys(t.kinds[row.kind].rule for row in run))


def lost_words(t: Teller, run: list[Event]) -> list[str]:
    """Who ends out of command, and who was left by the leader (WS-8.3, WS-7.10)."""
    out, left = ([t.model(event.model) for event in kind.among(run)] for kind in LOST)
    words = [f"{joined(out)} out of command"] if out else []
    return words + (
        [f"{joined(left)} left more than {far(t.s.options.orderly_start)} from the leader"] if left else []
    )


def way_words(way: Any) -> str:
    """How far a model moved, and where to."""
    return f"{far(way.length)} to {spot(way.x, way.y)}"


@describes(danger_tested)
def describe_danger(t: Teller, model: int, die: int, harmed: int) -> None:
    """A die for who walked over dangerous ground (WS-3.14)."""
    k, rule = t.of(model), danger_tested.rule
    draft = t.going(danger_tested, about=k) or t.begin(f"{t.unit(k)} tests for dangerous ground", about=k)
    results = int(t.s.options.danger_results)
    verdict = ("a kill result" if results == 1 else f"{results} kill results") if harmed else "safe"
    who = "" if is_single(t.s, k) else f"{t.model(model)} "
    draft.clauses.append(f"{who}rolled {die}, {verdict}")
    safe = int(t.s.options.danger_score) + 1
    text = f"{t.model(model)}, {needs(safe)}: {die}, {verdict}."
    draft.rolls.append(Roll(die, DIE, text, rule, safe, not harmed))
