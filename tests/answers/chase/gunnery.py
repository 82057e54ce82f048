"""Questions about shots and what they do (CH-9 to CH-11)."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.codes import Location
from hulldown.rulesets.chase.damage import harm, severity_of, shot_location
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.exact.checks import success_odds
from hulldown.rulesets.chase.firing import apply_shot
from hulldown.rulesets.chase.gunnery import negated, no_fire, strike, to_hit_dm
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.refusals import no_shot
from hulldown.rulesets.chase.state import Damage, State
from hulldown.rulesets.chase.throw import sum_of
from hulldown.rulesets.shared.dicing import chances, open_log

from .posing import (
    DUELLISTS,
    MUTE,
    band_of,
    chance,
    damage_state,
    duel,
    faces,
    facing_of_word,
    laid,
    options_of,
    order_of,
    profile_of,
    put_damage,
    rows,
    two_dice,
)


def ask_to_hit(given: Given) -> Answer:
    """The DM of a shot and its chance (CH-10.5, CH-10.6)."""
    orders = order_of(given["own_order"]), order_of(given["target_order"])
    firer = profile_of(given["firer"])
    dm = to_hit_dm(options_of(given), firer, given["gun"], band_of(given["range"]), *orders, MUTE)
    return {"dm": dm, "p_hit": success_odds(dm)}


def ask_can_fire(given: Given) -> Answer:
    """Whether a gun can fire, and why not (CH-10.2, CH-10.3)."""
    band, facing = band_of(given["range"]), facing_of_word(given["own_facing"])
    code = no_fire(given["gun"], profile_of(given["firer"]), band, facing)
    return {"can_fire": code == 0, "reason": no_shot(code, band, facing).text if code else None}


def ask_location_odds(given: Given) -> Answer:
    """Where shots strike (section 2.5), and how many a hull-down tank does not ignore (CH-9.1)."""
    shown = chances(lambda d: Location(shot_location(two_dice(d))))
    return {
        "p": {place.name.title(): share for place, share in shown.items()},
        "p_not_negated_if_hull_down": chance(lambda d: not negated(1, shot_location(two_dice(d)))),
        "table": {str(total): Location(shot_location(total)).name.title() for total in range(2, 13)},
    }


def ask_severity(given: Given) -> Answer:
    """Severities (section 2.4)."""
    return {"severity": [severity_of(one) for one in given["penetration"]]}


def ask_apply_damage(given: Given) -> Answer:
    """The damage state after a hit (CH-11.3 to CH-11.7)."""
    now = blank(Damage)
    put_damage(now, given["state"])
    harm(now, Location[given["location"].upper()], given["severity"])
    return {"state": damage_state(now)}


def ask_shot_result(given: Given) -> Answer:
    """One shot with given dice (CH-10.7 to CH-10.9)."""
    s = duel(given, given["firer"], given["target"])
    target = s.tanks[DUELLISTS[1]]
    put_damage(target.now, given["target_state"])
    s.pair[0].facing[1] = facing_of_word(given["target_facing"])
    target.down = int(given["target_hull_down"])
    hit = succeeds(given["to_hit_total"])
    told = struck(s, given) if hit else {}
    return {"hit": hit, **told, "target_state": damage_state(target.now)}


def struck(s: State, given: Given) -> dict[str, Any]:
    """A hit by side A's tank, applied; what the log says of it."""
    firer, log = s.tanks[DUELLISTS[0]], open_log()
    dice = faces(given["damage_dice_sum"], firer.profile.dice)
    down = int(s.tanks[DUELLISTS[1]].down)
    firer.aim = 0
    strike(
        s,
        s.pair[0],
        0,
        effect_of(given["to_hit_total"]),
        down,
        laid(*faces(given["location_2d6"]), *dice),
        log,
    )
    apply_shot(s, DUELLISTS[0], log)
    place = rows(log, Tell.HIT)[0]
    told: dict[str, Any] = {"location": Location(place.c).name.title(), "negated": bool(place.d)}
    for row in rows(log, Tell.DAMAGE):
        told |= {
            "damage": sum_of(row.a) + int(row.b + row.c),
            "armour": int(row.d),
            "penetration": int(row.place),
        }
        told["severity"] = severity_of(int(row.place))
    return told
