/** News of a game: on a live line or, where a network lets none through, asked for by HTTP. */

import { call, Refused } from "./net.js";

/** @import { NewsAnswer } from "api" */
/** @typedef {(message: any) => void} Hear */

const EVERY = 2000; // ms between two questions
const OPENING = 4000; // ms that a line may take to open before the page asks meanwhile
const LATEST = 8000; // ms between two tries to open a line, at most

/**
 * The live line of a game; it comes back after a loss, later each time. While there is none the
 * page asks by HTTP, and only what that says tells whether the server can be reached.
 * @param {string} game
 * @param {() => string} token
 * @param {Hear} hear also gets {type: "line", up} when the server is reached or not
 */
export function live(game, token, hear) {
  let wait = 500;
  /** @type {WebSocket | null} */ let socket = null;
  /** @type {boolean | null} */ let reached = null;
  const tell = (/** @type {boolean} */ up) => {
    if (up !== reached) hear({ type: "line", up });
    reached = up;
  };
  const asks = asking(game, token, hear, tell);
  const open = () => {
    const opening = setTimeout(asks.begin, OPENING);
    const over = () => {
      clearTimeout(opening);
      asks.begin();
      setTimeout(open, wait);
      wait = Math.min(LATEST, wait * 2);
    };
    try {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}/api/games/${game}/live`);
    } catch {
      return over(); // this browser has none
    }
    socket.onopen = () => {
      const seat = token();
      socket?.send(JSON.stringify(seat ? { token: seat } : {}));
    };
    socket.onmessage = (event) => {
      clearTimeout(opening); // only now does it carry anything
      asks.end();
      tell(true);
      wait = 500;
      hear(JSON.parse(event.data));
    };
    socket.onclose = over;
  };
  open();
  // A socket without a network stands open for minutes; the browser knows of the loss at once.
  addEventListener("offline", () => {
    tell(false);
    socket?.close();
  });
}

/**
 * Ask for news while there is no line.
 * @param {string} game
 * @param {() => string} token
 * @param {Hear} hear
 * @param {(up: boolean) => void} tell whether the server is reached
 */
function asking(game, token, hear, tell) {
  let timer = 0; // 0 while nothing is asked
  let turn = 0; // of asking: an answer to an earlier one says nothing any more
  /** @type {NewsAnswer | null} */ let last = null;
  const ask = async () => {
    const mine = turn;
    const answer = await call(`/api/games/${game}/news`, { token: token() }).catch((lost) => lost);
    if (turn !== mine) return;
    timer = window.setTimeout(ask, EVERY);
    const gone = answer instanceof Refused && answer.status === 404;
    tell(!(answer instanceof Error) || (answer instanceof Refused && answer.status < 500));
    if (gone) hear({ type: "withdrawn" });
    if (answer instanceof Error) return;
    for (const message of between(last, answer)) hear(message);
    last = answer;
  };
  return {
    begin() {
      if (timer) return;
      timer = -1;
      ask();
    },
    end() {
      clearTimeout(timer);
      timer = 0;
      turn += 1;
      last = null;
    },
  };
}

/** What a live line would have said between two answers. @returns {any[]} */
function between(/** @type {NewsAnswer | null} */ last, /** @type {NewsAnswer} */ now) {
  const { number, presence, next, chance } = now;
  if (!last) return [{ type: "hello", number, presence }];
  const found = [];
  const people = now.people !== last.people;
  if (number !== last.number || people) found.push({ type: "changed", number });
  if (people) found.push({ type: "people", next });
  if (JSON.stringify(presence) !== JSON.stringify(last.presence))
    found.push({ type: "presence", seats: presence });
  if (now.talk !== last.talk) found.push({ type: "chat" });
  if (chance !== null && (chance !== last.chance || number !== last.number))
    found.push({ type: "chance", number, value: chance });
  return found;
}
