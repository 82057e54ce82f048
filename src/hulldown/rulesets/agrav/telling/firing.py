"""Shots: volleys, to-hit rolls, rounds in flight, reaction and corner fire (AG-8, AG-16 to AG-18)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect
from hulldown.rulesets.agrav.codes import NOBODY, Family
from hulldown.rulesets.agrav.naming import way_name
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.vocabulary import MODE_RULES, MODES, plural
from hulldown.rulesets.face.words import Roll
from hulldown.rulesets.shared.drafting import Draft

D100 = 100
AGAIN = ("AG-20.2", "AG-20.11")  # a miss against a structure

# ---------------------------------------------------------------- what sets a shot off


def told_reaction_fire(t: Teller, row: Event) -> None:
    """Somebody has moved into view of a weapon that waits; the shot follows."""
    text = f"{t.name(row.target)} comes into view of {t.name(row.actor)}"
    draft = t.begin(row, text, "AG-16.8", Tell.REACTION_FIRE.rule)
    draft.clauses.append(f"reaction fire to the {way_name(row.b)} with the {t.weapon(row.actor, row.a)}")


def told_corner_fire(t: Teller, row: Event) -> None:
    """A unit has met an enemy that nobody knew of; the shot follows."""
    text = f"{t.name(row.actor)} comes round a corner upon {t.name(row.target)}"
    draft = t.begin(row, text, "AG-16.4", Tell.CORNER_FIRE.rule)
    high_act = " of its High Act turret" if row.c else ""
    gun = t.weapon(row.actor, row.a)
    draft.clauses.append(f"corner fire to the {way_name(row.b)} with the {gun}{high_act}")


def told_reaction_set(t: Teller, row: Event) -> None:
    """A weapon waits for somebody to move into its cone, or no longer."""
    gun = t.weapon(row.actor, row.a)
    if row.b == NOBODY:
        t.begin(row, f"{t.name(row.actor)} takes the {gun} off reaction fire")
        return
    draft = t.begin(row, f"{t.name(row.actor)} sets the {gun} to reaction fire to the {way_name(row.b)}")
    if row.c:
        turns = "turn" if row.c > 1 else "turns"
        draft.clauses.append(f"{plural(row.c, 'other weapon')} of the turret {turns} along")
        draft.rules.append("AG-16.3")


# ---------------------------------------------------------------- the volley


def told_shot(t: Teller, row: Event) -> None:
    """A volley at one target; a single shot tells its roll in the same sentence."""
    t.fired(row.actor, row.a, is_high(row.b))
    shots = volley(t, row)
    t.volley = shots > 1
    text = f"{t.name(row.actor)} fires the {t.weapon(row.actor, row.a)} at {t.aim(row)}{how(t, row)}"
    draft = t.begin(row, text, Tell.SHOT.rule, *MODE_RULES.get(row.b, ()))
    draft.shot = row.target != NOBODY
    if t.volley:
        draft.clauses.append(f"{shots} shots, each needs {row.c} or less")
        draft.rules.append("AG-8.12")
    t.accuracy, t.reasons = row.c, t.modifiers(row)


def volley(t: Teller, row: Event) -> int:
    """Shots of a volley. Of a line that has one for each living model those that were rolled are counted."""
    gun = t.s.units[row.actor].weapon[row.a]
    if not gun.per_model:
        return int(gun.shots)
    rolled = 0
    for after in t.rows[t.at + 1 :]:
        if after.kind == Tell.SHOT:
            break
        rolled = max(rolled, int(after.d)) if after.kind == Tell.ROLL else rolled
    return rolled


def how(t: Teller, row: Event) -> str:
    """The firing mode where there is more to say than that it flies straight, and who spots."""
    missile = t.s.units[row.actor].weapon[row.a].family == Family.MISSILE
    mode = MODES[row.b] or ("directly" if missile else "")
    seen = is_indirect(row.b) and row.d != NOBODY and row.d not in t.unseen
    spotter = f", {t.name(row.d)} spotting" if seen else ""
    return (f" {mode}" if mode else "") + spotter


def told_roll(t: Teller, row: Event) -> None:
    """One to-hit roll: it hits at or below the accuracy (AG-1.1)."""
    again = " again" if row.c else ""
    verdict = ("on its way" if t.blow.high else "hit") if row.b else "missed"
    draft = shot_of(t, row)
    draft.clauses.append(f"{t.accuracy} or less{again}, rolled {row.a}: {verdict}")
    draft.rules += [Tell.ROLL.rule, *(AGAIN if row.c else ())]
    text = f"Needs {t.accuracy} or less{again}: {row.a}, {verdict}."
    rule = AGAIN[0] if row.c else Tell.ROLL.rule
    draft.rolls.append(Roll(row.a, D100, text, rule, t.accuracy, bool(row.b), t.reasons))


def shot_of(t: Teller, row: Event) -> Draft:
    """The sentence of a roll: that of the volley, or one for each shot of several."""
    going = t.going(Tell.SHOT) if not t.volley else t.going(Tell.ROLL) if row.c else None
    return going or t.begin(row, f"Shot {row.d}")


# ---------------------------------------------------------------- rounds in flight


def told_in_flight(t: Teller, row: Event) -> None:
    """A round is on its way and comes down at the start of its side's next turn."""
    lands = f"it comes down at the start of {t.side(int(t.s.units[row.actor].side))}'s next turn"
    draft = t.going(Tell.SHOT, Tell.ROLL) or t.begin(row, f"{t.name(row.actor)} has a round in flight")
    draft.clauses.append(lands)
    draft.rules += ["AG-18.2" if row.b else Tell.IN_FLIGHT.rule, "AG-17.13"]


def told_impact(t: Teller, row: Event) -> None:
    """The second roll of a round."""
    w = abs(row.d) - 1
    t.fired(row.actor, w, True)
    text = f"The round from {t.name(row.actor)}'s {t.weapon(row.actor, w)} comes down on {t.aim(row)}"
    draft = t.begin(row, text, Tell.IMPACT.rule, "AG-17.11")
    t.accuracy, t.reasons = row.a, t.modifiers(row)
    for again, face in enumerate((row.b, row.c)):
        if face:
            drop(t, draft, face, bool(again))


def drop(t: Teller, draft: Draft, face: int, again: bool) -> None:
    """One die of the second roll, or the re-roll at a structure."""
    hit, once_more = face <= t.accuracy, " again" if again else ""
    verdict = "hit" if hit else "missed"
    draft.clauses.append(f"{t.accuracy} or less{once_more}, rolled {face}: {verdict}")
    draft.rules += AGAIN if again else ()
    text = f"Needs {t.accuracy} or less{once_more}: {face}, {verdict}."
    rule = AGAIN[0] if again else "AG-17.11"
    draft.rolls.append(Roll(face, D100, text, rule, t.accuracy, hit, t.reasons))


def told_lost_round(t: Teller, row: Event) -> None:
    """A round whose target is gone, or one too many in the air."""
    whose = f"A round from {t.name(row.actor)}'s {t.weapon(row.actor, row.a)}"
    why = f"{t.aim(row)} is gone" if row.b else "no more rounds can be in the air at once"
    t.begin(row, f"{whose} is lost: {why}", Tell.LOST_ROUND.rule, *(["AG-9.3"] if row.b else []))
