// Sounds at the table, and on a phone a touch of its motor with them: off until somebody switches them on, which the browser
// remembers. Asked about once, after the first deal. They are made here, so there is nothing to fetch.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { recall, remember } from "../lib/storage.js";

const KEY = "tefuda.sound";
const ASKED = "asked"; // and not answered: then the switch is there
const TURN_AFTER = 0.25; // seconds: whose turn it is comes after what led to it
const DEAL_OVER = "#previous-board, #zone > .finished";
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

class SoundController extends Controller {
  static targets = ["switch", "offer"];

  /** Made by the first gesture once sounds are on: browsers keep pages silent until then.
   * @type {AudioContext | null} */
  audio = null;

  connect() {
    this.#switch(recall(KEY) === "on");
    this.switchTarget.hidden = !window.AudioContext;
  }

  get isOn() {
    return this.switchTarget.getAttribute("aria-pressed") === "true";
  }

  async toggle() {
    this.putAside();
    this.#choose(!this.isOn);
    await this.wake();
    this.#play(["chips"]); // so that one hears what has been switched on
  }

  async wake() {
    if (!this.isOn) return;
    this.audio ||= new AudioContext();
    if (this.audio.state !== "running") await this.audio.resume();
  }

  /** @param {CustomEvent<Record<string, boolean>>} event */
  changed({ detail }) {
    this.#play(Object.keys(SOUNDS).filter((kind) => detail[kind]));
  }

  // --- Asked once

  /** A deal is over. */
  offer() {
    if (!window.AudioContext || recall(KEY) !== null || !document.querySelector(DEAL_OVER)) return;
    this.offerTarget.hidden = false;
    remember(KEY, ASKED);
  }

  decline() {
    this.putAside();
    this.#choose(false);
  }

  /** Whoever plays on has answered, too. */
  putAside() {
    this.offerTarget.hidden = true;
  }

  /** @param {boolean} on */
  #choose(on) {
    this.#switch(on);
    remember(KEY, on ? "on" : "off");
  }

  /** @param {boolean} on */
  #switch(on) {
    this.switchTarget.setAttribute("aria-pressed", String(on));
    if (!on) this.audio?.suspend();
  }

  /** @param {string[]} kinds */
  #play(kinds) {
    if (!this.isOn) return;
    touch(kinds);
    if (this.audio?.state !== "running") return;
    for (const kind of kinds) SOUNDS[kind](this.audio, this.audio.currentTime);
  }
}

/** What matters most of what has happened; browsers refuse it before the page was touched.
 * @param {string[]} kinds */
function touch(kinds) {
  const kind = Object.keys(TOUCHES).find((one) => kinds.includes(one));
  if (!kind || isCalm.matches || !navigator.vibrate || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate(TOUCHES[kind]);
}

/** Loud at once, then fading out: what is struck or flicked sounds like that.
 * @param {AudioContext} context
 * @param {AudioNode} source
 * @param {number} at
 * @param {number} seconds
 * @param {number} loudness */
function fade(context, source, at, seconds, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(context.destination);
}

/** @param {AudioContext} context
 * @param {number} hertz
 * @param {number} at
 * @param {number} seconds
 * @param {number} loudness */
function tone(context, hertz, at, seconds, loudness) {
  const source = new OscillatorNode(context, { type: "sine", frequency: hertz });
  fade(context, source, at, seconds, loudness);
  source.start(at);
  source.stop(at + seconds);
}

/** @param {AudioContext} context
 * @param {number} at
 * @param {number} seconds
 * @param {number} loudness */
function rustle(context, at, seconds, loudness) {
  const buffer = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
  buffer.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
  source.connect(filter);
  fade(context, filter, at, seconds, loudness);
  source.start(at);
  source.stop(at + seconds);
}

/** @type {Record<string, (context: AudioContext, at: number) => void>} */
const SOUNDS = {
  deal: (context, at) => [0, 1, 2].forEach((card) => rustle(context, at + card * 0.08, 0.07, 0.2)),
  card: (context, at) => rustle(context, at, 0.07, 0.25),
  chips: (context, at) => [2090, 2790].forEach((hertz, i) => tone(context, hertz, at + i * 0.06, 0.07, 0.06)),
  turn: (context, at) => [523, 659].forEach((hertz, i) => tone(context, hertz, at + TURN_AFTER + i * 0.14, 0.35, 0.12)),
  won: (context, at) => [523, 659, 784].forEach((hertz, i) => tone(context, hertz, at + i * 0.11, 0.4, 0.12)),
};

/** In ms, on and off in turn.
 * @type {Record<string, number[]>} */
const TOUCHES = { won: [30, 60, 30, 60, 90], turn: [40, 80, 40], deal: [12, 60, 12], chips: [20] };

application.register("sound", SoundController);
