// The board before it was cleared takes the place of the present one: until its reader goes on, where they are asked
// something, else for a moment, which a touch makes last. Then a strip below the board leads back to it. Nothing waits for it:
// a move sent meanwhile ends it. With reduced motion it stands above the present one, as nothing is to come and go by itself.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, byId, hasModifier, isTyping, one } from "../lib/elements.js";
import { untilReleased } from "../lib/pressing.js";
import { recall, remember } from "../lib/storage.js";
import { focusHand, getHand, getMoveForm, focusTurn } from "../lib/table.js";

const SHOWN_MS = 2500;
const HAND_MS = 1000; // more for each hand that lies open
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const shownKey = () => `held ${byId("play").dataset.table}`;
const isAsked = () => Boolean(getHand().dataset.question);

class PreviousBoardController extends Controller {
  static values = { seq: Number };
  timer = 0;

  connect() {
    this.#show();
  }

  /** A newer one has taken its place. */
  seqValueChanged() {
    this.#show();
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  get #fold() {
    return /** @type {HTMLDetailsElement} */ (one("details", this.element));
  }

  #show() {
    this.stay();
    this.element.dataset.morph = "keep"; // it outlasts what happens meanwhile
    // The present board has places of the same names, and only those are to be jumped to.
    for (const place of all(".board section[aria-label]", this.element)) place.setAttribute("role", "group");
    if (this.seqValue <= Number(recall(shownKey(), "sessionStorage"))) return this.#lay();
    this.#fold.open = true;
    one("button", this.element).hidden = false;
    this.element.classList.remove("is-past");
    this.element.classList.toggle("is-shown", !isCalm.matches);
    if (!isCalm.matches && this.element.dataset.fresh === "yes" && !document.hidden && !isAsked()) this.#endLater();
  }

  #endLater() {
    const hands = all(".seat:has(.card:not(.card--back))", this.element).length;
    const after = SHOWN_MS + HAND_MS * hands;
    this.element.style.setProperty("--shown-for", `${after}ms`);
    this.element.classList.add("is-timed");
    this.timer = setTimeout(() => this.#endUnlessRead(), after);
  }

  async #endUnlessRead() {
    await untilReleased();
    if (this.element.isConnected && !this.element.contains(document.activeElement)) this.end();
  }

  /** It no longer ends by itself. */
  stay() {
    clearTimeout(this.timer);
    this.element.classList.remove("is-timed");
  }

  /** Whoever is asked meanwhile goes on when they like. */
  updated() {
    if (isAsked()) this.stay();
  }

  /** As a strip below the board, to be unfolded again. */
  #lay() {
    this.element.classList.remove("is-shown");
    this.element.classList.add("is-past");
    this.#fold.open = false;
    one("button", this.element).hidden = true;
  }

  end() {
    if (this.element.classList.contains("is-past")) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.stay();
    remember(shownKey(), String(this.seqValue), "sessionStorage");
    document.dispatchEvent(new CustomEvent("tefuda:before-update"));
    this.#lay();
    document.dispatchEvent(new CustomEvent("tefuda:update"));
    if (hadFocus) (getMoveForm() ? focusHand : focusTurn)();
  }

  /** Enter and Escape go on, unless they are meant for what has the focus or for cards that are marked.
   * @param {KeyboardEvent} event */
  keyPressed(event) {
    if (this.element.classList.contains("is-past")) return;
    if (!["Enter", "Escape"].includes(event.key) || event.repeat || event.defaultPrevented) return;
    if (hasModifier(event) || event.isComposing || isTyping(event.target)) return;
    if (/** @type {Element} */ (event.target).closest("a, button, summary, input")) return;
    if (getHand().querySelector(".pick > input:checked, .is-picked")) return;
    event.preventDefault();
    this.end();
  }

  /** @param {Event} event */
  submitted(event) {
    if (/** @type {Element} */ (event.target).id !== "move") return;
    this.end();
    this.element.remove();
  }
}

application.register("previous-board", PreviousBoardController);
