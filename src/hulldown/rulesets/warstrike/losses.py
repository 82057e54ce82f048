"""Danger tests, markers and checks, casualties (WS-3.14, WS-6, WS-11)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain, is_ignored
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.events import (
    Sum,
    Why,
    danger_tested,
    held_fire,
    ld_checked,
    marker_shed,
    model_hit,
    results_lost,
    split_checked,
    suppressed,
)
from hulldown.rulesets.warstrike.occasions import (
    FACES,
    MOST_DICE,
    MOST_MARKERS,
    Occasion,
    amend,
    amend_within,
    leave_out,
    pairs_now,
    roll_test,
)
from hulldown.rulesets.warstrike.permissions import ld_of, note_reach, officer_near, remove_model, succeed
from hulldown.rulesets.warstrike.shooting import attack, why_no_volley
from hulldown.rulesets.warstrike.state import (
    NOBODY,
    CasualtyChoice,
    Deed,
    Gait,
    Options,
    Phase,
    State,
    lasts,
    on_table,
)
from hulldown.rulesets.warstrike.table import ENDLESS, gap, next_of, on_danger, point_x, point_y

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
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].tests != 0:
            s.model[m].tests = 0
            safe = safe_from(s, k, e.why)
            harmed = max(0, min(DIE, safe - 1))
            face = roll_test(s, Occasion.DANGER, k, harmed, False, d, e)
            danger_tested(e, m, face, 1 if face <= harmed else 0)
            results = s.options.danger_results if face <= harmed else 0
            while results > 0 and on_table(s, m):
                take_kill_result(s, m, e)
                results -= 1
        m = next_of(s, k, m)
    succeed(s, k, e)


@rule
def safe_from(s: State, k: int, terms: Terms) -> int:
    """The score with which a model of a unit is safe on dangerous ground (WS-3.14)."""
    return amend(s, Occasion.DANGER, k, NOBODY, NOBODY, s.options.danger_score + 1, terms)


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


# ---------------------------------------------------------------- suppression: markers
# Suppression: markers (WS-6.8 to WS-6.12), and the Leadership checks they ask for (WS-6.1 to WS-6.7).


@rule
def most_markers(o: Options, nv: int) -> int:
    """As many markers as a unit may have (WS-6.9)."""
    return nv + o.marker_cap


@rule
def markers_for(o: Options, hits: int) -> int:
    """The markers that so many hits of one attack give (WS-6.9)."""
    per = o.suppress_per
    return (hits + per - 1) // per


@rule
def markers_after(o: Options, markers: int, given: int, nv: int) -> int:
    """The markers of a unit that is given some more (WS-6.9)."""
    return min(markers + given, most_markers(o, nv))


@rule
def markers_by(s: State, k: int, enemy: int, markers: int, hits: int, terms: Terms) -> int:
    """The markers of a unit that had so many, after so many hits of another unit (WS-6.9)."""
    if hits == 0:
        return markers
    given = markers_for(s.options, hits)
    given = amend_within(s, Occasion.SUPPRESSION, k, enemy, NOBODY, given, MOST_MARKERS, terms)
    return markers_after(s.options, markers, given, s.profile[s.unit[k].profile].nv)


@rule
def suppress(s: State, k: int, hits: int, e: Log) -> None:
    """An attack with so many hits that count suppresses a unit (WS-6.9, WS-11.19)."""
    if hits == 0 or not lasts(s, k):
        return
    u = s.unit[k]
    before = u.markers
    u.markers = markers_by(s, k, s.firers, before, hits, e.why)
    suppressed(e, k, u.markers - before, u.markers, hits)


@rule
def sheds(s: State, k: int) -> bool:
    """Whether a unit sheds markers in its Starting Phase: it fell back, nobody hit it since (WS-6.11)."""
    u = s.unit[k]
    if u.markers == 0 or u.last != Deed.FALL_BACK or u.hit != 0:
        return False
    return shed_by(s, k, s.mute) > 0


@rule
def shed_by(s: State, k: int, terms: Terms) -> int:
    """The markers that a unit sheds at most (WS-6.11)."""
    shed = s.options.markers_shed
    return amend_within(s, Occasion.MARKERS_SHED, k, NOBODY, NOBODY, shed, MOST_MARKERS, terms)


@rule
def shed(s: State, side: int, e: Log) -> None:
    """The third step of a Starting Phase (WS-5.4, WS-6.11)."""
    for k in range(s.units):
        u = s.unit[k]
        if u.side == side and lasts(s, k) and sheds(s, k):
            u.markers = max(0, u.markers - shed_by(s, k, e.why))
            marker_shed(e, k, u.markers)


# ---------------------------------------------------------------- Leadership checks


SIDES = 6  # of a die (WS-1.9)


@rule
def must_check(markers: int) -> bool:
    """Whether a unit with so many markers checks before it acts (WS-6.1, WS-6.2)."""
    return markers > 0


@rule
def dice_for(o: Options, ld: int, leaderless: int, officer_ld: int, terms: Terms) -> int:
    """Dice of a check: the own Ld or the officer's, whichever is better (WS-2.5, WS-2.7, WS-6.7).

    officer_ld: NOBODY without an officer near.
    """
    own = ld - (o.leaderless_penalty if leaderless != 0 and not is_ignored(terms, Sum.LEADERLESS) else 0)
    if officer_ld > own:
        return max(0, explain(terms, Sum.OFFICER, officer_ld))
    return max(0, explain(terms, Sum.LD, ld) + explain(terms, Sum.LEADERLESS, own - ld))


@rule
def target_for(o: Options, nv: int, markers: int, terms: Terms) -> int:
    """The score to roll at or under: lower for each marker after the first (WS-6.3, WS-6.7)."""
    lower = o.marker_penalty * max(0, markers - 1)
    return max(0, explain(terms, Sum.NV, nv) + explain(terms, Sum.MARKERS, -lower))


@rule
def check_dice(s: State, k: int, terms: Terms) -> int:
    """How many dice a unit rolls in an Ld check (WS-6.7)."""
    u, officer = s.unit[k], officer_near(s, k)
    borrowed = ld_of(s, officer) if officer != NOBODY else NOBODY
    leave_out(s, Occasion.LD_DICE, k, NOBODY, NOBODY, terms)
    dice = dice_for(s.options, s.profile[u.profile].ld, u.leaderless, borrowed, terms)
    return amend_within(s, Occasion.LD_DICE, k, NOBODY, NOBODY, dice, MOST_DICE, terms)


@rule
def check_target(s: State, k: int, terms: Terms) -> int:
    """The score a unit must roll at or under in an Ld check (WS-6.7)."""
    u = s.unit[k]
    leave_out(s, Occasion.LD_CHECK, k, NOBODY, NOBODY, terms)
    target = target_for(s.options, s.profile[u.profile].nv, u.markers, terms)
    return amend_within(s, Occasion.LD_CHECK, k, NOBODY, NOBODY, target, FACES, terms)


@rule
def check_pairs(s: State, k: int) -> int:
    """The chance that a die of a unit's Ld check succeeds, in parts of 36 (WS-6.2)."""
    return pairs_now(s, Occasion.LD_CHECK, k, NOBODY, NOBODY, min(FACES, check_target(s, k, s.mute)))


@rule
def throw(s: State, occasion: int, k: int, dice: int, target: int, d: Dice, e: Log) -> int:
    """Roll dice of a unit against a target: their faces as digits, then how many succeeded as the last."""
    faces, passed = 0, 0
    for _ in range(dice):
        face = roll_test(s, occasion, k, min(target, SIDES), True, d, e)
        passed += 1 if face <= target else 0
        faces = faces * 10 + face
    return faces * 10 + passed


@rule
def ld_check(s: State, k: int, d: Dice, e: Log) -> bool:
    """A unit with markers checks; every success takes markers off it (WS-6.2 to WS-6.6)."""
    u = s.unit[k]
    note_reach(s, k, e.why)
    dice, target = check_dice(s, k, e.why), check_target(s, k, e.why)
    thrown = throw(s, Occasion.LD_CHECK, k, dice, target, d, e)
    passed = thrown % 10
    removed = min(passed * s.options.markers_per_success, u.markers)
    u.markers -= removed
    ld_checked(e, k, dice, target, thrown // 10, 1 if passed > 0 else 0, removed)
    return passed > 0


# ---------------------------------------------------------------- casualties: who falls
# Casualties of an attack, and what follows it: a new leader, suppression, the next target (WS-11).


@rule
def distance_to_fire(s: State, m: int) -> int:
    """How far the nearest model that fired is from a model (WS-11.17)."""
    least = ENDLESS
    u = s.unit[s.firers]
    for j in range(u.first, u.first + u.size):
        if s.fired[j] != 0:
            least = min(least, gap(s, j, m))
    return least


@rule
def wounded(s: State) -> int:
    """The model that has taken a result of this attack and stands: it takes the next ones too (WS-11.18)."""
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        if s.may_die[m] > 1:
            return m
        m = next_of(s, s.target, m)
    return NOBODY


@rule
def closest_casualty(s: State) -> int:
    """The model that takes the next kill result: the closest that may die (WS-11.17), or NOBODY."""
    best, least = wounded(s), ENDLESS
    if best != NOBODY:
        return best
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        if s.may_die[m] != 0:
            far = distance_to_fire(s, m)
            if far < least:
                best, least = m, far
        m = next_of(s, s.target, m)
    return best


@rule
def why_not_take(s: State, m: int) -> int:
    """Why the owner may not give the next kill result to a model (WS-11.17, WS-11.18)."""
    if s.model[m].unit != s.target or s.may_die[m] == 0:
        return Why.NO_TARGET
    return Why.OK if wounded(s) == NOBODY or wounded(s) == m else Why.NO_TARGET


@rule
def choices(s: State) -> int:
    """Between how many models the owner may choose."""
    count = 0
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        count += 1 if why_not_take(s, m) == Why.OK else 0
        m = next_of(s, s.target, m)
    return count


@rule
def take_result(s: State, m: int, e: Log) -> None:
    """A model takes a kill result (WS-11.17)."""
    s.kills = s.kills - 1
    s.may_die[m] = 2
    take_kill_result(s, m, e)
    if s.phase == Phase.CASUALTY:
        s.phase = s.resume


@rule
def take_all(s: State, e: Log) -> None:
    """All kill results, closest first; those nobody can take are lost (WS-11.4, WS-11.17).

    Where the owner picks, only as long as he has no choice.
    """
    while s.kills > 0 and not owner_picks(s):
        m = closest_casualty(s)
        if m == NOBODY:
            lose_results(s, e)
        else:
            take_result(s, m, e)


@rule
def owner_picks(s: State) -> bool:
    """Whether the owner has to pick who takes the next kill result (WS-11.17)."""
    return bool(s.options.casualty_choice == CasualtyChoice.OWNER) and choices(s) > 1


@rule
def lose_results(s: State, e: Log) -> None:
    """Results beyond the last model that may die are lost (WS-11.17)."""
    results_lost(e, s.target, s.kills)
    s.kills = 0


# ---------------------------------------------------------------- the rest of an attack


@rule
def settle(s: State, d: Dice, e: Log) -> bool:
    """Attacks go on to their end; True: an owner has to pick a casualty or a leader."""
    while pending(s):
        if s.heirs != 0:
            return ask(s, Phase.SUCCESSION)
        if s.phase == Phase.SUCCESSION:
            s.phase = s.resume
        elif s.target == NOBODY:
            next_volley(s, d, e)
        elif s.kills == 0:
            finish(s, e)
        elif owner_picks(s):
            return ask(s, Phase.CASUALTY)
        else:
            take_all(s, e)
    return False


@rule
def pending(s: State) -> bool:
    """Whether something of an attack or of a loss is still to be settled before play goes on (WS-5.9)."""
    return bool(s.heirs != 0 or s.target != NOBODY or s.volleys != 0 or s.phase == Phase.SUCCESSION)


@rule
def ask(s: State, phase: int) -> bool:
    """Wait for an owner; afterwards what was going on goes on."""
    if s.phase != Phase.CASUALTY and s.phase != Phase.SUCCESSION:
        s.resume = s.phase
    s.phase = phase
    return True


@rule
def finish(s: State, e: Log) -> None:
    """After the casualties: a new leader, then suppression (WS-2.6, WS-11.19)."""
    k = s.target
    for m in range(s.models):
        s.may_die[m], s.fired[m] = 0, 0
    succeed(s, k, e)
    suppress(s, k, s.hits, e)
    s.target, s.hits = NOBODY, 0


# ---------------------------------------------------------------- several targets


@rule
def fire(s: State, k: int, target: int, d: Dice, e: Log) -> None:
    """A unit fires at its target, then at those that single models were told to fire at (WS-11.3)."""
    s.volleys = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        aim = s.model[m].aim
        if aim != NOBODY and aim != target:
            s.volleys = s.volleys | (1 << aim)
        m = next_of(s, k, m)
    attack(s, k, target, target, d, e)


@rule
def next_volley(s: State, d: Dice, e: Log) -> None:
    """The next further target; in Advance! only if the firing unit passes a check for it (WS-11.3)."""
    k, target = s.acting, 0
    while (s.volleys >> target) & 1 == 0:
        target += 1
    s.volleys = s.volleys & ~(1 << target)
    if not lasts(s, k) or why_no_volley(s, k, target, NOBODY) != Why.OK:
        return
    if s.deed == Deed.OPEN_FIRE or split_check(s, k, target, d, e):
        attack(s, k, target, NOBODY, d, e)


@rule
def split_check(s: State, k: int, target: int, d: Dice, e: Log) -> bool:
    """The check for a further target in Advance! (WS-11.3); it takes no markers off."""
    note_reach(s, k, e.why)
    dice, needed = check_dice(s, k, e.why), check_target(s, k, e.why)
    thrown = throw(s, Occasion.LD_CHECK, k, dice, needed, d, e)
    passed = thrown % 10 > 0
    split_checked(e, k, target, dice, needed, thrown // 10, 1 if passed else 0)
    return passed


@rule
def hold(s: State, k: int, e: Log) -> None:
    """A unit holds its fire (WS-16.6)."""
    held_fire(e, k)
