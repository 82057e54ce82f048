"""Orders as text and back: "B1 advance move first", "B1.3 place 12.5,8" (WS-16.1)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, by_name, line
from hulldown.rulesets.common.names import point
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.codes import Deed, Half, Verb
from hulldown.rulesets.warstrike.naming import find_model, find_unit, model_id, unit_id
from hulldown.rulesets.warstrike.state import State

DEEDS = {deed.name.lower().replace("_", "-"): deed for deed in Deed if deed != Deed.NONE}
HALVES = {"move": Half.MOVE_FIRST, "fire": Half.FIRE_FIRST}
ONE_WAY = (Deed.OPEN_FIRE, Deed.GO_TO_GROUND)  # nothing to choose: no half is said
FIRST = "first"  # after a half; in Fall Back! it is that half or the other, and nothing follows (WS-10.3)
ARMS = {"1": 0, "2": 1, "best": BEST, "none": NO_WEAPON}


def half(command: str, deed: Deed) -> FormPart[State]:
    """What comes first in an action."""

    def write(s: State, a: Action) -> str:
        if deed in ONE_WAY and a.facing == Half.MOVE_FIRST:
            return ""
        return grammar.word_of(HALVES, a.facing) + ("" if deed == Deed.FALL_BACK else f" {FIRST}")

    def read(s: State, a: Action, words: Words) -> None:
        a.facing = grammar.one_of(HALVES, words.pop(0), "half of an action") if words else Half.MOVE_FIRST
        if words and words.pop(0).lower() != FIRST:
            raise ValueError(f'say "{command} {grammar.word_of(HALVES, a.facing)} {FIRST}"')

    counts = (0, 1, 2) if deed in ONE_WAY else (1, 2)
    return FormPart("what comes first", f"move {FIRST}", write, read, counts)


POINT = grammar.point(point)
UNITS = NameLookup(find_unit, unit_id)
AT = UNITS.part("target", "the unit that is fired at", "R2")
WEAPON = grammar.word(
    "choice", ARMS, "weapon of a model", "1", "which of its weapons, by its number on the card, best or none"
)

GRAMMAR = Grammar[State](
    "B1 activate",
    by_name((Verb.CONCEDE, Verb.ROLL)),
    Actors(
        "model",
        NameLookup(find_model, model_id),
        {
            **by_name((Verb.PLACE, Verb.STEP), POINT),
            **by_name((Verb.STAY, Verb.FALLS)),
            Verb.LEAD: line("leads"),
            Verb.ARM: line("arm", WEAPON),
            Verb.AIM: line("aim", AT),
        },
        mark=".",
    ),
    Actors(
        "unit",
        UNITS,
        {
            **by_name((Verb.ACTIVATE, Verb.BACK, Verb.END, Verb.HOLD)),
            Verb.ACT: tuple(line(word, half(word, deed), choice=deed) for word, deed in DEEDS.items()),
            **by_name((Verb.GO, Verb.MARCH, Verb.FORM), POINT),
            Verb.FIRE: line("fire", AT),
            Verb.SNAP: (line("snap", choice=1), line("decline", choice=0)),
        },
    ),
)
action_text, parse_action = GRAMMAR.write, GRAMMAR.parse
