// Keys at a moderator's case: digits choose a decision, 0 the tenth; Enter sends it, as everywhere in a form. No key
// decides by itself.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, hasModifier, isTyping } from "../lib/elements.js";

/** @extends {Controller<HTMLElement>} */
class CaseController extends Controller {
  static targets = ["key"];

  /** Each choice tells its key: only where there are scripts.
   * @param {HTMLElement} element */
  keyTargetConnected(element) {
    const place = all("kbd", this.element).indexOf(element);
    element.textContent = place < 10 ? String((place + 1) % 10) : "";
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (hasModifier(event) || event.isComposing || isTyping(event.target) || !/^[0-9]$/.test(event.key)) return;
    const choice = /** @type {HTMLInputElement | undefined} */ (all("input[name=decision]", this.element)[(Number(event.key) + 9) % 10]);
    if (!choice) return;
    event.preventDefault();
    choice.click();
    choice.focus();
  }
}

application.register("case", CaseController);
