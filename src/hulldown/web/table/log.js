/** The log: what happened, in sentences; behind each the dice, what they needed and the sums. */

import { announce, h, rule, use } from "../shared/dom.js";
import { named, panel, plain, signed } from "../shared/panels.js";

/** @import { Card, LogPart, Roll, ScenarioInfo, Sentence, TableView } from "../shared/types.js" */
/** @import { Section, State, Told } from "./types.js" */

/** Draw the log, newest first, and read out what is new. */
export function drawLog(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const view = s.shown;
  if (!view) return;
  const fresh = panel(el, [view.log], () => [
    ...byTurn(sections(view.log).reverse(), (part) => drawn(part, view.cards, s.heard)),
    briefing(view.scenario, view.seat),
  ]);
  if (!fresh) return;
  el.scrollTop = 0;
  if (s.heard >= 0 && view.number > s.heard) announce(spoken(view.log, s.heard));
  s.heard = view.number;
}

/** Where it all began: what the scenario says and how it is won. */
const briefing = (/** @type {ScenarioInfo} */ s, /** @type {number|null} */ seat) => [
  h("li", { class: "when" }, "Briefing"),
  h(
    "li",
    { class: "brief" },
    seat !== null && s.tasks[seat] && h("p", { class: "task" }, h("b", {}, s.tasks[seat])),
    h("p", {}, s.briefing || s.summary),
    s.victory && h("p", {}, h("b", {}, "Victory: "), s.victory, " ", rule(s.rule)),
  ),
];

/** Sections from the newest on, each turn under its own heading. */
function byTurn(/** @type {Section[]} */ parts, /** @type {(part: Section) => any[]} */ draw) {
  return parts.flatMap((part, i) => [
    part.turn && part.turn !== parts[i - 1]?.turn && h("li", { class: "when turn" }, part.turn),
    ...draw(part),
  ]);
}

/** The log in sections: headings that follow each other open one together, a turn opens one. */
function sections(/** @type {LogPart[]} */ log) {
  /** @type {Section[]} */ const made = [];
  let turn = "";
  for (const x of log.flatMap((part) =>
    part.sentences.map((s) => ({ ...s, number: part.number })),
  )) {
    const last = made.at(-1);
    // Said before: what follows stands above all the same.
    const again = x.heading && x.text === turn;
    const opens = x.heading && TURN.test(x.text);
    if (opens) turn = x.text;
    if (x.heading && ENDS.test(x.text)) continue;
    const heads = x.heading && !opens ? [x.text] : [];
    const empty = last && !last.told.length && (last.turn === turn || !last.heads.length);
    if (again && !last?.told.length) continue;
    if (!x.heading && last) add(last.told, x);
    else if (x.heading && empty) Object.assign(last, { turn, heads: [...last.heads, ...heads] });
    else made.push({ turn, heads, told: x.heading ? [] : [x] });
  }
  return made;
}

const TURN = /^(Turn|Round) \d+$/;
const ENDS = /^End of /; // where the next begins
const WAY = /( from )(\S+)( to \S+)/;
const DRIVE = /^(\{[^{}|]+\|[^{}]*\} (?:drives|walks|moves|slides|sidesteps))(?: from \S+)? to \S+/;

/** One thing more that happened; the steps of one drive are one entry, from where it began. */
function add(/** @type {Told[]} */ told, /** @type {Told} */ x) {
  const last = told.at(-1);
  const goesOn =
    last && !last.rolls.length && DRIVE.exec(last.text)?.[1] === DRIVE.exec(x.text)?.[1];
  if (!last || !goesOn || !DRIVE.test(x.text)) return told.push(x);
  const from = WAY.exec(last.text)?.[2];
  const text = from ? x.text.replace(WAY, `$1${from}$3`) : x.text;
  return told.splice(-1, 1, { ...x, text });
}

/**
 * A section: its heading, then what happened under it, newest first; what one decision brought
 * stands in its order.
 */
function drawn(
  /** @type {Section} */ part,
  /** @type {Card[]} */ cards,
  /** @type {number} */ known,
) {
  const isNew = (/** @type {number} */ n) => (known >= 0 && n > known ? " new" : "");
  const told = part.told.map((x, i) => ({
    number: x.number,
    line: h(
      "li",
      { class: `ev${isNew(x.number)}${part.told[i + 1]?.number === x.number ? " on" : ""}` },
      h("p", { class: "say" }, named(first(x), cards)),
      behind(x, cards),
    ),
  }));
  told.sort((one, other) => other.number - one.number);
  const heads = part.heads.map((text, i) => [i ? " \u00b7 " : "", named(text, cards)]);
  return [heads.length > 0 && h("li", { class: "when" }, heads), ...told.map((x) => x.line)];
}

/** What is said in one line: the server cuts what is too long, and leaves out the dice. */
const first = (/** @type {Told|Sentence} */ x) => x.text.split("\n")[0];

/** All of it, with the dice, what they needed and the rules; folded. */
function behind(/** @type {Told} */ x, /** @type {Card[]} */ cards) {
  const whole = x.text.split("\n")[1];
  if (!whole && !x.rolls.length && !x.rules.length) return false;
  return h(
    "details",
    { class: "dice-of" },
    h("summary", {}, x.rolls.length ? "Show the dice" : whole ? "Show all of it" : "Show the rule"),
    whole && h("p", {}, named(whole, cards)),
    x.rolls.map((r) => die(r, cards)),
    x.rules.length > 0 &&
      h(
        "p",
        { class: "m" },
        x.rules.map((id) => [" ", rule(id)]),
      ),
  );
}

/** One die, or dice thrown together: the faces, what they needed and why. */
function die(/** @type {Roll} */ roll, /** @type {Card[]} */ cards) {
  const won = roll.success === true ? " hit" : roll.success === false ? " miss" : "";
  const faces = (roll.faces.length ? roll.faces : [roll.value]).map((n) => {
    const label = `rolled ${n}${roll.sides === 6 ? "" : ` of ${roll.sides}`}`;
    return roll.sides === 6
      ? use(`d${n}`, `dice${won}`, label)
      : h("b", { class: `dice many${won}`, role: "img", "aria-label": label }, n);
  });
  return h(
    "div",
    { class: "roll" },
    h("span", { class: "dd" }, faces),
    h(
      "span",
      {},
      h("span", { class: "r" }, named(roll.text, cards)),
      " ",
      h("span", { class: "m" }, sum(roll), " ", rule(roll.rule)),
    ),
  );
}

/** "accuracy 4, optics -1": the first is the base, the rest have signs. */
function sum(/** @type {Roll} */ roll) {
  return roll.modifiers.map((m, i) => [
    i ? ", " : "",
    m.text,
    " ",
    i ? signed(m.amount) : m.amount,
    m.rule !== roll.rule && m.rule ? [" ", rule(m.rule)] : "",
  ]);
}

/** @param {LogPart[]} log */
function spoken(log, /** @type {number} */ after) {
  const news = log.filter((part) => part.number > after).flatMap((part) => part.sentences);
  return news.map((x) => plain(first(x))).join(" ");
}

const since = (/** @type {TableView} */ view, /** @type {number} */ after) =>
  view.log.filter((part) => part.number > after).flatMap((part) => part.sentences);

/** Whether dice have fallen since a number: there is something to read. */
export const diceAfter = (/** @type {TableView} */ view, /** @type {number} */ after) =>
  since(view, after).some((x) => x.rolls.length);
