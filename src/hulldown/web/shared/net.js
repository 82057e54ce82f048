/**
 * Talking to the server, also when it cannot answer at once, and what this browser keeps: seats,
 * settings, the theme, files.
 */

import { h } from "./dom.js";
import { voiced } from "./names.js";
import { forget, keep, recall, recallData } from "./storage.js";

/** @import { How } from "./types.js" */

import "./nav.js";

/**
 * A refusal of the server, with the rule behind it; `number` is the step the server is at, `wait`
 * the seconds after which the same call may be answered (0: it will not be).
 */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, text?: string, rule?: string, number?: number}} error
   */
  constructor(status, error, wait = 0) {
    super(error.text || "The server refused this.");
    this.status = status;
    this.code = error.code || "";
    this.rule = error.rule || "";
    this.number = error.number ?? null;
    this.wait = wait;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/** Pages on which a setup is not in force: a form takes it in, and the workshop changes a pack. */
const APART = ["/", "/campaigns", "/workshop"];

/**
 * The setup that the address names, or a kept pack alone.
 * @returns {Record<string, string>}
 */
export function setupNamed() {
  const asked = new URLSearchParams(location.search);
  const name = asked.get("setup") ? "setup" : "pack";
  const value = asked.get(name);
  return value ? { [name]: value } : {};
}

/** The setup with which all of the page is asked. */
export const setupHere = () => (APART.includes(location.pathname) ? {} : setupNamed());

/** Whether the page is opened with a setup or a pack. */
export const hasSetup = () => Object.keys(setupHere()).length > 0;

/**
 * What is asked about a ruleset or its builds on a page that is opened with a setup is asked with
 * that setup.
 */
export function withSetup(/** @type {string} */ path) {
  if (!hasSetup() || !/^\/api\/(rulesets\/|builds\b)/.test(path)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(setupHere())}`;
}

// ---------------------------------------------------------------- who this browser is

const ME = "hulldown.me";

/** The token by which the server knows this browser; none before anything is kept. */
export const me = () => recall(ME) ?? "";

export const become = (/** @type {string} */ token) => keep(ME, token);

/** Calls with which something is kept: before the first a browser makes itself known. */
const KEEPS = new RegExp(
  "^/api/(games(/load|/[^/]+/(again|join|code))?|me/games/.*|builds|workshop/packs|" +
    "campaigns(/load)?|studies)([?]|$)",
);

/** Make this browser known, unless another window has done so meanwhile. */
export async function beKnown() {
  const { token } = await call("/api/me", { body: {} });
  if (!me()) become(token);
}

/**
 * One request; the answer as data. Throws Refused or Unreachable.
 * @param {string} path
 * @param {How} [how]
 */
export async function call(path, how = {}) {
  const answer = await asked(path, how);
  return answer.json().catch(() => ({}));
}

/**
 * One request as whoever this browser is, which makes itself known when it first keeps something.
 * What only asks is asked again while the server says that it will answer soon.
 * @param {string} path
 * @param {How} [how]
 * @returns {Promise<Response>}
 */
export function asked(path, how = {}) {
  const asks = how.asks ?? (how.method ?? (how.body ? "POST" : "GET")) === "GET";
  return asks ? patiently(() => send(path, how)) : send(path, how);
}

/**
 * @param {string} path
 * @param {How} how
 * @returns {Promise<Response>}
 */
async function send(path, how) {
  const { token, body, method = body ? "POST" : "GET", signal } = how;
  if (method === "POST" && KEEPS.test(path) && !me()) await beKnown();
  const who = how.as ?? me();
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(who && { "Hulldown-Me": who }),
    ...(body && { "Content-Type": "application/json" }),
    ...voiced(path),
  };
  const sent = body && JSON.stringify(body);
  const answer = await fetch(withSetup(path), {
    method,
    headers,
    body: sent,
    cache: "no-store",
    signal,
  }).catch(() => {
    throw new Unreachable("The server does not answer.");
  });
  if (answer.ok) return answer;
  const { error = {} } = await answer.json().catch(() => ({}));
  const wait = Number(answer.headers.get("Retry-After")) || 0;
  if (error.code !== "no_owner" || how.as || !who) throw new Refused(answer.status, error, wait);
  forget(ME); // another database than the one that knew this browser
  return send(path, how);
}

// ---------------------------------------------------------------- once, however often it is sent

const AGAIN = 600; // ms before a call whose answer was lost is sent again
const LOST = [502, 503, 504]; // said by a proxy that got no answer

const wasLost = (/** @type {any} */ error) =>
  error instanceof Unreachable || (error instanceof Refused && LOST.includes(error.status));

/** A name that no other call has; by it the server knows one that comes again. */
const freshKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("-");

/** Send something; once more if the answer is lost, and while the server says to try again soon. */
function insist(/** @type {() => Promise<any>} */ send) {
  return patiently(async () => {
    try {
      return await send();
    } catch (/** @type {any} */ error) {
      if (error.wait || !wasLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      return send();
    }
  });
}

/** An order to a game: sent again after a lost answer, carried out once. */
export function order(/** @type {string} */ path, /** @type {How} */ how) {
  const body = { ...how.body, key: freshKey() };
  return insist(() => call(path, { ...how, body }));
}

/**
 * Begin a game, and one game only; its seats are kept in this browser.
 * @param {string} path
 * @param {any} [body]
 * @param {string} [token] of the seat for which a battle is begun again
 */
export async function beginGame(path, body = undefined, token = "") {
  const whole = `${path}?${new URLSearchParams({ key: freshKey() })}`;
  const made = await insist(() => call(whole, { body, token, method: "POST" }));
  keepSeats(made.game, made.seats);
  return made;
}

const shelf = (/** @type {string} */ game) => `hulldown.seats.${game}`;

/**
 * The seats of a game held in this browser: seat -> {token, kind}.
 * @returns {Record<string, {token: string, kind: string}>}
 */
export function seats(/** @type {string} */ game) {
  return recallData(shelf(game), {});
}

/** Keep tokens of seats; those already there stay. */
export function keepSeats(
  /** @type {string} */ game,
  /** @type {{seat: number, kind: string, token?: string}[]} */ list,
) {
  const known = seats(game);
  for (const { seat, kind, token } of list) if (token) known[seat] = { token, kind };
  keep(shelf(game), JSON.stringify(known));
}

/**
 * The token of a seat once its people have changed seats: that of a seat is the same as before;
 * OWNER/SEAT, which who came by a code or from another device holds, names the other seat.
 */
export const changedOver = (/** @type {string} */ token, /** @type {number} */ seat) =>
  token.endsWith(`/${seat}`) ? `${token.slice(0, token.lastIndexOf("/"))}/${1 - seat}` : token;

/** The setting that holds the ruleset looked at or played last: pages open on it. */
export const LAST_GAME = "game";

/** The seats of a game that are for somebody else, with the links to them. */
export function invites(/** @type {string} */ game) {
  return Object.entries(seats(game))
    .filter(([, held]) => held.kind === "invite")
    .map(([seat, held]) => ({
      seat: Number(seat),
      link: `${location.origin}/join/${game}#seat=${held.token}`,
    }));
}

// ---------------------------------------------------------------- settings

/** A setting kept in this browser, such as the theme. */
export const setting = (/** @type {string} */ name, otherwise = "") =>
  recall(`hulldown.${name}`) ?? otherwise;

export const keepSetting = (/** @type {string} */ name, /** @type {string} */ value) =>
  keep(`hulldown.${name}`, value);

/** Whether every order is asked for and confirmed, also those without a choice. */
export const asksAll = () => setting("ask", "off") === "on";

/** Whether chances to win are shown. */
export const showsChances = () => setting("chances", "on") === "on";

// ---------------------------------------------------------------- files

const TAKEN = 10_000; // ms that the browser has to take a file over

/** Give the person a file. */
export function download(
  /** @type {string} */ name,
  /** @type {BlobPart} */ content,
  /** @type {string} */ type,
) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN);
}

/**
 * The text of a file that was chosen, without a byte-order mark. Error for one that is no UTF-8,
 * in the words of the command line.
 * @param {File} file
 */
export async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`${file.name}: is not UTF-8 text: save it as UTF-8`);
  }
}

// ---------------------------------------------------------------- a server that cannot answer now
// The page waits, asks again, and says so.

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
