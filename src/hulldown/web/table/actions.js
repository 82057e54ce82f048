/** The action bar: groups of orders as buttons, the choices of an open group, and what is being waited for. */

import { h, hand, icon, letter, panel, pips, preparing, SIDES } from "../shared/dom.js";
import { copy, invites } from "./invites.js";
import { buttons, cardOf, groups, offered, open, ready, roams } from "./orders.js";
import { state } from "./state.js";

/** @typedef {import("../shared/types.js").Order} Order */
/**
 * @typedef {{id: string, icon: string, label: string, detail: string, key: string, cost: any, on?: boolean,
 *   refusal?: any, ability?: boolean, more?: boolean, enter?: boolean}} Face
 */
/**
 * @typedef {{press: (o: Order, list: Order[]) => void, unfold: (group: string) => void, advise: () => void,
 *   peek: (o: Order|null) => void, undo: () => void, now: () => void, watch: () => void, again: () => void, prepareAll: () => void}} Can
 */

/** @param {HTMLElement} el @param {Can} can */
export function drawActions(el, /** @type {import("./state.js").State} */ s, can) {
  const view = s.view;
  if (!view) return;
  const fresh = panel(
    el,
    [view, s.unit, s.group, s.pick, s.busy, s.thinking, s.rules, s.at, s.hint],
    () => {
      if (s.at !== null)
        return [
          note("You look at an earlier step."),
          view.result
            ? plainButton("now", "fwd", "To the end", "and the result", "Esc", can.now)
            : plainButton(
                "now",
                "fwd",
                "Back to now",
                view.seat === null ? "and watch on" : "and play on",
                "Esc",
                can.now,
              ),
        ];
      if (view.result)
        return [
          note(view.result.text),
          plainButton("again", "play", "Watch it again", "from the start", "P", can.watch),
          plainButton("new", "end", "New battle", "like this", "", can.again),
        ];
      if (!view.yours)
        return [waiting(s), asked(view) && h("div", { class: "meta" }, undoButton(view, can))];
      return orders(s, can);
    },
  );
  if (!fresh) return;
  const side = letter(cardOf(view, s.unit)?.side ?? view.seat ?? 0);
  el.className = `slip acts side-${side}${view.yours && s.at === null && wraps(open(s)) ? " many" : roomy(el) ? " few" : ""}`;
  fit(el, open(s) !== null);
  el.querySelector(".strip :is(.act.on, .act.why)")?.scrollIntoView({
    block: "nearest",
    inline: "nearest",
  });
}

/** Where not all fits: what is refused is folded away, then buttons are made small for more rows; choices stay in one. */
function fit(/** @type {HTMLElement} */ el, /** @type {boolean} */ choosing) {
  const strip = el.querySelector(".strip");
  const fold = /** @type {HTMLDetailsElement|null} */ (el.querySelector("details.why-not"));
  const wide = () => strip && strip.scrollWidth > strip.clientWidth + 1;
  if (fold && wide()) {
    el.classList.add("tight");
    fold.open = unfolded || !el.querySelector(".strip > .act:not([data-key='act back'])");
  }
  if (wide() && !choosing && !PHONE.matches && !el.classList.contains("many"))
    el.classList.add("many", "dense");
}

/** Whether what is not possible was folded out by hand. */
let unfolded = false;

const ROW = 6; // choices that fit into one row
const ROOMY = 5; // so few have room for two lines each
const NAMED = 4; // units named that can act in another's stead
const FEW = 2; // abilities shown one by one; more are folded into one button
const PHONE = matchMedia("(max-width: 759px)"); // there the strip is pushed along with the thumb, and all lies in it but the end

/** Choices that point at the board stay in one row, so that the board keeps its size. */
const wraps = (/** @type {import("./orders.js").Group|null} */ g) =>
  g !== null && g.orders.length > ROW && g.orders.every((o) => !o.place && !o.target);

/** Some choices and nothing else: no end of an activation, nothing refused in a corner of its own. */
function roomy(/** @type {HTMLElement} */ el) {
  const count = el.querySelectorAll(".strip > .act").length;
  return count > 1 && count <= ROOMY && !el.querySelector(".end, .refused");
}

const note = (/** @type {string} */ text) => h("p", { class: "note" }, text);

/** Who is waited for, with a bar while the computer thinks. */
function waiting(/** @type {import("./state.js").State} */ s) {
  const view = /** @type {import("../shared/types.js").TableView} */ (s.view);
  const who = view.seats.filter((x) => view.to_act.includes(x.seat));
  const name = who.map((x) => SIDES[x.seat]).join(" and ") || "the other side";
  const computer = who.some((x) => x.kind === "computer");
  const text = computer
    ? `${name} is thinking`
    : view.seat === null
      ? `You watch. ${name} is to act.`
      : `Waiting for ${name}${view.secrets ? " to decide in secret" : ""}.`;
  return h(
    "div",
    { class: "note" },
    text,
    computer &&
      h("progress", {
        "aria-label": text,
        ...(s.thinking !== null && { value: s.thinking, max: 1 }),
      }),
    computer && s.rules && h("small", {}, preparing(s.rules)),
    invites()
      .filter((x) => who.some((seat) => SIDES[seat.seat] === x.side))
      .map((x) =>
        h(
          "button",
          { class: "plain", onclick: (/** @type {Event} */ e) => copy(e, x.link) },
          "Copy the invite link",
        ),
      ),
  );
}

const currency = () => state.view?.status.currency ?? "";

/** @param {Can} can */
function orders(/** @type {import("./state.js").State} */ s, can) {
  const view = /** @type {import("../shared/types.js").TableView} */ (s.view);
  const group = open(s);
  const list = groups(offered(s));
  const end = list.find((g) => g.id === "end");
  const meta = h(
    "div",
    { class: "meta" },
    small("hint", "Advise me", "?", can.advise),
    undoButton(view, can),
  );
  return [
    who(s),
    h(
      "div",
      { class: "strip" },
      group
        ? choices(s, group, can)
        : folded(
            s,
            list.filter((g) => g.id !== "end"),
            can,
          ),
      PHONE.matches && meta,
    ),
    !PHONE.matches && meta,
    end && endButton(s, end.orders[0], can),
  ];
}

/** A button for each group; those where nothing is possible now stand together, smaller, or in a fold. @param {Can} can */
function folded(
  /** @type {import("./state.js").State} */ s,
  /** @type {import("./orders.js").Group[]} */ list,
  can,
) {
  const shown = (/** @type {import("./orders.js").Group} */ g) =>
    g.id === "ability" && g.orders.length <= FEW
      ? g.orders.map((o) => single(s, o, can))
      : [grouped(s, g, can)];
  const refused = list.filter((g) => g.refusal);
  return [list.filter((g) => !g.refusal).flatMap(shown), whyNot(refused.flatMap(shown))];
}

/** Whose orders these are; of a unit that has none now, who has. */
function who(/** @type {import("./state.js").State} */ s) {
  const card = cardOf(s.view, s.unit);
  if (!card) return false;
  const able = s.view?.able ?? [];
  const others =
    able.length > 0 &&
    !able.includes(card.unit) &&
    h(
      "small",
      {},
      h("b", {}, "No order for it now."),
      ` ${able.slice(0, NAMED).join(", ")}${able.length > NAMED ? " and others" : ""} can act `,
      h("kbd", {}, "N"),
    );
  return h(
    "div",
    { class: "who" },
    h("b", {}, `${card.unit} ${card.name}`.trim()),
    others || (card.actions && pips(card.actions, "ap", "actions")),
  );
}

const peeking = (/** @type {Order} */ o, /** @type {Can} */ can) => (/** @type {boolean} */ on) =>
  can.peek(on ? o : null);

/** The button of a group; with one order in it, the button of that order. */
function grouped(
  /** @type {import("./state.js").State} */ s,
  /** @type {import("./orders.js").Group} */ g,
  /** @type {Can} */ can,
) {
  if (g.orders.length === 1) return single(s, g.orders[0], can);
  const on = Boolean(s.pick?.order && s.pick.order.group === g.id);
  return button(
    {
      id: g.id,
      icon: g.icon,
      label: g.label,
      detail: g.detail,
      key: g.key,
      cost: g.costs.length > 1 ? `${g.costs[0]}\u2013${g.costs.at(-1)}` : g.costs[0],
      on,
      refusal: g.refusal,
      more: true,
    },
    () => can.unfold(g.id),
    peeking(g.orders.find((o) => !o.refusal) ?? g.orders[0], can),
  );
}

function single(
  /** @type {import("./state.js").State} */ s,
  /** @type {Order} */ o,
  /** @type {Can} */ can,
  list = [o],
) {
  const alone = o === ready(s);
  const on = alone || s.pick?.texts.join() === o.text;
  return button(
    {
      id: o.text,
      enter: alone,
      icon: o.icon,
      label: o.label,
      detail: o.detail,
      key: o.key,
      cost: o.cost,
      on,
      refusal: o.refusal,
      ability: o.group === "ability",
    },
    () => can.press(o, list),
    peeking(o, can),
  );
}

/** An open group: every choice a button; in a preparation the sensible one waits for Enter. */
function choices(
  /** @type {import("./state.js").State} */ s,
  /** @type {import("./orders.js").Group} */ g,
  /** @type {Can} */ can,
) {
  const first = ready(s);
  const listed = buttons(s, g);
  const same =
    g.orders.length > 1 && g.orders.every((o) => o.label === g.orders[0].label && o.detail);
  const where = (/** @type {Order} */ o) =>
    [o.target || o.place.replace(/(\.\d)\d+/g, "$1")]
      .filter((w) => !`${o.label} ${o.detail}`.includes(w))
      .join("");
  const made = listed.map((o, i) =>
    button(
      {
        id: o.text,
        icon: o.icon,
        label: same ? o.detail : o.label,
        detail: same ? where(o) : o.detail || where(o),
        key: i < 9 ? String(i + 1) : "",
        cost: o.cost,
        on: o === first || s.pick?.texts.join() === o.text,
        refusal: o.refusal,
        enter: o === first,
      },
      () =>
        can.press(
          o,
          g.orders.filter((x) => !x.refusal),
        ),
      peeking(o, can),
    ),
  );
  const back = s.group && plainButton("back", "undo", "Back", g.label, "Esc", () => can.unfold(""));
  const several = (s.view?.cards ?? []).filter((c) => c.side === (s.view?.seat ?? 0)).length > 1;
  const all =
    g.id === "prepare" &&
    several &&
    plainButton("all", "end", "All as suggested", "every unit left", "", can.prepareAll);
  const told = roams(g) && !listed.length && note(`${g.label}: choose a place on the map.`);
  const [able, not] = [false, true].map((no) =>
    made.filter((_, i) => Boolean(listed[i].refusal) === no),
  );
  return [back, all, told, ...able, whyNot(not)];
}

/** What is not possible now, each with its reason; a fold where it has no room. */
const whyNot = (/** @type {HTMLElement[]} */ refused) =>
  refused.length > 0 &&
  h(
    "details",
    { class: "why-not", open: true },
    h(
      "summary",
      {
        "data-key": "why not",
        onclick: (/** @type {any} */ e) => (unfolded = !e.currentTarget.parentNode.open),
      },
      "Not now: ",
      refused.length,
    ),
    h("div", { class: "refused", role: "group", "aria-label": "Not possible now" }, refused),
  );

function button(
  /** @type {Face} */ b,
  /** @type {() => void} */ press,
  /** @type {(on: boolean) => void} */ peek = () => {},
) {
  const cost =
    typeof b.cost === "number" && b.cost > 0 && b.cost < 4
      ? Array.from({ length: b.cost }, () => h("i"))
      : b.cost
        ? h("span", {}, b.cost)
        : "";
  const why = b.refusal
    ? h(
        "span",
        { class: "n" },
        b.refusal.text,
        b.refusal.rule && [" \u00b7 ", h("span", { class: "nb" }, b.refusal.rule)],
      )
    : h("span", { class: "n" }, b.detail);
  return h(
    "button",
    {
      class: `act${b.on ? (b.refusal ? " why" : " on") : ""}${b.ability ? " ab" : ""}`,
      "data-key": `act ${b.id}`,
      "aria-disabled": b.refusal ? "true" : null,
      title: b.refusal ? b.refusal.text : null,
      "aria-haspopup": b.more ? "true" : null,
      onclick: press,
      onpointerenter: (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && peek(true),
      onpointerleave: () => peek(false),
      onfocus: () => hand.keys && peek(true),
      onblur: () => peek(false),
    },
    icon(b.icon || "end"),
    h(
      "span",
      { class: "c" },
      b.key && h("kbd", {}, b.key),
      b.enter && h("kbd", {}, "Enter"),
      cost,
      b.cost ? h("span", { class: "vh" }, `${b.cost} ${currency()}`) : "",
    ),
    h("span", { class: "l" }, b.label),
    why,
  );
}

function plainButton(
  /** @type {string} */ id,
  /** @type {string} */ symbol,
  /** @type {string} */ label,
  /** @type {string} */ detail,
  /** @type {string} */ key,
  /** @type {() => void} */ press,
) {
  return button({ id, icon: symbol, label, detail, key, cost: 0 }, press);
}

/** Whether the other side asks to take its last decision back. */
const asked = (/** @type {import("../shared/types.js").TableView} */ view) =>
  view.undo.possible && typeof view.undo.asked === "number" && view.undo.asked !== view.seat;

const undoButton = (
  /** @type {import("../shared/types.js").TableView} */ view,
  /** @type {Can} */ can,
) =>
  small(
    "undo",
    asked(view) ? "Agree to undo" : "Undo",
    "U",
    can.undo,
    view.undo.possible ? "" : view.undo.why || "nothing to take back",
  );

/** A button of the page in one line; with `why` it is refused but still says so when pressed. */
function small(
  /** @type {string} */ symbol,
  /** @type {string} */ label,
  /** @type {string} */ key,
  /** @type {() => void} */ press,
  why = "",
) {
  return h(
    "button",
    {
      class: "small",
      "data-key": label,
      "aria-disabled": why ? "true" : null,
      title: why || null,
      onclick: press,
    },
    icon(symbol),
    h("span", {}, label),
    h("kbd", {}, key),
    why && h("span", { class: "vh" }, why),
  );
}

function endButton(
  /** @type {import("./state.js").State} */ s,
  /** @type {Order} */ o,
  /** @type {Can} */ can,
) {
  const made = button(
    {
      id: "end",
      icon: o.icon || "end",
      label: o.label,
      detail: o.detail,
      key: "Space",
      cost: 0,
      refusal: o.refusal,
    },
    () => can.press(o, [o]),
  );
  const side = cardOf(s.view, o.unit)?.side ?? s.view?.seat ?? 0;
  made.classList.add("end", `side-${letter(side)}`);
  return made;
}
