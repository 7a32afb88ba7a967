// Forms are sent once: their buttons are disabled until there is an answer. And what has been filled in.

/** A move has been sent and not been answered yet. */
export const isMoveSent = () => document.querySelector("#move[data-sent]") !== null;

export const ANSWERED_WITH_TABLE = ["move", "take-back"]; // ids of forms

/** A form that is answered with the whole table has been sent: until then nothing else changes the table, as htmx finds
 * no places for the answer to a form that is gone. */
export const isTableAwaited = () => ANSWERED_WITH_TABLE.some((id) => document.getElementById(id)?.hasAttribute("data-sent"));

/** @param {HTMLElement} form
 * @param {boolean} isSent */
export function markSent(form, isSent) {
  form.toggleAttribute("data-sent", isSent);
  for (const button of form.querySelectorAll("button")) button.disabled = isSent;
}

/** A field in which its reader has changed something.
 * @param {Node} node */
export function isFilledIn(node) {
  if (node instanceof HTMLSelectElement) return Array.from(node.options).some((option) => option.selected !== option.defaultSelected);
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  if (!(node instanceof HTMLInputElement)) return false;
  return node.value !== node.defaultValue || node.checked !== node.defaultChecked;
}

const TEXT_FIELD = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [readonly])";

/** A text field that its reader is in, or has written something into.
 * @param {Node} node */
export const isBeingWritten = (node) =>
  node instanceof Element && node.matches(TEXT_FIELD) && (node === document.activeElement || isFilledIn(node));

/** Somebody is writing there: nothing may take its place by itself.
 * @param {ParentNode} part */
export const hasWriting = (part) => Array.from(part.querySelectorAll(TEXT_FIELD)).some(isBeingWritten);
