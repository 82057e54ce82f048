"""What stands behind an order before it is carried out: the sum of a shot, what to expect of the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import distance, name_of
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.common.explanation import Notes, explains
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.tank_commander import air, state
from hulldown.rulesets.tank_commander.air import NEVER
from hulldown.rulesets.tank_commander.board import over_mine, way_of
from hulldown.rulesets.tank_commander.crew import aboard, face_struck, face_undirected
from hulldown.rulesets.tank_commander.events import Sum
from hulldown.rulesets.tank_commander.missions import Shelf
from hulldown.rulesets.tank_commander.shooting import aim_cell, needed
from hulldown.rulesets.tank_commander.state import NOBODY, Kind, Shell, State, Verb, Weapon
from hulldown.rulesets.tank_commander.words import FACES, SHELL_NAMES, action_text, hexes, unit_id, unit_name

WEAPON_OF = {Verb.FIRE: Weapon.MAIN_GUN, Verb.FIRE_AI: Weapon.AI_WEAPON, Verb.MISSILE: Weapon.MISSILE}


def named(shelf: Shelf, s: State, u: int) -> str:
    """A unit with what it is called: "A1 Hunter"."""
    return f"{unit_id(s, u)} {unit_name(shelf, s, u)}"


def armor_text(s: State, u: int, face: int) -> str:
    """The plate of a unit; one without a facing has armor."""
    name = FACES[face] if s.units[u].hull != NOBODY else "armor"
    return f"{name} {s.units[u].armor[face]}"


# ---------------------------------------------------------------- shots


def shell_of(s: State, a: Action) -> Shell:
    """The round that an order fires, NONE for an anti-infantry weapon."""
    if a.verb == Verb.MISSILE:
        return Shell(a.choice)
    return Shell(s.units[a.actor].loaded) if a.verb == Verb.FIRE else Shell.NONE


def rider_notes(s: State, target: int) -> Notes:
    """What a hit means for squads on or in the target (TC-10.20, TC-10.23)."""
    if not aboard(s, target):
        return ()
    if s.units[target].kind == Kind.APC:
        return (("The squad inside is safe from shots.", "TC-10.23"),)
    return (("Any hit kills the squad that rides on it.", "TC-10.20"),)


def shot_notes(s: State, target: int, shell: Shell) -> Notes:
    """Warnings worth reading before the click."""
    t = s.units[target]
    if t.kind not in (Kind.TANK, Kind.APC):
        return (("A squad that is hit is destroyed.", "TC-10.4"),) if t.kind == Kind.SQUAD else ()
    notes, number = [], s.options.cooks_off_on
    if t.points <= s.options.penetration_damage and (t.kind == Kind.TANK or s.options.apc_cookoff):
        what = "a disabled tank" if t.kind == Kind.TANK else "a disabled carrier"
        last = "Last hull point" if t.points == 1 else f"{t.points} hull points left"
        notes.append((f"{last}: {what} cooks off on {number}+ when the turn ends.", "TC-8.10"))
    if shell == Shell.AT:
        notes.append(("AT starts no fire.", "TC-8.6"))
    elif t.burning:
        notes.append(("It burns already.", "TC-8.7"))
    return (*notes, *rider_notes(s, target))


def struck(s: State, a: Action) -> str:
    """The armor that a shot would meet (TC-7.17); none counts for a squad under gun or AI weapon."""
    if s.units[a.target].kind == Kind.SQUAD and a.verb != Verb.MISSILE:
        return "no armor counts"
    return f"strikes {armor_text(s, a.target, face_struck(s, a.target, s.units[a.actor].cell))}"


def explain_shot(shelf: Shelf, s: State, a: Action) -> Explanation:
    """The number needed, summand by summand, and the armor that would be struck (TC-7.13, TC-7.17)."""
    weapon, shell = WEAPON_OF[Verb(a.verb)], shell_of(s, a)
    cell = aim_cell(s, a.target, a.place)
    far = hexes(distance(s.units[a.actor].cell, cell))
    what = f"{SHELL_NAMES[shell]} missile" if weapon == Weapon.MISSILE else SHELL_NAMES[shell]
    if a.target == NOBODY:
        title, subtitle = f"{what} at the building {name_of(cell)}", far
        notes: Notes = (("Any hit makes it rubble.", "TC-9.8"),)
        if s.options.building_hit == state.BuildingHit.AUTO:
            return Explanation(title, f"{far}, hits without a roll", notes=notes)
    else:
        title, subtitle = f"{what} at {named(shelf, s, a.target)}", f"{far}, {struck(s, a)}"
        notes = shot_notes(s, a.target, shell)
    number, terms = Sum.behind(shelf, needed, s, a.actor, weapon, a.target, cell)
    return Explanation(title, subtitle, number, terms, notes)


# ---------------------------------------------------------------- driving


def explain_move(s: State, a: Action) -> Explanation:
    """A move; over a mine, which armor it tests (TC-9.12)."""
    title = f"{unit_id(s, a.actor)} {'reverses' if a.verb == Verb.REVERSE else 'moves'}"
    mined = [cell for cell in way_of(s, a) if s.mine[cell]]
    if not mined:
        return Explanation(title)
    if not over_mine(s, a):
        return Explanation(title, notes=((f"The mine at {name_of(mined[0])} does not go off.", "TC-9.12"),))
    armor = armor_text(s, a.actor, face_undirected(s, a.actor))
    note = (f"There is a mine at {name_of(mined[0])}: an AT hit on {armor}.", "TC-9.12")
    return Explanation(title, notes=(note, *rider_notes(s, a.actor)))


# ---------------------------------------------------------------- air strikes, mines, flares


def strike_target_notes(shelf: Shelf, s: State, a: Action) -> Notes:
    """Who stands on the mark: friend or foe is hit (TC-12.7)."""
    there = s.occupant[a.place]
    if there == NOBODY:
        return ()
    if s.units[there].kind == Kind.SQUAD:
        hit = "is destroyed"
    else:
        hit = f"is hit on {armor_text(s, there, face_undirected(s, there))}"
    own = ", your own," if s.units[there].side == s.units[a.actor].side else ""
    return ((f"{named(shelf, s, there)}{own} {hit} if it still stands there.", "TC-12.7"),)


def explain_strike(shelf: Shelf, s: State, a: Action) -> Explanation:
    """When a strike comes, what it hits, and what AA guns may do (TC-12.3 to TC-12.7, TC-13.27)."""
    numbers = ", ".join(f"{air.strike_needed(s.options, rolls)}+" for rolls in range(3))
    line = s.options.airstrike_pattern == state.AirstrikePattern.LINE
    hits = "every hex up to that far" if line else "the hex that far away"
    notes = [
        (f"It comes on {numbers} and so on, one roll each turn from the next.", "TC-12.3"),
        (f"An AT round hits the mark; a die for the way and one for the distance, and {hits}.", "TC-12.5"),
    ]
    side = s.units[a.actor].side
    guns = air.standing_guns(s, 1 - side)
    if air.had_free_strikes(s, side) and guns:
        fails = air.aa_fails_on(s, guns)
        stops = f"would stop it on {fails}+" if fails < NEVER else "cannot stop it"
        notes.append((f"{plural(guns, 'AA gun')} {stops} as things stand.", "TC-13.27"))
    return Explanation(f"Air strike on {name_of(a.place)}", notes=(*notes, *strike_target_notes(shelf, s, a)))


def explain_mine(s: State, a: Action) -> Explanation:
    """A mine hits whoever drives over it, friend or foe (TC-9.12)."""
    t = s.units[a.actor]
    left = t.upgrade[state.Upgrade.MINE] - t.laid
    notes = (("Any vehicle of either side sets it off; squads and hover tanks never do.", "TC-9.12"),)
    return Explanation(f"A mine on {name_of(a.place)}", f"{left} left", notes=notes)


def explain_flare(s: State, a: Action) -> Explanation:
    """A flare helps both sides (TC-14.5)."""
    over = name_of(a.place if a.place != NOBODY else s.units[a.actor].cell)
    notes = (("Both sides see by it until this tank's next turn.", "TC-14.5"),)
    return Explanation(f"A flare over {over}", notes=notes)


def explain_mount(shelf: Shelf, s: State, a: Action) -> Explanation:
    """On a tank a squad is at risk, in an APC it is not (TC-10.20, TC-10.23)."""
    inside = s.units[a.target].kind == Kind.APC
    title = f"{unit_id(s, a.actor)} gets {'into' if inside else 'onto'} {named(shelf, s, a.target)}"
    risk = "Inside, hits on the carrier do not harm it." if inside else "Any hit on the tank kills it."
    return Explanation(title, notes=((risk, "TC-10.23" if inside else "TC-10.20"),))


def explainer(shelf: Shelf) -> Callable[[State, Action], Explanation]:
    """What explains every order."""
    shot = partial(explain_shot, shelf)
    explainers: dict[Verb, Callable[[State, Action], Explanation]] = {
        Verb.FIRE: shot,
        Verb.FIRE_AI: shot,
        Verb.MISSILE: shot,
        Verb.MOVE: explain_move,
        Verb.REVERSE: explain_move,
        Verb.STRAIGHT: explain_move,
        Verb.STRIKE: partial(explain_strike, shelf),
        Verb.MINE: explain_mine,
        Verb.FLARE: explain_flare,
        Verb.MOUNT: partial(explain_mount, shelf),
    }
    return explains(explainers, action_text)
