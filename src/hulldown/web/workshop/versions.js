/** Versions of the pack, of which every save is one, and the other packs that are kept. */

import { h, many, when } from "../shared/dom.js";
import { trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { address, dirty, fetched, goBack, mine, work } from "./draft.js";

/** @import { PackLine, Version, Workshop } from "./types.js" */

export function drawVersions(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  panel(el, [w.bench, w.versions, w.shelf, w.id, w.number, dirty(w)], () => [
    h("h2", {}, "Versions"),
    h("p", { class: "sub" }, said(w)),
    h(
      "ol",
      { class: "versions" },
      w.versions.map((one) => version(w, one)),
    ),
    h("h2", {}, `Packs for ${w.bench.name}`),
    w.shelf.length
      ? h(
          "ul",
          { class: "shelf" },
          w.shelf.map((one) => pack(w, one)),
        )
      : h("p", { class: "sub" }, "None is kept yet."),
  ]);
}

function said(/** @type {Workshop} */ w) {
  if (!w.id) return "Every save is a version; none is ever lost. This pack is not saved yet.";
  return mine(w)
    ? "Every save is a version; none is ever lost. To go back, save an older one again."
    : "This pack was made elsewhere: a change is saved as a copy of your own.";
}

function version(/** @type {Workshop} */ w, /** @type {Version} */ one) {
  const newest = one.number === w.versions[0].number;
  const back = one.back_to ? `, version ${one.back_to} again` : "";
  const told = `${many(one.changes, "difference")}${back}, ${when(one.created)}`;
  const look = async () => {
    const kept = await fetched(w.id, one.number);
    work(
      w,
      kept.pack,
      { id: w.id, number: w.number, versions: w.versions },
      `As in version ${one.number}.`,
    );
  };
  const press = (/** @type {string} */ words, /** @type {() => Promise<any>} */ what) =>
    h(
      "button",
      {
        ...{ type: "button", class: "plain", "data-key": `${words} ${one.number}` },
        "aria-label": `${words}: version ${one.number}`,
        onclick: () => what().catch(trouble),
      },
      words,
    );
  return h(
    "li",
    {},
    h("b", {}, `${one.number}. ${one.name}`),
    h("small", {}, told),
    h(
      "span",
      { class: "row" },
      press("Look at it", look),
      !newest && mine(w) && press("Go back to it", () => goBack(w, one.number)),
    ),
  );
}

function pack(/** @type {Workshop} */ w, /** @type {PackLine} */ one) {
  const open = async () => {
    const kept = await fetched(one.id);
    work(w, kept.pack, kept, `You are working on ${one.name}. `);
    address(w);
  };
  const here = one.id === w.id;
  const given = { type: "button", class: "plain", "data-key": `open ${one.id}`, disabled: here };
  return h(
    "li",
    {},
    h("b", {}, one.name),
    h("small", {}, `version ${one.number}, ${when(one.updated)}`),
    h(
      "button",
      { ...given, "aria-label": `Open ${one.name}`, onclick: () => open().catch(trouble) },
      here ? "In work" : "Open",
    ),
  );
}
