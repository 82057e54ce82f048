/** Talking to the server: requests, the live line, and the secret tokens of the seats held in this browser. */

/** A refusal of the server, with the rule behind it; `number` is the step the server is at. */
export class Refused extends Error {
  /** @param {number} status @param {{code?: string, text?: string, rule?: string, number?: number}} error */
  constructor(status, error) {
    super(error.text || "The server refused this.");
    this.status = status;
    this.code = error.code || "";
    this.rule = error.rule || "";
    this.number = error.number ?? null;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/**
 * One request; the answer as data. Throws Refused or Unreachable.
 * @param {string} path
 * @param {{token?: string, body?: any, method?: string, signal?: AbortSignal}} [how] a body makes it a POST
 */
export async function call(
  path,
  { token = "", body, method = body ? "POST" : "GET", signal } = {},
) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { "Content-Type": "application/json" }),
  };
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      cache: "no-store",
      signal,
    });
  } catch {
    throw new Unreachable("The server does not answer.");
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, data.error || {});
  return data;
}

/**
 * The live line of a game; it comes back by itself after a loss, later each time, at most 8 s.
 * @param {string} game
 * @param {() => string} token
 * @param {(message: any) => void} hear also gets {type: "line", up} when the line comes or goes
 */
export function live(game, token, hear) {
  let wait = 500;
  /** @type {WebSocket} */ let socket;
  const open = () => {
    socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${game}/live`,
    );
    socket.onopen = () => {
      const seat = token();
      socket.send(JSON.stringify(seat ? { token: seat } : {}));
      wait = 500;
      hear({ type: "line", up: true });
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      hear({ type: "line", up: false });
      setTimeout(open, wait);
      wait = Math.min(8000, wait * 2);
    };
  };
  open();
  return { /** Start the line anew, as another seat. */ again: () => socket.close() };
}

const shelf = (/** @type {string} */ game) => `hulldown.seats.${game}`;

/**
 * The seats of a game held in this browser: seat -> {token, kind}.
 * @returns {Object<string, {token: string, kind: string}>}
 */
export function seats(/** @type {string} */ game) {
  try {
    return JSON.parse(localStorage.getItem(shelf(game)) || "{}");
  } catch {
    return {};
  }
}

/** Keep tokens of seats; those already there stay. */
export function keepSeats(
  /** @type {string} */ game,
  /** @type {{seat: number, kind: string, token?: string}[]} */ list,
) {
  const known = seats(game);
  for (const { seat, kind, token } of list) if (token) known[seat] = { token, kind };
  localStorage.setItem(shelf(game), JSON.stringify(known));
}

/** A setting kept in this browser, such as the theme. */
export const setting = (/** @type {string} */ name, otherwise = "") =>
  localStorage.getItem(`hulldown.${name}`) ?? otherwise;
export const keepSetting = (/** @type {string} */ name, /** @type {string} */ value) =>
  localStorage.setItem(`hulldown.${name}`, value);
