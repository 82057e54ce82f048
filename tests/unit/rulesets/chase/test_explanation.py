"""What stands behind a decision: the chart against each order, tests, collisions, shots."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, wander

from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.words import parse_action

explain = explainer(SHELF)


def told(s: State, seat: int, text: str) -> Explanation:
    """The explanation of an order."""
    return explain(s, parse_action(s, seat, text))


def notes(s: State, seat: int, text: str) -> list[str]:
    """Its sentences."""
    return [note for note, _ in told(s, seat, text).notes]


def test_an_order_is_told_against_every_order_of_the_enemy() -> None:
    """CH-6.2 to CH-6.9."""
    s = duel("marten", "warden", damage={"A1": (6, 1, 0)})
    shown = told(s, 0, "A1 pursue")
    assert shown.subtitle == "-2 to hit, +1 to be hit"
    assert [(m.text, m.amount) for m in shown.modifiers] == [
        ("driver", 2),
        ("agility", 1),
        ("drive damaged", -2),
    ]
    assert shown.notes == (
        ("A1 shows its Front.", "CH-7.2"),
        ("If B1 pursues: the range closes by 2; B1 shows its Front.", "CH-6.3"),
        (
            "If B1 flees: A1 may close up to 1 band if A1 wins, else B1 may open up to 1 band; "
            "B1 shows its Rear.",
            "CH-6.2",
        ),
        (
            "If B1 maneuvers: A1 may close up to 2 bands if A1 succeeds, else up to 1 band; "
            "B1 shows a side by chance if A1 wins, else what B1 chooses.",
            "CH-6.5",
        ),
        (
            "If B1 goes hull down: A1 may close up to 3 bands if A1 succeeds, else up to 2 bands; "
            "B1 shows what A1 chooses if A1 wins, else a side by chance.",
            "CH-6.7",
        ),
    )


def test_the_winner_chooses_where_the_row_says_so() -> None:
    """CH-6.6, CH-6.9, CH-6.12."""
    both = "A1 shows what the winner chooses; B1 shows what the winner chooses."
    assert f"If B1 maneuvers: the range stays; {both}" in notes(duel(), 0, "A1 maneuver")
    assert f"If B1 goes hull down: the range stays; {both}" in notes(duel(), 0, "A1 hull_down")


def test_options_are_told_as_they_are_played() -> None:
    """CH-5.5, CH-5.9, CH-6.4, CH-6.10."""
    s = duel(options={"range_success": "opposed_win"})
    assert "A1 may close up to 2 bands if A1 wins, else up to 1 band" in notes(s, 0, "A1 pursue")[3]
    s = duel(options={"failure_favors": "opponent"})
    assert "if A1 succeeds, else B1 may open up to 1 band" in notes(s, 0, "A1 pursue")[3]
    s = duel(options={"driving_tie": "no_winner"})
    flight = "A1 may close up to 1 band if A1 wins, B1 may open up to 1 band if B1 wins, the range stays"
    assert f"{flight} without a winner" in notes(s, 0, "A1 pursue")[2]
    s = duel(options={"both_same_change": "up_to"})
    assert "A1 may close up to 2 bands if A1 wins" in notes(s, 0, "A1 pursue")[1]


def test_an_immobilised_enemy_has_one_order() -> None:
    """CH-4.4, CH-5.8: it loses to whoever rolls."""
    s = duel(damage={"B1": (4, 2, 0)})
    assert notes(s, 0, "A1 maneuver") == [
        "If B1 goes hull down: A1 may close or open by 1 if A1 succeeds, else the range stays; "
        "A1 shows what A1 chooses; B1 shows what A1 chooses.",
    ]


def test_a_shift_tells_the_shots_that_follow() -> None:
    """CH-6.10, CH-9.1, CH-10.5."""
    s = give(duel("warden", "hornet"), "A1 pursue, B1 hull_down", 6, 6, 5, 4)
    shown = told(s, 0, "A1 shift -1")
    assert (shown.title, shown.needed) == ("A1: Medium to Short", 6)
    assert [m.amount for m in shown.modifiers] == [2, 1, 1, -2]
    assert notes(s, 0, "A1 shift -1") == [
        "A1 hits on 6+ of 2d6 (DM +2).",
        "B1 hits on 5+ of 2d6 (DM +3), Front armor 15 left.",
        "B1 is hull down: only hits on its turret count.",
        "A1 then chooses B1's facing.",
    ]
    past = notes(give(duel(range="Short"), "A1 pursue, B1 hull_down", 6, 6, 5, 4), 0, "A1 shift -3")
    assert past[0] == "A1 may ram. Otherwise they run past each other to Close."
    close = notes(s, 0, "A1 shift -2")
    assert close[1] == "B1 cannot fire: no range DM at Close."


def test_facings_tell_armor_and_fixed_guns() -> None:
    """CH-10.3, CH-10.9."""
    s = give(duel("anvil", "kestrel", "Short"), "A1 maneuver, B1 maneuver", 6, 6, 1, 1)
    shown = told(s, 0, "A1 face A1 right B1 rear")
    assert shown.needed is None and shown.subtitle == "A1 Right, B1 Rear"
    assert notes(s, 0, "A1 face A1 right B1 rear") == [
        "A1 cannot fire: fixed gun: own facing is Right, must be Front.",
        "B1 hits on 6+ of 2d6 (DM +2), Right armor 8 left.",
    ]
    shown = told(s, 0, "A1 face A1 front B1 rear")
    assert shown.needed == 7 and "Rear armor 6 left" in shown.notes[0][0]


def test_a_ram_tells_its_test_and_the_collision() -> None:
    """CH-8.6, CH-8.11 to CH-8.15."""
    s = give(duel("auroch", "marten", "Close"), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(give(s, "A1 shift -1"), "A1 face B1 left")
    shown = told(s, 0, "A1 ram yes")
    assert (shown.title, shown.subtitle, shown.needed) == ("A1: ram B1 Marten", "T-Bone, 2d6+2 against 8", 6)
    assert notes(s, 0, "A1 ram yes") == [
        "A1 takes 9 against armor 16: severity 0.",
        "B1 takes 13 against armor 9: severity 2.",
        "If it fails: range becomes Adjacent.",
    ]
    assert told(s, 0, "A1 ram no").subtitle == "range becomes Adjacent"


def test_a_sideswipe_tells_its_worst() -> None:
    """CH-8.13, CH-8.16."""
    s = give(duel("auroch", "marten", "Close"), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(give(s, "A1 shift -1"), "A1 face B1 rear")
    assert notes(s, 0, "A1 ram yes")[:2] == [
        "At worst A1 takes 10 against armor 16: severity 0.",
        "At worst B1 takes 72 against armor 6: severity 4.",
    ]


def test_opening_and_targets_tell_their_shots() -> None:
    """CH-6.12, CH-14.9."""
    s = give(duel(), "A1 maneuver, B1 maneuver", 6, 6, 1, 1)
    s = give(s, "A1 face A1 front B1 rear")
    assert told(s, 1, "B1 open yes").title == "B1: open to Long"
    assert told(s, 1, "B1 open yes").needed == (told(s, 1, "B1 open no").needed or 0) + 1
    s = battle(["anvil"], ["marten", "lancer"])
    s = give(s, "A1 pursue, B1 maneuver, B2 maneuver", 6, 6, 1, 1, 1, 2)
    s = give(give(s, "A1 shift 0", 1), "A1 shift -1", 1)
    assert told(s, 0, "A1 target B2").title == "A1: fire at B2 Lancer"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_legal_decision_can_be_explained(scenario: str) -> None:
    for s, _, offered in wander(scenario, 5):
        for a in offered:
            shown = explain(s, a)
            assert shown.title and all(text.endswith(".") and rule for text, rule in shown.notes)
            assert shown.needed is None or 2 <= shown.needed <= 12
