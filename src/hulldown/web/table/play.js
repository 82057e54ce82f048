/** Clicks and keys turned into choices and orders. */

import { placeName } from "../shared/names.js";
import { call } from "../shared/net.js";
import { byKeys, digitOf } from "../shared/panels.js";
import { foretold, petalOf, possible, turned } from "./ghost.js";
import { skip } from "./motion.js";
import {
  acts,
  buttons,
  cardOf,
  groupOf,
  groups,
  keyed,
  labelOf,
  legal,
  lists,
  meaning,
  offered,
  open,
  PREPARE,
  picked,
  plainOrder,
  ready,
  ringed,
  standing,
  textsOf,
} from "./orders.js";
import { address, base, load, send } from "./session.js";
import { change, free, unpick } from "./state.js";

/** @import { Order, Pick } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const REST = 130; // ms the pointer rests before odds are asked for
const MOST_UNITS = 60; // prepared one after another
const DEPLOY = "deploy"; // the group of orders by which units are set up
/** @type {Record<string, number>} keys that turn a ghost */
const TURNS = { q: -1, e: 1 };
/** @type {Record<string, number>} and those that do so where the petals are asked for */
const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export const act = (/** @type {State} */ s, /** @type {string[]} */ texts) =>
  send(s, "act", { actions: texts });

/**
 * Something is chosen: what it means is shown, and the next press orders it. The choices of another
 * group than its own close.
 */
export const choose = (/** @type {State} */ s, /** @type {Pick} */ pick) =>
  change(s, {
    ...{ pick, preview: null, trouble: null, target: pick.target || s.target },
    group: groupOf(pick) === s.group ? s.group : "",
  });

/**
 * Order what is chosen, or the sensible default of the preparation. True if there was something.
 */
export function commit(/** @type {State} */ s) {
  if (!free(s)) return false;
  const alone = ready(s);
  const texts = s.pick && !s.pick.refusal ? s.pick.texts : alone ? textsOf(alone) : [];
  const eager = s.pick && !s.pick.refusal && !texts.length;
  if (eager) s.wish.eager = s.pick;
  if (texts.length) act(s, texts);
  return Boolean(eager) || texts.length > 0;
}

/** Before the first turn the ring asks by itself which way a unit looks, once in each position. */
export function askFacing(/** @type {State} */ s) {
  const order = ready(s);
  const number = s.view?.number ?? -1;
  if (!order?.ring || s.lesson || s.at !== null || s.last.asked === number || !free(s)) return;
  s.last.asked = number;
  unfold(s, order.group);
}

/** A button was pressed: plain orders are given at once, others are shown first. */
export function press(
  /** @type {State} */ s,
  /** @type {Order} */ order,
  /** @type {Order[]} */ list,
) {
  if (!free(s) || !s.view) return;
  const alike = list.filter((o) => o.target && o.target === order.target);
  if (order.ring && !order.refusal) return turn(s, order);
  const texts = textsOf(order);
  s.wish.swift = plainOrder(order) || order === ready(s);
  if (s.wish.swift) act(s, texts);
  else if (s.pick?.texts.join() === texts.join() && !order.refusal) commit(s);
  else choose(s, picked(s.view, order, alike));
}

/** Show on the board what an order means, where it is not to be given. */
export function display(/** @type {State} */ s, /** @type {Order} */ order) {
  if (!s.view) return;
  const { place, facing, ring } = order;
  const listed = picked(s.view, order);
  if (ring) turn(s, order);
  else if (place in s.view.reach) route(s, place, facing, listed);
  else choose(s, listed);
}

/** Show the ring of an order that only turns, with its facing chosen. */
function turn(/** @type {State} */ s, /** @type {Order} */ order) {
  const { unit, ring, facing } = order;
  const g = groups(offered(s)).find(({ id }) => id === order.group);
  const rows = g && lists(g);
  const label = [g?.label ?? labelOf(order), rows && ring].filter(Boolean).join(", ");
  const place = standing(cardOf(s.view, unit)) ?? "";
  const listed = { ...picked(/** @type {any} */ (s.view), order), label, turns: order };
  const { turns, ghost } = s.pick ?? {};
  if (turns?.ring === ring && (ghost ?? turns).facing === facing) return void commit(s);
  change(s, { group: rows ? order.group : "" });
  route(s, place, facing, listed);
}

/**
 * Open a group of orders, or close it; when all of them are shots, the first one is shown at once,
 * and when they only turn something, a ring.
 */
export function unfold(/** @type {State} */ s, /** @type {string} */ id) {
  if (s.pick?.turns?.group === id && id === PREPARE) return void commit(s);
  if (s.group === id || s.pick?.turns?.group === id) return unpick(s);
  const turning = groups(offered(s)).find((g) => g.id === id && ringed(g));
  change(s, { group: turning ? "" : id, pick: null, preview: null, trouble: null });
  const can = legal(turning?.orders ?? []);
  if (turning) return press(s, can.find((o) => o.ring) ?? turning.orders[0], can);
  const all = s.view?.orders ?? [];
  const listed = legal(all.filter((o) => o.group === id && (!o.unit || o.unit === s.unit)));
  const aimed = listed.find((o) => o.target && o.target === s.target);
  const first = aimed ?? listed.find((o) => o.target) ?? listed[0];
  if (!s.view || !first || !listed.every((o) => o.target || o.random)) return;
  const alike = listed.filter((o) => o.target && o.target === first.target);
  choose(s, picked(s.view, first, alike));
}

export function click(/** @type {State} */ s, /** @type {string} */ place) {
  clearTimeout(s.wish.resting);
  if (!s.view || s.at !== null || s.busy) return;
  const { does, unit, pick } = meaning(s, place);
  if (does === "commit") return void commit(s);
  if (unit) look(s, unit);
  const goes = s.board.table && place in s.view.reach && !pick?.random;
  if (pick && (goes || pick.order?.group === DEPLOY) && s.view.yours) route(s, place, null, pick);
  else if (pick && s.view.yours) choose(s, pick);
  else if (does === "route") route(s, place);
  else if (does === "clear") {
    const idle = !s.pick && !s.preview && !s.group && !s.trouble;
    if (idle && tooFar(s, place))
      route(s, place); // it says why
    else unpick(s);
  }
}

/** Whether a place is none of those that the acting unit may go to, on a board that has places. */
const tooFar = (/** @type {State} */ { view, unit }, /** @type {string} */ place) =>
  view?.yours &&
  acts(view, unit) &&
  /^[A-Z]+[0-9]+$/.test(place) &&
  Object.keys(view.reach).length > 0;

/** Show what a place means while the pointer or the focus rests on it. */
export function hover(/** @type {State} */ s, /** @type {string} */ place) {
  clearTimeout(s.wish.resting);
  if (!free(s)) return;
  s.wish.resting = setTimeout(() => {
    const meant = place && free(s) ? meaning(s, place) : null;
    const other = meant?.does === "pick" && meant.pick?.place !== s.pick?.place;
    const preview = (other && meant.pick) || null;
    if (preview !== s.preview) change(s, { preview });
    if (meant?.does === "route") trace(s, place);
  }, REST);
}

/** Show what a button means while the pointer or the focus is on it. */
export function peek(/** @type {State} */ s, /** @type {Order|null} */ order) {
  clearTimeout(s.wish.resting);
  if (!free(s) || !s.view) return;
  const tells =
    order && (order.random || order.explained || order.target || order.place || order.refusal);
  const chosen = order && textsOf(order).join() === s.pick?.texts.join();
  const preview = tells && !chosen ? picked(s.view, order) : null;
  const same = () => preview?.texts.join() === s.preview?.texts.join();
  s.wish.resting = setTimeout(() => same() || change(s, { preview }), REST);
}

/** Something chosen that is no order of the list. */
const unlisted = (/** @type {Partial<Pick>} */ part) => ({
  texts: [],
  order: null,
  others: [],
  place: "",
  target: "",
  label: "",
  cost: 0,
  random: false,
  refusal: null,
  route: [],
  ...part,
});

/**
 * The way to a place as the server finds it: on a board of places with all that can be told of it
 * before it is made.
 */
async function way(
  /** @type {State} */ s,
  /** @type {string} */ place,
  /** @type {number|null} */ facing = null,
  /** @type {string} */ unit = s.unit,
  ring = "",
) {
  const query = new URLSearchParams({ unit, place, ...(ring && { ring }) });
  const { token } = s.session;
  const goal = { place, label: `Go to ${placeName(place)}` };
  if (s.board.track && !ring) {
    const found = await call(address(s, `route?${query}`), { token });
    const { actions: texts, cost, places, words } = found;
    return unlisted({ ...goal, texts, cost, route: places, words });
  }
  if (facing !== null) query.set("facing", `${facing}`);
  const told = await call(address(s, `preview?${query}`), { token });
  return unlisted({ ...goal, ...foretold(s, told) });
}

/** Show the way to a place while the pointer rests on it. */
async function trace(/** @type {State} */ s, /** @type {string} */ place) {
  const { view, wish } = s;
  const { resting } = wish;
  const found = await way(s, place).catch(() => null);
  if (found && wish.resting === resting && s.view === view && free(s) && s.pick?.place !== place)
    change(s, { preview: found });
}

/**
 * Choose the way to a place, with an end facing or the cheapest. `listed` was chosen before, an
 * order of the list or another facing; it stays where there is nothing to foretell.
 */
async function route(
  /** @type {State} */ s,
  /** @type {string} */ place,
  /** @type {number|null} */ facing = null,
  /** @type {Pick|null} */ listed = null,
) {
  const { view } = s;
  const { ghost, turns } = listed ?? {};
  const label = listed?.label ?? `Go to ${placeName(place)}`;
  const looked = unlisted({ place, label, ghost, turns });
  choose(s, looked);
  try {
    const unit = ghost?.unit || listed?.order?.unit;
    const found = await way(s, place, facing, unit || s.unit, turns?.ring);
    if (s.pick !== looked || s.view?.number !== view?.number) return;
    const order = turns?.explained && view?.orders.find((o) => o.text === found.texts.join());
    const itself = view && order && picked(view, order);
    choose(
      s,
      itself ? { ...itself, place, ghost: found.ghost, turns } : { ...found, label, turns },
    );
    if (s.wish.eager === looked) act(s, found.texts);
  } catch (error) {
    const { message, rule = "" } = /** @type {any} */ (error);
    change(s, { pick: listed, trouble: listed ? null : { text: message, rule } });
  }
}

/**
 * Turn the ghost of what is chosen to a facing that the rules allow; nothing is spent by it. The
 * facing that it has is ordered.
 */
export function turnGhost(/** @type {State} */ s, /** @type {number|null} */ facing) {
  const { pick } = s;
  if (!pick?.ghost || facing === null || !free(s)) return;
  if (facing === pick.ghost.facing) commit(s);
  else if (possible(pick.ghost, facing)) route(s, pick.place, facing, pick);
}

/** Look at a unit: its card, and on the board what it can do. */
export function look(/** @type {State} */ s, /** @type {string} */ unit) {
  const card = cardOf(s.view, unit);
  if (!card) return;
  if (card.side !== (s.view?.seat ?? 0)) return change(s, { target: unit, card: "target" });
  if (unit === s.unit) return change(s, { card: "unit" });
  change(s, { unit, card: "unit", pick: null, preview: null, group: "" });
  if (s.at === null) load(s, false, unit);
}

/** The next unit of the seat that may still do something. */
function next(/** @type {State} */ s) {
  const { view } = s;
  if (!view) return;
  const chips = view.status.chips.filter(([, , how]) => how === "done");
  const done = new Set(chips.map(([unit]) => unit));
  const left = view.cards.filter((c) => c.side === (view.seat ?? 0) && !done.has(c.unit));
  const own = view.able.length
    ? view.cards.filter((c) => view.able.includes(c.unit))
    : left.filter((c) => !c.state.includes("wreck"));
  const card = own[(own.findIndex((c) => c.unit === s.unit) + 1) % Math.max(1, own.length)];
  if (!card) return;
  look(s, card.unit);
  const activates = legal(view.orders).filter((o) => o.group === "activate");
  const order = activates.find((o) => o.unit === card.unit);
  if (order) choose(s, { ...picked(view, order), place: standing(card) ?? "" });
}

export async function advise(/** @type {State} */ s) {
  if (!free(s) || s.lesson) return;
  s.wish.advice = new AbortController();
  const { signal } = s.wish.advice;
  change(s, { busy: true, advising: 0, pick: null, preview: null, group: "", trouble: null });
  document.getElementById("now")?.scrollTo(0, 0);
  try {
    change(s, { hint: await call(`${base(s)}/hint`, { token: s.session.token, signal }) });
  } catch (error) {
    const text = /** @type {Error} */ (error).message;
    if (!signal.aborted) change(s, { trouble: { text, rule: "" } });
  } finally {
    change(s, { busy: false, advising: null });
  }
}

/** A piece of advice: looked at, it glows on the board; pressed, it is chosen. */
export function advised(
  /** @type {State} */ s,
  /** @type {string} */ text,
  /** @type {boolean} */ looks,
) {
  const order = s.view?.orders.find((o) => o.text === text);
  const label = s.hint?.orders.find((o) => o.text === text)?.label ?? text;
  const pick = order && s.view ? picked(s.view, order) : unlisted({ texts: [text], label });
  if (looks) change(s, { glow: pick.place });
  else choose(s, pick);
}

/** Escape: stop the advice awaited; drop the choice, then the open group, then the advice. */
export function back(/** @type {State} */ s) {
  if (s.advising !== null) return s.wish.advice.abort();
  if (s.at !== null) return change(s, { at: null, playing: false, shown: s.view });
  if (s.since.at) return change(s, { since: { ...s.since, at: 0 } });
  if (s.pick) return change(s, { pick: null, preview: null, trouble: null });
  if (s.group || s.preview) return unpick(s); // what is only pointed at is no choice of its own
  change(s, { hint: null, glow: "", target: "", card: "unit", trouble: null });
}

export function undo(/** @type {State} */ s) {
  if (!s.view || s.at !== null || s.busy) return;
  const { possible, why } = s.view.undo;
  const text = `No undo. ${why || "There is nothing to take back."}`;
  const more = s.group === "more" ? { group: "more" } : {}; // there the next undo is one tap away
  if (possible)
    send(s, "undo", {}).then(() => {
      s.wish.undone = s.view?.number ?? -1;
      change(s, more);
    });
  else change(s, { trouble: { text, rule: "" } });
}

/** Let the computer that thinks give the best that it has found, until a person is to decide. */
export function hurry(/** @type {State} */ s) {
  if (s.view && !s.busy) send(s, "hurry", {});
}

/** Take the sensible default for every unit that is left to prepare. */
export async function prepareAll(/** @type {State} */ s) {
  for (let most = 0; most < MOST_UNITS; most += 1) {
    const before = s.view?.number;
    const group = s.view?.yours && groups(offered(s)).find((g) => g.id === "prepare");
    const first = group && legal(group.orders)[0];
    if (!first) return;
    await act(s, [first.text]);
    if (s.view?.number === before) return;
  }
}

// ---------------------------------------------------------------- the keyboard

/**
 * Letters of the orders first, then the keys of the page.
 * @param {State} s
 * @param {Record<string, () => void>} page what other keys do
 */
export function keys(s, page) {
  const own = {
    Escape: () => back(s),
    "?": () => advise(s),
    u: () => undo(s),
    n: () => next(s),
    v: () => change(s, { danger: !s.danger }),
  };
  document.addEventListener("click", () => {
    // A button that the mouse pressed lets go of the keyboard: Enter means the order in hand again.
    const held = /** @type {HTMLElement|null} */ (document.activeElement);
    if (!byKeys() && held?.matches(".acts button")) held.blur();
  });
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const on = /** @type {Element} */ (event.target);
    if (!event.repeat) skip(s.motion); // a key held down has ordered what is shown
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (on.matches("input:not([type=range]), select, textarea, .talk *")) return;
    const shifted = event.shiftKey && page[`Shift+${key}`];
    if (shifted) return shifted();
    const petal = petalOf(event);
    const arrow = petal !== null || (s.pick?.turns && idle(on)) ? ARROWS[key] : 0;
    const turns = TURNS[key.toLowerCase()] || arrow;
    if (s.pick?.ghost && (turns || (petal !== null && key === " "))) {
      turnGhost(s, turns ? turned(s.pick.ghost, turns) : petal);
      return event.preventDefault();
    }
    if (key.startsWith("Arrow") && idle(on) && s.board.enter()) return event.preventDefault();
    if ((key === "Enter" || key === " ") && byKeys() && on.matches("button, a")) return; // its own
    const digit = digitOf(event);
    const does = (/** @type {string} */ name) =>
      orderKey(s, name) || pageKey(name, { ...own, ...page });
    const done =
      key === "Enter" ? commit(s) : numbered(s, digit) || (digit && does(digit)) || does(key);
    if (done) event.preventDefault();
  });
}

/**
 * Whether arrow keys mean nothing where the focus is, as on a page that has room for all of it:
 * then they lead to the board, which is far by Tab.
 */
const idle = (/** @type {Element} */ on) =>
  on.matches(".acts button") ||
  (on === document.body && document.documentElement.scrollHeight <= innerHeight);

function pageKey(/** @type {string} */ key, /** @type {Record<string, () => void>} */ page) {
  const does = page[key] ?? page[key.toLowerCase()];
  does?.();
  return Boolean(does);
}

/** A digit chooses within an open group. */
function numbered(/** @type {State} */ s, /** @type {string} */ digit) {
  const unfolded = free(s) ? open(s) : undefined;
  const one = unfolded && buttons(s, unfolded)[Number(digit || 0) - 1];
  if (unfolded && one) press(s, one, legal(unfolded.orders));
  return Boolean(one);
}

/** An order or a group by its key. */
function orderKey(/** @type {State} */ s, /** @type {string} */ key) {
  if (!free(s)) return false;
  if (key === " ") {
    const end = groups(offered(s)).find((g) => g.id === "end");
    return pressed(s, end?.orders[0]);
  }
  const one = keyed(s).get(key.toLowerCase());
  if (!one || "text" in one) return pressed(s, one);
  unfold(s, one.id);
  return true;
}

function pressed(/** @type {State} */ s, /** @type {Order|undefined} */ one) {
  if (one) press(s, one, [one]);
  return Boolean(one);
}
