"""Shots and what they do (CH-9 to CH-11), the end of a turn and of a duel (CH-10.4, CH-12)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.records import blank
from hulldown.rulesets.chase import gunnery, victory
from hulldown.rulesets.chase.actions import no_shot
from hulldown.rulesets.chase.driving import effect_of, succeeds, sum_of
from hulldown.rulesets.chase.events import damage_rolled, shot_hit
from hulldown.rulesets.chase.exact import success_odds
from hulldown.rulesets.chase.setup import BAND_NAMES
from hulldown.rulesets.chase.state import PAYOFFS, Damage, Event, Location, State
from hulldown.rulesets.chase.turn import apply_shot, end_turn, fire
from hulldown.rulesets.common.explanation import OFF, chances, open_log

from .posing import (
    DUELLISTS,
    MUTE,
    PLAIN,
    band_of,
    damage_state,
    duel,
    faces,
    facing_of,
    give_orders,
    laid,
    options_of,
    order_of,
    payoff_of,
    profile_of,
    put_damage,
    side_of,
    title,
)

A, B = DUELLISTS
DEADLY = {"dice": 0, "bonus": 30, "ap": 0, "range_dm": [0] * len(BAND_NAMES)}
HIT = (6, 6, 3, 4)  # to hit, and a location of 7: the hull


def can_fire(gun: int, firer: Any, given: Given) -> dict[str, Any]:
    """Whether a gun can fire, and why not (CH-10.2, CH-10.3)."""
    band, facing = band_of(given["range"]), facing_of(given["own_facing"])
    code = gunnery.no_fire(gun, profile_of(firer), band, facing)
    return {"can_fire": code == 0, "reason": no_shot(code, band, facing).text if code else None}


def to_hit(given: Given, firer: Any, gun: int) -> dict[str, Any]:
    """The DM of a shot and its chance to hit (CH-10.5, CH-10.6)."""
    o, orders = options_of(given), (order_of(given["own_order"]), order_of(given["target_order"]))
    dm = gunnery.to_hit_dm(o, profile_of(firer), gun, band_of(given["range"]), *orders, MUTE)
    return {"dm": int(dm), "p_hit": success_odds(dm, o.gunnery_score)}


def location_odds(given: Given) -> dict[str, Any]:
    """Where shots strike (section 2.5), and how many a hull-down tank does not ignore (CH-9.1)."""
    o = options_of(given)

    def struck(d: Dice) -> Location:
        return Location(gunnery.shot_location(o, roll(d, 6) + roll(d, 6)))

    shown = chances(struck)
    return {
        "p": {title(place): share for place, share in shown.items()},
        "p_not_negated_if_hull_down": sum(p for place, p in shown.items() if not gunnery.negated(1, place)),
        "table": {str(n): title(Location(gunnery.shot_location(o, n))) for n in range(2, 13)},
    }


def severities(given: Given, penetration: Sequence[int]) -> list[int]:
    """How bad each penetration is (section 2.4)."""
    return [gunnery.severity_of(options_of(given), one) for one in penetration]


def apply_damage(given: Given, state: Sequence[int], location: str, severity: int) -> list[int] | None:
    """The damage state after a hit (CH-11.3 to CH-11.7)."""
    now = blank(Damage)
    put_damage(now, state)
    gunnery.harm(options_of(given), now, Location[location.upper()], severity)
    return damage_state(now)


def shot_result(given: Given, to_hit_total: int) -> dict[str, Any]:
    """One shot with given dice (CH-10.7 to CH-10.9)."""
    s = duel(given, given["firer"], given["target"])
    target = s.tanks[B]
    put_damage(target.now, given["target_state"])
    s.pair[0].facing[1], target.down = facing_of(given["target_facing"]), int(given["target_hull_down"])
    score = s.options.gunnery_score
    hit = succeeds(to_hit_total, score)
    words = struck(s, given, effect_of(to_hit_total, score)) if hit else {}
    return {"hit": hit, **words, "target_state": damage_state(target.now)}


def struck(s: State, given: Given, effect: int) -> dict[str, Any]:
    """A hit by side A's tank, applied; what the log says of it."""
    firer, log = s.tanks[A], open_log()
    firer.aim = 0
    dice = laid(*faces(given["location_2d6"]), *faces(given["damage_dice_sum"], firer.profile.dice))
    gunnery.strike(s, s.pair[0], 0, effect, int(s.tanks[B].down), dice, log)
    apply_shot(s, A, log)
    hit = shot_hit.rows(log)[0]
    found: dict[str, Any] = {"location": title(Location(hit.location)), "negated": bool(hit.negated)}
    for row in damage_rolled.rows(log):
        found["damage"], found["armour"] = sum_of(row.faces) + row.bonus + row.effect, row.armor
        found["penetration"] = row.through
        found["severity"] = gunnery.severity_of(s.options, row.through)
    return found


# ---------------------------------------------------------------- the end


def fire_order(given: Given, driving_winner: str) -> dict[str, Any]:
    """A fire step in which each shot would destroy (CH-10.4)."""
    killer = {**PLAIN, "hull": 1, "weapon": DEADLY}
    s = duel(given, killer, killer)
    give_orders(s, "hull_down", "hull_down").winner = side_of(driving_winner)
    for t in DUELLISTS:
        s.tanks[t].aim = 0
    fire(s, laid(*HIT, *HIT), OFF)
    end_turn(s, OFF)
    a, b = ("destroyed" if gunnery.destroyed(s.tanks[t].now) else "intact" for t in DUELLISTS)
    return {"a": a, "b": b, "payoff_a": payoff_of(s)}


def payoff_by(event: Event) -> Fraction:
    """What a standard duel that ends by this event is worth to A."""
    s = duel({})
    victory.finish_duel(s, event, 0, OFF)
    return payoff_of(s)


def turn_limit(given: Given) -> dict[str, Any]:
    """The last turn is over and both are in contact (CH-12.5)."""
    s = duel(given, given["tank_a"], given["tank_b"])
    for t, name in zip(DUELLISTS, ("state_a", "state_b"), strict=True):
        put_damage(s.tanks[t].now, given[name])
    s.turn = s.turn_limit
    end_turn(s, OFF)
    return {"event": Event(s.event).name.lower(), "payoff_a": payoff_of(s)}


def dead_position(state_a: Sequence[int], state_b: Sequence[int]) -> bool:
    """Whether nothing can happen any more (CH-12.8)."""
    a, b = blank(Damage), blank(Damage)
    put_damage(a, state_a)
    put_damage(b, state_b)
    return victory.dead_position(a, b)


def surrender(given: Given, side: str) -> Fraction:
    """A side gives up (CH-12.4)."""
    s = duel(given)
    victory.surrender(s, side_of(side), OFF)
    return payoff_of(s)


WORTH = [event for event in Event if 0 <= event < PAYOFFS and event != Event.LIMIT]  # CH-12.6
ANSWERS = {
    "to_hit": ask(to_hit),
    "can_fire": ask(can_fire),
    "location_odds": ask(location_odds),
    "severity": ask(severities, give="severity"),
    "apply_damage": ask(apply_damage, give="state"),
    "shot_result": ask(shot_result),
    "fire_order": ask(fire_order),
    "payoffs": ask(lambda: {event.name.lower(): payoff_by(event) for event in WORTH}),
    "turn_limit": ask(turn_limit),
    "dead_position": ask(dead_position, give="dead"),
    "surrender": ask(surrender, give="payoff_a"),
}
