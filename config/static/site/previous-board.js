// The board before it was cleared stays in view for a moment, or until its reader goes on; then comes the present one.
// Nothing waits for it: a move sent meanwhile ends it. Comes after table.js and card-selection.js.
"use strict";

const HELD_MS = 2500;

let heldTimer = 0;

const held = () => document.getElementById("held");
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const heldKey = `held ${play.dataset.fragment}`;

// How far this browser has shown what happened. Without a store, what is shown again is only shown again.
function heldUntil() {
  try {
    return Number(sessionStorage.getItem(heldKey));
  } catch {
    return 0;
  }
}

function heldNoted(seq) {
  try {
    sessionStorage.setItem(heldKey, seq);
  } catch {}
}

// While another is held in its place the present board is for nobody; to style it as hidden, and as shown again, would be
// to lay it out anew.
function presentHushed() {
  const board = zone().querySelector(":scope > .board");
  if (held()?.matches(".is-held")) board?.setAttribute("aria-hidden", "true");
  else board?.removeAttribute("aria-hidden");
}

// In place of the present board; with reduced motion above it, as nothing is to come and go by itself.
function heldShown() {
  clearTimeout(heldTimer);
  const section = held();
  if (!section) return;
  if (Number(section.dataset.seq) <= heldUntil()) return section.remove();
  section.querySelector("details").open = true;
  // The present board has places of the same names, and only those are to be jumped to.
  for (const place of section.querySelectorAll(".board section[aria-label]")) place.setAttribute("role", "group");
  section.querySelector(".held__on").hidden = false;
  section.classList.toggle("is-held", !isCalm.matches);
  section.dataset.stays = ""; // what is being held outlasts what happens meanwhile (morph.js)
  presentHushed();
  if (!isCalm.matches && section.dataset.fresh === "yes" && !document.hidden) {
    heldTimer = setTimeout(() => section.contains(document.activeElement) || heldEnded(), HELD_MS);
  }
}

function heldEnded() {
  clearTimeout(heldTimer);
  const section = held();
  if (!section) return;
  const hadFocus = section.contains(document.activeElement);
  heldNoted(section.dataset.seq);
  section.remove();
  presentHushed();
  if (hadFocus) (document.getElementById("move") ? hand() : turnLine()).focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("tefuda:present"));
}

document.addEventListener("click", (event) => {
  if (event.target.closest(".held__on")) heldEnded();
});

// Enter and Escape go on, unless they are meant for what has the focus or for cards that are marked.
document.addEventListener("keydown", (event) => {
  if (!["Enter", "Escape"].includes(event.key) || event.repeat || event.defaultPrevented || !held()) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || typing(event.target)) return;
  if (event.target.closest("a, button, summary, input") || hand().querySelector(".pick > input:checked, .is-picked")) return;
  event.preventDefault();
  heldEnded();
});

// Of a fresh zone, what is to be held next, taken out of it; what has been shown, or is being shown, is only taken out.
function heldTaken(fresh) {
  const section = fresh.querySelector("#held");
  if (!section) return null;
  const isKnown = Number(section.dataset.seq) <= heldUntil() || section.dataset.seq === held()?.dataset.seq;
  if (!isKnown && isCalm.matches) return null; // comes with the rest
  section.remove();
  return isKnown ? null : section;
}

// It grows where nobody sees it, while the board is still shown, and takes its place when it is complete (update-table.js).
function* heldComing(section, touched) {
  const [old, made] = [held(), section.cloneNode(false)];
  made.classList.add("is-coming");
  made.setAttribute("aria-hidden", "true");
  made.dataset.stays = "";
  zone().insertBefore(made, zone().querySelector(":scope > :is(.finished, .board)"));
  section.querySelector("details").open = true;
  yield* childrenPatching(made, section, []);
  yield APART;
  yield toPlace(made);
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  made.classList.remove("is-coming");
  made.removeAttribute("aria-hidden");
  heldShown();
  if (hadFocus) made.querySelector(".held__on").focus({ preventScroll: true });
  touched.push(made);
}

// The button of fast-forward is held while it is sent, and gone afterwards; a held button has no focus to be kept.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id === "hurry") turnLine().focus({ preventScroll: true });
});

// In a task of its own: it is the press that is answered first.
document.addEventListener("htmx:beforeSend", (event) => {
  if (event.detail.elt.id === "move") setTimeout(heldEnded);
});

// What is to be held next takes its place; it comes without that mark.
document.addEventListener("htmx:afterSwap", () => {
  const section = held();
  if (!section) return;
  if (section.dataset.stays === undefined) return heldShown();
  presentHushed();
  const next = zone().querySelector(":scope > :is(.finished, .board)");
  if (section.nextElementSibling === next) return;
  const focused = section.contains(document.activeElement) ? document.activeElement : null;
  next?.before(section);
  focused?.focus({ preventScroll: true });
});

heldShown();
