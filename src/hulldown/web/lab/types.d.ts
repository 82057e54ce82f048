/** What the scripts of this room hand to each other. */

import type * as Api from "api";

export type {
  Change,
  ComparedStudies as Compared,
  LabOffer,
  LabState,
  Now,
  Price,
  StudyLine,
  StudyPlot,
  Wrong,
} from "api";

export type Judged = Api.JudgedStudy & { study: Study };
export type StudyPage = Api.StudyPage & { study: Study };

export type Value = string | number | boolean;

export type Kind = "fair" | "variant" | "forces" | "units" | "atlas" | "depth" | "tune" | "profile";

/** What one arm changes. */
export interface Arm {
  options?: Record<string, Value>;
  values?: Record<string, Value>;
  packs?: string[];
  forces?: Record<string, any>;
  units?: Record<string, number>;
  off?: string[];
  force?: any[];
}

/** What is played with, or changed, as the page has it: every table is there. */
export type Layer = Required<
  Pick<Arm, "options" | "values" | "packs" | "forces" | "units" | "off">
>;

/** What is open where somebody comes from: a setup as addresses have it. */
export interface Setup {
  packs: string[];
  scenario: string;
  own: string;
  options: Record<string, Value>;
  values: Record<string, Value>;
  forces: Record<string, any>;
}

/** An option or a number of the rules, or a number of a unit, which has a `title`. */
export type Switch = Api.OptionInfo & { title?: string };

/** A study as its file has it. */
export interface Study {
  study: 1;
  name: string;
  kind: Kind;
  ruleset: string;
  scenarios: string[];
  players: string[];
  seed: number;
  over?: string[];
  base?: Partial<Layer>;
  arms?: Record<string, Arm>;
  knobs?: Record<string, [number, number]>;
  target?: number;
  decide: { smallest_effect: number; error: number; most_pairs: number };
  record: { tables: string[]; curve: "none" | "luck" };
}

/**
 * The question in work: the study without its arms, and what makes them. All games are played with
 * `base`; `change` is what a variant asks about, and with what else all other kinds are played.
 * `over` are the units whose numbers an atlas goes over, or house rules; `other` is the second
 * player where it is not the first, `taken` are the arms of a file that say more than this page.
 */
export interface Ask {
  kind: Kind;
  name: string;
  scenarios: string[];
  player: string;
  other: string;
  ladder: string[];
  base: Layer;
  change: Layer;
  over: string[];
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

/**
 * What the page knows. `offers` are those of rulesets that were asked for, `open` the study that is
 * shown, `mark` what its plots were drawn of; `panel` says which panel is open under the question.
 */
export interface Lab {
  state: Api.LabState;
  rulesets: { id: string; name: string }[];
  offer: Api.LabOffer;
  packs: { id: string; name: string }[];
  ask: Ask;
  panel: "" | "change" | "forces";
  wanted: string;
  find: string;
  unfolded: Set<string>;
  judged: Judged | null;
  price: Api.Price | null;
  priced: string;
  asked: number;
  timer: number;
  studies: Api.StudyLine[];
  open: string;
  page: StudyPage | null;
  plots: Api.StudyPlot[];
  mark: string;
  compared: Api.ComparedStudies | null;
  watching: number;
  busy: string;
  /** Whether a study is on its way to the server, which may take a while to take it in. */
  sending: boolean;
  draw: () => void;
}
