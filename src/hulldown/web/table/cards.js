/** Unit cards with armor plates, and the roster of both sides. */

import { drawing, emblem, h, letter, use } from "../shared/dom.js";
import { placeName, shortName, unitName } from "../shared/names.js";
import { panel } from "../shared/panels.js";
import { cardOf } from "./orders.js";
import { look } from "./play.js";
import { change, kept } from "./state.js";

/** @import { Card, CrewSeat, Pips, TableView } from "../shared/types.js" */
/** @import { Piece } from "../shared/dom.js" */
/** @import { State } from "./types.js" */

const WAYS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const FIRST = 3; // facts beside the drawing
const SHORT = 12; // letters: a shorter note stays in one line
/** @type {Record<string, string>} */
const DRAWINGS = { squad: "inf", suits: "inf", walker: "walk" };
/** @type {Record<string, string>} */
const TURRETS = { tank: "turret", hover: "hturret", gun: "gturret", walker: "torso" };
const CAN = "can act"; // said of a unit that can be given an order
const PLATES = "word.FRONT word.SIDE word.REAR";
const MARKED = new Set(["tank", "apc", "hover", "gun"]);

/** Draw the card of the unit looked at, of the other unit, or the roster; and which of them. */
export function drawCards(/** @type {Record<string, HTMLElement>} */ el, /** @type {State} */ s) {
  const view = s.shown;
  if (!view) return;
  const able = new Set(view.able);
  const other = (s.preview?.target || s.target).split(".")[0]; // of a model its detachment
  const card = {
    unit: cardOf(view, s.unit),
    target: other === s.unit ? null : worthTab(cardOf(view, other), s),
  };
  const shows = s.card === "roster" || !card[s.card] ? (card.unit ? "unit" : "roster") : s.card;
  const shown = s.card === "roster" ? "roster" : shows;
  slot(el.unit, card.unit, "Unit", able.has(s.unit), s);
  slot(el.target, card.target, "Other unit", able.has(other), s);
  panel(el.roster, [view.cards, view.able, s.unit, s.target], () => roster(view, s));
  for (const name of ["unit", "target", "roster"]) el[name].hidden = name !== shown;
  const named = (/** @type {Card} */ one) => [emblem(one.side), shortName(view, one.unit)];
  panel(el.which, [shown, card.unit, card.target], () => [
    which(s, "unit", card.unit && named(card.unit), shown),
    which(s, "target", card.target && named(card.target), shown),
    which(s, "roster", ["Forces"], shown),
  ]);
}

/** The card of the other unit; of what is destroyed only as long as that is looked at. */
const worthTab = (/** @type {Card|null} */ card, /** @type {State} */ s) =>
  s.card !== "target" && card && [...LOST, "wreck"].some((word) => card.state.includes(word))
    ? null
    : card;

/** A button that shows another card in the room. */
const which = (
  /** @type {State} */ s,
  /** @type {State["card"]} */ card,
  /** @type {Piece[]|null} */ name,
  /** @type {string} */ shown,
) => {
  const attrs = { "data-key": `card ${card}`, "aria-pressed": String(card === shown) };
  return name && h("button", { ...attrs, onclick: () => change(s, { card }) }, name);
};

function slot(
  /** @type {HTMLElement} */ el,
  /** @type {Card|null} */ card,
  /** @type {string} */ label,
  /** @type {boolean} */ able,
  /** @type {State} */ s,
) {
  el.className = `card side-${letter(card?.side ?? 0)}`;
  el.setAttribute("aria-label", card ? `${label}: ${unitName(card)}` : label);
  panel(el, [card, able], () => (card ? content(card, able, s) : []));
}

function content(/** @type {Card} */ card, /** @type {boolean} */ able, /** @type {State} */ s) {
  const marks = states(card).map(state);
  return [
    h(
      "header",
      {},
      emblem(card.side),
      h(
        "h2",
        {},
        unitName(card),
        " ",
        h("small", {}, h("span", { "data-is": counter(card.kind) }, card.kind_name)),
      ),
      able && h("span", { class: "state able" }, CAN),
    ),
    h(
      "div",
      { class: card.plates ? "plates" : "plates bare" },
      card.plates ? armor(card, card.plates) : silhouette(card),
      facts(card),
    ),
    card.crew.length > 0 &&
      h("ul", { class: "crew", "aria-label": "Crew" }, card.crew.map(crewman)),
    marks.length > 0 && h("ul", { class: "kit", "aria-label": "State" }, marks),
    h(
      "details",
      { open: s.unfolded.all, ontoggle: kept(s, "all") },
      h("summary", {}, "All of it"),
      h("p", { class: "at" }, where(card), " ", facing(card)),
      card.facts.length > 0 && h("dl", { class: "stat" }, card.facts.map(line)),
      card.kit.length > 0 &&
        h("ul", { class: "gear", "aria-label": "Equipment" }, card.kit.map(equipment)),
    ),
  ];
}

const state = (/** @type {string} */ word) =>
  h("li", { class: "state" }, h("span", { "data-is": counter(word) }, STATES[word] ?? word));

const equipment = (/** @type {[string, boolean]} */ [name, used]) =>
  h("li", { class: used ? "used" : null }, name, used && h("span", { class: "vh" }, " used up"));

/** Points of something as cells, full or crossed, which forced colours leave apart. */
function cells(/** @type {Pips} */ row, cls = "", what = "") {
  const one = (/** @type {number} */ i) => {
    const x = 14 * i;
    const cross = `M${x + 1} 1h10v13h-10zM${x + 2} 13L${x + 10} 2`;
    return i < row.on
      ? `<path class="on" d="M${x} 0h12v15h-12z"/>`
      : `<path class="no" d="${cross}"/>`;
  };
  const wide = Math.max(1, 14 * row.full - 2);
  const drawn = Array.from({ length: row.full }, (_, i) => one(i)).join("");
  const svg = drawing(
    `<svg class="cells ${cls}" viewBox="0 0 ${wide} 15" role="img">${drawn}</svg>`,
  );
  svg.setAttribute("aria-label", `${what} ${row.on} of ${row.full}`.trim());
  return svg;
}

/** Its place and what is said of it; where there is no map, only that. */
function where(/** @type {Card} */ card) {
  if (!card.place)
    return card.placed || (document.querySelector(".board.track") ? "" : "off the board");
  return [
    "at ",
    h("b", {}, placeName(card.place)),
    card.placed && card.placed !== placeName(card.place) && `, ${card.placed}`,
  ];
}

/** @type {Record<string, string>} */
const STATES = { down: "hull down", gone: "escaped" };
const LOST = ["destroyed", "left the table"]; // said in place of: a wreck
const states = (/** @type {Card} */ card) =>
  card.state.filter(
    (word) =>
      word !== "active" && (word !== "wreck" || !LOST.some((lost) => card.state.includes(lost))),
  );

/** What the glossary calls a kind or a state of a unit. */
const counter = (/** @type {string} */ word) => `counter.${word.replaceAll(" ", "_")}`;

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

/** What stands beside the drawing where no crew needs the room. */
const first = (/** @type {Card} */ card) =>
  card.facts.filter(([, value]) => value.length <= SHORT).slice(0, FIRST);

/** What a glance at the card has to tell: points, hull, gun. */
function facts(/** @type {Card} */ card) {
  return h(
    "dl",
    { class: "stat" },
    card.actions && line(["Actions", cells(card.actions)]),
    line([
      card.track,
      [
        cells(card.points, "hull"),
        card.note && h("span", { class: card.note.length > SHORT ? null : "nb" }, card.note),
      ],
    ]),
    card.loaded !== null && line(["Gun", round(card.loaded)]),
    card.crew.length === 0 && first(card).map(line),
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

const WOUND = "M28 24.500v7M24.5 28h7";
/** @type {Record<string, string>} */
const MARKS = {
  hurt: `<circle class="wound-c" cx="28" cy="28" r="7"/><path class="wound" d="${WOUND}"/>`,
  dead: '<path class="wound" d="M7 7L29 29M29 7L7 29"/>',
};
/** @type {Record<string, string>} */
const HEALTH = { ok: "fit", hurt: "wounded", dead: "killed", reserve: "reserve" };

function crewman(/** @type {CrewSeat} */ seat) {
  const cls = seat.state === "reserve" ? "reserve" : "";
  const head = '<circle class="man" cx="18" cy="18" r="14"/><text class="man-t" x="18" y="23.5"/>';
  const box = `viewBox="0 0 36 36" class="${cls}" aria-hidden="true"`;
  const face = drawing(`<svg ${box}>${head}${MARKS[seat.state] ?? ""}</svg>`);
  /** @type {Element} */ (face.querySelector("text")).textContent = seat.letter;
  const word = HEALTH[seat.state] ?? seat.state;
  const unsaid = seat.note && seat.state !== "ok";
  return h(
    "li",
    { class: seat.state, title: seat.name || null },
    face,
    h("b", {}, seat.role),
    seat.name && h("i", {}, seat.name),
    h(
      "span",
      { class: seat.state === "ok" && !seat.note ? "vh" : null },
      seat.note || word,
      unsaid && h("span", { class: "vh" }, `, ${word}`),
    ),
  );
}

/** The symbols of a kind of unit, nose up, at the middle of the plates. */
function figure(/** @type {Card} */ card, /** @type {number} */ scale) {
  const side = letter(card.side);
  const hull = DRAWINGS[card.kind] ?? card.kind;
  const symbol = (/** @type {string} */ id) =>
    `<use href="#${id}" x="-60" y="-60" width="120" height="120"/>`;
  const parts = [
    symbol(`v-${hull}`),
    MARKED.has(card.kind) && symbol(`m-${hull}-${side}`),
    TURRETS[card.kind] && symbol(`v-${TURRETS[card.kind]}`),
    card.kind === "tank" && `<use href="#m-spot-${side}"/>`,
    card.kind === "walker" && symbol(`m-torso-${side}`),
  ];
  const cls = `unit side-${side}${card.state.includes("wreck") ? " out" : ""}`;
  const place = `transform="translate(59 ${64 + 8 * scale}) scale(${scale})"`;
  return `<g class="${cls}" ${place}>${parts.filter(Boolean).join("")}</g>`;
}

const silhouette = (/** @type {Card} */ card) =>
  drawing(`<svg viewBox="0 0 118 124" aria-hidden="true">${figure(card, 0.95)}</svg>`);

/** Armor as plates round the unit, as thick as it is strong, the strongest as thick as has room. */
function armor(/** @type {Card} */ card, /** @type {number[]} */ [front, side, rear]) {
  const scale = Math.min(1.25, 9 / Math.max(1, Math.max(front, side, rear) - 3));
  const plate = (/** @type {number} */ n, /** @type {string} */ d) =>
    `<path class="plate" stroke-width="${Math.max(1, scale * (n - 3))}" d="${d}"/>`;
  const text = (
    /** @type {string} */ cls,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number|string} */ words,
  ) => `<text class="plate-${cls}" x="${x}" y="${y}">${words}</text>`;
  const label = `Armor front ${front}, side ${side}, rear ${rear}`;
  return drawing(
    [
      `<svg viewBox="0 0 118 124" role="img" aria-label="${label}" data-is="${PLATES}">`,
      figure(card, 0.62),
      plate(front, "M37 27L43 21H75L81 27"),
      plate(side, "M31 36V92M87 36V92"),
      plate(rear, "M38 100H80"),
      text("n", 59, 15, front),
      text("n", 14, 70, side),
      text("n", 104, 70, side),
      text("n", 59, 121, rear),
      text("l", 95, 14, "FRONT"),
      text("l", 14, 81, "SIDE"),
      text("l", 104, 81, "SIDE"),
      text("l", 90, 119, "REAR"),
      "</svg>",
    ].join(""),
  );
}

/**
 * Every unit in one line: for a glance, for fingers and for ears; those that can act are marked.
 */
function roster(/** @type {TableView} */ view, /** @type {State} */ s) {
  return [
    h("h2", { class: "vh" }, "Forces"),
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
              onclick: () => look(s, card.unit),
            },
            emblem(card.side),
            h(
              "span",
              { class: "nm" },
              h("b", {}, unitName(card)),
              h(
                "small",
                {},
                [
                  view.able.includes(card.unit) && CAN,
                  placeName(card.place),
                  card.placed !== placeName(card.place) && card.placed,
                  ...states(card).map((word) => STATES[word] ?? word),
                ]
                  .filter(Boolean)
                  .join(", "),
              ),
            ),
            cells(card.points, "hull", card.track.toLowerCase()),
          ),
        ),
      ),
    ),
  ];
}
