// Keys at the table. They mark cards and type amounts; none of them presses a button. Enter leads from marked cards to
// the button that confirms them, and pressing that one is the person's own deed. Comes after table.js and picks.js.
"use strict";

const CONFIRMS = "button[data-needs-picks]:enabled";

const moveForm = () => document.getElementById("move");
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

// Where all cards are numbers a digit is the card of that number, from pile to pile where there are several. Elsewhere
// it is the card in that place, 0 the tenth.
function pickKey(key) {
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

// A button is pressed once, however long the key is held. Elsewhere Enter only shows the way.
function enterKey(event) {
  const onControl = event.target.closest("a, button, summary");
  if (onControl && !event.repeat) return;
  event.preventDefault();
  if (!onControl && isMarked()) moveForm().querySelector(CONFIRMS)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || typing(event.target)) return;
  if (event.defaultPrevented || !moveForm()) return;
  if (event.key === "Enter") enterKey(event);
  else if (titleKey(event.key.toLowerCase()) || pickKey(event.key)) event.preventDefault();
  else amountKey(event.key);
});
