"""Who leads, who leaves the battle, what the six actions allow (WS-2, WS-9, WS-13)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.house_rules import in_force
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import distance
from hulldown.rulesets.warstrike.events import Why, leader_replaced, left_table, model_removed, unit_destroyed
from hulldown.rulesets.warstrike.occasions import (
    INCHES,
    REACH,
    Occasion,
    amend_length,
    amend_within,
    deed_of,
)
from hulldown.rulesets.warstrike.state import (
    CARRIED,
    NOBODY,
    WHOLE,
    Band,
    BandValue,
    CasualtyChoice,
    Deed,
    DoubleFire,
    FallBackMove,
    Fate,
    GtgMove,
    Half,
    HalfRof,
    LeaderRof,
    Options,
    RallyReach,
    State,
    Trait,
    is_vehicle,
    lasts,
    on_table,
    side_of,
)
from hulldown.rulesets.warstrike.table import ENDLESS, at_most, gap, living, next_of


@rule
def remove_model(s: State, m: int, e: Log) -> None:
    """A model is taken off the table; with its last one the unit is destroyed (WS-13.1)."""
    s.model[m].alive = 0
    model_removed(e, m)
    k = s.model[m].unit
    if next_of(s, k, NOBODY) == NOBODY:
        end_unit(s, k, Fate.DESTROYED)
        unit_destroyed(e, k, s.unit[k].value)


@rule
def destroy_unit(s: State, k: int, e: Log) -> None:
    """A whole unit is taken off as destroyed (WS-10.18)."""
    take_off(s, k)
    end_unit(s, k, Fate.DESTROYED)
    unit_destroyed(e, k, s.unit[k].value)


@rule
def leave_table(s: State, k: int, destroyed: int, e: Log) -> None:
    """A unit goes over its own table edge; destroyed: 1 if it counts so (WS-10.15 to WS-10.17, WS-13.2)."""
    take_off(s, k)
    end_unit(s, k, Fate.DESTROYED if destroyed != 0 else Fate.LEFT)
    left_table(e, k, destroyed, s.unit[k].value)


@rule
def take_off(s: State, k: int) -> None:
    """All models of a unit are off the table."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        s.model[m].alive = 0


@rule
def end_unit(s: State, k: int, fate: int) -> None:
    """A unit is out of the game (WS-13.1)."""
    u = s.unit[k]
    u.fate, u.leader, u.markers, u.ground, u.hunkered = fate, NOBODY, 0, 0, 0
    s.heirs = s.heirs & ~(1 << k)


# ---------------------------------------------------------------- leading
# Leaders: who leads a unit, who takes over, whose Ld a unit may borrow (WS-2).


@rule
def closest_survivor(s: State, k: int, x: int, y: int) -> int:
    """The model of a unit that is nearest to a place, centre to centre; ties: the lowest number (WS-2.6)."""
    best, least = NOBODY, ENDLESS
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        far = distance(s.model[m].x, s.model[m].y, x, y)
        if far < least:
            best, least = m, far
        m = next_of(s, k, m)
    return best


@rule
def take_the_lead(s: State, m: int, e: Log) -> None:
    """A model becomes acting leader of its unit (WS-2.6)."""
    k = s.model[m].unit
    s.unit[k].leader = m
    s.heirs = s.heirs & ~(1 << k)
    leader_replaced(e, k, m)


@rule
def succeed(s: State, k: int, e: Log) -> None:
    """A unit whose leader has fallen gets another, by itself or as its owner picks (WS-2.5, WS-2.6)."""
    u = s.unit[k]
    fallen = u.leader
    if fallen == NOBODY or on_table(s, fallen):
        return
    u.leaderless = 1
    heir = closest_survivor(s, k, s.model[fallen].x, s.model[fallen].y)
    if heir == NOBODY:
        return
    if s.options.acting_leader == CasualtyChoice.OWNER and not is_alone(s, k):
        s.heirs = s.heirs | (1 << k)
        u.leader = heir  # until the owner has picked
    else:
        take_the_lead(s, heir, e)


@rule
def is_alone(s: State, k: int) -> bool:
    """Whether a unit has no more than one model."""
    return next_of(s, k, next_of(s, k, NOBODY)) == NOBODY


@rule
def officer_of(s: State, side: int) -> int:
    """The task force commander of a side while he is on the table, else NOBODY (WS-2.8)."""
    for m in range(s.models):
        if s.model[m].officer != 0 and on_table(s, m) and side_of(s, m) == side:
            return m
    return NOBODY


@rule
def ld_of(s: State, m: int) -> int:
    """The Ld of a model, as its profile has it (WS-2.1)."""
    return s.profile[s.unit[s.model[m].unit].profile].ld


@rule
def officer_near(s: State, k: int) -> int:
    """The officer whose Ld a unit may use, near enough to its leader; or NOBODY (WS-2.7, WS-2.8).

    Of several the one with the best Ld.
    """
    return officer_within(s, k, officer_reach(s, k, s.mute))


@rule
def officer_reach(s: State, k: int, terms: Terms) -> int:
    """How near an officer must be to lend a unit his Ld (WS-2.7), with what house rules make of it."""
    reach = s.options.officer_reach
    return amend_within(s, Occasion.OFFICER_REACH, k, NOBODY, NOBODY, reach, REACH * INCHES, terms)


@rule
def note_reach(s: State, k: int, terms: Terms) -> None:
    """Note the house rules that lend a unit an officer's Ld or deny it."""
    if in_force(s.options.house) and officer_near(s, k) != officer_within(s, k, s.options.officer_reach):
        officer_reach(s, k, terms)


@rule
def officer_within(s: State, k: int, reach: int) -> int:
    """The officer with the best Ld who is so near to a unit's leader, or NOBODY."""
    best, most = NOBODY, -1
    if not lasts(s, k):
        return NOBODY
    for m in range(s.models):
        if s.model[m].officer == 0 or not on_table(s, m) or side_of(s, m) != s.unit[k].side:
            continue
        if ld_of(s, m) > most and at_most(gap(s, s.unit[k].leader, m), reach):
            best, most = m, ld_of(s, m)
    return best


# ---------------------------------------------------------------- permissions
# What the six actions allow: how far, who, with how much fire (WS-9, WS-10.3, WS-16.2).


@rule
def move_of(o: Options, deed: int) -> int:
    """How far the leader may go in an action, in hundredths of his Mv (WS-9.12, WS-16.2, WS-9.34)."""
    if deed == Deed.OPEN_FIRE:
        return o.open_fire_moves
    if deed == Deed.ADVANCE:
        return o.advance_moves
    if deed == Deed.DOUBLE:
        return o.double_moves
    if deed == Deed.FALL_BACK:
        return o.fall_back_moves
    return o.ground_moves if deed == Deed.GO_TO_GROUND and o.gtg_move == GtgMove.HALF else 0


@rule
def mv_of(s: State, k: int) -> int:
    """The Mv of a unit."""
    return s.profile[s.unit[k].profile].mv


@rule
def aw_of(s: State, k: int, other: int) -> int:
    """How far a unit notices another one on its level."""
    return aw_by(s, k, other, s.mute)


@rule
def aw_by(s: State, k: int, other: int, terms: Terms) -> int:
    """The Aw of a unit towards another one (WS-3.6)."""
    aw = s.profile[s.unit[k].profile].aw
    if not in_force(s.options.house):
        return aw
    return amend_within(s, Occasion.AWARENESS, k, other, NOBODY, aw, REACH * INCHES, terms)


@rule
def moves(s: State, k: int, hundredths: int) -> int:
    """A length that is a multiple of a unit's Mv (WS-1.10)."""
    return mv_of(s, k) * hundredths // WHOLE


@rule
def terrain_limit(s: State, k: int) -> int:
    """How far terrain lets a unit's models walk."""
    return terrain_limit_by(s, k, s.mute)


@rule
def terrain_limit_by(s: State, k: int, terms: Terms) -> int:
    """How far terrain lets a unit's models walk (WS-8.6, WS-9.27)."""
    far = moves(s, k, s.options.terrain_moves)
    return amend_length(s, Occasion.TERRAIN_MOVEMENT, k, deed_of(s, k), far, terms)


@rule
def flight_limit(s: State, k: int) -> int:
    """How far a unit's models flee."""
    return flight_limit_by(s, k, s.mute)


@rule
def flight_limit_by(s: State, k: int, terms: Terms) -> int:
    """How far a unit's models flee (WS-10.12)."""
    return amend_length(s, Occasion.FLIGHT, k, deed_of(s, k), moves(s, k, s.options.flight_moves), terms)


@rule
def normal_move(s: State, k: int) -> int:
    """Beyond how far a unit's models are met by Snap Fire, and where (WS-12.2, WS-12.5)."""
    return moves(s, k, s.options.snap_moves)


@rule
def open_limit(s: State, k: int, deed: int) -> int:
    """How far a unit's models may walk in an action."""
    return open_limit_by(s, k, deed, s.mute)


@rule
def open_limit_by(s: State, k: int, deed: int, terms: Terms) -> int:
    """How far a unit's models may walk in an action, in open ground; the N of WS-8.11 (WS-1.10)."""
    far = moves(s, k, move_of(s.options, deed))
    if deed == Deed.RALLY:
        far = mv_of(s, k)  # its stragglers'; the leader stands still (WS-9.19)
    return amend_length(s, Occasion.MOVEMENT, k, deed, far, terms) if far > 0 else far


@rule
def orderly_retreat(o: Options, deed: int) -> bool:
    """Whether, as an option, a unit falls back orderly in an action (WS-10.32)."""
    return bool(deed == Deed.FALL_BACK and o.fall_back_move == FallBackMove.ORDERLY)


@rule
def disorderly_action(o: Options, deed: int) -> bool:
    """Whether every model of a unit is measured in an action (WS-9.25, WS-10.32)."""
    return deed == Deed.DOUBLE or (deed == Deed.FALL_BACK and not orderly_retreat(o, deed))


@rule
def only_leader(deed: int) -> bool:
    """Whether nobody but the leader may move in an action (WS-9.2, WS-9.34)."""
    return deed == Deed.OPEN_FIRE or deed == Deed.GO_TO_GROUND


@rule
def place_radius(o: Options, deed: int) -> int:
    """How far from their leader members may be placed in an action; 0: nobody is placed (WS-7.3, WS-9.20)."""
    if deed == Deed.ADVANCE or orderly_retreat(o, deed):
        return o.orderly_placing
    return o.rally_placing if deed == Deed.RALLY else 0


@rule
def placed_from(o: Options, deed: int) -> int:
    """How near to their leader members must start to be placed in an action (WS-7.11, WS-9.23)."""
    if deed != Deed.RALLY:
        return o.orderly_start if deed == Deed.ADVANCE or orderly_retreat(o, deed) else 0
    if o.rally_reach == RallyReach.ALL:
        return ENDLESS
    return o.orderly_start if o.rally_reach == RallyReach.PLACE_ONLY else o.rally_start


@rule
def share_of_fire(o: Options, deed: int, one_handed: bool, unit_moved: bool) -> int:
    """How much of its RoF a weapon fires in an action, in hundredths (WS-16.2).

    All of it in Open Fire! (WS-9.6); one-handed weapons, pistols among them (WS-9.15), are not halved where
    others are (WS-9.11, WS-9.22, WS-10.4, WS-10.36); nobody who goes to ground fires (WS-9.32).
    """
    if deed == Deed.OPEN_FIRE:
        return o.open_fire_rof
    if deed == Deed.ADVANCE:
        return o.advance_pistols if one_handed else o.advance_rof
    if deed == Deed.RALLY:
        return o.rally_pistols if one_handed else o.rally_rof
    if deed == Deed.DOUBLE:
        return o.double_pistols if one_handed else 0
    if deed == Deed.FALL_BACK and not unit_moved:
        return o.fall_back_pistols if one_handed else o.fall_back_rof
    return 0


@rule
def rounded_share(o: Options, rof: int, share: int) -> int:
    """A share of a RoF, in hundredths, as whole shots (WS-9.14)."""
    if o.half_rof == HalfRof.UP:
        return (rof * share + WHOLE - 1) // WHOLE
    least = min(rof, o.least_shots) if o.half_rof == HalfRof.DOWN_MIN1 and share > 0 else 0
    return max(rof * share // WHOLE, least)


@rule
def shots_of(o: Options, rof: int, traits: int, deed: int, moved: bool, unit_moved: bool) -> int:
    """The shots of a weapon in an action, its own model's movement regarded (WS-9.16, WS-9.17).

    In Open Fire! only a leader moves, and fires as the others do, or by an option as in Advance! (WS-9.35).
    """
    if (traits >> Trait.HEAVY) & 1 != 0 and moved:
        return 0
    as_deed = Deed.ADVANCE if deed == Deed.OPEN_FIRE and moved and o.leader_rof == LeaderRof.HALF else deed
    share = share_of_fire(o, as_deed, (traits >> Trait.ONE_HANDED) & 1 != 0, unit_moved)
    return rounded_share(o, rof, share)


@rule
def band_of(o: Options, alive: int, size: int) -> int:
    """The strength band of Fall Back! (WS-10.2, WS-10.6, WS-10.18, WS-10.19)."""
    if reaches_share(alive, size, o.steady_share, bool(o.band_50 == BandValue.UPPER)):
        return Band.UPPER
    if reaches_share(alive, size, o.flight_share, bool(o.band_25 == BandValue.UPPER)):
        return Band.FLIGHT
    return Band.DESTROYED


@rule
def reaches_share(alive: int, size: int, percent: int, exactly: bool) -> bool:
    """Whether so many models of a unit are more than a share of it, or by `exactly` that share (WS-10.19)."""
    return WHOLE * alive > percent * size or (exactly and WHOLE * alive == percent * size)


@rule
def band(s: State, k: int) -> int:
    """The strength band of a unit (WS-10.19)."""
    return band_of(s.options, living(s, k), s.unit[k].size)


@rule
def why_not_order(o: Options, deed: int, failed: bool, vehicle: bool) -> int:
    """Why a unit may not choose an action after its check (WS-10.1, WS-10.20, WS-15.4); 0: it may."""
    if deed < Deed.OPEN_FIRE or deed > Deed.FALL_BACK:
        return Why.NOT_OFFERED
    if failed:
        return Why.OK if deed == Deed.FALL_BACK else Why.ONLY_FALL_BACK
    if deed == Deed.FALL_BACK and o.voluntary_fall_back == 0:
        return Why.NOT_OFFERED
    return Why.NOT_OFFERED if deed == Deed.GO_TO_GROUND and vehicle else Why.OK


@rule
def fires_first(deed: int) -> bool:
    """Whether an action may begin with its fire (WS-9.5, WS-9.9, WS-9.24, WS-9.29); Fall Back! is either."""
    return deed == Deed.ADVANCE or deed == Deed.RALLY or deed == Deed.DOUBLE or deed == Deed.FALL_BACK


@rule
def has_one_handed(s: State, k: int) -> bool:
    """Whether a model of a unit carries a one-handed weapon (WS-9.26)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        for i in range(CARRIED):
            weapon = s.model[m].weapon[i]
            if weapon != NOBODY and (s.weapon[weapon].traits >> Trait.ONE_HANDED) & 1 != 0:
                return True
        m = next_of(s, k, m)
    return False


@rule
def why_not_act(s: State, k: int, deed: int, half: int) -> int:
    """Why the activated unit may not choose an action with this half first; 0: it may (WS-16.6)."""
    why = why_not_order(s.options, deed, bool(s.failed != 0), is_vehicle(s, k))
    if why != Why.OK:
        return why
    if half == Half.MOVE_FIRST:
        return Why.OK
    if half != Half.FIRE_FIRST or not fires_first(deed):
        return Why.NOT_OFFERED
    if deed == Deed.FALL_BACK and band(s, k) != Band.UPPER:
        return Why.NO_FIRE  # a flight runs, and nobody fires (WS-10.6)
    if deed == Deed.DOUBLE and s.options.double_fire == DoubleFire.AFTER:
        return Why.NOT_OFFERED  # WS-9.29
    return Why.NO_FIRE if deed == Deed.DOUBLE and not has_one_handed(s, k) else Why.OK
