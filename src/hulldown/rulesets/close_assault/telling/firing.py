"""Fire: dice to hit, saves, hits that do nothing, weapons kept back (CA-15)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.close_assault.codes import NONE
from hulldown.rulesets.close_assault.reasons import Sum, Tell
from hulldown.rulesets.close_assault.state import profile_of
from hulldown.rulesets.close_assault.telling.teller import Teller
from hulldown.rulesets.close_assault.vocabulary import FIRINGS, held, modifier, needs, plural
from hulldown.rulesets.face.words import Modifier, Roll

DIE = 6
SHOT = (Tell.FIRED, Tell.SAVE_ROLL)


def told_fired(t: Teller, row: Event) -> None:
    """A weapon fires, all its dice at once (CA-15.3, CA-15.4)."""
    how, rule = FIRINGS[row.d]
    text = f"{t.model(row.actor)} fires its {t.weapon(row.actor, row.a)} at {t.unit(row.target)}"
    draft = t.begin(row, f"{text} {how}".rstrip(), Tell.FIRED.rule, rule, "CA-15.4")
    draft.shot = True
    dice = t.rows[t.at + 1 : t.at + 1 + row.b]
    hits = sum(int(die.b) for die in dice)
    faces = ", ".join(str(die.a) for die in dice)
    draft.clauses.append(f"{needs(row.c)} hits, rolled {faces}: {count(hits, len(dice))}")
    terms = held(t.modifiers(row), row.c)
    for die in dice:
        said = f"Needs {needs(row.c)}: {die.a}, {'hit' if die.b else 'missed'}."
        rolled = Roll(die.a, DIE, said, Tell.HIT_ROLL.rule, row.c, bool(die.b), terms)
        draft.rolls.append(rolled)
    t.told_to = t.at + 1 + row.b


def count(hits: int, dice: int) -> str:
    """How many of the dice hit."""
    if dice == 1:
        return "hit" if hits else "missed"
    return plural(hits, "hit") if hits else "all missed"


def told_hit(t: Teller, row: Event) -> None:
    """A die to hit that stands alone."""
    draft = t.going(*SHOT) or t.begin(row, f"{t.model(row.actor)} fires")
    draft.rolls.append(
        Roll(row.a, DIE, f"Rolled {row.a}.", Tell.HIT_ROLL.rule, success=bool(row.b), modifiers=())
    )


def told_save(t: Teller, row: Event) -> None:
    """A hit is saved or not (CA-15.6)."""
    draft = t.going(*SHOT) or t.begin(row, f"{t.model(row.actor)} is hit")
    draft.rules.append(Tell.SAVE_ROLL.rule)
    name = t.model(row.actor)
    if row.b == NONE:
        draft.clauses.append(f"{name} has no save against it")
        return
    verdict = "saved" if row.c else "not saved"
    draft.clauses.append(f"{name} saves on {needs(row.b)}, rolled {row.a}: {verdict}")
    said = f"{name} saves on {needs(row.b)}: {row.a}, {verdict}."
    rolled = Roll(row.a, DIE, said, Tell.SAVE_ROLL.rule, row.b, bool(row.c), save_terms(t, row))
    draft.rolls.append(rolled)


def save_terms(t: Teller, row: Event) -> tuple[Modifier, ...]:
    """Which save it is, and what the hit takes from an Armour Save."""
    p = t.s.profile[profile_of(t.s, row.actor)]
    pierced = [(r.code, -r.amount) for r in t.summands(row)]
    if p.save and p.save + sum(amount for _, amount in pierced) == row.b:
        return (modifier(Sum.SAVE, int(p.save)), *(modifier(code, amount) for code, amount in pierced))
    if p.invulnerable == row.b:
        return (modifier(Sum.INVULNERABLE, row.b),)
    return (Modifier("Jink save", row.b, "CA-15.6"),)


def told_lost(t: Teller, row: Event) -> None:
    """A hit that does nothing (CA-15.5, CA-15.7)."""
    draft = t.going(*SHOT) or t.begin(row, f"{t.model(row.actor)}'s hit")
    words = f"such a hit cannot harm {t.unit(row.target)}" if row.a else "a hit finds nobody left"
    if words not in draft.clauses:
        draft.clauses.append(words)
    draft.rules.append("CA-15.5" if row.a else Tell.HIT_LOST.rule)


def told_held(t: Teller, row: Event) -> None:
    """A detachment holds its fire (CA-3.9), or one of all that could still fire does (CA-3.11)."""
    draft = t.going(Tell.CEASED_FIRE)
    if draft is None:
        t.begin(row, f"{t.unit(row.actor)} holds its fire")
    else:
        draft.clauses.append(f"{t.unit(row.actor)} holds its fire")


def told_ceased(t: Teller, row: Event) -> None:
    """Nobody else of a side fires in this stage (CA-3.11)."""
    t.begin(row, f"Nobody else of {t.side(row.actor)} fires in this stage")


def told_spared(t: Teller, row: Event) -> None:
    """A weapon is kept from firing, so that its bonuses stay (CA-10.3)."""
    t.begin(row, f"{t.model(row.actor)} keeps its {t.weapon(row.actor, row.a)} from firing")
