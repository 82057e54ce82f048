/** What the scripts of the workshop hand to each other, and what the server tells them. */

import type * as Api from "api";
import type { Field, Flat, Group, Rows } from "../shared/types.js";

export type {
  Bench,
  Chance,
  ChangeUse,
  Effect,
  Fault,
  FileImport,
  HouseCircumstance,
  HouseOccasion,
  ImportQuestion,
  PackLine,
  Preview,
  PreviewRow,
  Printed,
  Remark,
  Switch,
  TableRow as Line,
  Verdict,
  VersionLine as Version,
} from "api";

export type KeptPack = Api.KeptPack & { pack: Pack };
export type Taken = Api.Taken & { sheet: Sheet };

export type Value = string | number | boolean;
export type Entry = Record<string, any>;
/** Entries by key; a table may hold tables. */
export type Table = Record<string, any>;

export interface Sheet {
  name: string;
  author?: string;
  licence?: string;
  text?: string;
  options?: Record<string, Value>;
  values?: Record<string, Value>;
  notes?: Record<string, string>;
}

/** A pack in work: whole and plain, as the server keeps it. */
export interface Pack {
  ruleset: string;
  sheet: Sheet;
  units: Record<string, Table>;
  scenarios: Record<string, Entry>;
  /** The digest of its code in the place of rules. */
  rules?: string;
}

// ---------------------------------------------------------------- the page

export type Chapter =
  | "values"
  | "house_rules"
  | "units"
  | "import"
  | "scenarios"
  | "notes"
  | "about"
  | "versions";

/** Where an entry lies: a table, perhaps a table in it, a key. */
export type At = string[];

/** An open editor of a scenario. */
export interface Editing {
  close: () => void;
  draft: () => Entry;
  /** Another draft in its place. */
  load: (draft: Entry) => void;
  /** Take a stroke back, or do it again; false where there is none. */
  undo: () => boolean;
  redo: () => boolean;
  /** Keep at once what this browser keeps beside the draft. */
  keep: () => void;
}

/** All that the page remembers. */
export interface Workshop {
  rulesets: { id: string; name: string }[];
  bench: Api.Bench;
  pack: Pack;
  /** The pack before each step that can be undone, and after each that was, the newest last. */
  past: Pack[];
  future: Pack[];
  /** The field whose writing is the last step. */
  field: string;
  /** The kept pack that is in work, its version, and how it is kept as text. */
  id: string;
  number: number;
  saved: string;
  versions: Api.VersionLine[];
  shelf: Api.PackLine[];
  verdict: Api.Verdict | null;
  /** What the change does, or why there is nothing to say of it. */
  effect: Api.Effect | null;
  silent: string;
  /** Situations in which the change is used, and which of them is shown. */
  uses: Api.ChangeUses | null;
  use: number;
  searching: boolean;
  /** Somebody has chosen the situation. */
  posed: boolean;
  situation: Flat;
  groups: Group[];
  chapter: Chapter;
  /** The chapter that was asked for last; it may have to be loaded. */
  turning: Chapter;
  /** The rows of the values, and whose they are. */
  rows: Row[];
  laid: Api.Bench | null;
  /** What the values are searched for, and whether only changed ones show. */
  find: string;
  only: boolean;
  /** The number that the address asks about. */
  wanted: string;
  /** The entry that is shown, and how it is printed. */
  at: At;
  printed: Api.Printed | null;
  /** Who plays a battle with the pack beside the person here, and how strong the computer is. */
  /** The scenario to play that was chosen, while the scenario `open` was open. */
  scenario: { open: string; value: string };
  against: string;
  level: string;
  /** The scenario that is open, and its editor. */
  open: string;
  /** Small pictures of the boards that ship. */
  boards: { ruleset: string; drawn: Record<string, string> };
  editing: Editing | null;
  /** The draft that the editor was last given, as text. */
  loaded: string;
  /** The rulebook, once notes are made. */
  rules: { id: string; text: string }[];
  asked: { verdict: number; effect: number; printed: number; uses: string };
  /** A pointer is down, and something is to be drawn once it is up. */
  pressed: boolean;
  late: boolean;
  drawing: number;
  waiting: number;
  unfolded: Set<string>;
  draw: () => void;
  /** Lay out a ruleset, with a kept pack or with what was in work for it. */
  take: (ruleset: string, kept: KeptPack | null) => Promise<void>;
  turn: (to: Chapter) => Promise<void>;
  /** Go to a step of the pack, if there is one. */
  go: (pack: Pack | null) => void;
  /** Ids of scenarios follow their names before the pack is saved. */
  settle: () => void;
  /** Ids of scenarios that somebody gave them. */
  given: Set<string>;
  /** A file that is looked at before it is added: its bytes, for which rules, what it becomes. */
  taking: {
    name: string;
    data: string;
    ruleset: string;
    answers: Record<string, string>;
    result: Api.FileImport | null;
  };
}

/**
 * A part of the form of an entry: a field of the shared form, a number, what is written as text and
 * may be a number or a list, which of several shapes a table has, a list of entries.
 */
export interface Part {
  kind: "field" | "number" | "mixed" | "shape" | "rows" | "bought";
  /** What can be bought, with its price, its rule and how often. */
  offers?: {
    id: string;
    name: string;
    cost: number;
    limit: number;
    source: string;
    text: string;
  }[];
  field: Field;
  optional?: boolean;
  tag?: string;
  rows?: Rows;
}

/** A row of the values: its element, and what brings it up to date. */
export interface Row {
  id: string;
  el: HTMLElement;
  show: () => void;
}
