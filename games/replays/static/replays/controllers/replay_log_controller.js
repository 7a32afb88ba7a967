// The log of a replay: the page of it with the position that is shown, the one that was asked for, or what a search has
// found, which stays as it is.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { spokenText } from "../../site/lib/announcer.js";
import { all, byId, eventElement } from "../../site/lib/elements.js";
import { describeTrouble, toast } from "../../site/lib/messages.js";
import { describeFailure } from "../../site/lib/trouble.js";
import { getDrawing, logPageOf, logPath, makeDrawing, match } from "../lib/positions.js";
import { isLater } from "../lib/spoilers.js";

const FOUND = 0; // the page's number where a search has made it

class ReplayLogController extends Controller {
  static targets = ["box"];
  static values = { done: String };

  page = Number(byId("log").dataset.page);
  wanted = this.page;
  n = match.n; // the position that is shown

  connect() {
    this.#mark();
  }

  /** @param {CustomEvent<number>} event */
  async follow({ detail: n }) {
    this.n = n;
    if (this.page !== FOUND) await this.#fetch(logPageOf(n));
    if (n === this.n) this.#mark();
  }

  /** @param {MouseEvent} event */
  async turn(event) {
    const link = eventElement(event, "a[data-log]");
    if (!link) return;
    event.preventDefault();
    await this.#fetch(Number(link.dataset.log));
    this.#mark();
    this.boxTarget.scrollTop = 0;
    this.boxTarget.focus({ preventScroll: true });
  }

  /** What was found, or all up to the position that is shown. */
  async copy() {
    try {
      await navigator.clipboard.writeText((await this.#readLines()).map(asText).join("\n"));
      toast(this.doneValue);
    } catch {
      toast(describeTrouble(describeFailure()));
    }
  }

  async #readLines() {
    if (this.page === FOUND) return all("li[data-n]", this.boxTarget);
    const count = logPageOf(match.everything ? match.last : this.n);
    const pages = await Promise.all(Array.from({ length: count }, (_, at) => getDrawing(logPath(at + 1))));
    const lines = pages.flatMap((html) => Array.from(makeDrawing(html).querySelectorAll("li")));
    return lines.filter((line) => !isLater(Number(line.dataset.n), this.n));
  }

  /** @param {number} page */
  async #fetch(page) {
    this.wanted = page;
    if (page === this.page) return;
    try {
      const html = await getDrawing(logPath(page));
      if (this.wanted !== page) return;
      this.boxTarget.replaceChildren(makeDrawing(html));
      this.page = page;
    } catch {
      this.wanted = this.page; // the one that is there stays
    }
  }

  /** The page of the log with the position that is shown, whatever page was read. */
  async showPosition() {
    await this.follow(new CustomEvent("", { detail: this.n }));
  }

  #mark() {
    /** @type {HTMLElement | null} */
    let here = null;
    for (const line of all("li[data-n]", this.element)) {
      line.hidden = this.page !== FOUND && isLater(Number(line.dataset.n), this.n);
      line.removeAttribute("aria-current");
      if (Number(line.dataset.n) <= this.n) here = line;
    }
    for (const next of all("a[rel=next]", this.element)) {
      next.hidden = isLater(Number(next.dataset.log), logPageOf(this.n));
    }
    if (!here || (this.page !== FOUND && this.page !== logPageOf(this.n))) return;
    here.setAttribute("aria-current", "step");
    this.boxTarget.scrollTop = here.offsetTop - (this.boxTarget.clientHeight - here.offsetHeight) / 2;
  }
}

/** A line with its number in front.
 * @param {HTMLElement} line */
function asText(line) {
  const told = /** @type {HTMLElement} */ (line.cloneNode(true));
  told.querySelector(".log__at")?.remove();
  return `${line.dataset.n} ${spokenText(told)}`;
}

application.register("replay-log", ReplayLogController);
