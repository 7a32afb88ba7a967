// What has been fetched becomes the table step by step. Comes after morph.js and task-slices.js. Others follow by events:
// `tefuda:fresh` before anything changes, `tefuda:step` after each step with what it touched, `tefuda:done` after all;
// and by htmx's own, in its name: `afterSwap` once the zone is in place, `afterSettle` once the hand is.
"use strict";

let waiting = null; // a newer answer, until the older one is in place
let handComes = false; // with the newest answer
let comingRev = 0; // its number

const isHurried = () => waiting !== null;

function swapBegun(answer) {
  steps = swapSteps(answer);
  nextSize = 0;
  stepSoon(false);
}

// --- The steps

function* swapSteps(answer) {
  const page = new DOMParser().parseFromString(answer, "text/html");
  yield APART;
  const parts = Array.from(page.querySelectorAll("body > [hx-swap-oob]"));
  const beside = new Map(parts.map((part) => [part.id || "lines", part]));
  const [fresh, freshHand] = [page.getElementById("zone"), beside.get("hand")];
  const { rev } = fresh.dataset;
  fresh.dataset.rev = zone().dataset.rev; // said last: then everything is there
  const comes = heldTaken(fresh);
  told("fresh", { zone: fresh, board: comes || (held() ? zone() : fresh), form: freshHand || hand() });
  yield APART;
  if (comes) yield* heldComing(comes, touched);
  yield* patching(zone(), fresh, touched);
  toldByHtmx("afterSwap");
  if (freshHand && !(isMoveSent() && !left.isMove)) yield* handStep(freshHand);
  toldByHtmx("afterSettle");
  beside.delete("hand");
  yield* besideSteps(beside);
  yield APART; // the table is laid out by now, and looked at without another layout
  told("done");
  zone().dataset.rev = rev;
}

const toldByHtmx = (name) => htmx.trigger(zone(), `htmx:${name}`, { target: zone() });

// Where nothing was asked and nothing is, a plan may be half filled in. Otherwise never the old one with another question.
function* handStep(fresh) {
  fresh.removeAttribute("hx-swap-oob");
  if (!fresh.dataset.asked && !hand().dataset.asked) return yield* patching(hand(), fresh, touched);
  const isLarge = sizeOf(fresh) > room;
  const made = isLarge ? yield* handComing(fresh) : fresh;
  yield Math.max(isLarge ? toPlace(made) : sizeOf(made), room / 2); // scripts look it all over, and lay it out for that
  if (isMoveSent() && !left.isMove) return made.remove(); // the old one, meanwhile
  handReplaced(made);
  if (!isLarge) htmx.process(made);
  touched.push(made);
}

// A large one grows beside the old one, where nobody sees it; until it takes its place every id is the old one's.
function* handComing(fresh) {
  for (const part of [fresh, ...fresh.querySelectorAll("[id]")]) {
    part.dataset.id = part.id;
    part.removeAttribute("id");
  }
  const made = fresh.cloneNode(false);
  made.classList.add("is-coming");
  hand().after(made);
  yield* childrenPatching(made, fresh, []);
  yield APART;
  htmx.process(made); // before it takes its place, which costs enough
  return made;
}

// With the focus in it, the browser would look after that in a layout at once.
function handReplaced(made) {
  if (hand().contains(document.activeElement)) {
    left.inHand = true;
    document.activeElement.blur();
  }
  if (made.parentNode === hand().parentNode) hand().remove();
  else hand().replaceWith(made);
  for (const part of [made, ...made.querySelectorAll("[data-id]")]) {
    part.id = part.dataset.id || "hand";
    delete part.dataset.id;
  }
  made.classList.remove("is-coming");
}

// What comes beside zone and hand.
function* besideSteps(parts) {
  for (const part of parts.values()) {
    const way = part.getAttribute("hx-swap-oob");
    const target = document.getElementById(part.id || "log");
    if (!target) continue;
    part.removeAttribute("hx-swap-oob");
    if (way === "true") yield* patching(target, part, []);
    else if (way !== "innerHTML") yield* linesAdding(target, part);
    else {
      yield sizeOf(part);
      target.replaceChildren(...part.childNodes);
    }
  }
}

// They may come twice: with a move's answer, and with one that was under way.
function* linesAdding(log, fresh) {
  const last = lastSeq();
  for (const line of Array.from(fresh.children).filter((one) => !(Number(one.dataset.seq) <= last))) {
    yield sizeOf(line);
    log.append(line);
  }
}

// --- Before and after

let left = null; // what the steps find: the hand, where the focus is, how far the log is read, which folds are open

// An answer that was overtaken by a newer one must not turn the page back.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr, requestConfig } = event.detail;
  if (target.id !== "zone") return;
  event.detail.shouldSwap = false; // not by htmx
  // The form that asked has been replaced in the meantime by a newer one; htmx could no longer place the answer.
  if (!requestConfig.elt.isConnected) {
    swapFinished();
    busy = false; // htmx reports the end of this request to a form that is no longer in the page
    refresh();
    return;
  }
  const [answer, isMove] = [xhr.responseText, requestConfig.elt.id === "move"];
  const rev = /data-rev="(\d+)"/.exec(answer);
  if (rev === null || Number(rev[1]) < Math.max(shownRev(), comingRev) || (!isMove && isMoveSent())) return;
  etag = xhr.getResponseHeader("ETag") || "";
  event.detail.isError = false; // a refusal, whatever its status: its sentence comes with the table
  comingRev = Number(rev[1]);
  handComes = answer.includes(' id="hand"');
  const begin = () => {
    left = leftBy(isMove);
    swapBegun(answer);
  };
  if (waiting) swapFinished();
  if (steps) waiting = begin;
  else begin();
});

function leftBy(isMove) {
  return {
    isMove,
    hand: hand(),
    // A button that was pressed is held, and a held button has lost the focus.
    inHand: hand().contains(document.activeElement) || (isNowhere() && isMove),
    inZone: zone().contains(document.activeElement),
    read: document.getElementById("log-box").scrollTop,
    folds: Array.from(zone().querySelectorAll("details[id]"), (fold) => [fold.id, fold.open]),
  };
}

function swapEnded() {
  document.title = zone().dataset.title;
  // At its end the log stays by itself, and needs no layout at once.
  if (left.read) document.getElementById("log-box").scrollTop = left.read;
  setTimeout(focusKept, 0, left); // the focus needs a layout: a task of its own
  speak();
  if (zone().dataset.moving !== "yes") streamClosed();
  const next = waiting;
  waiting = null;
  if (next) return next();
  comingRev = 0;
  answered(true);
}
