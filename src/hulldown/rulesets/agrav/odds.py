"""Odds in words: what an order may do, and what is left of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.engine import fresh_log
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import state
from hulldown.rulesets.agrav.accuracy import is_high
from hulldown.rulesets.agrav.actions import apply
from hulldown.rulesets.agrav.armor import DAMAGED, WRECKED
from hulldown.rulesets.agrav.catalogue import Shelf
from hulldown.rulesets.agrav.damage import SHAKEN
from hulldown.rulesets.agrav.events import corner_fired
from hulldown.rulesets.agrav.shooting import shots_of as shots_in_volley
from hulldown.rulesets.agrav.state import NOBODY, POINT, Chassis, Shield, State, Verb
from hulldown.rulesets.agrav.victory import PLACES, Fate, Remains, remains, unpack_fate
from hulldown.rulesets.agrav.words import PARTS, SHIELDS, decimal, place_name, points, unit_id, weapon_name
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.common import explanation
from hulldown.rulesets.common.explanation import Lines, Notes, chance_of, gathered

Facts = dict[str, Any]
MOVES = (Verb.STEP, Verb.REPOSITION)
FIRED_AT = (Verb.STEP, Verb.TURN, Verb.REPOSITION, Verb.END)  # reaction fire, and rounds that land
AT_PLACES = (Verb.SHOOT, Verb.CHARGE)
AT_UNITS = (Verb.SHOOT, Verb.RAM, Verb.TRANSFER)


def subject(s: State, a: Action) -> int:
    """The target of an order, a unit or (from `PLACES` on) a structure; else the unit itself, whom reaction
    fire may hit. At the end of a turn: what the first round that lands was fired at (AG-17.13).
    """
    if a.verb == Verb.END:
        return first_landing(s)
    if a.verb in AT_PLACES and a.target == NOBODY:
        return PLACES + int(a.place)
    return int(a.target if a.verb in AT_UNITS else a.actor)


def first_landing(s: State) -> int:
    """Where the first round of the side whose turn is next comes down, NOBODY if none does."""
    return next(landings(s), NOBODY)


def landings(s: State) -> Iterator[int]:
    """Where the rounds of the side whose turn is next come down, one after another."""
    for shell in s.flight[: s.flying]:
        if shell.side != s.side:
            yield int(shell.target if shell.target != NOBODY else PLACES + shell.place)


def whose(s: State, a: Action) -> str:
    """Of whom the odds of a move or of the end of a turn speak: who moves, or where a round comes down."""
    if a.verb not in FIRED_AT or (what := subject(s, a)) == NOBODY:
        return ""
    return name_of(s, what)


def name_of(s: State, what: int) -> str:
    """A unit or a structure as a heading."""
    return place_name(s, what - PLACES) if what >= PLACES else unit_id(s, what)


def others(s: State, a: Action) -> tuple[int, ...]:
    """Whom an order may harm besides: enemies at whom the unit itself fires as it rounds a corner (AG-16.10),
    and where further rounds come down (AG-17.13).
    """
    if a.verb == Verb.END:
        return tuple(what for what in dict.fromkeys(landings(s)) if what != first_landing(s))
    mover = s.units[a.actor] if a.actor != NOBODY else None
    if a.verb not in MOVES or mover is None:
        return ()
    if all(gun.cone == NOBODY for gun in mover.weapon[: mover.weapons]):
        return ()
    after, log = copy(s), fresh_log()
    apply(after, a, new_dice(0), log)
    targets = [shot.enemy for shot in corner_fired.rows(log)]
    seen = int(after.units[a.actor].sees)
    enemies = [u for u in range(s.count) if s.units[u].side != mover.side]
    return tuple(u for u in enemies if u in targets or (targets and seen >> u & 1))


# ---------------------------------------------------------------- fates against the position before


@dataclass(frozen=True)
class Change:
    """A unit before an order and one fate after it."""

    before: state.Unit
    now: Fate

    @property
    def destroyed(self) -> bool:
        """AG-9.3."""
        return (
            self.now.standing == state.Standing.DESTROYED and self.before.standing != state.Standing.DESTROYED
        )

    @property
    def stunned(self) -> bool:
        """Shaken now and not before (AG-15.6)."""
        return self.now.stun == SHAKEN > self.before.stun

    @property
    def hurt(self) -> bool:
        """Less health: of a vehicle, something got through (AG-10.4)."""
        return self.now.health < self.before.health

    @property
    def cracked(self) -> bool:
        """A crack that was not there (AG-13.4)."""
        return self.now.cracked and self.before.shield.crack == 0

    @property
    def shielded(self) -> bool:
        """Whether a shield stood before (AG-13.6)."""
        return bool(self.before.shield.state == Shield.ACTIVE)

    @property
    def shield_lost(self) -> bool:
        """It stood and does not any more (AG-13.15)."""
        return self.shielded and self.now.shield != Shield.ACTIVE

    @property
    def plate_before(self) -> int:
        """Durability before, or the living models of a squad."""
        unit = self.before
        return sum(1 for left in unit.model if left > 0) if unit.models else int(unit.durability)

    def crits(self, k: int) -> int:
        """The crits of a part if it has new ones, else 0 (AG-12.11)."""
        count = self.now.crits.count(k)
        return min(count, WRECKED) if count > self.before.part[k].crits else 0

    def struck(self) -> bool:
        """Whether any part has a new crit (AG-12.7)."""
        return any(self.crits(k) for k in range(self.before.parts))


def changes(before: State, unit: int, chances: Mapping[int, Fraction]) -> list[tuple[Change, Fraction]]:
    """What may become of a unit, each with its chance."""
    return [(Change(before.units[unit], unpack_fate(number)), chance) for number, chance in chances.items()]


def place_rows(chances: Mapping[int, Fraction]) -> explanation.Rows[Remains]:
    """What may be left of a structure, each with its chance."""
    return [(remains(number), chance) for number, chance in chances.items()]


def has_fallen(left: Remains) -> bool:
    """Whether a structure is down, or will be as the turn ends (AG-20.12)."""
    return left.falling or left.height == state.Height.GONE


Rows = explanation.Rows[Change]


def part_name(shelf: Shelf, s: State, u: int, k: int) -> str:
    """A part of a vehicle, with the weapon it belongs to."""
    part, w = s.units[u].part[k].part, s.units[u].part[k].weapon
    if w == NOBODY:
        return PARTS[part]
    weapon = weapon_name(shelf, s, u, w)
    return weapon if part == state.Part.WEAPON else f"{PARTS[part]} of the {weapon}"


# ---------------------------------------------------------------- named facts


def outcome_facts(shelf: Shelf, before: State, what: int, outcome: int) -> Facts:
    """A fate in words; tracks in points: {"hits": 1, "health": 38.5, "shield": "active", ...}."""
    if what == NOBODY:
        return {}
    if what >= PLACES:
        left = remains(outcome)
        durability = Fraction(left.durability, POINT)
        gone = left.height == state.Height.GONE
        return {"hits": left.hits, "durability": durability, "falls": left.falling, "gone": gone}
    change = Change(before.units[what], unpack_fate(outcome))
    shared: Facts = {
        "hits": change.now.hits,
        "health": Fraction(change.now.health, POINT),
        "destroyed": change.destroyed,
        "stunned": change.stunned,
    }
    if change.before.chassis == Chassis.INFANTRY:
        return {**shared, "models": change.now.plate}
    return {**shared, **vehicle_facts(shelf, before, what, change)}


def vehicle_facts(shelf: Shelf, before: State, u: int, change: Change) -> Facts:
    """What only a vehicle has: armour, shield, parts."""
    facts: Facts = {"durability": Fraction(change.now.plate, POINT)}
    if change.before.shield.state != Shield.ABSENT:
        facts["shield"] = "cracked" if change.now.cracked else SHIELDS[change.now.shield]
        facts["charge"] = Fraction(change.now.charge, POINT)
    words = ("as before", "damaged", "destroyed")
    for k in range(change.before.parts):
        facts[part_name(shelf, before, u, k)] = words[change.crits(k)]
    return facts


# ---------------------------------------------------------------- panel
# The odds panel of an order: what it does to its target first, then what comes of it.


Chances = Mapping[int, Fraction]
SURE = (Verb.RAM, Verb.RAM_BARRICADE)  # no roll to hit (AG-19.1)


def odds_lines(shelf: Shelf, before: State, a: Action, chances: Chances) -> Lines:
    """What a player wants to know before an order (AG-8.11, AG-9.1)."""
    what = subject(before, a)
    if what == NOBODY or a.verb not in (Verb.SHOOT, Verb.CHARGE, *SURE, *FIRED_AT):
        return []
    if what >= PLACES:
        return structure_lines(before, a, chances)
    rows = changes(before, what, chances)
    if a.verb in FIRED_AT and not chance_of(rows, lambda c: c.now.hits):
        return []
    if goes_up(a):
        return launch_lines(before, a, chance_of(rows, lambda c: not c.now.hits))
    hits = count_lines(shots_of(before, a), rows)
    crits = crit_lines(shelf, before, what, rows)
    return [*result_lines(before, a, rows), *effect_lines(rows), *hits, *crits]


def shots_of(s: State, a: Action) -> int:
    """To-hit rolls of an order to shoot; 0 of others, whose number depends on the dice (AG-8.12)."""
    if a.verb != Verb.SHOOT:
        return 0
    return int(shots_in_volley(s, a.actor, a.choice, a.facing, a.target, a.place, s.mute))


def goes_up(a: Action) -> bool:
    """Whether it is a shot that lands in the next turn (AG-17.10)."""
    return bool(a.verb == Verb.SHOOT and is_high(int(a.facing)))


def miss_text(shots: int) -> str:
    """What a volley is called that does nothing."""
    return {0: "No hit", 1: "Miss"}.get(shots, f"All {shots} shots miss")


# ---------------------------------------------------------------- the parts that add up to one


def result_lines(before: State, a: Action, rows: Rows) -> Lines:
    """The worst that the shots of an order do, as parts that add up to one."""
    shots = shots_of(before, a)
    missed = chance_of(rows, lambda c: not c.now.hits)
    if a.verb in SURE:
        return hit_lines(rows)
    struck = [(change, chance) for change, chance in rows if change.now.hits]
    return [OddsLine(miss_text(shots), missed, "result", "miss", "AG-1.1"), *hit_lines(struck)]


def launch_lines(before: State, a: Action, missed: Fraction) -> Lines:
    """A shot that succeeds is only on its way; nothing happens before it lands (AG-17.10, AG-18.5)."""
    shots = shots_of(before, a)
    text = "On its way" if shots == 1 else "On their way, one or more"
    return [
        OddsLine(miss_text(shots), missed, "result", "miss", "AG-1.1"),
        OddsLine(text, 1 - missed, "result", "glance", "AG-17.10"),
    ]


def hit_lines(rows: Rows) -> Lines:
    """What hits do to a squad, a shield, armour: each by the worst of it."""
    if not rows:
        return []
    if rows[0][0].before.chassis == Chassis.INFANTRY:
        return squad_lines(rows)
    through = OddsLine("Penetrates", chance_of(rows, lambda c: c.hurt), "result", "dead", "AG-10.4")
    stopped = [(change, chance) for change, chance in rows if not change.hurt]
    if not rows[0][0].shielded:
        none = sum((chance for _, chance in stopped), Fraction(0))
        return [OddsLine("Does not penetrate", none, "result", "glance", "AG-10.4"), through]
    lines = shield_lines(stopped)
    return [*lines, through] if through.chance else lines


def shield_lines(rows: Rows) -> Lines:
    """What hits do to a shield that stood, as long as nothing behind it comes to harm (AG-13.6)."""
    return explanation.result_lines(
        rows,
        ("Shield holds", lambda c: not c.shield_lost and not c.cracked, "glance", "AG-13.6"),
        ("Shield cracks", lambda c: not c.shield_lost and c.cracked, "glance", "AG-13.4"),
        ("Shield falls", lambda c: c.shield_lost, "glance", "AG-13.7"),
    )


def squad_lines(rows: Rows) -> Lines:
    """What hits do to a squad (AG-21.5)."""
    return explanation.result_lines(
        rows,
        ("Hit without effect", lambda c: not c.hurt, "glance", "AG-21.5"),
        ("Wounds", lambda c: c.hurt and c.now.plate == c.plate_before, "glance", "AG-21.5"),
        ("Kills", lambda c: c.now.plate < c.plate_before, "dead", "AG-21.5"),
    )


def structure_lines(before: State, a: Action, chances: Chances) -> Lines:
    """A structure: the re-roll is counted, and one at 0 falls when the turn ends (AG-20.2, AG-20.12)."""
    rows = place_rows(chances)
    sure = a.verb == Verb.CHARGE
    missed = chance_of(rows, lambda left: not left.hits and not sure)
    if goes_up(a):
        return launch_lines(before, a, missed)
    falls = chance_of(rows, has_fallen)
    lines = [OddsLine(miss_text(shots_of(before, a)), missed, "result", "miss", "AG-20.2")]
    stands = OddsLine("Hit, and it stands", 1 - missed - falls, "result", "glance", "AG-20.10")
    return [*([] if sure else lines), stands, OddsLine("Falls", falls, "result", "dead", "AG-20.12")]


# ---------------------------------------------------------------- what comes of it


def effect_lines(rows: Rows) -> Lines:
    """What becomes of the unit; what cannot happen is left out, but for the two that everybody asks for."""
    return explanation.effect_lines(
        rows,
        ("Destroyed", lambda c: c.destroyed, "AG-9.3"),
        ("Stunned", lambda c: c.stunned, "AG-15.1"),
        ("Crit", lambda c: c.struck(), "AG-12.7"),
        ("Shield lost", lambda c: c.shield_lost, "AG-13.15"),
        ("Loses health", lambda c: c.hurt, "AG-9.1"),
        always=("Destroyed", "Stunned"),
    )


def count_lines(shots: int, rows: Rows) -> Lines:
    """How many of several shots hit; those that come after the target is gone are lost (AG-8.12)."""
    counts = [(n, chance_of(rows, lambda c, n=n: c.now.hits == n)) for n in range(1, shots + 1)]  # type: ignore[misc]
    if shots < 2:
        return []
    return [
        OddsLine(f"{n} of {shots} hit", chance, "detail", "", "AG-8.12") for n, chance in counts if chance
    ]


def crit_lines(shelf: Shelf, before: State, unit: int, rows: Rows) -> Lines:
    """Each part damaged or destroyed, in sheet order (AG-12.11)."""
    lines = []
    for k in range(before.units[unit].parts):
        name = part_name(shelf, before, unit, k).capitalize()
        for crits, word in ((DAMAGED, "damaged"), (WRECKED, "destroyed")):
            chance = chance_of(rows, lambda c, k=k, n=crits: c.crits(k) == n)  # type: ignore[misc]
            if chance:
                lines.append(OddsLine(f"{name} {word}", chance, "detail", "", "AG-12.11"))
    return lines


# ---------------------------------------------------------------- table
# The odds of an order in full: the panel, and what is left on each track of the target.


MOST = 8  # amounts listed one by one; more are told in fifths
FIFTHS = 5


def odds_table(shelf: Shelf, before: State, a: Action, chances: Chances) -> Lines:
    """Everything that can come of an order; what is left of each track is a distribution of its own."""
    lines = odds_lines(shelf, before, a, chances)
    return [*lines, *track_lines(before, subject(before, a), chances)] if lines else []


def lasting_table(shelf: Shelf, before: State, a: Action, chances: Chances) -> Lines:
    """What has become of the target after several orders: nothing about the last one alone."""
    what = subject(before, a)
    if what == NOBODY:
        return []
    left = track_lines(before, what, chances)
    if what >= PLACES:
        return left
    rows = changes(before, what, chances)
    return [*effect_lines(rows), *crit_lines(shelf, before, what, rows), *left]


def track_lines(before: State, what: int, chances: Chances) -> Lines:
    """The tracks that may change: health, shield, armour, models of a squad, or a structure's durability."""
    if what >= PLACES:
        standing = [(left.durability, chance) for left, chance in place_rows(chances)]
        return amounts("Durability left", standing, max(left for left, _ in standing), "AG-20.10")
    rows = changes(before, what, chances)
    unit = before.units[what]
    lines = track("Health left", rows, lambda c: c.now.health, int(unit.health_full), "AG-9.1")
    if unit.chassis == Chassis.INFANTRY:
        left = explanation.counted(rows, lambda c: c.now.plate)
        return [*lines, *explanation.amount_lines("Models left", left, "AG-21.5")]
    charge = track("Shield charge left", rows, lambda c: c.now.charge, int(unit.shield.full), "AG-13.6")
    plate = track("Armour durability left", rows, lambda c: c.now.plate, int(unit.durability_full), "AG-10.6")
    return [*lines, *charge, *plate]


def track(heading: str, rows: Rows, value: Callable[[Change], int], full: int, rule: str) -> Lines:
    """What is left on one track of a unit, also where it stays: two situations may differ in that."""
    return amounts(heading, [(value(change), chance) for change, chance in rows], full, rule)


def amounts(heading: str, rows: list[tuple[int, Fraction]], full: int, rule: str) -> Lines:
    """Amounts in tenths with their chances, the most first, or in fifths of the whole where they are many."""
    summed = gathered(sorted(rows, reverse=True))
    if not full:
        return []
    if len(summed) > MOST:
        return in_fifths(heading, summed, full, rule)
    return [OddsLine(points(left), chance, heading, "", rule) for left, chance in summed.items()]


def in_fifths(heading: str, summed: dict[int, Fraction], full: int, rule: str) -> Lines:
    """How many fifths of the whole are left, begun ones counted; nothing left stands alone."""
    fifths = gathered((-(-FIFTHS * left // full), chance) for left, chance in summed.items())
    return [
        OddsLine(f"{20 * n - 20}% to {20 * n}%" if n else "Nothing", fifths[n], heading, "", rule)
        for n in sorted(fifths, reverse=True)
    ]


# ---------------------------------------------------------------- turns
# The odds of several orders together: what the whole of them does to a target, whichever order did it.


Plan = Sequence[Action]


def plan_lines(shelf: Shelf, before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The panel of orders given one after another; of the last alone where only that is about the target."""
    if is_last_alone(before, plan, what):
        return odds_lines(shelf, before, plan[-1], chances)
    return turn_lines(shelf, before, what, chances)


def plan_table(shelf: Shelf, before: State, plan: Plan, what: int, chances: Chances) -> Lines:
    """The same in full."""
    if is_last_alone(before, plan, what):
        return odds_table(shelf, before, plan[-1], chances)
    lines = turn_lines(shelf, before, what, chances)
    return [*lines, *track_lines(before, what, chances)] if lines else []


def is_last_alone(before: State, plan: Plan, what: int) -> bool:
    """Whether all that the orders do to a target is what the last one does; ends of turns do much."""
    others = [a for a in plan[:-1] if subject(before, a) == what or a.verb == Verb.END]
    return not others and subject(before, plan[-1]) == what


def turn_lines(shelf: Shelf, before: State, what: int, chances: Chances) -> Lines:
    """What has become of a target, as parts that add up to one, and what that means for it."""
    if what == NOBODY:
        return []
    if what >= PLACES:
        return place_lines(before, what - PLACES, chances)
    rows = changes(before, what, chances)
    whole = chance_of(rows, unharmed)
    struck = [(change, chance) for change, chance in rows if not unharmed(change)]
    first = OddsLine("No harm done", whole, "result", "miss", "AG-1.1")
    return [first, *hit_lines(struck), *effect_lines(rows), *crit_lines(shelf, before, what, rows)]


def further_lines(shelf: Shelf, before: State, what: int, chances: Chances) -> Lines:
    """What becomes of another than the subject, under its name; nothing where no shot at it is possible."""
    lines = turn_lines(shelf, before, what, chances)
    harmed = any(line.chance for line in lines[1:])
    return [line.under(name_of(before, what)) for line in lines] if harmed else []


def unharmed(change: Change) -> bool:
    """Whether every track is what it was; a shield may have regenerated (AG-13.9)."""
    now, unit = change.now, change.before
    same_shield = now.shield == unit.shield.state and now.charge >= unit.shield.charge
    return bool(not change.hurt and now.plate == change.plate_before and same_shield and not change.cracked)


def standing(before: State, place: int) -> int:
    """The durability of a structure or barricade section."""
    if place >= state.BARRICADE:
        return int(before.barricade[place - state.BARRICADE].durability)
    return int(before.section[place].durability)


def place_lines(before: State, place: int, chances: Chances) -> Lines:
    """What has become of a structure or barricade section (AG-20.10, AG-20.12)."""
    rows, full = place_rows(chances), standing(before, place)
    falls = chance_of(rows, has_fallen)
    whole = chance_of(rows, lambda left: not left.falling and left.durability == full)
    return [
        OddsLine("No harm done", whole, "result", "miss", "AG-20.2"),
        OddsLine("Damaged, and it stands", 1 - whole - falls, "result", "glance", "AG-20.10"),
        OddsLine("Falls", falls, "result", "dead", "AG-20.12"),
    ]


def averages(before: State, what: int, chances: Chances) -> Notes:
    """One sentence with every track that may fall, to hundredths; none where nothing can."""
    if what == NOBODY:
        return ()
    losses = place_losses(before, what, chances) if what >= PLACES else unit_losses(before, what, chances)
    parts = [f"{decimal(lost)} {name}" for name, lost in losses.items() if lost > 0]
    return ((f"On average it loses {', '.join(parts)}.", "AG-1.3"),) if parts else ()


def unit_losses(before: State, u: int, chances: Chances) -> dict[str, Fraction]:
    """Charge, armour and health of a vehicle, health and models of a squad, in the order of the layers.

    What came back does not count against what was lost.
    """
    rows, unit = changes(before, u, chances), before.units[u]
    health = explanation.mean(rows, lambda c: max(0, int(unit.health) - c.now.health)) / POINT
    plate = explanation.mean(rows, lambda c: max(0, c.plate_before - c.now.plate))
    if unit.models:
        return {"models": plate, "health": health}
    charge = explanation.mean(rows, lambda c: max(0, int(unit.shield.charge) - c.now.charge)) / POINT
    return {"charge": charge, "armour": plate / POINT, "health": health}


def place_losses(before: State, what: int, chances: Chances) -> dict[str, Fraction]:
    """The durability of a structure; one that fell has lost all of it (AG-20.4)."""
    full = standing(before, what - PLACES)
    left = explanation.mean(
        place_rows(chances), lambda left: min(full, left.durability) if left.height else 0
    )
    return {"durability": (full - left) / POINT}
