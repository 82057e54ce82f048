"""Shots, what a hit does, and tanks that are destroyed (CH-9 to CH-11)."""

from __future__ import annotations

from hulldown.rulesets.api.words import Modifier, Roll
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.codes import NOBODY, Gun, Location, Mobility
from hulldown.rulesets.chase.damage import shot_location
from hulldown.rulesets.chase.driving import effect_of, faces_of, succeeds, sum_of
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.refusals import no_shot
from hulldown.rulesets.chase.telling.teller import Teller, added
from hulldown.rulesets.chase.variants import FireOrder
from hulldown.rulesets.chase.vocabulary import FACES, GUNS, LOCATIONS, MOBILITIES
from hulldown.rulesets.common.log import Draft, describes
from hulldown.rulesets.common.names import joined, plural

HARMS = {Location.HULL: "CH-11.3", Location.DRIVE: "CH-11.4", Location.TURRET: "CH-11.5"}


# ---------------------------------------------------------------- shots


def begin_fire(t: Teller) -> None:
    """The heading over the shots of a turn (CH-10.4)."""
    o = t.s.options
    together = o.team_battle or o.fire_order == FireOrder.SIMULTANEOUS
    t.phase(f"Fire, {'all' if o.team_battle else 'both'} at once" if together else "Fire")


@describes(events.fired)
def describe_shot(t: Teller, tank: int, enemy: int, band: int, total: int) -> None:
    """A shot: dice, every DM by name, total, Effect."""
    begin_fire(t)
    draft = t.begin(f"{t.tank(tank)} fires at {t.tank(enemy)} at {BANDS[band]}")
    draft.shot = True
    score = t.s.options.gunnery_score
    effect = effect_of(total, score)
    draft.clauses.append(f"hit (Effect {effect})" if succeeds(total, score) else f"missed by {-effect}")
    draft.rolls.append(t.test(score, "hit", "missed"))


@describes(events.could_not_fire)
def describe_no_shot(t: Teller, tank: int, enemy: int, why: int, band: int, facing: int) -> None:
    """A tank that cannot fire, and why."""
    begin_fire(t)
    reason = no_shot(why, band, facing)
    t.begin(f"{t.tank(tank)} cannot fire at {t.tank(enemy)}: {reason.text}", reason.rule)


def shot_of(t: Teller, tank: int, enemy: int) -> Draft:
    """The sentence of the shot that has hit."""
    return t.going(events.fired) or t.begin(f"{t.tank(tank)} hits {t.tank(enemy)}")


@describes(events.shot_hit)
def describe_hit(
    t: Teller, tank: int, enemy: int, facing: int, first: int, second: int, location: int, negated: int
) -> None:
    """Where a shot strikes, and whether hull down makes it nothing."""
    draft, place, rule = shot_of(t, tank, enemy), LOCATIONS[location], t.kind.rule
    draft.clauses.append(f"{place}, {FACES[facing]}" if facing != NOBODY else place)
    draft.rules.append(rule)
    text = f"Location {added(first, second, 0)}: {LOCATIONS[shot_location(t.s.options, first + second)]}."
    draft.rolls.append(Roll(first + second, 6, text, rule, faces=(first, second)))
    if negated:
        draft.clauses.append("negated, the tank is hull down")
        draft.rules += ["CH-9.1", "CH-9.3"]


@describes(events.damage_rolled)
def describe_damage(
    t: Teller, tank: int, enemy: int, through: int, faces: int, bonus: int, effect: int, armor: int
) -> None:
    """Damage dice, bonus and Effect against armor less AP."""
    draft, dice, shown = shot_of(t, tank, enemy), sum_of(faces), faces_of(faces)
    damage = dice + bonus + effect
    draft.clauses.append(f"damage {damage} against Armor {armor}, {through} through")
    draft.rules += t.kind.rules
    roll = " + ".join(map(str, shown)) or "0"
    ap = int(t.s.tanks[tank].profile.ap)
    taken = f" (AP {ap} taken off)" if ap else ""
    strong, sure = t.s.options.strong_hit_effect, t.s.options.strong_hit_damage
    least = effect >= strong and damage - armor < sure
    minimum = f", at least {sure} with Effect {strong} or more" if least else ""
    text = f"Damage {roll}{plus(bonus, 'bonus')}{plus(effect, 'Effect')} = {damage}"
    text += f", less Armor {armor}{taken}: {through} through{minimum}."
    terms = (
        Modifier("bonus", bonus, "CH-10.8"),
        Modifier("Effect", effect, "CH-10.8"),
        Modifier("Armor", -armor, "CH-10.9"),
    )
    counted = tuple(term for term in terms if term.amount)
    draft.rolls.append(Roll(dice, 6, text, t.kind.rule, modifiers=counted, faces=shown))


def plus(amount: int, what: str) -> str:
    """A summand beside the dice, if there is one."""
    return f" {'-' if amount < 0 else '+'} {abs(amount)} {what}" if amount else ""


# ---------------------------------------------------------------- damage


@describes(events.severity_found)
def describe_severity(t: Teller, enemy: int, severity: int, location: int) -> None:
    """How bad a penetration is; a hit that lets nothing through has been told."""
    if severity == 0:
        return
    draft = t.going(events.fired) or t.begin(f"{t.tank(enemy)} is hit")
    draft.clauses.append(f"severity {severity}")
    draft.rules += [t.kind.rule, HARMS[Location(location)]]
    t.wounds.append(draft)


@describes(events.state_changed)
def describe_state(t: Teller, tank: int, hull: int, mobility: int, gun: int, full: int) -> None:
    """The new damage state, in the sentence of the hit or the collision that made it:
    "now gun damaged, 5 of 6 hull points left".
    """
    waiting = [draft for draft in t.wounds if draft.about == tank]
    if waiting:
        t.wounds.remove(waiting[0])
    draft = waiting[0] if waiting else t.begin(f"{t.tank(tank)} now")
    steps = [MOBILITIES[mobility]] if mobility != Mobility.SOUND else []
    steps += [GUNS[gun]] if gun != Gun.SOUND else []
    now = f"now {joined(steps)}, " if steps else ""
    left = f"{hull} of {plural(full, 'hull point')} left" if hull > 0 else "no hull point left"
    draft.clauses.append(now + left)


@describes(events.tank_destroyed)
def describe_destroyed(t: Teller, tank: int, surplus: int) -> None:
    """A tank is gone at the end of the turn."""
    burnt = "brewed up, " if surplus >= t.s.options.brewed_up else ""
    how = f": {burnt}{plural(surplus, 'hull point')} beyond the last" if surplus else ""
    t.begin(f"{t.tank(tank)} is destroyed{how}")
