"""Driving tests and who wins; what the chart gives: range, escape, facings, opening (CH-5 to CH-7)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.kernel.records import blank
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.chart import (
    Row,
    class_of,
    facing_die,
    facing_of,
    hull_down,
    mover,
    range_success,
    row_of,
)
from hulldown.rulesets.chase.codes import NOBODY, Band, Order, Source
from hulldown.rulesets.chase.driving import effect_of, tied
from hulldown.rulesets.chase.naming import BANDS, FACINGS
from hulldown.rulesets.chase.state import Pair, side_of
from hulldown.rulesets.chase.telling.teller import Teller, added
from hulldown.rulesets.chase.variants import BothFleeingFacing, RangeSuccess, TiedSuccess
from hulldown.rulesets.chase.vocabulary import FACES, ORDER_NAMES, either, margin, span
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import plural

BOTH = 3  # who rolled
ROWS = {
    Row.CR_CR: "CH-6.2",
    Row.CR_M: "CH-6.5",
    Row.M_M: "CH-6.6",
    Row.CR_HD: "CH-6.7",
    Row.M_HD: "CH-6.8",
    Row.HD_HD: "CH-6.9",
}


# ---------------------------------------------------------------- driving


@describes(events.driving_tested)
def describe_driving(
    t: Teller, row: Event, tank: int, again: int, first: int, second: int, dm: int, total: int
) -> None:
    """A Driving test: dice, DM, total, Effect; again after a tie (CH-5.4), by an option only to find the
    winner (CH-5.10): no success hangs on such dice.
    """
    tie = " again, for it was a tie" if again else ""
    stands = again and t.s.options.tied_success == TiedSuccess.FIRST
    score = t.s.options.driving_score
    verdict = "its success stands" if stands else margin(effect_of(total, score))
    rules = ["CH-5.1", *(["CH-5.4"] if again else []), *(["CH-5.10"] if stands else [])]
    draft = t.begin(f"{t.tank(tank)} drives{tie}: {total}, {verdict}", *rules)
    if stands:
        text, faces = f"Higher wins: {added(first, second, dm)}.", (first, second)
        draft.rolls.append(Roll(sum(faces), 6, text, "CH-5.10", modifiers=t.modifiers(row), faces=faces))
    else:
        draft.rolls.append(t.test(score))


@describes(events.tie_diced)
def describe_tie_die(t: Teller, winner: int, loser: int, face: int) -> None:
    """A tied pair: a d6 picks the winner (CH-14.5); the comparison follows."""
    a, b = sorted((winner, loser))
    draft = t.begin(f"{t.tank(a)} against {t.tank(b)}")
    draft.clauses.append("a tie")
    text = f"{either(t.s.options.tie_faces, t.tank(a), t.tank(b))}: rolled {face}."
    draft.rolls.append(Roll(face, 6, text, t.kind.rule))


@describes(events.winner_found)
def describe_winner(
    t: Teller, row: Event, tank_a: int, tank_b: int, rolled: int, winner: int, total_a: int, total_b: int
) -> None:
    """Who wins a pair (CH-5.3): by its totals, or after a tie in a battle by a die (CH-14.5): `diced`."""
    t.won, diced = t.kind.decode(row), t.going(events.tie_diced)
    names, equal = (t.tank(tank_a), t.tank(tank_b)), total_a == total_b
    if rolled in (1, 2):
        t.begin(f"{names[2 - rolled]} is immobilised, makes no test and has lost", "CH-5.8")
    rules = ["CH-5.3"] if rolled == BOTH else ["CH-5.3", "CH-5.8"]
    if winner != NOBODY:
        high, low = max(total_a, total_b), min(total_a, total_b)
        totals = "" if equal or rolled != BOTH else f", {high} to {low}"
        t.begin(f"{names[winner]} wins against {names[1 - winner]}{totals}", *rules)
        return
    if rolled == 0:
        why = "are immobilised and make no test"
    elif not diced and tied(rolled & 1, rolled & 2, total_a, total_b):
        why = "are tied"
    else:
        why = "have both failed"
    if rolled == BOTH:
        rules.append("CH-5.5" if equal and not diced else "CH-5.6")
    t.begin(f"{' and '.join(names)} {why}: nobody wins", *rules)


# ---------------------------------------------------------------- the row


@describes(events.charted)
def describe_chart(
    t: Teller, tank_a: int, tank_b: int, decider: int, order_a: int, order_b: int, low: int, high: int
) -> None:
    """The row of the pair of orders, who is hull down, and who may shift the range by how much."""
    names, p = (t.tank(tank_a), t.tank(tank_b)), blank(Pair)  # as the rules of the chart see it
    p.order, p.decider = [order_a, order_b], decider
    if t.won is not None:
        p.winner, p.success = t.won.winner, [t.won.passed & 1, t.won.passed >> 1]
    at = Row(row_of(p))
    same = at == Row.CR_CR and order_a == order_b
    rule = ("CH-6.3" if low == high else "CH-6.4") if same else ROWS[at]
    orders = " against ".join(ORDER_NAMES[order] for order in sorted(p.order, key=class_of))
    pair = f" for {names[0]} and {names[1]}" if t.s.options.team_battle else ""
    draft = t.begin(f"R{at}{pair}, {orders}", rule)
    for side in range(2):
        if p.order[side] == Order.HULL_DOWN:
            state = "is hull down" if hull_down(p, side) else "has failed to get hull down"
            draft.clauses.append(f"{names[side]} {state}")
            draft.rules.append("CH-9.2")
    reason = "" if same or at in (Row.M_M, Row.HD_HD) else test_words(t, p, names)
    right = "" if low == high or decider == NOBODY else right_words(names[decider], low, high)
    draft.clauses += [text for text in (reason, right) if text]


def test_words(t: Teller, p: Pair, names: tuple[str, str]) -> str:
    """Why the range may or may not be shifted, where a test decides it."""
    if row_of(p) == Row.CR_CR:
        return "nobody has won" if p.winner == NOBODY else ""
    side = mover(p)
    well = range_success(t.s.options, p, side)
    if t.s.options.range_success == RangeSuccess.OPPOSED_WIN:
        return f"{names[side]} has {'won' if well else 'not won'}"
    return f"{names[side]}'s test is a {'success' if well else 'failure'}"


def right_words(name: str, low: int, high: int) -> str:
    """By how much somebody may shift the range (CH-6.10)."""
    if low < 0 < high:
        return f"{name} may close or open by {plural(high, 'band')}"
    way, most = ("close", -low) if low < 0 else ("open", high)
    return f"{name} may {way} by {'up to ' if most > 1 else ''}{plural(most, 'band')}"


# ---------------------------------------------------------------- range


@describes(events.range_shifted)
def describe_range(t: Teller, tank_a: int, tank_b: int, decider: int, bands: int, old: int, raw: int) -> None:
    """How the range changes; with a fixed shift it ends the sentence of the row."""
    if decider == NOBODY:
        who, rules = "the range", []
    else:
        who, rules = t.tank((tank_a, tank_b)[decider]), ["CH-6.10"]
    text, draft = f"{who} {shift_words(decider, bands, old, raw)}", t.going(events.charted)
    if draft:
        draft.clauses.append(text)
        draft.rules += rules
    else:
        draft = t.begin(text, *rules)
    if raw == Band.PASSING:
        draft.rules.append("CH-2.4")


def shift_words(decider: int, bands: int, old: int, raw: int) -> str:
    """A shift from the old range to the raw one."""
    if bands == 0:
        return f"{'stays' if decider == NOBODY else 'keeps the range'} at {BANDS[old]}"
    way = f"{'closes' if bands < 0 else 'opens'} from {BANDS[old]}"
    ends = {Band.PASSING: " until they pass", Band.BROKEN: ", out of contact"}
    end = ends[Band(raw)] if raw in ends else f" to {BANDS[raw]}"
    return f"{way}{end} ({plural(abs(bands), 'band')})"


@describes(events.escaped)
def describe_escaped(t: Teller, tank: int) -> None:
    """A tank is away."""
    draft = t.going(events.contact_broken)
    if draft and draft.opening.startswith(t.tank(tank)):
        draft.clauses.append("it escapes")
        draft.rules.append(t.kind.rule)
    else:
        t.begin(f"{t.tank(tank)} escapes")


@describes(events.opening_answered)
def describe_opening(t: Teller, tank: int, willing: int, raw: int) -> None:
    """Step 8: a maneuvering tank opens the range before the guns fire, or does not."""
    if not willing:
        t.begin(f"{t.tank(tank)} does not open the range")
        return
    bands = t.s.options.opening_shift
    where = ", out of contact," if raw == Band.BROKEN else f" to {BANDS[raw]}"
    t.begin(f"{t.tank(tank)} opens the range{where} before the guns fire ({plural(bands, 'band')})")


# ---------------------------------------------------------------- facings


@describes(events.facing_shown)
def describe_facing(t: Teller, tank: int, enemy: int, facing: int, source: int, face: int) -> None:
    """The side of the hull a tank shows, and where that comes from."""
    name, side = t.tank(tank), FACES[facing]
    if source in (Source.FRONT, Source.REAR):
        fleeing = t.s.options.both_fleeing_facing == BothFleeingFacing.FRONT
        forward = source == Source.FRONT and fleeing
        rules = ["CH-7.3", "CH-7.4"] if forward else ["CH-7.2", "CH-7.3"]
        draft = t.begin(f"{name} shows its {side}", *rules)
    elif source == Source.RANDOM:
        sides = facing_die(t.s.options)
        draft = t.begin(f"{name} shows its {side} (d{sides}: {face})", "CH-7.7")
        text = f"{faces_of_die(t)}: {face} is {name}'s {side}."
        draft.rolls.append(Roll(face, sides, text, "CH-7.7"))
    else:
        chooser = tank if side_of(tank) == (source == Source.CHOICE_B) else enemy
        draft = t.begin(f"{name} shows its {side} by {t.tank(chooser)}'s choice", "CH-7.6")
    draft.shows = FACINGS[facing].lower()


def faces_of_die(t: Teller) -> str:
    """What the faces of a random facing mean: "1 Front, 2 Right side, 3 Rear, 4 Left side"."""
    o = t.s.options
    by: dict[int, list[int]] = {}
    for face in range(1, facing_die(o) + 1):
        by.setdefault(facing_of(o, face), []).append(face)
    return ", ".join(f"{span(faces)} {FACES[way]}" for way, faces in by.items())
