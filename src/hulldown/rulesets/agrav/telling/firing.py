"""Shots: volleys, to-hit rolls, rounds in flight, reaction and corner fire (AG-8, AG-16 to AG-18)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect
from hulldown.rulesets.agrav.codes import NOBODY, Family
from hulldown.rulesets.agrav.events import rolled_to_hit, shot_fired
from hulldown.rulesets.agrav.naming import way_name
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import MODE_RULES, MODES
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import Draft, describes
from hulldown.rulesets.common.names import plural

D100 = 100
AGAIN = ("AG-20.2", "AG-20.11")  # a miss against a structure

# ---------------------------------------------------------------- what sets a shot off


@describes(events.reaction_fired)
def describe_reaction_fire(t: Teller, unit: int, mover: int, weapon: int, cone: int) -> None:
    """Somebody has moved into view of a weapon that waits; the shot follows."""
    draft = t.begin(f"{t.unit(mover)} comes into view of {t.unit(unit)}")
    draft.clauses.append(f"reaction fire to the {way_name(cone)} with the {t.weapon(unit, weapon)}")


@describes(events.corner_fired)
def describe_corner_fire(t: Teller, unit: int, enemy: int, weapon: int, cone: int, high_act: int) -> None:
    """A unit has met an enemy that nobody knew of; the shot follows."""
    draft = t.begin(f"{t.unit(unit)} comes round a corner upon {t.unit(enemy)}")
    gun = t.weapon(unit, weapon) + (" of its High Act turret" if high_act else "")
    draft.clauses.append(f"corner fire to the {way_name(cone)} with the {gun}")


@describes(events.reaction_set)
def describe_reaction_set(t: Teller, unit: int, weapon: int, way: int, along: int) -> None:
    """A weapon waits for somebody to move into its cone, or no longer."""
    gun = t.weapon(unit, weapon)
    if way == NOBODY:
        t.begin(f"{t.unit(unit)} takes the {gun} off reaction fire")
        return
    draft = t.begin(f"{t.unit(unit)} sets the {gun} to reaction fire to the {way_name(way)}")
    if along:
        turns = "turn" if along > 1 else "turns"
        draft.clauses.append(f"{plural(along, 'other weapon')} of the turret {turns} along")
        draft.rules.append("AG-16.3")


# ---------------------------------------------------------------- the volley


@describes(shot_fired)
def describe_shot(
    t: Teller,
    row: Event,
    unit: int,
    target: int,
    place: int,
    weapon: int,
    mode: int,
    accuracy: int,
    spotter: int,
) -> None:
    """A volley at one target; a single shot tells its roll in the same sentence."""
    t.fires(unit, weapon, is_high(mode))
    shots = volley(t, unit, weapon)
    t.volley = shots > 1
    text = f"{t.unit(unit)} fires the {t.weapon(unit, weapon)} at {t.aim(target, place)}"
    missile = t.s.units[unit].weapon[weapon].family == Family.MISSILE
    if how := MODES[mode] or ("directly" if missile else ""):
        text += f" {how}"
    if is_indirect(mode) and spotter != NOBODY and spotter not in t.unseen:
        text += f", {t.unit(spotter)} spotting"
    draft = t.begin(text, t.kind.rule, *MODE_RULES.get(mode, ()))
    draft.shot = target != NOBODY
    if t.volley:
        draft.clauses.append(f"{shots} shots, each needs {accuracy} or less")
        draft.rules.append("AG-8.12")
    t.accuracy, t.reasons = accuracy, t.modifiers(row)


def volley(t: Teller, unit: int, weapon: int) -> int:
    """Shots of a volley. Of a line that has one for each living model those that were rolled are counted."""
    gun = t.s.units[unit].weapon[weapon]
    if not gun.per_model:
        return int(gun.shots)
    rolled = 0
    for after in t.rows[t.at + 1 :]:
        if after.kind == shot_fired.kind:
            break
        rolled = max(rolled, rolled_to_hit.decode(after).shot) if after.kind == rolled_to_hit.kind else rolled
    return rolled


@describes(rolled_to_hit)
def describe_roll(t: Teller, die: int, hit: int, again: int, shot: int) -> None:
    """One to-hit roll: it hits at or below the accuracy (AG-1.1).

    It goes into the sentence of the volley, or has its own with the other rolls of the same shot of several.
    """
    going = t.going(shot_fired) if not t.volley else t.going(rolled_to_hit) if again else None
    draft = going or t.begin(f"Shot {shot}")
    draft.rules.append(t.kind.rule)
    add_roll(t, draft, die, again, t.kind.rule, ("on its way" if t.blow.high else "hit") if hit else "missed")


def add_roll(t: Teller, draft: Draft, die: int, again: int, rule: str, verdict: str) -> None:
    """A d100 against the accuracy; `again`: a miss at a structure rolled once more (AG-20.2)."""
    needs = f"{t.accuracy} or less{' again' if again else ''}"
    draft.clauses.append(f"{needs}, rolled {die}: {verdict}")
    draft.rules += AGAIN if again else ()
    text, success = f"Needs {needs}: {die}, {verdict}.", verdict != "missed"
    draft.rolls.append(Roll(die, D100, text, AGAIN[0] if again else rule, t.accuracy, success, t.reasons))


# ---------------------------------------------------------------- rounds in flight


@describes(events.launched)
def describe_in_flight(t: Teller, unit: int, top: int) -> None:
    """A round is on its way and comes down at the start of its side's next turn."""
    lands = f"it comes down at the start of {t.side(int(t.s.units[unit].side))}'s next turn"
    draft = t.going(shot_fired, rolled_to_hit) or t.begin(f"{t.unit(unit)} has a round in flight")
    draft.clauses.append(lands)
    draft.rules += ["AG-18.2" if top else t.kind.rule, "AG-17.13"]


@describes(events.landed)
def describe_impact(
    t: Teller,
    row: Event,
    unit: int,
    target: int,
    place: int,
    accuracy: int,
    die: int,
    again: int,
    weapon: int,
) -> None:
    """The second roll of a round, with the re-roll at a structure."""
    w = abs(weapon) - 1
    t.fires(unit, w, True)
    text = f"The round from {t.unit(unit)}'s {t.weapon(unit, w)} comes down on {t.aim(target, place)}"
    draft = t.begin(text)
    t.accuracy, t.reasons = accuracy, t.modifiers(row)
    for once_more, face in enumerate((die, again)):
        if face:
            add_roll(t, draft, face, once_more, "AG-17.11", "hit" if face <= accuracy else "missed")


@describes(events.round_lost)
def describe_lost_round(t: Teller, unit: int, target: int, place: int, weapon: int, gone: int) -> None:
    """A round whose target is gone, or one too many in the air."""
    whose = f"A round from {t.unit(unit)}'s {t.weapon(unit, weapon)}"
    why = f"{t.aim(target, place)} is gone" if gone else "no more rounds can be in the air at once"
    t.begin(f"{whose} is lost: {why}", t.kind.rule, *(["AG-9.3"] if gone else []))
