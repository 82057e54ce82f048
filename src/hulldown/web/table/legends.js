/**
 * The legend: a line for everything that is on this board and nothing else, each with its drawing;
 * the words come from the glossary of the game.
 */

import { drawing, h } from "../shared/dom.js";

/** @import { Terms } from "./types.js" */

/** A kind of unit, nose up. */
const unit = (/** @type {string} */ id, out = false) =>
  `<g class="unit side-a${out ? " out" : ""}" transform="translate(26 20) scale(.4)">` +
  `<use href="#${id}" x="-60" y="-60" width="120" height="120"/></g>`;

/**
 * What a glossary calls it; where it is on a board, as far as the board's shapes do not say so; how
 * it is drawn.
 * @type {[string, string, string][]}
 */
const LINES = [
  [
    "aid.reach",
    ".reach",
    '<path class="reach side-a" d="M14 4H38L50 20L38 36H14L2 20Z"/><g class="cost ' +
      'side-a"><circle cx="26" cy="20" r="11"/><text x="26" y="26">2</text></g>',
  ],
  [
    "aid.reach",
    ".far",
    '<g class="far-as side-a"><path class="far-edge far" d="M3 36q-2-32 23-32t23 ' + '32z"/></g>',
  ],
  [
    "aid.spot",
    ".spot",
    '<g class="cost side-a" transform="translate(26 20)"><circle class="spot" ' + 'r="13"/></g>',
  ],
  [
    "aid.arc",
    ".arc-fill",
    '<path class="arc-fill strong" d="M5 5H47V35H5Z"/><path class="arc-edge" d="M5 ' +
      '5H47V35H5Z"/>',
  ],
  [
    "aid.danger",
    ".l-danger",
    '<path class="legend-risk" d="M5 5H47V35H5ZM5 17L17 5M5 29L29 5M11 35L41 5M23 35L47 11"/>',
  ],
  [
    "aid.arcs",
    ".arc-front",
    '<path class="arc-front" d="M4 20a22 18 0 0 1 44 0z"/><path class="arc-rear" ' +
      'd="M4 20a22 18 0 0 0 44 0z"/><path class="arc-edge" d="M2 20h48"/>',
  ],
  [
    "aid.blind",
    ".arc-blind",
    '<path d="M14 4H38L50 20L38 36H14L2 20Z" class="arc-blind"/><path d="M14 ' +
      '4H38L50 20L38 36H14L2 20Z" class="grid"/>',
  ],
  ["aid.facing", ".facing", '<path class="facing side-a" d="M26 8l14 18h-28z"/>'],
  [
    "aid.refused",
    ".no",
    '<g class="no" transform="translate(26 20)"><circle r="13"/><path d="M-8-8L8 ' + '8"/></g>',
  ],
  [
    "aid.sel",
    ".sel",
    '<path class="sel-case" d="M4 4h44v32H4z"/><path class="sel" d="M4 4h44v32H4z"/>',
  ],
  [
    "aid.ring",
    ".ring",
    '<path class="ring on" d="M26 4a16 16 0 0 1 0 32"/><path class="ring off" ' +
      'd="M26 36a16 16 0 0 1 0-32"/>',
  ],
  [
    "aid.heat",
    ".tube",
    '<rect class="tube" x="22" y="3" width="8" height="34" rx="4"/><rect ' +
      'class="merc" x="23.4" y="14" width="5.2" height="22" rx="2.6"/><path ' +
      'class="limit" d="M18 20h16"/>',
  ],
  [
    "aid.stun",
    ".stun",
    '<g class="stun"><circle cx="26" cy="20" r="15"/><path transform="translate(26 ' +
      '20) scale(1.6)" d="M2-7L-4 1H0L-2 7L4-2H0z"/></g>',
  ],
  [
    "aid.watch",
    ".watch",
    '<path class="watch side-a" d="M8 30a26 26 0 0 1 36 0M8 30l5 6M44 30l-5 6M21 ' +
      '23l5-8 5 8"/>',
  ],
  [
    "marker.flight",
    "",
    '<g class="side-a"><circle class="strike-ring" cx="26" cy="20" r="15"/><path ' +
      'class="dart" d="M42 4L29 17M29 17l1-8M29 17l8-2"/></g>',
  ],
  ["aid.limit", ".span.limit", '<path class="span limit" d="M3 34q23-40 46 0"/>'],
  [
    "aid.near",
    ".near",
    '<g class="near-as"><path class="near-edge" d="M3 36q-2-32 23-32t23 32z"/><path ' +
      'class="near" d="M3 36q-2-32 23-32t23 32z"/></g>',
  ],
  ["aid.snap", ".span.snap", '<path class="span snap" d="M3 34q23-40 46 0"/>'],
  ["aid.band", ".span.band", '<path class="span band" d="M3 34q23-40 46 0"/>'],
  ["aid.range", ".span.range", '<path class="span range" d="M3 34q23-40 46 0"/>'],
  [
    "aid.way",
    ".path:not(.gone)",
    '<g class="way side-a"><path class="path" d="M4 36L20 14 48 8"/><circle ' +
      'class="wp" cx="20" cy="14" r="4"/></g>',
  ],
  [
    "aid.gone",
    ".path.gone",
    '<g class="way side-a"><path class="path gone" d="M4 36L20 14 48 8"/></g>',
  ],
  ["aid.broken", ".chain.bad", '<path class="chain bad" d="M4 20h44"/>'],
  [
    "aid.count",
    ".count",
    '<g class="count" transform="translate(26 20) scale(1.7)"><circle r="8"/><text ' +
      'y="4.4">R</text></g>',
  ],
  [
    "aid.rank",
    ".rank",
    '<g class="rank" transform="translate(26 20) scale(1.7)"><path ' +
      'class="rank-star" d="M0-6.6l2 4.5 4.9.5-3.7 3.3 1.1 4.8-4.3-2.5-4.3 2.5 ' +
      '1.1-4.8-3.7-3.3 4.9-.5z"/></g>',
  ],
  ["aid.open", ".eye.open", '<g class="eye open"><path class="eye-l" d="M4 20h44"/></g>'],
  [
    "aid.concealed",
    ".eye.concealed",
    '<g class="eye concealed"><path class="eye-l" d="M4 20h44"/><path class="eye-m" ' +
      'd="M26 20m-6 0a6 6 0 0 1 12 0z"/></g>',
  ],
  [
    "aid.hidden",
    ".eye.hidden",
    '<g class="eye hidden"><path class="eye-l" d="M4 20h44"/><path class="eye-m" ' +
      'd="M26 20m-6-6h12v12h-12z"/></g>',
  ],
  [
    "aid.blocked",
    ".eye.blocked",
    '<g class="eye blocked"><path class="eye-l" d="M4 20h44"/><path class="eye-m" ' +
      'd="M26 20m-6-6l12 12m-12 0l12-12"/></g>',
  ],
  ["aid.duel", ".duel", '<path class="duel" d="M4 20h44M20 14l12 12m-12 0l12-12"/>'],
  [
    "aid.ghost",
    ".l-range .ghost",
    '<g class="side-a"><rect class="ghost" x="6" y="8" width="40" height="24" ' + 'rx="5"/></g>',
  ],
  [
    "aid.line",
    ".los.far",
    '<path class="los-case" d="M4 20h44"/><path class="los far" d="M4 20h44"/>',
  ],
  [
    "counter.inside",
    ".cargo:not(.outside)",
    '<g class="cargo"><rect class="tag-bg" x="1" y="3" width="50" height="34" rx="5"/>' +
      '<rect class="cargo-bg" x="7" y="9" width="38" height="22" rx="3"/>' +
      '<g transform="translate(26 21) scale(1.3)"><use href="#x-men"/></g></g>',
  ],
  [
    "counter.outside",
    ".cargo.outside",
    '<g class="cargo outside"><rect class="tag-bg" x="1" y="3" width="50" height="34" rx="5"/>' +
      '<rect class="cargo-bg" x="7" y="9" width="38" height="22" rx="3"/>' +
      '<g transform="translate(26 21) scale(1.3)"><use href="#x-men"/></g></g>',
  ],
  [
    "counter.must_be_destroyed",
    '.l-units [href="#x-bull"]',
    '<g transform="translate(26 20) scale(1.3)"><use href="#x-bull"/></g>',
  ],
  [
    "counter.must_be_brought_across",
    '.l-units [href="#x-star"]',
    '<g transform="translate(26 20) scale(1.3)"><use href="#x-star"/></g>',
  ],
  ["terrain.open", "", '<path class="ground" d="M4 6h44v28H4z"/>'],
  [
    "terrain.forest",
    "",
    '<path class="r-forest" d="M4 6h44v28H4z"/><g transform="translate(18 16) ' +
      'scale(0.8)"><use href="#t-tree-1"/></g><g transform="translate(34 24) ' +
      'scale(0.8)"><use href="#t-tree-2"/></g>',
  ],
  [
    "terrain.mud",
    "",
    '<path class="r-mud" d="M14 4H38L50 20L38 36H14L2 20Z"/><path class="puddle" ' +
      'd="M16 15a6 3 0 1 0 12 0a6 3 0 1 0-12 0M27 26a5 2.5 0 1 0 10 0a5 2.5 0 1 0-10 0"/>',
  ],
  [
    "terrain.water",
    "",
    '<path class="r-water" d="M14 4H38L50 20L38 36H14L2 20Z"/><path class="shore" ' +
      'd="M14 4H38L50 20L38 36H14L2 20Z"/>',
  ],
  [
    "terrain.rubble",
    "",
    '<path class="r-rubble" d="M14 4H38L50 20L38 36H14L2 20Z"/><g ' +
      'transform="translate(18 18) scale(0.7)"><use href="#t-stone-1"/></g><g ' +
      'transform="translate(34 24) scale(0.7)"><use href="#t-stone-2"/></g>',
  ],
  [
    "terrain.building",
    "",
    '<path class="f-wall" d="M8 26h36v10H8z"/>' +
      '<path class="f-win" d="M13 29h4v4h-4zM24 29h4v4h-4zM35 ' +
      '29h4v4h-4z"/><path class="f-roof f0" d="M8 4h36v22H8z"/><path class="f-ridge" ' +
      'd="M8 4l12 11h12l12-11M8 26l12-11m12 0l12 11"/>',
  ],
  [
    "terrain.hill",
    "",
    '<path class="r-hill" d="M6 20a20 14 0 0 1 40 0a20 14 0 0 1-40 0z"/><path ' +
      'class="hach" d="M14 12l5 4M26 6v6M38 12l-5 4M14 28l5-4M26 34v-6M38 28l-5-4"/>',
  ],
  [
    "terrain.ruin",
    "",
    '<path class="r-rubble" d="M6 8h40v28H6z"/><path class="ruin-c" d="M6 ' +
      '20V8h14m14 0h12v10M6 28v6h22"/><path class="ruin-w" d="M6 20V8h14m14 0h12v10M6 ' +
      '28v6h22"/>',
  ],
  [
    "terrain.bog",
    "",
    '<path class="r-mud" d="M4 6h44v28H4z"/><path class="reed" d="M18 24l-2-9m2 ' +
      '9l1-11m-1 11l4-8M36 28l-2-9m2 9l1-11m-1 11l4-8"/>',
  ],
  [
    "terrain.danger",
    "",
    '<path class="r-danger" d="M4 4h44v32H4z"/><g class="sign" ' +
      'transform="translate(26 19)"><path class="sign-w" d="M0-9l9 15h-18z"/><path ' +
      'class="sign-b" d="M0-4v5m0 2.6v.2"/></g>',
  ],
  [
    "terrain.wall",
    "",
    '<path class="stone stone-1" d="M4 13h11v14H4z"/>' +
      '<path class="stone stone-2" d="M16 12h10v14H16zM38 ' +
      '13h10v13H38z"/><path class="stone stone-3" d="M27 13h10v15H27z"/>',
  ],
  [
    "terrain.gate",
    "",
    '<rect class="gate" x="5" y="8" width="42" height="24"/><path class="tile" ' +
      'd="M14 8v24m8-24v24m8-24v24m8-24v24"/>',
  ],
  [
    "terrain.debris",
    "",
    '<path class="r-rubble" d="M6 20C8 8 20 4 28 6s18 4 18 15-12 14-20 13S4 32 6 20z"/><path ' +
      'class="stone stone-1" d="M14 12l7-2 3 6-6 4zM30 24l7-3 4 6-7 3z"/><path ' +
      'class="stone stone-3" d="M30 10l6 2-2 6-6-3zM15 25l8-1 2 6-8 1z"/>',
  ],
  [
    "terrain.high",
    "",
    '<path class="f-wall" d="M6 24h40v13H6z"/>' +
      '<path class="f-win" d="M10 27h5v4h-5zM19 27h5v4h-5zM28 ' +
      '27h5v4h-5zM37 27h5v4h-5zM10 33h5v3h-5zM19 33h5v3h-5zM28 33h5v3h-5zM37 33h5v3h-5z"/><path ' +
      'class="f-roof f2" d="M6 2h40v22H6z"/><text class="hl" x="10" y="19">H</text>',
  ],
  [
    "terrain.low",
    "",
    '<path class="f-wall" d="M6 29h40v8H6z"/>' +
      '<path class="f-win" d="M10 31h5v4h-5zM19 31h5v4h-5zM28 ' +
      '31h5v4h-5zM37 31h5v4h-5z"/><path class="f-roof f0" d="M6 4h40v25H6z"/><text class="hl" ' +
      'x="10" y="24">L</text>',
  ],
  [
    "terrain.weak",
    "",
    '<path class="f-roof f0" d="M6 4h40v32H6z"/><path class="crack" d="M20 4l4 8-3 8 5 8-2 8M37 ' +
      '4l-4 8 5 8-3 8 1 8"/><text class="hl weak" x="10" y="31">L</text>',
  ],
  [
    "terrain.barricade",
    "",
    '<path class="barr" d="M4 15h13v10H4zM20 15h13v10H20zM36 15h13v10H36z"/><path class="barr-s" ' +
      'd="M8 23l4-6M24 23l4-6M40 23l4-6"/>',
  ],
  [
    "marker.smoke",
    "",
    '<g><g transform="translate(26 20) scale(0.55)"><use ' + 'href="#x-smoke-1"/></g></g>',
  ],
  ["marker.mine", "", '<g transform="translate(26 20) scale(1.1)"><use href="#x-mine"/></g>'],
  ["marker.objective", "", '<g transform="translate(26 26) scale(0.9)"><use href="#x-flag"/></g>'],
  ["marker.plaza", "", '<g transform="translate(26 20) scale(0.35)"><use href="#x-plaza"/></g>'],
  [
    "marker.waypoint",
    "",
    '<g transform="translate(26 26) scale(0.7)"><use href="#x-waypoint"/></g>',
  ],
  [
    "marker.strike",
    "",
    '<g class="side-a"><circle class="strike-ring" cx="26" cy="20" r="14"/><path ' +
      'class="strike-tick" d="M26 1v9M26 30v9M7 20h9M36 20h9"/></g>',
  ],
  ["marker.place", "", '<text class="hl" x="14" y="27">S1</text>'],
  ["marker.prize", "", '<g transform="translate(26 20) scale(1.3)"><use href="#x-bull"/></g>'],
  [
    "marker.goal",
    "",
    '<g class="side-a"><path class="goal-case" d="M6 7H46"/><path class="goal-line" ' +
      'd="M6 7H46"/><path class="goal-way" d="M12 28L26 17 40 28M12 38L26 27 40 38"/>' +
      "</g>",
  ],
  [
    "marker.lit",
    ".lit-edge",
    '<path class="lit-case" d="M14 4H38L50 20L38 36H14L2 20Z"/><path ' +
      'class="lit-edge" d="M14 4H38L50 20L38 36H14L2 20Z"/>',
  ],
  [
    "marker.deploy",
    "",
    '<g class="side-a"><path class="zone" d="M4 4h44v32H4z"/><path class="zone-edge ' +
      'edge-a" d="M4 4h44v32H4z"/></g>',
  ],
  [
    "marker.score",
    "",
    '<path class="score" d="M4 4h44v32H4z"/><path class="score-edge" d="M4 ' + '4h44v32H4z"/>',
  ],
  [
    "marker.last-seen",
    "",
    '<path class="unseen" d="M12 4h28v32H12z"/><text class="unseen-t" x="26" y="26">' + "?</text>",
  ],
  ["counter.tank", "", unit("v-tank")],
  ["counter.apc", "", unit("v-apc")],
  ["counter.squad", "", unit("v-inf")],
  ["counter.suits", "", unit("v-suit")],
  ["counter.bike", "", unit("v-bike")],
  ["counter.walker", "", unit("v-walk")],
  ["counter.hover", "", unit("v-hover")],
  ["counter.gun", "", unit("v-gun")],
  ["counter.target", "", unit("v-target")],
  ["counter.wreck", "", unit("v-tank", true)],
  ["counter.burning", "", '<g transform="translate(26 28) scale(0.9)"><use href="#x-fire"/></g>'],
  ["counter.cover", "", '<g transform="translate(26 20) scale(0.9)"><use href="#x-cover"/></g>'],
];

/** Everything that the shapes of the board say is there; and the ground that they lie on. */
function there(/** @type {Element} */ board) {
  const shapes = [...board.querySelectorAll("[data-is]")];
  const said = shapes.flatMap((one) => (one.getAttribute("data-is") ?? "").split(" "));
  return new Set(["terrain.open", ...said]);
}

/** The lines for what is on the board now: its drawing, its key and its name. */
function lines(/** @type {Element} */ board, /** @type {Terms} */ terms) {
  const keys = there(board);
  const drawn = new Map(LINES.filter(([, on]) => !on).map(([key, , markup]) => [key, markup]));
  const aids = LINES.filter(([, on]) => on && board.querySelector(on));
  const told = new Set(aids.map(([key]) => key));
  const lying = Object.keys(terms).filter((key) => keys.has(key) && !told.has(key));
  return [
    ...aids.map(([key, , markup]) => [key, markup]),
    ...lying.map((key) => [key, drawn.get(key)]),
  ]
    .filter(([key]) => key && terms[key])
    .map(([key, markup]) => /** @type {[string, string]} */ ([key, markup ?? ""]));
}

/** Fill a legend; true when it is another than before. */
export function fill(
  /** @type {Element} */ list,
  /** @type {Element} */ board,
  /** @type {Terms} */ terms,
) {
  const shown = lines(board, terms);
  const what = shown.map(([key]) => key).join(" ");
  if (list.getAttribute("data-lines") === what) return;
  list.setAttribute("data-lines", what);
  list.replaceChildren(
    ...shown.map(([key, markup]) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "thing", "data-is": key, "data-key": `legend ${key}` },
          drawing(`<svg viewBox="0 0 52 40" aria-hidden="true">${markup}</svg>`),
          terms[key].name,
        ),
      ),
    ),
  );
}
