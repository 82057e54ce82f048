"""Why an order is refused, in the words of section 9 with the rule."""

from __future__ import annotations

from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.shared.coded import Texts

TEXTS = Texts(
    {
        Why.TILE_OCCUPIED: "another unit stands there",
        Why.TILE_BLOCKED: "structures, ruins and walls cannot be entered",
        Why.OFF_MAP: "that is outside the map",
        Why.CORNER_BLOCKED: "an AGrav cannot squeeze past that corner",
        Why.DIRECTION_NOT_ALLOWED: "this chassis cannot move that way "
        "(tank sideways, tank or walker diagonally)",
        Why.BARRICADE: "a tank is stopped by a barricade; ram it instead",
        Why.NO_MOBILITY: "not enough mobility left",
        Why.IMMOBILE: "the drive is destroyed",
        Why.WEAPON_FIRED: "this weapon has fired this turn",
        Why.RELOADING: "this weapon is reloading",
        Why.WEAPON_DESTROYED: "this weapon is destroyed",
        Why.NO_AMMO: "no loads left",
        Why.NO_POWER: "not enough energy",
        Why.NO_LOS: "no line of sight",
        Why.OUT_OF_ARC: "the target is outside the weapon's arc",
        Why.FRIENDLY: "that is one of your own",
        Why.INDESTRUCTIBLE: "walls and gates cannot be destroyed",
        Why.MODE_NOT_ALLOWED: "this weapon has no such firing mode",
        Why.NO_SPOTTER: "no ally sees the target",
        Why.HIGH_TERRAIN: "high terrain stops low-angle fire",
        Why.HOLD_FIRE: "the first side may not shoot in round 1 (option)",
        Why.REACTION_NOT_ALLOWED: "this weapon cannot be set to reaction fire now",
        Why.SHIELD_TOGGLED: "the shield was already switched this turn",
        Why.SHIELD_DISABLED: "the shield is disabled or destroyed",
        Why.SHIELD_EMPTY: "there is no charge to activate",
        Why.TRANSFER_USED: "the transfer system was used this turn",
        Why.TRANSFER_TARGET: "the target needs an active shield within 1 tile",
        Why.TRANSFER_MISSING: "there is no working shield transfer system",
        Why.TRANSFER_AMOUNT: "send 1 to the giver's whole charge, in whole points",
        Why.RAM_USED: "this unit has rammed this turn",
        Why.RAM_NOT_ADJACENT: "the target is not in ramming position",
        Why.RAM_NOT_ALLOWED: "AGravs and infantry do not ram, and tanks cannot ram AGravs",
        Why.SMOKE_USED: "no smoke left, or already used this turn",
        Why.SMOKE_TARGET: "smoke goes on open tiles within 2 tiles",
        Why.CHARGE_TARGET: "a charge needs a structure or barricade section orthogonally next to the squad",
        Why.NOT_YOUR_TURN: "it is the other side's turn",
        Why.DEPLOY_ZONE: "that tile is outside the deployment zone",
        Why.NO_SUCH_ACTION: "that cannot be done now",
        Why.NOT_SEEN: "no unit of yours sees it",
    }
)
