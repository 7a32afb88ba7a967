// Marks in the form what a hint speaks of: the cards of its move, or its button. The element is the hint; its move is
// plain JSON, as forms have it.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";

const MARK = "is-hinted";

class HintController extends Controller {
  static values = { move: Object };

  connect() {
    for (const element of this.#listMeant()) element.classList.add(MARK);
  }

  disconnect() {
    for (const element of document.querySelectorAll(`.${MARK}`)) element.classList.remove(MARK);
  }

  /** @returns {Element[]} */
  #listMeant() {
    const { type, ...fields } = this.moveValue;
    const found = Object.entries(fields).flatMap(([name, value]) => this.#listInputs(name, [value].flat(2)));
    return [...found, ...this.#listButtons(type)];
  }

  /** The card or number boxes that have these values, each once; of several alike the first ones.
   * @param {string} name @param {unknown[]} values */
  #listInputs(name, values) {
    const inputs = [...document.querySelectorAll(`#hand input[name="${name}"]`)];
    return values.flatMap((value) => {
      const at = inputs.findIndex((input) => /** @type {HTMLInputElement} */ (input).value === String(value));
      return at < 0 ? [] : inputs.splice(at, 1).map((input) => input.closest("label") || input);
    });
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
