// hx-swap="morph": the fresh part becomes the shown one by changing only what is different, so that folds, focus and what
// was filled in stay. An extension of htmx of our own, as idiomorph's takes its options from attributes by eval.
import { Idiomorph } from "../../vendor/idiomorph.js";
import { isBeingWritten, isFilledIn } from "./forms.js";

/** @param {Node} node
 * @returns {node is HTMLElement} */
const isKept = (node) => node instanceof HTMLElement && node.dataset.morph === "keep";

/** The number of the question that a hand answers.
 * @param {Element} hand */
const questionOf = (hand) => /** @type {HTMLElement} */ (hand).dataset.question || "";

/** @param {Element} old
 * @param {Node} fresh */
function stays(old, fresh) {
  if (isKept(old)) return old.dataset.seq === /** @type {HTMLElement} */ (fresh).dataset.seq;
  if (old.id === "move") return true; // whose question is the same, or the whole hand would have been replaced
  return isFilledIn(old) || isBeingWritten(old);
}

const callbacks = {
  beforeNodeMorphed: (/** @type {Element} */ old, /** @type {Node} */ fresh) => !stays(old, fresh),
  beforeNodeRemoved: (/** @type {Node} */ node) => !isKept(node),
  // Whoever has opened a fold closes it.
  beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ node) =>
    !(name === "open" && node.nodeName === "DETAILS"),
};

/** Another question: another form. What waits to be sent stays in view until it is known what became of it.
 * @param {HTMLElement} hand
 * @param {Element} fresh */
function replaceHand(hand, fresh) {
  const [waiting, place] = [hand.querySelector("#waiting"), fresh.querySelector("#waiting")];
  if (waiting && place) place.replaceWith(waiting);
  hand.replaceWith(fresh);
  return [fresh];
}

/** @param {HTMLElement} shown
 * @param {Element} fresh */
export function morph(shown, fresh) {
  if (shown.id === "hand" && questionOf(shown) !== questionOf(fresh)) return replaceHand(shown, fresh);
  fresh.remove(); // else idiomorph finds its id twice
  return /** @type {Node[]} */ (Idiomorph.morph(shown, fresh, { morphStyle: "outerHTML", callbacks }));
}

htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap: (style, target, fragment) =>
    style === "morph" && fragment.firstElementChild !== null && morph(target, fragment.firstElementChild),
});
