// The analysis beside a replay: the decision of the position that is shown is marked, and what the strong player thinks of it
// stands below the board.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, byId } from "../../site/lib/elements.js";
import { inLanguage, makeDrawing, match, positionShown } from "../lib/positions.js";

class AnalysisController extends Controller {
  static values = { positions: Array, address: String };

  shown = positionShown() || match.n;
  /** What was fetched, by position.
   * @type {Map<number, Promise<string>>} */
  ratings = new Map();

  connect() {
    this.#mark(this.shown);
    if (!byId("analysis-here").childElementCount) this.#show(this.shown);
  }

  /** @param {CustomEvent<number>} event */
  mark({ detail: n }) {
    this.#mark(n);
  }

  /** @param {CustomEvent<number>} event */
  show({ detail: n }) {
    this.#show(n);
  }

  /** What stood below another position goes at once.
   * @param {number} n */
  #mark(n) {
    for (const bar of all("a[data-decision]", this.element)) bar.classList.toggle("is-here", Number(bar.dataset.decision) === n);
    if (n !== this.shown) byId("analysis-here").replaceChildren();
    this.shown = n;
  }

  /** @param {number} n */
  async #show(n) {
    if (!this.positionsValue.includes(n)) return;
    const html = await this.#fetch(n);
    if (html && this.shown === n) byId("analysis-here").replaceChildren(makeDrawing(html));
  }

  /** Nothing where it can't be had.
   * @param {number} n */
  #fetch(n) {
    const known = this.ratings.get(n);
    if (known) return known;
    const coming = fetch(inLanguage(this.addressValue.replace("{n}", String(n))))
      .then((answer) => (answer.ok ? answer.text() : ""))
      .catch(() => "");
    this.ratings.set(n, coming);
    return coming;
  }
}

application.register("analysis", AnalysisController);
