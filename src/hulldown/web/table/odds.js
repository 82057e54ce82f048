/**
 * The room that asks one thing: what is to be decided now, or what is chosen, with its chance and
 * the button that orders it; why that chance is behind a click. Or why something cannot be, advice,
 * and what the other side did.
 */

import { h, rule } from "../shared/dom.js";
import { shortName } from "../shared/names.js";
import { call } from "../shared/net.js";
import { icon, named, noted, panel, percent, ruled, signed } from "../shared/panels.js";
import { showsAlready } from "./actions.js";
import { keyOf, textsOf } from "./orders.js";
import { advised, back, choose, commit } from "./play.js";
import { question } from "./question.js";
import { running, said } from "./recap.js";
import { address } from "./session.js";
import { change, kept, oddsKey } from "./state.js";

/** @import { Card, Hint, Matrix, Odds, OddsLine, Order, Pick } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const LEAST = 0.0005; // what is rarer, 0.0 %, is not named beside the chance
const KEPT = 300; // odds of choices that are remembered
const LEGIBLE = 9; // characters of a fraction; a longer one is left to the odds page and the title
const GAP = 8; // px between a number, its button and the edge of the room
// Elsewhere a field that is entered brings up the keyboard.
const FINE = matchMedia("(pointer: fine)");

/**
 * The odds of a choice, from memory or asked for; "" or undefined while the server reckons, other
 * words when it cannot say.
 */
function oddsOf(/** @type {State} */ s, /** @type {Pick} */ pick) {
  const query = new URLSearchParams(pick.texts.map((text) => ["action", text]));
  const key = oddsKey(s, pick.texts);
  if (s.odds.has(key)) return s.odds.get(key);
  s.odds.set(key, "");
  call(address(s, `odds?${query}`), { token: s.session.token })
    .catch((error) => error.message)
    .then((odds) => {
      if (s.odds.size > KEPT) s.odds.clear();
      s.odds.set(key, odds);
      change(s, {});
    });
  return undefined;
}

/**
 * Secret orders against each other, loaded with the first decision that may have such tables.
 * @type {typeof import("./secret_matrix.js")|undefined}
 */
let crossing;

function secrets(/** @type {State} */ s) {
  if (!crossing && s.view?.secrets)
    import("./secret_matrix.js").then((loaded) => {
      crossing = loaded;
      change(s, {});
    });
  return crossing;
}

/** The tables of the unit that is to be ordered. */
const tablesOf = (/** @type {Matrix[]|null} */ found, /** @type {string} */ unit) =>
  (found ?? []).filter((one) => one.unit === unit);

/** Draw what the room asks. */
export function drawOdds(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const pick = s.at === null ? (s.preview ?? s.pick) : null;
  const tells = pick && (pick.random || pick.order?.explained) && !pick.refusal;
  const odds = tells ? oddsOf(s, pick) : null;
  const advice = s.at === null && !pick ? s.hint : null;
  if (!s.pick) s.counted = null;
  const found = secrets(s)?.matricesOf(s) ?? null;
  const past = running(s);
  const needs = [
    ...[pick, odds, advice, s.pick, s.busy, s.advising, found, s.against, s.unit, s.view],
    ...[crossing, s.at, past, s.risk, s.unfolded.best, s.advising !== null && s.rules],
  ];
  const changed = panel(el, needs, () => {
    if (s.advising !== null) return thinks(s, s.advising);
    if (pick) return chosen(s, pick, odds, found);
    if (past) return before(s);
    if (advice) return counsel(s, advice);
    const tables = tablesOf(found, s.unit).map((one) => crossing?.table(s, one, null));
    return question(s, crossing?.bestPlay(s, found, tables));
  });
  if (changed && tells) bringChance(el);
  crossing?.bringPair(el, s);
}

/** Scroll the room until the chance stands above the button that takes it. */
function bringChance(/** @type {HTMLElement} */ el) {
  const [chance, button] = [el.querySelector(".big"), el.querySelector(".big + .cta")];
  const room = el.closest(".room");
  if (!chance || !room) return;
  const bottom = room.getBoundingClientRect().bottom - (button?.clientHeight ?? 0) - 2 * GAP;
  room.scrollTop += Math.max(0, chance.getBoundingClientRect().bottom - bottom);
}

/** One of the orders that the other side gave before this decision. */
function before(/** @type {State} */ s) {
  const { steps, at } = s.since;
  const cards = s.view?.cards ?? [];
  const told = said(steps[at - 1]).map((text) => h("p", {}, named(text, cards)));
  const keys = h("p", { class: "sub" }, h("kbd", {}, ","), " ", h("kbd", {}, "."), " back and on");
  return [h("h2", {}, `Since you decided, ${at} of ${steps.length}`), told, keys];
}

function chosen(
  /** @type {State} */ s,
  /** @type {Pick} */ pick,
  /** @type {Odds|string|null|undefined} */ odds,
  /** @type {Matrix[]|null} */ found,
) {
  const cards = s.view?.cards ?? [];
  const tables = tablesOf(found, pick.order?.unit ?? "");
  const told = odds && typeof odds === "object" ? odds : null;
  const plain = told?.title === pick.texts.at(-1); // there is no more to tell than the order
  const detail = told?.subtitle ?? pick.order?.detail ?? "";
  const aim = pick.target && !detail ? ` at ${shortName(s.view, pick.target)}` : "";
  const title = (!plain && told?.title) || pick.label + aim;
  const button = pick.texts.length > 0 && !pick.refusal && commitButton(s, pick);
  return [
    h("h2", {}, named(title, cards)),
    detail && h("p", { class: "sub" }, named(detail, cards)),
    pick.others.length > 1 && choices(s, pick),
    !pick.refusal && amount(s, pick),
    pick.refusal &&
      h(
        "p",
        { class: "warn" },
        h("b", {}, "Not possible:"),
        h("span", {}, pick.refusal.text, " ", rule(pick.refusal.rule)),
      ),
    pick.random && [told ? big(told, pick) : reckoning(pick, odds), button],
    told && pick.random && [bar(told), results(told)],
    pick.ghost && !pick.random && button, // before the lines, which come later, so that it stays
    (pick.texts.length > 1 || (pick.ghost && !pick.order)) &&
      h(
        pick.ghost ? "ul" : "ol",
        { class: pick.ghost ? "foretold" : "plan" },
        (pick.words?.length ? pick.words : pick.texts).map((t) => h("li", {}, t)),
      ),
    pick.texts.length === 0 && h("p", { class: "sub" }, "Looking for the way \u2026"),
    !pick.ghost && !pick.random && button,
    pick.random && against(s, pick, told, cards, found),
    told && why(s, pick, told, cards, tables),
  ];
}

/** As high as the number that comes, so that the button under it stays; or why there is none. */
const reckoning = (/** @type {Pick} */ pick, /** @type {Odds|string|null|undefined} */ odds) =>
  !pick.refusal &&
  h("p", { class: "big reckon" }, h("b", {}, "\u2026"), h("span", {}, String(odds || "Reckoning")));

/**
 * The chance of what is wanted as one number: what neither misses nor glances off, or at a target
 * to which no more can be done what hits it.
 */
function big(/** @type {Odds} */ odds, /** @type {Pick} */ pick) {
  const all = odds.lines.filter((l) => l.group === "result" && l.value >= LEAST);
  const hits = all.filter((l) => l.mark !== "miss");
  const harms = hits.filter((l) => l.mark !== "glance");
  const wanted = harms.length || !pick.target ? harms : hits;
  if (!wanted.length) return false;
  const shown = wanted.length < all.length ? wanted : wanted.slice(0, 1);
  const chance = shown.reduce((sum, l) => sum + l.value, 0);
  return h(
    "p",
    { class: "big" },
    h("b", { class: "num" }, percent(chance)),
    h("span", {}, shown.map((l) => l.text).join(", ")),
  );
}

/** The sum behind the number, with every line of it. */
function why(
  /** @type {State} */ s,
  /** @type {Pick} */ pick,
  /** @type {Odds} */ told,
  /** @type {Card[]} */ cards,
  /** @type {Matrix[]} */ tables,
) {
  return h(
    "details",
    { class: "why told", open: s.unfolded.why, ontoggle: kept(s, "why") },
    h("summary", {}, "Why"),
    [need(told, pick), mods(told)],
    pick.random && lines(s, told, cards, tables),
    foot(told, cards),
    more(told, s),
  );
}

/**
 * The number in an order as a field: what it comes to is told while it is typed, Enter gives the
 * order.
 */
function amount(/** @type {State} */ s, /** @type {Pick} */ pick) {
  const asked = pick.order?.amount;
  if (!asked) return false;
  const now = pick.amount ?? asked.value;
  const field = h("input", {
    "data-key": "amount",
    inputmode: "numeric",
    autocomplete: "off",
    role: "spinbutton",
    "aria-valuemin": asked.low,
    "aria-valuemax": asked.high,
    "aria-valuenow": now,
    value: now,
  });
  const give = (/** @type {number} */ wish) => {
    const number = Math.min(asked.high, Math.trunc(wish));
    const texts = [asked.text.replace("{}", String(number))];
    if (number >= asked.low && number !== now) choose(s, { ...pick, amount: number, texts });
    else if (number !== wish) field.value = String(now);
  };
  field.oninput = () => give(Number(field.value));
  field.onblur = () => {
    field.value = String(now);
  };
  field.onkeydown = (event) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (by) give(now + by);
    if (event.key === "Enter" && Number(field.value) === now) commit(s);
    if (event.key === "Escape") field.blur();
    if (by || event.key === "Enter") event.preventDefault();
  };
  const held = pick === s.pick;
  if (held && s.counted !== pick.order && FINE.matches) queueMicrotask(() => field.select());
  if (held) s.counted = pick.order;
  const range = h("span", { class: "num" }, `${asked.low} to ${asked.high}`);
  return h("label", { class: "amount" }, asked.name, field, range);
}

function choices(/** @type {State} */ s, /** @type {Pick} */ pick) {
  const take = (/** @type {Order} */ order) => {
    const { label, cost, random, refusal } = order;
    const { words } = order;
    choose(s, { ...pick, texts: textsOf(order), words, order, label, cost, random, refusal });
  };
  const button = (/** @type {Order} */ o) => {
    const pressed = String(keyOf(o) === pick.texts.join("; "));
    const attrs = { "data-key": `way ${keyOf(o)}`, "aria-pressed": pressed, title: o.detail };
    return h("button", { ...attrs, onclick: () => take(o) }, apart(o, pick.others));
  };
  const group = { class: "choices", role: "group", "aria-label": "Ways to do it" };
  return h("div", group, pick.others.map(button));
}

/** What tells a way from the others: its label, its detail, or both where some are called alike. */
function apart(/** @type {Order} */ o, /** @type {Order[]} */ others) {
  const alike = others.filter((other) => other.label === o.label).length;
  if (alike === 1 || !o.detail) return alike === 1 ? o.label : o.text;
  return alike === others.length ? o.detail : `${o.label} ${o.detail}`;
}

const need = (/** @type {Odds} */ odds, /** @type {Pick} */ pick) =>
  typeof odds.needed === "number" &&
  h(
    "div",
    { class: "need" },
    h("b", {}, `${odds.needed}+`),
    h("span", {}, pick.target ? "to hit" : "needed"),
  );

const mods = (/** @type {Odds} */ odds) =>
  odds.modifiers.length > 0 &&
  h(
    "div",
    { class: "mods" },
    odds.modifiers.map((m, i) => [
      h("span", {}, m.text),
      h("span", {}, i === 0 ? String(m.amount) : signed(m.amount)),
      rule(m.rule) || h("span"),
    ]),
  );

function bar(/** @type {Odds} */ odds) {
  const parts = odds.lines.filter((l) => l.group === "result" && l.value >= LEAST);
  return (
    parts.length > 0 &&
    h(
      "div",
      { class: "obar", "aria-hidden": "true" },
      parts.map((l) =>
        h("i", { class: `k-${l.mark || "dead"}`, style: `width:${100 * l.value}%` }),
      ),
    )
  );
}

/** The groups that a ruleset has named itself. */
const heads = (/** @type {Odds} */ odds) =>
  [...new Set(odds.lines.map((l) => l.group))].filter(
    (name) => !["result", "effect", "detail"].includes(name),
  );

/** A line with its chance. */
const row = (/** @type {OddsLine} */ l) => [
  l.group === "result" ? h("i", { class: `key k-${l.mark || "dead"}` }) : h("span"),
  h("span", {}, ruled(l.text, l.rule)),
  h("b", { title: l.chance }, percent(l.value, l.value > 0 && l.value < 1 ? 1 : 0)),
  h("span", { class: "fr" }, l.chance.includes("/") && l.chance.length <= LEGIBLE && l.chance),
];

/** A group that a ruleset has named itself, under what is to be said of it. */
function headed(/** @type {Odds} */ odds, /** @type {Card[]} */ cards, /** @type {string} */ name) {
  const notes = odds.notes.filter(([text]) => text.startsWith(`${name}: `));
  const head = notes.length
    ? notes.map((n) => noted(n, cards, "head"))
    : h("b", { class: "head" }, name);
  const listed = odds.lines.filter((l) => l.group === name);
  return h("div", { class: "outs num" }, head, listed.map(row));
}

/** The own order against those of the enemy; only the one that is looked at is told in full. */
function against(
  /** @type {State} */ s,
  /** @type {Pick} */ pick,
  /** @type {Odds|null} */ told,
  /** @type {Card[]} */ cards,
  /** @type {Matrix[]|null} */ found,
) {
  const tables = tablesOf(found, pick.order?.unit ?? "");
  const opened = tables.some((one) => one.columns.some((c) => c.heading === s.against));
  const pair =
    told !== null &&
    tables.length > 0 &&
    h(
      "div",
      { class: "pair", "aria-live": "polite" },
      opened
        ? headed(told, cards, s.against)
        : h("p", { class: "sub" }, "Choose a cell to see what that pair can bring."),
    );
  return crossing?.bestPlay(
    s,
    found,
    tables.map((one) => crossing?.table(s, one, pick)),
    pair,
  );
}

/** What can come of it. */
const results = (/** @type {Odds} */ odds) =>
  h("div", { class: "outs num" }, odds.lines.filter((l) => l.group === "result").map(row));

function lines(
  /** @type {State} */ s,
  /** @type {Odds} */ odds,
  /** @type {Card[]} */ cards,
  /** @type {Matrix[]} */ tables,
) {
  const crossed = tables.flatMap((one) => one.columns.map((c) => c.heading));
  const group = (/** @type {string} */ name) => odds.lines.filter((l) => l.group === name);
  const [effects, details] = [group("effect"), group("detail")].map((list) =>
    list.filter((l) => l.value > 0),
  );
  const never = odds.lines.filter((l) => ["effect", "detail"].includes(l.group) && l.value === 0);
  return [
    effects.length > 0 && h("div", { class: "outs num" }, effects.map(row)),
    heads(odds)
      .filter((name) => !crossed.includes(name))
      .map((name) => headed(odds, cards, name)),
    details.length > 0 &&
      h(
        "details",
        { open: s.unfolded.detail, ontoggle: kept(s, "detail") },
        h("summary", {}, "In detail"),
        h("div", { class: "outs num" }, details.map(row)),
      ),
    never.length > 0 &&
      h(
        "p",
        { class: "foot" },
        "Cannot happen: ",
        never.map((l, i) => [
          i ? ", " : "",
          ruled(l.text.charAt(0).toLowerCase() + l.text.slice(1), l.rule),
        ]),
        ".",
      ),
  ];
}

/**
 * What else is to be said, a line each; a note that begins with a group's name stands with that.
 */
const foot = (/** @type {Odds} */ odds, /** @type {Card[]} */ cards) => [
  odds.notes
    .filter(([text]) => !heads(odds).some((name) => text.startsWith(`${name}: `)))
    .map((n) => noted(n, cards)),
  !odds.exact && h("p", { class: "foot" }, `About, from ${odds.samples} tries.`),
];

/** A link to the odds page; how its address is written is loaded with the first. */
function linked(/** @type {string} */ ruleset, /** @type {any} */ data) {
  const made = h("a", { target: "_blank" }, "More in the odds page");
  import("../shared/address.js").then(({ link }) => {
    made.href = link(ruleset, data);
  });
  return made;
}

/** The same shot on the odds page, or why that cannot say it. */
function more(/** @type {Odds} */ odds, /** @type {State} */ s) {
  if (!odds.situation) return false;
  const { data, notes } = odds.situation;
  const told = notes.map(([text, id]) => [" ", text, " ", rule(id)]);
  return h(
    "p",
    { class: "foot more" },
    data ? linked(s.view?.ruleset.id ?? "", data) : "Not on the odds page:",
    told,
  );
}

function commitButton(/** @type {State} */ s, /** @type {Pick} */ pick) {
  const points = pick.cost ? `, ${pick.cost} ${s.view?.status.currency}` : "";
  const chosen = s.pick?.texts.join() === pick.texts.join();
  if (showsAlready(s, pick.texts.join("; "), pick.turns?.ring))
    return h("p", { class: "sub", "data-key": "again" }, "Press it again to give this order.");
  const onclick = () => {
    if (!chosen) choose(s, pick);
    commit(s);
  };
  return h(
    "button",
    { class: "cta", "data-key": "commit", "aria-disabled": s.busy ? "true" : null, onclick },
    icon((pick.order ?? pick.turns)?.icon || "move"),
    `${pick.label}${points}`,
    chosen && h("kbd", {}, "Enter"), // of what is only pointed at, Enter knows nothing
  );
}

function thinks(/** @type {State} */ s, /** @type {number} */ done) {
  const label = "The computer thinks about your orders";
  const stop = { class: "plain", "data-key": "stop", onclick: () => back(s) };
  return [
    h("h2", {}, "The computer thinks"),
    h("progress", { "aria-label": label, ...(done && { value: done }) }),
    done > 0 && h("p", { class: "sub num" }, percent(done), " ", h("button", stop, "Stop")),
    s.rules && h("p", { class: "sub" }, s.rules),
  ];
}

/** How far off a chance may be; nothing beside a share, or where no games were tried. */
function within(/** @type {Hint["orders"][0]} */ { share, margin }) {
  const points = share === null && margin ? Math.max(1, Math.round(100 * margin)) : 0;
  return points > 0 && h("small", {}, ` \u00b1\u00a0${points}`);
}

/** The computer's advice, the best first. */
function counsel(/** @type {State} */ s, /** @type {Hint} */ { adviser, orders, about }) {
  const mixed = orders.some((o) => o.share !== null);
  const detail = (/** @type {string} */ text) =>
    s.view?.orders.find((x) => x.text === text)?.detail;
  const worth = () =>
    `give each so often; worth ${percent(orders[0].value)} of the points of the ${about}`;
  const tried = () => (orders.some((o) => o.margin) ? "; \u00b1: how far off this may be" : "");
  const entry = (/** @type {Hint["orders"][0]} */ o, /** @type {number} */ i) => {
    const looks = () => advised(s, o.text, true);
    const take = () => advised(s, o.text, false);
    const width = { "aria-hidden": "true", style: `width:${100 * (o.share ?? 0)}%` };
    return h(
      "button",
      { "data-key": `hint ${i}`, onclick: take, onpointerenter: looks, onfocus: looks },
      h("span", {}, o.label || o.text, " ", h("small", {}, detail(o.text))),
      h("b", { class: "num" }, percent(o.share ?? o.value), within(o)),
      mixed && h("i", width),
    );
  };
  return [
    h("h2", {}, `${adviser || "The computer"} would`),
    h("p", { class: "sub" }, mixed ? worth() : `chance to win the ${about} after each${tried()}`),
    h(
      "ol",
      { class: "advice" },
      orders.map((o, i) => h("li", {}, entry(o, i))),
    ),
    !orders.length && h("p", { class: "sub" }, "nothing: there is no choice now."),
  ];
}
