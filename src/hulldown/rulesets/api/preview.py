"""What a move comes to before it is made: every way to end it, and the shots that would follow at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action


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


def no_ends(s: Any, seat: int, unit: str) -> Ends:
    """No place to end in."""
    return {}


def no_shots(s: Any, unit: str) -> Iterable[PreviewShot]:
    """No shot."""
    return ()


def no_turns(s: Any, unit: str, end: End) -> Iterable[End]:
    """No other way to end there."""
    return ()


def same(s: Any, shot: PreviewShot) -> Any:
    """The position itself."""
    return s


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

    ends: Callable[[Any, int, str], Ends] = no_ends
    towards: Callable[[Any, int, str, int, int], Sequence[End]] = lambda s, seat, unit, x, y: ()
    turns: Callable[[Any, str, End], Iterable[End]] = no_turns
    facings: Callable[[Any, str, str], Sequence[int]] = lambda s, unit, ring: ()
    looks: Callable[[Any, str, str], int | None] = lambda s, unit, ring: None
    watched: Callable[[Any, str, str], Sequence[str] | None] = lambda s, unit, ring: None
    stands: Callable[[Any, str], tuple[str, int | None]] = lambda s, unit: ("", None)
    left: Callable[[Any, str], int | None] = lambda s, unit: None
    after: Callable[[Any, Action], Any]
    shots: Callable[[Any, str], Iterable[PreviewShot]] = no_shots
    threats: Callable[[Any, str], Iterable[PreviewShot]] = no_shots
    as_enemy: Callable[[Any, PreviewShot], Any] = same

    def reached(self, s: Any, orders: Iterable[Action]) -> Any:
        """The position after the orders of a way."""
        for order in orders:
            s = self.after(s, order)
        return s
