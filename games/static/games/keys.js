// Keys at the table. They mark cards and type amounts; none of them presses a button. Enter leads from marked cards to
// the button that confirms them, and pressing that one is the person's own deed. Comes after table.js and piles.js.
"use strict";

const RANK_KEYS = { 1: "10", 0: "10", j: "J", q: "Q", k: "K", a: "A", s: "s", b: "B" };

const CONFIRMS = "button[data-needs-picks]:enabled, [data-plays] button[value=play]:enabled";

const moveForm = () => document.getElementById("move");
const isMarked = () => Boolean(moveForm().querySelector(".pick > input:checked, .pile.is-picked"));

// The focus leaves a button before a card is marked by key: whoever marks cards means the cards.
function buttonLeft() {
  if (hand().contains(document.activeElement) && document.activeElement.matches("button")) {
    hand().focus({ preventScroll: true });
  }
}

// Ranks add a card of their pile; H hints, Escape clears, Backspace takes the last one back.
function pileKey(key) {
  const pile = piles().find((one) => one.dataset.rank === (RANK_KEYS[key] || key));
  if (pile) pileCount(pile) < pileSize(pile) && pileAdd(pile); // only a finger begins anew
  else if (key === "h") hint();
  else if (key === "escape") pilesCleared();
  else if (key === "backspace") pileTakeLast();
  else return false;
  buttonLeft();
  document.getElementById("live").textContent = pilesSaid();
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
  else if (pilesForm() ? pileKey(event.key.toLowerCase()) : pickKey(event.key)) event.preventDefault();
  else amountKey(event.key);
});
