"""The campaign that its entries tell (TC-14.6 to TC-14.10): folded from the plan, entry by entry.

Whatever asks how a campaign stands, a page, a command or a file, gets it from here; every entry is judged
before it is taken, with every rule it breaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hulldown.catalogue import Entry
from hulldown.kernel.dice import Dice, Mode, new_dice, script_dice, tape
from hulldown.rulesets.api.campaigning import CampaignBroken
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.tank_commander.campaign.aftermath import DRAWN, Aftermath, Fought, Happening, report
from hulldown.rulesets.tank_commander.campaign.entries import (
    OUTCOMES,
    Abandon,
    Battle,
    Choice,
    FoughtTank,
    Refit,
    Start,
)
from hulldown.rulesets.tank_commander.campaign.planning import Opening, printed_tanks
from hulldown.rulesets.tank_commander.campaign.roster import Side, Tank
from hulldown.rulesets.tank_commander.campaign.spending import against, refit_tank
from hulldown.rulesets.tank_commander.codes import CREW, Health, Rank, Role, Standing
from hulldown.rulesets.tank_commander.state import State

AFTERMATH = 0x41465445  # parts the dice of the aftermath from those of the battle
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Fight:
    """A battle that was begun: who stood for which unit, and what came of it once it is over."""

    mission: str
    game: str
    fielded: tuple[Pairs, Pairs]  # side by side: tank, unit
    winner: int = -1
    key: str = ""
    told: tuple[Happening, ...] = ()

    @property
    def pairs(self) -> Pairs:
        """Everybody who took part."""
        return self.fielded[0] + self.fielded[1]


@dataclass(frozen=True)
class Campaign:
    """How a campaign stands after its entries."""

    opening: Opening
    sides: tuple[Side, Side]
    fights: tuple[Fight, ...] = ()
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    abandoned: bool = False

    @property
    def running(self) -> Fight | None:
        """The battle that is being fought."""
        return self.fights[-1] if self.fights and self.fights[-1].winner < 0 else None

    @property
    def over(self) -> bool:
        """Whether every battle was fought (TC-14.10)."""
        return len(self.fights) == len(self.opening.missions) and not self.running

    @property
    def ended(self) -> bool:
        """Whether nothing can happen any more."""
        return self.abandoned or self.over

    @property
    def winner(self) -> int | None:
        """Most victories win, then most experience of the living; equal in both is a draw (TC-14.19)."""
        if not self.over or self.abandoned:
            return None
        first, second = ((side.victories, side.xp) for side in self.sides)
        return DRAWN if first == second else int(second > first)

    def tank(self, name: str) -> tuple[int, int] | None:
        """Side and number of a tank."""
        for seat, side in enumerate(self.sides):
            for number, tank in enumerate(side.tanks):
                if tank.name == name:
                    return seat, number
        return None


def begin(opening: Opening) -> Campaign:
    """The campaign before its first entry."""
    return Campaign(opening, opening.sides)


def replay(opening: Opening, entries: Iterable[Entry]) -> Campaign:
    """The campaign after its entries. CampaignBroken for the first that is not allowed."""
    c = begin(opening)
    for entry in entries:
        c = after(c, entry)
    return c


def after(c: Campaign, entry: Entry) -> Campaign:
    """The campaign after one more entry. CampaignBroken with every rule that the entry breaks."""
    if refusals := list(objections(c, entry)):
        raise CampaignBroken(refusals)
    return apply_entry(c, entry)


# ---------------------------------------------------------------- what is wrong with an entry


def objections(c: Campaign, entry: Entry) -> Iterator[Refusal]:
    """Every rule that an entry breaks."""
    if c.ended:
        yield Refusal("over", "the campaign is over", "TC-14.10")
    elif isinstance(entry, Battle):
        yield from battle_objections(c, entry)
    elif isinstance(entry, Refit | Choice | Start) and c.running:
        yield Refusal("fighting", "a battle is being fought", "TC-14.10")
    elif isinstance(entry, Refit):
        yield from refit_objections(c, entry)
    elif isinstance(entry, Choice):
        yield from choice_objections(c, entry)


def refit_objections(c: Campaign, entry: Refit) -> Iterator[Refusal]:
    """A tank that does not exist, or a build that it cannot have (TC-14.10, TC-14.18)."""
    where = c.tank(entry.tank)
    if where is None:
        yield no_tank(entry.tank)
        return
    tank = c.sides[where[0]].tanks[where[1]]
    yield from against(tank, entry.armor.values, entry.upgrades, c.opening.options)


def no_tank(name: str) -> Refusal:
    """A tank that is not in the campaign."""
    return Refusal("no-tank", f"there is no tank {name!r} in this campaign", "TC-14.14")


def choice_objections(c: Campaign, entry: Choice) -> Iterator[Refusal]:
    """Tanks that do not exist, are named twice, or are not all of one side (TC-14.14)."""
    places = [c.tank(name) for name in entry.tanks]
    yield from (no_tank(name) for name, where in zip(entry.tanks, places, strict=True) if where is None)
    if len(set(entry.tanks)) < len(entry.tanks):
        yield Refusal("twice", "a tank is named twice", "TC-14.14")
    if len({where[0] for where in places if where}) > 1:
        yield Refusal("two-sides", "the tanks are not all of one side", "TC-14.14")


def battle_objections(c: Campaign, entry: Battle) -> Iterator[Refusal]:
    """A battle that was not begun, other tanks than those that took part, people or dice that do not fit."""
    if c.running is None:
        yield Refusal("not-begun", "no battle is being fought", "TC-14.10")
        return
    if entry.game != c.running.game:
        yield Refusal("other-game", "that is not the game of this battle", "TC-14.10")
    fielded = [tank for tank, _ in c.running.pairs]
    if [fought_tank.tank for fought_tank in entry.tanks] != fielded:
        yield Refusal("other-tanks", f"the tanks that took part are {', '.join(fielded)}", "TC-14.7")
        return
    for fought_tank in entry.tanks:
        yield from crew_objections(c, fought_tank)
    yield from dice_objections(c, entry)


def crew_objections(c: Campaign, fought_tank: FoughtTank) -> Iterator[Refusal]:
    """People who cannot have been there, and a standing that does not fit the living (TC-6.22)."""
    tank = tank_named(c, fought_tank.tank)
    for role in range(CREW):
        there = role < len(fought_tank.crew) and fought_tank.crew[role] != "absent"
        if there != tank.seated(role):
            seat = ("commander", "driver", "gunner", "loader", "lieutenant")[role]
            text = f"{fought_tank.tank}: the {seat} {'was not there' if there else 'was there'}"
            yield Refusal("other-crew", text, "TC-14.17")
    living = any(health in ("ok", "wounded") for health in fought_tank.crew)
    if fought_tank.standing == "operational" and not living:
        yield Refusal(
            "no-crew", f"{fought_tank.tank}: without a living crew it cannot be operational", "TC-6.22"
        )
    if fought_tank.standing == "abandoned" and living:
        yield Refusal("crew-lives", f"{fought_tank.tank}: with a living crew it is not abandoned", "TC-6.22")


def dice_objections(c: Campaign, entry: Battle) -> Iterator[Refusal]:
    """Dice that are not those of the key, or not as many as the aftermath throws (TC-14.9)."""
    thrown = aftermath(c, entry)[1]
    fell = tuple(value for value, _ in tape(thrown))
    needed = len(fell) + (0 if entry.key else int(thrown.count))
    if entry.key and fell != entry.dice:
        yield Refusal(
            "other-dice", f"the key gives the dice {words(fell)}, not {words(entry.dice)}", "TC-14.9"
        )
    elif needed != len(entry.dice):
        yield Refusal("dice-count", f"the aftermath throws {needed} dice, not {len(entry.dice)}", "TC-14.9")


def words(dice: tuple[int, ...]) -> str:
    """Dice in a sentence."""
    return " ".join(str(value) for value in dice) or "none"


# ---------------------------------------------------------------- what an entry does


def apply_entry(c: Campaign, entry: Entry) -> Campaign:
    """The campaign after an entry that is in order."""
    if isinstance(entry, Refit):
        return refit(c, entry)
    if isinstance(entry, Choice):
        seat = (c.tank(entry.tanks[0]) or (0, 0))[0]
        chosen = (entry.tanks, c.chosen[1]) if seat == 0 else (c.chosen[0], entry.tanks)
        return replace(c, chosen=chosen)
    if isinstance(entry, Start):
        mission = c.opening.missions[len(c.fights)]
        fight = Fight(mission, entry.game, (line_up(c, 0), line_up(c, 1)))
        return replace(c, fights=(*c.fights, fight), chosen=((), ()))
    if isinstance(entry, Battle):
        return settle(c, entry)
    return replace(c, abandoned=isinstance(entry, Abandon))


def line_up(c: Campaign, seat: int) -> Pairs:
    """Which tank stands for which printed one: those chosen, then the others in roster order (TC-14.14)."""
    roster = [tank.name for tank in c.sides[seat].tanks]
    first = list(c.chosen[seat])
    order = first + [name for name in roster if name not in first]
    return tuple(zip(order, printed_tanks(c.opening.missions[len(c.fights)])[seat], strict=False))


def rebuilt(tank: Tank, entry: Refit) -> Tank:
    """The tank with the build of a refit, allowed or not."""
    return replace(tank, armor=entry.armor.values, upgrades=entry.upgrades)


def refit(c: Campaign, entry: Refit) -> Campaign:
    """A tank built anew."""
    seat, number = c.tank(entry.tank) or (0, 0)
    side = c.sides[seat]
    names = {name for other in c.sides for name in other.people}
    tank = refit_tank(side.tanks[number], entry.armor.values, entry.upgrades, names)
    side = replace(side, tanks=(*side.tanks[:number], tank, *side.tanks[number + 1 :]))
    return replace(c, sides=(side, c.sides[1]) if seat == 0 else (c.sides[0], side))


def settle(c: Campaign, entry: Battle) -> Campaign:
    """The aftermath of the battle that was fought."""
    work, _ = aftermath(c, entry)
    fight = replace(c.fights[-1], winner=OUTCOMES.index(entry.winner), key=entry.key, told=tuple(work.told))
    return replace(c, sides=(work.sides[0], work.sides[1]), fights=(*c.fights[:-1], fight))


def aftermath(c: Campaign, entry: Battle) -> tuple[Aftermath, Dice]:
    """The aftermath worked out, with the dice of the key or those written down."""
    fought = [as_fought(tank) for tank in entry.tanks]
    work = Aftermath(c.sides, fought, OUTCOMES.index(entry.winner), len(c.fights), c.opening.options)
    dice = dice_of(entry.key) if entry.key else script_dice(new_dice(0), [(face, 6) for face in entry.dice])
    work.settle(dice)
    return work, dice


def as_fought(fought_tank: FoughtTank) -> Fought:
    """What became of a tank, as the aftermath takes it."""
    crew = [Health[health.upper()] for health in fought_tank.crew]
    crew += [Health.ABSENT] * (CREW - len(crew))
    return Fought(fought_tank.tank, Standing[fought_tank.standing.upper()], tuple(crew), fought_tank.kills)


def dice_of(key: str) -> Dice:
    """The dice of an aftermath: from the key of the game, apart from those of the battle."""
    return new_dice(int(key[:8], 16), int(key[8:], 16) ^ AFTERMATH, Mode.RECORD)


# ---------------------------------------------------------------- making entries


def tank_named(c: Campaign, name: str) -> Tank:
    """A tank that is there."""
    seat, number = c.tank(name) or (0, 0)
    return c.sides[seat].tanks[number]


def forces(c: Campaign, fight: Fight) -> dict[str, dict[str, Any]]:
    """What each tank fields in place of the printed one: build, points, names, ranks (TC-14.8, TC-14.10)."""
    result = {}
    for name, unit in fight.pairs:
        tank = tank_named(c, name)
        result[unit] = {
            "unit": tank.loadout.unit,
            "armor": tank.loadout.armor.model_dump(),
            "upgrades": list(tank.upgrades),
            "points": tank.points,
            "name": tank.name,
            "crew": {
                Role(role).name.lower(): member.name
                for role, member in enumerate(tank.crew)
                if tank.seated(role)
            },
            "ranks": [Rank(rank).name.lower() for rank in tank.ranks(c.opening.options)],
        }
    return result


def battle_entry(c: Campaign, s: State, winner: int, key: str) -> Battle:
    """The entry of the battle that was being fought, from its final position and the key of its dice."""
    assert c.running is not None
    tanks = tuple(
        FoughtTank.model_validate(
            {
                "tank": result.tank,
                "standing": result.standing.name.lower(),
                "crew": tuple(health.name.lower() for health in result.crew),
                "kills": result.kills,
            }
        )
        for result in report(s, c.running.pairs)
    )
    entry = Battle(game=c.running.game, winner=OUTCOMES[winner], tanks=tanks, key=key)
    dice = tuple(value for value, _ in tape(aftermath(c, entry)[1]))
    return entry.model_copy(update={"dice": dice})
