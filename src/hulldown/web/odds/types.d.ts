/** What the scripts of this room hand to each other. */

import type { Flat, Group, Matrix, OwnUnit } from "../shared/types.js";

/**
 * What the page is about: where the server is asked, what can be chosen, one situation or two and
 * which of them the form is about, what the address says of reports; headings that were opened.
 */
export interface Page {
  path: string;
  groups: Group[];
  builds: OwnUnit[];
  own: Flat;
  situations: Flat[];
  at: number;
  report: string;
  reports: Report[];
  opened: Set<string>;
  asked: number;
  timer: number;
}

export interface Report {
  id: string;
  title: string;
  text: string;
  rule: string;
  groups: Group[];
}

export interface Cell {
  kind: string;
  chance: string;
  value: number;
  beside: number | null;
}

export interface Sheet {
  title: string;
  first: string;
  rule: string;
  columns: { text: string; heading: string }[];
  lines: { text: string; heading: string; cells: Cell[] }[];
}

/**
 * All reports: `first` is the one that the address names, `keep` is told what the address has to
 * say once a person has chosen something, `opened` are headings of forms that stay open.
 */
export interface Wish {
  path: string;
  reports: Report[];
  first: { at: number; flat: Flat };
  opened: Set<string>;
  keep: (text: string) => void;
}

/** The report that is shown, and what its form says; `flats` are the forms of all. */
export type Shown = Wish & {
  form: HTMLFormElement;
  found: HTMLElement;
  which: HTMLElement;
  flats: Flat[];
  at: number;
  asked: number;
  timer: number;
};

export interface Chance {
  chance: string;
  value: number;
}

export interface Row {
  text: string;
  rule: string;
  mark: string;
  chances: (Chance | null)[];
  difference: Chance | null;
}

export interface Section {
  title: string;
  rows: Row[];
}

export interface View {
  given: any;
  title: string;
  subtitle: string;
  needed: number | null;
  purpose: string;
  modifiers: any[];
  notes: string[][];
  refusal: any;
  board: string;
  exact: boolean;
  samples: number;
}

/** Orders against each other, and the fields of the form that give the row and the column. */
export interface Crossed {
  fields: string[];
  matrix: Matrix | null;
}

export interface Series {
  rows: { text: string; rule: string; chances: Chance[] }[];
  at_once: number;
  samples: number[];
  told: string;
  limit: string;
}
