"""Options: single models answer a Tank Shock; Wounds from Overwatch count for it (CA-12.7, CA-12.19)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.engine import legal_actions
from hulldown.kernel.records import copy, digest
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets import get
from hulldown.rulesets.close_assault.actions import apply, check, every_order, legal
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why, fired_at
from hulldown.rulesets.close_assault.explanation import explainer
from hulldown.rulesets.close_assault.fights import EVADES, evading
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.odds import own_odds, promised, shock_preview, subject
from hulldown.rulesets.close_assault.orders import orders
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Order, Phase, Response, State, Verb
from hulldown.rulesets.close_assault.words import action_text, parse_action
from hulldown.rulesets.common.explanation import OFF, open_log

RHINO, ROCKETS = "Rhino", "Rocket infantry"
CLEAR = (24, 18)  # of the third model, which touches nobody


def stopped(what: str = RHINO, **options: str) -> State:
    """A vehicle at (20, 18) that shocks Rocket infantry which may fire: two of three touch it."""
    s = blank_state({"shock_answer": "models", **options})
    field_detachment(SHELF, s, 0, what, [(15, 18)], order=Order.CHARGE, name="B1")
    half = int(s.model[0].base.half_length) / 1000
    places = [(20 + half + 0.55, 17.4), (20 + half + 0.55, 18.6), CLEAR]
    field_detachment(SHELF, s, 1, ROCKETS, places, order=Order.FIRST_FIRE, name="R1")
    field_detachment(SHELF, s, 0, ROCKETS, [(2, 2)], order=Order.MARCH, name="B2")
    s.phase, s.initiative, s.side = Phase.MOVEMENT, 0, 0
    for text in ("B1 activate", "B1.1 drive 20,18", "B1 shock R1"):
        s = given(s, text)
    assert s.phase == Phase.RESPONSE
    return s


def ordered(s: State, text: str) -> Action:
    """A legal order."""
    a = parse_action(s, int(text.startswith("R")), text)
    assert Why.of(check(s, int(a.seat), a)) == Why.ALLOWED, text
    return a


def given(s: State, text: str, *dice: int) -> State:
    """The position after an order with these dice."""
    a, after = ordered(s, text), copy(s)
    apply(after, a, script_dice(new_dice(0), [(die, 6) for die in dice]), OFF)
    return after


def refused(s: State, text: str) -> Why:
    """Why an order of the target is refused."""
    return Why.of(check(s, 1, parse_action(s, 1, text)))


def test_some_get_out_of_the_way_and_the_others_fight() -> None:
    """CA-12.7, CA-12.14: only who was named has the bonus and cannot wound; then it is forgotten."""
    s = given(stopped(), "R1 evade R1.2")
    assert [evading(s, m) for m in (1, 2, 3)] == [False, True, False]
    assert s.phase == Phase.PAIRING
    s = given(s, "B1.1 fights R1.2")
    s = given(s, "B1.1 spend 0", 1, 1, 6, 6)  # far below, but R1.2 wounds nobody
    s = given(s, "B1.1 spend 0", 1, 1, 6, 6, 6)  # R1.1 does
    assert s.model[0].wounds == 0 and s.model[1].wounds == s.model[2].wounds == 1
    assert EVADES not in [int(v.done) for v in s.model]


def test_who_gets_out_of_the_way_fires_no_overwatch() -> None:
    """CA-12.7, CA-12.12: the two others do; with the whole detachment out of the way nobody does."""
    s, log = stopped(), open_log()
    apply(s, ordered(s, "R1 fire-and-evade R1.1"), script_dice(new_dice(0), [(1, 6)] * 2), log)
    assert [row.model for row in fired_at.rows(log)] == [2, 3]
    assert not any(v.spared for v in s.model) and evading(s, 1) and not evading(s, 2)


def test_only_some_of_those_in_contact() -> None:
    """CA-12.7: nobody who touches no vehicle, not without the option; and the texts of such answers."""
    s = stopped()
    assert refused(s, "R1 evade R1.3") == refused(s, "R1 evade R1.2 R1.3") == Why.ANSWERS
    assert refused(stopped(shock_answer="detachment"), "R1 evade R1.1") == Why.ANSWERS
    for text in ("R1 evade", "R1 evade R1.1 R1.2", "R1 fire-and-evade R1.2"):
        assert action_text(s, ordered(s, text)) == text


def test_every_division_is_offered_and_explained() -> None:
    """CA-20.1, CA-20.2: to computer players and as a button, with what each promises."""
    s = stopped()
    texts = [action_text(s, a) for a in legal_actions(legal, s, 1)]
    whole = ["R1 stand", "R1 stand-and-fire", "R1 evade"]
    parts = [
        f"R1 {verb} {who}" for who in ("R1.1", "R1.2", "R1.1 R1.2") for verb in ("evade", "fire-and-evade")
    ]
    assert texts == [*whole, *parts]
    assert sorted(action_text(s, a) for a in every_order(s, 1) if a.verb == Verb.RESPOND) == sorted(texts)
    assert {button.text for button in orders(SHELF, s, 1)} >= set(texts)
    explanation = explainer(SHELF)(s, ordered(s, "R1 fire-and-evade R1.1"))
    assert any("Overwatch" in note for note, _ in explanation.notes)
    assert len(legal_actions(legal, stopped(shock_answer="detachment"), 1)) == len(whole)


def test_an_answer_in_part_promises_what_lies_between() -> None:
    """CA-19.9: the more get out of the way, the fewer Wounds it loses; the best answer is previewed."""
    s = stopped()
    stand, part, away = (
        promised(s, answer, bits)
        for answer, bits in ((Response.STAND, 0), (Response.SOME_EVADE, 0b10), (Response.EVADE, 0))
    )
    lost = [sum(c * own for (own, _), c in p.spread.items()) for p in (stand, part, away)]
    assert lost[0] > lost[1] > lost[2] == 0
    before = given_before(s)
    seen = shock_preview(before, 0, 1)
    assert set(seen) == set(Response)
    best = min(promised(s, Response.SOME_EVADE, bits).margin for bits in (1, 2, 3))
    assert seen[Response.SOME_EVADE].margin == best


def given_before(s: State) -> State:
    """The position before its Tank Shock was declared."""
    back = copy(s)
    back.phase, back.side, back.target = Phase.MOVING, 0, -1
    back.detachment[0].shocks, back.detachment[0].shocked = 0, 0
    return back


def test_the_odds_of_such_an_answer_are_those_of_the_dice() -> None:
    """CA-19.1, CA-12.7: odds after bonuses are named, and every way in which the dice can fall."""
    s = given(given(stopped(), "R1 evade R1.2"), "B1.1 fights R1.2")
    a = ordered(s, "B1.1 spend 1")
    by_dice = enumerate_outcomes(get("close_assault"), s, [a], subject(s, a)).chances()
    own = own_odds(s, a)
    assert own is not None and dict(own) == dict(by_dice)


def test_it_is_told_who_got_out_of_the_way() -> None:
    """CA-12.7."""
    s, log = stopped(), open_log()
    a = ordered(s, "R1 evade R1.2")
    apply(s, a, new_dice(1), log)
    first = tell(SHELF, s, a, log)[0]
    assert "{R1.2} gets out of the way" in first.text and "CA-12.7" in first.rules


def test_wounds_from_overwatch_count_as_an_option() -> None:
    """CA-12.19: a Land Raider that loses one to Overwatch and none in the Fights tests then, and not else."""
    tested = {}
    for value in ("fights", "overwatch_too"):
        s = stopped("Land Raider", shock_answer="detachment", shock_wounds=value)
        s = given(s, "R1 stand-and-fire", 6, 1, 1, 1)  # one hit, not saved
        assert s.model[0].wounds == 1
        s = given(s, "B1.1 fights R1.1")
        tested[value] = (int(s.lost[0]), int(s.detachment[0].wounds_lost))
        shot = promised(stopped("Land Raider", shock_wounds=value), Response.STAND_AND_FIRE)
        tested[value] += (shot.vehicle_tests,)
    assert tested["fights"][:2] == (0, 0) and tested["overwatch_too"][:2] == (1, 1)
    assert tested["overwatch_too"][2] > tested["fights"][2]


def test_a_question_about_an_answer_changes_nothing() -> None:
    s = stopped()
    before = digest(s)
    legal_actions(legal, s, 1)
    refused(s, "R1 fire-and-evade R1.1")
    assert digest(s) == before
