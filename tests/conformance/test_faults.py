"""The suite finds faults: rulesets broken in one place each, and what is said of them."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed, rules

from hulldown.cli.check import broken_place
from hulldown.conformance import suite
from hulldown.conformance.completeness import (
    by_rule,
    ids_in,
    in_sources,
    parse_file,
    uncited_ids,
    unknown_ids,
    word_duties,
)
from hulldown.conformance.suite import leaks, own_odds_hold
from hulldown.kernel.actions import Action, Actions, Log, make
from hulldown.kernel.dice import Dice
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets.api.files import Rulebook
from hulldown.rulesets.api.odds import Plan
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Sentence

BOOK = Rulebook("", {f"TOY-{n}": ("source", "") for n in range(1, 6)})


SOUND = changed(TOY, files={"rulebook": lambda: BOOK})  # the duel with a rulebook: nothing is wrong with it


def first_problem(ruleset: Ruleset) -> str:
    return "\n".join(suite.games_end(ruleset, range(2)))


def test_nothing_is_said_of_a_sound_ruleset() -> None:
    for check in (suite.games_end, suite.saves_hold, suite.undo_holds, suite.copies_hold, suite.options_load):
        assert check(SOUND) == []


def with_verb(**verbs: Any) -> Ruleset:
    return changed(SOUND, rules=verbs)


def refuses_aiming(s: rules.Duel, seat: int, a: Action) -> int:
    return rules.Why.STEADY if a.verb == rules.Verb.AIM else rules.check(s, seat, a)


def offers_twice(s: rules.Duel, seat: int, m: Actions) -> int:
    n = rules.legal(s, seat, m)
    if n:
        for name, value in m.rows[0].__dict__.items():
            setattr(m.rows[n], name, value)
        m.count = n + 1
    return int(m.count)


def offers_to_all(s: rules.Duel, seat: int, m: Actions) -> int:
    return rules.legal(s, int(s.side), m)


def offers_nothing(s: rules.Duel, seat: int, m: Actions) -> int:
    return 0 if s.turn > 3 else rules.legal(s, seat, m)


def does_nothing(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
    return None


def shrugs(s: rules.Duel, seat: int) -> int:
    return -5


def shoots_by_place(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
    rules.apply(s, a, d, e)
    s.turn += 1 if a.place > 0 else 0


@pytest.mark.parametrize(
    ("verbs", "message"),
    [
        ({"check": refuses_aiming}, "is offered and refused: steady"),
        ({"legal": offers_twice}, "is offered twice"),
        ({"legal": offers_to_all}, "has orders out of turn"),
        ({"legal": offers_nothing}, "has nothing to order"),
        ({"estimate": shrugs}, "the estimate of seat 0 is -5"),
        ({"apply": shoots_by_place}, "does something else than"),
    ],
)
def test_a_fault_of_a_verb_is_found(verbs: dict[str, Any], message: str) -> None:
    assert message in first_problem(with_verb(**verbs))


def test_a_game_without_an_end_is_found() -> None:
    game = suite.watch(with_verb(apply=does_nothing), "street", 0, ())
    assert game.problems == [f"street, seed 0: no end after {suite.LONGEST} decisions"]


def test_texts_that_are_read_otherwise_are_found() -> None:
    misread = changed(SOUND, speech={"action_text": lambda s, a: "A1 aim"})
    assert "is read as" in first_problem(misread) or "is not understood" in first_problem(misread)


def mumbled(s: rules.Duel, a: Action | None, log: Log) -> list[Sentence]:
    return [Sentence(" ", ("TOY-77",))] if s.turn % 2 else []


def hides_again(s: rules.Duel, seat: int) -> list[Action]:
    return [make(seat, rules.Verb.HIDE)] * int(s.cover[seat])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (lambda s, seat, offered: offered * 2, "are there twice"),
        (lambda s, seat, offered: offered[1:], "is offered and not among every order"),
        (lambda s, seat, offered: [*offered, make(seat, rules.Verb.FIRE)], "is read as something else"),
        (
            lambda s, seat, offered: [*offered, *hides_again(s, seat)],
            "refused: hidden",
        ),
    ],
)
def test_a_list_of_every_order_that_is_not_one_is_found(
    more: Callable[..., list[Action]], message: str
) -> None:
    listing = changed(SOUND, every=lambda s, seat: more(s, seat, list(SOUND.every_order(s, seat))))
    assert suite.every_order_holds(SOUND) == []
    assert message in "\n".join(suite.every_order_holds(listing))


def test_events_without_words_and_rules_that_do_not_exist_are_found() -> None:
    said = first_problem(changed(SOUND, speech={"tell": mumbled}))
    assert "an empty sentence" in said
    assert "cites 'TOY-77'" in said
    assert "passes without a word" in said


def test_dice_that_are_not_the_games_own_are_found() -> None:
    import random

    own = random.Random(1)

    def cheats(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
        rules.apply(s, a, d, e)
        s.aim[0] = own.randrange(3)

    assert "equal dice, unequal positions" in "\n".join(suite.copies_hold(with_verb(apply=cheats)))


def touched(s: rules.Duel, seat: int | None, unit: str = "") -> Any:
    """To be shown is to change."""
    s.turn += 1
    return TOY.table.scene(s, seat, unit)


def test_a_position_that_is_changed_by_being_shown_is_found() -> None:
    assert suite.views_hold(SOUND) == []
    touching = changed(SOUND, table={"scene": touched})
    assert "to show the position to seat 0 changes it" in "\n".join(suite.views_hold(touching))


def peeked(s: rules.Duel, seat: int | None) -> Any:
    """A spectator is told the aim of seat 1, which should be its secret."""
    return replace(TOY.table.status(s, seat), text=str(s.aim[1]) if seat != 0 else "")


def test_what_tells_two_worlds_apart_is_found() -> None:
    one = changed(SOUND, table={"status": peeked})
    world, twin = one.set_up("street"), one.set_up("street")
    twin.aim[1] = 2
    assert leaks(one, world, twin, 0) == []
    assert leaks(one, world, twin, None) == ["the status of seat None tell the two apart"]


def test_an_option_that_cannot_be_set_is_found() -> None:
    def stubborn(scenario: Any, options: Any = None, forces: Any = None) -> rules.Duel:
        if (options or {}).get("last") == "99":
            raise ValueError("not that long")
        return TOY.set_up(scenario, options, forces)

    assert "street with last = 99: not that long" in suite.options_load(changed(SOUND, set_up=stubborn))


# ---------------------------------------------------------------- citations


def test_ids_are_found_one_by_one_and_in_ranges() -> None:
    text = "See TOY-1.2, TOY-1.4 to TOY-1.6 and XTOY-1.9; TOY-2.1 to TOY-3.1 is no range."
    assert sorted(ids_in(text, "TOY")) == ["TOY-1.2", "TOY-1.4", "TOY-1.5", "TOY-1.6", "TOY-2.1", "TOY-3.1"]


def test_citations_name_the_function_and_are_held_against_the_rulebook(tmp_path: Path) -> None:
    (tmp_path / "fire.py").write_text('"""TOY-1.1."""\n\n\ndef shot() -> None:\n    """Fire (TOY-1.2)."""\n')
    found = list(in_sources(tmp_path.glob("*.py"), tmp_path, "TOY", "code"))
    assert {rule: rows[0].where for rule, rows in by_rule(found).items()} == {
        "TOY-1.1": "fire",
        "TOY-1.2": "fire.shot",
    }

    book = Rulebook("", {"TOY-1.2": ("source", ""), "TOY-1.3": ("ruling", ""), "TOY-1.4": ("option", "")})
    booked = changed(
        SOUND, files={"rulebook": lambda: book}, checks={"uncoded": lambda: {"TOY-1.4": "prose"}}
    )
    assert unknown_ids(booked, found) == ["fire cites TOY-1.1"]
    assert uncited_ids(booked, found) == ["TOY-1.3"]


def test_codes_that_lack_what_they_need_are_named() -> None:
    lacking = changed(
        SOUND, checks={"tables": {"words in reasons.py": (rules.Verb, {*rules.Verb} - {rules.Verb.AIM})}}
    )
    assert list(word_duties(lacking)) == ["Verb.AIM: it has no words in reasons.py"]
    assert list(word_duties(SOUND)) == []


def test_an_option_read_off_a_parameter_is_an_option(tmp_path: Path) -> None:
    """Rules take `o: Options` as often as they read `s.options`; other records are none."""
    source = tmp_path / "shooting.py"
    source.write_text(
        "def needed(o: Options, s: State) -> int:\n    return o.haze + s.turn + s.options.fog\n"
    )
    read = {attribute.name for attribute in parse_file(source).attributes if attribute.field == "options"}
    assert read == {"haze", "fog"}


def test_groups_of_orders_are_those_of_the_buttons(tmp_path: Path) -> None:
    source = tmp_path / "orders.py"
    source.write_text('FIRE = Dress("fire", "Fire", "gun")\nTURN = buttons.Dress("turn", "Turn", "turn")\n')
    assert parse_file(source).groups == {"fire", "turn"}


def test_code_that_cannot_be_imported_is_named_with_its_line(tmp_path: Path) -> None:
    """The last line in the ruleset's folder, also where the fault is raised elsewhere."""
    file = tmp_path / "close_assault" / "turn.py"
    file.parent.mkdir()
    file.write_text("import json\n\njson.loads('{')\n")
    with pytest.raises(ValueError) as caught:
        runpy.run_path(str(file))
    assert broken_place(caught.value, file.parent) == "close_assault/turn.py:3"
    assert broken_place(caught.value, tmp_path / "chase") is None


def test_a_watch_sees_every_decision() -> None:
    seen: list[int] = []

    def count(m: suite.DecisionPoint) -> Iterator[str]:
        seen.append(m.number)
        yield from ()

    game = suite.watch(SOUND, "street", 3, (count,))
    assert seen == list(range(1, game.decisions + 1))
    assert game.finished


def reckoning(share: Fraction) -> Ruleset:
    """The duel with odds of its own for a shot, as true as `share` says."""

    def own(s: rules.Duel, plan: Plan, subject: int) -> dict[int, Fraction] | None:
        if plan[0].verb != rules.Verb.FIRE:
            return None
        found = enumerate_outcomes(TOY, s, plan, subject).chances()
        rest = {4_000: 1 - share} if share < 1 else {}
        return {outcome: chance * share for outcome, chance in found.items()} | rest

    return changed(SOUND, odds={"own": own})


def test_own_odds_that_are_not_those_of_the_rules_are_found() -> None:
    assert own_odds_hold(SOUND) == own_odds_hold(reckoning(Fraction(1))) == []
    assert "are not those of the rules" in own_odds_hold(reckoning(Fraction(1, 2)))[0]
    assert "chances add up to" in own_odds_hold(reckoning(Fraction(2)))[0]
