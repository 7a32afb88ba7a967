// Sounds at the table: off until somebody switches them on, which the browser remembers. They are made here, so there is
// nothing to fetch. Comes with animate-cards.js, which tells what has changed.
"use strict";

{
  const KEY = "tefuda.sound"; // what the browser remembers under
  const TURN_AFTER = 0.25; // seconds: whose turn it is comes after what led to it

  const button = document.getElementById("sound");
  let context = null; // made by the first gesture once sounds are on: browsers keep pages silent until then

  // Private windows may refuse to remember: then it holds until the page is left.
  function remembered() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function remember(on) {
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // nothing to be done
    }
  }

  const isOn = () => button.getAttribute("aria-pressed") === "true";

  function wake() {
    if (!isOn()) return undefined;
    context ||= new AudioContext();
    return context.state === "running" ? undefined : context.resume();
  }

  // --- The sounds

  // Loud at once, then fading out: what is struck or flicked sounds like that.
  function faded(source, at, seconds, loudness) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loudness, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    source.connect(gain).connect(context.destination);
    return gain;
  }

  function tone(hertz, at, seconds, loudness) {
    const source = new OscillatorNode(context, { type: "sine", frequency: hertz });
    faded(source, at, seconds, loudness);
    source.start(at);
    source.stop(at + seconds);
  }

  let noise = null;

  function rustle(at, seconds, loudness) {
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
      noise.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
    }
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
    source.connect(filter);
    faded(filter, at, seconds, loudness);
    source.start(at);
    source.stop(at + seconds);
  }

  const SOUNDS = {
    card: (at) => rustle(at, 0.07, 0.25),
    chips: (at) => [2090, 2790].forEach((hertz, i) => tone(hertz, at + i * 0.06, 0.07, 0.06)),
    turn: (at) => [523, 659].forEach((hertz, i) => tone(hertz, at + TURN_AFTER + i * 0.14, 0.35, 0.12)),
    won: (at) => [523, 659, 784].forEach((hertz, i) => tone(hertz, at + i * 0.11, 0.4, 0.12)),
  };

  function played(kinds) {
    if (!isOn() || context?.state !== "running") return;
    for (const kind of kinds) SOUNDS[kind](context.currentTime);
  }

  // --- The switch

  function set(on) {
    button.setAttribute("aria-pressed", String(on));
    if (!on && context) context.suspend();
  }

  button.addEventListener("click", async () => {
    set(!isOn());
    remember(isOn());
    await wake();
    played(["chips"]); // so that one hears what has been switched on
  });

  for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, wake);

  document.addEventListener("tefuda:changed", ({ detail }) => played(Object.keys(SOUNDS).filter((kind) => detail[kind])));

  set(remembered());
  button.hidden = !window.AudioContext;
}
