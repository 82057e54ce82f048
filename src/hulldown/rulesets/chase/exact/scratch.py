"""Something for rules to work on when there is no game: a duel nobody plays, dice laid out, a closed log."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.events import Log, Terms
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.codes import SIDE_TANKS, Standing
from hulldown.rulesets.chase.state import Damage, Options, Pair, Profile, State, Tank

QUIET = blank(Log)
MUTE = blank(Terms)
_EMPTY = blank(State)


def scripted_dice(*faces: int) -> Dice:
    """Six-sided dice that show these faces, in this order."""
    return script_dice(new_dice(0), [(face, 6) for face in faces])


def scratch(o: Options, p: Pair) -> State:
    """A duel under options that stands where a pair stands; the pair is copied.

    It shares with all others what no rule of a single duel writes to: making them is quick.
    """
    s: State = State.__new__(State)
    vars(s).update(vars(_EMPTY))
    s.options, s.count = o, [1, 1]
    s.duels, s.turn_limit, s.pairs = 1, 1, 1
    s.pair, s.tanks = [copy(p)], list(_EMPTY.tanks)
    s.pair[0].tank[:] = [0, SIDE_TANKS]
    s.pair[0].open = 1
    for t in s.pair[0].tank:
        s.tanks[t] = blank(Tank)
        s.tanks[t].standing, s.tanks[t].now.hull = Standing.ACTIVE, 1
    return s


def tank(profile: Profile, mobility: int = 0, gun: int = 0) -> Tank:
    """A tank of a profile with full hull points and this damage."""
    result = blank(Tank)
    result.profile = profile
    result.standing = Standing.ACTIVE
    result.now.hull, result.now.mobility, result.now.gun = profile.hull, mobility, gun
    return result


def damage(hull: int, mobility: int, gun: int) -> Damage:
    """A damage state (CH-11.8)."""
    result = blank(Damage)
    result.hull, result.mobility, result.gun = hull, mobility, gun
    return result
