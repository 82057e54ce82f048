"""What stands behind a decision: tests with their DMs, collisions, the shots that follow."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.chase.aiming import LEAST, MOST, Aim, after_shift, aim, foreseen
from hulldown.rulesets.chase.buttons.secret import gunnery_text
from hulldown.rulesets.chase.buttons.turning import escape_text, rammers, without_ram
from hulldown.rulesets.chase.chart import breaker, find_shift, find_sources, opened_range
from hulldown.rulesets.chase.codes import NOBODY, Band, Collision, Facing, Order, Source, Verb
from hulldown.rulesets.chase.damage import severity_of, speed
from hulldown.rulesets.chase.driving import driving_dm, effect_of
from hulldown.rulesets.chase.explaining.chart import against_all, shift_words
from hulldown.rulesets.chase.naming import BANDS, FACINGS, ORDERS, pairs_of, tank_id, tank_name
from hulldown.rulesets.chase.ramming import (
    attacker_damage,
    collision_type,
    crash_penetration,
    defender_damage,
)
from hulldown.rulesets.chase.reasons import Sum
from hulldown.rulesets.chase.state import Pair, State, side_of
from hulldown.rulesets.chase.variants import RamTest
from hulldown.rulesets.chase.vocabulary import COLLISIONS
from hulldown.rulesets.common.explanation import Notes, listening

NEITHER = (0, 0)


def title_of(s: State, t: int, what: str) -> str:
    """The title of an explanation: who does what."""
    return f"{tank_id(s, t)}: {what}"


def full_name(s: State, t: int) -> str:
    """A tank with what it is called."""
    return f"{tank_id(s, t)} {tank_name(s, t)}".strip()


def driving(s: State, t: int) -> tuple[int, tuple[Modifier, ...]]:
    """The Driving DM of a tank with what makes it (CH-5.1)."""
    why = listening()
    return driving_dm(s.options, s.tanks[t], why), Sum.modifiers(why)


# ---------------------------------------------------------------- orders


def explain_order(s: State, a: Action) -> Explanation:
    """Driving DM, DMs on shots, and the row of the chart against each order of the enemy (CH-6, CH-10.6)."""
    dm, why = driving(s, a.actor)
    side, pairs = side_of(a.actor), pairs_of(s, a.actor)
    shots = gunnery_text(s, a.actor, a.choice)
    notes = against_all(s, pairs, side, a.choice)
    if a.choice == Order.HULL_DOWN:
        notes.append(("On success every hit outside the turret is ignored.", "CH-9.1"))
    test = f"Driving test 2d6{dm:+d} against {s.options.driving_score}"
    if a.choice != Order.HULL_DOWN:
        test = ""  # the first number is of who wins, not of who succeeds
    subtitle = ", ".join(part for part in (test, shots) if part)
    return Explanation(title_of(s, a.actor, ORDERS[a.choice]), subtitle, None, why, tuple(notes))


def explain_direction(s: State, a: Action) -> Explanation:
    """DMs on shots, and what the chart gives a direction: the tests are known by now (CH-4.6)."""
    side, notes = side_of(a.actor), [("Pursue shows the Front, Flee the Rear.", "CH-7.2")]
    for i in pairs_of(s, a.actor):
        p = copy(s.pair[i])
        names = tank_id(s, p.tank[0]), tank_id(s, p.tank[1])
        p.order[side], p.order[1 - side] = a.choice, s.tanks[p.tank[1 - side]].order
        if p.order[1 - side] == Order.CHANGE_RANGE:
            notes.append((f"{names[1 - side]} says after you which way it goes.", "CH-4.6"))
            continue
        find_shift(s.options, p)
        notes.append((f"Against {names[1 - side]}: {shift_words(names, p)}.", "CH-6.10"))
    return Explanation(
        title_of(s, a.actor, ORDERS[a.choice]), gunnery_text(s, a.actor, a.choice), None, (), tuple(notes)
    )


# ---------------------------------------------------------------- shots


def shot_notes(*shots: Aim) -> Notes:
    """Each shot in a sentence."""
    return tuple((f"{shot.text}.", shot.refusal.rule if shot.refusal else "CH-10.5") for shot in shots)


def both_shots(s: State, p: Pair, side: int) -> tuple[Aim, Notes]:
    """The own shot, and both in sentences; what hull down does to them."""
    mine, theirs = aim(s, p, side), aim(s, p, 1 - side)
    notes = list(shot_notes(mine, theirs))
    for whose in (side, 1 - side):
        if s.tanks[p.tank[whose]].down:
            hidden = f"{tank_id(s, p.tank[whose])} is hull down: only hits on its turret count."
            notes.append((hidden, "CH-9.1"))
    return mine, tuple(notes)


def of_shot(title: str, subtitle: str, mine: Aim, notes: Notes) -> Explanation:
    """An explanation that is led by the own shot."""
    needed = None if mine.refusal or mine.needed > MOST else mine.needed
    return Explanation(title, subtitle, needed, mine.modifiers, notes)


def explain_target(s: State, a: Action) -> Explanation:
    """The shot at a target (CH-14.9)."""
    side = side_of(a.actor)
    pairs = [s.pair[i] for i in pairs_of(s, a.actor) if s.pair[i].tank[1 - side] == a.target]
    title = title_of(s, a.actor, f"fire at {full_name(s, a.target)}")
    if not pairs:
        return Explanation(title)
    mine, notes = both_shots(s, pairs[0], side)
    return of_shot(title, BANDS[pairs[0].range], mine, notes)


# ---------------------------------------------------------------- range and facings


def settled_facings(s: State, p: Pair) -> Pair:
    """The pair with the facings that its orders settle (CH-7.2)."""
    q = copy(p)
    find_sources(s.options, q)
    settled = {Source.FRONT: Facing.FRONT, Source.REAR: Facing.REAR}
    for side in range(2):
        q.facing[side] = settled.get(Source(q.source[side]), Facing.NONE)
    return q


def open_facings(s: State, p: Pair) -> Notes:
    """The facings that come later, by chance or by choice (CH-7.5)."""
    notes = []
    for side in range(2):
        source, who = Source(p.source[side]), tank_id(s, p.tank[side])
        if source == Source.RANDOM:
            notes.append((f"{who}'s facing comes by chance.", "CH-7.7"))
        elif source in (Source.CHOICE_A, Source.CHOICE_B):
            chooser = tank_id(s, p.tank[source - Source.CHOICE_A])
            notes.append((f"{chooser} then chooses {who}'s facing.", "CH-7.6"))
    return tuple(notes)


def passing_notes(s: State, p: Pair) -> Notes:
    """What comes of closing to Adjacent or past it (CH-8.1, CH-8.3)."""
    who = " or ".join(tank_id(s, p.tank[side]) for side in rammers(s, p))
    over = f" Otherwise they run past each other to {BANDS[p.range]}." if p.raw == Band.PASSING else ""
    return ((f"{who} may ram.{over}", "CH-8.1"),) if who else ((over.strip(), "CH-8.1"),) if over else ()


def explain_shift(s: State, a: Action) -> Explanation:
    """The range it leads to, who may ram there, and the shots at it (CH-6.10)."""
    p = s.pair[s.acting]
    q = settled_facings(s, after_shift(s.options, p, a.choice))
    what = f"{BANDS[p.range]} to {BANDS[q.raw]}" if a.choice else f"stay at {BANDS[q.raw]}"
    title = title_of(s, a.actor, what)
    if q.raw == Band.BROKEN:
        side = breaker(q)
        return Explanation(title, escape_text(s, a.seat, side, tank_id(s, p.tank[side])))
    mine, notes = both_shots(s, q, side_of(a.actor))
    return of_shot(title, "", mine, (*passing_notes(s, q), *notes, *open_facings(s, q)))


def explain_facings(s: State, a: Action) -> Explanation:
    """The shots at these facings; before a ram, those after none (CH-7.6, CH-7.9)."""
    p = foreseen(s, s.acting)
    for side, way in enumerate((a.facing, a.choice)):
        if way != NOBODY:
            p.facing[side] = way
    shown = [f"{tank_id(s, p.tank[side])} {FACINGS[p.facing[side]]}" for side in range(2)]
    mine, notes = both_shots(s, p, side_of(a.actor))
    return of_shot(title_of(s, a.actor, "facings"), ", ".join(shown), mine, (*passing_notes(s, p), *notes))


def explain_opening(s: State, a: Action) -> Explanation:
    """The shots at the range that comes of it (CH-6.12)."""
    p = copy(s.pair[s.acting])
    if a.choice:
        p.range = opened_range(s.options, p.range)
    title = title_of(s, a.actor, f"{'open to' if a.choice else 'stay at'} {BANDS[p.range]}")
    if p.range == Band.BROKEN:
        return Explanation(title, escape_text(s, a.seat, side_of(a.actor), tank_id(s, a.actor)))
    mine, notes = both_shots(s, p, side_of(a.actor))
    return of_shot(title, "before the guns fire" if a.choice else "", mine, notes)


# ---------------------------------------------------------------- ramming


def crash_text(s: State, p: Pair, side: int, dice: tuple[int, int], effect: int) -> list[str]:
    """Damage to rammer and target of a successful ram with these dice, armor and severity (CH-8.15)."""
    rammer, target = s.tanks[p.tank[side]], s.tanks[p.tank[1 - side]]
    kind = collision_type(p.facing[side], p.facing[1 - side])
    plates = rammer.profile.armor[p.facing[side]], target.profile.armor[p.facing[1 - side]]
    fast, slow = (speed(s.options, t.profile.top_speed, t.now.mobility) for t in (rammer, target))
    with_speeds = s.options, kind, fast, plates[0], slow, plates[1]
    done = (attacker_damage(*with_speeds, dice[0]), defender_damage(*with_speeds, dice[1], effect))
    lines = []
    for whose, damage, plate in zip((side, 1 - side), done, plates, strict=True):
        bad = severity_of(s.options, crash_penetration(s.options, damage, plate))
        lines.append(f"{tank_id(s, p.tank[whose])} takes {damage} against armor {plate}: severity {bad}")
    return lines


def collision_notes(s: State, p: Pair, side: int, dm: int) -> Notes:
    """What a successful ram does; a sideswipe hangs on dice, so its worst case is told (CH-8.13)."""
    kind = collision_type(p.facing[side], p.facing[1 - side])
    if kind != Collision.SIDESWIPE:
        return tuple((f"{text}.", "CH-8.11") for text in crash_text(s, p, side, NEITHER, 0))
    o = s.options
    same, most = o.ram_test == RamTest.SAME, (6 * o.sideswipe_rammer_dice, 6 * o.sideswipe_target_dice)
    effect = int(p.effect[side]) if same else max(0, effect_of(MOST + dm, o.ram_score))
    return tuple((f"At worst {text}.", "CH-8.13") for text in crash_text(s, p, side, most, effect))


def explain_ram(s: State, a: Action) -> Explanation:
    """The test and the collision; without a ram, where the tanks end, and the shots there (CH-8.5)."""
    p, side = s.pair[s.acting], side_of(a.actor)
    if not a.choice:
        mine, notes = both_shots(s, foreseen(s, s.acting), side)
        return of_shot(title_of(s, a.actor, "no ram"), without_ram(s, p, side), mine, notes)
    dm, why = driving(s, a.actor)
    kind = COLLISIONS[collision_type(p.facing[side], p.facing[1 - side])]
    fails = f"If it fails: {without_ram(s, p, side)}."
    fresh, score = s.options.ram_test == RamTest.FRESH, s.options.ram_score
    return Explanation(
        title=title_of(s, a.actor, f"ram {full_name(s, a.target)}"),
        subtitle=f"{kind}, {f'2d6{dm:+d} against {score}' if fresh else 'by the Driving test of this turn'}",
        needed=max(LEAST, score - dm) if fresh and score - dm <= MOST else None,
        modifiers=why if fresh else (),
        notes=(*collision_notes(s, p, side, dm), (fails, "CH-8.7")),
    )


EXPLAINERS = {
    Verb.ORDER: explain_order,
    Verb.DIRECTION: explain_direction,
    Verb.SHIFT: explain_shift,
    Verb.FACE: explain_facings,
    Verb.RAM: explain_ram,
    Verb.OPEN: explain_opening,
    Verb.TARGET: explain_target,
}
