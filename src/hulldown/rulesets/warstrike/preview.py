"""What a whole move of a unit comes to before it is made: who could fire at whom then (WS-9, WS-11)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.preview import End, Ends, Foresight, PreviewShot
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.common.names import point, whole_inches
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.activating import FIRING, MOVING, act, activate, next_half
from hulldown.rulesets.warstrike.arming import begin_fire
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Half, Phase, Verb
from hulldown.rulesets.warstrike.counters import own_models, spot
from hulldown.rulesets.warstrike.exact.attack import attack_odds
from hulldown.rulesets.warstrike.moving import march
from hulldown.rulesets.warstrike.naming import unit_id
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.route import named, reach, towards, way_length
from hulldown.rulesets.warstrike.state import State, lasts


def ends(s: State, seat: int, unit: str) -> Ends:
    """Every whole move that the unit is offered, by where its leader would stand (WS-16.3)."""
    return {place: [End(None, far, tuple(rows))] for place, (far, rows) in reach(s, seat, unit).items()}


def ends_near(s: State, seat: int, unit: str, x: int, y: int) -> list[End]:
    """The whole move of a unit that makes for a spot of the player's own choice (WS-7.8, WS-16.3)."""
    k = named(s, unit)
    a = None if k is None or k != s.acting else towards(s, seat, k, x, y)
    return [] if k is None or a is None else [End(None, whole_inches(way_length(s, k, a)), (a,))]


def where(s: State, unit: str) -> tuple[str, int | None]:
    """The place of the leader of a unit; no model has a facing."""
    k = named(s, unit)
    if k is None or not own_models(s, k):
        return "", None
    return point(*spot(s, int(s.unit[k].leader))), None


def carry_out(s: State, a: Action) -> State:
    """The position after a whole move, at its fire if that comes next; nobody answers with Snap Fire."""
    position: State = copy(s)
    march(position, int(a.actor), int(a.x), int(a.y))
    position.done |= MOVING
    if next_half(position) == FIRING:
        open_fire(position, int(a.actor))
    return position


def open_fire(s: State, k: int) -> None:
    """The firing half of a unit's action begins."""
    begin_fire(s, k)
    s.phase = Phase.FIRE


def shots_at(s: State, k: int, target: int) -> Iterator[PreviewShot]:
    """The fire of a unit at another one, if it may: the chance that at least one model falls (WS-11)."""
    a = make(int(s.unit[k].side), Verb.FIRE, k, target=target)
    if check(s, int(a.seat), a) == 0:
        kept = attack_odds(s, k, target).kills().get(0, Fraction(0))
        yield PreviewShot(unit_id(s, k), unit_id(s, target), "", "hurt", 1 - kept, "", a)


def enemies(s: State, k: int) -> Iterator[int]:
    """The units of the other side that are on the table."""
    return (j for j in range(int(s.units)) if s.unit[j].side != s.unit[k].side and lasts(s, j))


def shots(s: State, unit: str) -> Iterator[PreviewShot]:
    """What a unit could fire at in the firing half of its action."""
    k = named(s, unit)
    if k is not None and k == s.acting and s.phase == Phase.FIRE:
        for target in enemies(s, k):
            yield from shots_at(s, k, target)


def as_enemy(s: State, shot: PreviewShot) -> State:
    """The position in which an enemy fires a shot."""
    return as_firing(s, shot.shooter)


def as_firing(s: State, shooter: str) -> State:
    """The position in which an enemy opens fire, as if activated now, its check passed (WS-9.3)."""
    position: State = copy(s)
    k = named(position, shooter)
    if k is None:
        return position
    position.side = position.unit[k].side
    markers, position.unit[k].markers = position.unit[k].markers, 0
    activate(position, k, new_dice(0), OFF)
    position.unit[k].markers = markers
    if why_not_act(position, k, Deed.OPEN_FIRE, Half.MOVE_FIRST) == Why.OK:
        act(position, k, Deed.OPEN_FIRE, Half.MOVE_FIRST, OFF)
        position.done |= MOVING
        open_fire(position, k)
    return position


def threats(s: State, unit: str) -> Iterator[PreviewShot]:
    """What each enemy could fire at a unit, were it activated now."""
    k = named(s, unit)
    if k is None or not lasts(s, k) or s.acting == NOBODY:
        return
    for enemy in enemies(s, k):
        position = as_firing(s, unit_id(s, enemy))
        yield from shots_at(position, enemy, k)


FORESIGHT = Foresight(
    ends=ends,
    towards=ends_near,
    stands=where,
    after=carry_out,
    shots=shots,
    threats=threats,
    as_enemy=as_enemy,
)
