// Forms are sent once: their buttons are disabled until there is an answer.

/** A move has been sent and not been answered yet. */
export const isMoveSent = () => document.querySelector("#move[data-sent]") !== null;

/** @param {HTMLElement} form
 * @param {boolean} isSent */
export function markSent(form, isSent) {
  form.toggleAttribute("data-sent", isSent);
  for (const button of form.querySelectorAll("button")) button.disabled = isSent;
}
