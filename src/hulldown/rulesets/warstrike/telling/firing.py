"""Fire: groups of shots with all their dice, Snap Fire offered and declined (WS-11, WS-12)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.face.words import Modifier
from hulldown.rulesets.warstrike.naming import weapon_name
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.teller import Teller, digits, thrown
from hulldown.rulesets.warstrike.vocabulary import held, needs, plural

FIRE = (Tell.ATTACK, Tell.TO_HIT, Tell.TO_SAVE, Tell.TO_KILL, Tell.GROUP)
DOES = {Tell.TO_HIT: "To hit", Tell.TO_SAVE: "Saves", Tell.TO_KILL: "To kill"}


def told_attack(t: Teller, row: Event) -> None:
    """A unit fires at another (WS-11.1, WS-12.1)."""
    does, rules = ("Snap Fires", ("WS-12.1", "WS-12.6")) if row.a else ("fires", (Tell.ATTACK.rule,))
    t.begin(row, f"{t.unit(row.actor)} {does} at {t.unit(row.target)}", *rules).shot = True


def told_dice(t: Teller, row: Event) -> None:
    """Dice of a group thrown together, to hit, to save or to kill; more than fit come in several rows."""
    rows = same_throw(t)
    t.told_to = t.at + len(rows)
    faces = tuple(face for one in rows for face in digits(one.a, one.b, one.c))
    draft = t.going(*FIRE) or t.begin(row, f"{t.unit(t.of(row.actor))} fires")
    kind, passed = Tell.of(row.kind), max(0, rows[-1].d)
    draft.rules.append(kind.rule)
    if faces:
        text = f"{DOES[kind]}, {needs(row.place)}: {passed} of {len(faces)}."
        draft.rolls.append(thrown(faces, text, kind.rule, row.place, passed, terms_of(t, row)))


def same_throw(t: Teller) -> list[Event]:
    """The rows of the throw that is told: the last one says how many succeeded."""
    found: list[Event] = []
    for row in t.rows[t.at :]:
        if found and row.kind != found[0].kind:
            break
        found.append(row)
        if row.d >= 0:
            break
    return found


def terms_of(t: Teller, row: Event) -> tuple[Modifier, ...]:
    """The sum behind a score needed."""
    return held(t.modifiers(row), row.place, Tell.of(row.kind).rule)


def told_group(t: Teller, row: Event) -> None:
    """What came of a group of equal shots (WS-11.16)."""
    draft = t.going(*FIRE) or t.begin(row, f"{t.unit(t.of(row.actor))} fires at {t.unit(row.target)}")
    hit, save, kill = (score_before(t, kind) for kind in (Tell.TO_HIT, Tell.TO_SAVE, Tell.TO_KILL))
    parts = [f"{weapon_name(row.place)}, {plural(row.a, 'shot')}", f"{plural(row.b, 'hit')} on {needs(hit)}"]
    if row.b:
        parts.append(f"{row.c} saved on {needs(save)}" if save else "no save")
    if row.b > row.c:
        killed = plural(row.d, "kill result")
        parts.append(f"{killed} on {needs(kill)}" if kill else "they cannot kill it")
    draft.clauses.append(", ".join(parts))
    draft.rules.append(Tell.GROUP.rule)


def score_before(t: Teller, kind: Tell) -> int:
    """The score needed in the last throw of a kind; 0 where no die could do it."""
    return next((int(row.place) for row in reversed(t.rows[: t.at]) if row.kind == kind), 0)


# ---------------------------------------------------------------- Snap Fire


def told_offer(t: Teller, row: Event) -> None:
    """A unit may Snap Fire (WS-12.4)."""
    t.begin(row, f"{t.unit(row.actor)} may Snap Fire at {t.unit(row.target)}")


def told_declined(t: Teller, row: Event) -> None:
    """It does not (WS-12.4)."""
    t.begin(row, f"{t.unit(row.actor)} does not Snap Fire")
