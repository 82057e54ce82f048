/** A page that opens: where nothing comes it says so, and how to go on. */

import { h } from "./dom.js";

const LONG = 8000; // ms after which a person wants to know why nothing shows
const SILENT = "The server has not answered yet. Still trying.";

/**
 * Wait for a page's content. `wait` is the line that stands in its place: while it does, it tells
 * that the server is silent, or why it refused. What goes wrong later is told by `otherwise`.
 * @param {Element|null} wait
 * @param {Promise<any>} work
 * @param {(error: any) => void} [otherwise]
 * @param {[string, string][]} [ways] addresses that lead back, each with its name
 */
export async function opening(wait, work, otherwise = () => {}, ways = []) {
  const stands = () => Boolean(wait?.isConnected && wait.getClientRects().length);
  const tell = (/** @type {string} */ text) => wait?.replaceChildren(...told(text, ways));
  const timer = setTimeout(() => stands() && tell(SILENT), LONG);
  try {
    await work;
  } catch (/** @type {any} */ error) {
    if (stands()) tell(error.message);
    else otherwise(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Words, a button that asks once more, and the ways back. */
function told(/** @type {string} */ text, /** @type {[string, string][]} */ ways) {
  const again = () => location.reload();
  return [
    h("span", { role: "alert" }, text),
    h("span", { class: "ways-on" }, [
      h("button", { class: "plain", type: "button", onclick: again }, "Try again"),
      ...[...ways, ["/", "Home"]].map(([href, name]) => h("a", { href }, name)),
    ]),
  ];
}
