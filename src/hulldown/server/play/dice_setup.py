"""Where a battle's dice come from: settled with whoever sits down, and said to everybody at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hulldown.game.secret import DiceSecret
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.responses import DiceView

NO_PART = "Dice of a seed take no part of a page: send the seed or a contribution, not both."
NOBODY = "Only a page whose player sits down here adds to the dice."


class Seated(Protocol):
    """A seat as far as dice go."""

    @property
    def kind(self) -> str: ...


def new_secret(seed: int | None, contribution: str, seats: Sequence[Seated]) -> DiceSecret:
    """The dice of a new game, with what the page that sets it up adds for the first seat of its own.

    Refused (400) if both a seed and a contribution are sent, or one of somebody who has no seat.
    """
    secret = DiceSecret.from_seed(seed)
    if not contribution:
        return secret
    if seed is not None:
        raise ApiError(400, "unclear", NO_PART)
    own = next((number for number, seat in enumerate(seats) if seat.kind == "human"), None)
    if own is None:
        raise ApiError(400, "unclear", NOBODY)
    return secret.with_part(own, contribution)


def agreed(secret: DiceSecret, seat: int, seed: int | None, contribution: str) -> DiceSecret:
    """The dice after somebody has joined, with what their page adds.

    Who joins a game of a seed has to name it, and so has read it: Refused (409, `seed`) otherwise; (400) for
    a seed where there is none, or a contribution where there is one.
    """
    if secret.seed != seed:
        if secret.seed is None:
            raise ApiError(400, "unclear", "The dice of this battle come from no seed.")
        text = f"{of_seed(secret.seed, both=True)} Who joins agrees to that by sending this seed."
        raise ApiError(409, "seed", text)
    if not contribution:
        return secret
    if secret.seed is not None:
        raise ApiError(400, "unclear", NO_PART)
    # A battle that was set up before pages could add to the dice stays as it was promised.
    return secret.with_part(seat, contribution) if secret.shared else secret


def of_seed(seed: int, both: bool) -> str:
    """What is said of dice from a seed; `both` sides are people's."""
    return f"The dice come from seed {seed}: {'both of you' if both else 'you'} could know them."


def dice_notice(secret: DiceSecret, seats: Sequence[Seated], waiting: Sequence[int]) -> str:
    """Where the dice come from, for everybody at the table."""
    people = [number for number, seat in enumerate(seats) if seat.kind != "computer"]
    if secret.seed is not None:
        return of_seed(secret.seed, len(people) > 1)
    if not secret.shared:
        return "The dice come from a key that the server promised beforehand."
    added = [number for number in people if secret.parts[number]]
    at_one_page = {number for number in people if seats[number].kind == "human"}
    silent = [number for number in people if number not in added and number not in waiting]
    if at_one_page & set(added):
        silent = [number for number in silent if number not in at_one_page]
    *others, last = ["the server", *(f"{SIDES[number]}'s page" for number in added)]
    begins = (
        f"The dice are mixed from what {', '.join(others)} and {last} promised beforehand"
        if others
        else "The dice are the server's, promised beforehand"
    )
    more = [f"no page of {SIDES[number]} added to them" for number in silent]
    more += [f"{SIDES[number]}'s page adds to them on joining" for number in waiting]
    return f"{'; '.join([begins, *more])}."


def dice_view(secret: DiceSecret) -> DiceView:
    """All of the dice's secret, for when the game has ended."""
    return DiceView(secret.key, secret.salt, list(secret.parts) if secret.shared else [])
