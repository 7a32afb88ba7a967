// The line that says that a page is an old one, from this device, and why; until the present one can be had.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { setText } from "../../site/lib/elements.js";
import { describeTrouble, joinSentences, words } from "../../site/lib/messages.js";
import { refreshTable } from "../../site/lib/table.js";
import { describeWhen, fullTime } from "../../site/lib/times.js";
import { describeFailure } from "../../site/lib/trouble.js";
import { savedAt } from "../lib/page.js";
import { ANSWER_MS, fetchSession } from "../lib/session.js";

const RETRY_MS = 5000;

class SavedCopyController extends Controller {
  static targets = ["says", "again"];

  isTrying = false;

  connect() {
    if (!savedAt) return;
    const { trouble, troubleN } = document.body.dataset; // put there by the service worker
    this.#say(trouble ? { why: trouble, n: Number(troubleN) } : describeFailure());
    this.element.hidden = false;
    this.timer = setInterval(() => this.retry(), RETRY_MS);
  }

  disconnect() {
    clearInterval(this.timer);
  }

  /** A server that is slow is not one that can't be reached: what it may yet answer is worth asking for.
   * @param {import("../../site/lib/trouble.js").Trouble} trouble */
  #say(trouble) {
    const at = Date.parse(savedAt);
    const isSlow = trouble.why === "slow";
    const sentences = isSlow ? [words.slowsaved] : [describeTrouble(trouble), words.seen];
    setText(this.saysTarget, joinSentences(...sentences).replace("{at}", describeWhen(at)));
    this.saysTarget.title = fullTime.format(at);
  }

  /** By itself, or pressed; one at a time, as a slow server has enough to do. */
  async retry() {
    if (document.hidden || this.element.hidden || this.isTrying) return;
    this.isTrying = this.againTarget.disabled = true;
    try {
      const answer = await fetchSession();
      if (!answer.ok) this.#say(describeFailure({ status: answer.status, retry: answer.headers.get("Retry-After") }));
      else if (document.querySelector("#zone[data-revision]")) refreshTable();
      else location.reload();
    } catch (problem) {
      this.#say(describeFailure({ afterMs: problem instanceof TypeError ? 0 : ANSWER_MS }));
    } finally {
      this.isTrying = this.againTarget.disabled = false;
    }
  }

  /** The table has been fetched: what is shown is the present again.
   * @param {CustomEvent<HtmxDetail>} event */
  swapped({ detail: { target } }) {
    if (target.id === "zone") this.element.hidden = true;
  }
}

application.register("saved-copy", SavedCopyController);
