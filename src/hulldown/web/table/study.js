/**
 * A battle that has ended as a study: luck and turning points on the film's own line, in words
 * beside it, and what was better at a moment.
 */

import { drawing, dressed, emblem, h } from "../shared/dom.js";
import { Who, Whose, who, whose } from "../shared/names.js";
import { call } from "../shared/net.js";
import { named, panel, percent, plain, signed } from "../shared/panels.js";
import { along } from "./export.js";
import { seek, stops } from "./film.js";
import { base } from "./session.js";
import { alter, change } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { Better, FilmStudy, State, Study, Turning } from "./types.js" */

dressed("/static/table/study.css");

const HIGH = 100; // of the plot, which is 100 wide
const RAREST = 1e9;
const LIKELY = 1.5; // of so many games one: nothing to speak of
const SMALL = 0.005; // half a percent

/** Points of a hundred of the chance to win, with their sign. */
const points = (/** @type {number} */ value) => signed(Math.round(100 * value));

// ---------------------------------------------------------------- asking

/** Open the study of a battle that has ended, or close it; what is asked for it ends with it. */
export async function flipStudy(/** @type {State} */ s) {
  if (s.study) {
    s.study.stop.abort();
    change(s, { study: null });
    return;
  }
  const stop = new AbortController();
  change(s, { study: { stop, done: 0, told: null, better: new Map(), making: "" } });
  try {
    const { token } = s.session;
    const told = await call(`${base(s)}/film`, { token, signal: stop.signal });
    if (!stop.signal.aborted) alter(s, { told });
  } catch (error) {
    if (stop.signal.aborted) return;
    const text = /** @type {Error} */ (error).message;
    change(s, { study: null, trouble: { text, rule: "" } });
  }
}

/** Ask the strongest player about the decision that led to the step shown. */
async function askBetter(/** @type {State} */ s, /** @type {number} */ number) {
  const { study } = s;
  if (!study || study.better.get(number) === "") return;
  const keep = (/** @type {Better|string} */ said) =>
    alter(s, { better: new Map(s.study?.better).set(number, said) });
  keep("");
  try {
    const how = { token: s.session.token, signal: study.stop.signal };
    keep(await call(`${base(s)}/better/${number}`, how));
  } catch (error) {
    if (!study.stop.signal.aborted) keep(/** @type {Error} */ (error).message);
  }
}

/** The number of the step on the page. */
const shownAt = (/** @type {State} */ s) => s.at ?? stops(s).at(-1) ?? 0;

/** To the turning point after the step shown, or with -1 to the one before it. */
export function toTurn(/** @type {State} */ s, /** @type {number} */ way) {
  const all = s.study?.told?.turning.map((one) => one.number) ?? [];
  const here = shownAt(s);
  const to = way > 0 ? all.find((n) => n > here) : all.findLast((n) => n < here);
  if (to !== undefined) seek(s, to);
}

// ---------------------------------------------------------------- the page

export function drawStudy(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { study } = s;
  const track = document.querySelector("#film .track");
  if (!track || !study) return;
  if (!study.told) {
    panel(el, [study.done], () => waiting(s, study.done));
    return;
  }
  const { told } = study;
  panel(plot(track), [told, s.view?.log], () => [curves(told), marks(s, told.turning)]);
  const here = shownAt(s);
  panel(el, [told], () => [1, 2, 3].map(() => h("div", { class: "part" })));
  const [luck, turning, now] = /** @type {HTMLElement[]} */ ([...el.children]);
  panel(luck, [told], () => [lucky(s.view, told), everyStep(s.view, told)]);
  panel(turning, [told, here], () => [h("h2", {}, "Turning points"), turns(s, told.turning)]);
  panel(now, [told, here, study.better, study.making], () => [
    moment(s, told, here),
    better(s, study, here),
    along(s, here),
  ]);
}

const waiting = (/** @type {State} */ s, /** @type {number} */ done) => [
  h("p", {}, "The dice are being weighed, decision by decision."),
  h("progress", { "aria-label": "Weighing the dice", value: done, max: 1 }),
  h("button", { class: "plain", onclick: () => flipStudy(s) }, "Leave it"),
];

// ---------------------------------------------------------------- on the film's line

/** The layer of the track that the curves are drawn on. */
function plot(/** @type {Element} */ track) {
  const found = track.querySelector(".luck") ?? h("div", { class: "luck" });
  if (!found.parentNode) track.append(found);
  return /** @type {HTMLElement} */ (found);
}

const across = (/** @type {number} */ index, /** @type {number} */ count) =>
  ((100 * index) / Math.max(1, count - 1)).toFixed(2);

/** The luck that has gathered after each step, and how far it ever went. */
function gathered(/** @type {FilmStudy} */ told) {
  let sum = 0;
  const sums = told.steps.map((step) => {
    sum += step.luck;
    return sum;
  });
  return { sums, most: Math.max(0.5, ...sums.map(Math.abs)) };
}

/** The chance to win as a line between two areas, luck as a broken one about the middle. */
function curves(/** @type {FilmStudy} */ told) {
  const count = told.steps.length;
  const line = (/** @type {number[]} */ values) =>
    values.map((value, i) => `${across(i, count)},${(HIGH * (1 - value)).toFixed(1)}`).join(" ");
  const chance = line(told.steps.map((step) => step.value));
  const { sums, most } = gathered(told);
  const luck = line(sums.map((sum) => 0.5 + sum / most / 2));
  const box = `viewBox="0 0 100 ${HIGH}" preserveAspectRatio="none" aria-hidden="true"`;
  return drawing(
    `<svg ${box}><polygon class="area-b" points="0,0 ${chance} 100,0"/>` +
      `<polygon class="area-a" points="0,${HIGH} ${chance} 100,${HIGH}"/>` +
      `<path class="mid" d="M0 ${HIGH / 2}H100"/><polyline class="spark" points="${chance}"/>` +
      `<polyline class="fortune" points="${luck}"/></svg>`,
  );
}

/** Numbered marks; the list of turning points beside says the same to ears and keys. */
function marks(/** @type {State} */ s, /** @type {Turning[]} */ turning) {
  const all = stops(s);
  return turning.map((one, i) =>
    h(
      "button",
      {
        class: "mark",
        tabindex: -1,
        "aria-hidden": "true",
        title: plain(one.text),
        style: `left: ${across(all.indexOf(one.number), all.length)}%`,
        onclick: () => seek(s, one.number),
      },
      i + 1,
    ),
  );
}

// ---------------------------------------------------------------- in words

const rolls = (/** @type {number} */ count) => (count === 1 ? "one roll" : `${count} rolls`);

/** What the dice gave, and how often they give as much. */
function lucky(/** @type {TableView|null} */ view, /** @type {FilmStudy} */ told) {
  const { total, chance, one_in, rolled, exact } = told.luck;
  const side = who(view, total < 0 ? 1 : 0);
  const much = Math.round(100 * Math.abs(total));
  const often =
    1 / chance < LIKELY
      ? "Most games go like this."
      : `This luck happens in ${1 / chance >= RAREST ? "fewer than " : ""}1 of ` +
        `${one_in.toLocaleString("en")} games with the same decisions.`;
  return [
    h("h2", {}, "Luck"),
    h(
      "p",
      { class: "verdict" },
      rolled === 0
        ? "No die was rolled."
        : Math.abs(total) < SMALL
          ? "The dice favoured nobody. "
          : `The dice favoured ${side}: ${much} points, added up over ${rolls(rolled)}. `,
      rolled > 0 && often,
    ),
    h(
      "p",
      { class: "sub" },
      `Solid: ${whose(view, 0)} chance to win, as the bar shows it. Broken: the luck so far, `,
      "above the middle where it ",
      `favoured ${who(view, 0)}. A point is a hundredth of the chance to win. `,
      exact < rolled && `Of ${rolls(rolled)} ${exact} are counted in full, the others sampled.`,
    ),
  ];
}

/** Every step as a line of words. */
function everyStep(/** @type {TableView|null} */ view, /** @type {FilmStudy} */ told) {
  const { sums } = gathered(told);
  const rows = told.steps.map((step, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, i),
      h("td", {}, percent(step.value)),
      h("td", {}, step.rolled ? points(step.luck) : "\u2013"),
      h("td", {}, points(sums[i])),
    ),
  );
  const head = ["Step", `${Whose(view, 0)} chance`, "Luck", "Gathered"];
  return h(
    "details",
    {},
    h("summary", {}, "Every step in numbers"),
    h(
      "table",
      { class: "num" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** What of a turning point was decided and what the dice gave; of these nothing that is none. */
const shares = (/** @type {Turning} */ { decided, luck }) =>
  [
    Math.abs(decided) >= SMALL && `decision ${points(decided)}`,
    Math.abs(luck) >= SMALL && `dice ${points(luck)}`,
  ]
    .filter(Boolean)
    .join(", ");

function turns(/** @type {State} */ s, /** @type {Turning[]} */ turning) {
  if (!turning.length)
    return h("p", { class: "sub" }, "Nothing moved the chance to win by ten points at once.");
  const here = shownAt(s);
  const cards = s.view?.cards ?? [];
  return h(
    "ol",
    { class: "turns" },
    turning.map((one) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            "data-key": `turn ${one.number}`,
            "aria-current": one.number === here ? "step" : null,
            onclick: () => seek(s, one.number),
          },
          emblem(one.seat),
          h("b", {}, `${Who(s.view, 0)} ${percent(one.before)} \u2192 ${percent(one.after)}`),
          h("small", {}, shares(one)),
          h("span", { class: "told" }, h("b", {}, plain(one.order))),
          h("span", { class: "told" }, named(one.text.split("\n")[0], cards)),
        ),
      ),
    ),
  );
}

/** The step that is shown. */
function moment(/** @type {State} */ s, /** @type {FilmStudy} */ told, /** @type {number} */ here) {
  const step = told.steps.find((one) => one.number === here);
  const index = stops(s).indexOf(here);
  if (!step) return h("h2", {}, "This moment");
  const dice = step.rolled ? `, the dice gave ${points(step.luck)}` : "";
  return [
    h("h2", {}, `Step ${index}`),
    h("p", { class: "sub" }, `${Whose(s.view, 0)} chance to win is ${percent(step.value)}${dice}.`),
  ];
}

function better(/** @type {State} */ s, /** @type {Study} */ study, /** @type {number} */ here) {
  const said = study.better.get(here);
  if (here === 0) return h("p", { class: "sub" }, "Nothing was decided yet.");
  if (said === "") return h("p", { role: "status" }, "The strongest player thinks about it \u2026");
  const ask = () => askBetter(s, here);
  const button = h(
    "button",
    { class: "plain", "data-key": "better", onclick: ask },
    "What was better here?",
  );
  if (said === undefined) return button;
  if (typeof said === "string") return [h("p", { class: "fault", role: "status" }, said), button];
  return h("div", { class: "better", role: "status" }, verdict(s.view, said));
}

function verdict(/** @type {TableView|null} */ view, /** @type {Better} */ said) {
  const best = said.orders[0];
  const own = said.value === null ? "which it did not consider" : percent(said.value);
  const reach = (said.value ?? -1) + (best?.margin ?? 0); // a difference within the error is none
  const same = best?.text === said.given || reach >= best?.value;
  return [
    h(
      "p",
      {},
      `${Who(view, said.seat)} ordered \u201c${plain(said.label)}\u201d (${own}). `,
      same
        ? "It knows nothing clearly better."
        : `${said.adviser || "The computer"} would have ordered:`,
    ),
    !same &&
      h(
        "ol",
        {},
        said.orders.map((one) =>
          h(
            "li",
            {},
            `${plain(one.label)}, `,
            h("b", { class: "num" }, percent(one.value)),
            one.share !== null && one.share < 1 - SMALL && ` (${percent(one.share)} of the time)`,
          ),
        ),
      ),
  ];
}
