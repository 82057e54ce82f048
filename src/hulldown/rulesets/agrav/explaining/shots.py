"""A shot before it is fired: the accuracy with every modifier by name, and what a hit does (AG-8, AG-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import hits_in, impact_accuracy, is_high, is_indirect
from hulldown.rulesets.agrav.aiming import spotter_for
from hulldown.rulesets.agrav.chances.facts import part_name
from hulldown.rulesets.agrav.codes import NOBODY, Face, Mode
from hulldown.rulesets.agrav.events import crit_rolled, model_hit, rolled_to_hit
from hulldown.rulesets.agrav.flying import rerolls, strike
from hulldown.rulesets.agrav.internals import band_end
from hulldown.rulesets.agrav.naming import MODES, modes_of, place_name, unit_id, unit_name, weapon_name
from hulldown.rulesets.agrav.reasons import Sum
from hulldown.rulesets.agrav.shooting import hit_percent, resolve, volley
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.telling import TELLERS
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.variants import StunRolls
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.words import Modifier, Sentence
from hulldown.rulesets.common.dicing import open_log
from hulldown.rulesets.common.events import EventKind
from hulldown.rulesets.common.explanation import Notes, listening
from hulldown.rulesets.common.log import Draft
from hulldown.rulesets.common.names import name_with_kind, plural

D100 = 100
named = name_with_kind(unit_id, unit_name)


def aim_text(s: State, a: Action) -> str:
    """What a shot is aimed at."""
    return named(s, a.target) if a.target != NOBODY else place_name(s, a.place)


def title(s: State, a: Action) -> str:
    """Weapon, target, and the mode where there are several."""
    several = len(modes_of(int(s.units[a.actor].weapon[a.choice].family))) > 1
    how = f", {MODES[Mode(a.facing)]}" if several else ""
    return f"{weapon_name(s, a.actor, a.choice)} at {aim_text(s, a)}{how}"


def shot_sum(s: State, a: Action) -> tuple[int, tuple[Modifier, ...]]:
    """The percentage of an order to shoot, and its summands in words (AG-8.11)."""
    why = listening()
    percent = hit_percent(s, a.actor, a.choice, a.facing, a.target, a.place, why)
    return percent, Sum.modifiers(why)


def chance_text(s: State, a: Action, percent: int) -> str:
    """How likely each shot is to hit, or to be on its way (AG-17.10)."""
    shots = volley(s, a.actor, a.choice)
    what = "sends it on its way" if is_high(a.facing) else "hits"
    return f"{percent} or less on a d{D100} {what}" + (
        f", each of {plural(shots, 'shot')}" if shots > 1 else ""
    )


# ---------------------------------------------------------------- notes


def again_notes(s: State, a: Action, percent: int) -> Notes:
    """A miss against a structure is rolled again (AG-20.2)."""
    if not rerolls(s, a.target, a.place) or percent >= D100:
        return ()
    both = f"{hits_in(percent, 1) / D100:g}%"
    return ((f"A miss is rolled again: {both} in all.", "AG-20.2"),)


def spotter_notes(s: State, a: Action) -> Notes:
    """Who sees the target for an indirect shot (AG-17.4)."""
    if not is_indirect(a.facing):
        return ()
    v = spotter_for(s, a.actor, a.choice, a.facing, a.target, a.place)
    sensors = int(s.units[v].sensors)
    return ((f"{named(s, v)} spots with {plural(sensors, 'sensor point')}.", "AG-17.4"),)


def flight_notes(s: State, a: Action) -> Notes:
    """The second roll of a round that comes down from above (AG-17.11, AG-17.13, AG-18.5)."""
    if not is_high(a.facing):
        return ()
    o = s.options
    sure, less = impact_accuracy(o, 0, 0, 0, s.mute), o.landing_penalty
    when = "It lands at the start of your next turn"
    shaken = ((f"Stun of {unit_id(s, a.actor)} counts then, too.", "AG-15.7"),)
    more = shaken if o.stun_rolls == StunRolls.ALL else ()
    if a.facing == Mode.TOP:
        kept = impact_accuracy(o, 0, 1, 0, s.mute)
        seen = f"{kept}% if {unit_id(s, a.actor)} lives and still sees the target"
        return ((f"{when}: {seen}, else {sure}% less {less}% for each tile it moved.", "AG-18.5"), *more)
    if a.target == NOBODY:
        return ((f"{when}: {sure}%.", "AG-17.13"), *more)
    return ((f"{when}: {sure}% less {less}% for each tile the target moves.", "AG-17.11"), *more)


def price_notes(s: State, a: Action) -> Notes:
    """Energy and loads that a volley takes, and the time to reload (AG-5.8, AG-5.9, AG-8.12)."""
    unit, gun = s.units[a.actor], s.units[a.actor].weapon[a.choice]
    notes = []
    if gun.power:
        notes.append((f"It takes {gun.power} of {unit.energy} energy.", "AG-5.8"))
    if gun.loads > 0:
        notes.append((f"It takes 1 of {plural(gun.loads, 'load')}.", "AG-5.9"))
    if gun.reload:
        notes.append((f"Then it reloads for {plural(gun.reload, 'own turn')}.", "AG-8.12"))
    return tuple(notes)


def hit_notes(s: State, a: Action) -> Notes:
    """One shot that hits, layer by layer, as things stand now (AG-9.1, AG-20.10, AG-21.5)."""
    high = is_high(a.facing)

    def play(after: State, d: Dice, e: Log) -> None:
        gun = after.units[a.actor].weapon[a.choice]
        if not high:
            resolve(after, a.actor, a.choice, a.facing, a.target, a.place, d, e)
            return
        p, damage, thermal = int(gun.penetration), int(gun.damage), int(gun.thermal)
        rest = int(gun.energy), int(gun.he), int(gun.area)
        strike(after, a.target, a.place, Face.TOP, p, damage, thermal, *rest, d, e)

    return layers(s, play, lambda t: t.fires(a.actor, a.choice, high))


def explain_shot(s: State, a: Action) -> Explanation:
    """The accuracy summand by summand, what comes with the shot, and what a hit does now."""
    percent, summands = shot_sum(s, a)
    before = (*spotter_notes(s, a), *again_notes(s, a, percent), *flight_notes(s, a))
    notes = (*before, *hit_notes(s, a), *price_notes(s, a))
    return Explanation(title(s, a), chance_text(s, a, percent), None, summands, notes)


# ---------------------------------------------------------------- layers
# What a hit would do, layer by layer: the rules strike a copy of the position, the log tells each step.
# Crits are left out: which part they strike is for the dice, so the copy has no parts that could change
# anything; how many crit rolls fall due is said at the end.


Play = Callable[[State, Dice, Log], None]
THROWN = (crit_rolled, rolled_to_hit)


class StepTeller(Teller):
    """Gives every event a sentence of its own; but the models that one shot hits stay together."""

    def going(self, *kinds: EventKind[Any], about: int | None = None) -> Draft | None:
        return super().going(*kinds, about=about) if model_hit in kinds else None


def without_parts(s: State) -> State:
    """A copy of a position in which crits strike nothing."""
    after = copy(s)
    for unit in after.units:
        unit.parts = 0
    return after


def layers(
    s: State,
    play: Play,
    prepare: Callable[[StepTeller], None] = lambda t: None,
    until: EventKind[Any] | None = None,
) -> Notes:
    """The steps of what `play` does to a copy of the position, each with its rule.

    `prepare` tells the teller what strikes; from an event `until` on nothing is told.
    """
    after, log = without_parts(s), open_log()
    play(after, new_dice(0), log)
    teller = StepTeller(after, log)
    prepare(teller)
    due: Counter[int] = Counter()
    for row in teller.coming():
        if teller.kind == until:
            break
        if teller.kind == crit_rolled:
            due[crit_rolled.decode(row).unit] += 1
        if teller.kind not in THROWN:
            TELLERS[row.kind](teller, row)
    return (*notes_of(teller.sentences()), *crit_notes(s, due))


def notes_of(sentences: Iterable[Sentence]) -> Notes:
    """Sentences with the first rule of each, and unit names as plain words."""
    plain = str.maketrans("", "", "{}")
    return tuple(
        (sentence.text.translate(plain), sentence.rules[0] if sentence.rules else "")
        for sentence in sentences
    )


def crit_notes(s: State, due: Counter[int]) -> Notes:
    """How many crit rolls fall due, on which die, and what its faces strike (AG-12.7 to AG-12.10)."""
    rolls = [
        (f"{unit_id(s, u)} takes {plural(count, 'crit roll')} on a d{s.units[u].budget}.", "AG-12.8")
        for u, count in due.items()
    ]
    return (*rolls, *((f"{unit_id(s, u)}'s parts: {bands_text(s, u)}.", "AG-12.10") for u in due))


def bands_text(s: State, u: int) -> str:
    """The faces of the crit die by the part that they strike: "1 to 10 cockpit and sensors, ..."."""
    parts, first = [], 1
    for k in range(s.units[u].parts):
        last = band_end(s.units[u], k)
        if last >= first:
            parts.append(f"{faces(first, last)} {part_name(s, u, k)}")
        first = max(first, last + 1)
    if first <= s.units[u].budget:
        parts.append(f"{faces(first, int(s.units[u].budget))} nothing")
    return ", ".join(parts)


def faces(first: int, last: int) -> str:
    """Faces in a row."""
    return str(first) if first == last else f"{first} to {last}"
