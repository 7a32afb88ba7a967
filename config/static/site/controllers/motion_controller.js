// Motion at the table and in replays: what has changed flies, turns or pulses once, from where it was before. Nothing waits
// for it, and the next change ends it.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { findActors, findNewCards, findPayments, look } from "../lib/board_sight.js";

const WHOLE_MS = 250;
const STEP_MS = 25; // between things that move together
const MOST_CARDS = 40; // that move at once; more would be a blur, and slow
const COINS = 3; // drawn for one payment, however large
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {DOMRect} box */
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

class MotionController extends Controller {
  /** @type {Animation[]} */
  running = [];
  /** The table as it was seen before it changed.
   * @type {import("../lib/board_sight.js").Sight | null} */
  before = null;
  frame = 0;

  disconnect() {
    cancelAnimationFrame(this.frame);
    this.#stop();
  }

  look() {
    if (document.hidden) return;
    this.before ||= look();
    this.#stop();
  }

  /** With the next frame: by then everything that a change leads to is in place. */
  show() {
    if (!this.before) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#showChange());
  }

  #showChange() {
    const old = this.before;
    this.before = null;
    if (!old) return;
    const now = look();
    const cards = findNewCards(old, now).filter(({ card: { box } }) => box.bottom > 0 && box.top < innerHeight);
    const payments = findPayments(old, now);
    const hasWon = payments.some(([from, to]) => from === "pot" && to === now.mine) || (now.over && !old.over);
    const isDealt = cards.filter(({ card: { place } }) => place === "hand").length > 1;
    const isLaid = cards.length > 0 && !isDealt;
    const detail = { deal: isDealt, card: isLaid, chips: payments.length > 0, turn: now.turn && !old.turn, won: hasWon };
    document.dispatchEvent(new CustomEvent("tefuda:changed", { detail }));
    // How it ended lies where the board was: nothing flies over what is to be read now.
    if (isCalm.matches || document.querySelector("#zone > :first-child:not(.is-shown) ~ .finished")) return;
    cards.slice(0, MOST_CARDS).forEach(({ card, from }, step) => this.#moveCard(card, from, step));
    for (const [from, to] of payments) this.#moveChips(old.amounts.get(from)?.box, now.amounts.get(to)?.box);
    for (const seat of findActors(old, now)) this.#animate(seat, [{}, { transform: "scale(1.04)", offset: 0.4 }, {}], "pulse");
  }

  /** Transforms and opacity only, so that the browser needs no new layout.
   * @param {HTMLElement} node
   * @param {Keyframe[]} keyframes
   * @param {string} id
   * @param {number} [step] */
  #animate(node, keyframes, id, step = 0) {
    const delay = Math.min(step * STEP_MS, WHOLE_MS / 2);
    const animation = node.animate(keyframes, { id, duration: WHOLE_MS - delay, delay, easing: "ease-out", fill: "backwards" });
    this.running.push(animation);
    return animation;
  }

  /** @param {import("../lib/board_sight.js").Card} card
   * @param {DOMRect | undefined} from
   * @param {number} step */
  #moveCard({ node, box, place }, from, step) {
    if (!from) {
      const start = place === "hand" ? "translateY(-16px)" : "rotateY(90deg)";
      return this.#animate(node, [{ transform: start, opacity: 0, offset: 0 }], "open", step);
    }
    const [[x, y], [fromX, fromY]] = [middle(box), middle(from)];
    const wider = from.width / box.width;
    const scale = wider > 2 ? 1 : wider; // from a seat, not from a card
    const start = `translate(${fromX - x}px, ${fromY - y}px) scale(${scale})`;
    return this.#animate(node, [{ transform: start, offset: 0 }], "fly");
  }

  /** @param {DOMRect | undefined} from
   * @param {DOMRect | undefined} to */
  #moveChips(from, to) {
    if (!from || !to) return;
    const [start, end] = [from, to].map((box) => `translate(${middle(box).join("px, ")}px)`);
    for (let step = 0; step < COINS; step += 1) {
      const chip = getLayer().appendChild(document.createElement("span"));
      chip.className = "flights__chip";
      this.#animate(chip, [{ transform: start }, { transform: end }], "chips", step).onfinish = () => chip.remove();
    }
  }

  #stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    document.querySelector(".flights")?.replaceChildren();
  }
}

function getLayer() {
  const found = document.querySelector(".flights");
  if (found) return found;
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  return document.body.appendChild(layer);
}

application.register("motion", MotionController);
