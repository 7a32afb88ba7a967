// Keys of the steps where one guesses first: each presses the link that names it. What was done is gone to at once.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { hasModifier, isTyping } from "../../site/lib/elements.js";

class GuessController extends Controller {
  connect() {
    document.getElementById("outcome")?.focus();
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    if (hasModifier(event) || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
    const key = CSS.escape(event.key);
    const link = /** @type {HTMLAnchorElement | null} */ (this.element.querySelector(`a[href][aria-keyshortcuts="${key}"]`));
    if (!link) return;
    event.preventDefault();
    link.click();
  }
}

application.register("guess", GuessController);
