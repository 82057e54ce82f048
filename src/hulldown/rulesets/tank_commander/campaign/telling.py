"""The aftermath in sentences, each with its die and its rules."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.rulesets.face.words import Roll, Sentence
from hulldown.rulesets.tank_commander.campaign.aftermath import ESCAPES_ON, After, Happening
from hulldown.rulesets.tank_commander.codes import Rank, Role

ROLES = ("Commander", "Driver", "Gunner", "Loader", "Lieutenant")
RANKS = {Rank.NONE: "", Rank.VETERAN: "Veteran", Rank.ACE: "Ace"}
SKILLS = {  # what a rank is good for (TC-14.8)
    Rank.VETERAN: "ability twice a battle",
    Rank.ACE: {
        Role.COMMANDER: "one more action point",
        Role.DRIVER: "movement cap +1",
        Role.GUNNER: "needs 1 less to hit",
        Role.LOADER: "the first Load of an activation is free",
        Role.LIEUTENANT: "works like an unhurt member",
    },
}


def skill(rank: Rank, role: int) -> str:
    """What a member can do by its rank, in words (TC-14.8)."""
    if rank == Rank.NONE:
        return ""
    best = SKILLS[Rank.ACE]
    assert isinstance(best, dict)
    if role == Role.LIEUTENANT:  # has no ability of its own
        return best[Role.LIEUTENANT] if rank == Rank.ACE else ""
    veteran = str(SKILLS[Rank.VETERAN])
    return veteran if rank == Rank.VETERAN else f"{veteran}, {best[Role(role)]}"


def who(one: Happening) -> str:
    """A member with seat and tank."""
    return f"{one.name}, {ROLES[one.role].lower()} of {one.tank}"


def escape(one: Happening) -> Sentence:
    """A member of a crew whose tank cooked off (TC-14.9)."""
    out = one.other == 1
    text = f"{who(one)}, {'gets out of' if out else 'dies in'} the explosion."
    die = Roll(one.value, 6, f"{ESCAPES_ON}+ to get out, rolled {one.value}", one.what.rule, ESCAPES_ON, out)
    return Sentence(text, (one.what.rule,), (die,))


def experience(one: Happening) -> Sentence:
    """Experience gained, part by part (TC-14.7)."""
    parts = [f"fought +{one.value}"]
    parts += [f"victory +{one.other}"] * bool(one.other)
    parts += [f"enemies put out +{one.third}"] * bool(one.third)
    total = one.value + one.other + one.third
    return Sentence(f"{who(one)}: {total} experience ({', '.join(parts)}).", (one.what.rule,))


def promoted(one: Happening) -> Sentence:
    """A new rank (TC-14.8)."""
    good = skill(Rank(one.value), one.role)
    text = f"{who(one)}, is now {RANKS[Rank(one.value)]}" + (f": {good}." if good else ".")
    return Sentence(text, (one.what.rule,))


def lost(one: Happening) -> Sentence:
    """A tank that is gone (TC-14.9)."""
    how = "cooked off" if one.value else "was left on the field"
    text = f"{one.tank} {how} and is lost: its crew gets a new base tank with ten points."
    return Sentence(text, (one.what.rule, "TC-14.16"))


def points(one: Happening) -> Sentence:
    """Points gained (TC-14.10)."""
    gained = f"{one.value} upgrade point{'s' if one.value > 1 else ''}"
    beyond = f"; {one.third} beyond the limit is lost" if one.third else ""
    return Sentence(f"{one.tank} gains {gained} and holds {one.other}{beyond}.", (one.what.rule,))


def plainly(text: str) -> Callable[[Happening], Sentence]:
    """A sentence that needs no more than names."""
    return lambda one: Sentence(
        text.format(who=who(one) if one.role >= 0 else "", tank=one.tank), (one.what.rule,)
    )


TELLING: dict[After, Callable[[Happening], Sentence]] = {
    After.ESCAPE: escape,
    After.FELL: plainly("{who}, was killed in the battle."),
    After.XP: experience,
    After.RANK: promoted,
    After.RECRUIT: plainly("{who}, joins as a recruit."),
    After.KEPT: plainly("{tank} came through; its wounded recover."),
    After.RECOVERED: plainly("{tank} is recovered and repaired; its wounded recover."),
    After.LOST: lost,
    After.POINTS: points,
}


def sentence(one: Happening) -> Sentence:
    """A line of the aftermath in words."""
    return TELLING[one.what](one)
