// Cards that can be marked in the own hand: checkboxes and radio buttons within a .pick.
import { all } from "./elements.js";
import { isMoveSent } from "./forms.js";

/** @param {ParentNode} hand
 * @returns {HTMLInputElement[]} */
export const getPicks = (hand) => Array.from(hand.querySelectorAll(".pick > input:not(:disabled)"));

/** @param {Element} group */
export const countPicked = (group) => group.querySelectorAll(".pick > input:checked").length;

/** @param {HTMLElement} group */
const fits = ({ dataset: { min, max } }, /** @type {number} */ picked) => Number(min || 0) <= picked && picked <= Number(max);

/** An output says how many are picked in its group, or in the first one; a button that needs picks waits until the number
 * fits in all of them.
 * @param {ParentNode} hand */
export function showCounts(hand) {
  const groups = all("[data-max]", hand);
  const fitting = groups.filter((group) => fits(group, countPicked(group)));
  for (const output of all(".picks__count", hand)) {
    const group = /** @type {HTMLElement | null} */ (output.closest("[data-max]")) || groups[0];
    output.textContent = `${countPicked(group)}/${group.dataset.max}`;
    output.classList.toggle("is-wrong", !fitting.includes(group));
  }
  for (const button of all("button[data-needs-picks]", hand)) {
    /** @type {HTMLButtonElement} */ (button).disabled = fitting.length < groups.length || isMoveSent();
  }
}

/** Piles are groups that all show the same cards: the boxes of one card, pile by pile.
 * @param {ParentNode} hand
 * @param {string} card
 * @returns {HTMLInputElement[]} */
export function getPlaces(hand, card) {
  const boxes = /** @type {HTMLInputElement[]} */ (all("[data-piles] .pick > input", hand));
  return boxes.filter((box) => box.value === card);
}

/** The box of the next pile for a card, one with room if there is any.
 * @param {ParentNode} hand
 * @param {string} card
 * @returns {HTMLInputElement | undefined} */
export function getNextPlace(hand, card) {
  const boxes = getPlaces(hand, card);
  const at = boxes.findIndex((box) => box.checked);
  const others = [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))];
  const hasRoom = (/** @type {HTMLElement | null} */ pile) => pile !== null && countPicked(pile) < Number(pile.dataset.max);
  return others.find((box) => hasRoom(box.closest("[data-max]"))) || others[0];
}
