"""Files of players' own, sent to be played: scenarios, and packs with scenarios, options and numbers."""

from __future__ import annotations

import base64
import binascii

from hulldown.catalogue import CatalogueError, OwnFile, decode
from hulldown.catalogue.pack import ZIP, PackFiles, unzip_pack
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import Stack, load_pack, stacked
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import OwnFileIn
from hulldown.server.schemas.responses import OwnFiles, OwnScenario
from hulldown.views.thumbnails import miniature

HOUSE_RULES = "House rules"


def parse_upload(ruleset: Ruleset, sent: OwnFileIn) -> OwnFiles:
    """What a file brings to a table. Refused (400) with its first mistake, by file, line and field."""
    try:
        data = base64.b64decode(sent.data, validate=True)
        if data.startswith(ZIP):
            return of_pack(ruleset, PackFiles(sent.name, unzip_pack(data, sent.name)))
        scenario = of_scenario(ruleset, OwnFile(sent.name, decode(data, sent.name)), {})
        return OwnFiles(scenario.info.name, "", {}, [scenario], [])
    except CatalogueError as wrong:
        rest = len(wrong.lines) - 1
        more = f" (and {rest} more)" if rest else ""
        raise ApiError(400, "unclear", f"{wrong.lines[0]}{more}"[:400]) from None
    except binascii.Error:
        raise ApiError(400, "unclear", f"{sent.name}: is neither a scenario nor a pack") from None


def of_pack(ruleset: Ruleset, files: PackFiles) -> OwnFiles:
    """What a pack brings. CatalogueError names its mistakes."""
    pack = load_pack(files)
    return of_stack(stacked(ruleset, [pack]), pack.sheet.name, pack.sheet.text)


def of_stack(stack: Stack, name: str, text: str) -> OwnFiles:
    """What packs bring together. CatalogueError names what is wrong with a scenario."""
    chosen, layers = dict(stack.chosen), list(stack.ruleset.layers)
    scenarios = [of_scenario(stack.ruleset, file, chosen) for file in stack.scenarios.values()]
    return OwnFiles(name, text, chosen, scenarios, layers)


def of_house(stack: Stack) -> OwnFiles:
    """What everybody is offered on a server that was started with packs, options or numbers."""
    return of_stack(stack, HOUSE_RULES, " ".join(f"{line}." for line in stack.told))


def of_scenario(ruleset: Ruleset, file: OwnFile, chosen: dict[str, str | int | bool]) -> OwnScenario:
    """A scenario with its board. CatalogueError names its mistakes."""
    board = miniature(ruleset.table.scene(ruleset.set_up(file, chosen), None))
    return OwnScenario(ruleset.files.own_scenario(file), file.text, board)
