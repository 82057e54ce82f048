"""What a battle is made of, as a call says it, resolved to content with the packs that are kept here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pydantic import ValidationError

from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.overlay import MAX_LAYERS
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Pack, Stack, load_pack
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import SetupIn
from hulldown.server.workshop.kept import KeptDocument, find_document
from hulldown.server.workshop.packs import LONGEST, PackIn, files_of, with_scenarios
from hulldown.store.database import Database
from hulldown.store.packs import NoSuchPack

NAMELESS = "scenario"  # what a scenario of somebody's own is called that has no name in its setup
LARGEST_PACKS = 2 * 1024 * 1024  # letters of all packs of a setup together, as they are kept
SetByKind = Literal["pack", "battle", "scenario", "chosen"]
Purpose = Literal["page", "study", "battle"]  # what a call wants its content for
RESOLVED = 16  # setups that are kept: each may hold packs of megabytes


def parse_setup(pack: str | None, text: str | None) -> SetupIn:
    """The setup of an address: of `?setup=`, or of a kept pack alone. Refused (400) with what is wrong."""
    if text is None:
        return SetupIn(packs=[pack] if pack else [])
    if pack is not None:
        raise ApiError(400, "unclear", "pack: name it in the setup, among its packs")
    try:
        return SetupIn.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(["setup", *(str(part) for part in first["loc"])])
        words = str(first["msg"]).removeprefix("Value error, ")
        text = f"{place}: {words}".encode("ascii", "replace").decode()[:200]
        raise ApiError(400, "unclear", text) from None


def content_of(db: Database, ruleset: Ruleset, setup: SetupIn, purpose: Purpose = "page") -> Content:
    """What a call is asked about. Refused (404) without one of the packs, (400) while it cannot be played.

    A pack for other rules means nothing for these, and packs can be looked at before their units come to
    their points: for a `page` only with the scenario that is named, for a `study` with all of theirs. For a
    `battle` neither holds, and it has the first scenario where none is named.
    """
    if setup == SetupIn() and purpose != "battle":
        return Content(Stack(ruleset))
    kept = read_packs(db, setup)
    for pack in kept:
        if purpose == "battle" and pack.ruleset != ruleset.id:
            text = f"{pack.title}: is a pack for {pack.ruleset}, not for {ruleset.id}"
            raise ApiError(400, "unclear", text)
    documents = tuple(pack.document for pack in kept if pack.ruleset == ruleset.id)
    if sum(map(len, documents)) > LARGEST_PACKS:
        raise ApiError(400, "unclear", f"packs: are larger than {LARGEST_PACKS // 1024} KiB together")
    try:
        return _resolve(ruleset, documents, json.dumps(setup.model_dump(exclude_defaults=True)), purpose)
    except CatalogueError as wrong:
        raise ApiError(400, "unclear", wrong.lines[0][:LONGEST]) from None


def content_with(db: Database, ruleset: Ruleset, setup: SetupIn, scenario: str) -> Content:
    """The same with a scenario of the game, of a pack, or with the setup's own by its name.

    Refused (404) if there is none of that name.
    """
    if setup == SetupIn() and scenario in ruleset.files.scenarios():
        return Content(Stack(ruleset), scenario)
    if setup.own and scenario == (setup.scenario or NAMELESS):
        return content_of(db, ruleset, setup)
    own = (pack.scenarios for pack in read_packs(db, setup) if pack.ruleset == ruleset.id)
    if scenario not in ruleset.files.scenarios() and not any(scenario in names for names in own):
        raise ApiError(404, "not_found", f"{ruleset.name} has no scenario of that name.")
    return content_of(db, ruleset, setup.model_copy(update={"scenario": scenario, "own": ""}))


def read_packs(db: Database, setup: SetupIn) -> list[KeptDocument]:
    """The packs of a setup. Refused (404) without one of them."""
    try:
        return [find_document(db, name) for name in setup.packs]
    except NoSuchPack:
        raise ApiError(404, "not_found", "There is no pack of that id.") from None


@lru_cache(maxsize=RESOLVED)
def _resolve(ruleset: Ruleset, documents: tuple[str, ...], text: str, purpose: Purpose) -> Content:
    """Kept by the documents of the packs, so that one that is saved again is seen. CatalogueError."""
    setup = SetupIn.model_validate(json.loads(text))
    packs_in = [PackIn.model_validate_json(document) for document in documents]
    stack = [load_wanted(ruleset, pack, setup.scenario, purpose, len(packs_in) > 1) for pack in packs_in]
    own = OwnFile(setup.scenario or NAMELESS, setup.own) if setup.own else None
    content = Content.resolve(ruleset, stack, own or setup.scenario, setup.options, setup.values)
    if len(content.ruleset.layers) > MAX_LAYERS:
        raise CatalogueError([f"packs: change more than {MAX_LAYERS} files together"])
    if purpose == "battle" and not content.scenario:
        content = content.on(content.first_scenario())
    content = content.fielding(setup.forces)
    if content.scenario:
        _ = content.info  # reads it: what is wrong in it shows here
    return content


def load_wanted(ruleset: Ruleset, pack: PackIn, scenario: str, purpose: Purpose, several: bool) -> Pack:
    """A pack of a setup; for a page only with the scenario that is named.

    CatalogueError says in which pack, where there are `several`.
    """
    wanted = with_scenarios(pack, scenario) if purpose == "page" else pack
    try:
        return load_pack(files_of(ruleset, wanted), adds_up=purpose == "battle")
    except CatalogueError as wrong:
        if not several:
            raise
        raise CatalogueError([f"{pack.sheet.get('name')}: {line}" for line in wrong.lines]) from None


# ---------------------------------------------------------------- what is in force


@dataclass(frozen=True)
class SetBy:
    """Who sets something, with how many options and numbers of rules, and whether units change with it.

    `id` is that of a kept pack, of a battle or of a scenario.
    """

    kind: SetByKind
    id: str
    name: str
    options: int
    numbers: int
    units: bool


@dataclass(frozen=True)
class InForce:
    """A setup as it was understood: what it sets, who sets it, and all that is not by the printed rules."""

    variants: dict[str, str | int | bool]
    set_by: list[SetBy]
    differences: list[RuleDifference]
    digest: str


def in_force(db: Database, content: Content, setup: SetupIn) -> InForce:
    """What a setup comes to."""
    values = content.ruleset.files.values()

    def source(
        kind: SetByKind,
        id_: str,
        name: str,
        variants: Mapping[str, Any],
        units: bool,
    ) -> SetBy:
        numbers = sum(variant in values for variant in variants)
        return SetBy(kind, id_, name, len(variants) - numbers, numbers, units)

    kept = [pack for pack in read_packs(db, setup) if pack.ruleset == content.ruleset.id]
    sources = [
        source("battle" if of.battle else "pack", of.id, pack.sheet.name, pack.chosen, bool(pack.layers))
        for of, pack in zip(kept, content.stack.packs, strict=True)
    ]
    if content.scenario:
        info = content.info
        sources.append(source("scenario", setup.scenario or info.id, info.name, content.stated, False))
    if content.chosen or content.forces:
        sources.append(source("chosen", "", "", content.chosen, bool(content.forces)))
    return InForce(content.variants, sources, content.differences(), content.digest)
