/** The clipboard: there, refusing, or absent, as on a page that did not come by https. */

/** Put a text on the clipboard; whether it is there now. Only then may a page say so. */
export async function copyText(/** @type {string} */ text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
