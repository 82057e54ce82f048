"""Fire, suppression, leaders and what actions allow (WS-2, WS-6, WS-9, WS-11, WS-12)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, Measure, Whole, ask
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, gathered, open_log
from hulldown.rulesets.warstrike import losses, occasions, permissions, shooting, turn
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import model_removed
from hulldown.rulesets.warstrike.losses import take_all, take_danger_tests
from hulldown.rulesets.warstrike.odds import passing, removals, spread_of, volley
from hulldown.rulesets.warstrike.permissions import remove_model, succeed
from hulldown.rulesets.warstrike.setup import blank_state, field_unit
from hulldown.rulesets.warstrike.state import NOBODY, Band, Deed, Sight, State, Trait

from .posing import LINE, Model, inches, options_of, squad

SHARES = {100: "full", 50: "half", 0: "none"}
FALLING = {"fall_back_half": Band.UPPER, "fall_back_flight": Band.FLIGHT}
MUTE = OFF.why
PRINTED = options_of({})


def needed(score: int, faces: int) -> dict[str, Any]:
    """The score needed, if there is one, and its chance."""
    return {"needed": None if score == shooting.NEVER else score, "p": Fraction(faces, occasions.FACES)}


def spread_out(odds: Mapping[int, Fraction]) -> Whole:
    return Whole({str(n): chance for n, chance in odds.items()})


def ev_total(
    given: Given,
    ev: int,
    cover: str = "open",
    beyond_aw: bool = False,
    gtg: bool = False,
    hunkered: bool = False,
    leader_blind: bool = False,
) -> int:
    shade = shooting.cover_of(options_of(given), Sight[cover.upper()])
    return shooting.ev_of(ev, shade, int(beyond_aw), int(gtg), int(hunkered), int(leader_blind), MUTE)


def attack(given: Given, groups: Sequence[Given], ar: int, to: int, can_die: int) -> dict[str, Any]:
    """What some volleys come to (WS-11.20); markers without the most that a unit may have."""
    o = options_of(given)
    volleys = [volley(o, one["shots"], one["bs"], one["ev"], one["ap"], one["fp"], ar, to) for one in groups]
    spread = spread_of(volleys, False, can_die)
    ways = [(hits, results, spread.chance((hits, results))) for hits, results in spread.ways]
    kills = gathered((results, chance) for _, results, chance in ways)
    markers = gathered((losses.markers_for(o, hits), chance) for hits, _, chance in ways)
    return {
        "p_shot": volleys[0].chance,
        "p_kills": spread_out(kills),
        "mean_kills": sum((n * chance for n, chance in kills.items()), Fraction(0)),
        "p_markers": spread_out(markers),
    }


# ---------------------------------------------------------------- what actions allow


def rate_of_fire(
    given: Given,
    rof: int,
    action: str,
    moved: bool = False,
    unit_moves: bool = False,
    one_handed: bool = False,
    heavy: bool = False,
) -> int:
    """The shots of a weapon in an action (WS-9, WS-10.3, WS-10.6, WS-12.1)."""
    if action == "snap":
        return int(options_of(given).snap_shots)
    if action in FALLING and not shooting.has_fire(FALLING[action]):
        return 0
    deed = Deed.FALL_BACK if action in FALLING else Deed[action.upper()]
    traits = int(one_handed) << Trait.ONE_HANDED | int(heavy) << Trait.HEAVY
    return permissions.shots_of(options_of(given), rof, traits, deed, moved, unit_moves)


def allowed(given: Given, action: str) -> dict[str, Any]:
    """What an action allows at a glance (WS-7.1, WS-16.2)."""
    deed = Deed[action.upper()]
    o = options_of(given)
    hundredths, radius = permissions.move_of(o, deed), permissions.place_radius(o, deed)
    movement = "disorderly" if permissions.disorderly_action(o, deed) else "orderly"
    if permissions.only_leader(deed):
        movement = "leader_only" if hundredths else "none"
    return {
        "leader_max": Measure(hundredths / 100),
        "place_radius": inches(radius) if radius else None,
        "fire": SHARES[permissions.share_of_fire(o, deed, False, False)],
        "one_handed": SHARES[permissions.share_of_fire(o, deed, True, False)],
        "movement": movement,
    }


def snap_eligible(
    given: Given, last_action: str | None, markers: int, hunkered: bool, already_snapped: bool
) -> bool:
    last = Deed[(last_action or "none").upper()]
    flags = int(last == Deed.GO_TO_GROUND), markers, int(hunkered), int(already_snapped)
    return turn.eligible(options_of(given), last, *flags)


# ---------------------------------------------------------------- leaders, markers, losses


def ld_check(
    ld: int, nv: int, markers: int, leaderless: bool = False, officer_ld: int = NOBODY
) -> dict[str, Any]:
    """Dice and target of a check, the chance to pass it, markers taken off (WS-6.1 to WS-6.7)."""
    dice, target = (
        losses.dice_for(PRINTED, ld, int(leaderless), officer_ld, MUTE),
        losses.target_for(PRINTED, nv, markers, MUTE),
    )
    passes = passing(dice, target) if losses.must_check(markers) else Fraction(1)
    removed = spread_out(removals(PRINTED, dice, target, markers))
    return {"dice": dice, "target": target, "p_pass": passes, "p_removed": removed}


def suppressed(given: Given, current: int, hits: int, nv: int) -> tuple[int, int]:
    o = options_of(given)
    total = losses.markers_after(o, current, losses.markers_for(o, hits), nv)
    return total - current, total


def group(s: State, side: int, models: Sequence[Model], *leader: Model) -> tuple[int, dict[int, int]]:
    """A unit in the order of its ids, behind its leader if one is named; its number, and ids by model."""
    ordered = [*leader, *sorted(models, key=lambda one: int(one["id"]))]
    k = squad(s, side, ordered)
    return k, {m: int(one["id"]) for m, one in enumerate(ordered, int(s.unit[k].first))}


def casualties(
    firers: Sequence[Model], targets: Sequence[Model], kills: int, options: Given | None = None
) -> list[int]:
    """Who falls, in order (WS-11.17)."""
    s, log = blank_state(SHELF, options), open_log()
    s.firers, _ = group(s, 0, firers)
    s.target, ids = group(s, 1, targets)
    for m in range(s.models):
        s.fired[m], s.may_die[m] = int(m not in ids), int(m in ids)
    s.kills = kills
    take_all(s, log)
    return [ids[row.model] for row in model_removed.rows(log)]


def acting_leader(dead: Model, survivors: Sequence[Model], options: Given | None = None) -> int:
    s = blank_state(SHELF, options)
    k, ids = group(s, 0, survivors, dead)
    remove_model(s, int(s.unit[k].leader), OFF)
    succeed(s, k, OFF)
    return ids[int(s.unit[k].leader)]


def danger_test(models: int) -> Fraction:
    """The chance that so many models all pass their danger tests (WS-3.14)."""
    s = blank_state(SHELF)
    k = field_unit(SHELF, s, 0, LINE, [(10 + i, 10) for i in range(models)])
    for m in range(models):
        s.model[m].tests = 1

    def left(d: Any) -> int:
        after = copy(s)
        take_danger_tests(after, k, d, OFF)
        return sum(int(after.model[m].alive) for m in range(models))

    return chances(left)[models]


ANSWERS = {
    "hit": ask(lambda bs, ev: needed(shooting.to_hit(PRINTED, bs, ev), shooting.hit_chance(PRINTED, bs, ev))),
    "save": ask(
        lambda ap, ar: needed(shooting.to_save(PRINTED, ap, ar), shooting.save_chance(PRINTED, ap, ar))
    ),
    "kill": ask(
        lambda fp, to: needed(shooting.to_kill(PRINTED, fp, to), shooting.kill_chance(PRINTED, fp, to))
    ),
    "ev_total": ask(ev_total, give="ev"),
    "attack": ask(attack),
    "rof": ask(rate_of_fire, give="shots"),
    "permissions": ask(allowed),
    "snap_eligible": ask(snap_eligible, give="allowed"),
    "ld_check": ask(ld_check),
    "suppression": ask(suppressed, give=("added", "total")),
    "casualties": ask(casualties, give="removed"),
    "acting_leader": ask(acting_leader, give="leader"),
    "danger_test": ask(danger_test, give="p_none_lost"),
}
