/**
 * The sounds of a battle, made of noise and tones when they are wanted: nothing is loaded, and none
 * goes on by itself. Each recipe writes into a `Desk` and returns for how many seconds it is heard.
 */

/** @import { Desk, Hiss, Tone, Wanted } from "./types.js" */

const SILENT = 0.0001; // of full scale: where exponential ramps begin and end
const TAIL = 0.02; // s that a source runs on after its envelope has closed
const NOISE = 2; // s of noise that all hisses are cut from
const CLIPPED = 257; // points of the curve of soft clipping
const SEED = 22222; // the noise is the same each time, so that a test hears what a person does

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} noise by the context that plays it */
const noises = new WeakMap();

/** White noise from a fixed sequence (Numerical Recipes' linear congruential generator). */
function noise(/** @type {BaseAudioContext} */ context) {
  const before = noises.get(context);
  if (before) return before;
  const buffer = context.createBuffer(1, context.sampleRate * NOISE, context.sampleRate);
  const data = buffer.getChannelData(0);
  let x = SEED;
  for (let i = 0; i < data.length; i += 1) {
    x = (Math.imul(x, 1664525) + 1013904223) | 0;
    data[i] = x / 2 ** 31;
  }
  noises.set(context, buffer);
  return buffer;
}

/** A gain that opens in `rise` and closes in `fall`, exponentially, as things in air do. */
function envelope(
  /** @type {BaseAudioContext} */ context,
  /** @type {number} */ at,
  /** @type {number} */ peak,
  /** @type {number} */ rise,
  /** @type {number} */ fall,
) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + rise);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + rise + fall);
  return gain;
}

/** Let a pitch or a filter go from a frequency to another. */
function sweep(
  /** @type {AudioParam} */ param,
  /** @type {number} */ at,
  /** @type {number} */ from,
  /** @type {number|undefined} */ to,
  /** @type {number} */ seconds,
) {
  param.setValueAtTime(from, at);
  if (to) param.exponentialRampToValueAtTime(to, at + seconds);
}

/** Noise through a filter that moves. */
function hiss(/** @type {Desk} */ desk, /** @type {Hiss} */ wanted) {
  const { context, out } = desk;
  const { peak, fall, from, to, after = 0, rise = 0.002, type = "lowpass", q = 0.7 } = wanted;
  const at = desk.at + after;
  const source = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true });
  const filter = new BiquadFilterNode(context, { type, Q: q });
  sweep(filter.frequency, at, from, to, rise + fall);
  source
    .connect(filter)
    .connect(envelope(context, at, peak, rise, fall))
    .connect(out);
  source.start(at, (after * 7) % NOISE); // another part of the noise for each
  source.stop(at + rise + fall + TAIL);
}

/** A tone that may fall or rise. */
function tone(/** @type {Desk} */ desk, /** @type {Tone} */ wanted) {
  const { context, out } = desk;
  const { peak, fall, from, to, after = 0, rise = 0.002, type = "sine" } = wanted;
  const at = desk.at + after;
  const source = new OscillatorNode(context, { type });
  sweep(source.frequency, at, from, to, rise + fall);
  source.connect(envelope(context, at, peak, rise, fall)).connect(out);
  source.start(at);
  source.stop(at + rise + fall + TAIL);
}

/** The same desk behind soft clipping: a gun is louder than a loudspeaker, and sounds like that. */
function clipped(/** @type {Desk} */ desk, /** @type {number} */ strength) {
  const curve = Float32Array.from(
    { length: CLIPPED },
    (_, i) => Math.tanh(strength * ((2 * i) / (CLIPPED - 1) - 1)) / Math.tanh(strength),
  );
  const shaper = new WaveShaperNode(desk.context, { curve });
  shaper.connect(desk.out);
  return { ...desk, out: shaper };
}

/** The same desk, some seconds later. */
const later = (/** @type {Desk} */ desk, /** @type {number} */ seconds) => ({
  ...desk,
  at: desk.at + seconds,
});

// ---------------------------------------------------------------- shots

const CALIBRES = [
  { peak: 0.22, body: 190, blast: 0.09, tail: 0.12, dull: 5200 },
  { peak: 0.3, body: 130, blast: 0.14, tail: 0.22, dull: 3600 },
  { peak: 0.5, body: 78, blast: 0.34, tail: 0.8, dull: 2300 },
  { peak: 0.55, body: 52, blast: 0.5, tail: 1.3, dull: 1500 },
];
const ECHOES = [
  [0.21, 0.12],
  [0.38, 0.06],
]; // s after the shot, and how loud: the two sides of a valley

/** A gun: crack, blast, pressure, tail, and of a large one the echo. */
const gun = (/** @type {number} */ calibre) => (/** @type {Desk} */ desk) => {
  const { peak, body, blast, tail, dull } = CALIBRES[calibre];
  const near = clipped(desk, 2.4);
  hiss(near, { peak, rise: 0.0008, fall: 0.045, from: 6500, to: 1400, type: "highpass" });
  hiss(near, { peak: peak * 1.3, fall: blast, from: dull, to: 180 });
  tone(near, { peak: peak * 1.2, fall: blast * 1.25, from: body * 2.1, to: body * 0.55 });
  hiss(desk, { after: 0.03, peak: peak * 0.28, rise: 0.03, fall: tail, from: 900, to: 90 });
  if (calibre > 1)
    for (const [after, share] of ECHOES)
      hiss(desk, { after, peak: peak * share, rise: 0.02, fall: 0.4, from: 620, to: 120 });
  return tail + 0.6;
};

const BURST = 3; // rounds, unless more were fired
const LONGEST_BURST = 8;
const BETWEEN = 0.085; // s from round to round

/** A burst, never two rounds alike. */
function burst(/** @type {Desk} */ desk, /** @type {Wanted} */ { count = BURST }) {
  const rounds = Math.min(Math.max(count, 2), LONGEST_BURST);
  for (let i = 0; i < rounds; i += 1) gun(1)(later(desk, i * BETWEEN + (i % 3) * 0.006));
  return rounds * BETWEEN + 0.8;
}

const PLATE = [
  [233, 0.2, 0.32],
  [587, 0.13, 0.24],
  [912, 0.09, 0.2],
  [1480, 0.07, 0.14],
  [2310, 0.04, 0.09],
]; // Hz, peak and s of what a struck plate rings with

/** Armour gives way: the clang of a plate, then the thud behind it. */
function hit(/** @type {Desk} */ desk) {
  for (const [from, peak, fall] of PLATE)
    tone(desk, { peak, fall, from, to: from * 0.985, type: "triangle" });
  hiss(desk, { peak: 0.42, rise: 0.001, fall: 0.07, from: 5200, to: 900 });
  tone(desk, { after: 0.015, peak: 0.5, rise: 0.004, fall: 0.3, from: 120, to: 38 });
  hiss(desk, { after: 0.04, peak: 0.18, rise: 0.02, fall: 0.5, from: 900, to: 140 });
  return 0.7;
}

/** A shell glances off: a bright clang, and what flies away falls in pitch. */
function ricochet(/** @type {Desk} */ desk) {
  const { context, out, at } = desk;
  hiss(desk, { peak: 0.3, rise: 0.001, fall: 0.04, from: 7000, to: 2500 });
  for (const [from, peak] of [
    [1320, 0.14],
    [2190, 0.09],
    [3410, 0.05],
  ])
    tone(desk, { peak, fall: 0.28, from, to: from * 0.97, type: "triangle" });
  const [begins, ends] = [at + 0.03, at + 0.8];
  const whine = new OscillatorNode(context, { type: "sawtooth" });
  const wobble = new OscillatorNode(context, { frequency: 31 });
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 6 });
  sweep(whine.frequency, begins, 2600, 620, 0.72);
  sweep(filter.frequency, begins, 3000, 800, 0.72);
  wobble.connect(new GainNode(context, { gain: 55 })).connect(whine.frequency);
  whine
    .connect(filter)
    .connect(envelope(context, begins, 0.12, 0.02, 0.68))
    .connect(out);
  for (const source of [whine, wobble]) {
    source.start(begins);
    source.stop(ends);
  }
  return 0.8;
}

/** The shell passes, then throws up earth. */
function miss(/** @type {Desk} */ desk) {
  const band = { type: /** @type {const} */ ("bandpass"), q: 1.6 };
  hiss(desk, { peak: 0.14, rise: 0.09, fall: 0.16, from: 900, to: 2600, ...band });
  tone(desk, { after: 0.22, peak: 0.34, fall: 0.22, from: 92, to: 36 });
  hiss(desk, { after: 0.22, peak: 0.24, rise: 0.004, fall: 0.4, from: 1500, to: 160 });
  hiss(desk, { after: 0.42, peak: 0.05, rise: 0.05, fall: 0.4, from: 3200, to: 1200, ...band });
  return 0.95;
}

/** A vehicle blows up; what was thrown up comes down. */
const explosion = (/** @type {number} */ size) => (/** @type {Desk} */ desk) => {
  const near = clipped(desk, 3);
  tone(near, { peak: 0.75, rise: 0.004, fall: 0.8 * size, from: 95, to: 24 });
  hiss(near, { peak: 0.6, rise: 0.003, fall: 0.5 * size, from: 3200, to: 120 });
  hiss(desk, { after: 0.08, peak: 0.34, rise: 0.12, fall: 1.7 * size, from: 700, to: 60 });
  for (let i = 0; i < 9; i += 1)
    hiss(desk, {
      ...{ after: 0.25 + i * 0.11 + ((i * 37) % 10) / 140, peak: 0.07 - i * 0.005 },
      ...{ rise: 0.001, fall: 0.05, from: 2600 + ((i * 911) % 1800), type: "bandpass", q: 3 },
    });
  return 1.9 * size + 0.2;
};

// ---------------------------------------------------------------- what drives, turns and burns

const ENGINES = {
  tank: { beat: 38, dull: 620, peak: 0.15, clatter: 17, band: 1500 },
  walker: { beat: 26, dull: 420, peak: 0.13, clatter: 3.2, band: 1500 },
  hover: { beat: 90, dull: 1900, peak: 0.1, clatter: 0, band: 2400 },
};

/** An engine for as long as a drive lasts: the beat of its cylinders, its tracks over it. */
const engine = (/** @type {keyof typeof ENGINES} */ kind) => {
  const { beat, dull, peak, clatter, band } = ENGINES[kind];
  return (/** @type {Desk} */ desk, /** @type {Wanted} */ { seconds = 0.7 }) => {
    const { context, out, at } = desk;
    const long = Math.max(0.25, seconds);
    const ends = at + long + 0.16;
    const gain = new GainNode(context, { gain: SILENT });
    gain.gain.setValueAtTime(SILENT, at);
    gain.gain.linearRampToValueAtTime(peak, at + 0.12);
    gain.gain.setValueAtTime(peak, at + long - 0.1);
    gain.gain.linearRampToValueAtTime(0, at + long + 0.14);
    gain.connect(out);
    const low = new BiquadFilterNode(context, { type: "lowpass", frequency: dull });
    low.connect(gain);
    for (const [times, share] of [
      [1, 0.7],
      [2.02, 0.4],
      [3.01, 0.2],
    ]) {
      const cylinder = new OscillatorNode(context, { type: "sawtooth" });
      const pitch = cylinder.frequency;
      pitch.setValueAtTime(beat * times * 0.8, at);
      pitch.linearRampToValueAtTime(beat * times * 1.25, at + 0.2);
      pitch.linearRampToValueAtTime(beat * times * 0.85, at + long + 0.1);
      cylinder.connect(new GainNode(context, { gain: share })).connect(low);
      cylinder.start(at);
      cylinder.stop(ends);
    }
    const tracks = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true });
    const links = new GainNode(context, { gain: 0.1 });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: band, Q: 1.2 });
    tracks.connect(filter).connect(links).connect(gain);
    tracks.start(at);
    tracks.stop(ends);
    if (!clatter) return long + 0.2;
    const link = new OscillatorNode(context, { type: "square", frequency: clatter });
    link.connect(new GainNode(context, { gain: 0.08 })).connect(links.gain);
    link.start(at);
    link.stop(ends);
    return long + 0.2;
  };
};

/** A turret turns: a hydraulic whine. */
function turret(/** @type {Desk} */ desk, /** @type {Wanted} */ { seconds = 0.18 }) {
  tone(desk, { peak: 0.05, rise: 0.03, fall: seconds, from: 320, to: 430, type: "sawtooth" });
  hiss(desk, { peak: 0.035, rise: 0.02, fall: seconds, from: 1800, type: "bandpass", q: 4 });
  return seconds + 0.1;
}

/** A round goes into the breech, which closes. */
function load(/** @type {Desk} */ desk) {
  hiss(desk, { peak: 0.1, rise: 0.05, fall: 0.12, from: 1200, to: 2600, type: "bandpass", q: 2 });
  for (const [after, from, peak] of [
    [0.18, 760, 0.15],
    [0.2, 1290, 0.1],
    [0.3, 310, 0.2],
  ]) {
    tone(desk, { after, peak, fall: 0.11, from, to: from * 0.96, type: "triangle" });
    hiss(desk, { after, peak: peak * 0.7, rise: 0.001, fall: 0.03, from: 3400 });
  }
  return 0.5;
}

/** A charge of smoke pops and hisses. */
function smoke(/** @type {Desk} */ desk) {
  const band = { type: /** @type {const} */ ("bandpass"), q: 0.8 };
  tone(desk, { peak: 0.25, fall: 0.12, from: 190, to: 80 });
  hiss(desk, { after: 0.05, peak: 0.12, rise: 0.06, fall: 0.8, from: 5200, to: 1500, ...band });
  return 1;
}

/** Fire on a deck, once, when it breaks out. */
function fire(/** @type {Desk} */ desk) {
  hiss(desk, { peak: 0.2, rise: 0.25, fall: 0.7, from: 420, to: 900 });
  for (let i = 0; i < 7; i += 1)
    hiss(desk, {
      ...{ after: 0.1 + i * 0.1, peak: 0.12, rise: 0.001, fall: 0.02 },
      ...{ from: 3000 + ((i * 701) % 2000), type: "bandpass", q: 5 },
    });
  return 1;
}

// ---------------------------------------------------------------- the table

const KNOCKS = [0, 0.085, 0.16, 0.225, 0.28, 0.33, 0.385, 0.43]; // s: they come closer together
const MOST_DICE = 3; // more are not told apart

/** Dice on a wooden table; the last knock is dull. */
function dice(/** @type {Desk} */ desk, /** @type {Wanted} */ { count = 1 }) {
  KNOCKS.forEach((knock, i) => {
    const loud = 1 - i * 0.085;
    for (let n = 0; n < Math.min(count, MOST_DICE); n += 1) {
      const after = knock + n * 0.021;
      const from = 2100 + ((i * 613 + n * 377) % 1500);
      const short = { rise: 0.001, fall: 0.03, after };
      hiss(desk, { ...short, peak: 0.2 * loud, from, type: "bandpass", q: 3.4 });
      tone(desk, { ...short, peak: 0.1 * loud, from: 420 + ((i * 97) % 180) });
    }
  });
  return 0.55;
}

/** Notes one after another: s after the first, Hz, s; each with a softer one above it. */
const melody =
  (
    /** @type {number[][]} */ notes,
    /** @type {number} */ seconds,
    /** @type {{type?: OscillatorType, over?: number}} */ { type = "sine", over = 2 } = {},
  ) =>
  (/** @type {Desk} */ desk) => {
    for (const [after, from, fall] of notes) {
      tone(desk, { after, peak: 0.12, rise: 0.008, fall, from, type });
      tone(desk, { after, peak: 0.04, rise: 0.006, fall: fall * 0.6, from: from * over });
    }
    return seconds;
  };

/** Something small was chosen. */
function tick(/** @type {Desk} */ desk) {
  tone(desk, { peak: 0.05, rise: 0.001, fall: 0.03, from: 900 });
  return 0.05 + TAIL;
}

/** Something cannot be done. */
function no(/** @type {Desk} */ desk) {
  tone(desk, { peak: 0.09, rise: 0.004, fall: 0.1, from: 180, to: 130, type: "triangle" });
  return 0.15;
}

const FIFTH = [
  [0, 523.25, 0.3],
  [0.13, 783.99, 0.3],
];
const FANFARE = [
  [0, 392, 0.3],
  [0.16, 523.25, 0.3],
  [0.32, 659.25, 0.3],
  [0.48, 783.99, 0.9],
];
const RETREAT = [
  [0, 392, 0.35],
  [0.24, 311.13, 0.35],
  [0.48, 261.63, 1],
];

/** Every sound by its name. @type {Record<string, (desk: Desk, wanted: Wanted) => number>} */
export const RECIPES = {
  rifle: gun(0),
  autocannon: gun(1),
  "tank gun": gun(2),
  "heavy gun": gun(3),
  burst,
  hit,
  ricochet,
  miss,
  explosion: explosion(1),
  "great explosion": explosion(2),
  "tank engine": engine("tank"),
  "walker engine": engine("walker"),
  "hover engine": engine("hover"),
  turret,
  load,
  smoke,
  fire,
  dice,
  turn: melody(FIFTH, 0.5, { over: 3 }),
  tick,
  no,
  won: melody(FANFARE, 1.5, { type: "triangle" }),
  lost: melody(RETREAT, 1.6, { type: "triangle" }),
};
