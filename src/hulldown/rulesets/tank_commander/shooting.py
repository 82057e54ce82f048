"""TC-7: choosing a target, the number to hit, the shot."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.hexes import FRONT, REACH, arc, distance, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.air import night_penalty, reach_at, storm_penalty
from hulldown.rulesets.tank_commander.crew import (
    alive,
    day_range,
    destroy,
    face_struck,
    fitness,
    has_ai_weapon,
    hit,
    ranks,
    shell_hits,
    why_not_free,
    why_short,
)
from hulldown.rulesets.tank_commander.events import Sum, Why, fired
from hulldown.rulesets.tank_commander.occasions import Occasion, amend, leave_out, reroll_die
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    AiArc,
    BringItDown,
    BuildingHit,
    CoverAppliesTo,
    Ground,
    Health,
    Kind,
    Options,
    Rank,
    Role,
    ScreenUnits,
    Shell,
    Standing,
    State,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import (
    behind_forest,
    behind_hill,
    gets_no_cover,
    is_vehicle,
    make_rubble,
    sees,
)
from hulldown.rulesets.tank_commander.victory import shell_proof

LAST_FACE = 6  # there is no upper clamp (TC-7.13)


@rule
def weapon_range(s: State, u: int, weapon: int, cell: int) -> int:
    """Hexes a weapon reaches against a target in a cell: less in the dark (table 2.4, TC-14.4)."""
    reach = day_range(s, u, weapon)
    if s.options.night != 0:
        reach = reach_at(s, reach, cell)
    reach = amend(s, Occasion.WEAPON_RANGE, u, s.occupant[cell], cell, reach, s.silent)
    return max(0, min(REACH, reach))  # the tables of lines end there


@rule
def bears(s: State, u: int, weapon: int, cell: int) -> bool:
    """Whether the weapon can be pointed at a cell: the gun only in the turret's arc (TC-7.2, TC-10.10)."""
    t = s.units[u]
    if t.turret < 0 or (weapon == Weapon.AI_WEAPON and s.options.ai_arc == AiArc.ALL_ROUND):
        return True
    return arc(t.cell, t.turret, cell) == FRONT


# ---------------------------------------------------------------- the number to hit


@rule
def sheltered(s: State, target: int) -> bool:
    """Whether terrain makes the target harder to hit; vehicles do (TC-1.9 `cover_applies_to`), walkers never
    (TC-14.13).
    """
    if gets_no_cover(s, target):
        return False
    if s.options.cover_applies_to == CoverAppliesTo.ALL_UNITS:
        return True
    return target != NOBODY and is_vehicle(s, target)


@rule
def gunner_penalty(s: State, u: int, terms: Terms) -> int:
    """A wounded gunner or the Lieutenant in the seat adds (TC-6.14, TC-6.16), an ace takes off (TC-14.8)."""
    if fitness(s, u, Role.GUNNER) != Health.WOUNDED:
        ace = ranks(s, u, Role.GUNNER, Rank.ACE)
        return explain(terms, Sum.GUNNER_ACE, -s.options.ace_gunner) if ace else 0
    harder = s.options.gunner_wounded
    return explain(terms, Sum.GUNNER_WOUNDED if alive(s, u, Role.GUNNER) else Sum.GUNNER_REPLACED, harder)


@rule
def terrain_penalty(s: State, u: int, target: int, cell: int, terms: Terms) -> int:
    """What forest adds, in it or behind, and a hill immediately before (TC-9.5, TC-9.9, TC-9.10)."""
    total = 0
    if sheltered(s, target):
        origin = s.units[u].cell
        if behind_forest(s, origin, cell):
            total += explain(terms, Sum.FOREST, s.options.forest_penalty)
        if behind_hill(s, origin, cell):
            total += explain(terms, Sum.HILL, s.options.hill_penalty)
    return total


@rule
def cover_penalty(s: State, target: int, terms: Terms) -> int:
    """What a squad adds that has taken cover (TC-10.12, TC-10.13)."""
    if target == NOBODY or s.units[target].covered == 0:
        return 0
    return explain(terms, Sum.COVER, s.options.cover_penalty)


@rule
def profile_accuracy(s: State, u: int, weapon: int, terms: Terms) -> int:
    """The unit's own number: 4+, better with optics for the main gun (TC-2.9, TC-2.10).

    "Bring it down!" read as `base` replaces it and leaves the optics out (TC-6.8).
    """
    t = s.units[u]
    total = explain(terms, Sum.ACCURACY, t.accuracy)
    if t.ability == Ability.BRING_IT_DOWN and s.options.bring_it_down == BringItDown.BASE:
        return total + explain(terms, Sum.BRING_IT_DOWN, s.options.bring_it_down_score - total)
    if weapon == Weapon.MAIN_GUN and t.upgrade[Upgrade.OPTICS] > 0:
        total += explain(terms, Sum.OPTICS, -s.options.optics_bonus)
    return total


@rule
def needed(s: State, u: int, weapon: int, target: int, cell: int, terms: Terms) -> int:
    """The d6 result that hits (TC-7.13): every modifier adds up, there is a lowest, no upper clamp."""
    leave_out(s, Occasion.TO_HIT, u, target, cell, terms)
    total = profile_accuracy(s, u, weapon, terms)
    total += gunner_penalty(s, u, terms)
    total += terrain_penalty(s, u, target, cell, terms)
    total += cover_penalty(s, target, terms)
    if s.storm != 0:
        total += storm_penalty(s, u, terms)
    if s.options.night != 0:
        total += night_penalty(s, cell, terms)
    if s.units[u].ability == Ability.BRING_IT_DOWN and s.options.bring_it_down == BringItDown.FLAT:
        total += explain(terms, Sum.BRING_IT_DOWN, s.options.bring_it_down_score - total)
    total = amend(s, Occasion.TO_HIT, u, target, cell, total, terms)
    lowest = s.options.lowest_score
    if total < lowest:
        total += explain(terms, Sum.AT_LEAST_TWO, lowest - total)
    return total


@rule
def hopeless(s: State, u: int, weapon: int, target: int, cell: int) -> bool:
    """Whether not even a 6 hits (TC-7.14)."""
    return s.options.natural_six == 0 and needed(s, u, weapon, target, cell, s.silent) > LAST_FACE


@rule
def is_hit(s: State, die: int, number: int) -> bool:
    """Equal or higher hits; with `natural_six` a 6 always does (TC-7.12, TC-7.14)."""
    return die >= number or (die == LAST_FACE and s.options.natural_six != 0)


# ---------------------------------------------------------------- may the shot be taken


@rule
def has_weapon(s: State, u: int, weapon: int) -> bool:
    """Whether a unit of this kind can have such a weapon at all (table 2.4, TC-11.3, TC-15.9 l)."""
    t = s.units[u]
    if weapon == Weapon.MAIN_GUN:
        return t.kind == Kind.TANK
    if weapon == Weapon.MISSILE:
        return t.kind == Kind.SQUAD
    return t.kind != Kind.GUN and t.kind != Kind.TARGET


@rule
def why_not_armed(s: State, u: int, weapon: int) -> int:
    """The means of a shot, of one weapon at any target: the shooter, who aims, the round (TC-7.23)."""
    t = s.units[u]
    if t.standing != Standing.OPERATIONAL:
        return Why.UNIT_OUT_OF_ACTION
    if not has_weapon(s, u, weapon):
        return Why.NO_SUCH_ACTION
    reason = why_not_free(s, u)
    if reason != Why.ALLOWED:
        return reason
    if fitness(s, u, Role.GUNNER) == Health.KILLED:
        return Why.GUNNER_DEAD
    if weapon == Weapon.AI_WEAPON and not has_ai_weapon(s, u):
        return Why.NO_EQUIPMENT
    if weapon == Weapon.MAIN_GUN and t.loaded == Shell.NONE:
        return Why.GUN_EMPTY
    return Why.ALLOWED


@rule
def shot_cost(o: Options, weapon: int) -> int:
    """Action points of a shot (TC-10.10, TC-15.2)."""
    if weapon == Weapon.MAIN_GUN:
        return o.fire_cost
    return o.missile_cost if weapon == Weapon.MISSILE else o.fire_ai_cost


@rule
def why_no_weapon(s: State, u: int, weapon: int) -> int:
    """The shooter's half of TC-7.23, from its standing to its action points."""
    reason = why_not_armed(s, u, weapon)
    return reason if reason != Why.ALLOWED else why_short(s, u, shot_cost(s.options, weapon))


@rule
def screened(s: State, target: int) -> bool:
    """A squad beside an operational vehicle of its side cannot be shot at (TC-10.5, TC-10.6)."""
    t = s.units[target]
    if t.kind != Kind.SQUAD:
        return False
    for direction in range(6):
        v = s.occupant[step(t.cell, direction)]
        if v == NOBODY or s.units[v].side != t.side or s.units[v].standing != Standing.OPERATIONAL:
            continue
        if s.units[v].kind == Kind.TANK:
            return True
        if s.units[v].kind == Kind.APC and s.options.screen_units == ScreenUnits.TANKS_AND_APCS:
            return True
    return False


@rule
def why_no_building(s: State, weapon: int, cell: int) -> int:
    """Only shells bring a building down, and none the command bunker (TC-9.8, TC-10.10, TC-13.27)."""
    if cell < 0 or s.ground[cell] != Ground.BUILDING:
        return Why.NO_TARGET
    if weapon == Weapon.AI_WEAPON:
        return Why.NOT_INFANTRY
    return Why.NOT_VALID_TARGET if weapon == Weapon.MISSILE or shell_proof(s, cell) else Why.ALLOWED


@rule
def why_no_target(s: State, u: int, weapon: int, target: int, cell: int) -> int:
    """Whether the thing may be shot at (TC-7.15); target NOBODY means the building in a cell."""
    if target == NOBODY:
        return why_no_building(s, weapon, cell)
    t = s.units[target]
    if t.side == s.units[u].side:
        return Why.FRIENDLY_TARGET
    if t.carrier != NOBODY:
        return Why.TARGET_MOUNTED
    if t.standing != Standing.OPERATIONAL:
        return Why.TARGET_OUT_OF_ACTION
    if weapon == Weapon.AI_WEAPON and t.kind != Kind.SQUAD:
        return Why.NOT_INFANTRY
    return Why.SCREENED if screened(s, target) else Why.ALLOWED


@rule
def why_no_line(s: State, u: int, weapon: int, target: int, cell: int) -> int:
    """Range, arc, sight, and whether a six would do (TC-7.1 to TC-7.3, TC-7.14)."""
    origin = s.units[u].cell
    away = distance(origin, cell)
    if away > weapon_range(s, u, weapon, cell):
        return Why.OUT_OF_RANGE
    if away == 0 or not bears(s, u, weapon, cell):
        return Why.OUT_OF_ARC
    if not sees(s, origin, cell):
        return Why.NO_LOS
    if target == NOBODY and s.options.building_hit == BuildingHit.AUTO:
        return Why.ALLOWED
    return Why.CANNOT_HIT if hopeless(s, u, weapon, target, cell) else Why.ALLOWED


@rule
def why_no_missile(s: State, u: int, target: int, place: int, shell: int) -> int:
    """Fire Missile Launcher: a shot with AT or HE (TC-10.9, TC-10.10)."""
    if shell != Shell.AT and shell != Shell.HE:
        return Why.NO_SUCH_ACTION
    return why_no_shot(s, u, Weapon.MISSILE, target, place)


@rule
def aim_cell(s: State, target: int, place: int) -> int:
    """The cell shot at: the target's, or the building's."""
    return place if target == NOBODY else s.units[target].cell


@rule
def why_no_shot(s: State, u: int, weapon: int, target: int, place: int) -> int:
    """The first reason against a shot, in the order of TC-7.23, or ALLOWED."""
    reason = why_no_weapon(s, u, weapon)
    return reason if reason != Why.ALLOWED else why_no_aim(s, u, weapon, target, place)


@rule
def why_no_aim(s: State, u: int, weapon: int, target: int, place: int) -> int:
    """The target's half of TC-7.23, for a weapon that can be fired."""
    reason = why_no_target(s, u, weapon, target, place)
    if reason != Why.ALLOWED:
        return reason
    return why_no_line(s, u, weapon, target, aim_cell(s, target, place))


# ---------------------------------------------------------------- the shot


@rule
def losses(s: State, side: int) -> int:
    """Vehicles of a side that are disabled and squads that are destroyed (TC-14.7)."""
    n = 0
    for u in range(s.count):
        t = s.units[u]
        if t.side != side:
            continue
        if t.standing == Standing.DISABLED or (t.kind == Kind.SQUAD and t.standing == Standing.DESTROYED):
            n += 1
    return n


@rule
def strike_unit(s: State, u: int, weapon: int, target: int, shell: int, d: Dice, e: Log) -> None:
    """A shot has hit a unit: gun, missile, or AI weapon, which needs no armor roll (TC-10.4, TC-10.10)."""
    before = losses(s, s.units[target].side)
    face = face_struck(s, target, s.units[u].cell)
    if weapon == Weapon.AI_WEAPON:
        destroy(s, target, e)
    elif weapon == Weapon.MISSILE:
        hit(s, target, face, shell, d, e)
    else:
        shell_hits(s, target, face, shell, d, e)
    s.units[u].kills += losses(s, s.units[target].side) - before


@rule
def shoot(s: State, u: int, weapon: int, target: int, cell: int, shell: int, d: Dice, e: Log) -> None:
    """Roll to hit with the number needed, then what the hit does (TC-7.12); buildings fall (TC-9.8)."""
    away = distance(s.units[u].cell, cell)
    s.units[u].spent += shot_cost(s.options, weapon)
    if target == NOBODY and s.options.building_hit == BuildingHit.AUTO:
        fired(e, u, target, cell, shell, 0, 0, away)
        make_rubble(s, cell, e)
        return
    number = needed(s, u, weapon, target, cell, e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.TO_HIT, u, target, cell, die, is_hit(s, die, number), d, e)
    fired(e, u, target, cell, shell, number, die, away)
    if not is_hit(s, die, number):
        return
    if target == NOBODY:
        make_rubble(s, cell, e)
    else:
        strike_unit(s, u, weapon, target, shell, d, e)


@rule
def fire(s: State, u: int, target: int, place: int, d: Dice, e: Log) -> None:
    """Fire the round in the gun at a unit, or at the building in a hex (TC-5.9)."""
    shell = s.units[u].loaded
    s.units[u].loaded = Shell.NONE
    shoot(s, u, Weapon.MAIN_GUN, target, aim_cell(s, target, place), shell, d, e)


@rule
def fire_ai(s: State, u: int, target: int, d: Dice, e: Log) -> None:
    """Fire the anti-infantry weapon: a hit destroys the squad (TC-5.12, TC-10.11, TC-11.3)."""
    shoot(s, u, Weapon.AI_WEAPON, target, s.units[target].cell, Shell.NONE, d, e)


@rule
def fire_missile(s: State, u: int, target: int, shell: int, d: Dice, e: Log) -> None:
    """Fire the missile launcher with AT or HE; it needs no loading (TC-10.9, TC-10.10)."""
    shoot(s, u, Weapon.MISSILE, target, s.units[target].cell, shell, d, e)
