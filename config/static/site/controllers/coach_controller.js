// The coach's line opens its section of the rules over the page. The element is the dialog; where the section can't be
// fetched the line leads to the rulebook, as without a script.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { eventElement, hasModifier, isFocusLost } from "../lib/elements.js";
import { focusTurn, getHand } from "../lib/table.js";

/** @extends {Controller<HTMLDialogElement>} */
class CoachController extends Controller {
  static targets = ["section", "rulebook"];

  /** @param {MouseEvent} event */
  async open(event) {
    const line = /** @type {HTMLAnchorElement | null} */ (eventElement(event, "a.coach[data-rule]"));
    if (!line || hasModifier(event)) return;
    event.preventDefault();
    try {
      const answer = await fetch(line.dataset.rule || "", { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(answer.statusText);
      this.sectionTarget.innerHTML = await answer.text();
    } catch {
      return location.assign(line.href);
    }
    this.rulebookTarget.href = line.href;
    if (document.querySelector("dialog[open]")) return;
    this.element.showModal();
    this.element.scrollTop = 0;
  }

  /** @param {MouseEvent} event */
  clickedOutside(event) {
    if (event.target === this.element) this.close();
  }

  close() {
    this.element.close();
  }

  /** The line that had the focus is gone if the hand was answered while the rule was read. */
  findFocus() {
    if (!isFocusLost()) return;
    getHand().focus({ preventScroll: true });
    if (isFocusLost()) focusTurn();
  }
}

application.register("coach", CoachController);
