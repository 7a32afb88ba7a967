// A menu closes by Escape and by a click elsewhere.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { isTyping } from "../lib/elements.js";

/** @extends {Controller<HTMLDetailsElement>} */
class MenuController extends Controller {
  /** @param {MouseEvent} event */
  clicked({ target }) {
    if (!this.element.contains(/** @type {Node} */ (target))) this.element.open = false;
  }

  /** @param {KeyboardEvent} event */
  close({ target }) {
    if (!this.element.open || isTyping(target)) return;
    this.element.open = false;
    this.element.querySelector("summary")?.focus();
  }
}

application.register("menu", MenuController);
