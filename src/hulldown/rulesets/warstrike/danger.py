"""Dangerous ground: a test for every model that moved over it (WS-3.14, WS-15.3)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Gait
from hulldown.rulesets.warstrike.events import danger_tested, model_hit
from hulldown.rulesets.warstrike.leading import succeed
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.removing import remove_model
from hulldown.rulesets.warstrike.standing import on_danger
from hulldown.rulesets.warstrike.state import State, on_table
from hulldown.rulesets.warstrike.walking import point_x, point_y

DIE = 6


@rule
def owes_test(s: State, m: int) -> bool:
    """Whether a model that moved touched dangerous ground on its path, or is placed on it (WS-3.14)."""
    v = s.model[m]
    if v.gait == Gait.PLACED:
        return on_danger(s, m, v.x, v.y, v.x, v.y)
    for i in range(v.points):
        ax, ay, bx, by = point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1)
        if on_danger(s, m, ax, ay, bx, by):
            return True
    return False


@rule
def take_danger_tests(s: State, k: int, d: Dice, e: Log) -> None:
    """All danger tests of an action, in the order of the models; then a new leader at once (WS-5.9)."""
    harmed = s.options.danger_score
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].tests != 0:
            s.model[m].tests = 0
            face = roll_under(d, DIE, harmed)
            danger_tested(e, m, face, 1 if face <= harmed else 0)
            results = s.options.danger_results if face <= harmed else 0
            while results > 0 and on_table(s, m):
                take_kill_result(s, m, e)
                results -= 1
        m = next_of(s, k, m)
    succeed(s, k, e)


@rule
def take_kill_result(s: State, m: int, e: Log) -> None:
    """A kill result on a model: it is removed once it has taken as many as it absorbs (WS-11.18)."""
    v = s.model[m]
    v.results = v.results + 1
    absorbs = s.profile[s.unit[v.unit].profile].wounds
    if v.results >= absorbs:
        remove_model(s, m, e)
    else:
        model_hit(e, m, v.results, absorbs)
