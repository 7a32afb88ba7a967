// Says what the cards that are not marked make, and what the button does; a digit goes to the bid of that number.
import { Controller } from "../vendor/stimulus.js";
import { announce } from "../site/lib/announcer.js";
import { application } from "../site/lib/application.js";
import { all, one } from "../site/lib/elements.js";
import { getPicks } from "../site/lib/picks.js";
import { getHand } from "../site/lib/table.js";

class SdcExchangeController extends Controller {
  static targets = ["button"];
  static values = { kept: String, labels: String };

  connect() {
    this.#show();
  }

  changed() {
    this.#show();
    announce(one(":is(.sdc-whole, .sdc-keeps):not([hidden])", getHand()).textContent || "");
  }

  #show() {
    const boxes = getPicks(this.element);
    const marked = boxes.reduce((sum, box, at) => sum + (box.checked ? 1 << at : 0), 0);
    one(".sdc-whole", getHand()).hidden = marked > 0;
    one(".sdc-keeps", getHand()).hidden = marked === 0;
    one(".sdc-keeps strong", getHand()).textContent = this.keptValue.split("|")[marked];
    this.buttonTarget.textContent = this.labelsValue.split("|")[boxes.filter((box) => box.checked).length];
  }
}

class SdcAmountsController extends Controller {
  /** The way is shown, as by all keys; Enter is the person's own deed.
   * @param {CustomEvent<string>} event */
  keyPressed(event) {
    const wanted = event.detail === "0" ? "10" : event.detail;
    const button = all("[data-amount]:enabled", this.element).find((one) => one.dataset.amount === wanted);
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

application.register("sdc-exchange", SdcExchangeController);
application.register("sdc-amounts", SdcAmountsController);
