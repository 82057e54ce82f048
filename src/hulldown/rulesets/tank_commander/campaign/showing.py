"""A campaign as pages and commands show it, and what befell its crews in sentences."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.rulesets.api.campaigning import (
    BattleView,
    CampaignSide,
    CampaignStanding,
    MemberView,
    RefitPurchase,
    TankView,
)
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.rulesets.tank_commander.armory import fill_values, offer_for
from hulldown.rulesets.tank_commander.campaign.aftermath import After, Happening
from hulldown.rulesets.tank_commander.campaign.chronicle import Campaign, Fight, line_up
from hulldown.rulesets.tank_commander.campaign.roster import (
    KIND,
    Fallen,
    Member,
    Side,
    Tank,
    base_armor,
)
from hulldown.rulesets.tank_commander.campaign.spending import saved_points
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.codes import Face, Rank, Role, Upgrade
from hulldown.rulesets.tank_commander.state import Options
from hulldown.rulesets.tank_commander.vocabulary import in_words

# ---------------------------------------------------------------- the aftermath in sentences


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


def battle(c: Campaign, number: int) -> BattleView:
    """One battle of the campaign, fought or to come."""
    mission = c.opening.missions[number]
    file = SHELF.scenario(mission)
    fight = c.fights[number] if number < len(c.fights) else Fight(mission, "", ((), ()))
    state = "fought" if fight.winner >= 0 else "running" if number < len(c.fights) else "later"
    if number == len(c.fights) and not c.ended and not c.running:
        state = "next"
    sentences = tuple(sentence(happening, c.opening.options) for happening in fight.told)
    winner = fight.winner if fight.winner >= 0 else None
    pairs = fight.pairs
    return BattleView(
        number + 1, mission, file.name, file.summary, state, fight.game, winner, pairs, sentences
    )


def side_view(c: Campaign, seat: int, now: dict[str, str]) -> CampaignSide:
    """A side with its tanks and its dead."""
    side: Side = c.sides[seat]
    tanks = tuple(tank_view(tank, c.opening.options, now.get(tank.name, "")) for tank in side.tanks)
    fallen = tuple(f"{who(dead)}, {dead.xp} experience, in battle {dead.battle}" for dead in side.fallen)
    return CampaignSide(seat, side.name, side.victories, side.xp, tanks, fallen)


def tank_view(tank: Tank, o: Options, unit: str) -> TankView:
    """A tank with its crew and what its points can buy."""
    crew = tuple(member_view(member, role, tank.seated(role), o) for role, member in enumerate(tank.crew))
    return TankView(
        name=tank.name,
        armor=tank.armor,
        kit=kit(tank),
        points=tank.points,
        saved=saved_points(tank, o),
        most=o.most_points,
        crew=crew,
        battles=tank.battles,
        kills=tank.kills,
        lost=tank.lost,
        stands_for=unit,
        purchases=purchases(tank, o),
    )


def kit(tank: Tank) -> tuple[str, ...]:
    """The upgrades of a tank by their names; mines with how many."""
    lines, counts = SHELF.units().upgrades[KIND], tank.loadout.counts
    return tuple(f"{lines[name].name} x {n}" if n > 1 else lines[name].name for name, n in counts.items())


def member_view(member: Member, role: int, seated: bool, o: Options) -> MemberView:
    """A member with its rank and what is missing to the next (TC-14.8)."""
    next_at = next((at for at in sorted((o.veteran_at, o.ace_at)) if member.xp < at), None)
    rank, good = RANKS[member.rank(o)], skill(member.rank(o), role, o)
    return MemberView(ROLES[role], member.name, member.xp, rank, next_at, good, member.battles, seated)


def purchases(tank: Tank, o: Options) -> tuple[RefitPurchase, ...]:
    """Armor facing by facing, then every upgrade that the options leave (table 2.2)."""
    lines, offer = SHELF.units().upgrades[KIND], offer_for(tank.loadout, o, tank.points)
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
        for face, value, base in zip(Face, tank.armor, base_armor(), strict=True)
    ]
    for upgrade in Upgrade:
        name, most = upgrade.name.lower(), int(offer.limit[upgrade])
        if name in lines and most:
            line, count = lines[name], tank.loadout.counts[name]
            text = fill_values(line.text, o)
            result.append(RefitPurchase(name, line.name, text, line.cost, count, 0, most, line.source))
    return tuple(result)
