/** Keys as people have them: letters by what they print, digits by their place too. */

const DIGIT = /^(?:Digit|Numpad)(\d)$/;

/** The digit of a key, though the row of digits prints signs on some keyboards (AZERTY, Czech). */
export function digitOf(/** @type {KeyboardEvent} */ { key, code, shiftKey }) {
  if (/^\d$/.test(key)) return key;
  return shiftKey || key.length > 1 ? "" : (DIGIT.exec(code)?.[1] ?? "");
}
