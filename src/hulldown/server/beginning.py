"""New games: set up, checked, and written down with their seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.layers import LayerPart
from hulldown.game import Game, SaveError
from hulldown.game.secret import DiceSecret
from hulldown.rulesets.face.files import OWN
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.shared.laid import layered
from hulldown.server.affairs import UNFINISHED, by_link
from hulldown.server.answers import NewGame, SeatTicket
from hulldown.server.clock import Clock
from hulldown.server.closing import DRAW, LEFT, Closing
from hulldown.server.errors import Refused
from hulldown.server.match import Match, Step, dice_text, listed
from hulldown.server.messages import NewGameIn, SeatIn, TermsIn
from hulldown.server.players import checked
from hulldown.server.terms import Terms
from hulldown.store import games, history, seats
from hulldown.store.database import Database
from hulldown.store.models import GameRow, SeatRow
from hulldown.store.seats import NewSeat


def begun(db: Database, message: NewGameIn) -> NewGame:
    """Set up a game and write it down. Refused (400) with what is wrong in the set-up."""
    ruleset = _layered(_ruleset(message.ruleset), message.layers)
    scenario = OwnFile(message.scenario, message.own) if message.own else message.scenario
    if isinstance(scenario, str):
        _known_scenario(ruleset, scenario)
    secret = DiceSecret.from_seed(message.seed)
    try:
        game = Game(ruleset, scenario, secret, message.options, message.forces)
    except (CatalogueError, ValueError) as error:
        raise Refused(400, "unclear", str(error)[:400]) from None
    seated = _seats(message.seats, game)
    return _written(db, game, secret, seated, [], _terms(message.terms, seated))


def _terms(wanted: TermsIn, seated: Sequence[NewSeat]) -> Terms:
    """What people agree to. Refused (400) if it means nothing, or there are no two people to agree."""
    terms = wanted.terms
    if terms.clocked and not terms.allowance:
        raise Refused(400, "unclear", "A clock needs minutes for the whole game, or days for a turn.")
    if terms.clocked and any(seat.kind == "computer" for seat in seated):
        raise Refused(400, "unclear", "A clock is for a battle between two people.")
    return terms


def continued(db: Database, replay: dict[str, JsonValue], longest: int) -> NewGame:
    """Write down the game of a replay file, to go on from its end with new dice.

    Refused (400) with what is wrong in the file.
    """
    orders = replay.get("orders")
    if isinstance(orders, list) and len(orders) > longest:
        raise Refused(400, "unclear", f"A game here may have {longest} orders.")
    try:
        game = Game.load(json.dumps(replay))
    except SaveError as error:
        raise Refused(400, "unclear", str(error)[:400]) from None
    if game.origin:
        raise Refused(400, "unclear", "A game that began from a position cannot be played on here.")
    return taken_up(db, game, [NewSeat("human"), NewSeat("human")])


def taken_up(db: Database, game: Game, wanted: Sequence[NewSeat]) -> NewGame:
    """Write down a game as it stands; one that has begun goes on with new dice."""
    steps = [
        Step(turn.number, turn.act.seat, turn.act.text, dice_text(turn.dice), True, "", turn.sentences)
        for turn in game.history
    ]
    secret = None if steps else game.secret
    return _written(db, game, secret or DiceSecret.from_seed(None), wanted, steps, Terms())


def _ruleset(name: str) -> Ruleset:
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise Refused(400, "unclear", str(error)) from None


def anew(db: Database, game: Game, wanted: Sequence[SeatRow], terms: Terms) -> NewGame:
    """Write down another game with the set-up and the players of one."""
    again, secret = _same(game)
    players = [NewSeat(seat.kind, seat.player, seat.name) for seat in wanted]
    return _written(db, again, secret, players, [], terms)


def rematch(db: Database, game: Game, seated: Sequence[SeatRow], terms: Terms, now: datetime) -> str:
    """Write down another game with the set-up of one, in which its people have changed seats: their tokens
    go with them, so that nothing has to be sent. Its id."""
    again, secret = _same(game)
    with db.transaction() as transaction:
        row = games.add(transaction, secret=secret, **facts(again), **_between(terms, by_link(seated)))
        seats.change_over(transaction, row.id, seated, now)
    return row.id


def _same(game: Game) -> tuple[Game, DiceSecret]:
    """Another game with the set-up of one, and dice of its own."""
    secret = DiceSecret.from_seed(None)
    return Game(game.ruleset, game.scenario, secret, game.options, game.forces), secret


def _between(terms: Terms, invited: bool) -> dict[str, Any]:
    """What is written down of what stands between the people of a game that begins."""
    clock = Clock.fresh(terms)
    look = datetime.now(UTC) + UNFINISHED if invited else None
    return {"terms": terms.kept, "clock": clock.kept if clock else {}, "deadline": look}


def _layered(ruleset: Ruleset, sent: Sequence[LayerPart]) -> Ruleset:
    """The ruleset with the units of packs. Refused (400) with what is wrong in them."""
    try:
        return layered(ruleset, [one.layer for one in sent])
    except CatalogueError as error:
        raise Refused(400, "unclear", str(error)[:400]) from None


def _known_scenario(ruleset: Ruleset, scenario: str) -> None:
    """Only scenarios that came with the ruleset: a path would read files of this machine."""
    if scenario not in ruleset.files.scenarios():
        known = ", ".join(ruleset.files.scenarios())
        raise Refused(400, "unclear", f"No scenario {scenario!r} in {ruleset.name}: there are {known}.")


def _seats(wanted: Sequence[SeatIn], game: Game) -> list[NewSeat]:
    """The seats as they are written down. Refused (400) if a computer player cannot play the game."""

    def player(seat: SeatIn) -> str:
        return checked(seat.player, game.ruleset, game.state) if seat.kind == "computer" else ""

    return [NewSeat(seat.kind, player(seat), seat.name) for seat in wanted]


def _written(
    db: Database,
    game: Game,
    secret: DiceSecret,
    wanted: Sequence[NewSeat],
    steps: Sequence[Step],
    terms: Terms,
) -> NewGame:
    """Write a game, its seats and what was decided already, all or nothing."""
    invited = any(seat.kind == "invite" for seat in wanted) and all(
        seat.kind != "computer" for seat in wanted
    )
    with db.transaction() as transaction:
        row = games.add(transaction, secret=secret, **facts(game), **_between(terms, invited))
        tokens = seats.add(transaction, row.id, wanted)
        if steps:
            _write_steps(transaction, row, steps, game.agreed)
    tickets = [SeatTicket(at, seat.kind, tokens[at]) for at, seat in enumerate(wanted)]
    return NewGame(row.id, tickets)


def facts(game: Game) -> dict[str, Any]:
    """What is written down of a game that begins."""
    ruleset, scenario = game.ruleset, game.scenario
    own = scenario.text if isinstance(scenario, OwnFile) else ""
    return {
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "scenario": OWN if own else str(scenario),
        "own": own,
        "layers": [asdict(layer) for layer in ruleset.layers],
        "title": f"{ruleset.name}: {listed(ruleset, scenario).name}"[:200],
        "status": ruleset.table.status(game.known(None), None).text[:400],
        "options": game.options,
        "forces": game.forces,
    }


def _write_steps(transaction: Any, row: GameRow, steps: Sequence[Step], agreed: int | None) -> None:
    """Write decisions whose dice are told by a file, and the end if it was agreed; playing them again gives
    the digests."""
    match = Match.replayed(row, steps)
    for step in match.steps:
        history.append(
            transaction,
            row.id,
            step.number,
            seat=step.seat,
            text=step.text,
            dice=step.dice,
            told=True,
            digest=step.digest,
            status=match.status_line(),
            result=match.result,
        )
    if agreed is not None:
        number = len(match.steps) + 1
        match.close(Closing(number, 0 if agreed == 2 else 1 - agreed, DRAW if agreed == 2 else LEFT, agreed))
        assert match.closing
        history.append(
            transaction,
            row.id,
            number,
            kind=history.END,
            seat=match.closing.seat,
            why=match.closing.why,
            digest=match.digest,
            status=match.status_line(),
            result=agreed,
        )
