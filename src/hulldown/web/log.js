/** The log: what happened, in sentences, each die with what it needed and the sum behind it. */

import { announce, h, named, panel, plain, rule, signed, use } from "./dom.js";

/** @typedef {import("./types.js").Roll} Roll */
/** @typedef {import("./types.js").Card} Card */

let heard = -1;

/** Draw the log, newest first, and read out what is new. */
export function drawLog(/** @type {HTMLElement} */ el, /** @type {import("./state.js").State} */ s) {
  const view = s.shown;
  if (!view) return;
  const fresh = panel(el, [view.log], () => view.log.toReversed().flatMap((part) => entries(part, view.cards)));
  if (!fresh) return;
  el.scrollTop = 0;
  if (heard >= 0 && view.number > heard) announce(spoken(view.log, heard));
  heard = view.number;
}

/** @param {import("./types.js").LogPart} part */
function entries(part, /** @type {Card[]} */ cards) {
  const told = part.sentences.filter((x) => !x.heading).map((x) => h("li", { class: "ev", "data-number": part.number },
    h("p", { class: "say" }, named(x.text, cards), x.rules.map((id) => [" ", rule(id)])), x.rolls.map((r) => die(r, cards))));
  const heads = part.sentences.filter((x) => x.heading).map((x) => h("li", { class: "when" }, named(x.text, cards)));
  return part.sentences.findIndex((x) => x.heading) > 0 ? [...heads, ...told] : [...told.reverse(), ...heads.reverse()];
}

/** One die: its face, what it needed and why. */
function die(/** @type {Roll} */ roll, /** @type {Card[]} */ cards) {
  const won = roll.success === true ? " hit" : roll.success === false ? " miss" : "";
  const label = `rolled ${roll.value}${roll.sides === 6 ? "" : ` of ${roll.sides}`}`;
  const face = roll.sides === 6 ? use(`d${roll.value}`, `dice${won}`, label) : h("b", { class: `dice many${won}`, role: "img", "aria-label": label }, roll.value);
  return h("div", { class: "roll" }, h("span", { class: "dd" }, face),
    h("span", {}, h("span", { class: "r" }, named(roll.text, cards)), " ", h("span", { class: "m" }, sum(roll), " ", rule(roll.rule))));
}

/** "accuracy 4, optics -1": the first is the base, the rest have signs. */
function sum(/** @type {Roll} */ roll) {
  return roll.modifiers.map((m, i) => [i ? ", " : "", m.text, " ", i ? signed(m.amount) : m.amount, m.rule !== roll.rule && m.rule ? [" ", rule(m.rule)] : ""]);
}

/** @param {import("./types.js").LogPart[]} log */
function spoken(log, /** @type {number} */ after) {
  const news = log.filter((part) => part.number > after).flatMap((part) => part.sentences);
  return news.map((x) => [plain(x.text), ...x.rolls.map((r) => plain(r.text))].join(" ")).join(" ");
}

/** The sentences with dice of the steps after a number: who fired at whom. */
export function shotsAfter(/** @type {import("./types.js").TableView} */ view, /** @type {number} */ after) {
  const news = view.log.filter((part) => part.number > after).flatMap((part) => part.sentences);
  return news.filter((x) => x.rolls.length).map((x) => [...x.text.matchAll(/\{([^{}]+)\}/g)].map((m) => m[1])).filter((names) => names.length > 1);
}
