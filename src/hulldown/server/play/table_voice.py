"""The voice of a table: what sides, units and places are called for whoever looks at it."""

from __future__ import annotations

from functools import partial

from hulldown.rulesets.api.scene import PlaneScene
from hulldown.server.play.session import Session
from hulldown.server.schemas import voice
from hulldown.views.voice import COLOURS, YOU, Voice, unit_names

INCH = 1000
NAMELESS = str.maketrans("", "", "{}|<>")  # what means something in a text for a page


def at(session: Session) -> None:
    """Answer this call in the voice of a table."""
    voice.use(partial(_voice_for, session))


def _voice_for(session: Session, token: str | None, way: str) -> Voice:
    return voice_of(session, session.seat_of(token), way)


def voice_of(session: Session, seat: int | None, way: str) -> Voice:
    """The voice of a seat at a table. That of an earlier number serves while nothing has other names."""
    number, known = session.voices.get((seat, way), (-1, None))
    if known is None or number != session.number:
        now = _make_voice(session, seat, way)
        known = known if known == now else now
        session.voices[seat, way] = session.number, known
    return known


def _make_voice(session: Session, seat: int | None, way: str) -> Voice:
    match = session.observed_by(seat).match
    scene = match.scene(seat, "")
    built = [*getattr(scene, "structures", ()), *getattr(scene, "barricades", ())]
    goals = scene.goals if isinstance(scene, PlaneScene) else ()
    return Voice(
        who(session, seat if way == "you" else None),
        unit_names(session.id, match.cards(seat)),
        getattr(scene, "columns", 0),
        getattr(scene, "rows", 0),
        frozenset(entry.name for entry in built),
        {",".join(f"{round(value / INCH, 2):g}" for value in goal.at): goal.name.lower() for goal in goals},
    )


def who(session: Session, seat: int | None) -> tuple[str, str]:
    """Who the seats are for whoever has one of them (None: for somebody who has none)."""
    first, second = (_who(session, of, seat) for of in (0, 1))
    return (first, second) if first != second else COLOURS


def _who(session: Session, of: int, seat: int | None) -> str:
    if of == seat:
        return YOU
    row = next((row for row in session.seats if row.seat == of), None)
    if row is not None and row.kind == "computer":
        return "the computer"
    name = (row.name or "").translate(NAMELESS).strip() if row is not None else ""
    return name or COLOURS[of]
