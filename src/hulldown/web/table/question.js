/**
 * What is to be decided now, while nothing is chosen: the phase, one sentence on what can be
 * clicked, and why there is no shot; or what the player waits for.
 */

import { h, rule } from "../shared/dom.js";
import { capital, shortName } from "../shared/names.js";
import { byTouch, icon } from "../shared/panels.js";
import { showsAlready } from "./actions.js";
import { decision, standing } from "./header.js";
import { acts, cardOf, inFull, keyOf, labelOf, legal, offered, open, ready } from "./orders.js";
import { commit } from "./play.js";

/** @import { Order, TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const NOTHING = new Set(["end", "concede"]); // orders that do nothing more
const FEW = 2; // kinds of orders that are named
const NAMED = 4; // units named that can act in another's stead

/** The room while nothing is chosen; `best` is best play, folded away. */
export function question(/** @type {State} */ s, /** @type {Node|false|null|undefined} */ best) {
  const { view } = s;
  if (!view) return [];
  if (s.lesson && s.at === null && !view.yours) return [];
  if (s.at !== null || view.result || !view.yours) return [note(watching(s, view))];
  const order = ready(s);
  const decided = decision(view.status);
  const phase = decided === `Your ${cardOf(view, s.unit)?.name}` ? "" : decided;
  const asks = /^You decide /.test(phase);
  const text = order || asks ? "" : invitation(s, view);
  return [
    phase && h(text ? "p" : "h2", { class: text ? "phase" : "ask-now" }, phase),
    text && h("h2", { class: "ask-now" }, text),
    !order && noShot(s),
    s.risk.places > 0 && shows(s) && danger(),
    order && sensible(s, order),
    !order && standing(view.status),
    best,
  ];
}

const note = (/** @type {string} */ text) => h("p", { class: "sub" }, text);

function watching(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (s.at !== null) return "This is an earlier step. Go back to the last one to see odds.";
  if (view.result) return "The battle is over: there are no odds left.";
  return view.seat === null
    ? "Only the players see odds here."
    : "Odds show here when it is your turn.";
}

/** What one does with a mouse, or with a finger. */
const press = byTouch() ? "Tap" : "Click";

/** One sentence on what a click can do now. */
function invitation(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (idle(s, view)) return [elsewhere(view), h("kbd", {}, "N")];
  if (view.able.length > 1 && legal(view.orders).some((o) => o.group === "activate"))
    return `${press} the unit that goes first, then choose its order below.`;
  const ways = clicks(s, view);
  if (ways.length) return `${press} ${ways.join(", or ")}.`;
  const others = legal(offered(s)).filter((o) => !NOTHING.has(o.group));
  if (!others.length) return "Nothing left to do here: end it.";
  const group = open(s);
  if (group && others.every((o) => o.group === group.id) && group.orders.length > 1)
    return `${group.name}: choose below.`;
  const names = [...new Set(others.map((o) => o.full || o.label))];
  if (names.length <= FEW) return `${capital(names.map(small).join(" or "))}: choose below.`;
  const unit = others.every((o) => o.unit === s.unit) ? ` for your ${shortName(view, s.unit)}` : "";
  return `Choose an order${unit} below.`;
}

const small = (/** @type {string} */ text) => text[0].toLowerCase() + text.slice(1);

/** Whether the unit looked at has no order while others have. */
const idle = (/** @type {State} */ s, /** @type {TableView} */ view) =>
  view.able.length > 0 && cardOf(view, s.unit) && !view.able.includes(s.unit);

function elsewhere(/** @type {TableView} */ view) {
  const names = view.able.slice(0, NAMED).map((unit) => shortName(view, unit));
  const more = view.able.length > NAMED ? " and others" : "";
  return `No order for it now. ${names.join(", ")}${more} can act `;
}

/** What can be clicked on the board, in words. */
function clicks(/** @type {State} */ s, /** @type {TableView} */ view) {
  const all = legal(offered(s));
  const group = open(s);
  const ways = [];
  if (Object.keys(view.reach).length && acts(view, s.unit))
    ways.push(`where your ${shortName(view, s.unit)} should go`);
  else if (group && legal(group.orders).some((o) => o.place)) ways.push("a place on the board");
  if (all.some((o) => enemy(view, o))) ways.push("an enemy to aim at");
  return ways;
}

const enemy = (/** @type {TableView} */ view, /** @type {Order} */ o) =>
  o.target && cardOf(view, o.target)?.side !== view.seat && cardOf(view, o.target);

/** Whether stripes lie over the board. */
const shows = (/** @type {State} */ s) => s.board.svg?.querySelector(":scope > .l-danger");

const danger = () =>
  h("p", { class: "sub" }, h("i", { class: "stripes" }), " An enemy could hit you there at once.");

/** Why no enemy can be shot at, where there is one reason for it. */
function noShot(/** @type {State} */ s) {
  const view = /** @type {TableView} */ (s.view);
  const shots = offered(s).filter((o) => o.random && enemy(view, o));
  const reasons = new Set(shots.map((o) => o.refusal?.text));
  const [why] = shots.map((o) => o.refusal);
  return (
    why &&
    reasons.size === 1 &&
    h("p", { class: "sub" }, `No shot now: ${why.text}`, " ", rule(why.rule))
  );
}

/** The order that Enter gives while nothing is chosen. */
function sensible(/** @type {State} */ s, /** @type {Order} */ order) {
  if (s.replay || showsAlready(s, keyOf(order))) return null;
  const attributes = { class: "go", "data-key": "sensible", onclick: () => commit(s) };
  const label = inFull() ? labelOf(order) : [order.label, order.detail].filter(Boolean).join(", ");
  return h("button", attributes, icon(order.icon || "end"), label, h("kbd", {}, "Enter"));
}
