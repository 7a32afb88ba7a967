// Finding elements that the page's templates always have.

/** The element with that id, or an error that names it.
 * @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no #${id} on this page`);
  return found;
}

/** Where an event happened, as the nearest element that matches, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null} */
export function eventElement(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** All that match, as an array of HTML elements.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]} */
export function all(selector, within = document) {
  return Array.from(within.querySelectorAll(selector));
}

/** The first that matches, as an HTML element, or an error that names the selector.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement} */
export function one(selector, within = document) {
  const found = /** @type {HTMLElement | null} */ (within.querySelector(selector));
  if (!found) throw new Error(`There is no ${selector} on this page`);
  return found;
}

/** @param {Element} element
 * @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Nobody has the focus: it was on something that has gone, or that was disabled. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body;

/** Whether a key pressed there is text, and no command.
 * @param {EventTarget | null} target */
export function isTyping(target) {
  const selector = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  return target instanceof Element && target.closest(selector) !== null;
}

/** @param {KeyboardEvent | MouseEvent} event */
export const hasModifier = (event) => event.altKey || event.ctrlKey || event.metaKey;
