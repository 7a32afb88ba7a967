// The own hand's form: cards to be marked, piles to be laid, amounts to be filled in, buttons that ask first.
import { Controller } from "../../vendor/stimulus.js";
import { announce } from "../lib/announcer.js";
import { application } from "../lib/application.js";
import { eventElement } from "../lib/elements.js";
import { getPlaces, showCounts } from "../lib/picks.js";

class HandController extends Controller {
  /** What can't be taken back is asked about once more on the button itself: the one that asks, and its label.
   * @type {{button: HTMLElement, label: ChildNode[]} | null} */
  asking = null;

  connect() {
    this.count();
  }

  count() {
    showCounts(this.element);
  }

  /** @param {Event} event */
  changed(event) {
    const box = /** @type {HTMLInputElement | null} */ (eventElement(event, ".pick > input"));
    if (!box) return;
    if (box.closest("[data-piles]")) this.#layInOnePile(box);
    this.count();
  }

  /** A card lies in one pile at most.
   * @param {HTMLInputElement} laid */
  #layInOnePile(laid) {
    const boxes = getPlaces(this.element, laid.value);
    if (laid.checked) for (const box of boxes) box.checked = box === laid;
    for (const box of boxes) box.parentElement?.classList.toggle("is-elsewhere", laid.checked && box !== laid);
  }

  /** A button that fills a number in, and never submits it.
   * @param {Event} event */
  fill(event) {
    const button = eventElement(event, "button[data-fill]");
    if (!button) return;
    const { fill = "", for: id } = button.dataset;
    const within = button.closest(".field, fieldset, form");
    const box = /** @type {HTMLInputElement} */ (id ? document.getElementById(id) : within?.querySelector("input[type=number]"));
    box.value = fill;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.focus();
  }

  /** A slider and the box beside it show the same number.
   * @param {Event} event */
  typed(event) {
    this.stopAsking();
    const field = eventElement(event, ".field");
    const slider = /** @type {HTMLInputElement | null | undefined} */ (field?.querySelector("[data-slides]"));
    const box = /** @type {HTMLInputElement | null | undefined} */ (field?.querySelector("input[type=number]"));
    if (!slider || !box) return;
    if (event.target === slider) box.value = slider.value;
    else if (box.value) slider.value = box.value;
  }

  /** The first press only changes what the button says.
   * @param {Event} event */
  askFirst(event) {
    const button = /** @type {HTMLButtonElement | null} */ (eventElement(event, "button[data-sure]"));
    if (button && this.asking?.button === button) return;
    this.stopAsking();
    if (!button || !isAsked(button)) return;
    event.preventDefault();
    event.stopPropagation();
    this.asking = { button, label: Array.from(button.childNodes) };
    button.textContent = button.dataset.sure || "";
    button.classList.add("is-asking");
    announce(button.textContent);
  }

  stopAsking() {
    this.asking?.button.replaceChildren(...this.asking.label);
    this.asking?.button.classList.remove("is-asking");
    this.asking = null;
  }
}

/** With data-sure-above only if the number in the box is higher.
 * @param {HTMLButtonElement} button */
function isAsked({ dataset, form }) {
  const box = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[type=number]"));
  return dataset.sureAbove === undefined || Number(box?.value) > Number(dataset.sureAbove);
}

application.register("hand", HandController);
