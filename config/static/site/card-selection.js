// Cards to be marked, piles to be laid, amounts to be filled in: what the own hand's form does. Comes after table.js.
"use strict";

const picks = () => Array.from(hand().querySelectorAll(".pick > input:not(:disabled)"));

const pickedIn = (group) => group.querySelectorAll(".pick > input:checked").length;
const fits = (group) => Number(group.dataset.min || 0) <= pickedIn(group) && pickedIn(group) <= Number(group.dataset.max);

// A group with data-max says how many are picked; a confirm button waits until the number fits, in groups within it too.
function picksCounted() {
  for (const group of hand().querySelectorAll("[data-max]")) {
    for (const output of group.querySelectorAll(".picks__count")) {
      output.textContent = `${pickedIn(group)}/${group.dataset.max}`;
      output.classList.toggle("is-wrong", !fits(group));
    }
    const whole = [group, ...group.querySelectorAll("[data-max]")].every(fits);
    for (const button of group.querySelectorAll("button[data-needs-picks]")) button.disabled = !whole || isMoveSent();
  }
}

// Piles: groups that all show the same cards. A card lies in one of them at most.
const places = (value) =>
  Array.from(hand().querySelectorAll("[data-piles] .pick > input")).filter((box) => box.value === value);

function laidInOnePile(laid) {
  const boxes = places(laid.value);
  if (laid.checked) for (const box of boxes) box.checked = box === laid;
  for (const box of boxes) box.parentElement.classList.toggle("is-elsewhere", laid.checked && box !== laid);
}

// The box of the next pile for a card, one with room if there is any.
function nextPlace(value) {
  const boxes = places(value);
  const at = boxes.findIndex((box) => box.checked);
  const others = [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))];
  const hasRoom = (group) => pickedIn(group) < Number(group.dataset.max);
  return others.find((box) => hasRoom(box.closest("[data-max]"))) || others[0];
}

document.addEventListener("change", (event) => {
  if (!event.target.matches(".pick > input")) return;
  if (event.target.closest("[data-piles]")) laidInOnePile(event.target);
  picksCounted();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-fill]");
  if (!button) return;
  const box = button.dataset.for
    ? document.getElementById(button.dataset.for)
    : button.closest(".field, fieldset, form").querySelector("input[type=number]");
  box.value = button.dataset.fill;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
});

// A slider and the box beside it show the same number.
document.addEventListener("input", (event) => {
  const field = event.target.closest("#hand .field");
  const slider = field?.querySelector("[data-slides]");
  if (!slider) return;
  const box = field.querySelector("input[type=number]");
  if (event.target === slider) box.value = slider.value;
  else if (box.value) slider.value = box.value;
});

// What can't be taken back is asked about once more on the button itself: the first press only changes what it says.
let unsure = null; // the button that asks, and what it says otherwise

function sureAgain() {
  if (unsure?.button.isConnected) unsure.button.textContent = unsure.label;
  unsure = null;
}

// With data-sure-at only if the number in the box is that one.
function asksFirst(button) {
  const at = button.dataset.sureAt;
  return at === undefined || button.form.querySelector("input[type=number]").value === at;
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[data-sure]");
    if (unsure && unsure.button === button) return;
    sureAgain();
    if (!button || !asksFirst(button)) return;
    event.preventDefault();
    event.stopPropagation();
    unsure = { button, label: button.textContent };
    button.textContent = button.dataset.sure;
    document.getElementById("live").textContent = button.dataset.sure;
  },
  true,
);

document.addEventListener("input", sureAgain);
document.addEventListener("htmx:afterSettle", (event) => event.target === zone() && picksCounted());
picksCounted();
