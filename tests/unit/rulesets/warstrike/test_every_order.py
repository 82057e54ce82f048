"""Every order that may be given is listed: all that can be said without a place (WS-16.4, WS-16.6)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.actions import key
from hulldown.rulesets.warstrike.actions import check, every_order
from hulldown.rulesets.warstrike.state import State, Verb
from hulldown.rulesets.warstrike.words import ARMS, GRAMMAR, model_id, parse_action, unit_ids

GAMES = (
    ("first_patrol", 1, {}),
    ("two_roads", 2, {"casualty_choice": "owner", "acting_leader": "owner", "split_fire": "base"}),
    ("free_first_patrol", 4, {"voluntary_fall_back": True, "snap_eligibility": "any_unsuppressed"}),
)
STEPS = 120
Fields = tuple[int, ...]


def sayings(s: State) -> Iterator[str]:
    """Every word to everybody, with everything that may follow it but a place."""
    yield from ("concede", "roll")
    models, units = GRAMMAR.actors
    follow = ("", "move", "fire", "move first", "fire first", *unit_ids(s), *ARMS)
    for name in unit_ids(s):
        yield from (f"{name} {word} {more}" for word in units.words for more in follow)
    for m in range(s.models):
        yield from (f"{model_id(s, m)} {word} {more}" for word in models.words for more in follow)


def sayable(s: State, seat: int) -> set[Fields]:
    """What can be said without a place and is allowed."""
    found = set()
    for text in sayings(s):
        try:
            a = parse_action(s, seat, text)
        except ValueError:
            continue
        if not check(s, seat, a):
            found.add(key(a))
    return found


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES)
def test_every_order_is_all_that_can_be_said(scenario: str, seed: int, options: dict[str, str]) -> None:
    """Read from all texts, judged by `check`; of places those that are offered."""
    seen: set[Verb] = set()
    for at, step in enumerate(wander(scenario, seed, options, most=STEPS)):
        listed = [key(a) for a in every_order(step.before, step.seat)]
        offered = {key(a) for a in step.offered}
        assert len(set(listed)) == len(listed) and offered <= set(listed)
        if at % 10 == 0:
            assert set(listed) - offered == sayable(step.before, step.seat) - offered
        seen |= {Verb(verb) for _, verb, *_ in set(listed) - offered}
    assert seen >= {Verb.CONCEDE, Verb.BACK, Verb.ARM}
    assert (Verb.AIM in seen) == ("split_fire" in options)
