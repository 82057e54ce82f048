"""The course of a battle: who fights with what, set-up, orders that no event tells, its end (WS-4, WS-14)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.words import Roll
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import joined, plural, spot
from hulldown.rulesets.warstrike import events
from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.codes import NOBODY, Ending, Morale, Phase, Verb
from hulldown.rulesets.warstrike.deployment import FOR_ATTACK
from hulldown.rulesets.warstrike.events import game_ended
from hulldown.rulesets.warstrike.naming import unit_name, weapon_name
from hulldown.rulesets.warstrike.state import State, side_of
from hulldown.rulesets.warstrike.telling.teller import DIE, Teller
from hulldown.rulesets.warstrike.victory import DRAW, remaining_models
from hulldown.rulesets.warstrike.vocabulary import EDGES

# ---------------------------------------------------------------- the opening


def begin_battle(t: Teller) -> None:
    """Both sides, the objectives, task force morale, and what is to be decided first."""
    s = t.s
    for side in range(2):
        mine = [fielded(t, k) for k in range(s.units) if s.unit[k].side == side]
        draft = t.open(f"{t.side(side)} commands {joined(mine)}", "WS-2.4", "WS-4.6")
        draft.clauses.append(f"its own table edge is {EDGES[int(s.edge[side])]}")
    for i in range(s.objectives):
        t.open(f"The objective at {t.objective(i)} {worth(t, i)}", "WS-14.4")
    if s.victory >> Morale.TASK_FORCE & 1:
        units = "A task force that has lost more than half of its units"
        t.open(f"{units} checks its morale every turn", "WS-14.1")
    if s.phase == Phase.ROLL_OFF:
        t.open("A roll-off begins the battle", "WS-4.7")
    elif s.turn:
        attacker, defender = t.side(int(s.attacker)), t.side(1 - int(s.attacker))
        t.open(f"{attacker} attacks; {defender}'s infantry is gone to ground", "WS-4.4")
        t.heading(f"Turn {s.turn} of {s.turns}: {t.side(int(s.side))}", "WS-5.2")


def fielded(t: Teller, k: int) -> str:
    """A unit, what it is called and its size."""
    size = int(t.s.unit[k].size)
    many = f", {size} models" if size > 1 else ""
    return f"{t.unit(k)} ({unit_name(t.s, k)}{many})"


def worth(t: Teller, i: int) -> str:
    """Whose an objective is, and what it brings (WS-14.4, WS-14.7)."""
    owner, value = int(t.s.objective_side[i]), int(t.s.objective_value[i])
    whose = f"is {t.side(owner)}'s" if owner != NOBODY else "is nobody's"
    sudden = owner != NOBODY and t.s.victory >> Morale.SUDDEN & 1
    wins = f", and wins for {t.side(1 - owner)} at the start of its turn" if sudden else ""
    return f"{whose}{wins}{f', {value} VP at the end' if value else ''}"


# ---------------------------------------------------------------- orders


def announce(t: Teller, a: Action) -> None:
    """Say what was ordered where no event says it: a move laid out, weapons and targets named."""
    match a.verb:
        case Verb.GO:
            t.open(f"{t.unit(a.actor)} is led to {spot(a.x, a.y)}", "WS-1.8")
        case Verb.PLACE if not events.placed.among(t.rows):
            t.open(f"{t.model(a.actor)} is to stand at {spot(a.x, a.y)}", "WS-7.3")
        case Verb.STEP:
            t.open(f"{t.model(a.actor)} is to walk to {spot(a.x, a.y)}", "WS-8.1")
        case Verb.STAY:
            t.open(f"{t.model(a.actor)} is to stay where it was", "WS-7.10")
        case Verb.END if t.s.phase in (Phase.DEPLOY, Phase.ACTIVATE) and not t.rows:
            t.open(f"{t.full(a.actor)} stands", "WS-4.11")
        case Verb.ARM:
            t.open(f"{t.model(a.actor)} is {fire_words(t, a)}", "WS-2.9")
        case Verb.AIM:
            t.open(f"{t.model(a.actor)} is to fire at {t.unit(a.target)}", "WS-11.3")
        case Verb.FALLS:
            owner = t.side(side_of(t.s, a.actor))
            t.open(f"{owner} has {t.model(a.actor)} take the next kill result", "WS-11.17")


def fire_words(t: Teller, a: Action) -> str:
    """Which of its weapons a model is to fire."""
    if a.choice == NO_WEAPON:
        return "not to fire"
    if a.choice == BEST:
        return "to fire whichever weapon is best"
    return f"to fire its {weapon_name(t.s, int(t.s.model[a.actor].weapon[a.choice]))}"


# ---------------------------------------------------------------- set-up


@describes(events.rolled_off)
def describe_roll_off(t: Teller, cobalt: int, rust: int, what: int) -> None:
    """Both roll; the higher die wins, ties are rolled again (WS-4.7)."""
    attack, rule = what == FOR_ATTACK, t.kind.rule
    draft = t.begin(
        f"Roll-off for {'the attack' if attack else 'placing'}", "WS-4.3" if attack else "WS-4.2", rule
    )
    for side, (die, other) in enumerate(((cobalt, rust), (rust, cobalt))):
        draft.rolls.append(Roll(die, DIE, f"{t.side(side)} rolls {die}.", rule, success=die > other))
    draft.clauses.append(f"{t.side(0)} {cobalt}, {t.side(1)} {rust}")
    if cobalt == rust:
        draft.clauses.append("they roll again")
        return
    winner = t.side(0 if cobalt > rust else 1)
    draft.clauses.append(f"{winner} attacks and has the first turn" if attack else f"{winner} places first")


@describes(events.placed)
def describe_placed(t: Teller, model: int, x: int, y: int) -> None:
    """Models are set up, those of a unit together (WS-4.5, WS-4.9)."""
    many = len(t.run())
    if many == 1:
        t.begin(f"{t.model(model)} is placed at {spot(x, y)}")
        return
    whole = f"{t.full(t.of(model))} is placed, {plural(many, 'model')}"
    t.begin(f"{whole}, the leader at {spot(x, y)}", "WS-4.9")


@describes(events.taken_back)
def describe_take_back(t: Teller, unit: int) -> None:
    """What was laid out is taken back; nothing was rolled for it (WS-16.1, WS-4.11)."""
    if t.s.phase == Phase.DEPLOY:
        t.begin(f"{t.unit(unit)} is taken up again", "WS-4.11")
    else:
        t.begin(f"{t.unit(unit)} takes its move back")


# ---------------------------------------------------------------- the end


RULES = {
    Ending.TURNS: "WS-14.7",
    Ending.WIPED_OUT: "WS-14.6",
    Ending.RETREAT: "WS-14.1",
    Ending.OBJECTIVE: "WS-14.4",
    Ending.CONCEDED: "WS-14.8",
}


@describes(game_ended)
def describe_end(t: Teller, winner: int, ending: int, cobalt: int, rust: int) -> None:
    """The battle is over (WS-5.8)."""
    both = ending == Ending.WIPED_OUT and both_gone(t.s)
    rule = RULES.get(Ending(ending), t.kind.rule)
    t.begin(verdict(winner, ending, (cobalt, rust), both), rule, t.kind.rule)


def both_gone(s: State) -> bool:
    """Whether neither side has a model left (WS-14.6)."""
    return not remaining_models(s, 0) and not remaining_models(s, 1)


def verdict(winner: int, how: int, score: tuple[int, int], both: bool = False) -> str:
    """How a battle ended, in a sentence without its full stop."""
    opening = "Neither side has a model left: " if both else ""
    if winner == DRAW:
        return f"{opening}{score[0]} VP each, a draw"
    wins, loser = f"{SIDES[winner]} wins", SIDES[1 - winner]
    if how == Ending.WIPED_OUT and not both:
        return f"{loser} has no model left: {wins}"
    if how == Ending.RETREAT:
        return f"{loser}'s task force retreats: {wins}"
    if how == Ending.OBJECTIVE:
        return f"{wins} by an objective of the enemy"
    if how == Ending.CONCEDED:
        return f"{wins}, for {loser} has conceded"
    return f"{opening}{wins} by {max(score)} VP to {min(score)}"


def outcome_text(s: State) -> str:
    """How a battle that is over ended, for whoever has not read the log."""
    both = s.ending == Ending.WIPED_OUT and both_gone(s)
    return verdict(int(s.winner), int(s.ending), (int(s.score[0]), int(s.score[1])), both)
