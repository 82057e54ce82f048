"""The JSON Schemas of TOML files, at the addresses that the files' first lines name."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import Response

from hulldown.rulesets.common.lint import ENDING, UnknownSchema, about, models, schema
from hulldown.server.http.errors import ApiError

ALL = "/schemas/"
ONE = "/schemas/{name:path}" + ENDING
NAME = "application/schema+json"


class Schema(Response):
    """A JSON Schema."""

    media_type = NAME


async def listed() -> dict[str, Any]:
    """Every schema by name, with its address and what it is about."""
    return {model: {"address": f"{ALL}{model}{ENDING}", "about": about(model)} for model in models()}


async def one(name: str) -> Response:
    """A schema."""
    try:
        return Schema(await asyncio.to_thread(lambda: json.dumps(schema(name))))
    except UnknownSchema as wrong:
        raise ApiError(404, "not_found", str(wrong)) from None
