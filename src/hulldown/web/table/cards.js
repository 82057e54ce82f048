/** Unit cards with armor plates, and the roster of both sides. */

import { drawing, emblem, h, letter, panel, pips, use } from "../shared/dom.js";
import { cardOf } from "./orders.js";

/** @typedef {import("../shared/types.js").Card} Card */

const WAYS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const LONG = 16; // letters: a longer value has a line of its own
const DRAWINGS = { squad: "inf", suits: "inf", walker: "walk" };
const TURRETS = { tank: "turret", hover: "hturret", gun: "gturret", walker: "torso" };
const CAN = "can act"; // said of a unit that can be given an order
const MARKED = new Set(["tank", "apc", "hover", "gun"]);

/** Draw the card of the unit looked at, of the other unit, and the roster. */
export function drawCards(
  /** @type {Record<string, HTMLElement>} */ el,
  /** @type {import("./state.js").State} */ s,
  /** @type {(unit: string) => void} */ look,
) {
  const view = s.shown;
  if (!view) return;
  const able = new Set(view.able);
  slot(el.unit, cardOf(view, s.unit), "Unit", able.has(s.unit));
  const other = (s.preview?.target || s.target).split(".")[0]; // of a model its detachment
  slot(el.target, other === s.unit ? null : cardOf(view, other), "Other unit", able.has(other));
  panel(el.roster, [view.cards, view.able, s.unit, s.target], () => roster(view, s, look));
}

function slot(
  /** @type {HTMLElement} */ el,
  /** @type {Card|null} */ card,
  /** @type {string} */ label,
  /** @type {boolean} */ able,
) {
  el.hidden = !card;
  el.className = `slip card sheet ${el.dataset.sheet} side-${letter(card?.side ?? 0)}`;
  el.setAttribute("aria-label", card ? `${label}: ${card.unit} ${card.name}` : label);
  panel(el, [card, able], () => (card ? content(card, able) : []));
}

function content(/** @type {Card} */ card, /** @type {boolean} */ able) {
  return [
    h(
      "header",
      {},
      emblem(card.side),
      h("h2", {}, `${card.unit} ${card.name}`.trim(), " ", h("small", {}, card.kind_name)),
      h("p", { class: "at" }, where(card), h("br"), facing(card)),
    ),
    h(
      "div",
      { class: "plates" },
      card.plates ? armor(card, card.plates) : silhouette(card),
      facts(card),
    ),
    longer(card).length > 0 && h("dl", { class: "stat" }, longer(card).map(line)),
    card.crew.length > 0 &&
      h("ul", { class: "crew", "aria-label": "Crew" }, card.crew.map(crewman)),
    (able || card.kit.length > 0 || states(card).length > 0) &&
      h(
        "ul",
        { class: "kit", "aria-label": "Equipment and state" },
        able && h("li", { class: "state able" }, CAN),
        states(card).map((word) => h("li", { class: "state" }, word)),
        card.kit.map(([name, used]) =>
          h(
            "li",
            { class: used ? "used" : null },
            name,
            used && h("span", { class: "vh" }, " used up"),
          ),
        ),
      ),
  ];
}

/** Its place and what is said of it; where there is no map, only that. */
function where(/** @type {Card} */ card) {
  if (!card.place)
    return card.placed || (document.querySelector(".board.track") ? "" : "off the board");
  return [
    "at ",
    h("b", {}, card.place),
    card.placed && card.placed !== card.place && `, ${card.placed}`,
  ];
}

const STATES = { down: "hull down", gone: "escaped" };
const LOST = ["destroyed", "left the table"]; // said in place of: a wreck
const states = (/** @type {Card} */ card) =>
  card.state
    .filter(
      (word) =>
        word !== "active" && (word !== "wreck" || !LOST.some((lost) => card.state.includes(lost))),
    )
    .map((word) => STATES[word] ?? word);

function facing(/** @type {Card} */ card) {
  if (card.hull === null) return "";
  const way = (/** @type {number} */ n) =>
    (card.ways === 8 ? WAYS : WAYS.filter((w) => w.length > 1 || w === "N" || w === "S"))[n];
  return `hull ${way(card.hull)}${card.turret === null ? "" : `, turret ${way(card.turret)}`}`;
}

const line = (/** @type {[string, any]} */ [name, value]) => [
  h("dt", {}, name),
  h("dd", { class: "num" }, value),
];
const longer = (/** @type {Card} */ card) =>
  card.crew.length ? [] : card.facts.filter(([, value]) => value.length > LONG);

function facts(/** @type {Card} */ card) {
  const below = longer(card);
  return h(
    "dl",
    { class: "stat" },
    card.actions && line(["Actions", pips(card.actions)]),
    line([card.track, [pips(card.points, `ap hull side-${letter(card.side)}`), card.note]]),
    card.loaded !== null && line(["Gun", round(card.loaded)]),
    card.facts.filter((fact) => !below.includes(fact)).map(line),
  );
}

function round(/** @type {string} */ loaded) {
  const kind = loaded.toLowerCase();
  if (kind !== "at" && kind !== "he")
    return h(
      "span",
      { class: `round${loaded && loaded !== "empty" ? "" : " empty"}` },
      loaded || "empty",
    );
  return h("span", { class: "round" }, use(`i-${kind}`), loaded);
}

function crewman(/** @type {import("../shared/types.js").CrewSeat} */ seat) {
  const marks = {
    hurt: '<circle class="wound-c" cx="28" cy="28" r="7"/><path class="wound" d="M28 24.500v7M24.5 28h7"/>',
    dead: '<path class="wound" d="M7 7L29 29M29 7L7 29"/>',
  };
  const face = drawing(
    `<svg viewBox="0 0 36 36" class="${seat.state === "reserve" ? "reserve" : ""}" aria-hidden="true"><circle class="man" cx="18" cy="18" r="14"/><text class="man-t" x="18" y="23.5"></text>${marks[seat.state] ?? ""}</svg>`,
  );
  /** @type {Element} */ (face.querySelector("text")).textContent = seat.letter;
  const word =
    { ok: "fit", hurt: "wounded", dead: "killed", reserve: "reserve" }[seat.state] ?? seat.state;
  return h(
    "li",
    { class: seat.state, title: seat.name || null },
    face,
    h("b", {}, seat.role),
    seat.name && h("i", {}, seat.name),
    h(
      "span",
      {},
      seat.note || word,
      seat.note && seat.state !== "ok" && h("span", { class: "vh" }, `, ${word}`),
    ),
  );
}

/** The symbols of a kind of unit, nose up, at the middle of the plates. */
function figure(/** @type {Card} */ card, /** @type {number} */ scale) {
  const side = letter(card.side);
  const hull = DRAWINGS[card.kind] ?? card.kind;
  const frame = 'x="-60" y="-60" width="120" height="120"';
  const wreck = card.state.includes("wreck") ? " out" : "";
  return `<g class="unit side-${side}${wreck}" transform="translate(59 64) scale(${scale})"><use href="#v-${hull}" ${frame}/>${MARKED.has(card.kind) ? `<use href="#m-${hull}-${side}" ${frame}/>` : ""}${TURRETS[card.kind] ? `<use href="#v-${TURRETS[card.kind]}" ${frame}/>` : ""}${card.kind === "tank" ? `<use href="#m-spot-${side}"/>` : card.kind === "walker" ? `<use href="#m-torso-${side}" ${frame}/>` : ""}</g>`;
}

const silhouette = (/** @type {Card} */ card) =>
  drawing(`<svg viewBox="0 0 118 124" aria-hidden="true">${figure(card, 1)}</svg>`);

/** Armor as plates round the unit, as thick as they are strong; the strongest has no more than its room. */
function armor(/** @type {Card} */ card, /** @type {number[]} */ [front, side, rear]) {
  const scale = Math.min(1.25, 9 / Math.max(1, Math.max(front, side, rear) - 3));
  const thick = (/** @type {number} */ n) => Math.max(1, scale * (n - 3));
  return drawing(`<svg viewBox="0 0 118 124" role="img" aria-label="Armor front ${front}, side ${side}, rear ${rear}">${figure(card, 0.84)}
<path class="plate" stroke-width="${thick(front)}" d="M37 27L43 21H75L81 27"/><path class="plate" stroke-width="${thick(side)}" d="M31 36V92M87 36V92"/><path class="plate" stroke-width="${thick(rear)}" d="M38 100H80"/>
<text class="plate-n" x="59" y="15">${front}</text><text class="plate-n" x="14" y="70">${side}</text><text class="plate-n" x="104" y="70">${side}</text><text class="plate-n" x="59" y="121">${rear}</text>
<text class="plate-l" x="95" y="14">FRONT</text><text class="plate-l" x="14" y="81">SIDE</text><text class="plate-l" x="104" y="81">SIDE</text><text class="plate-l" x="90" y="119">REAR</text></svg>`);
}

/** Every unit in one line: for a glance, for fingers and for screen readers; those that can act are marked. */
function roster(
  /** @type {import("../shared/types.js").TableView} */ view,
  /** @type {import("./state.js").State} */ s,
  /** @type {(unit: string) => void} */ look,
) {
  return [
    h("h2", {}, "Forces"),
    h(
      "ul",
      {},
      view.cards.map((card) =>
        h(
          "li",
          { class: `side-${letter(card.side)}` },
          h(
            "button",
            {
              class: view.able.includes(card.unit) ? "able" : null,
              "data-key": `roster ${card.unit}`,
              "aria-pressed": String(card.unit === s.unit || card.unit === s.target),
              onclick: () => look(card.unit),
            },
            emblem(card.side),
            h("b", {}, card.unit),
            h(
              "span",
              { class: "nm" },
              card.name || card.kind_name,
              h(
                "small",
                {},
                [view.able.includes(card.unit) && CAN, card.place, card.placed, ...states(card)]
                  .filter(Boolean)
                  .join(", "),
              ),
            ),
            pips(card.points, `ap hull side-${letter(card.side)}`, card.track.toLowerCase()),
          ),
        ),
      ),
    ),
  ];
}
