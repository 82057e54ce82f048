/**
 * What the server has written as HTML: in it stands no HTML of others. A file of its own: only
 * pages that read texts load it, and a table when a rule is opened.
 */

/** The elements of a text. */
export function written(/** @type {string} */ html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return [...box.content.childNodes];
}

/** Give every table a name of its own, so that its region is told from others. */
export function named(/** @type {HTMLElement} */ page) {
  for (const [i, table] of page.querySelectorAll(".wide").entries())
    table.setAttribute("aria-label", `Table ${i + 1}`);
}
