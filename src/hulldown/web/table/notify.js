/**
 * Calls a person who is elsewhere when a decision becomes theirs: the title and the sign of the
 * tab, a sound, a notification. Alike for all rulesets: it knows the view's `yours` only.
 */

import { $, h } from "../shared/dom.js";
import { keepSetting, setting } from "../shared/net.js";
import { glyph } from "../shared/panels.js";
import { flipSound, play, soundOn } from "./sounds.js";
import { change } from "./state.js";

/** @import { State } from "./types.js" */

const CALL = "\u25cf Your turn: ";
const BADGE = 32; // pixels of the sign of the tab

const SPEAKER = "M4 10v4h3l5 4V6L7 10z";
const WAVES = "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11";
const CROSS = "M16 10l5 4M21 10l-5 4";
const BELL = "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4";
const STROKE = "M4 4l16 16";

const away = () => document.hidden || !document.hasFocus();
const bellOn = () =>
  "Notification" in window && Notification.permission === "granted" && setting("bell") === "on";

/** Let the buttons work, and notice when the person comes and does something. */
export function callers(
  /** @type {State} */ s,
  /** @type {{sound: HTMLElement, bell: HTMLElement}} */ { sound, bell },
) {
  const back = () => {
    if (!away() && s.calling.missed) {
      s.calling.missed = false;
      change(s, {});
    }
  };
  addEventListener("focus", back);
  document.addEventListener("visibilitychange", back);
  sound.addEventListener("click", () => switchSound(s));
  bell.addEventListener("click", async () => {
    const why = await flip();
    if (why) change(s, { trouble: { text: why, rule: "" } });
    signs(sound, bell);
  });
  sound.hidden = false;
  bell.hidden = !("Notification" in window);
  signs(sound, bell);
}

/** Notifications on or off; asks the browser only here. Why it cannot be, or nothing. */
async function flip() {
  if (bellOn()) {
    keepSetting("bell", "off");
    return "";
  }
  const allowed = await Notification.requestPermission().catch(() => "denied");
  if (allowed !== "granted")
    return "This browser does not allow notifications; its settings for this page may.";
  keepSetting("bell", "on");
  return "";
}

/** Sound the other way; its button says so. */
export function switchSound(/** @type {State} */ s) {
  flipSound(s.sounds);
  signs($("sound"), $("bell"));
}

function signs(/** @type {HTMLElement} */ sound, /** @type {HTMLElement} */ bell) {
  const put = (
    /** @type {HTMLElement} */ el,
    /** @type {boolean} */ on,
    /** @type {string} */ what,
    /** @type {string} */ path,
  ) => {
    el.replaceChildren(glyph(path));
    el.setAttribute("aria-pressed", String(on));
    el.setAttribute("aria-label", what);
    el.title = `${what}: ${on ? "on" : "off"}`;
  };
  put(sound, soundOn(), "Sound", SPEAKER + (soundOn() ? WAVES : CROSS));
  put(bell, bellOn(), "Notify me of my turn", BELL + (bellOn() ? "" : STROKE));
}

/** Call, or stop calling, as the position is. */
export function drawCalling(/** @type {State} */ s) {
  const { calling, view } = s;
  const due = Boolean(view?.yours && !view.result);
  if (due && !calling.due && away()) {
    calling.missed = true;
    play(s.sounds, "turn");
    if (bellOn()) notify(calling.title, s.game);
  }
  calling.due = due;
  if (!due) calling.missed = false;
  document.title = (calling.missed ? CALL : "") + calling.title;
  badge(calling.missed);
}

/** A notification that leads back to the table. */
function notify(/** @type {string} */ title, /** @type {string} */ game) {
  try {
    const note = new Notification("Your turn", { body: title, tag: `hulldown ${game}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones let only a service worker notify: title and sound have called already.
  }
}

/** The sign of the tab: nothing, or a disc on a shield while the person is called. */
function badge(/** @type {boolean} */ on) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  if ((icon.dataset.badge === "on") === on) return;
  icon.dataset.badge = on ? "on" : "off";
  icon.href = on ? drawn() : "data:,";
}

function drawn() {
  const canvas = h("canvas", { width: BADGE, height: BADGE });
  const pen = canvas.getContext("2d");
  if (!pen) return "data:,";
  pen.fillStyle = "#2b241b";
  pen.fillRect(1, 1, BADGE - 2, BADGE - 2);
  pen.fillStyle = "#f2b705";
  pen.beginPath();
  pen.arc(BADGE / 2, BADGE / 2, BADGE / 3.2, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL("image/png");
}
