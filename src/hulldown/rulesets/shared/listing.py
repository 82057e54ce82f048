"""What is offered when a game is set up, from a ruleset's files: scenarios, options and the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from hulldown.catalogue import Option, as_word
from hulldown.catalogue.rulebook import RuleText
from hulldown.rulesets.face.files import OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.face.ruleset import SIDES


class ScenarioFile(Protocol):
    """What every scenario file says of its battle; each of its sides has a `name` and perhaps a `role`."""

    name: str
    summary: str
    briefing: str
    victory: str
    rule: str

    @property
    def sides(self) -> Sequence[Any]: ...


class UnitFile(Protocol):
    """What every unit of a file says of itself."""

    name: str
    text: str
    source: str


Unit = TypeVar("Unit", bound=UnitFile)


def listed_scenario(
    key: str,
    file: ScenarioFile,
    turns: int,
    roster: Iterable[RosterUnit],
    period: str = "turn",
    points: int = 0,
) -> ScenarioInfo:
    """A scenario as it is listed; see `ScenarioInfo` for `period` and `points`."""
    return ScenarioInfo(
        id=key,
        name=file.name,
        summary=file.summary,
        briefing=file.briefing,
        victory=file.victory,
        sides=tuple(part(side, called) for side, called in zip(file.sides, SIDES, strict=False)),
        turns=turns,
        period=period,
        rule=file.rule,
        roster=tuple(roster),
        points=points,
    )


def part(side: Any, called: str) -> str:
    """A side's part in a battle; a name that is what every page calls the side is left out."""
    if side.name == called:
        return str(side.role)
    return f"{side.name}: {side.role}" if side.role else str(side.name)


def listed_options(known: Mapping[str, Option]) -> dict[str, OptionInfo]:
    """The rule variants as they are offered, in the order of their file."""
    return {name: listed_option(name, option) for name, option in known.items()}


def listed_option(name: str, option: Option) -> OptionInfo:
    """A rule variant as it is offered."""
    return OptionInfo(
        id=name,
        values=tuple(as_word(value) for value in option.values),
        default=as_word(option.default),
        text=option.text,
        rule=option.rule,
        number=option.kind == "number",
        low=option.low or 0,
        high=option.high or 0,
        words={option.code(value): as_word(value) for value in option.values},
        before={int(until): as_word(value) for until, value in option.before.items()},
    )


def listed_units(
    known: Mapping[str, Unit], kind: Callable[[Unit], str], points: Callable[[Unit], int]
) -> tuple[UnitInfo, ...]:
    """The units of a table of a file, in its order; a unit without a name is called by its key."""
    return tuple(
        UnitInfo(key, one.name or key, kind(one), points(one), one.text, one.source)
        for key, one in known.items()
    )


def listed_rulebook(book: RuleText) -> Rulebook:
    """The numbered rules as they are shown."""
    return Rulebook(book.text, dict(book.rules))
