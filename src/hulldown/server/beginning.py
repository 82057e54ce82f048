"""New games: set up, checked, and written down with their seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
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
from hulldown.server import dice
from hulldown.server.answers import NewGame, SeatTicket
from hulldown.server.errors import Refused
from hulldown.server.match import Match, Step, dice_text, listed
from hulldown.server.messages import NewGameIn, SeatIn
from hulldown.server.players import checked
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
    secret = dice.set_up(message.seed, message.contribution, message.seats)
    try:
        game = Game(ruleset, scenario, secret, message.options, message.forces)
    except (CatalogueError, ValueError) as error:
        raise Refused(400, "unclear", str(error)[:400]) from None
    return _written(db, game, secret, _seats(message.seats, game), [])


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
    """Write down a game as it stands, to go on with new dice, or with those of the seed it was made of."""
    steps = [
        Step(turn.number, turn.act.seat, turn.act.text, dice_text(turn.dice), True, "", turn.sentences)
        for turn in game.history
    ]
    seed = game.secret.seed if game.secret and not steps else None
    return _written(db, game, DiceSecret.from_seed(seed), wanted, steps)


def _ruleset(name: str) -> Ruleset:
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise Refused(400, "unclear", str(error)) from None


def anew(db: Database, game: Game, wanted: Sequence[SeatRow], contribution: str = "") -> NewGame:
    """Write down another game with the set-up and the players of one."""
    secret = dice.set_up(None, contribution, wanted)
    again = Game(game.ruleset, game.scenario, secret, game.options, game.forces)
    players = [NewSeat(seat.kind, seat.player, seat.name) for seat in wanted]
    return _written(db, again, secret, players, [])


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
    db: Database, game: Game, secret: DiceSecret, wanted: Sequence[NewSeat], steps: Sequence[Step]
) -> NewGame:
    """Write a game, its seats and what was decided already, all or nothing."""
    with db.transaction() as transaction:
        row = games.add(transaction, secret=secret, **facts(game))
        tokens = seats.add(transaction, row.id, wanted)
        if steps:
            _write_steps(transaction, row, steps)
    tickets = [SeatTicket(at, seat.kind, tokens[at]) for at, seat in enumerate(wanted)]
    return NewGame(row.id, tickets, secret.commitment, list(secret.promises))


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


def _write_steps(transaction: Any, row: GameRow, steps: Sequence[Step]) -> None:
    """Write decisions whose dice are told by a file; playing them again gives the digests."""
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
