"""Refusals: the only way in which the server says no, and the same form for every mistake."""

from __future__ import annotations

import json
import logging
import secrets
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

log = logging.getLogger("hulldown.server")

CODES = {400: "unclear", 401: "no_seat", 403: "not_yours", 404: "not_found", 405: "no_such_call"}


class Refused(Exception):
    """A refusal with its HTTP status, code, words, the rule behind it and the game's number."""

    def __init__(self, status: int, code: str, text: str, rule: str = "", number: int | None = None) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.rule, self.number = status, code, text, rule, number

    def told(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        body = {"code": self.code, "text": self.text, "rule": self.rule, "number": self.number}
        return {"error": body}


def answer(refused: Refused) -> Response:
    """The refusal as an HTTP answer."""
    body = json.dumps(refused.told()).encode()
    return Response(body, refused.status, media_type="application/json")


def breakdown(error: Exception) -> Refused:
    """A refusal for an exception nobody expected: logged under a short id, which is all the client gets."""
    name = secrets.token_hex(4)
    log.error("internal error %s", name, exc_info=error)
    return Refused(500, "internal", f"Something went wrong here; the server's log has it under {name}.")


def put_right(app: FastAPI) -> None:
    """Give every exception of FastAPI and of ours the same form."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answer(error)


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "refused")
    refused = answer(Refused(error.status_code, code, str(error.detail)))
    refused.headers.update(error.headers or {})
    return refused


async def _not_understood(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answer(Refused(400, "unclear", in_words(error)))


def in_words(error: RequestValidationError) -> str:
    """The first mistake of a message: where it is and what is wrong, without what was sent."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    text = f"{place}: {first['msg']}" if place else str(first["msg"])
    return text.encode("ascii", "replace").decode()[:200]
