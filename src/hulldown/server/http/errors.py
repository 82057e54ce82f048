"""Refusals: the only way in which the server says no, and the same form for every mistake."""

from __future__ import annotations

import errno
import json
import logging
import secrets
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from hulldown.server.schemas.voice import spoken_text
from hulldown.store.database import is_unavailable

log = logging.getLogger("hulldown.server")

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
NOT_WRITTEN = (*NO_ROOM, errno.EROFS, errno.EIO)
WAIT = 1  # seconds after which to ask again
CODES = {400: "unclear", 401: "no_seat", 403: "not_yours", 404: "not_found", 405: "no_such_call"}


class ApiError(Exception):
    """A refusal with its HTTP status, code, words, the rule behind it and the game's number."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        rule: str = "",
        number: int | None = None,
        *,
        soon: bool = False,
    ) -> None:
        """With 503, or `soon`, the answer says when to ask again."""
        super().__init__(text)
        self.soon = soon or status == 503
        self.status, self.code, self.text, self.rule, self.number = status, code, text, rule, number

    def to_dict(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        body = {"code": self.code, "text": self.text, "rule": self.rule, "number": self.number}
        return {"error": body}


def error_response(error: ApiError) -> Response:
    """The refusal as an HTTP answer."""
    body = json.dumps(error.to_dict()).encode()
    headers = {"retry-after": str(WAIT)} if error.soon else None
    return Response(body, error.status, headers, media_type="application/json")


def internal_error(error: Exception) -> ApiError:
    """A refusal for an exception: what cannot be kept now, in words (503); what nobody expected is logged
    under a short id, which is all the client gets.
    """
    if text := storage_fault(error):
        log.warning("%s (%s)", text, type(error).__name__)
        return ApiError(503, "database", text)
    name = secrets.token_hex(4)
    log.error("internal error %s", name, exc_info=error)
    return ApiError(500, "internal", f"Something went wrong here; the server's log has it under {name}.")


def log_failure(what: str, error: Exception) -> None:
    """Write into the log that something was not done: why in words where that is known, else all of it."""
    if text := storage_fault(error):
        log.warning("%s: %s", what, text)
    else:
        log.error("%s", what, exc_info=error)


def storage_fault(error: BaseException) -> str:
    """Why nothing can be read or written where games are kept, in words; empty for another fault."""
    full = isinstance(error, OSError) and error.errno in NOT_WRITTEN
    if not full and not is_unavailable(error):
        return ""
    message = str(getattr(error, "orig", error)).lower()
    if "full" in message or (isinstance(error, OSError) and error.errno in NO_ROOM):
        return "The disk of this server is full. Nothing was lost; it goes on when there is room again."
    if "malformed" in message or "not a database" in message:
        return "The database of this server is damaged; its host has to see to it."
    if full or "readonly" in message or "disk i/o" in message:
        return "This server cannot write to its disk now. Nothing was lost; try again in a moment."
    return "The database of this server is busy or away. Nothing was lost; try again in a moment."


def install_error_handlers(app: FastAPI) -> None:
    """Give every exception of FastAPI and of ours the same form."""
    app.add_exception_handler(ApiError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    error.text = spoken_text(error.text)
    return error_response(error)


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "refused")
    refused = error_response(ApiError(error.status_code, code, str(error.detail)))
    refused.headers.update(error.headers or {})
    return refused


async def _not_understood(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(ApiError(400, "unclear", describe_validation(error)))


def describe_validation(error: RequestValidationError) -> str:
    """The first mistake of a message: where it is and what is wrong, without what was sent."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"]).removeprefix("Value error, ")
    text = f"{place}: {message}" if place else message
    return text.encode("ascii", "replace").decode()[:200]
