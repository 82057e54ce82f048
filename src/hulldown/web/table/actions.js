/**
 * The orders: a row of buttons that never wraps, one for each group in a place of its own, and over
 * the stage the choices of the group that is open; or what is being waited for.
 */

import { copy, h } from "../shared/dom.js";
import { capital, placeName, shortName, Who, who as whoIs } from "../shared/names.js";
import { invites } from "../shared/net.js";
import { byKeys, icon, panel } from "../shared/panels.js";
import { COMES, LEAVES, still } from "./motion.js";
import {
  alone,
  barred,
  buttons,
  cardOf,
  distinct,
  groupName,
  groupOf,
  groups,
  inFull,
  keyFor,
  keyOf,
  labelOf,
  legal,
  offered,
  open,
  PREPARE,
  ready,
  ringed,
  roams,
  shared,
  spot,
  standing,
} from "./orders.js";
import { advise, commit, hurry, peek, prepareAll, press, undo, unfold } from "./play.js";
import { helped } from "./state.js";

/** @import { Order, TableView } from "../shared/types.js" */
/** @import { Face, Group, State } from "./types.js" */

const READING = "Nothing to do here. Click Next.";
const DONE = "The lesson is done. Look round as you like, or go on to the next.";
const SEEN = "This is what usually happens. Look round as you like, then try again.";
const RIGHT = "This is what usually happens. Look round as you like, or go on.";
const BEST = "That is the best order. Try it, or go on.";
const OVER = "The battle is over. The board stays open: look round as you like.";
/** A phone: one room shows at a time, and choices stand in it. */
export const NARROW = matchMedia("(max-width: 559px), (max-width: 759px) and (min-height: 560px)");
/** Room for all groups beside the buttons of the page. */
export const ROOMY = matchMedia("(min-width: 1200px) and (min-height: 560px)");
/** So low that the orders are a column. */
const LOW_STAGE = matchMedia("(max-height: 559px) and (min-width: 560px)");
/** So low that Advice and Undo have no room in the column of orders. */
const LOW = matchMedia("(max-height: 429px)");
const BRIEF = 24; // characters that a button of the row has room for
const TERSE = 12; // and one on a phone
const LONG = /\S{10}/; // a word that stands in smaller letters
const WIDE = 16; // with more of them a button is wider where there is room
const MOST = { roomy: 6, tight: 4 }; // groups that have a button; the rest is under More

/**
 * Draw the row and the choices.
 * @param {HTMLElement} el
 * @param {HTMLElement} pop
 * @param {State} s
 */
export function drawActions(el, pop, s) {
  const { view } = s;
  if (!view || s.replay) return;
  const looks = [NARROW.matches, LOW.matches, ROOMY.matches, inFull()].join();
  const needs = [
    view,
    s.unit,
    s.group,
    s.pick,
    s.busy,
    s.thinking,
    s.rules,
    s.hint,
    s.lesson,
    looks,
  ];
  panel(el, needs, () => content(s, view));
  el.setAttribute("aria-busy", String(s.busy));
  const home = NARROW.matches ? document.getElementById("now") : document.querySelector(".stage");
  if (home && pop.parentElement !== home) home.append(pop);
  const shows = view.yours && s.group !== "";
  const opens = fades(pop, shows) && shows;
  if (!shows) return;
  if (panel(pop, needs, () => choices(s)) && !NARROW.matches) placed(pop, s);
  if (opens && byKeys() && !pop.querySelector("[data-place]"))
    pop.querySelector("button")?.focus({ preventScroll: true });
}

/** Let the choices come or go, if they are not there or gone already. */
function fades(/** @type {HTMLElement} */ pop, /** @type {boolean} */ shows) {
  if (shows === !(pop.hidden || pop.inert)) return false;
  for (const fading of pop.getAnimations()) fading.cancel();
  pop.inert = !shows;
  const gone = () => {
    pop.hidden = true;
    panel(pop, [null], () => []);
  };
  if (shows) pop.hidden = false;
  else if (still()) gone();
  if (still()) return true;
  const [opacity, duration] = shows ? [[0, 1], COMES] : [[1, 0], LEAVES];
  const fading = pop.animate({ opacity }, { duration, easing: "ease-out" });
  if (!shows) fading.onfinish = gone;
  return true;
}

function content(/** @type {State} */ s, /** @type {TableView} */ view) {
  const answer = s.lesson?.told?.answer;
  if (answer) return [note(answer.place === 1 ? RIGHT : s.lesson?.shown ? BEST : SEEN)];
  if (s.lesson && !view.yours) return [note(s.lesson.told?.done ? DONE : READING)];
  if (view.result) return [note(OVER)];
  if (view.yours) return orders(s, view);
  return [waiting(s, view), asked(view) && undoButton(s, view)];
}

const note = (/** @type {string} */ text) => h("p", { class: "note" }, text);

/** Who is waited for, with a bar while the computer thinks. */
function waiting(/** @type {State} */ s, /** @type {TableView} */ view) {
  const who = view.seats.filter((x) => view.to_act.includes(x.seat));
  const name = who.map((x) => whoIs(view, x.seat)).join(" and ") || "the other side";
  const computer = who.some((x) => x.kind === "computer");
  const others =
    view.seat === null
      ? `You watch. It is the turn of ${name}.`
      : `Waiting for ${name}${view.secrets ? " to decide in secret" : ""}.`;
  const text = computer ? `${Who(view, who[0].seat)} is thinking` : others;
  const done = s.thinking === null ? {} : { value: s.thinking, max: 1 };
  return h(
    "div",
    { class: "note" },
    text,
    computer && h("progress", { "aria-label": text, ...done }),
    computer &&
      s.thinking !== null &&
      view.seat !== null &&
      h("button", { class: "plain", onclick: () => hurry(s) }, "Move now"),
    computer && s.rules && h("small", {}, s.rules),
    invites(s.game)
      .filter((invite) => who.some(({ seat }) => seat === invite.seat))
      .map(({ link }) => {
        const onclick = (/** @type {Event} */ e) => copy(e, link);
        return h("button", { class: "plain", onclick }, "Copy the invite link");
      }),
  );
}

// ---------------------------------------------------------------- the row

/** Whether Advice and Undo stand under More, too. */
const tight = () => NARROW.matches || LOW.matches;

/** What has a button in the row, and what is under More. */
function split(/** @type {State} */ s) {
  const list = barred(s);
  const most = ROOMY.matches ? MOST.roomy : MOST.tight;
  return [list.slice(0, most), list.slice(most)];
}

/**
 * Whether a phone shows an order on a button already, in the row or among the choices in its room:
 * then nothing else there repeats it.
 */
export function showsAlready(/** @type {State} */ s, /** @type {string} */ key, ring = "") {
  if (!NARROW.matches || !s.view?.yours) return false;
  const is = (/** @type {Order|null|undefined} */ one) =>
    Boolean(one && (keyOf(one) === key || (one.ring && one.ring === ring)));
  const has = (/** @type {Order|Group} */ one) => is("text" in one ? one : alone(one));
  const [shown, rest] = split(s);
  const list = groups(offered(s));
  if (shown.some(has) || list.some((g) => g.id === "end" && is(g.orders[0]))) return true;
  if (s.group === "more") return rest.some(has);
  const opened = list.find((g) => g.id === s.group);
  return opened ? buttons(s, opened).some(is) : false;
}

function orders(/** @type {State} */ s, /** @type {TableView} */ view) {
  const [shown, rest] = split(s);
  const end = groups(offered(s)).find((g) => g.id === "end");
  const face = { id: "more", icon: "fwd", label: "More", detail: "", key: "", more: true };
  const on = rest.some((one) => !("text" in one) && one.id === s.group);
  const more = rest.length > 0 || tight();
  const page = tight() ? [] : [h("span", { class: "gap" }), ...ofPage(s, view)];
  return [
    shown.map((one) => short(s, one)),
    more && button(s, { ...face, on }, () => unfold(s, "more")),
    page,
    end && endButton(s, end.orders[0]),
  ];
}

/** Advice and Undo. */
const ofPage = (/** @type {State} */ s, /** @type {TableView} */ view) => [
  sideButton(s, adviceFace(view), () => advise(s)),
  undoButton(s, view),
];

function sideButton(
  /** @type {State} */ s,
  /** @type {Face} */ face,
  /** @type {() => void} */ press,
) {
  const made = button(s, face, press);
  made.classList.add("side");
  return made;
}

/** A group, or an order that is alone, in the few words that a button of the row has room for. */
function short(/** @type {State} */ s, /** @type {Order|Group} */ one) {
  if ("text" in one) {
    const alike = offered(s).filter((o) => o.group === one.group && o.label === one.label);
    const same = shared(offered(s).filter((o) => o.group === one.group));
    return single(s, one, same ? distinct(labelOf(one), same) : brief(one, alike));
  }
  const only = alone(one);
  if (only) return single(s, only, one.name);
  return grouped(s, one, one.name);
}

/**
 * An order in few words: what tells it from those called alike, if anything does; long words begin
 * where they differ.
 */
function brief(/** @type {Order} */ one, /** @type {Order[]} */ alike) {
  if (!one.detail || alike.every((o) => o.detail === one.detail)) return one.label;
  if (alike.every((o) => o.detail.length <= BRIEF)) return one.detail;
  /** @returns {string[]} */
  const words = (/** @type {Order} */ o) => o.detail.match(/(?:no\. )?\S+/g) ?? [];
  const own = words(one);
  const differs = own.map((word, i) => alike.some((o) => words(o)[i] !== word));
  const versus = own.indexOf("against");
  if (versus > 0 && !differs[versus]) return versusWords(own, differs, versus);
  const first = differs.indexOf(true);
  const begins = /^no\. /.test(own[first]) ? own.slice(0, first).findLastIndex(joins) + 1 : first;
  return begins > 0 ? own.slice(begins).join(" ") : one.detail;
}

/** Whether a word goes before the name of a unit: a bare number says too little. */
const joins = (/** @type {string} */ word) => /^(the|your|enemy|against|at|by)$/i.test(word);

/** "No. 1 v Assault no. 3": of who fights whom the words by which the pairs differ. */
function versusWords(
  /** @type {string[]} */ own,
  /** @type {boolean[]} */ differs,
  /** @type {number} */ versus,
) {
  const side = (/** @type {number} */ from, /** @type {number} */ to) => {
    const kept = own.slice(from, to).filter((_, i) => differs[from + i]);
    return kept.length ? kept.join(" ") : (own[to - 1] ?? "");
  };
  const [mine, theirs] = [side(0, versus), side(versus + 1, own.length)];
  return capital(`${mine} v ${theirs}`);
}

/** The button of a group. */
function grouped(/** @type {State} */ s, /** @type {Group} */ g, /** @type {string} */ label) {
  const cost = g.costs.length > 1 ? `${g.costs[0]}\u2013${g.costs.at(-1)}` : g.costs[0];
  const on = groupOf(s.pick) === g.id;
  const shows = legal(g.orders)[0] ?? g.orders[0];
  const face = { ...g, label, key: keyFor(s, g), cost, on, more: true, shows };
  return button(s, face, () => unfold(s, g.id));
}

/** How an order looks on a button of its own. */
function faceOf(/** @type {State} */ s, /** @type {Order} */ o) {
  const enter = o === ready(s);
  const on = enter || s.pick?.texts.join("; ") === keyOf(o);
  return { ...o, id: keyOf(o), label: labelOf(o), enter, on, shows: o };
}

function single(/** @type {State} */ s, /** @type {Order} */ o, /** @type {string} */ label) {
  const alike = open(s)?.id === o.group ? legal(open(s)?.orders ?? []) : [o];
  return button(s, { ...faceOf(s, o), label, key: keyFor(s, o) }, () => press(s, o, alike));
}

// ---------------------------------------------------------------- the second level

/** The choices of the open group, each a row; or of all that has no button. */
function choices(/** @type {State} */ s) {
  if (s.group === "more") return others(s);
  const g = groups(offered(s)).find((one) => one.id === s.group);
  if (!g) return [];
  const [first] = g.orders;
  if (refusedAlike(g))
    return [row(s, { ...faceOf(s, first), key: "", label: g.label }, () => press(s, first, []))];
  const listed = buttons(s, g);
  const alike = (/** @type {"label"|"full"} */ field) =>
    g.orders.every((o) => o[field] === g.orders[0][field]);
  const whole = inFull() && alike("label") && !alike("full");
  if (ringed(g)) return [listed.map((o, i) => ringRow(s, g, o, i + 1)), prepares(s, g)];
  const same = g.orders.length > 1 && alike("label") && g.orders.every((o) => o.detail) && !whole;
  const where = (/** @type {Order} */ o) => {
    const place = o.target ? shortName(s.view, o.target) : placeName(o.place);
    return `${o.label} ${o.detail}`.includes(place) ? "" : place;
  };
  const begin = shared(listed);
  const made = listed.map((o, i) => {
    const key = i < 9 ? String(i + 1) : "";
    const [label, detail] = same
      ? [o.detail, where(o)]
      : [distinct(labelOf(o), begin), whole ? "" : o.detail || where(o)];
    return row(s, { ...faceOf(s, o), key, label, detail }, () => press(s, o, legal(g.orders)));
  });
  return [
    begin && h("p", {}, begin),
    prepares(s, g),
    roams(g) && !listed.length && h("p", {}, `${g.label}: choose a place on the map.`),
    made,
  ];
}

/** Whether nothing of a group can be ordered, for one reason that a single row says. */
const refusedAlike = (/** @type {Group} */ g) =>
  Boolean(g.refusal) && new Set(g.orders.map((o) => o.refusal?.text)).size === 1;

/** To make every unit ready at once. */
function prepares(/** @type {State} */ s, /** @type {Group} */ g) {
  const own = (s.view?.cards ?? []).filter((c) => c.side === (s.view?.seat ?? 0));
  const all = { label: "All as suggested", detail: "every unit left", key: "" };
  return (
    g.id === PREPARE &&
    own.length > 1 &&
    row(s, { id: "all", icon: "end", ...all }, () => prepareAll(s))
  );
}

/** A ring of a group that has several: "Turret stays"; or an order beside them. */
function ringRow(
  /** @type {State} */ s,
  /** @type {Group} */ g,
  /** @type {Order} */ o,
  /** @type {number} */ number,
) {
  const plain = { ...faceOf(s, o), key: String(number) };
  const on = o.ring ? s.pick?.turns?.ring === o.ring : plain.on;
  const face = o.ring ? { ...plain, on, label: groupName(o.ring), detail: "" } : plain;
  return row(s, face, () => (on ? commit(s) : press(s, o, legal(g.orders))));
}

/** What has no button of its own in the row; on a phone what the page can do, too. */
function others(/** @type {State} */ s) {
  const view = /** @type {TableView} */ (s.view);
  const made = split(s)[1].map((one) => {
    const o = "text" in one ? one : alone(one);
    if (o) return row(s, { ...faceOf(s, o), key: keyFor(s, o) }, () => press(s, o, [o]));
    const g = /** @type {Group} */ (one);
    const shows = legal(g.orders)[0] ?? g.orders[0];
    const face = { ...g, key: keyFor(s, g), more: true, shows };
    return row(s, face, () => unfold(s, g.id));
  });
  const why = undoes(view);
  const back = { id: "undo", icon: "undo", label: undoing(view), detail: why, key: "U" };
  const all = { id: "every", icon: "book", label: "Every order", detail: "as a list", key: "/" };
  const list = async () => (await import("./all_orders.js")).everyOrder(s);
  return [
    made,
    tight() && [row(s, adviceFace(view), () => advise(s)), row(s, back, () => undo(s))],
    row(s, all, list),
  ];
}

// ---------------------------------------------------------------- buttons

/** What a button shows while the pointer or the focus is on it, and what it says to be. */
function about(/** @type {State} */ s, /** @type {Face} */ face, /** @type {() => void} */ press) {
  const { refusal, shows } = face;
  const show = (/** @type {boolean} */ on) => shows && peek(s, on ? shows : null);
  const group = face.group || shows?.group;
  return {
    class: `act${face.on ? (refusal ? " why" : " on") : ""}`,
    "data-key": `act ${face.id}`,
    "data-is": group ? `order.${group}` : null,
    "data-place": shows?.place || shows?.target || null,
    "aria-disabled": refusal ? "true" : null,
    title: refusal ? refusal.text : null,
    "aria-haspopup": face.more ? "true" : null,
    "aria-expanded": face.more ? String(s.group === face.id) : null,
    // The second click of a double click is not for what the first has brought there.
    onclick: (/** @type {MouseEvent} */ e) => (e.detail > 1 && s.wish.swift) || press(),
    // Not what an order has moved under a pointer at rest: entering tells nothing, moving does.
    onpointermove: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && show(true),
    onpointerleave: () => show(false),
    onfocus: () => byKeys() && show(true),
    onblur: () => show(false),
  };
}

const signs = (/** @type {Face} */ { key, enter }) => [
  key && h("kbd", {}, key),
  enter && h("kbd", {}, "Enter"),
];

/** What an order costs, with its unit for ears. */
const price = (/** @type {State} */ s, /** @type {Face} */ { cost }) =>
  cost ? h("small", {}, ` ${cost}`, h("span", { class: "vh" }, ` ${s.view?.status.currency}`)) : "";

/** What a button of the row says: long words leave out what its sign or the board tells. */
const terse = (/** @type {string} */ label) =>
  (NARROW.matches || LOW_STAGE.matches) && label.length > TERSE
    ? label.replace(/^(Fire|Activate your) |\b(the enemy|your) /g, "")
    : label;

/** A button of the row: sign, key, and one or two lines of words with the cost. */
function button(/** @type {State} */ s, /** @type {Face} */ face, /** @type {() => void} */ press) {
  const attributes = about(s, face, press);
  if (face.label.length > WIDE) attributes.class += " wide";
  if (LONG.test(face.label)) attributes.class += " long";
  return h(
    "button",
    attributes,
    icon(face.icon || "end"),
    h("span", { class: "c" }, signs(face)),
    h("span", { class: "l" }, terse(face.label), price(s, face)),
  );
}

/** A row of the second level: sign, words, what it does or why not, cost and key. */
function row(/** @type {State} */ s, /** @type {Face} */ face, /** @type {() => void} */ press) {
  return h(
    "button",
    about(s, face, press),
    icon(face.icon || "end"),
    h(
      "span",
      {},
      h("span", { class: "l" }, face.label),
      h("span", { class: "n" }, face.refusal?.text ?? face.detail),
    ),
    h("span", { class: "c" }, price(s, face), signs(face)),
  );
}

/** @returns {Face} */
function adviceFace(/** @type {TableView} */ view) {
  const refusal = helped(view) ? null : { code: "no_advice", text: "not agreed on", rule: "" };
  return { id: "advice", icon: "hint", label: "Advice", detail: "", key: "?", refusal };
}

/** Whether the other side asks to take its last decision back. */
const asked = (/** @type {TableView} */ view) =>
  view.undo.possible && typeof view.undo.asked === "number" && view.undo.asked !== view.seat;

const undoes = (/** @type {TableView} */ { undo: { possible, why } }) =>
  possible ? "" : why || "nothing to take back";
const undoing = (/** @type {TableView} */ view) => (asked(view) ? "Agree to undo" : "Undo");

function undoButton(/** @type {State} */ s, /** @type {TableView} */ view) {
  const why = undoes(view);
  const refusal = why ? { code: "undo", text: why, rule: "" } : null;
  const face = { id: "undo", icon: "undo", label: undoing(view), detail: "", key: "U", refusal };
  return sideButton(s, face, () => undo(s));
}

function endButton(/** @type {State} */ s, /** @type {Order} */ o) {
  const { group, icon, refusal } = o;
  const face = { id: "end", group, icon, label: o.label, detail: "", key: "Space", refusal };
  const made = button(s, face, () => press(s, o, [o]));
  made.classList.add("end");
  return made;
}

// ---------------------------------------------------------------- where a popover goes
// Not over the unit that acts, its target, or anything that may be clicked.

const GAP = 8; // pixels to the edges of the stage
const NEAR = 14; // pixels beside the acting unit
const STEPS = 12; // points of the line between unit and target that stay free

/**
 * Put a popover beside the acting unit, on the side away from its target, or into a corner of the
 * stage: at the place where it covers least, of several the first.
 * @param {HTMLElement} pop
 * @param {State} s
 */
function placed(pop, s) {
  const stage = /** @type {HTMLElement} */ (pop.parentElement).getBoundingClientRect();
  const at = (/** @type {string} */ place) => s.board.hex(place)?.getBoundingClientRect();
  const of = (/** @type {string} */ unit) => at(standing(cardOf(s.view, unit)) ?? "");
  const ring = document.querySelector(".l-ghost .dial")?.getBoundingClientRect();
  const [own, aim] = [ring ?? of(s.unit), of((s.pick?.target || s.target).split(".")[0])];
  const { offsetWidth: wide, offsetHeight: high } = pop;
  const right = stage.right - GAP - wide;
  const foot = stage.bottom - GAP - high;
  const [left, head] = [stage.left + GAP, stage.top + GAP];
  const all = [
    ...(own ? sides(own, aim, wide, high) : []),
    ...[left, right].map((x) => [x, foot]),
    ...[left, right].map((x) => [x, head]),
  ].map(([x, y]) => [Math.max(left, Math.min(right, x)), Math.max(head, Math.min(foot, y))]);
  const free = choicePlaces(s).map(at);
  const covered = (/** @type {number[]} */ [x, y]) =>
    covers(new DOMRect(x, y, wide, high), own, aim, free);
  const [x, y] = all.reduce((best, one) => (covered(one) < covered(best) ? one : best));
  pop.style.left = `${x - stage.left}px`;
  pop.style.top = `${y - stage.top}px`;
}

/** Where on the board the choices of the open group are. */
function choicePlaces(/** @type {State} */ s) {
  const view = /** @type {TableView} */ (s.view);
  const open = groups(offered(s)).find((g) => g.id === s.group);
  return [...new Set(legal(open?.orders ?? []).map((o) => spot(view, o)))].filter(Boolean);
}

/** Right and left of the acting unit, the side away from the target first. */
function sides(
  /** @type {DOMRect} */ own,
  /** @type {DOMRect|undefined} */ aim,
  /** @type {number} */ wide,
  /** @type {number} */ high,
) {
  const y = own.top + own.height / 2 - high / 2;
  const two = [
    [own.right + NEAR, y],
    [own.left - NEAR - wide, y],
  ];
  return aim && aim.left > own.left ? two.reverse() : two;
}

/** How much a popover covers: both units and what lies between them weigh more than any choice. */
function covers(
  /** @type {DOMRect} */ box,
  /** @type {DOMRect|undefined} */ own,
  /** @type {DOMRect|undefined} */ aim,
  /** @type {(DOMRect|undefined)[]} */ free,
) {
  const over = (/** @type {DOMRect|undefined} */ other) =>
    other !== undefined &&
    box.left < other.right &&
    box.right > other.left &&
    box.top < other.bottom &&
    box.bottom > other.top;
  const between = Array.from({ length: own && aim ? STEPS : 0 }, (_, i) => {
    const share = i / STEPS;
    const middle = (/** @type {"left"|"top"} */ from, /** @type {"width"|"height"} */ size) => {
      const [start, end] = [own, aim].map((one) => (one ? one[from] + one[size] / 2 : 0));
      return start + share * (end - start);
    };
    return new DOMRect(middle("left", "width"), middle("top", "height"), 1, 1);
  });
  const weight = 1 + free.length;
  return weight * [own, aim, ...between].filter(over).length + free.filter(over).length;
}
