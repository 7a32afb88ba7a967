// Steps through a replay: counted at once, shown one after the other. Comes after position-cache.js and position-controls.js.
"use strict";

const replay = document.getElementById("replay");
const steps = []; // positions still to be shown
const heights = new Map(); // of the parts that are not to move what is below them
let shown = match.n;
let wanted = match.n; // where the last step leads
let towards = 1; // … and in which direction the next one probably will
let isStepping = false;

// --- Where a step leads

const SIGN = match.seat === null ? null : match.seat.toString(36);
const isDecision = (sign) => (SIGN === null ? sign !== "." : sign === SIGN);

function decision(direction) {
  let at = wanted - match.first + direction;
  while (at >= 0 && at < match.turns.length && !isDecision(match.turns[at])) at += direction;
  return at >= 0 && at < match.turns.length ? match.first + at : null;
}

const LEADS = {
  first: () => (wanted > match.first ? match.first : null),
  back: () => (wanted > match.first ? wanted - 1 : null),
  forward: () => (wanted < match.last ? wanted + 1 : null),
  last: () => (wanted < match.last ? match.last : null),
  "chapter-back": () => match.chapters.filter((n) => n < wanted).at(-1) ?? null,
  "chapter-forward": () => match.chapters.find((n) => n > wanted) ?? null,
  "turn-back": () => decision(-1),
  // That a seat decides no more would tell that it is out: on it goes all the same.
  "turn-forward": () => decision(1) ?? LEADS["chapter-forward"]() ?? LEADS.last(),
};

// --- Showing

// What has been as high before stays as high, so that nothing below it moves.
function heightsKept() {
  for (const part of replay.querySelectorAll("[data-steady]")) {
    const name = part.dataset.steady;
    part.style.minHeight = `${heights.get(name) || 0}px`;
    heights.set(name, Math.max(heights.get(name) || 0, part.offsetHeight));
  }
}

function swapTold(name) {
  document.dispatchEvent(new CustomEvent(`htmx:${name}`, { detail: { target: replay, elt: replay, shouldSwap: true } }));
}

function positionShown(n, html) {
  swapTold("beforeSwap"); // animate-cards.js looks where everything lies
  replay.replaceChildren(pieceMade(html));
  shown = n;
  fetchedAhead(n, towards);
  heightsKept();
  around(n);
  swapTold("afterSettle");
  document.dispatchEvent(new CustomEvent("tefuda:position", { detail: n }));
}

const frameOver = () => new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(done)));

// What has not come yet is passed over if a later step waits: steps are never lost, but nobody waits for all of them.
async function stepsShown() {
  isStepping = true;
  try {
    while (steps.length) {
      const n = steps.shift();
      const path = piecePath(n);
      if (steps.length && !drawn.has(path)) continue;
      positionShown(n, await drawing(path));
      await frameOver();
    }
  } catch {
    notShown(pagePath(wanted));
  } finally {
    isStepping = false;
  }
}

// The page of that position says why, or comes from the device. If this is it, one stays: it would only come again.
function notShown(address) {
  if (!address.startsWith(location.pathname)) return location.assign(address);
  steps.length = 0;
  wanted = shown;
  waysShown(LEADS);
  around(shown);
  toast(troubleSaid(troubleOf()));
}

// A jump takes the place of the steps that wait, a single step comes after them.
function goTo(n) {
  if (n === null || Number.isNaN(n)) return;
  towards = n < wanted ? -1 : 1;
  if (Math.abs(n - wanted) > 1) steps.length = 0;
  wanted = Math.min(Math.max(n, match.first), match.last);
  if (wanted !== (steps.at(-1) ?? shown) || isStepping) steps.push(wanted);
  waysShown(LEADS);
  if (!isStepping) stepsShown();
}

// Somebody has steered: what plays by itself stops.
function steered(n) {
  document.dispatchEvent(new CustomEvent("tefuda:steered"));
  goTo(n);
}

// --- Links, slider, keys

const isPlain = (event) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.button);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go], a[data-n]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  steered(link.dataset.go ? LEADS[link.dataset.go]() : Number(link.dataset.n));
});

document.getElementById("slider").addEventListener("input", ({ target }) => steered(Number(target.value)));

document.querySelector("#chart > svg")?.addEventListener("click", (event) => {
  const svg = event.currentTarget;
  const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  steered(Math.round(match.first + (x / CHART_WIDTH) * (match.last - match.first)));
});

const KEYS = {
  Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last",
  "[": "chapter-back", "]": "chapter-forward", ",": "turn-back", ".": "turn-forward",
};
const SHIFTED = { ArrowLeft: "chapter-back", ArrowRight: "chapter-forward" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const go = (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key];
  if (!go) return;
  event.preventDefault();
  steered(LEADS[go]());
});

// --- The list of keys

const keysSheet = document.getElementById("keys");

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !typing(event.target) && !keysSheet.open) keysSheet.showModal();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) keysSheet.showModal();
  else if (event.target.closest("#keys [data-close]")) keysSheet.close();
});

// --- From the beginning

addEventListener("resize", () => heights.clear());

for (const node of document.querySelectorAll("[data-plain]")) node.hidden = true; // not needed with scripts
document.getElementById("keys-way").hidden = false;
heightsKept();
around(shown);
fetchedAhead(shown, towards);
goTo(positionIn(location.pathname)); // a page from the device may be of another position
