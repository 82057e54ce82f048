"""A campaign told and shown: entries folded into sides, tanks and crews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hulldown.catalogue import Entry, ValidationIssue, parse, validate
from hulldown.catalogue.load import toml_value
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.dice import Dice, Mode, new_dice, script_dice, tape
from hulldown.rulesets.api import campaigning
from hulldown.rulesets.api.campaigning import CampaignBroken, CampaignStanding, Data, RefitPurchase
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.words import Refusal, Roll, Sentence
from hulldown.rulesets.common.scenarios import within
from hulldown.rulesets.tank_commander.campaign.planning import (
    DRAWN,
    KIND,
    MOST_BATTLES,
    MOST_TANKS,
    OUTCOMES,
    TANKS,
    Abandon,
    After,
    Aftermath,
    Battle,
    Choice,
    Fallen,
    Fought,
    FoughtTank,
    Happening,
    Member,
    One,
    Opening,
    Plan,
    Refit,
    Side,
    Start,
    Tank,
    Written,
    advised_refit,
    against,
    as_data,
    base_armor,
    complete_plan,
    cost_of,
    mission_of,
    new_plan_problems,
    opening_of,
    own_missions,
    refit_tank,
    report,
    rotation,
    saved_points,
    tanks_in,
    variants,
)
from hulldown.rulesets.tank_commander.catalogue import Scenario, Units
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.setup import fill_values, offer_for
from hulldown.rulesets.tank_commander.state import (
    CREW,
    Face,
    Health,
    Options,
    Rank,
    Role,
    Standing,
    State,
    Upgrade,
)
from hulldown.rulesets.tank_commander.words import in_words

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
    yield from against(c.opening.units, tank, entry.armor.values, entry.upgrades, c.opening.options)


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
    mission = c.opening.missions[len(c.fights)]
    tanks = tanks_in(c.opening.units, c.opening.files[mission])
    return tuple(zip(order, tanks[seat], strict=False))


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
    winner, o, armor = OUTCOMES.index(entry.winner), c.opening.options, base_armor(c.opening.units)
    work = Aftermath(c.sides, fought, winner, len(c.fights), o, armor)
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


# ---------------------------------------------------------------- files
# A campaign as a TOML file: everything that was decided and befell it, to take along and to read.
#
# Reading one plays its entries again by the rules; every rule that a line breaks is named with its line, and
# nothing is taken of a file that breaks one.


def file_problems(shelf: Shelf, file: Written) -> Iterator[ValidationIssue]:
    """Every rule that a file breaks: its plan, then entry by entry as far as the campaign can be told."""
    wrong = [*within(("plan",), new_plan_problems(shelf, file.plan))]
    yield from wrong
    if wrong:
        return
    c = begin(opening_of(shelf, file.plan))
    for number, entry in enumerate(file.entries):
        try:
            c = after(c, entry)
        except CampaignBroken as broken:
            for refusal in broken.refusals:
                yield ValidationIssue(("entries", number), refusal.text, refusal.rule)
            c = anyhow(c, entry)


def anyhow(c: Any, entry: Any) -> Any:
    """The campaign after an entry that is not in order, where that can be told: a later entry is then judged
    by what the file meant."""
    try:
        return apply_entry(c, entry)
    except (LookupError, ValueError):
        return c


def read(shelf: Shelf, text: str, shown: str = "campaign") -> Written:
    """A campaign file. CatalogueError names every broken rule with its line."""
    return parse(text, Written, partial(file_problems, shelf), shown)


# ---------------------------------------------------------------- writing


def text_of(file: Written) -> str:
    """The file of a campaign; reading it gives the same again."""
    data = as_data(file)
    plan = data["plan"]
    lines = [
        'format = "hulldown campaign"',
        "format_version = 1",
        f"ruleset = {toml_value(data['ruleset'])}",
        "",
    ]
    lines += ["[plan]", f"name = {toml_value(plan['name'])}", f"missions = {toml_value(plan['missions'])}"]
    lines += [f"options = {inline(plan['options'])}"]
    lines += [f"packs = {toml_value(plan['packs'])}"] * bool(plan["packs"])
    for layer in plan["layers"]:
        lines += ["", "[[plan.layers]]", *rows(layer)]
    if plan["scenarios"]:
        lines += ["", "[plan.scenarios]", *rows(plan["scenarios"])]
    for side in plan["sides"]:
        lines += ["", "[[plan.sides]]", f"name = {toml_value(side['name'])}"]
        for tank in side["tanks"]:
            lines += ["", "[[plan.sides.tanks]]", *rows(tank)]
    for entry in data["entries"]:
        lines += ["", "[[entries]]", *rows(entry)]
    return "\n".join(lines) + "\n"


def rows(table: Mapping[str, Any]) -> Iterator[str]:
    """`key = value`, a line each; what is empty is left out."""
    for key, value in table.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{key} = ["
            yield from (f"  {inline(part)}," for part in value)
            yield "]"
        elif value not in ("", [], {}):
            yield f"{key} = {inline(value)}"


def inline(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = (f"{key} = {inline(part)}" for key, part in value.items())
        return f"{{ {', '.join(parts)} }}" if value else "{}"
    return toml_value(value)


# ---------------------------------------------------------------- showing
# A campaign as pages and commands show it, and what befell its crews in sentences.


ROLES = ("Commander", "Driver", "Gunner", "Loader", "Lieutenant")
RANKS = {Rank.NONE: "", Rank.VETERAN: "Veteran", Rank.ACE: "Ace"}
OFTEN = {1: "once", 2: "twice"}


def best_skill(role: int, o: Options) -> str:
    """What an ace is good for (TC-14.8)."""
    load = f"costs {o.ace_load_cost} AP" if o.ace_load_cost else "is free"
    return {
        Role.COMMANDER: in_words(o.ace_actions, "more action point"),
        Role.DRIVER: f"movement cap +{o.ace_movement}",
        Role.GUNNER: f"needs {o.ace_gunner} less to hit",
        Role.LOADER: f"the first Load of an activation {load}",
        Role.LIEUTENANT: "works like an unhurt member",
    }[Role(role)]


def skill(rank: Rank, role: int, o: Options) -> str:
    """What a member can do by its rank, in words (TC-14.8)."""
    if rank == Rank.NONE:
        return ""
    if role == Role.LIEUTENANT:  # has no ability of its own
        return best_skill(role, o) if rank == Rank.ACE else ""
    veteran = f"ability {OFTEN.get(o.veteran_uses) or f'{o.veteran_uses} times'} a battle"
    return veteran if rank == Rank.VETERAN else f"{veteran}, {best_skill(role, o)}"


def who(member: Fallen | Happening) -> str:
    """A member with seat and tank."""
    return f"{member.name}, {ROLES[member.role].lower()} of {member.tank}"


def escape(happening: Happening, o: Options) -> Sentence:
    """A member of a crew whose tank cooked off (TC-14.9)."""
    out = happening.other == 1
    text = f"{who(happening)}, {'gets out of' if out else 'dies in'} the explosion."
    needed = o.cook_off_kills + 1
    die = Roll(
        happening.value,
        6,
        f"{needed}+ to get out, rolled {happening.value}",
        happening.what.rule,
        needed,
        out,
    )
    return Sentence(text, (happening.what.rule,), (die,))


def experience(happening: Happening, o: Options) -> Sentence:
    """Experience gained, part by part (TC-14.7)."""
    parts = [f"fought +{happening.value}"]
    parts += [f"victory +{happening.other}"] * bool(happening.other)
    parts += [f"enemies put out +{happening.third}"] * bool(happening.third)
    total = happening.value + happening.other + happening.third
    return Sentence(f"{who(happening)}: {total} experience ({', '.join(parts)}).", (happening.what.rule,))


def promotion(happening: Happening, o: Options) -> Sentence:
    """A new rank (TC-14.8)."""
    good = skill(Rank(happening.value), happening.role, o)
    text = f"{who(happening)}, is now {RANKS[Rank(happening.value)]}" + (f": {good}." if good else ".")
    return Sentence(text, (happening.what.rule,))


def loss(happening: Happening, o: Options) -> Sentence:
    """A tank that is gone (TC-14.9)."""
    how = "cooked off" if happening.value else "was left on the field"
    new = f"a new base tank with {in_words(o.new_tank_points, 'point')}"
    text = f"{happening.tank} {how} and is lost: its crew gets {new}."
    return Sentence(text, (happening.what.rule, "TC-14.16"))


def points(happening: Happening, o: Options) -> Sentence:
    """Points gained (TC-14.10)."""
    gained = f"{happening.value} upgrade point{'s' if happening.value > 1 else ''}"
    beyond = f"; {happening.third} beyond the limit is lost" if happening.third else ""
    return Sentence(
        f"{happening.tank} gains {gained} and holds {happening.other}{beyond}.", (happening.what.rule,)
    )


def plainly(text: str) -> Callable[[Happening, Options], Sentence]:
    """A sentence that needs no more than names."""
    return lambda happening, o: Sentence(
        text.format(who=who(happening) if happening.role >= 0 else "", tank=happening.tank),
        (happening.what.rule,),
    )


TELLING: dict[After, Callable[[Happening, Options], Sentence]] = {
    After.ESCAPE: escape,
    After.FELL: plainly("{who}, was killed in the battle."),
    After.XP: experience,
    After.RANK: promotion,
    After.RECRUIT: plainly("{who}, joins as a recruit."),
    After.KEPT: plainly("{tank} came through; its wounded recover."),
    After.RECOVERED: plainly("{tank} is recovered and repaired; its wounded recover."),
    After.LOST: loss,
    After.POINTS: points,
}


def sentence(happening: Happening, o: Options) -> Sentence:
    """A line of the aftermath in words."""
    return TELLING[happening.what](happening, o)


# ---------------------------------------------------------------- the campaign


def standing(c: Campaign) -> CampaignStanding:
    """Everything that is shown of a campaign."""
    now = pairs_now(c)
    return CampaignStanding(
        name=c.opening.plan.name,
        packs=c.opening.plan.packs,
        stage=stage(c),
        text=in_a_sentence(c),
        winner=c.winner,
        battles=tuple(battle(c, number) for number in range(len(c.opening.missions))),
        sides=tuple(side_view(c, seat, now) for seat in range(2)),
    )


def stage(c: Campaign) -> str:
    """Between battles, fighting, over or abandoned."""
    if c.abandoned:
        return "abandoned"
    return "fighting" if c.running else "over" if c.over else "between"


def in_a_sentence(c: Campaign) -> str:
    """How it stands, in words (TC-14.10)."""
    first, second = c.sides
    score = f"{first.name} {first.victories}, {second.name} {second.victories}"
    if c.abandoned:
        return f"Abandoned after {len(c.fights)} of {len(c.opening.missions)} battles: {score}."
    if c.winner is not None:
        return ending(c)
    number = len(c.fights) + (0 if c.running else 1)
    what = "is being fought" if c.running else "is next"
    return f"Battle {number} of {len(c.opening.missions)} {what}. Victories: {score}."


def ending(c: Campaign) -> str:
    """Who won and by what (TC-14.10, TC-14.19)."""
    first, second = c.sides
    if c.winner == 2:
        return f"A draw: {first.victories} victories each, {first.xp} experience each."
    best, other = (first, second) if c.winner == 0 else (second, first)
    if best.victories == other.victories:
        text = f"{best.name} wins the campaign by experience, {best.xp} to {other.xp}"
        return f"{text}, after {best.victories} victories each."
    return f"{best.name} wins the campaign by victories, {best.victories} to {other.victories}."


def pairs_now(c: Campaign) -> dict[str, str]:
    """Which tank is which unit in the battle that is being fought or comes next."""
    if c.running:
        return dict(c.running.pairs)
    return {} if c.ended else dict(line_up(c, 0) + line_up(c, 1))


def battle(c: Campaign, number: int) -> campaigning.BattleView:
    """One battle of the campaign, fought or to come."""
    mission = c.opening.missions[number]
    file = c.opening.files[mission]
    fight = c.fights[number] if number < len(c.fights) else Fight(mission, "", ((), ()))
    state = "fought" if fight.winner >= 0 else "running" if number < len(c.fights) else "later"
    if number == len(c.fights) and not c.ended and not c.running:
        state = "next"
    sentences = tuple(sentence(happening, c.opening.options) for happening in fight.told)
    winner = fight.winner if fight.winner >= 0 else None
    pairs = fight.pairs
    return campaigning.BattleView(
        number + 1, mission, file.name, file.summary, state, fight.game, winner, pairs, sentences
    )


def side_view(c: Campaign, seat: int, now: dict[str, str]) -> campaigning.CampaignSide:
    """A side with its tanks and its dead."""
    side: Side = c.sides[seat]
    tanks = tuple(tank_view(c.opening, tank, now.get(tank.name, "")) for tank in side.tanks)
    fallen = tuple(f"{who(dead)}, {dead.xp} experience, in battle {dead.battle}" for dead in side.fallen)
    return campaigning.CampaignSide(seat, side.name, side.victories, side.xp, tanks, fallen)


def tank_view(opening: Opening, tank: Tank, unit: str) -> campaigning.TankView:
    """A tank with its crew and what its points can buy."""
    o, units = opening.options, opening.units
    crew = tuple(member_view(member, role, tank.seated(role), o) for role, member in enumerate(tank.crew))
    return campaigning.TankView(
        name=tank.name,
        armor=tank.armor,
        kit=kit(units, tank),
        points=tank.points,
        saved=saved_points(units, tank, o),
        most=o.most_points,
        crew=crew,
        battles=tank.battles,
        kills=tank.kills,
        lost=tank.lost,
        stands_for=unit,
        purchases=purchases(units, tank, o),
    )


def kit(units: Units, tank: Tank) -> tuple[str, ...]:
    """The upgrades of a tank by their names; mines with how many."""
    lines, counts = units.upgrades[KIND], tank.loadout.counts
    return tuple(f"{lines[name].name} x {n}" if n > 1 else lines[name].name for name, n in counts.items())


def member_view(member: Member, role: int, seated: bool, o: Options) -> campaigning.MemberView:
    """A member with its rank and what is missing to the next (TC-14.8)."""
    next_at = next((at for at in sorted((o.veteran_at, o.ace_at)) if member.xp < at), None)
    rank, good = RANKS[member.rank(o)], skill(member.rank(o), role, o)
    return campaigning.MemberView(
        ROLES[role], member.name, member.xp, rank, next_at, good, member.battles, seated
    )


def purchases(units: Units, tank: Tank, o: Options) -> tuple[RefitPurchase, ...]:
    """Armor facing by facing, then every upgrade that the options leave (table 2.2)."""
    lines, offer = units.upgrades[KIND], offer_for(units, tank.loadout, o, tank.points)
    armor = lines["armor"]
    result = [
        RefitPurchase(
            face.name.lower(),
            f"{face.name.capitalize()} armor",
            armor.text,
            int(offer.armor_cost),
            value,
            value,
            base + int(offer.armor_limit),
            armor.source,
        )
        for face, value, base in zip(Face, tank.armor, base_armor(units), strict=True)
    ]
    for upgrade in Upgrade:
        name, most = upgrade.name.lower(), int(offer.limit[upgrade])
        if name in lines and most:
            line, count = lines[name], tank.loadout.counts[name]
            text = fill_values(line.text, o)
            result.append(RefitPurchase(name, line.name, text, line.cost, count, 0, most, line.source))
    return tuple(result)


# ---------------------------------------------------------------- campaigns
# The campaigns of Tank Commander behind the face that servers and commands know (TC-14.6).


# What a campaign is about, for whoever has filled in nothing yet.
TITLE = "Autumn on the border"
WHO = (
    "The harvest is in, and the Harbor Company has come over the river. You lead the North Guard: {tanks} "
    "tanks with their crews, {battles} battles, and nobody behind you."
)
STAKES = (
    "Your crews go with you from battle to battle. Who lives learns and gets better at his post; who falls "
    "is replaced by somebody new. What a tank earns you spend between the battles on armor and kit, and the "
    "other side does the same. Who wins more battles wins the campaign."
)


def story(first: ScenarioInfo) -> campaigning.CampaignStory:
    """The story of a campaign that nobody has changed yet, with its first battle."""
    return campaigning.CampaignStory(TITLE, (WHO, STAKES), first.id, first.name, first.summary)


def mission_info(units: Units, name: str, file: Scenario) -> campaigning.MissionInfo:
    """A mission with how many tanks of each side it prints."""
    first, second = tanks_in(units, file)
    return campaigning.MissionInfo(name, file.name, (len(first), len(second)))


class TankCampaigns(campaigning.Campaigning):
    """TC-14.6 to TC-14.10 for servers and commands, with what stands on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def campaign(self, plan: Data, entries: Sequence[Data]) -> Campaign:
        """The campaign of a plan and its entries, which were checked when they were written."""
        opening = opening_of(self.shelf, validate(plan, Plan, shown="campaign"))
        return replay(opening, [entry_of(entry) for entry in entries])

    def offer(self, scenarios: Mapping[str, str] | None = None) -> campaigning.CampaignOffer:
        """Missions with tanks on both sides, and the sample builds of tanks (TC-14.14)."""
        shelf, units, names = self.shelf, self.shelf.units(), rotation(self.shelf)
        files = own_missions(shelf, scenarios or {}) | {name: shelf.scenario(name) for name in names}
        missions = tuple(mission_info(units, name, file) for name, file in files.items())
        samples = tuple(
            campaigning.SampleTank(name, build.name or name, build.text)
            for name, build in units.builds.items()
            if build.unit == KIND
        )
        battles = int(shelf.options()["campaign_battles"].default)
        tale = story(shelf.listed_scenarios()[names[0]]) if names else None
        return campaigning.CampaignOffer(
            missions, battles, MOST_BATTLES, MOST_TANKS, samples, TANKS, "TC-14.10", tale
        )

    def plan(self, data: Mapping[str, Any]) -> Data:
        """A plan in which every mission and every member is named."""
        plan = validate(data, Plan, partial(new_plan_problems, self.shelf), "campaign")
        return as_data(complete_plan(self.shelf, plan))

    def overlay_layers(self, text: str, shown: str = "campaign") -> tuple[Layer, ...]:
        return tuple(layer.layer for layer in parse(text, Written, shown=shown).plan.layers)

    def parse(self, text: str, shown: str = "campaign") -> tuple[Data, list[Data]]:
        """Plan and entries of a campaign file."""
        file = read(self.shelf, text, shown)
        return as_data(complete_plan(self.shelf, file.plan)), [as_data(entry) for entry in file.entries]

    def write(self, plan: Data, entries: Sequence[Data]) -> str:
        file = {"format": "hulldown campaign", "format_version": 1, "ruleset": "tank_commander"}
        return text_of(validate({**file, "plan": plan, "entries": list(entries)}, Written))

    def standing(self, plan: Data, entries: Sequence[Data]) -> CampaignStanding:
        return standing(self.campaign(plan, entries))

    def checked(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> Data:
        """One more entry, if it is allowed."""
        read = entry_of(entry)
        after(self.campaign(plan, entries), read)
        return as_data(read)

    def side_of(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> int | None:
        """The seat whose tank is refitted or whose tanks are chosen."""
        read, c = entry_of(entry), self.campaign(plan, entries)
        name = read.tank if isinstance(read, Refit) else read.tanks[0] if isinstance(read, Choice) else ""
        where = c.tank(name)
        return where[0] if where else None

    def weigh(self, plan: Data, entries: Sequence[Data], entry: Mapping[str, Any]) -> campaigning.RefitCost:
        """Cost and points of a refit, and all that stands against it (TC-14.10)."""
        read, c = entry_of(entry), self.campaign(plan, entries)
        if not isinstance(read, Refit) or c.tank(read.tank) is None:
            raise CampaignBroken(objections(c, read))
        tank, o = tank_named(c, read.tank), c.opening.options
        wanted = replace(tank, armor=read.armor.values, upgrades=read.upgrades)
        broken = tuple(against(c.opening.units, tank, wanted.armor, read.upgrades, o))
        return campaigning.RefitCost(cost_of(c.opening.units, wanted, o), tank.points, broken)

    def next_battle(self, plan: Data, entries: Sequence[Data]) -> campaigning.BattleOrder:
        """The mission with every tank that takes part in place of a printed one (TC-14.14)."""
        c = self.campaign(plan, entries)
        begun = after(c, Start())
        fight = begun.fights[-1]
        mission = mission_of(c.opening.plan, fight.mission)
        return campaigning.BattleOrder(mission, variants(c.opening.plan.options), forces(begun, fight))

    def fought(self, plan: Data, entries: Sequence[Data], state: State, key: str) -> Data:
        """The entry of the battle that has ended."""
        c = self.campaign(plan, entries)
        return as_data(battle_entry(c, state, int(state.winner), key))

    def advice(self, plan: Data, entries: Sequence[Data], seat: int) -> list[Data]:
        """A refit for every tank of a side that has points worth spending."""
        c = self.campaign(plan, entries)
        advised_entries = []
        for tank in c.sides[seat].tanks:
            armor, upgrades = advised_refit(c.opening.units, tank, c.opening.options)
            if (armor, upgrades) != (tank.armor, tank.upgrades):
                front, side, rear = armor
                armor_data = {"front": front, "side": side, "rear": rear}
                advised_entries.append(
                    {"what": "refit", "tank": tank.name, "armor": armor_data, "upgrades": list(upgrades)}
                )
        return advised_entries


def entry_of(data: Mapping[str, Any]) -> Entry:
    """An entry from plain data. CatalogueError names what is not understood."""
    return validate({"entry": data}, One, shown="entry").entry
