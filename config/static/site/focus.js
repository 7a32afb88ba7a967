// Where the focus is once a fresh part has taken the place of a shown one, and which folds stay open. Comes after update-table.js.
"use strict";

const isNowhere = () => !document.activeElement || document.activeElement === document.body;

// A new hand is gone to as a whole, never to a box or button in it that was not there to be meant. Without a hand,
// or when what one looked at is gone, there is the line that says whose turn it is. Elsewhere the focus is left alone.
function focusKept(left) {
  const isNew = hand() !== left.hand;
  const waited = isNew && document.activeElement?.id === "turn" && document.getElementById("move");
  if ((left.inHand && isNowhere()) || waited) { // not: gone somewhere by its reader meanwhile
    if (hand().querySelector(".tray__form > *")) hand().focus({ preventScroll: true });
    if (!hand().contains(document.activeElement)) turnLine().focus({ preventScroll: true });
  } else if (left.inZone && isNowhere()) turnLine().focus({ preventScroll: true });
}

const turnLine = () => document.getElementById("turn");

// At once after each step, so that nothing is seen to open and shut, and nobody is nowhere.
document.addEventListener("tefuda:step", () => {
  if (left.inZone && isNowhere()) turnLine()?.focus({ preventScroll: true });
  for (const [id, open] of left.folds) {
    const fold = document.getElementById(id);
    if (fold) fold.open = open;
  }
});
