"""Questions about ram attempts and collisions (CH-8)."""

from __future__ import annotations

from itertools import product
from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import new_dice, roll
from hulldown.rulesets.chase.codes import Collision, Facing, Location, Phase
from hulldown.rulesets.chase.damage import crash_location, speed
from hulldown.rulesets.chase.encounter import asked_side, begin_ram, ram, ram_waits
from hulldown.rulesets.chase.ramming import (
    attempt,
    collide,
    collision_type,
    crash_penetration,
)
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.shared.dicing import OFF, chances, open_log

from .posing import (
    DUELLISTS,
    band_word,
    chance,
    drive,
    driver_of,
    duel,
    faces,
    facing_of_word,
    give_orders,
    laid,
    rows,
    side_of_word,
    side_word,
)

FAILS, SUCCEEDS = (1, 1), (6, 6)


def ask_collision_types(given: Given) -> Answer:
    """The type for each pair of facings, the rammer's first (CH-8.8, CH-8.9)."""
    shown = [facing for facing in Facing if facing != Facing.NONE]
    return {
        "rammer_target": {
            f"{mine.name.title()}/{theirs.name.title()}": Collision(collision_type(mine, theirs)).name.lower()
            for mine, theirs in product(shown, shown)
        }
    }


def ask_ram_attempt(given: Given) -> Answer:
    """The chance of an attempt, or what the turn's own total makes of it (CH-8.6)."""
    if "driving_dm" in given:
        fresh = duel(given, driver_of(given["driving_dm"]))
        return {"p_success": chance(lambda d: attempt(fresh, fresh.pair[0], 0, d, OFF))}
    s = duel(given)
    drive(s, (given["driving_total"], None))
    success = attempt(s, s.pair[0], 0, new_dice(0), OFF)
    return {"success": success, "effect": int(s.pair[0].effect[0])}


def ask_ram_sequence(given: Given) -> Answer:
    """Step 7 for tanks that may ram, asked in order (CH-8.5, CH-8.7)."""
    s = duel(given)
    both = len(given["eligible"]) == 2
    p = give_orders(s, "pursue", "pursue" if both else "hull_down")
    p.winner, p.shift, p.raw = side_of_word(given["eligible"][0]), -2, given["raw"]
    p.facing[0] = p.facing[1] = Facing.FRONT
    d, log = new_dice(0), open_log()
    begin_ram(s, p, d, log)
    while s.phase == Phase.RAM and ram_waits(s, d, log):
        does = given["attempts"][side_word(asked_side(p))]
        thrown = SUCCEEDS if does == "succeeds" else FAILS
        ram(s, p, int(does != "declines"), laid(*thrown), log)
    hits = rows(log, Tell.COLLISION)
    rammer = f"{side_word(side_of(int(hits[0].actor)))} rams" if hits else None
    return {"range": band_word(int(p.range)), "collision": rammer}


def ask_collision(given: Given) -> Answer:
    """What a successful ram does to both tanks (CH-8.10 to CH-8.16)."""
    s = meeting(given)
    p, log = s.pair[0], open_log()
    p.effect[0] = given.get("ram_effect", 0)
    dice = [face for name in ("attacker_2d6", "defender_2d6") if name in given for face in faces(given[name])]
    collide(s, p, 0, laid(*dice), log)
    kind = Collision(rows(log, Tell.COLLISION)[0].a).name.lower()
    found: dict[str, Any] = {"type": kind}
    for row in rows(log, Tell.CRASH):
        who = "attacker" if row.target == DUELLISTS[0] else "defender"
        found[f"{who}_damage"] = int(row.a)
        found[f"{who}_penetration"] = crash_penetration(s.options, int(row.a), int(row.b))
        found[f"{who}_severity"] = int(row.c)
    return found


def meeting(given: Given) -> State:
    """A rammer on side A and its target on side B, facings and drives as given."""
    s = duel(given, given["rammer"], given["target"])
    for side, who in enumerate(("rammer", "target")):
        s.pair[0].facing[side] = facing_of_word(given[f"{who}_facing"])
        s.tanks[DUELLISTS[side]].now.mobility = given[f"{who}_mobility"]
    return s


def ask_top_speed(given: Given) -> Answer:
    """Top Speeds under drive damage (CH-11.6)."""
    return {"current": [speed(one["top_speed"], one["mobility"]) for one in given["values"]]}


def ask_collision_location(given: Given) -> Answer:
    """Where a collision strikes (section 2.6)."""
    shown = chances(lambda d: Location(crash_location(roll(d, 6))))
    return {"p": {place.name.title(): share for place, share in shown.items()}}
