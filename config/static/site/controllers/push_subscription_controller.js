// Push messages for this device: whether it can have them, and switching them on and off.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { post, report, subscribe } from "../lib/push.js";

class PushSubscriptionController extends Controller {
  static targets = ["note"]; // one for each state, data-state
  static values = { key: String, address: String, here: Boolean };

  connect() {
    if (this.keyValue) this.#attempt(async () => this.#show(await this.#findState()));
  }

  switchOn() {
    return this.#attempt(async () => {
      if ((await Notification.requestPermission()) !== "granted") return this.#show("denied");
      await report(this.addressValue, await subscribe(this.keyValue));
      location.reload();
    });
  }

  switchOff() {
    return this.#attempt(async () => {
      await post(this.addressValue, { stop: "yes" });
      const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
      if (subscription) await subscription.unsubscribe();
      location.reload();
    });
  }

  async #findState() {
    const { worker, keeps } = document.body.dataset;
    if (!isSecureContext) return "insecure";
    if (keeps === "nothing") return "nothing";
    if (!navigator.serviceWorker || !("PushManager" in window) || !("Notification" in window) || !worker) return "unable";
    if (Notification.permission === "denied") return "denied";
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.getSubscription();
    if (!subscription || !this.hereValue) return "off";
    await report(this.addressValue, subscription); // the site may have lost it, as after a new password
    return "on";
  }

  /** @param {() => Promise<void>} work */
  #attempt(work) {
    return work().catch(() => this.#show("failed"));
  }

  /** @param {string} state */
  #show(state) {
    for (const note of this.noteTargets) note.hidden = note.dataset.state !== state;
  }
}

application.register("push-subscription", PushSubscriptionController);
