// The tray can be folded to one line on a phone: whose turn it is, and the own cards. The browser remembers. Comes
// after previous-board.js. Without scripts there is no handle, and the tray stays open.
"use strict";

const TRAY = "tefuda.tray"; // what the browser remembers under

const handle = () => hand().querySelector(".tray__handle");

// Private windows may refuse to remember: then it holds until the page is left.
function remembered() {
  try {
    return localStorage.getItem(TRAY) === "folded";
  } catch {
    return false;
  }
}

function remember(folded) {
  try {
    localStorage.setItem(TRAY, folded ? "folded" : "open");
  } catch {
    // nothing to be done
  }
}

let folded = remembered();

// Copies for eyes only: the hand itself is read out unfolded.
function cardsInLine() {
  const own = hand().querySelectorAll("[data-own] :is(.pile, .card:not(.pile .card), .card-inline)");
  return Array.from(own, (piece) => {
    const copy = document.createElement("span");
    copy.className = "tray__card";
    for (const part of piece.matches(".pile") ? piece.querySelectorAll(".card, .pile__count") : [piece]) {
      copy.append(part.cloneNode(true));
    }
    return copy;
  });
}

function traySet() {
  if (!handle()) return;
  handle().hidden = false;
  handle().setAttribute("aria-expanded", String(!folded));
  hand().classList.toggle("tray--folded", folded);
  setText(handle().querySelector(".tray__turn"), turnLine().querySelector("span").textContent.trim());
  handle().querySelector(".tray__cards").replaceChildren(...(folded ? cardsInLine() : []));
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(".tray__handle")) return;
  if (held()?.matches(".is-held")) return heldEnded(); // then it lies there as it was
  folded = !folded;
  remember(folded);
  traySet();
});

document.addEventListener("htmx:afterSettle", (event) => event.target === zone() && traySet());
traySet();
