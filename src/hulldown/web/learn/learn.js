/** The lessons and puzzles of a ruleset, with how far this browser is in each. */

import { $, h } from "../shared/dom.js";
import { allLearnt, keepLearnt, learnt, share } from "../shared/learnt.js";
import { call } from "../shared/net.js";
import { percent } from "../shared/panels.js";

/** @import { Taught } from "../shared/types.js" */

const RULESET = location.pathname.split("/").filter(Boolean)[1] ?? "";
const key = (/** @type {Taught} */ one) => `${RULESET}/${one.id}`;

/** How far a lesson is, in words; of a puzzle how good the best answer was. */
function far(/** @type {Taught} */ one) {
  const { done, step, share } = learnt(key(one));
  if (one.kind === "puzzle") {
    if (!done) return "";
    return share === 1 ? "solved" : `${percent(share ?? 0)} of the best so far`;
  }
  if (step > 0 && step < one.steps) return `you are at step ${step + 1} of ${one.steps}`;
  return done ? "done" : `${one.steps} steps, about ten minutes`;
}

/** The word on the button of a lesson. */
function word(/** @type {Taught} */ one) {
  const { done, step } = learnt(key(one));
  return step > 0 && step < one.steps ? "Go on" : done ? "Once more" : "Begin";
}

function lesson(/** @type {Taught} */ one) {
  const { step, done, share } = learnt(key(one));
  // Who begins once more begins at the beginning.
  const afresh = () => {
    if (step >= one.steps) keepLearnt(key(one), { played: [], done, step: 0, share });
  };
  return h(
    "article",
    {},
    h("h2", {}, one.title),
    h("p", {}, one.text),
    h(
      "div",
      { class: "row" },
      h("a", { class: "cta", href: `/learn/${key(one)}`, onclick: afresh }, word(one)),
      h("span", { class: "sub" }, far(one)),
    ),
  );
}

function puzzle(/** @type {Taught} */ one, /** @type {number} */ at) {
  const { done, share } = learnt(key(one));
  const state = !done ? "" : share === 1 ? "best" : "some";
  return h(
    "li",
    {},
    h(
      "a",
      { class: state, href: `/learn/${key(one)}` },
      h("span", { class: "at num", "aria-hidden": "true" }, state === "best" ? "\u2713" : at + 1),
      h("span", {}, h("b", {}, one.title), h("small", {}, one.text)),
      h("i", {}, far(one)),
    ),
  );
}

/** All rulesets, one of which is learnt first. */
async function shelf() {
  const all = await call("/api/home");
  $("about").textContent = "A guided battle, step by step, then puzzles.";
  $("lessons").replaceChildren(
    ...all.map((/** @type {any} */ { id, name, text, lesson }) =>
      h(
        "article",
        {},
        h("h2", {}, name),
        h("p", {}, text),
        h(
          "div",
          { class: "row" },
          lesson
            ? h("a", { class: "cta", href: `/learn/${id}`, "aria-label": `Learn ${name}` }, "Learn")
            : h("span", { class: "sub" }, "No lesson has been written for these rules yet."),
          h(
            "a",
            { class: "plain", href: `/rulebook/${id}`, "aria-label": `Rules of ${name}` },
            "Rules",
          ),
        ),
      ),
    ),
  );
}

async function draw() {
  if (!RULESET) return shelf();
  const [course, all] = await Promise.all([call(`/api/learn/${RULESET}`), call("/api/rulesets")]);
  $("name").textContent = `Learn ${course.name}`;
  document.title = `Learn ${course.name} \u00b7 hulldown`;
  $("others").replaceChildren(
    ...all
      .filter((/** @type {any} */ one) => one.id !== RULESET)
      .map((/** @type {any} */ one) =>
        h("a", { class: "plain", href: `/learn/${one.id}` }, one.name),
      ),
  );
  const kind = (/** @type {string} */ name) =>
    course.taught.filter((/** @type {Taught} */ one) => one.kind === name);
  const [lessons, puzzles] = [kind("lesson"), kind("puzzle")];
  const none = h("p", {}, "No lesson has been written for these rules yet.");
  $("lessons").replaceChildren(...(lessons.length ? lessons.map(lesson) : [none]));
  $("puzzles").hidden = !puzzles.length;
  $("about").textContent = lessons.length
    ? `A guided battle, ${puzzles.length ? "then puzzles" : "step by step"}.`
    : "";
  const known = allLearnt();
  const solved = puzzles.filter((/** @type {Taught} */ one) => known[key(one)]?.share === 1).length;
  $("puzzles").replaceChildren(
    h("h2", {}, "Puzzles"),
    h(
      "p",
      { class: "sub" },
      `One question each; the program weighs every answer. ${solved} of ${puzzles.length} solved.`,
    ),
    h("ol", {}, puzzles.map(puzzle)),
  );
}

draw()
  .then(async () => (await share()) && draw())
  .catch((error) => {
    $("trouble").hidden = false;
    $("trouble").textContent = error.message;
    $("lessons").hidden = true;
  });
// Who comes back by the browser's own button sees what was done meanwhile.
addEventListener("pageshow", (event) => event.persisted && draw());
