// On a phone the hand can be folded to one line: whose turn it is, and the own cards. The browser remembers.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { all, setText } from "../lib/elements.js";
import { recall, remember } from "../lib/storage.js";

const KEY = "tefuda.tray";

class HandDrawerController extends Controller {
  static targets = ["handle", "turn", "cards"];

  connect() {
    this.isFolded = recall(KEY) === "folded";
    this.show();
  }

  show() {
    if (!this.hasHandleTarget) return;
    this.handleTarget.hidden = false;
    this.handleTarget.setAttribute("aria-expanded", String(!this.isFolded));
    this.element.classList.toggle("tray--folded", this.isFolded);
    setText(this.turnTarget, document.querySelector("#turn span")?.textContent?.trim() || "");
    this.cardsTarget.replaceChildren(...(this.isFolded ? copyCards(this.element) : []));
  }

  /** While the previous board is shown the hand waits folded: then that is ended, and the hand lies there as it was. */
  toggle() {
    if (document.querySelector("#previous-board.is-shown")) {
      return document.dispatchEvent(new CustomEvent("tefuda:go-on"));
    }
    this.isFolded = !this.isFolded;
    remember(KEY, this.isFolded ? "folded" : "open");
    this.show();
  }
}

/** For eyes only: the hand itself is read out unfolded.
 * @param {Element} hand */
function copyCards(hand) {
  return all("[data-own] :is(.pile, .card:not(.pile .card), .card-inline)", hand).map((piece) => {
    const copy = document.createElement("span");
    copy.className = "tray__card";
    for (const part of piece.matches(".pile") ? all(".card, .pile__count", piece) : [piece]) copy.append(part.cloneNode(true));
    return copy;
  });
}

application.register("hand-drawer", HandDrawerController);
