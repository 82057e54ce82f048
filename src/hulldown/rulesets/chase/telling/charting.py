"""What the chart gives: range, escape, facings, opening (CH-6, CH-7)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.chart import Row, class_of, hull_down, mover, range_success, row_of
from hulldown.rulesets.chase.codes import NOBODY, Band, Facing, Order, Source
from hulldown.rulesets.chase.facing import facing_die, facing_of
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import Pair, side_of
from hulldown.rulesets.chase.telling.teller import Teller
from hulldown.rulesets.chase.variants import BothFleeingFacing, RangeSuccess
from hulldown.rulesets.chase.vocabulary import FACES, ORDER_NAMES, plural
from hulldown.rulesets.face.words import Roll

ROWS = {
    Row.CR_CR: "CH-6.2",
    Row.CR_M: "CH-6.5",
    Row.M_M: "CH-6.6",
    Row.CR_HD: "CH-6.7",
    Row.M_HD: "CH-6.8",
    Row.HD_HD: "CH-6.9",
}


# ---------------------------------------------------------------- the row


def told_chart(t: Teller, row: Event) -> None:
    """The row of the pair of orders, who is hull down, and who may shift the range by how much."""
    p = looked_up(t, row)
    names = sorted(p.order, key=class_of)
    orders = f"{ORDER_NAMES[names[0]]} against {ORDER_NAMES[names[1]]}"
    pair = f" for {t.name(row.actor)} and {t.name(row.target)}" if t.s.options.team_battle else ""
    rule = "CH-6.4" if row_rule(p) == "CH-6.3" and row.c != row.d else row_rule(p)
    draft = t.begin(row, f"R{row_of(p)}{pair}, {orders}", rule)
    for side in range(2):
        if p.order[side] == Order.HULL_DOWN:
            state = "is hull down" if hull_down(p, side) else "has failed to get hull down"
            draft.clauses.append(f"{t.name((row.actor, row.target)[side])} {state}")
            draft.rules.append("CH-9.2")
    draft.clauses += [said for said in (reason(t, p, row), right(t, row)) if said]


def looked_up(t: Teller, row: Event) -> Pair:
    """The pair as the rules of the chart see it: orders, winner and successes."""
    p = blank(Pair)
    p.order = [row.a, row.b]
    p.decider = row.place
    if t.won is not None:
        p.winner, p.success = t.won.a, [t.won.d & 1, t.won.d >> 1]
    return p


def row_rule(p: Pair) -> str:
    """The rule of a row; of R1 it depends on the directions."""
    same = row_of(p) == Row.CR_CR and p.order[0] == p.order[1]
    return "CH-6.3" if same else ROWS[Row(row_of(p))]


def reason(t: Teller, p: Pair, row: Event) -> str:
    """Why the range may or may not be shifted, where a test decides it."""
    at = Row(row_of(p))
    if at in (Row.M_M, Row.HD_HD) or (at == Row.CR_CR and p.order[0] == p.order[1]):
        return ""
    if at == Row.CR_CR:
        return "nobody has won" if p.winner == NOBODY else ""
    side = mover(p)
    well = range_success(t.s.options, p, side)
    name = t.name((row.actor, row.target)[side])
    if t.s.options.range_success == RangeSuccess.OPPOSED_WIN:
        return f"{name} has {'won' if well else 'not won'}"
    return f"{name}'s test is a {'success' if well else 'failure'}"


def right(t: Teller, row: Event) -> str:
    """Who may shift the range by how much (CH-6.10); nothing where it is fixed."""
    if row.c == row.d or row.place == NOBODY:
        return ""
    name = t.name((row.actor, row.target)[row.place])
    if row.c < 0 < row.d:
        return f"{name} may close or open by {plural(row.d, 'band')}"
    way, most = ("close", -row.c) if row.c < 0 else ("open", row.d)
    return f"{name} may {way} by {'up to ' if most > 1 else ''}{plural(most, 'band')}"


# ---------------------------------------------------------------- range


def told_range(t: Teller, row: Event) -> None:
    """How the range changes; with a fixed shift it ends the sentence of the row."""
    decider = t.name((row.actor, row.target)[row.place]) if row.place != NOBODY else "the range"
    said = f"{decider} {moves(row)}"
    rule = "CH-6.10" if row.place != NOBODY else ""
    draft = t.going(Tell.CHART)
    if draft:
        draft.clauses.append(said)
        draft.rules.append(rule)
    else:
        t.begin(row, said, rule or Tell.RANGE.rule)
    if row.c == Band.PASSING:
        t.drafts[-1].rules.append("CH-2.4")


def moves(row: Event) -> str:
    """A shift from the old range to the raw one."""
    old, new = BANDS[row.b], BANDS[row.c]
    if row.a == 0:
        return f"leaves the range at {old}" if row.place != NOBODY else f"stays at {old}"
    way = "closes" if row.a < 0 else "opens"
    bands = f"({plural(abs(row.a), 'band')})"
    if row.c == Band.PASSING:
        return f"{way} from {old} past Adjacent {bands}"
    if row.c == Band.BROKEN:
        return f"{way} from {old}, out of contact {bands}"
    return f"{way} from {old} to {new} {bands}"


def told_broken(t: Teller, row: Event) -> None:
    """Contact is broken."""
    t.begin(row, f"{t.name(row.actor)} breaks contact with {t.name(row.target)}", "CH-2.5", "CH-12.3")


def told_escaped(t: Teller, row: Event) -> None:
    """A tank is away."""
    draft = t.going(Tell.BROKEN)
    if draft and draft.opening.startswith(t.name(row.actor)):
        draft.clauses.append("it escapes")
        draft.rules.append(Tell.ESCAPED.rule)
    else:
        t.begin(row, f"{t.name(row.actor)} escapes")


# ---------------------------------------------------------------- facings


def told_facing(t: Teller, row: Event) -> None:
    """The side of the hull a tank shows, and where that comes from."""
    source = Source(row.b)
    said = f"{t.name(row.actor)} shows its {FACES[row.a]}{SAYS_WHY[source].format(**chooser(t, row))}"
    draft = t.begin(row, said, *facing_rules(t, row))
    if source == Source.RANDOM:
        sides = facing_die(t.s.options)
        draft.opening += f" (d{sides}: {row.c})"
        text = f"{faces_of_die(t)}: {row.c} is {t.name(row.actor)}'s {FACES[row.a]}."
        draft.rolls.append(Roll(row.c, sides, text, "CH-7.7"))


SAYS_WHY = {
    Source.FRONT: "",
    Source.REAR: "",
    Source.RANDOM: "",
    Source.CHOICE_A: " by {A}'s choice",
    Source.CHOICE_B: " by {B}'s choice",
}


def chooser(t: Teller, row: Event) -> dict[str, str]:
    """The tanks of both sides, as those who may choose."""
    first, second = (row.actor, row.target) if side_of(row.actor) == 0 else (row.target, row.actor)
    return {"A": t.name(first), "B": t.name(second)}


def facing_rules(t: Teller, row: Event) -> list[str]:
    """The rules that give a facing."""
    if row.b == Source.FRONT and t.s.options.both_fleeing_facing == BothFleeingFacing.FRONT:
        return ["CH-7.3", "CH-7.4"]
    if row.b in (Source.FRONT, Source.REAR):
        return ["CH-7.2", "CH-7.3"]
    return ["CH-7.7"] if row.b == Source.RANDOM else ["CH-7.6"]


def faces_of_die(t: Teller) -> str:
    """What the faces of a random facing mean: "1 Front, 2 Right side, 3 Rear, 4 Left side"."""
    o = t.s.options
    by: dict[int, list[int]] = {}
    for face in range(1, facing_die(o) + 1):
        by.setdefault(facing_of(o, face), []).append(face)
    spans = {Facing(way): f"{f[0]}-{f[-1]}" if len(f) > 1 else str(f[0]) for way, f in by.items()}
    return ", ".join(f"{span} {FACES[way]}" for way, span in spans.items())


# ---------------------------------------------------------------- opening


def told_opening(t: Teller, row: Event) -> None:
    """Step 8: a maneuvering tank opens the range by one before the guns fire, or does not."""
    name = t.name(row.actor)
    if not row.a:
        t.begin(row, f"{name} does not open the range", "CH-6.12", "CH-6.13")
        return
    where = ", out of contact," if row.b == Band.BROKEN else f" to {BANDS[row.b]}"
    t.begin(row, f"{name} opens the range{where} before the guns fire (1 band)", "CH-6.12", "CH-6.13")
