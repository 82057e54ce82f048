/**
 * The action bar: groups of orders as buttons, the choices of an open group, and what is being
 * waited for.
 */

import { copy, h, letter, preparing, SIDES } from "../shared/dom.js";
import { invites } from "../shared/net.js";
import { byKeys, icon, panel, pips } from "../shared/panels.js";
import { go, toggle } from "./film.js";
import {
  apart,
  buttons,
  cardOf,
  groups,
  headed,
  inFull,
  keyFor,
  keyOf,
  labelOf,
  legal,
  offered,
  open,
  ready,
  roams,
} from "./orders.js";
import { advise, commit, hurry, peek, prepareAll, press, undo, unfold } from "./play.js";
import { again } from "./session.js";
import { change } from "./state.js";

/** @import { Order, TableView } from "../shared/types.js" */
/** @import { Face, Group, State } from "./types.js" */

const ROW = 6; // choices that fit into one row
const ROOMY = 5; // so few have room for two lines each
const NAMED = 4; // units named that can act in another's stead
const UNSORTED = 3; // so few groups need no headings
const READING = "Nothing is to be ordered in this step: read it, then go on.";
const DONE = "The lesson is done. Look round as you like, or go on to the next.";
// On a phone the orders lie in a grid, of which two rows show until a person asks for all.
const PHONE = matchMedia("(max-width: 759px), (max-height: 520px)");

export function drawActions(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { view } = s;
  if (!view) return;
  const { orders } = s.unfolded;
  const needs = [
    inFull(),
    view,
    s.unit,
    s.group,
    s.pick,
    s.busy,
    s.thinking,
    s.rules,
    s.at,
    s.hint,
    orders,
  ];
  if (!panel(el, needs, () => content(s, view))) return;
  el.setAttribute("aria-busy", String(s.busy));
  const side = letter(cardOf(view, s.unit)?.side ?? view.seat ?? 0);
  const many = view.yours && s.at === null && wraps(open(s));
  const full = inFull() ? " full" : "";
  el.className = `slip acts${full} side-${side}${many ? " many" : roomy(el) ? " few" : ""}`;
  fit(s, el);
  const chosen = el.querySelector(".strip :is(.act.on, .act.why)");
  chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function content(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (s.at !== null) {
    const play = view.seat === null ? "and watch on" : "and play on";
    const [label, detail] = view.result ? ["To the end", "and the result"] : ["Back to now", play];
    const face = { id: "now", icon: "fwd", label, detail, key: "Esc" };
    return [note("You look at an earlier step."), button(s, face, () => go(s, Infinity))];
  }
  if (s.lesson && !view.yours) return [note(s.lesson.told?.done ? DONE : READING)];
  if (view.result) {
    const film = { label: "Watch it again", detail: "from the start", key: "P" };
    const { swaps, next } = view.people;
    const battle = swaps
      ? { label: "Rematch", detail: next ? "it has begun" : "seats changed", key: "" }
      : { label: "New battle", detail: "like this", key: "" };
    return [
      note(view.result.text),
      button(s, { id: "again", icon: "play", ...film }, () => toggle(s)),
      (view.seat !== null || !swaps) &&
        button(s, { id: "new", icon: "end", ...battle }, () => again(s)),
    ];
  }
  if (view.yours) return orders(s);
  return [waiting(s, view), asked(view) && h("div", { class: "meta" }, undoButton(s, view))];
}

/**
 * Where not all fits: what is refused is folded away, then buttons are made small for more rows;
 * choices stay in one.
 */
function fit(/** @type {State} */ s, /** @type {HTMLElement} */ el) {
  const strip = el.querySelector(".strip");
  if (PHONE.matches) return sheet(s, el, strip);
  const fold = /** @type {HTMLDetailsElement|null} */ (el.querySelector("details.why-not"));
  const wide = () => strip && strip.scrollWidth > strip.clientWidth + 1;
  if (fold && wide()) {
    el.classList.add("tight");
    const some = el.querySelector(".strip > .act:not([data-key='act back'])");
    fold.open = s.unfolded.refused || !some;
  }
  if (wide() && !open(s) && !el.classList.contains("many")) el.classList.add("many", "dense");
}

/** On a phone: whether there is more than shows, and the sheet with all of it. */
function sheet(
  /** @type {State} */ s,
  /** @type {HTMLElement} */ el,
  /** @type {Element|null} */ strip,
) {
  const more = /** @type {HTMLElement|null} */ (el.querySelector(".every"));
  if (!strip || !more) return;
  el.classList.toggle("held", Boolean(s.pick)); // then fewer show: measured after it
  more.hidden = strip.scrollHeight <= strip.clientHeight + 2;
  el.classList.toggle("all", s.unfolded.orders && !more.hidden);
}

/** The button that lays all orders out on a phone. */
function every(/** @type {State} */ s) {
  const on = s.unfolded.orders;
  const turn = () => change(s, { unfolded: { ...s.unfolded, orders: !s.unfolded.orders } });
  return h(
    "button",
    { class: "small every", "data-key": "every", "aria-expanded": String(on), onclick: turn },
    h("span", {}, on ? "Fewer \u25be" : "All \u25b4"),
  );
}

/** Choices that point at the board stay in one row, so that the board keeps its size. */
const wraps = (/** @type {Group|null} */ g) =>
  g !== null && g.orders.length > ROW && g.orders.every((o) => !o.place && !o.target);

/** Some choices and nothing else: no end of an activation, nothing refused in its own corner. */
function roomy(/** @type {HTMLElement} */ el) {
  const count = el.querySelectorAll(".strip > .act").length;
  return count > 1 && count <= ROOMY && !el.querySelector(".end, .refused");
}

const note = (/** @type {string} */ text) => h("p", { class: "note" }, text);

/** Who is waited for, with a bar while the computer thinks. */
function waiting(/** @type {State} */ s, /** @type {TableView} */ view) {
  const who = view.seats.filter((x) => view.to_act.includes(x.seat));
  const name = who.map((x) => SIDES[x.seat]).join(" and ") || "the other side";
  const computer = who.some((x) => x.kind === "computer");
  const others =
    view.seat === null
      ? `You watch. ${name} is to act.`
      : `Waiting for ${name}${view.secrets ? " to decide in secret" : ""}.`;
  const text = computer ? `${name} is thinking` : others;
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
    computer && s.rules && h("small", {}, preparing(s.rules)),
    invites(s.game)
      .filter((invite) => who.some(({ seat }) => seat === invite.seat))
      .map(({ link }) => {
        const onclick = (/** @type {Event} */ e) => copy(e, link);
        return h("button", { class: "plain", onclick }, "Copy the invite link");
      }),
  );
}

function orders(/** @type {State} */ s) {
  const view = /** @type {TableView} */ (s.view);
  const group = open(s);
  const list = groups(offered(s));
  const end = list.find((g) => g.id === "end");
  const advice = small("hint", "Advise me", "?", () => advise(s));
  const meta = h("div", { class: "meta" }, advice, undoButton(s, view), PHONE.matches && every(s));
  const others = list.filter((g) => g !== end);
  const strip = group ? choices(s, group) : folded(s, others);
  return [
    who(s),
    h("div", { class: "strip" }, strip),
    meta,
    doIt(s) || (end && endButton(s, end.orders[0])),
  ];
}

/**
 * A button for each group; those where nothing is possible now stand together, smaller, or in a
 * fold.
 */
function folded(/** @type {State} */ s, /** @type {Group[]} */ list) {
  const loose = apart(list);
  const shown = (/** @type {Group} */ g) =>
    loose.includes(g) ? g.orders.map((o) => single(s, o)) : [grouped(s, g)];
  const refused = whyNot(s, list.filter((g) => g.refusal).flatMap(shown));
  const can = list.filter((g) => !g.refusal);
  const runs = headed(can);
  if (!inFull() || runs.length < 2 || can.length <= UNSORTED) return [can.flatMap(shown), refused];
  const head = (/** @type {Group} */ g) => g.heading && h("h3", { class: "head" }, g.heading);
  return [runs.map((run) => [head(run[0]), run.flatMap(shown)]), refused];
}

/** Whose orders these are; of a unit that has none now, who has. */
function who(/** @type {State} */ s) {
  const card = cardOf(s.view, s.unit);
  if (!card) return false;
  const able = s.view?.able ?? [];
  const names = `${able.slice(0, NAMED).join(", ")}${able.length > NAMED ? " and others" : ""}`;
  const none = h("b", {}, "No order for it now.");
  const idle = able.length > 0 && !able.includes(card.unit);
  return h(
    "div",
    { class: "who" },
    h("b", {}, `${card.unit} ${card.name}`.trim()),
    idle
      ? h("small", {}, none, ` ${names} can act `, h("kbd", {}, "N"))
      : card.actions && pips(card.actions, "ap", "actions"),
  );
}

/** The button of a group; with one order in it, the button of that order. */
function grouped(/** @type {State} */ s, /** @type {Group} */ g) {
  if (g.orders.length === 1) return single(s, g.orders[0]);
  const cost = g.costs.length > 1 ? `${g.costs[0]}\u2013${g.costs.at(-1)}` : g.costs[0];
  const on = s.pick?.order?.group === g.id;
  const shows = legal(g.orders)[0] ?? g.orders[0];
  return button(s, { ...g, key: keyFor(s, g), cost, on, more: true, shows }, () => unfold(s, g.id));
}

/** How an order looks on a button of its own. */
function faceOf(/** @type {State} */ s, /** @type {Order} */ o) {
  const enter = o === ready(s);
  const on = enter || s.pick?.texts.join("; ") === keyOf(o);
  return { ...o, id: keyOf(o), label: labelOf(o), enter, on, shows: o };
}

function single(/** @type {State} */ s, /** @type {Order} */ o) {
  const face = { ...faceOf(s, o), key: keyFor(s, o), ability: o.group === "ability" };
  return button(s, face, () => press(s, o, [o]));
}

/** An open group: every choice a button; in a preparation the sensible one waits for Enter. */
function choices(/** @type {State} */ s, /** @type {Group} */ g) {
  const listed = buttons(s, g);
  const alike = (/** @type {"label"|"full"} */ field) =>
    g.orders.every((o) => o[field] === g.orders[0][field]);
  const whole = inFull() && alike("label") && !alike("full");
  const same = g.orders.length > 1 && alike("label") && g.orders.every((o) => o.detail) && !whole;
  const where = (/** @type {Order} */ o) => {
    const place = o.target || o.place.replace(/(\.\d)\d+/g, "$1");
    return `${o.label} ${o.detail}`.includes(place) ? "" : place;
  };
  const made = listed.map((o, i) => {
    const key = i < 9 ? String(i + 1) : "";
    const [label, detail] = same
      ? [o.detail, where(o)]
      : [labelOf(o), whole ? "" : o.detail || where(o)];
    const face = { ...faceOf(s, o), key, label, detail };
    return button(s, face, () => press(s, o, legal(g.orders)));
  });
  const back = { id: "back", icon: "undo", label: "Back", detail: g.label, key: "Esc" };
  const own = (s.view?.cards ?? []).filter((c) => c.side === (s.view?.seat ?? 0));
  const all = { label: "All as suggested", detail: "every unit left", key: "" };
  const [able, not] = [false, true].map((no) =>
    made.filter((_, i) => Boolean(listed[i].refusal) === no),
  );
  return [
    s.group && button(s, back, () => unfold(s, "")),
    g.id === "prepare" &&
      own.length > 1 &&
      button(s, { id: "all", icon: "end", ...all }, () => prepareAll(s)),
    roams(g) && !listed.length && note(`${g.label}: choose a place on the map.`),
    ...able,
    whyNot(s, [...not, ...(s.group ? [] : idle(s))]),
  ];
}

/** The groups of which nothing is possible now, beside one that is open by itself. */
const idle = (/** @type {State} */ s) =>
  groups(offered(s))
    .filter((g) => g.refusal && g.id !== "end")
    .map((g) => grouped(s, g));

/** What is not possible now, each with its reason; a fold where it has no room. */
function whyNot(/** @type {State} */ s, /** @type {HTMLElement[]} */ refused) {
  if (!refused.length) return false;
  const fold = h(
    "details",
    { class: "why-not", open: true },
    h(
      "summary",
      { "data-key": "why not", onclick: () => keep() },
      "Not possible now: ",
      refused.length,
    ),
    h("div", { class: "refused", role: "group", "aria-label": "Not possible now" }, refused),
  );
  const keep = () => {
    s.unfolded.refused = !fold.open; // it is as it was before the click
  };
  return fold;
}

function button(/** @type {State} */ s, /** @type {Face} */ face, /** @type {() => void} */ press) {
  const { refusal, shows } = face;
  const show = (/** @type {boolean} */ on) => shows && peek(s, on ? shows : null);
  const seen = {
    // Not what an order has moved under a pointer at rest: entering tells nothing, moving does.
    onpointermove: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && show(true),
    onpointerleave: () => show(false),
    onfocus: () => byKeys() && show(true),
    onblur: () => show(false),
  };
  const why = [
    refusal?.text,
    refusal?.rule && [" \u00b7 ", h("span", { class: "nb" }, refusal.rule)],
  ];
  const on = face.on ? (refusal ? " why" : " on") : "";
  return h(
    "button",
    {
      class: `act${on}${face.ability ? " ab" : ""}`,
      "data-key": `act ${face.id}`,
      "data-is": face.group || shows ? `order.${face.group ?? shows?.group}` : null,
      "aria-disabled": refusal ? "true" : null,
      title: refusal ? refusal.text : null,
      "aria-haspopup": face.more ? "true" : null,
      // The second click of a double click is for what the first has ordered.
      onclick: (/** @type {MouseEvent} */ e) => (e.detail > 1 && s.wish.swift) || press(),
      ...seen,
    },
    icon(face.icon || "end"),
    h(
      "span",
      { class: "c" },
      face.key && h("kbd", {}, face.key),
      face.enter && h("kbd", {}, "Enter"),
      price(s, face.cost),
    ),
    h("span", { class: "l" }, face.label),
    h("span", { class: "n" }, refusal ? why : face.detail),
  );
}

/** What an order costs: a box for each point where they are few, and in words for ears. */
function price(/** @type {State} */ s, /** @type {number|string|undefined} */ cost) {
  if (!cost) return "";
  const few = typeof cost === "number" && cost > 0 && cost < 4;
  const words = `${cost} ${s.view?.status.currency ?? ""}`;
  return [
    few ? Array.from({ length: cost }, () => h("i")) : h("span", {}, cost),
    h("span", { class: "vh" }, words),
  ];
}

/** Whether the other side asks to take its last decision back. */
const asked = (/** @type {TableView} */ view) =>
  view.undo.possible && typeof view.undo.asked === "number" && view.undo.asked !== view.seat;

function undoButton(/** @type {State} */ s, /** @type {TableView} */ view) {
  const why = view.undo.possible ? "" : view.undo.why || "nothing to take back";
  return small("undo", asked(view) ? "Agree to undo" : "Undo", "U", () => undo(s), why);
}

/** A button of the page in one line; with `why` it is refused but still says so when pressed. */
function small(
  /** @type {string} */ symbol,
  /** @type {string} */ label,
  /** @type {string} */ key,
  /** @type {() => void} */ press,
  why = "",
) {
  const refused = { "aria-disabled": why ? "true" : null, title: why || null };
  return h(
    "button",
    { class: "small", "data-key": label, ...refused, onclick: press },
    icon(symbol),
    h("span", {}, label),
    h("kbd", {}, key),
    why && h("span", { class: "vh" }, why),
  );
}

/** On a phone what is chosen is ordered where the thumb is. */
function doIt(/** @type {State} */ s) {
  const { pick } = s;
  if (!PHONE.matches || !pick?.texts.length || pick.refusal) return false;
  const detail = pick.target ? `at ${pick.target}` : (pick.order?.detail ?? "");
  const face = { id: "do", icon: "end", label: pick.label, detail, key: "Enter" };
  const made = button(s, face, () => commit(s));
  made.classList.add("end", `side-${letter(s.view?.seat ?? 0)}`);
  return made;
}

function endButton(/** @type {State} */ s, /** @type {Order} */ o) {
  const { group, icon, detail, refusal } = o;
  const face = { id: "end", group, icon, label: labelOf(o), detail, key: "Space", refusal };
  const made = button(s, face, () => press(s, o, [o]));
  const side = cardOf(s.view, o.unit)?.side ?? s.view?.seat ?? 0;
  made.classList.add("end", `side-${letter(side)}`);
  return made;
}
