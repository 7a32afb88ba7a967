// The table of a practice match: puts what the worker has drawn into the page. It stands where table.js stands on a table's
// page, offers the house's other scripts the same names, and tells them by the same events that there is a new board.
"use strict";

const play = document.getElementById("play");
const zone = () => document.getElementById("zone");
const hand = () => document.getElementById("hand");
const turnLine = () => document.getElementById("turn");
const isNowhere = () => !document.activeElement || document.activeElement === document.body;

const board = {
  tell(name, target, shouldSwap = true) {
    document.dispatchEvent(new CustomEvent(`htmx:${name}`, { detail: { target, elt: target, shouldSwap } }));
  },

  // Our own templates have drawn it, and escaped what is not ours.
  drawn(html) {
    const made = document.createElement("template");
    made.innerHTML = html;
    return made.content;
  },

  // As the server's answer to a move: the zone always, the hand for a new question, of the log what is new.
  show({ zone: newZone, hand: newHand, log }) {
    const left = {
      inHand: newHand !== null && (hand().contains(document.activeElement) || isNowhere()),
      inZone: zone().contains(document.activeElement),
      read: document.getElementById("log-box").scrollTop,
      folds: Array.from(zone().querySelectorAll("details[id][open]"), (fold) => fold.id),
    };
    board.tell("beforeSwap", zone());
    zone().replaceWith(board.drawn(newZone));
    if (newHand !== null) hand().replaceWith(board.drawn(newHand));
    const lines = board.drawn(log);
    const said = Array.from(lines.children, board.spoken);
    document.getElementById("log").append(lines);
    board.tell("afterSwap", zone());
    board.tell("afterSettle", zone());
    board.placesKept(left);
    board.focusKept(left);
    board.speak(said);
  },

  placesKept({ read, folds }) {
    document.getElementById("log-box").scrollTop = read;
    for (const id of folds) document.getElementById(id)?.setAttribute("open", "");
  },

  // A new hand is gone to as a whole, never to a box or button in it.
  focusKept({ inHand, inZone }) {
    if (!isNowhere() || !(inHand || inZone)) return;
    if (inHand && document.getElementById("move")) hand().focus({ preventScroll: true });
    if (isNowhere()) turnLine().focus({ preventScroll: true });
  },

  // What is drawn for eyes only is not read out.
  spoken(node) {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  },

  speak(said) {
    const text = [...said, zone().dataset.turn].filter(Boolean).join(" ");
    if (said.length && text) document.getElementById("announcer").textContent = text;
  },

  clear() {
    zone().replaceChildren();
    hand().replaceChildren();
    hand().hidden = true;
    document.getElementById("log").replaceChildren();
    try {
      sessionStorage.removeItem(heldKey); // the moments of another match
    } catch {
      // nothing was kept
    }
  },
};
