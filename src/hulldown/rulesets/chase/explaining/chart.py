"""What the chart makes of an order against each order of the enemy (CH-6), in sentences.

The chart is asked with every pair of Driving totals that the two tanks can throw; what a cell hangs on
is seen from the answers, so that options are told as they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from hulldown.kernel.records import copy
from hulldown.rulesets.chase.chart import (
    Row,
    choice_of,
    directions,
    find_shift,
    find_sources,
    row_of,
    secret_orders,
)
from hulldown.rulesets.chase.codes import NOBODY, Mobility, Order, Source
from hulldown.rulesets.chase.exact.driving import drive_dm, driving_outcomes
from hulldown.rulesets.chase.naming import tank_id
from hulldown.rulesets.chase.state import Options, Pair, State
from hulldown.rulesets.chase.variants import DirectionFacing
from hulldown.rulesets.chase.vocabulary import DOES
from hulldown.rulesets.common.names import plural

Names = tuple[str, str]  # of both tanks of a pair, side A's first
Read = Callable[[Pair], int]
ROW_RULES = {
    Row.CR_CR: "CH-6.2",
    Row.CR_M: "CH-6.5",
    Row.M_M: "CH-6.6",
    Row.CR_HD: "CH-6.7",
    Row.M_HD: "CH-6.8",
    Row.HD_HD: "CH-6.9",
}
SAME_WAY = "CH-6.3"


def cases(s: State, p: Pair) -> list[Pair]:
    """The pair with its orders, looked up in the chart for every way in which the tests can come out, and
    with every shift where the facings hang on it (CH-7.10).
    """
    dms = [drive_dm(s.options, s.tanks[t].profile, int(s.tanks[t].now.mobility)) for t in p.tank]
    pairs: dict[tuple[int, ...], Pair] = {}
    for test, _ in driving_outcomes(s.options, dms[0], dms[1]):
        q = copy(p)
        q.winner, q.success = test.pair.winner, list(test.pair.success)
        pairs.setdefault((int(q.winner), *map(int, q.success)), q)
    for q in pairs.values():
        find_shift(s.options, q)
    return [
        with_sources(s.options, q, shift) for q in pairs.values() for shift in describe_shifts(s.options, q)
    ]


def describe_shifts(o: Options, q: Pair) -> range:
    """The shifts that are told apart: all of them where facings come of what the range did (CH-7.10)."""
    by_shift = o.direction_facing == DirectionFacing.SHIFT
    return range(int(q.low), int(q.high) + 1) if by_shift else range(1)


def with_sources(o: Options, q: Pair, shift: int) -> Pair:
    """A pair with where its facings come from after a shift."""
    pair = copy(q)
    pair.shift = shift
    find_sources(o, pair)
    return pair


# ---------------------------------------------------------------- what a cell hangs on


def winner_words(names: Names, side: int) -> str:
    """Who wins the Driving tests."""
    return "without a winner" if side == NOBODY else f"if {names[side]} wins"


def conditions(names: Names, first: int) -> list[tuple[Read, dict[int, str]]]:
    """What a cell may hang on, with the words for each value: the winner, either success (CH-5.3), or what
    the range did (CH-7.10).
    """
    winners = {side: winner_words(names, side) for side in (first, 1 - first, NOBODY)}
    result: list[tuple[Read, dict[int, str]]] = [(lambda q: int(q.winner), winners)]
    for side in (first, 1 - first):
        done = {1: f"if {names[side]} succeeds", 0: f"if {names[side]} fails"}
        result.append((partial(success, side=side), done))
    for moves_so, words in ((moved, "if the range moves"), (opened, "if the range opens")):
        result.append((moves_so, {1: words, 0: "otherwise"}))
    return result


def moved(q: Pair) -> int:
    """Whether the range has moved: then a pursuer shows its Front (CH-7.10)."""
    return int(q.shift != 0)


def opened(q: Pair) -> int:
    """Whether it has opened: then a runner shows its Rear."""
    return int(q.shift > 0)


def success(q: Pair, side: int) -> int:
    """Whether a side's own test succeeds."""
    return int(q.success[side])


def cell(names: Names, first: int, entries: list[tuple[Pair, str]]) -> str:
    """What a cell says, with its condition if it has one: "its Front if A1 wins, else what B1 chooses"."""
    if len({text for _, text in entries}) == 1:
        return entries[0][1]
    for value, words in conditions(names, first):
        by_value: dict[int, set[str]] = {}
        for q, text in entries:
            by_value.setdefault(value(q), set()).add(text)
        if all(len(texts) == 1 for texts in by_value.values()):
            return by_case([(next(iter(by_value[n])), when) for n, when in words.items() if n in by_value])
    return " or ".join(sorted({text for _, text in entries}))


def by_case(cases: list[tuple[str, str]]) -> str:
    """What holds in which case; of two cases the second is "else"."""
    (text, when), *others = cases
    head, limited, _ = text.partition(" up to ")
    parts = [f"{text} {when}"]
    for other, then in others:
        short = other.removeprefix(f"{head} ") if limited else other
        parts.append(f"else {short}" if len(cases) == 2 else f"{short} {then}")
    return ", ".join(parts)


# ---------------------------------------------------------------- its words


def shift_words(names: Names, q: Pair) -> str:
    """A range cell in words."""
    low, high = int(q.low), int(q.high)
    if low == high:
        return f"the range {moves(low)}s by {abs(low)}" if low else "the range stays"
    who = names[q.decider]
    if low < 0 < high:
        return f"{who} may {moves(low)} or {moves(high)} by {high}"
    most = low if low < 0 else high
    return f"{who} may {moves(most)} up to {plural(abs(most), 'band')}"


def moves(bands: int) -> str:
    """Which way a shift goes."""
    return "close" if bands < 0 else "open"


def source_words(names: Names, q: Pair, side: int) -> str:
    """A facing cell in words."""
    words = {Source.FRONT: "its Front", Source.REAR: "its Rear", Source.RANDOM: "a side by chance"}
    source = Source(q.source[side])
    return words.get(source) or f"what {names[source - Source.CHOICE_A]} chooses"


def facing_cell(names: Names, first: int, seen: list[Pair], side: int) -> str:
    """What a facing cell says; a choice that is always the winner's is called so (CH-6.6)."""
    several = len({int(q.winner) for q in seen}) > 1
    if several and all(q.source[side] == choice_of(q.winner) for q in seen if q.winner != NOBODY):
        entries = [(q, "what the winner chooses" if q.winner != NOBODY else "a side by chance") for q in seen]
    else:
        entries = [(q, source_words(names, q, side)) for q in seen]
    return f"{names[side]} shows {cell(names, first, entries)}"


# ---------------------------------------------------------------- rows


def against(s: State, p: Pair, side: int, names: Names) -> tuple[str, str, str, str]:
    """The row of the chart for the orders of a pair: the range, the own facing, the enemy's, the rule."""
    seen = cases(s, p)
    shift = cell(names, side, [(q, shift_words(names, q)) for q in seen])
    mine, theirs = (facing_cell(names, side, seen, whose) for whose in (side, 1 - side))
    row = row_of(p)
    rule = SAME_WAY if row == Row.CR_CR and p.order[0] == p.order[1] else ROW_RULES[Row(row)]
    return shift, mine, theirs, rule


def against_all(s: State, pairs: list[int], side: int, order: int) -> list[tuple[str, str]]:
    """An order of a side's tank against every order that its enemies can have (CH-4.4)."""
    if not pairs:
        return []
    pair = s.pair[pairs[0]]
    enemies = [s.tanks[s.pair[i].tank[1 - side]] for i in pairs]
    stuck = all(enemy.now.mobility == Mobility.IMMOBILISED for enemy in enemies)
    other = tank_id(s, pair.tank[1 - side]) if len(pairs) == 1 else "the enemy"
    mine = tank_id(s, pair.tank[side])
    rows = {}
    given = (Order.HULL_DOWN.value,) if stuck else secret_orders(s.options)
    for own, theirs in ((own, way) for it in given for own in directions(order) for way in directions(it)):
        p = copy(pair)
        p.order[side], p.order[1 - side] = own, theirs
        heading = f"If {other} {DOES[theirs]}" + (f" and {mine} {DOES[own]}" if own != order else "")
        rows[heading] = against(s, p, side, (mine, other) if side == 0 else (other, mine))
    return sentences(rows)


def prize(s: State, pair: Pair, side: int, own: int, others: Iterable[int]) -> str:
    """The most that an order gains who wins the Driving tests, against any of the enemy's orders."""
    won: list[Pair] = []
    for mine, theirs in ((m, t) for it in others for m in directions(own) for t in directions(it)):
        p = copy(pair)
        p.order[side], p.order[1 - side] = mine, theirs
        won += [q for q in cases(s, p) if q.winner == side and q.decider in (side, NOBODY)]
    if own not in (Order.MANEUVER, Order.HULL_DOWN):
        close, away = max(-int(q.low) for q in won), max(int(q.high) for q in won)
        way = {Order.PURSUE: "closer", Order.FLEE: "away"}.get(Order(own), "closer or away")
        return f"up to {plural(close if own == Order.PURSUE else away, 'band')} {way}"
    chosen = [any(q.source[whose] == choice_of(side) for q in won) for whose in (side, 1 - side)]
    return "chooses both sides" if all(chosen) else "chooses its side"


def sentences(rows: dict[str, tuple[str, str, str, str]]) -> list[tuple[str, str]]:
    """Rows as sentences; what the tank itself shows is said once where it is always the same (CH-7.2).

    Each begins as the heading of its odds does, so that a page can put them together.
    """
    shown = {mine for _, mine, _, _ in rows.values()}
    settled = len(shown) == 1 < len(rows)
    lines = [(f"{mine}.", "CH-7.2") for mine in shown if settled]
    for heading, (shift, mine, theirs, rule) in rows.items():
        parts = [shift, theirs] if settled else [shift, mine, theirs]
        lines.append((f"{heading}: {'; '.join(parts)}.", rule))
    return lines
