/** What the scripts of this room hand to each other. */

import type { Build, GarageOffer, Judged, OptionInfo, SavedBuild } from "../shared/types.js";

export type { Complaint as Problem } from "api";

/** What the page shows. */
export interface Garage {
  ruleset: string;
  /** All that build units by points. */
  rulesets: { id: string; name: string }[];
  offer: GarageOffer;
  /** Options of the game. */
  variants: OptionInfo[];
  /** Those that are not as the rulebook has them. */
  options: Record<string, any>;
  /** What the setup that the page is opened with has instead of the rulebook. */
  inForce: Record<string, string | number | boolean>;
  /** The draft. */
  build: any;
  /** The kept build that it came from, or "". */
  id: string;
  /** What is kept of that. */
  saved: string;
  judged: Judged | null;
  shelf: SavedBuild[];
  /** What was folded out by hand: lists by their field, the workings. */
  unfolded: Set<string>;
  print: { counts: Map<string, number>; paper: string; side: number; summary: boolean };
  /** How often the server was asked to judge. */
  asked: number;
  /** The timer until it is asked. */
  waiting: number;
  /** The timer of the line at the foot. */
  /** Puts all on the page, or only what the server said. */
  draw: (all: boolean) => void;
}

export interface Printable {
  key: string;
  name: string;
  note: string;
  build: Build;
}

export interface Wish {
  builds: Build[];
  paper: string;
  side: number;
  summary: boolean;
}
