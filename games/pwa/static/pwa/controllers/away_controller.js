// What can't work without a connection isn't offered: a match against bots is one of practice, and a new table has to wait.
// `data-away` says which: "practice" at a form, "later" at a link, "why" at a heading above links; what is "hidden" the style sheet hides.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, eventElement } from "../../site/lib/elements.js";
import { toast, words } from "../../site/lib/messages.js";
import { savedAt } from "../lib/page.js";

class AwayController extends Controller {
  static values = { practice: String };

  connect() {
    const isKept = savedAt && document.body.dataset.trouble !== "slow";
    if (isKept || navigator.onLine === false) this.lost();
  }

  lost() {
    this.#mark(true);
  }

  found() {
    if (!savedAt) this.#mark(false);
  }

  /** @param {boolean} isAway */
  #mark(isAway) {
    this.isAway = isAway;
    for (const part of all("[data-away='later'], [data-away='why']")) {
      if (part instanceof HTMLAnchorElement) part.ariaDisabled = String(isAway);
      part.dataset.why = isAway ? words.needsconnection : "";
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!this.isAway || !eventElement(event, "[data-away='later']")) return;
    event.preventDefault();
    toast(words.needsconnection);
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    if (!this.isAway || !eventElement(event, "[data-away='practice']")) return;
    event.preventDefault();
    event.stopPropagation();
    location.assign(this.practiceValue);
  }
}

application.register("away", AwayController);
