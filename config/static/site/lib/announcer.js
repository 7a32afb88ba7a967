// What screen readers read out.

/** What is drawn for eyes only is not read out.
 * @param {Element} node */
export function spokenText(node) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  copy.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
  return (copy.textContent || "").replace(/\s+/g, " ").trim();
}

/** @param {string} text */
export function announce(text) {
  const line = document.getElementById("announcer");
  if (line) line.textContent = text;
}
