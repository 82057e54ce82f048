/** What the scripts of the scenario editor hand to each other, and what the server tells them. */

import type * as Api from "api";
import type { Frame, Movable, Spot } from "../shared/types.js";

export type {
  Brush,
  DraftedOut as Drafted,
  EditorInfo,
  Mark as Problem,
  Piece as OnBoard,
  Placeable,
} from "api";

/** A cell or an edge by its name, or a spot in inches. */
export type At = string | [number, number];

export type Draft = Record<string, any>;

/** What a hand does to a draft; the other keys depend on `do`. */
export type Stroke = { do: string } & Record<string, any>;

// ---------------------------------------------------------------- the editor

/** What the page that holds an editor gives it. */
export interface Given {
  ruleset: string;
  /** A draft, or what it starts from: a scenario by its id, "" for an empty board. */
  scenario: Draft | string;
  options?: Record<string, any>;
  /** Tables of units of a pack. */
  units?: Record<string, any>;
  changed: (draft: Draft, playable: boolean, problems: Api.Mark[], by: string) => void;
  /** Which scenario it is, for what this browser keeps beside it. */
  place?: () => string;
  /** Undo and redo as the page does it: what was drawn, then what was done before. */
  before?: () => void;
  after?: () => void;
}

/** Something to be done in its turn; `mark` shows a stroke on the board until it is drawn. */
export interface Job {
  kind: "stroke" | "undo" | "redo" | "again" | "load";
  stroke: Stroke;
  mark: Element | null;
}

/** Strokes that were carried out together, and the draft before them. */
export interface Step {
  before: Draft;
  strokes: Stroke[];
}

/** What the pointer does: choose and move, erase, copy, lay a brush, add a unit. */
export type Tool = "hand" | "erase" | "copy" | "brush" | "add";

/** All that an editor remembers. */
export interface Editor {
  ruleset: string;
  options: Record<string, any>;
  units: Record<string, any> | undefined;
  info: Api.EditorInfo;
  /** The last answer of the server. */
  last: Api.DraftedOut;
  /** Steps that can be taken back, and strokes that can be done again, the newest last. */
  past: Step[];
  future: Stroke[];
  /** What is not done yet; `busy` while the server is asked; so many go one by one. */
  queue: Job[];
  busy: boolean;
  alone: number;
  /** What went wrong. */
  trouble: string;
  tool: Tool;
  brush: string;
  side: number;
  unit: string;
  /** The unit that is chosen, and whether keys carry it. */
  piece: string;
  carried: boolean;
  /** Where keys are: a cell, an edge or a spot. */
  cursor: At;
  /** The place under the pointer. */
  over: At;
  /** Which edge of the cell keys are at, and the height at which they go sideways. */
  edge: number;
  row: number;
  /** Corners of the shape that is being drawn, in inches. */
  path: [number, number][];
  /** What a copy takes along: cells, or two corners; the first corner before that is known. */
  taken: At[];
  corner: At;
  unfolded: Set<string>;
  /** The picture to trace over, once its script is loaded. */
  trace: Trace | null;
  board: Picture;
  parts: Record<string, HTMLElement>;
  draw: () => void;
  changed: Given["changed"];
  before: () => void;
  after: () => void;
}

export interface Cell extends Spot {
  /** The outline on the board. */
  d: string;
  words: string;
}

/** The board on the page, its places, and the marks of the editor on it. */
export interface Picture extends Movable {
  kind: Api.EditorInfo["board"];
  size: number[];
  layers: Map<string, string>;
  head: string;
  cells: Map<string, Cell>;
  /** Of a table without places: its frame on the board, and board units of an inch. */
  frame: Frame;
  inch: number;
  marks: Record<"echo" | "faults" | "chosen" | "cursor", SVGGElement>;
  boxes: HTMLElement;
  /** The whole of the drawing, however close it is looked at. */
  whole: Frame;
  seek: (spot: Spot) => void;
}

/** How a picture lies: its middle and scale in units of the board, degrees, per cent. */
export interface TraceLook {
  x: number;
  y: number;
  scale: number;
  turn: number;
  strength: number;
  over: boolean;
}

/** A picture to trace over, and its controls. */
export interface Trace {
  e: Editor;
  host: HTMLElement;
  place: () => string;
  picture: Blob | null;
  /** Width and height in pixels, and the address under which the page has it. */
  size: [number, number] | number[];
  address: string;
  look: TraceLook;
  group: SVGGElement;
  /** What takes hands while it is moved. */
  hand: HTMLElement | null;
  /** What brings the sliders up to date. */
  fields: Map<keyof TraceLook, () => void>;
  waiting: number;
  trouble: string;
  lay: () => void;
  /** Keep at once what was changed last. */
  keep: () => void;
  close: () => void;
}

/** What a pointer is doing on the board. */
export interface Gesture {
  kind: "piece" | "paint" | "erase" | "shape" | "region" | "add" | "pan";
  pointer: number;
  from: Spot;
  start: At;
  /** It has gone so far that it is no click. */
  drags: boolean;
  piece: string;
  places: Set<string>;
  points: [number, number][];
  d: string;
  mark: SVGElement | null;
}
