"""A situation becomes a position, everybody in contact on an empty table in the arcs that were asked for; and
its Fights exactly: its model against one opponent after another (CA-19.4 to CA-19.7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from hulldown.kernel.events import Log
from hulldown.kernel.plane import CIRCLE, GRAIN, gap, shifted_x, shifted_y
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.bonuses import everything, most_of, packed, why_not_spend
from hulldown.rulesets.close_assault.chances.duels import Duel, duel_of
from hulldown.rulesets.close_assault.codes import CONTACT, Order, Phase, Response, Stage
from hulldown.rulesets.close_assault.combat import begin
from hulldown.rulesets.close_assault.contact import arc_of, touched_by, why_not_stand
from hulldown.rulesets.close_assault.deployment import stand
from hulldown.rulesets.close_assault.exact.fights import Fought, Wounds
from hulldown.rulesets.close_assault.exact.ordering import best_order
from hulldown.rulesets.close_assault.exact.spending import Objective, Spent
from hulldown.rulesets.close_assault.exact.stars import Star, star
from hulldown.rulesets.close_assault.groundwork import blank_state, field_detachment, take_off
from hulldown.rulesets.close_assault.halting import charge_in_force
from hulldown.rulesets.close_assault.profiling import mils
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.situation.data import ARCS, Fighter, Opponent, Situation, sheets
from hulldown.rulesets.close_assault.state import State, is_vehicle, profile_of
from hulldown.rulesets.close_assault.tank_shock import begin_fights, declare, respond

MIDDLE = (24, 18)  # inches, where the fighter stands, facing east
FIGHTER, HUB = 0, 0  # its detachment and model
FIRST_ENEMY = FIGHTER + 1
OURS, THEIRS = "B1", "R"
NEAR, APART = CONTACT // 4, 1500  # gaps in mils: in contact, and near but not
STEP = 250  # hundredths of a degree between the places that are tried
FARTHEST = 12_000  # mils between two centres in contact, at most
WAYS = tuple(range(-CIRCLE // 2, CIRCLE // 2, STEP))
Spends = tuple[Spent, ...]  # for each Fight


class NoRoom(ValueError):
    """Not all of them fit where they should stand."""


def build_position(asked: Situation) -> State:
    """The position: in the middle of a charge for a Tank Shock, else where the Combat is about to be picked.

    NoRoom if not all opponents can touch the fighter in the arcs that were asked for.
    """
    s = field_all(asked)
    models = opponents(asked)
    for ways in (sorted(WAYS, key=abs), WAYS):  # from the middle of an arc; from its edge, where more fit
        if all(placed(s, m, enemy, ways) for m, enemy in zip(models, asked.enemies, strict=True)):
            break
        for m in models:
            take_off(s, m)
    else:
        raise NoRoom
    for m in range(HUB + 1, int(s.models)):
        if m not in models and not placed(s, m, asked.first, sorted(WAYS, key=abs), APART):
            raise NoRoom
    ready(s, asked)
    return s


def field_all(asked: Situation) -> State:
    """All detachments; the fighter in the middle, nobody else placed yet."""
    s, known = blank_state(asked.options), sheets(asked.own)
    order = Order.CHARGE if asked.what != "fights" else Order[asked.a.order.upper()]
    field_detachment(s, 0, known[asked.a.what], [MIDDLE], 0, order, OURS)
    for n, (first, size) in enumerate(ranks(asked)):
        enemy = asked.enemies[first]
        size += asked.more if n == 0 else 0
        name = f"{THEIRS}{n + 1}"
        field_detachment(s, 1, known[enemy.what], [None] * size, 0, Order[enemy.order.upper()], name)
    return s


def ranks(asked: Situation) -> list[tuple[int, int]]:
    """The enemy detachments: the first opponent of each, and how many of its models are in contact."""
    begins = [i for i, new in enumerate(asked.starts) if new]
    ends = [*begins[1:], asked.opponents]
    return [(first, end - first) for first, end in zip(begins, ends, strict=True)]


def opponents(asked: Situation) -> tuple[int, ...]:
    """The models in contact, in the order of their Fights; other models of the first stand behind its own."""
    models: list[int] = []
    for n, (first, size) in enumerate(ranks(asked)):
        begin = HUB + 1 + first + (asked.more if n else 0)
        models += range(begin, begin + size)
    return tuple(models)


# ---------------------------------------------------------------- places


def placed(s: State, m: int, opponent: Opponent, ways: Sequence[int], distance: int = NEAR) -> bool:
    """Stand a model so far from the fighter in its arc, at the first of the ways where it may stand."""
    round_about = 0 if opponent.faces == "rear" else CIRCLE // 2
    ahead = 0 if opponent.arc == "front" else CIRCLE // 2
    hub = s.model[HUB].base
    for way in ways:
        angle = (way + ahead) % CIRCLE
        far = away(s, m, angle, (angle + round_about) % CIRCLE, distance)
        x, y = shifted_x(int(hub.x), far, angle), shifted_y(int(hub.y), far, angle)
        stand(s.model[m], x, y, (angle + round_about) % CIRCLE)
        if fits(s, m, opponent):
            return True
    return False


def away(s: State, m: int, angle: int, facing: int, distance: int) -> int:
    """How far in a direction a model is from the fighter, centre to centre, with such a gap between them."""
    hub, base = s.model[HUB].base, s.model[m].base
    low, high = 0, FARTHEST
    while low < high:
        far = (low + high) // 2
        stand(s.model[m], shifted_x(int(hub.x), far, angle), shifted_y(int(hub.y), far, angle), facing)
        if gap(hub, base) < distance:
            low = far + 1
        else:
            high = far
    return low


def fits(s: State, m: int, opponent: Opponent) -> bool:
    """Whether a model may stand there (CA-2.5), and both see each other in the arcs asked for (CA-5.4)."""
    if why_not_stand(s, m, s.model[m].base, 1) != Why.ALLOWED:
        return False
    if is_vehicle(s, HUB) and arc_of(s, HUB, m) != ARCS[opponent.arc]:
        return False
    return not is_vehicle(s, m) or arc_of(s, m, HUB) == ARCS[opponent.faces]


# ---------------------------------------------------------------- what went before


def ready(s: State, asked: Situation) -> None:
    """Wounds, charges, earlier Tank Shocks, bonuses gone; and what the battle waits for."""
    fighter, models = asked.a, opponents(asked)
    for m, left in (
        (HUB, fighter.wounds),
        *zip(models, (enemy.wounds for enemy in asked.enemies), strict=True),
    ):
        s.model[m].wounds = left or s.model[m].wounds
    s.detachment[FIGHTER].shocks = fighter.shocks
    s.model[HUB].fought, s.model[models[0]].fought = fighter.fought, asked.first.fought
    without(s, HUB, fighter)
    if asked.what == "shock":
        s.phase, s.side, s.acting = Phase.MOVING, 0, FIGHTER
    else:
        s.phase, s.side, s.initiative = Phase.ENGAGEMENT, 0, 0
    if asked.what != "fights":
        came_from(s, HUB, mils(fighter.charged))
        d, engaged = s.detachment[FIGHTER], fighter.engaged and asked.what == "shock"
        d.activated = d.moved = 1
        # if it began Engaged, whoever touches it now held it (CA-12.29)
        d.engaged, d.touched = int(engaged), touched_by(s, FIGHTER) if engaged else 0
    for m, enemy in zip(models, asked.enemies, strict=True):
        s.detachment[int(s.model[m].detachment)].shocks = enemy.shocks
        without(s, m, enemy)
        if enemy.order == "charge" and is_vehicle(s, m):  # its own charge (CA-11.7)
            came_from(s, m, mils(enemy.charged))
            s.model[m].charge = charge_in_force(s, m, True)
        if not enemy.spends:  # it keeps its bonuses (CA-19.8)
            s.model[m].left = [0] * len(s.model[m].left)
    if asked.what == "charge":
        s.model[HUB].charge = charge_in_force(s, HUB, True) if is_vehicle(s, HUB) else 0


def came_from(s: State, m: int, distance: int) -> None:
    """A model has come straight ahead so far, since it began or made its last Tank Shock (CA-11.5)."""
    v = s.model[m]
    back = (int(v.base.facing) + CIRCLE // 2) % CIRCLE
    x, y = (shift(int(at), distance, back) for shift, at in ((shifted_x, v.base.x), (shifted_y, v.base.y)))
    v.start_x, v.start_y, v.shock_x, v.shock_y = x, y, x, y
    v.cost = v.driven = v.since = distance * GRAIN


def without(s: State, m: int, fighter: Fighter | Opponent) -> None:
    """A model has some of its bonuses no more: they were spent, or their weapon was fired (CA-10.8)."""
    left = s.model[m].left
    for w in range(len(left)):
        left[w] = max(0, int(left[w]) - sum(int(bonus.split(".")[0]) == w + 1 for bonus in set(fighter.gone)))


# ---------------------------------------------------------------- the Fights


@dataclass(frozen=True)
class Series:
    """All Fights: the opponents in the order in which they are fought, what comes of each and of all.

    `spent` is what is known to be spent in each Fight: under best spending that of the first one only, for
    later ones it depends on how the first go. `value` is what best spending reaches, None without it, and
    `rivals` what plainer ways to spend would reach.
    """

    s: State
    opponents: tuple[int, ...]
    star: Star
    met: tuple[Fought, ...]
    spread: dict[Wounds, Fraction]
    spent: Spends
    value: Fraction | None
    goal: Objective
    rivals: tuple[tuple[str, Fraction], ...] = ()

    @cached_property
    def duels(self) -> tuple[Duel, ...]:
        """Each Fight with what is known to be spent in it, if it is fought."""
        then, duels = copy(self.s), []
        for k, opponent in enumerate(self.opponents):
            named = bundled(self.spent[k]) if k < len(self.spent) else 0
            then.model[HUB].fought = int(self.s.model[HUB].fought) + k
            duels.append(duel_of(then, HUB, opponent, named, everything(then, opponent, HUB)))
        return tuple(duels)


def bundled(spent: Spent) -> int:
    """Numbers of bonuses by weapon as the rules pack them."""
    return sum(packed(w, n) for w, n in enumerate(spent))


def combat_at(s: State) -> State:
    """The Combat of the Engagement stage, its Fights about to be fought (CA-17.3)."""
    fought = copy(s)
    begin(fought, (1 << int(s.detachments)) - 1, Stage.ENGAGEMENT, 0)
    return gone_on(s, fought)


def shock_at(s: State, answer: Response) -> State:
    """The Fights of a Tank Shock after this answer (CA-12.6 to CA-12.15)."""
    tried, log = copy(s), blank(Log)
    declare(tried, FIGHTER, FIRST_ENEMY, log)
    respond(tried, answer, log)
    begin_fights(tried)
    return gone_on(s, tried)


def gone_on(before: State, begun: State) -> State:
    """A Combat begun, with the Fights that some have behind them in it (CA-9.3)."""
    for m in range(int(before.models)):
        begun.model[m].fought = int(before.model[m].fought)
    return begun


def why_not_named(s: State, asked: Situation) -> int:
    """The first reason against the bonuses that are named, Fight by Fight (CA-10)."""
    if asked.a.spend != "named":
        return Why.ALLOWED
    tried = copy(s)
    for spent, m in zip(named_by(s, asked), opponents(asked), strict=True):
        why = why_not_spend(tried, HUB, m, bundled(spent))
        if why != Why.ALLOWED:
            return why
        for w, n in enumerate(spent):
            tried.model[HUB].left[w] -= n
    return Why.ALLOWED


def named_by(s: State, asked: Situation) -> Spends:
    """How many bonuses of each weapon are named against each opponent."""
    weapons = range(1, len(s.model[HUB].left) + 1)
    return tuple(
        tuple(sum(int(bonus.split(".")[0]) == w for bonus in set(enemy.spent)) for w in weapons)
        for enemy in asked.enemies
    )


def all_at_once(s: State, models: tuple[int, ...]) -> Spends:
    """In each Fight all that may still be spent."""
    tried, spends = copy(s), []
    left, weapons = tried.model[HUB].left, int(s.profile[profile_of(s, HUB)].weapons)
    for m in models:
        spent = tuple(most_of(tried, HUB, m, w) if w < weapons else 0 for w in range(len(left)))
        spends.append(spent)
        for w, n in enumerate(spent):
            left[w] -= n
    return tuple(spends)


def fixed(s: State, asked: Situation, models: tuple[int, ...]) -> Spends | None:
    """What is spent in each Fight however they go; None where it is the best."""
    if asked.a.spend == "all":
        return all_at_once(s, models)
    if asked.a.spend == "named":
        return named_by(s, asked)
    return tuple(() for _ in models) if asked.a.spend == "none" else None


def series(s: State, asked: Situation) -> Series:
    """All Fights of a position in which they are about to be fought."""
    models = opponents(asked)
    goal = Objective.RESULT if asked.a.spend == "result" else Objective.MARGIN
    if asked.sequence == "best" and asked.a.spend != "named":
        hub_star = star(s, HUB, models)  # in the best order (CA-19.7)
        bonuses = hub_star.bonuses if asked.a.spend != "none" else tuple(0 for _ in hub_star.bonuses)
        order = best_order(hub_star.wounds, hub_star.spokes, bonuses, goal, hub_star.both_wound).order
        models = tuple(models[i] for i in order)
    spent, hub_star, value = fixed(s, asked, models), star(s, HUB, models), None
    rivals: tuple[tuple[str, Fraction], ...] = ()
    if spent is not None:
        hub_star = with_spent(hub_star, spent)
    else:
        value, first = hub_star.budget(goal).best(hub_star.wounds, hub_star.bonuses)
        spent = (first,)
        ways = {"all at once": all_at_once(s, models), "nothing": tuple(() for _ in models)}
        stars = {words: with_spent(hub_star, way) for words, way in ways.items()}
        rivals = tuple(
            (words, other.budget(goal).best(other.wounds, ())[0]) for words, other in stars.items()
        )
    met, spread = hub_star.budget(goal).played(hub_star.wounds, hub_star.bonuses)
    return Series(s, models, hub_star, tuple(met), spread, spent, value, goal, rivals)


def with_spent(hub_star: Star, spent: Spends) -> Star:
    """The same with bonuses that are part of the CAF: nothing is left to choose."""
    pairs = zip(hub_star.spokes, spent, strict=True)
    added = [sum(n * v for n, v in zip(used, spoke.values, strict=False)) for spoke, used in pairs]
    spokes = [
        replace(spoke, hub=spoke.hub + more, values=())
        for spoke, more in zip(hub_star.spokes, added, strict=True)
    ]
    return replace(hub_star, spokes=tuple(spokes), bonuses=())
