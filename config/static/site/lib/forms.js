// Forms are sent once: their buttons are disabled until there is an answer. And what has been filled in.

/** A move has been sent and not been answered yet. */
export const isMoveSent = () => document.querySelector("#move[data-sent]") !== null;

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
