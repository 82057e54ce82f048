"""What a puzzle out of a game says: its title, what stands on the table, its question, why the best is best.

Everything is said by what the ruleset says of itself: its buttons, cards, status line, odds and explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from posing import Weighing, words

from hulldown.game import Game
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.face.words import Card, Order

TITLE, TEXT, WHY = 48, 420, 420  # characters
WORTH_SAYING = 25  # characters of a note
MODIFIERS = 3  # of a sum that are said
SHOWN = 4  # units of a side that are told of

# What is done by the orders of a group, and what is asked where all that matter are of one group. Weapons of
# AGrav are groups of their own, "fire_laser"; the longest beginning that fits is taken.
GROUPS = {
    "activate": ("send somebody else", "Who goes first?"),
    "advance": ("advance", "Which order?"),
    "ai": ("fire at infantry", "At whom?"),
    "aim": ("pick a target", "At whom?"),
    "anchor": ("shift in the tile", "Which corner?"),
    "arm": ("change weapons", "Which weapon?"),
    "back": ("take it back", "Back or on?"),
    "bail": ("bail out", "Out or in?"),
    "capture": ("capture", "Capture it now?"),
    "cease": ("stop firing", "Fire or not?"),
    "change_range": ("change the range", "Which order?"),
    "charge": ("charge", "Whom to charge?"),
    "charge_order": ("charge", "Which order?"),
    "charge_rear": ("charge the rear", "Front or rear?"),
    "close_up": ("pile in", "Who piles in?"),
    "combat": ("fight", "Fight or spend?"),
    "cover": ("take cover", "Cover or not?"),
    "crew": ("use the crew", "Which trick?"),
    "decline": ("hold fire", "Fire or not?"),
    "defend": ("fire Point Defence", "At whom?"),
    "direction": ("say which way", "Closer or away?"),
    "disarm": ("clear a mine", "Which mine?"),
    "dismount": ("get off", "Where to get off?"),
    "double": ("run", "Which action?"),
    "drive_at": ("drive at somebody", "At whom to drive?"),
    "encircle": ("go round", "Where to stand?"),
    "end": ("stop here", "When to stop?"),
    "enough": ("fight no more", "Fight on?"),
    "evade": ("get out of the way", "Stand or not?"),
    "extinguish": ("put the fire out", "Fire out or not?"),
    "face": ("choose sides", "Which side?"),
    "fall_back": ("fall back", "Where to fall back?"),
    "falls": ("choose who falls", "Who falls?"),
    "fight": ("fight", "Which fight first?"),
    "fire": ("fire", "At whom?"),
    "fire_and_evade": ("fire and get away", "Stand or not?"),
    "fire_both": ("fire at two", "At whom?"),
    "first_fire": ("stand and fire", "Which order?"),
    "flare": ("fire a flare", "Light where?"),
    "flee": ("flee", "Which order?"),
    "go": ("go", "Where to?"),
    "go_to_ground": ("lie low", "Which action?"),
    "hold": ("hold fire", "Fire or not?"),
    "hull_down": ("hide the hull", "Which order?"),
    "join": ("join in", "Against whom?"),
    "leads": ("choose a leader", "Who leads?"),
    "lieutenant": ("seat the lieutenant", "Which seat?"),
    "load": ("load", "Which shell?"),
    "maneuver": ("maneuver", "Which order?"),
    "march": ("go", "Where to?"),
    "mine": ("lay a mine", "Where does the mine lie?"),
    "missile": ("fire a missile", "At whom?"),
    "mount": ("get on", "Who carries whom?"),
    "move": ("drive", "Where to?"),
    "no_defence": ("save the fire", "Fire or not?"),
    "no_overwatch": ("save the fire", "Fire or not?"),
    "open": ("open the range", "How far?"),
    "open_fire": ("stand and fire", "Which action?"),
    "overwatch": ("fire in Overwatch", "At whom?"),
    "place": ("withdraw", "Where to withdraw?"),
    "pursue": ("pursue", "Which order?"),
    "rally": ("rally", "Which action?"),
    "ram": ("ram", "Ram or not?"),
    "reaction_fire": ("watch", "Which way to watch?"),
    "repair": ("mend", "What to mend?"),
    "reserve": ("stay in reserve", "Join in or not?"),
    "reverse": ("back up", "Where to?"),
    "set_back": ("set a model back", "Back or on?"),
    "shield": ("switch the shield", "Shield or not?"),
    "shift": ("drive", "How near?"),
    "shock": ("drive over them", "At whom to drive?"),
    "show": ("choose sides", "Whose side?"),
    "smoke": ("lay smoke", "Smoke where?"),
    "snap": ("fire at once", "At whom?"),
    "spare": ("keep a weapon back", "Which weapon?"),
    "spend": ("spend bonuses", "How much to spend?"),
    "spend_nothing": ("save the bonuses", "How much to spend?"),
    "stand": ("stand", "Stand or not?"),
    "stand_and_fire": ("stand and fire", "Stand or not?"),
    "stay": ("leave somebody", "Stay or go?"),
    "straight": ("drive straight on", "Where to?"),
    "strike": ("call a strike", "Strike where?"),
    "structures": ("bring it down", "What to bring down?"),
    "target": ("pick a target", "At whom?"),
    "transfer": ("send charge", "To whom?"),
    "turn": ("turn", "Which way to turn?"),
    "turret": ("turn the turret", "Which way to aim?"),
    "withdraw": ("withdraw", "Withdraw or not?"),
}
OWN = {
    "agrav": {"charge": ("lay a charge", "Where to lay the charge?")},
    "close_assault": {"march": ("march", "Which order?")},
}  # where a ruleset means something else
OTHERWISE = "do something else", "What now?"
BEST = "Which order gives you the best chance to win?"
SOLVED = "Which order is worth the most against best play?"


@dataclass(frozen=True)
class Words:
    """What a puzzle says."""

    title: str
    text: str
    question: str
    why: str


def worded(ruleset: Ruleset, told: Weighing, title: str = "") -> Words:
    """The words of a puzzle; `title` where the question has one."""
    game, seat = told.spot.game(ruleset), told.spot.seat
    buttons = {one.text: one for one in ruleset.orders(game.known(seat), seat)}
    best = told.ranked[0]
    lure = told.plain if told.plain in told.worths and told.plain != best else told.ranked[1]
    cards = ruleset.table.cards(game.known(seat), seat)
    names = {card.unit: card.name or card.kind_name for card in cards}
    asked = told.question or (SOLVED if told.basis == "solver" else BEST)
    return Words(
        _title(ruleset, names, buttons.get(best), buttons.get(lure), title),
        _text(ruleset, told, game, cards),
        asked,
        _why(game, told, buttons, lure),
    )


# ---------------------------------------------------------------- title


def _kind(ruleset: Ruleset, button: Order | None) -> tuple[str, str]:
    group, known = button.group if button else "", {**GROUPS, **OWN.get(ruleset.id, {})}
    fitting = [name for name in known if group == name or group.startswith(f"{name}_")]
    return known[max(fitting, key=len)] if fitting else OTHERWISE


def _title(
    ruleset: Ruleset, names: dict[str, str], best: Order | None, lure: Order | None, title: str
) -> str:
    name = names.get(best.unit, "") if best else ""
    (one, which), (other, _) = _kind(ruleset, best), _kind(ruleset, lure)
    if one == other or OTHERWISE[0] in (one, other):
        asked = title or which
    else:
        first, second = sorted((one, other))
        asked = title or f"{capital(first)} or {second}?"
    if best and best.group == "activate" and one == other:
        return asked
    named = capital(f"{name}: {small(asked)}")
    return named if name and len(named) <= TITLE else asked


def capital(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Without a capital, unless the word is a short form."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


# ---------------------------------------------------------------- what stands on the table


def _text(ruleset: Ruleset, told: Weighing, game: Game, cards: Sequence[Card]) -> str:
    seat, status = told.spot.seat, game.status(told.spot.seat)
    name = ruleset.files.scenarios()[told.spot.scenario].name
    head = f"{name}, {status.period.lower()} {status.turn} of {status.turns}."
    acting = next((unit for unit, _, how in status.chips if how == "now"), "")
    head += f" {acting} acts." if acting and len(game.to_act) == 1 else ""
    score = " ".join(f"{capital(text)}." for key, text in status.extras.items() if key in ("score", "range"))
    alive = [card for card in cards if card.points.on]
    for shown in range(SHOWN, 0, -1):
        said = []
        for side, whose in ((seat, "of yours"), (1 - seat, "of the enemy")):
            own = [card for card in alive if card.side == side]
            said += [_unit(card) for card in own[:shown]]
            if len(own) > shown:
                said.append(f"{len(own) - shown} more {whose}")
        text = " ".join(part for part in (head, score, f"On the table: {'; '.join(said)}.") if part)
        if len(text) <= TEXT:
            return text
    return head


def _unit(card: Card) -> str:
    """A unit with what is left of it."""
    points = card.points
    left = f"{points.on} of {points.full} {card.track.lower()}"
    more = [f"{card.loaded} loaded" if card.loaded and card.loaded != "empty" else ""]
    if card.actions:
        more.append(f"{card.actions.on} AP" if card.actions.on else "done")
    order = dict(card.facts).get("Order", "") or dict(card.facts).get("Action", "")
    more.append(order if order and not order.startswith("none") else "")
    where = f" at {card.place}" if card.place else ""
    what = ", ".join([left, *(one for one in more if one)])
    return f"{card.unit} {card.name or card.kind_name}{where} ({what})"


# ---------------------------------------------------------------- why


def _why(game: Game, told: Weighing, buttons: dict[str, Order], lure: str) -> str:
    best, second = told.ranked[:2]
    said = {text: f"“{words(buttons.get(text), text)}”" for text in (best, second, lure)}
    worth = {text: share(told.worths[text], told.basis) for text in (best, second, lure)}
    comes = "gives" if told.basis == "search" else "is worth"
    parts = [f"{said[best]} {comes} {worth[best]}, the next best, {said[second]}, {worth[second]}."]
    if told.basis == "search":
        margin, error = 100 * told.margin, 100 * told.error
        parts.append(f"That is {margin:.0f} points more, give or take {max(1, round(error))}.")
    if told.basis != "odds" and lure != second:
        parts.append(f"At first sight {said[lure]} looks good, but it comes to {worth[lure]}.")
    if answer := told.answers.get(lure if lure == told.plain else ""):
        parts.append(f"After it the enemy answers: “{answer}”.")
    if told.against:
        parts.append(f"Best play of the enemy: {told.against}.")
    parts += _reasons(game, best, second, buttons)
    text = ""
    for part in parts:
        if len(text) + len(part) + 1 <= WHY:
            text = f"{text} {part}".strip()
    return text


def share(value: Fraction | float, basis: str) -> str:
    """What an order is worth, in words."""
    if basis == "search":
        return f"{100 * value:.0f}% to win"
    if isinstance(value, Fraction) and 1 < value.denominator <= 1000:
        return f"{value.numerator} in {value.denominator} ({percent(value)})"
    return percent(value) + ("" if basis == "odds" else " of the points")


def percent(value: Fraction | float) -> str:
    """A share in percent; what is neither nothing nor sure is not rounded to it."""
    if 0 < value < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= value < 1 else f"{100 * float(value):.0f}%"


def _reasons(game: Game, best: str, second: str, buttons: dict[str, Order]) -> list[str]:
    """What the game says of the two best, as far as it says something of them."""
    found = []
    for text in (best, second):
        button = buttons.get(text)
        if button is None or not (button.explained or button.random):
            continue
        told = game.explain(game.parse(text, int(game.to_act[0])))
        if told.needed is not None and told.modifiers:
            sums = ", ".join(f"{one.text} {one.amount:+d}" for one in told.modifiers[:MODIFIERS])
            found.append(f"{capital(told.title)} needs {told.needed} ({sums}).")
        elif told.notes and text == best and len(told.notes[0][0]) >= WORTH_SAYING:
            found.append(told.notes[0][0])
    return list(dict.fromkeys(found))
