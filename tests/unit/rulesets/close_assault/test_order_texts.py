"""Orders as text, malformed in every way: one sentence that says what to write, never anything else."""

from __future__ import annotations

import random

import pytest
from tests.unit.rulesets.close_assault.test_reasons import AHEAD, FAR, RUN, Case, give, table
from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS

from hulldown.kernel.actions import make
from hulldown.kernel.records import digest
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import NOBODY, Manner, Verb
from hulldown.rulesets.close_assault.words import action_text, parse_action

WRONG = (
    ("", "is no order"),
    ("B1", "is no order"),
    ("B9 end", "there is no detachment 'B9': there are B1, R1, R2"),
    ("why B1 order charge", "there is no detachment 'WHY'"),
    ("B1.3 drive 1,1", "there is no model 'B1.3': there are B1.1, B1.2"),
    ("B1.0 drive 1,1", "there is no model"),
    ("B1.² drive 1,1", "there is no model"),
    ("B1 jump", "'jump' is not something a detachment can do"),
    ("B1.1 charge R1", "'charge' is not something a model can do"),
    ("B1 order fly", "'fly' is no order: there are first-fire, advance, march, charge"),
    ("B1 order", "say one of the orders"),
    ("B1 drive-at R1 now", "say the target"),
    ("B1 go 12", "'12' is no place"),
    ("B1 go 12,", "'' is no length"),
    ("B1 go 1,2,3", "'2,3' is no length"),
    ("B1 go 1e3,nan", "'1e3' is no length"),
    ("B1.1 drive 1.2345,3", "is no length"),
    ("B1.1 drive 1,1 facing 360", "360 is no facing"),
    ("B1.1 drive 1,1 facing -1", "-1 is no facing"),
    ("B1.1 drive 1,1 facing 1.234", "is no facing: say degrees with up to two decimals"),
    ("B1.1 drive 1,1 towards 90", 'say "facing" and degrees'),
    ("B1.1 turn north", "'north' is no facing"),
    ("B1.1 spend", "how many bonuses of its weapon"),
    ("B1.1 spend 1 1", "how many bonuses"),
    ("B1.1 spend -1", "'-1' is no number of bonuses"),
    ("B1.1 spend 32", "'32' is no number of bonuses: say a whole number up to 31"),
    ("B1.1 spare first", "'first' is no weapon"),
    ("B1.1 encircle R1 2", "there is no model"),
    ("B1.1 encircle R1.1 far", "'far' is no length"),
    ("B1 fire R1 or R2", 'say "and" between'),
    ("B1 overwatch perhaps", "'perhaps' is no answer: there are yes, no"),
    ("B1 end now", "'end' takes nothing after it"),
    ("B1 form 3,3 facing 90 wide 2", 'say "abreast"'),
)


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_not_understood_is_said_in_one_sentence(text: str, said: str) -> None:
    """CA-20.1"""
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace(".", r"\.")) as raised:
        parse_action(set_up(SHELF, TWO_RHINOS), 0, text)
    assert "\n" not in str(raised.value) and "None" not in str(raised.value)


@pytest.mark.parametrize("scenario", ["drill_square", "free_drill"])
def test_any_words_are_an_order_or_a_sentence(scenario: str) -> None:
    """CA-20.4: whatever is understood has a reason or none, and asking changes nothing."""
    s, chance = set_up(SHELF, scenario), random.Random(20)
    before = digest(s)
    words = sorted({word for text, _ in WRONG for word in text.split()})
    words += [
        "R1",
        "R2",
        "B1.1",
        "R1.1",
        "999.999,-999.999",
        "-999",
        "none",
        "concede",
        "no",
        "more",
        "\0",
        "１",
    ]
    understood = 0
    for _ in range(3000):
        said = chance.choice(WRONG)[0].split()
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(said) + 1)
            said[at : at + 1] = chance.choices(words, k=chance.randint(0, 1))
        text = " ".join(said)
        try:
            a = parse_action(s, chance.randrange(2), text)
        except ValueError:
            continue
        understood += 1
        assert Why.of(check(s, chance.randrange(2), a)).rule or check(s, int(a.seat), a) == Why.ALLOWED
        assert parse_action(s, int(a.seat), action_text(s, a)).verb == a.verb
    assert understood > 20 and digest(s) == before


def test_a_charge_is_at_a_model_of_its_target() -> None:
    """CA-20.4: numbers that name nobody are refused, whatever page or program sent them."""
    s = table(Case("", "", (RUN,), (AHEAD, FAR)))
    s = give(s, "B1 activate")
    for place, side in ((99, -1), (-2, -1), (0, -1), (2, -1), (1, 4), (1, -2), (NOBODY, 9000)):
        a = make(0, Verb.MANOEUVRE, 0, target=1, place=place, facing=side, choice=Manner.CHARGE)
        assert Why.of(check(s, 0, a)) == Why.NOT_YOURS
    a = make(0, Verb.MANOEUVRE, 0, target=1, facing=1, choice=Manner.SHOCK)
    assert Why.of(check(s, 0, a)) == Why.NOT_YOURS  # a Tank Shock goes for no side
    for place, side in ((NOBODY, NOBODY), (1, NOBODY), (1, 3)):
        a = make(0, Verb.MANOEUVRE, 0, target=1, place=place, facing=side, choice=Manner.CHARGE)
        assert Why.of(check(s, 0, a)) == Why.ALLOWED
        assert digest(parse_action(s, 0, action_text(s, a))) == digest(a)
