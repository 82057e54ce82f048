/**
 * Pictures to trace over, kept in this browser alone: by ruleset, pack and scenario. They are never
 * part of a pack, and never sent.
 */

import { keep, recall } from "../shared/storage.js";

/** @import { TraceLook } from "./editor.js" */
/** @typedef {{ picture: Blob, look: TraceLook, at: number }} Entry */

const NAME = "hulldown";
const STORE = "traces";
const MARK = "traces"; // in the page's storage: this browser has kept one, so it is worth a look
const MOST = 20; // pictures; the one that was not used for the longest time goes first

/** Whether this browser may have kept a picture. */
export const hasTraces = () => recall(MARK) !== null;

/** @returns {Promise<IDBDatabase>} */
const database = () =>
  new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });

/** @type {Promise<any>} */ let last = Promise.resolve();

/**
 * Do something with the store, after all that was asked of it before: a picture that is renamed
 * twice is there the second time. The result is that of the request, once all is written.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest|void} act
 * @returns {Promise<any>}
 */
function within(mode, act) {
  const turn = () => transact(mode, act);
  last = last.then(turn, turn);
  return last;
}

/** @type {typeof within} */
async function transact(mode, act) {
  const db = await database();
  return new Promise((done, fail) => {
    const work = db.transaction(STORE, mode);
    const asked = act(work.objectStore(STORE));
    work.oncomplete = () => done(asked?.result);
    work.onabort = () => fail(work.error);
  }).finally(() => db.close());
}

/** The picture of a scenario; nothing where there is none. @returns {Promise<Entry|undefined>} */
export const recallTrace = (/** @type {string} */ place) =>
  within("readonly", (store) => store.get(place));

/** Keep a picture and how it lies. */
export async function keepTrace(
  /** @type {string} */ place,
  /** @type {Blob} */ picture,
  /** @type {TraceLook} */ look,
) {
  keep(MARK, "1");
  await within("readwrite", (store) => store.put({ picture, look, at: Date.now() }, place));
  await within("readwrite", forgetOldest);
}

/** Forget the picture of a scenario. */
export const forgetTrace = (/** @type {string} */ place) =>
  within("readwrite", (store) => store.delete(place));

/** Pictures beyond the most that are kept go, the oldest first. */
function forgetOldest(/** @type {IDBObjectStore} */ store) {
  /** @type {[IDBValidKey, number][]} */ const all = [];
  const walk = store.openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor) {
      all.push([cursor.key, cursor.value.at]);
      cursor.continue();
    } else {
      all.sort((one, other) => other[1] - one[1]);
      for (const [key] of all.slice(MOST)) store.delete(key);
    }
  };
}

/** A scenario has another id, or its pack was saved: its picture goes along. */
export async function renameTrace(/** @type {string} */ from, /** @type {string} */ to) {
  if (from === to || !hasTraces()) return;
  await within("readwrite", (store) => {
    const kept = store.get(from);
    kept.onsuccess = () => {
      if (!kept.result) return;
      store.put(kept.result, to);
      store.delete(from);
    };
  });
}
