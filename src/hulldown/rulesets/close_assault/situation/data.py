"""A situation as data: one model, the enemies in contact with it, and what they fight about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, Problem
from hulldown.rulesets.close_assault.situation.choices import (
    Chosen,
    Name,
    Own,
    option_problems,
    own_problems,
    sheets,
    unit_problem,
)

SAME = "same"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
Order = Literal["none", "first_fire", "advance", "march", "charge", "fall_back"]
Side = Literal["front", "rear"]
Inches = Annotated[float, Checked(ge=0, le=40)]
Few = Annotated[int, Checked(ge=0, le=9)]
Bonus = Annotated[str, Checked(pattern=r"^[1-6]\.[1-9][0-9]?$")]  # weapon and which of its bonuses
Bonuses = Annotated[tuple[Bonus, ...], Checked(max_length=32)]
Wounds = Annotated[int, Checked(ge=1, le=99)] | None  # left; None: all


class Fighter(Entry):
    """Whose odds these are. In a charge or a Tank Shock it holds the Charge order, whatever `order` says.

    `charged` is counted from where it began or made its last Tank Shock, `shocks` are those before, and
    `engaged` says that it breaks out of Combat. `spend`: the best for the expected Wounds or for the result
    of the Combat, all at once, nothing, or what is named opponent by opponent. `fought` are the Fights of
    this Combat that it has behind it, `gone` the bonuses that it has no more.
    """

    what: Name = "rhino"
    order: Order = "none"
    charged: Inches = 0
    shocks: Few = 0
    engaged: bool = False
    wounds: Wounds = None
    spend: Literal["best", "result", "all", "none", "named"] = "best"
    fought: Few = 0
    gone: Bonuses = ()


class Opponent(Entry):
    """An enemy in contact; `same`: of the detachment of the one before, with its order.

    `arc` is the fighter's in which it stands, `faces` its own in which the fighter stands. `spends`: a
    vehicle spends all it has. `spent` are the bonuses named against it: "2.1" is the first of weapon 2;
    `gone` are its own that it has no more. `shocks` are the Tank Shocks that its detachment has made.
    """

    what: Name = SAME
    arc: Side = "front"
    faces: Side = "front"
    order: Order = "none"
    charged: Inches = 0
    wounds: Wounds = None
    spends: bool = True
    spent: Bonuses = ()
    gone: Bonuses = ()
    shocks: Few = 0


class First(Opponent):
    """The first of them: there is none before it. If it is the only one it may have Fights behind it."""

    what: Name = "line_infantry"
    fought: Few = 0


class Situation(Entry):
    """All of it. What is left out is a Rhino with one of Line infantry in front, nobody charging.

    `more` are further models of the first enemy detachment, near but not in contact. `sequence` says whether
    the Fights are fought as given or in the order that is best (CA-19.7).
    """

    what: Literal["fights", "charge", "shock"] = "fights"
    opponents: Annotated[int, Checked(ge=1, le=len(PLACES))] = 1
    sequence: Literal["given", "best"] = "given"
    more: Few = 0
    a: Fighter = Fighter()
    first: First = First()
    second: Opponent = Opponent()
    third: Opponent = Opponent()
    fourth: Opponent = Opponent()
    fifth: Opponent = Opponent()
    sixth: Opponent = Opponent()
    own: Own = Checked(default_factory=dict)
    options: Chosen = Checked(default_factory=dict)

    @property
    def enemies(self) -> tuple[Opponent, ...]:
        """The opponents in the order of their Fights, each with the unit and the order it really has."""
        found: list[Opponent] = []
        for place in PLACES[: self.opponents]:
            one: Opponent = getattr(self, place)
            if one.what == SAME and found:
                shared = {key: getattr(found[-1], key) for key in ("what", "order", "shocks")}
                one = one.model_copy(update=shared)
            found.append(one)
        return tuple(found)

    @property
    def starts(self) -> tuple[bool, ...]:
        """Which opponents begin a detachment of their own."""
        asked = (getattr(self, place) for place in PLACES[: self.opponents])
        return tuple(i == 0 or one.what != SAME for i, one in enumerate(asked))


def problems(asked: Situation) -> Iterator[Problem]:
    """Units and options that do not exist, more Wounds than there are, bonuses named where none are asked."""
    known = sheets(asked.own)
    yield from own_problems(asked.own)
    yield from option_problems(asked.options)
    if asked.first.what == SAME:
        yield Problem(("first", "what"), "there is none before the first")
        return
    if asked.first.fought and asked.opponents > 1:
        yield Problem(("first", "fought"), "one of several enemies of a model has no other Fight", "CA-9.5")
    fighters: list[tuple[str, Fighter | Opponent]] = [("a", asked.a)]
    for place, one in (*fighters, *zip(PLACES, asked.enemies, strict=False)):
        faults = list(unit_problem((place, "what"), one.what, known))
        yield from faults
        most = known[one.what].wounds if not faults else 0
        if not faults and (one.wounds or 0) > most:
            yield Problem((place, "wounds"), f"must be at most {most}, not {one.wounds}", "CA-8.1")
