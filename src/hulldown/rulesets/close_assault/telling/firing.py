"""Fire: dice to hit, saves, hits that do nothing, weapons kept back (CA-15)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.codes import NONE
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import profile_of
from hulldown.rulesets.close_assault.telling.teller import DIE, Teller
from hulldown.rulesets.close_assault.vocabulary import FIRINGS, clamp_terms, needs
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import plural

SHOT = (events.fired_at, events.rolled_to_save)


@describes(events.fired_at)
def describe_fired(
    t: Teller, row: Event, model: int, enemy: int, weapon: int, dice: int, needed: int, firing: int
) -> None:
    """A weapon fires, all its dice at once (CA-15.3, CA-15.4)."""
    how, rule = FIRINGS[firing]
    text = f"{t.model(model)} fires its {t.weapon(model, weapon)} at {t.unit(enemy)} {how}".rstrip()
    draft = t.begin(text, t.kind.rule, rule, "CA-15.4")
    draft.shot = True
    t.told_to = t.at + 1 + dice
    thrown = events.rolled_to_hit.among(t.rows[t.at + 1 : t.told_to])
    faces = ", ".join(str(shot.die) for shot in thrown)
    hits = sum(shot.hit for shot in thrown)
    draft.clauses.append(f"{needs(needed)} hits, rolled {faces}: {count(hits, len(thrown))}")
    terms = clamp_terms(t.modifiers(row), needed, t.s.options)
    for shot in thrown:
        text = f"Needs {needs(needed)}: {shot.die}, {'hit' if shot.hit else 'missed'}."
        draft.rolls.append(
            Roll(shot.die, DIE, text, events.rolled_to_hit.rule, needed, bool(shot.hit), terms)
        )


def count(hits: int, dice: int) -> str:
    """How many of the dice hit."""
    if dice == 1:
        return "hit" if hits else "missed"
    return plural(hits, "hit") if hits else "all missed"


@describes(events.rolled_to_hit)
def describe_hit(t: Teller, model: int, die: int, hit: int) -> None:
    """A die to hit that stands alone."""
    draft = t.going(*SHOT) or t.begin(f"{t.model(model)} fires")
    draft.rolls.append(Roll(die, DIE, f"Rolled {die}.", t.kind.rule, success=bool(hit), modifiers=()))


@describes(events.rolled_to_save)
def describe_save(t: Teller, row: Event, model: int, die: int, needed: int, saved: int) -> None:
    """A hit is saved or not (CA-15.6)."""
    name = t.model(model)
    draft = t.going(*SHOT) or t.begin(f"{name} is hit")
    draft.rules.append(t.kind.rule)
    if needed == NONE:
        draft.clauses.append(f"{name} has no save against it")
        return
    verdict = "saved" if saved else "not saved"
    draft.clauses.append(f"{name} saves on {needs(needed)}, rolled {die}: {verdict}")
    text, terms = f"{name} saves on {needs(needed)}: {die}, {verdict}.", save_terms(t, row, model, needed)
    draft.rolls.append(Roll(die, DIE, text, t.kind.rule, needed, bool(saved), terms))


def save_terms(t: Teller, row: Event, model: int, needed: int) -> tuple[Modifier, ...]:
    """Which save it is, and what the hit takes from an Armour Save."""
    p = t.s.profile[profile_of(t.s, model)]
    pierced = [(r.code, -r.amount) for r in t.summands(row)]
    if p.save and p.save + sum(amount for _, amount in pierced) == needed:
        return (
            Sum.modifier(Sum.SAVE, int(p.save)),
            *(Sum.modifier(code, amount) for code, amount in pierced),
        )
    if p.invulnerable == needed:
        return (Sum.modifier(Sum.INVULNERABLE, needed),)
    return (Modifier("Jink save", needed, "CA-15.6"),)


@describes(events.hit_lost)
def describe_lost(t: Teller, model: int, enemy: int, harmless: int) -> None:
    """A hit that does nothing (CA-15.5, CA-15.7)."""
    draft = t.going(*SHOT) or t.begin(f"{t.model(model)}'s hit")
    words = f"such a hit cannot harm {t.unit(enemy)}" if harmless else "a hit finds nobody left"
    if words not in draft.clauses:
        draft.clauses.append(words)
    draft.rules.append("CA-15.5" if harmless else t.kind.rule)


@describes(events.held_fire)
def describe_no_fire(t: Teller, unit: int) -> None:
    """A detachment holds its fire (CA-3.9), or one of all that could still fire does (CA-3.11)."""
    text, draft = f"{t.unit(unit)} holds its fire", t.going(events.ceased_fire)
    if draft is None:
        t.begin(text)
    else:
        draft.clauses.append(text)


@describes(events.weapon_spared)
def describe_spared(t: Teller, model: int, weapon: int) -> None:
    """A weapon is kept from firing, so that its bonuses stay (CA-10.3)."""
    t.begin(f"{t.model(model)} keeps its {t.weapon(model, weapon)} from firing")
