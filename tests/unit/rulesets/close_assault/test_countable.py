"""Every order that can be counted, held against `check` (CA-20.1)."""

import random

from tests.unit.rulesets.close_assault.wandering import wander

from hulldown.kernel.actions import Action, key, make
from hulldown.rulesets.close_assault.actions import check, every_order
from hulldown.rulesets.close_assault.state import NOBODY, Manner, Phase, State, Verb
from hulldown.rulesets.close_assault.words import action_text, parse_action

GAMES = (("drill_square", 6), ("iron_wedge", 4), ("the_fortress", 2), ("free_drill", 5))
MEASURED = (Verb.DRIVE, Verb.ENCIRCLE, Verb.LEAP, Verb.TURN, Verb.PLACE, Verb.FORM, Verb.SPEND)


def drawn(s: State, seat: int, chance: random.Random) -> Action:
    """An order with fields drawn from all that they could be; those that its verb does not use are absent."""
    verb = chance.choice([verb for verb in Verb if verb not in MEASURED])
    models = verb in (Verb.PAIR, Verb.SPARE)
    who = range(-1, s.models if models else s.detachments)
    used = {
        Verb.DEFEND: ("target",),
        Verb.SHOCK: ("target",),
        Verb.PAIR: ("target",),
        Verb.FIRE: ("target", "place"),
        Verb.ORDER: ("choice",),
        Verb.RESPOND: ("choice",),
        Verb.OVERWATCH: ("choice",),
        Verb.SPARE: ("choice",),
        Verb.MANOEUVRE: ("target", "place", "facing", "choice"),
    }
    ranges = {
        "target": who,
        "place": range(-1, s.models if verb == Verb.MANOEUVRE else s.detachments),
        "facing": range(-1, 5),
        "choice": range(1, 7) if verb != Verb.MANOEUVRE else range(1, 5),
    }
    named = {field: chance.choice(ranges[field]) for field in used.get(verb, ())}
    if verb in (Verb.CEASE, Verb.CONCEDE):
        return make(seat, verb)
    a = make(seat, verb, chance.choice(who), **named)
    if verb in (Verb.SPARE, Verb.RESPOND, Verb.OVERWATCH):
        a.choice -= 1  # these count from 0
    if verb == Verb.PAIR and a.actor == NOBODY:
        a.target = NOBODY
    if verb == Verb.MANOEUVRE and a.choice == Manner.PILE_IN:
        a.target = a.place = a.facing = NOBODY
    return a


def test_every_order_is_allowed_once_and_written_as_it_is_read():
    """CA-20.1: with all that is offered among them."""
    phases, more = set(), 0
    for scenario, seed in GAMES:
        for step in wander(scenario, seed, most=90):
            s, every = step.before, every_order(step.before, step.seat)
            keys = [key(a) for a in every]
            assert len(set(keys)) == len(keys)
            assert {key(a) for a in step.offered} <= set(keys)
            for a in every:
                assert check(s, step.seat, a) == 0
                assert key(parse_action(s, step.seat, action_text(s, a))) == key(a)
            phases.add(Phase(s.phase))
            more += len(every) - len(step.offered)
    assert phases >= {Phase.ORDERS, Phase.MOVING, Phase.RESPONSE, Phase.PAIRING, Phase.FIRST_FIRE}
    assert more > 1000


def test_no_order_that_can_be_counted_is_left_out():
    """CA-20.1: orders drawn field by field, whatever `check` allows of them."""
    chance, met = random.Random(21), set()
    for scenario, seed in GAMES:
        for step in wander(scenario, seed, most=90):
            tried = [drawn(step.before, step.seat, chance) for _ in range(150)]
            allowed = [a for a in tried if not check(step.before, step.seat, a)]
            known = {key(a) for a in every_order(step.before, step.seat)}
            for a in allowed:
                if a.verb != Verb.MANOEUVRE or a.choice != Manner.GO:
                    assert key(a) in known, action_text(step.before, a)
                    met.add(Verb(a.verb))
    assert met >= {Verb.ORDER, Verb.ACTIVATE, Verb.MANOEUVRE, Verb.BACK, Verb.END, Verb.CEASE, Verb.CONCEDE}
