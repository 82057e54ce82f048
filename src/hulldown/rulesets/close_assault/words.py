"""The words of the game: names, refusals, and orders as text and back."""

from __future__ import annotations

import re

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import CIRCLE
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Foot, PlaneMark, UnitMark
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault import state
from hulldown.rulesets.close_assault.catalogue import SHELF, Shelf
from hulldown.rulesets.close_assault.fights import nearest_round
from hulldown.rulesets.close_assault.proposing import FRONT, LEFT, REAR, RIGHT
from hulldown.rulesets.close_assault.state import Arc, Kind, Manner, Order, Phase, Response, State, Verb
from hulldown.rulesets.close_assault.table import arc_of, engaged, touching, waits
from hulldown.rulesets.close_assault.values import MIL, MOST, first_of, number_in, packed, place_of, spent_in
from hulldown.rulesets.common import grammar, names
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, by_name, line
from hulldown.rulesets.common.names import finding, name_of, spelled, titled

ORDERS = titled(Order, NONE="no order")
ALLOWS: dict[int, tuple[str, ...]] = {  # CA-3.3, with the numbers in force
    Order.FIRST_FIRE: ("It does not move.", "It fires in the First Fire stage, and in Overwatch."),
    Order.ADVANCE: (
        "It moves up to its Move, at least {enemy_zone} from every enemy.",
        "It fires in the Advancing Fire stage, and in Overwatch until it is activated.",
    ),
    Order.MARCH: (
        "It moves up to {march_moves} times its Move, Infantry up to {infantry_march_moves} times, at least "
        "{enemy_zone} from every enemy.",
        "It does not fire, but for Point Defence weapons on the move.",
    ),
    Order.CHARGE: (
        "It moves up to its Move, up to {charge_moves} times that to end in contact or make a Tank Shock.",
        "It does not fire.",
    ),
}
BRIEFLY: dict[int, str] = {  # the same on buttons
    Order.FIRST_FIRE: "stays, fires first, Overwatch",
    Order.ADVANCE: "moves, fires last, Overwatch until then",
    Order.MARCH: "up to {march_moves} times Move, Infantry {infantry_march_moves}, no fire",
    Order.CHARGE: "up to {charge_moves} times Move into contact, no fire",
}
RESPONSES: dict[int, str] = {
    Response.STAND: "stands and fights",
    Response.STAND_AND_FIRE: "stands, and fires Overwatch first",
    Response.EVADE: "gets out of the way",
    Response.SOME_EVADE: "stands and fights with some of its models",
    Response.FIRE_SOME_EVADE: "stands with some of its models, which fire Overwatch first",
}
RESPONSE_RULES: dict[int, str] = {
    Response.STAND: "CA-12.8",
    Response.STAND_AND_FIRE: "CA-12.8",
    Response.EVADE: "CA-12.12",
    Response.SOME_EVADE: "CA-12.7",
    Response.FIRE_SOME_EVADE: "CA-12.7",
}
ARCS: dict[int, str] = {Arc.ALL: "", Arc.FRONT: "front", Arc.REAR: "rear"}
FIRINGS: dict[int, tuple[str, str]] = {  # what is said of a shot, and its rule
    state.Firing.STAGE: ("", "CA-15.1"),
    state.Firing.OVERWATCH: ("in Overwatch", "CA-15.10"),
    state.Firing.DEFENCE: ("as Point Defence", "CA-15.9"),
}
PHASES: dict[int, str] = {
    Phase.DEPLOY: "Set-up",
    Phase.ORDERS: "Orders phase",
    Phase.MOVEMENT: "Movement phase",
    Phase.MOVING: "Movement phase",
    Phase.ENGAGED: "Movement phase",
    Phase.POINT_DEFENCE: "Movement phase",
    Phase.RESPONSE: "Movement phase",
    Phase.OVERWATCH: "Movement phase",
    Phase.PAIRING: "Fights",
    Phase.SPENDING: "Fights",
    Phase.WITHDRAW: "Withdraw",
    Phase.FIRST_FIRE: "First Fire stage",
    Phase.ENGAGEMENT: "Engagement stage",
    Phase.ADVANCING_FIRE: "Advancing Fire stage",
    Phase.OVER: "The battle is over",
}


NAMED = re.compile(r"\{(\w+)\}")


def in_numbers(text: str, o: state.Options) -> str:
    """A text with the numbers in force in place of their names: "at least {enemy_zone}"."""
    return NAMED.sub(lambda name: number(name[1], o), text)


def number(name: str, o: state.Options) -> str:
    """A number of the rules in force, as it is read: "2", "1 inch"."""
    value = SHELF.values()[name]
    text = str(value.decode(int(getattr(o, name))))
    return f"{text} {'inch' if text == '1' else value.unit}" if value.unit else text


def clamp_terms(terms: tuple[Modifier, ...], face: int, o: state.Options) -> tuple[Modifier, ...]:
    """The summands of a roll to hit, with what keeps it from being too easy or too hard (CA-15.4)."""
    over = face - sum(term.amount for term in terms)
    if over == 0:
        return terms
    words = (
        f"a natural {o.natural_hit} always hits" if over < 0 else f"a natural {o.natural_miss} always misses"
    )
    return (*terms, Modifier(words, over, "CA-15.4"))


def close_dice(o: state.Options) -> str:
    """What Assault does (CA-15.3): "twice the dice within half range"."""
    part = "half" if 2 * o.assault_range == state.WHOLE else f"{number('assault_range', o)} of its"
    return f"{times(int(o.assault_dice))} the dice within {part} range"


def times(number: int) -> str:
    """How many times: "twice", "3 times"."""
    return "twice" if number == 2 else f"{number} times"


def needs(face: int) -> str:
    """What a die must show: "4+"."""
    return f"{face}+" if face else "none"


# ---------------------------------------------------------------- naming
# Names: detachments as the scenario calls them (B1, R1), models by their place in them (B1.2), lengths.


KINDS = spelled(Kind, SHV="super-heavy vehicle")
DEGREE = 100


def detachment_name(s: State, k: int) -> str:
    """The name a detachment is ordered by: "B1"."""
    return name_of(s.detachment[k].name)


def detachment_names(s: State) -> list[str]:
    """The names of all detachments by number."""
    return [detachment_name(s, k) for k in range(s.detachments)]


find_detachment = finding(detachment_names, "detachment")


def model_name(s: State, m: int) -> str:
    """The name a model is ordered by: "B1.2"."""
    k = int(s.model[m].detachment)
    return f"{detachment_name(s, k)}.{m - s.detachment[k].first + 1}"


def find_model(s: State, name: str) -> int:
    """The number of a model. ValueError says which there are."""
    owner, _, number = name.partition(".")
    d = s.detachment[find_detachment(s, owner)]
    if not number.isdecimal() or not 1 <= int(number) <= d.size:
        ids = [model_name(s, m) for m in range(d.first, d.first + d.size)]
        raise ValueError(f"there is no model {name.upper()!r}: there are {', '.join(ids)}")
    return int(d.first) + int(number) - 1


def unit_name(shelf: Shelf, s: State, k: int) -> str:
    """What the unit of a detachment is called: "Land Raider"; of a player's own its type: "Vehicle"."""
    profile = s.profile[s.detachment[k].profile]
    if profile.name != state.NOBODY:
        return list(shelf.units().units.values())[profile.name].name
    words = kind_name(profile.kind)
    return words[0].upper() + words[1:]


def kind_name(kind: int) -> str:
    """A model type within a sentence."""
    return KINDS[Kind(kind)]


def named(shelf: Shelf, s: State, k: int) -> str:
    """A detachment with what it is called: "B1 Rhino"."""
    return f"{detachment_name(s, k)} {unit_name(shelf, s, k)}"


def model_named(shelf: Shelf, s: State, m: int) -> str:
    """A model with what it is called: "B1.2 Rhino"."""
    return f"{model_name(s, m)} {unit_name(shelf, s, int(s.model[m].detachment))}"


def far(mils: int) -> str:
    """A length as it is told: to a hundredth of an inch."""
    return names.far(mils / MIL)


def degrees(angle: int) -> str:
    """An angle as it is written: "90", "12.5"."""
    return f"{angle / DEGREE:g}"


def whole_degrees(angle: int) -> str:
    """A facing as it is told: "90°"."""
    return f"{round(angle / DEGREE) % 360}°"


def facing_words(angle: int) -> str:
    """How a model stands."""
    return f"facing {whole_degrees(angle)}"


def weapon_name(shelf: Shelf, s: State, k: int, w: int) -> str:
    """What a weapon of a detachment is called; of a player's own profile "Weapon 2"."""
    profile = s.profile[s.detachment[k].profile]
    if profile.name == state.NOBODY:
        return f"Weapon {w + 1}"
    return list(shelf.units().units.values())[profile.name].weapon[w].name


# ---------------------------------------------------------------- counters
# Models and detachments as the board shows them (CA-1, CA-2.3).


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


def on_table(s: State, m: int) -> bool:
    """Whether a model stands on the table."""
    return state.alive(s, m) and not waits(s, m)


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
    if profile.gifts >> state.Gift.SKIMMER & 1 and profile.kind in (Kind.CAVALRY, Kind.VEHICLE):
        return "hover"
    return FIGURES[Kind(profile.kind)]


def letter(s: State, m: int) -> str:
    """The arc of an enemy vehicle in which a model touches it: F or R, empty without one (CA-5.3)."""
    if state.is_vehicle(s, m):
        return ""
    for d in s.detachment[: s.detachments]:
        if d.side != state.side_of(s, m) and state.is_vehicle(s, int(d.first)):
            for v in range(d.first, d.first + d.size):
                if touching(s, m, v):
                    return LETTERS[Arc(arc_of(s, v, m))]
    return ""


def model_mark(shelf: Shelf, s: State, m: int) -> PlaneMark:
    """A model on the board."""
    k = int(s.model[m].detachment)
    left, name = int(s.model[m].wounds), unit_name(shelf, s, k)
    full = int(s.profile[s.detachment[k].profile].wounds)
    return PlaneMark(
        unit=model_name(s, m),
        side=state.side_of(s, m),
        kind=figure(s, k),
        name=name,
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


def group_mark(shelf: Shelf, s: State, k: int) -> UnitMark:
    """A detachment: what its label says."""
    t, (left, full) = s.detachment[k], points(s, k)
    name, models = detachment_name(s, k), len(own_models(s, k))
    spoken = f"{SIDES[t.side]} {name} {unit_name(shelf, s, k)}, {models} of {t.size} models"
    return UnitMark(
        unit=name,
        side=int(t.side),
        kind=figure(s, k),
        name=unit_name(shelf, s, k),
        points=left,
        points_full=full,
        state=states(s, k),
        spoken=spoken,
        doing=doing(s, k),
    )


def alive_groups(s: State) -> list[int]:
    """The detachments with models on the table."""
    return [k for k in range(s.detachments) if own_models(s, k)]


def pieces(shelf: Shelf, s: State) -> list[PlaneMark]:
    """Every model of the battle, those still to be placed too (CA-2.2)."""
    sizes = ((int(d.first), int(d.size)) for d in s.detachment[: s.detachments])
    return [model_mark(shelf, s, m) for first, size in sizes for m in range(first, first + size)]


# ---------------------------------------------------------------- text
# Orders as text and back: "B1 charge R1", "B1.2 drive 12.5,8 facing 90" (CA-20.1).


ORDER_WORDS = {
    order.name.lower().replace("_", "-"): order for order in Order if Order.NONE < order < Order.FALL_BACK
}
VEHICLE_SIDES = {"front": FRONT, "left": LEFT, "rear": REAR, "right": RIGHT}
MODELS = NameLookup(find_model, model_name)
DETACHMENTS = NameLookup(find_detachment, detachment_name)


def read_angle(s: State, word: str) -> int:
    angle = grammar.decimal(word, "facing", 2, "degrees with up to two decimals, such as 90")
    if not 0 <= angle < CIRCLE:
        raise ValueError(f"{word} is no facing: they go from 0 to 359.99 degrees, 0 to the right, 90 up")
    return angle


def write_aim(s: State, a: Action) -> str:
    """A detachment, or one model of it."""
    return DETACHMENTS.name(s, a.target) if a.place == state.NOBODY else MODELS.name(s, a.place)


def read_aim(s: State, a: Action, words: Words) -> None:
    word = grammar.clipped(words.pop(0))
    if "." in word:
        a.place = MODELS.find(s, word)
        a.target = int(s.model[a.place].detachment)
    else:
        a.target = DETACHMENTS.find(s, word)


def write_round(s: State, a: Action) -> str:
    return f"{MODELS.name(s, a.target)} {names.inches(a.choice)}"


def read_round(s: State, a: Action, words: Words) -> None:
    """A vehicle and a length, counter-clockwise or, below 0, clockwise; a place means as near as it leads."""
    if len(words) == 1:
        a.target, a.choice = nearest_round(s, a.actor, *grammar.point_of(words.pop(0)))
    else:
        a.target, a.choice = MODELS.find(s, grammar.clipped(words.pop(0))), grammar.mils_of(words.pop(0))


def write_spent(s: State, a: Action) -> str:
    """The number of bonuses of each weapon in profile order."""
    return " ".join(
        str(number_in(spent_in(a), w)) for w in range(s.profile[state.profile_of(s, a.actor)].weapons)
    )


def read_spent(s: State, a: Action, words: Words) -> None:
    weapons = int(s.profile[state.profile_of(s, a.actor)].weapons)
    each = f"each of its {weapons} weapons, in the order of its card" if weapons != 1 else "its weapon"
    if len(words) != weapons:
        raise ValueError(f"say how many bonuses of {each}")
    spent = sum(packed(w, grammar.whole(word, "number of bonuses", MOST)) for w, word in enumerate(words))
    a.choice, a.place = first_of(spent), place_of(spent)
    words.clear()


def write_evaders(s: State, a: Action) -> str:
    """The models that get out of the way, which are bits from the first of their detachment (CA-12.7)."""
    first, bits = int(s.detachment[a.actor].first), int(a.place)
    return " ".join(MODELS.name(s, first + i) for i in range(state.MODELS) if bits >> i & 1)


def read_evaders(s: State, a: Action, words: Words) -> None:
    unit, bits = s.detachment[a.actor], 0
    for word in words:
        model = MODELS.find(s, grammar.clipped(word)) - int(unit.first)
        if not 0 <= model < unit.size:
            raise ValueError(f"{grammar.quoted(word)} is no model of {DETACHMENTS.name(s, a.actor)}")
        bits |= 1 << model
    words.clear()
    a.place = bits


POINT = grammar.point(names.point)
TARGET = DETACHMENTS.part("target", "the target", "R1")
SECOND = DETACHMENTS.part("place", "that of Point Defence weapons", "R2")
AND_SECOND = grammar.maybe(
    grammar.after("and", SECOND, "between the target and that of Point Defence weapons")
)
ENEMY = MODELS.part("target", "the enemy", "R1.2")
AIM = FormPart[State]("the target", "R1.2", write_aim, read_aim)
SIDE = grammar.word("facing", VEHICLE_SIDES, "side of a vehicle", "rear", "a side of it")
ORDER = grammar.word("choice", ORDER_WORDS, "order", "charge", "one of the orders")
ANSWER = grammar.word("choice", {"yes": 1, "no": 0}, "answer", "yes", "yes or no")
ANGLE = grammar.column("facing", "the facing in degrees", "90", lambda s, to: degrees(to), read_angle)
FACING = grammar.after("facing", ANGLE, 'and degrees after the place, for example "facing 90"')
FILES = grammar.number("choice", "number of models", state.MODELS, "5", "width")
ABREAST = grammar.after("abreast", FILES, "and how many models stand in a row")
NUMBER = grammar.number("choice", "weapon", 99, "1", "the number of the weapon on the card", first=1)
ROUND = FormPart[State](
    "the vehicle and how far round it, or a place", "B1.1 -2.5", write_round, read_round, (1, 2)
)
SPENT = FormPart[State]("how many bonuses of each weapon", "1", write_spent, read_spent, range(state.MODELS))
EVADERS = FormPart[State](
    "the models that get out of the way", "R1.1 R1.3", write_evaders, read_evaders, range(1, state.MODELS)
)

GRAMMAR = Grammar[State](
    "B1 charge R1",
    {
        Verb.CONCEDE: line("concede"),
        Verb.PAIR: line("no more fights", actor=state.NOBODY),
        Verb.CEASE: line("nobody else fires"),
    },
    Actors(
        "model",
        MODELS,
        {
            Verb.DRIVE: line("drive", POINT, grammar.maybe(FACING)),
            Verb.ENCIRCLE: line("encircle", ROUND),
            Verb.LEAP: line("leap", POINT),
            Verb.TURN: line("turn", ANGLE),
            Verb.PAIR: line("fights", ENEMY),
            Verb.SPEND: line("spend", SPENT),
            Verb.PLACE: line("place", POINT, grammar.maybe(FACING)),
            Verb.SPARE: line("spare", NUMBER),
        },
        mark=".",
    ),
    Actors(
        "detachment",
        DETACHMENTS,
        {
            Verb.ORDER: line("order", ORDER),
            Verb.DEFEND: line("defend", grammar.or_word("none", TARGET)),
            Verb.MANOEUVRE: (
                line("go", POINT, choice=Manner.GO),
                line("close-up", choice=Manner.PILE_IN),
                line("charge", AIM, grammar.maybe(SIDE), choice=Manner.CHARGE),
                line("charge-rear", AIM, choice=Manner.CHARGE_REAR),
                line("drive-at", AIM, choice=Manner.SHOCK),
            ),
            Verb.SHOCK: line("shock", TARGET),
            Verb.OVERWATCH: line("overwatch", ANSWER),
            Verb.FIRE: line("fire", TARGET, AND_SECOND),
            Verb.FORM: line("form", POINT, FACING, ABREAST),
            Verb.RESPOND: (
                line("stand", choice=Response.STAND),
                line("stand-and-fire", choice=Response.STAND_AND_FIRE),
                line("evade", choice=Response.EVADE),
                line("evade", EVADERS, choice=Response.SOME_EVADE),
                line("fire-and-evade", EVADERS, choice=Response.FIRE_SOME_EVADE),
            ),
            **by_name((Verb.ACTIVATE, Verb.BACK, Verb.END, Verb.WITHDRAW, Verb.HOLD)),
            Verb.FALLBACK: line("set-back"),
            Verb.PICK: line("combat"),
        },
    ),
)
action_text, parse_action = GRAMMAR.write, GRAMMAR.parse
