// The scores over a match, as far as the position that is shown; a click leads to a position.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, one, setText } from "../../site/lib/elements.js";
import { match } from "../lib/positions.js";
import { isLater, placeOf } from "../lib/spoilers.js";

const WIDTH = 600;
const HEIGHT = 180;
const MARGIN = 8;
const WHOLE_WIDTH = 690;
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

class ScoreChartController extends Controller {
  static targets = ["drawing"];
  static values = { series: Array };

  connect() {
    this.#show(match.n);
  }

  /** @param {CustomEvent<number>} event */
  follow({ detail: n }) {
    this.#show(n);
  }

  /** @param {number} n */
  #show(n) {
    const x = placeOf(n, WIDTH);
    const isWhole = n === match.last || match.everything;
    one("clipPath rect", this.element).setAttribute("width", String(isWhole ? WHOLE_WIDTH : x + MARGIN));
    one(".chart__lines", this.element).setAttribute("transform", this.#scale(n));
    const here = one(".chart__here", this.element);
    for (const name of ["x1", "x2"]) here.setAttribute(name, String(x));
    here.setAttribute("visibility", n === match.last ? "hidden" : "visible");
    const [, ...scores] = this.#series.filter(([from]) => from <= n).at(-1) || this.#series[0];
    all(".chart__now", this.element).forEach((label, at) => setText(label, String(scores[at])));
    for (const row of all("tr[data-n]", this.element)) row.hidden = isLater(Number(row.dataset.n), n);
  }

  /** @param {MouseEvent} event */
  clicked({ clientX, clientY }) {
    const { x } = new DOMPoint(clientX, clientY).matrixTransform(this.drawingTarget.getScreenCTM().inverse());
    this.dispatch("chosen", { detail: Math.round(match.first + (x / WIDTH) * (match.last - match.first)) });
  }

  /** From which position on, and the scores.
   * @returns {number[][]} */
  get #series() {
    return this.seriesValue;
  }

  /** From no more than is known at that position, as games/replays/viewer/score_chart.py has it.
   * @param {number} n */
  #scale(n) {
    const known = this.#series.filter(([from], at) => !at || !isLater(from, n)).flatMap(([, ...scores]) => scores);
    const [high, low] = [roundUp(Math.max(...known)), -roundUp(-Math.min(...known))];
    const zoom = HEIGHT / Math.max(1, high - low);
    return `matrix(1 0 0 ${-zoom} 0 ${HEIGHT + zoom * low})`;
  }
}

/** @param {number} score */
function roundUp(score) {
  if (score <= 0) return 0;
  const power = 10 ** (String(score).length - 1);
  return power * (ROUND.find((step) => step * power >= score) || 10);
}

application.register("score-chart", ScoreChartController);
