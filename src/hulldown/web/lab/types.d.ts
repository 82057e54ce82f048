/** What the scripts of this room hand to each other. */

import type { OptionGroup, OptionInfo, ScenarioInfo } from "../shared/types.js";

export type Value = string | number | boolean;

/** Whether the lab works here, and the most games that a guest may ask for (0: any). */
export interface LabState {
  ready: boolean;
  why: string;
  most_games: number;
}

/** What can be asked about a ruleset. */
export interface LabOffer {
  id: string;
  name: string;
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  groups: OptionGroup[];
  rules: Record<string, string>;
  players: { id: string; name: string; text: string; usual: boolean }[];
  kinds: { id: Kind; name: string; why: string; most: number }[];
  samples: { id: string; name: string; unit: string; points: number }[];
}

export type Kind = "fair" | "variant" | "forces" | "units" | "atlas" | "depth" | "tune" | "profile";

/** What one arm changes. */
export interface Arm {
  options?: Record<string, Value>;
  values?: Record<string, Value>;
  packs?: string[];
  forces?: Record<string, any>;
  force?: any[];
}

/** A study as its file has it. */
export interface Study {
  study: 1;
  name: string;
  kind: Kind;
  ruleset: string;
  scenarios: string[];
  players: string[];
  seed: number;
  arms?: Record<string, Arm>;
  knobs?: Record<string, [number, number]>;
  target?: number;
  decide: { smallest_effect: number; error: number; most_pairs: number };
  record: { tables: string[]; curve: "none" | "luck" };
}

/**
 * The question in work: the study without its arms, and what makes them. `other` is the second
 * player where it is not the first, `taken` are the arms of a file that say more than this page.
 */
export interface Ask {
  kind: Kind;
  name: string;
  scenarios: string[];
  player: string;
  other: string;
  ladder: string[];
  change: Required<Pick<Arm, "options" | "values" | "packs" | "forces">>;
  forces: [any[], any[]];
  knob: { id: string; low: number; high: number };
  target: number;
  effect: number;
  error: number;
  most: number;
  seed: number;
  tables: string[];
  luck: boolean;
  taken: Record<string, Arm> | null;
}

export interface Wrong {
  field: string;
  text: string;
  rule: string;
}

export interface Judged {
  problems: Wrong[];
  study: Study;
  toml: string;
  settings: number;
  questions: number;
  games: number;
  refused: string;
}

export interface Price {
  games: number;
  minutes: number;
  most_minutes: number;
  blocks: number;
  findable_effect: number;
  rate: number;
  fault: string;
}

export interface Now {
  blocks: number;
  most: number;
  games: number;
  rate: number;
  left: number;
  estimate: number | null;
  low: number | null;
  high: number | null;
}

/** A study as it is listed. */
export interface StudyLine {
  id: string;
  name: string;
  kind: Kind;
  ruleset: string;
  state: "queued" | "running" | "stopping" | "stopped" | "done" | "failed";
  said: string;
  sentence: string;
  verdict: string;
  pairs: number;
  games: number;
  when: string;
  fault: string;
  now: Now | null;
  place: number;
  yours: boolean;
}

export interface Change {
  arm: string;
  kind: string;
  id: string;
  value: string;
  printed: string;
  rule: string;
  text: string;
}

export interface StudyPage {
  line: StudyLine;
  study: Study;
  changes: Change[];
  scenarios: Record<string, string>;
  result: any;
  look: any;
}

export interface StudyPlot {
  id: string;
  title: string;
  meaning: string;
  svg: string;
  head: string[];
  rows: string[][];
}

export interface Compared {
  first: StudyPage;
  second: StudyPage;
  differences: {
    scenario: string;
    arms: string[];
    estimate: number | null;
    low: number | null;
    high: number | null;
    blocks: number;
  }[];
  why: string;
  svg: string;
}

/**
 * What the page knows. `offers` are those of rulesets that were asked for, `open` the study that is
 * shown, `mark` what its plots were drawn of; `panel` says which panel is open under the question.
 */
export interface Lab {
  state: LabState;
  rulesets: { id: string; name: string }[];
  offer: LabOffer;
  packs: { id: string; name: string }[];
  ask: Ask;
  panel: "" | "change" | "forces";
  wanted: string;
  find: string;
  unfolded: Set<string>;
  judged: Judged | null;
  price: Price | null;
  priced: string;
  asked: number;
  timer: number;
  studies: StudyLine[];
  open: string;
  page: StudyPage | null;
  plots: StudyPlot[];
  mark: string;
  compared: Compared | null;
  watching: number;
  busy: string;
  draw: () => void;
}
