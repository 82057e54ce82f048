/** Who somebody is at this server, without an account: a token that this browser keeps. */

const KEPT = "hulldown.me";
const BEFORE = "hulldown.me.before"; // who it was here before somebody came by a secret link

/** The token, or nothing as long as nobody has wanted to keep anything. */
export const me = () => localStorage.getItem(KEPT) ?? "";

/** Whoever it was before. */
export const meBefore = () => localStorage.getItem(BEFORE) ?? "";

/** Calls with which something is kept: before the first of them a browser makes itself known. */
const KEEPS =
  /^\/api\/(games(\/load|\/[^/]+\/(again|join))?|me\/games\/.*|builds|workshop\/packs|campaigns(\/load)?|studies)([?]|$)/;

export const keeps = (/** @type {string} */ method, /** @type {string} */ path) =>
  method === "POST" && KEEPS.test(path);

/** Keep a new token, unless another window was faster. */
export function become(/** @type {string} */ token) {
  if (!me()) localStorage.setItem(KEPT, token);
}

/** Be somebody else from now on; who it was is kept beside. */
export function change(/** @type {string} */ token) {
  if (me() && me() !== token) localStorage.setItem(BEFORE, me());
  localStorage.setItem(KEPT, token);
}

/** The server knows nobody by this token (any more). */
export const forget = () => localStorage.removeItem(KEPT);

/** The link that makes another device this somebody; behind the #, it comes into no log. */
export const secretLink = (token = me()) => `${location.origin}/me#${token}`;
