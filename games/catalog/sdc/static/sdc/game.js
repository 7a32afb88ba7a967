// Says what the cards that are not marked make, and what the button does; a digit goes to the bid of that number.
"use strict";

const drawForm = () => hand().querySelector("[data-kept]");

function keptShown() {
  const form = drawForm();
  if (!form) return;
  const boxes = Array.from(form.querySelectorAll(".pick > input"));
  const way = boxes.reduce((sum, box, at) => sum + (box.checked ? 1 << at : 0), 0);
  hand().querySelector(".sdc-whole").hidden = way > 0;
  hand().querySelector(".sdc-keeps").hidden = way === 0;
  hand().querySelector(".sdc-keeps strong").textContent = form.dataset.kept.split("|")[way];
  const button = form.querySelector("[data-label]");
  button.textContent = button.dataset.label.split("|")[boxes.filter((box) => box.checked).length];
}

document.addEventListener("change", (event) => {
  if (!drawForm()?.contains(event.target)) return;
  keptShown();
  document.getElementById("live").textContent = hand().querySelector(":is(.sdc-whole, .sdc-keeps):not([hidden])").textContent;
});

// The way is shown, as by all keys; Enter is the person's own deed. After the house has left the button that had the focus.
document.addEventListener("tefuda:key", (event) => {
  const amounts = Array.from(hand().querySelectorAll("[data-amount]:enabled"));
  const meant = amounts.find((button) => button.dataset.amount === (event.detail === "0" ? "10" : event.detail));
  if (!meant) return;
  event.preventDefault();
  queueMicrotask(() => meant.focus());
});

document.addEventListener("htmx:afterSettle", keptShown);
keptShown();
