"""Who would be left behind or out of command, and what else follows from a move that is laid out."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.records import copy
from hulldown.kernel.shapes import distance
from hulldown.rulesets.api.tabletop import Link
from hulldown.rulesets.common.dicing import open_log
from hulldown.rulesets.common.names import listed
from hulldown.rulesets.warstrike.codes import NOBODY, Gait, Phase
from hulldown.rulesets.warstrike.counters import own_models, spot
from hulldown.rulesets.warstrike.disorderly import in_command
from hulldown.rulesets.warstrike.events import danger_tested, left_behind, out_of_command
from hulldown.rulesets.warstrike.moving import end_move, has_begun_move
from hulldown.rulesets.warstrike.naming import length, model_id, unit_id
from hulldown.rulesets.warstrike.orderly import in_placing_distance
from hulldown.rulesets.warstrike.snap_fire import next_to_ask
from hulldown.rulesets.warstrike.state import State

# ---------------------------------------------------------------- who keeps together


def walks(s: State, k: int, m: int) -> bool:
    """Whether a model is measured by itself in the move that goes on (WS-8.1)."""
    return bool(s.phase == Phase.MOVE and k == s.acting and s.model[m].gait == Gait.WALKS)


def strays(s: State, k: int) -> list[int]:
    """Members out of command where they end (WS-8.3); those too far off to be placed (WS-7.4)."""
    leader = int(s.unit[k].leader)
    return [m for m in own_models(s, k) if m != leader and not keeps_up(s, k, m)]


def keeps_up(s: State, k: int, m: int) -> bool:
    """Whether a member keeps with its unit."""
    if walks(s, k, m):
        return bool(in_command(s, m))
    return bool(in_placing_distance(s, m, *spot(s, m), int(s.options.orderly_start)))


def nearest_own(s: State, k: int, m: int) -> int:
    """The member nearest to a model."""
    others = [j for j in own_models(s, k) if j != m]
    return min(others, key=lambda j: distance(*spot(s, m), *spot(s, j)))


def links(s: State, k: int) -> Iterator[Link]:
    """A line from each stray to what it should be near: a member, or its leader (WS-8.2, WS-7.3)."""
    for m in strays(s, k):
        to = nearest_own(s, k, m) if walks(s, k, m) else int(s.unit[k].leader)
        yield Link((spot(s, m), spot(s, to)), "broken")


def lost(s: State, k: int) -> list[int]:
    """Members that walk by themselves in the move that goes on and end out of command (WS-8.3)."""
    return [m for m in strays(s, k) if walks(s, k, m)]


# ---------------------------------------------------------------- what follows


def went(s: State, m: int) -> bool:
    """Whether a model ends elsewhere than it set out, or walked."""
    v = s.model[m]
    return bool(v.points > 0 or v.x != v.from_x or v.y != v.from_y)


def outlook(s: State) -> Iterator[tuple[str, str]]:
    """What comes of a move if it ends as it is laid out, each with its rule.

    It is ended on a copy, so the rules say it that will judge it: strays, danger tests, Snap Fire.
    """
    after, k, log = copy(s), int(s.acting), open_log()
    end_move(after, k, log)
    out, left = ([row.model for row in kind.rows(log)] for kind in (out_of_command, left_behind))
    if out:
        yield f"{models(s, out)} would be out of command.", out_of_command.rule
    if left:
        far = f"more than {length(s.options.orderly_start)}″ from the leader"
        yield f"{models(s, left)} would stay behind, {far}.", left_behind.rule
    tests = [m for m in own_models(after, k) if after.model[m].tests]
    if tests:
        yield f"{models(s, tests)} would test for dangerous ground.", danger_tested.rule
    firing = [unit_id(s, j) for j in snappers(after)]
    if firing:
        yield f"{listed(firing)} may Snap Fire at it.", "WS-12.2"


def models(s: State, members: list[int]) -> str:
    """Models by name."""
    return listed([model_id(s, m) for m in members])


def snappers(after: State) -> list[int]:
    """The units that will be asked for Snap Fire at a move that has ended, as the rules do it (WS-12.4)."""
    after.phase, units = Phase.SNAP, []
    after.asked = next_to_ask(after)
    while after.asked != NOBODY:
        units.append(int(after.asked))
        after.asked = next_to_ask(after)
    return units


def remarks(s: State) -> Iterator[str]:
    """What a player wants to know before a move ends."""
    if s.phase == Phase.MOVE and has_begun_move(s, int(s.acting)):
        for text, rule in outlook(s):
            yield f"{text[:-1]} ({rule})."
