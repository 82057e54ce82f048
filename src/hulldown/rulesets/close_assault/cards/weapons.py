"""Weapons on a card: bonuses by type and arc, how many each model has left, used, fired (CA-7, CA-10)."""

from __future__ import annotations

from hulldown.rulesets.close_assault.bonuses import weapon_fired, weapon_used
from hulldown.rulesets.close_assault.catalogue.shelf import SHELF
from hulldown.rulesets.close_assault.codes import NOBODY, Arc
from hulldown.rulesets.close_assault.naming import MIL, weapon_name
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.close_assault.vocabulary import needs
from hulldown.rulesets.close_assault.worked_out import ARCS, groups
from hulldown.rulesets.shared.wording import plural

Kit = list[tuple[str, bool]]


def living(s: State, k: int) -> list[int]:
    """The models of a detachment that are left."""
    d = s.detachment[k]
    return [m for m in range(d.first, d.first + d.size) if alive(s, m)]


def short(s: State, k: int, m: int) -> str:
    """The number of a model within its detachment: ".2"."""
    return f".{m - int(s.detachment[k].first) + 1}"


def ledger(s: State, k: int, w: int) -> str:
    """What is left of the bonuses of a weapon: one number if all models have as many (CA-10.8)."""
    left = {m: int(s.model[m].left[w]) for m in living(s, k)}
    if len(set(left.values())) == 1:
        each = " each" if len(left) > 1 else ""
        return f"{next(iter(left.values()))} left{each}"
    return "left " + ", ".join(f"{short(s, k, m)}: {n}" for m, n in left.items())


def bonus_words(s: State, k: int, w: int) -> str:
    """The bonuses of a weapon as its card prints them, and what is left of them (CA-8.2)."""
    weapon = s.profile[s.detachment[k].profile].weapon[w]
    if not weapon.bonuses:
        return ""
    values = tuple(int(value) for value in weapon.value)
    printed = f"{weapon.bonuses}x {ARCS[Arc(weapon.arc)]} bonus {groups(values, s.options)}"
    return f"{printed}, {ledger(s, k, w)}"


def marks(s: State, k: int, w: int) -> str:
    """Which models have used or fired a weapon this round (CA-10.3)."""
    there = living(s, k)
    used = [m for m in there if weapon_used(s, m, w)]
    fired = [m for m in there if weapon_fired(s, m, w)]
    said = [who(s, k, used, "used up close")] if used else []
    return ", ".join([*said, *([who(s, k, fired, "fired")] if fired else [])])


def who(s: State, k: int, models: list[int], what: str) -> str:
    """Something that some models did, or all."""
    some = " " + ", ".join(short(s, k, m) for m in models) if len(models) < len(living(s, k)) else ""
    return what + some


def line_words(s: State, k: int, w: int) -> str:
    """How a weapon fires: each of its stat-lines (CA-15)."""
    profile = s.profile[s.detachment[k].profile]
    lines = (profile.weapon[w].line[i] for i in range(profile.weapon[w].lines))
    return " or ".join(
        f'{line.range / MIL:g}", {dice_words(int(line.fixed), int(line.random), int(line.sides))}, '
        f"{needs(line.to_hit)}, AP {line.ap}"
        for line in lines
    ) + traits_of(s, k, w)


def traits_of(s: State, k: int, w: int) -> str:
    """The traits of a weapon's first line, as the catalogue names them; a player's own are on its card."""
    name = s.profile[s.detachment[k].profile].name
    if name == NOBODY:
        return ""
    traits = list(SHELF.units().units.values())[name].weapon[w].line[0].traits
    return f" ({', '.join(traits)})" if traits else ""


def dice_words(fixed: int, random: int, sides: int) -> str:
    """Dice as they are printed: "2 dice", "D3+3 dice"."""
    if not random:
        return plural(fixed, "die", "dice")
    return f"{random if random > 1 else ''}D{sides}{f'+{fixed}' if fixed else ''} dice"


def weapon_lines(s: State, k: int) -> Kit:
    """Every weapon in the order of the profile, and whether it is of no use any more this round."""
    found: Kit = []
    for w in range(s.profile[s.detachment[k].profile].weapons):
        parts = [line_words(s, k, w), bonus_words(s, k, w), marks(s, k, w)]
        text = f"{weapon_name(s, k, w)}: {'; '.join(part for part in parts if part)}"
        found.append((text, all(is_spent(s, m, w) for m in living(s, k))))
    return found


def is_spent(s: State, m: int, w: int) -> bool:
    """Whether a weapon of a model is of no use any more this round (CA-10.3, CA-10.8)."""
    return weapon_fired(s, m, w) or (weapon_used(s, m, w) and not s.model[m].left[w])
