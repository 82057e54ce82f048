/** What the scripts of this room hand to each other. */

import type { OwnScenario, RulesetInfo, ScenarioInfo, TableView } from "../shared/types.js";

export type { HomeLine } from "api";

/** The stamps, to which scenarios of the player's own can be added; the last added is chosen. */
export interface Picker {
  list: HTMLElement;
  add: (one: OwnScenario) => void;
}

/** What forces are chosen from: a scenario, the builds there are; what was chosen, by names. */
export interface Fielding {
  info: ScenarioInfo;
  builds: Choice[];
  before: Map<string, string>;
}

/** What builds are offered for; `opened` by hand, so that they are in sight. */
export interface Wanted {
  ruleset: string;
  info: ScenarioInfo;
  mine: number;
  opened: boolean;
}

export interface Choice {
  key: string;
  name: string;
  unit: string;
  points: string;
  cost: number;
  force: any;
}

/**
 * The parts of the form: `own` for the options of the mission, `all` for the others, which lie in
 * `list`, `changed` for what was chosen.
 */
export interface OptionForm {
  set: RulesetInfo;
  scenario: string;
  find: HTMLInputElement;
  rows: Map<string, HTMLElement>;
  own: HTMLElement;
  list: HTMLElement;
  all: HTMLElement;
  changed: HTMLElement;
}

/** The page of who is invited: the seat with its token, the seats of people who have joined. */
export interface Join {
  seat: number;
  token: string;
  hosts: number[];
  view: TableView;
}

/** Battles of one part of the list, and what brings the next of them, if there are more. */
export interface Part {
  games: any[];
  more: (() => Promise<Part>) | null;
}
