"""Every reason of CA-20.4 by an order that is refused for it, as `check` says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.actions import apply, check
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import Place, blank_state, field_detachment, lay_terrain, set_up
from hulldown.rulesets.close_assault.shooting import why_not_use
from hulldown.rulesets.close_assault.state import Ground, Order, Phase, State
from hulldown.rulesets.close_assault.values import UnitProfile
from hulldown.rulesets.close_assault.words import action_text, find_model, parse_action
from hulldown.rulesets.common.explanation import OFF

SQUAD, WALKER = "line_infantry", "walker"
RHINO, TANK, BANEBLADE = "rhino", "battle_tank", "baneblade"
FREE = Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE
FIRE, ADVANCE, MARCH, CHARGE = FREE

Unit = tuple[str, str | UnitProfile, list[Place], Order]


def nothing(s: State) -> None:
    """The position as it is."""


@dataclass
class Case:
    """Detachments, an order of B's, why it is refused; what stands and happens before."""

    why: str
    order: str
    ours: tuple[Unit, ...]
    theirs: tuple[Unit, ...]
    first: tuple[tuple[Any, ...], ...] = ()  # orders and their dice; those that begin with R are the enemy's
    before: Callable[[State], object] = nothing
    phase: Phase = Phase.MOVEMENT
    facing: int = 0  # of B's vehicles
    options: dict[str, Any] = field(default_factory=dict)


def table(case: Case) -> State:
    """The position before the first order."""
    s = blank_state(case.options)
    for side, units in enumerate((case.ours, case.theirs)):
        for name, what, places, order in units:
            field_detachment(SHELF, s, side, what, places, 0 if side else case.facing, order, name)
    s.initiative = s.side = 0
    s.phase = case.phase
    case.before(s)
    return s


def give(s: State, text: str, *dice: int) -> State:
    """The position after an order with these dice; the order must be legal."""
    seat = int(text.startswith("R"))
    a, s = parse_action(s, seat, text), copy(s)
    assert Why.of(check(s, seat, a)) == Why.ALLOWED, text
    apply(s, a, script_dice(new_dice(0), [(die, 6) for die in dice]), OFF)
    return s


def code(s: State, text: str, seat: int = 0) -> str:
    """The first reason against an order, in lower case as a refusal names it."""
    return Why.of(check(s, seat, parse_action(s, seat, text))).name.lower()


def one(unit: str | UnitProfile, order: Order, *places: Place, name: str = "B1") -> Unit:
    """A detachment; of the enemy by its name."""
    return (name, unit, list(places), order)


def foe(unit: str, *places: Place, order: Order = MARCH, name: str = "R1") -> Unit:
    """A detachment of the enemy's."""
    return (name, unit, list(places), order)


def block(*box: float) -> Callable[[State], object]:
    """A block on the table."""
    return lambda s: lay_terrain(s, Ground.BLOCK, *box)


def difficult(*box: float) -> Callable[[State], object]:
    """A wood on the table."""
    return lambda s: lay_terrain(s, Ground.WOOD, *box)


def bits(name: str, **values: int) -> Callable[[State], object]:
    """Bits of the weapons of a model as they are given: used or fired this round."""

    def write(s: State) -> None:
        for key, value in values.items():
            setattr(s.model[find_model(s, name)], key, value)

    return write


FAR = foe(SQUAD, (40, 30), name="R9")
GO = ("B1 activate",)
STOP = (GO, ("B1.1 drive 13.75,12",))  # a Rhino from (5, 12) before a squad at (15, 12)
RUN = one(RHINO, CHARGE, (5, 12))
AHEAD = foe(SQUAD, (15, 12))
EVADED = (*STOP, ("B1 shock R1",), ("R1 evade",))
HELD = one(RHINO, CHARGE, (20, 18))  # with an enemy before it
BEFORE = (21.25, 18)
ROUND = one(SQUAD, CHARGE, BEFORE)  # about a Rhino of the enemy's at (20, 18)
PREY = foe(RHINO, (20, 18))
BESIDE = foe(SQUAD, (19.5, 19.9), name="R2")
IN_FRONT = foe(SQUAD, (22.3, 18), name="R2")
SCOUT = one(RHINO, ADVANCE, (5, 12))
NEAR = foe(SQUAD, (10, 12))
AT_REAR = foe(SQUAD, (18, 18), order=FIRE)
WAITS = foe(SQUAD, BEFORE, order=FIRE)
MARCHES = one(RHINO, MARCH, (20, 18))
SHOCKED = (("R1 activate",), ("R1.1 drive 13.75,12",), ("R1 shock B1",))  # by the Rhino from (5, 12)
LAST = Phase.ADVANCING_FIRE
GUN = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
GUNS = {"Ray": ["Beam"], "Second gun": ["Co-axial"], "Hull gun": [], "Mind gun": ["Psi"]}
BEAMER = faultless(  # rays fire no Overwatch, but give bonuses
    {
        "name": "Beamer",
        "type": "Vehicle",
        "list": "auxilia",
        "save": 4,
        "movement": 6,
        "wounds": 1,
        "morale": 3,
        "caf": 2,
        "base": {"shape": "rect", "length": 1.5, "width": 1.0},
        "weapon": [
            {"name": name, "line": [GUN | {"traits": traits}]}
            | ({"coaxial_with": "Ray"} if "Co-axial" in traits else {})
            for name, traits in GUNS.items()
        ],
    }
)
STORMED = (("R1 activate",), ("R1.1 drive 21.25,18",), ("R1 end",), ("B1 overwatch yes", 1, 1))


def theirs_first(s: State) -> None:
    """The enemy activates first."""
    s.side = 1


CASES = (
    Case("order", "B1 activate", (one(SQUAD, FIRE, (5, 5)),), (FAR,)),
    Case("order", "B1 shock R9", (one(RHINO, ADVANCE, (5, 5)),), (FAR,), (GO,)),
    Case("order", "B1 shock R9", (RUN,), (FAR,), (GO,), options={"rules_mode": "today"}),
    Case("type", "B1 shock R9", (one(SQUAD, CHARGE, (5, 5)),), (FAR,), (GO,)),
    Case("type", "B1.1 turn 90", (one(SQUAD, CHARGE, (20, 18), (18.5, 18)),), (foe(SQUAD, (21, 18)),), (GO,)),
    Case("distance", "B1.1 drive 23.02,12", (RUN,), (FAR,), (GO,)),
    Case("distance", "B1.1 drive 18,12", (RUN,), (FAR,), (GO,), difficult(6, 0, 18, 24)),
    Case("no_contact", "B1 end", (RUN,), (FAR,), (GO, ("B1.1 drive 15,12",))),
    Case(
        "no_contact",
        "B1 end",
        (one(SQUAD, CHARGE, (20, 18), (18, 18)),),
        (foe(SQUAD, (21, 18)),),
        (GO, ("B1.2 drive 18.5,18",)),
    ),
    Case("overlap", "B1 end", (one(RHINO, MARCH, (5, 12), (5, 14)),), (FAR,), (GO, ("B1.1 drive 5,13.5",))),
    Case("off_table", "B1 end", (RUN,), (FAR,), (GO, ("B1.1 drive 0.5,12",))),
    Case("coherency", "B1 end", (one(SQUAD, ADVANCE, (5, 12), (6, 12)),), (FAR,), (GO, ("B1.1 drive 1,12",))),
    Case("zone", "B1.1 drive 12.8,12", (one(RHINO, ADVANCE, (5, 12)),), (AHEAD, FAR), (GO,)),
    Case("through_enemy", "B1.1 drive 17,12", (RUN,), (AHEAD,), (GO,)),
    Case("terrain", "B1.1 drive 13,12", (RUN,), (FAR,), (GO,), block(9, 10, 10, 14)),
    Case("engaged", "B1.1 drive 19,18", (HELD,), (foe(SQUAD, BEFORE),), (GO,)),
    Case("ts_target_type", "B1 shock R1", (RUN,), (foe(WALKER, (15.125, 12)),), STOP),
    Case("ts_no_contact", "B1 shock R9", (RUN,), (AHEAD, FAR), STOP),
    Case("ts_other_contact", "B1 shock R1", (RUN,), (AHEAD, foe(SQUAD, (13.75, 13), name="R2")), STOP),
    Case("ts_repeat", "B1 shock R1", (RUN,), (AHEAD,), (*EVADED, ("B1.1 spend 0", 1, 1, 6, 6))),
    Case("ts_turned", "B1 shock R1", (HELD,), (foe(SQUAD, BEFORE),), (GO, ("B1.1 turn 90",))),
    Case("ts_turned", "B1.1 turn 90", (RUN,), (AHEAD,), (*EVADED, ("B1.1 spend 0", 1, 1, 6, 6))),
    Case(
        "ts_held", "B1 shock R1", (HELD,), (foe(SQUAD, BEFORE), foe(WALKER, (20, 19.125), name="R2")), (GO,)
    ),
    Case("ts_end_contact", "B1 end", (RUN,), (AHEAD,), (*EVADED, ("B1.1 spend 0", 1, 1, 6, 6))),
    Case("fallback", "B1 set-back", (RUN,), (AHEAD,), STOP),
    Case(
        "fights",
        "B1.1 fights R1.1",
        (one(SQUAD, MARCH, (20, 18), (21, 19)),),
        (foe(SQUAD, (21, 18), order=FIRE), foe(SQUAD, (20, 17), order=FIRE, name="R2")),
        (GO,),
    ),
    Case("bonus_used", "B1.1 spend 5", (MARCHES,), (WAITS,), (GO,)),
    Case("bonus_arc", "B1.1 spend 0 1 0 0 0 0", (one(BANEBLADE, MARCH, (20, 18)),), (AT_REAR,), (GO,)),
    Case(
        "bonus_target",
        "B1.1 spend 0 0 1",
        (one(TANK, MARCH, (20, 18)),),
        (foe(RHINO, (21.625, 18), order=FIRE),),
        (GO,),
    ),
    Case(
        "bonus_fired",
        "B1.1 spend 0 0 1 0",
        (one(BEAMER, FIRE, (20, 18)),),
        (foe(SQUAD, (25, 18), order=CHARGE),),
        STORMED,
        theirs_first,
    ),
    Case(
        "bonus_locked",
        "B1.1 spend 1 0 0 0",
        (one(BEAMER, FIRE, (20, 18)),),
        (foe(SQUAD, (25, 18), order=CHARGE),),
        STORMED,
        theirs_first,
        options={"coaxial_link": "mutual"},
    ),
    Case("enc_type", "B1.1 encircle R1.1 1", (HELD,), (foe(RHINO, (21.5, 18)),), (GO,)),
    Case("enc_type", "B1.1 leap 18.75,18", (ROUND,), (PREY,), (GO,)),
    Case("enc_order", "B1.1 encircle R1.1 1", (one(SQUAD, ADVANCE, (30, 18)),), (PREY,), (GO,)),
    Case("enc_not_engaged", "B1.1 encircle R1.1 1", (one(SQUAD, CHARGE, (30, 18)),), (PREY,), (GO,)),
    Case("enc_distance", "B1.1 encircle R1.1 5.1", (ROUND,), (PREY,), (GO,)),
    Case("enc_lost_contact", "B1.1 encircle R1.1 -1", (ROUND,), (PREY, IN_FRONT), (GO,)),
    Case("enc_through", "B1.1 encircle R1.1 4.07", (ROUND,), (PREY, BESIDE), (GO,)),
    Case("enc_new_contact", "B1.1 encircle R1.1 1.935", (ROUND,), (PREY, BESIDE), (GO,)),
    Case("turn_blocked", "B1.1 turn 90", (HELD, one(SQUAD, FIRE, (20, 19.15), name="B2")), (WAITS,), (GO,)),
    Case("turn_contact", "B1.1 turn 90", (HELD,), (WAITS,), (GO,), options={"turn_adjust": "strict"}),
    Case("turn_contact", "B1.1 turn 90", (RUN,), (FAR,), (GO,)),
    Case(
        "turn_late",
        "B1.1 turn 90",
        (one(RHINO, CHARGE, (20, 18), (16.5, 18)),),
        (foe(SQUAD, (20, 19)),),
        (GO, ("B1.2 drive 18.625,20",)),
    ),
    Case(
        "turned",
        "B1.1 drive 12,12",
        (RUN, one(SQUAD, FIRE, (5, 13.1), name="B2")),
        (FAR,),
        (GO, ("B1.1 turn 90",)),
    ),
    Case("answers", "R1 evade R1.1", (RUN,), (AHEAD,), (*STOP, ("B1 shock R1",))),
    Case("fire_order", "B1 fire R1", (one(SQUAD, ADVANCE, (5, 12)),), (NEAR,), phase=Phase.FIRST_FIRE),
    Case("fire_order", "B1 defend R1", (RUN,), (NEAR,), (GO,)),
    Case("fire_engaged", "B1 fire R1", (one(RHINO, FIRE, (20, 18)),), (WAITS,), phase=Phase.FIRST_FIRE),
    Case("fire_used", "B1 fire R1", (SCOUT,), (NEAR,), before=bits("B1.1", used=1), phase=LAST),
    Case("fire_done", "B1 fire R1", (SCOUT,), (NEAR,), before=bits("B1.1", fired=1), phase=LAST),
    Case(
        "fire_done", "B1.1 spare 3", (one(TANK, ADVANCE, (5, 12)),), (NEAR,), (("B1.1 spare 3",),), phase=LAST
    ),
    Case(
        "fire_coaxial",
        "B1 fire R1",
        (one(TANK, ADVANCE, (5, 12)),),
        (NEAR,),
        before=bits("B1.1", used=0b101),
        phase=LAST,
    ),
    Case("fire_range", "B1 fire R9", (SCOUT,), (FAR,), phase=LAST),
    Case("fire_arc", "B1 fire R1", (SCOUT,), (NEAR,), phase=LAST, facing=180),
    Case("fire_los", "B1 fire R1", (SCOUT,), (NEAR,), before=block(7, 11, 8, 13), phase=LAST),
    Case(
        "ow_eligible",
        "B1 stand-and-fire",
        (one(SQUAD, MARCH, (15, 12)),),
        (foe(RHINO, (5, 12), order=CHARGE),),
        SHOCKED,
        theirs_first,
    ),
    Case(
        "withdraw",
        "B1.2 place 15.5,12.5",
        (one(SQUAD, MARCH, (15, 11.5), (15, 12.5)),),
        (foe(RHINO, (5, 12), order=CHARGE),),
        (
            *SHOCKED,
            ("B1 stand",),
            ("R1.1 fights B1.1",),
            ("R1.1 spend 0", 6, 6, 1, 1),
            ("R1.1 spend 0", 6, 6, 3, 4, 4, 1),  # a tie, and the morale test
        ),
        theirs_first,
    ),
    Case("not_yours", "R9 activate", (RUN,), (FAR,)),
    Case("not_yours", "B1 fire R9", (RUN,), (FAR,)),
    Case("not_yours", "B1 order march", (RUN,), (FAR,), (GO,)),
    Case(
        "no_combat",
        "B3 combat",
        (MARCHES, one(SQUAD, MARCH, (5, 5), name="B2"), one(SQUAD, FIRE, (40, 5), name="B3")),
        (WAITS, foe(SQUAD, (6, 5), order=FIRE, name="R2")),
        (GO,),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.why}: {case.order}")
def test_an_order_is_refused_for_its_reason(case: Case) -> None:
    """CA-20.4, and the rules of the reasons: CA-2.5, CA-2.7, CA-2.8, CA-3.3, CA-4.1 to CA-4.9, CA-5.6,
    CA-7.14, CA-9.5, CA-10.1 to CA-10.5, CA-12.2, CA-12.25, CA-12.29, CA-12.32, CA-13.9, CA-14.2 to CA-14.6,
    CA-15.1, CA-15.2, CA-15.10, CA-16.4, CA-17.2.
    """
    s = table(case)
    for order, *dice in case.first:
        s = give(s, order, *dice)
    assert code(s, case.order, int(case.order.startswith("R"))) == case.why
    assert action_text(s, parse_action(s, 0, case.order)).startswith(case.order)


def test_models_are_placed_in_their_zone() -> None:
    """CA-2.13."""
    s = set_up(SHELF, "free_drill")
    assert code(s, "B1.1 place 10,4.5 facing 90") == "deploy_zone"
    assert code(s, "B1.1 place 10,4 facing 90") == "allowed"
    assert code(s, "B1 form 10,10 facing 90 abreast 2") == "deploy_zone"


def test_bonuses_are_for_who_is_touched() -> None:
    """CA-10.2: an order to spend names nobody, so that only the rule itself can be asked."""
    s = table(Case("", "", (MARCHES,), (FAR,)))
    assert Why.of(why_not_use(s, 0, 1, 0, 1)) == Why.BONUS_CONTACT


def codes_in(rule: str) -> list[str]:
    """The codes that a rule lists, in its order; that of a whole group as "enc_"."""
    text = SHELF.rulebook().rules[rule][1]
    return [found.lower() for found in re.findall(r"E_([A-Z_]+)", text)]


def test_every_reason_of_the_book_is_given_for_some_order() -> None:
    """CA-20.4: its codes in its order, and those that the program adds."""
    made = [Why.refusal(why).code for why in Why if why]
    printed = codes_in("CA-20.4")
    round_ = codes_in("CA-13.9")[:-1]  # the last is E_OVERLAP
    where = printed.index("enc_")
    printed[where : where + 1] = round_
    assert made[: len(printed)] == printed
    assert made[len(printed) :] == [
        "not_yours",
        "deploy_zone",
        "fallback",
        "no_combat",
        "turn_late",
        "turned",
        "answers",
    ]
    assert {case.why for case in CASES} | {"deploy_zone", "bonus_contact"} == set(made)


@pytest.mark.parametrize("why", [why for why in Why if why], ids=lambda why: why.name.lower())
def test_a_reason_reads_as_a_player_says_it(why: Why) -> None:
    """CA-20.4: a clause without code names, that a rule of the book may follow in brackets."""
    text = why.text
    assert text == text.strip() and text[-1] not in ".:;," and not re.search(r"_|E_|None|\d{4}|  ", text)
    assert text.split()[0].islower() or text.split()[0] in ("Overwatch",)
    assert why.rule in SHELF.rulebook().rules
