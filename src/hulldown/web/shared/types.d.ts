/**
 * The messages of the server (docs/api.md), read off its OpenAPI document by scripts/api_types.py,
 * with the names that pages have for them; and what the pages share besides.
 */

import type * as Api from "api";

export type * from "api";
export type {
  AnswerView as LessonAnswer,
  BoardView as Board,
  DiceView as Dice,
  Garage as GarageOffer,
  GarageField as Field,
  GaragePurchase as Purchase,
  HintAnswer as Hint,
  MatrixChoice as Choice,
  OddsAnswer as Odds,
  OddsRow as OddsLine,
  PreviewAnswer as Preview,
  SeatView as SeatInfo,
  SituationField as FormField,
  TermsView as Terms,
} from "api";

/** What the packs of a form bring along, the last on top. */
export interface Brought {
  packs: string[];
  options: Api.OwnFiles["options"];
  layers: Api.Layer[];
}

/**
 * A form that takes files of the player's own. `scenario`, where it has use for one, is given each;
 * `choose` what a pack says and all that there is now, and tells how much of it the form has taken.
 */
export interface Taker {
  scenario?: (one: Api.OwnScenario) => void;
  choose: (wanted: Api.OwnFiles["options"], now: Brought) => Promise<number>;
}

/** A table, or a lesson at one. */
export interface TableView extends Api.TableView {
  /** When it came, by the browser's own clock in ms. */
  arrived?: number;
  lesson?: Api.LessonView | null;
}

/** Days on which a puzzle of the day was solved, with the clock's minutes ahead of UTC. */
export type Days = Record<string, number>;

/** How good somebody is at puzzles: after how many first tries, and how much of it came today. */
export interface Rating {
  value: number;
  tries: number;
  up: number;
}

/** What this page added to the dice of a game for a seat, and the promises that it had seen. */
export interface KeptPart {
  seat: number;
  part: string;
  commitment: string;
  promises: string[];
}

/** A build as its ruleset writes it. */
export type Build = Record<string, any>;

/** What is chosen but not yet ordered: one order, or the orders of a plan. */
export interface Pick {
  texts: string[];
  order: Api.Order | null;
  others: Api.Order[];
  place: string;
  target: string;
  label: string;
  cost: number;
  random: boolean;
  refusal: Api.Refusal | null;
  route: string[];
  words?: string[];
  amount?: number;
  ghost?: Ghost;
  /** An order of the ring that is turned round. */
  turns?: Api.Order;
}

/** A move before it is made: the layer that shows it, the facing chosen and what each one costs. */
export interface Ghost {
  unit: string;
  layer: string;
  facing: number | null;
  facings: Api.EndView[];
}

// ---------------------------------------------------------------- situations of the odds page

/** Field id -> value, where it is not the default. */
export type Flat = Record<string, any>;

// ---------------------------------------------------------------- a board moved by hand

export interface Spot {
  x: number;
  y: number;
}

export type Frame = Spot & { width: number; height: number };

/** A picture of a board in its box, as what moves it by hand deals with it. */
export interface Movable {
  box: HTMLElement;
  svg: SVGSVGElement | null;
  /** Board units from side to side of a place. */
  cell: number;
  /** Pixels that a place must have when the whole board is shown. */
  least?: number;
  /** The pointer has gone so far that it is no click. */
  moved: boolean;
  /** Called when a new picture has been opened. */
  opened: () => void;
  /** Called to bring a spot of the board into view. */
  seek: (spot: Spot) => void;
  /** The room for it on the page has changed. */
  resized?: () => void;
  /** Another part of the board shows. */
  shown?: () => void;
  /** Whether a pointer that moves is at work on the board: then it does not move the board. */
  holds?: (event: PointerEvent) => boolean;
}

/**
 * What is seen of a board: the frame of the whole, the one shown now, the fingers on it, and how
 * far the first of them has gone.
 */
export interface Sight {
  board: Movable;
  whole: Frame;
  now: Frame;
  fingers: Map<number, Spot>;
  travelled: number;
}

// ---------------------------------------------------------------- fields of a form

/**
 * A field where it is shown: the data that it belongs to, what takes them with another value, how
 * it is called and by which key it is found again; `unfolded` keeps which lists are open. Numbers
 * of a wide range are written in where they may be `typed`.
 */
export interface Place {
  typed?: boolean;
  unfolded: Set<string>;
  field: Api.GarageField;
  data: any;
  put: (to: any) => void;
  name: string;
  key: string;
}

/**
 * A list of entries: `put` takes it with a change, `place` tells its fields from those of others,
 * `of` names the entry that it lies in.
 */
export interface List {
  typed?: boolean;
  unfolded: Set<string>;
  rows: Api.Rows;
  entries: any[];
  put: (to: any[]) => void;
  place: string;
  of: string;
}

/** A form and the situation in it; `opened` are headings that stay open when it is drawn anew. */
export interface Form {
  form: HTMLFormElement;
  groups: Api.Group[];
  builds: Api.OwnUnit[];
  opened: Set<string>;
  flat: Flat;
  changed: () => void;
}

/** All fields by their ids. */
export type Known = Map<string, Api.SituationField>;

/**
 * How something is asked: a body makes it a POST, which changes nothing where it only `asks`; `as`
 * is who asks, if not this browser.
 */
export interface How {
  token?: string;
  body?: any;
  asks?: boolean;
  method?: string;
  signal?: AbortSignal;
  as?: string;
}
