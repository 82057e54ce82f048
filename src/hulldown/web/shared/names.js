/**
 * Who a seat is and what a unit or a place is called, for whoever looks at this page. The server
 * puts its sentences into these words when a page asks in a voice; what a page says by itself takes
 * them from here.
 */

/** @import { Card, TableView } from "./types.js" */

/** The sides, for those who belong to neither. */
export const COLOURS = ["Blue", "Orange"];

/** The id of a scenario that does not come with the game. */
export const OWN = "own";

/** A text of the catalogue, which says Cobalt and Rust, for those who belong to neither. */
export const coloured = (/** @type {string} */ text) =>
  text.replace(/\bCobalt\b/g, COLOURS[0]).replace(/\bRust\b/g, COLOURS[1]);

const page = document.documentElement;

/**
 * In whose words the page asks: "you" for one's own seat, or "sides" where two people look at one
 * device.
 */
export function speak(/** @type {"you"|"sides"} */ way) {
  page.dataset.voice = way;
}

/** The header by which a call to a game or a lesson asks for these words. */
export function voiced(/** @type {string} */ path) {
  const { voice } = page.dataset;
  return voice && /^\/api\/(games|learn)\//.test(path) ? { "Hulldown-Voice": voice } : {};
}

/** A text with a capital, as a sentence begins. */
export const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Who a seat is within a sentence: "you", "the computer", "Anna", "Blue". */
export const who = (/** @type {TableView|null} */ view, /** @type {number} */ seat) =>
  view?.seats.find((one) => one.seat === seat)?.who ?? COLOURS[seat] ?? "";

/** The same at the beginning of a sentence. */
export const Who = (/** @type {TableView|null} */ view, /** @type {number} */ seat) =>
  capital(who(view, seat));

/** What is a seat's: "your", "the computer's". */
export const whose = (/** @type {TableView|null} */ view, /** @type {number} */ seat) =>
  who(view, seat) === "you" ? "your" : `${who(view, seat)}'s`;

/** The same at the beginning of a sentence. */
export const Whose = (/** @type {TableView|null} */ view, /** @type {number} */ seat) =>
  capital(whose(view, seat));

/** A seat with what it does: "You win", "The computer wins". */
export const does = (
  /** @type {TableView|null} */ view,
  /** @type {number} */ seat,
  /** @type {string} */ verb,
) => `${Who(view, seat)} ${verb}${who(view, seat) === "you" ? "" : "s"}`;

/** Whose turn it is, or who has won. */
export function turnLine(/** @type {TableView} */ view) {
  const { result, waiting, to_act: owing } = view;
  if (result) return result.winner === 2 ? "A draw" : `${Who(view, result.winner)} won`;
  if (waiting.length) return `Waiting for ${waiting.map((seat) => who(view, seat)).join(" and ")}`;
  const seat = view.yours && view.seat !== null ? view.seat : (owing[0] ?? 0);
  const computer = view.seats.find((one) => one.seat === seat)?.kind === "computer";
  if (owing.length > 1 && !view.yours)
    return `${owing.map((one) => Who(view, one)).join(" and ")} decide`;
  if (computer && who(view, seat) !== "you") return does(view, seat, "move");
  return `${Whose(view, seat)} turn`;
}

/** What a unit is called in few words, as on its plate. */
export const shortName = (/** @type {TableView|null} */ view, /** @type {string} */ unit) =>
  view?.called[unit.split(".")[0]] ?? unit;

/** What a unit is called on its card and in lists. */
export const unitName = (/** @type {Card} */ card) => card.name || card.kind_name;

/** A lettered place as column and row: "E10" is "05\u00b710"; any other is said as it is. */
export function placeName(/** @type {string} */ place) {
  const [, letters, row] = /^([A-Z]|[B-Z][A-Z])([1-9]\d?)$/.exec(place) ?? [];
  if (!letters) return place.replace(/\d+\.\d+/g, (inches) => String(Number((+inches).toFixed(1))));
  const column = [...letters].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 65, 0) + 1;
  return [column, row].map((part) => String(part).padStart(2, "0")).join("\u00b7");
}
