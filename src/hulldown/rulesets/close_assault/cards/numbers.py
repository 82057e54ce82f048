"""The numbers of a detachment as its card shows them: each asked of the rules that play with it."""

from __future__ import annotations

from hulldown.rulesets.close_assault.cards.weapons import living, short
from hulldown.rulesets.close_assault.codes import Kind, Order
from hulldown.rulesets.close_assault.evading import evade_bonus
from hulldown.rulesets.close_assault.fights import penalty_of
from hulldown.rulesets.close_assault.movement import limit, moves, remaining
from hulldown.rulesets.close_assault.naming import far, model_name
from hulldown.rulesets.close_assault.profiling import has_bonuses, is_vehicle
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.vocabulary import ORDERS, needs
from hulldown.rulesets.shared.wording import inches, signed

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
        return [("Front CAF", signed(int(p.front))), ("Rear CAF", signed(int(p.rear)))]
    evades = p.kind in (Kind.INFANTRY, Kind.CAVALRY)
    dodge = [("Out of the way", signed(evade_bonus(s.options, p, s.mute)))] if evades else []
    return [("CAF", signed(int(p.caf))), *dodge]


def charge_facts(s: State, k: int) -> Facts:
    """Charge bonus kept from the charge, penalty of Tank Shocks (CA-11.6, CA-12.23)."""
    p, found = s.profile[s.detachment[k].profile], []
    kept = {m: int(s.model[m].charge) for m in living(s, k)}
    if is_vehicle(p) and any(kept.values()):
        same = len(set(kept.values())) == 1
        each = [f"{short(s, k, m)}: {signed(n)}" for m, n in kept.items()]
        found.append(("Charge bonus", f"{signed(max(kept.values())) if same else ', '.join(each)} in front"))
    if penalty_of(s, k):
        found.append(("Tank Shocks", f"{s.detachment[k].shocks}, {signed(penalty_of(s, k))} in Fights"))
    return found


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
