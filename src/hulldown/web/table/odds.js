/** The slip beside the board: odds of what is chosen, the reason why it cannot be, a plan, or advice. */

import { h, icon, named, noted, panel, percent, rule, ruled, signed } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { change } from "./state.js";

/** @typedef {import("../shared/types.js").Pick} Pick */
/** @typedef {import("../shared/types.js").Odds} Odds */

/** The details stay open from one choice to the next. */
let unfolded = false;

/** @type {Map<string, Odds|string>} */
const known = new Map();

/**
 * The odds of a choice, from memory or asked for; undefined while the server reckons, a string when it cannot say.
 * @param {import("./state.js").State} s @param {Pick} pick @param {string} token
 */
function oddsOf(s, pick, token) {
  const query = pick.texts.map((t) => `action=${encodeURIComponent(t)}`).join("&");
  const key = `${s.view?.number} ${s.view?.seat} ${query}`;
  if (known.has(key)) return known.get(key);
  known.set(key, "");
  call(`/api/games/${s.game}/odds?${query}`, { token })
    .catch((error) => error.message)
    .then((odds) => {
      if (known.size > 300) known.clear();
      known.set(key, odds);
      change({});
    });
  return undefined;
}

/**
 * Draw the slip.
 * @param {HTMLElement} el
 * @param {import("./state.js").State} s
 * @param {{token: string, commit: () => void, choose: (p: Pick) => void, advise: (text: string, look: boolean) => void, stop: () => void}} can
 */
export function drawOdds(el, s, can) {
  const pick = s.at === null ? (s.preview ?? s.pick) : null;
  const odds =
    pick && (pick.random || pick.order?.explained) && !pick.refusal
      ? oddsOf(s, pick, can.token)
      : null;
  const advice = s.at === null && !pick ? s.hint : null;
  if (!s.pick) counted = null;
  el.classList.toggle("empty", !pick && !advice && s.advising === null);
  const nothing = idle(s);
  panel(el, [pick, odds, advice, s.pick, s.busy, s.advising, nothing], () => {
    if (s.advising !== null) return thinks(s.advising, can);
    if (pick) return chosen(s, pick, odds, can);
    if (advice) return advised(s, advice, can);
    return [h("p", { class: "sub" }, nothing)];
  });
}

/** What the slip says when nothing is chosen. */
function idle(/** @type {import("./state.js").State} */ s) {
  if (s.at !== null)
    return "You look at an earlier step. Odds show here once you are back at the last one.";
  if (s.view?.result) return "The battle is over: there is nothing left to reckon.";
  if (s.view?.yours) return "Choose an order or a target: what it can do shows here.";
  return s.view?.seat === null
    ? "You watch. Odds show here to those who play."
    : "Odds show here when it is your turn.";
}

/** @param {any} odds @param {Parameters<typeof drawOdds>[2]} can */
function chosen(/** @type {import("./state.js").State} */ s, /** @type {Pick} */ pick, odds, can) {
  const cards = s.view?.cards ?? [];
  const told = odds && typeof odds === "object" ? odds : null;
  const title = told?.title || (pick.target ? `${pick.label} at {${pick.target}}` : pick.label);
  const detail = told?.subtitle ?? pick.order?.detail ?? "";
  return [
    h("h2", {}, named(title, cards)),
    detail && h("p", { class: "sub" }, named(detail, cards)),
    pick.others.length > 1 && choices(s, pick, can),
    !pick.refusal && amount(pick, s.pick, can),
    pick.refusal &&
      h(
        "p",
        { class: "warn" },
        h("b", {}, "Not possible:"),
        h("span", {}, pick.refusal.text, " ", rule(pick.refusal.rule)),
      ),
    told &&
      h(
        "div",
        { class: "told" },
        need(told, pick),
        mods(told),
        pick.random && [bar(told), lines(told, cards)],
        foot(told, cards),
        more(told, s),
      ),
    pick.random &&
      !pick.refusal &&
      !told &&
      h("p", { class: "sub reckon" }, odds || "Reckoning the odds \u2026"),
    pick.texts.length > 1 &&
      h(
        "ol",
        { class: "plan" },
        (pick.words ?? pick.texts).map((t) => h("li", {}, t)),
      ),
    pick.texts.length === 0 && h("p", { class: "sub" }, "Looking for the way \u2026"),
    pick.texts.length > 0 && !pick.refusal && commitButton(s, pick, can),
  ].filter(Boolean);
}

const FINE = matchMedia("(pointer: fine)"); // elsewhere a field that is entered brings up the keyboard

/** The order whose number was last asked for: its field is entered once. @type {import("../shared/types.js").Order|null} */
let counted = null;

/**
 * The number in an order as a field: what it comes to is told while it is typed, Enter gives the order.
 * @param {Parameters<typeof drawOdds>[2]} can
 */
function amount(/** @type {Pick} */ pick, /** @type {Pick|null} */ held, can) {
  const asked = pick.order?.amount;
  if (!asked) return false;
  const now = pick.amount ?? asked.value;
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      "data-key": "amount",
      inputmode: "numeric",
      autocomplete: "off",
      role: "spinbutton",
      "aria-valuemin": asked.low,
      "aria-valuemax": asked.high,
      "aria-valuenow": now,
      value: now,
    })
  );
  const give = (/** @type {number} */ wish) => {
    const number = Math.min(asked.high, Math.trunc(wish));
    if (number >= asked.low && number !== now)
      can.choose({ ...pick, amount: number, texts: [asked.text.replace("{}", String(number))] });
    else if (number !== wish) field.value = String(now);
  };
  field.oninput = () => give(Number(field.value));
  field.onblur = () => (field.value = String(now));
  field.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
    if (by) give(now + by);
    if (event.key === "Enter" && Number(field.value) === now) can.commit();
    if (event.key === "Escape") field.blur();
    if (by || event.key === "Enter") event.preventDefault();
  };
  const entered = pick === held && counted !== pick.order && FINE.matches;
  if (pick === held) counted = pick.order;
  if (entered) queueMicrotask(() => field.select());
  return h(
    "label",
    { class: "amount" },
    asked.name,
    field,
    h("span", { class: "num" }, `${asked.low} to ${asked.high}`),
  );
}

/** @param {Parameters<typeof drawOdds>[2]} can */
function choices(/** @type {import("./state.js").State} */ s, /** @type {Pick} */ pick, can) {
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": "Ways to do it" },
    pick.others.map((o) =>
      h(
        "button",
        {
          "data-key": `way ${o.text}`,
          "aria-pressed": String(o.text === pick.texts[0]),
          title: o.detail,
          onclick: () =>
            can.choose({
              ...pick,
              texts: [o.text],
              order: o,
              label: o.label,
              cost: o.cost,
              random: o.random,
              refusal: o.refusal,
            }),
        },
        apart(o, pick.others),
      ),
    ),
  );
}

/** What tells a way from the others: its label, its detail, or both where only some are called alike. */
function apart(
  /** @type {import("../shared/types.js").Order} */ o,
  /** @type {import("../shared/types.js").Order[]} */ others,
) {
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
  const parts = odds.lines.filter((l) => l.group === "result" && l.value > 0);
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

function lines(/** @type {Odds} */ odds, /** @type {import("../shared/types.js").Card[]} */ cards) {
  const row = (/** @type {import("../shared/types.js").OddsLine} */ l) => [
    l.group === "result" ? h("i", { class: `key k-${l.mark || "dead"}` }) : h("span"),
    h("span", {}, ruled(l.text, l.rule)),
    h("b", {}, percent(l.value, l.value > 0 && l.value < 1 ? 1 : 0)),
    h(
      "span",
      { class: "fr" },
      l.chance === "0" || l.chance === "1" || l.chance.length > 20
        ? ""
        : l.chance.split("/").map((n, i) => (i ? ["/", h("wbr"), n] : n)),
    ),
  ];
  const group = (/** @type {string} */ name) => odds.lines.filter((l) => l.group === name);
  const results = group("result");
  const [effects, details] = [group("effect"), group("detail")].map((list) =>
    list.filter((l) => l.value > 0),
  );
  const never = odds.lines.filter((l) => ["effect", "detail"].includes(l.group) && l.value === 0);
  const between = results.length > 0 && effects.length > 0 && h("span", { class: "sep" });
  return [
    h("div", { class: "outs num" }, results.map(row), between, effects.map(row)),
    heads(odds).map((name) =>
      h(
        "div",
        { class: "outs num" },
        odds.notes.find(([text]) => text.startsWith(`${name}: `))
          ? odds.notes
              .filter(([text]) => text.startsWith(`${name}: `))
              .map((n) => noted(n, cards, "head"))
          : h("b", { class: "head" }, name),
        group(name).map(row),
      ),
    ),
    details.length > 0 &&
      h(
        "details",
        { open: unfolded, ontoggle: (/** @type {any} */ e) => (unfolded = e.target.open) },
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

/** What else is to be said, a line each; a note that begins with the name of a group stands with that. */
const foot = (
  /** @type {Odds} */ odds,
  /** @type {import("../shared/types.js").Card[]} */ cards,
) => [
  odds.notes
    .filter(([text]) => !heads(odds).some((name) => text.startsWith(`${name}: `)))
    .map((n) => noted(n, cards)),
  !odds.exact && h("p", { class: "foot" }, `About, from ${odds.samples} tries.`),
];

/** A link to the odds page; how its address is written is loaded with the first: before, it leads nowhere. */
function linked(/** @type {string} */ ruleset, /** @type {any} */ data) {
  const made = /** @type {HTMLAnchorElement} */ (
    h("a", { target: "_blank" }, "More in the odds page")
  );
  import("../shared/address.js").then(({ link }) => (made.href = link(ruleset, data)));
  return made;
}

/** The same shot on the odds page, or why that cannot say it. */
function more(/** @type {Odds} */ odds, /** @type {import("./state.js").State} */ s) {
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

/** @param {Parameters<typeof drawOdds>[2]} can */
function commitButton(/** @type {import("./state.js").State} */ s, /** @type {Pick} */ pick, can) {
  const points = pick.cost ? `, ${pick.cost} ${s.view?.status.currency}` : "";
  return h(
    "button",
    {
      class: "cta",
      "data-key": "commit",
      "aria-disabled": s.busy ? "true" : null,
      onclick: () => {
        if (s.pick?.texts.join() !== pick.texts.join()) can.choose(pick);
        can.commit();
      },
    },
    icon(pick.order?.icon || "move"),
    `${pick.label}${points}`,
    h("kbd", {}, "Enter"),
  );
}

/** @param {Parameters<typeof drawOdds>[2]} can */
const thinks = (/** @type {number} */ done, can) =>
  [
    h("h2", {}, "The computer thinks"),
    h("progress", {
      "aria-label": "The computer thinks about your orders",
      ...(done && { value: done }),
    }),
    done > 0 &&
      h(
        "p",
        { class: "sub num" },
        percent(done),
        " ",
        h("button", { class: "plain", "data-key": "stop", onclick: can.stop }, "Stop"),
      ),
  ].filter(Boolean);

/** @param {Parameters<typeof drawOdds>[2]} can */
function advised(
  /** @type {import("./state.js").State} */ s,
  /** @type {import("../shared/types.js").Hint} */ { adviser, orders },
  can,
) {
  const mixed = orders.some((o) => o.share !== null);
  const told = (/** @type {string} */ text) => s.view?.orders.find((x) => x.text === text)?.detail;
  return [
    h("h2", {}, `${adviser || "The computer"} would`),
    h(
      "p",
      { class: "sub" },
      mixed
        ? `give each so often; worth ${percent(orders[0].value)} of the points`
        : "chance to win after each",
    ),
    h(
      "ol",
      { class: "advice" },
      orders.map((o, i) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              "data-key": `hint ${i}`,
              onclick: () => can.advise(o.text, false),
              onpointerenter: () => can.advise(o.text, true),
              onfocus: () => can.advise(o.text, true),
            },
            h("span", {}, o.label || o.text, " ", h("small", {}, told(o.text))),
            h("b", { class: "num" }, percent(o.share ?? o.value)),
            mixed && h("i", { "aria-hidden": "true", style: `width:${100 * (o.share ?? 0)}%` }),
          ),
        ),
      ),
    ),
    !orders.length && h("p", { class: "sub" }, "nothing: there is no choice now."),
  ].filter(Boolean);
}
