"""Fire before it is opened: what each group needs and why, losses, markers, the next check (WS-11.20)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.face.odds import Explanation
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.shared.explaining import Notes, listening
from hulldown.rulesets.shared.wording import decimal, percent, plural
from hulldown.rulesets.warstrike.arming import blindness, snaps
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.codes import NOBODY, Deed
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds
from hulldown.rulesets.warstrike.exact.split import elsewhere, shares
from hulldown.rulesets.warstrike.exact.volleys import Volley
from hulldown.rulesets.warstrike.firing import (
    aimed,
    extra_of,
    needed_in,
    needed_to_hit,
    weapon_in,
)
from hulldown.rulesets.warstrike.naming import model_named, named, unit_id, weapon_name
from hulldown.rulesets.warstrike.snap_fire import to_snap_points
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.vocabulary import SUMS, needs

# ---------------------------------------------------------------- a unit


def explain_fire(s: State, a: Action) -> Explanation:
    """Fire at a unit: the score of most shots with its sum, then every group and what comes of all."""
    k, target = int(a.actor), int(a.target)
    odds = attack_odds(s, k, target)
    most = max(odds.volleys, key=lambda v: v.shots) if odds.volleys else None
    return Explanation(
        f"{named(s, k)} fires at {named(s, target)}",
        plural(odds.shots, "shot"),
        most.hit if most else None,
        terms_of(s, k, target, most) if most else (),
        (*group_notes(odds), *who_notes(s, odds), *harm_notes(s, odds), *share_notes(s, a)),
    )


def explain_snap(s: State, a: Action) -> Explanation:
    """Snap Fire, where it meets the unit that runs (WS-12.5); or declined."""
    k, mover = int(a.actor), int(s.acting)
    if not a.choice:
        note = ("It may still Snap Fire at another unit in this Action Phase.", "WS-12.4")
        return Explanation(f"{named(s, k)} does not Snap Fire", notes=(note,))
    told = explain_fire(s, make_fire(a, mover))
    once = ("One shot of every weapon, at the points where Mv was used up.", "WS-12.5")
    title = f"{named(s, k)} Snap Fires at {named(s, mover)}"
    return Explanation(title, told.subtitle, told.needed, told.modifiers, (once, *told.notes))


def make_fire(a: Action, target: int) -> Action:
    """The same firers at a target."""
    shot = copy(a)
    shot.target = target
    return shot


def terms_of(s: State, k: int, target: int, group: Volley) -> tuple[Modifier, ...]:
    """The sum behind the score of a group (WS-11.9, WS-11.12)."""
    table, why = copy(s), listening()
    if snaps(table):
        to_snap_points(table, target)
    extra = extra_of(table, k, target, target)
    needed_to_hit(table, group.firers[0], target, group.weapon, extra, why)
    return SUMS.noted(why)


def group_notes(odds: AttackOdds) -> Notes:
    """A line for each group of equal shots (WS-11.16)."""
    return tuple((group_words(v), "WS-11.16") for v in odds.volleys)


def group_words(v: Volley) -> str:
    """How many shots, what they need, and what to expect."""
    many = f"{len(v.firers)} x {weapon_name(v.weapon)}, {plural(v.shots, 'shot')}"
    save = f"saved on {needs(v.save)}" if v.save else "no save"
    kill = f"kills on {needs(v.kill)}" if v.kill else "cannot kill"
    return f"{many}: {needs(v.hit)} hits, {save}, {kill}; {decimal(v.expected)} kill results."


def who_notes(s: State, odds: AttackOdds) -> Notes:
    """Who holds his fire, a leader who sees nobody, how many can fall (WS-11.2, WS-11.4, WS-11.6)."""
    firing = sum(len(v.firers) for v in odds.volleys)
    away = [] if snaps(s) else elsewhere(s, odds.firers, odds.target)
    silent = len(living(s, odds.firers)) - firing - len(away)
    notes = []
    if silent:
        notes.append((f"{plural(silent, 'model')} cannot fire.", "WS-11.2"))
    if not snaps(s) and blindness(s, odds.firers, odds.target):
        notes.append(("Its leader sees nobody of the target: +1 Ev.", "WS-11.6"))
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


def explain_aim(s: State, a: Action) -> Explanation:
    """A model at a target of its own: what it fires and needs there (WS-11.3)."""
    m, target = int(a.actor), int(a.target)
    k = int(s.model[m].unit)
    extra = extra_of(s, k, target, NOBODY)
    found = aimed(s, m, target, extra)
    title = f"{model_named(s, m)} fires at {named(s, target)}"
    notes = []
    if s.deed != Deed.OPEN_FIRE:
        notes.append(("A target beside the first takes a passed Ld check, and has +1 Ev.", "WS-11.3"))
    if not found:
        return Explanation(title, notes=tuple(notes))
    why = listening()
    needed_to_hit(s, m, target, weapon_in(found), extra, why)
    return Explanation(title, weapon_name(weapon_in(found)), needed_in(found), SUMS.noted(why), tuple(notes))
