"""Answers, Overwatch, Fights chosen, bonuses named, Withdraws and Combats (CA-9, 10, 12, 16, 17)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault.bonuses import number_in, total_worth
from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.buttons.moving import WINDS
from hulldown.rulesets.close_assault.codes import NOBODY, Response, Verb
from hulldown.rulesets.close_assault.combat import combat_of, spender
from hulldown.rulesets.close_assault.evading import evade_bonus
from hulldown.rulesets.close_assault.fights import dice_of
from hulldown.rulesets.close_assault.naming import far, model_name, model_named, weapon_name
from hulldown.rulesets.close_assault.pairing import holds, listed
from hulldown.rulesets.close_assault.state import State, profile_of, side_of
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.shared.wording import compass, joined, point, signed

ANSWERS = {
    Response.STAND: Dress("stand", "Stand and fight", "cover", "S"),
    Response.STAND_AND_FIRE: Dress("stand_and_fire", "Stand and fire", "fire", "F"),
    Response.EVADE: Dress("evade", "Get out of the way", "dismount", "E"),
}
OVERWATCH = Dress("overwatch", "Overwatch", "fire", "F")
NO_OVERWATCH = Dress("no_overwatch", "No Overwatch", "end", "N")
NO_DEFENCE = Dress("no_defence", "No Point Defence", "end", "N")
FIGHT = Dress("fight", "Next Fight", "strike", "F")
ENOUGH = Dress("enough", "No more Fights", "end", "N")
SPEND = Dress("spend", "Spend", "strike", "S")
NOTHING = Dress("spend_nothing", "Spend nothing", "end", "N")
WITHDRAW = Dress("withdraw", "Withdraw", "back", "W")
PLACE = Dress("place", "Withdraw to", "move", "P")
COMBAT = Dress("combat", "Fight this Combat", "strike", "F")

# ---------------------------------------------------------------- Tank Shock and charge


def answer_words(b: Buttons, response: int) -> str:
    """What an answer means, in a few words."""
    if response == Response.STAND:
        return "both may lose Wounds"
    if response == Response.STAND_AND_FIRE:
        return f"Overwatch at {b.names[b.s.acting]} first, it loses its order"
    profile = b.s.profile[b.s.detachment[b.s.target].profile]
    return f"CAF {signed(evade_bonus(b.s.options, profile, b.s.mute))}, wounds nobody"


def answer_buttons(b: Buttons) -> None:
    """The three answers to a Tank Shock (CA-12.6)."""
    for response, dress in ANSWERS.items():
        a = b.make(Verb.RESPOND, b.s.target, choice=response)
        b.put(a, dress, answer_words(b, response), response == Response.STAND_AND_FIRE)


def overwatch_buttons(b: Buttons) -> None:
    """Fire at who has just charged, or not (CA-15.11)."""
    k = int(b.s.target)
    b.put(b.make(Verb.OVERWATCH, k, choice=1), OVERWATCH, f"at {b.full(int(b.s.acting))}", True)
    b.put(b.make(Verb.OVERWATCH, k, choice=0), NO_OVERWATCH, f"{b.names[k]} keeps its order")


def silence_buttons(b: Buttons) -> None:
    """Point Defence at the end of a move is not fired (CA-15.9)."""
    b.put(b.make(Verb.DEFEND, b.s.acting, target=NOBODY), NO_DEFENCE, b.full(int(b.s.acting)))


# ---------------------------------------------------------------- Fights


def pair_buttons(b: Buttons) -> None:
    """Every pair in contact as the next Fight, or why it cannot be (CA-9.5)."""
    s = b.s
    pairs = [
        b.make(Verb.PAIR, own, target=enemy)
        for own in range(s.models)
        for enemy in range(s.models)
        if side_of(s, own) == b.seat and holds(int(s.near[own]), enemy) and not listed(s, own, enemy)
    ]
    b.spread(pairs, FIGHT, lambda a: pair_words(s, a))
    if any(a.actor == NOBODY for a in b.offered(Verb.PAIR)):
        b.put(b.make(Verb.PAIR), ENOUGH, "begin with the first")


def pair_words(s: State, a: Action) -> str:
    """Who meets whom."""
    return f"{model_name(s, int(a.actor))} against {model_named(s, int(a.target))}"


def spend_words(s: State, a: Action, opponent: int) -> str:
    """What is spent, and what it adds."""
    k, m = int(s.model[a.actor].detachment), int(a.actor)
    weapons = range(s.profile[profile_of(s, m)].weapons)
    spent = [f"{n} x {weapon_name(s, k, w)}" for w in weapons if (n := number_in(a.choice, w))]
    return f"{signed(total_worth(s, m, opponent, a.choice))}: {joined(spent)}"


def spend_buttons(b: Buttons) -> None:
    """All that may be spent on the opponent, the most first (CA-10.7)."""
    own, enemy = spender(b.s, b.seat), spender(b.s, 1 - b.seat)
    choices = sorted(b.offered(Verb.SPEND), key=lambda a: -total_worth(b.s, own, enemy, a.choice))
    for a in choices:
        if a.choice:
            b.put(a, SPEND, spend_words(b.s, a, enemy), True)
    mine, theirs = dice_of(b.s, own, enemy), dice_of(b.s, enemy, own)
    dice = f"{model_name(b.s, own)} rolls {mine}D6 against {theirs}D6"
    b.put(b.make(Verb.SPEND, own, choice=0), NOTHING, dice, True)


# ---------------------------------------------------------------- what follows


def withdraw_buttons(b: Buttons) -> None:
    """The Withdraw that the rules find (CA-16.5), and places for the next model (CA-16.4)."""
    b.put(b.make(Verb.WITHDRAW, b.s.target), WITHDRAW, f"{b.full(int(b.s.target))}, all together")
    for a in b.offered(Verb.PLACE):
        at = b.s.model[a.actor].base
        dx, dy = int(a.x) - int(at.x), int(a.y) - int(at.y)
        words = f"{model_named(b.s, int(a.actor))}, {compass(dx, dy, WINDS)}, {far(length(dx, dy))}"
        b.put(a, PLACE, words, place=point(int(a.x), int(a.y)))


def combat_buttons(b: Buttons) -> None:
    """The Combats that are left, by the detachments in them (CA-17.2)."""
    for a in b.offered(Verb.PICK):
        bits = combat_of(b.s, int(a.actor))
        there = [b.names[k] for k in range(b.s.detachments) if holds(bits, k)]
        b.put(a, COMBAT, joined(there))
