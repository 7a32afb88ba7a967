// The split as a row of cards and three trays: a tap lays a card into the next tray with room or takes it back, and a card
// can be dragged to any tray. When two trays are full, what is left lies in the third by itself, until that changes. Once all
// are laid, a tap in the left tray chooses the card to play first. What is laid stands in the form's boxes, which is all there is without scripts.
import { Controller } from "../vendor/stimulus.js";
import { announce } from "../site/lib/announcer.js";
import { application } from "../site/lib/application.js";
import { all, eventElement, one } from "../site/lib/elements.js";
import { showCounts } from "../site/lib/picks.js";
import { recall, remember } from "../site/lib/storage.js";

const SLOT_SIZE = 3;
const DRAG_FROM = 6; // pixels; less is a tap
const LAST_SPLIT = `get9-split ${location.pathname}`; // of the last match at this table; only this browser remembers
const CARD = ".get9-lay [data-number]";

const numberOf = (/** @type {HTMLElement | null | undefined} */ card) => card?.dataset.number || "";

class Get9SplitController extends Controller {
  static targets = ["slot", "row", "first", "firstName"];

  /** The card that is held, where it was taken, and its way from there.
   * @type {{card: HTMLElement, x: number, y: number, way: Animation | null} | null} */
  drag = null;
  /** Cards that lie in the last tray without having been laid there.
   * @type {Set<string>} */
  byItself = new Set();
  wasDragged = false; // a click follows a drag, too; one by key has no detail

  connect() {
    this.show();
  }

  /** The fieldset's form, which has the buttons. */
  get #form() {
    return /** @type {HTMLFormElement} */ (this.element.closest("form"));
  }

  /** @param {string} card
   * @param {number} slot
   * @returns {HTMLInputElement} */
  #box(card, slot) {
    return /** @type {HTMLInputElement} */ (one(`input[name="piles.${slot}"][value="${card}"]`, this.element));
  }

  /** @param {number} slot
   * @returns {string[]} */
  #cardsIn(slot) {
    const boxes = all(`input[name="piles.${slot}"]:checked`, this.element);
    return boxes.map((box) => /** @type {HTMLInputElement} */ (box).value);
  }

  /** @param {string} card */
  #slotOf(card) {
    return this.slotTargets.findIndex((_, slot) => this.#box(card, slot).checked);
  }

  /** Into that slot, or back to the row for -1.
   * @param {string} card
   * @param {number} slot */
  #lay(card, slot) {
    this.slotTargets.forEach((_, at) => (this.#box(card, at).checked = at === slot));
  }

  /** A full slot gives the card one is dropped on, or its last one, in exchange.
   * @param {string} card
   * @param {number} slot
   * @param {string} onto */
  #drop(card, slot, onto) {
    const from = this.#slotOf(card);
    const there = slot < 0 || slot === from ? [] : this.#cardsIn(slot);
    if (there.length === SLOT_SIZE) this.#lay(there.includes(onto) ? onto : there[SLOT_SIZE - 1], from);
    this.#lay(card, slot);
  }

  // --- Taps

  /** @param {MouseEvent} event */
  clicked(event) {
    const card = eventElement(event, CARD);
    if (!card || (this.wasDragged && event.detail)) return;
    const number = numberOf(card);
    const slot = this.#slotOf(number);
    if (slot === 0 && this.#isWhole && card.closest(".get9-slot")) {
      this.firstTarget.value = this.firstTarget.value === number ? "" : number;
    } else {
      const isByHand = slot >= 0 && !this.byItself.has(number);
      this.#takeBack();
      this.#lay(number, isByHand ? -1 : this.#open[0]);
      if (!isByHand) this.#fillLast();
    }
    this.#changed();
  }

  /** The trays with room.
   * @returns {number[]} */
  get #open() {
    return this.slotTargets.map((_, slot) => slot).filter((slot) => this.#cardsIn(slot).length < SLOT_SIZE);
  }

  get #isWhole() {
    return this.#open.length === 0;
  }

  /** What is left can only go there. */
  #fillLast() {
    const [slot, ...others] = this.#open;
    if (slot === undefined || others.length) return;
    for (const number of all("[data-number]", this.rowTarget).map(numberOf)) {
      if (this.#slotOf(number) >= 0) continue;
      this.#lay(number, slot);
      this.byItself.add(number);
    }
  }

  /** What lies in the last tray by itself, before something else is laid. */
  #takeBack() {
    for (const number of this.byItself) this.#lay(number, -1);
    this.byItself.clear();
  }

  /** The button stands with the other actions.
   * @param {MouseEvent} event */
  layAsLastTime(event) {
    if (!eventElement(event, "[data-last-split]")) return;
    this.byItself.clear();
    Array.from(recallSplit()).forEach((slot, at) => this.#lay(String(at + 1), Number(slot)));
    this.#changed();
  }

  /** @param {SubmitEvent} event */
  submitted({ submitter }) {
    if (/** @type {HTMLButtonElement | null} */ (submitter)?.value !== "split") return;
    remember(LAST_SPLIT, Array.from("123456789", (card) => this.#slotOf(card)).join(""));
  }

  #changed() {
    showCounts(this.#form);
    this.show();
    const piles = this.slotTargets.map((slot, at) => `${slot.getAttribute("aria-label")}: ${this.#cardsIn(at).join(" ") || "0"}`);
    announce(piles.join(", "));
  }

  show() {
    const row = all("[data-number]", this.rowTarget);
    const focused = document.activeElement?.closest(".get9-slot [data-number]");
    for (const card of row) {
      const isByItself = this.byItself.has(numberOf(card));
      card.setAttribute("aria-pressed", String(!isByItself && this.#slotOf(numberOf(card)) >= 0));
      card.classList.toggle("is-by-itself", isByItself);
    }
    this.slotTargets.forEach((slot, at) => {
      const laid = this.#cardsIn(at);
      const copies = row.filter((card) => laid.includes(numberOf(card))).map(copyCard);
      one(".get9-slot__cards", slot).replaceChildren(...copies);
      slot.classList.toggle("is-full", laid.length === SLOT_SIZE);
    });
    if (focused) row.find((card) => numberOf(card) === numberOf(/** @type {HTMLElement} */ (focused)))?.focus();
    this.#showFirstCard();
    one("[data-last-split]", this.#form).hidden = !recallSplit();
  }

  /** Only a card of the left pile can be planned to be played first. */
  #showFirstCard() {
    const first = this.firstTarget;
    for (const option of first.options) {
      option.disabled = option.hidden = option.value !== "" && !(this.#isWhole && this.#slotOf(option.value) === 0);
    }
    if (first.selectedOptions[0].disabled) first.value = "";
    const name = one(".get9-slot__name", this.slotTargets[0]);
    const firstName = this.firstNameTarget;
    [name.hidden, firstName.hidden] = [this.#isWhole, !this.#isWhole];
    one("b", firstName).textContent = first.value || "–";
    for (const card of all("[data-number]", this.slotTargets[0])) {
      if (this.#isWhole) card.setAttribute("aria-pressed", String(numberOf(card) === first.value));
    }
  }

  // --- Drags

  /** @param {PointerEvent} event */
  grab(event) {
    const card = eventElement(event, CARD);
    this.wasDragged = false;
    if (card && event.isPrimary && event.button === 0) this.drag = { card, x: event.clientX, y: event.clientY, way: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.drag || !event.isPrimary) return;
    const { card } = this.drag;
    const [x, y] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.way && Math.hypot(x, y) < DRAG_FROM) return;
    if (!this.drag.way) card.setPointerCapture(event.pointerId);
    card.classList.add("is-dragged");
    this.drag.way?.cancel();
    this.drag.way = card.animate({ transform: `translate(${x}px, ${y}px)` }, { duration: 1, fill: "both" });
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.drag?.way) return this.endDrag();
    const { card } = this.drag;
    this.wasDragged = true;
    this.endDrag();
    if (!card.isConnected) return; // a new hand came meanwhile
    const under = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => !card.contains(element));
    const place = under.find((element) => element.closest(".get9-lay"));
    const slot = /** @type {HTMLElement | null | undefined} */ (place?.closest("[data-slot]"));
    const onto = /** @type {HTMLElement | null | undefined} */ (place?.closest("[data-number]"));
    if (place) {
      this.byItself.clear(); // whoever moves cards by hand means each of them
      this.#drop(numberOf(card), slot ? Number(slot.dataset.slot) : -1, numberOf(onto));
      if (slot) this.#fillLast();
    }
    this.#changed();
  }

  endDrag() {
    this.drag?.way?.cancel();
    this.drag?.card.classList.remove("is-dragged");
    this.drag = null;
  }

  /** The browser's own dragging.
   * @param {DragEvent} event */
  preventDrag(event) {
    if (this.drag) event.preventDefault();
  }
}

/** @param {HTMLElement} card */
function copyCard(card) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.removeAttribute("aria-pressed");
  return copy;
}

/** The slot of each card, "" if there is none or it is no split. */
function recallSplit() {
  const split = recall(LAST_SPLIT) || "";
  const isWhole = [0, 1, 2].every((slot) => split.split(String(slot)).length === SLOT_SIZE + 1);
  return /^[0-2]{9}$/.test(split) && isWhole ? split : "";
}

class Get9AmountsController extends Controller {
  /** A digit goes to the button of that bet, and presses nothing.
   * @param {CustomEvent<string>} event */
  keyPressed(event) {
    const button = all("[data-amount]", this.element).find((one) => one.dataset.amount === event.detail);
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

application.register("get9-split", Get9SplitController);
application.register("get9-amounts", Get9AmountsController);
