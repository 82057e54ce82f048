/**
 * What is to be seen and heard of one order: who fired at whom, the dice in rows, what it cost, and
 * which sounds belong to it. All of it comes from the log's sentences and from the cards before and
 * after; no rule is known here.
 */

import { letter } from "../shared/dom.js";
import { plain } from "../shared/panels.js";

/** @import { Card, Roll, Sentence, TableView } from "../shared/types.js" */
/** @import { DiceRow, Outcome, Salvo, Story } from "./types.js" */

const MOST_ROWS = 5; // in the tray; with more, all of one kind are put together
const MANY_ROWS = 7; // and what is left over is in the log
/** Dice of a row that are drawn; of more the row tells how many. */
export const MOST_DICE = 12;
const MEN = new Set(["squad", "suits", "bike"]);
const HURT = /** @type {Record<string, string>} */ ({ hurt: "wounded", dead: "killed" });

/** The units that a text names, as "{A1|your Hunter}" or "{A1}". */
const named = (/** @type {string} */ text) =>
  [...text.matchAll(/\{([^{}|]+)[^{}]*\}/g)].map((match) => match[1]);

/** The card of a unit, or of the group that a model belongs to. */
const cardFor = (/** @type {TableView} */ view, /** @type {string} */ id) =>
  view.cards.find((card) => card.unit === id) ??
  view.cards.find((card) => card.unit === id.split(".")[0]);

/** The story of the order that led from one position to the next. */
export function storyOf(/** @type {TableView} */ before, /** @type {TableView} */ after) {
  const part = after.log.find(({ number }) => number === after.number);
  /** @type {Story} */
  const story = {
    ...{ number: after.number, own: isOwn(before, after), closes: closes(before, after) },
    ...{ salvos: [], rows: [] },
  };
  /** @type {Map<string, number>} salvos by who fires at whom */
  const known = new Map();
  let salvo = -1;
  for (const sentence of part?.sentences ?? []) {
    const shot = sentence.shot ? named(sentence.text) : [];
    if (shot.length > 1) salvo = salvoOf(story, known, before, shot, thrownBy(sentence));
    else if (sentence.heading) salvo = -1;
    addRolls(story, sentence, salvo);
  }
  story.salvos.forEach((one, index) => {
    setOutcome(one, index, story, before, after);
  });
  story.rows = fewer(story.rows).map(hitsFirst);
  const sides = story.salvos.map(({ shooter }) => cardFor(before, shooter)?.side ?? 0);
  for (const row of story.rows)
    if (row.first && new Set(sides).size > 1) row.side = letter(sides[row.salvo] ?? 0);
  return story;
}

/** Whether an order has ended a duel, so that the position after it is the next one. */
const closes = (/** @type {TableView} */ before, /** @type {TableView} */ after) =>
  Boolean(after.status.extras?.ended && after.status.extras.ended !== before.status.extras?.ended);

/** Whether the viewer has decided what was carried out; a spectator is on nobody's side. */
const isOwn = (/** @type {TableView} */ before, /** @type {TableView} */ after) =>
  after.seat === null || before.to_act.includes(after.seat);

/** The number of the salvo of a unit at another; all shots between two units are one. */
function salvoOf(
  /** @type {Story} */ story,
  /** @type {Map<string, number>} */ known,
  /** @type {TableView} */ before,
  /** @type {string[]} */ [shooter, target],
  /** @type {string} */ by,
) {
  const group = (/** @type {string} */ id) => cardFor(before, id)?.unit ?? id;
  const key = `${group(shooter)} ${group(target)}`;
  const index = known.get(key) ?? story.salvos.length;
  known.set(key, index);
  story.salvos[index] ??= {
    ...{ shooter, target, by, outcome: "missed", count: 0, losses: [], gun: "", impact: "" },
  };
  return index;
}

// ---------------------------------------------------------------- dice in rows

/**
 * What was needed and what came of it: "Needs 3+, rolled 4: hit." is "Needs 3+" and "4: hit";
 * "2 + 6 = 8 against front 8: glances." is "against front 8" and "2 + 6 = 8: glances". The sum of
 * several dice is said without its parts, which lie in the tray.
 */
function halves(/** @type {Roll} */ roll, /** @type {number} */ dice) {
  const whoever = roll.text.replace(/^\{[^{}]*\} /, "");
  const text = plain(whoever).replace(/\.$/, "");
  const at = text.lastIndexOf(": ");
  const head = at < 0 ? "" : text.slice(0, at).replace(/,? rolled [\d, ]+$/, "");
  const end = at < 0 ? text : text.slice(at + 2);
  const result = dice > 1 ? end.replace(/^.*= /, "") : end;
  const sum = /^(\D*)(\d.* = (-?\d+)),?(.*)$/.exec(head);
  if (!sum) return { need: head, result };
  const [, what, parts, total, against] = sum;
  const need = `${what.trim()} ${against.trim()}`.trim();
  return { need, result: `${dice > 1 ? total : parts}: ${result}` };
}

/** Who throws, where the text of a roll begins with a unit. */
const thrower = (/** @type {Roll} */ roll) => plain(/^\{[^{}]*\}/.exec(roll.text)?.[0] ?? "");

/** The kind of a roll: its words without names and numbers. */
const kindOf = (/** @type {Roll} */ roll) =>
  `${roll.rule} ${roll.text
    .replace(/\{[^{}]*\}/g, "")
    .replace(/:[^:]*$/, "")
    .replace(/[\d+ ,:]+/g, " ")}`;

/** Whether each face did it; null where the faces are added up. */
function judged(/** @type {Roll} */ roll, /** @type {number[]} */ faces) {
  const { needed, success, sides } = roll;
  if (faces.length === 1) return [success];
  const pool = needed !== null && needed <= sides && !/\d \+ \d/.test(roll.text);
  return faces.map((face) => (pool ? face >= needed : null));
}

/** How many dice did it; dice that are added up do it together. */
const wins = (/** @type {Roll} */ roll, /** @type {(boolean | null)[]} */ good) =>
  good.every((one) => one === null) ? Number(roll.success) : good.filter(Boolean).length;

/** Put the dice of a sentence into rows: dice of the same kind that need the same share one. */
function addRolls(
  /** @type {Story} */ story,
  /** @type {Sentence} */ sentence,
  /** @type {number} */ salvo,
) {
  const several = new Set(sentence.rolls.map(thrower)).size > 1; // then each says whose it is
  for (const roll of sentence.rolls) {
    const faces = roll.faces.length ? roll.faces : [roll.value];
    const { need: needs, result } = halves(roll, faces.length);
    const need = `${several ? thrower(roll) : ""} ${needs}`.trim();
    const good = judged(roll, faces);
    const row = {
      ...{ kind: kindOf(roll), sides: roll.sides, faces, good, won: wins(roll, good) },
      ...{
        need: lower(need),
        known: roll.needed !== null,
        ...{ salvo, side: "", by: story.salvos[salvo]?.by ?? thrownBy(sentence) },
        first: !story.rows.some((one) => one.salvo === salvo),
      },
      result: /\d/.test(result) || faces.length > 1 ? result : `${roll.value}: ${result}`,
    };
    const same = story.rows.find(
      (one) =>
        one.salvo === salvo && one.kind === row.kind && one.need === row.need && counts(one, row),
    );
    if (same) join(same, row);
    else story.rows.push(row);
  }
}

/** Who throws the dice of a sentence, and at whom. */
function thrownBy(/** @type {Sentence} */ { shot, text }) {
  const marked = [...text.split("\n")[0].matchAll(/\{[^{}]+\}/g)].map(([mark]) => plain(mark));
  return marked.slice(0, shot ? 2 : 1).join(" at ");
}

/** Where not all dice of a row can be drawn, those that did it come first. */
function hitsFirst(/** @type {DiceRow} */ row) {
  if (row.faces.length <= MOST_DICE) return row;
  const all = row.faces.map((face, i) => ({ face, good: row.good[i] }));
  all.sort((one, other) => Number(other.good) - Number(one.good));
  return { ...row, faces: all.map(({ face }) => face), good: all.map(({ good }) => good) };
}

/** Whether two rows of dice may be counted together. */
const counts = (/** @type {DiceRow} */ one, /** @type {DiceRow} */ other) =>
  [...one.good, ...other.good].every((good) => good !== null);

function join(/** @type {DiceRow} */ row, /** @type {DiceRow} */ more) {
  row.faces = [...row.faces, ...more.faces];
  row.good = [...row.good, ...more.good];
  if (row.need !== more.need) row.need = row.need.replace(/[\s,]*\d+\+?.*$/, "");
  row.won += more.won;
  if (row.by !== more.by && row.salvo < 0) row.by = ""; // several throw
  const word = /\bhit\b/.test(`${row.result} ${more.result}`) ? " hit" : "";
  row.result = `${row.won} of ${row.good.length}${word}`;
}

/** No more rows than a tray has room for. */
function fewer(/** @type {DiceRow[]} */ rows) {
  if (rows.length <= MOST_ROWS) return rows;
  /** @type {DiceRow[]} */ const left = [];
  for (const row of rows) {
    const same = left.find(
      (one) => one.salvo === row.salvo && one.kind === row.kind && counts(one, row),
    );
    if (same) join(same, row);
    else left.push(row);
  }
  return left.slice(0, MANY_ROWS);
}

/** What was needed, as people say it. */
const lower = (/** @type {string} */ need) =>
  need.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()).replace(/(\d)\+/g, "$1 or more");

// ---------------------------------------------------------------- what came of it

/** What became of the target, in words and sounds. */
function setOutcome(
  /** @type {Salvo} */ salvo,
  /** @type {number} */ index,
  /** @type {Story} */ story,
  /** @type {TableView} */ before,
  /** @type {TableView} */ after,
) {
  const rows = story.rows.filter((row) => row.salvo === index);
  const was = cardFor(before, salvo.target);
  const is = cardFor(after, salvo.target);
  const hits = rows[0]?.won ?? 0;
  const out = (/** @type {Card|undefined} */ card) => !card || card.state.includes("wreck");
  const told = (/** @type {Sentence} */ { text }) =>
    named(text)[0] === salvo.target && /^\{[^{}]*\} is destroyed/.test(text);
  const lost = after.log.some((part) => part.number === story.number && part.sentences.some(told));
  const destroyed = Boolean(was && !out(was) && (out(is) || lost));
  salvo.count = rows[0]?.faces.length ?? 1;
  salvo.losses = destroyed
    ? [fateOf(salvo.target, after, story.number)]
    : was && is
      ? lossesOf(was, is)
      : [];
  salvo.outcome = outcomeOf(hits, destroyed, salvo.losses);
  const shooter = cardFor(before, salvo.shooter);
  salvo.gun = soundOf({ what: "gun", card: shooter, count: salvo.count });
  salvo.impact = soundOf({ what: salvo.outcome, card: was });
}

/** What the log calls the end of a unit: "destroyed", "disabled". */
function fateOf(
  /** @type {string} */ unit,
  /** @type {TableView} */ after,
  /** @type {number} */ number,
) {
  const said = after.log.filter((part) => part.number === number).flatMap((part) => part.sentences);
  const fates = said.flatMap(({ text }) =>
    [...text.matchAll(/\{([^{}|]+)[^{}]*\} is (destroyed|disabled)/g)].flatMap(([, name, fate]) =>
      name === unit ? [fate] : [],
    ),
  );
  return fates.includes("destroyed") ? "destroyed" : (fates[0] ?? "destroyed");
}

/** @returns {Outcome} */
function outcomeOf(
  /** @type {number} */ hits,
  /** @type {boolean} */ destroyed,
  /** @type {string[]} */ losses,
) {
  if (destroyed) return "destroyed";
  if (!hits) return "missed";
  return losses.length ? "pierced" : "glanced";
}

/** The number that a card's note begins with, such as health; null for other notes. */
const amount = (/** @type {Card} */ card) => {
  const match = /^(\d+(?:\.\d+)?) of /.exec(card.note);
  return match && !/result/.test(card.note) ? Number(match[1]) : null;
};

/** What a unit has lost, from its cards: points first, then the crew. */
function lossesOf(/** @type {Card} */ was, /** @type {Card} */ is) {
  const [a, b] = [amount(was), amount(is)];
  const lost = a !== null && b !== null ? Math.round(a - b) : was.points.on - is.points.on;
  const what = was.track.toLowerCase();
  const points = lost > 0 ? [`\u2212${lost} ${lost === 1 ? what.replace(/s$/, "") : what}`] : [];
  const crew = is.crew.flatMap((seat) => {
    const old = was.crew.find((one) => one.letter === seat.letter);
    const word = HURT[seat.state];
    return word && old && old.state !== seat.state ? [`${seat.role.toLowerCase()} ${word}`] : [];
  });
  const other = !points.length && !crew.length && was.note !== is.note ? [plain(is.note)] : [];
  return [...points, ...crew, ...other].filter(Boolean);
}

// ---------------------------------------------------------------- sounds

/**
 * The name of the sound of what happened to a unit, or of what it did; "" for none. `count` is how
 * many dice were thrown together.
 * @param {{what: string, card?: Card, count?: number}} event
 */
export function soundOf({ what, card, count = 1 }) {
  const kind = card?.kind ?? "";
  const heavy = /heavy|breakthrough/.test(card?.kind_name ?? "");
  const men = MEN.has(kind);
  if (what === "gun") {
    if (men || count > 1) return count > 1 ? "burst" : "rifle";
    return kind === "apc" || kind === "gun" ? "autocannon" : heavy ? "heavy gun" : "tank gun";
  }
  if (what === "drive") return men ? "" : driving(kind);
  if (what === "destroyed") return men ? "miss" : heavy ? "great explosion" : "explosion";
  if (what === "pierced") return men ? "miss" : "hit";
  if (what === "glanced") return men ? "miss" : "ricochet";
  if (what === "missed") return "miss";
  return ["turret", "load", "smoke", "fire", "turn", "won", "lost"].includes(what) ? what : "";
}

/** The engine of a kind of unit; what stands on one place has none. */
function driving(/** @type {string} */ kind) {
  if (kind === "target") return "";
  return kind === "walker" || kind === "hover" ? `${kind} engine` : "tank engine";
}
