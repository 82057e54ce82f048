/** The messages of the server as the pages see them (docs/api.md). */

export interface Modifier {
  text: string;
  amount: number;
  rule: string;
}

export interface Roll {
  value: number;
  sides: number;
  text: string;
  rule: string;
  needed: number | null;
  success: boolean | null;
  modifiers: Modifier[];
  faces: number[];
}

export interface Sentence {
  text: string;
  rules: string[];
  rolls: Roll[];
  heading: boolean;
  shot: boolean;
  shows: string;
  upkeep: boolean;
}

export interface Refusal {
  code: string;
  text: string;
  rule: string;
}

export interface Order {
  text: string;
  group: string;
  label: string;
  detail: string;
  icon: string;
  key: string;
  cost: number;
  unit: string;
  target: string;
  place: string;
  random: boolean;
  explained: boolean;
  refusal: Refusal | null;
  amount: Amount | null;
  then: string[];
  words: string[];
  full: string;
  called: string;
  heading: string;
  ring: string;
  facing: number | null;
}

export interface Amount {
  name: string;
  value: number;
  low: number;
  high: number;
  text: string;
}

export interface Pips {
  on: number;
  full: number;
}

export interface CrewSeat {
  letter: string;
  role: string;
  state: string;
  note: string;
  name: string;
}

export interface Card {
  unit: string;
  side: number;
  name: string;
  kind: string;
  kind_name: string;
  place: string;
  placed: string;
  hull: number | null;
  turret: number | null;
  plates: number[] | null;
  actions: Pips | null;
  points: Pips;
  ways: number;
  track: string;
  note: string;
  roster: string;
  facts: [string, string][];
  loaded: string | null;
  crew: CrewSeat[];
  kit: [string, boolean][];
  state: string[];
}

export interface Status {
  turn: number;
  turns: number;
  phase: string;
  text: string;
  chips: [string, number, string][];
  result: string;
  winner: number | null;
  extras: Record<string, string>;
  period: string;
  currency: string;
  whole: string;
  part: string;
}

export interface ScenarioInfo {
  id: string;
  name: string;
  summary: string;
  briefing: string;
  victory: string;
  sides: string[];
  turns: number;
  rule: string;
  roster: RosterUnit[];
  points: number;
  period: string;
  tasks: string[];
}

export interface RosterUnit {
  unit: string;
  side: number;
  kinds: string[];
  name: string;
  sample: string;
}

export interface OptionInfo {
  id: string;
  values: string[];
  default: string;
  text: string;
  rule: string;
  number: boolean;
  low: number;
  high: number;
  value: boolean;
}

export interface OptionGroup {
  title: string;
  options: string[];
  scenarios: string[];
}

export interface RulesetInfo {
  id: string;
  name: string;
  prefix: string;
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  groups: OptionGroup[];
  numbers: number;
  players: { id: string; name: string; text: string; exact: string; usual: boolean }[];
  campaigns: boolean;
  house: boolean;
  shared: boolean;
}

export interface OwnScenario {
  info: ScenarioInfo;
  text: string;
  board: string;
}

/** What a pack lays over a file of a ruleset. */
export interface Layer {
  file: string;
  text: string;
  shown: string;
}

export interface OwnFiles {
  name: string;
  text: string;
  options: Record<string, string | number | boolean>;
  scenarios: OwnScenario[];
  layers: Layer[];
}

/** What the packs of a form bring along, the last on top. */
export interface Brought {
  packs: string[];
  options: OwnFiles["options"];
  layers: Layer[];
}

/**
 * A form that takes files of the player's own. `scenario`, where it has use for one, is given each;
 * `choose` what a pack says and all that there is now, and tells how much of it the form has taken.
 */
export interface Taker {
  scenario?: (one: OwnScenario) => void;
  choose: (wanted: OwnFiles["options"], now: Brought) => Promise<number>;
}

export interface SeatInfo {
  seat: number;
  side: string;
  kind: string;
  player: string;
  name: string;
  /** Who that is for whoever looks, within a sentence. */
  who: string;
}

export interface LogPart {
  number: number;
  sentences: Sentence[];
}

export interface Board {
  head: string;
  layers: Record<string, string>;
  digests: Record<string, string>;
}

export interface TableView {
  game: string;
  number: number;
  ruleset: { id: string; name: string };
  scenario: ScenarioInfo;
  options: Record<string, string | number | boolean>;
  seat: number | null;
  seats: SeatInfo[];
  status: Status;
  to_act: number[];
  yours: boolean;
  orders: Order[];
  able: string[];
  unit: string;
  acting: string;
  cards: Card[];
  board: Board;
  reach: Record<string, number>;
  log: LogPart[];
  win: number | null;
  undo: { possible: boolean; why: string; asked: number | null };
  result: { winner: number; text: string } | null;
  seed: number | null;
  dice_told: string;
  commitment: string;
  promises: string[];
  dice: Dice | null;
  secrets: boolean;
  waiting: number[];
  /** Orders of `unit` usually given one after another. */
  usual: Order[];
  /** The order that is no choice, as it is the only one, or "". */
  alone: string;
  people: PeopleView;
  /** Short names of units. */
  called: Record<string, string>;
  /** When it came, by the browser's own clock in ms. */
  arrived?: number;
  stopped?: { why: string; text: string; rule: string } | null;
  lesson?: LessonView | null;
}

/** A lesson or puzzle in words, as far as somebody is in it. */
export interface LessonView {
  id: string;
  kind: "lesson" | "puzzle";
  title: string;
  step: number;
  steps: number;
  heading: string;
  text: string;
  do: string;
  happened: string;
  /** The step is only read. */
  reads: boolean;
  /** What is marked: "unit A1", "place E5", "button fire", "slip odds". */
  points: string[];
  played: string[];
  /** How much of `played` is left one step before, -1 at the first. */
  back: number;
  done: boolean;
  /** What comes next, and its title. */
  follows: [string, string];
  answer: LessonAnswer | null;
  /** How hard a puzzle is; 0 of a lesson. */
  rating: number;
  /** The orders of which the table shows what comes, after an answer. */
  answered: string[];
}

/** How good an answer to a puzzle is. */
export interface LessonAnswer {
  yours: string;
  worth: string;
  best: string;
  best_worth: string;
  /** Of the best, 0 to 1. */
  share: number;
  place: number;
  of: number;
  why: string;
  /** Of the best, to be shown on the board. */
  orders: string[];
}

/** A lesson or puzzle in a list. */
export interface Taught {
  id: string;
  kind: "lesson" | "puzzle";
  title: string;
  text: string;
  steps: number;
  /** The place on the path of lessons, or among the puzzles, from 1. */
  number: number;
  /** Where its board is drawn. */
  picture: string;
  /** How long a lesson takes; 0 of a puzzle. */
  minutes: number;
  /** How hard a puzzle is; 0 of a lesson. */
  rating: number;
}

/** The puzzle of a day. */
export interface Daily {
  ruleset: string;
  id: string;
  title: string;
  text: string;
  date: string;
  rating: number;
  picture: string;
}

/** How far this browser is in a lesson; the best share of a puzzle. */
export interface Learnt {
  played: string[];
  done: boolean;
  step: number;
  share: number | null;
  /** When that was, in milliseconds since 1970. */
  at: number;
  first: FirstTry | null;
}

/** The first answer to a puzzle, and how hard the puzzle was then. */
export interface FirstTry {
  at: number;
  right: boolean;
  rating: number;
}

/** Days on which a puzzle of the day was solved, with the clock's minutes ahead of UTC. */
export type Days = Record<string, number>;

/** How good somebody is at puzzles: after how many first tries, and how much of it came today. */
export interface Rating {
  value: number;
  tries: number;
  up: number;
}

/** All that the dice came from, told when the game has ended. */
export interface Dice {
  key: string;
  salt: string;
  parts: string[];
}

/** What this page added to the dice of a game for a seat, and the promises that it had seen. */
export interface KeptPart {
  seat: number;
  part: string;
  commitment: string;
  promises: string[];
}

/** A seat seen since the server began: here, or away for so many seconds when it was told. */
export interface AtTable {
  seat: number;
  here: boolean;
  away: number;
}

/** An order since the viewer decided: what the log says of it, and marks to lie over the board. */
export interface SinceStep {
  number: number;
  seat: number;
  sentences: Sentence[];
  picture: string;
}

/** What was agreed about time, watching and talking; `words` says it. */
export interface Terms {
  clock: "none" | "game" | "days";
  minutes: number;
  increment: number;
  days: number;
  delay: number;
  chat: boolean;
  advice: boolean;
  words: string[];
}

/** Seconds that a seat has left, and whether they run. */
export interface ClockView {
  seat: number;
  left: number;
  runs: boolean;
}

/** What both sides must want: who offers it, whether the viewer may. */
export interface OfferView {
  by: number | null;
  may: boolean;
  why: string;
}

export interface PeopleView {
  terms: Terms;
  clocks: ClockView[];
  draw: OfferView;
  again: OfferView;
  swaps: boolean;
  next: string;
  claim: boolean;
}

/** Something said, by a seat or by somebody who watches. */
export interface ChatLine {
  seat: number | null;
  phrase: string;
  text: string;
  created: string;
}

export interface ChatView {
  phrases: { id: string; text: string }[];
  lines: ChatLine[];
  types: boolean;
  why: string;
  silent: boolean;
}

/** Something that is not by the printed rules; `old` is empty of what is not printed. */
export interface Difference {
  kind: "option" | "value" | "unit" | "scenario" | "force";
  id: string;
  title: string;
  old: string;
  new: string;
  rule: string;
}

export interface Hint {
  adviser: string;
  about: string;
  orders: Advice[];
}

export interface Advice {
  text: string;
  label: string;
  value: number;
  share: number | null;
  margin: number | null;
}

export interface OddsLine {
  text: string;
  chance: string;
  value: number;
  group: string;
  mark: string;
  rule: string;
}

export interface Odds {
  title: string;
  subtitle: string;
  needed: number | null;
  modifiers: Modifier[];
  lines: OddsLine[];
  notes: [string, string][];
  exact: boolean;
  samples: number;
  situation: { data: any; notes: [string, string][] } | null;
}

/** An order as a row or a column of a table of pairs. */
export interface Choice {
  key: string;
  label: string;
  share: number | null;
  text: string;
  heading: string;
}

/** Secret orders of two units against each other: the seat's share of the points of each pair. */
export interface Matrix {
  unit: string;
  enemy: string;
  rows: Choice[];
  columns: Choice[];
  cells: (number | null)[][];
  value: number | null;
  exact: boolean;
  notes: [string, string][];
  about: string;
}

// ---------------------------------------------------------------- the garage

export interface Purchase {
  id: string;
  name: string;
  cost: number;
  limit: number;
  text: string;
  rule: string;
}

export interface Facing {
  id: string;
  name: string;
  base: number;
  limit: number;
  cost: number;
  rule: string;
}

export interface Member {
  id: string;
  name: string;
  comes_with: string;
}

export interface Field {
  id: string;
  name: string;
  text: string;
  rule: string;
  low: number;
  high: number;
  step: number;
  choices: { value: any; name: string; sets: Record<string, any> }[];
  several: boolean;
  words: number;
}

export interface Rows {
  id: string;
  name: string;
  most: number;
  blank: any;
  fields: Field[];
  inner: Rows | null;
}

export interface Section {
  title: string;
  fields: Field[];
  rows: Rows | null;
}

export interface UnitOffer {
  id: string;
  name: string;
  figure: string;
  text: string;
  rule: string;
  budget: number;
  facings: Facing[];
  upgrades: Purchase[];
  crew: Member[];
  sets: Record<string, any>;
  sections: Section[];
  bare: Record<string, any>;
}

export interface Sample {
  id: string;
  name: string;
  text: string;
  rule: string;
  unit: string;
  build: Build;
  points: number;
}

export interface Look {
  id: string;
  name: string;
  tones: string[];
}

export interface GarageOffer {
  units: UnitOffer[];
  samples: Sample[];
  bonuses: { id: string; text: string; points: number; rule: string }[];
  schemes: Look[];
  patterns: Look[];
  options: string[];
}

/** A build as its ruleset writes it. */
export type Build = Record<string, any> & {
  name: string;
  paint: { scheme: string; pattern: string };
};

export interface Judged {
  build: Build;
  name: string;
  cost: number;
  budget: number;
  legal: boolean;
  earned: string[];
  lines: { item: string; count: number; points: number }[];
  broken: Refusal[];
  warnings: Refusal[];
  workings: { title: string; steps: [string, string, string][] }[];
  card: string;
  toml: string;
  words: string;
}

export interface SavedBuild {
  id: string;
  ruleset: string;
  name: string;
  unit: string;
  cost: number;
  budget: number;
  legal: boolean;
  build: Build;
  updated: string;
  worth: number;
}

/** What is chosen but not yet ordered: one order, or the orders of a plan. */
export interface Pick {
  texts: string[];
  order: Order | null;
  others: Order[];
  place: string;
  target: string;
  label: string;
  cost: number;
  random: boolean;
  refusal: Refusal | null;
  route: string[];
  words?: string[];
  amount?: number;
  ghost?: Ghost;
  /** An order of the ring that is turned round. */
  turns?: Order;
}

/** A move before it is made: the layer that shows it, the facing chosen and what each one costs. */
export interface Ghost {
  unit: string;
  layer: string;
  facing: number | null;
  facings: { facing: number; cost: number | null }[];
}

/** What the server tells of a move before it is made. */
export interface Preview extends Ghost {
  actions: string[];
  cost: number;
  places: string[];
  threats: { shooter: string; text: string }[];
  shots: { target: string; text: string }[];
}

// ---------------------------------------------------------------- situations of the odds page

/** A field of the form of a situation. */
export interface FormField {
  id: string;
  label: string;
  kind: string;
  default: any;
  values: string[][];
  low: number;
  high: number;
  hint: string;
  rule: string;
  when: [string, string[]][];
  builds: boolean;
  by: string;
  fine: boolean;
}

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
  field: Field;
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
  rows: Rows;
  entries: any[];
  put: (to: any[]) => void;
  place: string;
  of: string;
}

export interface Group {
  title: string;
  fields: FormField[];
  folded: boolean;
}

export interface OwnUnit {
  name: string;
  values: Record<string, any>;
}

/** A form and the situation in it; `opened` are headings that stay open when it is drawn anew. */
export interface Form {
  form: HTMLFormElement;
  groups: Group[];
  builds: OwnUnit[];
  opened: Set<string>;
  flat: Flat;
  changed: () => void;
}

/** All fields by their ids. */
export type Known = Map<string, FormField>;

/** How something is asked: a body makes it a POST; `as` is who asks, if not this browser. */
export interface How {
  token?: string;
  body?: any;
  method?: string;
  signal?: AbortSignal;
  as?: string;
}

/** A game in a list. */
export interface GameLine {
  game: string;
  ruleset: string;
  scenario: string;
  title: string;
  status: string;
  number: number;
  updated: string;
  finished: boolean;
}

/** A game of one's own: for whom it waits, one's seats, who plays the other side. */
export interface MyGame {
  line: GameLine;
  turn: "you" | "other" | "nobody";
  you: number[];
  other: string;
  alone: boolean;
  /** Whether one has not agreed to it yet. */
  invited: boolean;
  /** The seat that won, or 2 for a draw; null while it goes on. */
  result: number | null;
}
