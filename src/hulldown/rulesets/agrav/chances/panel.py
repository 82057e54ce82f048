"""The odds panel of an order: what it does to its target first, then what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.accuracy import is_high
from hulldown.rulesets.agrav.chances.facts import FIRED_AT, Change, Rows, changes, part_name, subject
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Height, Verb
from hulldown.rulesets.agrav.fate import PLACES, remains
from hulldown.rulesets.agrav.internals import DAMAGED, WRECKED
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.shooting import volley
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.common.dicing import gathered
from hulldown.rulesets.common.explanation import chance_of

Chances = Mapping[int, Fraction]
Lines = list[OddsLine]
SURE = (Verb.RAM, Verb.RAM_BARRICADE)  # no roll to hit (AG-19.1)


def odds_lines(before: State, a: Action, chances: Chances) -> Lines:
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
    return [*result_lines(before, a, rows), *effect_lines(rows), *detail_lines(before, a, what, rows)]


def shots_of(s: State, a: Action) -> int:
    """To-hit rolls of an order to shoot; 0 of others, whose number depends on the dice (AG-8.12)."""
    return int(volley(s, a.actor, a.choice)) if a.verb == Verb.SHOOT else 0


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
    parts = [
        ("Shield holds", chance_of(rows, lambda c: not c.shield_lost and not c.cracked), "AG-13.6"),
        ("Shield cracks", chance_of(rows, lambda c: not c.shield_lost and c.cracked), "AG-13.4"),
        ("Shield falls", chance_of(rows, lambda c: c.shield_lost), "AG-13.7"),
    ]
    return [OddsLine(text, chance, "result", "glance", rule) for text, chance, rule in parts if chance]


def squad_lines(rows: Rows) -> Lines:
    """What hits do to a squad (AG-21.5)."""

    def killed(change: Change) -> bool:
        return change.now.plate < sum(1 for left in change.before.model if left > 0)

    parts = [
        ("Hit without effect", chance_of(rows, lambda c: not c.hurt), "glance"),
        ("Wounds", chance_of(rows, lambda c: c.hurt and not killed(c)), "glance"),
        ("Kills", chance_of(rows, killed), "dead"),
    ]
    return [OddsLine(text, chance, "result", mark, "AG-21.5") for text, chance, mark in parts if chance]


def structure_lines(before: State, a: Action, chances: Chances) -> Lines:
    """A structure: the re-roll is counted, and one at 0 falls when the turn ends (AG-20.2, AG-20.12)."""
    rows = [(remains(number), chance) for number, chance in chances.items()]
    sure = a.verb == Verb.CHARGE
    missed = sum((p for left, p in rows if not left.hits and not sure), Fraction(0))
    if goes_up(a):
        return launch_lines(before, a, missed)
    falls = sum((p for left, p in rows if left.falling or left.height == Height.GONE), Fraction(0))
    lines = [OddsLine(miss_text(shots_of(before, a)), missed, "result", "miss", "AG-20.2")]
    stands = OddsLine("Hit, and it stands", 1 - missed - falls, "result", "glance", "AG-20.10")
    return [*([] if sure else lines), stands, OddsLine("Falls", falls, "result", "dead", "AG-20.12")]


# ---------------------------------------------------------------- what comes of it


def effect_lines(rows: Rows) -> Lines:
    """What becomes of the unit; what cannot happen is left out, but for the two that everybody asks for."""
    events = [
        ("Destroyed", lambda c: c.destroyed, "AG-9.3"),
        ("Stunned", lambda c: c.stunned, "AG-15.1"),
        ("Crit", lambda c: c.struck(), "AG-12.7"),
        ("Shield lost", lambda c: c.shield_lost, "AG-13.15"),
        ("Loses health", lambda c: c.hurt, "AG-9.1"),
    ]
    lines = [OddsLine(text, chance_of(rows, event), "effect", "", rule) for text, event, rule in events]
    return [line for line in lines if line.chance or line.text in ("Destroyed", "Stunned")]


def detail_lines(before: State, a: Action, unit: int, rows: Rows) -> Lines:
    """How many shots of a volley hit, and each part that a crit can strike."""
    return [*count_lines(shots_of(before, a), rows), *crit_lines(before, unit, rows)]


def count_lines(shots: int, rows: Rows) -> Lines:
    """How many of several shots hit; those that come after the target is gone are lost (AG-8.12)."""
    counts = [(n, chance_of(rows, lambda c, n=n: c.now.hits == n)) for n in range(1, shots + 1)]  # type: ignore[misc]
    if shots < 2:
        return []
    return [
        OddsLine(f"{n} of {shots} hit", chance, "detail", "", "AG-8.12") for n, chance in counts if chance
    ]


def crit_lines(before: State, unit: int, rows: Rows) -> Lines:
    """Each part damaged or destroyed, in sheet order (AG-12.11)."""
    lines = []
    for k in range(before.units[unit].parts):
        name = part_name(before, unit, k).capitalize()
        for crits, word in ((DAMAGED, "damaged"), (WRECKED, "destroyed")):
            chance = chance_of(rows, lambda c, k=k, n=crits: c.crits(k) == n)  # type: ignore[misc]
            if chance:
                lines.append(OddsLine(f"{name} {word}", chance, "detail", "", "AG-12.11"))
    return lines


# ---------------------------------------------------------------- table
# The odds of an order in full: the panel, and what is left on each track of the target.


MOST = 8  # amounts listed one by one; more are told in fifths
FIFTHS = 5


def odds_table(before: State, a: Action, chances: Chances) -> Lines:
    """Everything that can come of an order; what is left of each track is a distribution of its own."""
    lines = odds_lines(before, a, chances)
    return [*lines, *track_lines(before, subject(before, a), chances)] if lines else []


def lasting_table(before: State, a: Action, chances: Chances) -> Lines:
    """What has become of the target after several orders: nothing about the last one alone."""
    what = subject(before, a)
    if what == NOBODY:
        return []
    left = track_lines(before, what, chances)
    if what >= PLACES:
        return left
    rows = changes(before, what, chances)
    return [*effect_lines(rows), *crit_lines(before, what, rows), *left]


def track_lines(before: State, what: int, chances: Chances) -> Lines:
    """The tracks that may change: health, shield, armour, models of a squad, or a structure's durability."""
    if what >= PLACES:
        standing = [(remains(number).durability, chance) for number, chance in chances.items()]
        return amounts("Durability left", standing, max(left for left, _ in standing), "AG-20.10")
    rows = changes(before, what, chances)
    unit = before.units[what]
    lines = track("Health left", rows, lambda c: c.now.health, int(unit.health_full), "AG-9.1")
    if unit.chassis == Chassis.INFANTRY:
        alive = sum(1 for left in unit.model if left > 0)
        return [*lines, *models(rows, alive)]
    charge = track("Shield charge left", rows, lambda c: c.now.charge, int(unit.shield.full), "AG-13.6")
    plate = track("Armour durability left", rows, lambda c: c.now.plate, int(unit.durability_full), "AG-10.6")
    return [*lines, *charge, *plate]


def track(heading: str, rows: Rows, value: Callable[[Change], int], full: int, rule: str) -> Lines:
    """What is left on one track of a unit, also where it stays: two situations may differ in that."""
    return amounts(heading, [(value(change), chance) for change, chance in rows], full, rule)


def models(rows: Rows, alive: int) -> Lines:
    """How many models of a squad are left (AG-21.5)."""
    chances = dict.fromkeys(range(alive, -1, -1), Fraction(0))
    for change, chance in rows:
        chances[change.now.plate] += chance
    left = [(n, chance) for n, chance in chances.items() if chance]
    return [OddsLine(str(n), chance, "Models left", "", "AG-21.5") for n, chance in left]


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
    fifths = dict.fromkeys(range(FIFTHS, -1, -1), Fraction(0))
    for left, chance in summed.items():
        fifths[-(-FIFTHS * left // full)] += chance
    return [
        OddsLine(f"{20 * n - 20}% to {20 * n}%" if n else "Nothing", chance, heading, "", rule)
        for n, chance in fifths.items()
        if chance
    ]
