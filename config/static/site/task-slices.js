// One step after the other, a task for each, and the browser may draw between them: a whole table at once keeps a slow
// phone busy for half a second. While something grows out of sight no frame is waited for. Comes after table.js; update-table.js
// has the steps.
"use strict";

const [LEAST, MOST] = [20, 1000]; // elements put in place in one task
const NO_FRAME_MS = 100; // where the browser draws nothing, the next step comes all the same
const APART = NaN; // fits beside nothing: what comes next is a task of its own
const toPlace = (grown) => sizeOf(grown) / 3; // elements that cost as much as to show what has grown out of sight

let steps = null; // of the answer that is being put in place
let touched = []; // by the step that is being taken
let [nextSize, stepFrame, stepTimer] = [0, 0, 0];
let room = 30; // elements a task has room for on this device, by what the last ones took
let aimMs = 7; // a task with its layout; the frame after it takes as long again

const isSwapping = () => steps !== null;
const told = (name, detail) => document.dispatchEvent(new CustomEvent(`tefuda:${name}`, { detail }));

// A step does as much as fits: what the steps yield is the size of what they would do next.
function stepTaken() {
  stepCancelled();
  const began = performance.now();
  let size = 0;
  do {
    size += nextSize || 0;
    const { value, done } = nextStep();
    nextSize = value;
    if (done) steps = null;
  } while (steps && size + nextSize <= room);
  const isSeen = touched.length > 0;
  if (isSeen) told("step", touched.splice(0));
  if (!steps) return swapEnded();
  // Laid out here, so that only the drawing is left to the frame.
  if ((size || isSeen) && !document.hidden) void zone().offsetHeight;
  // Cheap elements say little of the next ones, so it grows by half at most.
  if (size >= LEAST) room = Math.min(MOST, room * 1.5, Math.max(LEAST, (size * aimMs) / (performance.now() - began)));
  stepSoon(isSeen && !isHurried());
}

function stepSoon(afterFrame) {
  if (!afterFrame) return (stepTimer = setTimeout(stepTaken));
  stepFrame = requestAnimationFrame(() => {
    clearTimeout(stepTimer);
    stepTimer = setTimeout(stepTaken);
  });
  stepTimer = setTimeout(stepTaken, NO_FRAME_MS);
}

// Whatever fails in it, the table goes on: the next answer brings what is missing, and is asked for as if none were known.
function nextStep() {
  try {
    return steps.next();
  } catch (problem) {
    reportError(problem);
    etag = "";
    for (const part of document.querySelectorAll(".is-coming")) part.remove();
    return { done: true };
  }
}

function stepCancelled() {
  clearTimeout(stepTimer);
  cancelAnimationFrame(stepFrame);
}

// With what waits for it.
function swapFinished() {
  while (steps) stepTaken();
}

document.addEventListener("visibilitychange", () => document.hidden && swapFinished());
