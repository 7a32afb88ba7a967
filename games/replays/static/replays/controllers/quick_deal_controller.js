// One click to a match against bots: the table is set up, then dealt with this browser's part. The element is a form.
import { Controller } from "../../vendor/stimulus.js";
import { readJson } from "../../pwa/lib/session.js";
import { application } from "../../site/lib/application.js";
import { markSent } from "../../site/lib/forms.js";
import { describeTrouble, toast } from "../../site/lib/messages.js";
import { describeFailure } from "../../site/lib/trouble.js";
import { findSeed, makeSeed, postSeed } from "../lib/client_seeds.js";

/** @extends {Controller<HTMLFormElement>} */
class QuickDealController extends Controller {
  /** @param {SubmitEvent} event */
  async submit(event) {
    if (this.element.hasAttribute("data-sent")) return; // once (site/controllers/forms_controller.js)
    event.preventDefault();
    try {
      await this.#deal(event.submitter);
    } catch {
      markSent(this.element, false);
      toast(describeTrouble(describeFailure()));
    }
  }

  /** @param {HTMLElement | null} submitter */
  async #deal(submitter) {
    const fields = new FormData(this.element, submitter);
    fields.set("open", "1");
    const body = new URLSearchParams(/** @type {any} */ (fields));
    const answer = await fetch(this.element.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const table = await readJson(answer);
    if (!answer.ok || answer.redirected || !table) return this.element.submit(); // which shows what is wrong
    if (table.full) {
      const hash = await makeSeed(table.table, table.seat);
      const started = await postSeed(table.start, { hash }, table.token);
      if (started.ok) await findSeed(table.table, table.seat, hash);
    }
    location.assign(table.address);
  }
}

application.register("quick-deal", QuickDealController);
