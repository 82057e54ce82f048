"""How Tank Commander answers the questions of its vector files: each by calling the rules."""

from __future__ import annotations

from hulldown.conformance.answers import Question

from . import (
    activation,
    battle,
    carriers,
    crews,
    geometry,
    missions,
    odds,
    shots,
    strikes,
)

ANSWERS: dict[str, Question] = {
    "distance": geometry.ask_distance,
    "neighbors": geometry.ask_neighbors,
    "arc": geometry.ask_arc,
    "arc_hexes": geometry.ask_arc_hexes,
    "blast_hexes": geometry.ask_blast_hexes,
    "line": geometry.ask_line,
    "los": geometry.ask_los,
    "los_terrain": geometry.ask_los_terrain,
    "los_units": geometry.ask_los_units,
    "terrain_mods": geometry.ask_terrain_mods,
    "armor_side": geometry.ask_armor_side,
    "diagram_shot": geometry.ask_diagram_shot,
    "to_hit": shots.ask_to_hit,
    "weapon_range": shots.ask_weapon_range,
    "penetration": shots.ask_penetration,
    "armor_roll": shots.ask_armor_roll,
    "undirected_hit": shots.ask_undirected_hit,
    "resolve_hit": shots.ask_resolve_hit,
    "odds": odds.ask_odds,
    "at_least_one": odds.ask_at_least_one,
    "penetrations_at_least": odds.ask_penetrations_at_least,
    "crew_pick": odds.ask_crew_pick,
    "death_after_wounds": odds.ask_death_after_wounds,
    "cookoff_within": odds.ask_cookoff_within,
    "rolloff": odds.ask_rolloff,
    "crew_effects": crews.ask_crew_effects,
    "wound_sequence": crews.ask_wound_sequence,
    "build": crews.ask_build,
    "activation": activation.ask_activation,
    "end_phase": battle.ask_end_phase,
    "time_up": battle.ask_time_up,
    "activation_order": battle.ask_activation_order,
    "infantry_activation": activation.ask_infantry_activation,
    "infantry_target": carriers.ask_infantry_target,
    "carried_squad": carriers.ask_carried_squad,
    "strike_needed": strikes.ask_strike_needed,
    "strike_arrives_on": strikes.ask_strike_arrives_on,
    "strike_arrived_by": strikes.ask_strike_arrived_by,
    "strike_hexes": strikes.ask_strike_hexes,
    "aa_survival": strikes.ask_aa_survival,
    "mission_map": missions.ask_mission_map,
    "mission_result": missions.ask_mission_result,
    "storm_chance": odds.ask_storm_chance,
}

__all__ = ["ANSWERS"]
