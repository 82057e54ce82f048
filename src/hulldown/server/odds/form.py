"""The form of the odds page: what can be chosen, builds that are kept or brought along among it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import FieldGroup
from hulldown.server.http.errors import ApiError
from hulldown.server.http.pack_scope import form_with_pack
from hulldown.server.schemas.requests import Name, Sent
from hulldown.server.workshop.garage import saved_build
from hulldown.store.models import BuildRow


class OwnIn(Sent):
    """Units of players' own, as an address has them, to be among the choices of the form."""

    own: Annotated[dict[Name, JsonValue], Field(max_length=16)] = Field(default_factory=dict)


@dataclass(frozen=True)
class OwnUnit:
    """A saved build, and what it makes of the fields of a unit."""

    name: str
    values: dict[str, Any]


@dataclass(frozen=True)
class SituationForm:
    """What the page asks for, and the saved builds that can be chosen in it.

    `own` are those that a situation has to bring along, by the keys that name them in it; `unfit` says of
    each build that cannot be chosen why not.
    """

    id: str
    name: str
    groups: tuple[FieldGroup, ...]
    builds: list[OwnUnit]
    own: dict[str, Any]
    unfit: list[str]


def form_of(
    ruleset: Ruleset, rows: Sequence[BuildRow], brought: Mapping[str, Any] | None = None
) -> SituationForm:
    """The form of a ruleset with the builds kept for it and those that are brought along.

    Refused: 404 where there is none, 400 for units that are not understood.
    """
    if not ruleset.situations:
        raise ApiError(404, "not_found", f"{ruleset.name} has no odds page.")
    own, unfit = saved_units(ruleset, rows)
    own |= brought or {}
    try:
        groups = ruleset.need_situations().form(own)
    except CatalogueError as error:
        raise ApiError(400, "unclear", error.lines[0][:300]) from None
    form = form_with_pack(ruleset, groups)
    return SituationForm(ruleset.id, ruleset.name, form, list(own_units(ruleset, rows)), own, unfit)


def saved_units(ruleset: Ruleset, rows: Sequence[BuildRow]) -> tuple[dict[str, Any], list[str]]:
    """The saved builds that a situation can bring along, and why others cannot be chosen."""
    own: dict[str, Any] = {}
    unfit = []
    for row in rows:
        try:
            unit = ruleset.need_situations().unit(row.build)
        except CatalogueError as error:
            unfit.append(f"Not to be chosen: {error.lines[0][:300]}")
            continue
        if unit:
            own[unit[0]] = unit[1]
    return own, unfit


def own_units(ruleset: Ruleset, rows: Sequence[BuildRow]) -> Iterator[OwnUnit]:
    """The saved builds that the present rules still understand."""
    for row in rows:
        try:
            values, name = ruleset.need_situations().fields(row.build), saved_build(ruleset, row).name
        except CatalogueError:
            continue
        if values:
            yield OwnUnit(name, values)
