/**
 * Plays sounds: one audio context, made after the first gesture and suspended when nothing is
 * heard. Off by one switch, and off from the start for who asked the system for less motion.
 */

import { keepSetting, setting } from "../shared/net.js";
import { RECIPES } from "./sound_recipes.js";

/** @import { SoundBox, Wanted } from "./types.js" */

const AHEAD = 0.012; // s that a sound is written before it begins, so that it does not click
const REST = 1500; // ms after the last sound until nothing is computed any more
const FADE = 0.02; // s of the fall when all is hushed
const GONE = 200; // ms after which what was hushed is let go
const SOFTER = 0.7; // 3 dB
/** @type {Record<string, number>} */
const VOLUMES = { full: 0.9, half: 0.45, low: 0.2 };

const quiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether sounds are wanted: as somebody has switched, else unless less motion is asked for. */
export const soundOn = () => setting("sound", quiet() ? "off" : "on") === "on";

const volume = () => VOLUMES[setting("volume", "full")] ?? VOLUMES.full;

/** Whether a person has done something on this page, before which a browser lets none sound. */
const touched = () => navigator.userActivation?.hasBeenActive ?? true;

/** The context, running; null where nothing is to be heard. */
function ready(/** @type {SoundBox} */ box) {
  if (!soundOn() || !touched()) return null;
  if (!box.context) {
    box.context = new AudioContext({ latencyHint: "interactive" });
    box.press = new DynamicsCompressorNode(box.context, { threshold: -10, ratio: 6 });
    box.press.connect(box.context.destination);
    box.out = opened(box);
  }
  if (box.context.state === "suspended") box.context.resume();
  return box.context;
}

/** A new way out for sounds, as loud as is wanted. */
function opened(/** @type {SoundBox} */ { context, press }) {
  const out = new GainNode(/** @type {AudioContext} */ (context), { gain: volume() });
  out.connect(/** @type {AudioNode} */ (press));
  return out;
}

/**
 * Play a sound once; for how many seconds it is heard, 0 if it is not.
 * @param {SoundBox} box
 * @param {string} name
 * @param {Wanted} wanted
 */
export function play(box, name, wanted = {}) {
  const context = ready(box);
  const recipe = RECIPES[name];
  if (!context || !box.out || !recipe) return 0;
  const out = wanted.soft ? new GainNode(context, { gain: SOFTER }) : box.out;
  if (wanted.soft) out.connect(box.out);
  const { after = 0 } = wanted;
  const seconds = after + recipe({ context, out, at: context.currentTime + AHEAD + after }, wanted);
  const ends = performance.now() + seconds * 1000 + REST;
  if (ends < box.ends) return seconds;
  box.ends = ends;
  clearTimeout(box.timer);
  box.timer = setTimeout(() => box.context?.suspend(), seconds * 1000 + REST);
  return seconds;
}

/** Silence at once; what is played from now on is heard. */
export function hush(/** @type {SoundBox} */ box) {
  const { context, out } = box;
  if (!context || !out) return;
  out.gain.cancelScheduledValues(context.currentTime);
  out.gain.setTargetAtTime(0, context.currentTime, FADE);
  setTimeout(() => out.disconnect(), GONE);
  box.out = opened(box);
}

/** Sound the other way, with a sample where it is on then. */
export function flipSound(/** @type {SoundBox} */ box) {
  keepSetting("sound", soundOn() ? "off" : "on");
  if (soundOn()) play(box, "turn");
  else hush(box);
}

/** The next volume, with a sample. */
export function nextVolume(/** @type {SoundBox} */ box) {
  const names = Object.keys(VOLUMES);
  const next = (names.indexOf(setting("volume", "full")) + 1) % names.length;
  keepSetting("volume", names[next]);
  hush(box);
  play(box, "turn");
}
