"""What an estimate counts, and the weights of it."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.rulesets.common.weights import FILE, weights

WHOLE = 1_000  # terms are in thousandths


class Term(IntEnum):
    """Each is the first seat's lead. Units and what is in them count as a share of both sides' forces."""

    TANKS = 0  # battle tanks that fight
    APCS = 1
    SQUADS = 2
    HULL = 3  # hull points
    FRAIL = 4  # vehicles with one hull point left
    COMMANDER = 5  # steps of health that the role lacks
    DRIVER = 6
    GUNNER = 7
    LOADER = 8
    WOUNDS = 9  # of crews: each brings a tank nearer to being abandoned
    LOADED = 10  # guns that are ready
    BURNING = 11
    WRECKS = 12  # units beside wrecks that may go up, while the battle waits for these

    NEXT = 13  # harm that the active unit can still do and the next activations can, the sooner the more
    FIRE = 14  # the same whenever it comes, and what they would have to drive to

    VOICE = 15  # abilities not used yet
    MOVES = 16
    BRING_IT_DOWN = 17
    QUICK_LOAD = 18
    SMOKE = 19  # smoke charges used
    MINES = 20  # mines not laid yet
    STRIKE = 21  # air strikes not called yet
    AIMED = 22  # what stands where strikes will come down
    EFFORT = 23  # points spent, and rounds loaded twice, in last activations: nothing is done for nothing
    LATE = 24  # hull points once more, as much of it as has passed of the turns, where time decides by them
    GROUND = 25  # twice the hexes of tanks from the middle of the board, in Skirmish

    SCORE = 26  # Capture Objectives, Urban Warfare: the score and what objectives held will add
    CAPTURED = 27  # Capture Objectives: objectives held
    CAPTURING = 28  # and nearness of squads to those that are not
    PLAZAS = 29  # the same in Urban Warfare, of any unit
    PLAZA_NEAR = 30

    CROSSING = 31  # for the attacker in Breakthrough and Cross Minefield: always
    CROSSING_LATE = 32  # the share of the turns that has passed
    CROSSING_ROWS = 33  # hundreds of a row still to go
    CROSSING_DASH = 34  # a tank that can get there in its next activation, the sooner the more
    CROSSING_TURNS = 35  # turns of the hull until it faces the far edge
    CROSSING_BLOCKED = 36  # something stands in the way straight there

    DEPOT = 37  # Destroy Target
    DEPOT_LATE = 38
    DEPOT_NEAR = 39  # nearness of a main gun
    DEPOT_SIGHT = 40  # a main gun that sees it in range
    DEPOT_SHOT = 41  # a shot at it, the sooner the more
    DEPOT_HARM = 42  # what the unit to be destroyed has lost

    ESCORT = 43  # Escort
    ESCORT_LATE = 44
    ESCORT_ROWS = 45
    ESCORT_DASH = 46
    ESCORT_TURNS = 47
    ESCORT_BLOCKED = 48
    ESCORT_RIDE = 49  # the squad is carried
    ESCORT_HULL = 50  # hull points of its carrier

    LANDING = 51  # Beach Landing
    LANDING_LATE = 52
    LANDED = 53  # objectives held
    LANDED_LATE = 54
    LANDING_NEAR = 55  # nearness of squads to those that are not

    BUNKER = 56  # Disable AA Guns
    BUNKER_LATE = 57
    BUNKER_GUNS = 58  # guns shot down of those that must be
    BUNKER_KEPT = 59  # strikes that can still be called in time
    BUNKER_STRIKE = 60  # strikes on their way that will come through
    BUNKER_NEAR = 61  # nearness to the next gun

    COURSE = 62  # Basic Training: always
    COURSE_TURNS = 63  # game turns gone
    COURSE_POINTS = 64  # waypoints passed
    COURSE_TARGETS = 65  # targets shot
    COURSE_NEAR = 66  # hexes to the nearest thing left


JUDGEMENT = Path(__file__).parent.parent / FILE
WEIGHTS = weights(JUDGEMENT, Term)
FIRST_WEIGHTS = weights(JUDGEMENT.with_name("judgement.1.toml"), Term, former=True)
