/** What a click means: the server's list of orders, filtered. No rule is known here. */

import { keepSetting, setting } from "../shared/net.js";

/** @import { Card, Order, Pick, TableView } from "../shared/types.js" */
/** @import { Group, State } from "./types.js" */

/** The group of orders that make a unit ready before the first turn. */
export const PREPARE = "prepare";
const SILENT = new Set(["concede"]);

/**
 * Where a unit is reached on the board: its place or, where there are no places, the unit itself.
 */
export const standing = (/** @type {Card|null} */ card) => card && (card.place || `@${card.unit}`);

/** The units standing in a place, carriers before riders as the server lists them. */
export const unitsAt = (/** @type {TableView} */ view, /** @type {string} */ place) =>
  view.cards.filter((c) => standing(c) === place);

export const cardOf = (/** @type {TableView|null} */ view, /** @type {string} */ unit) =>
  view?.cards.find((c) => c.unit === unit) ?? null;

/** The orders that a button stands for, in the order in which they are given. */
export const textsOf = (/** @type {Order} */ o) => [o.text, ...o.then];

/** What tells a button from all others. */
export const keyOf = (/** @type {Order} */ o) => textsOf(o).join("; ");

export const legal = (/** @type {Order[]} */ orders) => orders.filter((o) => !o.refusal);

/**
 * The orders of the unit looked at and those of no unit; when it has none, all. Units to activate
 * are always all there.
 */
export function offered(/** @type {State} */ s) {
  const listed = [...(s.view?.usual ?? []), ...(s.view?.orders ?? [])];
  const all = listed.filter((o) => !SILENT.has(o.group));
  const own = all.filter((o) => o.unit === s.unit || !o.unit || o.group === "activate");
  return own.some((o) => o.unit) ? own : all;
}

/** "charge_rear" as words. */
export const groupName = (/** @type {string} */ id) =>
  id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");

/** Whether buttons say everything in full words, or as short as those who know them like it. */
export const inFull = () => setting("words", "full") === "full";

/** What the button of an order says. */
export const labelOf = (/** @type {Order} */ o) => (inFull() && o.full) || o.label;

/**
 * One button for each group of orders, in the server's order; groups where nothing is legal come
 * last.
 */
export function groups(/** @type {Order[]} */ orders) {
  const byId = Map.groupBy ? Map.groupBy(orders, (o) => o.group) : gather(orders);
  const made = [...byId].map(([id, list]) => dressed(id, list));
  return [...made.filter((g) => !g.refusal), ...made.filter((g) => g.refusal)];
}

function gather(/** @type {Order[]} */ orders) {
  const found = new Map();
  for (const order of orders) found.set(order.group, [...(found.get(order.group) ?? []), order]);
  return found;
}

/** @returns {Group} */
function dressed(/** @type {string} */ id, /** @type {Order[]} */ list) {
  const can = legal(list);
  const some = can.length ? can : list;
  const same = (/** @type {"label"|"full"|"detail"|"key"} */ field) =>
    some.every((o) => o[field] === some[0][field]);
  const alike = same("label") && !(some.length === 1 && some[0].ring);
  const name = (inFull() && some[0].called) || groupName(id);
  const costs = [...new Set(some.map((o) => o.cost))].sort((a, b) => a - b);
  const parts = (/** @type {Order} */ o) => o.detail.split(", ");
  const common = parts(some[0]).filter(
    (part) => part && some.every((o) => parts(o).includes(part)),
  );
  const detail =
    same("detail") && some[0].detail
      ? some[0].detail
      : [...common, `${some.length} choices`].join(", ");
  return {
    id,
    name: alike ? some[0].label : groupName(id),
    orders: list,
    label: alike && (!inFull() || same("full")) ? labelOf(some[0]) : name,
    detail: some.length > 1 ? detail : some[0].detail,
    icon: some[0].icon,
    key: same("key") ? some[0].key : "",
    costs,
    refusal: can.length ? null : list[0].refusal,
  };
}

/** Whether orders of a group only turn something: then a ring on the board asks which way. */
export const ringed = (/** @type {Group} */ g) => g.orders.some((o) => o.ring);

/** The first order of each ring, and those of none. */
const rings = (/** @type {Group} */ g) =>
  g.orders.filter((o, i) => !o.ring || g.orders.findIndex((other) => other.ring === o.ring) === i);

/** Whether rows have something to say besides what a ring asks. */
export const lists = (/** @type {Group} */ g) =>
  !ringed(g) || rings(g).length > 1 || g.id === PREPARE;

/** The group of what is chosen. */
export const groupOf = (/** @type {Pick|null} */ pick) => (pick?.order ?? pick?.turns)?.group;

/**
 * The order that the button of a group stands for: the only one of it that is possible, or that
 * there is.
 */
export function alone(/** @type {Group} */ g) {
  if (ringed(g)) return null;
  const can = legal(g.orders);
  return can.length === 1 ? can[0] : g.orders.length === 1 ? g.orders[0] : null;
}

const FLAT = 6; // so many choices of the only group that can be ordered are buttons of the row
const DIGITS = 9;

/** The group whose choices are buttons of the row: no other can be ordered. */
function laid(/** @type {State} */ s) {
  const { group } = s;
  const only = open(group ? { ...s, group: "" } : s);
  return only && !roams(only) && !ringed(only) && only.orders.length <= FLAT ? only : null;
}

/**
 * What the row of buttons shows: groups in one order for all battles of this ruleset, so that each
 * keeps its place, whether it is possible now or not.
 * @returns {(Order|Group)[]}
 */
export function barred(/** @type {State} */ s) {
  const all = offered(s);
  const ranks = ranked(s, all);
  const flat = laid(s);
  /** @type {Group[]} */
  const list = groups(all).filter((g) => g.id !== "end");
  list.sort((a, b) => ranks.indexOf(a.id) - ranks.indexOf(b.id));
  return list.flatMap(
    /** @returns {(Order|Group)[]} */ (g) => (g.id === flat?.id ? inOrder(all, g) : [g]),
  );
}

/** The orders of a group as the server lists them. */
const inOrder = (/** @type {Order[]} */ all, /** @type {Group} */ g) =>
  all.filter((o) => o.group === g.id);

/**
 * All groups that were ever offered, as the server lists them: a new one goes before the first
 * known one that is listed after it. Kept with the browser, so that every battle has them alike.
 */
function ranked(/** @type {State} */ s, /** @type {Order[]} */ all) {
  const shelf = `orders.${s.view?.ruleset.id}`;
  const known = s.ranks ?? setting(shelf, "").split(",").filter(Boolean);
  const ranks = [...known];
  let at = ranks.length;
  for (const id of [...new Set(all.map((o) => o.group))].reverse()) {
    if (ranks.includes(id)) at = ranks.indexOf(id);
    else ranks.splice(at, 0, id);
  }
  if (ranks.length > known.length) keepSetting(shelf, ranks.join());
  s.ranks = ranks;
  return ranks;
}

/**
 * What each key presses: an order, or a group that it opens. A letter belongs to the first that
 * asks for it; orders laid out in the row that have none of their own are numbered.
 * @returns {Map<string, Order|Group>}
 */
export function keyed(/** @type {State} */ s) {
  const list = groups(offered(s)).filter((g) => g.id !== "end");
  const flat = laid(s);
  const taken = new Map();
  for (const g of list) {
    const only = alone(g);
    const flown = g.id === flat?.id || ringed(g);
    const own = flown ? (g.key ? [g] : g.orders) : only ? [only] : [g];
    for (const one of own)
      if (one.key && !taken.has(one.key.toLowerCase())) taken.set(one.key.toLowerCase(), one);
  }
  const lettered = new Set(taken.values());
  if (flat && !s.group)
    flat.orders.slice(0, DIGITS).forEach((o, i) => {
      if (!lettered.has(o)) taken.set(String(i + 1), o);
    });
  return taken;
}

/**
 * The key that presses an order or opens a group, as its button says it; those of its orders where
 * a ring is turned by them.
 */
export function keyFor(/** @type {State} */ s, /** @type {Order|Group} */ one) {
  if (!("text" in one) && !one.key && ringed(one))
    return [...new Set(one.orders.map((o) => o.key))].join(" ");
  const same = (/** @type {Order|Group} */ other) =>
    "text" in other
      ? "text" in one && keyOf(one) === keyOf(other)
      : !("text" in one) && one.id === other.id;
  const entry = [...keyed(s)].find(([, other]) => same(other));
  return entry ? entry[0].toUpperCase() : "";
}

/** The orders of the open group; a group that stands alone or beside the end is open by itself. */
export function open(/** @type {State} */ s) {
  const all = groups(offered(s));
  const main = all.filter((g) => !g.refusal && g.id !== "end" && g.id !== "crew");
  const others = all.some((g) => g.id === "crew");
  const group =
    all.find((g) => g.id === s.group) ?? (main.length === 1 && !others ? main[0] : null);
  return group && (group.orders.length > 1 || group.id === s.group || group.id === "activate")
    ? group
    : null;
}

const MANY = 20; // choices; more of them are made on the board, not by buttons

/** Whether a group is chosen from on the board: it has too many places for buttons. */
export const roams = (/** @type {Group} */ g) =>
  g.orders.length > MANY && g.orders.every((o) => o.place);

/**
 * The choices of a group that are buttons: all, or those of the place chosen on the board; of each
 * ring one.
 */
export function buttons(/** @type {State} */ s, /** @type {Group} */ g) {
  if (ringed(g)) return lists(g) ? rings(g) : [];
  return roams(g)
    ? legal(g.orders).filter((o) => o.group === s.pick?.order?.group && o.place === s.pick.place)
    : g.orders;
}

/**
 * The order that Enter gives when nothing is chosen: the first of a preparation, or the only one
 * there is where nothing can be left out.
 */
export function ready(/** @type {State} */ s) {
  const all = offered(s);
  const can = legal(all.filter((o) => o.group !== "end" && o.group !== "back"));
  const must = can.length === 1 && !legal(all).some((o) => o.group === "end");
  if (s.pick || s.group || !(must || (can.length && can.every((o) => o.group === PREPARE))))
    return null;
  return can[0].target || can[0].place ? null : can[0];
}

const FULL = 16; // characters; labels that are all longer may leave out what they share

/** The words with which the labels of a unit's choices all begin, where they are long; or "". */
export function shared(/** @type {Order[]} */ orders) {
  const labels = orders.map((o) => labelOf(o).split(" "));
  const [first] = labels;
  const end = first?.findIndex((word, i) => labels.some((label) => label[i] !== word)) ?? 0;
  const apart =
    end > 0 &&
    orders.every((o, i) => !o.target && o.unit === orders[0].unit && labels[i].length > end) &&
    labels.every((label) => label.join(" ").length > FULL);
  return apart ? first.slice(0, end).join(" ") : "";
}

/** What is left of a label without the words that it shares with all others. */
export const distinct = (/** @type {string} */ label, /** @type {string} */ same) =>
  same && label.startsWith(same) ? label.slice(same.length + 1) : label;

/** Where on the board an order points to: a place, a unit, or a thing by its name. */
export const spot = (/** @type {TableView} */ view, /** @type {Order} */ o) =>
  o.place || standing(cardOf(view, o.target)) || (o.target && `@${o.target}`);

/**
 * An order as something chosen; `others` are what could be chosen in its stead.
 * @returns {Pick}
 */
export function picked(
  /** @type {TableView} */ view,
  /** @type {Order} */ order,
  /** @type {Order[]} */ others = [],
) {
  return {
    texts: textsOf(order),
    words: order.words,
    order,
    others: others.length > 1 ? others : [],
    place: spot(view, order),
    target: order.target,
    label: labelOf(order),
    cost: order.cost,
    random: order.random,
    refusal: order.refusal,
    route: [],
  };
}

/**
 * True when one press is enough: nothing is rolled, nothing is worth reading first and no place
 * is concerned.
 */
export const plainOrder = (/** @type {Order} */ o) =>
  !o.refusal && !o.random && !o.explained && !o.target && !o.place;

/**
 * The orders that point at a place or at a unit in it: legal ones first, those with odds before
 * others.
 */
export function towards(
  /** @type {TableView} */ view,
  /** @type {Order[]} */ orders,
  /** @type {string} */ place,
) {
  const there = unitsAt(view, place).map((c) => c.unit);
  const list = orders.filter(
    (o) => o.place === place || there.includes(o.target) || `@${o.target}` === place,
  );
  return list.sort(
    (a, b) => Number(!!a.refusal) - Number(!!b.refusal) || Number(b.random) - Number(a.random),
  );
}

/**
 * What a click on a place means now. One click, one thought.
 * @returns {{does: "commit"|"pick"|"look"|"route"|"clear", pick?: Pick, unit?: string, place:
 *   string}}
 */
export function meaning(/** @type {State} */ s, /** @type {string} */ place) {
  const view = /** @type {TableView} */ (s.view);
  if (s.pick && s.pick.place === place && !s.pick.refusal) return { does: "commit", place };
  const group = open(s);
  const inGroup = group ? legal(towards(view, group.orders, place)) : [];
  if (inGroup.length) return { does: "pick", pick: picked(view, inGroup[0], inGroup), place };
  const unit = nextUnit(s, place);
  if (unit && unit.side !== view.seat) return atOther(s, unit.unit, place);
  if (!unit && place.startsWith("@")) return atOther(s, "", place);
  if (unit) return { does: "look", unit: unit.unit, place, pick: activation(view, unit.unit) };
  const goes = view.yours && place in view.reach && acts(view, s.unit);
  const free = SPOT.test(place) && goesAnywhere(s) && !towards(view, offered(s), place).length;
  if (goes || free) return { does: "route", place };
  return atOther(s, "", place);
}

const SPOT = /^[\d.]+,[\d.]+$/; // a place on an open table, in inches

/** Whether the unit looked at may go now, on a table where it can go to any spot. */
export const goesAnywhere = (/** @type {State} */ s) =>
  Boolean(s.board.table && s.view?.yours && acts(s.view, s.unit)) &&
  Object.keys(s.view?.reach ?? {}).length > 0;

/** Whether a unit is the one that acts: it has orders besides being activated. */
export const acts = (/** @type {TableView} */ view, /** @type {string} */ unit) =>
  view.orders.some((o) => o.unit === unit && o.group !== "activate");

/** The unit a click on a place means; a second click goes on to a rider. */
function nextUnit(/** @type {State} */ s, /** @type {string} */ place) {
  const there = unitsAt(/** @type {TableView} */ (s.view), place);
  return there[
    (there.findIndex((c) => c.unit === s.unit || c.unit === s.target) + 1) %
      Math.max(1, there.length)
  ];
}

/** @returns {ReturnType<typeof meaning>} */
function atOther(/** @type {State} */ s, /** @type {string} */ unit, /** @type {string} */ place) {
  const view = /** @type {TableView} */ (s.view);
  const list = towards(view, aimed(s), place);
  const can = legal(list);
  const best = can[0] ?? list[0];
  return {
    does: best ? "pick" : unit ? "look" : "clear",
    pick: best && picked(view, best, can),
    unit,
    place,
  };
}

/**
 * The orders that a click on a unit may mean. What may go anywhere is meant only after its button
 * was pressed.
 */
function aimed(/** @type {State} */ s) {
  const all = offered(s);
  const anywhere = new Set(
    groups(all)
      .filter(roams)
      .map((g) => g.id),
  );
  return all.filter((o) => !anywhere.has(o.group));
}

/** The order that activates a unit, chosen and waiting for the second click. */
function activation(/** @type {TableView} */ view, /** @type {string} */ unit) {
  const order = view.orders.find((o) => o.group === "activate" && o.unit === unit);
  return order && { ...picked(view, order), place: standing(cardOf(view, unit)) ?? "" };
}
