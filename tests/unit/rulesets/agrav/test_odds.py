"""The odds of orders against every face of the dice, and in the words of the panel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.unit.rulesets.agrav.blows import crit, target
from tests.unit.rulesets.agrav.range import fence
from tests.unit.rulesets.agrav.table import give, table, unit

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import blank, copy
from hulldown.odds import Odds, exact, odds, sample
from hulldown.rulesets.agrav.armor import crit_roll
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.game import RULESET
from hulldown.rulesets.agrav.state import Part, Shield, State, Way
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.victory import outcome, unpack_fate
from hulldown.rulesets.common.explanation import OFF, chances, with_dice

DUEL = [("bastion", "F7")], [("strider", "F2", "S")]


def plan_of(s: State, texts: Iterable[str]) -> list[Any]:
    return [RULESET.speech.parse_action(s, int(s.side), text) for text in texts]


def of(s: State, *texts: str) -> Odds:
    """The odds of a plan, which are exact."""
    found = odds(RULESET, s, plan_of(s, texts))
    assert found.exact
    return found


def lines(found: Odds, group: str = "") -> dict[str, Fraction]:
    """The lines of the panel, or those of a group."""
    return {line.text: line.chance for line in found.lines if group in ("", line.group)}


def left(found: Odds, heading: str) -> dict[str, Fraction]:
    """What is left on a track, in the full table."""
    full = RULESET.odds.in_full(found.before, found.plan, found.subject, found.distribution.chances())
    return {line.text: line.chance for line in full if line.group == heading}


# ---------------------------------------------------------------- against every face


@pytest.mark.parametrize("kind", list(SHELF.units().vehicles))
@pytest.mark.parametrize("rule", ["nothing", "next"])
def test_a_crit_strikes_each_part_with_the_share_of_its_faces(kind: str, rule: str) -> None:
    """AG-12.7, AG-12.9, AG-12.10, AG-12.12: every face of the die, against the walk by bands."""
    s = target(kind, {"crit_on_destroyed_part": rule})
    crit(s.units[0], Part.DRIVE, 2)

    def roll(d: Dice) -> int:
        made = copy(s)
        crit_roll(made, 0, d, OFF)
        return int(outcome(made, OFF, 0))

    faces: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, s.units[0].budget + 1):
        faces[with_dice(roll, [face])[0]] += Fraction(1, int(s.units[0].budget))
    assert chances(roll) == faces


def test_a_shot_has_the_odds_of_every_face_of_its_dice() -> None:
    """AG-1.1: a hundred faces, each played."""
    s = table(*DUEL)
    faces: dict[int, Fraction] = defaultdict(Fraction)
    a = plan_of(s, ["A1 fire cannon100 B1"])[0]
    for face in range(1, 101):
        dice = [(face,)] if face > 80 else [(face, crit) for crit in (1, 14, 15, 30, 60)]
        for shown in dice:
            health = give(s, "A1 fire cannon100 B1", *shown).units[1].health
            faces[health] += Fraction(1, 100 * len(dice))
    found = exact(RULESET, s, [a]).map(lambda number: unpack_fate(number).health)
    assert found.chances() == faces


def test_a_volley_is_its_shots_one_after_another() -> None:
    """AG-8.12: three shots at 80%, every way they can fall."""
    s = table(*DUEL)
    faces: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for shots in product((1, 100), repeat=3):
        after = give(s, "A1 fire autocannon B1", *shots).units[1]
        weight = [Fraction(4, 5) if face == 1 else Fraction(1, 5) for face in shots]
        faces[int(after.health), int(after.durability)] += weight[0] * weight[1] * weight[2]
    found = of(s, "A1 fire autocannon B1")
    assert found.distribution.map(lambda n: (unpack_fate(n).health, unpack_fate(n).plate)).chances() == faces
    assert lines(found, "detail") == {
        "1 of 3 hit": Fraction(12, 125),
        "2 of 3 hit": Fraction(48, 125),
        "3 of 3 hit": Fraction(64, 125),
    }


def test_a_sample_agrees_with_the_walk() -> None:
    s = table(*DUEL)
    plan = plan_of(s, ["A1 fire cannon100 B1", "A1 fire autocannon B1"])
    truth, drawn = exact(RULESET, s, plan), sample(RULESET, s, plan, n=400, seed=5)
    low, high = drawn.interval(lambda n: unpack_fate(n).health < 3200, sigmas=4)
    assert low <= truth.chance(lambda n: unpack_fate(n).health < 3200) <= high
    assert set(drawn) <= set(truth)


# ---------------------------------------------------------------- the panel of a shot


def test_a_shot_at_armour_misses_bounces_or_penetrates() -> None:
    """AG-10.4, AG-12.7, AG-15.1."""
    found = of(table(*DUEL), "A1 fire cannon100 B1")
    assert lines(found, "result") == {
        "Miss": Fraction(1, 5),
        "Does not penetrate": 0,
        "Penetrates": Fraction(4, 5),
    }
    effects = lines(found, "effect")
    assert effects["Destroyed"] == 0 and effects["Stunned"] == Fraction(4, 5)
    details = lines(found, "detail")
    assert details["Cockpit and sensors damaged"] == Fraction(4, 5) * Fraction(10, 60)
    assert sum(details.values()) == effects["Crit"]
    assert left(found, "Health left") == {"415": Fraction(1, 5), "322.7": Fraction(4, 5)}
    assert found.facts["health"].chance(Fraction(415)) == Fraction(1, 5)
    assert found.facts["cockpit and sensors"].chance("damaged") == details["Cockpit and sensors damaged"]


@pytest.mark.parametrize(("charge", "text"), [(1500, "Shield holds"), (300, "Shield falls")])
def test_a_shield_holds_or_falls(charge: int, text: str) -> None:
    """AG-13.6, AG-13.7: what empties it does not go on."""
    s = table(*DUEL, shields=True)
    unit(s, "B1").shield.charge, unit(s, "B1").shield.nominal = charge, 100
    found = of(s, "A1 fire cannon100 B1")
    assert lines(found, "result") == {"Miss": Fraction(1, 5), text: Fraction(4, 5)}
    assert found.facts["shield"].chance("disabled" if charge == 300 else "active") >= Fraction(4, 5)


def test_a_shot_through_twice_its_thickness_cracks_a_shield() -> None:
    """AG-13.4; one that is cracked already only holds (AG-13.19)."""
    s = table(*DUEL, shields=True)
    unit(s, "B1").shield.nominal = 40
    assert lines(of(s, "A1 fire cannon100 B1"), "result")["Shield cracks"] == Fraction(4, 5)
    unit(s, "B1").shield.crack = 1
    assert lines(of(s, "A1 fire cannon100 B1"), "result")["Shield holds"] == Fraction(4, 5)


def test_shots_of_one_volley_go_on_where_the_shield_fell() -> None:
    """AG-8.12, AG-13.7: the worst of a volley counts."""
    s = table(*DUEL, shields=True)
    unit(s, "B1").shield.charge = 100
    found = lines(of(s, "A1 fire autocannon B1"), "result")
    assert found["All 3 shots miss"] == Fraction(1, 125)
    assert found["Shield falls"] == Fraction(12, 125)  # by one hit; a second one goes through
    assert found["Penetrates"] == Fraction(112, 125) and sum(found.values()) == 1


def test_a_squad_loses_models() -> None:
    """AG-21.5."""
    s = table([("bastion", "F7")], [("troopers", "F4")])
    found = of(s, "A1 fire autocannon B1")
    assert sum(lines(found, "result").values()) == 1
    assert left(found, "Models left")["5"] == Fraction(1, 125)
    assert found.facts["models"].chance(2) == Fraction(64, 125)


def test_a_structure_is_rolled_for_twice() -> None:
    """AG-20.2, AG-20.11: 1 - (1 - p)^2; a barricade is no structure."""
    s = table([("bastion", "F7")], picture=("............",) * 2 + (".....HH.....",) + ("............",) * 5)
    assert lines(of(s, "A1 fire cannon100 S1")) == {
        "Miss": Fraction(1, 25),
        "Hit, and it stands": Fraction(24, 25),
        "Falls": 0,
    }
    s.section[0].durability = 100
    found = of(s, "A1 fire cannon100 S1")
    assert lines(found)["Falls"] == Fraction(24, 25)
    assert left(found, "Durability left") == {"10": Fraction(1, 25), "0": Fraction(24, 25)}
    assert found.facts["falls"].chance(True) == Fraction(24, 25)


def test_a_barricade_is_rolled_for_once() -> None:
    """AG-20.11."""
    s = table([("bastion", "F7")])
    fence(s, (5, 3))
    look_all(s)
    found = of(s, "A1 fire cannon100 K1")
    assert lines(found)["Miss"] == Fraction(1, 5) and sum(lines(found).values()) == 1


# ---------------------------------------------------------------- what lands later, what moving costs, rams


def test_what_goes_up_lands_with_the_odds_of_the_second_roll() -> None:
    """AG-17.10, AG-17.11, AG-17.13: the odds of ending the turn are those of the round that lands."""
    s = table([("anvil", "F7")], [("strider", "F2", "S")])
    found = of(s, "A1 fire mortar B1")
    assert list(lines(found)) == ["Miss", "On its way"] and sum(lines(found).values()) == 1
    s = give(give(s, "A1 fire mortar B1", 1), "end")
    unit(s, "B1").tiles = 3
    landing = of(s, "end")
    assert sum(lines(landing, "result").values()) == 1
    assert 0 < lines(landing, "result")["No hit"] < 1
    assert landing.facts["hits"].chance(1) == 1 - lines(landing, "result")["No hit"]


def test_a_step_into_reaction_fire_is_dangerous_and_another_is_not() -> None:
    """AG-16.8: reaction fire at whoever moves."""
    s = table(*DUEL, options={"reaction_trigger": "any_move_in_view"})
    assert lines(of(s, "A1 step N")) == {}
    unit(s, "B1").weapon[0].cone = Way.S
    found = lines(of(s, "A1 step N"), "result")
    assert 0 < found["No hit"] < 1 and sum(found.values()) == 1


def test_a_ram_needs_no_roll() -> None:
    """AG-19.1: it stuns whatever it does."""
    s = table([("bastion", "F7")], [("strider", "F6", "S")])
    found = of(s, "A1 ram B1")
    assert "No hit" not in lines(found) and lines(found)["Stunned"] == 1
    assert sum(lines(found, "result").values()) == 1


def test_an_order_that_does_nothing_to_anybody_has_no_panel() -> None:
    s = table(*DUEL)
    for text in ("A1 turn left", "end"):
        assert lines(of(s, text)) == {}


# ---------------------------------------------------------------- plans


def test_a_whole_turn_is_exact() -> None:
    """Both guns with a step between them: equal positions are merged, and the last order's subject counts."""
    s = table(*DUEL)
    found = of(s, "A1 fire cannon100 B1", "A1 step N", "A1 fire autocannon B1")
    health = found.facts["health"]
    assert health.chance(Fraction(415)) == Fraction(1, 5) * Fraction(1, 5**3) or health.exact
    lasting = RULESET.odds.lasting(s, found.plan[-1], found.distribution.chances())
    told = {line.text: line.chance for line in lasting if line.group == "effect"}
    assert told["Loses health"] == 1 - health.chance(Fraction(415))
    shares = [line.chance for line in lasting if line.group == "Health left"]
    assert sum(shares) == 1 and len(shares) > 2


# ---------------------------------------------------------------- the number


def test_a_fate_keeps_all_that_a_hit_can_change() -> None:
    """Four crits at most, for each threshold is passed once (AG-12.7)."""
    s = target("colossus", shield=True)
    u = s.units[0]
    u.health, u.durability, u.stun = 5799, 3999, 2
    u.shield.state, u.shield.crack, u.shield.charge = Shield.INACTIVE, 2, 1999
    u.parts = 24
    for k, crits in ((23, 2), (22, 1), (21, 1)):
        u.part[k].crits = crits
    log: Log = blank(Log)
    number = int(outcome(s, log, 0))
    assert 0 < number < 1 << 63
    fate = unpack_fate(number)
    assert (fate.health, fate.plate, fate.charge, fate.stun) == (5799, 3999, 1999, 2)
    assert (fate.shield, fate.cracked, fate.crits) == (Shield.INACTIVE, True, (21, 22, 23, 23))
    assert outcome(s, log, -1) == 0
