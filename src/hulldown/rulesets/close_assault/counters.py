"""Models and detachments as the board shows them (CA-1, CA-2.3)."""

from __future__ import annotations

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import PlaneMark, UnitMark
from hulldown.rulesets.api.tabletop import Foot
from hulldown.rulesets.close_assault.codes import Arc, Gift, Kind, Order, Phase
from hulldown.rulesets.close_assault.contact import arc_of, engaged, touching
from hulldown.rulesets.close_assault.deployment import waits
from hulldown.rulesets.close_assault.naming import detachment_name, model_name, unit_name
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, side_of
from hulldown.rulesets.close_assault.vocabulary import ORDERS

FIGURES = {
    Kind.INFANTRY: "squad",
    Kind.CAVALRY: "bike",
    Kind.WALKER: "walker",
    Kind.VEHICLE: "tank",
    Kind.SHV: "tank",
    Kind.KNIGHT: "walker",
    Kind.TITAN: "walker",
}
LETTERS = {Arc.FRONT: "F", Arc.REAR: "R"}

# ---------------------------------------------------------------- models


def on_table(s: State, m: int) -> bool:
    """Whether a model stands on the table."""
    return alive(s, m) and not waits(s, m)


def own_models(s: State, k: int) -> list[int]:
    """The models of a detachment that stand on the table."""
    first = int(s.detachment[k].first)
    return [m for m in range(first, first + int(s.detachment[k].size)) if on_table(s, m)]


def foot(s: State, m: int) -> Foot:
    """Where a model stands, and its base (CA-2.3)."""
    b = s.model[m].base
    return Foot(int(b.x), int(b.y), int(b.facing), int(b.half_length), int(b.half_width), bool(b.round))


def figure(s: State, k: int) -> str:
    """The silhouette of a detachment's models."""
    profile = s.profile[s.detachment[k].profile]
    if profile.gifts >> Gift.SKIMMER & 1 and profile.kind in (Kind.CAVALRY, Kind.VEHICLE):
        return "hover"
    return FIGURES[Kind(profile.kind)]


def letter(s: State, m: int) -> str:
    """The arc of an enemy vehicle in which a model touches it: F or R, empty without one (CA-5.3)."""
    if is_vehicle(s, m):
        return ""
    for d in s.detachment[: s.detachments]:
        if d.side != side_of(s, m) and is_vehicle(s, int(d.first)):
            for v in range(d.first, d.first + d.size):
                if touching(s, m, v):
                    return LETTERS[Arc(arc_of(s, v, m))]
    return ""


def model_mark(s: State, m: int) -> PlaneMark:
    """A model on the board."""
    k = int(s.model[m].detachment)
    left, name = int(s.model[m].wounds), unit_name(s, k)
    full = int(s.profile[s.detachment[k].profile].wounds)
    return PlaneMark(
        unit=model_name(s, m),
        side=side_of(s, m),
        kind=figure(s, k),
        name=name,
        place="",
        hull=None,
        turret=None,
        points=left,
        points_full=full,
        state=states(s, k),
        foot=foot(s, m),
        group=detachment_name(s, k),
        note=letter(s, m) or (str(left) if full > 1 and s.detachment[k].size > 1 else ""),
    )


# ---------------------------------------------------------------- detachments


def states(s: State, k: int) -> frozenset[str]:
    """Whether a detachment acts now, or has had its activation in this stage (CA-3.6)."""
    if k == s.acting:
        return frozenset({"active"})
    done = s.detachment[k].activated and s.phase not in (Phase.DEPLOY, Phase.ORDERS)
    return frozenset({"spent"}) if done else frozenset()


def doing(s: State, k: int) -> str:
    """Its order, as far as it may be known, and whether enemies hold it (CA-2.6, CA-3.4)."""
    order, parts = int(s.detachment[k].order), []
    if order != Order.NONE:
        parts.append(ORDERS[order])
    elif s.phase == Phase.ORDERS and s.detachment[k].ordered:
        parts.append("has its order")
    return ", ".join([*parts, *(["Engaged"] if engaged(s, k) else [])])


def points(s: State, k: int) -> tuple[int, int]:
    """Wounds left of all models, and how many there were."""
    t = s.detachment[k]
    left = sum(max(0, int(s.model[m].wounds)) for m in range(t.first, t.first + t.size))
    return left, int(t.size) * int(s.profile[t.profile].wounds)


def group_mark(s: State, k: int) -> UnitMark:
    """A detachment: what its label says."""
    t, (left, full) = s.detachment[k], points(s, k)
    name, models = detachment_name(s, k), len(own_models(s, k))
    spoken = f"{SIDES[t.side]} {name} {unit_name(s, k)}, {models} of {t.size} models"
    return UnitMark(
        unit=name,
        side=int(t.side),
        kind=figure(s, k),
        name=unit_name(s, k),
        place="",
        hull=None,
        turret=None,
        points=left,
        points_full=full,
        state=states(s, k),
        spoken=spoken,
        doing=doing(s, k),
    )


def alive_groups(s: State) -> list[int]:
    """The detachments with models on the table."""
    return [k for k in range(s.detachments) if own_models(s, k)]


def pieces(s: State) -> list[PlaneMark]:
    """Every model of the battle, those still to be placed too (CA-2.2)."""
    sizes = ((int(d.first), int(d.size)) for d in s.detachment[: s.detachments])
    return [model_mark(s, m) for first, size in sizes for m in range(first, first + size)]
