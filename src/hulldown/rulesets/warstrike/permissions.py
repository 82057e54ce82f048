"""What the six actions allow: how far, who, with how much fire (WS-9, WS-10.3, WS-16.2)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import CARRIED, NOBODY, WHOLE, Band, Deed, Half, Trait
from hulldown.rulesets.warstrike.measuring import ENDLESS, next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.state import Options, State, is_vehicle
from hulldown.rulesets.warstrike.variants import (
    BandValue,
    DoubleFire,
    FallBackMove,
    GtgMove,
    HalfRof,
    LeaderRof,
    RallyReach,
)

# ---------------------------------------------------------------- movement


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
def moves(s: State, k: int, hundredths: int) -> int:
    """A length that is a multiple of a unit's Mv (WS-1.10)."""
    return mv_of(s, k) * hundredths // WHOLE


@rule
def terrain_limit(s: State, k: int) -> int:
    """How far terrain lets a unit's models walk (WS-8.6, WS-9.27)."""
    return moves(s, k, s.options.terrain_moves)


@rule
def normal_move(s: State, k: int) -> int:
    """Beyond how far a unit's models are met by Snap Fire, and where (WS-12.2, WS-12.5)."""
    return moves(s, k, s.options.snap_moves)


@rule
def open_limit(s: State, k: int, deed: int) -> int:
    """How far a unit's models may walk in an action, in open ground; the N of WS-8.11 (WS-1.10)."""
    if deed == Deed.RALLY:
        return mv_of(s, k)  # its stragglers'; the leader stands still (WS-9.19)
    return moves(s, k, move_of(s.options, deed))


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


# ---------------------------------------------------------------- fire


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


# ---------------------------------------------------------------- choosing an action


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
