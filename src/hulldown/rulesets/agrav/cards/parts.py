"""Weapons and their readiness, devices, and the parts that a crit has struck (table 3.10)."""

from __future__ import annotations

from hulldown.rulesets.agrav.codes import NOBODY, Mount, Part, Stabiliser, Turret
from hulldown.rulesets.agrav.crits import DAMAGED, WRECKED, has
from hulldown.rulesets.agrav.naming import way_name, weapon_name
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.shooting import has_line, why_not_ready
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.vocabulary import HARMS, PARTS
from hulldown.rulesets.shared.wording import plural

Kit = list[tuple[str, bool]]
MOUNTS = {Mount.HULL: "hull", Mount.TURRET: "turret", Mount.ARM: "arm", Mount.HAND: ""}
STEADY = {Stabiliser.NONE: "", Stabiliser.PARTIAL: "half stabilised", Stabiliser.FULL: "stabilised"}
LOST = {Why.WEAPON_DESTROYED: "destroyed", Why.NO_AMMO: "no loads left"}  # for good


def readiness(s: State, u: int, w: int) -> str:
    """Why a weapon does not fire now, or where it watches; nothing for a ready one (AG-8.12, AG-16.7)."""
    gun = s.units[u].weapon[w]
    if gun.cone != NOBODY:
        return f"watches the {way_name(gun.cone)}"
    why = Why.of(why_not_ready(s, u, w)) if has_line(s, u, w) else charge_readiness(s, u, w)
    said = {Why.WEAPON_FIRED: "fired", Why.RELOADING: f"reloads, {plural(gun.waiting, 'own turn')}"}
    return {**said, **LOST, Why.NO_POWER: f"needs {gun.power} energy"}.get(why, "")


def charge_readiness(s: State, u: int, w: int) -> Why:
    """A demolition charge is gone once it was used (AG-21.6)."""
    return Why.NO_AMMO if s.units[u].weapon[w].loads == 0 else Why.ALLOWED


def weapon_line(s: State, u: int, w: int) -> tuple[str, bool]:
    """A weapon: loads, energy, mount, and how it is now; whether it is of no use any more."""
    gun = s.units[u].weapon[w]
    now = readiness(s, u, w)
    said = [plural(gun.loads, "load")] if gun.loads > 0 else []
    said += [f"{gun.power} energy"] if gun.power else []
    said += [word for word in (MOUNTS[Mount(gun.mount)], STEADY[Stabiliser(gun.stabiliser)]) if word]
    said += ["damaged, -20%"] if gun.crits == DAMAGED else []
    said += [now] if now else []
    text = weapon_name(s, u, w) + (f": {', '.join(said)}" if said else "")
    return text, now in LOST.values()


def weapon_lines(s: State, u: int) -> Kit:
    """Every weapon in the order of the sheet."""
    return [*(weapon_line(s, u, w) for w in range(s.units[u].weapons)), *device_lines(s, u)]


def device_lines(s: State, u: int) -> Kit:
    """Turret, smoke and shield transfer."""
    unit = s.units[u]
    found: Kit = [("High Act turret", False)] if unit.turret == Turret.HIGH_ACT else []
    if any(unit.part[k].part == Part.SMOKE for k in range(unit.parts)):
        found.append((f"Smoke: {plural(unit.smoke, 'use')} left" if unit.smoke else "Smoke", unit.smoke == 0))
    if unit.transfer:
        used = ", used this turn" if unit.transferred else ""
        found.append((f"Shield transfer{used}", not has(unit, Part.TRANSFER)))
    return found


def wrecked_lines(s: State, u: int) -> Kit:
    """Parts that a crit has struck, with what that does (AG-12.11)."""
    unit = s.units[u]
    lines: Kit = []
    for k in range(unit.parts):
        struck = unit.part[k]
        if struck.crits and struck.part != Part.WEAPON:
            gun = f" of the {weapon_name(s, u, struck.weapon)}" if struck.weapon != NOBODY else ""
            worse = "destroyed" if struck.crits >= WRECKED else "damaged"
            harm = HARMS[struck.part][min(struck.crits, WRECKED) - 1]
            name = PARTS[struck.part]
            lines.append((f"{name[0].upper()}{name[1:]}{gun} {worse}: {harm}", struck.crits >= WRECKED))
    return lines
