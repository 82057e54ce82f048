"""Questions about cards: base CAF, weapon bonuses, whole cards, charge bands, getting out of the way."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.answers import Answer, Given, Measure, Question, Whole
from hulldown.rulesets.close_assault.card import ARCS, bands, card_of, in_inches
from hulldown.rulesets.close_assault.catalogue.profiles import faultless, unit_named
from hulldown.rulesets.close_assault.choosing import options_under
from hulldown.rulesets.close_assault.codes import Arc, Kind
from hulldown.rulesets.close_assault.evading import evade_bonus
from hulldown.rulesets.close_assault.profiling import MUTE, profile_from, why_discarded
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.state import Options, Profile

PLAIN: dict[str, Any] = {
    "name": "Unit",
    "type": "Vehicle",
    "list": "auxilia",
    "save": 6,
    "movement": 6,
    "wounds": 1,
    "morale": 3,
    "caf": 0,
    "base": {"shape": "rect", "length": 2, "width": 1},
}
ROUND = {"shape": "circle", "diameter": 1}  # who is no vehicle stands on a circle (CA-2.2)


def ask_base_caf(given: Given) -> Answer:
    """CAF front and rear of a vehicle (CA-6)."""
    p = asked(
        given, type=given["type"], list=given["list"], save=given["save"], invulnerable=given["invulnerable"]
    )
    return {"front": int(p.front), "rear": int(p.rear)}


def ask_weapon_bonus(given: Given) -> Answer:
    """The bonuses of one weapon, or why it is discarded (CA-7)."""
    weapon = {key: value for key, value in given["weapon"].items() if key != "lines"}
    sheet = unit(weapon=[weapon | {"line": given["weapon"]["lines"]}])
    o = chosen(given)
    why = why_discarded(sheet.weapon[0], o)
    if why:
        return {"discarded": True, "reason": why.reason}
    w = profile_from(sheet, o).weapon[0]
    values = {kind.name.lower(): int(w.value[kind]) or None for kind in Kind}
    return {"discarded": False, "arc": ARCS[Arc(w.arc)], "count": int(w.bonuses), "values": values}


def ask_card(given: Given) -> Answer:
    """A card (CA-8.2 to CA-8.4)."""
    sheet = unit_named(given["unit"]) if "unit" in given else faultless(given["profile"])
    card = card_of(sheet, chosen(given))
    return {
        "head": card.head,
        "lines": [line.text for line in card.lines],
        "discarded": Whole({one.weapon: one.reason for one in card.discarded}),
    }


def ask_charge_bands(given: Given) -> Answer:
    """The charge bands in inches (CA-8.5, CA-11.3)."""
    found = bands(asked(given, movement=given["movement"]), chosen(given))
    return {
        "bands": [
            [Measure(in_inches(one.nearest)), Measure(in_inches(one.farthest)), one.bonus] for one in found
        ]
    }


def ask_gootw(given: Given) -> Answer:
    """The Get-Out-of-the-Way bonus (CA-12.12, CA-12.13)."""
    own = asked(given, type="Infantry", base=ROUND, special=given["special"])
    return {"bonus": evade_bonus(chosen(given), own, MUTE)}


# ---------------------------------------------------------------- what is asked about


def chosen(given: Given) -> Options:
    """The options of a question."""
    return options_under(given.get("options", {}))


def unit(**said: Any) -> UnitProfile:
    """A unit of which a question says only this."""
    return faultless({**PLAIN, **said})


def asked(given: Given, **said: Any) -> Profile:
    """The same as a record."""
    return profile_from(unit(**said), chosen(given))


OPS: dict[str, Question] = {
    "base_caf": ask_base_caf,
    "weapon_bonus": ask_weapon_bonus,
    "card": ask_card,
    "charge_bands": ask_charge_bands,
    "gootw": ask_gootw,
}
