"""Shots, what a hit does, and tanks that are destroyed (CH-9 to CH-11)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.chase.codes import NOBODY, Gun, Location, Mobility
from hulldown.rulesets.chase.damage import shot_location
from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.gunnery import STRONG
from hulldown.rulesets.chase.naming import BANDS
from hulldown.rulesets.chase.reasons import Tell
from hulldown.rulesets.chase.refusals import no_shot
from hulldown.rulesets.chase.telling.teller import Teller, added
from hulldown.rulesets.chase.throw import faces_of, sum_of
from hulldown.rulesets.chase.variants import FireOrder
from hulldown.rulesets.chase.vocabulary import FACES, GUNS, LOCATIONS, MOBILITIES, listed, plural
from hulldown.rulesets.face.words import Modifier, Roll

BREWED_UP = 3  # hull points beyond the last one (CH-11.7)
HARMS = {Location.HULL: "CH-11.3", Location.DRIVE: "CH-11.4", Location.TURRET: "CH-11.5"}


def told_target(t: Teller, row: Event) -> None:
    """A tank with several opponents names one."""
    t.begin(row, f"{t.name(row.actor)} aims at {t.name(row.target)}")


def begin_fire(t: Teller) -> None:
    """The heading over the shots of a turn (CH-10.4)."""
    o = t.s.options
    together = o.team_battle or o.fire_order == FireOrder.SIMULTANEOUS
    t.phase(f"Fire, {'all' if o.team_battle else 'both'} at once" if together else "Fire")


def told_shot(t: Teller, row: Event) -> None:
    """A shot: dice, every DM by name, total, Effect."""
    begin_fire(t)
    text = f"{t.name(row.actor)} fires at {t.name(row.target)} at {BANDS[row.place]}"
    draft = t.begin(row, text, Tell.SHOT.rule, "CH-10.6")
    draft.shot = True
    hit, effect = succeeds(row.d), effect_of(row.d)
    draft.clauses.append(f"hit (Effect {effect})" if hit else f"missed by {-effect}")
    draft.rolls.append(t.test(row, Tell.SHOT.rule, "hit", "missed"))


def told_no_shot(t: Teller, row: Event) -> None:
    """A tank that cannot fire, and why."""
    begin_fire(t)
    why = no_shot(row.a, row.b, row.c)
    t.begin(row, f"{t.name(row.actor)} cannot fire at {t.name(row.target)}: {why.text}", why.rule)


def told_hit(t: Teller, row: Event) -> None:
    """Where a shot strikes, and whether hull down makes it nothing."""
    draft = t.going(Tell.SHOT) or t.begin(row, f"{t.name(row.actor)} hits {t.name(row.target)}")
    place = LOCATIONS[row.c]
    draft.clauses.append(f"{place}, {FACES[row.place]}" if row.place != NOBODY else place)
    draft.rules.append(Tell.HIT.rule)
    faces = (row.a, row.b)
    text = f"Location {added(row.a, row.b, 0)}: {LOCATIONS[shot_location(sum(faces))]}."
    draft.rolls.append(Roll(sum(faces), 6, text, Tell.HIT.rule, faces=faces))
    if row.d:
        draft.clauses.append("negated, the tank is hull down")
        draft.rules += ["CH-9.1", "CH-9.3"]


def told_damage(t: Teller, row: Event) -> None:
    """Damage dice, bonus and Effect against armor less AP."""
    draft = t.going(Tell.SHOT) or t.begin(row, f"{t.name(row.actor)} hits {t.name(row.target)}")
    dice, damage = sum_of(row.a), sum_of(row.a) + row.b + row.c
    draft.clauses.append(f"damage {damage} against Armor {row.d}, {row.place} through")
    draft.rules += ["CH-10.8", "CH-10.9"]
    faces = faces_of(row.a)
    roll = " + ".join(map(str, faces)) or "0"
    least = ", at least 1 with Effect 6 or more" if row.c >= STRONG and damage <= row.d else ""
    text = f"Damage {roll}{plus(row.b, 'bonus')}{plus(row.c, 'Effect')} = {damage}, less {armor(t, row)}: "
    text += f"{row.place} through{least}."
    draft.rolls.append(Roll(dice, 6, text, "CH-10.8", modifiers=summands(row), faces=faces))


def plus(amount: int, what: str) -> str:
    """A summand beside the dice, if there is one."""
    return f" {'-' if amount < 0 else '+'} {abs(amount)} {what}" if amount else ""


def armor(t: Teller, row: Event) -> str:
    """Armor with what AP has taken from it."""
    ap = int(t.s.tanks[row.actor].profile.ap)
    return f"Armor {row.d} (AP {ap} taken off)" if ap else f"Armor {row.d}"


def summands(row: Event) -> tuple[Modifier, ...]:
    """What is added to the damage dice and taken off them."""
    found = (
        Modifier("bonus", row.b, "CH-10.8"),
        Modifier("Effect", row.c, "CH-10.8"),
        Modifier("Armor", -row.d, "CH-10.9"),
    )
    return tuple(one for one in found if one.amount)


def told_severity(t: Teller, row: Event) -> None:
    """How bad a penetration is; a hit that lets nothing through has been told."""
    if row.a == 0:
        return
    draft = t.going(Tell.SHOT) or t.begin(row, f"{t.name(row.target)} is hit")
    draft.clauses.append(f"severity {row.a}")
    draft.rules += [Tell.SEVERITY.rule, HARMS[Location(row.b)]]
    t.wounds.append(draft)


def told_state(t: Teller, row: Event) -> None:
    """The new damage state, in the sentence of the hit or the collision that made it."""
    waiting = [draft for draft in t.wounds if draft.about == row.target]
    if waiting:
        t.wounds.remove(waiting[0])
    draft = waiting[0] if waiting else t.begin(row, f"{t.name(row.target)} now")
    draft.clauses.append(state(row))


def state(row: Event) -> str:
    """A damage state: "now gun damaged, 5 of 6 hull points left"."""
    steps = [MOBILITIES[row.b]] if row.b != Mobility.SOUND else []
    steps += [GUNS[row.c]] if row.c != Gun.SOUND else []
    now = f"now {listed(steps)}, " if steps else ""
    left = f"{row.a} of {plural(row.d, 'hull point')} left" if row.a > 0 else "no hull point left"
    return now + left


def told_destroyed(t: Teller, row: Event) -> None:
    """A tank is gone at the end of the turn."""
    up = ""
    if row.a:
        burnt = "brewed up, " if row.a >= BREWED_UP else ""
        up = f": {burnt}{plural(row.a, 'hull point')} beyond the last"
    t.begin(row, f"{t.name(row.target)} is destroyed{up}")
