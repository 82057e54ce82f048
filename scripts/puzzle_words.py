"""What a puzzle out of a game says: its title, what stands on the table, its question, why the best is best.

Everything is said by what the ruleset says of itself: its buttons, cards, status line, odds and explanations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from posing import Weighing, words
from puzzle_goals import SHOT, goal

from hulldown.game import Game
from hulldown.game.lessons import opened
from hulldown.rulesets.api.lessons import Drill
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Card, OrderButton

TITLE, WHY = 48, 420  # characters
WORTH_SAYING = 25  # characters of a note
PRODUCT = " x "  # of a note that is a reckoning

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
WALKS = {"drive": "go", "drive straight on": "go on"}  # what men on foot do instead
FOOT = re.compile(r"infantry|squad|section", re.IGNORECASE)  # kinds of units that walk
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
    buttons = {one.text: one for one in ruleset.orders(game.observation(seat), seat)}
    best = told.ranked[0]
    lure = told.plain if told.plain in told.worths and told.plain != best else told.ranked[1]
    cards = ruleset.table.cards(game.observation(seat), seat)
    names = {card.unit: card.name or card.kind_name for card in cards}
    afoot = any(card.unit == buttons[best].unit and _afoot(card) for card in cards if best in buttons)
    asked = told.question or (SOLVED if told.basis == "solver" else BEST)
    tempting = lure if told.basis != "odds" and lure != told.ranked[1] else ""
    return Words(
        _title(ruleset, names, buttons.get(best), buttons.get(lure), title, afoot),
        _text(ruleset, game, told.spot.scenario, seat, told.basis),
        asked,
        _why(game, seat, Known(told.worths, told.basis, told.error, tempting, told.against), buttons),
    )


# ---------------------------------------------------------------- title


def _kind(ruleset: Ruleset, button: OrderButton | None) -> tuple[str, str]:
    group, known = button.group if button else "", {**GROUPS, **OWN.get(ruleset.id, {})}
    fitting = [name for name in known if group == name or group.startswith(f"{name}_")]
    return known[max(fitting, key=len)] if fitting else OTHERWISE


def _title(
    ruleset: Ruleset,
    names: dict[str, str],
    best: OrderButton | None,
    lure: OrderButton | None,
    title: str,
    afoot: bool,
) -> str:
    name = names.get(best.unit, "") if best else ""
    (one, which), (other, _) = _kind(ruleset, best), _kind(ruleset, lure)
    if afoot:
        one, other = (WALKS.get(verb, verb) for verb in (one, other))
    if one == other or OTHERWISE[0] in (one, other):
        asked = title or which
    else:
        first, second = sorted((one, other))
        asked = title or f"{capital(first)} or {second}?"
    if best and best.group == "activate" and one == other:
        return asked
    named = capital(f"{name}: {small(asked)}")
    return named if name and len(named) <= TITLE else asked


def _afoot(card: Card) -> bool:
    """Whether a unit walks."""
    return bool(FOOT.search(f"{card.kind_name} {card.name}"))


def capital(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Without a capital, unless the word is a short form."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


# ---------------------------------------------------------------- what is to be decided


def _text(ruleset: Ruleset, game: Game, scenario: str, seat: int, basis: str) -> str:
    """Who decides, and what wins: what stands where is seen on the board."""
    status = game.status(seat)
    name = re.sub(r"^Free play: |, free [\w-]+$", "", ruleset.files.scenarios()[scenario].name)
    orders = ruleset.orders(game.observation(seat), seat)
    acting = {one.unit for one in orders if one.unit and one.refusal is None}
    who = f"{acting.pop()} acts" if len(acting) == 1 else "it is your turn"
    head = f"{name}, {status.period.lower()} {status.turn} of {status.turns}: {who}."
    return f"{head} {SHOT if basis == 'odds' else goal(ruleset, scenario, seat)}"


# ---------------------------------------------------------------- why


@dataclass(frozen=True)
class Known:
    """What is known of the orders of a puzzle: what each is worth, by its text, and how surely."""

    worths: Mapping[str, Fraction | float]
    basis: str
    error: float
    lure: str = ""  # what looks good and is neither the best nor the next
    against: str = ""  # with what best play of the other side answers

    @property
    def ranked(self) -> list[str]:
        """The orders, best first."""
        return sorted(self.worths, key=lambda text: (-self.worths[text], text))


def _why(game: Game, seat: int, known: Known, buttons: Mapping[str, OrderButton]) -> str:
    best, second = known.ranked[:2]

    def said(text: str) -> str:
        return f"“{words(buttons.get(text), text)}”"

    def worth(text: str) -> str:
        return percent(known.worths[text])

    verb, of = {
        "search": ("wins", " of the time"),
        "solver": ("is worth", " of the points"),
        "odds": ("has", ""),
    }[known.basis]
    off = f", give or take {max(1, round(100 * known.error))}" if known.basis == "search" else ""
    first = f"{said(best)} {verb} {worth(best)}{of}, the next best, {said(second)}, {worth(second)}{off}."
    parts = [first]
    if known.lure:
        parts.append(f"At first sight {said(known.lure)} looks good, but it comes to {worth(known.lure)}.")
    if known.against:
        parts.append(f"Best play of the enemy: {known.against.removesuffix(' 100%')}.")
    if known.basis == "odds":
        parts += _reason(game, seat, best, buttons.get(best))
    text = ""
    for part in parts:
        if len(text) + len(part) + 1 <= WHY:
            text = f"{text} {part}".strip()
    return text


def percent(value: Fraction | float) -> str:
    """A share in percent; what is neither nothing nor sure is not rounded to it."""
    if 0 < value < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= value < 1 else f"{100 * float(value):.0f}%"


def _reason(game: Game, seat: int, text: str, button: OrderButton | None) -> list[str]:
    """A word of the game about the best order, where it says something that is no reckoning."""
    if button is None or not (button.explained or button.random):
        return []
    told = game.explain(game.parse(text, seat))
    note = told.notes[0][0] if told.notes and told.needed is None else ""
    return [note] if len(note) >= WORTH_SAYING and PRODUCT not in note else []


# ---------------------------------------------------------------- a file once more


def reworded(ruleset: Ruleset, drill: Drill) -> Words:
    """The words of a puzzle that is kept, as they are said now; what it asks stays."""
    game, seat = opened(ruleset, drill), drill.seat
    buttons = {one.text: one for one in ruleset.orders(game.observation(seat), seat)}
    against = re.search(r"Best play of the enemy: ([^.]*)\.", drill.why)
    lure, reply = _lured(drill, buttons), against[1] if against else ""
    known = Known(drill.values, drill.basis, drill.error, lure, reply)
    cards = {card.unit: card for card in ruleset.table.cards(game.observation(seat), seat)}
    best = buttons.get(known.ranked[0])
    title = drill.title
    if best and best.unit in cards and _afoot(cards[best.unit]):
        title = re.sub(r"\bdrive\b", "go", title)
    return Words(
        title,
        _text(ruleset, game, drill.scenario, seat, drill.basis),
        drill.question,
        _why(game, seat, known, buttons),
    )


def _lured(drill: Drill, buttons: Mapping[str, OrderButton]) -> str:
    """The order of which a kept puzzle says that it looks good at first sight."""
    told = re.search("At first sight “([^”]*)” looks good", drill.why)
    fitting = (text for text in drill.worths if told and words(buttons.get(text), text) == told[1])
    return next(fitting, "")
