"""The table as one seat sees it, in its viewer's words, built from what the ruleset shows that seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.api.scene import PlaneScene, Scene, TrackScene
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.rulesets.common.explanation import OFF
from hulldown.server.http.errors import ApiError
from hulldown.server.people.offers import people_view
from hulldown.server.play.match import (
    DecidedStep,
    ServerMatch,
    dice_notice,
    dice_view,
    focused_unit,
    latest,
    units_able_to_act,
)
from hulldown.server.play.order_preview import alone, macro_orders
from hulldown.server.play.session import Session
from hulldown.server.schemas import responses, voice
from hulldown.server.schemas.responses import BoardView, TableView, UndoView
from hulldown.server.schemas.voice import plated, speaking
from hulldown.views import ShotMark, head, layers, with_last_sides
from hulldown.views import since as marks
from hulldown.views.voice import COLOURS, YOU, Voice, unit_names


def find_route(match: ServerMatch, seat: int, unit: str, place: str) -> responses.RouteAnswer | None:
    """The orders that take a unit to a place, as its seat knows the position; None if there are none."""
    moves = any(order.unit == unit for order in match.orders(seat))
    cost, orders = match.ways(seat, unit).get(place, (0, [])) if moves else (0, [])
    known = match.observation(seat)
    if not orders or match.ruleset.speech.action_text(known, orders[0]).split()[0] != unit:
        return None
    legs = path_orders(match.ruleset, known, seat, unit, orders)
    stations = [position_label(match.ruleset, known, seat, unit), *(at for _, _, at in legs)]
    passed = [after for before, after in pairwise(stations) if after and after != before]
    return responses.RouteAnswer([text for text, _, _ in legs], cost, [text for _, text, _ in legs], passed)


def path_orders(
    ruleset: Ruleset, known: Any, seat: int, unit: str, orders: list[Action]
) -> list[tuple[str, str, str]]:
    """Each order as it is written and as its button says it where it is given, and where the unit stands
    after it: a turn is to the left or right of where the unit looks then.

    No die is thrown on such a way, so what is carried out on a copy is what will be.
    """
    state, dice = copy(known), new_dice(0)
    legs = []
    for order in orders:
        text = ruleset.speech.action_text(state, order)
        label = words(ruleset, state, seat, text)
        ruleset.rules.apply(state, copy(order), dice, OFF)
        legs.append((text, label, position_label(ruleset, state, seat, unit)))
    return legs


def position_label(ruleset: Ruleset, state: Any, seat: int, unit: str) -> str:
    """Where a unit stands, empty for nowhere."""
    return next((card.place for card in ruleset.table.cards(state, seat) if card.unit == unit), "")


def words(ruleset: Ruleset, state: Any, seat: int, text: str) -> str:
    """An order as its button says it; what has no button, as it is written."""
    button = next((order for order in ruleset.orders(state, seat) if order.text == text), None)
    return " ".join(part for part in (button.label, button.detail) if part) if button else text


# ---------------------------------------------------------------- recap
# What has happened since a seat last decided, order by order, as it knows it.


MOST = 30  # orders told; of more, the last
NAMED = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True)
class SinceStep:
    """One order: its number, who gave it, what the log says of it, and marks to lie over the board."""

    number: int
    seat: int
    sentences: tuple[Sentence, ...]
    picture: str


@dataclass(frozen=True)
class SinceAnswer:
    """The orders after a number; `left_out` counts those before the first that is told."""

    since: int
    left_out: int
    steps: list[SinceStep]


def recap_since(match: ServerMatch, seat: int | None, seen: int, tall: bool = False) -> SinceAnswer:
    """The orders of others since a seat's last decision, and after the number that it has `seen`.

    Where sides decide in secret an own order may have been the last one that was awaited, so what came of it
    is told with the others'. A spectator gets all orders after the number. Orders that neither show nor say
    anything to the seat are left out, as if there were none. Marks lie over the picture of a `tall` stage.
    """
    together = match.ruleset.has_secrets() and not match.fogged
    own = [step.number for step in match.steps if step.seat == seat]
    begin = max([seen, *(number - together for number in own[-1:])])
    wanted = [step for step in match.steps if step.number > begin and (together or step.seat != seat)]
    steps = [
        step for step in _recap_steps(match, seat, wanted[-MOST:], tall) if step.picture or step.sentences
    ]
    return SinceAnswer(begin, max(0, len(wanted) - MOST), steps)


def _recap_steps(
    match: ServerMatch, seat: int | None, wanted: Iterable[DecidedStep], tall: bool
) -> list[SinceStep]:
    """Each order with its marks in the picture of the position now."""
    scenes: dict[int, Scene] = {}

    def scene(number: int) -> Scene:
        if number not in scenes:
            drawn = match.ruleset.table.scene(match.observation_at(number, seat), seat)
            scenes[number] = risen(drawn, seat) if tall else drawn
        return scenes[number]

    numbers = [0, *(step.number for step in match.steps)]
    before = dict(zip(numbers[1:], numbers, strict=False))
    steps = []
    for step in wanted:
        sentences = step.log_for(seat)
        shots = [shot for sentence in sentences if (shot := shot_of(sentence))]
        named = [name for sentence in sentences for name in NAMED.findall(sentence.text)]
        then, now = scene(before[step.number]), scene(numbers[-1])
        picture = marks(then, scene(step.number), shots, now, named[0] if named else "")
        steps.append(SinceStep(step.number, step.seat, sentences, picture))
    return steps


def shot_of(sentence: Sentence) -> ShotMark | None:
    """The shot that a sentence tells. Its first dice are those to hit; all to hit stand for one rule."""
    names = NAMED.findall(sentence.text)
    if not sentence.shot or len(names) < 2:
        return None
    rolls = [roll for roll in sentence.rolls if roll.rule == sentence.rolls[0].rule]
    known = [hit for roll in rolls if (hit := _does_it(roll)) is not None]
    return ShotMark(names[0], names[1], any(known) if known else None)


def _does_it(roll: Roll) -> bool | None:
    """Whether a die did it; of dice thrown together, whether some did, for which they have no one answer."""
    together = len(roll.faces) > 1 and roll.needed is not None
    return True if together and roll.success is None else roll.success


# ---------------------------------------------------------------- table voice
# The voice of a table: what sides, units and places are called for whoever looks at it.


INCH = 1000
NAMELESS = str.maketrans("", "", "{}|<>")  # what means something in a text for a page


def use_voice(session: Session) -> None:
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


# ---------------------------------------------------------------- table view
# The table as one seat sees it, built from what the ruleset shows that seat and from nothing else.


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
        ruleset=responses.RulesetName(match.ruleset.id, match.ruleset.name),
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
        dice_told=dice_notice(match.secret, session.seats, session.waiting),
        commitment=session.row.commitment,
        promises=list(match.secret.promises),
        dice=dice_view(match.secret) if match.ended else None,
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


def _seats(session: Session, who: Sequence[str]) -> list[responses.SeatView]:
    sides = [*session.match.scenario.sides, "", ""]
    return [
        responses.SeatView(row.seat, sides[row.seat], row.kind, row.player, row.name, who[row.seat])
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


def _result(match: ServerMatch, seat: int | None) -> responses.ResultView | None:
    if match.result is None:
        return None
    return responses.ResultView(match.result, match.status(seat).result)
