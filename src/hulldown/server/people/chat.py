"""What people say to each other at a table: set phrases, and typed words that the other side can silence.

Players and spectators talk apart until the game has ended. Words are kept and sent as plain text.
"""

from __future__ import annotations

from collections import OrderedDict

from hulldown.server.http.errors import ApiError
from hulldown.server.http.middleware import Bucket
from hulldown.server.play.session import Session
from hulldown.server.schemas.requests import ChatIn
from hulldown.server.schemas.responses import ChatLine, ChatView, PhraseView
from hulldown.server.settings import Limits
from hulldown.store import history

PHRASES = {
    "luck": "Good luck",
    "shot": "Well shot",
    "moment": "One moment",
    "thanks": "Thank you",
    "game": "Good game",
}
SHOWN = 100  # messages, the last of them
AT_ONCE = 5.0  # messages of one speaker, before the rate counts


class ChatRate:
    """How often each speaker may speak: a seat of a game, or a spectator by where they call from."""

    def __init__(self, limits: Limits) -> None:
        self.rate, self.room = limits.chat_a_minute / 60, limits.clients
        self.speakers: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, game: str, speaker: str, now: float) -> None:
        """Count a message. Refused (429) when there were too many."""
        bucket = self.speakers.setdefault((game, speaker), Bucket(AT_ONCE, now))
        self.speakers.move_to_end((game, speaker))
        if len(self.speakers) > self.room:
            self.speakers.popitem(last=False)
        if not bucket.take(1.0, self.rate, AT_ONCE, now):
            raise ApiError(429, "too_often", "You speak too often; wait a moment.")


def talk(session: Session, seat: int | None) -> ChatView:
    """What a seat, or a spectator, may read."""
    rooms = ["spectators" if seat is None else "players"]
    if session.over:
        rooms = ["players", "spectators"]
    with session.db.reading() as transaction:
        rows = history.list_messages(transaction, session.id, rooms)[-SHOWN:]
    why = why_not_typed(session, seat)
    return ChatView(
        phrases=[PhraseView(name, text) for name, text in PHRASES.items()],
        lines=[
            ChatLine(row.seat, row.phrase, PHRASES.get(row.phrase, row.text), row.created) for row in rows
        ],
        types=not why,
        why=why,
        silent=seat is not None and seat in session.agreement.offers.get("silenced", ()),
    )


def why_not_typed(session: Session, seat: int | None) -> str:
    """Why somebody may not type here, or nothing."""
    if not session.terms.chat:
        return "Only set phrases are said in this battle."
    if seat is not None and 1 - seat in session.agreement.offers.get("silenced", ()):
        return "The other side hears set phrases only."
    return ""


def say(session: Session, seat: int | None, message: ChatIn, most: int) -> None:
    """Write down what is said. Refused if it may not be, or enough was said in this game."""
    text = "".join(sign for sign in message.text if sign.isprintable()).strip()
    if bool(message.phrase) == bool(text):
        raise ApiError(400, "unclear", "Say a set phrase, or type something.")
    if message.phrase and message.phrase not in PHRASES:
        raise ApiError(400, "unclear", f"There is no set phrase {message.phrase!r}.")
    if text and (why := why_not_typed(session, seat)):
        raise ApiError(403, "silenced", why)
    try:
        with session.db.transaction() as transaction:
            now = session.time.now()
            history.say(transaction, session.id, seat, now, most, phrase=message.phrase, text=text)
    except history.TooMuchSaid:
        raise ApiError(409, "too_long", "As much as can be kept has been said in this game.") from None
    except history.SaidMeanwhile:
        raise ApiError(409, "stale", "Somebody spoke at the same moment; say it again.") from None
