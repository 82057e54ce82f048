"""The odds panel of a decision: the own shot or ram first, then what becomes of both tanks this turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.chase.aiming import aim, foreseen
from hulldown.rulesets.chase.chances.fates import fates_of
from hulldown.rulesets.chase.chances.gunfire import Gunfire, target_of
from hulldown.rulesets.chase.chances.secret import order_lines
from hulldown.rulesets.chase.chances.unfolding import Leaf, TooWide, impact, ram_effects, unfold
from hulldown.rulesets.chase.codes import NOBODY, Gun, Mobility, Standing, Verb
from hulldown.rulesets.chase.encounter import side_to_ask
from hulldown.rulesets.chase.exact.collisions import Crash, ram_odds
from hulldown.rulesets.chase.exact.driving import success_odds
from hulldown.rulesets.chase.fate import pack_fate, unpack_fate
from hulldown.rulesets.chase.naming import BANDS, tank_id
from hulldown.rulesets.chase.ramming import collision_type
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import pair_of
from hulldown.rulesets.chase.vocabulary import COLLISIONS

Lines = list[OddsLine]
NEVER = Fraction(0)


def odds_lines(before: State, a: Action, odds: Mapping[int, Fraction]) -> Lines:
    """What a player wants to know before a decision. `odds` are the fates of the tank it is about."""
    if a.verb == Verb.ORDER:
        return order_lines(before, a)
    if a.verb == Verb.DIRECTION:
        return fate_lines(before, int(a.actor), odds)
    if a.target == NOBODY or a.verb == Verb.JOIN:
        return []
    try:
        leaves = unfold(before, a)
    except TooWide:
        return fate_lines(before, int(a.target), odds)
    guns = Gunfire()
    mine = shot_parts(before, leaves, int(a.actor), int(a.target), guns)
    theirs = shot_parts(before, leaves, int(a.target), int(a.actor), guns)
    ramming = a.verb == Verb.RAM and a.choice == 1
    return [
        *(ram_lines(before) if ramming else mine.results(tank_id(before, a.actor))),
        *sights(leaves, a),
        *(mine.hits() if ramming else []),
        *fate_lines(before, int(a.target), odds),
        *theirs.hits(),
        *fate_lines(before, int(a.actor), fates_of(leaves, int(a.actor), guns)),
        *(crash_lines(before) if ramming else mine.severities(tank_id(before, a.target))),
    ]


# ---------------------------------------------------------------- shots


class Parts:
    """The shot of a tank at another over the positions in which the guns fire."""

    def __init__(self, before: State, firer: int, target: int) -> None:
        self.firer, self.target = firer, target
        self.names = tank_id(before, firer), tank_id(before, target)
        self.asked = self.barred = self.hit = self.through = NEVER
        self.severity: dict[int, Fraction] = dict.fromkeys(range(1, 5), NEVER)

    def add(self, leaf: Leaf, guns: Gunfire) -> None:
        """Count a position in which the shot is due."""
        self.asked += leaf.chance
        shot = guns.shot(leaf.state, self.firer)
        if shot.why:
            self.barred += leaf.chance
            return
        self.hit += leaf.chance * shot.hit
        for (_, degree), part in guns.wounds(leaf.state, self.firer).items():
            self.through += leaf.chance * part
            self.severity[degree] += leaf.chance * part

    def results(self, name: str) -> Lines:
        """The own shot as parts that add up to one, where it is sure that the guns fire (CH-10.7)."""
        if self.asked != 1 or self.barred == 1:
            return []
        none = [OddsLine(f"{name} cannot fire", self.barred, "result", "miss", "CH-10.2")]
        return [
            *(none if self.barred else []),
            OddsLine(f"{name} misses", 1 - self.barred - self.hit, "result", "miss", "CH-10.5"),
            OddsLine("Hit without effect", self.hit - self.through, "result", "glance", "CH-10.9"),
            OddsLine("Hit that does damage", self.through, "result", "dead", "CH-11.1"),
        ]

    def hits(self) -> Lines:
        """The chance that this shot hits, where the guns can fire."""
        if not self.asked or self.barred == self.asked:
            return []
        return [OddsLine(f"{self.names[0]} hits {self.names[1]}", self.hit, "effect", "", "CH-10.5")]

    def severities(self, name: str) -> Lines:
        """How bad the own hit is (CH-11.1)."""
        return [
            OddsLine(f"Severity {degree} to {name}", chance, "detail", "", "CH-11.1")
            for degree, chance in self.severity.items()
            if chance
        ]


def shot_parts(before: State, leaves: Iterable[Leaf], firer: int, target: int, guns: Gunfire) -> Parts:
    """Add up a shot over every position in which it is due."""
    parts = Parts(before, firer, target)
    for leaf in leaves:
        if leaf.fires and target_of(leaf.state, firer) == target:
            parts.add(leaf, guns)
    return parts


def sights(leaves: list[Leaf], a: Action) -> Lines:
    """Where somebody decides before the guns fire: what both shots would hit with as it stands."""
    waiting = [leaf for leaf in leaves if not leaf.fires and not leaf.over]
    if len(waiting) < len(leaves) or not waiting:
        return []
    s = waiting[0].state
    i = pair_of(s, int(a.actor), int(a.target))
    if i == NOBODY:
        return []
    p = foreseen(s, i)
    lines = []
    for side in (side_of(int(a.actor)), 1 - side_of(int(a.actor))):
        shot = aim(s, p, side)
        chance = NEVER if shot.refusal else success_odds(shot.dm, shot.score)
        lines.append(OddsLine(f"{shot.firer} would hit at {BANDS[p.range]}", chance, "effect", "", "CH-10.5"))
    return lines


# ---------------------------------------------------------------- fates


def fate_lines(before: State, t: int, odds: Mapping[int, Fraction]) -> Lines:
    """What becomes of a tank: nothing is said of what cannot get worse any more."""
    name, was = tank_id(before, t), unpack_fate(int(pack_fate(before.tanks[t])))
    rows = [(unpack_fate(number), chance) for number, chance in odds.items()]

    def sums(column: int, value: int) -> Fraction:
        """The chance of a value that the tank did not have before."""
        if was[column] == value:
            return NEVER
        return sum((chance for row, chance in rows if row[column] == value), NEVER)

    lost = sum((p for row, p in rows if row[1] < was[1] and row[0] == Standing.ACTIVE), NEVER)
    lines = [
        OddsLine(f"{name} destroyed", sums(0, Standing.DESTROYED), "effect", "dead", "CH-11.7"),
        OddsLine(f"{name} escapes", sums(0, Standing.ESCAPED), "effect", "", "CH-12.3"),
        OddsLine(f"{name} gun knocked out", sums(3, Gun.KNOCKED_OUT), "effect", "", "CH-11.5"),
        OddsLine(f"{name} immobilised", sums(2, Mobility.IMMOBILISED), "effect", "", "CH-11.4"),
        OddsLine(f"{name} loses hull points", lost, "effect", "", "CH-11.3"),
        OddsLine(f"{name} gun damaged", sums(3, Gun.DAMAGED), "detail", "", "CH-11.5"),
        OddsLine(f"{name} drive damaged", sums(2, Mobility.DAMAGED), "detail", "", "CH-11.4"),
    ]
    return [line for line in lines if line.chance]


# ---------------------------------------------------------------- rams


def crash_of(s: State) -> tuple[int, Fraction, Crash]:
    """Who rams, the chance that it succeeds, and the collision, the target's part with that chance."""
    p = s.pair[s.acting]
    side = side_to_ask(p)
    effects = ram_effects(s, p, side)
    crash = ram_odds(s.options, impact(s, p, side), impact(s, p, 1 - side), effects)
    return side, sum(effects.values(), NEVER), crash


def ram_lines(s: State) -> Lines:
    """Success, and the type of the collision (CH-8.6, CH-8.8)."""
    p = s.pair[s.acting]
    side, success, _ = crash_of(s)
    kind = COLLISIONS[collision_type(int(p.facing[side]), int(p.facing[1 - side]))]
    return [
        OddsLine("The ram fails", 1 - success, "result", "miss", "CH-8.6"),
        OddsLine(kind, success, "result", "dead", "CH-8.8"),
    ]


def crash_lines(s: State) -> Lines:
    """How bad the collision is for both (CH-8.15)."""
    p = s.pair[s.acting]
    side, success, crash = crash_of(s)
    done = [(1 - side, crash.defender, Fraction(1)), (side, crash.attacker, success)]
    named = [(tank_id(s, p.tank[whose]), severity, whole) for whose, severity, whole in done]
    return [
        OddsLine(f"Ram: severity {degree} to {name}", p_of * whole, "detail", "", "CH-8.15")
        for name, severity, whole in named
        for degree, p_of in severity.items()
        if degree and p_of * whole
    ]
