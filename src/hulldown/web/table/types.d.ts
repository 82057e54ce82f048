/** What the scripts of this room hand to each other. */

import type * as Api from "api";
import type {
  AtTable,
  ChatView,
  Daily,
  Hint,
  LessonView,
  Matrix,
  Odds,
  Order,
  Pick,
  Refusal,
  Sentence,
  SinceStep,
  TableView,
} from "../shared/types.js";
import type { BoardView } from "./board.js";

export type {
  BetterAnswer as Better,
  FilmAnswer as FilmStudy,
  TermLine as Term,
  TurningPoint as Turning,
} from "api";

/**
 * A button as it is drawn; `shows` is the order whose meaning is shown while the pointer rests on
 * it.
 */
export interface Face {
  id: string;
  icon: string;
  label: string;
  detail: string;
  key: string;
  cost?: number | string;
  on?: boolean;
  refusal?: Refusal | null;
  more?: boolean;
  enter?: boolean;
  /** The group of orders that it stands for. */
  group?: string;
  shows?: Order;
}

/**
 * What the board asks of the page. `free`: whether orders can be given now; `roam`: whether a unit
 * may go to any spot of an open table; `why`: whether these can be given one after another.
 */
export interface Can {
  click: (place: string) => void;
  hover: (place: string) => void;
  commit: () => boolean;
  turn: (facing: number) => void;
  free: () => boolean;
  roam: () => boolean;
  order: (texts: string[]) => Promise<void>;
  why: (texts: string[]) => Promise<any>;
}

export type Told = Sentence & { number: number };

export interface Section {
  /** The turn that it belongs to: "Turn 3"; "" before the first. */
  turn: string;
  heads: string[];
  told: Told[];
}

/** What moves now and what is waited for, how often it was skipped. */
export interface Motion {
  running: Set<Animation>;
  waits: Set<() => void>;
  skips: number;
  /** Ms for one hex of a drive, less where many orders make one drive. */
  step: number;
  /** By the page's clock in ms: until then a person looks at the result of an order of theirs. */
  seen: number;
  /** What the last shot left on the board, until the next order. */
  scene: Scene | null;
  /** Silences what is heard of it. */
  hush: () => void;
  /** Done when the styles of shots are in force. */
  dressed: Promise<any> | null;
}

/** A shot on the board: its effects above the map, its dice in a corner. */
export interface Scene {
  /** The position that it leads to. */
  number: number;
  /** It is still shown. */
  playing: boolean;
  effects: SVGSVGElement;
  tray: HTMLElement | null;
  /** The units that the tray may not cover. */
  clear: string[];
  /** Let effects and tray follow the map when that is moved or has another size. */
  follows: (MutationObserver | ResizeObserver)[];
  /** Puts the tray in its place when it or the stage has another size. */
  resized: ResizeObserver;
  /** To be called when the page was drawn. */
  drawn: () => void;
}

/** Dice of one kind, in one row of the tray. */
export interface DiceRow {
  /** What was thrown for, without numbers: rows of one kind may be put together. */
  kind: string;
  sides: number;
  faces: number[];
  /** Whether each face did it; null where dice are added up, or only choose. */
  good: (boolean | null)[];
  /** How many did it; 1 where dice are added up and their sum did. */
  won: number;
  /** What came of it, and what was needed. */
  result: string;
  need: string;
  /** What was needed is no secret before it falls. */
  known: boolean;
  /** Its salvo, and whether it begins that. */
  salvo: number;
  first: boolean;
  /** The letter of the side that threw it, where both sides did. */
  side: string;
  /** Who threw it, and at whom: "Your Hunter at the enemy Carrier"; "" where several did. */
  by: string;
}

export type Outcome = "missed" | "glanced" | "pierced" | "destroyed";

/** What one unit fired at another in one order. */
export interface Salvo {
  shooter: string;
  target: string;
  /** Both in words. */
  by: string;
  outcome: Outcome;
  /** Rounds of it. */
  count: number;
  /** What it cost the target, the most important first. */
  losses: string[];
  /** Names of sounds. */
  gun: string;
  impact: string;
}

/** What is to be seen and heard of one order. */
export interface Story {
  number: number;
  /** The seat that acted is that of the viewer. */
  own: boolean;
  /** It has ended a duel: the position after it is the next one. */
  closes: boolean;
  salvos: Salvo[];
  rows: DiceRow[];
}

/** Time of a film, in its own ms: a factor makes it shorter or longer. */
export interface Clock {
  /** Nothing moves, as asked for or since somebody has skipped it. */
  over: () => boolean;
  /** Comes when the film is that old, at once when it is over. */
  until: (ms: number) => Promise<void>;
  /** How long something takes by the page's clock. */
  long: (ms: number) => number;
  /** Nothing moves from the start. */
  still: boolean;
}

/** Where a recipe writes its sound, and from when on (s of the context). */
export interface Desk {
  context: BaseAudioContext;
  out: AudioNode;
  at: number;
}

/** What may be said of a sound: how long, of how many, softer, so many s later. */
export interface Wanted {
  seconds?: number;
  count?: number;
  soft?: boolean;
  after?: number;
}

/** Seconds, Hz, and a peak of 1: it rises and falls, from one frequency to another. */
interface Swept {
  peak: number;
  fall: number;
  from: number;
  to?: number;
  after?: number;
  rise?: number;
}

export interface Hiss extends Swept {
  type?: BiquadFilterType;
  q?: number;
}

export interface Tone extends Swept {
  type?: OscillatorType;
}

/** What plays sounds: nothing before the first is heard, and suspended by `timer` after `ends`. */
export interface SoundBox {
  context: AudioContext | null;
  press: AudioNode | null;
  out: GainNode | null;
  timer: number;
  ends: number;
}

export interface Group {
  id: string;
  /** Its name in the few words of a button. */
  name: string;
  orders: Order[];
  label: string;
  detail: string;
  icon: string;
  key: string;
  costs: number[];
  refusal: Refusal | null;
}

/** The glossary of a game: terrain.forest, word.Ev, order.fire ... */
export type Terms = Record<string, Api.TermLine>;

/** The words of a glossary with their keys, and what finds them in a text. */
export interface Reader {
  words: Map<string, string>;
  any: RegExp;
  short: RegExp;
}

/**
 * The slip that says what something is, what it is shown of, whether it stays, what waits to show
 * it, whether a finger was held down for it, what the pointer is on and where it was.
 */
export interface Says {
  terms: Terms;
  slip: HTMLElement;
  of: Element | null;
  kept: boolean;
  timer: number;
  held: boolean;
  near: Element | null;
  x: number;
  y: number;
}

/**
 * A model that is held: its grip on the board, what that says, where it would stand and from where
 * it came, what the server was asked and said, and the pointer that drags it.
 */
export interface Held {
  grip: SVGElement;
  says: DOMStringMap;
  /** Its outline under the hand. */
  shape: Element;
  /** The picture that the server has of the place. */
  server: Element;
  x: number;
  y: number;
  a: number;
  from: { x: number; y: number; a: number };
  turned: boolean;
  /** It is ordered, and is not taken up again before the answer is here. */
  given: boolean;
  asking: boolean;
  asked: string;
  said: any;
  drag: Drag | null;
}

export interface Drag {
  pointer: number;
  start: DOMPoint;
  screen: number[];
  drags: boolean;
  base: { x: number; y: number };
}

/** The hand over a board, with the slip that says what the server thinks. */
export interface Hand {
  board: BoardView;
  svg: SVGSVGElement;
  note: HTMLElement;
  held: Held | null;
  fading: number;
}

export interface State {
  /** Id of the game; of a lesson its ruleset and name. */
  game: string;
  /** The lesson that is played instead of a battle. */
  lesson: Lesson | null;
  /** The end of a duel, told over the board of that duel, and what puts it away. */
  closing: { view: TableView; done: (value: unknown) => void } | null;
  /** It is the page of the battle's film, on which nothing is ordered. */
  replay: boolean;
  board: BoardView;
  /** Puts the state on the page. */
  draw: () => void;
  /** It is drawn soon. */
  due: boolean;
  /** The position now. */
  view: TableView | null;
  /** The position on the page: `view`, or a step of the film. */
  shown: TableView | null;
  /** The unit looked at, or "". */
  unit: string;
  /** The other unit looked at, or "". */
  target: string;
  /** What the room of the units shows. */
  card: "unit" | "target" | "roster";
  /** The group of orders that is open, "more" for those that have no button, or "". */
  group: string;
  /** The groups of orders in the order of their buttons, null before the first were offered. */
  ranks: string[] | null;
  /** What is chosen and waits for the second click. */
  pick: Pick | null;
  /** What is under the pointer or the focus. */
  preview: Pick | null;
  /** The computer's advice. */
  hint: Hint | null;
  /** Whether every place tells the chance to be hit there. */
  danger: boolean;
  /** The stripes of a position and unit, and how many places they lie over. */
  risk: { subject: string; layer: string; places: number };
  /**
   * How far the computer is with advice asked for (0 to 1, 0 unknown), null when it is not asked.
   */
  advising: number | null;
  /** The place that a piece of advice points to, or "". */
  glow: string;
  /** An answer of the server is awaited or steps are being shown. */
  busy: boolean;
  /** How far the computer is (0 to 1), null when it does not think. */
  thinking: number | null;
  /** How far the compiled rules are, in words; "" when ready. */
  rules: string;
  /** The step of the film shown, null for now. */
  at: number | null;
  /** The film runs. */
  playing: boolean;
  /** Seat 0's chance to win after each number, null where unknown. */
  chances: (number | null)[];
  /** The last of them, shown pale until the next one is worked out. */
  known: number | null;
  /** The live connection stands. */
  line: boolean;
  /** The seats that were seen, as told when the clock stood at `heard` (ms). */
  attending: { seen: AtTable[]; heard: number };
  calling: Calling;
  since: Since;
  /** The last refusal. */
  trouble: { text: string; rule: string } | null;
  /** The number up to which the log was read out. */
  heard: number;
  /** The odds of choices, as reckoned; "" while the server reckons. */
  odds: Map<string, Odds | string>;
  /** Secret orders against each other, by step and seat; null while the server reckons. */
  matrices: Map<string, Matrix[] | null>;
  /** The order of the enemy whose odds are unfolded, by its heading, or "". */
  against: string;
  /** Whether they were unfolded just now, and are to be brought into view once they are there. */
  unfolding: boolean;
  /** The order whose number was last asked for: its field is entered once. */
  counted: Order | null;
  /** Folded out by hand: the sum behind a number, its odds in detail, all of a card, best play. */
  unfolded: { why: boolean; detail: boolean; all: boolean; best: boolean };
  /** What stands between people, where people play each other. */
  people: People | null;
  /** How often the server has told of something said. */
  said: number;
  /** Asks the server how the game stands. */
  refresh: () => void;
  session: Session;
  wish: Wish;
  /** The step asked for, or -1; one is fetched now. */
  film: { step: number; fetching: boolean };
  /** The study of the film, null while it is closed. */
  study: Study | null;
  motion: Motion;
  sounds: SoundBox;
  /**
   * What was drawn last: the position, what was chosen, advised or opened, the number of the
   * position now, whether the glossary was asked for, whether the result stood in its room, the
   * position in which the facing was asked for, and the end of a duel that was put away.
   */
  last: {
    shown: TableView | null;
    subject: Pick | Hint | string | null;
    number: number;
    explained: boolean;
    over: boolean;
    asked: number;
    ended: string;
  };
}

/** A battle that has ended as a study. */
export interface Study {
  /** Stops what is asked of the server. */
  stop: AbortController;
  /** How far the server is with it, 0 to 1. */
  done: number;
  /** What it says, null while the server reckons. */
  told: Api.FilmAnswer | null;
  /** What was better at a number; "" while it is asked, else what went wrong. */
  better: Map<number, Api.BetterAnswer | string>;
  /** Something is being made for this person to take along. */
  making: string;
}

/**
 * How a page calls its person. `ready`: done when it can; `due`: a decision is theirs; `missed`:
 * it became so while they were elsewhere; `title`: of the page without the call.
 */
export interface Calling {
  ready: Promise<void> | null;
  due: boolean;
  missed: boolean;
  title: string;
}

/**
 * What has happened since the person decided: its orders, which of them is shown (0: none), for
 * which position they were asked.
 */
export interface Since {
  steps: SinceStep[];
  at: number;
  asked: number;
}

/**
 * Where clocks, offers and talk are on the page; when the own clock was last spoken of, when the
 * server was asked at the end of a clock; what was said, as of which news, and how much of it was
 * read; the message that is being written.
 */
export interface People {
  /** Done when the styles of it all are in force. */
  dressed: Promise<any>;
  clocks: HTMLElement;
  speak: HTMLElement;
  asks: HTMLElement;
  talk: HTMLElement;
  ticks: number;
  aloud: number;
  looked: number;
  said: ChatView | null;
  asked: number;
  read: number;
  draft?: string;
  /** The slip was just opened: the field is to get the focus once it is there. */
  eager: boolean;
  /** What this side asks of the other, since which step, and whether the other said no. */
  wish: { what: string; number: number; refused: boolean } | null;
  withdrawn: boolean;
}

/** How far a lesson is. */
export interface Lesson {
  /** What was ordered, as the server has it. */
  played: string[];
  /** The answer of which the table shows what comes. */
  answered: string[];
  /** What the server says of it, null before it has. */
  told: LessonView | null;
  /** The best answer to a puzzle was asked for. */
  shown: boolean;
  /** What was kept did not fit any more, and was dropped. */
  dropped: boolean;
  /** Puzzles of the days on which this page was open. */
  days: Daily[];
}

/** The tie to the server. */
export interface Session {
  /** The token of the seat that the page speaks for. */
  token: string;
  /** The side whose person has the device, where two share it. */
  holder: number | null;
  /** The device is passed on behind a curtain. */
  handing: boolean;
  /** Positions are shown one after another. */
  arriving: Promise<void>;
  /** The number of a position that the server has told of. */
  news: number | null;
  /** Positions of the film. */
  steps: Map<number, TableView>;
}

/** What the hand wishes and has not got yet. */
export interface Wish {
  /** The timer of a pointer that rests. */
  resting: number;
  /** The last press on a button has ordered at once. */
  swift: boolean;
  /** The number up to which what is no choice was given by itself. */
  passed: number;
  /** The number that an undo led to. */
  undone: number;
  /** The number at which that was last tried. */
  tried: number;
  /** The way that was ordered before the server had found it. */
  eager: Pick | null;
  /** Stops the advice that is awaited. */
  advice: AbortController;
}
