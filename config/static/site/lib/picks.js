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

/** A group with data-max says how many are picked; a button that needs picks waits until the number fits, in groups
 * within it too.
 * @param {ParentNode} hand */
export function showCounts(hand) {
  for (const group of all("[data-max]", hand)) {
    for (const output of group.querySelectorAll(".picks__count")) {
      output.textContent = `${countPicked(group)}/${group.dataset.max}`;
      output.classList.toggle("is-wrong", !fits(group, countPicked(group)));
    }
    const areAllRight = [group, ...all("[data-max]", group)].every((part) => fits(part, countPicked(part)));
    for (const button of group.querySelectorAll("button[data-needs-picks]")) {
      /** @type {HTMLButtonElement} */ (button).disabled = !areAllRight || isMoveSent();
    }
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
