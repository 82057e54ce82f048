"""The six actions, each with what comes first (WS-9, WS-16.6)."""

from __future__ import annotations

from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.warstrike.codes import Deed, Half, Verb
from hulldown.rulesets.warstrike.naming import deed_name
from hulldown.rulesets.warstrike.orders.buttons import Buttons
from hulldown.rulesets.warstrike.permissions import fires_first
from hulldown.rulesets.warstrike.vocabulary import BRIEFLY, HALVES, INSTEAD

ICONS = {  # and the key
    Deed.OPEN_FIRE: ("fire", "F"),
    Deed.ADVANCE: ("move", "A"),
    Deed.RALLY: ("crew", "R"),
    Deed.DOUBLE: ("quick", "D"),
    Deed.GO_TO_GROUND: ("cover", "G"),
    Deed.FALL_BACK: ("back", "B"),
}


def deed_buttons(b: Buttons) -> None:
    """Every action with each half that may come first; refused ones once."""
    k = int(b.s.acting)
    for deed, (icon, key) in ICONS.items():
        halves = (Half.MOVE_FIRST, Half.FIRE_FIRST) if fires_first(deed) else (Half.MOVE_FIRST,)
        choices = [b.make(Verb.ACT, k, choice=deed, facing=half) for half in halves]
        dress = Dress(deed.name.lower(), deed_name(deed), icon, key)
        b.spread(
            choices,
            dress,
            lambda a: half_words(int(a.choice), int(a.facing)),
            random=deed is Deed.FALL_BACK,
        )


def half_words(deed: int, half: int) -> str:
    """What comes first, and what the action allows."""
    if not fires_first(deed):
        return BRIEFLY[deed]
    return f"{(INSTEAD if deed == Deed.FALL_BACK else HALVES)[half]}: {BRIEFLY[deed]}"
