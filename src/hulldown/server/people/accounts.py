"""Who calls, what is theirs, and how much of it they may have.

Somebody here has no account: a random token that their browser keeps proves who they are (the header
`Hulldown-Me`; a seat is still proven by `Authorization`). What they keep belongs to them, and nobody else
finds, changes or deletes it. Without a token things belong to nobody; those are for everybody who can call
the server, which is right on the host's own machine and on no other.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field

from hulldown.server.http.errors import ApiError
from hulldown.store import owners
from hulldown.store.database import Database

UNKNOWN = "Nobody here has that token; begin again with POST /api/me."
NAMELESS = "On a shared server what is kept belongs to somebody: begin with POST /api/me."


@dataclass(frozen=True)
class Account:
    """Who calls: an owner by id, name and token, or None for nobody in particular.

    `nobodys` is whether what belongs to nobody is theirs to see and to change.
    """

    owner: str | None = None
    name: str = ""
    token: str = field(default="", repr=False)
    nobodys: bool = True
    address: str = ""

    def has(self, owner: str | None) -> bool:
        """Whether a thing of that owner is the caller's to change."""
        return self.nobodys if owner is None else owner == self.owner

    def keeps(self) -> str | None:
        """Whose a thing will be that is kept now. Refused (401) on a shared server for nobody."""
        if self.owner is None and not self.nobodys:
            raise ApiError(401, "no_owner", NAMELESS)
        return self.owner

    def require_owner(self) -> str:
        """The owner. Refused (401) if nobody in particular calls."""
        if self.owner is None:
            raise ApiError(401, "no_owner", "Say who you are: Hulldown-Me: TOKEN (POST /api/me gives one).")
        return self.owner

    def check_quota(self, kept: int, most: int, what: str) -> None:
        """Refused (429) if the caller keeps as many as an owner may already."""
        if self.owner is not None and kept >= most:
            raise ApiError(429, "too_many", f"You may have {most} {what} here; {most} are kept already.")


ANYBODY = Account()  # on the host's own machine


def account_of(db: Database, token: str | None, shared: bool, address: str) -> Account:
    """Who calls with a token. Refused (401) if it proves nobody."""
    if token is None:
        return Account(nobodys=not shared, address=address)
    with db.reading() as transaction:
        row = owners.proven(transaction, token)
    if row is None:
        raise ApiError(401, "no_owner", UNKNOWN)
    if owners.is_long_unseen(row):
        with db.transaction() as transaction:
            owners.saw(transaction, row.id)
    return Account(row.id, row.name, token, not shared, address)


# ---------------------------------------------------------------- beginning a game


@dataclass(frozen=True)
class Creator:
    """Who begins a game; with a `key` the call can be sent again when its answer is lost."""

    caller: Account
    key: str | None = None

    def token(self, seat: int) -> str:
        """The token of a seat, the same again for the same call; empty where a new one is to be made.

        It is as secret as the token of the owner, from which nobody else can work it out.
        """
        if self.key is None:
            return ""
        return seat_token(self.caller.token, self.key, seat)


def seat_token(owner: str, key: str, seat: int) -> str:
    """The token of a seat of a game that the owner with that token began with a key."""
    message = f"seat {seat} {key}".encode("utf-8", "replace")
    return urlsafe_b64encode(hmac.digest(owner.encode(), message, "sha256")).decode().rstrip("=")


NOBODY = Creator(ANYBODY)
