/** The battle as film: a slider over all steps, with the chance to win under it. */

import { drawing, glyph, h, panel, use } from "../shared/dom.js";
import { setting } from "../shared/net.js";
import { change, state } from "./state.js";

const PACE = 750; // ms for each step when the film runs

/**
 * @param {HTMLElement} el
 * @param {(number: number) => Promise<import("../shared/types.js").TableView>} step the position after that many actions
 */
export function makeFilm(el, step) {
  const button = (
    /** @type {Node} */ sign,
    /** @type {string} */ label,
    /** @type {() => void} */ press,
  ) => h("button", { "aria-label": label, title: label, onclick: press }, sign);
  const play = button(use("i-play"), "Play", toggle);
  const count = h("span", { class: "num count" });
  const graph = h("div", { class: "graph" });
  const slider = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step of the battle",
      oninput: () => go(Number(slider.value)),
    })
  );
  const live = h("button", { class: "live", onclick: () => go(Infinity) }, "now");
  el.append(
    button(use("i-back"), "To the start", () => go(0)),
    button(glyph("M15 6l-6 6 6 6"), "Step back", () => by(-1)),
    play,
    button(glyph("M9 6l6 6-6 6"), "Step on", () => by(1)),
    button(use("i-fwd"), "To now", () => go(Infinity)),
    count,
    h("div", { class: "track" }, graph, slider),
    live,
  );
  let wanted = -1;
  let fetching = false;

  /** The place of the shown step among all; the last one is now. */
  const place = () =>
    state.at === null ? stops(state).length - 1 : stops(state).indexOf(state.at);
  const by = (/** @type {number} */ steps) => go(place() + steps);

  /** Show a step; several wishes in a row end at the last one. */
  async function go(/** @type {number} */ index) {
    const all = stops(state);
    if (!state.view) return;
    if (index >= all.length - 1) {
      wanted = -1;
      change({ at: null, playing: false, shown: state.view });
      return;
    }
    wanted = all[Math.max(0, index)];
    change({ at: wanted });
    if (fetching) return;
    fetching = true;
    try {
      while (wanted >= 0) {
        const asked = wanted;
        const shown = await step(asked);
        if (wanted >= 0) change({ shown });
        if (wanted === asked) break;
      }
    } catch (error) {
      change({ trouble: { text: /** @type {Error} */ (error).message, rule: "" }, playing: false });
    } finally {
      fetching = false;
    }
  }

  async function toggle() {
    if (state.playing) return change({ playing: false });
    change({ playing: true });
    if (state.at === null) await go(0);
    while (state.playing && state.at !== null) {
      await new Promise((done) => setTimeout(done, PACE));
      if (state.playing) await by(1);
    }
    change({ playing: false });
  }

  function draw(/** @type {import("./state.js").State} */ s) {
    const [index, last] = [place(), stops(s).length - 1];
    slider.max = String(last);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", `step ${index} of ${last}`);
    count.textContent = `${index} of ${last}`;
    live.classList.toggle("past", s.at !== null);
    live.textContent = s.view?.result ? "end" : "now";
    play.setAttribute("aria-label", s.playing ? "Pause" : "Play");
    panel(play, [s.playing], () => [s.playing ? glyph("M8 5v14M16 5v14") : use("i-play")]);
    panel(graph, [s.chances, s.view?.log, setting("chances", "on")], () => [line(s)]);
  }

  return { draw, go, by, toggle };
}

/** The numbers of the positions that stand, from the set-up to now; what was undone is not among them. */
const stops = (/** @type {import("./state.js").State} */ s) => [
  ...new Set([0, ...(s.view?.log ?? []).map((part) => part.number)]),
];

/** The chance to win after each step as two areas, and a tick where each turn begins. */
function line(/** @type {import("./state.js").State} */ s) {
  const all = stops(s);
  const across = (/** @type {number} */ index) =>
    ((100 * index) / Math.max(1, all.length - 1)).toFixed(2);
  const known =
    setting("chances", "on") === "on"
      ? all
          .map((n, i) => ({ x: across(i), chance: s.chances[n] }))
          .filter((p) => typeof p.chance === "number")
      : [];
  const points = known
    .map((p) => `${p.x},${(34 * (1 - /** @type {number} */ (p.chance))).toFixed(1)}`)
    .join(" ");
  const [from, to] = [known[0]?.x, known.at(-1)?.x];
  const areas =
    known.length > 1
      ? `<polygon class="area-b" points="${from},0 ${points} ${to},0"/><polygon class="area-a" points="${from},34 ${points} ${to},34"/><path class="mid" d="M0 17H100"/><polyline class="spark" points="${points}"/>`
      : "";
  const ticks = turns(s)
    .map((n) => `<path class="tick" d="M${across(all.indexOf(n))} 0V34"/>`)
    .join("");
  return drawing(
    `<svg viewBox="0 0 100 34" preserveAspectRatio="none" aria-hidden="true">${areas}${ticks}</svg>`,
  );
}

/** The steps at which the log opens a new turn, or what a ruleset counts in its stead. */
function turns(/** @type {import("./state.js").State} */ s) {
  const seen = new Set();
  const opens = new RegExp(`^${s.view?.status.period} (\\d+)`);
  return (s.view?.log ?? [])
    .filter((part) =>
      part.sentences.some((x) => {
        const turn = x.heading && opens.exec(x.text)?.[1];
        return turn && !seen.has(turn) && seen.add(turn);
      }),
    )
    .map((part) => part.number);
}
