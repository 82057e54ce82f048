"""The fire step of a position as odds: who hits whom, and what becomes of a tank (CH-10, CH-11.9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from hulldown.rulesets.chase.codes import NOBODY, TANKS
from hulldown.rulesets.chase.exact.shots import Aim, Condition, Shot, Wounds, after, no_wounds, shot_odds
from hulldown.rulesets.chase.state import Options, State, side_of
from hulldown.rulesets.chase.variants import FireOrder
from hulldown.rulesets.common.dicing import gathered

Spread = dict[Condition | None, Fraction]  # None: destroyed
DEAD: Spread = {None: Fraction(1)}


def condition(s: State, t: int) -> Condition:
    """The damage state of a tank (CH-11.8)."""
    now = s.tanks[t].now
    return int(now.hull), int(now.mobility), int(now.gun)


def target_of(s: State, t: int) -> int:
    """Whom a tank fires at; -1 if it has no opponent (CH-14.9)."""
    aim = int(s.tanks[t].aim)
    return NOBODY if aim == NOBODY else int(s.pair[aim].tank[1 - side_of(t)])


class Gunfire:
    """The shots of positions that come of one decision; like shots are worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Shot] = {}

    def shot(self, s: State, t: int, gun: int | None = None) -> Shot:
        """The shot of a tank that has a target, with its gun as it is or in another step."""
        p, side, enemy = s.pair[s.tanks[t].aim], side_of(t), target_of(s, t)
        aim = Aim(
            s.tanks[t].profile,
            int(s.tanks[t].now.gun) if gun is None else gun,
            s.tanks[enemy].profile,
            int(p.range),
            (int(p.order[side]), int(p.order[1 - side])),
            (int(p.facing[side]), int(p.facing[1 - side])),
            bool(s.tanks[enemy].down),
        )
        key = (t, enemy, aim.gun, *aim[3:], *map(int, aim.target.armor))  # a ram may have worn it (CH-8.19)
        if key not in self._known:
            self._known[key] = shot_odds(s.options, aim)
        return self._known[key]

    def spread(self, s: State, t: int) -> Spread:
        """What becomes of a tank in the fire step: every shot at it, in the order of the firers."""
        if s.tanks[t].now.hull <= 0:
            return dict(DEAD)
        states: Spread = {condition(s, t): Fraction(1)}
        for firer in range(TANKS):
            if target_of(s, firer) == t:
                states = after_shot(s.options, states, self.wounds(s, firer))
        return states

    def wounds(self, s: State, t: int) -> Wounds:
        """What a tank's shot does; the loser's shot may fall out or be weakened (CH-10.4)."""
        first = fires_first(s)
        if first == NOBODY or t == first:
            return self.shot(s, t).wounds
        states = after(s.options, self.shot(s, first).wounds, condition(s, t))
        guns = gathered((now[2], chance) for now, chance in states.items() if now is not None)
        parts = [
            (wound, chance * part)
            for gun, chance in guns.items()
            for wound, part in self.shot(s, t, gun).wounds.items()
        ]
        return gathered(parts) if parts else no_wounds()

    def together(self, s: State) -> Iterator[tuple[dict[int, Condition | None], Fraction]]:
        """What becomes of all tanks that are fired at, as one distribution: shots at different tanks have
        nothing to do with each other unless one falls out because of another (CH-10.4).
        """
        first = fires_first(s)
        if first != NOBODY:
            yield from self.in_turn(s, first)
            return
        hit = self.fired_at(s)
        for rows in product(*(self.spread(s, t).items() for t in hit)):
            chance = prod((part for _, part in rows), start=Fraction(1))
            yield {t: now for t, (now, _) in zip(hit, rows, strict=True)}, chance

    def ways(self, s: State) -> int:
        """How many rows `together` has where all shots count together; else 0, for they are few."""
        return prod(len(self.spread(s, t)) for t in self.fired_at(s)) if fires_first(s) == NOBODY else 0

    def fired_at(self, s: State) -> list[int]:
        """The tanks at which somebody fires."""
        return [t for t in range(TANKS) if any(target_of(s, firer) == t for firer in range(TANKS))]

    def in_turn(self, s: State, first: int) -> Iterator[tuple[dict[int, Condition | None], Fraction]]:
        """The same where one tank fires before the other."""
        second = target_of(s, first)
        for struck_first, chance in after(
            s.options, self.shot(s, first).wounds, condition(s, second)
        ).items():
            if struck_first is None:
                yield {second: None}, chance
                continue
            reply = self.shot(s, second, struck_first[2]).wounds
            for back, part in after(s.options, reply, condition(s, first)).items():
                yield {second: struck_first, first: back}, chance * part


def fires_first(s: State) -> int:
    """The tank whose shot counts before the other's, -1 if they count together (CH-10.4)."""
    p = s.pair[0]
    together = s.options.fire_order != FireOrder.WINNER_FIRST or s.options.team_battle or p.winner == NOBODY
    return NOBODY if together else int(p.tank[p.winner])


def after_shot(o: Options, before: Spread, wounds: Wounds) -> Spread:
    """A spread after one more shot. A tank that is destroyed stays so."""
    return gathered(
        (later, chance * part)
        for now, chance in before.items()
        for later, part in (DEAD if now is None else after(o, wounds, now)).items()
    )
