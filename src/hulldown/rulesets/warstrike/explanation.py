"""What stands behind an order before it is given: checks, limits, scores with their sums, what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Explanation, Note
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common.explanation import OFF, Notes, explains, mean, open_log
from hulldown.rulesets.common.names import decimal, joined, listed, percent, plural, spot
from hulldown.rulesets.warstrike import shooting, words
from hulldown.rulesets.warstrike.actions import check
from hulldown.rulesets.warstrike.cards import carriers, living
from hulldown.rulesets.warstrike.catalogue import Shelf
from hulldown.rulesets.warstrike.events import Sum, Why, flight_began
from hulldown.rulesets.warstrike.losses import DIE, check_dice, check_pairs, check_target, must_check
from hulldown.rulesets.warstrike.movement import allowance, in_command, leader_limit, path_limit
from hulldown.rulesets.warstrike.moving import begin_move, go, march, step, why_not_end
from hulldown.rulesets.warstrike.occasions import PAIR
from hulldown.rulesets.warstrike.odds import (
    AttackOdds,
    Volley,
    attack_odds,
    check_passing,
    elsewhere,
    removals_by,
    shares,
)
from hulldown.rulesets.warstrike.permissions import band, shots_of
from hulldown.rulesets.warstrike.preview import outlook, snappers, went
from hulldown.rulesets.warstrike.state import NOBODY, Band, Deed, Flight, Gait, Phase, State, Verb
from hulldown.rulesets.warstrike.table import path_length
from hulldown.rulesets.warstrike.turn import MOVING, act, activate, fall_back, to_snap_points
from hulldown.rulesets.warstrike.words import far, model_named, mv_words, named, needs, unit_id, weapon_name

# ---------------------------------------------------------------- activation


def explain_activate(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The check of a suppressed unit; without markers there is none (WS-6.1, WS-6.2)."""
    k = int(a.actor)
    title = f"{named(shelf, s, k)} is activated"
    if not must_check(s.unit[k].markers):
        return Explanation(title, notes=(("It has no markers and checks nothing.", "WS-6.1"),))
    score, terms = Sum.behind(shelf, check_target, s, k)
    then = "If it fails it" if check_passing(s, k) else "So it"
    notes = (*check_notes(shelf, s, k, score), fate_note(s, k, then))
    return Explanation(title, "Ld check", None, terms, notes)


def check_notes(shelf: Shelf, s: State, k: int, score: int) -> Notes:
    """Dice, score, chance, and what comes off (WS-6.4, WS-6.7)."""
    dice, terms = Sum.behind(shelf, check_dice, s, k)
    of_dice = ", ".join(f"{term.text} {term.amount}" for term in terms)
    chance = check_passing(s, k)
    text = f"{plural(dice, 'die', 'dice')} ({of_dice}), {score} or less on one of them"
    if not chance:
        return ((f"{text}: it cannot pass.", "WS-6.7"),)
    success = Fraction(int(check_pairs(s, k)), PAIR)
    off = mean(removals_by(s.options, dice, success, int(s.unit[k].markers)).items(), int)
    return (
        (f"{text}: it passes in {percent(chance)}.", "WS-6.7"),
        (f"Markers off on average: {decimal(off)}.", "WS-6.4"),
    )


def fate_note(s: State, k: int, then: str) -> Note:
    """What a failed check means for a unit of this strength (WS-10.2, WS-10.6, WS-10.18)."""
    strength = band(s, k)
    if strength == Band.UPPER:
        o = s.options
        fires, goes = words.fire_words(o.fall_back_rof), mv_words(o.fall_back_moves)
        return (f"{then} fires {fires}, or moves up to {goes}.", "WS-10.3")
    if strength == Band.DESTROYED:
        return (f"{then} is destroyed.", "WS-10.18")
    return flight_note(s, k, then)


def flight_note(s: State, k: int, then: str) -> Note:
    """Where a unit flees to, tried on a copy: nothing of a flight is chosen (WS-10.8, WS-10.11, WS-10.33).

    Who may Snap Fire is what the rules ask when nobody falls on dangerous ground on the way (WS-12.4).
    """
    after, log = copy(s), open_log()
    activate(after, k, new_dice(0), OFF)
    fall_back(after, k, script_dice(new_dice(0), [(DIE, DIE)] * (2 * int(s.unit[k].size))), log)
    flights = flight_began.rows(log)
    if not flights:
        return (f"{then} stays and hunkers: no enemy near sees it in the open.", "WS-10.8")
    (to,) = flights
    if to.goal == Flight.COVER:
        way = f"flees to cover at {spot(to.x, to.y)}"
    else:
        way = f"finds no cover and {'leaves over' if after.leaves else 'runs for'} its own table edge"
    firing = [unit_id(s, j) for j in snappers(after)]
    return (f"{then} {way}{f': {listed(firing)} may Snap Fire' if firing else ''}.", "WS-10.11")


# ---------------------------------------------------------------- actions


WORDS = {
    Gait.PLACED: ("is placed round its leader", "are placed round their leader", "WS-7.3"),
    Gait.WALKS: ("is measured by itself", "are measured by themselves", "WS-8.1"),
}


def explain_deed(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What an action lets this very unit do, from where it stands."""
    k, deed = int(a.actor), int(a.choice)
    title = f"{named(shelf, s, k)}: {words.action_name(deed, int(a.facing))}"
    if deed == Deed.FALL_BACK and band(s, k) != Band.UPPER:
        return Explanation(title, notes=words.default_words(s.options, deed)[1:])
    after = copy(s)
    act(after, k, deed, int(a.facing), OFF)
    notes = (*words.allows(s.options, deed), *limit_notes(after, k), *shot_notes(shelf, after, k))
    return Explanation(title, notes=notes)


def limit_notes(after: State, k: int) -> Notes:
    """The leader's limit in inches, and how the members move; the action is chosen on this table."""
    if after.done & MOVING:
        return ()
    begin_move(after, k)
    limit = int(leader_limit(after, k))
    notes = [(f"Its leader walks up to {far(limit)}.", "WS-7.8")] if limit else []
    gaits = Counter(Gait(after.model[m].gait) for m in living(after, k) if m != after.unit[k].leader)
    for gait, (single, many, rule) in WORDS.items():
        if gaits[gait]:
            notes.append((f"{plural(gaits[gait], 'member')} {single if gaits[gait] == 1 else many}.", rule))
    return tuple(notes)


def shot_notes(shelf: Shelf, after: State, k: int) -> Notes:
    """Shots of each weapon if its model stands still (WS-9.14, WS-9.17)."""
    parts = []
    for weapon in carriers(after, k):
        w = after.weapon[weapon]
        shots = shots_of(after.options, int(w.rof), int(w.traits), int(after.deed), False, False)
        shots = shooting.shots_in_play(after, k, weapon, shots, after.mute)
        if shots:
            parts.append(f"{weapon_name(shelf, after, weapon)} {shots}")
    return ((f"Shots of a model that stands: {joined(parts)}.", "WS-9.14"),) if parts else ()


# ---------------------------------------------------------------- moves of a unit


def explain_march(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A whole move in one order, and what follows from its end."""
    after, k = copy(s), int(a.actor)
    march(after, k, int(a.x), int(a.y))
    return Explanation(f"{named(shelf, s, k)} goes to {spot(a.x, a.y)}", notes=end_notes(after, k))


def explain_go(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The leader's next way-point: what is left, who would be lost, whether the move may end so."""
    after, k = copy(s), int(a.actor)
    go(after, k, int(a.x), int(a.y))
    notes = (*end_notes(after, k), *reason_notes(after, k))
    return Explanation(f"{named(shelf, s, k)} is led to {spot(a.x, a.y)}", notes=notes)


def explain_end(shelf: Shelf, s: State, a: Action) -> Explanation:
    """What the end of the move means as it is laid out; in set-up nothing is to be known."""
    k = int(a.actor)
    if s.phase == Phase.DEPLOY:
        return Explanation(f"{named(shelf, s, k)} stands")
    return Explanation(f"{named(shelf, s, k)} ends its move", notes=end_notes(copy(s), k))


def end_notes(after: State, k: int) -> Notes:
    """How far the leader goes, who is placed, and what follows (WS-7.8, WS-7.3)."""
    leader = int(after.unit[k].leader)
    walked, limit = int(path_length(after, leader)), int(leader_limit(after, k))
    notes = (
        [(f"The leader walks {far(walked)}, {far(max(0, limit - walked))} left.", "WS-7.8")] if limit else []
    )
    there = [m for m in living(after, k) if m != leader]
    placed = [m for m in there if after.model[m].gait == Gait.PLACED and went(after, m)]
    if placed:
        notes.append((f"{plural(len(placed), 'member')} placed round the leader.", "WS-7.3"))
    return (*notes, *outlook(after))


def reason_notes(after: State, k: int) -> Notes:
    """The first broken rule of a move as it is laid out."""
    code = why_not_end(after, k)
    if code == Why.OK:
        return ()
    why = words.refused(after, make(int(after.unit[k].side), Verb.END, k), code)
    return ((f"The move may not end so yet: {why.text}.", why.rule),)


# ---------------------------------------------------------------- one model


def explain_step(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The next way-point of a measured model: what is left, and whether it keeps with its unit (WS-8)."""
    after, m = copy(s), int(a.actor)
    step(after, m, int(a.x), int(a.y))
    nominal = int(allowance(after, m))
    limit, walked = int(path_limit(after, m, nominal)), int(path_length(after, m))
    notes = [(f"{far(walked)} of {far(limit)}, {far(max(0, limit - walked))} left.", "WS-8.11")]
    if limit < nominal:
        usual = mv_words(s.options.terrain_moves, "its Mv")
        most = words.terrain_words(after, int(s.model[m].unit)) or usual
        notes.append((f"Terrain holds it to {most}.", "WS-8.6"))
    if not in_command(after, m):
        notes.append(("It would end out of command.", "WS-8.3"))
    notes += reason_notes(after, int(s.model[m].unit))
    return Explanation(f"{model_named(shelf, s, m)} to {spot(a.x, a.y)}", notes=tuple(notes))


# ---------------------------------------------------------------- fire of a unit


def explain_fire(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Fire at a unit: the score of most shots with its sum, then every group and what comes of all."""
    k, target = int(a.actor), int(a.target)
    odds = attack_odds(s, k, target)
    groups = [(group_words(shelf, s, v), "WS-11.16") for v in odds.volleys]
    most = max(odds.volleys, key=lambda v: v.shots) if odds.volleys else None
    return Explanation(
        f"{named(shelf, s, k)} fires at {named(shelf, s, target)}",
        plural(odds.shots, "shot"),
        most.hit if most else None,
        terms_of(shelf, s, k, target, most) if most else (),
        (*groups, *who_notes(s, odds), *harm_notes(s, odds), *share_notes(s, a)),
    )


def explain_snap(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Snap Fire, where it meets the unit that runs (WS-12.5); or declined."""
    k, mover = int(a.actor), int(s.acting)
    if not a.choice:
        note = ("It may still Snap Fire at another unit in this Action Phase.", "WS-12.4")
        return Explanation(f"{named(shelf, s, k)} does not Snap Fire", notes=(note,))
    fire = copy(a)
    fire.target = mover
    explanation = explain_fire(shelf, s, fire)
    many, used = int(s.options.snap_shots), mv_words(s.options.snap_moves)
    shots = "One shot" if many == 1 else plural(many, "shot")
    in_play = {int(shooting.shots_in_play(s, k, weapon, many, s.mute)) for weapon in carriers(s, k)}
    what = f"{shots} of every weapon" if in_play <= {many} else "Hurried shots"
    once = (f"{what}, at the points where {used} was used up.", "WS-12.5")
    title = f"{named(shelf, s, k)} Snap Fires at {named(shelf, s, mover)}"
    return Explanation(
        title, explanation.subtitle, explanation.needed, explanation.modifiers, (once, *explanation.notes)
    )


def terms_of(shelf: Shelf, s: State, k: int, target: int, group: Volley) -> tuple[Modifier, ...]:
    """The sum behind the score of a group (WS-11.9, WS-11.12)."""
    table = copy(s)
    if shooting.snaps(table):
        to_snap_points(table, target)
    extra = shooting.extra_of(table, k, target, target)
    _, terms = Sum.behind(shelf, shooting.needed_to_hit, table, group.firers[0], target, group.weapon, extra)
    return words.bounded(s.options, terms)


def group_words(shelf: Shelf, s: State, v: Volley) -> str:
    """How many shots, what they need, and what to expect."""
    many = f"{len(v.firers)} x {weapon_name(shelf, s, v.weapon)}, {plural(v.shots, 'shot')}"
    save = f"saved on {needs(v.save)}" if v.save else "no save"
    kill = f"kills on {needs(v.kill)}" if v.kill else "cannot kill"
    return f"{many}: {needs(v.hit)} hits, {save}, {kill}; {decimal(v.expected)} kill results."


def who_notes(s: State, odds: AttackOdds) -> Notes:
    """Who holds his fire, a leader who sees nobody, how many can fall (WS-11.2, WS-11.4, WS-11.6)."""
    firing = sum(len(v.firers) for v in odds.volleys)
    away = [] if shooting.snaps(s) else elsewhere(s, odds.firers, odds.target)
    silent = len(living(s, odds.firers)) - firing - len(away)
    notes = []
    if silent:
        notes.append((f"{plural(silent, 'model')} cannot fire.", "WS-11.2"))
    if not shooting.snaps(s) and shooting.blindness(s, odds.firers, odds.target):
        notes.append((f"Its leader sees nobody of the target: +{s.options.blind_ev} Ev.", "WS-11.6"))
    if odds.fallen[-1] < odds.standing:
        notes.append((f"At most {odds.fallen[-1]} of {plural(odds.standing, 'model')} can fall.", "WS-11.4"))
    return tuple(notes)


def harm_notes(s: State, odds: AttackOdds) -> Notes:
    """Models lost, markers, the chance that the target fails its next check."""
    name, gone = unit_id(s, odds.target), odds.destroyed
    lost = f"On average {name} loses {decimal(odds.mean_kills)} models"
    notes = [(f"{lost}{f'; it is destroyed in {percent(gone)}' if gone else ''}.", "WS-11.20")]
    markers = [f"{n} in {percent(chance)}" for n, chance in odds.markers().items()]
    notes.append((f"Markers: {', '.join(markers)}.", "WS-6.9"))
    notes.append((f"{name} then fails its next check in {percent(odds.fails_next_check)}.", "WS-6.7"))
    return tuple(notes)


def share_notes(s: State, a: Action) -> Notes:
    """Further targets of the same fire, each after a check of its own in Advance! (WS-11.3)."""
    notes = []
    for share in shares(s, a):
        check = f", if it passes a check, in {percent(share.chance)}" if share.chance < 1 else ""
        name, lost = unit_id(s, share.odds.target), decimal(share.odds.mean_kills)
        many = plural(share.odds.shots, "shot")
        notes.append((f"Then {many} at {name}{check}: it loses {lost} models on average.", "WS-11.3"))
    return tuple(notes)


# ---------------------------------------------------------------- one model


def explain_aim(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A model at a target of its own: what it fires and needs there (WS-11.3)."""
    m, target = int(a.actor), int(a.target)
    k = int(s.model[m].unit)
    extra = shooting.extra_of(s, k, target, NOBODY)
    aim = shooting.aimed(s, m, target, extra)
    title = f"{model_named(shelf, s, m)} fires at {named(shelf, s, target)}"
    notes = []
    if s.deed != Deed.OPEN_FIRE:
        gains = f"+{s.options.further_target_ev} Ev"
        notes.append((f"A target beside the first takes a passed Ld check, and has {gains}.", "WS-11.3"))
    if not aim:
        return Explanation(title, notes=tuple(notes))
    weapon = shooting.weapon_in(aim)
    _, terms = Sum.behind(shelf, shooting.needed_to_hit, s, m, target, weapon, extra)
    terms = words.bounded(s.options, terms)
    return Explanation(title, weapon_name(shelf, s, weapon), shooting.needed_in(aim), terms, tuple(notes))


# ---------------------------------------------------------------- all of them


def explain_falls(shelf: Shelf, s: State, a: Action) -> Explanation:
    """Who takes the next kill result, and how many are left (WS-11.17)."""
    left = plural(int(s.kills), "kill result")
    note = (f"{left} still to be taken; one on a model that bears more stays on it.", "WS-11.18")
    return Explanation(f"{model_named(shelf, s, int(a.actor))} takes the next kill result", notes=(note,))


def explain_form(shelf: Shelf, s: State, a: Action) -> Explanation:
    """A unit set up in formation (WS-4.9)."""
    return Explanation(f"Place {named(shelf, s, int(a.actor))}, its leader at {spot(a.x, a.y)}")


def explain_leads(shelf: Shelf, s: State, a: Action) -> Explanation:
    """An acting leader (WS-2.5, WS-2.6)."""
    k = int(s.model[a.actor].unit)
    note = (f"Whoever leads, the unit has -{s.options.leaderless_penalty} Ld from now on.", "WS-2.5")
    return Explanation(f"{model_named(shelf, s, int(a.actor))} leads {named(shelf, s, k)}", notes=(note,))


EXPLAINERS: dict[Verb, Callable[[Shelf, State, Action], Explanation]] = {
    Verb.FORM: explain_form,
    Verb.ACTIVATE: explain_activate,
    Verb.ACT: explain_deed,
    Verb.MARCH: explain_march,
    Verb.GO: explain_go,
    Verb.END: explain_end,
    Verb.STEP: explain_step,
    Verb.AIM: explain_aim,
    Verb.FIRE: explain_fire,
    Verb.SNAP: explain_snap,
    Verb.FALLS: explain_falls,
    Verb.LEAD: explain_leads,
}


def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains every order."""
    explainers = {verb: partial(explain, shelf) for verb, explain in EXPLAINERS.items()}
    return explains(explainers, words.action_text, check)
