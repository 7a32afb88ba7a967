// The log beside a replay: the page of it with the position that is shown, or the one that was asked for. The element is
// the box that scrolls.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { all, byId, eventElement } from "../../site/lib/elements.js";
import { getDrawing, logPageOf, logPath, makeDrawing, match } from "../lib/positions.js";
import { isLater } from "../lib/spoilers.js";

class ReplayLogController extends Controller {
  page = Number(byId("log").dataset.page);
  wanted = this.page;
  n = match.n; // the position that is shown

  connect() {
    this.#mark();
  }

  /** @param {CustomEvent<number>} event */
  async follow({ detail: n }) {
    this.n = n;
    await this.#fetch(logPageOf(n));
    if (n === this.n) this.#mark();
  }

  /** @param {MouseEvent} event */
  async turn(event) {
    const link = eventElement(event, "a[data-log]");
    if (!link) return;
    event.preventDefault();
    await this.#fetch(Number(link.dataset.log));
    this.#mark();
    this.element.scrollTop = 0;
    this.element.focus({ preventScroll: true });
  }

  /** @param {number} page */
  async #fetch(page) {
    this.wanted = page;
    if (page === this.page) return;
    try {
      const html = await getDrawing(logPath(page));
      if (this.wanted !== page) return;
      this.element.replaceChildren(makeDrawing(html));
      this.page = page;
    } catch {
      this.wanted = this.page; // the one that is there stays
    }
  }

  #mark() {
    /** @type {HTMLElement | null} */
    let here = null;
    for (const line of all("li[data-n]", this.element)) {
      line.hidden = isLater(Number(line.dataset.n), this.n);
      line.removeAttribute("aria-current");
      if (Number(line.dataset.n) <= this.n) here = line;
    }
    for (const next of all("a[rel=next]", this.element)) {
      next.hidden = isLater(Number(next.dataset.log), logPageOf(this.n));
    }
    if (!here || this.page !== logPageOf(this.n)) return;
    here.setAttribute("aria-current", "step");
    this.element.scrollTop = here.offsetTop - (this.element.clientHeight - here.offsetHeight) / 2;
  }
}

application.register("replay-log", ReplayLogController);
