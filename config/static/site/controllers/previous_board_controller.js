// The board before it was cleared takes the place of the present one for a moment, or until its reader goes on. Nothing
// waits for it: a move sent meanwhile ends it. With reduced motion it stands above the present one, as nothing is to come
// and go by itself.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, byId, hasModifier, isTyping, one } from "../lib/elements.js";
import { untilReleased } from "../lib/pressing.js";
import { recall, remember } from "../lib/storage.js";
import { focusHand, getHand, getMoveForm, focusTurn } from "../lib/table.js";

const SHOWN_MS = 2500;
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const shownKey = () => `held ${byId("play").dataset.table}`;

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

  #show() {
    clearTimeout(this.timer);
    if (this.seqValue <= Number(recall(shownKey(), "sessionStorage"))) return this.element.remove();
    one("details", this.element).setAttribute("open", "");
    // The present board has places of the same names, and only those are to be jumped to.
    for (const place of all(".board section[aria-label]", this.element)) place.setAttribute("role", "group");
    one("button", this.element).hidden = false;
    this.element.classList.toggle("is-shown", !isCalm.matches);
    this.element.dataset.morph = "keep"; // it outlasts what happens meanwhile
    if (!isCalm.matches && this.element.dataset.fresh === "yes" && !document.hidden) {
      this.timer = setTimeout(() => this.#endUnlessRead(), SHOWN_MS);
    }
  }

  disconnect() {
    clearTimeout(this.timer);
  }

  async #endUnlessRead() {
    await untilReleased();
    if (this.element.isConnected && !this.element.contains(document.activeElement)) this.end();
  }

  end() {
    const hadFocus = this.element.contains(document.activeElement);
    remember(shownKey(), String(this.seqValue), "sessionStorage");
    document.dispatchEvent(new CustomEvent("tefuda:before-update"));
    this.element.remove();
    document.dispatchEvent(new CustomEvent("tefuda:update"));
    if (hadFocus) (getMoveForm() ? focusHand : focusTurn)();
  }

  /** Enter and Escape go on, unless they are meant for what has the focus or for cards that are marked.
   * @param {KeyboardEvent} event */
  keyPressed(event) {
    if (!["Enter", "Escape"].includes(event.key) || event.repeat || event.defaultPrevented) return;
    if (hasModifier(event) || event.isComposing || isTyping(event.target)) return;
    if (/** @type {Element} */ (event.target).closest("a, button, summary, input")) return;
    if (getHand().querySelector(".pick > input:checked, .is-picked")) return;
    event.preventDefault();
    this.end();
  }

  /** @param {Event} event */
  submitted(event) {
    if (/** @type {Element} */ (event.target).id === "move") this.end();
  }
}

application.register("previous-board", PreviousBoardController);
