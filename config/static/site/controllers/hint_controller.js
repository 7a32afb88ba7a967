// Marks in the form what a hint speaks of: the cards of its move, or its button. The element is the hint; its move is
// plain JSON, as forms have it.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, eventElement } from "../lib/elements.js";

const MARK = "is-hinted";

class HintController extends Controller {
  static targets = ["close"];
  static values = { move: Object };

  connect() {
    this.closeTarget.hidden = false;
    for (const element of this.#listMeant()) element.classList.add(MARK);
  }

  disconnect() {
    for (const element of document.querySelectorAll(`.${MARK}`)) element.classList.remove(MARK);
  }

  /** What it speaks of in the form stays marked. */
  close() {
    this.element.hidden = true;
  }

  /** Whoever turns to their cards wants to see the table again.
   * @param {MouseEvent} event */
  clicked(event) {
    if (eventElement(event, "[data-stage=hand], [data-step]")) this.close();
  }

  /** @returns {Element[]} */
  #listMeant() {
    const { type, ...fields } = this.moveValue;
    const found = Object.entries(fields).flatMap(([name, value]) => this.#listInputs(name, [value].flat(2)));
    return [...found, ...this.#listButtons(type)];
  }

  /** The card or number boxes that have these values, each once; of several alike the first ones. And the columns of
   * their ranks.
   * @param {string} name @param {unknown[]} values */
  #listInputs(name, values) {
    const inputs = [...document.querySelectorAll(`#hand input[name="${name}"]`)];
    const columns = all("#hand .pile[data-rank]").filter(({ dataset }) => values.includes(dataset.rank));
    const boxes = values.flatMap((value) => {
      const at = inputs.findIndex((input) => /** @type {HTMLInputElement} */ (input).value === String(value));
      return at < 0 ? [] : inputs.splice(at, 1).map((input) => input.closest("label") || input);
    });
    return [...boxes, ...columns];
  }

  /** @param {string} type */
  #listButtons(type) {
    const move = this.moveValue;
    const isMeant = (/** @type {HTMLButtonElement} */ button) =>
      button.name === "type" ? button.value === type : button.name === "move" && isSame(JSON.parse(button.value), move);
    return [...document.querySelectorAll("#hand form button[name]")].filter((button) =>
      isMeant(/** @type {HTMLButtonElement} */ (button)),
    );
  }
}

/** @param {Record<string, unknown>} one @param {Record<string, unknown>} other */
function isSame(one, other) {
  const keys = Object.keys(other);
  return Object.keys(one).length === keys.length && keys.every((key) => one[key] === other[key]);
}

application.register("hint", HintController);
