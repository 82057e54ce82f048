"""Fire before it is opened: what each weapon needs, saves, Wounds to be expected (CA-15, CA-19.10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault.aiming import (
    allotted,
    line_against,
    nearest_target,
    save_against,
    why_not_shoot,
    within_half,
)
from hulldown.rulesets.close_assault.codes import NOBODY, Firing, Trait, Verb
from hulldown.rulesets.close_assault.exact.firing import fire_odds, mounts
from hulldown.rulesets.close_assault.ground import in_wood
from hulldown.rulesets.close_assault.hits import can_harm, needed
from hulldown.rulesets.close_assault.naming import detachment_name, named, weapon_name
from hulldown.rulesets.close_assault.profiling import has_bonuses
from hulldown.rulesets.close_assault.reasons import Sum, Why
from hulldown.rulesets.close_assault.shooting import aim_of
from hulldown.rulesets.close_assault.state import State, kind_of, profile_of
from hulldown.rulesets.close_assault.values import has
from hulldown.rulesets.close_assault.vocabulary import clamp_terms, close_dice, needs
from hulldown.rulesets.common.explanation import Notes, listening
from hulldown.rulesets.common.names import decimal, percent, plural


@dataclass(frozen=True)
class Shot:
    """What a weapon needs at a target, and the save against it."""

    weapon: int
    aim: int
    face: int
    save: int
    harms: bool
    doubled: bool
    terms: tuple[Modifier, ...]


def shot_of(s: State, m: int, w: int, aim: int, firing: Firing) -> Shot:
    """One weapon at a detachment (CA-15.3 to CA-15.6)."""
    line = s.profile[profile_of(s, m)].weapon[w].line[line_against(s, m, w, aim)]
    why = listening()
    face = needed(s.options, line, bool(in_wood(s, nearest_target(s, m, line, aim))), firing, why)
    save = save_against(s, m, line, allotted(s, m, line, aim), s.mute)
    harms = bool(can_harm(line, kind_of(s, int(s.detachment[aim].first))))
    doubled = bool(has(line, Trait.ASSAULT) and within_half(s, m, line, aim))
    return Shot(w, aim, face, save, harms, doubled, clamp_terms(Sum.modifiers(why), face, s.options))


def shots_of(s: State, k: int, target: int, second: int, firing: Firing) -> Counter[Shot]:
    """All weapons of a detachment that would fire, equal ones counted."""
    shots: Counter[Shot] = Counter()
    for m, w in mounts(s, k):
        aim = aim_of(s, m, w, target, second)
        if why_not_shoot(s, m, w, aim, firing) == Why.ALLOWED:
            shots[shot_of(s, m, w, aim, firing)] += 1
    return shots


def shot_words(s: State, k: int, shot: Shot, count: int) -> str:
    """How many, what they need, and the save."""
    many = f"{count} x {weapon_name(s, k, shot.weapon)} at {detachment_name(s, shot.aim)}"
    if not shot.harms:
        return f"{many}: {needs(shot.face)} hits, but cannot harm it."
    save = f"saved on {needs(shot.save)}" if shot.save else "no save"
    twice = f", {close_dice(s.options)}" if shot.doubled else ""
    return f"{many}: {needs(shot.face)} hits, {save}{twice}."


def harm_notes(s: State, k: int, target: int, second: int, firing: Firing) -> Notes:
    """Wounds to be expected, and the chance to wipe the target out (CA-19.10)."""
    odds = fire_odds(s, k, target, second, firing)
    lost = max(odds.models_lost(), default=0)
    whole = len([wounds for wounds in odds.before if wounds])
    text = f"{decimal(odds.expected_wounds)} Wounds are to be expected"
    out = odds.models_lost().get(whole) if lost == whole else None
    gone = f"; nothing is left in {percent(out)}" if out else ""
    return ((f"{text}{gone}.", "CA-19.10"),)


def explain_shots(s: State, a: Action) -> Explanation:
    """Fire in its stage, Point Defence, Overwatch."""
    k, target, second, firing = fired(s, a)
    if target == NOBODY:
        return Explanation(f"{named(s, k)} does not fire")
    shots = shots_of(s, k, target, second, firing)
    notes = (
        *((shot_words(s, k, shot, count), "CA-15.4") for shot, count in shots.items()),
        *harm_notes(s, k, target, second, firing),
        *price_notes(s, k, firing),
    )
    hardest = max(shots, key=lambda shot: (shot.harms, shots[shot])) if shots else None
    return Explanation(
        f"{named(s, k)} fires at {named(s, target)}",
        f"with {plural(sum(shots.values()), 'weapon')}",
        hardest.face if hardest else None,
        hardest.terms if hardest else (),
        notes,
    )


def fired(s: State, a: Action) -> tuple[int, int, int, Firing]:
    """Who fires at whom, and when."""
    if a.verb == Verb.FIRE:
        return int(a.actor), int(a.target), int(a.place), Firing.STAGE
    if a.verb == Verb.DEFEND:
        return int(a.actor), int(a.target), NOBODY, Firing.DEFENCE
    return int(a.actor), int(s.acting) if a.choice else NOBODY, NOBODY, Firing.OVERWATCH


def price_notes(s: State, k: int, firing: Firing) -> Notes:
    """What it costs to fire (CA-3.8, CA-10.3)."""
    notes = []
    if has_bonuses(s.profile[s.detachment[k].profile], s.options):
        notes.append(("Weapons fired have no bonuses left this round.", "CA-10.3"))
    if firing is Firing.OVERWATCH:
        notes.append(("It loses its order for the rest of the round.", "CA-3.8"))
    return tuple(notes)
