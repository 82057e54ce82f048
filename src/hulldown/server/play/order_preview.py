"""Orders before they are given: whether they may be, several as one, and where a move leads."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import prod
from typing import Any

from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.odds import End, Ends, Foresight, PreviewShot, best, percent, words
from hulldown.rulesets.api.ruleset import Ruleset, legal_orders
from hulldown.rulesets.api.scene import PlaneAids, PlaneScene, Scene, UnitMark
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.grammar import point_of
from hulldown.server.play.match import ServerMatch
from hulldown.server.schemas.responses import WhyAnswer
from hulldown.views import ghost
from hulldown.views.preview import Aim, MovePreview, danger
from hulldown.views.preview import preview as layer

NO_REASON = ("", "", "")


def judged(match: ServerMatch, seat: int, texts: list[str]) -> WhyAnswer:
    """The first of some orders that may not be given after those before it, as far as a seat can know.

    Only what the seat knows is asked, so the answer tells it nothing new. What depends on a die is not
    judged any further. The last of several is what those before it should allow: it is judged but not
    carried out. ValueError says which text is not understood.
    """
    ruleset, known = match.ruleset, copy(match.observation(seat))
    dice = new_dice(0)
    for index, text in enumerate(texts):
        act = ruleset.speech.parse_action(known, seat, text)
        code = ruleset.rules.check(known, seat, act)
        if code:
            why = ruleset.refusal_of(known, act, code)
            return WhyAnswer(index, why.code, why.text, why.rule, changed(match, seat, known))
        if index and index == len(texts) - 1:
            break
        ruleset.rules.apply(known, act, dice, OFF)
        if rolled(dice):
            return WhyAnswer(-1, *NO_REASON, "")
    return WhyAnswer(-1, *NO_REASON, changed(match, seat, known))


def rolled(dice: Dice) -> bool:
    """Whether a die was thrown."""
    return bool(dice.count)


def changed(match: ServerMatch, seat: int, after: Any) -> str:
    """What is different from the position now, drawn."""
    return ghost(match.scene(seat, ""), match.ruleset.table.scene(after, None))


# ---------------------------------------------------------------- macro orders
# Orders that are usually given one after another, offered as one, and the order that is no choice at all.
#
# What is usual a ruleset says by the groups of its buttons (`Table.macro_orders`). Nothing is offered that
# the seat could not order step by step, as far as it knows the position.


MOST = 48  # chains offered at a time: a unit with more to choose from is ordered step by step
GIVING_UP = "concede"
Paths = AbstractSet[tuple[str, ...]]  # of groups of buttons


def macro_orders(match: ServerMatch, seat: int, unit: str) -> list[OrderButton]:
    """The chains that a unit may begin now: each its last order, with `text` the first, `then` the rest."""
    return match.once(("usual", seat), lambda: _macro_orders(match, seat, unit), unit)


def _macro_orders(match: ServerMatch, seat: int, unit: str) -> list[OrderButton]:
    paths = {path[at:] for path in match.ruleset.table.usual for at in range(len(path) - 1)}
    if not paths or match.secrets:
        return []
    chains = _chains(match.ruleset, match.observation(seat), seat, unit, match.orders_for(seat), paths)
    return [
        replace(
            chain[-1],
            text=chain[0].text,
            then=tuple(order.text for order in chain[1:]),
            words=tuple(" ".join(filter(None, (order.label, order.detail))) for order in chain),
        )
        for chain in islice(chains, MOST)
    ]


def _chains(
    ruleset: Ruleset, state: Any, seat: int, unit: str, orders: Sequence[OrderButton], paths: Paths
) -> Iterator[tuple[OrderButton, ...]]:
    """The orders of a unit along paths of groups, where no die falls before the last of them."""
    for order in orders:
        if order.unit != unit or order.refusal:
            continue
        left = {path[1:] for path in paths if path[0] == order.group}
        if () in left:
            yield (order,)
        further = left - {()}
        after = (
            _after(ruleset, state, ruleset.speech.parse_action(state, seat, order.text)) if further else None
        )
        if after is not None:
            then = ruleset.orders(after, seat)
            yield from ((order, *rest) for rest in _chains(ruleset, after, seat, unit, then, further))


def position_after(ruleset: Ruleset, state: Any, order: Action) -> Any | None:
    """The position after a legal order; None where it throws a die."""
    after, dice = copy(state), new_dice(0)
    ruleset.rules.apply(after, copy(order), dice, blank(Log))
    return None if dice.count else after


def _after(ruleset: Ruleset, state: Any, order: Action) -> Any | None:
    """The same; None too where the decision is another's then."""
    after = position_after(ruleset, state, order)
    return after if after is not None and ruleset.rules.to_act(after) >> int(order.seat) & 1 else None


def before_last(ruleset: Ruleset, known: Any, plan: Sequence[Action]) -> Any | None:
    """The position in which the last of some usual orders is given; None where they are none.

    No die falls before it, so its odds are those of the whole plan, and exact where a single order's are.
    """
    state = known if ruleset.table.usual else None
    for order in plan[:-1]:
        if state is None or ruleset.rules.check(state, int(order.seat), order):
            return None
        state = _after(ruleset, state, order)
    return state


def alone(match: ServerMatch, seat: int | None) -> str:
    """The order that a seat has to give because there is no other; empty where there is a choice.

    A number, a model to be put anywhere or an order that stays secret is one, and giving up is none.
    """
    can = [order for order in match.orders_for(seat) if not order.refusal and order.group != GIVING_UP]
    if seat is None or len(can) != 1 or can[0].amount:
        return ""
    ruleset, known = match.ruleset, match.observation(seat)
    scene = match.scene(seat, can[0].unit)
    if isinstance(scene.aids, PlaneAids) and scene.aids.drags:
        return ""
    orders = legal_orders(ruleset.rules, known, seat)
    texts = {ruleset.speech.action_text(known, order) for order in orders if not ruleset.secret(order)}
    return can[0].text if texts - {ruleset.speech.giving_up} == {can[0].text} else ""


# ---------------------------------------------------------------- move preview
# A move as it is shown before it is made: every end facing, its cost, and the shots that would follow.
#
# All of it is asked of the position as the seat knows it; what was worked out stands until the next decision.


REMEMBERED = 64  # previews of one position


@dataclass(frozen=True)
class EndView:
    """A direction in which a unit may look at the end of a move, with the whole cost; None where the rules do
    not allow it.
    """

    facing: int
    cost: int | None


@dataclass(frozen=True)
class ShotView:
    """A shot that could be fired at once: its chance as an exact fraction and as a number, the struck face
    (empty where there is none), the place of the other unit, what the shooter must do before ("loads"),
    whether it must leave its place for it, and all of it in words.
    """

    shooter: str
    target: str
    place: str
    weapon: str
    face: str
    chance: str
    share: float
    text: str
    first: str = ""
    moves: bool = False


@dataclass(frozen=True)
class PreviewAnswer:
    """What a move to a place comes to before it is made.

    `facing` is the end facing shown (None where the unit has none), `facings` all that there are. `actions`
    do it, for `cost`, and leave `left`; `places` is the way, where it begins first. `threats` are what each
    enemy could fire at the unit there at once, the worst first, `shots` what it could fire at each enemy;
    `safe` is the chance that no threat does what it says. `layer` is all of it drawn, to lie over the board.
    """

    unit: str
    place: str
    facing: int | None
    facings: list[EndView]
    actions: list[str]
    cost: int
    left: int | None
    places: list[str]
    threats: list[ShotView]
    shots: list[ShotView]
    safe: str
    layer: str


@dataclass(frozen=True)
class RiskView:
    """What awaits a unit in a place: how many enemies could fire at it at once, the best of their chances."""

    enemies: int
    chance: str
    share: float


@dataclass(frozen=True)
class RiskAnswer:
    """The places that a unit can reach in which some enemy could fire at it at once, with its cheapest end
    facing; `layer` draws them over the board.
    """

    unit: str
    places: dict[str, RiskView]
    layer: str


# ---------------------------------------------------------------- worked out


@dataclass(frozen=True)
class PreviewRequest:
    """Of whom a preview is asked: the seat that decides, and the name of its unit. `silent`: no chances."""

    match: ServerMatch
    seat: int
    unit: str
    silent: bool = False

    @property
    def observation(self) -> Any:
        """The position as the seat knows it."""
        return self.match.observation(self.seat)

    @property
    def foresight(self) -> Foresight | None:
        """What the ruleset can tell; None of a unit that the seat cannot order."""
        orders = self.match.orders(self.seat)
        return self.match.ruleset.foresight if any(order.unit == self.unit for order in orders) else None

    def ends(self, foresight: Foresight) -> Ends:
        """Every way to end in each place."""
        make = partial(foresight.ends, self.observation, self.seat, self.unit)
        return self.match.once(("ends", self.seat), make, self.unit)

    def ends_in(self, foresight: Foresight, place: str) -> list[End]:
        """Every way to end in a place; on an open table as near to it as the unit gets."""
        listed = self.ends(foresight)
        if not listed or place in listed:
            return listed.get(place, [])
        try:
            x, y = point_of(place)
        except ValueError:
            return []
        return list(foresight.towards(self.observation, self.seat, self.unit, x, y))

    def turns(self, foresight: Foresight, ring: str) -> list[End]:
        """Every facing that the orders of a ring lead to, several of them if need be."""
        make = partial(turns, self, foresight, ring)
        return self.match.once(("turns", self.seat, ring), make, self.unit)

    def threats(self, foresight: Foresight, state: Any) -> list[PreviewShot]:
        """The best shot of each enemy at the unit, the worst first."""
        return [] if self.silent else best(foresight.threats(state, self.unit), lambda shot: shot.shooter)

    def shots(self, foresight: Foresight, state: Any) -> list[PreviewShot]:
        """The best shot of the unit at each enemy."""
        return [] if self.silent else best(foresight.shots(state, self.unit), lambda shot: shot.target)

    def shot(self, foresight: Foresight, state: Any, shot: PreviewShot) -> ShotView:
        """A shot as it is shown to the owner of the unit."""
        own = shot.shooter == self.unit
        place, _ = foresight.stands(state, shot.target if own else shot.shooter)
        chance, text = shot.chance, words(shot, own)
        who = shot.shooter, shot.target, place, shot.weapon, shot.face
        return ShotView(*who, str(chance), float(chance), text, shot.first, shot.moves)


def preview(asked: PreviewRequest, place: str, facing: int | None, ring: str = "") -> PreviewAnswer | None:
    """What a move comes to, or with a ring what its orders do in place; None if the unit cannot end so."""
    memory: dict[tuple[str, int | None, str], PreviewAnswer | None] = asked.match.once(
        ("previews", asked.seat), dict, asked.unit
    )
    key = place, facing, ring
    if key not in memory:
        while len(memory) >= REMEMBERED:
            memory.pop(next(iter(memory)))
        memory[key] = calculate(asked, *key)
    return memory[key]


def calculate(asked: PreviewRequest, place: str, facing: int | None, ring: str) -> PreviewAnswer | None:
    """The same, asked of the rules."""
    foresight = asked.foresight
    if foresight is None:
        return None
    ends = asked.turns(foresight, ring) if ring else asked.ends_in(foresight, place)
    if ends and not ring:
        ends = [*ends, *foresight.turns(asked.observation, asked.unit, ends[0])]
    end = next((end for end in ends if facing in (None, end.facing)), None)
    if end is None:
        return None
    texts, places, state = carried_out(asked, foresight, end.orders, ring)
    watched = foresight.watched(state, asked.unit, ring)
    asked = asked if watched is None else replace(asked, silent=True)
    threats = asked.threats(foresight, state)
    dangers = [asked.shot(foresight, state, shot) for shot in threats]
    shots = [asked.shot(foresight, state, shot) for shot in asked.shots(foresight, state)]
    looks = end.facing if end.facing is not None else foresight.stands(state, asked.unit)[1]
    facings = directions(foresight.facings(asked.observation, asked.unit, ring), ends)
    worst = {shot.shooter: shot for shot in reversed(dangers)}  # an arrow for each
    theirs = [aim_at(shot, asked.unit) for shot in dangers if worst[shot.shooter] is shot]
    ours = [aim_at(shot, asked.unit) for shot in shots]
    move = MovePreview(
        places, looks, [(way.facing, way.cost) for way in facings], theirs, ours, watched or ()
    )
    return PreviewAnswer(
        asked.unit,
        place,
        looks,
        facings,
        texts,
        end.cost,
        foresight.left(state, asked.unit),
        places,
        dangers,
        shots,
        str(safe(threats)),
        render_move(asked, state, move),
    )


def carried_out(
    asked: PreviewRequest, foresight: Foresight, orders: Iterable[Action], ring: str
) -> tuple[list[str], list[str], Any]:
    """Orders as they are written where each is given, the places passed, and the position at their end."""
    text = asked.match.ruleset.speech.action_text
    state, texts = asked.observation, []
    places = [foresight.stands(state, asked.unit)[0]]
    for order in orders:
        texts.append(text(state, order))
        state = position_after(asked.match.ruleset, state, order) if ring else foresight.after(state, order)
        place = foresight.stands(state, asked.unit)[0]
        if place != places[-1]:
            places.append(place)
    return texts, places, state


def turns(asked: PreviewRequest, foresight: Foresight, ring: str) -> list[End]:
    """The ends of a ring, the cheapest first, all in the place where the unit stands."""
    match, seat = asked.match, asked.seat
    least: dict[int | None, End] = {}
    present = End(foresight.looks(asked.observation, asked.unit, ring), 0, ())
    queue: list[tuple[int, int, End, Any]] = [(0, 0, present, asked.observation)]
    count = 0
    while queue:
        _, _, end, state = heapq.heappop(queue)
        if end.facing in least:
            continue
        least[end.facing] = end
        for order in match.ruleset.orders(state, seat):
            if (order.unit, order.ring, order.refusal) == (asked.unit, ring, None):
                action = match.ruleset.speech.parse_action(state, seat, order.text)
                after = position_after(match.ruleset, state, action)
                further = End(order.facing, end.cost + order.cost, (*end.orders, action))
                if after is not None:
                    count += 1
                    heapq.heappush(queue, (further.cost, count, further, after))
    return [end for end in least.values() if end.orders]


def render_move(asked: PreviewRequest, state: Any, move: MovePreview) -> str:
    """The layer of a move. A unit that turns in place, or is not on the board yet, looks as it will in the
    position reached.
    """
    scene = asked.match.scene(asked.seat, asked.unit)
    mark = mark_of(scene, asked.unit) if len(move.way) > 1 else None
    if mark:
        return layer(scene, mark, move)
    seen_by = None if isinstance(scene, PlaneScene) else asked.seat
    after = asked.match.ruleset.table.scene(state, seen_by, asked.unit)
    return layer(scene, mark_of(after, asked.unit), move, after)


def mark_of(scene: Scene, unit: str) -> UnitMark | None:
    """A unit as it is drawn, if it is on the board."""
    return next((mark for mark in scene.units if mark.unit == unit), None)


def aim_at(shot: ShotView, unit: str) -> Aim:
    """A shot as it is drawn, with the other unit than this one; a plate has little room."""
    number, _, does = shot.text.partition(" % ")
    if shot.first:
        does = does.removeprefix("it ").partition(" you")[0]
    other = shot.target if shot.shooter == unit else shot.shooter
    return Aim(other, shot.place, f"{number} %", does, shot.face)


def directions(facings: Iterable[int], ends: Iterable[End]) -> list[EndView]:
    """Every direction with what it costs to end so, None where that is not possible."""
    costs: dict[int | None, int] = {}
    for end in ends:
        costs.setdefault(end.facing, end.cost)
    return [EndView(facing, costs.get(facing)) for facing in facings]


def safe(threats: Iterable[PreviewShot]) -> Fraction:
    """The chance that no threat does what it says, at worst where it depends on what nobody knows."""
    worst: dict[str, Fraction] = {}
    for shot in threats:
        worst[shot.shooter] = max(shot.chance, worst.get(shot.shooter, Fraction(0)))
    return prod((1 - chance for chance in worst.values()), start=Fraction(1))


def risk(asked: PreviewRequest) -> RiskAnswer:
    """Where a unit could be fired at, of all that it can reach."""
    return asked.match.once(("risk", asked.seat), partial(calculate_risk, asked), asked.unit)


def calculate_risk(asked: PreviewRequest) -> RiskAnswer:
    """The same, asked of the rules."""
    foresight = asked.foresight
    if foresight is None:
        return RiskAnswer(asked.unit, {}, "")
    places, chances = {}, {}
    for place, ends in asked.ends(foresight).items():
        state = foresight.reached(asked.observation, ends[0].orders)
        threats = [shot for shot in asked.threats(foresight, state) if not shot.moves]
        if threats:
            worst = threats[0].chance
            places[place] = RiskView(len(threats), str(worst), float(worst))
            chances[place] = f"{percent(worst)} %"
    return RiskAnswer(asked.unit, places, danger(asked.match.scene(asked.seat, asked.unit), chances))
