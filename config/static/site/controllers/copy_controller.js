// Copies, shares or selects what stands in a field. Over plain HTTP browsers only let it be selected.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { byId } from "../lib/elements.js";
import { toast } from "../lib/messages.js";

document.documentElement.classList.toggle("has-clipboard", Boolean(navigator.clipboard));
document.documentElement.classList.toggle("has-share", Boolean(navigator.share));

class CopyController extends Controller {
  static targets = ["name"];
  static values = { field: String, title: String, done: String };

  copy() {
    return this.#attempt(async (field) => {
      await copyText(field);
      (this.hasNameTarget ? this.nameTarget : this.element).textContent = this.doneValue;
      toast(this.doneValue);
    });
  }

  /** All of the field that has the focus. */
  select() {
    /** @type {HTMLElement & {select?: () => void}} */ (this.element).select?.();
  }

  share() {
    return this.#attempt((field) => navigator.share({ title: this.titleValue, url: field.value }));
  }

  /** @param {(field: HTMLInputElement) => Promise<void>} work */
  async #attempt(work) {
    const field = /** @type {HTMLInputElement} */ (byId(this.fieldValue));
    try {
      await work(field);
    } catch (problem) {
      if (!(problem instanceof DOMException) || problem.name !== "AbortError") field.focus(); // which selects the text
    }
  }
}

// The clipboard refuses a window that isn't in front, as may be while another one closes; the old way does not.
/** @param {HTMLInputElement} field */
async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch (problem) {
    field.select();
    if (!document.execCommand("copy")) throw problem;
  }
}

application.register("copy", CopyController);
