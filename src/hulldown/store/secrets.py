"""What must not be known: dice keys until the end, seat tokens ever."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256


def new_key() -> int:
    """A dice key: 32 random bits."""
    return secrets.randbits(32)


def new_salt() -> str:
    """What keeps 32 bits of key from being guessed out of their hash: 256 random bits as hex."""
    return secrets.token_hex(32)


def commitment(key: int, salt: str) -> str:
    """The promise of a dice key: SHA-256 of "salt:key" in ASCII, as hex. Anyone can check it at the end."""
    return sha256(f"{salt}:{key}".encode("ascii")).hexdigest()


def new_token() -> str:
    """A seat's token: 256 random bits, safe in an address."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be searched."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def same(token_hash: str, token: str) -> bool:
    """Whether the token has the hash, in constant time."""
    return hmac.compare_digest(token_hash, hashed(token))
