"""Driving tests (CH-5), the chart and orders (CH-4, CH-6), facings by chance (CH-7), rams (CH-8)."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.actions import Actions, make
from hulldown.kernel.dice import new_dice, roll
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase import driving, gunnery, turn
from hulldown.rulesets.chase import driving as tests
from hulldown.rulesets.chase.actions import check, legal, refusal
from hulldown.rulesets.chase.events import collided, crashed
from hulldown.rulesets.chase.exact import success_odds
from hulldown.rulesets.chase.state import (
    DIRECTED,
    NOBODY,
    Collision,
    DrivingTie,
    Event,
    Facing,
    Location,
    Order,
    Pair,
    Phase,
    Source,
    State,
    Tank,
    Verb,
)
from hulldown.rulesets.chase.state import side_of as side_of_tank
from hulldown.rulesets.chase.turn import begin_orders
from hulldown.rulesets.common.explanation import OFF, chances, open_log

from .posing import (
    DUELLISTS,
    MUTE,
    PLAIN,
    SIDES,
    band_word,
    drive,
    duel,
    faces,
    facing_of,
    give_orders,
    laid,
    options_of,
    side_of,
    side_word,
    title,
    winner_word,
)

A, B = DUELLISTS
SOURCES = {
    Source.FRONT: "Front",
    Source.REAR: "Rear",
    Source.RANDOM: "random",
    Source.CHOICE_A: "choice:A",
    Source.CHOICE_B: "choice:B",
}
ESCAPES = {Event.ESC_A: "a_escapes", Event.ESC_B: "b_escapes", Event.ESC_BOTH: "both_escape"}
DICE = {"succeeds": (6, 6), "fails": (1, 1), "declines": ()}  # of a ram attempt


def driving_test(given: Given, driver: int, agility: int, mobility: int) -> dict[str, Any]:
    """The DM of a test and the chance of success (CH-5.1, CH-11.6)."""
    o, tank = options_of(given), blank(Tank)
    tank.profile.driver, tank.profile.agility, tank.now.mobility = driver, agility, mobility
    dm = tests.driving_dm(o, tank, MUTE)
    return {"driving_dm": dm, "p_success": success_odds(dm, o.driving_score)}


def driving_result(given: Given) -> dict[str, Any]:
    """What two totals come to; null is an immobilised tank (CH-5.3 to CH-5.8)."""
    o, p, totals = options_of(given), blank(Pair), (given["total_a"], given["total_b"])
    read = [int(total is not None) for total in totals] + [total or 0 for total in totals]
    effects = [None if total is None else tests.effect_of(total, o.driving_score) for total in totals]
    winner = "reroll"
    success: list[bool | None] = [None, None]
    if o.driving_tie == DrivingTie.REROLL and tests.tied(*read):
        effects = [None, None]
    else:
        tests.judge(o, p, *read)
        winner, success = winner_word(p.winner), [bool(one) for one in p.success]
    a, b = zip(success, effects, strict=True)
    return {"winner": winner, "success_a": a[0], "effect_a": a[1], "success_b": b[0], "effect_b": b[1]}


def random_facing(given: Given) -> dict[str, Any]:
    """The table of random facings and its chances (CH-7.7)."""
    o = options_of(given)
    die = driving.facing_die(o)
    both = chances(lambda d: tuple(Facing(driving.facing_of(o, roll(d, die))) for _ in SIDES))
    shown = chances(lambda d: Facing(driving.facing_of(o, roll(d, die))))
    return {
        "p": {title(facing): share for facing, share in shown.items()},
        "p_side": shown[Facing.LEFT] + shown[Facing.RIGHT],
        "p_both_tanks_rear": both[Facing.REAR, Facing.REAR],
        f"d{die}": {str(n): title(Facing(driving.facing_of(o, n))) for n in range(1, die + 1)},
    }


# ---------------------------------------------------------------- the chart


def escape_word(s: State) -> str | None:
    """Who has escaped, if that ended the duel."""
    return ESCAPES[Event(s.event)] if s.phase == Phase.OVER else None


def chart_row(given: Given) -> dict[str, Any]:
    """A row of the chart for two orders and two totals, and what each legal shift leads to."""
    s = duel(given)
    p = give_orders(s, given["order_a"], given["order_b"])
    drive(s, given["driving_total_a"], given["driving_total_b"])
    driving.find_shift(s.options, p)
    driving.find_sources(s.options, p)
    shifts = list(range(p.low, p.high + 1))
    return {
        "winner": winner_word(p.winner),
        "shift_decider": side_word(p.decider),
        "legal_shifts": shifts,
        "facing_a": SOURCES[Source(p.source[0])],
        "facing_b": SOURCES[Source(p.source[1])],
        "hull_down_a": driving.hull_down(p, 0),
        "hull_down_b": driving.hull_down(p, 1),
        "outcomes": [outcome(s, bands) for bands in shifts],
    }


def outcome(before: State, bands: int) -> dict[str, Any]:
    """What a shift leads to: an escape, or the range, who may ram and the range after that."""
    s, d = copy(before), new_dice(0)
    p, raw = s.pair[0], driving.raw_range(s.options, int(before.pair[0].range), bands)
    turn.shift(s, p, bands, d, OFF)
    if escape := escape_word(s):
        return {"shift": bands, "raw": raw, "result": escape}
    turn.begin_ram(s, p, d, OFF)
    asked = []
    while (side := turn.side_to_ask(p)) != NOBODY:
        if turn.rams(s, p, side):
            asked.append(side_word(side))
        p.asked += 1
    after = {"range_after_ram": band_word(gunnery.after_ram(s.options, raw, 1))} if asked else {}
    without = band_word(gunnery.after_ram(s.options, raw, 0))
    return {"shift": bands, "raw": raw, "may_ram": asked, "range_without_ram": without, **after}


def opening(given: Given) -> dict[str, Any]:
    """Step 8: who is asked and where it leads (CH-6.12, CH-6.13)."""
    s = duel(given)
    p = give_orders(s, "maneuver", "maneuver")
    p.winner, asked = side_of(given["winner"]), []
    turn.begin_opening(s, p)
    while s.phase == Phase.OPENING and (side := turn.side_to_ask(p)) != NOBODY:
        asked.append(side_word(side))
        turn.open_range(s, p, int(given["ab"[side] + "_declares"]), OFF)
    return {"asked": asked, "range": band_word(int(p.range)), "event": escape_word(s)}


def may_ram(given: Given, order: str, shift: int) -> dict[str, Any]:
    """Whether a tank may ram after its shift, and why not (CH-8.3, CH-16.2)."""
    s = duel(given)
    p = give_orders(s, order, "hull_down")
    drive(s, 8, None)
    p.shift, p.raw = shift, driving.raw_range(s.options, int(p.range), shift)
    turn.begin_ram(s, p, new_dice(0), OFF)
    code = check(s, 0, make(0, Verb.RAM, A, B, choice=1))
    return {"may_ram": code == 0, "reason": refusal(code).text if code else None}


def legal_orders(given: Given, mobility: int, gun: int) -> dict[str, Any]:
    """The orders that a tank can be given, and why the others are refused (CH-4.4)."""
    s, m = duel(given), blank(Actions)
    tank = s.tanks[A]
    tank.now.mobility, tank.now.gun = mobility, gun
    begin_orders(s, OFF)
    tank.order, tank.ordered = Order.NONE, 0
    legal(s, 0, m)
    offered = [Order(a.choice).name.lower() for a in m.rows[: m.count]]
    codes = [check(s, 0, make(0, Verb.ORDER, 0, choice=order)) for order in DIRECTED]
    return {"orders": offered, **({"refusal": refusal(max(codes)).text} if any(codes) else {})}


# ---------------------------------------------------------------- rams


def collision_types() -> dict[str, str]:
    """The type for each pair of facings, the rammer's first (CH-8.8, CH-8.9)."""
    shown = [facing for facing in Facing if facing != Facing.NONE]
    return {
        f"{title(a)}/{title(b)}": Collision(gunnery.collision_type(a, b)).name.lower()
        for a, b in product(shown, shown)
    }


def ram_attempt(given: Given) -> dict[str, Any]:
    """The chance of an attempt, or what the turn's own total makes of it (CH-8.6)."""
    if "driving_dm" in given:
        s = duel(given, {**PLAIN, "agility": given["driving_dm"]})
        return {"p_success": chances(lambda d: gunnery.attempt(s, s.pair[0], 0, d, OFF))[True]}
    s = duel(given)
    drive(s, given["driving_total"], None)
    success = gunnery.attempt(s, s.pair[0], 0, new_dice(0), OFF)
    return {"success": success, "effect": int(s.pair[0].effect[0])}


def ram_sequence(given: Given, eligible: Sequence[str], attempts: Mapping[str, str]) -> dict[str, Any]:
    """Step 7 for tanks that may ram, asked in order (CH-8.5, CH-8.7)."""
    s, d, log = duel(given), new_dice(0), open_log()
    p = give_orders(s, "pursue", "pursue" if len(eligible) == 2 else "hull_down")
    p.winner, p.shift, p.raw = side_of(eligible[0]), -2, given["raw"]
    p.facing[0] = p.facing[1] = Facing.FRONT
    turn.begin_ram(s, p, d, log)
    while s.phase == Phase.RAM and turn.ram_waits(s, d, log):
        does = attempts[SIDES[turn.side_to_ask(p)]]
        turn.ram(s, p, int(does != "declines"), laid(*DICE[does]), log)
    hits = collided.rows(log)
    rammer = f"{side_word(side_of_tank(hits[0].rammer))} rams" if hits else None
    return {"range": band_word(int(p.range)), "collision": rammer}


def collision(given: Given, ram_effect: int = 0) -> dict[str, Any]:
    """What a successful ram by side A does to both tanks (CH-8.10 to CH-8.16)."""
    s, log = duel(given, given["rammer"], given["target"]), open_log()
    p = s.pair[0]
    for side, who in enumerate(("rammer", "target")):
        p.facing[side] = facing_of(given[f"{who}_facing"])
        s.tanks[DUELLISTS[side]].now.mobility = given[f"{who}_mobility"]
    p.effect[0] = ram_effect
    dice = [face for name in ("attacker_2d6", "defender_2d6") if name in given for face in faces(given[name])]
    gunnery.collide(s, p, 0, laid(*dice), log)
    found: dict[str, Any] = {"type": Collision(collided.rows(log)[0].collision).name.lower()}
    for row in crashed.rows(log):
        who = "attacker" if row.tank == A else "defender"
        found[f"{who}_damage"] = row.damage
        found[f"{who}_penetration"] = gunnery.crash_penetration(s.options, row.damage, row.armor)
        found[f"{who}_severity"] = row.severity
    return found


def top_speed(given: Given, values: Sequence[Mapping[str, int]]) -> list[int]:
    """Top Speed with drive damage (CH-11.6)."""
    return [gunnery.speed(options_of(given), one["top_speed"], one["mobility"]) for one in values]


def collision_location(given: Given) -> dict[str, Any]:
    """Where collisions strike (section 2.6)."""
    o = options_of(given)
    shown = chances(lambda d: Location(gunnery.crash_location(o, roll(d, 6))))
    return {title(place): share for place, share in shown.items()}


ANSWERS = {
    "driving_test": ask(driving_test),
    "driving_result": ask(driving_result),
    "random_facing": ask(random_facing),
    "chart": ask(chart_row),
    "opening": ask(opening),
    "may_ram": ask(may_ram),
    "legal_orders": ask(legal_orders),
    "collision_types": ask(collision_types, give="rammer_target"),
    "ram_attempt": ask(ram_attempt),
    "ram_sequence": ask(ram_sequence),
    "collision": ask(collision),
    "top_speed": ask(top_speed, give="current"),
    "collision_location": ask(collision_location, give="p"),
}
