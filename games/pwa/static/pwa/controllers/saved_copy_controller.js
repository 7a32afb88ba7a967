// The line that says that a page is an old one, from this device, and why; until the present one can be had.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { setText } from "../../site/lib/elements.js";
import { hasWriting } from "../../site/lib/forms.js";
import { words } from "../../site/lib/messages.js";
import { refreshTable } from "../../site/lib/table.js";
import { describeWhen, fullTime } from "../../site/lib/times.js";
import { ANSWER_MS, describeFailure } from "../../site/lib/trouble.js";
import { savedAt } from "../lib/page.js";
import { fetchSession } from "../lib/session.js";

const RETRY_MS = 5000;
const isTable = () => document.querySelector("#zone[data-revision]") !== null;

class SavedCopyController extends Controller {
  static targets = ["says", "again"];

  isTrying = false;

  connect() {
    if (!savedAt) return;
    const { trouble, troubleN } = document.body.dataset; // put there by the service worker
    this.#say(trouble ? { why: trouble, n: Number(troubleN) } : describeFailure());
    this.element.hidden = false;
    this.timer = setInterval(() => this.retry(), RETRY_MS);
    navigator.serviceWorker?.addEventListener("message", this.heard);
  }

  disconnect() {
    clearInterval(this.timer);
    navigator.serviceWorker?.removeEventListener("message", this.heard);
  }

  /** The page itself has come: the service worker gives it to whoever asks next.
   * @param {MessageEvent} event */
  heard = ({ data }) => {
    if (data.come !== location.href.split("#")[0] || hasWriting(document)) return;
    if (!isTable()) navigator.serviceWorker.controller?.postMessage({ take: data.come });
    this.#renew();
  };

  /** While somebody is writing the page is renewed only if they ask for it.
   * @param {boolean} isAsked */
  #renew(isAsked = false) {
    if (isTable()) refreshTable();
    else if (isAsked || !hasWriting(document)) location.reload();
  }

  /** A server that is slow is not one that can't be reached: what it may yet answer is worth asking for.
   * @param {import("../../site/lib/trouble.js").Trouble} trouble */
  #say(trouble) {
    const at = Date.parse(savedAt);
    const why = words[`why${trouble.why}`].replace("{n}", String(trouble.n));
    setText(this.saysTarget, words.seen.replace("{at}", describeWhen(at)).replace("{why}", why));
    this.saysTarget.title = fullTime.format(at);
  }

  /** Automatically, or pressed; one at a time, as a slow server has enough to do.
   * @param {Event} [event] */
  async retry(event) {
    if (document.hidden || this.element.hidden || this.isTrying) return;
    this.isTrying = this.againTarget.disabled = true;
    try {
      const answer = await fetchSession();
      if (!answer.ok) this.#say(describeFailure({ status: answer.status, retry: answer.headers.get("Retry-After") }));
      else this.#renew(event?.type === "click");
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
