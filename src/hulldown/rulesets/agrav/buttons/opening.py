"""Free play before the first turn: the roll-off, who moves first, who stands where (AG-6.1)."""

from __future__ import annotations

from hulldown.rulesets.agrav.buttons.collector import Buttons
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Phase, Verb, Way
from hulldown.rulesets.agrav.naming import tile_name, unit_name, way_name
from hulldown.rulesets.shared.buttons import Dress

ROLL = Dress("roll", "Roll off", "play", "R")
CHOICES = (
    (1, Dress("first", "Move first", "play", "F"), "deploys first, in the south"),
    (0, Dress("second", "Move second", "back", "S"), "deploys second, in the north"),
)
FACINGS = (Way.N, Way.E, Way.S, Way.W)


def choice_buttons(b: Buttons) -> None:
    """Who won the roll-off moves first or second."""
    for choice, dress, detail in CHOICES:
        b.put(b.make(Verb.FIRST, choice=choice), dress, detail)


def placing_buttons(b: Buttons) -> None:
    """The next unit on each free tile of the zone, each way that it can face, towards the enemy first."""
    offered = [a for a in b.legal if a.verb == Verb.DEPLOY]
    for a in offered:
        u = int(a.actor)
        dress = Dress("deploy", f"Deploy {b.name(u)} {unit_name(b.s, u)}", "move", "D")
        squad = b.s.units[u].chassis == Chassis.INFANTRY
        ways = [a.facing] if squad else sorted(FACINGS, key=lambda way: way != a.facing)
        for way in ways:
            facing = "" if squad else f", facing {way_name(way)}"
            placed = b.make(Verb.DEPLOY, u, place=a.place, facing=way)
            b.put(placed, dress, f"on {tile_name(a.place)}{facing}", tile=a.place)


def opening_buttons(b: Buttons) -> None:
    """What is asked before the first turn."""
    if b.s.phase == Phase.DEPLOY:
        placing_buttons(b)
    elif b.s.chooser == NOBODY:
        b.put(b.make(Verb.ROLL), ROLL, "the higher d100 chooses", random=True)
    else:
        choice_buttons(b)
