"""New games: set up, checked, and written down with their seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue
from sqlalchemy.exc import IntegrityError

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.overlay import LayerPart
from hulldown.game import Game, SaveError
from hulldown.game.secret import DiceSecret
from hulldown.rulesets.api.files import OWN
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import checked_overlay
from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import NOBODY, Creator
from hulldown.server.people.agreement import UNFINISHED, Clock, GameTerms, by_link
from hulldown.server.play.match import (
    DRAW,
    LEFT,
    Adjudication,
    DecidedStep,
    ServerMatch,
    dump,
    listed,
    new_secret,
    replayed_steps,
)
from hulldown.server.players.computers import checked
from hulldown.server.schemas.requests import NewGameIn, SeatIn, TermsIn
from hulldown.server.schemas.responses import NewGame, SeatTicket
from hulldown.server.workshop.setup import content_of
from hulldown.store import games, history
from hulldown.store.database import Database
from hulldown.store.games import NewSeat
from hulldown.store.models import GameRow, SeatRow

IN_SETUP = frozenset(("scenario", "own", "options", "forces", "layers"))  # what a setup says in their place


def create(db: Database, message: NewGameIn, by: Creator = NOBODY) -> NewGame:
    """Set up a game and write it down. Refused (400) with what is wrong in the set-up."""
    secret = new_secret(message.seed, message.contribution, message.seats)
    game = _game_of_setup(db, message, secret) if message.setup else _game_of(message, secret)
    players = _seats(message.seats, game)
    terms = _terms(message.terms, players)
    return _store(db, game, secret, players, [], by, terms, message.listed)


def _game_of(message: NewGameIn, secret: DiceSecret) -> Game:
    """The game of a scenario with options, forces and layers. Refused (400) with what is wrong in them."""
    if message.scenario is None:
        raise ApiError(400, "unclear", "scenario: Field required")
    ruleset = _layered(_ruleset(message.ruleset), message.layers)
    scenario = OwnFile(message.scenario, message.own) if message.own else message.scenario
    if isinstance(scenario, str):
        _check_scenario(ruleset, scenario)
    try:
        return Game(ruleset, scenario, secret, message.options, message.forces)
    except (CatalogueError, ValueError) as error:
        raise ApiError(400, "unclear", str(error)[:400]) from None


def _game_of_setup(db: Database, message: NewGameIn, secret: DiceSecret) -> Game:
    """The game of a setup. Refused (404) without one of its packs, (400) with what is wrong in it."""
    if message.setup is None or IN_SETUP & message.model_fields_set:
        raise ApiError(400, "unclear", f"setup: takes the place of {', '.join(sorted(IN_SETUP))}.")
    content = content_of(db, _ruleset(message.ruleset), message.setup, "battle")
    try:
        return Game(content.ruleset, content.scenario, secret, content.overrides, content.forces)
    except (CatalogueError, ValueError) as error:
        raise ApiError(400, "unclear", str(error)[:400]) from None


def _terms(wanted: TermsIn, seated: Sequence[NewSeat]) -> GameTerms:
    """What people agree to. Refused (400) if it means nothing, or there are no two people to agree."""
    terms = wanted.terms
    if terms.clocked and not terms.allowance:
        raise ApiError(400, "unclear", "A clock needs minutes for the whole game, or days for a turn.")
    if terms.clocked and any(seat.kind == "computer" for seat in seated):
        raise ApiError(400, "unclear", "A clock is for a battle between two people.")
    return terms


def continue_replay(
    db: Database, replay: dict[str, JsonValue], longest: int, by: Creator = NOBODY
) -> NewGame:
    """Write down the game of a replay file, to go on from its end with new dice.

    Refused (400) with what is wrong in the file.
    """
    orders = replay.get("orders")
    if isinstance(orders, list) and len(orders) > longest:
        raise ApiError(400, "unclear", f"A game here may have {longest} orders.")
    try:
        game = Game.load(json.dumps(replay))
    except SaveError as error:
        raise ApiError(400, "unclear", str(error)[:400]) from None
    if game.origin:
        raise ApiError(400, "unclear", "A game that began from a position cannot be played on here.")
    game_id = from_replay(db, game, [NewSeat("human"), NewSeat("human")], by)
    return replace(game_id, unproved=list(game.unproved))


def from_replay(db: Database, game: Game, wanted: Sequence[NewSeat], by: Creator = NOBODY) -> NewGame:
    """Write down a game as it stands, to go on with new dice, or with those of the seed it was made of."""
    steps = replayed_steps(game)
    seed = game.secret.seed if game.secret and not steps else None
    return _store(db, game, DiceSecret.from_seed(seed), wanted, steps, by)


def _ruleset(name: str) -> Ruleset:
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise ApiError(400, "unclear", str(error)) from None


def clone(
    db: Database,
    game: Game,
    wanted: Sequence[SeatRow],
    terms: GameTerms,
    contribution: str = "",
    by: Creator = NOBODY,
) -> NewGame:
    """Write down another game with the set-up and the players of one."""
    again, secret = _same(game, wanted, contribution)
    players = [NewSeat(seat.kind, seat.player, seat.name) for seat in wanted]
    return _store(db, again, secret, players, [], by, terms)


def rematch(db: Database, game: Game, seated: Sequence[SeatRow], terms: GameTerms, now: datetime) -> str:
    """Write down another game with the set-up of one, in which its people have changed seats: their tokens
    go with them, so that nothing has to be sent. Its id."""
    again, secret = _same(game, seated)
    row = games.draft(secret=secret, **facts(again), **_between(terms, by_link(seated)))
    with db.transaction() as transaction:
        games.keep(transaction, row)
        games.change_over(transaction, row.id, seated, now)
    return row.id


def _same(game: Game, wanted: Sequence[SeatRow], contribution: str = "") -> tuple[Game, DiceSecret]:
    """Another game with the set-up of one, and dice of its own."""
    secret = new_secret(None, contribution, wanted)
    return Game(game.ruleset, game.scenario, secret, game.options, game.forces), secret


def _between(terms: GameTerms, invited: bool) -> dict[str, Any]:
    """What is written down of what stands between the people of a game that begins."""
    clock = Clock.fresh(terms)
    look = datetime.now(UTC) + UNFINISHED if invited else None
    return {"terms": terms.to_row, "clock": clock.to_row if clock else {}, "deadline": look}


def _layered(ruleset: Ruleset, sent: Sequence[LayerPart]) -> Ruleset:
    """The ruleset with the units of packs. Refused (400) with what is wrong in them."""
    try:
        return checked_overlay(ruleset, [layer.layer for layer in sent])
    except CatalogueError as error:
        raise ApiError(400, "unclear", str(error)[:400]) from None


def _check_scenario(ruleset: Ruleset, scenario: str) -> None:
    """Only scenarios that came with the ruleset: a path would read files of this machine."""
    if scenario not in ruleset.files.scenarios():
        known = ", ".join(ruleset.files.scenarios())
        raise ApiError(400, "unclear", f"No scenario {scenario!r} in {ruleset.name}: there are {known}.")


def _seats(wanted: Sequence[SeatIn], game: Game) -> list[NewSeat]:
    """The seats as they are written down. Refused (400) if a computer player cannot play the game."""

    def player(seat: SeatIn) -> str:
        return checked(seat.player, game.ruleset, game.state) if seat.kind == "computer" else ""

    return [NewSeat(seat.kind, player(seat), seat.name) for seat in wanted]


def _store(
    db: Database,
    game: Game,
    secret: DiceSecret,
    wanted: Sequence[NewSeat],
    steps: Sequence[DecidedStep],
    by: Creator,
    terms: GameTerms | None = None,
    listed: bool | None = None,
) -> NewGame:
    """Write a game, its seats and what was decided already, all or nothing."""
    if listed is None:
        listed = by.caller.nobodys and all(seat.kind != "invite" for seat in wanted)
    invited = any(seat.kind == "invite" for seat in wanted) and all(
        seat.kind != "computer" for seat in wanted
    )
    between = _between(terms or GameTerms(), invited)
    owned: dict[str, Any] = {"owner": by.caller.owner, "listed": listed, "begun_key": by.key}
    wanted = with_owners(wanted, by)
    row = games.draft(secret=secret, **facts(game), **owned, **between)
    decided = (
        DecidedRows(row, steps, game.agreed) if steps else None
    )  # takes long: no transaction waits for it
    try:
        with db.transaction() as transaction:
            games.keep(transaction, row)
            tokens = games.add_seats(transaction, row.id, wanted)
            if decided:
                history.append_all(transaction, row.id, decided.rows)
                history.keep_snapshot(transaction, row.id, decided.number, **decided.snapshot)
    except IntegrityError:
        existing = find_by_key(db, by)  # by the same call, that came at the same time
        if existing is None:
            raise
        return existing
    tickets = [SeatTicket(at, seat.kind, tokens[at]) for at, seat in enumerate(wanted)]
    return NewGame(row.id, tickets, secret.commitment, list(secret.promises))


def with_owners(wanted: Sequence[NewSeat], by: Creator) -> list[NewSeat]:
    """The seats as whoever begins the game has them: those of people here are theirs, and the first of these
    goes by their name."""
    first = next((at for at, seat in enumerate(wanted) if seat.kind == "human"), None)

    def owned_seat(at: int, seat: NewSeat) -> NewSeat:
        owner = by.caller.owner if seat.kind == "human" else None
        name = seat.name or (by.caller.name if at == first else "")
        token = "" if seat.kind == "computer" else by.token(at)
        return replace(seat, owner=owner, name=name, token=token)

    return [owned_seat(at, seat) for at, seat in enumerate(wanted)]


def find_by_key(db: Database, by: Creator) -> NewGame | None:
    """The game that the same call began before, when its answer was lost, with the same tokens."""
    if by.key is None:
        return None
    with db.reading() as transaction:
        row = games.find_by_key(transaction, by.caller.require_owner(), by.key)
        rows = games.seats_of(transaction, row.id) if row else []
    if row is None:
        return None
    tickets = [SeatTicket(s.seat, s.kind, by.token(s.seat) if s.token_hash else None) for s in rows]
    return NewGame(row.id, tickets, row.commitment, list(games.secret_of(row).promises))


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
        "status": ruleset.table.status(game.observation(None), None).text[:400],
        "owing": game.to_act,
        "options": game.options,
        "forces": game.forces,
    }


class DecidedRows:
    """What a file says was decided, as it is written down: `rows`, and the position before the last order as
    a `snapshot` after `number`, so that whoever opens the game does not play all of it again.
    """

    def __init__(self, row: GameRow, steps: Sequence[DecidedStep], agreed: int | None) -> None:
        """Play the decisions, whose dice are told, which gives the digests; and the end, if it was agreed."""
        match = ServerMatch.replayed(row, steps[:-1])
        self.number = steps[-2].number if len(steps) > 1 else 0
        self.snapshot = dump(match)
        match.go_on(steps[-1:])
        stands = {"status": match.status_line(), "result": match.result, "owing": match.to_act()}
        self.rows = [step.to_row | {"told": True} | stands for step in match.steps]
        if agreed is not None:
            self.rows.append(_agreed(match, agreed))


def _agreed(match: ServerMatch, result: int) -> dict[str, Any]:
    """The end to which both sides agreed."""
    number = len(match.steps) + 1
    match.close(Adjudication(number, 0 if result == 2 else 1 - result, DRAW if result == 2 else LEFT, result))
    assert match.closing
    return {
        "number": number,
        "kind": history.END,
        "seat": match.closing.seat,
        "why": match.closing.why,
        "digest": match.digest,
        "status": match.status_line(),
        "result": result,
    }
