// Whoever has chosen so is led to the next table that waits for them once their move is played: after a moment, which any
// touch or key ends, and never away from something begun.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { isTyping } from "../lib/elements.js";
import { isFilledIn } from "../lib/forms.js";

const DELAY_MS = 3000;
const TOUCHES = ["pointerdown", "keydown", "wheel"];
const FIELDS = "#main :is(input, select, textarea)";
// A dialog, the board before it was cleared, a button that asks once more, a move that waits for a connection.
const BEGUN = "dialog[open], .zone > .is-shown, .is-asking, #waiting > *";

class NextTableController extends Controller {
  static targets = ["link", "notice"];

  timer = 0;

  disconnect() {
    this.stay();
  }

  /** The link is there where nothing more is asked here and somewhere else is.
   * @param {CustomEvent<HtmxDetail>} event */
  answered({ detail: { requestConfig, successful } }) {
    if (requestConfig.elt.id !== "move" || !successful || !this.hasLinkTarget || !isFree()) return;
    this.noticeTarget.hidden = false;
    for (const type of TOUCHES) addEventListener(type, this.stay, { passive: true });
    this.timer = setTimeout(() => this.#go(), DELAY_MS);
  }

  stay = () => {
    clearTimeout(this.timer);
    for (const type of TOUCHES) removeEventListener(type, this.stay);
    if (this.hasNoticeTarget) this.noticeTarget.hidden = true;
  };

  #go() {
    const address = this.hasLinkTarget && isFree() && this.linkTarget.href; // one may be asked here again by now
    this.stay();
    if (address) location.assign(address);
  }
}

function isFree() {
  const isSelected = getSelection()?.isCollapsed === false;
  const isBegun = Array.from(document.querySelectorAll(FIELDS)).some(isFilledIn) || document.querySelector(BEGUN) !== null;
  return !document.hidden && navigator.onLine !== false && !isTyping(document.activeElement) && !isSelected && !isBegun;
}

application.register("next-table", NextTableController);
