"""Files of players' own, sent to be played: scenarios, and packs with scenarios, options and numbers."""

from __future__ import annotations

import base64
import binascii

from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.pack import PackFiles, unpacked
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.shared.packs import load_pack
from hulldown.server.answers import OwnFiles, OwnScenario
from hulldown.server.errors import Refused
from hulldown.server.messages import OwnFileIn
from hulldown.views.miniature import miniature

ZIP = b"PK"  # how a pack in one file begins


def read(ruleset: Ruleset, sent: OwnFileIn) -> OwnFiles:
    """What a file brings to a table. Refused (400) with its first mistake, by file, line and field."""
    try:
        data = base64.b64decode(sent.data, validate=True)
        if data.startswith(ZIP):
            return of_pack(ruleset, PackFiles(sent.name, unpacked(data, sent.name)))
        scenario = of_scenario(ruleset, OwnFile(sent.name, data.decode()), {})
        return OwnFiles(scenario.info.name, "", {}, [scenario])
    except CatalogueError as wrong:
        rest = len(wrong.lines) - 1
        more = f" (and {rest} more)" if rest else ""
        raise Refused(400, "unclear", f"{wrong.lines[0]}{more}"[:400]) from None
    except (binascii.Error, UnicodeDecodeError):
        raise Refused(400, "unclear", f"{sent.name}: is neither a scenario nor a pack") from None


def of_pack(ruleset: Ruleset, files: PackFiles) -> OwnFiles:
    """What a pack brings. CatalogueError names its mistakes."""
    pack = load_pack(files)
    if pack.ruleset is not ruleset:
        raise CatalogueError([f"{files.shown}: is for {pack.ruleset.name}, not for {ruleset.name}"])
    scenarios = [of_scenario(ruleset, file, pack.chosen) for file in pack.scenarios.values()]
    return OwnFiles(pack.sheet.name, pack.sheet.text, pack.chosen, scenarios)


def of_scenario(ruleset: Ruleset, file: OwnFile, chosen: dict[str, str | int | bool]) -> OwnScenario:
    """A scenario with its board. CatalogueError names its mistakes."""
    board = miniature(ruleset.table.scene(ruleset.set_up(file, chosen), None))
    return OwnScenario(ruleset.files.own_scenario(file), file.text, board)
