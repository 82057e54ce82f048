"""Measuring, terrain, sight and moves: the leader, members placed, members measured (WS-1 to WS-8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.rulesets.warstrike import movement, permissions, shooting
from hulldown.rulesets.warstrike import table as warstrike_table
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.setup import blank_state, fine, mils
from hulldown.rulesets.warstrike.state import NOBODY, Deed, Gait, Sight, State
from hulldown.rulesets.warstrike.table import (
    at_most,
    edge_distance,
    sight,
    spread,
    touched,
)

from .posing import (
    BASE,
    LINE,
    MIDDLE,
    SINGLE,
    Model,
    at,
    base,
    inches,
    lay,
    options_of,
    squad,
    table,
    verdict,
    walked,
)
from .posing import place as place_of

DEEDS = {"fall_back_half": Deed.FALL_BACK}
Path = Sequence[Any]  # of points


def within(given: Given, a: Model, b: Model, limit: float) -> bool:
    return at_most(spread(options_of(given), *base(a), *base(b)), fine(limit))


def path_length(path: Path) -> int:
    s = blank_state(SHELF)
    return warstrike_table.path_length(s, walked(s, squad(s, 0, [at(path[0])]), path))


def touches(path: Path, piece: Mapping[str, Any], r: float = BASE) -> bool:
    s = blank_state(SHELF)
    n = lay(s, piece)
    points = [(mils(x), mils(y)) for x, y in path]
    pairs = zip(points, points[1:] or points, strict=False)
    return any(touched(s.piece[n], *a, *b, mils(r)) for a, b in pairs)


def see(given: Given, aw: float) -> dict[str, Any]:
    """The sight state of a pair, the Aw that counts, whether it can be targeted, the Ev it has (WS-3)."""
    s = table(given)
    viewer, target = squad(s, 0, [given["from"]]), squad(s, 1, [given["to"]])  # each of one model
    s.profile[s.unit[viewer].profile].aw = fine(aw)
    state = sight(s, viewer, target)
    plain = int(s.profile[s.unit[target].profile].ev)
    return {
        "state": Sight(state).name.lower(),
        "aw_eff": inches(shooting.effective_aw(s, viewer, target)),
        "targetable": shooting.targetable_at(s, viewer, target, state),
        "ev_bonus": shooting.ev_total(s, viewer, target, state, 0, s.mute) - plain,
    }


def snap_point(given: Given, path: Path, mv: float) -> list[Any]:
    s = table(given)
    m = walked(s, squad(s, 0, [at(path[0])]), path)
    warstrike_table.note_snap_point(s, m, fine(mv))
    return place_of(s.model[m].snap_x, s.model[m].snap_y)


# ---------------------------------------------------------------- moves


def moving(given: Given, *models: Model) -> tuple[State, int]:
    """The unit of these models as it begins to move, with enemies and friends, each a unit of its own."""
    s = table(given)
    s.deed = DEEDS.get(given["action"]) or Deed[given["action"].upper()]
    k = squad(s, 0, models, LINE if len(models) > 1 else SINGLE)
    for side, name in ((1, "enemies"), (0, "friends")):
        for model in given.get(name, ()):
            squad(s, side, [model], SINGLE)
    for profile in s.profile:
        profile.mv = fine(given.get("mv", 6))
    s.acting = k
    begin_move(s, k)
    return s, k


def leader_move(given: Given, path: Path) -> dict[str, Any]:
    s, k = moving(given, at(path[0]))
    walked(s, 0, path)
    return {
        **verdict(movement.why_not_lead(s, k, NOBODY)),
        "length": inches(warstrike_table.path_length(s, 0)),
    }


def eligible(given: Given, leader: Model, model: Model) -> bool:
    s, _ = moving(given, leader, model)
    return movement.near_leader(s, 1)


def placement(
    given: Given, leader_start: Model, model: Model, leader_end: Model, spot: Sequence[float]
) -> int:
    s, _ = moving(given, leader_start, model)
    for m, (x, y) in enumerate(((leader_end["x"], leader_end["y"]), spot)):
        s.model[m].x, s.model[m].y = mils(x), mils(y)
    return movement.why_not_placed(s, 1) if s.model[1].gait == Gait.PLACED else Why.NOT_ELIGIBLE


def member(given: Given, leader_end: Model, path: Path, members_end: Sequence[Model]) -> dict[str, Any]:
    """A member that is measured, among the others' final places (WS-8)."""
    others = [one for one in members_end if (one["x"], one["y"]) != (leader_end["x"], leader_end["y"])]
    s, _ = moving(given, leader_end, at(path[0]), *others)
    for m in range(len(others) + 2):
        s.model[m].gait = Gait.WALKS if m == 1 else Gait.STANDS
    walked(s, 1, path)
    return {
        **verdict(movement.why_not_disorderly(s, 1)),
        "in_command": movement.in_command(s, 1),
        "cap": inches(movement.path_limit(s, 1, movement.allowance(s, 1))),
    }


def move_cap(given: Given, path: Path) -> int:
    """The limit of a path, nobody out of command (WS-8.6, WS-8.7)."""
    s, k = moving(given, {"x": 1, "y": 35}, at(path[0]))
    walked(s, 1, path)
    return movement.path_limit(s, 1, permissions.open_limit(s, k, int(s.deed)))


def half_move(given: Given) -> int:
    s, k = moving({**given, "action": "fall_back"}, at(MIDDLE))
    return permissions.open_limit(s, k, Deed.FALL_BACK)


ANSWERS = {
    "edge_distance": ask(lambda a, b: edge_distance(*base(a), *base(b)), give={"distance": inches}),
    "within": ask(within, give="within"),
    "path_length": ask(path_length, give={"length": inches}),
    "touches": ask(touches, give="touches"),
    "sight": ask(see),
    "snap_point": ask(snap_point, give="point"),
    "leader_move": ask(leader_move),
    "eligible": ask(eligible, give="eligible"),
    "placement": ask(placement, give=verdict),
    "disorderly": ask(member),
    "move_cap": ask(move_cap, give={"cap": inches}),
    "half_move": ask(half_move, give={"limit": inches}),
}
