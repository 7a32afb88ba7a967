// The line that says that a page is an old one, from this device, and why; until the present one can be had.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { describeTrouble, joinSentences, words } from "../../site/lib/messages.js";
import { refreshTable } from "../../site/lib/table.js";
import { fullTime } from "../../site/lib/times.js";
import { describeFailure } from "../../site/lib/trouble.js";
import { savedAt } from "../lib/page.js";
import { fetchSession } from "../lib/session.js";

const RETRY_MS = 5000;

class SavedCopyController extends Controller {
  connect() {
    if (!savedAt) return;
    const { trouble, troubleN } = document.body.dataset; // put there by the service worker
    this.element.hidden = false;
    this.element.textContent = joinSentences(
      describeTrouble(trouble ? { why: trouble, n: Number(troubleN) } : describeFailure()),
      words.seen.replace("{at}", fullTime.format(Date.parse(savedAt))),
    );
    this.timer = setInterval(() => this.retry(), RETRY_MS);
  }

  disconnect() {
    clearInterval(this.timer);
  }

  async retry() {
    if (document.hidden || this.element.hidden) return;
    const answer = await fetchSession().catch(() => null); // still no connection
    if (!answer?.ok) return;
    if (document.querySelector("#zone[data-revision]")) refreshTable();
    else location.reload();
  }

  /** The table has been fetched: what is shown is the present again.
   * @param {CustomEvent<HtmxDetail>} event */
  swapped({ detail: { target } }) {
    if (target.id === "zone") this.element.hidden = true;
  }
}

application.register("saved-copy", SavedCopyController);
