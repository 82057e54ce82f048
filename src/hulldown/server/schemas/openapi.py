"""The OpenAPI document: published names of schemas stay when the classes behind them get better ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import FastAPI

from hulldown.catalogue.schema_names import with_published_names

F = TypeVar("F", bound=Callable[..., Any])
Call = tuple[str, str, Callable[..., Any], Any]  # method, path, what answers, the type of the answer
GAME, RULESET = "/api/games/{game}", "/api/rulesets/{ruleset}"
HOME = ("components", "schemas")

# The class behind a schema -> the name under which it was first published.
SCHEMA_NAMES: dict[str, str] = {
    "BuildChoice": "hulldown__rulesets__face__garage__Choice",
    "BuildField": "hulldown__rulesets__face__garage__Field",
    "BuildPurchase": "hulldown__rulesets__face__garage__Purchase",
    "BuildRows": "Rows",
    "BuildSection": "Section",
    "DraftIssue": "Mark",
    "DraftUnit": "Piece",
    "FieldGroup": "Group",
    "LookPoint": "Point",
    "MatrixOrder": "hulldown__rulesets__face__matrix__Choice",
    "OrderButton": "Order",
    "PaintLook": "Look",
    "RefitCost": "Weighed",
    "RefitPurchase": "hulldown__rulesets__face__campaigning__Purchase",
    "ReportForm": "Report",
    "RuleDifference": "Difference",
    "SituationField": "hulldown__rulesets__face__situation__Field",
    "SourceText": "Said",
}


def published_as(name: str) -> Callable[[F], F]:
    """Keep the published name of an operation, of which its id is made, whatever its function is called."""

    def rename(handler: F) -> F:
        handler.__name__ = name
        return handler

    return rename


def publish_names(app: FastAPI) -> None:
    """Have an application name its schemas by the table."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            generate()
            assert app.openapi_schema is not None
            app.openapi_schema = with_published_names(app.openapi_schema, HOME, SCHEMA_NAMES)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
