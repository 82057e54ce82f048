"""A card for each detachment: models and Wounds left, order, CAF, bonuses left, what it did this round."""

from __future__ import annotations

from hulldown.rulesets.api.words import Card, Pips
from hulldown.rulesets.close_assault import profiling
from hulldown.rulesets.close_assault.bonuses import weapon_fired, weapon_used
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Kind, Order, Phase
from hulldown.rulesets.close_assault.coherency import coherent
from hulldown.rulesets.close_assault.contact import engaged
from hulldown.rulesets.close_assault.counters import figure, own_models
from hulldown.rulesets.close_assault.fights import penalty_of
from hulldown.rulesets.close_assault.movement import limit, moves, remaining
from hulldown.rulesets.close_assault.naming import (
    MIL,
    detachment_name,
    facing_words,
    far,
    kind_name,
    model_name,
    unit_name,
    weapon_name,
)
from hulldown.rulesets.close_assault.profiling import has_bonuses
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.values import evade_bonus
from hulldown.rulesets.close_assault.vocabulary import ORDERS, needs
from hulldown.rulesets.close_assault.worked_out import ARCS, groups
from hulldown.rulesets.common.names import inches, plural, signed, spot


def facing(s: State, k: int) -> str:
    """How the first of its vehicles faces."""
    there = own_models(s, k)
    if not there or not is_vehicle(s, there[0]):
        return ""
    return facing_words(int(s.model[there[0]].base.facing))


def states(s: State, k: int) -> frozenset[str]:
    """What a glance must show."""
    d = s.detachment[k]
    if not living(s, k):
        return frozenset({"destroyed", "wreck"})
    conditions = {
        "not set up": not own_models(s, k),
        "active": k == s.acting,
        "engaged": engaged(s, k),
        "falls back": d.order == Order.FALL_BACK,
        "moved": bool(d.moved) and k != s.acting,
        "fired": bool(d.shot),
        "scattered": s.phase != Phase.DEPLOY and not coherent(s, k),
    }
    return frozenset(word for word, so in conditions.items() if so)


def card(s: State, k: int) -> Card:
    """A detachment's card; the position is the one that the seat knows."""
    d = s.detachment[k]
    there, gone = own_models(s, k), not living(s, k)
    first = s.model[there[0]].base if there else None
    return Card(
        unit=detachment_name(s, k),
        side=int(d.side),
        name=unit_name(s, k),
        kind=figure(s, k),
        kind_name=kind_name(int(s.profile[d.profile].kind)),
        place="",  # no place of the board has a name: a click finds the detachment by its own
        placed=", ".join(part for part in (f"at {spot(int(first.x), int(first.y))}", facing(s, k)) if part)
        if first
        else "",
        hull=None,
        turret=None,
        plates=None,
        actions=None,
        points=Pips(len(living(s, k)), int(d.size)),
        facts=() if gone else tuple(facts(s, k)),
        kit=() if gone else tuple(weapon_lines(s, k)),
        state=states(s, k),
        track="Models",
        note="" if gone else wounds_text(s, k),
    )


def cards(s: State, seat: int | None) -> list[Card]:
    """The cards of all detachments."""
    return [card(s, k) for k in range(s.detachments)]


# ---------------------------------------------------------------- weapons


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
    parts = [who(s, k, used, "used up close")] if used else []
    return ", ".join([*parts, *([who(s, k, fired, "fired")] if fired else [])])


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
    lines: Kit = []
    for w in range(s.profile[s.detachment[k].profile].weapons):
        parts = [line_words(s, k, w), bonus_words(s, k, w), marks(s, k, w)]
        text = f"{weapon_name(s, k, w)}: {'; '.join(part for part in parts if part)}"
        lines.append((text, all(is_spent(s, m, w) for m in living(s, k))))
    return lines


def is_spent(s: State, m: int, w: int) -> bool:
    """Whether a weapon of a model is of no use any more this round (CA-10.3, CA-10.8)."""
    return weapon_fired(s, m, w) or (weapon_used(s, m, w) and not s.model[m].left[w])


# ---------------------------------------------------------------- numbers


Facts = list[tuple[str, str]]


def wounds_text(s: State, k: int) -> str:
    """Wounds, where a model has more than one (CA-9.7)."""
    full = int(s.profile[s.detachment[k].profile].wounds)
    if full == 1:
        return ""
    whose = {m: f"{model_name(s, m)}: " if s.detachment[k].size > 1 else "" for m in living(s, k)}
    return ", ".join(f"{name}{s.model[m].wounds} of {full} Wounds" for m, name in whose.items())


def order_facts(s: State, k: int) -> Facts:
    """Its order as far as it is known; that a secret one was given is known to all (CA-3.4)."""
    d = s.detachment[k]
    if d.order == Order.NONE:
        return [("Order", "given, secret" if d.ordered and s.round else "none")]
    return [("Order", ORDERS[d.order])]


def caf_facts(s: State, k: int) -> Facts:
    """CAF, front and rear of a vehicle; what evading adds (CA-6, CA-12.12)."""
    p = s.profile[s.detachment[k].profile]
    if has_bonuses(p, s.options):
        return [
            ("Front assault", f"CAF {signed(int(p.front))}"),
            ("Rear assault", f"CAF {signed(int(p.rear))}"),
        ]
    evades = p.kind in (Kind.INFANTRY, Kind.CAVALRY)
    dodge = [("Out of the way", signed(evade_bonus(s.options, p, s.mute)))] if evades else []
    return [("Close assault", f"CAF {signed(int(p.caf))}"), *dodge]


def charge_facts(s: State, k: int) -> Facts:
    """Charge bonus kept from the charge, penalty of Tank Shocks (CA-11.6, CA-12.23)."""
    p, lines = s.profile[s.detachment[k].profile], []
    kept = {m: int(s.model[m].charge) for m in living(s, k)}
    if profiling.is_vehicle(p) and any(kept.values()):
        same = len(set(kept.values())) == 1
        each = [f"{short(s, k, m)}: {signed(n)}" for m, n in kept.items()]
        lines.append(("Charge bonus", f"{signed(max(kept.values())) if same else ', '.join(each)} in front"))
    if penalty_of(s, k):
        lines.append(("Tank Shocks", f"{s.detachment[k].shocks}, {signed(penalty_of(s, k))} in Fights"))
    return lines


def move_facts(s: State, k: int) -> Facts:
    """Movement, and what is left of it to who moves now (CA-3.3, CA-12.21)."""
    p = s.profile[s.detachment[k].profile]
    there = living(s, k)
    now = k == s.acting and moves(int(s.detachment[k].order)) and bool(there)
    if not now:
        return [("Move", f'{inches(int(p.move))}"')]
    least, most = min(remaining(s, m) for m in there), max(remaining(s, m) for m in there)
    left = far(most) if least == most else f"{far(least)} to {far(most)}"
    return [("Move", f"{left} of {far(limit(s, k, there[0]))} left")]


def save_facts(s: State, k: int) -> Facts:
    """Saves and Morale (CA-15.6, CA-16.1)."""
    p = s.profile[s.detachment[k].profile]
    saves = [needs(int(p.save)) if p.save else ""]
    saves += [f"{needs(int(p.invulnerable))} invulnerable" if p.invulnerable else ""]
    saves += [f"{needs(int(p.jink))} Jink" if p.jink else ""]
    return [("Save", ", ".join(save for save in saves if save) or "none"), ("Morale", needs(int(p.morale)))]


def facts(s: State, k: int) -> Facts:
    """All of it, what is asked for first in front."""
    worth = [("Worth", f"{s.detachment[k].value} VP")]
    numbers = [*caf_facts(s, k), *charge_facts(s, k), *move_facts(s, k), *save_facts(s, k)]
    return [*order_facts(s, k), *numbers, *worth]
