"""Questions about the chart, the opening and orders (CH-4, CH-6, CH-8.3)."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.actions import Actions, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.actions import check, legal
from hulldown.rulesets.chase.chart import find_shift, find_sources, hull_down, raw_range
from hulldown.rulesets.chase.codes import NOBODY, Order, Phase, Source, Verb
from hulldown.rulesets.chase.encounter import (
    asked_side,
    begin_opening,
    begin_ram,
    open_range,
    rams,
    shift,
)
from hulldown.rulesets.chase.ramming import after_ram
from hulldown.rulesets.chase.refusals import refusal
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.turn import begin_orders
from hulldown.rulesets.shared.dicing import OFF

from .posing import (
    DUELLISTS,
    band_word,
    drive,
    duel,
    escape_word,
    give_orders,
    side_of_word,
    side_word,
    winner_word,
)

SOURCES = {
    Source.FRONT: "Front",
    Source.REAR: "Rear",
    Source.RANDOM: "random",
    Source.CHOICE_A: "choice:A",
    Source.CHOICE_B: "choice:B",
}


def ask_chart(given: Given) -> Answer:
    """A row of the chart for two orders and two totals, and what each legal shift leads to."""
    s = duel(given)
    p = give_orders(s, given["order_a"], given["order_b"])
    drive(s, (given["driving_total_a"], given["driving_total_b"]))
    find_shift(s.options, p)
    find_sources(s.options, p)
    shifts = list(range(p.low, p.high + 1))
    return {
        "winner": winner_word(p.winner),
        "shift_decider": side_word(p.decider),
        "legal_shifts": shifts,
        "facing_a": SOURCES[Source(p.source[0])],
        "facing_b": SOURCES[Source(p.source[1])],
        "hull_down_a": hull_down(p, 0),
        "hull_down_b": hull_down(p, 1),
        "outcomes": [outcome(s, bands) for bands in shifts],
    }


def outcome(before: State, bands: int) -> dict[str, Any]:
    """What a shift leads to: an escape, or the range, who may ram and the range after that."""
    s = copy(before)
    p, d = s.pair[0], new_dice(0)
    shift(s, p, bands, d, OFF)
    raw = raw_range(int(before.pair[0].range), bands)
    if escape := escape_word(s):
        return {"shift": bands, "raw": raw, "result": escape}
    begin_ram(s, p, d, OFF)
    asked = []
    while asked_side(p) != NOBODY:
        if rams(s, p, asked_side(p)):
            asked.append(side_word(asked_side(p)))
        p.asked += 1
    after = {"range_after_ram": band_word(after_ram(raw, 1))} if asked else {}
    return {
        "shift": bands,
        "raw": raw,
        "may_ram": asked,
        "range_without_ram": band_word(after_ram(raw, 0)),
        **after,
    }


def ask_opening(given: Given) -> Answer:
    """Step 8: who is asked and where it leads (CH-6.12, CH-6.13)."""
    s = duel(given)
    p = give_orders(s, "maneuver", "maneuver")
    p.winner = side_of_word(given["winner"])
    begin_opening(s, p)
    asked = []
    while s.phase == Phase.OPENING and asked_side(p) != NOBODY:
        side = asked_side(p)
        asked.append(side_word(side))
        open_range(s, p, int(given["ab"[side] + "_declares"]), OFF)
    return {"asked": asked, "range": band_word(int(p.range)), "event": escape_word(s)}


def ask_may_ram(given: Given) -> Answer:
    """Whether a tank may ram after its shift, and why not (CH-8.3, CH-16.2)."""
    s = duel(given)
    p = give_orders(s, given["order"], "hull_down")
    drive(s, (8, None))
    p.shift, p.raw = given["shift"], raw_range(int(p.range), given["shift"])
    begin_ram(s, p, new_dice(0), OFF)
    code = check(s, 0, make(0, Verb.RAM, DUELLISTS[0], DUELLISTS[1], choice=1))
    return {"may_ram": code == 0, "reason": refusal(code).text if code else None}


def ask_legal_orders(given: Given) -> Answer:
    """The orders that a tank can be given, and why the others are refused (CH-4.4)."""
    s = duel(given)
    now = s.tanks[0].now
    now.mobility, now.gun = given["mobility"], given["gun"]
    begin_orders(s, OFF)
    s.tanks[0].order, s.tanks[0].ordered = Order.NONE, 0
    m = blank(Actions)
    legal(s, 0, m)
    offered = [Order(a.choice) for a in m.rows[: m.count]]
    codes = [check(s, 0, make(0, Verb.ORDER, 0, choice=order)) for order in Order if order >= 0]
    refused = {"refusal": refusal(max(codes)).text} if any(codes) else {}
    return {"orders": [order.name.lower() for order in offered], **refused}
