"""Fire and losses: groups of shots with all their dice, who falls, suppression (WS-6.9, WS-11 to WS-13)."""

from __future__ import annotations

from typing import Any

from hulldown.kernel.events import Event
from hulldown.rulesets.common.events import EventKind
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural
from hulldown.rulesets.warstrike import events
from hulldown.rulesets.warstrike.events import rolled_to_hit, rolled_to_kill, rolled_to_save
from hulldown.rulesets.warstrike.naming import model_name, weapon_name
from hulldown.rulesets.warstrike.telling.teller import Teller, digits, thrown
from hulldown.rulesets.warstrike.vocabulary import bounded, clamp_terms, needs

DOES = {rolled_to_hit: "To hit", rolled_to_save: "Saves", rolled_to_kill: "To kill"}
FIRE: tuple[EventKind[Any], ...] = (events.attacked, events.group_fired, *DOES)


@describes(events.attacked)
def describe_attack(t: Teller, unit: int, enemy: int, snap: int) -> None:
    """A unit fires at another (WS-11.1, WS-12.1)."""
    does, rules = ("Snap Fires", ("WS-12.1", "WS-12.6")) if snap else ("fires", ())
    t.begin(f"{t.unit(unit)} {does} at {t.unit(enemy)}", *rules).shot = True


@describes(*DOES)
def describe_dice(t: Teller, row: Event, model: int, needed: int) -> None:
    """Dice of a group thrown together, to hit, to save or to kill; more than fit come in several rows."""
    kind, rows = t.kind, [t.kind.decode(row)]
    for more in t.rows[t.at + 1 :]:
        if rows[-1].passed >= 0 or more.kind != row.kind:
            break
        rows.append(kind.decode(more))
    t.told_to = t.at + len(rows)
    faces = tuple(face for event in rows for face in digits(event.first, event.second, event.third))
    draft, passed = t.going(*FIRE) or t.begin(f"{t.unit(t.of(model))} fires"), max(0, rows[-1].passed)
    draft.rules.append(kind.rule)
    if faces:
        text = f"{DOES[kind]}, {needs(needed)}: {passed} of {len(faces)}."
        terms = clamp_terms(bounded(t.s.options, t.modifiers(row)), needed, kind.rule)
        draft.rolls.append(thrown(faces, text, kind.rule, needed, passed, terms))


@describes(events.group_fired)
def describe_group(
    t: Teller, model: int, enemy: int, weapon: int, shots: int, hits: int, saves: int, kills: int
) -> None:
    """What came of a group of equal shots (WS-11.16)."""
    draft = t.going(*FIRE) or t.begin(f"{t.unit(t.of(model))} fires at {t.unit(enemy)}")
    hit, save, kill = (score_before(t, kind) for kind in DOES)
    parts = [f"{weapon_name(t.s, weapon)}, {plural(shots, 'shot')}", f"{plural(hits, 'hit')} on {needs(hit)}"]
    if hits:
        parts.append(f"{saves} saved on {needs(save)}" if save else "no save")
    if hits > saves:
        killed = plural(kills, "kill result")
        parts.append(f"{killed} on {needs(kill)}" if kill else "they cannot kill it")
    draft.clauses.append(", ".join(parts))
    draft.rules.append(t.kind.rule)


def score_before(t: Teller, kind: EventKind[Any]) -> int:
    """The score needed in the last throw of a kind; 0 where no die could do it."""
    throws = kind.among(t.rows[: t.at])
    return int(throws[-1].needed) if throws else 0


# ---------------------------------------------------------------- losses


@describes(events.model_removed)
def describe_removed(t: Teller, model: int) -> None:
    """Models fall, those of a unit together (WS-11.17)."""
    run, k = events.model_removed.among(t.run()), t.of(model)
    if t.s.unit[k].size == 1:
        t.begin(f"{t.unit(k)} falls")
        return
    fallen = [f"{t.model(event.model)} ({model_name(t.s, event.model)})" for event in run]
    t.begin(f"{t.unit(k)} loses {joined(fallen)}")


@describes(events.results_lost)
def describe_results_lost(t: Teller, unit: int, results: int) -> None:
    """Kill results that nobody can take (WS-11.4, WS-11.17)."""
    find = "find" if results > 1 else "finds"
    t.begin(f"{plural(results, 'kill result')} on {t.unit(unit)} {find} nobody more")


@describes(events.suppressed)
def describe_suppressed(t: Teller, unit: int, gained: int, markers: int, hits: int) -> None:
    """Hits suppress (WS-6.9)."""
    takes = f"{t.unit(unit)} takes"
    if gained == 0:
        t.begin(f"{takes} {plural(hits, 'hit')} and has as many suppression markers as it can, {markers}")
        return
    now = "" if gained == markers else f", {markers} now"
    t.begin(f"{takes} {plural(gained, 'suppression marker')} for {plural(hits, 'hit')}{now}")


@describes(events.unit_destroyed)
def describe_destroyed(t: Teller, unit: int, points: int) -> None:
    """A unit is destroyed (WS-13.1)."""
    t.begin(f"{t.full(unit)} is destroyed: {points} VP to {t.enemy_of(unit)}")
