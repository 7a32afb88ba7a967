// What has been fetched becomes the table step by step, a task for each, and the browser may draw between them: a whole
// table at once keeps a slow phone busy for half a second. Comes after patch.js and table.js. Others follow by events:
// `tefuda:fresh` before anything changes, `tefuda:step` after each step with what it touched, `tefuda:done` after all;
// and by htmx's own, in its name: `afterSwap` once the zone is in place, `afterSettle` once the hand is.
"use strict";

const [LEAST, MOST] = [20, 1000]; // elements put in place in one task
const NO_FRAME_MS = 100; // where the browser draws nothing, the next step comes all the same

let steps = null; // of the answer that is being put in place
let touched = []; // by the step that is being taken
let [nextSize, stepFrame, stepTimer] = [0, 0, 0];
let room = 30; // elements a task has room for on this device, by what the last ones took
let aimMs = 7; // a task with its layout; the frame after it takes as long again
let handComes = false; // with that answer

const isSwapping = () => steps !== null;
const told = (name, detail) => document.dispatchEvent(new CustomEvent(`tefuda:${name}`, { detail }));

// --- One step after the other

// A step does as much as fits: what the steps yield is the size of what they would do next.
function stepTaken() {
  stepCancelled();
  const began = performance.now();
  let size = 0;
  do {
    size += nextSize;
    const { value, done } = nextStep();
    nextSize = value;
    if (done) steps = null;
  } while (steps && size + nextSize <= room);
  if (touched.length) told("step", touched.splice(0));
  if (!steps) return swapEnded();
  if (!document.hidden) void zone().offsetHeight; // laid out here, so that only the drawing is left to the frame
  if (size >= LEAST) room = Math.min(MOST, Math.max(LEAST, (size * aimMs) / (performance.now() - began)));
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
    return { done: true };
  }
}

function stepCancelled() {
  clearTimeout(stepTimer);
  cancelAnimationFrame(stepFrame);
}

// What is newer comes after what is older, as a whole.
function swapFinished() {
  while (steps) stepTaken();
}

function swapBegun(answer) {
  handComes = answer.includes(' id="hand"');
  steps = swapSteps(answer);
  nextSize = 0;
  stepTimer = setTimeout(stepTaken);
}

document.addEventListener("visibilitychange", () => document.hidden && swapFinished());

// --- The steps

function* swapSteps(answer) {
  const page = new DOMParser().parseFromString(answer, "text/html");
  const parts = Array.from(page.querySelectorAll("body > [hx-swap-oob]"));
  const beside = new Map(parts.map((part) => [part.id || "lines", part]));
  const [fresh, freshHand] = [page.getElementById("zone"), beside.get("hand")];
  const { rev } = fresh.dataset;
  fresh.dataset.rev = zone().dataset.rev; // said last: then everything is there
  const comes = heldTaken(fresh);
  told("fresh", { zone: fresh, board: comes || (held() ? zone() : fresh), form: freshHand || hand() });
  yield LEAST;
  if (comes) yield* heldComing(comes, touched);
  yield* patching(zone(), fresh, touched);
  toldByHtmx("afterSwap");
  if (freshHand && !(isMoveSent() && !left.isMove)) yield* handStep(freshHand);
  toldByHtmx("afterSettle");
  beside.delete("hand");
  yield* besideSteps(beside);
  yield LEAST;
  told("done");
  zone().dataset.rev = rev;
}

const toldByHtmx = (name) => htmx.trigger(zone(), `htmx:${name}`, { target: zone() });

// Where nothing was asked and nothing is, a plan may be half filled in. Otherwise never the old one with another question;
// with the focus in it, the browser would look after that in a layout at once.
function* handStep(fresh) {
  fresh.removeAttribute("hx-swap-oob");
  if (!fresh.dataset.asked && !hand().dataset.asked) return yield* patching(hand(), fresh, touched);
  yield sizeOf(fresh);
  if (hand().contains(document.activeElement)) {
    left.inHand = true;
    document.activeElement.blur();
  }
  hand().replaceWith(fresh);
  htmx.process(fresh);
  touched.push(fresh);
}

// What comes beside zone and hand.
function* besideSteps(parts) {
  for (const part of parts.values()) {
    const way = part.getAttribute("hx-swap-oob");
    const target = document.getElementById(part.id || "log");
    if (!target) continue;
    part.removeAttribute("hx-swap-oob");
    if (way === "true") {
      yield* patching(target, part, []);
      continue;
    }
    yield sizeOf(part);
    if (way === "innerHTML") target.replaceChildren(...part.childNodes);
    else linesAdded(target, part);
  }
}

// They may come twice: with a move's answer, and with one that was under way.
function linesAdded(log, fresh) {
  const last = lastSeq();
  log.append(...Array.from(fresh.children).filter((line) => !(Number(line.dataset.seq) <= last)));
}

// --- Before and after

let left = null; // what the steps find: the hand, where the focus is, how far the log is read, which folds are open

// An answer that was overtaken by a newer one must not turn the page back.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr, requestConfig } = event.detail;
  if (target.id !== "zone") return;
  event.detail.shouldSwap = false; // not by htmx
  swapFinished();
  // The form that asked has been replaced in the meantime by a newer one; htmx could no longer place the answer.
  if (!requestConfig.elt.isConnected) {
    busy = false; // htmx reports the end of this request to a form that is no longer in the page
    refresh();
    return;
  }
  const rev = /data-rev="(\d+)"/.exec(xhr.responseText);
  const isMove = requestConfig.elt.id === "move";
  if (rev === null || Number(rev[1]) < shownRev() || (!isMove && isMoveSent())) return;
  etag = xhr.getResponseHeader("ETag") || "";
  event.detail.isError = false; // a refusal, whatever its status: its sentence comes with the table
  left = {
    isMove,
    hand: hand(),
    // A button that was pressed is held, and a held button has lost the focus.
    inHand: hand().contains(document.activeElement) || (isNowhere() && isMove),
    inZone: zone().contains(document.activeElement),
    read: document.getElementById("log-box").scrollTop,
    folds: Array.from(zone().querySelectorAll("details[id]"), (fold) => [fold.id, fold.open]),
  };
  swapBegun(xhr.responseText);
});

function swapEnded() {
  document.title = zone().dataset.title;
  // At its end the log stays by itself, and needs no layout at once.
  if (left.read) document.getElementById("log-box").scrollTop = left.read;
  setTimeout(focusKept, 0, left); // the focus needs a layout: a task of its own
  speak();
  if (zone().dataset.moving !== "yes") streamClosed();
  answered(true);
}
