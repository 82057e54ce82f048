"""What a ruleset says of chances: of an order, and of a move before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.words import Modifier

ODDS_GROUPS = ("result", "effect", "detail", "left")
Note = tuple[str, str]  # a sentence and its rule
Plan = Sequence[Action]  # orders given one after another, while they can be
Chances = Mapping[int, Fraction]  # the chance of each outcome number


class TooManyWays(Exception):
    """A ruleset finds more ways than are worth counting: at least `ways`, each on a tape of its own."""

    def __init__(self, ways: int = 0) -> None:
        super().__init__(f"at least {ways} ways")
        self.ways = ways


@dataclass(frozen=True)
class Explanation:
    """What stands behind an order before it is carried out.

    `needed` is the number a die must reach (None when none is rolled), `modifiers` the sum that
    makes it; `title` and `subtitle` name the order; `notes` are further sentences with rule ids.
    """

    title: str
    subtitle: str = ""
    needed: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OddsLine:
    """One line of an odds panel: a statement with its exact chance.

    `group` is "result" for the parts that add up to one (miss, glance ...), "effect" for what comes of
    them, "detail" for what an effect is made of, which a page may fold away, "left" for what an odds page
    says of hull points. Any other group is the heading that its lines stand under ("If B1 pursues").
    `mark` picks the pattern of the bar: miss, glance or dead.
    """

    text: str
    chance: Fraction
    group: str = "effect"
    mark: str = ""
    rule: str = ""

    @property
    def heading(self) -> str:
        """The heading over this line, where its group is none that every page knows."""
        return "" if self.group in ODDS_GROUPS else self.group

    def under(self, heading: str) -> OddsLine:
        """The same under a heading, unless it has one."""
        return replace(self, group=heading) if heading and not self.heading else self

    @property
    def full(self) -> str:
        """The statement where no heading can stand: "If B1 pursues: A1 hits at Short"."""
        return f"{self.heading}: {self.text}" if self.heading else self.text


def target_or_actor(s: Any, a: Action) -> int:
    """The unit that an order is aimed at, or else that carries it out."""
    return a.target if a.target >= 0 else a.actor


def of_last(lines: Callable[[Any, Action, Chances], list[OddsLine]]) -> Callable[..., list[OddsLine]]:
    """Lines about the last of several orders, for a ruleset that does not tell them apart."""
    return lambda before, plan, subject, chances: lines(before, plan[-1], chances)


def explained_last(explain: Callable[[Any, Action], Explanation]) -> Callable[[Any, Plan], Explanation]:
    """The arithmetic of the last of several orders."""
    return lambda s, plan: explain(s, plan[-1])


def own_of_last(
    own: Callable[[Any, Action], Chances | None], subject: Callable[[Any, Action], int]
) -> Callable[[Any, Plan, int], Chances | None]:
    """Own odds of a ruleset that has worked out single orders, for their own subject."""

    def of_plan(s: Any, plan: Plan, unit: int) -> Chances | None:
        return own(s, plan[0]) if len(plan) == 1 and unit == subject(s, plan[0]) else None

    return of_plan


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """The odds of orders given one after another, mostly of one.

    explain(s, plan) -> what stands behind it; without it the order itself.
    subject(s, a) -> the unit whose fate the odds of an order are about.
    facts(before, subject, outcome) -> an outcome number in words: {"result": "penetrate", "hull": 3 ...}.
    lines(before, plan, subject, chances) -> the panel; `table` the same with what is too much for the panel,
    where there is more; `lasting(before, a, chances)` only what holds of the position after several more such
    orders, nothing about the last one.
    averages(before, subject, chances) -> what is lost on average, as sentences with their rules.
    own(s, plan, subject) -> the exact chance of each outcome number, for dice that fall in more ways than
    can be walked. They are worked out from the rules that are played, and must agree with the walk wherever
    it can be made; None leaves a plan to the walk, and so does TooManyWays, which says what awaits it.
    whose(before, a) -> of whom the lines of an order speak, where its text does not say so: the unit that
    moves, where others fire at it; "" where that is plain.
    others(before, a) -> further units to which an order may do something.
    further(before, unit, chances) -> the lines about one of them, under its name.
    matrices(s, seat, cancelled) -> the secret orders that a seat still owes against those of the enemy, from
    what the seat knows; none for other decisions. It may take seconds: `cancelled` says when to stop, and
    what is not found by then has no chances.
    """

    explain: Callable[[Any, Plan], Explanation] | None = None
    subject: Callable[[Any, Action], int] = target_or_actor
    facts: Callable[[Any, int, int], dict[str, Any]] = lambda before, subject, outcome: {"outcome": outcome}
    lines: Callable[[Any, Plan, int, Chances], list[OddsLine]] = lambda before, plan, subject, chances: [
        OddsLine(f"outcome {outcome}", chance) for outcome, chance in sorted(chances.items())
    ]
    table: Callable[[Any, Plan, int, Chances], list[OddsLine]] | None = None
    lasting: Callable[[Any, Action, Chances], list[OddsLine]] = lambda before, a, chances: []
    averages: Callable[[Any, int, Chances], tuple[Note, ...]] = lambda before, subject, chances: ()
    own: Callable[[Any, Plan, int], Chances | None] | None = None
    whose: Callable[[Any, Action], str] = lambda before, a: ""
    others: Callable[[Any, Action], tuple[int, ...]] = lambda before, a: ()
    further: Callable[[Any, int, Chances], list[OddsLine]] = lambda before, unit, chances: []
    matrices: Callable[[Any, int, IsCancelled], tuple[Matrix, ...]] | None = None

    def in_full(self, before: Any, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
        """The odds of a plan for a page of its own."""
        return (self.table or self.lines)(before, plan, subject, chances)


# ---------------------------------------------------------------- preview
# What a move comes to before it is made: every way to end it, and the shots that would follow at once.


@dataclass(frozen=True)
class End:
    """One way to end a move in a place: where the unit looks then (None where it has no facing), the whole
    cost, and the orders that do it without a die.
    """

    facing: int | None
    cost: int
    orders: tuple[Action, ...]


Ends = dict[str, list[End]]
"""Every way to end in each place, the cheapest first."""


@dataclass(frozen=True)
class PreviewShot:
    """One shot that could be fired at once, by unit names.

    `weapon` is empty where a unit itself strikes, as it rams. `chance` is that of what `verb` says ("pierce",
    "hit") of the struck `face` ("front"; empty where the target has no sides). `order` is legal in the
    position asked about; of an enemy, in `as_enemy` of it. `first` is what the shooter must do before it in
    the same activation ("loads"; "turns, loads"), empty where it need do nothing.
    `harm` says what it takes where that is certain ("for 280 of 390 health").
    Who `moves` must leave its place for it, as it can only for a ram: no danger of a single place.
    `given` says on what it depends that nobody knows ("if B1 flees"); such a shot is told for each case.
    """

    shooter: str
    target: str
    weapon: str
    verb: str
    chance: Fraction
    face: str
    order: Action
    given: str = ""
    first: str = ""
    moves: bool = False
    harm: str = ""


def best(shots: Iterable[PreviewShot], by: Callable[[PreviewShot], str]) -> list[PreviewShot]:
    """Of all shots the best of each unit that `by` names, in each case and also of those that move for it;
    the most dangerous first.
    """
    strongest: dict[tuple[str, str, bool], PreviewShot] = {}
    for shot in shots:
        key = by(shot), shot.given, shot.moves
        if key not in strongest or shot.chance > strongest[key].chance:
            strongest[key] = shot
    return sorted(strongest.values(), key=lambda shot: (shot.moves, -shot.chance))


def percent(chance: Fraction) -> int:
    """A chance as whole percents; only what is certain or impossible is 100 or 0."""
    rounded = int(100 * chance + Fraction(1, 2))
    return rounded if chance in (0, 1) else max(1, min(99, rounded))


def words(shot: PreviewShot, own: bool) -> str:
    """A shot as its plate says it: "67 % you pierce its rear", "44 % it pierces your front"."""
    who, verb, whose, whom = ("you", "", "its", "it") if own else ("it", "s", "your", "you")
    at = f"{whose} {shot.face}" if shot.face else whom
    does = f"{shot.first} and {shot.verb}{verb}" if shot.first else f"{shot.verb}{verb}"
    return f"{percent(shot.chance)} % {who} {does} {at} {shot.harm} {shot.given}".replace("  ", " ").rstrip()


@dataclass(frozen=True, kw_only=True)
class Foresight:
    """What a ruleset tells of a move before it is made. Units are named ("A1").

    ends(s, seat, unit) -> every way to end a move of this unit now, its own place included where it can turn.
    towards(s, seat, unit, x, y) -> on an open table how it ends that makes for a spot which is none of those
    ends, in thousandths of an inch, as near as it gets.
    turns(s, unit, end) -> where ends are too many to list them all, those with another facing than this one,
    which then has None and looks as it happens.
    facings(s, unit, ring) -> the directions in which it, or what the orders of a ring turn, could look at
    all, clockwise; empty where it has no facing.
    looks(s, unit, ring) -> where what the orders of a ring turn looks now; None where staying so is an order.
    watched(s, unit, ring) -> the places that are watched, where the orders of a ring say which; else None.
    stands(s, unit) -> the place and the facing of a unit; ("", None) off the board.
    left(s, unit) -> how much the unit has left of what a move costs, None where that is not counted.
    after(s, order) -> the position after an order of such a way; the turn never passes on by it.
    shots(s, unit) -> what it could fire at once.
    threats(s, unit) -> what enemies could fire at it at once, were it their turn in this position, also if
    they must load or turn first in the same activation. Each is worked out only when it is taken.
    as_enemy(s, shot) -> the position in which an enemy would fire that shot, loaded and turned.
    """

    ends: Callable[[Any, int, str], Ends] = lambda s, seat, unit: {}
    towards: Callable[[Any, int, str, int, int], Sequence[End]] = lambda s, seat, unit, x, y: ()
    turns: Callable[[Any, str, End], Iterable[End]] = lambda s, unit, end: ()
    facings: Callable[[Any, str, str], Sequence[int]] = lambda s, unit, ring: ()
    looks: Callable[[Any, str, str], int | None] = lambda s, unit, ring: None
    watched: Callable[[Any, str, str], Sequence[str] | None] = lambda s, unit, ring: None
    stands: Callable[[Any, str], tuple[str, int | None]] = lambda s, unit: ("", None)
    left: Callable[[Any, str], int | None] = lambda s, unit: None
    after: Callable[[Any, Action], Any]
    shots: Callable[[Any, str], Iterable[PreviewShot]] = lambda s, unit: ()
    threats: Callable[[Any, str], Iterable[PreviewShot]] = lambda s, unit: ()
    as_enemy: Callable[[Any, PreviewShot], Any] = lambda s, shot: s

    def reached(self, s: Any, orders: Iterable[Action]) -> Any:
        """The position after the orders of a way."""
        for order in orders:
            s = self.after(s, order)
        return s
