// The split as a row of cards and three slots: a tap lays a card into the next slot with room or takes it back, and a card
// may be dragged to where it shall lie. What is laid stands in the form's boxes, which is all there is without scripts.
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
  static targets = ["slot", "row", "first", "preset"];

  /** The card that is held, where it was taken, and its way from there.
   * @type {{card: HTMLElement, x: number, y: number, way: Animation | null} | null} */
  drag = null;
  wasDragged = false; // a click follows a drag, too; one by key has no detail

  connect() {
    this.show();
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
    const [number, hasRoom] = [numberOf(card), (/** @type {number} */ slot) => this.#cardsIn(slot).length < SLOT_SIZE];
    if (this.#slotOf(number) >= 0) this.#lay(number, -1);
    else this.#lay(number, this.slotTargets.findIndex((_, slot) => hasRoom(slot)));
    this.#changed();
  }

  layAsLastTime() {
    Array.from(recallSplit()).forEach((slot, at) => this.#lay(String(at + 1), Number(slot)));
    this.#changed();
  }

  /** @param {SubmitEvent} event */
  submitted({ submitter }) {
    if (/** @type {HTMLButtonElement | null} */ (submitter)?.value !== "split") return;
    remember(LAST_SPLIT, Array.from("123456789", (card) => this.#slotOf(card)).join(""));
  }

  #changed() {
    showCounts(this.element.closest("form") || this.element);
    this.show();
    const piles = this.slotTargets.map((slot, at) => `${slot.getAttribute("aria-label")}: ${this.#cardsIn(at).join(" ") || "0"}`);
    announce(piles.join(", "));
  }

  show() {
    const row = all("[data-number]", this.rowTarget);
    const focused = document.activeElement?.closest(".get9-slot [data-number]");
    for (const card of row) card.setAttribute("aria-pressed", String(this.#slotOf(numberOf(card)) >= 0));
    this.slotTargets.forEach((slot, at) => {
      const laid = this.#cardsIn(at);
      const copies = row.filter((card) => laid.includes(numberOf(card))).map((card) => card.cloneNode(true));
      one(".get9-slot__cards", slot).replaceChildren(...copies);
      slot.classList.toggle("is-full", laid.length === SLOT_SIZE);
    });
    if (focused) row.find((card) => numberOf(card) === numberOf(/** @type {HTMLElement} */ (focused)))?.focus();
    this.#showFirstCards();
    this.presetTarget.hidden = !recallSplit();
  }

  /** Only a card of a full left pile can be filed to be played first. */
  #showFirstCards() {
    const left = this.#cardsIn(0);
    for (const option of this.firstTarget.options) {
      const isOffered = option.value === "" || (left.length === SLOT_SIZE && left.includes(option.value));
      option.disabled = option.hidden = !isOffered;
    }
    if (this.firstTarget.selectedOptions[0].disabled) this.firstTarget.value = "";
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
    if (place) this.#drop(numberOf(card), slot ? Number(slot.dataset.slot) : -1, numberOf(onto));
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

/** The slot of each card, "" if there is none or it is no split. */
function recallSplit() {
  const split = recall(LAST_SPLIT) || "";
  const isWhole = [0, 1, 2].every((slot) => split.split(String(slot)).length === SLOT_SIZE + 1);
  return /^[0-2]{9}$/.test(split) && isWhole ? split : "";
}

application.register("get9-split", Get9SplitController);
