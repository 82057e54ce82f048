"""Orders as text and back: "B1 charge R1", "B1.2 drive 12.5,8 facing 90" (CA-20.1)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import CIRCLE
from hulldown.rulesets.close_assault import naming
from hulldown.rulesets.close_assault.bonuses import MOST, number_in, packed
from hulldown.rulesets.close_assault.codes import MODELS as MOST_MODELS
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Order, Response, Verb
from hulldown.rulesets.close_assault.encircling import nearest_round
from hulldown.rulesets.close_assault.state import State, profile_of
from hulldown.rulesets.common import grammar, names
from hulldown.rulesets.common.grammar import (
    Actors,
    FormPart,
    Grammar,
    NameLookup,
    Words,
    by_name,
    line,
    maybe,
)

ORDERS = {
    order.name.lower().replace("_", "-"): order for order in Order if Order.NONE < order < Order.FALL_BACK
}
SIDES = {"front": 0, "left": 1, "rear": 2, "right": 3}  # of a vehicle, as `proposing.reaching` counts them
MODELS = NameLookup(naming.find_model, naming.model_name)
DETACHMENTS = NameLookup(naming.find_detachment, naming.detachment_name)


def read_angle(s: State, word: str) -> int:
    angle = grammar.decimal(word, "facing", 2, "degrees with up to two decimals, such as 90")
    if not 0 <= angle < CIRCLE:
        raise ValueError(f"{word} is no facing: they go from 0 to 359.99 degrees, 0 to the right, 90 up")
    return angle


def write_aim(s: State, a: Action) -> str:
    """A detachment, or one model of it."""
    return DETACHMENTS.name(s, a.target) if a.place == NOBODY else MODELS.name(s, a.place)


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
    return " ".join(str(number_in(a.choice, w)) for w in range(s.profile[profile_of(s, a.actor)].weapons))


def read_spent(s: State, a: Action, words: Words) -> None:
    weapons = int(s.profile[profile_of(s, a.actor)].weapons)
    each = f"each of its {weapons} weapons, in the order of its card" if weapons != 1 else "its weapon"
    if len(words) != weapons:
        raise ValueError(f"say how many bonuses of {each}")
    a.choice = sum(packed(w, grammar.whole(word, "number of bonuses", MOST)) for w, word in enumerate(words))
    words.clear()


def write_evaders(s: State, a: Action) -> str:
    """The models that get out of the way, which are bits from the first of their detachment (CA-12.7)."""
    first, bits = int(s.detachment[a.actor].first), int(a.place)
    return " ".join(MODELS.name(s, first + i) for i in range(MOST_MODELS) if bits >> i & 1)


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
AND_SECOND = maybe(grammar.after("and", SECOND, "between the target and that of Point Defence weapons"))
ENEMY = MODELS.part("target", "the enemy", "R1.2")
AIM: FormPart[State] = FormPart("the target", "R1.2", write_aim, read_aim)
SIDE = grammar.word("facing", SIDES, "side of a vehicle", "rear", "a side of it")
ORDER = grammar.word("choice", ORDERS, "order", "charge", "one of the orders")
ANSWER = grammar.word("choice", {"yes": 1, "no": 0}, "answer", "yes", "yes or no")
ANGLE = grammar.column("facing", "the facing in degrees", "90", lambda s, to: naming.degrees(to), read_angle)
FACING = grammar.after("facing", ANGLE, 'and degrees after the place, for example "facing 90"')
FILES = grammar.number("choice", "number of models", MOST_MODELS, "5", "width")
ABREAST = grammar.after("abreast", FILES, "and how many models stand in a row")
NUMBER = grammar.number("choice", "weapon", 99, "1", "the number of the weapon on the card", first=1)
ROUND: FormPart[State] = FormPart(
    "the vehicle and how far round it, or a place", "B1.1 -2.5", write_round, read_round, (1, 2)
)
SPENT: FormPart[State] = FormPart(
    "how many bonuses of each weapon", "1", write_spent, read_spent, range(MOST_MODELS)
)
EVADERS: FormPart[State] = FormPart(
    "the models that get out of the way", "R1.1 R1.3", write_evaders, read_evaders, range(1, MOST_MODELS)
)

GRAMMAR = Grammar[State](
    "B1 charge R1",
    {
        Verb.CONCEDE: line("concede"),
        Verb.PAIR: line("no more fights", actor=NOBODY),
        Verb.CEASE: line("nobody else fires"),
    },
    Actors(
        "model",
        MODELS,
        {
            Verb.DRIVE: line("drive", POINT, maybe(FACING)),
            Verb.ENCIRCLE: line("encircle", ROUND),
            Verb.LEAP: line("leap", POINT),
            Verb.TURN: line("turn", ANGLE),
            Verb.PAIR: line("fights", ENEMY),
            Verb.SPEND: line("spend", SPENT),
            Verb.PLACE: line("place", POINT, maybe(FACING)),
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
                line("charge", AIM, maybe(SIDE), choice=Manner.CHARGE),
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
