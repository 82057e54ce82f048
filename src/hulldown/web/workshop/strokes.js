/**
 * The draft and what is done to it: strokes wait for their turn, the server carries them out; what
 * was done can be undone and done again.
 */

import { call, Unreachable } from "../shared/net.js";
import { show } from "./picture.js";

/** @import { Draft, Drafted, Editor, Job, Step, Stroke } from "./editor.js" */

const MOST = 50; // strokes that are sent at once
const LONGEST = 200; // steps that can be taken back
const LOST = "The server does not answer. What you drew is kept, and sent again.";
const AGAIN = 3000; // ms until a server that did not answer is asked again

/**
 * Ask the server what strokes make of a draft, or for a draft to start from.
 * @returns {Promise<Drafted>}
 */
export const ask = (/** @type {Editor} */ e, /** @type {any} */ body) =>
  call(`/api/rulesets/${e.ruleset}/editor`, {
    body: { options: e.options, units: e.units, ...body },
    asks: true,
  });

/** Do something to the draft; the mark is on the board until the drawing shows it. */
export function stroke(
  /** @type {Editor} */ e,
  /** @type {Stroke} */ what,
  /** @type {Element|null} */ mark = null,
) {
  queue(e, { kind: "stroke", stroke: what, mark });
}

export const undo = (/** @type {Editor} */ e) => jump(e, "undo");
export const redo = (/** @type {Editor} */ e) => jump(e, "redo");
/** The same draft under other options or with other units. */
export const again = (/** @type {Editor} */ e) => jump(e, "again");

/** Another draft in the place of this one. */
export const load = (/** @type {Editor} */ e, /** @type {Draft} */ draft) =>
  queue(e, { kind: "load", stroke: { do: "load", draft }, mark: null });

const jump = (/** @type {Editor} */ e, /** @type {Job["kind"]} */ kind) =>
  queue(e, { kind, stroke: { do: kind }, mark: null });

function queue(/** @type {Editor} */ e, /** @type {Job} */ job) {
  if (e.trouble !== LOST) e.trouble = ""; // why something was refused stays until the next try
  e.queue.push(job);
  work(e);
}

async function work(/** @type {Editor} */ e) {
  if (e.busy) return;
  e.busy = true;
  while (e.queue.length) {
    const jobs = next(e);
    try {
      await done(e, jobs);
    } catch (error) {
      if (failed(e, jobs, /** @type {Error} */ (error))) break;
    }
  }
  e.busy = false;
  e.draw();
}

/** What is done now: strokes together, anything else alone. */
function next(/** @type {Editor} */ e) {
  const first = e.queue.findIndex((job) => job.kind !== "stroke");
  const most = first < 0 ? MOST : Math.max(1, first);
  e.alone = Math.max(0, e.alone - 1);
  return e.queue.splice(0, e.alone ? 1 : Math.min(most, MOST));
}

/**
 * What was asked in vain. Of several strokes that were refused each is tried alone; without a line
 * to the server they are kept: then it is true.
 */
function failed(/** @type {Editor} */ e, /** @type {Job[]} */ jobs, /** @type {Error} */ error) {
  e.trouble = error.message;
  const lost = error instanceof Unreachable;
  if (lost || jobs.length > 1) e.queue.unshift(...jobs);
  else for (const job of jobs) job.mark?.remove();
  if (!lost && jobs.length > 1) e.alone = jobs.length + 1;
  if (lost) {
    e.trouble = LOST;
    setTimeout(() => work(e), AGAIN);
  }
  return lost;
}

async function done(/** @type {Editor} */ e, /** @type {Job[]} */ jobs) {
  const { kind } = jobs[0];
  const step = e.past.at(-1);
  const back = kind === "redo" ? e.future.at(-1) : step?.strokes.at(-1);
  if (kind === "load") {
    const { draft } = jobs[0].stroke;
    return taken(e, await ask(e, { scenario: draft, strokes: [] }), kind);
  }
  if (kind !== "stroke" && kind !== "again" && !back) return;
  const strokes = kind === "redo" && back ? [back] : jobs.map((job) => job.stroke);
  const before = e.last.scenario;
  if (kind === "undo" && step)
    taken(e, await ask(e, { scenario: step.before, strokes: step.strokes.slice(0, -1) }), kind);
  else taken(e, await ask(e, { scenario: before, strokes: kind === "again" ? [] : strokes }), kind);
  for (const job of jobs) job.mark?.remove();
  if (kind === "undo") undone(e, /** @type {Step} */ (step));
  else if (kind !== "again") {
    if (kind === "redo") e.future.pop();
    else e.future = [];
    e.past = [...e.past, { before, strokes }].slice(-LONGEST);
  }
}

/** Of strokes that were carried out together only the last is taken back. */
function undone(/** @type {Editor} */ e, /** @type {Step} */ step) {
  const last = step.strokes.pop();
  if (last) e.future.push(last);
  if (!step.strokes.length) e.past.pop();
}

/** What the server made of the draft; `by` says what was done. */
export function taken(
  /** @type {Editor} */ e,
  /** @type {Drafted} */ drafted,
  /** @type {string} */ by = "load",
) {
  e.last = drafted;
  if (e.trouble === LOST) e.trouble = "";
  if (!drafted.pieces.some((piece) => piece.id === e.piece)) e.piece = "";
  show(e.board, drafted);
  e.draw();
  e.changed(drafted.scenario, drafted.playable, drafted.problems, by);
}
