"""The workshop: packs laid out, judged, taken in and given out, and kept version by version."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import Response
from sqlalchemy.orm import Session

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.pack import ENDING, plain_word
from hulldown.server.dependencies import Me, TheContent, TheServices, Token
from hulldown.server.http.errors import ApiError
from hulldown.server.odds.page import SituationForm
from hulldown.server.routes.about import all_loaded
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.openapi import RULESET, Call, published_as
from hulldown.server.schemas.requests import GameId, Name
from hulldown.server.schemas.responses import OwnFiles, RulesetName
from hulldown.server.workshop import imports
from hulldown.server.workshop import packs as workshop
from hulldown.server.workshop.tables import Bench, bench
from hulldown.server.workshop.uses import ChangeUses
from hulldown.store import packs
from hulldown.store.database import Database
from hulldown.store.models import PackRow
from hulldown.store.owners import count

VERSIONS = "A version is a pack of the same rules, or an older version."
Version = Annotated[int, Path(ge=1, le=2**31 - 1)]


class PackFile(Response):
    """A pack in one file."""

    media_type = "application/zip"


def benches() -> list[RulesetName]:
    """The rulesets that can be changed."""
    return [RulesetName(ruleset.id, ruleset.name) for ruleset in all_loaded()]


@published_as("laid_out")
def tables_of(ruleset: Name) -> Bench:
    """Options, numbers, tables of units and their forms."""
    return bench(find_ruleset(ruleset))


def judge(message: workshop.PackIn) -> workshop.Verdict:
    """What is wrong in a pack, and what it changes."""
    return workshop.judged(find_ruleset(message.ruleset), message)


def odds(message: workshop.EffectIn) -> workshop.Effect:
    """A situation by the printed rules and by a pack."""
    return workshop.effect(find_ruleset(message.pack.ruleset), message)


def situations(message: workshop.PackIn) -> SituationForm:
    """What can be chosen in a situation with the units of a pack."""
    return workshop.situations(find_ruleset(message.ruleset), message)


def uses(message: workshop.PackIn) -> ChangeUses:
    """Situations in which what a pack changes is used, and the changes that no situation shows."""
    return workshop.uses(find_ruleset(message.ruleset), message)


def card(message: workshop.EntryIn) -> workshop.Printed:
    """An entry of a pack as it is printed."""
    return workshop.card(find_ruleset(message.pack.ruleset), message)


def bring(message: workshop.PackIn) -> OwnFiles:
    """What a pack brings to a table: options, scenarios with their texts."""
    return workshop.brought(find_ruleset(message.ruleset), message)


def export(message: workshop.PackIn) -> PackFile:
    """A pack in one file."""
    data = workshop.exported(find_ruleset(message.ruleset), message)
    name = plain_word(str(message.sheet.get("name", ""))) or "pack"
    headers = {"content-disposition": f'attachment; filename="{name[:60]}{ENDING}"'}
    return PackFile(data, headers=headers)


def load(message: workshop.PackFileIn) -> workshop.Taken:
    """A file taken in: a pack, or a scenario for the one in work."""
    try:
        pack = workshop.import_pack(
            message.name, base64.b64decode(message.data, validate=True), find_ruleset(message.ruleset).id
        )
    except CatalogueError as wrong:
        raise ApiError(400, "unclear", wrong.lines[0][: workshop.LONGEST]) from None
    except (binascii.Error, UnicodeDecodeError):
        raise ApiError(400, "unclear", f"{message.name}: is neither a scenario nor a pack") from None
    find_ruleset(pack.ruleset)
    return pack


# ---------------------------------------------------------------- other formats


class UnitSheet(Response):
    """Units as a table."""

    media_type = "text/csv"


def import_file(content: TheContent, message: imports.FileImportIn) -> imports.FileImport:
    """A file of another program, as what it brings to a pack: a table of units, a scenario."""
    return imports.read_file(content.ruleset, message)


def export_table(message: imports.TableIn) -> UnitSheet:
    """The units of the game and of a pack as a table that can be imported again."""
    data = imports.write_table(find_ruleset(message.pack.ruleset), message)
    name = message.table or "units"
    headers = {"content-disposition": f'attachment; filename="{plain_word(name)[:60]}.csv"'}
    return UnitSheet(data, headers=headers)


# ---------------------------------------------------------------- what is kept


@contextmanager
def shelf(db: Database, writing: bool = False) -> Iterator[Session]:
    """The tables of packs; refused (404, 409) for what is not there, too many, or saved by somebody else."""
    try:
        with db.transaction() if writing else db.reading() as transaction:
            yield transaction
    except packs.NoSuchPack:
        raise ApiError(404, "not_found", "There is no such pack.") from None
    except packs.TooManyPacks as error:
        raise ApiError(409, "too_many", f"The workshop keeps {error} at most.") from None
    except packs.VersionWritten:
        raise ApiError(409, "stale", "Another window has saved this pack; open it again.") from None


def listed(
    services: TheServices, caller: Me, ruleset: Annotated[Name | None, Query()] = None
) -> list[workshop.PackLine]:
    """The caller's kept packs of a ruleset, or of all, those last saved first."""
    rules = find_ruleset(ruleset).id if ruleset else None
    with shelf(services.db) as transaction:
        rows = packs.of_owner(transaction, rules, caller.owner, caller.nobodys)
    return [workshop.line(row) for row in rows]


def keep(message: workshop.PackIn, services: TheServices, caller: Me) -> workshop.KeptPack:
    """Keep a pack as its first version."""
    owner, ruleset, limits = caller.keeps(), find_ruleset(message.ruleset), services.settings.limits
    drawn_up = draw_up(message)
    with shelf(services.db, writing=True) as transaction:
        caller.check_quota(
            count(transaction, PackRow, PackRow.owner == owner), limits.packs_per_owner, "packs"
        )
        row = packs.add(transaction, ruleset.id, limits.packs, owner)
        version = packs.append(transaction, row.id, 1, **drawn_up, most=limits.versions)
        return workshop.pack_view(row, version, [version])


def save(
    pack: GameId, message: workshop.SaveIn, services: TheServices, token: Token, caller: Me
) -> workshop.KeptPack:
    """Keep a new version of a pack: as it is sent, or as an older version was.

    A pack from before there were owners is proven by its own token, and becomes the caller's.
    """
    limits = services.settings.limits
    if message.back_to is not None:
        with shelf(services.db) as transaction:
            wanted = workshop.PackIn.model_validate(
                packs.version(transaction, pack, message.back_to).document
            )
    elif message.pack is None:
        raise ApiError(400, "unclear", VERSIONS)
    else:
        wanted = message.pack
    drawn_up = draw_up(wanted)
    with shelf(services.db, writing=True) as transaction:
        row = packs.get(transaction, pack)
        if not (caller.has(row.owner) or packs.proven(row, token)):
            raise ApiError(403, "not_yours", "Only the person who made this pack may save it; save a copy.")
        if packs.proven(row, token):
            row.owner = row.owner or caller.owner
        if message.number != row.number:
            raise ApiError(409, "stale", "Another window has saved this pack; open it again.")
        if wanted.ruleset != row.ruleset:
            raise ApiError(400, "unclear", VERSIONS)
        version = packs.append(
            transaction,
            pack,
            row.number + 1,
            **drawn_up,
            most=limits.versions,
            back_to=message.back_to,
        )
        return workshop.pack_view(row, version, packs.versions(transaction, pack))


def draw_up(message: workshop.PackIn) -> dict[str, Any]:
    """What is written down of a version. It takes long, so no transaction waits for it."""
    changes = sum(1 for _ in workshop.differences(find_ruleset(message.ruleset), message))
    title = str(message.sheet.get("name", ""))
    return {"document": workshop.document(message), "title": title, "changes": changes}


def newest(pack: GameId, services: TheServices) -> workshop.KeptPack:
    """A kept pack as it is now."""
    return _version(services.db, pack, None)


def older(pack: GameId, number: Version, services: TheServices) -> workshop.KeptPack:
    """A kept pack as it was in a version."""
    return _version(services.db, pack, number)


def _version(db: Database, name: str, number: int | None) -> workshop.KeptPack:
    with shelf(db) as transaction:
        row = packs.get(transaction, name)
        version = packs.version(transaction, name, number or row.number)
        return workshop.pack_view(row, version, packs.versions(transaction, name))


WORKSHOP = "/api/workshop"
PACK = WORKSHOP + "/packs/{pack}"
CALLS: list[Call] = [
    ("GET", WORKSHOP + "/rules", benches, list[RulesetName]),
    ("GET", WORKSHOP + "/rules/{ruleset}", tables_of, Bench),
    ("POST", WORKSHOP + "/judge", judge, workshop.Verdict),
    ("POST", WORKSHOP + "/odds", odds, workshop.Effect),
    ("POST", WORKSHOP + "/situations", situations, SituationForm),
    ("POST", WORKSHOP + "/uses", uses, ChangeUses),
    ("POST", WORKSHOP + "/card", card, workshop.Printed),
    ("POST", WORKSHOP + "/bring", bring, OwnFiles),
    ("POST", WORKSHOP + "/load", load, workshop.Taken),
    ("POST", RULESET + "/imports", import_file, imports.FileImport),
    ("GET", WORKSHOP + "/packs", listed, list[workshop.PackLine]),
    ("POST", WORKSHOP + "/packs", keep, workshop.KeptPack),
    ("GET", PACK, newest, workshop.KeptPack),
    ("POST", PACK, save, workshop.KeptPack),
    ("GET", PACK + "/{number}", older, workshop.KeptPack),
]
FILES: list[Call] = [
    ("POST", WORKSHOP + "/file", export, PackFile),
    ("POST", WORKSHOP + "/table", export_table, UnitSheet),
]
