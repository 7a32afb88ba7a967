// Chapters and key moments, beside the board and on the track of the slider: what has not happened yet says nothing.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, one, setText } from "../../site/lib/elements.js";
import { match } from "../lib/positions.js";
import { isLater, placeOf } from "../lib/spoilers.js";

const TRACK_WIDTH = 1000;

class KeyMomentsController extends Controller {
  connect() {
    this.#show(match.n);
  }

  /** @param {CustomEvent<number>} event */
  follow({ detail: n }) {
    this.#show(n);
  }

  /** @param {number} n */
  #show(n) {
    this.#markChapter(match.chapters.filter((begins) => begins <= n).length);
    this.#markMoments(n);
  }

  /** @param {number} number */
  #markChapter(number) {
    const label = document.getElementById("step-chapter");
    if (label) setText(label, String(number));
    all("#chapters a", this.element).forEach((link, at) => {
      if (at === number - 1) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  /** @param {number} n */
  #markMoments(n) {
    const marks = [];
    for (const item of all("#moments > li", this.element)) {
      const isSecret = isLater(Number(item.dataset.known), n);
      one(".moments__what", item).hidden = isSecret;
      one(".moments__later", item).hidden = !isSecret;
      item.hidden = isSecret && "secret" in item.dataset;
      if (!item.hidden) marks.push(`M${placeOf(Number(one("a", item).dataset.n), TRACK_WIDTH)} 7h0`);
    }
    one(".track__moments").setAttribute("d", marks.join(""));
  }
}

application.register("key-moments", KeyMomentsController);
