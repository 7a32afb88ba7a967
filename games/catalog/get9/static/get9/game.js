// The split as a row of cards and three slots: a tap lays a card into the next slot with room or takes it back, and a card
// may be dragged to where it shall lie. What is laid stands in the form's boxes, which is all there is without scripts.
"use strict";

const SLOT_SIZE = 3;
const DRAG_FROM = 6; // pixels; less is a tap

const splitForm = () => hand().querySelector(".get9-split");
const splitBox = (card, slot) => splitForm().querySelector(`input[name="piles.${slot}"][value="${card}"]`);
const slotCards = (slot) =>
  Array.from(splitForm().querySelectorAll(`input[name="piles.${slot}"]:checked`), (box) => box.value);
const slots = () => Array.from(splitForm().querySelectorAll("[data-slot]"));
const slotOf = (card) => slots().findIndex((_, slot) => splitBox(card, slot).checked);

// Into that slot, or back to the row for -1.
function lay(card, slot) {
  slots().forEach((_, at) => (splitBox(card, at).checked = at === slot));
}

function tapped(card) {
  if (slotOf(card) >= 0) lay(card, -1);
  else lay(card, slots().findIndex((_, slot) => slotCards(slot).length < SLOT_SIZE));
}

// A full slot gives the card one is dropped on, or its last one, in exchange.
function dropped(card, slot, onto) {
  const from = slotOf(card);
  const there = slot < 0 || slot === from ? [] : slotCards(slot);
  if (there.length === SLOT_SIZE) lay(there.includes(onto) ? onto : there[SLOT_SIZE - 1], from);
  lay(card, slot);
}

function splitChanged() {
  picksCounted();
  splitShown();
  const said = slots().map((slot, at) => `${slot.getAttribute("aria-label")}: ${slotCards(at).join(" ") || "0"}`);
  document.getElementById("live").textContent = said.join(", ");
}

function splitShown() {
  if (!splitForm()) return;
  const row = Array.from(splitForm().querySelectorAll(".get9-row > [data-number]"));
  const focused = document.activeElement.closest(".get9-slot [data-number]");
  for (const card of row) card.setAttribute("aria-pressed", String(slotOf(card.dataset.number) >= 0));
  slots().forEach((slot, at) => {
    const laid = slotCards(at);
    const copies = row.filter((card) => laid.includes(card.dataset.number)).map((card) => card.cloneNode(true));
    slot.querySelector(".get9-slot__cards").replaceChildren(...copies);
    slot.classList.toggle("is-full", laid.length === SLOT_SIZE);
  });
  if (focused) row.find((card) => card.dataset.number === focused.dataset.number).focus();
  firstCardShown();
  const preset = splitForm().querySelector("[data-last-split]");
  preset.hidden = !lastSplit();
}

// Only a card of a full left pile can be filed to be played first.
function firstCardShown() {
  const box = splitForm().querySelector("select[name=card]");
  const left = slotCards(0);
  for (const option of box.options) {
    option.disabled = option.hidden = option.value !== "" && !(left.length === SLOT_SIZE && left.includes(option.value));
  }
  if (box.selectedOptions[0].disabled) box.value = "";
}

// --- The split of the last match at this table, which only this browser remembers

const LAST_SPLIT = `get9-split ${location.pathname}`;

function lastSplit() {
  try {
    const kept = localStorage.getItem(LAST_SPLIT) || "";
    return /^[0-2]{9}$/.test(kept) && [0, 1, 2].every((slot) => kept.split(String(slot)).length === SLOT_SIZE + 1) && kept;
  } catch {
    return false; // this browser keeps nothing
  }
}

document.addEventListener("submit", (event) => {
  if (event.submitter?.value !== "split" || !splitForm()) return;
  try {
    localStorage.setItem(LAST_SPLIT, Array.from("123456789", slotOf).join(""));
  } catch {
    // then there is no preset next time
  }
});

// --- Taps and drags

let drag = null; // the card held, where it was taken, and its way from there
let wasDragged = false; // a click follows a drag, too; one by key has no detail

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".get9-lay [data-number]");
  wasDragged = false;
  if (card && event.isPrimary && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, way: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.way && Math.hypot(x, y) < DRAG_FROM) return;
  if (!drag.way) drag.card.setPointerCapture(event.pointerId);
  drag.card.classList.add("is-dragged");
  drag.way?.cancel();
  drag.way = drag.card.animate({ transform: `translate(${x}px, ${y}px)` }, { duration: 1, fill: "both" });
});

function dragEnded() {
  drag?.way?.cancel();
  drag?.card.classList.remove("is-dragged");
  drag = null;
}

document.addEventListener("pointerup", (event) => {
  if (!drag?.way) return dragEnded();
  const { card } = drag;
  wasDragged = true;
  dragEnded();
  if (!card.isConnected) return; // a new hand came meanwhile
  const under = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !card.contains(one));
  const place = under.find((one) => one.closest(".get9-lay"));
  const slot = place?.closest("[data-slot]");
  if (place) dropped(card.dataset.number, slot ? Number(slot.dataset.slot) : -1, place.closest("[data-number]")?.dataset.number);
  splitChanged();
});

document.addEventListener("pointercancel", dragEnded);
document.addEventListener("dragstart", (event) => drag && event.preventDefault());

document.addEventListener("click", (event) => {
  const card = event.target.closest(".get9-lay [data-number]");
  if (card && !(wasDragged && event.detail)) tapped(card.dataset.number);
  else if (event.target.closest("[data-last-split]")) {
    Array.from(lastSplit()).forEach((slot, at) => lay(String(at + 1), Number(slot)));
  } else return;
  splitChanged();
});

document.addEventListener("change", (event) => {
  if (event.target.closest(".get9-piles")) splitShown();
});

document.addEventListener("htmx:afterSettle", splitShown);
splitShown();
