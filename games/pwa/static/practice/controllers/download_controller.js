// The download of what practising takes: offered, shown while it comes, deleted. Says when all is there (`download:ready`)
// or is no longer (`download:dropped`).
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { canKeep, dropAll, fetchAll, hasOlder, isWhole, keepPage, listMissing } from "../lib/download.js";

class DownloadController extends Controller {
  static targets = ["part", "size", "bar", "percent"];

  connect() {
    this.#find();
  }

  async #find() {
    if (await isWhole()) {
      this.#finish("kept");
      keepPage().catch(() => {}); // offline: the one of last time stays
      return;
    }
    const missing = (await listMissing()).reduce((sum, { sent }) => sum + sent, 0);
    this.sizeTarget.textContent = `(${(missing / 2 ** 20).toFixed(1)} MB)`;
    this.#show(!canKeep ? "passing" : (await hasOlder()) ? "older" : "fresh");
  }

  async fetch() {
    this.#show("running");
    navigator.storage?.persist?.().catch(() => {});
    try {
      await fetchAll((share) => this.#showProgress(share));
    } catch (problem) {
      await this.#find();
      const isFull = problem instanceof DOMException && problem.name === "QuotaExceededError";
      this.#part(isFull ? "full" : "failed").hidden = false;
      return;
    }
    this.#finish(canKeep ? "kept" : "");
  }

  async drop() {
    await dropAll();
    this.dispatch("dropped");
    await this.#find();
  }

  /** @param {string} state */
  #finish(state) {
    this.#show(state);
    this.element.hidden = state === "";
    this.dispatch("ready");
  }

  /** @param {string} state */
  #show(state) {
    this.element.hidden = false;
    for (const part of this.partTargets) part.hidden = !part.dataset.when.split(" ").includes(state);
  }

  /** @param {string} state */
  #part(state) {
    return this.partTargets.find((part) => part.dataset.when === state);
  }

  /** @param {number} share */
  #showProgress(share) {
    const percent = Math.floor(Math.min(share, 1) * 100);
    this.barTarget.value = percent;
    this.percentTarget.textContent = `${percent} %`;
  }
}

application.register("download", DownloadController);
