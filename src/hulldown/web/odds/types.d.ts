/** What the scripts of this room hand to each other. */

import type * as Api from "api";
import type { Flat, Group, OwnUnit } from "../shared/types.js";

export type {
  Chance,
  Crossed,
  Report,
  ReportCell as Cell,
  ReportSheet as Sheet,
  Series,
  SituationView as View,
  TableRow as Row,
  TableSection as Section,
} from "api";

/**
 * What the page is about: where the server is asked, what can be chosen, one situation or two and
 * which of them the form is about, what the address says of reports; headings that were opened.
 */
export interface Page {
  ruleset: string;
  path: string;
  groups: Group[];
  builds: OwnUnit[];
  own: Flat;
  situations: Flat[];
  at: number;
  report: string;
  reports: Api.Report[];
  opened: Set<string>;
  asked: number;
  timer: number;
}

/**
 * All reports: `first` is the one that the address names, `keep` is told what the address has to
 * say once a person has chosen something, `opened` are headings of forms that stay open.
 */
export interface Wish {
  path: string;
  reports: Api.Report[];
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
