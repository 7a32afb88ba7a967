// Logging out clears away what this device keeps of a person, in all tabs. The element is a dialog that names moves that
// have not been sent yet.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../../site/lib/application.js";
import { eventElement } from "../../site/lib/elements.js";
import { markSent } from "../../site/lib/forms.js";
import { toast, words } from "../../site/lib/messages.js";
import { hearNews, LEASE_MS, listMoves } from "../lib/database.js";
import { forgetMyself } from "../lib/leaving.js";
import { sendMoves } from "../lib/outbox.js";
import { me } from "../lib/page.js";
import { closeAll } from "../lib/shown_notifications.js";

/** @extends {Controller<HTMLDialogElement>} */
class LogoutController extends Controller {
  static targets = ["moves"];
  static values = { front: String };

  connect() {
    this.channel = hearNews(({ left }) => {
      if (left === me) location.assign(this.frontValue);
    });
  }

  disconnect() {
    this.channel?.close();
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    const form = /** @type {HTMLFormElement | null} */ (eventElement(event, "[data-logout]"));
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    this.form = form;
    this.#leave().catch(() => form.submit()); // a browser that keeps nothing has nothing to forget
  }

  async #leave() {
    const unsent = (await listMoves(me)).filter((move) => !move.refused);
    if (unsent.length) this.#ask(unsent);
    else await this.#logOut();
  }

  /** @param {import("../lib/database.js").Move[]} unsent */
  #ask(unsent) {
    const lines = unsent.map((move) => Object.assign(document.createElement("li"), { textContent: move.says }));
    this.movesTarget.replaceChildren(...lines);
    this.element.showModal();
  }

  async send() {
    if (await sendAll()) await this.#logOut();
    else toast(words.unsent);
  }

  discard() {
    return this.#logOut();
  }

  stay() {
    this.element.close();
  }

  closed() {
    if (this.form) markSent(this.form, false);
  }

  async #logOut() {
    await forgetMyself();
    await closeAll().catch(() => {});
    await unsubscribe().catch(() => {}); // the site forgets it with the log-in in any case
    this.form?.submit();
  }
}

/** Another tab, or the worker, may be sending just now: that is waited for, and is no failure. */
async function sendAll() {
  const until = Date.now() + LEASE_MS;
  while (Date.now() < until) {
    const outcome = await sendMoves().catch(() => "later");
    if (outcome !== "busy") return ["sent", "empty"].includes(outcome);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

application.register("logout", LogoutController);
