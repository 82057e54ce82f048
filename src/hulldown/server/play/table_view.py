"""The table as one seat sees it, built from what the ruleset shows that seat and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Scene, TrackScene
from hulldown.server.http.errors import ApiError
from hulldown.server.people.people_view import people_view
from hulldown.server.play import dice_setup
from hulldown.server.play.active_units import focused_unit, units_able_to_act
from hulldown.server.play.macro_orders import alone, macro_orders
from hulldown.server.play.match import ServerMatch, latest
from hulldown.server.play.session import Session
from hulldown.server.schemas.responses import (
    BoardView,
    ResultView,
    RulesetName,
    SeatView,
    TableView,
    UndoView,
)
from hulldown.server.schemas.voice import plated, speaking
from hulldown.views import head, layers, with_last_sides
from hulldown.views.voice import Voice


@dataclass(frozen=True)
class Looking:
    """Who looks: the seat (None for a spectator), the layers it has, the unit it looks at (or nothing yet).

    `chances` are the known chances of seat 0 to win, by number. On a `tall` stage a track rises.
    """

    seat: int | None
    have: frozenset[str] = frozenset()
    unit: str = ""
    chances: Mapping[int, float] = field(default_factory=dict)
    tall: bool = False


def table_view(session: Session, looking: Looking) -> TableView:
    """The position now. A unit looked at that the seat cannot see (any more) counts as not chosen."""
    match, seat = session.match, looking.seat
    cards = match.cards(seat)
    owing = session.waiting or match.to_act()
    yours = seat is not None and seat in owing and not session.waiting
    status = match.status(seat)
    orders = [] if session.waiting else match.orders_for(seat)
    voice = speaking()
    acting = focused_unit(cards, orders, status, seat, looking.unit)
    unit = looking.unit if any(card.unit == looking.unit for card in cards) else acting
    return TableView(
        game=session.id,
        number=session.number,
        ruleset=RulesetName(match.ruleset.id, match.ruleset.name),
        scenario=match.scenario,
        options=session.row.options,
        seat=seat,
        seats=_seats(session, voice.who if voice else SIDES),
        status=status,
        to_act=owing,
        yours=yours,
        orders=orders,
        able=units_able_to_act(orders),
        unit=unit,
        acting=acting,
        cards=cards,
        board=_board(match, unit, looking, voice),
        reach=match.reach(seat, unit) if yours and seat is not None else {},
        log=match.log(seat),
        win=_win(looking, session.number),
        undo=_undo(session, seat),
        result=_result(match, seat),
        seed=match.secret.seed,
        dice_told=dice_setup.dice_notice(match.secret, session.seats, session.waiting),
        commitment=session.row.commitment,
        promises=list(match.secret.promises),
        dice=dice_setup.dice_view(match.secret) if match.ended else None,
        secrets=match.secrets,
        waiting=session.waiting,
        usual=macro_orders(match, seat, unit) if yours and seat is not None else [],
        alone=alone(match, seat) if yours and not session.last_was_undo else "",
        people=people_view(session, seat),
        called={unit: known.short for unit, known in voice.units.items()} if voice else {},
    )


def earlier(session: Session, looking: Looking, number: int) -> TableView:
    """The position after an earlier number: nothing to order, nothing to undo. Refused (404) beyond now."""
    if number > session.number:
        raise ApiError(404, "not_found", "The game has not come so far.", number=session.number)
    match, seat = session.match, looking.seat
    state = match.observation_at(number, seat)
    past = [part for part in match.log(seat) if part.number <= number]
    scene = with_last_sides(match.ruleset.table.scene(state, seat), latest(past))
    scene, voice = scene_for(scene, looking), speaking()
    scene = plated(scene, voice) if voice else scene
    return replace(
        table_view(session, replace(looking, unit="")),
        number=number,
        status=match.ruleset.table.status(state, seat),
        to_act=[],
        yours=False,
        orders=[],
        able=[],
        unit="",
        reach={},
        cards=match.dealt(state, seat),
        board=board_view(scene, voice.markup(layers(scene)) if voice else layers(scene), looking.have, voice),
        log=past,
        win=_win(looking, number),
        undo=UndoView(False, "This is an earlier position."),
        result=_result(match, seat) if number == session.number else None,
        secrets=False,
        usual=[],
        alone="",
    )


def board_view(
    scene: Scene, markup: dict[str, str], have: frozenset[str], voice: Voice | None = None
) -> BoardView:
    """The layers that the page does not have yet, with the digests of all."""
    digests = {name: blake2b(text.encode(), digest_size=6).hexdigest() for name, text in markup.items()}
    wanted = {name: text for name, text in markup.items() if digests[name] not in have}
    begins = head(scene)
    return BoardView(voice.picture(begins) if voice else begins, wanted, digests)


def risen(scene: Scene, seat: int | None) -> Scene:
    """A track that rises, with the seat that looks at its foot; other boards are as they are."""
    return replace(scene, below=seat or 0) if isinstance(scene, TrackScene) else scene


def scene_for(scene: Scene, looking: Looking) -> Scene:
    """The scene as it stands on somebody's stage: on a tall one a track rises."""
    return risen(scene, looking.seat) if looking.tall else scene


def _board(match: ServerMatch, unit: str, looking: Looking, voice: Voice | None) -> BoardView:
    """The board of a position; what was put into somebody's words is kept as long as the position."""
    seat = looking.seat
    flat = match.scene(seat, unit)
    scene = scene_for(flat, looking)
    if voice is None:
        markup = match.layers(seat, unit) if scene is flat else layers(scene)
        return board_view(scene, markup, looking.have)
    scene = plated(scene, voice)
    key = ("spoken", seat, voice.who, looking.tall)
    return board_view(scene, match.once(key, lambda: voice.markup(layers(scene)), unit), looking.have, voice)


def _seats(session: Session, who: Sequence[str]) -> list[SeatView]:
    sides = [*session.match.scenario.sides, "", ""]
    return [
        SeatView(row.seat, sides[row.seat], row.kind, row.player, row.name, who[row.seat])
        for row in session.seats
    ]


def _win(looking: Looking, number: int) -> float | None:
    """The viewer's chance to win; a spectator gets seat 0's."""
    first = looking.chances.get(number)
    if first is None:
        return None
    return round(1.0 - first if looking.seat == 1 else first, 4)


def _undo(session: Session, seat: int | None) -> UndoView:
    asked = session.undo_request.seat if session.undo_request else None
    if seat is None:
        return UndoView(False, "Only the players may undo.", asked)
    plan = session.undoing(seat)
    if asked is not None and asked != seat:
        return UndoView(True, "The other side asks to take back its last decision.", asked)
    if asked == seat:
        return UndoView(False, "Waiting for the other side to agree.", asked)
    return UndoView(plan.free or plan.by_consent, plan.why, asked)


def _result(match: ServerMatch, seat: int | None) -> ResultView | None:
    if match.result is None:
        return None
    return ResultView(match.result, match.status(seat).result)
