/** A server that cannot read or write just now: the page waits, asks again, and says so. */

import { h } from "./dom.js";

const TRIES = 20; // before the page gives up and shows why

/** @type {HTMLElement|null} */ let banner = null;
let waiting = 0; // calls that wait now

/** Say why the page waits while at least one call does. */
function show(/** @type {string} */ text) {
  if (!waiting) {
    banner?.remove();
    banner = null;
  } else if (text) {
    banner ??= document.body.appendChild(h("p", { class: "slip line", role: "status" }));
    banner.textContent = `${text} The page keeps trying.`;
  }
}

/**
 * The answer to a call; where the server says when to ask again, it is asked again then.
 * @template T
 * @param {() => Promise<T>} send throws an error with `wait` (seconds) where it may be sent again
 * @returns {Promise<T>}
 */
export async function patiently(send) {
  let waits = false;
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await send();
      } catch (/** @type {any} */ error) {
        if (!error.wait || tries === TRIES) throw error;
        if (!waits) waiting++;
        waits = true;
        show(error.message);
        await new Promise((resolve) => setTimeout(resolve, error.wait * 1000));
      }
    }
  } finally {
    if (waits) waiting--;
    show("");
  }
}
