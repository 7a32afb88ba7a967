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

/** An output says how many are picked in the group around it, or in the first one. A button that needs picks waits until the number fits: in the group around
 * it and those within, or in all groups of its form if it stands outside of them.
 * @param {ParentNode} hand */
export function showCounts(hand) {
  for (const output of all(".picks__count", hand)) {
    const group = /** @type {HTMLElement} */ (output.closest("[data-max]") ?? hand.querySelector("[data-max]"));
    output.textContent = `${countPicked(group)}/${group.dataset.max}`;
    output.classList.toggle("is-wrong", !fits(group, countPicked(group)));
  }
  for (const button of /** @type {HTMLButtonElement[]} */ (all("button[data-needs-picks]", hand))) {
    const around = /** @type {HTMLElement | null} */ (button.closest("[data-max]"));
    const groups = around ? [around, ...all("[data-max]", around)] : all("[data-max]", button.form ?? hand);
    if (groups.length) button.disabled = !groups.every((group) => fits(group, countPicked(group))) || isMoveSent();
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
