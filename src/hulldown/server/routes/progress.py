"""How far the caller is in lessons and puzzles, the same in every browser of theirs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response

from hulldown.server.dependencies import Me, TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.learn import progress as learning
from hulldown.server.learn.progress import Progress, ProgressIn, TaughtName
from hulldown.server.schemas.responses import json_response
from hulldown.store import owners

TOO_MUCH = "So much about lessons and puzzles is not kept for anybody."
Only = Annotated[list[TaughtName], Query(max_length=16, default_factory=list)]


async def read_progress(services: TheServices, caller: Me, only: Only) -> Response:
    """All that is kept of the caller, or of some lessons and puzzles."""

    def work() -> Progress:
        owner = caller.require_owner()
        with services.db.reading() as transaction:
            whole = learning.load_progress(owners.of(transaction, owner))
        return learning.part(whole, set(only), set()) if only else whole

    return json_response(await asyncio.to_thread(work), Progress)


async def join_progress(message: ProgressIn, services: TheServices, caller: Me) -> Response:
    """What a browser knows, joined with what is kept; the answer is how all that it sent stands now.
    Refused (413) beyond what anybody can have learnt.
    """

    def work() -> Progress:
        owner, more = caller.require_owner(), Progress(message.learnt, message.days)
        with services.db.transaction() as transaction:
            before = learning.load_progress(owners.lock_progress(transaction, owner))
            whole = learning.joined(before, more)
            if whole != before:
                document = learning.dump_progress(whole)
                within(whole, document)
                owners.keep(transaction, owner, document)
        return learning.part(whole, set(more.learnt), set(more.days))

    return json_response(await asyncio.to_thread(work), Progress)


def within(whole: Progress, document: dict[str, Any]) -> None:
    """Refused (413) if it is too much to keep."""
    many = len(whole.learnt) > learning.MOST_NAMES or len(whole.days) > learning.MOST_DAYS
    if many or len(json.dumps(document)) > learning.LARGEST:
        raise ApiError(413, "too_large", TOO_MUCH)


PROGRESS = "/api/me/progress"
CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", PROGRESS, read_progress, Progress),
    ("PUT", PROGRESS, join_progress, Progress),
]
