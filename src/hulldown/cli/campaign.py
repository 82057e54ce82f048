"""`hulldown campaign`: battles in a row, with tanks and crews that carry over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, Commands, writing
from hulldown.cli.serve import DatabaseUrl
from hulldown.cli.workshop import three_numbers

if TYPE_CHECKING:
    from hulldown.rulesets.api.campaigning import CampaignStanding
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.server.workshop.campaigns import Kept
    from hulldown.store.database import Database
    from hulldown.store.games import NewSeat

app = typer.Typer(
    cls=Commands,
    help="Fight battles in a row: tanks and crews carry over.",
    epilog='Example: hulldown campaign new "Autumn" --players human,greedy',
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(metavar="ID", help="A campaign, as `campaign list` names it.")]
Players = Annotated[
    str,
    typer.Option(metavar="A,B", help="Who leads the sides: human, invite, or a computer player."),
]
Force = Annotated[str, typer.Option(metavar="'SIDE: TANK=BUILD, ...'", help="A side and its tanks.")]
RULESET = "tank_commander"
FIRST, SECOND = "North Guard: Ironside=Hunter, Old Bess=Bulwark", "Harbor Company: Thunderer=Hunter"
FACES = ("front", "side", "rear")
LONGEST = 20_000  # orders of one battle


@app.command("new", epilog='Example: hulldown campaign new "Autumn" --players human,greedy --battles 3')
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the campaign is called.")],
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Whose rules, by name.")] = RULESET,
    players: Players = "human,mcts:1s",
    first: Force = FIRST,
    second: Force = SECOND,
    battles: Annotated[int | None, typer.Option(min=1, max=20, help="How many; five by default.")] = None,
    mission: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A mission of the game or of a pack; repeat it for several."),
    ] = None,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    database: DatabaseUrl = None,
    as_json: params.AsJson = False,
) -> None:
    """Set a campaign up.

    It takes along what it needs of its packs: it is fought, exported and gone on with without them.
    """
    from hulldown.server.workshop.campaigns import create_campaign

    rules = params.ruleset_named(ruleset)
    content = params.content_of(rules, params.Given(option, value, pack), battle=False)
    options: dict[str, Any] = dict(content.variants)
    if battles is not None:
        options["campaign_battles"] = battles
    chosen = mission or []
    plan = {
        "name": name,
        "missions": chosen,
        "options": options,
        "packs": [pack.sheet.name for pack in content.stack.packs],
        "layers": [asdict(layer) for layer in content.ruleset.layers],
        "scenarios": {name: file.text for name, file in content.stack.scenarios.items() if name in chosen},
        "sides": [side(first), side(second)],
    }
    with open_database(database) as db:
        created = create_campaign(db, rules.id, plan, leaders(players, rules))
        show_new(asdict(created), as_json)


@app.command("list", epilog="Example: hulldown campaign list")
def list_(database: DatabaseUrl = None, as_json: params.AsJson = False) -> None:
    """List the campaigns that are kept."""
    from hulldown.server.workshop.campaigns import listed

    with open_database(database) as db:
        lines = listed(db, 1000)
    if as_json:
        output.print_json([asdict(line) for line in lines])
    else:
        output.print_table(
            ("campaign", "name", "how it stands"), [(x.campaign, x.title, x.status) for x in lines], 3
        )


@app.command("show", epilog="Example: hulldown campaign show ID --record")
def show(
    campaign: Id,
    record: Annotated[bool, typer.Option("--record", help="Tell every battle, die by die.")] = False,
    database: DatabaseUrl = None,
    as_json: params.AsJson = False,
) -> None:
    """Show how a campaign stands."""
    with open_database(database) as db:
        current = settled(db, campaign)
    tell(current, as_json, record)


@app.command("spend", epilog="Example: hulldown campaign spend ID Ironside --armor 9,8,6 --upgrade optics,he")
def spend(
    campaign: Id,
    tank: Annotated[str, typer.Argument(metavar="TANK", help="A tank by its name.")],
    armor: Annotated[str, typer.Option(metavar="FRONT,SIDE,REAR", help="Finished armor values.")],
    upgrade: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An upgrade it is to have; repeat for several.")
    ] = None,
    database: DatabaseUrl = None,
    as_json: params.AsJson = False,
) -> None:
    """Build a tank anew between battles; what is not spent is saved. Every broken rule is named."""
    names = [name.strip() for text in upgrade or [] for name in text.split(",") if name.strip()]
    values = dict(zip(FACES, three_numbers(armor), strict=True))
    entry = {"what": "refit", "tank": tank, "armor": values, "upgrades": names}
    with open_database(database) as db:
        settled(db, campaign)
        tell(add_entry(db, campaign, entry), as_json)


@app.command("play", epilog="Example: hulldown campaign play ID --player greedy")
def play(
    campaign: Id,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="The computer player that replaces people.")
    ] = "",
    database: DatabaseUrl = None,
    as_json: params.AsJson = False,
) -> None:
    """Fight the battle that is next, or go on with the one that was begun, between computer players.

    People fight theirs on the page: hulldown serve, then Campaigns.
    """
    with open_database(database) as db:
        current = settled(db, campaign)
        people = [seat.seat for seat in current.seats if seat.kind != "computer"]
        if people and not player:
            sides = " and ".join(current.standing().sides[seat].name for seat in people)
            text = f"{sides}: led by people, who fight on the page (hulldown serve); or say --player greedy"
            raise BadInput(text)
        fight(db, current, player, as_json)
        tell(settled(db, campaign), as_json, latest=True)


@app.command("export", epilog="Example: hulldown campaign export ID autumn.toml")
def export(
    campaign: Id,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Where to; the terminal if none.")
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Write a campaign as a file: everything that was decided and befell it."""
    with open_database(database) as db:
        current = settled(db, campaign)
    text = current.rules.write(current.plan, current.entries)
    if file is None:
        output.say(text.rstrip("\n"))
        return
    with writing(file):
        file.write_text(text, encoding="utf-8")


@app.command("import", epilog="Example: hulldown campaign import autumn.toml --players human,greedy")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file.")],
    players: Players = "human,mcts:1s",
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Whose rules, by name.")] = RULESET,
    database: DatabaseUrl = None,
    as_json: params.AsJson = False,
) -> None:
    """Go on from a campaign file. One that breaks a rule is refused, every broken rule with its line."""
    from hulldown.server.workshop.campaigns import carried_on

    rules = params.ruleset_named(ruleset)
    text = params.load_file(file)
    with open_database(database) as db:
        show_new(asdict(carried_on(db, rules.id, text, leaders(players, rules), str(file))), as_json)


# ---------------------------------------------------------------- what is asked


def side(text: str) -> dict[str, Any]:
    """A side of `North Guard: Ironside=Hunter, Old Bess=Bulwark`."""
    name, colon, tanks = text.partition(":")
    rows = [part.partition("=") for part in tanks.split(",") if part.strip()]
    if not colon or not rows:
        raise BadInput(
            f"{text[:60]!r} is not a side such as 'North Guard: Ironside=Hunter, Old Bess=Bulwark'"
        )
    built = [{"name": tank.strip(), "build": build.strip()} for tank, _, build in rows]
    return {"name": name.strip(), "tanks": built}


def leaders(text: str, rules: Ruleset) -> list[NewSeat]:
    """The seats of `human,greedy`. UnknownPlayer if one is none."""
    from hulldown.ai import player
    from hulldown.store.games import NewSeat

    names = [name.strip() for name in text.split(",")]
    if len(names) != 2:
        raise BadInput(f"--players: {text[:60]!r} is not two such as human,greedy")
    leads = []
    for name in names:
        if name in ("human", "invite"):
            leads.append(NewSeat(name))
        else:
            player(name, rules)
            leads.append(NewSeat("computer", name))
    return leads


@contextmanager
def open_database(url: str | None) -> Iterator[Database]:
    """The database; what the server would refuse is bad input here."""
    from hulldown.cli.serve import try_database
    from hulldown.server.http.errors import ApiError
    from hulldown.store.database import Database

    try_database(url)
    db = Database(url)
    try:
        yield db
    except ApiError as refused:
        raise BadInput(refused.text) from None
    finally:
        db.close()


# ---------------------------------------------------------------- what is done


def settled(db: Database, campaign: str) -> Kept:
    """The campaign, after the aftermath of a battle that has ended."""
    from hulldown.server.play.session import Session
    from hulldown.server.workshop import campaigns

    current = campaigns.load_campaign(db, campaign)
    if current.fighting:
        session = Session.load(db, current.fighting, LONGEST)
        if (match := session.match).ended:
            campaigns.settled(db, campaign, session.id, match.state, match.secret.afterwards)
    return campaigns.load_campaign(db, campaign)


def add_entry(db: Database, campaign: str, entry: dict[str, Any]) -> Kept:
    """The campaign after one more entry."""
    from hulldown.server.workshop.campaigns import Kept

    with db.transaction() as transaction:
        current = Kept(transaction, campaign)
        current.append(transaction, entry)
        return current


def fight(db: Database, campaign: Kept, stand_in: str, quiet: bool) -> None:
    """Fight the battle to its end; every order is written down as it is given."""
    from hulldown.ai.match import all_random
    from hulldown.server.play.session import Session
    from hulldown.server.players.computers import BotSeat, checked
    from hulldown.server.workshop.campaigns import Kept, next_battle

    names = {seat.seat: seat.player or checked(stand_in, campaign.ruleset) for seat in campaign.seats}
    if not all_random((names[0], names[1]), campaign.ruleset):
        output.have_compiled(campaign.ruleset, quiet)
    game = campaign.fighting
    if not game:
        with db.transaction() as transaction:
            game = next_battle(transaction, Kept(transaction, campaign.id))
    session = Session.load(db, game, LONGEST)
    output.aside(f"Fighting {session.row.title} ...", quiet)
    while not session.match.ended:
        seat = session.match.to_act()[0]
        session.act(seat, [BotSeat(names[seat], session.match, seat).choose()], session.number)


# ---------------------------------------------------------------- what is shown


def show_new(created: dict[str, Any], as_json: bool) -> None:
    """Print a campaign that was begun: its id, and how people get to their sides."""
    if as_json:
        output.print_json(created)
        return
    output.say(f"Campaign {created['campaign']}")
    for seat in created["seats"]:
        if seat["token"]:
            output.say(
                f"side {seat['seat'] + 1} on the page: /campaign/{created['campaign']}#seat={seat['token']}"
            )


def tell(campaign: Kept, as_json: bool, record: bool = False, latest: bool = False) -> None:
    """Print how a campaign stands."""
    standing = campaign.standing()
    if as_json:
        output.print_json({"campaign": campaign.id, "number": len(campaign.entries), **asdict(standing)})
        return
    output.say(f"{standing.name}: {standing.text}")
    if standing.packs:
        output.say(f"Fought with {', '.join(standing.packs)}.")
    fought = [battle for battle in standing.battles if battle.state == "fought"]
    for battle in fought if record else fought[-1:] if latest else []:
        output.say(f"\nBattle {battle.number}, {battle.name}: {outcome(standing, battle.winner)}")
        for line in battle.told:
            output.say(f"  {line.text} ({', '.join(line.rules)})")
    for side_shown in standing.sides:
        show_side(side_shown)


def outcome(standing: CampaignStanding, winner: int | None) -> str:
    """Who won a battle, in words."""
    return "a draw" if winner not in (0, 1) else f"{standing.sides[winner].name} won"


def show_side(side_view: Any) -> None:
    """Print a side with its tanks and crews."""
    output.say(f"\n{side_view.name}: {side_view.victories} victories, {side_view.xp} experience")
    rows = []
    for tank in side_view.tanks:
        armor = "/".join(str(value) for value in tank.armor)
        rows.append(
            (tank.name, armor, f"{tank.points - tank.saved} of {tank.points} points", ", ".join(tank.kit))
        )
        rows += [
            (f"  {member.name}", member.role, f"{member.xp} XP", member.rank or "-") for member in tank.crew
        ]
    output.print_table(("tank, crew", "armor, seat", "points, XP", "equipment, rank"), rows, 4)
