"""The words of the game: names, refusals, and orders as text and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.common import grammar, names
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, by_name, line
from hulldown.rulesets.common.names import finding, inches, name_of, point, spelled, titled
from hulldown.rulesets.warstrike import state
from hulldown.rulesets.warstrike.catalogue import SHELF, Shelf, sheet_of, weapon_key
from hulldown.rulesets.warstrike.events import Sum, Why
from hulldown.rulesets.warstrike.moving import model_refused
from hulldown.rulesets.warstrike.permissions import (
    move_of,
    moves,
    orderly_retreat,
    placed_from,
    terrain_limit,
)
from hulldown.rulesets.warstrike.shooting import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.state import FINE, WHOLE, Deed, Half, Options, Phase, State, Type, Verb
from hulldown.rulesets.warstrike.table import ENDLESS
from hulldown.rulesets.warstrike.turn import eligible

HALVES: dict[int, str] = {Half.MOVE_FIRST: "moving first", Half.FIRE_FIRST: "firing first"}
INSTEAD: dict[int, str] = {Half.MOVE_FIRST: "moving", Half.FIRE_FIRST: "firing"}  # of Fall Back! (WS-10.3)
PHASES: dict[int, str] = {
    Phase.ROLL_OFF: "Set-up",
    Phase.DEPLOY: "Set-up",
    Phase.ACTIVATE: "Action Phase",
    Phase.CHOOSE: "Action Phase",
    Phase.MOVE: "Movement",
    Phase.SNAP: "Snap Fire",
    Phase.FIRE: "Fire",
    Phase.CASUALTY: "Casualties",
    Phase.SUCCESSION: "A new leader",
    Phase.RESOLVE: "Action Phase",
    Phase.OVER: "The battle is over",
}
SIGHTS = spelled(state.Sight, OPEN="in the open", BLOCKED="out of sight")
ROUTINE = 2  # a score that all but a 1 reach
EDGES = spelled(state.Edge)

# ---------------------------------------------------------------- numbers in words


def fraction(hundredths: int, whole: str, half: str, of: str) -> str:
    """What is said of the whole, of a half, and after any other share or multiple: "0.75 of its fire"."""
    if hundredths == WHOLE:
        return whole
    return half if 2 * hundredths == WHOLE else f"{hundredths / WHOLE:g} {of}"


def mv_words(hundredths: int, once: str = "Mv") -> str:
    """How far a model goes: "Mv", "half of Mv", "2 x Mv"."""
    return fraction(hundredths, once, f"half of {once}", f"x {once}")


def fire_words(hundredths: int, whose: str = "its") -> str:
    """How much of its RoF a weapon fires: "in full", "at half its RoF"."""
    part = fraction(hundredths, "", f"half {whose} RoF", f"of {whose} RoF")
    return f"at {part}" if part else "in full"


def fire_briefly(hundredths: int) -> str:
    """The same on a button: "half fire"."""
    return fraction(hundredths, "full fire", "half fire", "of its fire")


def share_words(percent: int) -> str:
    """A share of a unit or a force: "half", "40 %"."""
    return "half" if 2 * percent == WHOLE else f"{percent} %"


def inch_words(fine: int) -> str:
    """A length of the rules within a sentence: "1 inch", "2 inches"."""
    return f"{length(fine)} inch{'' if length(fine) == '1' else 'es'}"


# ---------------------------------------------------------------- actions


def allows(o: Options, deed: int) -> tuple[tuple[str, str], ...]:
    """What an action lets a unit do, each with its rule (WS-16.2), as the options have it."""
    return (*default_words(o, deed), *option_words(o, deed))


def option_words(o: Options, deed: int) -> Iterator[tuple[str, str]]:
    """What an option lets it do besides, or takes from it."""
    if deed == Deed.OPEN_FIRE and o.leader_rof == state.LeaderRof.HALF:
        yield f"A leader who moved fires as in {deed_name(Deed.ADVANCE)}.", "WS-9.35"
    if orderly_retreat(o, deed):
        near = inch_words(int(placed_from(o, deed)))
        yield f"Its leader is measured; who is within {near} of him is placed round him.", "WS-10.32"
    ground = int(deed == Deed.GO_TO_GROUND)
    if deed != Deed.OPEN_FIRE and eligible(o, deed, ground, 0, 0, 0):
        yield "It may Snap Fire in the enemy's next Action Phase.", "WS-12.3"


def rally_words(o: Options) -> str:
    """Who is placed round the leader in Rally! (WS-9.23): "who is within 12 inches of him"."""
    start = int(placed_from(o, Deed.RALLY))
    return "everybody" if start >= ENDLESS else f"who is within {inch_words(start)} of him"


def rally_briefly(o: Options) -> str:
    """The same on a button."""
    start = int(placed_from(o, Deed.RALLY))
    return "all gather" if start >= ENDLESS else f"gather within {inch_words(start)}"


def ground_words(o: Options) -> str:
    """What a unit that goes to ground does besides (WS-9.34)."""
    if far := move_of(o, Deed.GO_TO_GROUND):
        return f"Its leader may walk up to {mv_words(far)} first; it does not fire, and may not Snap Fire."
    return "It neither moves nor fires, and may not Snap Fire."


def default_words(o: Options, deed: int) -> tuple[tuple[str, str], ...]:
    """What an action lets a unit do by its own rules (WS-9, WS-10.3)."""
    near = inch_words(int(o.orderly_start))
    known: dict[int, tuple[tuple[str, str], ...]] = {
        Deed.OPEN_FIRE: (
            (
                f"Its leader may walk up to {mv_words(o.open_fire_moves)} before it fires; the others stand.",
                "WS-9.2",
            ),
            (f"It fires {fire_words(o.open_fire_rof)} at a unit that its leader can see.", "WS-9.3"),
            ("It may Snap Fire in the enemy's next Action Phase.", "WS-9.7"),
        ),
        Deed.ADVANCE: (
            (
                f"Its leader walks up to {mv_words(o.advance_moves)}; "
                f"who is within {near} of him is placed round him.",
                "WS-9.8",
            ),
            (
                f"It fires {fire_words(o.advance_rof)}, one-handed weapons {fire_words(o.advance_pistols)}.",
                "WS-9.10",
            ),
        ),
        Deed.RALLY: (
            (f"Its leader stands; {rally_words(o)} is placed round him.", "WS-9.19"),
            (
                f"It fires {fire_words(o.rally_rof)}, one-handed weapons {fire_words(o.rally_pistols)}.",
                "WS-9.21",
            ),
        ),
        Deed.DOUBLE: (
            (
                f"Every model walks up to {mv_words(o.double_moves)}, "
                f"and no more than {mv_words(o.terrain_moves)} in terrain.",
                "WS-9.28",
            ),
            (f"Only one-handed weapons fire, {fire_words(o.double_pistols, 'their')}.", "WS-9.26"),
            (f"A model that walks more than {mv_words(o.snap_moves)} can be Snap Fired at.", "WS-12.2"),
        ),
        Deed.GO_TO_GROUND: (
            (f"+{o.ground_ev} Ev until it is activated again.", "WS-9.31"),
            (ground_words(o), "WS-9.34"),
        ),
        Deed.FALL_BACK: (
            (
                f"It fires, {fire_words(o.fall_back_rof)} and one-handed weapons "
                f"{fire_words(o.fall_back_pistols)}, or moves up to {mv_words(o.fall_back_moves)}.",
                "WS-10.3",
            ),
            (
                f"A unit below {share_words(o.steady_share)} of its models hides or flees by itself.",
                "WS-10.6",
            ),
        ),
    }
    return known[deed]


def briefly(o: Options, deed: int) -> str:
    """The same on a button."""
    return {
        Deed.OPEN_FIRE: f"leader up to {mv_words(o.open_fire_moves)}, then {fire_briefly(o.open_fire_rof)}",
        Deed.ADVANCE: f"up to {mv_words(o.advance_moves)}, {fire_briefly(o.advance_rof)}",
        Deed.RALLY: f"{rally_briefly(o)}, {fire_briefly(o.rally_rof)}",
        Deed.DOUBLE: f"up to {mv_words(o.double_moves)}, pistols only",
        Deed.GO_TO_GROUND: f"+{o.ground_ev} Ev, no fire",
        Deed.FALL_BACK: f"{mv_words(o.fall_back_moves)}, or {fire_briefly(o.fall_back_rof)}",
    }[Deed(deed)]


# ---------------------------------------------------------------- sums


def bounded(o: Options, terms: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """The summands of a score to hit, its limits in numbers (WS-11.9)."""
    limits = {"hit_best": int(o.hit_best), "hit_worst": int(o.hit_worst)}
    limit = Sum.LIMIT.text
    return tuple(replace(term, text=limit.format(**limits)) if term.text == limit else term for term in terms)


def clamp_terms(terms: tuple[Modifier, ...], needed: int, rule: str) -> tuple[Modifier, ...]:
    """The summands of a roll needed, with what keeps it from being lower (WS-11.14, WS-11.15)."""
    over = needed - sum(term.amount for term in terms)
    why = "a natural 1 never does" if needed == ROUTINE else f"never below {needed}"
    return (*terms, Modifier(why, over, rule)) if needed and over else terms


# ---------------------------------------------------------------- words


def action_name(deed: int, half: int) -> str:
    """An action with what comes first: "Advance!, firing first"."""
    if deed in (Deed.OPEN_FIRE, Deed.GO_TO_GROUND):
        return deed_name(deed)
    return f"{deed_name(deed)}, {(INSTEAD if deed == Deed.FALL_BACK else HALVES)[half]}"


def needs(score: int) -> str:
    """What a die must show: "4+"."""
    return f"{score}+" if score else "none"


def far(fine: int) -> str:
    """A derived length as it is told: to a hundredth of an inch."""
    return names.far(fine / (state.INCH * FINE))


# ---------------------------------------------------------------- naming
# Names: units as the scenario calls them (B1, R2), models by their place in them (B1.3), weapons.


NAMED_DEEDS = titled((deed for deed in Deed if deed != Deed.NONE), DOUBLE="At The Double")
DEEDS = {deed: f"{name}!" for deed, name in NAMED_DEEDS.items()}
GROUNDS = spelled(state.Ground, DANGEROUS="dangerous ground", LINEAR="linear obstacle")
TYPES = spelled(Type)


def unit_id(s: State, k: int) -> str:
    """The name a unit is ordered by: "B1"."""
    return name_of(s.unit[k].name)


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return [unit_id(s, k) for k in range(s.units)]


find_unit = finding(unit_ids)


def unit_name(shelf: Shelf, s: State, k: int) -> str:
    """What a unit is called: "Line Squad"; one of which nothing is known any more by its type: "Infantry"."""
    sheet = sheet_of(shelf, s, k)
    return sheet.name if sheet else TYPES[Type(s.profile[s.unit[k].profile].type)].capitalize()


def named(shelf: Shelf, s: State, k: int) -> str:
    """A unit with what it is called: "B1 Line Squad"."""
    return f"{unit_id(s, k)} {unit_name(shelf, s, k)}"


# ---------------------------------------------------------------- models


def model_id(s: State, m: int) -> str:
    """The name a model is ordered by: "B1.2"."""
    k = int(s.model[m].unit)
    return f"{unit_id(s, k)}.{m - s.unit[k].first + 1}"


def find_model(s: State, name: str) -> int:
    """The number of a model. ValueError says which there are."""
    owner, _, number = name.partition(".")
    u = s.unit[find_unit(s, owner)]
    if not number.isdecimal() or not 1 <= int(number) <= u.size:
        ids = [model_id(s, m) for m in range(u.first, u.first + u.size)]
        raise ValueError(f"there is no model {name.upper()!r}: there are {', '.join(ids)}")
    return int(u.first) + int(number) - 1


def model_name(shelf: Shelf, s: State, m: int) -> str:
    """What a model is: "rifleman", "LMG team"; of a unit of which nothing is known any more "model"."""
    k = int(s.model[m].unit)
    sheet, place = sheet_of(shelf, s, k), m - int(s.unit[k].first)
    return sheet.each()[place].name if sheet else "model"


def model_named(shelf: Shelf, s: State, m: int) -> str:
    """A model with what it is: "B1.10 LMG team"."""
    return f"{model_id(s, m)} {model_name(shelf, s, m)}"


def leads(s: State, m: int) -> bool:
    """Whether a model is its unit's leader or acting leader now (WS-2.3, WS-2.6)."""
    return bool(s.unit[s.model[m].unit].leader == m)


# ---------------------------------------------------------------- everything else


def weapon_name(shelf: Shelf, s: State, number: int) -> str:
    """What a weapon is called: "LMG"; one of which nothing is known any more "weapon"."""
    known = shelf.weapons()
    key = weapon_key(shelf, s, number)
    return known[key].name if key in known else "weapon"


def deed_name(deed: int) -> str:
    """An action as the rulebook writes it: "At The Double!"."""
    return DEEDS[Deed(deed)]


def ground_name(ground: int) -> str:
    """A kind of terrain within a sentence."""
    return GROUNDS[state.Ground(ground)]


def length(fine: int) -> str:
    """A derived length as it is written, to thousandths: "4.5"."""
    return inches(int(fine) // FINE)


# ---------------------------------------------------------------- refusals
# Why an order is refused, as a player would say it, with its code and rule (2.6).


def refusal(code: int, o: Options | None = None, terrain: str = "") -> Refusal:
    """The words, the code of 2.6 and the rule of a reason, with the numbers in force or the printed ones.

    terrain: how far it lets the unit walk, where that is not what the options say.
    """
    why, chosen = Why.of(code), o or SHELF.options_under({})
    text = why.text.format(
        enemy_gap=inch_words(int(chosen.enemy_gap) * FINE),
        command_distance=inch_words(int(chosen.command_distance)),
        terrain_moves=terrain or mv_words(int(chosen.terrain_moves), "its Mv"),
    )
    return Refusal(f"R_{why.name}", text, why.rule)


def terrain_words(s: State, k: int) -> str:
    """How far terrain lets a unit walk (WS-8.6), as the options have it or in inches."""
    o, most = s.options, int(terrain_limit(s, k))
    return "" if most == moves(s, k, o.terrain_moves) else inch_words(most)


def refused(s: State, a: Action, code: int) -> Refusal:
    """The same; of a move that may not end as it is laid out with the model whose reason it is (WS-16.6)."""
    reason = refusal(code, s.options, terrain_words(s, int(s.acting)) if code == Why.TERRAIN_CAP else "")
    m = state.NOBODY
    if a.verb == Verb.END and s.phase == Phase.MOVE and a.actor == s.acting:
        m = model_refused(s, int(a.actor))
    return (
        reason if m == state.NOBODY else Refusal(reason.code, f"{model_id(s, m)}: {reason.text}", reason.rule)
    )


# ---------------------------------------------------------------- text
# Orders as text and back: "B1 advance move first", "B1.3 place 12.5,8" (WS-16.1).


DEED_WORDS = {deed.name.lower().replace("_", "-"): deed for deed in Deed if deed != Deed.NONE}
HALF_WORDS = {"move": Half.MOVE_FIRST, "fire": Half.FIRE_FIRST}
ONE_WAY = (Deed.OPEN_FIRE, Deed.GO_TO_GROUND)  # nothing to choose: no half is said
FIRST = "first"  # after a half; in Fall Back! it is that half or the other, and nothing follows (WS-10.3)
ARMS = {"1": 0, "2": 1, "best": BEST, "none": NO_WEAPON}


def half(command: str, deed: Deed) -> FormPart[State]:
    """What comes first in an action."""

    def write(s: State, a: Action) -> str:
        if deed in ONE_WAY and a.facing == Half.MOVE_FIRST:
            return ""
        return grammar.word_of(HALF_WORDS, a.facing) + ("" if deed == Deed.FALL_BACK else f" {FIRST}")

    def read(s: State, a: Action, words: Words) -> None:
        a.facing = grammar.one_of(HALF_WORDS, words.pop(0), "half of an action") if words else Half.MOVE_FIRST
        if words and words.pop(0).lower() != FIRST:
            raise ValueError(f'say "{command} {grammar.word_of(HALF_WORDS, a.facing)} {FIRST}"')

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
            Verb.ACT: tuple(line(word, half(word, deed), choice=deed) for word, deed in DEED_WORDS.items()),
            **by_name((Verb.GO, Verb.MARCH, Verb.FORM), POINT),
            Verb.FIRE: line("fire", AT),
            Verb.SNAP: (line("snap", choice=1), line("decline", choice=0)),
        },
    ),
)
action_text, parse_action = GRAMMAR.write, GRAMMAR.parse
