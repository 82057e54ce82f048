"""Fire, answers, Fights chosen, bonuses named, Withdraws and Combats (CA-9, 10, 12, 15 to 17)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.plane import length
from hulldown.rulesets.close_assault.answering import fires_first, in_part
from hulldown.rulesets.close_assault.bonuses import number_in, total_worth, why_not_fire_weapon
from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.buttons.moving import WINDS
from hulldown.rulesets.close_assault.codes import NOBODY, Response, Verb
from hulldown.rulesets.close_assault.combat import combat_of, spender
from hulldown.rulesets.close_assault.fights import dice_of
from hulldown.rulesets.close_assault.naming import far, model_name, model_named, weapon_name
from hulldown.rulesets.close_assault.pairing import holds, listed
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import can_fire, why_not_open_fire
from hulldown.rulesets.close_assault.state import State, alive, profile_of, side_of
from hulldown.rulesets.close_assault.values import evade_bonus
from hulldown.rulesets.common.buttons import Dress
from hulldown.rulesets.common.names import compass, joined, point, signed

ANSWERS = {
    Response.STAND: Dress("stand", "Stand and fight", "cover", "S"),
    Response.STAND_AND_FIRE: Dress("stand_and_fire", "Stand and fire", "fire", "F"),
    Response.EVADE: Dress("evade", "Get out of the way", "dismount", "E"),
}
SPLIT = {
    Response.SOME_EVADE: Dress("evade_some", "Some get out of the way", "dismount", "E"),
    Response.FIRE_SOME_EVADE: Dress("fire_and_evade", "Some fire, some get out", "fire", "F"),
}
OVERWATCH = Dress("overwatch", "Overwatch", "fire", "F")
NO_OVERWATCH = Dress("no_overwatch", "No Overwatch", "end", "N")
NO_DEFENCE = Dress("no_defence", "No Point Defence", "end", "N")
FIGHT = Dress("fight", "Next Fight", "clash", "F")
ENOUGH = Dress("enough", "No more Fights", "end", "N")
SPEND = Dress("spend", "Spend", "clash", "S")
NOTHING = Dress("spend_nothing", "Spend nothing", "end", "N")
WITHDRAW = Dress("withdraw", "Withdraw", "back", "W")
PLACE = Dress("place", "Withdraw to", "move", "P")
COMBAT = Dress("combat", "Fight this Combat", "clash", "F")

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
    """The three answers to a Tank Shock (CA-12.6), as an option also some models each (CA-12.7)."""
    for response, dress in ANSWERS.items():
        a = b.make(Verb.RESPOND, b.s.target, choice=response)
        b.put(a, dress, answer_words(b, response), fires_first(response))
    for a in b.legal_of(Verb.RESPOND):
        if in_part(int(a.choice)):
            b.put(a, SPLIT[Response(a.choice)], evaders_words(b.s, a), fires_first(int(a.choice)))


def evaders_words(s: State, a: Action) -> str:
    """Which models get out of the way: "R1.1 and R1.3"."""
    first, bits = int(s.detachment[a.actor].first), int(a.place)
    return joined([model_name(s, first + i) for i in range(s.detachment[a.actor].size) if bits >> i & 1])


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
    b.spread(pairs, FIGHT, lambda a: f"{model_name(s, int(a.actor))} against {model_named(s, int(a.target))}")
    if any(a.actor == NOBODY for a in b.legal_of(Verb.PAIR)):
        b.put(b.make(Verb.PAIR), ENOUGH, "begin with the first")


def spend_words(s: State, a: Action, opponent: int) -> str:
    """What is spent, and what it adds."""
    k, m = int(s.model[a.actor].detachment), int(a.actor)
    weapons = range(s.profile[profile_of(s, m)].weapons)
    spent = [f"{n} x {weapon_name(s, k, w)}" for w in weapons if (n := number_in(a.choice, w))]
    return f"{signed(total_worth(s, m, opponent, a.choice))}: {joined(spent)}"


def spend_buttons(b: Buttons) -> None:
    """All that may be spent on the opponent, the most first (CA-10.7)."""
    own, enemy = spender(b.s, b.seat), spender(b.s, 1 - b.seat)
    choices = sorted(b.legal_of(Verb.SPEND), key=lambda a: -total_worth(b.s, own, enemy, a.choice))
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
    for a in b.legal_of(Verb.PLACE):
        at = b.s.model[a.actor].base
        dx, dy = int(a.x) - int(at.x), int(a.y) - int(at.y)
        words = f"{model_named(b.s, int(a.actor))}, {compass(dx, dy, WINDS)}, {far(length(dx, dy))}"
        b.put(a, PLACE, words, place=point(int(a.x), int(a.y)))


def combat_buttons(b: Buttons) -> None:
    """The Combats that are left, by the detachments in them (CA-17.2)."""
    for a in b.legal_of(Verb.PICK):
        bits = combat_of(b.s, int(a.actor))
        there = [b.names[k] for k in range(b.s.detachments) if holds(bits, k)]
        b.put(a, COMBAT, joined(there))


# ---------------------------------------------------------------- fire


FIRE = Dress("fire", "Fire", "fire", "F")
BOTH = Dress("fire_both", "Fire at two", "gun", "T")
HOLD = Dress("hold", "Hold fire", "end", "H")
CEASE = Dress("cease", "Nobody else fires", "end", "N")
SPARE = Dress("spare", "Keep from firing", "cover", "K")


def fire_buttons(b: Buttons, k: int) -> None:
    """Every target of a detachment, or why it is none (CA-15.2)."""
    shots = [b.make(Verb.FIRE, k, target=j, place=NOBODY) for j in b.enemies]
    b.spread(shots, FIRE, lambda a: f"at {b.full(int(a.target))}", random=True)
    for a in b.legal_of(Verb.FIRE):
        if a.actor == k and a.place != NOBODY:
            b.put(a, BOTH, f"at {b.names[a.target]}, Point Defence at {b.names[a.place]}", True)


def spare_buttons(b: Buttons, k: int) -> None:
    """Weapons whose bonuses a player may want for close combat: fired, they are gone (CA-10.3)."""
    s = b.s
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        for w in range(s.profile[profile_of(s, m)].weapons):
            if alive(s, m) and s.model[m].left[w] and why_not_fire_weapon(s, m, w) == Why.ALLOWED:
                b.put(b.make(Verb.SPARE, m, choice=w), SPARE, f"{model_named(s, m)}: {weapon_name(s, k, w)}")


def firing_buttons(b: Buttons) -> None:
    """All detachments of the side that have the order for this stage; one word for all (CA-3.9, CA-3.11)."""
    for k in b.own:
        if why_not_open_fire(b.s, k) == Why.FIRE_ORDER:
            continue
        fire_buttons(b, k)
        if can_fire(b.s, k):
            b.put(b.make(Verb.HOLD, k), HOLD, b.full(k))
            spare_buttons(b, k)
    still = [b.names[k] for k in b.own if can_fire(b.s, k)]
    b.put(b.make(Verb.CEASE), CEASE, f"in this stage: {joined(still)}")
