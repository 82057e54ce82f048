/** What is seldom changed: folded under the question. */

import { h } from "../shared/dom.js";
import { call, textOf } from "../shared/net.js";
import { trouble } from "../shared/notices.js";
import { askOf, change, mostOf, nameOf, soon } from "./state.js";
import { asFile, playerNames } from "./words.js";

/** @import { Ask, Lab } from "./types.js" */

const KEY = "more";
const TABLES = [
  ["units", "what happens to units"],
  ["choices", "which orders players give"],
];

export function drawMore(/** @type {Lab} */ lab) {
  const { ask, unfolded, judged } = lab;
  const ontoggle = (/** @type {any} */ event) =>
    unfolded[event.target.open ? "add" : "delete"](KEY);
  const off = !judged?.toml;
  const give = {
    type: "button",
    class: "plain",
    disabled: off,
    "data-key": "file",
    onclick: () => asFile(lab),
  };
  return [
    h(
      "details",
      { class: "advanced", open: unfolded.has(KEY), ontoggle },
      h("summary", { "data-key": KEY }, "More about this question"),
      h("div", { class: "fields" }, fields(lab)),
      h("fieldset", { class: "keep" }, h("legend", {}, "Record in every game"), keeping(lab)),
      h("div", { class: "row" }, h("button", give, "As a file"), opener(lab)),
    ),
    known(lab),
    ask.kind === "atlas" &&
      judged &&
      h("p", { class: "sub" }, `${judged.questions} changes, one at a time.`),
  ];
}

/** Who plays, in a line: how strong they are. */
function known(/** @type {Lab} */ { ask, offer }) {
  const one = offer.players.find(({ id }) => id === ask.player);
  if (!one || ask.kind === "depth") return "";
  return h("p", { class: "sub" }, h("b", {}, `${one.name} (${one.id}): `), one.text);
}

/** @type {[keyof Ask, string, number, number, number|string][]} */
const NUMBERS = [
  ["seed", "Seed of the dice", 0, 2 ** 32 - 1, 1],
  ["error", "Wrong at most this many times in a hundred", 0.1, 49, "any"],
];

function fields(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const labelled = (/** @type {string} */ name, /** @type {Node} */ control) =>
    h("label", {}, h("span", {}, name), control);
  const number = (/** @type {(typeof NUMBERS)[number]} */ [field, name, min, max, step]) => {
    const onchange = (/** @type {any} */ { target }) =>
      target.value !== "" && change(lab, { [field]: Number(target.value) });
    const given = { type: "number", min, max, step, value: ask[field], onchange };
    return labelled(name, h("input", { ...given, "data-key": field }));
  };
  const most = {
    ...{
      type: "number",
      min: 64,
      max: 10_000_000,
      step: 1,
      value: mostOf(lab),
      "data-key": "most",
    },
    onchange: (/** @type {any} */ { target }) =>
      target.value !== "" && change(lab, { most: Number(target.value) }),
  };
  const name = {
    ...{ value: ask.name, maxlength: 80, placeholder: nameOf(lab), "data-key": "name" },
    onchange: (/** @type {any} */ { target }) => change(lab, { name: target.value }),
  };
  return [
    labelled("Name", h("input", name)),
    NUMBERS.map(number),
    labelled("Pairs of games at most", h("input", most)),
    ask.kind !== "depth" && labelled("The second player", second(lab)),
  ];
}

function second(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const onchange = (/** @type {any} */ { target }) => change(lab, { other: target.value });
  const one = (/** @type {[string, string]} */ [id, words]) =>
    h("option", { value: id, selected: id === ask.other }, words);
  return h(
    "select",
    { "data-key": "other", onchange },
    one(["", "is the same"]),
    playerNames(lab).map(one),
  );
}

function keeping(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const tick = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ set,
  ) => {
    const onchange = (/** @type {any} */ { target }) => set(target.checked);
    return h(
      "label",
      {},
      h("input", { type: "checkbox", checked, "data-key": key, onchange }),
      h("span", {}, words),
    );
  };
  return [
    TABLES.map(([id, words]) =>
      tick(id, words, ask.tables.includes(id), (on) =>
        change(lab, {
          tables: TABLES.map(([t]) => t).filter((t) => (t === id ? on : ask.tables.includes(t))),
        }),
      ),
    ),
    tick("luck", "how it went, and whose luck it was (slower)", ask.luck, (on) =>
      change(lab, { luck: on }),
    ),
  ];
}

/** A study's file, taken up as the question. */
function opener(/** @type {Lab} */ lab) {
  const onchange = async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file)
      await textOf(file)
        .then((text) => take(lab, text))
        .catch(trouble);
    event.target.value = "";
  };
  const given = { class: "vh", type: "file", accept: ".toml,application/toml", onchange };
  return h(
    "label",
    { class: "plain file" },
    "Open a study file",
    h("input", { ...given, id: "study-file" }),
  );
}

async function take(/** @type {Lab} */ lab, /** @type {string} */ toml) {
  const judged = await call("/api/studies/judge", { body: { toml } });
  const [wrong] = judged.problems;
  if (wrong) throw new Error(`${wrong.field}${wrong.field && ": "}${wrong.text}`);
  if (judged.study.ruleset !== lab.offer.id)
    lab.offer = await call(`/api/lab/${judged.study.ruleset}`);
  trouble();
  lab.ask = askOf(lab.offer, judged.study);
  lab.draw();
  soon(lab);
}
