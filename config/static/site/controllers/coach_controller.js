// The coach's line opens its section of the rules over the page. The element is the dialog; where the section can't be
// fetched the line leads to the rulebook, as without a script, or the dialog says so where the page is not to be left.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { eventElement, hasModifier, isFocusLost } from "../lib/elements.js";
import { readSection } from "../lib/rulebook.js";
import { focusTurn, getHand } from "../lib/table.js";

// Where it is: on a phone at the top, beside the buttons, which can be pressed meanwhile (how-to-play.css).
const PHONE = "(max-width: 560px)";

/** @extends {Controller<HTMLDialogElement>} */
class CoachController extends Controller {
  static targets = ["section", "rulebook", "missing"];

  /** @param {MouseEvent} event */
  async open(event) {
    const line = /** @type {HTMLAnchorElement | null} */ (eventElement(event, "a.coach[data-rule]"));
    if (!line || hasModifier(event)) return;
    event.preventDefault();
    try {
      const answer = await fetch(line.dataset.rule || "", { headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(answer.statusText);
      this.sectionTarget.replaceChildren(...readSection(await answer.text(), line.hash.slice(1)));
    } catch {
      if (!this.hasMissingTarget) return location.assign(line.href);
      this.sectionTarget.replaceChildren(this.missingTarget.content.cloneNode(true));
    }
    this.rulebookTarget.href = line.href;
    if (document.querySelector("dialog[open]")) return;
    if (matchMedia(PHONE).matches) this.element.show();
    else this.element.showModal();
    this.element.scrollTop = 0;
  }

  /** Beside it, which is the dialog's own backdrop or the page.
   * @param {MouseEvent} event */
  clickedOutside({ target }) {
    if (target === this.element || !this.element.contains(/** @type {Node} */ (target))) this.close();
  }

  /** A modal dialog closes by itself.
   * @param {KeyboardEvent} event */
  escape(event) {
    if (!this.element.open || this.element.matches(":modal")) return;
    event.preventDefault();
    this.close();
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
