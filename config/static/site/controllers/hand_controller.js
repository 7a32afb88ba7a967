// The own hand's form: cards to be marked, piles to be laid, amounts to be filled in, buttons that ask first.
import { Controller } from "../../vendor/stimulus.js";
import { announce } from "../lib/announcer.js";
import { application } from "../lib/application.js";
import { all, eventElement } from "../lib/elements.js";
import { getPlaces, showCounts } from "../lib/picks.js";

// A press that was meant for the question before must not answer the next one: its buttons take none for a moment
// (table.css). The first question of a page has none before it.
const GUARD_MS = 400;
const GUARD = "data-new-question";
/** @type {string | undefined} */
let lastQuestion;

/** @param {string} question "" for none */
function guard(question) {
  const isNext = lastQuestion !== undefined && question !== "" && question !== lastQuestion;
  lastQuestion = question;
  if (!isNext) return;
  document.documentElement.toggleAttribute(GUARD, true);
  setTimeout(() => document.documentElement.toggleAttribute(GUARD, lastQuestion !== question), GUARD_MS);
}

class HandController extends Controller {
  /** What can't be taken back is asked about once more: the row of buttons, and the question in its place.
   * @type {{row: HTMLElement, question: HTMLElement} | null} */
  asking = null;

  connect() {
    this.count();
    for (const box of this.element.querySelectorAll("input[type=number]")) this.#showAmount(/** @type {HTMLInputElement} */ (box));
  }

  count() {
    guard(/** @type {HTMLElement} */ (this.element).dataset.question || "");
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
  }

  /** A slider and the box beside it show the same number.
   * @param {Event} event */
  typed(event) {
    const field = eventElement(event, ".field");
    const slider = /** @type {HTMLInputElement | null | undefined} */ (field?.querySelector("[data-slides]"));
    const box = /** @type {HTMLInputElement | null | undefined} */ (field?.querySelector("input[type=number]"));
    if (!box) return;
    if (slider && event.target === slider) box.value = slider.value;
    else if (slider && box.value) slider.value = box.value;
    this.#showAmount(box);
  }

  /** The button that sends the number says it.
   * @param {HTMLInputElement} box */
  #showAmount(box) {
    for (const button of all("button[data-label]", box.form || undefined)) {
      if (box.value) button.textContent = (button.dataset.label || "").replace("#", box.value);
    }
  }

  /** The first press puts a question in place of the row; only its button sends the move.
   * @param {Event} event */
  askFirst(event) {
    const button = /** @type {HTMLButtonElement | null} */ (eventElement(event, "button[data-sure]"));
    const row = /** @type {HTMLElement | null | undefined} */ (button?.form?.querySelector(".actions"));
    const amount = button && getAmount(button);
    if (!button || !row || amount === null) return;
    event.preventDefault();
    event.stopPropagation();
    const question = makeQuestion(button, String(amount));
    row.hidden = true;
    row.after(question);
    this.asking = { row, question };
    announce(question.firstElementChild?.textContent || "");
    all("button", question).at(-1)?.focus();
  }

  /** From the question to the row of buttons, or out of what lies over the felt.
   * @param {Event} event */
  goBack(event) {
    if (event.type === "click" && !eventElement(event, "[data-back]")) return;
    const { row, question } = this.asking || {};
    const sheet = this.element.querySelector(".more-sheet[open]");
    if (!question?.isConnected) return sheet?.removeAttribute("open");
    question.remove();
    row?.removeAttribute("hidden");
    (sheet?.querySelector("summary") || all("button[data-sure]", row)[0])?.focus();
  }
}

/** The number that a button sends, "" if none is in a box, or null if the button doesn't ask: with data-sure-above it does
 * only for a higher number.
 * @param {HTMLButtonElement} button */
function getAmount({ dataset, form }) {
  if (dataset.sureAbove === undefined) return "";
  const box = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[type=number]"));
  return Number(box?.value) > Number(dataset.sureAbove) && box?.validity.valid ? box.value : null;
}

/** "Bid 5 of your 9 coins? Back · Bid 5"
 * @param {HTMLButtonElement} button
 * @param {string} amount */
function makeQuestion(button, amount) {
  const [row, text, back, yes] = ["div", "p", "button", "button"].map((name) => document.createElement(name));
  const { sure = "", sureBack = "", sureLabel } = button.dataset;
  row.className = "actions sure";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", (text.textContent = sure.replace("#", amount)));
  Object.assign(back, { type: "button", className: "btn btn--quiet", textContent: sureBack });
  back.toggleAttribute("data-back", true);
  Object.assign(yes, { name: button.name, value: button.value, className: button.className, formNoValidate: button.formNoValidate });
  yes.append(...(sureLabel ? [sureLabel] : Array.from(button.childNodes, (node) => node.cloneNode(true))));
  row.append(text, back, yes);
  return row;
}

application.register("hand", HandController);
