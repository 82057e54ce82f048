"""TC-14.7 to TC-14.10: what a battle leaves of tanks and crews. Every die and every point is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hulldown.kernel.dice import Dice, roll
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.tank_commander.campaign.roster import (
    LIEUTENANT,
    SEATS,
    Fallen,
    Member,
    Side,
    Tank,
    base_armor,
    fresh_person,
)
from hulldown.rulesets.tank_commander.codes import CREW, Health, Role, Standing
from hulldown.rulesets.tank_commander.naming import find_unit
from hulldown.rulesets.tank_commander.state import Options, State

DRAWN = 2  # the winner of a draw


class After(CodedEnum):
    """What the aftermath tells."""

    ESCAPE = 0, "TC-14.9"  # member; value: the die, other: 1 when it got out
    FELL = 1, "TC-14.9"  # member, killed in the battle; value: its experience
    XP = 2, "TC-14.7"  # member; value: for fighting, other: for winning, third: for kills
    RANK = 3, "TC-14.8"  # member; value: Rank
    RECRUIT = 4, "TC-14.9"  # member, the new one
    KEPT = 5, "TC-14.9"  # tank came through
    RECOVERED = 6, "TC-14.9"  # tank was a wreck and is repaired
    LOST = 7, "TC-14.9"  # tank; value: 1 when it cooked off
    POINTS = 8, "TC-14.10"  # tank; value: gained, other: points now, third: over the limit and lost


@dataclass(frozen=True)
class Happening:
    """One line of the aftermath, about a tank or a member of its crew."""

    what: After
    tank: str
    role: int = -1
    name: str = ""
    value: int = 0
    other: int = 0
    third: int = 0


class Fought(NamedTuple):
    """What became of a tank in a battle: its standing, its crew by role, its kills."""

    tank: str
    standing: Standing
    crew: tuple[Health, ...]
    kills: int


def report(s: State, fielded: Sequence[tuple[str, str]]) -> tuple[Fought, ...]:
    """What a final position says of the tanks that took part, given as (tank, unit)."""
    result = []
    for tank, unit in fielded:
        u = s.units[find_unit(s, unit)]
        crew = tuple(Health(int(u.crew[role])) for role in range(CREW))
        result.append(Fought(tank, Standing(int(u.standing)), crew, int(u.kills)))
    return tuple(result)


class Aftermath:
    """The aftermath of one battle, step by step in the order of TC-14.15; `told` is what happened."""

    def __init__(
        self, sides: tuple[Side, Side], fought: Sequence[Fought], winner: int, battle: int, o: Options
    ) -> None:
        self.sides = list(sides)
        self.fought = {entry.tank: entry for entry in fought}
        self.winner, self.battle, self.options = winner, battle, o
        self.dead: dict[str, set[int]] = {}
        self.told: list[Happening] = []

    def settle(self, d: Dice) -> tuple[Side, Side]:
        """Both sides after the battle: the dice first, side by side, in roster order (TC-14.15)."""
        for side in self.sides:
            for tank in side.tanks:
                if fought := self.fought.get(tank.name):
                    self.dead[tank.name] = self.killed(tank, fought, d)
        for seat in range(2):
            self.settle_side(seat)
        return self.sides[0], self.sides[1]

    def tell(self, what: After, tank: str, role: int = -1, name: str = "", *numbers: int) -> None:
        """Keep a line."""
        self.told.append(Happening(what, tank, role, name, *numbers))

    def killed(self, tank: Tank, fought: Fought, d: Dice) -> set[int]:
        """Who did not live: killed in battle, or by a low d6 each in a tank that cooked off (TC-14.9)."""
        dead = {role for role in range(CREW) if fought.crew[role] == Health.KILLED}
        if fought.standing != Standing.DESTROYED:
            return dead
        for role in range(CREW):
            if fought.crew[role] in (Health.OK, Health.WOUNDED):
                die = roll(d, 6)
                out = die > self.options.cook_off_kills
                self.tell(After.ESCAPE, tank.name, role, tank.crew[role].name, die, int(out))
                if not out:
                    dead.add(role)
        return dead

    def settle_side(self, seat: int) -> None:
        """Experience, the dead, tanks and points of a side, tank by tank."""
        side = self.sides[seat]
        if self.winner == seat:
            side = replace(side, victories=side.victories + 1)
        for number, tank in enumerate(side.tanks):
            if fought := self.fought.get(tank.name):
                side = self.settle_tank(side, number, fought, self.winner == seat)
        self.sides[seat] = side

    def settle_tank(self, side: Side, number: int, fought: Fought, won: bool) -> Side:
        """One tank that took part, and its crew."""
        tank = side.tanks[number]
        dead = self.dead[tank.name]
        crew = tuple(self.grown(tank, role, fought, won) for role in range(len(tank.crew)))
        fallen = tuple(
            Fallen(crew[role].name, tank.name, Role(role), self.battle, crew[role].xp)
            for role in sorted(dead)
        )
        tank = replace(tank, crew=crew, battles=tank.battles + 1, kills=tank.kills + fought.kills)
        kept = self.salvage(tank, fought.standing, won or self.winner == DRAWN)
        tank = self.reward(kept, won) if kept else self.new_tank(tank)
        side = replace(side, fallen=(*side.fallen, *fallen), tanks=with_tank(side.tanks, number, tank))
        return self.fill_seats(side, number, sorted(dead))

    def grown(self, tank: Tank, role: int, fought: Fought, won: bool) -> Member:
        """A member with what it learned, if it fought and lives: for the battle, the victory, and the
        gunner for each kill, up to a limit (TC-14.7)."""
        member = tank.crew[role]
        if fought.crew[role] == Health.ABSENT:
            return member
        if role in self.dead[tank.name]:
            if fought.crew[role] == Health.KILLED:
                self.tell(After.FELL, tank.name, role, member.name, member.xp)
            return replace(member, battles=member.battles + 1)
        o = self.options
        kills = min(o.most_kill_xp, o.xp_kill * fought.kills) if role == Role.GUNNER else 0
        victory = o.xp_victory if won else 0
        self.tell(After.XP, tank.name, role, member.name, o.xp_battle, victory, kills)
        grown = replace(member, xp=member.xp + o.xp_battle + victory + kills, battles=member.battles + 1)
        if grown.rank(o) != member.rank(o):
            self.tell(After.RANK, tank.name, role, member.name, int(grown.rank(o)))
        return grown

    def salvage(self, tank: Tank, standing: Standing, held: bool) -> Tank | None:
        """The tank, if it came through or its side holds the field and it did not cook off (TC-14.9)."""
        if standing == Standing.OPERATIONAL:
            self.tell(After.KEPT, tank.name)
            return tank
        if held and standing != Standing.DESTROYED:
            self.tell(After.RECOVERED, tank.name)
            return tank
        self.tell(After.LOST, tank.name, -1, "", int(standing == Standing.DESTROYED))
        return None

    def reward(self, tank: Tank, won: bool) -> Tank:
        """More points, most for the winner, up to a limit in all (TC-14.10)."""
        gained = self.options.points_won if won else self.options.points_after
        points = max(tank.points, min(self.options.most_points, tank.points + gained))
        self.tell(After.POINTS, tank.name, -1, "", gained, points, tank.points + gained - points)
        return replace(tank, points=points)

    def new_tank(self, tank: Tank) -> Tank:
        """A new base tank with points, none of them spent, for the crew (TC-14.9, TC-14.16)."""
        points = self.options.new_tank_points
        return replace(tank, armor=base_armor(), upgrades=(), points=points, lost=tank.lost + 1)

    def fill_seats(self, side: Side, number: int, dead: list[int]) -> Side:
        """Recruits for the dead; a lieutenant only if the tank still has the seat (TC-14.9, TC-14.17)."""
        for role in dead:
            tank = side.tanks[number]
            if role >= SEATS and LIEUTENANT not in tank.upgrades:
                crew = tank.crew[:SEATS]
            else:
                recruit = Member(fresh_person(self.all_names(side)))
                self.tell(After.RECRUIT, tank.name, role, recruit.name)
                crew = (*tank.crew[:role], recruit, *tank.crew[role + 1 :])
            side = replace(side, tanks=with_tank(side.tanks, number, replace(tank, crew=crew)))
        return side

    def all_names(self, side: Side) -> set[str]:
        """Every name in the campaign, of the living and the dead."""
        return {name for other in (*self.sides, side) for name in other.people}


def with_tank(tanks: tuple[Tank, ...], number: int, tank: Tank) -> tuple[Tank, ...]:
    """The tanks with one of them exchanged."""
    return (*tanks[:number], tank, *tanks[number + 1 :])
