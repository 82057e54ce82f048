/** The log: what happened, in sentences, each die with what it needed and the sum behind it. */

import { announce, h, rule, use } from "../shared/dom.js";
import { named, panel, plain, signed } from "../shared/panels.js";

/** @import { Card, LogPart, Roll, ScenarioInfo, TableView } from "../shared/types.js" */
/** @import { Section, State } from "./types.js" */

/** Draw the log, newest first, and read out what is new. */
export function drawLog(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const view = s.shown;
  if (!view) return;
  const fresh = panel(el, [view.log], () => [
    ...sections(view.log)
      .reverse()
      .flatMap((part) => drawn(part, view.cards, s.heard)),
    briefing(view.scenario),
  ]);
  if (!fresh) return;
  el.scrollTop = 0;
  if (s.heard >= 0 && view.number > s.heard) announce(spoken(view.log, s.heard));
  s.heard = view.number;
}

/** Where it all began: what the scenario says and how it is won. */
const briefing = (/** @type {ScenarioInfo} */ s) => [
  h("li", { class: "when" }, "Briefing"),
  h(
    "li",
    { class: "brief" },
    h("p", {}, s.briefing || s.summary),
    s.victory && h("p", {}, h("b", {}, "Victory: "), s.victory, " ", rule(s.rule)),
  ),
];

/** The log in sections: headings that follow each other open one together. */
function sections(/** @type {LogPart[]} */ log) {
  /** @type {Section[]} */ const made = [];
  for (const x of log.flatMap((part) =>
    part.sentences.map((s) => ({ ...s, number: part.number })),
  )) {
    const last = made.at(-1);
    if (!x.heading && last) last.told.push(x);
    else if (x.heading && last && !last.told.length) last.heads.push(x.text);
    else made.push(x.heading ? { heads: [x.text], told: [] } : { heads: [], told: [x] });
  }
  return made;
}

/**
 * Headings in a row; one that the next begins with is not said twice, nor that a turn ends where
 * the next begins.
 */
const heads = (/** @type {Section} */ part) =>
  part.heads
    .filter(
      (text, i) =>
        !part.heads[i + 1]?.startsWith(text) && !(part.heads[i + 1] && /^End of /.test(text)),
    )
    .map((text, i, all) => unsaid(text, all[i - 1]));

/**
 * Of a heading, what the one before it has not said: "Round 8 of 9 \u00b7 Cobalt's turn" leaves of
 * the next "Rust's turn".
 */
function unsaid(/** @type {string} */ text, before = "") {
  const said = before.split(" \u00b7 ");
  return text
    .split(" \u00b7 ")
    .filter((part, i) => part !== said[i])
    .join(" \u00b7 ");
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
      h(
        "p",
        { class: "say" },
        named(x.text, cards),
        x.rules.map((id) => [" ", rule(id)]),
      ),
      x.rolls.map((r) => die(r, cards)),
    ),
  }));
  told.sort((one, other) => other.number - one.number);
  const head =
    part.heads.length > 0 &&
    h(
      "li",
      { class: "when" },
      heads(part).map((text, i) => [i ? " \u00b7 " : "", named(text, cards)]),
    );
  return [head, ...told.map((x) => x.line)];
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
  return news.map((x) => [plain(x.text), ...x.rolls.map((r) => plain(r.text))].join(" ")).join(" ");
}

const since = (/** @type {TableView} */ view, /** @type {number} */ after) =>
  view.log.filter((part) => part.number > after).flatMap((part) => part.sentences);

/** Whether dice have fallen since a number: there is something to read. */
export const diceAfter = (/** @type {TableView} */ view, /** @type {number} */ after) =>
  since(view, after).some((x) => x.rolls.length);
