// The table of a practice match: puts what the worker has drawn into the page, as the site's answers are at a table.
import { announce, spokenText } from "../../site/lib/announcer.js";
import { byId, isFocusLost } from "../../site/lib/elements.js";
import { focusHand, focusTurn, getHand, getZone } from "../../site/lib/table.js";

/** `hand` is null while the question is the same; of the log it has what is new.
 * @typedef {{zone: string, hand: string | null, log: string}} Drawn */

/** Our own templates have drawn it, and escaped what is not ours.
 * @param {string} html */
export function makeDrawing(html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content;
}

/** What a change of the board looks like to the other parts of the page.
 * @param {() => void} change */
export function changeBoard(change) {
  document.dispatchEvent(new CustomEvent("tefuda:before-update"));
  change();
  document.dispatchEvent(new CustomEvent("tefuda:update"));
}

/** @param {Drawn} drawn */
export function showBoard({ zone, hand, log }) {
  const focused = document.activeElement;
  const wasInHand = hand !== null && (getHand().contains(focused) || isFocusLost());
  const wasInZone = getZone().contains(focused);
  const read = byId("log-box").scrollTop;
  const folds = Array.from(getZone().querySelectorAll("details[id][open]"), ({ id }) => id);
  const lines = makeDrawing(log);
  const news = Array.from(lines.children, spokenText);
  changeBoard(() => {
    getZone().replaceWith(makeDrawing(zone));
    if (hand !== null) getHand().replaceWith(makeDrawing(hand));
    byId("log").append(lines);
    byId("log-box").scrollTop = read;
    for (const id of folds) document.getElementById(id)?.setAttribute("open", "");
  });
  if (wasInHand && isFocusLost()) focusHand();
  else if (wasInZone && isFocusLost()) focusTurn();
  if (news.length) announce([...news, getZone().dataset.turn].filter(Boolean).join(" "));
}

export function clearBoard() {
  getZone().replaceChildren();
  getHand().replaceChildren();
  getHand().hidden = true;
  byId("log").replaceChildren();
}
