// The parts of a table's page, and where the focus goes in it.
import { byId, isFocusLost } from "./elements.js";

export const getZone = () => byId("zone");
export const getHand = () => byId("hand");

/** The form of the answer, while one is asked for.
 * @returns {HTMLFormElement | null} */
export const getMoveForm = () => document.querySelector("form#move");

/** The line that says whose turn it is. */
export function focusTurn() {
  document.getElementById("turn")?.focus({ preventScroll: true });
}

/** A hand is gone to as a whole, never to a box or button in it that was not there to be meant. */
export function focusHand() {
  if (getMoveForm()) getHand().focus({ preventScroll: true });
  if (!getHand().contains(document.activeElement)) focusTurn();
}

/** What had the focus may be gone, or can't be pressed at present. */
export function refindFocus() {
  if (isFocusLost()) focusHand();
}

/** Has the table fetch how it stands by now. */
export const refreshTable = () => document.dispatchEvent(new CustomEvent("tefuda:refresh"));
