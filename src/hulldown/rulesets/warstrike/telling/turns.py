"""Player turns and their Starting Phases (WS-5, WS-6.11, WS-14.1)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.warstrike.reasons import Tell
from hulldown.rulesets.warstrike.telling.teller import Teller, digits, thrown
from hulldown.rulesets.warstrike.vocabulary import joined, plural, spot


def told_turn_start(t: Teller, row: Event) -> None:
    """A player turn begins (WS-5.1, WS-5.2)."""
    t.heading(f"Turn {row.a} of {row.b}: {t.side(row.actor)}", Tell.TURN_START.rule)


def told_morale(t: Teller, row: Event) -> None:
    """A task force that lost more than half of its units checks (WS-14.1 to WS-14.3)."""
    name, faces = t.side(row.actor), digits(row.c)
    draft = t.begin(row, f"{name}'s task force has lost more than half of its units")
    if not faces:
        draft.clauses.append("without its commander it does not hold")
        draft.rules.append("WS-14.2")
        return
    verdict = "it holds" if row.d else "it does not hold"
    draft.clauses.append(f"{plural(row.a, 'die', 'dice')}, {row.b} or less, rolled {shown(faces)}: {verdict}")
    draft.rules.append("WS-14.3")
    passed = sum(face <= row.b for face in faces)
    draft.rolls.append(thrown(faces, f"{row.b} or less: {verdict}.", draft.rules[0], None, passed, ()))


def shown(faces: tuple[int, ...]) -> str:
    """Faces in a sentence: "3, 5 and 1"."""
    return joined([str(face) for face in faces])


def told_victory(t: Teller, row: Event) -> None:
    """An enemy objective controlled at the start of a turn (WS-14.4)."""
    where = spot(int(t.s.objective_x[row.place]), int(t.s.objective_y[row.place]))
    t.begin(row, f"{t.side(row.actor)} controls the enemy objective at {where}")


def told_shed(t: Teller, row: Event) -> None:
    """A marker comes off who fell back and was not hit since (WS-6.11)."""
    t.begin(row, f"{t.unit(row.actor)} fell back and was not hit since: a marker comes off, {row.a} left")


def told_rise(t: Teller, row: Event) -> None:
    """The defender's units get up (WS-5.4)."""
    t.begin(
        row, f"{t.side(row.actor)}'s units are no longer gone to ground", "WS-4.4", Tell.DEFENDERS_RISE.rule
    )
