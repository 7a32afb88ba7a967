// Push messages for this device: whether it can have them, and switching them on and off.
import { Controller } from "../../vendor/stimulus.js";
import { application } from "../lib/application.js";
import { one } from "../lib/elements.js";

class PushSubscriptionController extends Controller {
  static targets = ["note"]; // one for each state, data-state
  static values = { key: String, address: String, here: Boolean };

  connect() {
    if (this.keyValue) this.#attempt(async () => this.#show(await this.#findState()));
  }

  switchOn() {
    return this.#attempt(async () => {
      if ((await Notification.requestPermission()) !== "granted") return this.#show("denied");
      const { pushManager } = await navigator.serviceWorker.ready;
      const former = await pushManager.getSubscription();
      if (former) await former.unsubscribe(); // it may be of another person, or another key
      const applicationServerKey = decodeKey(this.keyValue);
      await this.#report(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
      location.reload();
    });
  }

  switchOff() {
    return this.#attempt(async () => {
      await this.#post({ stop: "yes" });
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
    await this.#report(subscription); // the site may have lost it, as after a new password
    return "on";
  }

  /** @param {PushSubscription} subscription */
  #report(subscription) {
    const { endpoint = "", keys = {} } = subscription.toJSON();
    return this.#post({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }

  /** @param {Record<string, string>} fields */
  async #post(fields) {
    const body = new URLSearchParams(fields);
    const token = /** @type {HTMLInputElement} */ (one("[name=csrfmiddlewaretoken]"));
    body.set("csrfmiddlewaretoken", token.value);
    const answer = await fetch(this.addressValue, { method: "POST", body, redirect: "error" });
    if (!answer.ok) throw new Error(`${answer.status}`);
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

/** As browsers want it: bytes.
 * @param {string} key */
function decodeKey(key) {
  return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
}

application.register("push-subscription", PushSubscriptionController);
