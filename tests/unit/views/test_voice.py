"""Texts put into the words of one viewer."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hulldown.views.voice import COLOURS, LONGEST, SIGNS, Voice, headed, place_name, unit_names, visible_text


@dataclass(frozen=True)
class Unit:
    unit: str
    side: int
    name: str


UNITS = [Unit("A1", 0, "Hunter"), Unit("A2", 0, "Carrier"), Unit("B1", 1, "Hunter"), Unit("B2", 1, "Hunter")]
NAMES = unit_names("a game", UNITS)
MINE = Voice(("you", "the computer"), NAMES, 30, 10)
FIRST, SECOND = NAMES["B1"].short, NAMES["B2"].short


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("A1", "01\u00b701"),
        ("E10", "05\u00b710"),
        ("BA2", "27\u00b702"),
        ("AA2", "AA2"),
        ("18,2.5", "18,2.5"),
    ],
)
def test_a_place_is_column_and_row(place: str, name: str) -> None:
    assert place_name(place) == name


def test_two_alike_on_one_side_have_call_signs_of_their_own() -> None:
    assert (NAMES["A1"].short, NAMES["A1"].full) == ("Hunter", "Hunter")
    assert {FIRST, SECOND} <= set(SIGNS[1])
    assert FIRST != SECOND
    assert NAMES["B1"].full == f"Hunter {FIRST}"


def test_a_name_stays_whatever_else_is_known() -> None:
    """Who comes into sight later changes no call sign."""
    later = unit_names("a game", [*UNITS, Unit("B3", 1, "Hunter")])
    assert later["B1"] == NAMES["B1"]
    assert len({known.full for known in later.values() if known.side == 1}) == 3
    many = unit_names("a game", [Unit(f"B{n}", 1, "Squad") for n in range(1, 60)])
    assert len({known.short for known in many.values()}) == 59


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cobalt concedes.", "You concede."),
        ("Rust wins, for Cobalt has conceded.", "The computer wins, for you have conceded."),
        (
            "Cobalt has nothing left that can fight: Rust wins.",
            "You have nothing left that can fight: the computer wins.",
        ),
        (
            "Cobalt and Rust roll for the first turn: Cobalt goes first.",
            "You and the computer roll for the first turn: you go first.",
        ),
        (
            "Roll-off: Cobalt 4, Rust 2; Cobalt attacks and has the first turn.",
            "Roll-off: you 4, the computer 2; you attack and have the first turn.",
        ),
        ("Cobalt alone is at S7 and scores 15 points.", "You alone are at S7 and score 15 points."),
        ("Cobalt's time has run out: it gives up.", "Your time has run out: you give up."),
        (
            "The objective is Cobalt's, and wins for Rust.",
            "The objective is yours, and wins for the computer.",
        ),
        ("Nobody else of Cobalt fires in this stage.", "Nobody else of yours fires in this stage."),
        ("Rust's orders", "The computer's orders"),
        ("You are Cobalt with {A2}, Rust has two.", "You are Blue with your Carrier, the computer has two."),
    ],
)
def test_a_side_is_you_or_who_plays_it(text: str, said: str) -> None:
    apart = Voice(("you", "the computer"), NAMES, built={"S7"})
    assert visible_text(apart.log(text)) == said


def test_units_and_places_in_the_log() -> None:
    text = "{A1} fires AT at {B2} at B2 over 3 hexes: {B2} is destroyed."
    assert MINE.log(text) == (
        f"{{A1|Your Hunter}} fires AT at {{B2|the enemy Hunter {SECOND}}} at 02\u00b702 over 3 hexes: "
        f"{{B2|{SECOND}}} is destroyed."
    )
    assert visible_text(MINE.log("{A2} (Carrier) stands.")) == "Your Carrier stands."


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("End A1", "", "End your Hunter"),
        ("at B1", "", f"at the enemy Hunter {FIRST}"),
        ("north to A1", "A1", "north to 01\u00b701"),
        ("on A1", "A1", "on 01\u00b701"),
        ("at the building BC4", "", "at the building 29\u00b704"),
        ("on B2 B3 B4, 1 left", "B2", "on 02\u00b702 02\u00b703 02\u00b704, 1 left"),
        ("from A2 Carrier to E4", "", "from your Carrier to 05\u00b704"),
        ("Load a shell first.", "", "Load a shell first."),
    ],
)
def test_units_and_places_elsewhere(text: str, place: str, said: str) -> None:
    assert MINE.say(text, place) == said


def test_whose_turn_it_is() -> None:
    assert (
        MINE.status("Cobalt to act: A1 \u00b7 Waypoints: 0 of 3")
        == "Your turn: your Hunter \u00b7 Waypoints: 0 of 3"
    )
    assert MINE.status("Rust: roll for the first turn") == "The computer's turn: roll for the first turn"


def test_who_belongs_to_neither_side_hears_of_blue_and_orange() -> None:
    aside = Voice(COLOURS, NAMES, 10, 10)
    assert (
        visible_text(aside.log("{A1} fires at {A2}: Cobalt wins."))
        == "The blue Hunter fires at the blue Carrier: Blue wins."
    )
    named = Voice(("Anna", "the computer"), NAMES, 10, 10)
    assert visible_text(named.log("{A1} fires at {B1}: Cobalt wins.")).startswith(
        "Anna's Hunter fires at the computer's Hunter"
    )


def test_an_open_table_has_distances_and_goals_in_place_of_spots() -> None:
    table = Voice(("you", "the computer"), NAMES, goals={"24,14": "objective 2"})
    assert visible_text(table.log('{A1.1} moves 3" to 5.9,8.1.')) == 'Your Hunter no. 1 moves 3".'
    assert (
        visible_text(table.log("Cobalt holds the objective at 24,14: 1 VP.")) == "You hold objective 2: 1 VP."
    )
    assert (
        visible_text(table.log("{B1.2} (LMG team) falls.")) == f"The enemy Hunter {FIRST}'s LMG team falls."
    )


def test_the_first_line_fits_and_says_no_dice() -> None:
    rolls = "{A1.1|One} rolls 2 on 2D6, CAF +2: 4; {B1.1|Two} rolls 5 on 2D6: 8"
    whole = f"{{A1.1|One}} fights {{B1.1|Two}}: {rolls}; One falls."
    assert headed(whole) == "{A1.1|One} fights {B1.1|Two}: One falls.\n" + whole
    long = "One drives on: " + "; ".join(f"and then it happens {n} times" for n in range(9)) + "; it burns."
    first, rest = headed(long).split("\n")
    assert rest == long
    assert len(first) <= LONGEST
    assert first.endswith("; it burns.")
    shield = "One's shield: thickness 40 against penetration 75 (shell), through; (60 + 80) x 100% = 140"
    first = headed(f"{shield}; charge 150 to 10 (-140); it holds, and the rest is not short. (AG-13.16)")
    first = first.split("\n")[0]
    assert "(60 + 80) x 100% = 140" in first
    assert "(shell)" not in first


def test_no_group_of_shots_is_lost_in_the_first_line() -> None:
    """Hits, suppression and losses are told of all groups: none of them may be left out."""
    groups = [
        "rifle, 4 shots, 1 hit on 5+, 0 saved on 4+, 1 kill result on 3+",
        "pistol, 2 shots, 0 hits on 5+",
        "rifle, 5 shots, 2 hits on 4+, 1 saved on 4+, 0 kill results on 3+",
        "rocket launcher, 1 shot, 0 hits on 6+",
        "rifle, 1 shot, 1 hit on 6+, no save, they cannot kill it",
    ]
    first, whole = headed(f"{{A1|One}} fires at {{B1|Two}}: {'; '.join(groups)}.").split("\n")
    assert first == (
        "{A1|One} fires at {B1|Two}: rifle, 10 shots, 4 hits, 1 saved, 1 kill result; pistol, 2 shots, "
        "0 hits; rocket launcher, 1 shot, 0 hits."
    )
    assert groups[2] in whole
    many = [f"kind {letter} of a weapon, 3 shots, 1 hit, 0 saved, 1 kill result" for letter in "abcdef"]
    first = headed(f"One fires at Two: {'; '.join(many)}.").split("\n")[0]
    assert first.endswith(": 6 weapons, 18 shots, 6 hits, 0 saved, 6 kill results.")


def test_men_who_fall_together_are_counted() -> None:
    lost = "{A2} loses {A2.3} (rifleman), {A2.4} (rifleman) and {A2.1} (LMG team)."
    assert visible_text(MINE.log(lost)) == "Your Carrier loses 2 riflemen and 1 LMG team."


def test_what_was_cut_is_marked() -> None:
    long = "One drives on: " + "; ".join(f"and then it happens {n} times" for n in range(9)) + "; it burns."
    assert "; \u2026; it burns." in headed(long).split("\n")[0]


def test_a_picture_is_put_into_words() -> None:
    layer = '<g data-unit="B1"><path aria-label="B1, open, Rust B1 Hunter, hull N"/><text x="1">B1</text></g>'
    assert MINE.picture(layer) == (
        f'<g data-unit="B1"><path aria-label="02\u00b701, open, the enemy Hunter {FIRST}, hull N"/>'
        f'<text x="1">{FIRST}</text></g>'
    )


def test_the_label_of_a_tile_is_not_that_of_a_barricade_of_its_name() -> None:
    yard = Voice(("you", "the computer"), NAMES, 12, 10, built={"K1"})
    labels = ("K1, open ground", "K1, barricade on the south edge of J6", "K1")
    said = [yard.picture(f'<path aria-label="{label}"/>').split('"')[1] for label in labels]
    assert said == ["11\u00b701, open ground", "K1, barricade on the south edge of 10\u00b706", "K1"]
    assert yard.say("north to K1") == "north to 11\u00b701"
    assert yard.say("400 to K1, low structure") == "400 to K1, low structure"
