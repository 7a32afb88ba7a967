// A position of a match as a picture with its link: handed on where the device can, else the link is copied while the
// browser downloads the picture.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { toast, words } from "../lib/messages.js";

/** @extends {Controller<HTMLAnchorElement>} */
class ShareMomentController extends Controller {
  static values = { link: String, title: String, copied: String };

  /** @param {Event} event */
  async share(event) {
    if (!navigator.share) return this.#copy();
    event.preventDefault();
    try {
      await navigator.share(await this.#gather());
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return; // thought better of it
      toast(words.failed);
    }
  }

  /** The picture too, where the device takes files.
   * @returns {Promise<ShareData>} */
  async #gather() {
    const shared = { title: this.titleValue, url: this.linkValue };
    const answer = await fetch(this.element.href);
    if (!answer.ok) return shared;
    const files = [new File([await answer.blob()], this.element.download, { type: "image/png" })];
    return navigator.canShare?.({ files }) ? { ...shared, files } : shared;
  }

  /** Over plain HTTP there is no clipboard: then the picture alone. */
  async #copy() {
    await navigator.clipboard?.writeText(this.linkValue).then(() => toast(this.copiedValue), () => {});
  }
}

application.register("share-moment", ShareMomentController);
