// Keys at the table. They mark cards and type amounts; none of them presses a button. Enter leads from marked cards, or
// from an amount, to the button that confirms them, and pressing that one is the person's own deed. Comes after table.js
// and card-selection.js.
"use strict";

const CONFIRMS = "button[data-needs-picks]:enabled";

const moveForm = () => hand().querySelector("#move"); // not one that is still growing out of sight (update-table.js)
const isMarked = () => Boolean(moveForm().querySelector(".pick > input:checked, .is-picked"));

// The focus leaves a button before a card is marked by key: whoever marks cards means the cards.
function buttonLeft() {
  if (hand().contains(document.activeElement) && document.activeElement.matches("button")) {
    hand().focus({ preventScroll: true });
  }
}

// A title's own script may answer a key before the house does: it prevents this event's default.
function titleKey(key) {
  if (document.dispatchEvent(new CustomEvent("tefuda:key", { detail: key, cancelable: true }))) return false;
  buttonLeft();
  return true;
}

// A letter is the next card of that kind that is not marked yet, where kinds are letters.
function kindKey(key) {
  const alike = picks().filter((box) => box.value.toLowerCase() === key);
  const box = alike.find((one) => !one.checked) || alike[0];
  if (!box) return false;
  box.click();
  box.focus();
  return true;
}

// Where all cards are numbers a digit is the card of that number, from pile to pile where there are several. Elsewhere
// it is the card in that place, 0 the tenth.
function pickKey(key) {
  if (/^[a-z]$/.test(key)) return kindKey(key);
  if (!/^[0-9]$/.test(key) || !picks().length) return false;
  const numbered = picks().every((box) => /^[0-9]$/.test(box.value));
  const named = nextPlace(key) || picks().find((box) => box.value === key);
  const box = numbered ? named : picks()[(Number(key) + 9) % 10];
  if (!box) return true;
  box.click();
  box.focus();
  return true;
}

// A digit goes into the form's number box, in place of what it offers, as if one had gone there first.
function amountKey(key) {
  const box = moveForm().querySelector("input[type=number]");
  if (!box || !/^[0-9]$/.test(key)) return;
  box.focus();
  box.select();
}

// What Enter in a form's box would press unseen; here it is only gone to.
const confirming = () => moveForm().querySelector("button[name=type]:enabled");

// A button is pressed once, however long the key is held. Elsewhere Enter only shows the way.
function enterKey(event) {
  const onControl = event.target.closest("a, button, summary");
  if (onControl && !event.repeat) return;
  event.preventDefault();
  if (onControl) return;
  if (typing(event.target)) confirming()?.focus();
  else if (isMarked()) moveForm().querySelector(CONFIRMS)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  const box = typing(event.target);
  if (event.key === "?" && !box) return keysShown();
  if (!moveForm()) return;
  if (event.key === "Enter" && !(box && !box.matches("#move input"))) enterKey(event);
  else if (box) return;
  else if (titleKey(event.key.toLowerCase()) || pickKey(event.key.toLowerCase())) event.preventDefault();
  else amountKey(event.key);
});

// --- The list of keys, and the focus after it

const keysSheet = document.getElementById("keys");

function keysShown() {
  keysSheet.showModal();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) keysShown();
  else if (event.target.closest("#keys [data-close]")) keysSheet.close();
});

// What had the focus may be gone: a button that was held, a hand that was answered while the list was open.
function focusFound() {
  if (!isNowhere() && !keysSheet.contains(document.activeElement)) return;
  hand().focus({ preventScroll: true });
  if (isNowhere()) turnLine().focus({ preventScroll: true });
}

keysSheet.addEventListener("close", focusFound);

// An answer that brought no table, or none at all: the form stays, its button can be pressed again.
document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
  if (elt.id === "move" && elt.isConnected && !elt.hasAttribute("data-sent")) focusFound();
});
