"""The two combat arcs of a vehicle, and where its weapons bear (CA-5)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Base, least_ahead, most_ahead
from hulldown.rulesets.close_assault.codes import TOL, Arc
from hulldown.rulesets.close_assault.state import Options, State
from hulldown.rulesets.close_assault.variants import ArcTouch


@rule
def arc_between(o: Options, vehicle: Base, enemy: Base) -> int:
    """The arc of a vehicle in which a base stands: Front if wholly in front (CA-5.2 to CA-5.4)."""
    ahead = least_ahead(vehicle, enemy)
    if o.arc_touch == ArcTouch.FRONT:
        return Arc.FRONT if ahead >= -TOL else Arc.REAR
    return Arc.FRONT if ahead > TOL else Arc.REAR


@rule
def arc_of(s: State, v: int, m: int) -> int:
    """The arc of vehicle v in which model m stands; each vehicle judges for itself (CA-5.1, CA-5.5)."""
    return arc_between(s.options, s.model[v].base, s.model[m].base)


@rule
def least_ahead_of(s: State, v: int, m: int) -> int:
    """How far the hindmost point of a model lies in front of a vehicle's arc line (CA-5.4)."""
    return least_ahead(s.model[v].base, s.model[m].base)


@rule
def bears(s: State, shooter: int, arc: int, m: int) -> bool:
    """Whether a weapon with this arc may fire at a model: at any part of it in the arc (CA-5.6)."""
    if arc == Arc.FRONT:
        return most_ahead(s.model[shooter].base, s.model[m].base) > TOL
    return arc == Arc.ALL or least_ahead_of(s, shooter, m) < -TOL
