/**
 * What this browser keeps. Where it denies that to pages the tab keeps it, in its own name, which
 * stays from page to page and goes with the tab; the page then says so in a line.
 */

const MARK = "hulldown:";
const DENIED =
  "This browser saves nothing for the page. All works until you close this tab; " +
  "then you lose your seats.";

/** The browser's storage; null where it is denied, which an exception tells. */
function storage() {
  try {
    const kept = window.localStorage;
    kept.setItem(MARK, "");
    kept.removeItem(MARK);
    return kept;
  } catch {
    return null;
  }
}

const lasting = storage();

/** What the tab keeps. @returns {Record<string, string>} */
function inTab() {
  try {
    return window.name.startsWith(MARK) ? JSON.parse(window.name.slice(MARK.length)) : {};
  } catch {
    return {};
  }
}

function keepInTab(/** @type {Record<string, string>} */ all) {
  window.name = MARK + JSON.stringify(all);
}

/** What was kept by a name; null for nothing. @returns {string | null} */
export const recall = (/** @type {string} */ name) =>
  (lasting ? lasting.getItem(name) : inTab()[name]) ?? null;

/** Keep a text by a name. */
export function keep(/** @type {string} */ name, /** @type {string} */ text) {
  try {
    if (lasting) return lasting.setItem(name, text);
  } catch {
    return; // there is no more room: what is there stays
  }
  keepInTab({ ...inTab(), [name]: text });
}

/** Forget what was kept by a name. */
export function forget(/** @type {string} */ name) {
  if (lasting) return lasting.removeItem(name);
  const { [name]: _, ...rest } = inTab();
  keepInTab(rest);
}

/** What was kept as data; otherwise something else. @returns {any} */
export function recallData(/** @type {string} */ name, /** @type {any} */ otherwise) {
  try {
    return JSON.parse(recall(name) || "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

if (!lasting) {
  const line = document.createElement("p");
  line.className = "denied";
  line.setAttribute("role", "status");
  line.textContent = DENIED;
  document.body.prepend(line);
}
