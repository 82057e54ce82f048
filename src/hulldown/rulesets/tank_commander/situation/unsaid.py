"""Where a shot at the table and its situation differ, in words, so that no wrong number is shown."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Reasons
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.face.situation import Posed
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.tank_commander.carrying import aboard
from hulldown.rulesets.tank_commander.chances.explaining import WEAPON_OF, summands
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Shell, Standing, Verb
from hulldown.rulesets.tank_commander.crew import medkit_left
from hulldown.rulesets.tank_commander.damage import face_struck, may_burn
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import can_go_on, next_side
from hulldown.rulesets.tank_commander.variants import BuildingHit, BurnTiming, EndOfTurn, PassengerBailout

Note = tuple[str, str]  # a sentence and its rule


# ---------------------------------------------------------------- what cannot be said


def unsaid(s: State, a: Action, posed: Posed) -> Iterator[Note]:
    """What a situation cannot say of a shot though its odds depend on it."""
    if posed.refusal:
        yield f"On its page the rules would forbid the shot: {posed.refusal.text}.", posed.refusal.rule
        return
    yield from number_unsaid(s, a, posed)
    if a.target != NOBODY:
        yield from target_unsaid(s, a, posed)


def number_unsaid(s: State, a: Action, posed: Posed) -> Iterator[Note]:
    """Whether the number needed is another one (TC-7.13)."""
    if a.target == NOBODY and s.options.building_hit == BuildingHit.AUTO:
        return
    (number, reasons), (other, known) = arithmetic(s, a), arithmetic(posed.state, posed.order)
    if number == other:
        return
    for missing in reasons:
        if missing not in known:
            yield f"Its page cannot say this as well: {missing.text}.", missing.rule
    for added in known:
        if added not in reasons:
            yield f"Its page would count what does not count here: {added.text}.", added.rule


def arithmetic(s: State, a: Action) -> tuple[int, tuple[Modifier, ...]]:
    """The number a shot needs, and its summands."""
    why = blank(Reasons)
    why.on = 1
    target, cell = int(a.target), aim_cell(s, int(a.target), int(a.place))
    number = needed(s, int(a.actor), WEAPON_OF[Verb(a.verb)], target, cell, why)
    return int(number), summands(why)


def target_unsaid(s: State, a: Action, posed: Posed) -> Iterator[Note]:
    """Whether the target is another one in anything that a hit asks for (TC-7.16, TC-8.1 to TC-8.7)."""
    before, after = s.units[a.target], posed.state.units[posed.order.target]
    if before.kind != after.kind or struck(s, a) != struck(posed.state, posed.order):
        yield "Its page cannot say which armor is struck.", "TC-7.17"
    if (before.points, before.burning) != (after.points, after.burning):
        yield "Its page cannot say how badly the target is hit already.", "TC-8.3"
    if list(before.crew) != list(after.crew) or before.standing != after.standing:
        yield "Its page cannot say how the target's crew is.", "TC-8.2"
    elif medkit_left(s, int(a.target)) != medkit_left(posed.state, int(posed.order.target)):
        yield "Its page cannot say whether the target's medkit is used.", "TC-6.21"
    if bool(aboard(s, int(a.target))) != bool(aboard(posed.state, int(posed.order.target))):
        yield "Its page cannot say who rides on the target.", "TC-10.20"


def struck(s: State, a: Action) -> int:
    """The armor that the shot meets."""
    return int(s.units[a.target].armor[face_struck(s, int(a.target), int(s.units[a.actor].cell))])


# ---------------------------------------------------------------- what follows at the table alone


def left_out(s: State, a: Action) -> Iterator[Note]:
    """What the odds at the table count beside the shot: all that happens before the next decision."""
    if a.target != NOBODY and s.options.passenger_bailout == PassengerBailout.IMMEDIATE:
        if s.units[a.target].kind == Kind.APC and aboard(s, int(a.target)):
            yield "At the table those inside a disabled carrier must get out as well.", "TC-10.23"
    after = fired(s, a)
    if can_go_on(after, int(a.actor)):
        return
    if s.options.burn_timing == BurnTiming.OWN_ACTIVATION_END and may_burn(s, int(a.actor)):
        yield "At the table the shooter burns after this shot, which ends its activation.", "TC-8.9"
    t = after.units[a.actor]
    t.activated = 1
    after.passed[t.side] += 1
    if s.options.end_of_turn == EndOfTurn.ACTIVATION:
        yield "At the table this shot may end the activation: what burns and cooks off then counts.", "TC-4.5"
    elif next_side(after) == NOBODY:
        yield "At the table this shot may end the game turn: what burns and cooks off then counts.", "TC-4.9"


def fired(s: State, a: Action) -> State:
    """The position when the shot is over and its target, at worst, is out of action."""
    after = copy(s)
    t = after.units[a.actor]
    t.spent, t.begun = t.spent + 1, 1
    if a.verb == Verb.FIRE:
        t.loaded = Shell.NONE
    if a.target != NOBODY:
        after.units[a.target].standing = Standing.DISABLED
    return after
