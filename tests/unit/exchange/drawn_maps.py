"""What an import has laid on a board, read from the scenario's text, and battles on it."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import hulldown
from hulldown.catalogue.pack import PackFiles
from hulldown.exchange.model import ImportResult
from hulldown.kernel.hexes import parse_hex
from hulldown.rulesets.common.packs import Pack, load_pack

MOST_ORDERS = 4000


def scenario(result: ImportResult) -> dict[str, Any]:
    """The scenario of an import as data."""
    (text,) = result.texts.values()
    return tomllib.loads(text)


def ground(result: ImportResult) -> dict[tuple[int, int], str]:
    """What lies on each cell that is not open."""
    data = scenario(result)
    legend = data.get("legend", {})
    drawn = {
        (column, row): legend.get(sign, "clear")
        for row, line in enumerate(data.get("picture", ()))
        for column, sign in enumerate(line)
    }
    listed = {parse_hex(name): kind for kind, names in data.get("terrain", {}).items() for name in names}
    return {cell: kind for cell, kind in (drawn | listed).items() if kind != "clear"}


def pack(result: ImportResult) -> Pack:
    """The pack that an import makes."""
    sheet = f'name = "Maps"\nruleset = "{result.ruleset}"\n'
    return load_pack(PackFiles("maps", {"pack.toml": sheet, **result.texts}))


def play(result: ImportResult, seed: int) -> hulldown.Game:
    """A battle of random players on the map, to its end."""
    own = pack(result)
    game = hulldown.new(result.ruleset, next(iter(own.scenarios)), packs=[own], seed=seed)
    chance = Random(seed)
    while game.result is None and game.number < MOST_ORDERS:
        game.play(chance.choice(list(game.legal())))
    return game


def said(result: ImportResult) -> str:
    """The remarks of an import, a line each."""
    return "\n".join(f"{remark.kind}: {remark.where}: {remark.text}" for remark in result.remarks)
