"""Random names: ids of what is kept, and seat tokens, known to their players and to nobody else."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256


def new_id() -> str:
    """The id of a game, a campaign or a build: 72 random bits, safe in an address and on a command line.

    There a hyphen in front would make it an option.
    """
    while (text := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return text


def new_token() -> str:
    """A seat's token: 256 random bits, safe in an address."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be searched."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def same(token_hash: str, token: str) -> bool:
    """Whether the token has the hash, in constant time."""
    return hmac.compare_digest(token_hash, hashed(token))
