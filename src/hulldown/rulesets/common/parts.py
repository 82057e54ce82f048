"""Parts of a ruleset put together from its chapters, which call what they supply alike in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from hulldown.catalogue.house_rules import FILE as HOUSE_RULES
from hulldown.catalogue.overlay import Layer
from hulldown.kernel.engine import nothing_hidden
from hulldown.rulesets.api.bot import FIRST_CARE, Bots, BotVersion, Habits, Network, Rank
from hulldown.rulesets.api.garage import Builds, BuildVerdict, Chosen, Forces, Garage, UnitCard
from hulldown.rulesets.api.ruleset import Rules, Ruleset
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.bots import load_ranks
from hulldown.rulesets.common.enums import HouseRuleNames
from hulldown.rulesets.common.ruleset_files import once
from hulldown.rulesets.common.trusted_rules import package_under


class ActionsChapter(Protocol):
    """`actions.py`."""

    def to_act(self, s: Any, /) -> int: ...
    def legal(self, s: Any, seat: int, m: Any, /) -> int: ...
    def check(self, s: Any, seat: int, a: Any, /) -> int: ...
    def apply(self, s: Any, a: Any, d: Any, e: Any, /) -> None: ...


class VictoryChapter(Protocol):
    """`victory.py`, or the chapter of the turn where that says how battles end."""

    def result(self, s: Any, /) -> int: ...
    def outcome(self, s: Any, e: Any, subject: int, /) -> int: ...


class BotChapter(Protocol):
    """`bot.py`: estimates of today, of a first look, and of the first players."""

    NETWORK: Network

    def estimate(self, s: Any, seat: int, /) -> int: ...
    def at_first_sight(self, s: Any, seat: int, /) -> int: ...
    def by_lead(self, s: Any, seat: int, /) -> int: ...


class GarageChapter(Protocol):
    """`garage.py`, but for the verdict."""

    def garage(self, options: Chosen | None = None) -> Garage: ...
    def unit_card(self, build: Mapping[str, Any], options: Chosen | None = None) -> UnitCard: ...
    def read_build(self, build: Mapping[str, Any] | str) -> dict[str, Any]: ...
    def write_build(self, build: Mapping[str, Any]) -> str: ...
    def name_cards(self, cards: list[Card], forces: Forces) -> list[Card]: ...


def rules_of(
    actions: ActionsChapter,
    victory: VictoryChapter,
    bot: BotChapter,
    mask: Callable[..., None] = nothing_hidden,
) -> Rules:
    """The rule functions of a ruleset."""
    return Rules(
        to_act=actions.to_act,
        legal=actions.legal,
        check=actions.check,
        apply=actions.apply,
        result=victory.result,
        estimate=bot.estimate,
        outcome=victory.outcome,
        mask=mask,
    )


def bots_of(
    folder: Path, bot: BotChapter, habits: Habits | None = None, former: Habits | None = None
) -> Bots:
    """The kernel's players with a ruleset's estimates and habits, and the ranks of its folder.

    `former` are the habits of their first version, apart from its care.
    """
    first = BotVersion(bot.by_lead, replace(former or Habits(), care=FIRST_CARE))
    ranks = load_ranks(folder)
    return Bots(
        habits=habits or Habits(),
        ranks=tuple(Rank(**dict(entry)) for entry in ranks.rank),
        study_player=ranks.study_player,
        network=bot.NETWORK,
        sense=bot.at_first_sight,
        former=(first,),
    )


def for_shelves(make: Callable[[Any], Ruleset]) -> Callable[[Any], Ruleset]:
    """A ruleset as it answers from a shelf, which keeps it. Under layers it is that of another shelf, and of
    a copy of its package where they name code in the place of rules.
    """
    package = make.__module__.rpartition(".")[0]

    @once
    def ruleset(shelf: Any) -> Ruleset:
        def under(layers: tuple[Layer, ...]) -> Ruleset:
            home = package_under(package, layers)
            if home == package:
                return ruleset(shelf.under(layers))
            other: Ruleset = import_module(home).RULESET
            return other.under(layers)

        result = replace(make(shelf), layers=shelf.layers, with_layers=under)
        return result.with_features() if any(layer.file == HOUSE_RULES for layer in shelf.layers) else result

    return ruleset


def builds_of(
    shelf: Any,
    judge: Callable[..., BuildVerdict],
    garage: Any,
    dressed: Callable[[list[Card], Forces], list[Card]],
) -> Builds:
    """Units that are built by points of what stands on a shelf; `judge` is asked with it, too.

    Cards note the house rules in force by their names.
    """

    def card(build: Mapping[str, Any], options: Chosen | None = None) -> UnitCard:
        printed: UnitCard = garage.unit_card(shelf, build, options)
        names: HouseRuleNames = shelf.house_names()
        heads = ("House rules: ", *[""] * len(names.names))  # the first of them has the heading
        notes = [
            (head + name, rule) for head, name, rule in zip(heads, names.names, names.rules, strict=False)
        ]
        return replace(printed, notes=(*printed.notes, *notes)) if notes else printed

    return Builds(
        judge=partial(judge, shelf),
        garage=partial(garage.garage, shelf),
        card=card,
        read=partial(garage.read_build, shelf),
        write=partial(garage.write_build, shelf),
        dressed=dressed,
    )
