/** What can be taken along from the odds page: the chart, the table, the data, the address. */

import { announce, h } from "../shared/dom.js";

/** Save a text as a file. */
function save(
  /** @type {string} */ name,
  /** @type {string} */ kind,
  /** @type {BlobPart} */ text,
) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A button's work: fetch a file that the server makes, and save it. @param {string} address @param {string} name @param {string} kind @param {() => any} message */
export const fetchFile = (address, name, kind, message) => async () => {
  const got = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message()),
  });
  if (got.ok) save(name, kind, await got.text());
};

/** Save data as they came. */
export const saveData = (/** @type {string} */ name, /** @type {any} */ value) =>
  save(name, "application/json", JSON.stringify(value, null, 2));

/** The address of the page, which holds all that was asked. */
export async function copyAddress() {
  await navigator.clipboard?.writeText(location.href);
  announce("The address is copied.");
}

/** @param {string} path @param {() => any} message @param {any} answer */
export function takeAlong(path, message, answer) {
  const fetched = (/** @type {string} */ file, /** @type {string} */ kind) =>
    fetchFile(`${path}/odds/${file}`, `odds-${file}`, kind, message);
  const data = () =>
    saveData("odds.json", {
      situations: answer.situations.map((/** @type {any} */ { board, ...one }) => one),
      sections: answer.sections,
    });
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    h("button", { class: "plain", type: "button", onclick: act }, text);
  return h(
    "div",
    { class: "row take" },
    button("Chart (SVG)", fetched("chart.svg", "image/svg+xml")),
    button("Table (CSV)", fetched("table.csv", "text/csv")),
    button("Everything (JSON)", data),
    button("Copy the address", copyAddress),
  );
}
